"""What a thinking player has before it when it decides: a full state that agrees with its view, and the clock."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from phaseline.ai.agent import Budget, Observation
from phaseline.engine.legal import LegalOrders
from phaseline.engine.orders import Order, write
from phaseline.engine.state import State

S = TypeVar("S", bound=State[Any, Any])

SPARE = 0.5
"""The share of a budget that a player plans with; the rest is for the machine."""


@dataclass
class Clock:
    """How much of the budget for one order is left."""

    budget: Budget
    started: float = field(default_factory=time.perf_counter)
    playouts: int = 0
    """So many were carried out for this order; whoever carries one out counts it."""

    @property
    def hurry(self) -> bool:
        """Whether it is time to answer with what one has."""
        if self.budget.waiting.enough:
            return True
        if self.budget.playouts is not None and self.playouts >= self.budget.playouts:
            return True
        left = self.budget.left(self.started)
        return left is not None and self.budget.seconds is not None and left <= SPARE * self.budget.seconds

    def far(self, share: float) -> None:
        """Tell whoever waits that this share of the playouts is carried out, or more if time runs out sooner."""
        left, seconds = self.budget.left(self.started), self.budget.seconds
        if left is not None and seconds:
            share = max(share, (1.0 - left / seconds) / (1.0 - SPARE))
        self.budget.waiting.far(min(1.0, share))


@dataclass
class Sight(Generic[S]):
    """What a planner decides by. `state` could be the true one as far as the seat knows; it is the planner's to read."""

    seen: Observation
    state: S
    rng: random.Random
    clock: Clock

    @property
    def seat(self) -> int:
        """The seat that decides."""
        return self.seen.seat

    @property
    def legal(self) -> LegalOrders:
        """The legal orders, which are the same in the sample as in the match."""
        return self.state.legal(self.seen.seat)

    @property
    def path(self) -> tuple[str, ...]:
        """Where in the sequence of play the match stands."""
        return self.seen.view.path

    @property
    def step(self) -> str:
        """The label of the step in which the seat decides."""
        return self.seen.view.path[-1] if self.seen.view.path else ""

    def another(self) -> S:
        """A further state that agrees with the view, sampled afresh."""
        state: S = self.seen.sample(self.rng)  # type: ignore[assignment]
        return state

    def words(self, order: Order) -> str:
        """An order in its notation."""
        return write(order, self.seen.scenario.lexicon)


class Mirror:
    """A sampled state that follows a match: as long as it agrees with the view it is used again.

    What was worked out about it then stays worked out, and hidden facts are guessed once and not at each order. With
    `tracks` false, every look is a fresh sample.
    """

    def __init__(self, rng: random.Random, *, tracks: bool) -> None:
        self._rng = rng
        self._tracks = tracks
        self._state: State[Any, Any] | None = None

    def look(self, seen: Observation) -> State[Any, Any]:
        """A state that agrees with what is seen now."""
        state = self._state
        if (
            state is None
            or state.scenario is not seen.scenario
            or state.game.view(state, seen.seat) != seen.view
        ):
            state = self._state = seen.sample(self._rng)
        return state

    def give(self, seat: int, order: Order) -> None:
        """Follow the match through an order of one's own; after a die or another's decision a fresh look is needed.

        What the order reveals may differ from what was guessed: the next look finds that out.
        """
        state, self._state = self._state, None
        if not self._tracks or state is None:
            return
        state.events.clear()
        state.draws.clear()
        state.apply(seat, order)
        decision = state.decision
        if not state.draws and decision is not None and seat in decision.seats:
            self._state = state
