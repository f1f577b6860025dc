"""What attacks in a skirmish are worth: exact results, and the best set of attackers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from phaseline.ai.field import Assault, AttackStaff, Candidate, Threat, strikes
from phaseline.ai.planning import Exchange, Package, Use
from phaseline.ai.skirmish.parameters import parameters
from phaseline.games.skirmish.position import Battle
from phaseline.games.skirmish.rules.combat import able_attackers, shifts
from phaseline.games.skirmish.rules.movement import reachable
from phaseline.games.skirmish.scenario import STACKING_LIMIT, Result
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

SIDES = 6
TOGETHER = 4
"""So many units at most come together on one hex."""


class Outlook:
    """A position of a skirmish as one side sees it."""

    def __init__(self, s: SkirmishState, seat: int) -> None:
        self.s = s
        self.seat = seat

    def reach(self, unit: int) -> Mask:
        """Where a unit could go, its own hex among it."""
        return reachable(self.s, unit).all

    def strength(self, unit: int) -> int:
        """The attack strength of a unit as it is supplied now."""
        return self.s.attack(unit)

    def limit(self, hex: Hex) -> int:  # noqa: ARG002 - all hexes are alike
        """How many units may stand in a hex (1.3)."""
        return STACKING_LIMIT

    def resistance(self, hex: Hex) -> int:
        """The defence strength of the enemies in a hex."""
        return sum(self.s.defence(unit) for unit in self.s.units_at(hex, 1 - self.seat))

    @cached_property
    def threat(self) -> Threat:
        """What the enemy could attack in his next turn."""
        units = hexes(self.s.on_map(1 - self.seat) & ~self.s.scenario.decoys)
        return Threat(strikes(self, units, self.s.scenario.map.grid.spread).values(), TOGETHER)


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
    return Exchange.equal(
        (
            step_worth(state, attackers, result.attacker),
            step_worth(state, real, result.defender),
            float(result.retreat or result.defender >= steps),
        )
        for result in results
    )


class Attacks(AttackStaff):
    """Attacks by units next to their targets. Each must be worth more than `boldness`, which is taken off."""

    least = 0.0
    most = 64

    def __init__(self, state: SkirmishState, seat: int, targets: Mask = 0, boldness: float = 0.0) -> None:
        units = hexes(able_attackers(state, seat))
        super().__init__(
            Outlook(state, seat), {unit: 1 << state.position.at[unit] for unit in units}, targets
        )
        self.s = state
        self.boldness = boldness

    def candidates(self, target: Hex) -> list[Candidate]:
        """Own units next to the hex that may still attack, where they stand."""
        at = self.s.position.at
        near = self.s.units_in(self.s.scenario.map.grid.adjacent_mask(target), self.field.seat)
        return [
            Candidate(unit, at[unit], self.s.attack(unit), 0.0) for unit in self.places if near >> unit & 1
        ]

    def assess(self, target: Hex, force: Mapping[int, Hex]) -> Assault:
        """What an attack brings, in victory points: losses, and the hex."""
        state, seat, weights = self.s, self.field.seat, parameters()
        prize = weights.retreat
        points = state.scenario.objectives.get(target, 0)
        if points:
            held = state.position.control[1 - seat] >> target & 1
            prize += points * turns_left(state) * (2 if held else 1)
        found = exchange(state, seat, target, list(force), list(state.units_at(target, 1 - seat)))
        return Assault(target, dict(force), "", found, found.worth(prize) - self.boldness)

    def offers(self, ways: list[Assault]) -> tuple[list[Assault], list[Package], dict[Use, float]]:
        """By hex, small forces first: of attacks worth the same it is settled by their order which is made."""
        attack = self.s.attack
        return super().offers(
            sorted(
                ways,
                key=lambda way: (way.target, len(way.places), [(-attack(unit), unit) for unit in way.places]),
            )
        )

    def best(self, target: Hex) -> tuple[float, list[int]]:
        """What the best attack on a hex is worth, and with whom; nobody when none is worth anything."""
        ways = self.ways(target)
        return (ways[0].worth, list(ways[0].places)) if ways else (0.0, [])

    def worth(self, target: Hex, units: Iterable[int]) -> float:
        """What an attack by these units is worth; nothing without any."""
        at = self.s.position.at
        force = {unit: at[unit] for unit in units}
        return self.assess(target, force).worth if force else 0.0

    def all_out(self, target: Hex) -> float:
        """What an attack by all that stand around is worth."""
        return self.worth(target, (c.unit for c in self.candidates(target)))
