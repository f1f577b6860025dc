"""The exact prospects of an attack: every term of the odds, and what each die brings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from phaseline.drill import battle
from phaseline.engine.aids import Forecast, Line
from phaseline.engine.dice import DiceExhausted, ScriptedDice, SeededDice
from phaseline.engine.orders import Order
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, GERMAN, NOWHERE, Battle, Plan
from phaseline.games.france44.results import Result, explain
from phaseline.games.france44.rules import announcing, odds, retreat, support
from phaseline.games.france44.rules.battle import defenders
from phaseline.games.france44.rules.reach import at_sea
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes
from phaseline.mechanics import prospects
from phaseline.mechanics.distributions import Distribution
from phaseline.mechanics.weighing import OddsTable


def planned(s: FranceState, seat: int, kind: type[Order] | None, chosen: Sequence[Any]) -> Plan | None:
    """The attack under way as it is put together, or as an order begun so would make it; None when there is none."""
    if kind is orders.Attack and len(chosen) > 1:
        return Plan(attacker=seat, target=chosen[1], targets=1 << chosen[1], attackers=1 << chosen[0])
    if kind is orders.Answer and chosen:
        announced: Plan = s.position.announced[chosen[0] - 1]
        return replace(announced, answer=chosen[1]) if len(chosen) > 1 else announced
    if kind is None and not s.within(Plan) and not s.within(Battle):
        return next(filter(None, (assault(s, beach) for beach in reversed(s.position.beach.values()))), None)
    plan = battle.planned(s, Plan, orders.Join, kind, chosen)
    return None if plan is None else _with(plan, kind, chosen[0] if chosen else NOWHERE)


def assault(s: FranceState, beach: Hex) -> Plan | None:
    """The attack of those who are off a beach (12.6); None where nobody holds it."""
    units = announcing.off_beach(s, beach)
    if not units or not s.occupied(GERMAN) >> beach & 1:
        return None
    return Plan(attacker=ALLIED, target=beach, targets=1 << beach, attackers=units)


def sailed(s: FranceState, seat: int, unit: int, beach: Hex) -> FranceState | None:
    """A copy of the state in which a unit has sailed for a beach, to the first sea hex that it may take; None if it may not."""
    for sea in s.legal(seat).values(orders.Invade, unit, beach):
        twin = s.copy(SeededDice(bytes(32)))
        twin.apply(seat, orders.Invade(unit, beach, sea))
        return twin
    return None


def at_the_die(s: FranceState, seat: int, order: Order, fallen: Sequence[int]) -> FranceState | None:
    """A copy of the state as it is after an order and the dice `fallen`, when the next die is due; None when none is."""
    twin = s.copy(ScriptedDice(fallen))
    try:
        twin.apply(seat, order)
    except DiceExhausted:
        return twin
    return None


def _with(plan: Plan, kind: type[Order] | None, value: int) -> Plan:
    """The plan with what an order of this kind would add."""
    if kind is orders.Carpet:
        return replace(plan, bomber=True)
    if value == NOWHERE:
        return plan
    if kind is orders.Also:
        return plan.also_on(value)
    if kind is orders.Air:
        return replace(plan, wings=plan.wings | 1 << value)
    if kind is orders.Gunfire:
        return replace(plan, ships=plan.ships | 1 << value)
    return replace(plan, hq=value) if kind is orders.Support else plan


def together(s: FranceState, plan: Plan) -> Plan:
    """The attack with everybody in it who may join."""
    return replace(plan, attackers=plan.attackers | announcing.joining(s, plan).mask)


def weighed(s: FranceState, seat: int, kind: type[Order] | None, chosen: Sequence[Any]) -> Forecast | None:
    """The prospects of the attack under way, or of the one that an order begun so leads to."""
    if kind is orders.Invade and len(chosen) > 1:
        after = sailed(s, seat, chosen[0], chosen[1])
        landing = None if after is None else assault(after, chosen[1])
        return None if after is None or landing is None else forecast(after, landing, alone=False)
    plan = planned(s, seat, kind, chosen)
    return None if plan is None else forecast(s, plan, alone=kind is orders.Attack)


def forecast(s: FranceState, plan: Plan, *, alone: bool) -> Forecast | None:
    """What an attack may bring; None where nobody attacks or defends any more.

    `alone` says that it has just been begun with one unit: then the odds of all who could join are told besides.
    """
    units = defenders(s, plan)
    if not plan.attackers or not units:
        return None
    weighed, steps = odds.weigh(s, plan), sum(s.position.steps[unit] for unit in hexes(units))
    # Past the end of the table it is all the steps they have.
    table = OddsTable(
        s.scenario.crt.results,
        past=lambda found, beyond: Result(defender=steps, automatic=True) if beyond > 0 else found,
    )
    report = table.report(weighed)
    chances = table.outcomes(report.landed)
    own = sum(s.position.steps[unit] for unit in hexes(plan.attackers)) + (plan.hq != NOWHERE)
    paid = prospects.within(own, steps)
    found = battle.forecast(
        s,
        table,
        weighed,
        plan,
        case="11.1a",
        summary=_summary(report.beyond, report.label, chances, steps, paid),
        explain=explain,
        gains=lambda result: result.defender > 0 or result.defender_back,
        sure="11.6",
        more=(
            prospects.all_lost(chances, steps, "11.3"),
            *(_together(s, plan) if alone else ()),
            *_answer(s, plan),
            *_trapped(s, plan),
        ),
    )
    return replace(found, spreads=prospects.both_lose(chances, paid, plan.attacker))


def _summary(
    beyond: int,
    label: str,
    chances: Distribution[Result],
    steps: int,
    paid: Callable[[prospects.Toll], prospects.Toll],
) -> str:
    if beyond > 0:
        return "7-1 or better: all defenders are eliminated without a die"
    if beyond < 0:
        return f"worse than {label}: such an attack is not allowed"
    gone = prospects.in_all(chances, lambda result: result.defender_back or result.defender >= steps)
    return f"{label}: {gone}; {prospects.on_average(chances, paid)}"


def _together(s: FranceState, plan: Plan) -> Iterator[Line]:
    most = together(s, plan)
    if most != plan:
        count = most.attackers.bit_count()
        yield Line(f"with all {count} units that can take part", "10.5", odds.odds(s, most).odds)


def _answer(s: FranceState, plan: Plan) -> Iterator[Line]:
    """What the strongest headquarters of the defender would make of it."""
    if plan.answer != NOWHERE:
        return
    best = max(support.answering(s, plan), key=s.factor, default=NOWHERE)
    if best != NOWHERE:
        with_it = odds.odds(s, replace(plan, answer=best)).odds
        yield Line(f"if {s.spoken(best)} supports the defence", "19.1b", with_it)


def _trapped(s: FranceState, plan: Plan) -> Iterator[Line]:
    """Who would be lost by a retreat, as everybody stands now; invaders do not retreat."""
    for unit in hexes(defenders(s, plan) | plan.attackers & ~at_sea(s, plan.attackers)):
        if not retreat.steps_back(s, unit):
            yield Line(f"{s.spoken(unit)} has no way to retreat", "11.4d", "eliminated if it must")
