"""Air movement: Air Transport and Air Assault, and what becomes of Air Transport Points (8.0 to 8.4)."""

from __future__ import annotations

from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import (
    AXIS,
    BOX_OF_FRONT,
    FRONTS,
    LIFT,
    AirPhase,
    air_box,
    due_lift,
)
from phaseline.games.war_in_europe.rules import airborne, movement
from phaseline.games.war_in_europe.rules.airbases import EVERY
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, flood, hexes, lowest, mask_of, union

# --- points ---------------------------------------------------------------------------------------------------------


@case("8.0b", "8.11")
def lift(s: WarState, seat: int, front: int) -> int:
    """The Air Transport Points of a side that may fly from a front: all there are, as they have no other task (R171)."""
    return s.position.air[air_box(front, seat, LIFT)]


@case("8.13b", "8.4")
def arrive(s: WarState) -> None:
    """Air Transport Points that are ready again in this turn."""
    p = s.position
    for seat in range(len(s.game.seats)):
        for front in EVERY:
            for fixed in (False, True):
                p.air[air_box(front, seat, LIFT)] += p.lifted.pop(
                    due_lift(p.turn, seat, front, fixed=fixed), 0
                )


@case("8.13a", "8.13b", "8.27")
def attrition(s: WarState) -> None:
    """A die for every Air Transport Point that has flown: a transport is lost on a 1, an assault on a 1 or 2 (8.13).

    Those that are left come back four turns later in the reinforcement phase, too late for that turn's air war.
    """
    phase, rules = s.frame(AirPhase), s.scenario.tables.airborne
    for front in EVERY:
        for flown, lost in (
            (phase.transports[front], rules.transport_lost),
            (phase.assaults[front], rules.assault_lost),
        ):
            if flown:
                dice = s.rolls("Air Transport Points", "8.13a", flown, by=phase.seat, lit=lost)
                left = sum(die not in lost for die in dice)
                bring_back(s, phase.seat, front, left)
                s.tell(
                    "points",
                    "8.13a",
                    "{seat:seat} loses {points} of {flown} Air Transport Points",
                    seat=phase.seat,
                    points=flown - left,
                    flown=flown,
                )


@case("8.13b")
def bring_back(s: WarState, seat: int, front: int, points: int) -> None:
    """Points that have flown are taken up again four turns later, and may fly from the turn after that (8.11)."""
    if points:
        p = s.position
        key = due_lift(p.turn + s.scenario.tables.airborne.recycle + 1, seat, front)
        p.lifted[key] = p.lifted.get(key, 0) + points


# --- ways -----------------------------------------------------------------------------------------------------------


@case("8.0f", "8.37")
def denied(s: WarState, seat: int) -> Mask:
    """The hexes of fronts over which the enemy has air superiority: nobody flies into them (R60)."""
    fronts = s.scenario.board.air_fronts
    return union(fronts[front] for front in EVERY if s.position.superiority[front] == 1 - seat)


@case("8.0d")
def sky(s: WarState, seat: int) -> Mask:
    """The hexes through which a side may fly: over enemies and their zones, not over neutrals (R59)."""
    return s.scenario.board.grid.all & ~denied(s, seat) & ~neutral(s)


@case("8.0d")
def neutral(s: WarState) -> Mask:
    """The hexes of neutral countries, in play or not."""
    return s.position.neutral | s.scenario.neutral_land


@case("8.22", "14.6", "14.61")
def airfields(s: WarState, front: int) -> Mask:
    """Where assaults of a front set out: hexes in Major supply that are no mountains."""
    board = s.scenario.board
    return s.position.major & board.air_fronts[front] & board.playable & ~board.mountain


@case("8.0d", "8.0e")
def within(s: WarState, seat: int, starts: Mask, limit: int) -> Mask:
    """The hexes that are reached by air from some others in so many steps."""
    free = sky(s, seat)
    return s.known(
        ("air", starts, limit),
        free,
        lambda: flood(s.scenario.board.grid, starts & free, free, limit=limit) if starts & free else 0,
    )


@case("8.0a", "8.22", "8.28", "8.38")
def range_of(s: WarState, unit: int, limit: int) -> Mask:
    """The hexes that a unit reaches by air: from its hex, or from any airfield of the front in whose box it is."""
    return within(s, s.scenario.side_of[unit], starts_of(s, unit), limit)


