"""Every fact the rulebook states about its map holds on ours (map_facts.toml)."""

from typing import Any

import pytest
from tests.games.eisenhower.map_of_europe import FACTS, facts, labels, numbers, playable, the_map, walk

from phaseline.hexgrid import hexes

Fact = dict[str, Any]


@pytest.mark.parametrize("fact", facts("place"))
def test_places_stand_where_the_text_says(fact: Fact) -> None:
    assert the_map().label(the_map().place(fact["name"]).hex) == fact["hex"]


@pytest.mark.parametrize("fact", facts("playable"))
def test_named_hexes_are_land_in_the_game(fact: Fact) -> None:
    out = [label for label in fact["hexes"] if not playable() >> the_map().hex(label) & 1]
    assert out == []


@pytest.mark.parametrize("fact", facts("adjacent"))
def test_named_hexes_touch(fact: Fact) -> None:
    here = the_map().hex(fact["hex"])
    touching = [the_map().label(h) for h in the_map().grid.neighbours(here)]
    assert set(fact["to"]) <= set(touching)


@pytest.mark.parametrize("fact", facts("terrain"))
def test_terrain(fact: Fact) -> None:
    assert {the_map().terrain_at(h) for h in numbers(fact["hexes"])} == {fact["is"]}


@pytest.mark.parametrize("fact", facts("range"))
def test_ranges_are_walks_between_their_printed_ends(fact: Fact) -> None:
    area = the_map().area("range", fact["area"])
    first, last = numbers([fact["first"], fact["last"]])
    assert area >> first & 1
    assert area >> last & 1
    assert len(walk(area, first, last)) == area.bit_count(), labels(area)


@pytest.mark.parametrize("fact", facts("range", having="shore"))
def test_coast_ranges_hold_the_whole_shore(fact: Fact) -> None:
    area = the_map().area("range", fact["area"])
    shore = the_map().area("coast", fact["shore"])
    assert labels(area & ~shore) == []
    inner = area & ~(1 << the_map().hex(fact["first"])) & ~(1 << the_map().hex(fact["last"]))
    forgotten = the_map().grid.spread(inner) & shore & playable() & ~area
    across_the_estuary = {"3511", "3411", "3412"}
    assert set(labels(forgotten)) <= across_the_estuary


@pytest.mark.parametrize("fact", facts("set"))
def test_listed_sets(fact: Fact) -> None:
    assert labels(the_map().area("range", fact["area"])) == fact["hexes"]


@pytest.mark.parametrize("fact", facts("country"))
def test_countries(fact: Fact) -> None:
    assert the_map().area_at("country", the_map().hex(fact["at"])) == fact["is"]


@pytest.mark.parametrize("fact", facts("zone"))
def test_logistic_zones(fact: Fact) -> None:
    assert the_map().area_at("zone", the_map().hex(fact["at"])) == fact["is"]


@pytest.mark.parametrize("fact", facts("draw"))
def test_sides_of_the_drawn_game_line(fact: Fact) -> None:
    assert the_map().area_at("draw", the_map().hex(fact["at"])) == fact["is"]


@pytest.mark.parametrize("fact", facts("hexside"))
def test_named_hexsides(fact: Fact) -> None:
    here, there = numbers(fact["between"])
    assert the_map().features_between(here, there) == (fact["feature"],)


@pytest.mark.case("eisenhower", "8.10")
def test_the_estuary_has_exactly_three_hexsides() -> None:
    around = the_map().area("range", "Antwerp access")
    wet = [(a, b) for a, b in the_map().sides("sea").pairs() if around >> a & 1 and around >> b & 1]
    assert len(wet) == 3


@pytest.mark.case("eisenhower", "2.8")
def test_every_garrison_has_a_port_of_its_own() -> None:
    homes = [the_map().place(entry["port"]).hex for entry in FACTS["garrison"]]
    assert len(set(homes)) == len(homes) == 17
    ports = the_map().hexes_with("port")
    assert all(ports >> h & 1 for h in homes)
    held = {the_map().area_at("country", h) for h in homes}
    assert held == {"France", "Belgium", "Netherlands"}


@pytest.mark.case("eisenhower", "1.1")
def test_scale() -> None:
    lie = the_map().georeference
    assert lie is not None
    assert lie.km_per_hex == pytest.approx(65.0, abs=0.5)


@pytest.mark.case("eisenhower", "2.2")
def test_numbers_are_row_then_column_growing_north_and_east() -> None:
    berlin = the_map().hex("3120")
    directions = the_map().grid.directions
    east = the_map().grid.neighbour(berlin, directions.index("E"))
    north_east = the_map().grid.neighbour(berlin, directions.index("NE"))
    assert east is not None
    assert north_east is not None
    assert (the_map().label(east), the_map().label(north_east)) == ("3121", "3221")


def test_no_fact_speaks_of_a_hex_off_the_map() -> None:
    assert all(the_map().on_map >> h & 1 for h in hexes(playable()))
    assert playable().bit_count() > 350
