"""What movement costs (6, 20, 21), zones of control in it (8), strategic movement (17), and who does not move at all."""

from __future__ import annotations

from phaseline.drill import marching
from phaseline.drill.marching import in_words, legs_of
from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask, hexes, mask_of
from phaseline.mechanics.lines import EVERYWHERE
from phaseline.mechanics.ways import Routes, Ways


@case("6.3", "6.5", "9.132", "17.1b", "20.1a", "20.1b", "21.1", "24.1", "25.1c", "26.2")
def ways(s: FranceState, seat: int, *, march: bool = False) -> Ways:
    """How units of a side may go and what it costs: terrain, rivers (21), enemy air (9.132); strategically (17).

    Strategic movement keeps away from enemy land units and air units (17.1).
    """
    enemy = 1 - seat
    interdicted = s.superiority(enemy)
    closed = s.occupied(enemy) | (shunned(s, seat) if march else 0)
    return s.known(("ways", seat, march), (interdicted, closed), lambda: _ways(s, interdicted, closed))


def _ways(s: FranceState, interdicted: Mask, closed: Mask) -> Ways:
    scenario = s.scenario
    priced = ground(s, scenario.board.playable & ~closed)
    return marching.ways(priced, scenario.fares, {scenario.tables.crossing.interdicted: interdicted})


@case("20.1a", "20.1b", "22.1", "23.1", "24.1", "25.1c")
def ground(s: FranceState, allowed: Mask, *, level: Mask = 0) -> dict[int, Mask]:
    """What it costs to enter each of some hexes; `level` ones no more than clear ground, to see whether they are in the way."""
    board, terrain = s.scenario.board, s.scenario.tables.terrain
    forest, mountain = board.forest & ~level, board.mountain & ~level
    return {
        terrain["clear"].cost: allowed & ~forest & ~mountain,
        terrain["forest"].cost: allowed & forest,
        terrain["mountain"].cost: allowed & mountain,
    }


@case("17.1b")
def shunned(s: FranceState, seat: int) -> Mask:
    """The hexes that strategic movement may not touch: those of enemy land and air units and all around them (R29)."""
    air = s.wing_hexes(1 - seat)
    return s.near_enemy(seat) | s.known(
        ("shunned", seat), air, lambda: air | s.scenario.board.grid.spread(air)
    )


@case("6.2", "8.3", "8.4", "8.5", "21.4a", "21.4b")
def reachable(s: FranceState, unit: int, *, march: bool = False) -> Routes:
    """Where a unit can go with what it has: it stops in an enemy zone of control (8.3).

    From a zone its first step may not lead into the zones of the very units it starts beside (8.4, 8.5).
    """
    return s.now(("routes", unit, march), lambda: _routes(s, unit, march))


def _routes(s: FranceState, unit: int, march: bool) -> Routes:
    scenario = s.scenario
    board, seat, start = scenario.board, scenario.side_of[unit], s.position.at[unit]
    left = budget(s, unit, march=march)
    stop, first = halted(s, unit)
    over = ways(s, seat, march=march)
    interdicted = s.superiority(1 - seat)
    leave = {scenario.tables.crossing.interdicted: interdicted} if interdicted else None
    return Routes(board.grid, 1 << start, over, left, stop, leave=leave, first=first)


@case("8.3", "8.4", "8.5")
def halted(s: FranceState, unit: int) -> tuple[Mask, Mask]:
    """The hexes in which a unit must stop for enemy zones of control, and those to which its first step may lead."""
    zone, start = s.zone(1 - s.scenario.side_of[unit]), s.position.at[unit]
    if not zone >> start & 1:
        return zone, EVERYWHERE
    return zone, ~s.shared_zone(1 - s.scenario.side_of[unit], start)


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


@case("12.5b", "13.3a")
def _landed(s: FranceState, unit: int) -> Refusal:
    """Why a unit that has come by sea moves no further: it has invaded, or it disembarks."""
    if s.position.invasion and s.position.beachheads >> s.position.at[unit] & 1:
        return Refusal("12.5b", "it has invaded this turn, and goes no further")
    return Refusal("13.3a", "it has come by sea this turn")


@case("15.5c", "15.3b", "15.7", "8.3", "13.3a", "18.4", "12.5b")
def still(s: FranceState, seat: int, found: Narrowing) -> Narrowing:
    """Units of a side without those that do not move this turn: just restored, landed, dropped, at sea, or raised under the enemy."""
    p = s.position
    # Allied replacements are used normally (15.7); who comes in by road has moved there, and stops as in any enemy zone.
    new = p.fresh & ~p.moved & (p.active if seat == ALLIED else s.scenario.all_units)
    stopped = new & s.units_in(s.zone(1 - seat), seat) if new else 0
    right = "8.3" if seat == ALLIED else "15.3b"
    return (
        found.without(p.restored, "15.5c", "it has been restored this turn")
        .without(p.landed, "13.3a", lambda unit: _landed(s, unit))
        .without(stopped, right, "it has come in in an enemy zone of control")
        .without(p.dropped, "18.4", "it has been dropped this turn")
        .without(mask_of(p.beach), "12.5b", "it is invading")
        .without(waiting(s), "6.1", "it is kept back for a second landing")
    )
