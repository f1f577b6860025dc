"""Maps drawn in text: one character a hex, rows of hexes with odd rows half a hex further east."""

from __future__ import annotations

from textwrap import dedent

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, hexes, mask_of


class Sketch:
    """A drawn map. `sketch["A"]` is the set of hexes marked A; `.` is a hex of no note.

    Spaces between hexes may be added at will; indent odd rows by one to see the map as it is.
    """

    def __init__(self, drawing: str) -> None:
        rows = [line.split() for line in dedent(drawing).strip().splitlines()]
        self.grid = Grid.pointy(rows=len(rows), cols=len(rows[0]), shoved="odd")
        self.all = self.grid.all
        self._marks: dict[str, list[Hex]] = {}
        for y, row in enumerate(rows):
            for x, mark in enumerate(row):
                self._marks.setdefault(mark, []).append(self.grid.hex(x, y))

    def __getitem__(self, marks: str) -> Mask:
        """The hexes that carry any of these marks."""
        return mask_of(h for mark in marks for h in self._marks[mark])

    def hex(self, mark: str) -> Hex:
        """The one hex with this mark."""
        (h,) = self._marks[mark]
        return h

    def between(self, *pairs: str) -> Hexsides:
        """The hexsides between pairs of marked hexes: `between("AB", "CD")`."""
        return Hexsides.of(self.grid, [(self.hex(pair[0]), self.hex(pair[1])) for pair in pairs])

    def marks(self, mask: Mask) -> str:
        """The marks of the hexes in a set, in alphabetical order, hexes of no note left out."""
        marked = {h: mark for mark, there in self._marks.items() for h in there}
        return "".join(sorted(marked[h] for h in hexes(mask) if marked[h] != "."))
