"""The numbers by which the computer weighs things in WestFront."""

from __future__ import annotations

from msgspec import Struct

from phaseline.ai.planning import read_parameters


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    """What things are worth; see the file for each."""

    step: float
    fire: float
    unit: float
    minor: float
    headquarters: float
    hungry: float
    beachhead: float
    buildup: float
    buildup_expected: int
    buildup_months: int
    month: float
    origin: float
    city: float
    sicilian: float
    economy: float


class Pull(Struct, frozen=True, forbid_unknown_fields=True):
    """How places draw units to them."""

    fade: float
    strength: float
    empty: float
    guard: float
    reach: int


class Battle(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of a battle."""

    rounds: int
    boldness: float
    folly: float
    edge: float
    threat: float
    quiet: tuple[float, ...]
    unfed: float


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """Headquarters."""

    allied: float
    axis: float
    blitz: float
    supreme: float
    spare: float
    counted: float
    counted_last: float
    counted_supreme: float
    afar: float
    range: float
    overland: bool
    thrift: bool
    danger: float
    stranded: float
    strike: float


class Landing(Struct, frozen=True, forbid_unknown_fields=True):
    """Invasions."""

    price: float
    port: float
    near_port: float
    nobody: float
    friends: float
    hinterland: float
    risk: float
    fear: dict[str, float]
    unsafe: float
    unfed: float
    narrow: dict[str, float]
    spread: bool
    storm: float


class Building(Struct, frozen=True, forbid_unknown_fields=True):
    """Production."""

    front: float
    distance: int
    headquarters: float
    scarce: float
    static: float
    cadre: float
    early: float


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    """See `data/parameters.toml`, where each has its line."""

    worth: Worth
    pull: Pull
    battle: Battle
    command: Command
    landing: Landing
    building: Building


def parameters(package: str = "phaseline.ai.westfront") -> Parameters:
    """The parameters in force; another package may have its own."""
    found: Parameters = read_parameters(package, Parameters)
    return found
