"""The plainest player: any legal order, at random."""

from __future__ import annotations

import random

from phaseline.ai.agent import Agent, Budget, Observation
from phaseline.engine.orders import Order


class RandomAgent(Agent):
    """Gives a random legal order. It thinks nothing, so any budget is enough."""

    def __init__(self, seed: int = 0) -> None:
        self._rng = random.Random(seed)

    def order(self, seen: Observation, budget: Budget) -> Order:  # noqa: ARG002 - it needs no time
        """A legal order, each first choice as likely as another (see `LegalOrders.sample`)."""
        return seen.sample(self._rng).legal(seen.seat).sample(self._rng)
