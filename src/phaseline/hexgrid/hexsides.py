"""Sets of hexsides: rivers, coasts, borders, cliffs, fortification lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NoReturn, final

from phaseline.hexgrid.grid import Grid
from phaseline.hexgrid.orientation import Hex, Mask, opposite
from phaseline.hexgrid.sets import hexes

_Masks = tuple[Mask, Mask, Mask, Mask, Mask, Mask]


@final
class Hexsides:
    """A set of hexsides between hexes of one grid. Never changes; equal sets compare and hash equal.

    A hexside belongs to both its hexes: `sides[d]` holds hex `h` exactly when `sides[opposite(d)]` holds its
    neighbour in direction `d`. Hexsides at the edge of the map have only one hex and are not kept.

    >>> grid = Grid.pointy(rows=1, cols=3)
    >>> river = Hexsides.of(grid, [(0, 1)])
    >>> river.has(1, 0), river.has(1, 2), list((~river).pairs())
    (True, False, [(1, 2)])

    Attributes:
        grid: the grid.
        sides: six masks, one a direction: the hexes whose hexside in that direction is in the set.
        by_shift: the same six masks by how many bits on the neighbour lies, whatever the orientation: `1`, `-1`,
            `stride`, `-stride`, `stride - 1`, `-(stride - 1)`.
    """

    __slots__ = ("_beyond", "_hash", "_touched", "_walk", "by_shift", "grid", "sides")

    grid: Grid
    sides: _Masks
    by_shift: _Masks
    _touched: Mask
    _beyond: dict[Hex, Mask]
    _walk: tuple[Mask, Mask, Mask, Mask, Mask, Mask, int]
    _hash: int

    def __init__(self, grid: Grid, sides: Iterable[Mask]) -> None:
        """Wrap six masks that are known to be symmetric; `of` and `between` make them from anything else."""
        six = tuple(sides)
        if len(six) != 6:
            raise ValueError(f"a set of hexsides is six masks, one a direction, not {len(six)}")
        by_delta = dict(zip(grid.deltas, six, strict=True))
        k = grid.stride
        object.__setattr__(self, "grid", grid)
        object.__setattr__(self, "sides", six)
        by_shift = tuple([by_delta[i] for i in (1, -1, k, -k, k - 1, 1 - k)])
        object.__setattr__(self, "by_shift", by_shift)
        object.__setattr__(self, "_walk", (*by_shift, k))
        object.__setattr__(self, "_touched", -1)
        object.__setattr__(self, "_beyond", {})
        object.__setattr__(self, "_hash", 0)

    @classmethod
    def none(cls, grid: Grid) -> Hexsides:
        """No hexside at all."""
        return cls(grid, (0,) * 6)

    @classmethod
    def every(cls, grid: Grid) -> Hexsides:
        """All hexsides between two hexes of the grid."""
        return cls.between(grid, grid.all, grid.all)

    @classmethod
    def of(cls, grid: Grid, pairs: Iterable[tuple[Hex, Hex]]) -> Hexsides:
        """The hexsides between pairs of adjacent hexes, each named from either side.

        Raises:
            ValueError: two hexes of a pair are not adjacent.
        """
        sides = [0] * 6
        for a, b in pairs:
            d = grid.direction(a, b)
            if d is None:
                raise ValueError(
                    f"hexes {grid.col_row(a)} and {grid.col_row(b)} (column, row) are not adjacent"
                )
            sides[d] |= 1 << a
            sides[opposite(d)] |= 1 << b
        return cls(grid, sides)

    @classmethod
    def between(cls, grid: Grid, a: Mask, b: Mask) -> Hexsides:
        """All hexsides with a hex of `a` on one side and a hex of `b` on the other.

        `between(grid, zone, zone)` are the hexsides inside a zone, `between(grid, land, sea)` the coast.
        """
        return cls(
            grid,
            (a & grid.shift(b, opposite(d)) | b & grid.shift(a, opposite(d)) for d in range(6)),
        )

    def has(self, a: Hex, b: Hex) -> bool:
        """Whether the hexside between two adjacent hexes is in the set; False if they are not adjacent."""
        d = self.grid.direction(a, b)
        return d is not None and bool(self.sides[d] >> a & 1)

    def cross(self, mask: Mask) -> Mask:
        """The hexes one step from a hex of `mask` over a hexside of this set."""
        ahead, back, down, up, slant_down, slant_up, stride = self._walk
        k = stride - 1
        return (
            (mask & ahead) << 1
            | (mask & back) >> 1
            | (mask & down) << stride
            | (mask & up) >> stride
            | (mask & slant_down) << k
            | (mask & slant_up) >> k
        )

    def beyond(self, h: Hex) -> Mask:
        """The hexes one step from a single hex over a hexside of this set: `cross`, remembered."""
        found = self._beyond.get(h)
        if found is None:
            found = self._beyond[h] = self.cross(1 << h)
        return found

    @property
    def hexes(self) -> Mask:
        """Every hex with at least one hexside in the set."""
        found = self._touched
        if found < 0:
            a, b, c, d, e, f = self.sides
            found = a | b | c | d | e | f
            object.__setattr__(self, "_touched", found)
        return found

    def pairs(self) -> Iterator[tuple[Hex, Hex]]:
        """Each hexside once, as its two hexes, lower hex first, ascending."""
        ahead, _, down, _, slant_down, _ = self.by_shift
        stride = self.grid.stride
        forward = ((1, ahead), (stride - 1, slant_down), (stride, down))
        return iter(sorted((h, h + delta) for delta, mask in forward for h in hexes(mask)))

    def __or__(self, other: Hexsides) -> Hexsides:
        return Hexsides(self.grid, (a | b for a, b in self._zip(other)))

    def __and__(self, other: Hexsides) -> Hexsides:
        return Hexsides(self.grid, (a & b for a, b in self._zip(other)))

    def __xor__(self, other: Hexsides) -> Hexsides:
        return Hexsides(self.grid, (a ^ b for a, b in self._zip(other)))

    def __sub__(self, other: Hexsides) -> Hexsides:
        return Hexsides(self.grid, (a & ~b for a, b in self._zip(other)))

    def __invert__(self) -> Hexsides:
        return Hexsides.every(self.grid) - self

    def _zip(self, other: Hexsides) -> Iterator[tuple[Mask, Mask]]:
        if other.grid is not self.grid:
            raise ValueError(f"these hexsides belong to different grids: {self.grid} and {other.grid}")
        return zip(self.sides, other.sides, strict=True)

    def __len__(self) -> int:
        return sum(mask.bit_count() for mask in self.sides) // 2

    def __bool__(self) -> bool:
        return any(self.sides)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hexsides) and self.grid is other.grid and self.sides == other.sides

    def __hash__(self) -> int:
        found = self._hash
        if not found:
            found = hash((self.grid, self.sides))
            object.__setattr__(self, "_hash", found)
        return found

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a set of hexsides never changes; {name} cannot be set")

    def __reduce__(self) -> tuple[Any, ...]:
        return Hexsides, (self.grid, self.sides)

    def __repr__(self) -> str:
        return f"<{len(self)} hexsides of {self.grid!r}>"
