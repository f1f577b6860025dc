"""The map of War in Europe and the facts stated about it, for the tests beside this file."""

import tomllib
from functools import cache
from pathlib import Path

import phaseline
from phaseline.atlas import HexMap, load
from phaseline.games.war_in_europe.board import Board
from phaseline.hexgrid import Hex, Mask, hexes

DATA = Path(phaseline.__file__).parent / "games" / "war_in_europe" / "data"
FACTS = tomllib.loads((Path(__file__).parent / "map_facts.toml").read_text(encoding="utf-8"))


@cache
def the_map() -> HexMap:
    """The checked-in map, loaded once."""
    return load(DATA / "map.toml")


@cache
def the_board() -> Board:
    """What the map means to the rules."""
    return Board(the_map())


def at(label: str) -> Hex:
    """The hex with a number."""
    return the_map().numbering.parse(label)


def home(name: str) -> Hex:
    """The hex of a place."""
    return the_map().place(name).hex


def labels(mask: Mask) -> set[str]:
    """The numbers of some hexes."""
    return {the_map().label(hex) for hex in hexes(mask)}
