"""The map of France '44 and the facts stated about it, for the tests beside this file."""

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import phaseline
from phaseline.atlas import HexMap, load
from phaseline.games.france44.board import Board
from phaseline.hexgrid import Hex, Mask, hexes

DATA = Path(phaseline.__file__).parent / "games" / "france44" / "data"
FACTS = tomllib.loads((Path(__file__).parent / "map_facts.toml").read_text(encoding="utf-8"))


@cache
def the_map() -> HexMap:
    """The checked-in map, loaded once."""
    return load(DATA / "map.toml")


@cache
def the_board() -> Board:
    """What the map means to the rules."""
    return Board(the_map())


def facts(kind: str) -> list[Any]:
    """The facts of a kind as test parameters, each marked with its case."""
    return [
        pytest.param(fact, id=" ".join(_words(fact)), marks=[pytest.mark.case("france44", fact["case"])])
        for fact in FACTS[kind]
    ]


def _words(fact: Mapping[str, Any]) -> Iterator[str]:
    for key, value in fact.items():
        if key != "why":
            yield "-".join(value) if isinstance(value, list) else str(value)


def labels(mask: Mask) -> list[str]:
    """Hex numbers of a set, in order."""
    return sorted(the_map().label(h) for h in hexes(mask))


def names(mask: Mask) -> set[str]:
    """The places in some hexes."""
    return {place.name for place in the_map().places.values() if mask >> place.hex & 1}


def homes(name: str) -> Mask:
    """The hex of a place; all of London's for London."""
    return the_board().london if name == "London" else 1 << the_map().place(name).hex


def home(name: str) -> Hex:
    """The hex of a place."""
    return the_map().place(name).hex


def apart(one: Mask, other: Mask) -> int:
    """Hexes between the nearest of two sets."""
    return min(the_map().grid.distance(a, b) for a in hexes(one) for b in hexes(other))
