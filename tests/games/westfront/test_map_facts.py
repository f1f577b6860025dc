"""The WestFront map against every fact the rulebook states or implies about it (``map_facts.toml``)."""

import re
import tomllib
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import phaseline
from phaseline.atlas import HexMap, load
from phaseline.hexgrid import flood, hexes

FACTS: dict[str, Any] = tomllib.loads(Path(__file__).with_name("map_facts.toml").read_text(encoding="utf-8"))
MAP_FILE = Path(phaseline.__file__).parent / "games" / "westfront" / "data" / "map.toml"


@pytest.fixture(scope="module")
def board() -> HexMap:
    return load(MAP_FILE)


def each(facts: Iterable[dict[str, Any]], *keys: str) -> list[Any]:
    """One test per fact, marked with its case and named after its words."""
    return [
        pytest.param(
            fact,
            marks=pytest.mark.case("westfront", fact["case"]),
            id="-".join(str(fact[key]) for key in keys).replace(" ", "_"),
        )
        for fact in facts
    ]


def ports_on(board: HexMap, sea: str) -> set[str]:
    return {place.name for place in board.places_with("port") if sea in place["seas"]}  # type: ignore[operator]


def passable(board: HexMap, a: str, b: str) -> bool:
    here, there = board.hex(a), board.hex(b)
    return (
        board.grid.direction(here, there) is not None
        and not board.sides("sea", "lake", "alpine").has(here, there)
        and bool(board.land >> here & 1 and board.land >> there & 1)
    )


# --- seas and ports ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("sea", each(FACTS["seas"], "name"))
def test_a_sea_has_exactly_the_ports_listed_for_it(board: HexMap, sea: dict[str, Any]) -> None:
    assert ports_on(board, sea["name"]) == set(sea["ports"])


@pytest.mark.parametrize("sea", each(FACTS["seas"], "name"))
def test_a_sea_has_its_interdiction_value_basin_and_naval_base(board: HexMap, sea: dict[str, Any]) -> None:
    name = sea["name"]
    assert board.fact("sea", name, "value") == sea["value"]
    assert board.fact("sea", name, "basin") == sea["basin"]
    bases = {place.name for place in board.places_with("base", name)}
    assert bases == ({sea["base"]} if sea["base"] else set())


@pytest.mark.parametrize("sea", each(FACTS["seas"], "name"))
def test_the_ports_of_a_sea_lie_on_its_coast(board: HexMap, sea: dict[str, Any]) -> None:
    coast = board.area("coast", sea["name"])
    off = [port for port in sea["ports"] if not coast >> board.hex(port) & 1]
    assert off == []


@pytest.mark.case("westfront", "15.1r")
def test_no_other_sea_is_on_the_map(board: HexMap) -> None:
    assert set(board.layer("sea")) == {sea["name"] for sea in FACTS["seas"]}
    union = 0
    for mask in board.layer("sea").values():
        assert not union & mask
        union |= mask
    assert union == board.terrain["sea"]


@pytest.mark.parametrize("pair", each(FACTS["adjoining"], "a", "b"))
def test_adjoining_seas_touch(board: HexMap, pair: dict[str, Any]) -> None:
    a, b = (board.area("sea", pair[key]) for key in ("a", "b"))
    shared = board.area("coast", pair["a"]) & board.area("coast", pair["b"])
    assert board.grid.spread(a) & b or shared


@pytest.mark.case("westfront", "1.45c")
def test_ports_on_two_and_three_seas(board: HexMap) -> None:
    seas = {place.name: len(place["seas"]) for place in board.places_with("port")}  # type: ignore[arg-type]
    assert {name for name, n in seas.items() if n == 2} == set(FACTS["two_seas"])
    assert {name for name, n in seas.items() if n == 3} == set(FACTS["three_seas"])


@pytest.mark.case("westfront", "1.45a")
@pytest.mark.parametrize(("size", "names"), [("minor", "minor_ports"), ("major", "major_ports")])
def test_ports_of_known_size(board: HexMap, size: str, names: str) -> None:
    assert {name for name in FACTS[names] if board.place(name)["port"] != size} == set()


