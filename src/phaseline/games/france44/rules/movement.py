"""Movement (6), zones of control in it (8), and strategic movement (17)."""

from __future__ import annotations

from typing import TypeVar

from phaseline.drill import marching
from phaseline.drill.crowding import Excess, Remove
from phaseline.drill.marching import Legs, going, in_words, legs_of, take_leg
from phaseline.drill.orders import SendOrder
from phaseline.drill.passing import EndStep
from phaseline.engine.ledger import case
from phaseline.engine.legal import OrderRule
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, GERMAN, AlliedMovement, GermanMovement
from phaseline.games.france44.rules import control
from phaseline.games.france44.scenario import DIVISIONS, HEADQUARTERS
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.mechanics.lines import EVERYWHERE
from phaseline.mechanics.ways import Routes, Ways

J = TypeVar("J", bound=SendOrder)


@case("6.3", "6.5", "9.132", "17.1b", "20.1a", "20.1b", "21.1", "24.1", "25.1c", "26.2")
def ways(s: FranceState, seat: int, *, marching_: bool = False, air: bool = True) -> Ways:
    """How units of a side may go and what it costs: terrain, rivers (21), enemy air (9.132); strategically (17).

    Strategic movement keeps away from enemy land units and air units (17.1). Without `air` the enemy's is left out, to
    see whether it is what is in the way.
    """
    enemy = 1 - seat
    interdicted = s.superiority(enemy) if air else 0
    closed = s.occupied(enemy) | (shunned(s, seat) if marching_ else 0)
    return s.known(
        ("ways", seat, marching_, air), (interdicted, closed), lambda: _ways(s, interdicted, closed)
    )


def _ways(s: FranceState, interdicted: Mask, closed: Mask) -> Ways:
    scenario = s.scenario
    board, terrain = scenario.board, scenario.tables.terrain
    allowed = board.playable & ~closed
    ground = {
        terrain["clear"].cost: allowed & ~board.forest & ~board.mountain,
        terrain["forest"].cost: allowed & board.forest,
        terrain["mountain"].cost: allowed & board.mountain,
    }
    return marching.ways(ground, scenario.fares, {scenario.tables.crossing.interdicted: interdicted})


@case("17.1b")
def shunned(s: FranceState, seat: int) -> Mask:
    """The hexes that strategic movement may not touch: those of enemy land and air units and all around them (R29)."""
    air = s.wing_hexes(1 - seat)
    return s.near_enemy(seat) | s.known(
        ("shunned", seat), air, lambda: air | s.scenario.board.grid.spread(air)
    )


@case("6.2", "8.3", "8.4", "8.5", "21.4a", "21.4b")
def reachable(
    s: FranceState, unit: int, *, march: bool = False, zones: bool = True, air: bool = True
) -> Routes:
    """Where a unit can go with what it has: it stops in an enemy zone of control (8.3).

    From a zone its first step may not lead into the zones of the very units it starts beside (8.4, 8.5).
    """
    return s.now(("routes", unit, march, zones, air), lambda: _routes(s, unit, march, zones, air))


def _routes(s: FranceState, unit: int, march: bool, zones: bool, air: bool) -> Routes:
    scenario = s.scenario
    board, seat, start = scenario.board, scenario.side_of[unit], s.position.at[unit]
    left = budget(s, unit, march=march)
    stop, first = 0, EVERYWHERE
    if zones:
        stop = s.zone(1 - seat)
        if stop >> start & 1:
            first = ~s.shared_zone(1 - seat, start)
    over = ways(s, seat, marching_=march, air=air)
    interdicted = s.superiority(1 - seat) if air else 0
    leave = {scenario.tables.crossing.interdicted: interdicted} if interdicted else None
    return Routes(board.grid, 1 << start, over, left, stop, leave=leave, first=first)


@case("6.2", "6.4", "16.4", "17.1a", "tbl.weather.mud.a", "tbl.weather.blizzard.b")
def allowance(s: FranceState, unit: int, *, march: bool = False) -> int:
    """The movement factor of a unit in this turn: 1 out of supply, halved in mud, doubled last of all (R14)."""
    scenario = s.scenario
    points = scenario.units[unit].movement
    if s.position.hungry >> unit & 1:
        points = min(points, scenario.tables.supply.out_of_supply)
    if s.effects.halved:
        points = (points + 1) // 2
    return 2 * points if march else points


