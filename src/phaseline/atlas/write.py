"""Write a map as text that diffs well: the same map always gives the same bytes, and `load` gives the map back."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from phaseline.atlas import drawn
from phaseline.atlas.errors import MapError
from phaseline.atlas.frozen import FrozenDict
from phaseline.atlas.model import HexMap
from phaseline.atlas.notation import Notation
from phaseline.atlas.numbered import describe_numbering
from phaseline.atlas.parts import OFF_MAP, WATER, Chain, Label, Provenance, Value
from phaseline.atlas.schema import FORMAT
from phaseline.hexgrid import Hex, Mask, Orientation, hexes

BARE: Final = re.compile(r"[A-Za-z0-9_-]+")
SYMBOLS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
DRAWN_FROM: Final = 40
"""A layer of areas that cover more hexes than this is drawn; a smaller one is written as ranges."""


def write(hex_map: HexMap, path: Path | str) -> None:
    """Write the map to a file (UTF-8, line feeds)."""
    Path(path).write_bytes(dumps(hex_map).encode("utf-8"))


def dumps(hex_map: HexMap) -> str:
    """The map as the text of a map file.

    Raises:
        MapError: the map holds what the format cannot say (a character used twice, overlapping terrain).
    """
    return "\n".join(_Writer(hex_map).blocks())


class _Writer:
    def __init__(self, hex_map: HexMap) -> None:
        self.map = hex_map
        self.notation = Notation(hex_map.grid, hex_map.label, hex_map.numbering.parse)

    def blocks(self) -> Iterator[str]:
        yield self.head()
        if self.map.georeference is not None:
            yield from self.georeference()
        yield from self.terrain()
        for key in self.map.features:
            yield from self.feature(key)
        yield from self.table(["places"], ((_text(name), self.place(name)) for name in self.map.places))
        for kind in dict.fromkeys(chain.kind for chain in self.map.chains):
            yield from self.table(["chains", kind], self.chains(kind))
        for layer in self.map.areas:
            yield from self.layer(layer)
        for style in dict.fromkeys(label.style for label in self.map.labels):
            yield from self.table(["labels", style], self.labels(style))
        shapes = self.map.shapes.items()
        yield from self.table(
            ["shapes"], ((_key(name), _rows(_ring(r) for r in rings)) for name, rings in shapes)
        )
        yield from self.table(["provenance"], self.provenance())

    def table(self, path: Iterable[str], entries: Iterable[tuple[str, str]]) -> Iterator[str]:
        lines = [f"{key} = {value}\n" for key, value in entries]
        if lines:
            yield f"[{'.'.join(_key(part) for part in path)}]\n" + "".join(lines)

    # --- blocks ----------------------------------------------------------------------------------------

    def head(self) -> str:
        grid = self.map.grid
        pointy = grid.orientation is Orientation.POINTY
        rows, columns = (grid.lines, grid.length) if pointy else (grid.length, grid.lines)
        head = [f"format = {FORMAT}", f"name = {_text(self.map.name)}", f"title = {_text(self.map.title)}"]
        if self.map.subtitle:
            head.append(f"subtitle = {_text(self.map.subtitle)}")
        head += ["", "[grid]", f'orientation = "{"pointy" if pointy else "flat"}"']
        head += [f"rows = {rows}", f"columns = {columns}", f'shoved = "{grid.shoved}"']
        head += [
            "",
            "[numbering]",
            *self.numbering(),
        ]
        return "\n".join(head) + "\n"

    def numbering(self) -> Iterator[str]:
        printed = self.map.numbers_printed
        for key, value in describe_numbering(self.map.numbering, printed=printed).items():
            tables = _rows(_inline(_values(table)) for table in value) if isinstance(value, list) else ""
            yield f"{key} = {tables or _value(value)}"

    def georeference(self) -> Iterator[str]:
        geo = self.map.georeference
        assert geo is not None
        yield from self.table(
            ["georeference"],
            (
                ("projection", _text(geo.projection)),
                ("km_per_hex", _value(geo.km_per_hex)),
                ("rotation", _value(geo.rotation)),
                ("origin", _pair(geo.origin)),
                ("origin_km", _pair(geo.origin_km)),
            ),
        )
        controls = {
            point.name: {
                "at": _text(self.map.label(point.at)) if isinstance(point.at, int) else _pair(point.at),
                "lat": _value(point.lat),
                "lon": _value(point.lon),
            }
            for point in geo.controls
        }
        yield from self.table(
            ["georeference", "controls"], ((_text(k), _inline(v)) for k, v in controls.items())
        )

    def terrain(self) -> Iterator[str]:
        symbols: dict[Hex, str] = {}
        for key, mask in self.map.terrain.items():
            for h in hexes(mask):
                if h in symbols:
                    raise MapError(f"{self.map.label(h)} has two terrains, one of them {key!r}")
                symbols[h] = self.map.terrain_kinds[key].symbol
        yield f'[terrain]\ndrawn = """\n{self.drawing(symbols)}"""\n'
        legend: dict[str, str] = {}
        for kind in self.map.terrain_kinds.values():
            entry = {"key": _text(kind.key)}
            if kind.drawn_as != kind.key:
                entry["drawn_as"] = _text(kind.drawn_as)
            if kind.water != (kind.drawn_as in WATER):
                entry["water"] = _value(kind.water)
            if kind.symbol in legend:
                raise MapError(
                    f"the character {kind.symbol!r} stands for two kinds of terrain, one is {kind.key!r}"
                )
            drawn.check_symbol(kind.symbol)
            legend[kind.symbol] = _inline(entry) if len(entry) > 1 else entry["key"]
        yield from self.table(
            ["terrain", "legend"], ((_text(symbol), entry) for symbol, entry in legend.items())
        )

    def feature(self, key: str) -> Iterator[str]:
        feature = self.map.features[key]
        courses: dict[str, list[str]] = {}
        for course in feature.courses:
            courses.setdefault(course.name, []).append(self.notation.write_sides(course.sides))
        unnamed = courses.pop("", [])
        head = [f"[hexsides.{_key(key)}]"]
        if feature.drawn_as != key:
            head.append(f"drawn_as = {_text(feature.drawn_as)}")
        if feature.weight != 1:
            head.append(f"weight = {_value(feature.weight)}")
        if unnamed:
            head.append(f"sides = {_one_or_rows(unnamed)}")
        if len(head) > 1 or not courses:
            yield "\n".join(head) + "\n"
        named = ((_text(name), _one_or_rows(texts)) for name, texts in courses.items())
        yield from self.table(["hexsides", key, "courses"], named)

    def place(self, name: str) -> str:
        place = self.map.places[name]
        entry = {"hex": _text(self.map.label(place.hex))}
        if place.shift != (0.0, 0.0):
            entry["shift"] = _pair(place.shift)
        return _inline(entry | _values(place.attributes))

    def chains(self, kind: str) -> Iterator[tuple[str, str]]:
        named: dict[str, list[Chain]] = {}
        for chain in self.map.chains_of(kind):
            named.setdefault(chain.name, []).append(chain)
        for name, chains in named.items():
            stretches = _one_or_list(self.notation.write_path(chain.hexes) for chain in chains)
            attributes = chains[0].attributes
            if any(chain.attributes != attributes for chain in chains):
                raise MapError(
                    f"the stretches of {kind} {name!r} differ in attributes: give them names of their own"
                )
            yield (
                _text(name),
                _inline({"hexes": stretches} | _values(attributes)) if attributes else stretches,
            )

    def layer(self, layer: str) -> Iterator[str]:
        areas = self.map.areas[layer]
        if _drawable(areas):
            legend = _letters(areas)
            symbols = {h: legend[name] for name, mask in areas.items() for h in hexes(mask)}
            yield f'[areas.{_key(layer)}]\ndrawn = """\n{self.drawing(symbols)}"""\n'
            yield from self.table(["areas", layer, "legend"], ((_text(legend[n]), _text(n)) for n in areas))
        elif areas:
            written = ((_text(name), _text(self.notation.write_mask(mask))) for name, mask in areas.items())
            yield from self.table(["areas", layer, "hexes"], written)
        else:
            yield f"[areas.{_key(layer)}]\n"
        facts = self.map.facts.get(layer, FrozenDict())
        entries = ((_text(name), _inline(_values(table))) for name, table in facts.items())
        yield from self.table(["areas", layer, "facts"], entries)

    def labels(self, style: str) -> Iterator[tuple[str, str]]:
        found: dict[str, list[Label]] = {}
        for label in self.map.labels:
            if label.style == style:
                found.setdefault(label.text, []).append(label)
        for text, labels in found.items():
            yield _text(text), _one_or_tables(self.one_label(label) for label in labels)

    def one_label(self, label: Label) -> str:
        entry = {"at": _text(self.map.label(label.at))}
        if label.to is not None:
            entry["to"] = _text(self.map.label(label.to))
        if label.shift != (0.0, 0.0):
            entry["shift"] = _pair(label.shift)
        if label.angle:
            entry["angle"] = _value(label.angle)
        if label.size != 1.0:
            entry["size"] = _value(label.size)
        return _inline(entry)

    def provenance(self) -> Iterator[tuple[str, str]]:
        found: dict[str, list[Provenance]] = {}
        for note in self.map.provenance:
            found.setdefault(note.of, []).append(note)
        for of, notes in found.items():
            yield _text(of), _one_or_tables(self.one_note(note) for note in notes)

    def one_note(self, note: Provenance) -> str:
        entry = {"source": _text(note.source)}
        if note.case:
            entry["case"] = _text(note.case)
        if note.hexes:
            entry["hexes"] = _text(self.notation.write_path(note.hexes))
        if note.names:
            entry["names"] = _value(note.names)
        if note.reason:
            entry["reason"] = _text(note.reason)
        return _inline(entry)

    def drawing(self, symbols: Mapping[Hex, str]) -> str:
        return drawn.write(self.map.grid, lambda h: symbols.get(h, OFF_MAP), self.map.label)


def _drawable(areas: Mapping[str, Mask]) -> bool:
    union = 0
    for mask in areas.values():
        if union & mask or not mask:
            return False
        union |= mask
    return union.bit_count() > DRAWN_FROM and len(areas) <= len(SYMBOLS)


def _letters(areas: Iterable[str]) -> dict[str, str]:
    """A character for each area: its first letter, else another of its letters, else the first one free."""
    letters: dict[str, str] = {}
    free = dict.fromkeys(SYMBOLS)
    for name in areas:
        own = [form for ch in name for form in (ch.upper(), ch.lower()) if form in free]
        letters[name] = own[0] if own else next(iter(free))
        del free[letters[name]]
    return letters


# --- TOML ----------------------------------------------------------------------------------------------


def _text(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _key(key: str) -> str:
    return key if BARE.fullmatch(key) else _text(key)


def _value(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, str):
        return _text(value)
    return f"[{', '.join(_text(v) for v in value)}]"


def _values(attributes: Mapping[str, Value]) -> dict[str, str]:
    return {key: _value(value) for key, value in attributes.items()}


def _inline(entry: Mapping[str, str]) -> str:
    return f"{{ {', '.join(f'{_key(k)} = {v}' for k, v in entry.items())} }}"


def _pair(point: tuple[float, float]) -> str:
    return f"[{point[0]!r}, {point[1]!r}]"


def _ring(points: Iterable[tuple[float, float]]) -> str:
    return _text(" ".join(f"{round(x * 100)},{round(y * 100)}" for x, y in points))


def _rows(items: Iterable[str]) -> str:
    return "[\n" + "".join(f"    {item},\n" for item in items) + "]"


def _one_or_rows(texts: list[str]) -> str:
    return _text(texts[0]) if len(texts) == 1 else _rows(_text(text) for text in texts)


def _one_or_list(texts: Iterable[str]) -> str:
    written = [_text(text) for text in texts]
    return written[0] if len(written) == 1 else f"[{', '.join(written)}]"


def _one_or_tables(entries: Iterable[str]) -> str:
    written = list(entries)
    return written[0] if len(written) == 1 else _rows(written)
