"""Repair units: they make railways Friendly, hex by hex, in the initial movement phase (6.6)."""

from __future__ import annotations

from phaseline.drill.marching import in_words
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.files import SEATS
from phaseline.games.war_in_europe.rules import harbours, movement, rail
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.mechanics.ways import Routes, Way


@case("6.62a", "6.62b", "6.62c", "6.65a")
def routes(s: WarState, unit: int) -> Routes:
    """Where a repair unit gets along railways, whoever's they are: 1 point a hex, 5 where the gauge is not its own.

    Ground, enemy zones of control and interdiction cost it nothing.
    """
    return s.now(("repair routes", unit), lambda: _routes(s, unit, _open(s, unit)))


def _routes(s: WarState, unit: int, lines: Mask) -> Routes:
    board, prices = s.scenario.board, s.scenario.tables.rail
    other = rail.other_gauge(s, unit) & lines
    way = Way({prices.repair: lines ^ other, prices.repair_gauge: other}, board.rails)
    return Routes(board.grid, 1 << s.position.at[unit], [way], movement.left(s, unit))


def _open(s: WarState, unit: int) -> Mask:
    """Rail hexes without enemies, in no neutral country (R38)."""
    return s.scenario.board.rail_hexes & ~s.occupied(1 - s.scenario.side_of[unit]) & ~s.position.neutral


@case("5.14", "6.61b")
def one_hex(s: WarState, unit: int) -> Mask:
    """The rail hexes next to it, one of which it can always enter as the first move of the phase (R36)."""
    if s.position.moved >> unit & 1:
        return 0
    return rail.line(s, 1 << s.position.at[unit]) & _open(s, unit)


@case("6.6", "6.61a", "6.61b", "6.63", "6.64b")
class ConvertRail(OrderRule[orders.Convert, WarState]):
    """A repair unit goes along a railway; every hex it enters is a Friendly rail hex from then on (6.61)."""

    order = orders.Convert

    def unit(self, s: WarState) -> Narrowing:
        """Repair units that have not finished moving; who is none is told that first."""
        return (
            s.choose_unit(s.moving.seat, "5.11")
            .only(s.scenario.repairers, "6.6", "it is no repair unit")
            .narrowed(movement.movable(s).mask, lambda: movement.movable(s))
        )

    def to(self, s: WarState, unit: int) -> Narrowing:
        """Rail hexes within reach along railways."""
        reach = routes(s, unit).all | one_hex(s, unit)
        found = movement.goals(s, unit).only(
            s.scenario.board.rail_hexes, "6.61b", "repair units keep to railways, and there is none"
        )
        found = found.only(reach, "6.62a", lambda hex: _no_way(s, unit, hex))
        return s.room(unit, found, lambda hex: movement.leavers(s, hex))

    def apply(self, s: WarState, order: orders.Convert) -> None:
        """Go there, and repair."""
        p, unit = s.position, order.unit
        found = routes(s, unit)
        cost = found.cost(order.to)
        if cost is None:
            cost = max(1, movement.left(s, unit))
            path = [p.at[unit], order.to]
        else:
            path = found.path(order.to)
        movement.arrive(s, unit, path, cost, p.spent[unit] + cost, "6.61a")
        repair(s, unit, mask_of(path[1:]))


@case("6.61b")
def by_itself(s: WarState, unit: int) -> Routes:
    """Where a unit gets by itself with the Movement Points it has left: a repair unit along railways, all others over ground."""
    return routes(s, unit) if s.scenario.repairers >> unit & 1 else movement.reachable(s, unit)


@case("5.14", "6.61b")
def always(s: WarState, unit: int) -> Mask:
    """The hexes that a unit may always enter as its only move of the phase; a repair unit rail hexes only (R36)."""
    return one_hex(s, unit) if s.scenario.repairers >> unit & 1 else movement.one_hex(s, unit)


@case("5.22", "6.61b", "6.62a")
def _no_way(s: WarState, unit: int, hex: Hex) -> Refusal:
    """Why a repair unit does not get to a rail hex: another railway, somebody on the way, or too few points."""
    board, start = s.scenario.board, 1 << s.position.at[unit]
    if not board.rail_net(start) >> hex & 1:
        return Refusal("6.61b", "repair units keep to railways, and none leads there from where it is")
    if hex in _routes(s, unit, board.rail_hexes & ~s.position.neutral):
        return Refusal(
            "5.22", f"enemy units are in the way, and the way round is too long for {_means(s, unit)}"
        )
    return Refusal("6.62a", f"it is out of reach along railways with {_means(s, unit)}")


def _means(s: WarState, unit: int) -> str:
    why = f" in {s.weather}" if movement.allowance(s, unit) < s.face(unit).movement else ""
    return in_words(s, unit, movement.left(s, unit), "Movement Point", why)


@case("6.61a", "6.62c", "6.63", "6.64c")
def repair(s: WarState, unit: int, area: Mask) -> None:
    """A repair unit has entered these rail hexes: they are its side's, and of its gauge; major ports are being repaired."""
    p, seat = s.position, s.scenario.side_of[unit]
    gained = area & ~p.rail[seat]
    p.converted ^= area & rail.other_gauge(s, unit)
    p.rail[seat] |= area
    p.rail[1 - seat] &= ~area
    if p.taken:
        for hex in hexes(area & mask_of(p.taken)):
            p.repaired.setdefault(hex, p.turn)
    if gained:
        text = (
            "{count} rail hexes are Friendly now" if gained.bit_count() > 1 else "a rail hex is Friendly now"
        )
        s.tell("rail", "6.61a", text, count=gained.bit_count(), hexes=tuple(hexes(gained)))


@case("6.64c", "7.16b")
def sound_ports(s: WarState, seat: int) -> Mask:
    """The major ports where repair units embark and debark: never lost, or repaired ten turns ago (6.64).

    A scenario may let a side use all. An artificial harbour has never changed hands.
    """
    p, needed = s.position, s.scenario.tables.rail.port_turns
    found, harbour = s.scenario.board.major_ports, harbours.artificial(s)
    if SEATS[seat] not in s.scenario.setup.special.any_port:
        found &= ~mask_of(hex for hex in p.taken if p.turn - p.repaired.get(hex, p.turn) < needed)
    return (found | harbour) & p.owner[seat]
