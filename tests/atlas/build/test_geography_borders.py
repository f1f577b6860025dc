"""Borders of 1937-45: territories tile the land, countries hold each territory once, towns lie in the right country."""

import tomllib
from functools import cache
from itertools import combinations

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from phaseline.atlas.build.borders import countries, territories
from phaseline.atlas.build.written import GEOGRAPHY

BORDERS = tomllib.loads((GEOGRAPHY / "borders.toml").read_text(encoding="utf-8"))
PLACES = {
    entry["name"]: tuple(float(v) for v in entry["at"].split())
    for entry in tomllib.loads((GEOGRAPHY / "places.toml").read_text(encoding="utf-8"))["places"]
}
YEARS = ["1937", "1939", "1943", "1944"]


@cache
def lands() -> dict[str, BaseGeometry]:
    """All territories, read once."""
    return territories()


def holders(year: str, town: str) -> set[str]:
    """Who held a town: the countries, or else the territories, it lies in."""
    lat, lon = PLACES[town]
    here = {name for name, shape in lands().items() if shapely.contains_xy(shape, lon, lat)}
    claims = BORDERS["countries"][year]
    return {next((country for country, held in claims.items() if name in held), name) for name in here}


@pytest.mark.parametrize("year", YEARS)
def test_every_claim_is_to_a_territory_and_no_territory_is_claimed_twice(year: str) -> None:
    claimed = [name for held in BORDERS["countries"][year].values() for name in held]
    assert set(claimed) <= set(BORDERS["territories"])
    assert len(claimed) == len(set(claimed))


def test_every_arc_and_node_is_used() -> None:
    rings = [ring for land in BORDERS["territories"].values() for ring in land if isinstance(ring, list)]
    assert {item.removeprefix("-") for ring in rings for item in ring} == set(BORDERS["arcs"])
    named = {word.strip()[1:] for arc in BORDERS["arcs"].values() for word in arc.split(";") if "@" in word}
    assert named == set(BORDERS["nodes"])


def test_neighbours_on_land_never_overlap() -> None:
    inland = ["germany", "austria", "sudetenland", "protectorate", "slovakia", "felvidek", "hungary", "switzerland",
              "alsace_lorraine", "luxembourg", "poland_annexed", "government_general", "medjimurje", "backa", "ljubljana",
              "lower_styria_and_upper_carniola", "croatia", "serbia", "france_free", "france_occupied", "belgium"]  # fmt: skip
    shapes = {name: shape for name, shape in lands().items() if name in inland}
    assert set(shapes) == set(inland)
    over = {
        (a, b): area
        for a, b in combinations(sorted(shapes), 2)
        if (area := shapely.area(shapely.intersection(shapes[a], shapes[b]))) > 1e-6
    }
    assert over == {}


def test_no_gap_between_neighbours() -> None:
    middle = shapely.union_all(
        [shape for name, shape in lands().items() if name not in {"britain", "eire", "norway"}]
    )
    inner = shapely.box(6.0, 46.0, 18.0, 52.5)
    assert shapely.area(shapely.difference(inner, middle)) < 1e-6


