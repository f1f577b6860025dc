"""The words of a game's maps for authors of case files: what `map` can say that the rules take notice of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from phaseline.atlas.model import HexMap
from phaseline.engine.casefile.tree import shown
from phaseline.engine.game import Game

MOST = 30
"""So many values of a fact are listed, and names of areas."""
NOTES = ("case",)
"""What the files of maps say of a place for readers only."""


def map_words(game: Game[Any, Any]) -> Iterator[str]:
    """The terrain, facts of hexes, hexsides, lines and areas that the maps of the game's scenarios have."""
    yield "# written so: hexes: {A: {FACT: VALUE}}, hexsides: {NAME: [[A, B]]}, lines: {KIND: [A, B]}, areas: {LAYER: {NAME: [A]}}"
    maps = [game.load(key).map for key in game.scenarios()]
    terrain = _union(map.terrain_kinds for map in maps)
    yield f"hexes, terrain: {_some(terrain)}"
    for fact, values in _facts(maps).items():
        yield f"hexes, {fact}: {_some(sorted(values))}"
    yield f"hexsides: {_some(_union(map.features for map in maps))}"
    lines = _union([chain.kind for chain in map.chains] for map in maps)
    yield f"lines: {_some(lines)}"
    for layer in _union(map.areas for map in maps):
        names = _union(map.areas.get(layer, {}) for map in maps)
        yield f"areas, {layer}: {_some(names)}"


def _facts(maps: Iterable[HexMap]) -> dict[str, set[str]]:
    """The facts of places, and the values they have."""
    facts: dict[str, set[str]] = {}
    for map in maps:
        for place in map.places.values():
            for fact, value in place.attributes.items():
                if fact in NOTES:
                    continue
                values = value if isinstance(value, tuple) else (value,)
                facts.setdefault(fact, set()).update(shown(item) for item in values)
    return facts


def _union(names: Iterable[Iterable[str]]) -> list[str]:
    return list(dict.fromkeys(name for some in names for name in some))


def _some(names: list[str]) -> str:
    more = f" | ... ({len(names)} in all)" if len(names) > MOST else ""
    return (" | ".join(names[:MOST]) + more) or "none"
