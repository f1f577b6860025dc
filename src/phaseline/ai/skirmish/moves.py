"""All moves of a part of a turn as one plan: where units end up together, what they then attack, what may come back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from phaseline.ai.field import Placing
from phaseline.ai.planning.telling import called
from phaseline.ai.sight import Clock
from phaseline.ai.skirmish import battles
from phaseline.ai.skirmish.evaluator import SkirmishEvaluator
from phaseline.games.skirmish.rules.movement import reachable
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import Hex, hexes, mask_of


class MovePlan(NamedTuple):
    """Units with their destinations and reasons, in the order to go, and what the plan is worth."""

    moves: list[tuple[int, Hex, str]]
    worth: float


def plan_moves(state: SkirmishState, evaluator: SkirmishEvaluator, clock: Clock) -> MovePlan:
    """Each unit in turn takes the hex that makes the whole plan worth most, several times over."""
    search = _Search(state, evaluator)
    order = sorted(search.choices, key=lambda unit: (-battles.printed(state, unit), unit))
    search.sweep(order, clock, evaluator.weights.sweeps)
    moved = [(unit, to) for unit, to in search.goes.items() if state.position.at[unit] != to]
    return MovePlan([(unit, to, search.why(unit, to)) for unit, to in moved], search.worth())


class _Search(Placing[Hex]):
    def __init__(self, state: SkirmishState, evaluator: SkirmishEvaluator) -> None:
        self.evaluator = evaluator
        self.seat = evaluator.seat
        self.before = state
        self.trial = state.copy()
        able = state.on_map(self.seat) & ~state.position.moved
        self.choices = {unit: reachable(state, unit).all for unit in hexes(able)}
        self.goes = {unit: state.position.at[unit] for unit in self.choices}
        self.threat = battles.Outlook(state, self.seat).threat

    def options(self, unit: int) -> Iterator[Hex]:
        """Hexes within its reach that have room."""
        for hex in hexes(self.choices[unit]):
            if hex != self.goes[unit] and not self._full(hex, unit):
                yield hex

    def least(self, unit: int) -> float:  # noqa: ARG002 - it is the same for all
        """What the plan is worth now, and a little."""
        return self.worth() + 1e-6

    def tried(self, unit: int, option: Hex) -> float:
        """What the plan is worth with the unit there."""
        self._put(unit, option)
        return self.worth()

    def settle(self, unit: int, option: Hex | None) -> None:
        """Let a unit go there, or back to where it was."""
        if option is not None:
            self.goes[unit] = option
        self._put(unit, self.goes[unit])

    def worth(self) -> float:
        """What the plan is worth: the position, the attacks it allows, less what the enemy may do about it."""
        trial, seat = self.trial, self.seat
        total = self.evaluator.worth(trial)
        near = trial.scenario.map.grid.spread(trial.occupied(seat)) & trial.occupied(1 - seat)
        attacks = battles.Attacks(trial, seat)
        for target in hexes(near):
            # By all that stand around; a closer look comes when it is time to fight.
            total += max(0.0, attacks.all_out(target) / 2)
        return total - self.evaluator.weights.threat * self._risk()

    def why(self, unit: int, to: Hex) -> str:
        """In a few words."""
        state = self.before
        if to in state.scenario.objectives:
            return "to hold" if state.position.control[self.seat] >> to & 1 else "to take it"
        near = state.scenario.map.grid.adjacent_mask(to) & state.occupied(1 - self.seat)
        if near and not state.scenario.decoys >> unit & 1:
            return f"to attack {called(state.scenario.lexicon, next(hexes(near)))}"
        return "a better place"

    def _risk(self) -> float:
        """What the enemy could gain by attacking the worst placed stacks."""
        trial, seat = self.trial, self.seat
        total = 0.0
        for hex in hexes(trial.occupied(seat)):
            strength = self.threat.at(hex)
            real = [unit for unit in trial.units_at(hex, seat) if not trial.scenario.decoys >> unit & 1]
            if not strength or not real:
                continue
            defence = sum(trial.defence(unit) for unit in real)
            terrain = trial.scenario.terrain[trial.scenario.map.terrain_at(hex)].shift
            ratio = strength / defence - 0.5 * terrain
            prize = trial.scenario.objectives.get(hex, 0) * battles.turns_left(trial)
            total += max(0.0, min(1.0, (ratio - 0.8) / 2)) * (
                prize
                + self.evaluator.weights.strength * sum(battles.printed(trial, unit) for unit in real) / 2
            )
        return total

    def _full(self, hex: Hex, unit: int) -> bool:
        there = sum(1 for _ in self.trial.units_at(hex, self.seat))
        return there >= 2 and self.trial.position.at[unit] != hex

    def _put(self, unit: int, hex: Hex) -> None:
        self.trial.put(unit, hex)
        control = self.before.position.control
        for other in (0, 1):
            self.trial.position.control[other] = control[other]
        held = mask_of(
            self.trial.position.at[own]
            for own in self.goes
            if self.trial.position.at[own] != self.before.position.at[own]
        ) & mask_of(self.trial.scenario.objectives)
        self.trial.position.control[self.seat] |= held
        self.trial.position.control[1 - self.seat] &= ~held
