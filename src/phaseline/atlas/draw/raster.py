"""A fine grid of land and water in one integer, to unite and cut outlines and trace the result.

Bit ``row * stride + column`` is set where the middle of a cell is land; a guard column and guard rows around are
always water.
"""

from collections.abc import Callable, Iterator, Sequence
from math import ceil, floor, hypot
from typing import Final

from phaseline.atlas.parts import Point

CELLS: Final = 32
"""Cells in a hex width."""
STRAIGHT: Final = 0.008
"""A traced outline keeps to the smooth curve within this, in hex widths."""


class Raster:
    """A window of the map plane cut into cells."""

    def __init__(self, left: float, top: float, right: float, bottom: float) -> None:
        self.left, self.top = left - 2 / CELLS, top - 2 / CELLS
        self.rows = ceil((bottom - top) * CELLS) + 4
        self.stride = ceil((right - left) * CELLS) + 4
        self.bits = 0

    def fill(self, ring: Sequence[Point]) -> int:
        """The cells inside a ring."""
        crossings: dict[int, list[float]] = {}
        for (ax, ay), (bx, by) in zip(ring, (*ring[1:], ring[0]), strict=True):
            (x0, y0), (x1, y1) = sorted(((ax, ay), (bx, by)), key=lambda p: p[1])
            first = max(1, ceil((y0 - self.top) * CELLS - 0.5))
            last = min(self.rows - 2, ceil((y1 - self.top) * CELLS - 0.5) - 1)
            for row in range(first, last + 1):
                y = self.top + (row + 0.5) / CELLS
                crossings.setdefault(row, []).append(x0 + (y - y0) * (x1 - x0) / (y1 - y0))
        if not crossings:
            return 0
        top = min(crossings)
        bits = 0  # of the rows from the top of the ring: all rows of a map make a number that is dear to write anew
        for row, found in crossings.items():
            found.sort()
            line = 0
            for start, end in zip(found[::2], found[1::2], strict=False):
                a, b = self._column(start), self._column(end)
                line |= (1 << b) - (1 << a)
            bits |= line << (row - top) * self.stride
        return bits << top * self.stride

    def _column(self, x: float) -> int:
        return min(max(1, ceil((x - self.left) * CELLS - 0.5)), self.stride - 1)

    def reader(self) -> Callable[[Point], bool]:
        """Tells of points, as things are now, whether the cell they lie in is land."""
        cells = self.bits.to_bytes((self.stride * self.rows + 7) // 8, "little")

        def dry(point: Point) -> bool:
            cell = floor((point[1] - self.top) * CELLS) * self.stride + floor((point[0] - self.left) * CELLS)
            return bool(0 <= cell < len(cells) * 8 and cells[cell >> 3] >> (cell & 7) & 1)

        return dry

    def add(self, ring: Sequence[Point]) -> None:
        """Make the inside of a ring land."""
        self.bits |= self.fill(ring)

    def cut(self, ring: Sequence[Point]) -> None:
        """Make the inside of a ring water."""
        self.bits &= ~self.fill(ring)

    def close(self, cells: int, within: int | None = None) -> None:
        """Fill cracks and corners up to twice ``cells`` wide, but only among the cells ``within``, if given."""
        everything = (1 << self.stride * self.rows) - 1
        closed = everything & ~self.grown(everything & ~self.grown(self.bits, cells), cells)
        self.bits |= closed if within is None else closed & within

    def grown(self, bits: int, cells: int) -> int:
        """Some cells and all others not further off, nearly as the crow flies."""
        s = self.stride
        everything = (1 << s * self.rows) - 1
        for step in range(cells):
            wide = bits | bits << 1 | bits >> 1
            bits = (wide | wide << s | wide >> s if step % 2 else wide | bits << s | bits >> s) & everything
        return bits

    def rings(self) -> Iterator[list[Point]]:
        """The outlines of all land, smooth; land on the right hand, so holes run the other way."""
        for ring in self._edges():
            yield simplified(_calmed([self._point(corner) for corner in ring]))

    def _edges(self) -> Iterator[list[int]]:
        """Outlines as corners of cells (row * stride + column of the cell to the lower right)."""
        s, land = self.stride, self.bits
        onward: dict[int, list[int]] = {}
        for delta, start, end in ((-s, 0, 1), (1, 1, s + 1), (s, s + 1, s), (-1, s, 0)):
            shifted = land << -delta if delta < 0 else land >> delta
            for cell in bits_of(land & ~shifted):
                onward.setdefault(cell + start, []).append(cell + end)
        while onward:
            begin = here = next(iter(onward))
            came, ring = 0, []
            while True:
                ring.append(here)
                ways = onward[here]
                # Where two cells touch at a corner only, turn right: they count as apart.
                go = ways[0] if len(ways) == 1 else self._rightmost(here, came, ways)
                ways.remove(go)
                if not ways:
                    del onward[here]
                came, here = go - here, go
                if here == begin:
                    break
            yield ring

    def _rightmost(self, here: int, came: int, ways: Sequence[int]) -> int:
        clockwise = (1, self.stride, -1, -self.stride)
        right = clockwise[(clockwise.index(came) + 1) % 4] if came else 0
        return here + right if here + right in ways else ways[0]

    def _point(self, corner: int) -> Point:
        row, column = divmod(corner, self.stride)
        return self.left + column / CELLS, self.top + row / CELLS


def bits_of(bits: int) -> Iterator[int]:
    """The numbers of the set bits of a large integer, ascending, a byte at a time."""
    for at, byte in enumerate(bits.to_bytes((bits.bit_length() + 7) // 8, "little")):
        if byte:
            for k in range(8):
                if byte >> k & 1:
                    yield at * 8 + k


def _calmed(ring: Sequence[Point]) -> list[Point]:
    """The ring without the steps of the cells: each point the weighted mean of five."""
    n = len(ring)
    weights = (1, 3, 4, 3, 1)
    found: list[Point] = []
    for i in range(n):
        around = [ring[(i + k) % n] for k in range(-2, 3)]
        found.append(
            (
                sum(w * p[0] for w, p in zip(weights, around, strict=True)) / 12,
                sum(w * p[1] for w, p in zip(weights, around, strict=True)) / 12,
            )
        )
    return found


def simplified(ring: Sequence[Point]) -> list[Point]:
    """The ring with no more points than it needs (Douglas and Peucker's way)."""
    n = len(ring)
    half = max(range(n), key=lambda i: hypot(ring[i][0] - ring[0][0], ring[i][1] - ring[0][1]))
    keep = {0, half}
    spans = [(0, half), (half, n)]
    while spans:
        start, end = spans.pop()
        (ax, ay), (bx, by) = ring[start], ring[end % n]
        length = hypot(bx - ax, by - ay) or 1e-9
        worst, at = 0.0, start
        for i in range(start + 1, end):
            x, y = ring[i]
            off = abs((x - ax) * (by - ay) - (y - ay) * (bx - ax)) / length
            if off > worst:
                worst, at = off, i
        if worst > STRAIGHT:
            keep.add(at)
            spans += [(start, at), (at, end)]
    return [ring[i] for i in sorted(keep)]


def area(ring: Sequence[Point]) -> float:
    """The area of a ring; negative for a hole."""
    return sum(x * v - u * y for (x, y), (u, v) in zip(ring, (*ring[1:], ring[0]), strict=True)) / 2
