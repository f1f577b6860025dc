"""Fortified units (18): divisions that dig in, and help others of their hex; and fortified lines that are overcome."""

from __future__ import annotations

import datetime

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import CombatPhase
from phaseline.games.war_in_europe.rules import odds, supply
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask

WEEK = datetime.timedelta(weeks=1)
FROM, EARLY = datetime.date(1940, 8, 1), datetime.date(1940, 1, 8)
"""The day from which divisions may be fortified, and the other reading of it (R70)."""
SURE = 6
"""So many points of infantry need no die (18)."""


# -- when and who -----------------------------------------------------------------------------------------------------


@case("18.0a", "18.12")
def early(s: WarState) -> Refusal | None:
    """Why nobody can fortify yet: in the first turn of a scenario, or before August 1940 (R70); None when one may."""
    p, scenario = s.position, s.scenario
    first = EARLY if scenario.options.early_works else FROM
    if datetime.date.fromisoformat(scenario.setup.begins) + (p.turn - 1) * WEEK < first:
        return Refusal("18.0a", f"nobody fortifies before {first:%B %Y}")
    return Refusal("18.12", "nobody fortifies in the first turn") if p.turn <= 1 else None


def too_early(s: WarState) -> bool:
    """Whether nobody can fortify yet."""
    return early(s) is not None


@case("18.0b")
def resting(s: WarState, seat: int) -> Mask:
    """The units of a side that have neither moved nor attacked in this player turn, by whatever means (R110)."""
    p = s.position
    return s.on_map(seat) & ~(p.travelled | p.carried | p.fought | p.entrained)


def able(s: WarState, seat: int) -> Mask:
    """The units of a side that have a fortified side."""
    return s.on_map(seat) & s.scenario.diggers


@case("18.0b", "18.11", "18.12", "18.13", "18.24", "18.25")
def diggers(s: WarState) -> Narrowing:
    """The units that may try to fortify themselves."""
    phase, p, scenario = s.frame(CombatPhase), s.position, s.scenario
    seat = phase.seat
    forts = s.where(p.fortified & s.on_map(seat))
    here = s.where(able(s, seat))
    why = early(s)
    return (
        s.choose_unit(seat, "18.0a")
        .only(scenario.diggers, "18.0a", "units of its kind are not fortified")
        .require(why is None, "18.12", lambda _: why or "")
        .without(p.fortified, "18.0a", "it is fortified already")
        .without(p.entrained, "18.0b", "it is entrained")
        .only(resting(s, seat), "18.0b", "it has moved or attacked in this player turn")
        .without(p.unsupplied, "18.11", "it is out of supply")
        .without(s.units_in(here & (s.muddy | s.bottomless), seat), "18.12", "there is mud")
        .without(s.units_in(forts, seat), "18.24", "there is a fortified unit in its hex already")
        .without(phase.tried, "18.0b", "it has tried in this phase")
    )


def asked_to_dig(s: WarState) -> list[int]:
    """The phasing player, if he has somebody who may try."""
    seat = s.frame(CombatPhase).seat
    return [seat] if able(s, seat) and diggers(s) else []


def asked_to_leave(s: WarState) -> list[int]:
    """The phasing player, if he has fortified units."""
    seat = s.frame(CombatPhase).seat
    return [seat] if s.position.fortified & s.on_map(seat) else []


@case("18.11")
def judge(s: WarState) -> None:
    """Whoever may dig in has to be in supply at that moment, after the attacks (R94)."""
    if able(s, s.frame(CombatPhase).seat) and not too_early(s):
        supply.judge(s)


# -- orders -----------------------------------------------------------------------------------------------------------


@case("18.0b", "18.0c")
def points(s: WarState, unit: int) -> int:
    """What the infantry in the hex of a unit counts that has neither moved nor attacked, the unit's own among it (R110)."""
    seat = s.scenario.side_of[unit]
    stack = s.standing.by_hex[seat][s.position.at[unit]]
    return odds.printed(s, stack & resting(s, seat) & s.scenario.foot & ~s.position.fortified)


@case("18.0a", "18.0b", "18.0c", "18.13")
class FortifyUnit(OrderRule[orders.Fortify, WarState]):
    """A division digs in: on a die that is not higher than the infantry counts that helps, with six points for certain."""

    order = orders.Fortify

    def unit(self, s: WarState) -> Narrowing:
        """French 3-4 and Soviet 1-4 divisions that have stayed where they are."""
        return diggers(s)

    def apply(self, s: WarState, order: orders.Fortify) -> None:
        """Roll, if there is any doubt."""
        phase, unit = s.frame(CombatPhase), order.unit
        found = points(s, unit)
        s.update(phase, tried=phase.tried | 1 << unit)
        if found < SURE and s.roll("fortifying", "18.0b", by=phase.seat) > found:
            s.tell("fortify", "18.0b", "{unit:unit} does not get its works done", unit=unit)
            return
        s.position.fortified |= 1 << unit
        s.tell("fortify", "18.0a", "{unit:unit} is fortified", unit=unit)


@case("18.0d", "18.13", "18.14", "18.21", "18.22")
class UnfortifyUnit(OrderRule[orders.Unfortify, WarState]):
    """A fortified unit is a normal division again, whatever its supply."""

    order = orders.Unfortify

    def unit(self, s: WarState) -> Narrowing:
        """Fortified units."""
        found = s.choose_unit(s.frame(CombatPhase).seat, "18.0d")
        return found.only(s.position.fortified, "18.0d", "it is not fortified")

    def apply(self, s: WarState, order: orders.Unfortify) -> None:
        """Turn it over."""
        s.position.fortified &= ~(1 << order.unit)
        s.tell("fortify", "18.0d", "{unit:unit} leaves its works", unit=order.unit)


class EndFortifying(EndStep[orders.Done, WarState]):
    """Nobody else digs in, or leaves his works."""

    order = orders.Done


# -- fortified lines --------------------------------------------------------------------------------------------------


@case("8.26a", "tbl.5.8.fort")
def raze(s: WarState) -> None:
    """A line is lost for good where an enemy combat unit stands at the end of a combat or mechanized phase (R131).

    Who has just dropped holds no hex before the air interdiction phase begins, and so overcomes no line (8.26); nor does who has
    landed in it beside its garrison, which he had to drive out and has not.
    """
    seat = s.phasing
    works = s.works(1 - seat) & ~s.occupied(1 - seat)
    if works & s.occupied(seat):
        units = s.units_in(works, seat) & s.scenario.combat_units & ~s.position.dropped
        s.position.razed |= works & s.where(units)