@pytest.mark.case("westfront", "1.45b")
def test_some_naval_base_is_a_minor_port_or_none_needs_to_be_major(board: HexMap) -> None:
    for base in board.places_with("base"):
        assert base["port"] in {"major", "minor"}
        assert base["base"] in base["seas"]  # type: ignore[operator]


@pytest.mark.case("westfront", "16.1a")
def test_italian_ports(board: HexMap) -> None:
    italy = board.area("country", "Italy")
    found = {place.name for place in board.places_with("port") if italy >> place.hex & 1}
    assert found == set(FACTS["italian_ports"])


@pytest.mark.case("westfront", "17.1e")
def test_a_major_port_without_production_lies_in_the_italian_south(board: HexMap) -> None:
    south = board.area("part", "South Italy")
    assert any(south >> p.hex & 1 and "production" not in p for p in board.places_with("port", "major"))


# --- places, neighbours, distances ------------------------------------------------------------------------


@pytest.mark.parametrize("place", FACTS["places"], ids=lambda place: place["name"].replace(" ", "_"))
@pytest.mark.case("westfront", "1.2b")
def test_a_named_place_is_on_land_in_its_country(board: HexMap, place: dict[str, str]) -> None:
    here = board.hex(place["name"])
    assert board.land >> here & 1
    assert board.area_at("country", here) == place["country"]


@pytest.mark.case("westfront", "1.2b")
def test_named_places_share_no_hex(board: HexMap) -> None:
    homes = [board.hex(place["name"]) for place in FACTS["places"]]
    assert len(set(homes)) == len(homes)


@pytest.mark.case("westfront", "1.2b")
def test_every_land_hex_has_a_name_of_its_own(board: HexMap) -> None:
    assert board.names is not None
    names = {board.names.label(h) for h in hexes(board.land)}
    assert len(names) == board.land.bit_count()
    assert [name for name in names if re.search(r" [NESW]+\d+ [NESW]+\d+$", name)] == []


@pytest.mark.case("westfront", "1.37b")
def test_shoals_are_sea_and_leave_the_example_landing_free(board: HexMap) -> None:
    shoal = board.area("shoal", "Wadden Sea")
    assert not shoal & ~board.terrain["sea"]
    open_water = board.grid.adjacent_mask(board.hex("Esbjerg")) & board.terrain["sea"] & ~shoal
    assert open_water


@pytest.mark.case("westfront", "1.37b")
def test_hamburg_has_no_beach_as_flats_and_a_canal_are_all_that_leads_to_it(board: HexMap) -> None:
    hamburg = board.hex("Hamburg")
    wet = board.grid.adjacent_mask(hamburg) & board.water
    assert wet & ~board.area("shoal", "Wadden Sea") == 0
    assert not any(board.sides("sea").has(hamburg, n) for n in board.grid.neighbours(hamburg))
    assert board.area("shoal", "Elbe and Kiel canal") == 1 << hamburg


@pytest.mark.case("westfront", "3.22")
def test_startlines_run_between_land_hexes_of_the_two_sides(board: HexMap) -> None:
    for line in board.features["startline"].courses:
        allied = board.area("allied_start", line.name)
        for here, direction in line.sides:
            there = board.grid.neighbour(here, direction)
            assert there is not None
            assert allied >> here & 1
            assert axis_start(board, line.name) >> there & 1


@pytest.mark.parametrize("fact", each(FACTS["offsets"], "of", "direction", "steps"))
def test_a_hex_named_by_direction_and_distance(board: HexMap, fact: dict[str, Any]) -> None:
    assert board.hex(f"{fact['of']} {fact['direction']}{fact['steps']}") == board.hex(fact["is"])


@pytest.mark.parametrize(
    "name", ["Palermo E1", "Naples W1", "Aarhus W1", "Lyon SE1", "Bordeaux E1", "Stettin E3"]
)
@pytest.mark.case("westfront", "1.2b")
def test_hexes_are_called_what_the_rulebook_calls_them(board: HexMap, name: str) -> None:
    assert board.names is not None
    assert board.names.label(board.hex(name)) == name


