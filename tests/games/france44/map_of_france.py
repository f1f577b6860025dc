"""The map of France '44 and the facts stated about it, for the tests beside this file."""

from functools import cache
from pathlib import Path

import phaseline
from phaseline.atlas import HexMap, load
from phaseline.games.france44.board import Board
from phaseline.hexgrid import Hex, Mask, hexes

DATA = Path(phaseline.__file__).parent / "games" / "france44" / "data"


@cache
def the_map() -> HexMap:
    """The checked-in map, loaded once."""
    return load(DATA / "map.toml")


@cache
def the_board() -> Board:
    """What the map means to the rules."""
    return Board(the_map())


def labels(mask: Mask) -> list[str]:
    """Hex numbers of a set, in order."""
    return sorted(the_map().label(h) for h in hexes(mask))


def names(mask: Mask) -> set[str]:
    """The places in some hexes."""
    return {place.name for place in the_map().places.values() if mask >> place.hex & 1}


def home(name: str) -> Hex:
    """The hex of a place."""
    return the_map().place(name).hex
