"""The ground of a map: what is in play, what lies where, and what a hex that is not in play is told."""

from __future__ import annotations

import pytest
from tests.drill.field import field

from phaseline.atlas import HexMap
from phaseline.drill.board import Ground
from phaseline.drill.standing import Height
from phaseline.engine.packs import DataError
from phaseline.hexgrid import mask_of
from phaseline.mechanics.zones import Zone

COAST = HexMap.from_drawing(
    """
    . . ^ ~
     . ^ ~ ~
    """,
    {".": "clear", "^": "hill", "~": "sea"},
    areas={"country": {"Up": "0103 0202", "Down": "0101 0102 0201", "Bay": "0104 0203 0204"}},
)
LAND = COAST.terrain["clear"] | COAST.terrain["hill"]


def test_land_is_in_play_and_water_is_not() -> None:
    assert Ground(COAST).playable == LAND


def test_a_theatre_cuts_everything_down_to_itself() -> None:
    west = mask_of(COAST.hex(label) for label in ("0101", "0201"))
    ground = Ground(COAST, west)
    assert ground.playable == west
    assert ground.terrain_of("clear") == ground.area("country") == west
    assert not ground.terrain_of("hill")


def test_terrain_that_no_table_knows_is_refused_where_it_is_in_play() -> None:
    with pytest.raises(DataError, match='no terrain "hill"'):
        Ground(COAST, terrain=("clear",))
    assert Ground(COAST, COAST.terrain["clear"], ("clear",)).playable == COAST.terrain["clear"]


def test_areas_by_name_or_all_of_a_layer() -> None:
    ground = Ground(COAST)
    assert ground.area("country", "Up") == COAST.terrain["hill"]
    assert ground.area("country", "Up", "Down") == ground.area("country") == LAND
    assert COAST.hexes_in("country") == COAST.on_map
    assert ground.area("country", "Nowhere") == ground.area("zone") == 0


def test_a_map_may_lack_a_place() -> None:
    assert Ground(COAST).hex_of("Antwerp") is None


def test_why_a_hex_may_not_be_chosen() -> None:
    s = field("a . n")
    s.scenario.board.playable &= ~(1 << s.scenario.map.hex("0102"))
    to = s.choose_hex("6.1")
    assert len(to) == 2
    closed, beyond, nonsense = (to.why_not(value) for value in (s.scenario.map.hex("0102"), 99, "there"))
    assert closed is not None
    assert (closed.case, closed.reason) == ("6.1", "no unit can be there")
    assert beyond == nonsense
    assert beyond is not None
    assert (beyond.case, beyond.reason) == ("1.1", "that hex is not on the map")


def test_zones_of_all_classes_of_units_together() -> None:
    s = field("a . . b . n")
    facts = s.scenario
    assert s.zone(0) == 0, "a game without zones of control"
    grid, strong = facts.map.grid, 1 << facts.number["b"]
    facts.heights = (Height(facts.all_units, 2), Height(strong, 1))
    facts.zones = ((Zone(grid), 0), (Zone(grid, own=True), 1))
    facts._standing = None  # It was looked over with other heights.
    s = s.fresh()
    near = [facts.map.hex(label) for label in ("0102", "0103", "0105", "0104")]
    assert s.zone(0) == mask_of(near)
    s.put(facts.number["b"], -1)
    assert s.zone(0) == mask_of(near[:1])
