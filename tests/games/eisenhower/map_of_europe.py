"""The map of Eisenhower's War and the facts the rulebook states about it, for the tests beside this file."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import phaseline
from phaseline.atlas import HexMap, load
from phaseline.hexgrid import Hex, Mask, hexes

DATA = Path(phaseline.__file__).parent / "games" / "eisenhower" / "data"
FACTS = tomllib.loads((Path(__file__).parent / "map_facts.toml").read_text(encoding="utf-8"))


@cache
def the_map() -> HexMap:
    """The checked-in map, loaded once."""
    return load(DATA / "map.toml")


def facts(kind: str, *, having: str = "case") -> list[Any]:
    """The facts of a kind (that have a key) as test parameters, each marked with its case."""
    return [
        pytest.param(fact, id=" ".join(_words(fact)), marks=[pytest.mark.case("eisenhower", fact["case"])])
        for fact in FACTS[kind]
        if having in fact
    ]


def _words(fact: Mapping[str, Any]) -> Iterator[str]:
    for value in fact.values():
        yield "-".join(value) if isinstance(value, list) else str(value)


def labels(mask: Mask) -> list[str]:
    """Hex numbers of a set, in order."""
    return sorted(the_map().label(h) for h in hexes(mask))


def numbers(texts: list[str]) -> list[Hex]:
    """Hexes by number or place."""
    return [the_map().hex(text) for text in texts]


def playable() -> Mask:
    """Land that is part of the game."""
    closed = 0
    for mask in the_map().layer("closed").values():
        closed |= mask
    return the_map().land & ~closed


def walk(area: Mask, first: Hex, last: Hex) -> list[Hex]:
    """A way from first to last that steps on every hex of the area once; empty if there is none."""
    grid = the_map().grid

    def onward(way: list[Hex], left: Mask) -> list[Hex]:
        if not left:
            return way if way[-1] == last else []
        for there in grid.neighbours(way[-1]):
            if left >> there & 1 and (found := onward([*way, there], left & ~(1 << there))):
                return found
        return []

    return onward([first], area & ~(1 << first))
