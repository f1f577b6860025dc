"""The agent interface: a player, human or program, that sees only what its seat may see.

An agent is asked for one order at a time. It gets an `Observation`: the view of its seat, and a way to sample full
states that agree with this view. It never gets the true state, so it cannot peek, and whatever it does to a sample
does not touch the match.
"""

from __future__ import annotations

import random
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from phaseline.engine.dice import SeededDice
from phaseline.engine.events import Event
from phaseline.engine.game import Game, Scenario, View
from phaseline.engine.orders import Order
from phaseline.engine.state import State


class Waiting:
    """Whoever waits for an order; this one has all the patience in the world, and does not ask how far it is."""

    @property
    def enough(self) -> bool:
        """Whether the order is wanted now, with what has been thought so far."""
        return False

    def far(self, share: float) -> None:
        """Hear how much of the thinking is done, from 0 to 1."""


@dataclass(frozen=True)
class Budget:
    """How much an agent may think about one order: so many seconds, so many playouts; None: as much as it likes.

    A playout is one continuation carried out on a sampled state, be it a single order or a whole turn. Counting them
    makes an order the same on every machine; seconds are for people who wait.

    >>> Budget(None).left(started=0.0) is None
    True
    """

    seconds: float | None = None
    playouts: int | None = None
    waiting: Waiting = field(default_factory=Waiting, compare=False)
    """Who waits for the order, and may cut the thinking short."""
    processes: int = 1
    """So many processes may share the thinking, where an agent can; with playouts counted the order is the same for any number."""

    def left(self, started: float) -> float | None:
        """What remains of it, never below 0, if thinking began at `started` of `time.perf_counter`."""
        return None if self.seconds is None else max(0.0, self.seconds - (time.perf_counter() - started))


UNLIMITED = Budget()
"""All the time in the world, and no end of playouts."""


class Observation:
    """What an agent gets when it has to decide: the view of its seat, and samples of what may be true."""

    def __init__(self, game: Game[Any, Any], scenario: Scenario, view: View, seat: int) -> None:
        self.game = game
        self.scenario = scenario
        self.view = view
        self.seat = seat

    def sample(self, rng: random.Random) -> State[Any, Any]:
        """A full state that agrees with the view, with dice of its own: for listing orders and for looking ahead.

        The orders that are legal for this seat are the same in every sample as in the match.
        """
        position = self.game.sample(self.scenario, self.view.position, self.seat, rng)
        return self.game.state_type(self.game, self.scenario, position, SeededDice(rng.randbytes(32)))


class Agent(ABC):
    """A player of one seat in one match.

    It can be made again at any time from its name and seed (as a process that takes over a match does): what it
    remembers helps it, but it must be able to go on from any view without.
    """

    patience: ClassVar[int] = 1
    """How many times as long as others it may think where people wait for it."""

    @classmethod
    def plays(cls, game: str) -> bool:  # noqa: ARG003 - for subclasses
        """Whether it knows the game with this key well enough to play it."""
        return True

    @classmethod
    def alike(cls, game: str, scenario: str) -> str:  # noqa: ARG003 - for subclasses
        """The agent that it plays a scenario of a game just like; "": it plays as nobody else does."""
        return ""

    @abstractmethod
    def order(self, seen: Observation, budget: Budget) -> Order:
        """The order to give now, one that is legal, within the budget."""

    def explain(self) -> list[str]:
        """What it is after, in words, a sentence a line; [] when it has nothing to say."""
        return []

    def dropped(self) -> list[str]:
        """Orders of its own plan that it found illegal and replaced when it was last asked: a fault of the plan.

        Each in words with its reason; [] as a rule.
        """
        return []

    def hear(self, events: Sequence[Event]) -> None:  # noqa: B027 - most agents do not listen
        """Take notice of what happened, as far as its seat may know; told after every order of any seat."""


AgentFactory = Callable[[int], Agent]
"""Makes an agent from a seed: the same seed and the same observations give the same orders (budgets permitting)."""