@case("8.12b", "8.22")
def starts_of(s: WarState, unit: int) -> Mask:
    """From where a unit flies: its hex, or any airfield of its front; where it is there is not fixed before."""
    here = s.position.at[unit]
    return 1 << here if here >= 0 else airfields(s, BOX_OF_FRONT.index(here))


def front_of(s: WarState, unit: int) -> int:
    """The front whose Air Transport Points carry a unit (8.31)."""
    here = s.position.at[unit]
    return s.scenario.board.front_number(here) if here >= 0 else BOX_OF_FRONT.index(here)


def too_far(s: WarState, unit: int, hex: Hex, limit: int, case: str) -> Refusal:
    """Why a unit does not get to a hex by air."""
    seat, starts = s.scenario.side_of[unit], starts_of(s, unit)
    if not starts:
        return Refusal(
            "14.61", f"no hex of the {FRONTS[front_of(s, unit)]} front is in Major supply to fly from"
        )
    if denied(s, seat) & (1 << hex | starts):
        return Refusal("8.0f", "the enemy has air superiority over that front")
    grid, allowed = s.scenario.board.grid, s.scenario.board.grid.all & ~neutral(s)
    if flood(grid, starts & allowed, allowed, limit=limit) >> hex & 1:
        return Refusal("8.0f", "the way leads over a front where the enemy has air superiority")
    if flood(grid, starts, grid.all, limit=limit) >> hex & 1:
        return Refusal("8.0d", "the way leads over a neutral country")
    return Refusal(case, f"it is more than {limit} hexes away")


# --- who flies ------------------------------------------------------------------------------------------------------


@case("8.0c", "8.0g", "8.0i", "5.25")
def fliers(s: WarState, case: str) -> Narrowing:
    """Airborne units of the phasing player that have not moved, for whom there is an Air Transport Point."""
    p, seat = s.position, s.frame(AirPhase).seat
    whole = s.scenario.airborne & s.scenario.side_units[AXIS] & ~s.scenario.regiments
    able = 0
    for front in EVERY:
        if lift(s, seat, front):
            here = s.scenario.board.air_fronts[front]
            able |= s.units_in(here, seat) | s.lying(seat, BOX_OF_FRONT[front])
    found = (
        s.choose_own(seat, case)
        .only(s.scenario.airborne, "8.0g", "only airborne units go by air")
        .only(_present(s, seat), case, "it is neither on the map nor in a box of available units")
    )
    return (
        movement.bound(s, found)
        .without(whole, "8.0i", lambda unit: _too_large(s, unit))
        .without(p.travelled, "8.0c", "it has moved in this player turn")
        .without(p.rebuilt, "17.13", s.renewed)
        .without(p.idle, "8.0c", "it does not move in this player turn")
        .without(p.entrained, "6.33a", "it is entrained")
        .only(able, "8.31b", "no Air Transport Point of its front is left")
    )


@case("8.0i")
def _too_large(s: WarState, unit: int) -> str:
    """Why an Axis airborne division does not fly as it is, and what would help."""
    if s.position.steps[unit] < s.scenario.units[unit].steps:
        return (
            "a battlegroup of an Axis airborne division neither goes by air nor breaks down: rebuild it first"
        )
    return "an Axis airborne division goes by air in regiments only: break it down first"


def _present(s: WarState, seat: int) -> Mask:
    found = s.on_map(seat)
    for box in BOX_OF_FRONT:
        found |= s.lying(seat, box)
    return found


@case("4.2B5", "8.0c")
def asked_to_fly(s: WarState) -> list[int]:
    """The phasing player, if somebody could fly, or Points could be sent to another front."""
    seat = s.frame(AirPhase).seat
    if any(lift(s, seat, front) for front in EVERY) and s.scenario.airborne & _present(s, seat):
        return [seat]
    return [seat] if ferries(s, seat) else []


