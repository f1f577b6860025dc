"""What the general players must know of a game: how to value a position, and how to plan.

A game's brain is found by its key under the entry-point group `phaseline.brains`, so that a package which brings a game
may bring the players' knowledge of it too.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from phaseline.ai.sight import Sight
from phaseline.engine.events import Event
from phaseline.engine.installed import CannotLoad, Installed
from phaseline.engine.orders import Order
from phaseline.engine.state import State

if TYPE_CHECKING:
    from phaseline.ai.search.council import Council

GROUP = "phaseline.brains"

S = TypeVar("S", bound=State[Any, Any])


class Evaluator(ABC, Generic[S]):
    """Values positions of one game; made for one scenario and one seat."""

    @abstractmethod
    def worth(self, state: S) -> float:
        """How good a position is for the seat: more is better, in points of the evaluator's own scale."""

    def gain(self, state: S, order: Order) -> float | None:  # noqa: ARG002 - for subclasses
        """What a legal order is expected to bring, if that can be told without carrying it out; None: it cannot.

        For orders that only show their worth later (the first order of a staged attack), and for those so common that
        trying each would take too long.
        """
        return None


class Planner(ABC, Generic[S]):
    """The staff of one seat in one match: it makes plans and gives orders by them.

    `steps` are the decisions that it makes, by the labels of their steps in the sequence of play; in those of `idle` it
    knowingly makes none. Together they must be all the decisions of the game: a test compares them with its flow, so
    that a step that is renamed does not silence the planner.
    """

    steps: Mapping[str, Callable[..., Order | None]]
    idle: ClassVar[frozenset[str]] = frozenset()

    @abstractmethod
    def order(self, sight: Sight[S]) -> Order | None:
        """The next order; None: nothing more in this step. One that is not legal is replaced as if it were None."""

    @abstractmethod
    def explain(self) -> list[str]:
        """The present plan in words, a sentence a line."""

    def hear(self, events: Sequence[Event]) -> None:
        """Take notice of what happened, as far as the seat may know."""


@dataclass(frozen=True)
class Brain:
    """All that the general players know of one game.

    `evaluator` and `planner` are made for a scenario and a seat, the planner with a seed besides. `tracks` says that a
    sampled state is kept in step with the match from order to order, which pays where sampling is dear. `attacks` are the
    orders by which a side begins to fight, `marches` those by which it sends units on the map somewhere else, or spends
    what it needs for that. `council` proposes courses of action to a player that searches (see
    `phaseline.ai.search.council`), for a scenario and a seat; None: nobody has taught the game to one.
    """

    evaluator: Callable[[Any, int], Evaluator[Any]]
    planner: Callable[[Any, int, int], Planner[Any]]
    tracks: bool = False
    attacks: frozenset[type[Order]] = frozenset()
    marches: frozenset[type[Order]] = frozenset()
    council: type[Council[Any]] | None = None


class NoBrain(LookupError):
    """A player that needs to know a game does not know this one; the message names the games it knows."""

    def __str__(self) -> str:
        return str(self.args[0])


def _accept(name: str, found: Any) -> Brain:  # noqa: ARG001 - any name will do
    if not isinstance(found, Brain):
        raise CannotLoad("is no Brain")
    return found


_BRAINS: Installed[Brain] = Installed(GROUP, "brain", _accept)


def brains() -> Mapping[str, Brain]:
    """The brains that are installed, by the key of their game; each is loaded when it is looked up."""
    return _BRAINS


def brain_of(game: str) -> Brain:
    """The brain for a game. Raises `NoBrain`, or `CannotLoad`."""
    if game not in _BRAINS:
        known = ", ".join(_BRAINS) or "none"
        raise NoBrain(f'no computer player has learnt the game "{game}" yet (known: {known}); take random')
    return _BRAINS[game]
