"""Every fact that the rulebook states or implies about its map holds on ours (map_facts.toml)."""

from itertools import pairwise
from typing import Any

import pytest
from tests.games.france44.map_of_france import (
    FACTS,
    apart,
    facts,
    home,
    homes,
    labels,
    names,
    the_board,
    the_map,
)

from phaseline.hexgrid import Hex, flood, hexes, union

Fact = dict[str, Any]


@pytest.mark.parametrize("fact", facts("apart"))
def test_places_are_so_far_apart(fact: Fact) -> None:
    assert apart(homes(fact["from"]), homes(fact["to"])) == fact["is"]


@pytest.mark.parametrize("fact", facts("crossing"))
def test_beaches_are_so_many_sea_hexes_from_a_port(fact: Fact) -> None:
    beach = next(hexes(the_map().area("beach", fact["beach"])))
    assert the_board().sea_way(home(fact["port"]), the_board().off_beaches[beach]) == fact["is"]


@pytest.mark.parametrize("fact", facts("inland"))
def test_inland_ports_are_reached_by_their_waterway(fact: Fact) -> None:
    port = home(fact["port"])
    channel = the_board().channel_of(port)
    assert labels(channel) == sorted(fact["by"])
    assert the_board().shore & channel
    assert not the_board().shore >> port & 1
    assert the_board().water_of(port) == the_board().waters[0]


@pytest.mark.parametrize("fact", facts("country"))
def test_places_lie_in_their_country(fact: Fact) -> None:
    assert the_map().area_at("country", home(fact["at"])) == fact["is"]


@pytest.mark.case("france44", "13.13")
def test_no_other_port_lies_inland() -> None:
    assert names(the_board().inland_ports) == {fact["port"] for fact in FACTS["inland"]}


# --- kinds of hexes -------------------------------------------------------------------------------------


@pytest.mark.case("france44", "1(7)", "1(8)")
def test_major_ports_are_cities_and_minor_ports_towns() -> None:
    board = the_board()
    assert board.major_ports & ~board.cities == 0
    assert board.minor_ports & ~board.towns == 0
    assert (board.major_ports.bit_count(), board.minor_ports.bit_count()) == (17, 36)


@pytest.mark.case("france44", "1(5)", "1(6)")
def test_cities_and_towns() -> None:
    board = the_board()
    assert board.cities & board.towns == 0
    assert (board.cities.bit_count(), board.towns.bit_count()) == (61, 303)
    assert (board.cities & board.continent).bit_count() == 52


@pytest.mark.case("france44", "1(10)", "1(11)", "1(13)")
def test_mountains_forests_and_beaches() -> None:
    board = the_board()
    assert (board.mountain.bit_count(), board.forest.bit_count(), board.beaches.bit_count()) == (286, 123, 32)
    assert board.beaches & ~board.shore == 0
    assert board.beaches & ~board.continent == 0
    assert all(board.off_beaches[beach] for beach in hexes(board.beaches))


@pytest.mark.case("france44", "1(1)", "1(2)", "1(12)", "26.1")
def test_neutral_countries_are_on_the_map_and_out_of_play() -> None:
    for country in ("Switzerland", "Italy", "Spain"):
        area = the_map().area("country", country)
        assert area
        assert area & the_board().playable == 0
        assert area & ~the_board().beyond == 0


@pytest.mark.case("france44", "26.1", "note.26.1")
def test_mountains_close_the_italian_border() -> None:
    border = the_map().grid.spread(the_map().area("country", "Italy")) & the_board().continent
    assert border.bit_count() > 20
    assert len(labels(border & ~the_board().mountain)) == 1  # the shore road at Menton


# --- rivers ---------------------------------------------------------------------------------------------


@pytest.mark.case("france44", "1(3)", "21.1")
def test_rivers_run_unbroken_between_land_hexes() -> None:
    board, grid = the_board(), the_map().grid
    assert len(board.rivers) == 1578
    courses = [course for course in the_map().features["river"].courses if course.name]
    assert len(courses) == 96
    for course in courses:
        corners = [
            {(round(x, 3), round(y, 3)) for x, y in grid.edge(here, way)} for here, way in course.sides
        ]
        assert all(one & other for one, other in pairwise(corners)), course.name
        for here, way in course.sides:
            there = grid.neighbour(here, way)
            assert there is not None
            assert the_map().land >> here & the_map().land >> there & 1, course.name


