"""Every fact that the rulebook states about its map, and all that its specification fixes, holds on ours (map_facts.toml)."""

from itertools import pairwise
from typing import Any

import pytest
from tests.games.war_in_europe.map_of_war_in_europe import DATA, FACTS, at, home, labels, the_board, the_map

from phaseline.atlas.build import chart_of
from phaseline.games.war_in_europe.board import Board
from phaseline.hexgrid import Hexsides, LabelError, Mask, flood, hexes

Fact = dict[str, Any]
COLUMNS, ROWS = 56, 33


# --- sections and numbers -------------------------------------------------------------------------------


@pytest.mark.case("war_in_europe", "3.11a", "3.11b")
@pytest.mark.parametrize("fact", FACTS["printed"], ids=lambda fact: fact["place"])
def test_printed_places_stand_in_their_printed_hexes(fact: Fact) -> None:
    assert the_map().label(home(fact["place"])) == fact["hex"]


@pytest.mark.case("war_in_europe", "3.11a", "3.11b")
def test_columns_and_rows_run_across_the_section() -> None:
    grid = the_map().grid
    (nice, lyon, vienna) = (grid.col_row(home(name)) for name in ("Nice", "Lyon", "Vienna"))
    assert nice[0] == lyon[0]
    assert nice[1] == vienna[1]
    assert grid.direction(at("C1920"), at("C1921")) == grid.directions.index("S")


@pytest.mark.case("war_in_europe", "3.11a")
def test_columns_of_even_number_lie_further_south_east() -> None:
    near = {the_map().label(hex) for hex in the_map().grid.neighbours(at("C1515"))}
    assert near == {"C1514", "C1516", "C1414", "C1415", "C1614", "C1615"}
    assert "C1615" in labels(the_map().grid.adjacent_mask(at("C1614")))


@pytest.mark.case("war_in_europe", "3.13a")
@pytest.mark.parametrize(("north", "south"), [("B", "C"), ("C", "D")])
def test_the_first_row_of_a_section_covers_the_last_of_the_one_north_of_it(north: str, south: str) -> None:
    for column in range(1, COLUMNS + 1):
        hex = at(f"{south}{column:02}01")
        assert at(f"{north}{column:02}{ROWS + 1}") == hex
        assert the_map().label(hex) == f"{south}{column:02}01"
        above = at(f"{north}{column:02}{ROWS}")
        assert the_map().grid.direction(above, hex) == the_map().grid.directions.index("S")


@pytest.mark.case("war_in_europe", "3.12a", "3.13a")
def test_three_sections_of_56_columns_and_33_rows_and_the_last_row_of_the_south() -> None:
    grid = the_map().grid
    assert (grid.cols, grid.rows) == (COLUMNS, 3 * ROWS + 1)
    for section in "BCD":
        rows = ROWS + (section == "D")
        shown = [label for label in labels(grid.all) if label.startswith(section)]
        assert len(shown) == COLUMNS * rows
        assert f"{section}0101" in shown
        with pytest.raises(LabelError, match="no hex"):
            at(f"{section}5701")


@pytest.mark.case("war_in_europe", "3.13b")
def test_bayonne_and_constantine_lie_on_the_edge_that_section_a_covers() -> None:
    """A3814 touches C0115 and C0116, A3845 touches D0113 and D0114: one column, 31 rows apart."""
    grid = the_map().grid
    assert home("Bayonne") == at("C0116")
    assert home("Constantine") == at("D0113")
    assert grid.direction(at("C0115"), at("C0116")) is not None
    assert grid.distance(at("C0116"), at("D0114")) == 31
    assert all(grid.col_row(at(label))[0] == 0 for label in ("C0115", "C0116", "D0113", "D0114"))


# --- places ---------------------------------------------------------------------------------------------


@pytest.mark.case("war_in_europe", "3.11a")
def test_every_place_of_the_gazetteer_stands_in_its_hex() -> None:
    found = {name: the_map().label(place.hex) for name, place in the_map().places.items()}
    assert found == FACTS["gazetteer"]
    assert len(found) == 369


def test_the_fit_alone_puts_all_but_the_parted_places_there() -> None:
    chart, places = chart_of(DATA / "map"), the_map().places
    source = (DATA / "map" / "places.toml").read_text(encoding="utf-8")
    moved = {fact["place"] for fact in FACTS["apart"]["moved"]}
    assert {line.split('"')[1] for line in source.splitlines() if "pull = false" in line} == moved
    assert chart.hex_at(7.27, 43.70) == places["Nice"].hex
    assert chart.hex_at(7.94, 48.47) == places["Strasbourg"].hex != places["Offenburg"].hex


