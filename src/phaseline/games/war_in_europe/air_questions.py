"""Questions about the air war (13)."""

from __future__ import annotations

from phaseline.drill.lookups import labels
from phaseline.engine.casefile import question
from phaseline.engine.game import Question
from phaseline.engine.lexicon import HexRef, SeatRef
from phaseline.games.war_in_europe.orders.base import BoxRef, FrontRef
from phaseline.games.war_in_europe.rules import airbases, aircombat, airground, airsea, commitment
from phaseline.games.war_in_europe.state import WarState


@question
def air_reach(s: WarState, *, side: SeatRef, front: FrontRef) -> list[str]:
    """The hexes of an air front that a side's Points can reach."""
    return labels(s, airbases.reach(s, side, front))


@question
def air_room(s: WarState, *, side: SeatRef, front: FrontRef, box: BoxRef) -> int:
    """How many more Points of a front a side may commit to a box."""
    return commitment.room(s, side, front, box)


@question
def air_dice(s: WarState, *, odds: int) -> list[int]:
    """The dice that eliminate a Point attacked at these odds to 1."""
    return list(aircombat.deadly(s, odds))


@question
def port_strike(s: WarState, *, points: int, die: int) -> str:
    """What the Sea Superiority Table says: nothing, lost (a Point), aborted, hit, sunk."""
    return airsea.result(s, points, die) or "nothing"


@question
def ground_support(s: WarState, *, side: SeatRef, target: HexRef) -> bool:
    """Whether an Air Point can support an attack of a side on a hex."""
    return airground.unsupported(s, side, 1 << target) is None


AIR_QUESTIONS: tuple[Question, ...] = (air_reach, air_room, air_dice, port_strike, ground_support)
"""All of them."""
