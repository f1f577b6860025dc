"""Frame, title, legend and scale."""

from collections.abc import Iterator
from typing import Final

import msgspec

from phaseline.atlas.draw.boxes import text_width
from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.curves import number
from phaseline.atlas.draw.hexsides import CROSSINGS, STROKES, look
from phaseline.atlas.draw.scene import UNIT, Item, Layer, Lettering, Outline, Stamps, Text
from phaseline.atlas.draw.style import TERRAIN_PAINTS
from phaseline.atlas.draw.towns import BADGES, CITIES, PORTS, WORKS

MARGIN: Final = 46.0
"""From the map to the outer frame."""
ROW: Final = 46.0
"""Height of a line of the legend."""
SWATCH: Final = 62.0
COLUMN_GAP: Final = 44.0
HEAD: Final = 480.0
"""Least width of title and scale ..."""
HEAD_HEIGHT: Final = 150.0
"""... and their height."""
MOST_ROWS: Final = 7
"""A legend that needs more rows beside the title goes below it."""
CHAINS: Final[dict[str, tuple[str, ...]]] = {
    "rail": ("rail", "rail.ties"),
    "road": ("road",),
    "waterway": ("legend.waterway.edge", "legend.waterway"),
}
ANCHORED: Final = frozenset({"port.major", "port.minor", "base"})

TITLES: Final[dict[str, str]] = {
    "resource_value": "Resource",
    "victory": "Victory city",
    "capital": "Capital",
    "major": "Major city",
    "minor": "Minor city",
    "town": "Town",
}


class Entry(msgspec.Struct, frozen=True):
    """One line of the legend: what it shows, and its words. On terrain a `symbol` may stand."""

    kind: str
    key: str
    words: str
    symbol: str = ""


def rectangle(box: tuple[float, float, float, float]) -> str:
    """Path data of a box given as left, top, width, height."""
    left, top, width, height = box
    right, bottom = number(left + width), number(top + height)
    return f"M{number(left)} {number(top)}H{right}V{bottom}H{number(left)}Z"


def words(key: str) -> str:
    """A key as the legend writes it.

    >>> words("rail_ferry")
    'Rail ferry'
    """
    return TITLES.get(key) or key.replace("_", " ").replace(".", " ").capitalize()


def entries(canvas: Canvas) -> list[Entry]:
    """What the legend explains: exactly what the map shows."""
    m = canvas.map
    found = [
        Entry("terrain", kind.drawn_as, words(key))
        for key, kind in m.terrain_kinds.items()
        if m.terrain.get(key) and not (kind.water and kind.drawn_as == "sea")
    ]
    drawable = {"river", "sea", "lake", "strait", "ferry", "bridge", "alpine", *STROKES}
    for feature in m.features.values():
        if feature.drawn_as in drawable and feature.courses:
            kind = f"river.{feature.weight}" if feature.drawn_as == "river" else look(feature)
            title = words(feature.key) + (" hexside" if feature.key in m.terrain_kinds else "")
            found.append(Entry("side", kind, title))
    if "country" in m.areas and not any(f.drawn_as == "border" for f in m.features.values()):
        found.append(Entry("side", "border", "Border"))
    for kind in dict.fromkeys(chain.kind for chain in m.chains):
        names = {chain.name for chain in m.chains_of(kind)}
        found.append(Entry("chain", kind, (names.pop() if len(names) == 1 else "") or words(kind)))
    found = _joined(found, list(_place_entries(canvas)))
    if m.areas.get("beach"):
        found.append(Entry("terrain", "beach", "Beach"))
    if m.areas.get("closed"):
        found.append(Entry("closed", "closed", "Not in play"))
    return found


def _joined(ground: list[Entry], places: list[Entry]) -> list[Entry]:
    """Both lists, with one line for a terrain and the places that are called alike: they stand on it."""
    symbols = {entry.words: entry.key for entry in places}
    grounds = {entry.words for entry in ground if entry.kind == "terrain"}
    found = [
        msgspec.structs.replace(entry, symbol=symbols.get(entry.words, ""))
        if entry.kind == "terrain"
        else entry
        for entry in ground
    ]
    return found + [entry for entry in places if entry.words not in grounds]


