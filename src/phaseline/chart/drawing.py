"""A sheet drawn on its map: cells with number, terrain, places, counters and marks."""

from __future__ import annotations

from dataclasses import dataclass

from rich.text import Text

from phaseline.atlas.model import HexMap
from phaseline.chart import looks
from phaseline.chart.canvas import Canvas
from phaseline.chart.layout import SIZES, Layout, Size
from phaseline.chart.window import Wish, frame
from phaseline.engine.sheet import Mark, Piece, Sheet
from phaseline.hexgrid import Hex, Mask, hexes

BRACKETS = ("[]", "()", "{}", "<>")
"""Around the counters of each seat, so that sides can be told apart without colours."""


@dataclass(frozen=True)
class Drawing:
    """The lines of a map, the hexes on them, how many it has, and the size of their cells."""

    lines: list[Text]
    hexes: Mask
    total: int
    size: str

    @property
    def shown(self) -> int:
        """How many hexes are drawn."""
        return self.hexes.bit_count()


def draw(map: HexMap, sheet: Sheet, wish: Wish) -> Drawing:
    """Draw a sheet on its map, or on the part of it that there is room for."""
    shown, name = frame(map, sheet, wish)
    painter = _Painter(map, sheet, shown, SIZES[name], ascii_only=wish.ascii_only)
    return Drawing(painter.paint(), shown, map.on_map.bit_count(), name)


class _Painter:
    def __init__(self, map: HexMap, sheet: Sheet, shown: Mask, size: Size, *, ascii_only: bool) -> None:
        self.map, self.shown, self.ascii_only = map, shown, ascii_only
        self.layout = Layout(map.grid, hexes(shown), size)
        self.size = self.layout.size
        self.canvas = Canvas(self.layout.width, self.layout.height, ascii_only=ascii_only)
        self.pieces: dict[Hex, list[Piece]] = {}
        self.marks: dict[Hex, list[Mark]] = {}
        for piece in sheet.pieces:
            if piece.hex is not None:
                self.pieces.setdefault(piece.hex, []).append(piece)
        for mark in sheet.marks:
            self.marks.setdefault(mark.hex, []).append(mark)

    def paint(self) -> list[Text]:
        for h in hexes(self.shown):
            self._ground(h)
        for h in hexes(self.shown):
            self._lattice(h)
        for key in self._features():
            self._feature(key)
        for h in hexes(self.shown):
            self._content(h)
        return self.canvas.lines()

    def _ground(self, h: Hex) -> None:
        x, y = self.layout.cells[h]
        kind = self.map.terrain_kinds[self.map.terrain_at(h)]
        self.canvas.fill(x, y, self.size.across + 1, self.size.down + 1, looks.PAPER)
        self.canvas.fill(x + 1, y + 1, self.size.across - 1, self.size.down - 1, looks.ground(kind.drawn_as))

    def _lattice(self, h: Hex) -> None:
        for direction in range(6):
            self.canvas.line(*self.layout.side(h, direction), 1, looks.LATTICE_INK)

    def _features(self) -> list[str]:
        """Features from the bottom one to the top one."""
        order = list(looks.SIDES)
        styles = {key: feature.drawn_as for key, feature in self.map.features.items()}
        return sorted(
            styles, key=lambda key: order.index(styles[key]) if styles[key] in order else len(order)
        )

    def _feature(self, key: str) -> None:
        sides = self.map.hexsides[key]
        ink = looks.side(self.map.features[key].drawn_as)
        for here, there in sides.pairs():
            for a, b in ((here, there), (there, here)):
                direction = self.map.grid.direction(a, b)
                if self.shown >> a & 1 and direction is not None:
                    self.canvas.line(*self.layout.side(a, direction), 2, ink)

    def _content(self, h: Hex) -> None:
        x, y = self.layout.cells[h]
        width, height = self.size.across - 1, self.size.down - 1
        room = max(0, height - 1)
        place = next((self.map.called(place) for place in self.map.places_at(h)), "")
        place = "" if place == self.map.label(h) else place  # hexes that are called after their places
        pieces = self.pieces.get(h, [])
        rows = self._counter_rows(pieces, width, room or 1)
        if len(pieces) == 1 and room > 1 and not place:
            rows += self._strength_row(pieces[0], width)
        if room:
            self._head(h, x + 1, y + 1, width)
        elif not rows:
            self.canvas.write(x + 1, y + 1, self._symbol(h).center(width), looks.INK)
        first = y + 1 + (1 if room else 0)
        for i, row in enumerate(rows):
            at = x + 1
            for text, ink in row:
                self.canvas.write(at, first + i, text, ink)
                at += len(text) + 1
        if place and len(rows) < room:
            self.canvas.write(x + 1, y + height, place[:width], looks.PLACE_INK)

    def _head(self, h: Hex, x: int, y: int, width: int) -> None:
        """Number on the left; marks and terrain symbol on the right. Marks that have no room there colour the number."""
        symbol, marks = self._symbol(h), self.marks.get(h, [])
        label = self.map.label(h)[:width]
        beside = len(label) + len(symbol) < width
        last = y if beside else y + self.size.down - 2
        room = max(0, width - len(label) - len(symbol) - 1)
        inks = [
            looks.side_ink(mark.side) if mark.side is None else looks.side_style(mark.side) for mark in marks
        ]
        self.canvas.write(x, y, label, inks[0] if inks and not room else looks.NUMBER_INK)
        self.canvas.write(x + width - len(symbol), last, symbol, looks.INK)
        star = "*" if self.ascii_only else "\u2605"
        for i, ink in enumerate(inks[:room]):
            self.canvas.write(x + len(label) + 1 + i, y, star, ink)

    def _symbol(self, h: Hex) -> str:
        kind = self.map.terrain_kinds[self.map.terrain_at(h)]
        return "" if kind.drawn_as == "clear" else kind.symbol

    def _counter_rows(self, pieces: list[Piece], width: int, room: int) -> list[list[tuple[str, str]]]:
        """Counters with strengths, one a row, if there is room; else labels side by side, and how many more."""
        if not pieces:
            return []
        if len(pieces) <= room:
            return [[(self._counter(piece, width), looks.side_style(piece.side))] for piece in pieces]
        rows: list[list[tuple[str, str]]] = [[] for _ in range(room)]
        left = list(pieces)
        for i, row in enumerate(rows):
            used = 0
            while left:
                text = self._counter(left[0], min(4, width))
                more = f"+{len(left)}"
                reserve = len(more) + 1 if i == room - 1 and len(left) > 1 else 0
                if used + len(text) + reserve > width:
                    break
                row.append((text, looks.side_style(left.pop(0).side)))
                used += len(text) + 1
            if left and i == room - 1:
                row.append((f"+{len(left)}"[: max(1, width - used)], looks.INK))
        return [row for row in rows if row]

    def _strength_row(self, piece: Piece, width: int) -> list[list[tuple[str, str]]]:
        """A lone counter's strength on a row of its own, when it had no room beside the label."""
        strength = piece.strength
        if (
            not strength
            or piece.face_down
            or len(strength) > width
            or strength in self._counter(piece, width)
        ):
            return []
        return [[(strength, looks.side_style(piece.side))]]

    def _counter(self, piece: Piece, width: int) -> str:
        around = "||" if piece.side is None else BRACKETS[piece.side % len(BRACKETS)]
        label = ("?" if piece.face_down else piece.label)[: max(1, width - 2)]
        full = f"{label} {piece.strength}" if piece.strength else label
        return f"{around[0]}{full if len(full) + 2 <= width else label}{around[1]}"[:width]