def budget(s: FranceState, unit: int, *, march: bool = False) -> int:
    """What a unit may spend now: its allowance, or what is left of it while it goes on."""
    legs = legs_of(s, unit)
    return allowance(s, unit, march=march) if legs is None else legs.left


def budget_in_words(s: FranceState, unit: int, *, march: bool = False) -> str:
    """What a unit may spend and, if that is less than its counter says, why."""
    why = f" in {s.position.weather}" if s.effects.halved else ""
    if s.position.hungry >> unit & 1:
        why = ", being out of supply"
    return in_words(s, unit, budget(s, unit, march=march), "movement point", why)


@case("6.3", "8.3", "8.4", "9.132", "17.1b")
def out_of_reach(s: FranceState, unit: int, hex: Hex, *, march: bool) -> Refusal:
    """Why a unit does not get to a hex."""
    means = budget_in_words(s, unit, march=march)
    seat = s.scenario.side_of[unit]
    if march and shunned(s, seat) >> hex & 1:
        return Refusal("17.1b", "strategic movement may not come next to an enemy unit or air unit")
    if hex in reachable(s, unit, march=march, air=False):
        return Refusal("9.132", f"enemy air units make it too dear for {means}")
    if hex in reachable(s, unit, march=march, zones=False):
        start = s.position.at[unit]
        beside = s.zone(1 - seat) >> start & 1 and s.scenario.board.grid.distance(start, hex) == 1
        if beside and s.shared_zone(1 - seat, start) >> hex & 1:
            return Refusal(
                "8.4", "it may not go from one hex of an enemy unit's zone straight to another of the same"
            )
        return Refusal("8.3", f"enemy zones of control keep it from there with {means}")
    if march:
        return Refusal("17.1b", f"it is out of reach with {means}, or the way leads past the enemy")
    return Refusal("6.3", f"it is out of reach with {means}")


def waiting(s: FranceState) -> Mask:
    """The units that a scenario keeps back still (see `files.Held`)."""
    scenario, p = s.scenario, s.position
    held = scenario.setup.held
    if not scenario.held or p.turn >= held.until:
        return 0
    board = scenario.board
    found = 0
    for unit in hexes(scenario.held & s.on_map(GERMAN)):
        if not board.disk(p.at[unit], held.within) & s.occupied(ALLIED):
            found |= 1 << unit
    return found


@case("15.5c", "15.3b", "13.3a", "18.4", "12.5b")
def still(s: FranceState, found: Narrowing) -> Narrowing:
    """Without units that do not move this turn: just restored, landed, dropped, at sea, or raised under the enemy."""
    p = s.position
    raised = p.fresh & ~p.moved
    if raised:
        raised &= s.units_in(s.zone(1 - s.acting), s.acting)
    return (
        found.without(p.restored, "15.5c", "it has been restored this turn")
        .without(raised, "15.3b", "it has come in in an enemy zone of control")
        .without(p.landed, "13.3a", "it has come by sea this turn")
        .without(p.dropped, "18.4", "it has been dropped this turn")
        .without(mask_of(p.beach), "12.5b", "it is invading")
        .without(waiting(s), "6.1", "it is kept back for a second landing")
    )