def _place_entries(canvas: Canvas) -> Iterator[Entry]:
    places = [p for p in canvas.map.places.values() if not p.get("hidden", False)]
    for city, (symbol, _, _) in CITIES.items():
        if any(city == ("victory" if p.get("victory") else p.get("city")) for p in places if "city" in p):
            yield Entry("symbol", symbol, words(city))
    for port, (symbol, _) in PORTS.items():
        if any(p.get("port") == port and not p.get("base") for p in places):
            yield Entry("symbol", symbol, f"{port.capitalize()} port")
    if any(p.get("base") for p in places):
        yield Entry("symbol", "base", "Naval base")
    for key, symbol in BADGES.items():
        if any(p.get(key) for p in places):
            yield Entry("symbol", symbol, words(key))
    if any(p.get("fortress") for p in places):
        yield Entry("symbol", "fortress", "Fortress")
    for key, (symbol, _) in WORKS.items():
        if any(p.get(key) and not (key == "resource" and p.get("resource_value")) for p in places):
            yield Entry("symbol", symbol, words(key))


class Panel:
    """The strip below the map: title, legend, scale."""

    def __init__(
        self, canvas: Canvas, letterings: dict[str, Lettering], left: float, top: float, width: float
    ) -> None:
        self.canvas, self.letterings = canvas, letterings
        self.left, self.top, self.width = left, top, width
        m = canvas.map
        title, subtitle = (
            text_width(letterings["title"], m.title),
            text_width(letterings["subtitle"], m.subtitle),
        )
        self.title_size = min(1.0, width * 0.45 / max(1.0, title))
        self.head = max(title * self.title_size, subtitle, HEAD) + 2 * COLUMN_GAP
        every = entries(canvas)
        self.columns, self.rows = self._arrange(every, width - self.head)
        self.stacked = self.rows > MOST_ROWS
        if self.stacked:
            self.columns, self.rows = self._arrange(every, width)

    def _arrange(self, every: list[Entry], room: float) -> tuple[list[tuple[float, list[Entry]]], int]:
        """Columns (width, entries) of the legend, as few rows as the room allows."""
        rows = 3
        while True:
            columns = [every[i : i + rows] for i in range(0, len(every), rows)]
            widths = [
                max(text_width(self.letterings["legend"], e.words) for e in c) + SWATCH + 16 for c in columns
            ]
            if len(columns) < 2 or sum(widths) + COLUMN_GAP * (len(widths) - 1) <= room:
                return list(zip(widths, columns, strict=True)), rows
            rows += 1

    @property
    def height(self) -> float:
        """How much of the picture the panel takes."""
        legend = (self.rows + 1) * ROW
        return HEAD_HEIGHT + legend if self.stacked else max(HEAD_HEIGHT + 1.5 * ROW, legend)

    def layer(self) -> Layer:
        """All of the panel."""
        return Layer("panel", (*self._title(), *self._scale(), *self._legend()))

    def _title(self) -> Iterator[Item]:
        m = self.canvas.map
        size = self.letterings["title"].size * self.title_size
        y = self.top + 28 + size * 0.66
        yield Text(m.title.upper(), self.left, y, "title", "start", size=round(self.title_size, 3))
        if m.subtitle:
            yield Text(m.subtitle, self.left + 3, y + 46, "subtitle", "start")

    def _scale(self) -> Iterator[Item]:
        geo = self.canvas.map.georeference
        if geo is None:
            return
        step = _round_length(geo.km_per_hex * 1.1)
        unit = step / geo.km_per_hex * UNIT
        left = self.left + self.width - 4 * unit - 60 if self.stacked else self.left
        y = self.top + (72 if self.stacked else self.height - 34)
        for i in range(4):
            paint = "bar.black" if i % 2 == 0 else "bar.white"
            yield Outline(rectangle((left + i * unit, y, unit, 8)), paint)
        for i in range(0, 5, 2):
            text = f"{i * step:g}" + (" km" if i == 4 else "")
            yield Text(text, left + i * unit, y - 9, "scale", "middle" if i else "start")
        yield Text(f"one hex = {geo.km_per_hex:.0f} km", left, y + 31, "scale", "start")

    def _legend(self) -> Iterator[Item]:
        x = self.left + (0 if self.stacked else self.head)
        top = self.top + (HEAD_HEIGHT if self.stacked else 36)
        for width, column in self.columns:
            for row, entry in enumerate(column):
                y = top + (row + 0.5) * ROW
                yield from sample(entry, x, y)
                yield Text(entry.words, x + SWATCH + 12, y + 8, "legend", "start")
            x += width + COLUMN_GAP


