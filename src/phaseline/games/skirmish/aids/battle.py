"""The forecast of an attack: exact where the viewer knows the defenders, averaged over what they may be where not."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from phaseline.engine.aids import Forecast, Line, Spread
from phaseline.engine.orders import Order
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.position import Battle, SkirmishPosition
from phaseline.games.skirmish.rules import aftermath, combat
from phaseline.games.skirmish.scenario import Result
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import hexes
from phaseline.mechanics import prospects
from phaseline.mechanics.distributions import Distribution
from phaseline.mechanics.odds import OddsReport
from phaseline.mechanics.prospects import steps


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
        seat = next((seat for seat in (0, 1) if s.occupied(seat) >> target & 1), None)
        if seat is None:
            return None
        near = s.units_in(s.scenario.map.grid.adjacent_mask(target), 1 - seat)
        joining = near & combat.able_attackers(s, 1 - seat)
        return Battle(attacker=1 - seat, target=target, attackers=joining) if joining else None
    if not s.within(Battle):
        return None
    battle = s.frame(Battle)
    if kind is orders.Join and chosen:
        return Battle(
            attacker=battle.attacker, target=battle.target, attackers=battle.attackers | 1 << int(chosen[0])
        )
    return battle


def forecast(s: SkirmishState, known: SkirmishPosition, battle: Battle) -> Forecast | None:
    """What an attack may bring. None once it has been fought, or before anybody takes part."""
    fought = s.position.battles >> battle.target & 1
    defender = 1 - battle.attacker
    if fought or not battle.attackers or not s.occupied(defender) >> battle.target & 1:
        return None
    cases = list(possible_defenders(s, known, battle))
    ends = Distribution.even(range(len(cases))).then(lambda number: ends_against(s, battle, cases[number]))
    name = s.scenario.map.label(battle.target)
    sides = (
        prospects.losses("attacker loses", ends, lambda end: end.result.attacker, side=battle.attacker),
        prospects.losses("defender loses", ends, lambda end: end.result.defender, side=defender),
    )
    first = report_against(s, battle, cases[0])
    if len(cases) == 1 and first is not None:
        return Forecast(
            title=f"attack on {name}",
            summary=summary(ends),
            lines=(*prospects.odds_lines(first, "9.4"), *ways_out(s, battle)),
            columns=s.scenario.results.columns,
            column=first.column,
            rows=prospects.table_rows(s.scenario.results, first.label, lambda result: result, explain),
            spreads=sides,
            hex=battle.target,
        )
    return _guessed(s, battle, name, ends, sides)


def _guessed(
    s: SkirmishState, battle: Battle, name: str, ends: Distribution[End], sides: tuple[Spread, ...]
) -> Forecast:
    """The forecast when it is not certain who defends, or when decoys alone do."""
    columns = prospects.spread("column", ends, lambda end: end.column or "decoys only", guessed=True)
    only_decoys = all(not end.column for end in ends)
    return Forecast(
        title=f"attack on {name}",
        summary=summary(ends),
        lines=(
            Line("attack", "9.4", str(sum(s.attack(unit) for unit in hexes(battle.attackers)))),
            Line("defence", "2.1", "none" if only_decoys else "not seen: averaged over what may be there"),
            *(
                Line(shift.why, shift.case, prospects.signed(shift.columns))
                for shift in combat.shifts(s, battle)
            ),
            *ways_out(s, battle),
        ),
        rows=prospects.spread("result", ends, outcome).rows,
        spreads=(columns, *sides),
        hex=battle.target,
        guessed=not only_decoys,
    )


def possible_defenders(
    s: SkirmishState, known: SkirmishPosition, battle: Battle
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Who may defend, as units with their defence: each set once, all equally likely to the viewer."""
    defender = 1 - battle.attacker
    there = list(s.units_at(battle.target, defender))
    seen = [(unit, s.defence(unit)) for unit in there if known.at[unit] == battle.target]
    hidden = len(there) - len(seen)
    pool = [unit for unit in s.scenario.rosters[defender] if known.at[unit] != s.position.at[unit]]
    for units in itertools.combinations(pool, hidden):
        # What is unseen is taken to be at full strength, as samples take it.
        yield (*seen, *((unit, s.scenario.units[unit].defence[0]) for unit in units))


def report_against(
    s: SkirmishState, battle: Battle, defenders: Sequence[tuple[int, int]]
) -> OddsReport | None:
    """The odds against these defenders; None against decoys alone (2.3)."""
    fighting = [strength for unit, strength in defenders if not s.scenario.decoys >> unit & 1]
    if not fighting:
        return None
    attack = sum(s.attack(unit) for unit in hexes(battle.attackers))
    return s.scenario.odds.report(attack, sum(fighting), combat.shifts(s, battle))


def ends_against(s: SkirmishState, battle: Battle, defenders: Sequence[tuple[int, int]]) -> Distribution[End]:
    """How the attack may end against these defenders."""
    report = report_against(s, battle, defenders)
    if report is None:
        return Distribution.certain(End("", NOTHING))
    label = report.label
    return s.scenario.results.outcomes(label).map(lambda result: End(label, result))


def ways_out(s: SkirmishState, battle: Battle) -> Iterator[Line]:
    """Where the defenders could retreat to now, and who could advance."""
    defender = 1 - battle.attacker
    unit = s.units_at(battle.target, defender)[0]
    found = aftermath.retreat_hexes(s, unit)
    names = ", ".join(s.scenario.map.label(hex) for hex in found) or "nowhere: beaten units surrender"
    yield Line("the defender can retreat to", "11.2", names)
    yield Line(
        "the attacker may advance", "11.5", ", ".join(s.name(unit) for unit in hexes(battle.attackers))
    )


def outcome(end: End) -> str:
    """How an attack ends, in words."""
    return explain(end.result) if end.column else "only decoys: the hex is free"


def explain(result: Result) -> str:
    """A result in words.

    >>> explain(Result(1, 1, False)), explain(Result(0, 0, True))
    ('attacker 1 step, defender 1 step', 'defender retreats')
    """
    parts = [
        f"{who} {steps(lost)}"
        for who, lost in (("attacker", result.attacker), ("defender", result.defender))
        if lost
    ]
    if result.retreat:
        parts.append("retreats" if result.defender and parts else "defender retreats")
    return ", ".join(parts) or "no effect"


def summary(ends: Distribution[End]) -> str:
    """The prospects in one line."""
    own = ends.expected(lambda end: end.result.attacker)
    theirs = ends.expected(lambda end: end.result.defender)
    cleared: Fraction = ends.chance(lambda end: end.result.retreat)
    return (
        f"the defender gives the hex up in {prospects.percent(cleared):g} % of cases; on average the attacker loses "
        f"{prospects.decimal(own)} steps, the defender {prospects.decimal(theirs)}"
    )
