"""Who plays a seat in a playout: on the state itself, without views."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from phaseline.ai.agent import UNLIMITED, Observation
from phaseline.ai.brain import Planner
from phaseline.ai.sight import Clock, Sight
from phaseline.engine.events import Event
from phaseline.engine.game import View
from phaseline.engine.orders import Order
from phaseline.engine.state import State


class Player(ABC):
    """Plays one seat of one playout."""

    @abstractmethod
    def order(self, state: Any) -> Order:
        """A legal order of the seat, which has to decide in this state."""

    def hear(self, events: Sequence[Event]) -> None:  # noqa: B027 - most do not listen
        """Take notice of what happened."""


class Led(Player):
    """Plays by a staff's planner."""

    def __init__(self, planner: Planner[Any], seat: int) -> None:
        self.planner = planner
        self._seat = seat
        # Whatever is drawn is the same in every playout of every course.
        self._rng = random.Random(seat)

    def order(self, state: State[Any, Any]) -> Order:
        """The planner's, if it is legal; else the seat passes."""
        seat, legal = self._seat, state.legal(self._seat)
        sight = Sight(_Within(state, seat), state, self._rng, Clock(UNLIMITED))
        order = self.planner.order(sight)
        if order is not None and legal.refusal(order) is not None:
            order = None
        if order is None:
            order = state.game.passing(state, seat)
        return legal.sample(self._rng) if order is None else order

    def hear(self, events: Sequence[Event]) -> None:
        """Pass it on to the planner."""
        self.planner.hear(events)


class _Within(Observation):
    """A state that is played on, as if it were seen: what a planner asks of its view is told of the state itself."""

    def __init__(self, state: State[Any, Any], seat: int) -> None:
        view = View(
            game=state.game.key,
            scenario=state.scenario.key,
            seat=seat,
            position=state.position,
            path=state.path(),
        )
        super().__init__(state.game, state.scenario, view, seat)
        self._state = state

    def sample(self, rng: random.Random) -> State[Any, Any]:  # noqa: ARG002 - nothing is left to chance
        """The state as it is."""
        return self._state.copy()
