"""What a game tells of the other side's pieces: where they began, what was seen of them, and who each of them can be."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, TypeVar

from phaseline.engine.events import Event
from phaseline.engine.state import State
from phaseline.hexgrid import Hex, Mask

S = TypeVar("S", bound=State[Any, Any])

AWAY: Final = -1
"""Instead of a hex: not on the map."""
ANYBODY: Final = -1
"""All units, as a mask."""


class Clue(NamedTuple):
    """That a piece went from `start` to `to`, each a hex or `AWAY`, as everybody could see.

    It was `unit`, or if that is None one of those that could have done this: `odds` tell how readily each would, beside
    others that stand where it stands. None in place of `start`: from where it was.
    """

    to: Hex
    start: Hex | None = None
    unit: int | None = None
    odds: Mapping[int, float] = {}


class Back(NamedTuple):
    """A piece on the map whose face is not seen: where it stands, and which units could by the rules have done what it did."""

    hex: Hex
    units: Mask = ANYBODY


class Seen(NamedTuple):
    """What a seat sees of the other side's pieces: where each unit is that it knows of, who the rest are, and their backs."""

    known: Mapping[int, Hex]
    hidden: Sequence[int]
    backs: Sequence[Back]


class Pieces(ABC, Generic[S]):
    """The pieces of one side in one scenario, as its enemy sees them. It rests on views and events alone.

    Events are understood by the names of their facts: a `unit` that is named comes `to` a hex, or is in its `hex` where the
    kind is one of `stands`, or leaves the map by one of `falls`; somebody unknown goes from `start` to `to`, or comes on the
    map in `hex` by one of `comes`.
    """

    stands: ClassVar[frozenset[str]] = frozenset({"revealed"})
    falls: ClassVar[frozenset[str]] = frozenset()
    comes: ClassVar[frozenset[str]] = frozenset()
    lasting: ClassVar[bool] = False
    """Whether a piece that has shown its face never hides it again."""

    def __init__(self, units: Sequence[int]) -> None:
        self.units = tuple(units)
        self._own = frozenset(units)

    @abstractmethod
    def begun(self) -> Mapping[int, Hex]:
        """Where each unit stands in the printed set-up, which everybody can read; `AWAY` if nowhere."""

    @abstractmethod
    def seen(self, known: Any) -> Seen:
        """What the position of a view shows."""

    @abstractmethod
    def likely(self, unit: int, start: Hex, to: Hex) -> float:
        """How likely, beside others, a unit is to have come from one place to another unseen; more than 0."""

    @abstractmethod
    def ready(self, unit: int, event: Event) -> float:
        """Of an event that names no unit: how readily a unit would do this, up to 1; 0: by the rules it could not."""

    @abstractmethod
    def place(self, position: Any, unit: int) -> Hex:
        """Where a unit is in a full position; `AWAY` if it is not on the map."""

    @abstractmethod
    def exchange(self, position: Any, one: int, other: int) -> None:
        """Let two units of a full position change places, with all that is seen of them."""

    def fits(self, position: Any, unit: int, other: int) -> bool:  # noqa: ARG002 - for subclasses
        """Whether `other` could have done what is seen of the piece that `unit` is taken for."""
        return True

    def finish(self, position: Any) -> None:
        """What else is believed, when all stand where they are thought to stand: their strengths, say."""

    def note(self, event: Event) -> None:
        """Remember what an event tells besides."""

    def clue(self, event: Event) -> Clue | None:
        """What an event tells of who stands where; None: nothing."""
        facts, kind = event.facts, event.kind
        unit, to = facts.get("unit"), facts.get("to")
        if unit is not None:
            if unit not in self._own:
                return None
            if kind in self.falls:
                return Clue(AWAY, unit=unit)
            hex = to if to is not None else facts.get("hex") if kind in self.stands | self.comes else None
            return None if hex is None else Clue(hex, facts.get("start"), unit)
        if kind in self.comes and "hex" in facts:
            return Clue(facts["hex"], AWAY, odds=self._odds(event))
        if to is not None and "start" in facts:
            return Clue(to, facts["start"], odds=self._odds(event))
        return None

    def _odds(self, event: Event) -> dict[int, float]:
        """Of all units that could have done it."""
        return {unit: odds for unit in self.units if (odds := self.ready(unit, event)) > 0}