@pytest.mark.parametrize(
    ("town", "held"),
    [
        ("Strasbourg", ["France", "France", "Germany", "Germany"]),
        ("Metz", ["France", "France", "Germany", "Germany"]),
        ("Nancy", ["France", "France", "France", "France"]),
        ("Belfort", ["France", "France", "France", "France"]),
        ("Vichy", ["France", "France", "France", "France"]),
        ("Luxembourg", ["luxembourg", "luxembourg", "Germany", "Germany"]),
        ("Arlon", ["belgium", "belgium", "belgium", "belgium"]),
        ("Maastricht", ["netherlands", "netherlands", "netherlands", "netherlands"]),
        ("Aachen", ["Germany", "Germany", "Germany", "Germany"]),
        ("Saarbruecken", ["Germany", "Germany", "Germany", "Germany"]),
        ("Basel", ["switzerland", "switzerland", "switzerland", "switzerland"]),
        ("Geneva", ["switzerland", "switzerland", "switzerland", "switzerland"]),
        ("Bellinzona", ["switzerland", "switzerland", "switzerland", "switzerland"]),
        ("Como", ["Italy", "Italy", "Italy", "Italy"]),
        ("Bolzano", ["Italy", "Italy", "Italy", "Italy"]),
        ("Innsbruck", ["austria", "Germany", "Germany", "Germany"]),
        ("Vienna", ["austria", "Germany", "Germany", "Germany"]),
        ("Salzburg", ["austria", "Germany", "Germany", "Germany"]),
        ("Passau", ["Germany", "Germany", "Germany", "Germany"]),
        ("Prague", ["Czechoslovakia", "Protectorate", "Protectorate", "Protectorate"]),
        ("Pilsen", ["Czechoslovakia", "Protectorate", "Protectorate", "Protectorate"]),
        ("Karlsbad", ["Czechoslovakia", "Germany", "Germany", "Germany"]),
        ("Reichenberg", ["Czechoslovakia", "Germany", "Germany", "Germany"]),
        ("Znaim", ["Czechoslovakia", "Germany", "Germany", "Germany"]),
        ("Bratislava", ["Czechoslovakia", "slovakia", "slovakia", "slovakia"]),
        ("Sopron", ["Hungary", "Hungary", "Hungary", "Hungary"]),
        ("Danzig", ["danzig", "danzig", "Germany", "Germany"]),
        ("Gdynia", ["Poland", "Poland", "Germany", "Germany"]),
        ("Posen", ["Poland", "Poland", "Germany", "Germany"]),
        ("Lodz", ["Poland", "Poland", "Germany", "Germany"]),
        ("Krakow", ["Poland", "Poland", "government_general", "government_general"]),
        ("Koenigsberg", ["Germany", "Germany", "Germany", "Germany"]),
        ("Breslau", ["Germany", "Germany", "Germany", "Germany"]),
        ("Kattowitz", ["Poland", "Poland", "Germany", "Germany"]),
        ("Flensburg", ["Germany", "Germany", "Germany", "Germany"]),
        ("Copenhagen", ["denmark", "denmark", "denmark", "denmark"]),
        ("Trieste", ["Italy", "Italy", "Italy", "Italy"]),
        ("Fiume", ["Italy", "Italy", "Italy", "Italy"]),
        ("Ljubljana", ["Yugoslavia", "Yugoslavia", "Italy", "Italy"]),
        ("Maribor", ["Yugoslavia", "Yugoslavia", "Germany", "Germany"]),
        ("Zagreb", ["Yugoslavia", "Yugoslavia", "Croatia", "Croatia"]),
        ("Subotica", ["Yugoslavia", "Yugoslavia", "Hungary", "Hungary"]),
        ("Belgrade", ["Yugoslavia", "Yugoslavia", "serbia", "serbia"]),
        ("Tirana", ["albania", "Italy", "Italy", "albania"]),
        ("Perpignan", ["France", "France", "France", "France"]),
        ("Irun", ["spain", "spain", "spain", "spain"]),
        ("Badajoz", ["spain", "spain", "spain", "spain"]),
        ("Faro", ["portugal", "portugal", "portugal", "portugal"]),
        ("Belfast", ["Britain", "Britain", "Britain", "Britain"]),
        ("Dublin", ["eire", "eire", "eire", "eire"]),
        ("Melilla", ["spanish_morocco", "spanish_morocco", "spanish_morocco", "spanish_morocco"]),
        ("Oujda", ["morocco", "morocco", "morocco", "morocco"]),
        ("Tebessa", ["algeria", "algeria", "algeria", "algeria"]),
        ("Gabes", ["tunisia", "tunisia", "tunisia", "tunisia"]),
        ("Tripoli", ["libya", "libya", "libya", "libya"]),
        ("Messina", ["Italy", "Italy", "Italy", "Italy"]),
        ("Reggio", ["Italy", "Italy", "Italy", "Italy"]),
        ("Bastia", ["France", "France", "France", "France"]),
        ("Sassari", ["Italy", "Italy", "Italy", "Italy"]),
        ("Malta", ["Britain", "Britain", "Britain", "Britain"]),
    ],
)
def test_towns_lie_in_the_right_country(town: str, held: list[str]) -> None:
    assert [holders(year, town) for year in YEARS] == [{country} for country in held]


def test_every_town_of_the_gazetteer_lies_in_one_territory() -> None:
    astray = {
        name: found
        for name, (lat, lon) in PLACES.items()
        if len(found := [land for land, shape in lands().items() if shapely.contains_xy(shape, lon, lat)])
        != 1
    }
    assert astray == {}


def test_countries_are_unions_of_their_territories() -> None:
    made = countries(BORDERS["countries"]["1944"])
    assert shapely.contains_xy(made["Germany"], 16.37, 48.21)
    assert shapely.contains_xy(made["Germany"], 7.75, 48.58)
    assert not shapely.contains_xy(made["France"], 7.75, 48.58)
