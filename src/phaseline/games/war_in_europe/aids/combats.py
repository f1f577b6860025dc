"""The exact prospects of an attack and of an overrun: every term of the odds, and what each die brings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from phaseline.drill import battle
from phaseline.engine.aids import Forecast, Line
from phaseline.engine.aids.ground import hex_name
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.aids import air
from phaseline.games.war_in_europe.position import NOWHERE, Overrun, Plan
from phaseline.games.war_in_europe.results import BACK, DEFENDERS_LOST, FAILED
from phaseline.games.war_in_europe.rules import attack, odds, overrun, retreat
from phaseline.games.war_in_europe.rules import battle as fights
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, hexes
from phaseline.mechanics import prospects
from phaseline.mechanics.distributions import Distribution
from phaseline.mechanics.strength import show

Chosen = Sequence[Any]


def planned(s: WarState, seat: int, kind: type[Order] | None, chosen: Chosen) -> Plan | None:
    """The attack under way, or as an order begun so would make it; None when there is none."""
    if kind is orders.Attack and len(chosen) > 1:
        return attack.begun(s, seat, chosen[0], chosen[1])
    plan = battle.planned(s, Plan, orders.Join, kind, chosen)
    if plan is None:
        return None
    if kind is orders.Also and chosen:
        return plan.also_on(chosen[0])
    return replace(plan, air=True) if kind is orders.Support else plan


def weighed(s: WarState, seat: int, kind: type[Order] | None, chosen: Chosen) -> Forecast | None:
    """The prospects of a fight in or from the air, of an overrun, or of an attack; each under way or begun so."""
    found = air.forecast(s, seat, kind, chosen) or running(s, seat, kind, chosen)
    plan = None if found else planned(s, seat, kind, chosen)
    return found if plan is None else forecast(s, plan, alone=kind is orders.Attack)


def together(s: WarState, plan: Plan) -> Plan:
    """The attack with everybody in it who may join."""
    return replace(plan, attackers=attack.everybody(s, plan))


def forecast(s: WarState, plan: Plan, *, alone: bool) -> Forecast | None:
    """What an attack may bring; None where nobody attacks or defends any more.

    `alone` says that it has just been begun with one unit: then the odds of all who could join are told besides.
    """
    weighed, table, explain = odds.weigh(s, plan), odds.table(s, plan), fights.explained(s, plan)
    if not weighed.attack or not weighed.defence:
        return None
    report = table.report(weighed)
    chances = table.outcomes(report.landed, weighed.modifier)

    def tolls(result: str) -> tuple[int, ...]:
        lost = fights.costs(s, plan, result)
        return lost if plan.attacker == 0 else lost[::-1]

    changes = (Line(f"die: {change.why}", change.case, f"{change.amount:+}") for change in weighed.modifiers)
    return Forecast(
        title=battle.title(s, plan),
        summary=f"{report.odds if report.beyond else report.label}{_summary(s, plan, chances)}",
        lines=(
            *prospects.odds_lines(report, "11.0", sure="11.0", doomed="11.0"),
            *prospects.contribution_lines((*weighed.attack, *weighed.defence), "12.4a"),
            *changes,
            *_stake(s, plan),
            *(_together(s, plan) if alone else ()),
        ),
        spreads=(prospects.spread("result", chances, explain),),
        hex=plan.target,
        hopeless=_hopeless(chances),
        losses="points",
        **prospects.on_the_table(table, report.landed, explain, "12.2", weighed.modifier, tolls, sure=True),
    )


def _hopeless(chances: Distribution[str]) -> bool:
    """Whether no result costs the defenders anything or drives them back."""
    return chances.chance(lambda found: found in (*DEFENDERS_LOST, *BACK)) == 0


def _summary(s: WarState, plan: Plan, chances: Distribution[str]) -> str:
    """How likely nobody is left in the hex, the defenders are hit or go back, and the attackers fail; what cannot be is left out.

    Who loses a step leaves nobody where none of them forms a battlegroup; who should go back may stand, and in an assault
    neither stays (12.7, 8.24). Of a hopeless attack there is nothing to say but that it is one.
    """
    if _hopeless(chances):
        return ""

    def told(what: str, codes: Sequence[str]) -> str:
        chance = chances.chance(lambda found: found in codes)
        return f"{what} {prospects.in_percent(chance)}" if chance else ""

    there = hexes(s.units_in(plan.targets, 1 - plan.attacker))
    none_stays = bool(fights.landed(s, plan)) or all(s.position.steps[unit] <= 1 for unit in there)
    emptied = (*DEFENDERS_LOST, *BACK) if none_stays else BACK
    besides = "" if none_stays else ", if none stands where he should go back"
    lost, back = told("defenders lose a step", DEFENDERS_LOST), told("go back", BACK)
    # What alone empties the hex is told with that it does.
    apart = (lost, back) if none_stays and lost and back else () if none_stays else (lost,)
    parts = (
        prospects.in_all(chances, lambda found: found in emptied, besides) if none_stays or back else "",
        ", ".join(filter(None, apart)),
        told("attackers fail", FAILED),
    )
    return ": " + "; ".join(filter(None, parts))


def _stake(s: WarState, plan: Plan) -> Iterator[Line]:
    """What exchanges go by, the points printed on the counters; and who would have no way to retreat."""
    enemy = 1 - plan.attacker
    points = str(fights.defending_points(s, plan.targets, enemy))
    yield Line("printed strength of the defenders: what an exchange costs", "12.43a", points)
    if fights.starving(s, plan):
        yield Line("lost besides by attackers because of units out of supply", "12.43a", points)
    defenders = s.units_in(plan.targets, enemy)
    for unit in hexes(defenders):
        if not retreat.havens(s, unit, defenders):
            right = "18.21" if s.position.fortified >> unit & 1 else "12.66b"
            yield Line(f"{s.spoken(unit)} has no way to retreat", right, "eliminated if it must")
    yield Line("printed strength of the attackers", "12.43a", str(odds.printed(s, plan.attackers)))


def _together(s: WarState, plan: Plan) -> Iterator[Line]:
    most = together(s, plan)
    if most != plan:
        count = most.attackers.bit_count()
        yield Line(f"with all {count} units that can take part", "11.23", odds.odds(s, most).odds)


def _price(s: WarState, unit: int, start: Hex, target: Hex) -> Line:
    """What an overrun costs a unit, or brings it back of what the zones of those overrun have cost it (R23)."""
    price = overrun.price(s, unit, start, target)
    if price is not None and price < 0:
        return Line(f"{s.spoken(unit)} gets back", "5.7d", str(-price))
    return Line(f"{s.spoken(unit)} pays", "5.7c", str(price))


def running(s: WarState, seat: int, kind: type[Order] | None, chosen: Chosen) -> Forecast | None:
    """An overrun under way, or as an order begun so would make it: whether it comes to 13 to 1 (5.7)."""
    if kind is orders.Overrun and len(chosen) > 1:
        start, target, units = s.position.at[chosen[0]], chosen[1], 1 << chosen[0]
    elif s.within(Overrun):
        run = s.frame(Overrun)
        start, target, units = run.start, run.target, run.units
        if kind is orders.With and chosen and chosen[0] != NOWHERE:
            units |= 1 << chosen[0]
    else:
        return None
    lines = [odds.attacking(s, unit, 1 << target) for unit in hexes(units)]
    strength = sum(line.strength for line in lines)
    against = overrun.resistance(s, start, target, 1 - seat)
    needed = against * s.scenario.tables.prices.overrun_odds
    enough = strength >= needed
    costs = [_price(s, unit, start, target) for unit in hexes(units)]
    return Forecast(
        title=f"overrun of {hex_name(s.scenario.map, target)}",
        summary="13 to 1: all enemies there are lost, without a die"
        if enough
        else f"{show(strength)} against {show(against)}: it takes {show(needed)}",
        lines=(
            Line("attack", "5.7e", show(strength)),
            Line("defence", "5.71", show(against)),
            Line("needed for 13 to 1", "5.7e", show(needed)),
            *prospects.contribution_lines(lines, "5.76"),
            *costs,
        ),
        hex=target,
        hopeless=not enough,
    )
