"""Air-ground missions: support of attacks (13.41 to 13.45) and interdiction of the enemy's ways (13.5)."""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import (
    AVAILABLE,
    FRONTS,
    GROUND,
    InterdictionPhase,
)
from phaseline.games.war_in_europe.rules import airbases
from phaseline.games.war_in_europe.rules.airbases import EVERY
from phaseline.games.war_in_europe.rules.commitment import in_box, put
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

BONUS = 1
"""What an Air Point adds to the die of an attack, whatever else there is (13.42)."""


# --- support --------------------------------------------------------------------------------------------------------


@case("13.41", "13.43", "13.45", "13.82")
def unsupported(s: WarState, seat: int, targets: Mask) -> Refusal | None:
    """Why no Air Point can support an attack of a side on some hexes, all of which it has to reach; None if one can.

    An overrun never asks, and partisans make no difference (13.45).
    """
    front = airbases.front_of(s, targets)
    if front is None:
        return Refusal("13.82", "the attacked hexes lie on different air fronts")
    if not in_box(s, seat, front, GROUND):
        return Refusal("13.41", f"no Air Point is left for ground support on the {FRONTS[front]} front")
    for hex in hexes(targets):
        if not airbases.fliers(s, seat, front, hex):
            return airbases.too_far(s, seat, front, hex, "13.43")
    return None


@case("13.4", "13.41", "13.44")
def support(s: WarState, seat: int, targets: Mask) -> None:
    """One Air Point supports an attack on some hexes, and is available again for the next turn: it cannot be lost so."""
    front = airbases.front_of(s, targets)
    assert front is not None
    # Of several hexes that counts to which the fewest can fly.
    scarce = min(hexes(targets), key=lambda hex: airbases.fliers(s, seat, front, hex))
    airbases.draw(s, seat, front, scarce, 1)
    put(s, seat, front, GROUND, AVAILABLE, 1)
    s.tell("air", "13.41", "an Air Point supports the attack on {targets:hex}", targets=tuple(hexes(targets)))


# --- interdiction ---------------------------------------------------------------------------------------------------


@case("4.2B8", "13.51b", "13.52")
def begin_interdiction(s: WarState) -> None:
    """The phasing player takes the enemy's markers off the map before he puts down his own."""
    seat = s.frame(InterdictionPhase).seat
    s.position.marks[1 - seat] = 0


@case("13.51a", "15.1f")
def markable(s: WarState, seat: int, front: int) -> Mask:
    """The hexes of a front that a side's Points can interdict: where units can be, in range, without a marker yet."""
    open_land = s.scenario.board.ground(frozen=s.frozen) & ~s.position.neutral
    return airbases.reach(s, seat, front) & open_land & ~s.position.marks[seat]


def interdicting(s: WarState) -> list[int]:
    """The phasing side, as long as it has Points left to interdict with."""
    seat = s.frame(InterdictionPhase).seat
    able = any(in_box(s, seat, front, GROUND) and markable(s, seat, front) for front in EVERY)
    return [seat] if able else []


@case("13.4", "13.5", "13.51a", "13.54", "13.56", "13.82")
class InterdictHex(OrderRule[orders.Interdict, WarState]):
    """A Point that has supported no attack becomes a marker on a hex of its front (13.5)."""

    order = orders.Interdict

    def front(self, s: WarState) -> Narrowing:
        """Fronts with Points left."""
        seat = s.frame(InterdictionPhase).seat
        found = choose(mask_of(EVERY), "13.0", "there is no such front")
        left = mask_of(front for front in EVERY if in_box(s, seat, front, GROUND))
        return found.only(left, "13.5", "no Air Point is left for interdiction there")

    def to(self, s: WarState, front: int) -> Narrowing:
        """Hexes where ground units may be, within twelve hexes of a supplied one, each once."""
        seat = s.frame(InterdictionPhase).seat
        return (
            s.choose_hex("13.51a")
            .only(s.scenario.board.ground(frozen=s.frozen), "13.51a", "no ground unit can be there")
            .without(s.position.neutral, "13.51a", "it is neutral: no ground unit enters it")
            .only(s.scenario.board.air_fronts[front], "13.82", "it is on another air front")
            .without(s.position.marks[seat], "13.51a", "it is interdicted already")
            .only(
                markable(s, seat, front), "13.54", lambda hex: airbases.too_far(s, seat, front, hex, "13.54")
            )
        )

    def apply(self, s: WarState, order: orders.Interdict) -> None:
        """The Point is available again; its marker stays, and nothing eliminates it."""
        seat = s.frame(InterdictionPhase).seat
        airbases.draw(s, seat, order.front, order.to, 1)
        put(s, seat, order.front, GROUND, AVAILABLE, 1)
        self._mark(s, seat, order.to)

    def _mark(self, s: WarState, seat: int, hex: Hex) -> None:
        s.position.marks[seat] |= 1 << hex
        s.tell("air", "13.51a", "{seat:seat} interdicts {hex:hex}", seat=seat, hex=hex)


@case("13.5")
class EndInterdiction(EndStep[orders.Done, WarState]):
    """The side interdicts no more hexes."""

    order = orders.Done


@case("13.13a")
def end_interdiction(s: WarState) -> None:
    """What was not used is available again."""
    seat = s.frame(InterdictionPhase).seat
    for front in EVERY:
        put(s, seat, front, GROUND, AVAILABLE)