@pytest.mark.parametrize("fact", FACTS["apart"]["moved"], ids=lambda fact: fact["place"])
def test_two_coasts_or_banks_in_one_hex_are_parted(fact: Fact) -> None:
    here, there = home(fact["place"]), home(fact["beside"])
    assert the_map().grid.direction(here, there) is not None
    if "over" in fact:
        assert the_map().sides(fact["over"]).has(here, there)
    else:
        assert the_map().area_at("country", here) != the_map().area_at("country", there)


def test_places_lie_in_their_countries() -> None:
    found = {name: the_map().area_at("country", home(name)) for name in FACTS["countries"]}
    assert found == FACTS["countries"]


@pytest.mark.case("war_in_europe", "tbl.5.8.city")
def test_capitals_cities_and_factories() -> None:
    board = the_board()
    factories = board.map.hexes_with("factory") & board.playable
    assert (board.capitals.bit_count(), board.cities.bit_count(), factories.bit_count()) == (8, 127, 25)
    assert board.capitals & ~board.cities == 0
    assert factories >> home("Essen") & 1
    assert factories >> home("Milan") & 1


# --- terrain and hexsides -------------------------------------------------------------------------------


@pytest.mark.case("war_in_europe", "5.8", "tbl.5.8.clear", "tbl.5.8.broken", "tbl.5.8.woods", "tbl.5.8.swamp")
@pytest.mark.case("war_in_europe", "tbl.5.8.rough", "tbl.5.8.mountain", "tbl.5.8.sand", "tbl.5.8.prohibited")
def test_every_hex_is_of_one_kind() -> None:
    board, terrain = the_board(), the_map().terrain
    kinds = [terrain[key] for key in ("broken", "woods", "swamp", "rough", "mountain", "sand")]
    parts = [terrain["clear"], *kinds, board.sea, board.lake]
    assert sum(part.bit_count() for part in parts) == COLUMNS * (3 * ROWS + 1)
    assert all(parts)
    assert board.playable == terrain["clear"] | sum(kinds)


@pytest.mark.parametrize(
    ("label", "kind"),
    [
        ("C3010", "woods"),  # the Ardennes
        ("C3211", "rough"),  # the Eifel
        ("C3310", "woods"),  # the Huertgen forest
        ("D2910", "rough"),  # Cassino
        ("C0315", "woods"),  # the Landes
        ("C2024", "mountain"),  # Briancon
        ("C3526", "mountain"),  # the Brenner
        ("D3008", "mountain"),  # the Abruzzi
        ("C2109", "clear"),  # Paris
        ("C2727", "clear"),  # Milan
        ("C3603", "lake"),  # the IJsselmeer
    ],
)
def test_famous_ground(label: str, kind: str) -> None:
    assert the_map().terrain_at(at(label)) == kind


@pytest.mark.case("war_in_europe", "tbl.5.8.river")
def test_rivers_run_unbroken() -> None:
    grid = the_map().grid
    for course in the_map().features["river"].courses:
        corners = [
            {(round(x, 3), round(y, 3)) for x, y in grid.edge(here, way)} for here, way in course.sides
        ]
        assert all(one & other for one, other in pairwise(corners)), course.name


@pytest.mark.case("war_in_europe", "tbl.5.8.river")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Mulhouse", "Lorrach"),
        ("Colmar", "Freiburg"),
        ("Strasbourg", "Offenburg"),
        ("Landau", "Rastatt"),
        ("Arnhem", "Nijmegen"),
        ("Roermond", "Monchengladbach"),
        ("Venlo", "Geldern"),
    ],
)
def test_the_rhine_and_the_meuse_part_their_banks(one: str, other: str) -> None:
    assert the_board().rivers.has(home(one), home(other))


@pytest.mark.case("war_in_europe", "tbl.5.8.blocked", "9.14")
def test_the_crest_of_the_alps_is_open_at_its_passes_only() -> None:
    board, grid = the_board(), the_map().grid
    italy = board.country("Italy")
    for facts, country in (("france_italy", "France"), ("germany_italy", "Germany")):
        sides = Hexsides.between(grid, board.country(country), italy) & board.open
        assert [pair(a, b) for a, b in sides.pairs()] == FACTS["alps"][facts]