@pytest.mark.case("france44", "1(14)", "8.2a", "8.2c")
def test_the_rhine_is_one_chain_from_the_sea_to_switzerland() -> None:
    board, grid = the_board(), the_map().grid
    (rhine,) = [chain for chain in the_map().chains_of("waterway") if chain.name == "Rhine"]
    assert all(grid.direction(a, b) is not None for a, b in pairwise(rhine.hexes))
    assert board.sea >> rhine.hexes[0] & 1
    assert the_map().area("country", "Switzerland") >> rhine.hexes[-1] & 1
    assert [hex for hex in rhine.hexes if board.rhine >> hex & 1] == list(rhine.hexes[1:-1])
    assert board.rhine.bit_count() == 47
    assert flood(grid, board.rhine & -board.rhine, board.rhine) == board.rhine


@pytest.mark.case("france44", "1(4)")
def test_navigable_rivers_fill_hexes_that_hang_together() -> None:
    board, grid = the_board(), the_map().grid
    for chain in the_map().chains_of("waterway"):
        assert all(grid.direction(a, b) is not None for a, b in pairwise(chain.hexes)), chain.name
        assert board.sea >> chain.hexes[0] & 1, chain.name
    assert board.navigable.bit_count() == 47 + 6 + 5 + 4 + 5 + 3 + 4 + 1


@pytest.mark.case("france44", "2.3a", "2.3b", "4.23")
def test_cities_east_of_the_rhine_and_upon_it() -> None:
    board = the_board()
    assert names(board.cities & board.east_of_rhine) == set(FACTS["rhine"]["east"])
    assert names(board.cities & board.rhine) == set(FACTS["rhine"]["upon"])
    assert board.east_of_rhine | board.rhine | board.west_of_rhine == board.continent
    assert names(board.east_of_rhine) >= {"Utrecht", "Freiburg"}
    assert names(board.west_of_rhine) >= {"Paris", "Nijmegen", "Colmar", "Aachen"}


@pytest.mark.case("france44", "24.note", "1(9)")
def test_the_fortified_line_runs_west_of_the_rhine() -> None:
    board, grid = the_board(), the_map().grid
    (line,) = the_map().chains_of("fortified")
    assert all(grid.direction(a, b) is not None for a, b in pairwise(line.hexes))
    assert board.fortified == sum(1 << hex for hex in line.hexes)
    assert board.fortified & ~board.west_of_rhine == 0
    german = the_map().area("country", "Germany")
    assert board.fortified & ~grid.spread(german) & ~german == 0


# --- railways and the east edge -------------------------------------------------------------------------


@pytest.mark.case("france44", "22.3", "16.33a")
def test_every_railway_is_joined_to_the_east_edge_and_every_city_to_a_railway() -> None:
    board, grid = the_board(), the_map().grid
    assert board.rail_hexes.bit_count() == 1350
    joined = flood(grid, board.east_edge & board.rail_hexes, board.rail_hexes, over=board.rails)
    assert joined == board.rail_hexes
    assert labels(board.cities & board.continent & ~board.rail_hexes) == []
    assert board.supply_rail_hexes == board.rail_hexes | (board.cities & board.continent)


@pytest.mark.case("france44", "15.3a", "16.13")
def test_the_east_edge_is_land_north_of_switzerland() -> None:
    assert labels(the_board().east_edge) == [f"73{row:02}" for row in range(1, 49)]
    assert the_board().east_edge & ~the_map().area("country", "Germany") == 0


@pytest.mark.case("france44", "9.21a")
def test_german_air_bases_lie_near_the_east_edge() -> None:
    board = the_board()
    bases = {
        name for name in names(board.settled & board.continent) if apart(homes(name), board.east_edge) <= 5
    }
    assert bases >= set(FACTS["edge"]["within_five"])


