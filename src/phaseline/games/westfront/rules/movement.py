"""Land movement under command or by Supreme Moves (4.42, 6.1 to 6.3, 6.52).

Wired into the sequence: `begin_movement`, `MoveUnit`, `EndMovement`, `end_movement`.
"""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.movement import Move
from phaseline.games.westfront.position import Movement
from phaseline.games.westfront.rules import (
    airborne,
    beachheads,
    command,
    engaging,
    ground,
    movers,
    politics,
    reasons,
    retreat,
)
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Mask, hexes, mask_of


@case("6.1c", "6.33", "4.42c", "5.61", "6.51", "8.1", "16.5a")
def begin_movement(s: WestFrontState) -> None:
    """A Movement Phase begins: nobody has moved, and Supreme Moves are counted out (5.61).

    Hexsides that HQs used to deploy out of battles in the Command Phase stay used (R46).
    """
    position, movement = s.position, s.frame(Movement)
    position.moved = position.disengaged = position.new_battles = 0
    for book in (
        position.rearguards,
        position.came_from,
        position.came_by,
        position.lanes,
        position.landed,
    ):
        book.clear()
    s.fix_control()
    politics.note_yugoslavia(s)
    politics.fall_of_capitals(s)
    supreme, spanish = movers.granted_moves(s, movement.seat)
    s.update(movement, supreme_left=supreme, spanish_left=spanish)


@case("6.1a", "6.2a", "6.31a", "6.31b", "6.31c", "6.32a", "6.52", "6.21", "6.22a", "1.3b", "5.1b")
class MoveUnit(OrderRule[Move, WestFrontState]):
    """Move one unit, hex by hex, up to its speed (6.1)."""

    order = Move

    def unit(self, s: WestFrontState) -> Narrowing:
        """Own units under command or within reach of a Supreme Move that have not moved."""
        found = movers.movable(s, "6.1a")
        if s.position.rearguards:
            found.without(retreat.guards(s), "6.41a", "a rearguard leaves last")
        return found

    def to(self, s: WestFrontState, unit: int) -> Narrowing:
        """Hexes within its speed."""
        seat = s.seat_of(unit)
        found = ground.ways(s, unit)
        enemies = s.occupied(1 - seat)
        to = ground.destinations(s, unit).without(1 << s.position.at[unit], "6.1a", "it is there already")
        if s.unit(unit).is_hq:
            to.without(enemies, "5.1b", "an HQ never engages enemy units")
        if found.fighting:
            to.without(enemies, "6.32c", "a unit that leaves a battle engages nobody in the same phase")
        to.only(found.quiet | found.engage, "6.1a", lambda hex: reasons.out_of_reach(s, unit, hex))
        if found.fighting and to and not retreat.may_leave(s, unit):
            to.only(0, "6.41a", "somebody must stay: name a rearguard first to give the battle up")
        if found.fighting:
            retreat.bind(s, unit, to)
        return to.without(ground.full(s, seat), "6.21", "the hex is full")

    def via(self, s: WestFrontState, unit: int, to: int) -> Narrowing:
        """The hexside over which it enters or leaves a battle."""
        return ground.way_options(s, unit, to)

    def apply(self, s: WestFrontState, order: Move) -> None:
        """Move, and pay a Supreme Move if nobody commands the unit."""
        unit, here = order.unit, s.position.at[order.unit]
        via = ground.door(s, unit, order.to, order.via)
        movers.pay(s, unit)
        beachheads.trample(s, unit, order.to, via)
        fighting = s.engaged(unit)
        s.position.moved |= 1 << unit
        if fighting and via is not None:
            ground.count_crossing(s, here, via)
            s.position.disengaged |= 1 << unit
            s.hide(1 << unit)
        s.tell_of(
            unit,
            "move",
            "6.1a",
            "{unit:unit} moves from {start:hex} to {to:hex}",
            "a unit moves from {start:hex} to {to:hex}",
            start=here,
            to=order.to,
        )
        if s.occupied(1 - s.acting) >> order.to & 1 and via is not None:
            ground.count_crossing(s, via, order.to)
            engaging.enter(s, unit, order.to, via, ground.method_of_entry(s, via, order.to))
        else:
            s.put(unit, order.to)
        if fighting:
            retreat.settle(s, here, s.acting)
        beachheads.overrun(s)


@case("4.42a", "6.2a", "6.22a", "5.21d")
class EndMovement(EndStep[Done, WestFrontState]):
    """The side has moved all it wants to; stacking must be legal (6.2a)."""

    order = Done

    def gate(self, s: WestFrontState) -> Refusal | None:
        """A hex overstacked by a deployed HQ must be put right while that is possible (5.21d)."""
        return relief_owed(s) or airborne.drop_owed(s)


@case("5.21d", "6.2a", "6.22a", "6.21", "12.23a")
def overstacked(s: WestFrontState, seat: int) -> Mask:
    """The hexes that hold more units of a side than they may; rearguards are on their way out (6.21, R44)."""
    over = s.standing.over(seat, s.board.stacking)
    if not over:
        return 0
    guarded = mask_of(s.position.rearguards)
    for hex in hexes(over & guarded):
        over &= ~((s.standing.by_hex[seat][hex].bit_count() - 1 <= s.board.stacking_limit(hex)) << hex)
    return over


@case("5.21d", "6.2a", "6.22a")
def overfull(s: WestFrontState) -> Mask:
    """The hexes of the moving side that hold too many units, and that no HQ in them can mobilize out of (5.21d).

    Where one can do that afterwards, the owner may leave it to the HQ.
    """
    seat = s.frame(Movement).seat
    over = overstacked(s, seat)
    room = ~ground.full(s, seat) if over else 0
    for hex in hexes(over):
        if any(ground.ways(s, hq).quiet & room for hq in command.mobilizers(s) if s.position.at[hq] == hex):
            over &= ~(1 << hex)
    return over


@case("5.21d", "6.2a", "6.22a")
def relief_owed(s: WestFrontState) -> Refusal | None:
    """Why the phase cannot end yet: a unit can still move out of a hex that is too full (5.21d)."""
    over = overfull(s)
    if not over:
        return None
    rule = MoveUnit()
    for unit in rule.unit(s):
        if over >> s.position.at[unit] & 1 and rule.to(s, unit):
            place = s.board.map.label(s.position.at[unit])
            return Refusal("6.2a", f"{place} holds too many units, and one of them can still move")
    return None


@case("6.2a", "6.22a", "6.22b", "6.33a")
def end_movement(s: WestFrontState) -> None:
    """A Movement Phase ends: hexsides are free again; what could not be helped is in excess as after a repulse (6.22).

    That is the HQ whose deployment has brought it about, whose block lay open, or who went short as the excess before: all
    know these, so that the mark tells nobody anything.
    """
    position, seat = s.position, s.frame(Movement).seat
    position.crossings.clear()
    deployed = mask_of(position.role) | position.deactivated
    for hex in hexes(overstacked(s, seat)):
        units = s.units_at(hex, seat)
        known = sum(position.overstacked >> unit & 1 for unit in units)
        excess = len(units) - s.board.stacking_limit(hex) - known
        others = [unit for unit in units if not position.overstacked >> unit & 1]
        others.sort(key=lambda unit: (deployed >> unit & 1, position.unsupplied >> unit & 1))
        position.overstacked |= mask_of(others[len(others) - max(excess, 0) :])
    s.changed()
