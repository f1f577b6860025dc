"""What a game tells the search: where choosing well matters, what could be aimed at, and how matches go on from there."""

from __future__ import annotations

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from phaseline.ai.beliefs import Beliefs, Pieces
from phaseline.ai.brain import Planner
from phaseline.ai.planning import Intent
from phaseline.ai.search.player import Led, Player
from phaseline.ai.sight import Sight
from phaseline.ai.weights import Weight, WeightError
from phaseline.engine.events import Event, redact
from phaseline.engine.game import View
from phaseline.engine.state import Decision, State

S = TypeVar("S", bound=State[Any, Any])


class Course(NamedTuple):
    """A course of action: what it aims at, in words, and the orders by which it does, in the order to give them.

    Where its orders end, or where it has none, its side goes on by its `bearing`, one of the council's own names for how to
    act. It need not be known beforehand which orders that will be.
    """

    aim: str
    intents: tuple[Intent, ...] = ()
    bearing: str = ""


class Standing(NamedTuple):
    """How a course stands that lasts over turns: the places that it has and lacks, in words, and why it is `over`, if it is."""

    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    over: str = ""

    def __str__(self) -> str:
        parts = [("ours", self.has), ("still to take", self.lacks)]
        return "; ".join(f"{what}: {', '.join(places)}" for what, places in parts if places)