# --- sea, air and supply --------------------------------------------------------------------------------


@pytest.mark.case("france44", "4.21b", "4.21c")
def test_england_and_corsica_have_room_for_all_that_start_there() -> None:
    assert the_board().england.bit_count() * 2 > 100
    assert the_board().corsica.bit_count() * 2 > 30


@pytest.mark.case("france44", "4.24a", "4.26", "13.1")
def test_england_and_corsica_have_ports_and_air_bases() -> None:
    board = the_board()
    for land in (board.england, board.corsica):
        assert board.ports & land
        assert board.settled & land
    assert names(board.ports & board.corsica) == {"Ajaccio", "Bastia", "Bonifacio", "Calvi", "Porto-Vecchio"}


@pytest.mark.case("france44", "13.5a", "14.3a")
def test_no_ship_goes_from_the_atlantic_to_the_mediterranean() -> None:
    board = the_board()
    assert board.port_way(home("Dover"), home("Calais")) == 2
    assert board.port_way(home("London (east)"), home("Antwerp")) == 19
    assert board.port_way(home("Calvi"), home("Toulon")) is not None
    assert board.port_way(home("Dover"), home("Marseille")) is None
    assert board.water_of(home("Toulon")) == board.waters[1]


@pytest.mark.case("france44", "9.2a")
def test_the_upper_left_corner_is_free_for_the_bomb_box() -> None:
    corner = [the_map().hex(f"{column:02}{row:02}") for column in range(1, 5) for row in range(1, 9)]
    assert all(the_board().sea >> hex & 1 for hex in corner)


@pytest.mark.case("france44", "18.1a")
def test_the_historical_drops_are_in_range() -> None:
    board = the_board()
    bases = board.settled & board.england
    reached = {name for name in ("Carentan", "Arnhem", "Nijmegen") if apart(bases, homes(name)) <= 20}
    assert reached == {"Carentan", "Arnhem", "Nijmegen"}
    assert apart(bases, homes("Wesel")) > 20


@pytest.mark.case("france44", "9.31b")
def test_london_is_in_range_of_the_channel_coast_only() -> None:
    board = the_board()
    near = names(union(board.disk(hex, 20) for hex in hexes(board.london)) & board.continent)
    assert near >= {"Calais", "Dunkirk", "Cherbourg", "Rouen", "Lille", "The Hague"}
    assert not near & {"Paris", "Brest", "Brussels", "Utrecht", "Arnhem"}


@pytest.mark.case("france44", "note.16.32", "16.32b")
def test_lines_of_trucks_from_normandy_grow_thin_beyond_the_seine() -> None:
    """All 18 trucks in one chain reach the Rhine from Cherbourg; two chains reach Paris, not the German border."""
    one, two = 18 * 3, 18 // 2 * 3
    assert apart(homes("Cherbourg"), homes("Cologne")) <= one
    assert apart(homes("Cherbourg"), homes("Paris")) <= two
    assert apart(homes("Cherbourg"), homes("Metz")) > two


@pytest.mark.case("france44", "13.11d")
def test_mulberries_can_be_towed_to_the_beaches() -> None:
    board = the_board()
    start = the_map().grid.adjacent_mask(home("Portsmouth")) & board.sea
    for name in ("Utah", "Omaha", "Gold", "Juno", "Sword"):
        beach = next(hexes(the_map().area("beach", name)))
        assert board.off_beaches[beach] & flood(the_map().grid, start, board.sea)


@pytest.mark.case("france44", "1(1)")
def test_the_ijsselmeer_is_no_sea() -> None:
    board = the_board()
    assert board.lake.bit_count() == 11
    assert board.lake & board.sea == 0
    assert board.lake & board.playable == 0
    shores: list[Hex] = list(hexes(the_map().grid.spread(board.lake) & board.continent))
    assert any(not board.shore >> hex & 1 for hex in shores)


@pytest.mark.case("france44", "9.31a")
def test_london_takes_two_hexes() -> None:
    assert labels(the_board().london) == ["2715", "2815"]
    assert names(the_board().london) == {"London (west)", "London (east)"}
