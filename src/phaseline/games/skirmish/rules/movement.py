"""Chapters 6 to 8: movement, zones of control, and the reaction of a screen."""

from __future__ import annotations

from phaseline.drill import marching
from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.position import Reaction
from phaseline.games.skirmish.rules.weather import movement_penalty, river_cost
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import Mask, hexes, mask_of
from phaseline.mechanics.ways import Routes, Ways


@case("4.2", "6.2", "10.4")
def allowance(s: SkirmishState, unit: int) -> int:
    """Movement points of a unit: printed, less one in mud, halved out of supply, but at least one (4.2, 10.4)."""
    points = s.scenario.units[unit].movement - movement_penalty(s)
    if s.position.unsupplied >> unit & 1:
        points //= 2
    return max(points, 1)


@case("6.2", "6.3", "6.4", "6.5", "6.6")
def reachable(s: SkirmishState, unit: int) -> Routes:
    """Where a unit can go (6.2): terrain costs, rivers (6.3), a stop in enemy zones (6.4), a point to leave one (6.5)."""
    return s.now(("reach", unit), lambda: _search(s, unit))


def _search(s: SkirmishState, unit: int, *, hindered: bool = True) -> Routes:
    """Where a unit can go; when not `hindered`, as if there were no zones of control."""
    enemy = 1 - s.scenario.side_of[unit]
    zone = s.zone(enemy) if hindered else 0
    grid, start = s.scenario.map.grid, 1 << s.position.at[unit]
    return Routes(grid, start, ways(s, enemy), allowance(s, unit), stop=zone, leave={1: zone})


@case("1.4", "6.2", "6.3")
def ways(s: SkirmishState, enemy: int) -> Ways:
    """How units may go: into hexes without an enemy, for what their terrain costs, and over rivers for more (6.3)."""
    held, river = s.occupied(enemy), river_cost(s)
    ground, sides = s.scenario.ground, s.scenario.crossings[river]
    return s.known(
        ("ways", enemy),
        (held, river),
        lambda: marching.ways({cost: hexes & ~held for cost, hexes in ground.items()}, sides),
    )


def too_far(s: SkirmishState, unit: int, hex: int) -> Refusal:
    """Why a unit does not get to `hex`: zones of control stop it (6.4, 6.5), or it is simply too far (6.2)."""
    means = f"{allowance(s, unit)} movement points"
    return marching.too_far(_search(s, unit, hindered=False), hex, "6.4", "6.2", means)


@case("1.1", "1.3", "1.4", "6.1")
class MoveUnit(OrderRule[orders.Move, SkirmishState]):
    """In its movement phase a side moves each unit at most once (6.1)."""

    order = orders.Move

    def unit(self, s: SkirmishState) -> Narrowing:
        """Own units that have not moved."""
        return s.choose_unit(s.acting, "6.1").without(
            s.position.moved, "6.1", "it has already moved this turn"
        )

    def to(self, s: SkirmishState, unit: int) -> Narrowing:
        """Hexes within reach that are not full."""
        seat = s.scenario.side_of[unit]
        within = reachable(s, unit)
        return (
            s.choose_hex("1.1")
            .without(1 << s.position.at[unit], "6.1", "it is there already")
            .without(s.occupied(1 - seat), "1.4", "an enemy unit holds that hex")
            .only(within.all, "6.2", lambda hex: too_far(s, unit, hex))
            .without(s.full(seat), "1.3", "two units are there already")
        )

    def apply(self, s: SkirmishState, order: orders.Move) -> None:
        """Move, and let an enemy screen react."""
        unit, start = order.unit, s.position.at[order.unit]
        cost = reachable(s, unit).cost(order.to)
        s.place(unit, order.to)
        s.position.moved |= 1 << unit
        s.tell_of(
            unit,
            "move",
            "6.1",
            "{unit:unit} moves from {start:hex} to {to:hex} for {cost}",
            "a face-down unit goes from {start:hex} to {to:hex}",
            start=start,
            to=order.to,
            cost=cost,
        )
        reactor = 1 - s.acting
        if reaction_units(s, reactor, order.to):
            s.call(Reaction(seat=reactor, hex=order.to))


@case("5.4", "8.1", "8.2")
def reaction_units(s: SkirmishState, seat: int, hex: int) -> Mask:
    """The screening units next to `hex` that could draw back: not twice in a turn (5.4, 8.1, 8.2)."""
    if s.position.stances[seat] != "screen":
        return 0
    near = s.units_in(s.scenario.map.grid.adjacent_mask(hex), seat) & ~s.position.reacted
    return mask_of(unit for unit in hexes(near) if refuge(s, unit))


@case("1.3", "1.4", "8.3")
def refuge(s: SkirmishState, unit: int) -> Narrowing:
    """Where a screening unit may draw back to: one hex, out of the enemy's zone (8.3)."""
    seat = s.scenario.side_of[unit]
    return (
        s.choose_hex("1.1")
        .only(s.scenario.map.grid.adjacent_mask(s.position.at[unit]), "8.3", "a screen draws back by one hex")
        .without(s.occupied(1 - seat), "1.4", "an enemy unit holds that hex")
        .without(s.zone(1 - seat), "8.3", "that hex is in the enemy's zone of control")
        .without(s.full(seat), "1.3", "two units are there already")
    )


@case("8.1", "8.2")
class WithdrawUnit(OrderRule[orders.Withdraw, SkirmishState]):
    """One screening unit next to the unit that moved draws back (8.1)."""

    order = orders.Withdraw

    def unit(self, s: SkirmishState) -> Narrowing:
        """Own units next to the mover that have not reacted and have somewhere to go."""
        hex = s.frame(Reaction).hex
        near = s.units_in(s.scenario.map.grid.adjacent_mask(hex), s.acting)
        return (
            s.choose_unit(s.acting, "8.1")
            .only(near, "8.1", "it is not next to the unit that moved")
            .without(s.position.reacted, "8.2", "it has already drawn back this turn")
            .only(reaction_units(s, s.acting, hex), "8.3", "there is no hex it could draw back to")
        )

    def to(self, s: SkirmishState, unit: int) -> Narrowing:
        """Its refuges."""
        return refuge(s, unit)

    def apply(self, s: SkirmishState, order: orders.Withdraw) -> None:
        """Draw back; the interrupted side goes on."""
        start = s.position.at[order.unit]
        s.place(order.unit, order.to)
        s.position.reacted |= 1 << order.unit
        s.tell_of(
            order.unit,
            "withdrawal",
            "8.1",
            "{unit:unit} draws back from {start:hex} to {to:hex}",
            "a face-down unit draws back from {start:hex} to {to:hex}",
            start=start,
            to=order.to,
        )
        s.finish()


@case("8.1")
class StandFast(EndStep[orders.Stand, SkirmishState]):
    """No screening unit draws back (8.1)."""

    order = orders.Stand


@case("3.2")
class EndMovement(EndStep[orders.Done, SkirmishState]):
    """The side has moved all it wants to (3.2)."""

    order = orders.Done
    told = ("3.2", "{seat:seat} has finished moving")