class _Moving(OrderRule[J, FranceState]):
    """A unit moves, and may go on until another one moves (6.2)."""

    march = False
    case: str

    def going(self, s: FranceState) -> Mask:
        """The unit that is on its way in this manner, while it has movement points left."""
        legs = s.frame(Legs)
        assert isinstance(legs, AlliedMovement | GermanMovement)
        return going(s) if legs.marching is self.march else 0

    def unit(self, s: FranceState) -> Narrowing:
        """Own units that have not finished moving."""
        found = still(s, s.choose_unit(s.acting, self.case))
        return found.without(s.position.moved & ~self.going(s), "6.2", "it has finished moving in this phase")

    def to(self, s: FranceState, unit: int) -> Narrowing:
        """Hexes within reach with room to stay."""
        found = (
            s.choose_hex("6.6a")
            .without(1 << s.position.at[unit], "6.1", "it is there already")
            .without(s.occupied(1 - s.acting), "6.5", "an enemy unit is there")
        )
        # Where there is no room is seldom within reach: look at the few hexes that are.
        reach = reachable(s, unit, march=self.march).all
        march = self.march
        return s.room(unit, found.only(reach, "6.3", lambda hex: out_of_reach(s, unit, hex, march=march)))

    def apply(self, s: FranceState, order: J) -> None:
        """Move, and take what is on the way."""
        p, unit = s.position, order.unit
        routes, points = reachable(s, unit, march=self.march), budget(s, unit, march=self.march)
        over = {"left": 0} if routes.ends(order.to) else {}
        path = take_leg(s, unit, order.to, routes, points, self.case, marching=self.march, **over)
        p.moved |= 1 << unit
        p.active |= 1 << unit
        control.enter(s, s.acting, mask_of(path))


@case("6.1", "6.4", "6.5", "6.6a", "6.6b", "7.2", "7.3", "8.5", "10.2a")
class MoveUnit(_Moving[orders.Move]):
    """Move a unit hex by hex; it may go on until another unit moves (6)."""

    order = orders.Move
    case = "6.1"


@case("17.1a", "17.1b", "17.2", "17.3")
class MarchUnit(_Moving[orders.March]):
    """Move a unit in supply strategically: twice as far, never next to the enemy (17)."""

    order = orders.March
    march = True
    case = "17.1a"

    def unit(self, s: FranceState) -> Narrowing:
        """Own units in supply that have not moved, away from the enemy; no German reserves (17.2)."""
        near = s.units_in(shunned(s, s.acting), s.acting)
        found = super().unit(s).without(s.position.hungry, "17.1a", "it is out of supply")
        if s.acting == GERMAN:
            found = found.without(
                s.scenario.reserves, "17.2", "a German reserve division moves at its own pace only"
            )
        return found.without(near, "17.1b", "it is next to an enemy unit or air unit")


@case("7.1b", "19.3")
def too_many(s: FranceState, seat: int) -> Mask:
    """The units of a kind, divisions or headquarters, of which a hex holds too many: only these make room there."""
    limits, divisions = s.scenario.tables.stacking, s.scenario.divisions
    crowded = s.crowded(seat)
    high = crowded & s.standing.at_least(seat, limits.units + 1, DIVISIONS)
    many = crowded & s.standing.at_least(seat, limits.headquarters + 1, HEADQUARTERS)
    return s.units_in(high, seat) & divisions | s.units_in(many, seat) & ~divisions


@case("7.2")
class EndMovement(EndStep[orders.Done, FranceState]):
    """The side has moved all it wants to; no stack may be too high then, unless nobody there can move away (7.2, R26)."""

    order = orders.Done
    told = ("5.16a", "{seat:seat} has finished moving")

    def gate(self, s: FranceState) -> Refusal | None:
        """While a unit can still leave a hex that holds too many, it has to."""
        if not s.crowded(s.acting):
            return None
        excess = too_many(s, s.acting)
        for rule in (MoveUnit(), MarchUnit()):
            for unit in hexes(rule.unit(s).mask & excess):
                if rule.to(s, unit):
                    return Refusal(
                        "7.2", f"too many units are in one hex: move {s.spoken(unit)} or another away"
                    )
        return None


@case("7.2")
class RemoveUnit(Remove[orders.Remove, FranceState]):
    """Where too many are left and nobody could move away, the owner chooses who is lost."""

    order = orders.Remove
    case = "7.2"

    def crowded(self, s: FranceState, seat: int) -> Mask:
        """The hexes with too many units."""
        return s.crowded(seat)

    def unit(self, s: FranceState) -> Narrowing:
        """Of what there is too much: divisions or headquarters."""
        return super().unit(s).only(too_many(s, s.frame(Excess).seat), "7.1b", "there is room for it")

    def apply(self, s: FranceState, order: orders.Remove) -> None:
        """It is eliminated."""
        s.eliminate(order.unit, "7.2", "is too much for its hex")
