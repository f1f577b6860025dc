"""What the rules ask of the map beyond single hexes: lines, banks, ports, cities, ways."""

from itertools import pairwise

import pytest
from tests.games.eisenhower.map_of_europe import labels, playable, the_map, walk

from phaseline.atlas import validate
from phaseline.hexgrid import Hex, Hexsides, flood, hexes


def course(feature: str, name: str) -> list[tuple[Hex, Hex]]:
    """The hexsides of a course as pairs of hexes, in order."""
    (found,) = [line for line in the_map().features[feature].courses if line.name == name]
    pairs = [(h, the_map().grid.neighbour(h, direction)) for h, direction in found.sides]
    return [(a, b) for a, b in pairs if b is not None]


def test_the_map_is_sound() -> None:
    assert [str(finding) for finding in validate(the_map())] == []


@pytest.mark.case("eisenhower", "13.5")
def test_each_rhine_hexside_has_one_hex_on_the_west_bank() -> None:
    bank = the_map().area("range", "Rhine west bank")
    rhine = course("rhine", "Rhine")
    assert {(bank >> a & 1) + (bank >> b & 1) for a, b in rhine} == {1}
    touched = {h for pair in rhine for h in pair if bank >> h & 1}
    assert touched == set(hexes(bank))


@pytest.mark.case("eisenhower", "13.5")
def test_the_rhine_runs_unbroken() -> None:
    corners = [
        {(round(x, 3), round(y, 3)) for x, y in the_map().grid.edge(a, direction)}
        for a, b in course("rhine", "Rhine")
        if (direction := the_map().grid.direction(a, b)) is not None
    ]
    assert all(here & there for here, there in pairwise(corners))


@pytest.mark.case("eisenhower", "7.8")
def test_the_danube_parts_the_zones_down_to_the_eastern_edge() -> None:
    south, north = the_map().area("zone", "South"), the_map().area("zone", "North")
    danube = course("river", "Danube")
    assert all({south >> a & 1, south >> b & 1} == {0, 1} for a, b in danube)
    assert all({north >> a & 1, north >> b & 1} == {0, 1} for a, b in danube)
    assert any("2422" in {the_map().label(a), the_map().label(b)} for a, b in danube)


@pytest.mark.case("eisenhower", "7.8")
def test_the_zone_line_is_italys_border_then_switzerland_then_the_danube() -> None:
    line = {frozenset(pair) for pair in the_map().sides("zone_line").pairs()}
    danube = {frozenset(pair) for pair in course("river", "Danube")}
    rest = [sorted(the_map().label(h) for h in pair) for pair in line - danube]
    border = [pair for pair in rest if {"2008", "2107", "2108", "2208", "2209"} & set(pair)]
    springs = [pair for pair in rest if pair not in border]
    assert {the_map().area_at("country", the_map().hex(label)) for pair in border for label in pair} == {
        "France",
        "Italy",
    }
    assert all("2512" in pair for pair in springs)
    swiss = the_map().area("country", "Switzerland")
    assert the_map().grid.adjacent_mask(the_map().hex("2209")) & swiss
    assert the_map().grid.adjacent_mask(the_map().hex("2512")) & swiss


@pytest.mark.case("eisenhower", "7.8")
def test_the_two_zones_share_out_all_land_in_play() -> None:
    south, north = the_map().area("zone", "South"), the_map().area("zone", "North")
    assert south & north == 0
    assert labels((south | north) ^ playable()) == []


@pytest.mark.case("eisenhower", "10.3")
def test_the_west_wall_is_a_line_of_german_hexes() -> None:
    wall = the_map().area("fortified", "West Wall")
    first, last = the_map().hex("2612"), the_map().hex("3214")
    assert len(walk(wall, first, last)) == wall.bit_count() == 8
    assert labels(wall & ~the_map().area("country", "Germany")) == []
    (line,) = the_map().chains_of("fortified")
    assert (line.hexes[0], line.hexes[-1]) == (first, last)
    assert the_map().chain_hexes("fortified") == wall


@pytest.mark.case("eisenhower", "8.8")
@pytest.mark.parametrize(
    ("name", "south", "north"), [("Brenner", "2012", "2416"), ("Tarvisio", "1914", "2020")]
)
def test_the_two_alpine_passes_lead_through_high_ground(name: str, south: str, north: str) -> None:
    assert [line.name for line in the_map().features["pass"].courses] == ["Brenner", "Tarvisio"]
    way = course("pass", name)
    assert all(set(here) & set(there) for here, there in pairwise(way))
    stops = [h for pair in way for h in pair]
    ends = {the_map().label(h) for h in stops if stops.count(h) == 1}
    assert ends == {south, north}
    inner = {h for h in stops if stops.count(h) == 2}
    assert {the_map().terrain_at(h) for h in inner} == {"mountain"}
    assert {the_map().terrain_at(the_map().hex(end)) for end in ends} == {"clear"}
    assert not any(the_map().sides("river", "rhine", "sea").has(a, b) for a, b in way)


