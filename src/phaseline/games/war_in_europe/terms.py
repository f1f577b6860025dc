"""What the rules of scenarios are worked out to: hexes and units as masks, sides as seats."""

from __future__ import annotations

from typing import NamedTuple

from phaseline.hexgrid import Mask


class Leash(NamedTuple):
    """Units that keep to `hexes` (none: to their own) up to the end of a turn, if no enemy comes `within` some others.

    With `posts` they are those that began the phase under way in one of these hexes.
    """

    units: Mask
    until: int
    hexes: Mask
    within: Mask
    why: str
    posts: Mask = 0


class School(NamedTuple):
    """Units that draw on the same supply centers."""

    seat: int
    units: Mask
    sources: Mask
    soviet: bool


class Arrival(NamedTuple):
    """The turn in which a unit is due (0: it is there from the start), and the hexes in one of which it arrives."""

    turn: int
    hexes: Mask


class Store(NamedTuple):
    """Amphibious Points that are ready from a turn on (7.3): whose, how many, and where they take units aboard."""

    seat: int
    turn: int
    points: int
    area: Mask
    goals: Mask = 0
    """The coasts for which they are meant in that turn; none: for all."""
    divisions: int = 0
    """So many divisions at least land there in that turn."""


class Wall(NamedTuple):
    """A fortified line: whose it is, since which turn, its hexes, and those behind it, from which it is void."""

    seat: int
    since: int
    area: Mask
    rear: Mask
