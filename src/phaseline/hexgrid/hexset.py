"""A set of hexes for notebooks and documentation. Rules work on plain masks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from phaseline.hexgrid.floods import flood
from phaseline.hexgrid.grid import Grid
from phaseline.hexgrid.hexsides import Hexsides
from phaseline.hexgrid.numbering import Numbering
from phaseline.hexgrid.orientation import Hex, Mask
from phaseline.hexgrid.sets import hexes, mask_of


@dataclass(frozen=True, repr=False)
class HexSet:
    """A set of hexes that knows its grid and how to write itself.

    It never changes; `| & - ^ ~ <= <` work as on any set (`~` is the rest of the grid). Equal sets of one grid are
    equal whatever their numbering.

    >>> from phaseline.hexgrid.numbering import RowColumn
    >>> grid = Grid.pointy(rows=3, cols=3)
    >>> caen = HexSet.of(grid, ["0202"], RowColumn(grid))
    >>> caen.spread()
    HexSet(0102, 0103, 0201, 0203, 0302, 0303)
    >>> len(~caen), grid.hex(1, 1) in caen
    (8, True)
    """

    grid: Grid
    mask: Mask = 0
    numbering: Numbering | None = field(default=None, compare=False)

    @classmethod
    def of(cls, grid: Grid, members: Iterable[Hex | str], numbering: Numbering | None = None) -> HexSet:
        """The set of hexes given by index or, with a numbering, by label.

        Raises:
            LabelError: a label names no hex.
            ValueError: a label is given but no numbering.
        """
        return cls(grid, mask_of(_hex(member, numbering) for member in members), numbering)

    def spread(self) -> HexSet:
        """The hexes adjacent to a hex of this set."""
        return self._with(self.grid.spread(self.mask))

    def flood(self, within: HexSet, over: Hexsides | None = None, limit: int | None = None) -> HexSet:
        """This set and what can be reached from it inside `within`; see `phaseline.hexgrid.flood`."""
        return self._with(flood(self.grid, self.mask, self._other(within), over, limit))

    def labels(self) -> list[str]:
        """The labels of the hexes, in the order of the grid; without a numbering, columns and rows from 0."""
        if self.numbering is None:
            return [str(self.grid.col_row(h)) for h in self]
        return [self.numbering.label(h) for h in self]

    def __or__(self, other: HexSet) -> HexSet:
        return self._with(self.mask | self._other(other))

    def __and__(self, other: HexSet) -> HexSet:
        return self._with(self.mask & self._other(other))

    def __xor__(self, other: HexSet) -> HexSet:
        return self._with(self.mask ^ self._other(other))

    def __sub__(self, other: HexSet) -> HexSet:
        return self._with(self.mask & ~self._other(other))

    def __invert__(self) -> HexSet:
        return self._with(self.grid.all & ~self.mask)

    def __le__(self, other: HexSet) -> bool:
        return not self.mask & ~self._other(other)

    def __lt__(self, other: HexSet) -> bool:
        return self <= other and self.mask != other.mask

    def __ge__(self, other: HexSet) -> bool:
        return other <= self

    def __gt__(self, other: HexSet) -> bool:
        return other < self

    def __contains__(self, h: Hex) -> bool:
        return h in self.grid and bool(self.mask >> h & 1)

    def __iter__(self) -> Iterator[Hex]:
        return hexes(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __repr__(self) -> str:
        return f"HexSet({', '.join(self.labels())})"

    def _with(self, mask: Mask) -> HexSet:
        return HexSet(self.grid, mask, self.numbering)

    def _other(self, other: HexSet) -> Mask:
        if other.grid is not self.grid:
            raise ValueError(f"these sets belong to different grids: {self.grid} and {other.grid}")
        return other.mask


def _hex(member: Hex | str, numbering: Numbering | None) -> Hex:
    if isinstance(member, int):
        return member
    if numbering is None:
        raise ValueError(f'"{member}" is a label: pass a numbering to read it')
    return numbering.parse(member)
