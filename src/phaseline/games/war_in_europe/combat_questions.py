"""Questions about combat and overruns in War in Europe that case files, the command line and pages may ask."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from phaseline.drill.battle import attacked, explained
from phaseline.drill.lookups import labels, spot
from phaseline.engine.casefile import question
from phaseline.engine.lexicon import HexRef, UnitRef
from phaseline.games.war_in_europe.position import Battle, Plan
from phaseline.games.war_in_europe.rules import attack as attacks
from phaseline.games.war_in_europe.rules import fortify, overrun, retreat
from phaseline.games.war_in_europe.rules import odds as attack_odds
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, mask_of
from phaseline.mechanics.odds import whole_odds
from phaseline.mechanics.strength import show


@question
def odds(
    s: WarState,
    *,
    attack: float | None = None,
    defence: float | None = None,
    target: HexRef | None = None,
    also: tuple[HexRef, ...] = (),
    attackers: tuple[UnitRef, ...] = (),
    air: bool = False,
) -> Any:
    """The odds of two totals, or of an attack: totals, table, column, what is added to the die, each result's chance.

    Without `attackers` all units take part that could. Raises `ValueError` when nobody attacks or defends.
    """
    if attack is not None and defence is not None:
        return whole_odds(Fraction(attack), Fraction(defence)).text(like="1-1")
    if target is None:
        raise ValueError("give attack and defence, or the target of an attack")
    seat = s.scenario.side_of[attackers[0]] if attackers else 1 - _defending(s, target)
    targets = mask_of((target, *also))
    units = mask_of(attackers) or attacks.everybody(
        s, Plan(attacker=seat, target=target, targets=targets, attackers=0)
    )
    if not units:
        raise ValueError(f"nobody can attack {s.scenario.map.label(target)}")
    plan = Plan(attacker=seat, target=target, targets=targets, attackers=units, air=air)
    table, weighed = attack_odds.table(s, plan), attack_odds.weigh(s, plan)
    found = explained(table, weighed)
    return {
        **found,
        "attack": show(found["attack"]),
        "defence": show(found["defence"]),
        "die": weighed.modifier,
        "table": table.results.data.title,
    }


def _defending(s: WarState, hex: Hex) -> int:
    """The seat that defends a hex: where somebody has landed on enemies, that which is not phasing (7.33, 8.24)."""
    both = s.occupied(0) & s.occupied(1)
    return 1 - s.phasing if both >> hex & 1 else attacked(s, hex)


@question
def strength(s: WarState, *, hex: HexRef) -> dict[str, str]:
    """What each unit in a hex adds to its defence."""
    seat = _defending(s, hex)
    walls = s.works(seat)
    return {line.unit: show(line.strength) for line in attack_odds.defence(s, hex, seat, walls=walls)}


@question
def crt(s: WarState, *, table: str, odds: str, die: int) -> str:
    """A cell of a Combat Results Table."""
    return s.scenario.crts[table].results.result(odds, die)


@question
def overruns(s: WarState, *, unit: UnitRef) -> dict[str, int | None]:
    """The hexes that a unit can overrun with others of its hex, and what that costs it."""
    start = spot(s, unit)
    ready = overrun.overrunners(s).mask >> unit & 1
    area = overrun.targets(s, unit) if ready else 0
    return {
        s.scenario.map.label(hex): overrun.price(s, unit, start, hex)
        for hex in s.scenario.board.grid.neighbours(start)
        if area >> hex & 1
    }


@question
def retreats(s: WarState, *, unit: UnitRef) -> list[str]:
    """The hexes that a unit could retreat to now; in a battle not those of friends who have to retreat themselves."""
    spot(s, unit)
    fleeing = s.frame(Battle).fleeing if s.within(Battle) else 0
    return labels(s, retreat.havens(s, unit, fleeing))


@question
def digging(s: WarState, *, unit: UnitRef) -> int:
    """The points of infantry that count when a unit digs in: it succeeds on dice up to so many."""
    spot(s, unit)
    return fortify.points(s, unit)


COMBAT_QUESTIONS = (odds, strength, crt, overruns, retreats, digging)
