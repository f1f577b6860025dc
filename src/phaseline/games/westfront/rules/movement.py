"""Land movement under command or by Supreme Moves (4.42, 6.1 to 6.3, 6.52).

Wired into the sequence: `begin_movement`, `MoveUnit`, `EndMovement`, `end_movement`. Asked by other chapters: `movable`,
`supreme_movable`, `dispersal`, `pay`, `enter`.
"""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.movement import Move
from phaseline.games.westfront.position import Method, Movement
from phaseline.games.westfront.rules import airborne, beachheads, command, ground, politics, reasons, retreat
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of


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
    supreme, spanish = granted_moves(s, movement.seat)
    s.update(movement, supreme_left=supreme, spanish_left=spanish)


@case("5.61", "5.66", "16.4c")
def granted_moves(s: WestFrontState, seat: int) -> tuple[int, int]:
    """The Supreme Moves that a side's active Supreme HQs give, and those of its THQ, for Spanish units (5.61, 5.66)."""
    moves = [0, 0]
    for hq in command.active(s, seat, "supreme"):
        moves[s.unit(hq).kind == "thq"] += command.supreme_moves(s, hq)
    return moves[0], moves[1]


# -- who may move -----------------------------------------------------------------------------------------------------


@case("6.1a", "6.51", "5.66", "16.4c", "side.6c")
def supreme_movable(s: WestFrontState, movement: Movement) -> Mask:
    """The units that a Supreme Move may still order: anywhere on the map, supplied or not (6.51).

    A THQ's moves, and a Spanish HQ's command, are for Spanish units only (5.66, 16.4).
    """
    units = s.on_map(movement.seat) if movement.supreme_left else 0
    if movement.spanish_left:
        units |= s.on_map(movement.seat) & s.scenario.spanish
    return units


@case("5.3a", "5.3b", "4.42a", "4.44a", "intro.5")
def commanded(s: WestFrontState, movement: Movement) -> Mask:
    """The units in Command Range of an active HQ, in Blitz Movement of a Blitz HQ (4.42, 4.44)."""
    return s.now("commanded", lambda: _commanded(s, movement))


def _commanded(s: WestFrontState, movement: Movement) -> Mask:
    return s.units_in(command.commanded_area(s, movement.seat, blitz=movement.blitz), movement.seat)


@case("2.25a", "2.26a", "6.1a", "6.1c", "6.53b", "14.6a", "15.42c", "5.3a", "4.42a", "4.44a", "5.2", "5.43")
def movable(s: WestFrontState, case_: str) -> Narrowing:
    """Start a choice among the units that may make a land move now, by command or by a Supreme Move."""
    movement, position = s.frame(Movement), s.position
    supreme = supreme_movable(s, movement)
    reached = supreme if movement.supreme_left else commanded(s, movement) | supreme
    return (
        s.choose_unit(movement.seat, case_)
        .without(position.dispersed, "14.6a", lambda unit: dispersal(s, unit))
        .without(position.strategic, "6.53b", "it has moved by rail or sea this turn")
        .without(position.deactivated, "5.43", "an HQ that has been deactivated moves no more this turn")
        .without(position.moved, "6.1c", "it has moved in this phase")
        .without(s.hqs_by_role()[""], "5.2", "an active HQ is not moved by others")
        .without(s.scenario.forts, "2.26a", "a fort moves only by rail or sea")
        .without(s.scenario.statics & ~supreme, "2.25a", "a static unit moves only by Supreme Command")
        .only(reached, "5.3a", lambda unit: command.uncommanded(s, unit))
    )


@case("14.6a", "15.42c")
def dispersal(s: WestFrontState, unit: int) -> Refusal:
    """Why a dispersed unit does not move: it has dropped (14.6), or landed from the sea (15.42), be it in vain (R220)."""
    if s.position.dropped >> unit & 1:
        return Refusal("14.6a", "it has dropped this turn and cannot move")
    if unit not in s.position.invaded:
        by_air = s.scenario.paras >> unit & 1
        return Refusal(
            "14.6a" if by_air else "15.42c",
            "it has been repulsed or turned back, and is dispersed until the Supply Phase",
        )
    return Refusal("15.42c", "it has landed from the sea this turn and cannot move")


# -- the move ---------------------------------------------------------------------------------------------------------


@case("6.1a", "6.2a", "6.31a", "6.31b", "6.31c", "6.32a", "6.52", "6.21", "6.22a", "1.3b", "5.1b")
class MoveUnit(OrderRule[Move, WestFrontState]):
    """Move one unit, hex by hex, up to its speed (6.1)."""

    order = Move

    def unit(self, s: WestFrontState) -> Narrowing:
        """Own units under command or within reach of a Supreme Move that have not moved."""
        found = movable(s, "6.1a")
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
        pay(s, unit)
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
            enter(s, unit, order.to, via, ground.method_of_entry(s, via, order.to))
        else:
            s.put(unit, order.to)
        if fighting:
            retreat.settle(s, here, s.acting)
        beachheads.overrun(s)


@case("4.42c", "6.51", "6.52", "side.6a")
def pay(s: WestFrontState, unit: int) -> None:
    """Spend a Supreme Move on a unit that no active HQ commands; a THQ's first on Spanish units."""
    movement = s.frame(Movement)
    static = s.scenario.statics >> unit & 1
    area = command.commanded_area(s, movement.seat, blitz=movement.blitz)
    if area >> s.position.at[unit] & 1 and not static:
        return
    if movement.spanish_left and s.scenario.spanish >> unit & 1:
        s.update(movement, spanish_left=movement.spanish_left - 1)
    else:
        s.update(movement, supreme_left=movement.supreme_left - 1)


@case("6.31b", "6.31c", "7.11", "7.12a", "7.15a", "7.5a")
def enter(s: WestFrontState, unit: int, hex: Hex, start: Hex, method: Method) -> None:
    """A unit engages: it starts a battle, with the enemy as Original Defender, or joins one (6.31, 7.11, 7.12).

    What joins an older battle forces no combat (6.31c). Where it came from, and how, matters for repulses (7.5).
    """
    position, seat = s.position, s.seat_of(unit)
    if not s.battles >> hex & 1:
        begin_battle(s, hex, seat)
    position.came_from[unit] = start
    position.came_by[unit] = method
    s.put(unit, hex)


@case("6.31b", "7.11", "7.12a", "7.15a")
def begin_battle(s: WestFrontState, hex: Hex, attacker: int) -> None:
    """A battle begins: the other side is Original Defender, and combat is mandatory (7.12, 7.15)."""
    position = s.position
    position.defends[1 - attacker] |= 1 << hex
    position.defends[attacker] &= ~(1 << hex)
    position.new_battles |= 1 << hex


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
