"""The part of a map that a screen has room for, and how large its cells may be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import dist, prod

from phaseline.atlas.model import HexMap
from phaseline.chart.layout import SIZES, Layout, Size
from phaseline.engine.sheet import Sheet
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

READABLE = ("large", "medium", "small")
"""Sizes that show numbers; the tiny one only serves when the width leaves no other."""
SCROLLED = 2
"""A map up to so many screens high is drawn whole: one scrolls back to its top. Of a higher one a part is drawn."""


@dataclass(frozen=True)
class Wish:
    """How to draw.

    `width` and `height` are the room there is, in characters (None: any amount). `size` is that of a cell (None: the largest
    that fits), `at` the hex to have in the middle, with all up to `radius` from it.
    """

    width: int | None = None
    height: int | None = None
    size: str | None = None
    at: Hex | None = None
    radius: int | None = None
    ascii_only: bool = False


def frame(map: HexMap, sheet: Sheet, wish: Wish) -> tuple[Mask, str]:
    """The hexes to draw, and the size of their cells by name."""
    shown = map.on_map
    if wish.at is not None and wish.radius is not None:
        shown &= map.grid.disk(wish.at, wish.radius)
    layouts = {name: Layout(map.grid, hexes(shown), size) for name, size in SIZES.items()}
    name = wish.size or _largest(layouts, wish)
    window = _Window(layouts[name], wish)
    return (shown if window.whole else window.around(_focus(window, sheet, wish))), name


def _largest(layouts: dict[str, Layout], wish: Wish) -> str:
    """The largest size that fits; if none does, the largest with which a part shows enough."""
    wide = [name for name, layout in layouts.items() if wish.width is None or layout.width <= wish.width]
    high, scrolled = (
        [name for name in wide if wish.height is None or layouts[name].height <= wish.height * screens]
        for screens in (1, SCROLLED)
    )
    readable = [name for name in (*high, *scrolled) if name in READABLE]
    if readable:
        return readable[0]
    flat = wish.height is None or layouts["medium"].height <= wish.height
    return "medium" if flat else "small"


class _Window:
    """So many characters of a layout as there is room for."""

    def __init__(self, layout: Layout, wish: Wish) -> None:
        self.layout = layout
        wide = wish.width is None or layout.width <= wish.width
        # Who names a size may want to scroll through all of it.
        screens = SCROLLED if wide else 1
        high = wish.height is None or wish.size is not None or layout.height <= wish.height * screens
        self.whole = wide and high
        size = layout.size
        self.room = (
            layout.width if wide or wish.width is None else max(wish.width, size.across + 1),
            layout.height if high or wish.height is None else max(wish.height, size.down + 1),
        )

    def around(self, hex: Hex) -> Mask:
        """The hexes in sight when this one is in the middle, or as near to it as the edges of the map let it be."""
        return mask_of(self.in_sight(hex, self.layout.cells))

    def in_sight(self, hex: Hex, among: Iterable[Hex]) -> Iterator[Hex]:
        """Those `among` some hexes that are in sight then."""
        size = self.layout.size
        left, top = self._corner(hex, size)
        right, bottom = left + self.room[0] - size.across, top + self.room[1] - size.down
        for h in among:
            x, y = self.layout.cells[h]
            if left <= x < right and top <= y < bottom:
                yield h

    def _corner(self, hex: Hex, size: Size) -> tuple[int, int]:
        x, y = self.layout.cells[hex]
        left = min(max(0, x + (size.across + 1 - self.room[0]) // 2), self.layout.width - self.room[0])
        top = min(max(0, y + (size.down + 1 - self.room[1]) // 2), self.layout.height - self.room[1])
        return left, top


def _focus(window: _Window, sheet: Sheet, wish: Wish) -> Hex:
    """Where the middle of the window should be.

    It is where both sides have most before one's eyes, or, as long as they are far from each other, where most marks stand; of
    an empty map its middle.
    """
    if wish.at is not None:
        return wish.at
    cells = window.layout.cells
    sides: dict[Hex, Counter[int]] = {}
    for piece in sheet.pieces:
        if piece.hex in cells and piece.side is not None:
            sides.setdefault(piece.hex, Counter())[piece.side] += 1
    marked = {mark.hex for mark in sheet.marks if mark.hex in cells}
    if not sides and not marked:
        middle = window.layout.width / 2, window.layout.height / 2
        return min(cells, key=lambda hex: dist(cells[hex], middle))
    every = {side for there in sides.values() for side in there}

    def told(hex: Hex) -> tuple[int, int, int]:
        there = sum((sides[h] for h in window.in_sight(hex, sides)), Counter[int]())
        marks = sum(1 for _ in window.in_sight(hex, marked))
        return prod(there[side] for side in every), marks, there.total()

    return max(sides.keys() | marked, key=lambda hex: (told(hex), hex))