@pytest.mark.parametrize("pair", each(FACTS["neighbours"], "a", "b"))
def test_neighbours_and_what_lies_between_them(board: HexMap, pair: dict[str, Any]) -> None:
    here, there = board.hex(pair["a"]), board.hex(pair["b"])
    assert board.grid.distance(here, there) == 1
    assert set(pair["carries"]) <= set(board.features_between(here, there))


@pytest.mark.parametrize("pair", each(FACTS["passable"], "a", "b"))
def test_neighbours_an_example_moves_between(board: HexMap, pair: dict[str, Any]) -> None:
    assert passable(board, pair["a"], pair["b"])


@pytest.mark.case("westfront", "ex.10")
def test_no_river_between_lyon_se1_and_grenoble_but_one_before_avignon(board: HexMap) -> None:
    river = board.sides("river")
    assert not river.has(board.hex("Lyon SE1"), board.hex("Grenoble"))
    avignon = board.hex("Avignon")
    assert any(river.has(avignon, n) for n in board.grid.neighbours(avignon))


@pytest.mark.parametrize("fact", each(FACTS["distances"], "from", "to"))
def test_distances_in_the_examples(board: HexMap, fact: dict[str, Any]) -> None:
    to = board.hex(fact["to"])
    nearest = min(board.grid.distance(board.hex(start), to) for start in fact["from"])
    assert fact["least"] <= nearest <= fact["most"]


@pytest.mark.parametrize("fact", each(FACTS["terrain"], "hex"))
def test_terrain_the_rulebook_states(board: HexMap, fact: dict[str, Any]) -> None:
    assert board.terrain_at(board.hex(fact["hex"])) == fact["is"]


@pytest.mark.case("westfront", "husky.jul1")
def test_malta_is_not_next_to_a_major_port_but_bizerte_is(board: HexMap) -> None:
    major = board.hexes_with("port", "major")
    assert not board.grid.adjacent_mask(board.hex("Malta")) & major
    assert board.grid.adjacent_mask(board.hex("Bizerte")) & major


# --- straits ----------------------------------------------------------------------------------------------


@pytest.mark.case("westfront", "1.39")
def test_the_straits_are_those_of_the_rulebook(board: HexMap) -> None:
    pairs = {frozenset(pair) for pair in board.hexsides["strait"].pairs()}
    named = [p for p in FACTS["neighbours"] if "strait" in p["carries"]]
    assert pairs == {frozenset((board.hex(p["a"]), board.hex(p["b"]))) for p in named}
    assert not any(board.sides("sea").has(*pair) for pair in pairs)


@pytest.mark.case("westfront", "1.39d")
@pytest.mark.parametrize("city", ["Antwerp", "Brussels"])
def test_the_schelde_cities_are_reached_by_sea_through_the_strait_only(board: HexMap, city: str) -> None:
    here = board.hex(city)
    assert not board.grid.adjacent_mask(here) & board.water
    estuary = [n for n in board.grid.neighbours(here) if board.sides("sea").has(here, n)]
    assert estuary == [board.hex("Rotterdam")]
    assert board.fact("strait", "Schelde", "guards") == ("Antwerp", "Brussels")


@pytest.mark.case("westfront", "9.11b")
@pytest.mark.parametrize("island", ["Odense", "Copenhagen"])
def test_danish_islands_are_reached_over_straits_only(board: HexMap, island: str) -> None:
    here = board.hex(island)
    dry = [
        n
        for n in board.grid.neighbours(here)
        if board.land >> n & 1 and not board.sides("sea", "strait").has(here, n)
    ]
    assert dry == []


@pytest.mark.case("westfront", "1.37")
@pytest.mark.parametrize("island", ["Malta", "Mallorca", "Bastia", "Shetlands", "Orkneys"])
def test_islands_of_one_hex(board: HexMap, island: str) -> None:
    here = board.hex(island)
    sea = board.sides("sea")
    assert all(not board.land >> n & 1 or sea.has(here, n) for n in board.grid.neighbours(here))


