"""Short written forms of hexes and hexsides.

====================  ==============================================================
``3106``              a hex by its number
``3106-3109``         the hexes from one to the other along a line of the grid
``3106/E``            the east hexside of a hex
``3106/E,SE``         two hexsides of a hex, in this order
``3106/3107``         the hexside between two adjacent hexes
====================  ==============================================================

Items are separated by spaces.
"""

from collections.abc import Callable, Iterable, Sequence

from phaseline.atlas.errors import MapError
from phaseline.atlas.parts import Side
from phaseline.hexgrid import Grid, Hex, Mask, hexes


class Notation:
    """Reads and writes hexes and hexsides of one grid.

    ``parse`` turns one label into a hex (or raises a `ValueError` that says what is wrong); ``label`` is its inverse.
    """

    def __init__(self, grid: Grid, label: Callable[[Hex], str], parse: Callable[[str], Hex]) -> None:
        self.grid, self.label, self._parse = grid, label, parse
        self._known = {label(h): h for h in hexes(grid.all)}

    def hex(self, text: str) -> Hex:
        """One hex."""
        known = self._known.get(text)
        if known is not None:
            return known
        try:
            return self._parse(text)
        except MapError:
            raise
        except ValueError as error:
            raise MapError(str(error)) from error

    def path(self, text: str) -> tuple[Hex, ...]:
        """Hexes in the order written."""
        return tuple(self.hex(item) for item in text.split())

    def mask(self, text: str) -> Mask:
        """A set of hexes, written as hexes and ranges."""
        found = 0
        for item in text.split():
            if item in self._known or "-" not in item:
                found |= 1 << self.hex(item)
            else:
                found |= self._range(item)
        return found

    def _range(self, item: str) -> Mask:
        first, last = (self.hex(end) for end in item.split("-", 1))
        if self._line(first) != self._line(last):
            raise MapError(f"{item!r}: both ends of a range lie on one line of the grid")
        if last < first:
            raise MapError(f"{item!r}: write the range from {self.label(last)} to {self.label(first)}")
        return (1 << last + 1) - (1 << first)

    def sides(self, text: str) -> tuple[Side, ...]:
        """Hexsides in the order written."""
        return tuple(side for item in text.split() for side in self._sides(item))

    def _sides(self, item: str) -> Iterable[Side]:
        start, slash, ends = item.partition("/")
        if not slash or not ends:
            raise MapError(
                f"{item!r} is no hexside: write hex/direction or hex/hex, such as {self._sample(start)}"
            )
        here = self.hex(start)
        for end in ends.split(","):
            if end in self.grid.directions:
                yield here, self.grid.directions.index(end)
                continue
            try:
                there = self.hex(end)
            except MapError as error:
                known = " ".join(self.grid.directions)
                raise MapError(f"{item!r}: {end!r} is neither a direction ({known}) nor a hex") from error
            direction = self.grid.direction(here, there)
            if direction is None:
                raise MapError(f"{item!r}: {start} and {end} are not adjacent")
            yield here, direction

    def _sample(self, start: str) -> str:
        return f"{start or self.label(next(hexes(self.grid.all)))}/{self.grid.directions[1]}"

    # --- writing ---------------------------------------------------------------------------------------

    def write_path(self, path: Iterable[Hex]) -> str:
        """The labels of the hexes, in order."""
        return " ".join(self.label(h) for h in path)

    def write_mask(self, mask: Mask) -> str:
        """A set of hexes with runs of three or more as ranges."""
        written: list[str] = []
        run: list[Hex] = []
        for h in [*hexes(mask), -1]:
            if run and h != -1 and h == run[-1] + 1 and self._line(h) == self._line(run[0]):
                run.append(h)
                continue
            if len(run) > 2:
                written.append(f"{self.label(run[0])}-{self.label(run[-1])}")
            else:
                written.extend(self.label(r) for r in run)
            run = [h]
        return " ".join(written)

    def write_sides(self, sides: Sequence[Side]) -> str:
        """Hexsides in order, those of one hex gathered: ``3106/E,SE 3207/W``."""
        written: list[str] = []
        previous: Hex | None = None
        for h, direction in sides:
            name = self.grid.directions[direction]
            if h == previous:
                written[-1] += f",{name}"
            else:
                written.append(f"{self.label(h)}/{name}")
            previous = h
        return " ".join(written)

    def _line(self, h: Hex) -> int:
        col, row = self.grid.col_row(h)
        return row if self.grid.directions[1] == "E" else col