@pytest.mark.case("eisenhower", "3.3.4")
def test_the_lower_seine_runs_from_paris_to_the_sea() -> None:
    lower = course("seine", "Lower Seine")
    assert the_map().place("Paris").hex in lower[0]
    mouth_west, mouth_east = (the_map().label(h) for h in lower[-1])
    assert {mouth_west, mouth_east} == {"3304", "3305"}
    assert all(the_map().coastal >> h & 1 for h in lower[-1])


@pytest.mark.case("eisenhower", "4.3.2")
def test_enough_ports_for_the_port_check() -> None:
    west = [
        place.name
        for place in the_map().places_with("port")
        if the_map().area_at("country", place.hex) in {"France", "Belgium", "Netherlands"}
    ]
    assert len(west) == 20
    assert len({the_map().place(name).hex for name in west}) == 20


@pytest.mark.case("eisenhower", "4.3.2")
def test_ports_are_cities_on_the_coast() -> None:
    for place in the_map().places_with("port"):
        assert "city" in place.attributes, place.name
        assert the_map().coastal >> place.hex & 1 or place.name == "Antwerp", place.name


@pytest.mark.case("eisenhower", "3.2.4")
def test_cherbourg_can_be_taken_on_the_first_turn() -> None:
    assert the_map().grid.distance(the_map().hex("3304"), the_map().place("Cherbourg").hex) == 1


@pytest.mark.case("eisenhower", "4.4")
def test_cities_on_either_side_of_the_drawn_game_line() -> None:
    def cities(country: str, side: str) -> list[str]:
        area = the_map().area("country", country) & the_map().area("draw", side)
        return sorted(place.name for place in the_map().places_with("city") if area >> place.hex & 1)

    assert cities("Germany", "West") == [
        "Bremen", "Cologne", "Frankfurt", "Hamburg", "Hannover", "Kassel", "Leipzig", "Magdeburg", "Munich",
        "Nuremberg", "Ruhr", "Strasbourg", "Stuttgart",
    ]  # fmt: skip
    assert cities("Germany", "East") == ["Berlin", "Dresden", "Graz", "Linz", "Stettin", "Vienna"]
    assert cities("Protectorate", "East") == ["Prague"]
    assert cities("Yugoslavia", "East") == ["Zagreb", "Zara"]


@pytest.mark.case("eisenhower", "4.2.3")
def test_launch_sites_lie_on_the_channel_coast() -> None:
    sites = the_map().hexes_with("launch_site", True)
    assert labels(sites) == ["3306", "3407", "3507", "3508"]
    assert labels(sites & ~the_map().area("range", "Atlantic invasion coast")) == []


@pytest.mark.case("eisenhower", "12.2.2")
def test_germany_east_of_the_elbe() -> None:
    east = the_map().area("bank", "East of the Elbe")
    assert labels(east & ~the_map().area("country", "Germany")) == []
    here = {
        name: bool(east >> the_map().place(name).hex & 1)
        for name in ("Berlin", "Hamburg", "Magdeburg", "Leipzig")
    }
    assert here == {"Berlin": True, "Hamburg": True, "Magdeburg": False, "Leipzig": False}
    elbe = {frozenset(pair) for pair in course("river", "Elbe")}
    german = the_map().area("country", "Germany")
    edge = {
        frozenset((a, b))
        for a in hexes(east)
        for b in the_map().grid.neighbours(a)
        if german >> b & 1 and not east >> b & 1
    }
    assert edge <= elbe


@pytest.mark.case("eisenhower", "13.7")
def test_germany_east_of_the_rhine() -> None:
    east = the_map().area("bank", "East of the Rhine")
    german = the_map().area("country", "Germany")
    assert labels(east & ~german) == []
    left = german & ~east
    assert labels(left & the_map().area("range", "Rhine west bank")) == labels(
        german & the_map().area("range", "Rhine west bank")
    )
    assert {
        name
        for name in ("Cologne", "Strasbourg", "Dresden", "Frankfurt")
        if east >> the_map().place(name).hex & 1
    } == {
        "Dresden",
        "Frankfurt",
    }


@pytest.mark.case("eisenhower", "13.4")
def test_the_adriatic_shore_in_play_is_the_printed_range() -> None:
    shore = the_map().area("coast", "Adriatic") & playable()
    assert labels(shore & ~the_map().area("range", "Adriatic coast")) == ["1115"]


@pytest.mark.case("eisenhower", "7.16")
def test_a_line_can_run_from_the_atlantic_to_switzerland() -> None:
    france = the_map().area("country", "France")
    at_the_border = the_map().grid.spread(the_map().area("country", "Switzerland")) & france
    assert at_the_border
    reached = flood(the_map().grid, 1 << the_map().hex("3304"), playable(), over=~the_map().sides("sea"))
    assert labels(at_the_border & ~reached) == []


@pytest.mark.case("eisenhower", "8.5")
def test_all_land_in_play_hangs_together() -> None:
    open_sides: Hexsides = ~the_map().sides("sea")
    reached = flood(the_map().grid, 1 << the_map().place("Rome").hex, playable(), over=open_sides)
    assert labels(playable() & ~reached) == []
