"""Moves of units on the ground (5.1): what they pay for zones of control on the way, where they may stop, forced marches (5.6)."""

from __future__ import annotations

from itertools import pairwise

from phaseline.drill.marching import Legs
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import NOWHERE
from phaseline.games.war_in_europe.rules import movement, obstacles, overrun
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of


@case("5.7d", "9.22")
def note_tolls(s: WarState, unit: int, path: list[Hex]) -> None:
    """Note what a unit pays on its way for the zones of the enemies in one hex alone: who overruns them gets it back (R23).

    Where another enemy's zone lies over the hex as well, or interdiction would cost as much, nothing is paid for theirs.
    """
    p, prices, enemy = s.position, s.scenario.tables.prices, 1 - s.scenario.side_of[unit]
    zone = s.zone(enemy)
    if not zone & mask_of(path):
        return
    paid: list[tuple[int, int, int]] = []
    for here, there in pairwise(path):
        for hex, points in ((here, prices.leave_zone), (there, prices.enter_zone)):
            free = hex == there and p.marks[enemy] >> hex & 1
            if zone >> hex & 1 and not free and (whose := _sole(s, enemy, hex)) >= 0:
                paid.append((unit, whose, points))
    if paid:
        s.update(s.moving, tolls=(*s.moving.tolls, *paid))


def _sole(s: WarState, enemy: int, hex: Hex) -> Hex:
    """The only hex whose units have their zone over a hex; nowhere if there are several."""
    near = s.scenario.board.grid.adjacent_mask(hex) & s.occupied(enemy)
    found = [one for one in hexes(near) if s.zone_of(enemy, 1 << one) >> hex & 1]
    return found[0] if len(found) == 1 else NOWHERE


@case("5.12", "5.14")
def go(s: WarState, unit: int, to: Hex) -> None:
    """A unit moves to a hex within its reach, or next to it: the one that it can always enter (R14)."""
    p = s.position
    routes = movement.reachable(s, unit)
    cost = routes.cost(to)
    if cost is None:
        cost = max(1, movement.left(s, unit))
        path, spent = [p.at[unit], to], max(1, p.spent[unit] + cost)
    else:
        path, spent = routes.path(to), p.spent[unit] + cost
        note_tolls(s, unit, path)
    movement.arrive(s, unit, path, cost, spent, "5.12")


@case("5.16", "5.7b", "10.21a")
def springboards(s: WarState, unit: int, full: Mask) -> Mask:
    """Of some full hexes those from where a unit could at once go on into an enemy's hex, by an overrun (10.21, R117)."""
    weak = overrun.soft(s, 1 - s.scenario.side_of[unit])
    near = full & weak.around
    if not near or not overrun.overrunners(s).mask >> unit & 1:
        return 0
    found = 0
    for hex in hexes(near & movement.reachable(s, unit).all):
        if not overrun.promising(s, unit, hex):
            continue
        there = s.copy()
        go(there, unit, hex)
        there.changed()
        if overrun.targets(there, unit):
            found |= 1 << hex
    return found


@case("4.2B2", "4.2B7", "5.0d", "6.61b", "5.12", "5.14", "5.16", "5.23", "5.26", "5.27", "10.21a", "10.24")
class MoveUnit(OrderRule[orders.Move, WarState]):
    """Move a unit hex by hex; it may go on until another unit moves (5.0, R11)."""

    order = orders.Move

    def unit(self, s: WarState) -> Narrowing:
        """Own units that have not finished moving; repair units go along railways only (6.61)."""
        return movement.movable(s).without(
            s.scenario.repairers, "6.61b", "repair units keep to railways: `convert`"
        )

    def to(self, s: WarState, unit: int) -> Narrowing:
        """Hexes within reach, and those next to it if it has not moved (5.14); with room to stay."""
        reach = movement.reachable(s, unit).all | movement.one_hex(s, unit)
        found = movement.goals(s, unit).only(reach, "5.21", lambda hex: obstacles.out_of_reach(s, unit, hex))
        return s.room(
            unit, found, lambda hex: movement.leavers(s, hex), lambda full: springboards(s, unit, full)
        )

    def apply(self, s: WarState, order: orders.Move) -> None:
        """Move; who makes use of the one hex that he can always go has nothing left (R14)."""
        go(s, order.unit, order.to)


# --- forced marches ----------------------------------------------------------------------------------------------------


@case("5.6a", "5.6b", "5.61", "5.64", "5.65")
class MarchUnit(OrderRule[orders.March, WarState]):
    """Infantry goes farther than its allowance, up to twice as far, and may suffer from it (5.6)."""

    order = orders.March

    def unit(self, s: WarState) -> Narrowing:
        """Infantry that has not moved; no Finns, no security, static or motorized units (R16), who are told that first."""
        scenario = s.scenario
        return (
            s.choose_unit(s.moving.seat, "5.11")
            .without(scenario.motorized, "5.65", "motorized units make no forced marches")
            .only(scenario.marchers, "5.6a", lambda unit: _no_march(s, unit))
            .narrowed(movement.movable(s).mask, lambda: movement.movable(s))
            .without(s.position.moved, "5.6b", "it has moved already in this phase")
        )

    def to(self, s: WarState, unit: int) -> Narrowing:
        """Hexes beyond its allowance, by ways that touch no enemy zone of control."""
        reach = movement.reachable(s, unit, march=True).all
        found = (
            movement.goals(s, unit)
            .without(
                movement.reachable(s, unit).all | movement.one_hex(s, unit),
                "5.6b",
                "it gets there without a forced march",
            )
            .only(reach, "5.64", lambda hex: obstacles.out_of_reach(s, unit, hex, march=True))
        )
        return s.room(unit, found, lambda hex: movement.leavers(s, hex))

    def apply(self, s: WarState, order: orders.March) -> None:
        """March, and roll for what it costs."""
        unit = order.unit
        routes = movement.reachable(s, unit, march=True)
        movement.arrive(
            s,
            unit,
            routes.path(order.to),
            routes.cost(order.to) or 0,
            movement.allowance(s, unit, march=True),
            "5.6b",
        )
        s.position.marched |= 1 << unit
        attrition(s, unit)


def _no_march(s: WarState, unit: int) -> str:
    """Why a unit never makes a forced march."""
    counter = s.scenario.units[unit]
    if counter.category in ("security", "static"):
        return "security and static divisions make no forced marches"
    return (
        "Finns make no forced marches"
        if counter.nation == "finnish"
        else "only infantry makes forced marches"
    )


@case("5.6c", "5.61", "11.35")
def attrition(s: WarState, unit: int) -> None:
    """One die for a unit at the end of its forced march: on a 1 it becomes a battlegroup, or is lost (5.6)."""
    die = s.roll("forced march", "5.6c", by=s.scenario.side_of[unit])
    if die in s.scenario.tables.forced_march.attrition:
        s.lose_step(unit, "5.6c")
        # A battlegroup may be quicker than the division was: it goes no farther all the same.
        s.position.spent[unit] = max(s.position.spent[unit], movement.allowance(s, unit))
        s.update(s.frame(Legs), left=0)
