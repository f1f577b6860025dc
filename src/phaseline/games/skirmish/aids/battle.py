"""The forecast of an attack: exact where the viewer knows the defenders, averaged over what they may be where not."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from phaseline.drill import battle as fight
from phaseline.engine.aids import Forecast, Line
from phaseline.engine.orders import Order
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.position import Battle, SkirmishPosition
from phaseline.games.skirmish.rules import aftermath, combat
from phaseline.games.skirmish.scenario import Result
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import hexes
from phaseline.mechanics import prospects
from phaseline.mechanics.distributions import Distribution
from phaseline.mechanics.strength import Contribution, show, total


class End(NamedTuple):
    """How an attack may end: the column it is fought at ("" for decoys alone) and the result."""

    column: str
    result: Result


NOTHING = Result(0, 0, retreat=True)
"""Of an attack on decoys alone: the hex is free (2.3)."""


def battle_of(s: SkirmishState, kind: type[Order] | None, chosen: Sequence[Any]) -> Battle | None:
    """The battle under way or planned by an order begun with `chosen`; None when there is none.

    A target alone stands for an attack by all that may join it.
    """
    if kind is orders.Attack and chosen:
        target = int(chosen[0])
        seat = s.holder(target)
        if seat is None:
            return None
        joining = fight.beside(s, 1 << target, 1 - seat) & combat.able_attackers(s, 1 - seat)
        return Battle(attacker=1 - seat, target=target, attackers=joining) if joining else None
    return fight.planned(s, Battle, orders.Join, kind, chosen)


def forecast(s: SkirmishState, known: SkirmishPosition, battle: Battle) -> Forecast | None:
    """What an attack may bring. None once it has been fought, or before anybody takes part."""
    fought = s.position.battles >> battle.target & 1
    defender = 1 - battle.attacker
    if fought or not battle.attackers or not s.occupied(defender) >> battle.target & 1:
        return None
    cases = list(possible_defenders(s, known, battle))
    ends = Distribution.even(range(len(cases))).then(lambda number: ends_against(s, battle, cases[number]))
    if len(cases) == 1 and cases[0]:
        return fight.forecast(
            s,
            s.scenario.crt,
            combat.weigh(s, battle, cases[0]),
            battle,
            case="9.4",
            summary=summary(ends),
            explain=combat.explain,
            gains=_gains,
            more=ways_out(s, battle),
        )
    return _guessed(s, battle, ends)


def _gains(result: Result) -> bool:
    """Whether it costs the defender a step, or drives him away."""
    return result.defender > 0 or result.retreat


def _guessed(s: SkirmishState, battle: Battle, ends: Distribution[End]) -> Forecast:
    """The forecast when it is not certain who defends, or when decoys alone do."""
    columns = prospects.spread("column", ends, lambda end: end.column or "decoys only", guessed=True)
    only_decoys = all(not end.column for end in ends)
    weighed = combat.weigh(s, battle, ())
    return Forecast(
        title=fight.title(s, battle),
        summary=summary(ends),
        lines=(
            Line("attack", "9.4", show(total(weighed.attack))),
            Line("defence", "2.1", "none" if only_decoys else "not seen: averaged over what may be there"),
            *prospects.shift_lines(weighed.shifts),
            *prospects.contribution_lines(weighed.attack, "9.4"),
            *ways_out(s, battle),
        ),
        rows=prospects.spread("result", ends, outcome).rows,
        spreads=(columns, *prospects.both_lose(ends, lambda end: end.result, battle.attacker)),
        hex=battle.target,
        guessed=not only_decoys,
        hopeless=ends.chance(lambda end: _gains(end.result)) == 0,
    )


def possible_defenders(
    s: SkirmishState, known: SkirmishPosition, battle: Battle
) -> Iterator[tuple[Contribution, ...]]:
    """What may defend, decoys apart: each set of units once, all equally likely to the viewer."""
    defender = 1 - battle.attacker
    there = s.units_at(battle.target, defender)
    seen = [combat.defending(s, unit) for unit in there if known.at[unit] == battle.target and real(s, unit)]
    hidden = sum(known.at[unit] != battle.target for unit in there)
    pool = [unit for unit in s.scenario.rosters[defender] if known.at[unit] != s.position.at[unit]]
    for units in itertools.combinations(pool, hidden):
        # What is unseen is taken to be at full strength, as samples take it.
        full = [combat.defending(s, unit, steps=2) for unit in units if real(s, unit)]
        yield (*seen, *full)


def real(s: SkirmishState, unit: int) -> bool:
    """Whether a unit is no decoy."""
    return not s.scenario.decoys >> unit & 1


def ends_against(s: SkirmishState, battle: Battle, defence: Sequence[Contribution]) -> Distribution[End]:
    """How the attack may end against these defenders; nobody is left where decoys stood alone (2.3)."""
    if not defence:
        return Distribution.certain(End("", NOTHING))
    report = s.scenario.crt.report(combat.weigh(s, battle, defence))
    return s.scenario.crt.outcomes(report.landed).map(lambda result: End(report.label, result))


def ways_out(s: SkirmishState, battle: Battle) -> Iterator[Line]:
    """Where the defenders could retreat to now, and who could advance."""
    defender = 1 - battle.attacker
    unit = s.units_at(battle.target, defender)[0]
    found = aftermath.retreat_hexes(s, unit)
    names = ", ".join(s.scenario.map.label(hex) for hex in found) or "nowhere: beaten units surrender"
    yield Line("the defender can retreat to", "11.2", names)
    yield Line(
        "the attacker may advance", "11.5", ", ".join(s.spoken(unit) for unit in hexes(battle.attackers))
    )


def outcome(end: End) -> str:
    """How an attack ends, in words."""
    return combat.explain(end.result) if end.column else "only decoys: the hex is free"


def summary(ends: Distribution[End]) -> str:
    """The prospects in one line."""
    cleared = prospects.in_percent(ends.chance(lambda end: end.result.retreat))
    means = prospects.on_average(ends, lambda end: end.result)
    return f"the defenders give the hex up in {cleared} of cases; {means}"
