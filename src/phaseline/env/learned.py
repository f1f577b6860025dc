"""The player that has learned: a policy trained by `examples/learn_skirmish.py`, played without any library for that."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path

from phaseline.ai.agent import Agent, Budget, Observation
from phaseline.engine.orders import Order
from phaseline.env.desk import Desk
from phaseline.env.policy import Policy, features
from phaseline.env.setting import Setting

PATIENCE = 60
"""After so many orders in one turn it ends what it is at: a network may go round in circles, planning and calling off."""

FILE = Path(__file__).parent / "data" / "skirmish-ford.npz"


@cache
def _policy(path: Path) -> Policy:
    return Policy.load(path)


class LearnedAgent(Agent):
    """Plays Skirmish by what a network learned on The Ford; on another map it gives random legal orders."""

    def __init__(self, seed: int = 0, file: Path = FILE) -> None:
        self._rng = random.Random(seed)
        self._policy = _policy(file)
        self._setting: Setting | None = None
        self._where: tuple[str, ...] = ()
        self._given = 0
        self._knows = True

    @classmethod
    def plays(cls, game: str) -> bool:
        """It has learned one game."""
        return game == _policy(FILE).game

    def order(self, seen: Observation, budget: Budget) -> Order:  # noqa: ARG002 - it needs no time
        """The order it values most, choice by choice."""
        state = seen.sample(self._rng)
        legal = state.legal(seen.seat)
        self._knows = seen.scenario.key == self._policy.scenario
        if not self._knows:
            return legal.sample(self._rng)
        self._given = self._given + 1 if seen.view.path[:2] == self._where else 1
        self._where = seen.view.path[:2]
        if self._given > PATIENCE:
            return seen.game.passing(state, seen.seat) or legal.sample(self._rng)
        if self._setting is None or self._setting.scenario is not seen.scenario:
            self._setting = Setting(seen.game, seen.scenario)
        layout, encoding = self._setting.layout, self._setting.encoding
        arrays = encoding.arrays(seen.view, seen.seat)
        desk = Desk(layout)
        desk.open(legal)
        order: Order | None = None
        while order is None:
            row = features(desk.seen(arrays), layout, encoding)
            order = desk.choose(self._policy.choose(row, desk.mask()))
        return order

    def explain(self) -> list[str]:
        """Where its play comes from."""
        if not self._knows:
            return [f"I have learned on {self._policy.scenario} alone, and play at random here."]
        return ["I play as I have learned in matches against myself and others; I cannot say why."]
