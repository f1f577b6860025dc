"""A rectangular hex grid whose sets of hexes are single integers.

Bits run line by line. A plain line takes `stride` bits and a shoved line one bit less, which skews the lines just
enough that a step in each of the six directions is *one fixed distance* between bits, whatever line it starts
from. The one or two spare bits after each line belong to no hex and catch whatever steps off the map.
So a whole set moves by a single shift, and bit `h` is simply `along + across * stride` in axial coordinates.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from threading import Lock
from typing import Any, NoReturn, final
from weakref import WeakValueDictionary

from phaseline.hexgrid import geometry
from phaseline.hexgrid.orientation import Hex, Mask, OffMapError, Orientation, Shoved
from phaseline.hexgrid.sets import hexes

_Key = tuple[Orientation, int, int, Shoved]


@final
class Grid:
    """A rectangle of hexes. Equal grids are the same object, so comparing and hashing cost nothing.

    Columns and rows count from 0 at the top left. `lines` and `length` are rows and columns of a pointy-top grid,
    columns and rows of a flat-top one; `shoved` tells which lines lie half a hex further along (east or south).
    Methods trust a hex they are given to be on the map; use `h in grid` where it may not be.

    >>> grid = Grid.pointy(rows=3, cols=4, shoved="odd")
    >>> grid is Grid(Orientation.POINTY, 3, 4, "odd")
    True
    >>> [grid.col_row(h) for h in grid.neighbours(grid.hex(1, 1))]
    [(2, 0), (2, 1), (2, 2), (1, 2), (0, 1), (1, 0)]

    Attributes:
        all: every hex of the grid.
        stride: bits from a hex to its neighbour one line on (south-east); with `all` this is the whole layout.
        directions: six compass names, clockwise; a direction is an index into it, its opposite `(d + 3) % 6`.
        deltas: bits from a hex to its neighbour in each direction.
    """

    __slots__ = (
        "__weakref__",
        "_adjacent",
        "_line_of",
        "_neighbours",
        "_on_map",
        "_starts",
        "_towards",
        "all",
        "cols",
        "deltas",
        "directions",
        "length",
        "lines",
        "orientation",
        "rows",
        "shoved",
        "stride",
    )

    orientation: Orientation
    lines: int
    length: int
    shoved: Shoved
    cols: int
    rows: int
    directions: tuple[str, ...]
    deltas: tuple[int, ...]
    stride: int
    all: Mask
    _starts: tuple[Hex, ...]
    _line_of: list[int]
    _towards: dict[int, int]
    _on_map: bytes
    _adjacent: list[Mask]
    _neighbours: dict[Hex, tuple[Hex, ...]]

    def __new__(cls, orientation: Orientation, lines: int, length: int, shoved: Shoved) -> Grid:
        """The one grid of this shape, laid out the first time it is asked for."""
        with _LOCK:
            grid = _KNOWN.get((orientation, lines, length, shoved))
            if grid is None:
                grid = super().__new__(cls)
                _lay_out(grid, orientation, lines, length, shoved)
                _KNOWN[orientation, lines, length, shoved] = grid
        return grid

    @classmethod
    def pointy(cls, *, rows: int, cols: int, shoved: Shoved = "odd") -> Grid:
        """A map of straight east-west rows; the `shoved` rows lie half a hex further east."""
        return cls(Orientation.POINTY, rows, cols, shoved)

    @classmethod
    def flat(cls, *, cols: int, rows: int, shoved: Shoved = "odd") -> Grid:
        """A map of straight north-south columns; the `shoved` columns lie half a hex further south."""
        return cls(Orientation.FLAT, cols, rows, shoved)

    # --- hexes -----------------------------------------------------------------------------------------

    def hex(self, col: int, row: int) -> Hex:
        """The hex in a column and row, both counted from 0.

        Raises:
            OffMapError: the grid has no such column or row.
        """
        line, place = (row, col) if self.orientation is Orientation.POINTY else (col, row)
        if not (0 <= line < self.lines and 0 <= place < self.length):
            raise OffMapError(
                f"column {col}, row {row} is off the map: columns run 0-{self.cols - 1}, rows 0-{self.rows - 1}"
            )
        return self._starts[line] + place

    def col_row(self, h: Hex) -> tuple[int, int]:
        """The column and row of a hex, both counted from 0."""
        line = self._line_of[h]
        place = h - self._starts[line]
        return (place, line) if self.orientation is Orientation.POINTY else (line, place)

    def axial(self, h: Hex) -> tuple[int, int]:
        """Axial coordinates (q, r): steps east and south-east (pointy), south-east and south (flat).

        Hex (0, 0) is the hex in column 0, row 0.
        """
        across = self._line_of[h]
        along = h - across * self.stride
        return (along, across) if self.orientation is Orientation.POINTY else (across, along)

    def from_axial(self, q: int, r: int) -> Hex:
        """The hex at axial coordinates, the inverse of `axial`.

        Raises:
            OffMapError: no hex of the grid lies there.
        """
        along, across = (q, r) if self.orientation is Orientation.POINTY else (r, q)
        if 0 <= across < self.lines:
            h = along + across * self.stride
            if 0 <= h - self._starts[across] < self.length:
                return h
        raise OffMapError(f"axial ({q}, {r}) is off the map")

    def __contains__(self, h: Hex) -> bool:
        return h >= 0 and bool(self.all >> h & 1)

    def __iter__(self) -> Iterator[Hex]:
        return hexes(self.all)

    def __len__(self) -> int:
        return self.lines * self.length

    # --- neighbours ------------------------------------------------------------------------------------

    def neighbour(self, h: Hex, d: int) -> Hex | None:
        """The hex one step in direction `d` (0-5), or None at the edge of the map."""
        n = h + self.deltas[d]
        return n if self._on_map[n] else None

    def neighbours(self, h: Hex) -> tuple[Hex, ...]:
        """The adjacent hexes, clockwise from direction 0; fewer than six at the edge of the map."""
        found = self._neighbours.get(h)
        if found is None:
            on_map = self._on_map
            found = self._neighbours[h] = tuple(n for k in self.deltas if on_map[n := h + k])
        return found

    def adjacent_mask(self, h: Hex) -> Mask:
        """The adjacent hexes as a set."""
        return self._adjacent[h] or self._remember_adjacent(h)

    def _remember_adjacent(self, h: Hex) -> Mask:
        found = self._adjacent[h] = self.spread(1 << h)
        return found

    def direction(self, a: Hex, b: Hex) -> int | None:
        """The direction (0-5) from `a` to the adjacent hex `b`; None if they are not adjacent."""
        return self._towards.get(b - a)

    def shift(self, mask: Mask, d: int) -> Mask:
        """The set moved one step in direction `d` (0-5); what leaves the map is dropped."""
        delta = self.deltas[d]
        return (mask << delta if delta > 0 else mask >> -delta) & self.all

    def spread(self, mask: Mask) -> Mask:
        """Every hex adjacent to a hex of the set: the six shifts united.

        >>> grid = Grid.pointy(rows=1, cols=4)
        >>> list(hexes(grid.spread(0b0010)))
        [0, 2]
        """
        east = mask << 1
        pair = mask | east
        stride = self.stride
        return (east | mask >> 1 | pair << (stride - 1) | pair >> stride) & self.all

    # --- ranges ----------------------------------------------------------------------------------------

    def distance(self, a: Hex, b: Hex) -> int:
        """Steps from `a` to `b`, over everything."""
        across = self._line_of[b] - self._line_of[a]
        along = b - a - across * self.stride
        return max(abs(across), abs(along), abs(along + across))

    def disk(self, h: Hex, n: int) -> Mask:
        """The hexes at most `n` steps from `h`, itself included."""
        every, stride = self.all, self.stride
        k = stride - 1
        mask = 1 << h
        for _ in range(min(n, self.lines + self.length)):  # so far apart are no two hexes
            pair = mask | mask << 1
            mask = (pair | mask >> 1 | pair << k | pair >> stride) & every
        return mask

    def ring(self, h: Hex, n: int) -> Mask:
        """The hexes exactly `n` steps from `h`."""
        return self.disk(h, n) ^ self.disk(h, n - 1) if n > 0 else 1 << h

    def line(self, a: Hex, b: Hex) -> list[Hex]:
        """The hexes on the straight line from centre to centre, both ends included, `distance + 1` of them.

        Where the line runs exactly along a hexside one of the two hexes is taken, the same one from both ends.
        """
        return geometry.line(self, a, b)

    # --- points ----------------------------------------------------------------------------------------

    def centre(self, h: Hex) -> geometry.Point:
        """The centre of a hex as (x, y): one hex width (side to side) is 1.0, x runs east, y runs south.

        The first hex of a line that is not shoved lies at 0 along that line; line 0 lies at 0 across.
        """
        return geometry.centre(self, h)

    def corners(self, h: Hex) -> tuple[geometry.Point, ...]:
        """The six corners, clockwise; the hexside in direction `d` runs from corner `d` to corner `d + 1`."""
        return geometry.corners(self, h)

    def edge(self, h: Hex, d: int) -> tuple[geometry.Point, geometry.Point]:
        """The two ends of the hexside in direction `d`, clockwise as seen from `h`."""
        return geometry.edge(self, h, d)

    def at(self, x: float, y: float) -> Hex | None:
        """The hex that contains a point, or None if the point is off the map."""
        return geometry.at(self, x, y)

    def bounds(self) -> tuple[float, float, float, float]:
        """The rectangle around all corners: left, top, right, bottom."""
        return geometry.bounds(self)

    # --- a value that never changes --------------------------------------------------------------------

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a grid never changes; {name} cannot be set")

    def __reduce__(self) -> tuple[Any, ...]:
        return Grid, (self.orientation, self.lines, self.length, self.shoved)

    def __repr__(self) -> str:
        return f"Grid.{self.orientation.value}(cols={self.cols}, rows={self.rows}, shoved={self.shoved!r})"


_KNOWN: WeakValueDictionary[_Key, Grid] = WeakValueDictionary()
_LOCK = Lock()


def _lay_out(grid: Grid, orientation: Orientation, lines: int, length: int, shoved: Shoved) -> None:
    """Fill in a new grid: the place of each line among the bits and the tables that follow from it."""
    if lines < 1 or length < 1:
        raise ValueError(f"a grid needs at least one line of one hex, not {lines} of {length}")
    if shoved not in ("odd", "even"):
        raise ValueError(f'shoved is "odd" or "even", not {shoved!r}')
    first_shoved = 1 if shoved == "odd" else 0
    stride = length + 2
    widths = (stride - (line % 2 == first_shoved) for line in range(lines - 1))
    starts = tuple(accumulate(widths, initial=0))
    every = sum(((1 << length) - 1) << start for start in starts)
    ends = (*starts[1:], starts[-1] + length)
    pointy = orientation is Orientation.POINTY
    deltas = tuple(q + r * stride if pointy else r + q * stride for q, r in orientation.steps)
    values: dict[str, object] = {
        "orientation": orientation,
        "lines": lines,
        "length": length,
        "shoved": shoved,
        "cols": length if pointy else lines,
        "rows": lines if pointy else length,
        "directions": orientation.directions,
        "stride": stride,
        "all": every,
        "_starts": starts,
        "_line_of": [line for line in range(lines) for _ in range(starts[line], ends[line])],
        "deltas": deltas,
        "_towards": {delta: d for d, delta in enumerate(deltas)},
        # The tail of zeros answers both for bits past the end and, as Python counts from there, before bit 0.
        "_on_map": bytes(every >> h & 1 for h in range(ends[-1])) + bytes(stride),
        "_adjacent": [0] * ends[-1],
        "_neighbours": {},
    }
    for name, value in values.items():
        object.__setattr__(grid, name, value)