# --- railways ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("line", each(FACTS["railways"], "links"))
def test_railways_link_by_link(board: HexMap, line: dict[str, Any]) -> None:
    rails = board.chain_links("rail")
    stops = [board.hex(name) for name in line["links"]]
    assert [rails.has(a, b) for a, b in pairwise(stops)] == [True] * (len(stops) - 1)


@pytest.mark.parametrize("pair", each(FACTS["rail_joined"], "a", "b"))
def test_places_joined_by_rail(board: HexMap, pair: dict[str, Any]) -> None:
    start = 1 << board.hex(pair["a"])
    reached = flood(board.grid, start, board.land, board.chain_links("rail"))
    assert reached >> board.hex(pair["b"]) & 1


@pytest.mark.case("westfront", "9.23")
def test_no_railway_crosses_water_but_by_ferry_or_bridge(board: HexMap) -> None:
    rails = board.chain_links("rail")
    assert list((rails & board.sides("sea", "lake", "alpine")).pairs()) == []
    crossing = rails & board.sides("strait")
    assert crossing == board.sides("rail_ferry", "rail_bridge")


@pytest.mark.parametrize("name", FACTS["rail_entries"])
@pytest.mark.case("westfront", "16.7")
def test_east_edge_rail_entries(board: HexMap, name: str) -> None:
    here = board.hex(name)
    assert board.grid.col_row(here)[0] == board.grid.cols - 1
    assert board.chain_hexes("rail") >> here & 1
    assert board.area("rail_entry", name) == 1 << here


@pytest.mark.case("westfront", "16.7")
def test_rail_entries_run_from_south_to_north(board: HexMap) -> None:
    rows = [board.grid.col_row(board.hex(name))[1] for name in FACTS["rail_entries"]]
    assert rows == sorted(rows, reverse=True)
    assert set(board.layer("rail_entry")) == set(FACTS["rail_entries"])


# --- cities and production --------------------------------------------------------------------------------


@pytest.mark.case("westfront", "17.31")
def test_victory_cities(board: HexMap) -> None:
    found = {place.name: place["victory"] for place in board.places_with("victory")}
    assert found == FACTS["victory"]
    assert sum(FACTS["victory"].values()) == 13
    assert all(board.place(name)["city"] == "major" for name in found)


@pytest.mark.parametrize("city", each(FACTS["cities"], "name"))
def test_city_and_resource_values_in_print(board: HexMap, city: dict[str, Any]) -> None:
    place = board.place(city["name"])
    for key in ("production", "resource", "resource_value"):
        if key in city:
            assert place.get(key) == city[key]


@pytest.mark.case("westfront", "1.41c")
def test_major_cities_produce_and_others_do_not(board: HexMap) -> None:
    for place in board.places.values():
        assert (place.get("city") == "major") == (place.get("production", 0) != 0), place.name


@pytest.mark.case("westfront", "1.46")
def test_fortresses(board: HexMap) -> None:
    assert {place.name for place in board.places_with("fortress")} == set(FACTS["fortresses"])


def on_map_production(board: HexMap, mask: int, resources_count: int) -> int:
    total = 0
    for place in board.places.values():
        if mask >> place.hex & 1:
            total += int(place.get("production", 0))  # type: ignore[arg-type]
            total += resources_count * int(place.get("resource_value", 0))  # type: ignore[arg-type]
    return total


def axis_start(board: HexMap, scenario: str) -> int:
    out = (
        board.area("closed", "out of play")
        | board.area("neutral", "Spain")
        | board.area("neutral", "Portugal")
    )
    return board.land & ~out & ~board.area("allied_start", scenario)


@pytest.mark.parametrize("fact", each(FACTS["production"], "scenario"))
def test_production_adds_up_to_the_starting_levels(board: HexMap, fact: dict[str, Any]) -> None:
    allied = board.area("allied_start", fact["scenario"])
    assert on_map_production(board, allied, 1) == fact["allied"]
    assert on_map_production(board, axis_start(board, fact["scenario"]), 2) == fact["axis"]