@case("8.0a", "8.0d", "8.12b", "8.21", "8.22", "8.23", "8.24a", "8.28", "8.0e")
class DropUnit(OrderRule[orders.Drop, WarState]):
    """Air Assault: from a box onto a hex within twelve of an airfield, enemies there or not (8.2)."""

    order = orders.Drop

    def unit(self, s: WarState) -> Narrowing:
        """Units in a box."""
        found = fliers(s, "8.21")
        seat = s.frame(AirPhase).seat
        return found.without(
            s.on_map(seat), "8.21", "only units in a box of available airborne units make an air assault"
        )

    def to(self, s: WarState, unit: int) -> Narrowing:
        """Any hex where a unit can be but mountains, with room for it."""
        limit = s.scenario.tables.airborne.assault
        found = (
            s.choose_hex("8.24a")
            .without(s.scenario.board.mountain, "8.24a", "nobody drops onto mountains")
            .without(0 if s.frozen else s.scenario.board.icy, "8.24a", "the lake is not frozen")
            .without(s.position.neutral, "8.0d", "it is neutral")
            .only(range_of(s, unit, limit), "8.28", lambda hex: too_far(s, unit, hex, limit, "8.28"))
        )
        return s.room(unit, found)

    def apply(self, s: WarState, order: orders.Drop) -> None:
        """Down: without a zone, without control of the hex, up to the air interdiction phase (8.26)."""
        unit, front = order.unit, front_of(s, order.unit)
        start = nearest(s, starts_of(s, unit), order.to)
        fly(s, unit, front, order.to, assault=True)
        s.position.dropped |= 1 << unit
        s.tell(
            "drop",
            "8.22",
            "{unit:unit} from {start:hex} drops on {hex:hex}",
            unit=unit,
            start=start,
            hex=order.to,
        )


@case("8.0a", "8.31a", "8.31b", "8.32", "8.33", "8.34", "8.35", "8.36", "8.37", "8.38", "8.0e")
class FlyUnit(OrderRule[orders.Fly, WarState]):
    """Air Transport: to a Friendly supplied hex, or where an own unit is, within twenty hexes (8.3)."""

    order = orders.Fly

    def unit(self, s: WarState) -> Narrowing:
        """Units in a box, and units on the map in Major supply, in no enemy zone of control, on no mountain."""
        seat, board = s.frame(AirPhase).seat, s.scenario.board
        ground = s.on_map(seat)
        return (
            fliers(s, "8.31a")
            .without(ground & s.units_in(board.mountain, seat), "8.33", "it stands on mountains")
            .without(
                ground & ~s.units_in(s.position.major, seat),
                "8.33",
                "no line of Major supply leads to its hex",
            )
            .without(
                ground & s.units_in(s.zone(1 - seat), seat), "8.31a", "it is in an enemy zone of control"
            )
        )

    def to(self, s: WarState, unit: int) -> Narrowing:
        """Where it may land, enemy zones of control or not."""
        p, seat, board = s.position, s.scenario.side_of[unit], s.scenario.board
        limit, here = s.scenario.tables.airborne.transport, p.at[unit]
        found = (
            s.choose_hex("8.34")
            .without(1 << here if here >= 0 else 0, "8.34", "it is there already")
            .without(board.mountain, "8.34", "nobody lands on mountains")
            .without(p.neutral, "8.0d", "it is neutral")
            .without(s.occupied(1 - seat) & ~s.occupied(seat), "8.34", "an enemy unit is there")
            .only(
                s.occupied(seat) | airborne.supplied(s, seat),
                "8.34",
                "it is neither in supply nor is a unit of yours there",
            )
            .only(range_of(s, unit, limit), "8.38", lambda hex: too_far(s, unit, hex, limit, "8.38"))
        )
        return s.room(unit, found)

    def apply(self, s: WarState, order: orders.Fly) -> None:
        """Down; among units of an assault it shares their fate, and its Point rolls as for an air assault (8.35)."""
        p, unit, front = s.position, order.unit, front_of(s, order.unit)
        start = nearest(s, starts_of(s, unit), order.to)
        joins = joined(s, s.scenario.side_of[unit], order.to)
        fly(s, unit, front, order.to, assault=joins)
        p.flown |= 1 << unit
        if joins:
            p.dropped |= 1 << unit
        s.tell(
            "flight",
            "8.34",
            "{unit:unit} flies from {start:hex} to {hex:hex}",
            unit=unit,
            start=start,
            hex=order.to,
        )
        if not joins:
            airborne.take(s, unit)


