"""What a map says of itself: its legend, and a hex in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import Value
from phaseline.engine.aids.parts import LegendEntry, Line

POLITICAL: Final = ("country", "region")
"""Layers of areas that say where a hex lies."""
PLACES: Final = ("city", "port", "fortress")
"""Attributes of places that any game understands."""


def words(key: str) -> str:
    """A key of a map file as words.

    >>> words("major_river")
    'major river'
    """
    return key.replace("_", " ").replace(".", " ")


def legend(board: HexMap) -> list[LegendEntry]:
    """The terrain kinds and hexside features that the map really has."""
    found = [
        LegendEntry(key=key, title=words(key).capitalize())
        for key in board.terrain_kinds
        if board.terrain.get(key)
    ]
    found += [
        LegendEntry(key=key, title=words(key).capitalize(), kind="hexside")
        for key, feature in board.features.items()
        if feature.courses
    ]
    return found


def hex_title(board: HexMap, hex: int) -> str:
    """The hex as people name it: its label, and the first place in it.

    >>> board = HexMap.from_drawing(". A", places={"A": {"name": "Caen"}})
    >>> hex_title(board, board.hex("Caen")), hex_title(board, board.hex("0101"))
    ('0102 Caen', '0101')
    """
    places = board.places_at(hex)
    label = board.label(hex)
    return f"{label} {board.called(places[0])}" if places and places[0].name != label else label


def hex_name(board: HexMap, hex: int) -> str:
    """The hex in a heading: the first place in it, or its label where there is none.

    >>> board = HexMap.from_drawing(". A", places={"A": {"name": "Caen"}})
    >>> hex_name(board, board.hex("Caen")), hex_name(board, board.hex("0101"))
    ('Caen', '0101')
    """
    places = board.places_at(hex)
    return board.called(places[0]) if places else board.label(hex)


def terrain_name(board: HexMap, hex: int) -> str:
    """The terrain of a hex as a heading; where there is none, that it is off the map.

    >>> board = HexMap.from_drawing(". A")
    >>> terrain_name(board, board.hex("0101")), terrain_name(board, 99)
    ('Clear', 'Off the map')
    """
    return words(board.terrain_at(hex) or "off the map").capitalize()


def hex_lines(board: HexMap, hex: int) -> Iterator[Line]:
    """Terrain, the country it lies in, what lies on its sides, and its places."""
    terrain = terrain_name(board, hex)
    yield Line(terrain)
    for layer in POLITICAL:
        if layer in board.areas and (names := board.areas_at(layer, hex)):
            yield Line(", ".join(words(name) for name in names))
    yield from side_lines(board, hex)
    # A town that is the terrain of its hex is not told of twice.
    yield from (line for line in hex_place_lines(board, hex) if line.text.capitalize() != terrain)


def side_lines(board: HexMap, hex: int) -> Iterator[Line]:
    """Each feature on the sides of the hex, with the directions it lies in."""
    directions: dict[str, list[str]] = {}
    for direction, name in enumerate(board.grid.directions):
        other = board.grid.neighbour(hex, direction)
        if other is not None:
            for key in board.features_between(hex, other):
                directions.setdefault(key, []).append(name)
    for key, found in directions.items():
        yield Line(f"{words(key).capitalize()}: {', '.join(found)}")


def hex_place_lines(board: HexMap, hex: int, shown: Sequence[str] = PLACES) -> Iterator[Line]:
    """Each place in the hex with those of its attributes that are `shown`; the first is named by `hex_title` already."""
    for number, place in enumerate(board.places_at(hex)):
        named = [] if number == 0 else [board.called(place)]
        facts = ", ".join(_fact(key, place[key]) for key in shown if place.get(key))
        if named or facts:
            yield Line(": ".join([*named, *filter(None, [facts])]))


def _fact(key: str, value: Value) -> str:
    """An attribute of a place in words: `major port`, `fortress`, `town`."""
    if (key, value) == ("city", "town"):
        return "town"
    return words(key) if value is True else f"{words(str(value))} {words(key)}"
