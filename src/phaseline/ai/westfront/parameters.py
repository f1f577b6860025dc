"""The numbers by which the computer weighs things in WestFront."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from phaseline.ai.planning import read_parameters
from phaseline.engine.packs import merge
from phaseline.games.westfront.files import month_number


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
    aims: dict[str, float]


class Battle(Struct, frozen=True, forbid_unknown_fields=True):
    """What is asked of a battle."""

    rounds: int
    boldness: float
    folly: float
    edge: float
    threat: float
    quiet: tuple[float, ...]
    unfed: float
    closing: bool
    italians: float


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """Headquarters."""

    allied: float
    axis: float
    blitz: float
    supreme: float
    supreme_last: float
    spare: float
    counted: float
    counted_last: float
    counted_supreme: float
    refilled: float
    afar: float
    range: float
    overland: bool
    drawn: bool
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
    recall: int


class Supply(Struct, frozen=True, forbid_unknown_fields=True):
    """The enemy's Supply Origin, and one's own."""

    isolate: float = 0.0


DIFFERING = frozenset({"hungry", "buildup", "buildup_expected", "buildup_months"})
"""What of the worth of things may be weighed otherwise: all else is what hexes and units are worth to anybody."""


class Otherwise(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is weighed otherwise, by section, in some `half_years` (empty: in all) by some `seats` (empty: by both).

    It holds from the month `since` on, such as "1943-08" (empty: from the beginning).
    """

    half_years: tuple[str, ...] = ()
    seats: tuple[int, ...] = ()
    since: str = ""
    weigh: dict[str, dict[str, Any]]

    def __post_init__(self) -> None:
        """Raises `ValueError` for what is no month."""
        if self.since:
            month_number(self.since)

    def holds(self, half_year: str, seat: int, month: int) -> bool:
        """Whether a side goes by it in a half-year, in a month counted from January 1943 as 0."""
        return (
            (not self.half_years or half_year in self.half_years)
            and (not self.seats or seat in self.seats)
            and (not self.since or month >= month_number(self.since))
        )


class Parameters(Struct, frozen=True, forbid_unknown_fields=True):
    """See `data/parameters.toml`, where each has its line."""

    worth: Worth
    pull: Pull
    battle: Battle
    command: Command
    landing: Landing
    building: Building
    supply: Supply = Supply()
    otherwise: tuple[Otherwise, ...] = ()

    def __post_init__(self) -> None:
        """Raises `ValueError` for what is weighed otherwise by a number that there is not."""
        for each in self.otherwise:
            if alike := sorted(set(each.weigh.get("worth", {})) - DIFFERING):
                raise ValueError(
                    f"otherwise: worth: {alike[0]} is the same for both sides in every half-year"
                )
            try:
                self._with([each])
            except msgspec.ValidationError as error:
                raise ValueError(f"otherwise: {error}") from error

    def within(self, half_year: str, seat: int, month: int) -> Parameters:
        """As a side weighs in a month of a half-year, counted from January 1943 as 0: what is said later counts."""
        return self._with([each for each in self.otherwise if each.holds(half_year, seat, month)])

    def _with(self, found: Sequence[Otherwise]) -> Parameters:
        if not found:
            return self
        weights: dict[str, Any] = msgspec.to_builtins(self)
        del weights["otherwise"]
        for each in found:
            weights = merge(weights, each.weigh)
        return msgspec.convert(weights, Parameters)

    def under(self, weigh: Mapping[str, Any]) -> Parameters:
        """With what is weighed otherwise besides: what is listed as `otherwise` where that holds, then by section in any half-year."""
        everywhere = {section: numbers for section, numbers in weigh.items() if section != "otherwise"}
        more = msgspec.convert(weigh.get("otherwise", []), list[Otherwise])
        if everywhere:
            more.append(Otherwise(weigh=everywhere))
        return replace(self, otherwise=(*self.otherwise, *more)) if more else self


def parameters(package: str = "phaseline.ai.westfront") -> Parameters:
    """The parameters in force; another package may have its own."""
    found: Parameters = read_parameters(package, Parameters)
    return found
