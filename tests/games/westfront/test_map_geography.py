"""The WestFront map against a school atlas: what a person who knows Europe would miss at once."""

from pathlib import Path

import pytest

import phaseline
from phaseline.atlas import HexMap, load, validate
from phaseline.hexgrid import Hex, flood, hexes

MAP_FILE = Path(phaseline.__file__).parent / "games" / "westfront" / "data" / "map.toml"


@pytest.fixture(scope="module")
def board() -> HexMap:
    return load(MAP_FILE)


def course(board: HexMap, river: str) -> list[frozenset[Hex]]:
    for found in board.features["river"].courses:
        if found.name == river:
            pairs = [(h, board.grid.neighbour(h, d)) for h, d in found.sides]
            return [frozenset((a, b)) for a, b in pairs if b is not None]
    raise AssertionError(f"no river {river}")


def test_nothing_contradicts_itself(board: HexMap) -> None:
    assert [str(finding) for finding in validate(board)] == []


@pytest.mark.parametrize(
    ("river", "towns"),
    [
        ("Seine", ["Paris", "Rouen", "Le Havre"]),
        ("Loire", ["Nantes", "Orleans", "Tours"]),
        ("Garonne", ["Toulouse", "Bordeaux"]),
        ("Rhone", ["Lyon", "Avignon", "Marseilles"]),
        ("Saone", ["Lyon", "Dijon"]),
        ("Meuse", ["Liege"]),
        ("Moselle", ["Metz", "Koblenz"]),
        ("Rhine", ["Strasbourg", "Mannheim", "Koblenz", "Cologne", "Ruhr", "Rotterdam", "Basel"]),
        ("Main", ["Frankfurt"]),
        ("Weser", ["Bremen"]),
        ("Elbe", ["Dresden", "Magdeburg", "Hamburg"]),
        ("Oder", ["Breslau", "Kuestrin", "Stettin"]),
        ("Danube", ["Regensburg", "Linz", "Vienna", "Gyor", "Vukovar"]),
        ("Po", ["Turin", "Milan", "Venice"]),
        ("Sava", ["Zagreb"]),
        ("Ebro", ["Zaragoza"]),
        ("Tagus", ["Lisbon"]),
        ("Duero", ["Porto"]),
    ],
)
def test_rivers_pass_the_towns_on_their_banks(board: HexMap, river: str, towns: list[str]) -> None:
    touched = {h for pair in course(board, river) for h in pair}
    assert [town for town in towns if board.hex(town) not in touched] == []


@pytest.mark.parametrize(
    "river", ["Seine", "Loire", "Garonne", "Rhone", "Weser", "Elbe", "Oder", "Po", "Ebro", "Tagus", "Duero"]
)
def test_great_rivers_reach_the_sea(board: HexMap, river: str) -> None:
    """The last hexside of the course has an end where a hex or hexside of the sea begins."""
    here, there = course(board, river)[-1]
    near = board.grid.adjacent_mask(here) | board.grid.adjacent_mask(there)
    estuary = any(
        board.sides("sea").has(a, b)
        for a in (here, there)
        for b in board.grid.neighbours(a)
        if board.grid.distance(b, here) <= 1 and board.grid.distance(b, there) <= 1
    )
    assert near & board.water or estuary


@pytest.mark.parametrize(
    ("left", "right", "river"),
    [
        ("Strasbourg", "Freiburg", "Rhine"),
        ("Cologne", "Ruhr", "Rhine"),
        ("Le Havre", "Cherbourg", "Seine"),
        ("Milan", "Genoa", "Po"),
        ("Vienna", "Brno", "Danube"),
        ("Nantes", "La Rochelle", "Loire"),
        ("Berlin", "Kuestrin", "Oder"),
        ("Hamburg", "Bremen", "Elbe"),
        ("Hamburg", "Hanover", "Elbe"),
        ("Bremen", "Groningen", "Weser"),
        ("Porto", "Coimbra", "Duero"),
    ],
)
def test_rivers_divide(board: HexMap, left: str, right: str, river: str) -> None:
    assert frozenset((board.hex(left), board.hex(right))) in course(board, river)


@pytest.mark.parametrize(
    "name", ["Innsbruck", "Bolzano", "Grenoble", "Split", "Pescara", "Cosenza", "Messina", "Pau SW1", "Rodez"]
)
def test_mountains(board: HexMap, name: str) -> None:
    assert board.terrain_at(board.hex(name)) == "mountain"


