"""What the companion keeps: the pool, who has arrived and where, what is damaged, which face-down counter is the Hiyo."""

from __future__ import annotations

from phaseline.engine import Frame, Position

PLACES = (
    "Truk SO",
    "Truk MO",
    "Rabaul SO",
    "Rabaul MO",
    "USN Reinforcements",
    "another space",
    "aboard the Hiyo",
    "aboard CVN-68",
)
"""Boxes and plotting spaces that the addendum names, and all others as one."""
TRUK_SO, TRUK_MO, RABAUL_SO, RABAUL_MO, REINFORCEMENTS, ELSEWHERE, ABOARD_HIYO, ABOARD_CVN = range(8)
SPACES = (TRUK_SO, TRUK_MO, RABAUL_SO, RABAUL_MO, ELSEWHERE)
"""Places on the map."""

NOT_YET = -1
"""Instead of a place: it has not arrived. Of the Hiyo: it is not yet among face-down counters."""
LOST = -2
"""Instead of a place: eliminated."""
GONE = -3
"""Instead of a place: removed from the game for good."""

COUNTERS = ("A", "B", "C", "D")
"""The four face-down counters: two in the Truk box of each route (23.2)."""
BOX_OF_COUNTER = (TRUK_SO, TRUK_SO, TRUK_MO, TRUK_MO)


class Campaign(Frame, frozen=True):
    """The whole game."""


class Cycle(Frame, frozen=True):
    """One time through the pool of operation counters (23.1)."""

    number: int


class Operation(Frame, frozen=True):
    """An operation counter: drawn, then played."""


class Arrival(Frame, frozen=True):
    """The bonus units come in, once (23.2, 23.3)."""


class Basing(Frame, frozen=True):
    """An air unit looks for a base with room: the next of its places is asked for (23.2)."""

    unit: int
    tried: int = 0


class Storm(Frame, frozen=True):
    """The first Weather incident: the Nimitz group may arrive where it struck (23.4)."""


class MidwayPosition(Position, kw_only=True):
    """Units are numbers in the roster; masks have a bit a unit, or a face-down counter."""

    stack: list[Campaign | Cycle | Operation | Arrival | Basing | Storm]
    cycle: int = 0
    operations: int = 0
    """Operation counters left in the pool."""
    incidents: int = 0
    """Incident markers left in the pool."""
    storms: int = 0
    """Weather incidents so far, of either side."""
    at: list[int]
    """Where each unit is: a number in `PLACES`, or one of the others above."""
    damaged: int = 0
    active: int = 0
    """Units that act as the base game says."""
    hiyo: int | None = NOT_YET
    """Which face-down counter is the Hiyo; None in the view of one that cannot know."""
    turned: int = 0
    """Face-down counters that have been looked at."""
