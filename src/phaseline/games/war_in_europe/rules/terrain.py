"""What ground, weather and zones of control cost those who move (5.8, 9, 15.1)."""

from __future__ import annotations

from phaseline.drill import marching
from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.scenario import FOOT, MECHANIZED
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask
from phaseline.mechanics.ways import Ways


@case(
    "5.12",
    "5.13b",
    "5.21",
    "5.22",
    "5.24",
    "5.3a",
    "5.3b",
    "5.8",
    "9.15a",
    "9.15b",
    "9.21a",
    "9.21c",
    "13.53",
    "13.55",
    "15.1g",
)
@case(
    "tbl.5.8.clear", "tbl.5.8.broken", "tbl.5.8.woods", "tbl.5.8.swamp", "tbl.5.8.rough", "tbl.5.8.mountain"
)
@case("tbl.5.8.sand", "tbl.5.8.arctic", "tbl.5.8.arcticswamp", "tbl.zoc.1", "tbl.zoc.2", "tbl.zoc.4")
def ways(s: WarState, seat: int, way: int, *, zones: bool = True, shun: bool = False) -> Ways:
    """How units of a side that move in a `way` may go, and what it costs them.

    It costs two more to enter an enemy zone of control, or a hex under enemy interdiction, but never four (9.15).
    Who makes a forced march shuns zones altogether (5.64). Without `zones`, enemy zones and interdiction are left out.
    """
    key = ("ways", seat, way, zones, shun)
    return s.now(key, lambda: _known_ways(s, seat, way, zones, shun))


def _known_ways(s: WarState, seat: int, way: int, zones: bool, shun: bool) -> Ways:
    p, enemy = s.position, 1 - seat
    zone = s.zone(enemy) if zones else 0
    dear = zone | p.marks[enemy] if zones else 0
    closed = s.occupied(enemy) | p.neutral | (zone if shun else 0)
    frozen = s.frozen
    return s.known(
        ("ways", seat, way, zones, shun), (dear, closed, frozen), lambda: priced(s, way, dear, closed, frozen)
    )


def priced(s: WarState, way: int, dear: Mask, closed: Mask, frozen: bool) -> Ways:
    """What ground costs units that move in a `way`: `dear` hexes more than others, `closed` ones cannot be entered."""
    scenario = s.scenario
    board, tables = scenario.board, scenario.tables
    closed |= frigid(s, way)
    ground: dict[int, Mask] = {}
    for key, terrain in tables.terrain.items():
        points = terrain.foot if way == FOOT else terrain.mechanized
        here = board.terrain_of(key) & ~closed
        if key == "swamp":
            here &= ~board.arctic
        ground[points] = ground.get(points, 0) | here
    swamp = tables.terrain["arctic_swamp"].foot
    ground[swamp] = ground.get(swamp, 0) | board.arctic_swamp & ~closed
    if frozen:
        clear = tables.terrain["clear"].foot
        ground[clear] = ground.get(clear, 0) | board.icy & ~closed
    return marching.ways(ground, scenario.fares(way, frozen=frozen), {tables.prices.enter_zone: dear})


FRIGID = "the Arctic there is closed to mechanized and motorized units"


@case("15.1g", "tbl.5.8.arctic", "tbl.5.8.arcticswamp")
def frigid(s: WarState, way: int) -> Mask:
    """The ground of the Arctic that is closed to units that move in a `way`."""
    board = s.scenario.board
    return 0 if way == FOOT else board.arctic if way == MECHANIZED else board.arctic_swamp