@pytest.mark.parametrize(
    "name", ["Strasbourg", "Kassel", "Koblenz", "Florence", "Lyon SW1", "Budweis", "Bihac"]
)
def test_hill_country(board: HexMap, name: str) -> None:
    assert board.terrain_at(board.hex(name)) in {"hill", "mountain"}


@pytest.mark.parametrize(
    "name", ["Paris", "Berlin", "Hanover", "Milan", "Lille", "Vukovar", "Orleans", "Munich"]
)
def test_plains(board: HexMap, name: str) -> None:
    assert board.terrain_at(board.hex(name)) == "clear"


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Lisbon", "Berlin"),
        ("Paris", "Rome"),
        ("Rome", "Reggio"),
        ("Madrid", "Esbjerg"),
        ("Berlin", "Sarajevo"),
        ("Brest", "Stettin E3"),
        ("London", "Inverness"),
        ("Casablanca", "Benghazi"),
        ("Palermo", "Catania"),
        ("Cherbourg", "Bari"),
        ("Aarhus", "Vienna"),
    ],
)
def test_land_routes_are_connected(board: HexMap, a: str, b: str) -> None:
    walls = board.sides("sea", "lake", "alpine") | board.sides("strait")
    assert flood(board.grid, 1 << board.hex(a), board.land, ~walls) >> board.hex(b) & 1


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("London", "Paris"),
        ("Gibraltar", "Tangiers"),
        ("Reggio", "Palermo"),
        ("Bastia", "Livorno"),
        ("Bastia", "Sassari"),
        ("Belfast", "Glasgow"),
        ("Orkneys", "Inverness"),
        ("Copenhagen", "Goteborg"),
    ],
)
def test_no_land_route_over_the_sea(board: HexMap, a: str, b: str) -> None:
    walls = board.sides("sea", "lake", "alpine") | board.sides("strait")
    assert not flood(board.grid, 1 << board.hex(a), board.land, ~walls) >> board.hex(b) & 1


@pytest.mark.parametrize(
    "order",
    [
        ["Lisbon", "Madrid", "Barcelona", "Rome", "Bari"],
        ["Brest", "Paris", "Metz", "Stuttgart", "Munich", "Vienna"],
        ["Liverpool", "Hull", "Bremen", "Hamburg", "Rostock"],
        ["Oran", "Algiers", "Tunis", "Palermo", "Messina"],
    ],
)
def test_places_lie_from_west_to_east(board: HexMap, order: list[str]) -> None:
    xs = [board.grid.centre(board.hex(name))[0] for name in order]
    assert xs == sorted(xs)


@pytest.mark.parametrize(
    "order",
    [
        ["Shetlands", "Aberdeen", "London", "Paris", "Toulouse", "Barcelona", "Algiers"],
        ["Copenhagen", "Berlin", "Prague", "Vienna", "Trieste", "Rome", "Palermo", "Malta", "Tripoli"],
    ],
)
def test_places_lie_from_north_to_south(board: HexMap, order: list[str]) -> None:
    ys = [board.grid.centre(board.hex(name))[1] for name in order]
    assert ys == sorted(ys)


def test_every_coast_hex_knows_its_sea(board: HexMap) -> None:
    named = 0
    for strip in board.layer("coast").values():
        named |= strip
    assert not board.coastal & ~named


def test_no_crest_bars_the_brenner_or_the_riviera(board: HexMap) -> None:
    for a, b in (("Innsbruck", "Bolzano"), ("Bolzano", "Verona"), ("Nice", "Genoa"), ("Grenoble", "Turin")):
        assert not board.sides("alpine").has(board.hex(a), board.hex(b))
    assert board.hexsides["alpine"]
    for h, n in board.hexsides["alpine"].pairs():
        assert board.terrain_at(h) in {"mountain", "hill"}, board.label(n)


def test_every_country_has_hexes(board: HexMap) -> None:
    sizes = {name: mask.bit_count() for name, mask in board.layer("country").items()}
    assert sizes["France"] > sizes["Italy"] > sizes["Austria"] > sizes["Holland"] > 2
    assert all(board.area_at("country", h) for h in hexes(board.land))
