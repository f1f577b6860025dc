"""Tries of a puzzle: a sequence of orders is played to where the judge looks, and graded by what he finds."""

from __future__ import annotations

import random
from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from phaseline.ai.solving.proposals import Proposals
from phaseline.engine.dice import SeededDice
from phaseline.engine.orders import Order
from phaseline.engine.puzzles import Puzzle, PuzzleTask, Verdict
from phaseline.engine.state import State

LONGEST = 40
"""So many decisions of its seat a try looks for orders at most; from there on it passes."""
ENDLESS = 400
"""After so many orders in all a try is broken off."""


class Marked(PuzzleTask):
    """The task as it is told to somebody who tries: the best that the judge finds, on the way or at the end, is noted."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__(puzzle)
        self._best: Verdict | None = None

    def verdict(self, state: State[Any, Any]) -> Verdict:
        """What the judge finds."""
        found = super().verdict(state)
        if self._best is None or found.near > self._best.near:
            self._best = found
        return found

    def take_best(self, state: State[Any, Any]) -> Verdict:
        """The best that was found, which is forgotten; where the judge was never asked, what he finds now."""
        found = self.verdict(state) if self._best is None else self._best
        self._best = None
        return found


@dataclass(frozen=True)
class Change:
    """How a sequence is varied: before its order number `at` (-1: nowhere) another order is drawn.

    It takes the place of the one that stands there if `instead`; if `alike`, it is given to the same unit. Behind the last
    order more are drawn, until the seat passes, with the chance `stop` at each.
    """

    at: int = -1
    instead: bool = False
    alike: bool = False
    stop: float = 1.0


NO_CHANGE = Change()


@dataclass(frozen=True)
class Try:
    """What came of a sequence of orders.

    `orders` are those that were given, passing among them; `verdict` is the best that the judge found. `rolled` says whether
    dice were rolled.
    """

    orders: tuple[Order, ...]
    verdict: Verdict
    rolled: bool


class Ground:
    """A position that could be the true one, in which sequences are tried; the dice are the same in every try."""

    def __init__(
        self, puzzle: Puzzle, state: State[Any, Any], proposals: Proposals, rng: random.Random
    ) -> None:
        self._seat = puzzle.seat
        self._mark = Marked(puzzle)
        self._state = state.copy()
        self._state.scenario = copy(state.scenario)
        self._state.scenario.task = self._mark
        self._proposals = proposals
        self._rng = rng
        self._dice = rng.randbytes(32)

    def play(self, orders: Sequence[Order], change: Change = NO_CHANGE) -> Try:
        """Play a sequence, changed in this way. Orders that are not legal when their time has come are left out."""
        state = self._state.copy(SeededDice(self._dice))
        left = list(reversed(orders))
        given: list[Order] = []
        rolled = False
        for _ in range(ENDLESS):
            decision = state.waiting()
            if decision is None:
                break
            mover = decision.seats[0]
            passing = state.game.passing(state, mover)
            if mover == self._seat:
                order = self._order(state, passing, left, change, len(given))
                given.append(order)
            else:
                order = passing if passing is not None else next(iter(state.legal(mover)))
            state.play(mover, order)
            rolled = rolled or bool(state.draws)
            state.events.clear()
            state.draws.clear()
        return Try(tuple(given), self._mark.take_best(state), rolled)

    def _order(
        self, state: State[Any, Any], passing: Order | None, left: list[Order], change: Change, number: int
    ) -> Order:
        """The order number `number` of the seat; `left` is what is left of the sequence, the last first."""
        legal, rng = state.legal(self._seat), self._rng
        if number == change.at:
            old = left[-1] if left else None
            if change.instead and left:
                left.pop()
            order = self._proposals.otherwise(legal, old, rng) if change.alike and old is not None else None
            return self._proposals.draw(legal, rng, passing) if order is None else order
        while left:
            order = left.pop()
            if legal.refusal(order) is None:
                return order
        if passing is None or (number < LONGEST and rng.random() >= change.stop):
            return self._proposals.draw(legal, rng, passing)
        return passing