# --- who holds what ---------------------------------------------------------------------------------------


@pytest.mark.case("westfront", "3.22")
def test_each_startline_lies_behind_the_next(board: HexMap) -> None:
    lines = [board.area("allied_start", key) for key in ("S43", "W43", "S44", "W44")]
    assert all(not before & ~after for before, after in pairwise(lines))


@pytest.mark.case("westfront", "S44.1")
def test_rome_is_axis_until_winter_44(board: HexMap) -> None:
    rome = board.hex("Rome")
    held = [bool(board.area("allied_start", key) >> rome & 1) for key in ("W43", "S44", "W44")]
    assert held == [False, False, True]


@pytest.mark.case("westfront", "W44.1")
def test_winter_44_gives_the_allies_france_belgium_and_the_west_of_holland(board: HexMap) -> None:
    allied = board.area("allied_start", "W44")
    for country in ("Britain", "France", "Belgium"):
        assert not board.area("country", country) & ~allied
    dutch = board.area("country", "Holland") & allied
    assert dutch
    assert not dutch & (1 << board.hex("Amsterdam") | 1 << board.hex("Rotterdam"))


@pytest.mark.case("westfront", "W43.1")
@pytest.mark.parametrize("scenario", ["W43", "S44", "W44"])
def test_italian_startline_crosses_the_boot(board: HexMap, scenario: str) -> None:
    """No land way leads round it: every hex behind the line in South Italy is joined to the others."""
    boot = (board.area("part", "South Italy") | board.area("part", "North Italy")) & board.land
    south = boot & board.area("allied_start", scenario)
    walls = board.sides("sea", "lake", "alpine")
    assert flood(board.grid, 1 << board.hex("Reggio"), south, ~walls) == south
    front = board.grid.spread(south) & boot & ~south
    assert front


@pytest.mark.case("westfront", "1.1b")
def test_lands_out_of_play(board: HexMap) -> None:
    closed = board.area("closed", "out of play")
    for country in ("Norway", "Sweden", "Switzerland", "Eire"):
        assert not board.area("country", country) & ~closed
    assert not closed & board.area("country", "France")


@pytest.mark.case("westfront", "1.7b")
def test_hungary_is_three_hexes_east_of_austria(board: HexMap) -> None:
    hungary = board.area("country", "Hungary")
    assert hungary.bit_count() == 3
    west = min(board.grid.col_row(h)[0] for h in hexes(hungary))
    assert board.grid.col_row(board.hex("Vienna"))[0] < west
    assert board.grid.spread(board.area("country", "Austria")) & hungary


@pytest.mark.case("westfront", "err.3")
def test_mallorca_is_spanish(board: HexMap) -> None:
    assert board.area_at("country", board.hex("Mallorca")) == "Spain"


@pytest.mark.case("westfront", "OB43.5")
def test_north_italy_lies_north_of_the_florence_row(board: HexMap) -> None:
    row = board.grid.col_row(board.hex("Florence"))[1]
    north, south = board.area("part", "North Italy"), board.area("part", "South Italy")
    assert all(board.grid.col_row(h)[1] < row for h in hexes(north))
    assert all(board.grid.col_row(h)[1] >= row for h in hexes(south))
    islands = board.area("part", "Sicily") | board.area("part", "Sardinia")
    assert north | south | islands == board.area("country", "Italy")


@pytest.mark.case("westfront", "15.42")
def test_esbjerg_lies_open_to_the_north_sea(board: HexMap) -> None:
    assert board.area("coast", "North Sea") >> board.hex("Esbjerg") & 1
    assert "port" not in board.place("Esbjerg")


@pytest.mark.case("westfront", "OB43.2")
@pytest.mark.parametrize("army", ["15th Army", "7th Army", "1st Army", "19th Army"])
def test_army_sectors_are_coasts(board: HexMap, army: str) -> None:
    sector = board.area("sector", army)
    coast = 0
    for strip in board.layer("coast").values():
        coast |= strip
    assert not sector & ~coast
    assert sector.bit_count() >= 5
