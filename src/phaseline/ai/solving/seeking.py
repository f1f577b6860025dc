"""Looks for a sequence of orders that solves a puzzle: the best so far is changed by an order, or another is begun."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from phaseline.ai.solving.proposals import Proposals
from phaseline.ai.solving.trying import NO_CHANGE, Change, Ground, Try
from phaseline.engine.orders import Order
from phaseline.engine.puzzles import Puzzle, Verdict
from phaseline.engine.state import State

AFRESH = 0.2
"""How often a sequence is begun afresh, rather than made of the present one."""
BLIND = 0.7
"""The same as long as nothing is better than to pass."""
STALE = 300
"""After so many tries in a row that are no better it is begun afresh."""
LONGER = 0.5
"""How often a sequence that is as good, but longer by one order, becomes the present one."""
DICE = 3
"""In a single world, so many sets of dice are tried where dice are rolled."""
LEFT_OUT, OTHERWISE, REPLACED, PUT_IN = 0.1, 0.4, 0.6, 0.85
"""How a sequence is changed, by a number from 0 to 1: up to which of these which change is made; above, it gets another end."""
STOPS = (0.6, 0.35, 0.2, 0.1)
"""How likely it is to pass at each order of a sequence that is begun afresh: short ones, and long ones."""


@dataclass(frozen=True)
class Found:
    """A sequence of orders, and what came of it: how near it came to the solution, 1 for each measure, in all worlds on average.

    `verdict` is what the judge found in the first of them.
    """

    orders: tuple[Order, ...]
    near: float
    solved: bool
    verdict: Verdict


class Seeker:
    """A search from one decision. What it draws hangs on `rng` alone, and on how often it has been asked."""

    def __init__(
        self, puzzle: Puzzle, worlds: Sequence[State[Any, Any]], proposals: Proposals, rng: random.Random
    ) -> None:
        self._rng = rng
        # In a single world only dice can come otherwise.
        states = list(worlds) if len(worlds) > 1 else [worlds[0]] * DICE
        self._grounds = [Ground(puzzle, state, proposals, rng) for state in states]
        self._certain = len(worlds) == 1
        self.tries = 0
        """So many were made."""

    def attempt(self, orders: Sequence[Order], change: Change = NO_CHANGE, floor: float = 0.0) -> Found:
        """Try a sequence in every world; what does not come as near as `floor` in the first, only there."""
        first = self._play(self._grounds[0], orders, change)
        tries = [first]
        if (first.rolled or not self._certain) and first.verdict.near >= floor:
            tries += [self._play(ground, first.orders, NO_CHANGE) for ground in self._grounds[1:]]
        return Found(
            first.orders,
            sum(each.verdict.near for each in tries) / len(tries),
            all(each.verdict.solved for each in tries),
            first.verdict,
        )

    def seek(
        self, budget: int, first: Sequence[Order] = (), hurry: Callable[[], bool] = lambda: False
    ) -> Found:
        """The best sequence that is found in `budget` tries, beginning with `first`; it ends with the first that solves it."""
        rng = self._rng
        best = now = nothing = self.attempt(())
        if first:
            now = self.attempt(first)
            best = max(best, now, key=lambda each: each.near)
        stale = 0
        while not best.solved and self.tries < budget and not hurry():
            afresh = AFRESH if now.near > nothing.near else BLIND
            if stale > STALE:
                now, stale = self._afresh(0.0), 0
            elif not now.orders or rng.random() < afresh:
                stale, now = self._compared(stale, now, self._afresh(now.near))
            else:
                stale, now = self._compared(stale, now, self._changed(now))
            if now.near > best.near or now.solved:
                best = now = self._shortened(now)
        return best

    def _compared(self, stale: int, now: Found, made: Found) -> tuple[int, Found]:
        """The better of two sequences, and how many tries in a row were no better; of equals now the one, now the other."""
        if made.near > now.near or made.solved:
            return 0, made
        longer = len(made.orders) > len(now.orders) + (self._rng.random() < LONGER)
        return stale + 1, now if made.near < now.near or longer else made

    def _afresh(self, floor: float) -> Found:
        return self.attempt((), Change(stop=self._rng.choice(STOPS)), floor)

    def _changed(self, now: Found) -> Found:
        """A sequence with an order left out, given otherwise, replaced or put in, or with another end."""
        rng, orders = self._rng, now.orders
        at, how = rng.randrange(len(orders)), rng.random()
        if how < LEFT_OUT:
            return self.attempt(orders[:at] + orders[at + 1 :], floor=now.near)
        if how < OTHERWISE:
            return self.attempt(orders, Change(at, instead=True, alike=True), now.near)
        if how < REPLACED:
            return self.attempt(orders, Change(at, instead=True), now.near)
        if how < PUT_IN:
            return self.attempt(orders, Change(at), now.near)
        return self.attempt(orders[:at], Change(stop=rng.choice(STOPS)), now.near)

    def _shortened(self, found: Found) -> Found:
        """A sequence without the orders that bring it no nearer."""
        for at in reversed(range(len(found.orders))):
            if at < len(found.orders):
                shorter = self.attempt(found.orders[:at] + found.orders[at + 1 :], floor=found.near)
                if shorter.near >= found.near and len(shorter.orders) < len(found.orders):
                    found = shorter
        return found

    def _play(self, ground: Ground, orders: Sequence[Order], change: Change) -> Try:
        self.tries += 1
        return ground.play(orders, change)
