"""Why a unit does not get to a hex: what lies between, and what it would cost (5.2, 9.2, 13.5)."""

from __future__ import annotations

from phaseline.drill.marching import in_words
from phaseline.engine.ledger import case
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe.rules import movement, terrain
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, flood
from phaseline.mechanics.ways import Routes


@case("5.14", "5.21", "5.22", "5.26", "9.21a", "9.21b", "13.53", "15.1g", "tbl.zoc.3")
def out_of_reach(s: WarState, unit: int, hex: Hex, *, march: bool = False) -> Refusal:
    """Why a unit does not get to a hex."""
    seat = s.scenario.side_of[unit]
    means = _means(s, unit, march=march)
    zone = s.zone(1 - seat)
    if terrain.frigid(s, s.scenario.ways_of[unit]) >> hex & 1:
        return Refusal("15.1g", terrain.FRIGID)
    if march and zone >> hex & 1:
        return Refusal("5.64", "a forced march may not lead into an enemy zone of control")
    if hex in movement.reachable(s, unit, march=march, zones=False):
        shunned = zone | s.occupied(1 - seat) | s.position.neutral
        if march and not _cheaply(s, unit, shunned, march=True) >> hex & 1:
            return Refusal("5.64", f"the way without enemy zones of control is too long for {means}")
        both = (1 << hex | 1 << s.position.at[unit]) & ~zone == 0
        if both and s.scenario.board.grid.distance(hex, s.position.at[unit]) == 1:
            return Refusal("9.21b", f"from one enemy zone of control into another is too dear for {means}")
        return _too_dear(s, unit, hex, means, march=march)
    if not march and _barely(s, unit, hex):
        return Refusal(
            "5.14", f"from one enemy zone of control into another one pays in full: too dear for {means}"
        )
    return _no_way(s, unit, hex, means, march=march)


@case("5.14")
def _barely(s: WarState, unit: int, hex: Hex) -> bool:
    """Whether a hex is the one that a unit could enter whatever it costs, but for the enemy zones over both hexes."""
    p, zone = s.position, s.zone(1 - s.scenario.side_of[unit])
    still = not (p.moved | p.fortified) >> unit & 1
    return bool(still and zone >> p.at[unit] & zone >> hex & movement.next_to(s, unit) >> hex & 1)


@case("9.21a", "13.53", "13.55")
def _too_dear(s: WarState, unit: int, hex: Hex, means: str, *, march: bool) -> Refusal:
    """Why a hex costs too much that would be in reach without the enemy: for zones of control, interdiction, or both."""
    enemy = 1 - s.scenario.side_of[unit]
    zone = s.zone(enemy)
    marks = s.position.marks[enemy] & ~zone
    if marks and _at(s, unit, zone, march=march) >> hex & 1:
        return Refusal("13.53", f"air interdiction makes it too dear for {means}")
    interdicted = marks and not _at(s, unit, marks, march=march) >> hex & 1
    what = "enemy zones of control and air interdiction" if interdicted else "enemy zones of control"
    return Refusal("9.21a", f"{what} make it too dear for {means}")


def _at(s: WarState, unit: int, dear: Mask, *, march: bool) -> Mask:
    """Where a unit would get if these were all the hexes that cost more to enter; enemy zones among them to leave, too."""
    scenario, enemy = s.scenario, 1 - s.scenario.side_of[unit]
    zone = s.zone(enemy)
    closed = s.occupied(enemy) | s.position.neutral | (zone if march else 0)
    leave = {scenario.tables.prices.leave_zone: zone & dear} if zone & dear else None
    over = terrain.priced(s, scenario.ways_of[unit], dear, closed, s.frozen)
    start = 1 << s.position.at[unit]
    return Routes(scenario.board.grid, start, over, movement.left(s, unit, march=march), leave=leave).all


def _cheaply(s: WarState, unit: int, closed: Mask, *, march: bool) -> Mask:
    """Where a unit would get if the enemy cost it nothing, but some hexes were closed."""
    over = terrain.priced(s, s.scenario.ways_of[unit], 0, closed, s.frozen)
    return Routes(
        s.scenario.board.grid, 1 << s.position.at[unit], over, movement.left(s, unit, march=march)
    ).all


@case("5.21", "5.22", "5.26")
def _no_way(s: WarState, unit: int, hex: Hex, means: str, *, march: bool) -> Refusal:
    """Why a hex is too far: because of what lies between, or just so."""
    board, start, neutral = s.scenario.board, s.position.at[unit], s.position.neutral
    sides = board.land_sides(frozen=s.frozen)
    if not flood(board.grid, 1 << start, board.playable, over=sides) >> hex & 1:
        return Refusal("5.26", "no way over land leads there")
    for closed, who in ((neutral, "enemy units are"), (0, "a neutral country is")):
        if _cheaply(s, unit, closed, march=march) >> hex & 1:
            return Refusal("5.22", f"{who} in the way, and the way round is too long for {means}")
    if board.grid.distance(start, hex) == 1 and not sides.has(start, hex):
        return Refusal("5.26", f"no unit crosses that hexside, and the way round is too long for {means}")
    return Refusal("5.21", f"it is out of reach with {means}")


def _means(s: WarState, unit: int, *, march: bool = False) -> str:
    """What a unit may spend and, if that is less than its counter says, why."""
    why = ""
    if s.position.unsupplied >> unit & 1:
        why = ", being out of supply"
    elif movement.allowance(s, unit) < s.face(unit).movement:
        why = f" in {s.weather}"
    return in_words(s, unit, movement.left(s, unit, march=march), "Movement Point", why)
