"""The exact prospects of an attack: every shift, each die, losses of both sides, and the ways out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from phaseline.drill import battle
from phaseline.engine.aids import Forecast, Line
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, GERMAN, Combat, Landing
from phaseline.games.eisenhower.rules import combat as fighting
from phaseline.games.eisenhower.rules import losses, odds, retreat
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import mask_of
from phaseline.mechanics import prospects
from phaseline.mechanics.distributions import Distribution
from phaseline.mechanics.prospects import steps
from phaseline.mechanics.tables import Losses
from phaseline.wording.counts import several


def planned(s: EisenhowerState, seat: int, kind: type[Order] | None, chosen: Sequence[Any]) -> Combat | None:
    """The attack under way as it is planned, or as an order begun so would make it; None when there is none."""
    if kind is orders.Attack and len(chosen) > 1:
        return Combat(
            attacker=seat,
            target=chosen[1],
            attackers=1 << chosen[0],
            offensive=fighting.in_offensive(s, seat),
        )
    if kind is orders.Drop and len(chosen) > 1 and not s.within(Combat):
        if not s.occupied(GERMAN) >> chosen[1] & 1:
            return None
        return Combat(attacker=ALLIED, target=chosen[1], dropped=1 << chosen[0])
    combat = battle.planned(s, Combat, orders.Join, kind, chosen) or assault(s, kind, chosen)
    if combat is None:
        return None
    if kind is orders.Drop and chosen:
        return replace(combat, dropped=combat.dropped | 1 << chosen[0])
    if kind is orders.Bombers:
        return replace(combat, bombers=True)
    return combat


def assault(s: EisenhowerState, kind: type[Order] | None, chosen: Sequence[Any]) -> Combat | None:
    """The attack of a landing whose force is being chosen, with the unit that embarks; None where none is (5.3.5)."""
    if not s.within(Landing):
        return None
    landing = s.frame(Landing)
    more = 1 << chosen[0] if kind is orders.Embark and chosen else 0
    return Combat(attacker=ALLIED, target=landing.hex, seaborne=landing.force | more)


def together(s: EisenhowerState, seat: int, combat: Combat) -> Combat:
    """The attack with everybody in it who may join."""
    return replace(combat, attackers=combat.attackers | fighting.joining(s, seat, combat).mask)


def weighed(
    s: EisenhowerState, seat: int, kind: type[Order] | None, chosen: Sequence[Any]
) -> Forecast | None:
    """The prospects of the attack under way, or of the one that an order begun so leads to."""
    fight = planned(s, seat, kind, chosen)
    return None if fight is None else forecast(s, seat, fight, alone=kind is orders.Attack)


def forecast(s: EisenhowerState, seat: int, combat: Combat, *, alone: bool) -> Forecast | None:
    """What an attack may bring; None once it has been fought, or where nobody defends or attacks.

    `alone` says that it has just been declared by one unit: then the odds of all who could join are told besides.
    """
    if combat.defenders or combat.inland or not s.units_at(combat.target, 1 - combat.attacker):
        return None
    if not combat.attackers | combat.dropped | combat.seaborne:
        return None
    s = fighting.bombed(s, combat)
    crt, weighed = s.scenario.crt, odds.weigh(s, combat)
    report = crt.report(weighed)
    chances = crt.outcomes(report.landed)
    there = sum(s.position.steps[unit] for unit in s.units_at(combat.target, 1 - combat.attacker))
    # A defender who would lose may retreat instead (11.2), which empties the hex, too.
    gone = prospects.in_all(chances, lambda result: result.defender >= there, ", retreats not counted")
    means = prospects.on_average(chances, lambda result: result)
    return battle.forecast(
        s,
        crt,
        weighed,
        combat,
        case="11.0a",
        summary=f"{report.label}: {gone}; {means}",
        explain=prospects.cost,
        more=(
            prospects.all_lost(chances, there, "11.1a"),
            *(_together(s, seat, combat) if alone else ()),
            *_options(s, combat, chances),
        ),
    )


def _together(s: EisenhowerState, seat: int, combat: Combat) -> Iterator[Line]:
    most = together(s, seat, combat)
    if most != combat:
        count = most.attackers.bit_count()
        yield Line(f"with all {count} units that can take part", "10.0d", label(s, most))


def label(s: EisenhowerState, combat: Combat) -> str:
    """The column in which the die of an attack will be rolled."""
    return odds.odds(fighting.bombed(s, combat), combat).label


def _options(s: EisenhowerState, combat: Combat, chances: Distribution[Losses]) -> Iterator[Line]:
    """What the defender can turn into a retreat, and how far the attackers may then go."""
    defender = 1 - combat.attacker
    units = mask_of(s.units_at(combat.target, defender)) & s.scenario.mobile
    for loss in sorted({result.defender for result in chances}):
        if loss < losses.LEAST:
            continue
        taken, length = loss // 2, loss - loss // 2
        can = units and not retreat.refused(s, combat, units, length)
        text = f"may take {steps(taken)} and {several(length, 'hex')}" if can else "have no way to retreat"
        yield Line(f"instead of {steps(loss)} the defenders", "11.2a", text)
    yield Line("attackers may advance", "11.3a", "into a cleared hex; after a retreat as far beyond")