@pytest.mark.case("war_in_europe", "tbl.5.8.blocked")
def test_minor_passes_are_open_if_the_scenario_says_so() -> None:
    opened = Board(the_map(), minor_passes=True)
    found = the_board().barred - opened.barred
    assert sorted(pair(a, b) for a, b in found.pairs()) == FACTS["alps"]["minor"]


def pair(a: int, b: int) -> str:
    """A hexside as the facts write it."""
    return "/".join(sorted((the_map().label(a), the_map().label(b))))


# --- the sea --------------------------------------------------------------------------------------------


@pytest.mark.case("war_in_europe", "7.0c")
def test_sea_areas_share_out_all_water_but_lakes() -> None:
    board = the_board()
    found = {name: [board.waters[name].bit_count(), board.coasts[name].bit_count()] for name in board.waters}
    assert found == FACTS["waters"]
    assert sum(mask.bit_count() for mask in board.waters.values()) == board.sea.bit_count()
    assert labels(board.lake) == {"C3603", "D4530"}


@pytest.mark.case("war_in_europe", "7.0c")
def test_ports_are_major_or_minor_and_lie_on_their_seas() -> None:
    ports = {name: place for name, place in the_map().places.items() if "port" in place}
    found = {
        name: [place.get("port", ""), *sorted(the_board().areas_of(place.hex))]
        for name, place in ports.items()
    }
    assert found == {name: [size, *sorted(areas)] for name, (size, *areas) in FACTS["ports"].items()}
    assert the_board().major_ports.bit_count() == 39


@pytest.mark.case("war_in_europe", "7.0d")
def test_inland_ports_have_channels() -> None:
    board, grid = the_board(), the_map().grid
    found = {home(name) for name in FACTS["channels"]}
    assert set(board.channels) == found
    for name, way in FACTS["channels"].items():
        assert labels(board.channels[home(name)]) == set(way[1:-1])
        assert all(board.lanes.has(at(a), at(b)) for a, b in pairwise(way)), name
        assert board.sea >> at(way[-1]) & 1
        assert grid.distance(home(name), at(way[-1])) <= len(way) - 1


@pytest.mark.case("war_in_europe", "7.0d", "7.22")
@pytest.mark.parametrize("name", FACTS["crossings"])
def test_crossings_between_ports(name: str) -> None:
    start, end = (home(port) for port in name.split(" - "))
    way = the_board().sea_way(start, end)
    assert way == FACTS["crossings"][name]
    within = sum(the_board().sea_steps(start, limit=4))
    assert bool(within >> end & 1) is (FACTS["crossings"][name] <= 4)


@pytest.mark.case("war_in_europe", "7.0d", "7.0e")
def test_ships_cross_no_isthmus_and_pass_no_closed_hex() -> None:
    board = the_board()
    assert board.sea_way(home("Kiel"), home("Hamburg")) != 2
    assert board.sea_way(home("Marseille"), home("Bordeaux")) is None  # Gibraltar lies on section A
    assert board.sea_way(home("Antwerp"), home("Dover"), closed=1 << at("C3105")) is None
    assert board.sea_way(home("Dover"), home("Antwerp"), closed=1 << at("C3105")) is None
    assert board.sea_way(home("Antwerp"), home("Dover")) == 7
    assert board.sea_way(home("Dover"), home("Bristol"), closed=1 << at("B1828")) is None


@pytest.mark.case("war_in_europe", "7.33a")
def test_mountain_coasts_are_no_beaches() -> None:
    board = the_board()
    mountain = board.terrain_of("mountain")
    assert board.coastal & mountain
    assert board.beaches & mountain == 0
    for label in ("C1703", "C1704", "C1804", "D2913", "D2608"):
        assert board.beaches >> at(label) & 1


@pytest.mark.case("war_in_europe", "7.16c")
def test_the_horn_is_the_sea_at_the_northern_and_western_edges_of_section_b() -> None:
    horn = the_board().horn
    assert {label[0] for label in labels(horn)} == {"B"}
    assert all(label[1:3] == "01" or label[3:] == "01" for label in labels(horn))
    assert len(labels(horn)) == 88


# --- fortified lines ------------------------------------------------------------------------------------


