"""The numbers by which the computer weighs things in France '44; see `data/parameters.toml`, where each has its line."""

from __future__ import annotations

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from phaseline.ai.planning import read_parameters, reweighed


class Worth(Struct, frozen=True, forbid_unknown_fields=True):
    """What hexes are worth."""

    point: float
    early: float
    city: float
    town: float
    ground: float
    port: float
    major: float
    mulberry: float
    beyond: float
    most: float
    site: float


class Attacking(Struct, frozen=True, forbid_unknown_fields=True):
    """How attacks are weighed."""

    own: tuple[float, float]
    kill: float
    horizon: float
    retreat: float
    trapped: float
    opening: float
    commit: float
    least: float
    packages: int
    ship: float
    bomber: float
    away: float
    pool: int
    answer: float


class Marching(Struct, frozen=True, forbid_unknown_fields=True):
    """How moves are weighed."""

    fade: float
    share: float
    hold: float
    keep: float
    cover: float
    exposed: float
    stay: float
    unfed: float
    walked: float
    thrift: float
    foresee: bool
    raids: bool
    enemy: tuple[float, float]
    prey: float
    watch: float
    near: int
    errand: float


class Landing(Struct, frozen=True, forbid_unknown_fields=True):
    """How landings from the sea and the air are weighed."""

    fade: float
    lead: float
    ashore: float
    empty: float
    spread: int
    sites: int
    least: float
    aim: float
    apart: float
    hold: float
    beyond: int
    strike: float
    drop: float


class Flying(Struct, frozen=True, forbid_unknown_fields=True):
    """Where air units go."""

    defend: float
    hinder: float
    cut: float
    bar: float
    held: float
    base: int


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    """All of them, and what is weighed `otherwise` in a scenario, by its key and by section."""

    worth: Worth
    attack: Attacking
    march: Marching
    landing: Landing
    air: Flying
    otherwise: dict[str, dict[str, dict[str, Any]]] = {}

    def __post_init__(self) -> None:
        """Raises `ValueError` for what is weighed otherwise by a number that there is not."""
        for scenario in self.otherwise:
            try:
                self.within(scenario)
            except ValueError as error:
                raise ValueError(f"otherwise: {scenario}: {error}") from error

    def within(self, scenario: str) -> Parameters:
        """As is weighed in a scenario."""
        weigh = self.otherwise.get(scenario)
        return reweighed(replace(self, otherwise={}), weigh) if weigh else self


def parameters() -> Parameters:
    """The parameters in force."""
    found: Parameters = read_parameters("phaseline.ai.france44", Parameters)
    return found