@case("8.35")
def joined(s: WarState, seat: int, hex: Hex) -> bool:
    """Whether an assault is made in a hex: by nobody but units dropped there, or upon enemies, from the sea too (R181)."""
    there = mask_of(s.units_at(hex, seat))
    return bool(there) and (bool(s.occupied(1 - seat) >> hex & 1) or not there & ~s.position.dropped)


def nearest(s: WarState, starts: Mask, hex: Hex) -> Hex:
    """The nearest of some hexes to another: from there a unit is taken to have flown (8.22)."""
    grid = s.scenario.board.grid
    return min(hexes(starts), key=lambda start: grid.distance(start, hex), default=lowest(1 << hex))


@case("8.0b", "8.0c", "8.32")
def fly(s: WarState, unit: int, front: int, to: Hex, *, assault: bool) -> None:
    """An Air Transport Point carries a unit, which moves no more in this player turn. A Point carries one unit."""
    p, phase = s.position, s.frame(AirPhase)
    p.air[air_box(front, phase.seat, LIFT)] -= 1
    flown = phase.assaults if assault else phase.transports
    counted = tuple(count + (n == front) for n, count in enumerate(flown))
    s.update(phase, **{"assaults" if assault else "transports": counted})
    p.carried |= 1 << unit
    p.travelled |= 1 << unit
    s.put(unit, to)


# --- transfer -------------------------------------------------------------------------------------------------------


@case("8.4", "8.51", "8.13b")
def ferries(s: WarState, seat: int) -> list[int]:
    """The fronts from which Air Transport Points may be sent to another one."""
    p = s.position
    if len(s.scenario.setup.fronts) == 1:
        return []
    return [
        front for front in EVERY if lift(s, seat, front) or p.lifted.get(due_lift(p.turn + 1, seat, front), 0)
    ]


@case("8.4", "8.51", "8.13b")
class FerryPoints(OrderRule[orders.Ferry, WarState]):
    """Points that do not fly, or have just come back, are sent to another front; there they are ready next turn (8.4)."""

    order = orders.Ferry

    def front(self, s: WarState) -> Narrowing:
        """Fronts with such Points."""
        found = ferries(s, s.frame(AirPhase).seat)
        return choose((1 << len(FRONTS)) - 1, "8.4", "there is no such front").only(
            mask_of(found), "8.4", "no Air Transport Point there can be sent on"
        )

    def to(self, s: WarState, front: int) -> Narrowing:
        """The other fronts of the scenario."""
        named = s.scenario.setup.fronts or FRONTS
        return (
            choose((1 << len(FRONTS)) - 1, "8.4", "there is no such front")
            .without(1 << front, "8.4", "they are there")
            .only(mask_of(FRONTS.index(name) for name in named), "8.4", "nothing is fought for on that front")
        )

    def points(self, s: WarState, front: int, to: int) -> Narrowing:
        """As many as there are."""
        p, seat = s.position, s.frame(AirPhase).seat
        there = lift(s, seat, front) + p.lifted.get(due_lift(p.turn + 1, seat, front), 0)
        return choose((1 << there + 1) - 2, "8.4", f"only {there} can be sent from there")

    def apply(self, s: WarState, order: orders.Ferry) -> None:
        """Those just come back first; none is sent on twice."""
        p, seat = s.position, s.frame(AirPhase).seat
        due = due_lift(p.turn + 1, seat, order.front)
        back = min(order.points, p.lifted.get(due, 0))
        if back:
            p.lifted[due] -= back
            if not p.lifted[due]:
                del p.lifted[due]
        p.air[air_box(order.front, seat, LIFT)] -= order.points - back
        goal = due_lift(p.turn + 1, seat, order.to, fixed=True)
        p.lifted[goal] = p.lifted.get(goal, 0) + order.points
        s.tell(
            "points",
            "8.4",
            "{seat:seat} sends {points} Air Transport Points to the {to:front} front",
            seat=seat,
            points=order.points,
            to=order.to,
        )


class EndAir(EndStep[orders.Done, WarState]):
    """Nobody else flies."""

    order = orders.Done
