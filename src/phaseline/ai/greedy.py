"""A player that looks one order ahead: it tries a number of legal orders and takes the one that looks best."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

from phaseline.ai.agent import Agent, Budget, Observation
from phaseline.ai.brain import Brain, Evaluator, brain_of, brains
from phaseline.ai.sight import Clock, Mirror
from phaseline.engine.dice import SeededDice
from phaseline.engine.legal import LegalOrders
from phaseline.engine.orders import Order, write
from phaseline.engine.state import State

MOST = 32
"""So many orders are tried at most for one decision, drawn at random where there are more."""
ROLLS = 3
"""An order that rolls dice is tried so often, and the mean counts."""
NOTHING_BETTER = "Nothing that may be ordered now makes the position better at once."
PATIENCE = 120
"""After so many orders in one step that could be ended it is ended."""
ENDURANCE = 1000
"""After so many in one that could not be ended, any legal order is given: what looks best leads round in a circle.

No set-up needs so many: the longest, of WestFront, takes some 250.
"""
NOTHING = 1e-9
"""A gain up to this is none."""


class GreedyAgent(Agent):
    """Takes the order after which the position is worth most to its seat, by the game's evaluator.

    It ends a step when no order it tried is better than leaving things as they are.
    """

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)
        self._brain: Brain | None = None
        self._evaluator: Evaluator[Any] | None = None
        self._mirror = Mirror(self._rng, tracks=False)
        self._given: Counter[tuple[bool, tuple[str, ...]]] = Counter()
        self._era: tuple[str, ...] = ()
        self._said: list[str] = []

    @classmethod
    def plays(cls, game: str) -> bool:
        """Whether there is an evaluator for the game."""
        return game in brains()

    def order(self, seen: Observation, budget: Budget) -> Order:
        """The best of up to `MOST` orders; when the budget runs short, the best so far."""
        clock = Clock(budget)
        evaluator = self._prepared(seen)
        state = self._mirror.look(seen)
        legal = state.legal(seen.seat)
        passing = seen.game.passing(state, seen.seat)
        given = self._count(seen.view.path, compelled=passing is None)
        if passing is not None and given > PATIENCE:
            best, gain = passing, 0.0
        elif given > ENDURANCE:
            best, gain = legal.sample(self._rng), 0.0
        else:
            best, gain = self._best(evaluator, state, legal, passing, clock)
        leaves = best == passing and not gain
        self._said = [
            NOTHING_BETTER if leaves else f"{write(best, seen.scenario.lexicon)}: worth {gain:+.2f} at once"
        ]
        self._mirror.give(seen.seat, best)
        return best

    def explain(self) -> list[str]:
        """The last order and what it was thought to bring."""
        return list(self._said)

    def _prepared(self, seen: Observation) -> Evaluator[Any]:
        if self._evaluator is None:
            self._brain = brain_of(seen.game.key)
            self._evaluator = self._brain.evaluator(seen.scenario, seen.seat)
            self._mirror = Mirror(self._rng, tracks=self._brain.tracks)
        return self._evaluator

    def _count(self, path: tuple[str, ...], *, compelled: bool) -> int:
        """How many orders were given in this step while it could be ended or could not, this time round the outermost procedure."""
        if path[:1] != self._era:
            self._given.clear()
            self._era = path[:1]
        self._given[compelled, path] += 1
        return self._given[compelled, path]

    def _best(
        self,
        evaluator: Evaluator[Any],
        state: State[Any, Any],
        legal: LegalOrders,
        passing: Order | None,
        clock: Clock,
    ) -> tuple[Order, float]:
        """The best order and its gain; leaving things as they are counts as a gain of nothing."""
        candidates = [order for order in self._candidates(legal) if order != passing]
        if not candidates:
            return passing or legal.sample(self._rng), 0.0
        if len(candidates) == 1 and passing is None:
            return candidates[0], 0.0
        now = evaluator.worth(state)
        best, most = passing, NOTHING if passing is not None else float("-inf")
        for order in candidates:
            gain = self._gain(evaluator, state, legal.seat, order, now, clock)
            if gain > most:
                best, most = order, gain
            if best is not None and clock.hurry:
                break
        assert best is not None
        return best, most if best is not passing else 0.0

    def _candidates(self, legal: LegalOrders) -> list[Order]:
        few = list(itertools.islice(legal, MOST + 1))
        if len(few) <= MOST:
            return few
        return list(dict.fromkeys(legal.sample(self._rng) for _ in range(MOST)))

    def _gain(
        self,
        evaluator: Evaluator[Any],
        state: State[Any, Any],
        seat: int,
        order: Order,
        now: float,
        clock: Clock,
    ) -> float:
        known = evaluator.gain(state, order)
        if known is not None:
            return known
        total = 0.0
        for tries in range(1, ROLLS + 1):
            trial = state.copy(SeededDice(self._rng.randbytes(32)))
            trial.apply(seat, order)
            clock.playouts += 1
            total += evaluator.worth(trial) - now
            if not trial.draws:
                return total / tries
        return total / ROLLS
