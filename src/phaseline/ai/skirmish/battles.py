"""What attacks in a skirmish are worth: exact results, and the best set of attackers."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from phaseline.ai.planning import Exchange
from phaseline.ai.skirmish.parameters import parameters
from phaseline.games.skirmish.position import Battle
from phaseline.games.skirmish.rules.combat import able_attackers, shifts
from phaseline.games.skirmish.scenario import Result
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import Hex, hexes, mask_of

MOST_ATTACKERS = 6
SIDES = 6


def turns_left(state: SkirmishState) -> int:
    """Turns whose points are still to come, this one included."""
    return state.scenario.turns - state.position.turn + 1


def printed(state: SkirmishState, unit: int) -> int:
    """Attack and defence strength together, at the unit's present steps."""
    return state.defence(unit) + state.attack(unit)


def step_worth(state: SkirmishState, units: Iterable[int], steps: int) -> float:
    """What losing so many steps from these units costs, the cheapest first."""
    costs = sorted(printed(state, unit) / max(1, state.position.steps[unit]) for unit in units)
    doubled = [cost for cost in costs for _ in range(2)]
    return parameters().strength * math.fsum(doubled[:steps])


def exchange(
    state: SkirmishState, seat: int, target: Hex, attackers: Sequence[int], defenders: Sequence[int]
) -> Exchange:
    """The exact mean of an attack; with nobody there to fight (decoys only) it succeeds for nothing."""
    real = [unit for unit in defenders if not state.scenario.decoys >> unit & 1]
    if not real:
        return Exchange(0.0, 0.0, 1.0)
    battle = Battle(attacker=seat, target=target, attackers=mask_of(attackers))
    attack = sum(state.attack(unit) for unit in attackers)
    defence = max(1, sum(state.defence(unit) for unit in real))
    report = state.scenario.crt.odds.report(attack, defence, shifts(state, battle))
    results: list[Result] = [state.scenario.crt.result(report.landed, die) for die in range(1, SIDES + 1)]
    steps = sum(state.position.steps[unit] for unit in real)
    return Exchange.mean(
        (
            1 / SIDES,
            step_worth(state, attackers, result.attacker),
            step_worth(state, real, result.defender),
            result.retreat or result.defender >= steps,
        )
        for result in results
    )


def attack_worth(state: SkirmishState, seat: int, target: Hex, attackers: Sequence[int]) -> float:
    """What an attack brings, in victory points: losses, and the hex."""
    if not attackers:
        return 0.0
    weights = parameters()
    prize = weights.retreat
    points = state.scenario.objectives.get(target, 0)
    if points:
        held = state.position.control[1 - seat] >> target & 1
        prize += points * turns_left(state) * (2 if held else 1)
    return exchange(state, seat, target, attackers, list(state.units_at(target, 1 - seat))).worth(prize)


def attackers_of(state: SkirmishState, seat: int, target: Hex) -> list[int]:
    """Own units next to a hex that may still attack, strongest first."""
    there = state.units_in(state.scenario.map.grid.adjacent_mask(target), seat) & able_attackers(state, seat)
    return sorted(hexes(there), key=lambda unit: (-state.attack(unit), unit))[:MOST_ATTACKERS]


def best_attack(state: SkirmishState, seat: int, target: Hex) -> tuple[float, tuple[int, ...]]:
    """The set of attackers that makes an attack worth most, and that worth; nobody when none is worth anything."""
    able = attackers_of(state, seat, target)
    best: tuple[float, tuple[int, ...]] = (0.0, ())
    for size in range(1, len(able) + 1):
        for group in itertools.combinations(able, size):
            worth = attack_worth(state, seat, target, group)
            if worth > best[0] + 1e-9:
                best = worth, group
    return best
