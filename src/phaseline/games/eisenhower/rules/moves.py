"""The orders of movement (8): to move a unit, to cross the Scheldt, to have done; and who does not move on the first turn."""

from __future__ import annotations

from phaseline.drill.marching import going, take_leg
from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, GERMAN, GermanPhase
from phaseline.games.eisenhower.rules import control, movement, obstacles
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask, mask_of


@case("3.2.4b", "3.2.4c", "3.3.4b", "5.3.7")
def frozen(s: EisenhowerState, found: Narrowing, seat: int, going: Mask) -> Narrowing:
    """The first turn's limits: no movement of southern Allies and northern Germans (3.2.4); nor of invaders (5.3.7).

    A unit that is `going` began its move where it might: it may go on in the other zone.
    """
    board = s.scenario.board
    if s.position.turn == 1:
        zone, case_, text = (
            (board.south, "3.2.4b", "Allied units in the Southern Zone cannot move on Turn 1")
            if seat == ALLIED
            else (board.north, "3.2.4c", "German units in the Northern Zone cannot move on Turn 1")
        )
        found = found.without(s.units_in(zone, seat) & ~going, movement.turn_one(s, case_), text)
    return found.without(s.position.ashore, "5.3.7", "it has taken part in an invasion this turn")


@case("7.13", "8.0a", "8.7a", "8.7b", "8.6", "6.2a", "6.4d")
class MoveUnit(OrderRule[orders.Move, EisenhowerState]):
    """Move a unit hex by hex; it may go on until another unit moves (8.0). Stacks move unit by unit (8.7, R80)."""

    order = orders.Move

    def unit(self, s: EisenhowerState) -> Narrowing:
        """Own mobile units that have not finished moving."""
        seat, own_way = s.acting, going(s)
        found = s.choose_unit(seat, "8.0a").without(s.scenario.static, "1.2b", "a static unit does not move")
        if seat == GERMAN and s.offensive:
            found = found.only(
                s.frame(GermanPhase).activated,
                "13.6c",
                lambda unit: movement.left_out(s, unit, "the offensive has not activated it"),
            )
        return frozen(s, found, seat, own_way).without(
            s.position.moved & ~own_way, "8.7a", "it has finished moving in this phase"
        )

    def to(self, s: EisenhowerState, unit: int) -> Narrowing:
        """Hexes within reach with room to stay."""
        found = (
            s.choose_hex("8.5")
            .without(1 << s.position.at[unit], "8.0a", "it is there already")
            .without(s.occupied(1 - s.acting), "8.3", "an enemy unit is there")
        )
        # Where there is no room is seldom within reach: look at the few hexes that are.
        reach = movement.reachable(s, unit).all
        return s.room(unit, found.only(reach, "8.1", lambda hex: obstacles.out_of_reach(s, unit, hex)))

    def apply(self, s: EisenhowerState, order: orders.Move) -> None:
        """Move, and see what comes of it."""
        unit, seat = order.unit, s.acting
        path = take_leg(s, unit, order.to, movement.reachable(s, unit), movement.budget(s, unit), "8.0a")
        s.position.moved |= 1 << unit
        s.position.acted |= 1 << unit
        s.changed()
        if seat == ALLIED:
            movement.open_window(s)
        control.enter(s, seat, mask_of(path[1:]))


@case("8.10b")
class UseScheldt(OrderRule[orders.UseScheldt, EisenhowerState]):
    """Once in the game the Germans may cross the Scheldt estuary as a river, in one movement phase (8.10)."""

    order = orders.UseScheldt

    def gate(self, s: EisenhowerState) -> Refusal | None:
        """Once, in Phase V."""
        if s.position.scheldt:
            return Refusal("8.10b", "the estuary has been used already")
        if s.offensive:
            return Refusal("8.10b", "the estuary cannot be used in an offensive")
        if not s.scenario.board.scheldt:
            return Refusal("8.10b", "there is no estuary")
        return None

    def apply(self, s: EisenhowerState, order: orders.UseScheldt) -> None:
        """Open it for this phase."""
        s.position.scheldt = s.position.turn
        s.tell("scheldt", "8.10b", "the Germans use boats on the Scheldt")


@case("5.5.1", "5.5.2")
class EndMovement(EndStep[orders.Done, EisenhowerState]):
    """The side has moved all it wants to."""

    order = orders.Done
    told = ("5.5", "{seat:seat} has finished moving")
