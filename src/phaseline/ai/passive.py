"""A player that does no more than it must: the least that any other has to beat."""

from __future__ import annotations

import random

from phaseline.ai.agent import Agent, Budget, Observation
from phaseline.engine.orders import Order


class PassiveAgent(Agent):
    """Ends every step as soon as it may. Where it has to choose, as between units that take a loss, it does so at random."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def order(self, seen: Observation, budget: Budget) -> Order:  # noqa: ARG002 - it needs no time
        """The order that does nothing, or any legal one where there is none."""
        state = seen.sample(self._rng)
        idle = seen.game.passing(state, seen.seat)
        return idle if idle is not None else state.legal(seen.seat).sample(self._rng)
