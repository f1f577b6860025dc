"""How a match will end from a position, as far as can be told without playing it: in the points that decide it."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, TypeVar

from phaseline.ai.planning import power
from phaseline.drill.state import FieldState
from phaseline.hexgrid import Hex, Mask, hexes

NEAR = 0.85
"""What is left of a unit's weight for each movement point between it and a place."""
NOWHERE_NEAR = 30
"""Units so many movement points away do not count."""
HUNGRY = 0.3
"""The share of a unit that counts while it is out of supply."""
LONG = 3
"""With so many turns left men count in full."""
WEIGHT = 6.0
"""Strength near a place that nobody is near to: with so much, half of it is thought to be won."""

S = TypeVar("S", bound=FieldState[Any, Any])


class Outlook(ABC, Generic[S]):
    """Looks at the end of a scenario from its positions, for the seat whose points count, or whose lead in points does.

    A game says what there is already, how many turns are left, who is how strong, and what places may still bring.
    """

    men: ClassVar[float]
    """A point of strength more than the enemy has, in victory points, as long as there is time to use it."""
    close: ClassVar[float]
    """Points from an even match by which one is fairly decided, in its last turn."""

    def __init__(self, seat: int, middle: float, half: float) -> None:
        """`middle` points are neither a victory nor a defeat; with `half` as many more it is a victory."""
        self.seat = seat
        self.middle = middle
        self.half = half

    # -- what a game says ---------------------------------------------------------------------------------------------

    @abstractmethod
    def tally(self, s: S) -> float:
        """The points there are now; at the end, those that were counted."""

    @abstractmethod
    def turns_left(self, s: S) -> int:
        """How many turns are still to be played, this one among them."""

    @abstractmethod
    def places(self, s: S) -> float:
        """What places that count at the end may still bring."""

    @abstractmethod
    def soldiers(self, s: S, seat: int) -> Mask:
        """The units of a side that men are counted by."""

    def holders(self, s: S, seat: int) -> Mask:
        """Those of them that take and hold places."""
        return self.soldiers(s, seat)

    @abstractmethod
    def strength(self, s: S, unit: int) -> int:
        """What one of them counts."""

    @abstractmethod
    def hungry(self, s: S) -> Mask:
        """The units out of supply, of both sides."""

    @abstractmethod
    def holds(self, s: S, hex: Hex) -> bool:
        """Whether a place is the seat's."""

    @abstractmethod
    def travel(self, s: S, hex: Hex) -> Mapping[Hex, int]:
        """Movement points from all hexes to a place."""

    # -- what follows -------------------------------------------------------------------------------------------------

    def points(self, s: S) -> float:
        """The points to be expected at the end; at the end, what they are."""
        if s.position.outcome is not None:
            return self.tally(s)
        return math.fsum(self.parts(s).values())

    def parts(self, s: S) -> dict[str, float]:
        """What they come from: points there are, men, and places that may still change hands."""
        return {"tally": self.tally(s), "men": self._men(s), "places": self.places(s)}

    def chance(self, s: S, points: float | None = None) -> float:
        """How good they are for the seat, from -1 to 1: near 0 where it would be a draw. They may be known already."""
        expected = self.points(s) if points is None else points
        ratio = (expected - self.middle) / (self.half + self.close + self.turns_left(s))
        return ratio / (1.0 + abs(ratio))

    def firm(self, s: S) -> float:
        """How much it counts who holds a place now: less, the longer there is to play; 1 in the last turn."""
        return 1.0 / (1.0 + 0.5 * (self.turns_left(s) - 1))

    def share(self, s: S, hex: Hex) -> float:
        """The share that the seat has of the strength near a place; a little more for who holds it."""
        travel = self.travel(s, hex)
        own, other = (self._near(s, seat, travel) for seat in (self.seat, 1 - self.seat))
        if self.holds(s, hex):
            own += WEIGHT / 2
        else:
            other += WEIGHT / 2
        return own / (own + other)

    def _near(self, s: S, seat: int, travel: Mapping[Hex, int]) -> float:
        """The strength of a side close to where these ways lead."""
        found = 0.0
        for unit in hexes(self.holders(s, seat)):
            cost = travel.get(s.position.at[unit], NOWHERE_NEAR)
            if cost < NOWHERE_NEAR:
                found += power(NEAR, cost) * self.strength(s, unit)
        return found

    def _men(self, s: S) -> float:
        """What is left to fight with."""
        weight = self.men * min(1.0, (self.turns_left(s) - 1) / LONG)
        return weight * (self._force(s, self.seat) - self._force(s, 1 - self.seat))

    def _force(self, s: S, seat: int) -> float:
        units, hungry = self.soldiers(s, seat), self.hungry(s)
        fed = sum(self.strength(s, unit) for unit in hexes(units & ~hungry))
        return fed + HUNGRY * sum(self.strength(s, unit) for unit in hexes(units & hungry))
