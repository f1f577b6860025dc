"""What the staff reckons with: numbers in `data/parameters.toml`, so that they can be tuned without touching code."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from phaseline.ai.planning import read_parameters

PACKAGE = "phaseline.ai.eisenhower"


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    """What hexes are worth, in combat factors."""

    win: float
    port_later: tuple[float, ...]
    """By how many turns later the check comes that asks for it, less one."""
    port_spare: float
    launch_site: tuple[float, float]
    crown: bool
    ruhr: tuple[float, float]
    pair: float
    city: float
    german_city: tuple[float, ...]
    italian_city: tuple[float, ...]
    open_city: tuple[float, ...]
    beyond: float
    access: float
    line: float
    closing: float
    munich: float
    ground: float


class Attacking(Struct, frozen=True, forbid_unknown_fields=True):
    """How attacks are weighed."""

    kill: float
    menace: float
    recapture: float
    last_guard: float
    own: tuple[float, float]
    """By seat: Allied, German."""
    sparing: float
    """The same for an Allied unit through turn `sparing_through`."""
    sparing_through: int
    opening: float
    road: float
    commit: float
    least: float
    yields: float
    packages: int
    bombers: float
    drop: float


class Marching(Struct, frozen=True, forbid_unknown_fields=True):
    """How moves are weighed."""

    pull: float
    most: float
    errand: float
    fade: float
    crowd: float
    loyal: float
    timely: bool
    massed: bool
    exposed: float
    focus: float
    vital: float
    guard: float
    lull: float
    unfed: float
    hold: float
    stay: float
    wardens: int
    rush: float


class Fears(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of the enemy's strength is reckoned with."""

    quiet: tuple[float, ...]
    """By how many turns in a row he has neither marched nor fought."""
    calm: tuple[float, ...]
    """What is left of that by how many turns in a row he has not attacked."""
    answer: float
    exact: bool
    wary: tuple[str, ...]
    """In which scenarios the offensives of Turn 2 are feared on Turn 1, and for a city that is taken all that the enemy can do."""


class Offensives(Struct, frozen=True, forbid_unknown_fields=True):
    """When a mandated offensive is worth a marker."""

    least: float
    late: float
    prize: float
    alarm: float
    march: int


class Landings(Struct, frozen=True, forbid_unknown_fields=True):
    """Where the Allies land first, if they may choose."""

    sites: float
    """The chance to come ashore from which on it is at a launch site, with bombers, to win by all of them; 0: never."""


class Line(Struct, frozen=True, forbid_unknown_fields=True):
    """A line that the Germans hold from turn `first` to turn `last`."""

    name: str
    first: int
    last: int
    worth: float
    hexes: tuple[str, ...]


class Effort(Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes that are worth so much more to both sides through a turn: where a main effort is made."""

    hexes: tuple[str, ...]
    worth: float
    last: int = 9


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    """All parameters of the staff."""

    worth: Worth
    attack: Attacking
    march: Marching
    offensive: Offensives
    fear: Fears
    landing: Landings
    line: tuple[Line, ...]
    effort: tuple[Effort, ...]


@cache
def parameters() -> Parameters:
    """The parameters that come with the package. Raises `DataError` naming the entry that is wrong."""
    found: Parameters = read_parameters(PACKAGE, Parameters)
    return found