@pytest.mark.case("war_in_europe", "tbl.5.8.fort")
@pytest.mark.parametrize("name", FACTS["lines"])
def test_fortified_lines(name: str) -> None:
    board, fact = the_board(), FACTS["lines"][name]
    line = board.line(name)
    owner, front = (the_map().fact("line", name, key) for key in ("owner", "front"))
    assert (owner, front == "border") == (fact["owner"], fact["front"])
    assert line.bit_count() == fact["hexes"]
    assert (flood(board.grid, line & -line, line) == line) is fact["chain"] or name == "West Wall"
    assert bool(board.rear(name)) is fact["front"]
    assert line & board.rear(name) == 0


@pytest.mark.case("war_in_europe", "tbl.5.8.fort")
def test_no_hexside_of_the_german_frontier_is_bare() -> None:
    board, grid = the_board(), the_map().grid
    germany, wall = board.country("Germany"), board.line("West Wall")
    for country in ("France", "Belgium", "Luxembourg"):
        for a, b in Hexsides.between(grid, germany, board.country(country)).pairs():
            assert (wall >> a | wall >> b) & 1, pair(a, b)
            if country == "France":
                assert (board.line("Maginot Line") >> a | board.line("Maginot Line") >> b) & 1, pair(a, b)


# --- railways -------------------------------------------------------------------------------------------


@pytest.mark.case("war_in_europe", "6.71a")
def test_the_rail_hexes_of_the_diagram() -> None:
    board = the_board()
    for label in FACTS["diagram"]["rail"]:
        assert board.rail_hexes >> at(label) & 1, label
    for stretch in FACTS["diagram"]["stretches"]:
        assert all(board.rails.has(at(a), at(b)) for a, b in pairwise(stretch))


@pytest.mark.case("war_in_europe", "6.71a")
def test_the_diagram_s_lines_join_nantes_to_germany() -> None:
    """The neutral hexes part the Axis railhead in C1414 from Germany, and Nantes from neither side's other lines."""
    board = the_board()
    neutral = sum(1 << at(label) for stretch in FACTS["diagram"]["stretches"] for label in stretch)
    assert board.rail_net(1 << home("Nantes")) >> home("Essen") & 1
    around = board.rails.cross(1 << at("C1414")) & ~neutral
    assert labels(around) == {"C1314"}


@pytest.mark.case("war_in_europe", "6.71a", "6.68")
def test_the_mainland_has_one_net_and_every_city_in_europe_a_railway() -> None:
    board = the_board()
    net = board.rail_net(1 << home("Paris"))
    for name in ("Berlin", "Vienna", "Rome", "Taranto", "Brest", "Amsterdam", "Prague", "Zagreb", "Bayonne"):
        assert net >> home(name) & 1, name
    bare = {name for name, place in the_map().places.items() if _city(place.hex) & ~board.rail_hexes}
    assert bare == {"Belfast", "Tripoli"}


def _city(hex: int) -> Mask:
    return 1 << hex & the_board().cities


def test_no_railway_crosses_water_or_the_crest() -> None:
    assert not the_board().rails & the_board().barred


# --- weather and air ------------------------------------------------------------------------------------


@pytest.mark.case("war_in_europe", "15.0", "15.1a", "15.1d")
def test_weather_areas() -> None:
    board = the_board()
    areas = {name: the_map().area_at("weather", home(name)) for name in FACTS["weather"]}
    assert {name: area or "moderate" for name, area in areas.items()} == FACTS["weather"]
    assert {the_map().label(hex)[0] for hex in hexes(board.mud_in_snow)} == {"D"}
    assert board.mud_in_snow >> home("Rome") & 1
    assert not board.mud_in_snow & (1 << home("Palermo") | 1 << home("Cagliari") | 1 << home("Florence"))


@pytest.mark.case("war_in_europe", "13.0")
def test_air_fronts() -> None:
    board = the_board()
    assert {name: board.front(home(name)) for name in FACTS["fronts"]} == FACTS["fronts"]
    assert [board.front_hexes(name).bit_count() for name in ("east", "south", "west")] == [402, 2154, 3044]
    for name in ("West Mediterranean", "Central Mediterranean", "Adriatic"):
        assert board.waters[name] & ~board.front_hexes("south") == 0


def test_countries_hold_what_the_scenarios_count() -> None:
    board = the_board()
    neutral = board.country("Belgium", "Netherlands", "Luxembourg")
    assert neutral.bit_count() == 63
    assert board.country("France").bit_count() == 519
    for name, count in (("Sicily", 29), ("Sardinia", 27), ("Corsica", 12)):
        island = board.area("region", name)
        assert island.bit_count() == count
        assert flood(board.grid, island, board.playable, over=board.open) == island, name
