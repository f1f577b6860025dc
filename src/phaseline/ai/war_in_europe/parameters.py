"""The numbers by which the computer weighs things in War in Europe; see `data/parameters.toml`, where each has its line."""

from __future__ import annotations

from msgspec import Struct

from phaseline.ai.planning import read_parameters


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    """What hexes and units are worth."""

    point: float
    early: float
    step: float
    source: float
    port: float
    city: float
    ground: float
    most: float
    speed: float


class Attacking(Struct, frozen=True, forbid_unknown_fields=True):
    """How attacks are weighed."""

    own: float
    kill: float
    horizon: float
    retreat: float
    trapped: float
    opening: float
    nearer: float
    thrown: float
    away: float
    commit: float
    least: float
    packages: int
    pool: int
    stand: float
    wings: int


class Marching(Struct, frozen=True, forbid_unknown_fields=True):
    """How moves are weighed."""

    fade: float
    share: float
    draw: float
    hold: float
    guard: float
    cover: float
    exposed: float
    brittle: float
    stay: float
    unfed: float
    enemy: float
    near: int
    holds: float
    ring: float


class Landing(Struct, frozen=True, forbid_unknown_fields=True):
    """How landings from the sea and the air are weighed."""

    pull: float
    port: float
    foothold: float
    foes: float
    friend: float
    spread: int
    least: float
    risk: float
    kill: float
    drop: float
    near: int
    prize: float
    likely: float


class Supplying(Struct, frozen=True, forbid_unknown_fields=True):
    """How the places of mobile supply units are weighed."""

    feeds: float
    saves: float
    ahead: float
    late: float
    first: float
    door: float
    behind: int
    risk: float
    stay: float


class Defending(Struct, frozen=True, forbid_unknown_fields=True):
    """Which sides defend a front in a scenario, and what a victory point counts there."""

    seats: tuple[int, ...]
    point: int
    attacks: bool = False


class Fronting(Struct, frozen=True, forbid_unknown_fields=True):
    """Whether fronts are drawn at all, who defends one, by scenario, and how it is weighed; whole numbers, strengths in eighths."""

    drawn: bool
    scenarios: dict[str, Defending]
    ground: int
    odds: int
    thin: int
    open: int
    gap: int
    soft: int
    breach: int
    shore: int
    left: int
    post: int
    least: float
    sure: float
    replaced: float
    cornered: float
    bold: float


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    """All of them."""

    worth: Worth
    attack: Attacking
    march: Marching
    landing: Landing
    supply: Supplying
    front: Fronting


def parameters() -> Parameters:
    """The parameters in force."""
    found: Parameters = read_parameters("phaseline.ai.war_in_europe", Parameters)
    return found