class Council(ABC, Generic[S]):
    """Proposes courses of action for one seat of one scenario, and plays matches on from them.

    It remembers nothing of a match but what it believes of hidden units: what it is asked, it answers from the state.
    """

    replies: tuple[str, ...] = ("",)
    """The bearings by which the enemy answers, in turns."""

    fewest: ClassVar[int] = 4
    """Of courses that are compared, there are so many playouts to each at least."""
    even: ClassVar[bool] = False
    """Whether playouts go in pairs: each pair in one world, with dice that even out (see `EvenDice`)."""
    open: bool = False
    """Whether nothing is hidden in the game, so that up to the first die a course comes out alike in every world."""
    effort: int = 1
    """How many times the tries of a general are made by who asks: some things are tried only by who makes many."""

    def __init__(self, scenario: Any, seat: int) -> None:
        self.scenario = scenario
        self.seat = seat
        self.beliefs: Beliefs[S] | None = None
        """What the seat believes of the enemy's hidden units; None where nobody remembers, or nothing is hidden."""
        self.theirs: Beliefs[S] | None = None
        """What an enemy who remembers believes of the seat's own hidden units; None where that does not matter."""

    @classmethod
    def searches(cls, scenario: str, effort: int = 1) -> bool:  # noqa: ARG003 - for subclasses
        """Whether anything is searched in the scenario with this key by who makes so many times the tries of a general."""
        return True

    @classmethod
    def sees_more(cls, scenario: str) -> bool:  # noqa: ARG003 - for subclasses
        """Whether who plays by it does better than the staff where nothing is searched, too (see `usual`)."""
        return False

    @classmethod
    def weighed(cls, weights: Sequence[Weight]) -> type[Self]:  # noqa: ARG003 - for subclasses
        """Its like that goes by other numbers. Raises `WeightError` for one that there is not."""
        raise WeightError("nothing can be weighed otherwise in this game")

    def pieces(self, seat: int) -> Pieces[S] | None:  # noqa: ARG002 - for subclasses
        """A side's pieces, of which some are hidden and whose beginnings everybody knows; None: there are no such pieces.

        Asked for the enemy's, and for one's own: what he can know of them.
        """
        return None

    def remember(self, seed: int) -> None:
        """Keep beliefs from now on, with chances of their own: what is believed does not change what else is drawn."""
        enemies, own = self.pieces(1 - self.seat), self.pieces(self.seat)
        self.beliefs = None if enemies is None else Beliefs(enemies, random.Random(seed))
        self.theirs = None if own is None else Beliefs(own, random.Random(seed))

    def hear(self, events: Sequence[Event]) -> None:
        """Follow hidden units by what the seat was told, and one's own by what the enemy was told of them."""
        if self.beliefs is not None:
            self.beliefs.hear(events)
        if self.theirs is not None:
            # An event that names no unit here was about one of the enemy's.
            named = [event for event in events if "unit" in event.facts]
            self.theirs.hear(redact(named, 1 - self.seat))

    def look(self, seen: View, state: S) -> None:
        """Bring what is believed into line with what is seen now, and with what the enemy sees, in a state that could be true."""
        if self.beliefs is not None:
            self.beliefs.look(seen)
        if self.theirs is not None:
            self.theirs.look(state.game.view(state, 1 - self.seat))

    @abstractmethod
    def moment(self, state: S) -> Hashable | None:
        """What has to be decided by a course: equal as long as one course is carried out; None: the staff decides alone.

        It must rest on what the seat knows, not on what was sampled.
        """

    @abstractmethod
    def playouts(self, moment: Hashable) -> int:
        """So many playouts this decision deserves at the level of a general, in all."""

    @abstractmethod
    def courses(self, sight: Sight[S]) -> list[Course]:
        """Courses that differ in what they aim at, the staff's own first. With one alone there is nothing to search."""

    def portion(self, moment: Hashable) -> int:  # noqa: ARG002 - for subclasses
        """So many of the playouts at most are carried out at one order; the search goes on at the next ones. 0: all at once.

        Only courses without orders of their own can be compared so.
        """
        return 0

    def exact(self, moment: Hashable) -> bool:  # noqa: ARG002 - for subclasses
        """Whether playouts of this decision see all that is still to come: then nothing is favoured, and dice fall as they do.

        Dice that even out tell plans apart by what they bring on average, and take every plan for surer than it is.
        """
        return False

    def refines(self, moment: Hashable) -> bool:  # noqa: ARG002 - for subclasses
        """Whether half of the budget is for comparing the best course with `variants` of it."""
        return False

    def variants(self, sight: Sight[S], course: Course) -> list[Course]:  # noqa: ARG002 - for subclasses
        """Others like this one, to be compared with it; [] when there is nothing to vary."""
        return []

    def standing(self, state: S, course: Course) -> Standing | None:  # noqa: ARG002 - for subclasses
        """How a course that lasts over turns stands; None: this one does not last. It must rest on what the seat knows."""
        return None

    def favour(self, course: Course) -> int:  # noqa: ARG002 - for subclasses
        """What counts for a course besides what comes of its playouts, where they do not see far enough."""
        return 0

    def imagine(self, state: S, rng: random.Random) -> None:
        """Make a sampled state more like what is believed, and like what the enemy would do.

        What the seat knows of it must stay as it is.
        """
        if self.beliefs is not None:
            self.beliefs.imagine(state, rng)

    def expect(self, state: S) -> None:
        """Make a sampled state the likeliest one: the staff plans by it. What the seat knows of it must stay as it is."""
        if self.beliefs is not None:
            self.beliefs.likeliest(state)

    @abstractmethod
    def staff(self, seat: int, bearing: str, live: Planner[S] | None) -> Planner[S]:
        """A staff that acts by a bearing.

        It takes over from `live`, the staff of the match, which must not notice: what has been begun is carried on. None
        where nobody is to be taken over from.
        """

    def usual(self, live: Planner[S]) -> Planner[S]:
        """Who plays where nothing is searched: the staff of the match, or one that sees more. It takes over as `staff` does."""
        return live

    def player(self, seat: int, bearing: str, live: Planner[S] | None) -> Player:
        """Who plays a seat in one playout, by a bearing; as `staff`, unless somebody else is quicker."""
        return Led(self.staff(seat, bearing, live), seat)

    def over(self, start: S) -> Callable[[Decision, S], bool] | None:  # noqa: ARG002 - for subclasses
        """How far playouts from a state look ahead: they end where this is true; None: at the end of the match."""
        return None

    @abstractmethod
    def value(self, state: S) -> int:
        """How good a position at the end of a playout is for the seat; more is better."""

    def result(self, state: S) -> int:
        """The same at the end of a match, where decisions are `exact`: chances need no help by what comes near to them."""
        return self.value(state)
