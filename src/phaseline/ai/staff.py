"""A player that plans a turn as people do: the general shell around a game's planner."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from phaseline.ai.agent import Agent, Budget, Observation
from phaseline.ai.brain import Brain, Planner, brain_of, brains
from phaseline.ai.sight import Clock, Mirror, Sight
from phaseline.engine.events import Event
from phaseline.engine.orders import Order, write
from phaseline.engine.state import State


class StaffAgent(Agent):
    """Plays by the plan of the game's planner (see `phaseline.ai.brain`)."""

    def __init__(self, seed: int = 0) -> None:
        self._seed = seed
        self._rng = random.Random(seed)
        self._planner: Planner[Any] | None = None
        self._mirror = Mirror(self._rng, tracks=False)
        self._dropped: list[str] = []
        self._untold: list[Event] = []
        """What happened before there was a planner to hear of it."""

    @classmethod
    def plays(cls, game: str) -> bool:
        """Whether there is a planner for the game."""
        return game in cls.known()

    @classmethod
    def known(cls) -> Mapping[str, Brain]:
        """Whose planners it plays by, by the keys of the games."""
        return brains()

    def vet(self, brain: Brain, state: State[Any, Any], seat: int, order: Order) -> Order | None:  # noqa: ARG002
        """The planner's order, as the player means to give it; None: it would rather pass. For subclasses."""
        return order

    def wanted(self, planner: Planner[Any], sight: Sight[Any]) -> Order | None:
        """The order that the plan wants given now; None: nothing more in this step. For subclasses."""
        return planner.order(sight)

    def order(self, seen: Observation, budget: Budget) -> Order:
        """The plan's next order."""
        clock = Clock(budget)
        planner = self._prepared(seen)
        state = self.look(seen)
        legal = state.legal(seen.seat)
        order = self.wanted(planner, Sight(seen, state, self._rng, clock))
        self._dropped = []
        if order is not None and (refusal := legal.refusal(order)) is not None:
            self._dropped = [f"{write(order, seen.scenario.lexicon)}: {refusal}"]
            order = None
        if order is not None:
            order = self.vet(self._brain(seen.game.key), state, seen.seat, order)
        if order is None:
            order = seen.game.passing(state, seen.seat)
        if order is None:
            order = legal.sample(self._rng)
        self._mirror.give(seen.seat, order)
        return order

    def look(self, seen: Observation) -> State[Any, Any]:
        """A state that could be true, to plan by. For subclasses."""
        return self._mirror.look(seen)

    def explain(self) -> list[str]:
        """The plan in words."""
        return [] if self._planner is None else self._planner.explain()

    def dropped(self) -> list[str]:
        """The planner's order, if it was not legal and the seat passed instead."""
        return list(self._dropped)

    def hear(self, events: Sequence[Event]) -> None:
        """Pass on what happened to the planner."""
        if self._planner is None:
            self._untold.extend(events)
        else:
            self._planner.hear(events)

    def _prepared(self, seen: Observation) -> Planner[Any]:
        if self._planner is None:
            brain = self._brain(seen.game.key)
            self._planner = brain.planner(seen.scenario, seen.seat, self._seed)
            self._mirror = Mirror(self._rng, tracks=brain.tracks)
            self._planner.hear(self._untold)
            self._untold = []
        return self._planner

    def _brain(self, game: str) -> Brain:
        known = self.known()
        return known[game] if game in known else brain_of(game)