def sample(entry: Entry, x: float, y: float) -> Iterator[Item]:
    """The little picture of a legend entry, its left middle at a point."""
    middle, right = number(x + SWATCH / 2), number(x + SWATCH)
    wave = f"M{number(x)} {number(y + 4)}C{number(x + 18)} {number(y - 12)} {middle} {number(y + 14)} {right} {number(y - 3)}"
    if entry.kind == "terrain":
        box = rectangle((x + 6, y - 17, SWATCH - 12, 34))
        yield Outline(box, f"terrain.{entry.key if entry.key in TERRAIN_PAINTS else 'clear'}")
        yield from _swatch_symbols(entry.key, x, y)
        yield Outline(box, "swatch")
        if entry.symbol:
            yield Stamps(entry.symbol, (x + SWATCH / 2, y), 0.31)
    elif entry.kind == "closed":
        box = rectangle((x + 6, y - 17, SWATCH - 12, 34))
        yield from (Outline(box, "terrain.clear"), Outline(box, "closed"), Outline(box, "swatch"))
    elif entry.kind == "symbol":
        yield Stamps(entry.key, (x + SWATCH / 2, y), 0.25 if entry.key in ANCHORED else 0.31)
        if entry.key in BADGES.values():
            yield Text("2", x + SWATCH / 2, y + 8.5, "badge")
    elif entry.key.startswith("river"):
        yield Outline(wave, f"legend.{entry.key}")
    elif entry.key in CROSSINGS:
        yield Stamps(entry.key, (x + SWATCH / 2, y), 0.36)
    elif entry.key == "alpine":
        yield Stamps("snowpeak", (x + 14, y, x + SWATCH / 2, y, x + SWATCH - 14, y), 0.28)
    elif entry.key in ("sea", "lake"):
        yield from (Outline(wave, "channel.edge"), Outline(wave, "channel"))
    else:
        strokes = CHAINS | STROKES
        yield from (Outline(wave, paint) for paint in strokes.get(entry.key, ("chain",)))


def _swatch_symbols(style: str, x: float, y: float) -> Iterator[Item]:
    symbols = {
        "forest": ("tree", 0.13),
        "hill": ("hummock", 0.2),
        "mountain": ("peak", 0.24),
        "alpine": ("snowpeak", 0.26),
        "marsh": ("tuft", 0.15),
        "rough": ("stone", 0.08),
        "desert": ("dot", 0.12),
        "city": ("block", 0.13),
    }
    if style in symbols:
        symbol, size = symbols[style]
        yield Stamps(symbol, (x + 20, y + 1, x + SWATCH - 20, y + 2), size)


def _round_length(km: float) -> float:
    """A round number of kilometres near a length."""
    power = 1.0
    while power * 10 <= km:
        power *= 10
    return min((power * f for f in (1, 2, 2.5, 5, 10)), key=lambda length: abs(length - km))


def frame_layer(field: tuple[float, float, float, float]) -> Layer:
    """A double line around the map."""
    left, top, width, height = field
    outer = rectangle((left - 9, top - 9, width + 18, height + 18))
    return Layer("frame", (Outline(rectangle(field), "neatline"), Outline(outer, "frame")))
