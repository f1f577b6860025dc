"""The written lists of real geography are whole: they read, agree with one another and with the earth."""

import math
import tomllib
from itertools import pairwise
from typing import Any

import pytest
import shapely

from phaseline.atlas.build.outlines import spots
from phaseline.atlas.build.written import GEOGRAPHY, read_regions, read_rivers

BOUNDS = (28.0, 62.5, -13.0, 25.5)
"""South, north, west, east of what the lists cover, degrees."""


def entries(name: str) -> list[dict[str, Any]]:
    """The entries of a list."""
    table = tomllib.loads((GEOGRAPHY / f"{name}.toml").read_text(encoding="utf-8"))
    assert table["provenance"] == "geography"
    found: list[dict[str, Any]] = table[name]
    return found


PLACES = {entry["name"]: tuple(float(v) for v in entry["at"].split()) for entry in entries("places")}


def km(a: tuple[float, ...], b: tuple[float, ...]) -> float:
    """Distance of two spots (latitude, longitude), good enough for a few hundred kilometres."""
    east = (a[1] - b[1]) * math.cos(math.radians((a[0] + b[0]) / 2))
    return math.hypot(a[0] - b[0], east) * 111.2


def inside(spot: tuple[float, ...]) -> bool:
    """Within the part of the earth the lists cover."""
    south, north, west, east = BOUNDS
    return south <= spot[0] <= north and west <= spot[1] <= east


@pytest.mark.parametrize("name", ["places", "rivers", "regions", "rails", "passes", "lines"])
def test_names_are_unique(name: str) -> None:
    names = [entry["name"] for entry in entries(name)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize("name", ["rivers", "regions", "passes", "lines"])
def test_every_entry_says_why(name: str) -> None:
    assert [entry["name"] for entry in entries(name) if not entry["why"].strip()] == []


def test_places_lie_in_the_theatre_and_have_a_rank() -> None:
    assert [name for name, spot in PLACES.items() if not inside(spot)] == []
    assert {entry["rank"] for entry in entries("places")} == {1, 2, 3, 4}
    assert {entry.get("port", "none") for entry in entries("places")} == {"none", "minor", "major"}


def test_other_names_never_clash() -> None:
    others = [other for entry in entries("places") for other in entry.get("also", [])]
    assert len(others) == len(set(others))
    assert set(others) & set(PLACES) == set()


def test_rivers_run_without_leaps() -> None:
    for river in entries("rivers"):
        course = [(lat, lon) for lon, lat in spots(river["course"]).tolist()]
        assert river["rank"] in {"major", "minor"}
        assert isinstance(river["navigable"], bool)
        assert all(inside(spot) for spot in course), river["name"]
        assert max(km(a, b) for a, b in pairwise(course)) < 160, river["name"]


@pytest.mark.parametrize(
    ("river", "towns"),
    [
        ("Rhine", ["Basel", "Mannheim", "Mainz", "Koblenz", "Cologne", "Duesseldorf", "Wesel", "Nijmegen"]),
        ("Seine", ["Troyes", "Paris", "Rouen"]),
        ("Loire", ["Nevers", "Orleans", "Blois", "Tours", "Nantes", "St Nazaire"]),
        ("Rhone", ["Geneva", "Lyon", "Valence", "Avignon", "Arles"]),
        ("Meuse", ["Verdun", "Sedan", "Namur", "Liege", "Maastricht", "Venlo"]),
        ("Elbe", ["Dresden", "Torgau", "Magdeburg", "Wittenberge", "Hamburg"]),
        ("Danube", ["Ulm", "Regensburg", "Passau", "Linz", "Vienna", "Budapest", "Belgrade"]),
        ("Po", ["Turin", "Piacenza", "Ferrara"]),
        ("Garonne", ["Toulouse", "Agen", "Bordeaux"]),
        ("Moselle", ["Epinal", "Metz", "Trier", "Koblenz"]),
        ("Main", ["Wuerzburg", "Frankfurt"]),
        ("Oder", ["Breslau", "Frankfurt/Oder", "Kuestrin", "Stettin"]),
        ("Tiber", ["Perugia", "Rome"]),
        ("Arno", ["Florence", "Pisa"]),
    ],
)
def test_rivers_pass_their_towns_in_order(river: str, towns: list[str]) -> None:
    (course,) = [r.course for r in read_rivers() if r.name == river]
    line = [(float(lat), float(lon)) for lon, lat in course]
    nearest = [[km(spot, PLACES[town]) for spot in line] for town in towns]
    where = [apart.index(min(apart)) for apart in nearest]
    assert where == sorted(where)
    assert max(min(apart) for apart in nearest) < 15


def test_rivers_agree_on_their_class() -> None:
    rank = {entry["name"]: entry["rank"] for entry in entries("rivers")}
    assert {
        name
        for name in ("Rhine", "Seine", "Loire", "Rhone", "Meuse", "Elbe", "Danube", "Po")
        if rank[name] != "major"
    } == set()
    assert {name for name in ("Orne", "Roer", "Arno", "Somme", "Lippe") if rank[name] != "minor"} == set()


def test_railways_join_known_places_in_short_steps() -> None:
    for line in entries("rails"):
        stations = line["via"].split(" - ")
        assert line["rank"] in {"trunk", "line"}
        assert len(stations) >= 2, line["name"]
        assert [name for name in stations if name not in PLACES] == [], line["name"]
        assert all(a != b for a, b in pairwise(stations)), line["name"]
        assert max(km(PLACES[a], PLACES[b]) for a, b in pairwise(stations)) < 480, line["name"]


def test_the_railways_of_the_continent_are_one_net() -> None:
    links: dict[str, set[str]] = {}
    for line in entries("rails"):
        for a, b in pairwise(line["via"].split(" - ")):
            links.setdefault(a, set()).add(b)
            links.setdefault(b, set()).add(a)
    seen, todo = {"Paris"}, ["Paris"]
    while todo:
        for there in links[todo.pop()] - seen:
            seen.add(there)
            todo.append(there)
    assert {
        "Lisbon",
        "Brest",
        "Berlin",
        "Vienna",
        "Belgrade",
        "Syracuse",
        "Aalborg",
        "Danzig",
        "Budapest",
    } <= seen
    assert {"London", "Algiers", "Dublin", "Cagliari"} & seen == set()


@pytest.mark.parametrize(
    ("kind", "within", "without"),
    [
        (
            "mountain",
            [(47.0, 11.5), (45.9, 7.0), (42.7, 0.5), (44.2, 17.5), (42.5, 13.5)],
            [(48.86, 2.35), (45.46, 9.19)],
        ),
        ("upland", [(50.2, 5.6), (50.3, 6.7), (45.5, 3.5), (50.65, 10.8)], [(52.5, 13.4), (49.0, 1.5)]),
        ("forest", [(50.7, 6.35), (51.75, 6.05), (44.3, -0.9), (49.1, 5.0)], [(52.5, 13.4)]),
        ("marsh", [(43.55, 4.5), (51.9, 4.7), (41.4, 13.05), (44.8, 12.2), (46.35, -1.0)], [(48.86, 2.35)]),
        ("lake", [(47.6, 9.4), (46.42, 6.5), (45.6, 10.65), (46.85, 17.65), (52.7, 5.35)], [(46.2, 6.0)]),
    ],
)
def test_regions_cover_what_they_name(
    kind: str, within: list[tuple[float, float]], without: list[tuple[float, float]]
) -> None:
    shape = read_regions()[kind]
    assert [spot for spot in within if not shapely.contains_xy(shape, spot[1], spot[0])] == []
    assert [spot for spot in without if shapely.contains_xy(shape, spot[1], spot[0])] == []


def test_regions_are_of_known_kinds_and_not_crossed() -> None:
    for entry in entries("regions"):
        assert entry["kind"] in {"mountain", "upland", "forest", "marsh", "lake"}
        assert shapely.Polygon(spots(entry["ring"])).is_valid, entry["name"]


def test_mountain_passes_lie_in_high_ground() -> None:
    high = read_regions()
    ground = shapely.union_all([high["mountain"], high["upland"]])
    for entry in entries("passes"):
        assert entry["kind"] in {"road", "rail", "gap"}
        assert 150 <= entry["height_m"] <= 2800
        lat, lon = (float(value) for value in entry["at"].split())
        if entry["kind"] != "gap":
            assert shapely.distance(ground, shapely.Point(lon, lat)) < 0.15, entry["name"]


def test_fortification_lines_are_of_known_kinds() -> None:
    lines = {entry["name"]: entry for entry in entries("lines")}
    assert {entry["kind"] for entry in lines.values()} == {"fortified", "front", "demarcation"}
    assert {"West Wall", "Maginot Line", "Gothic Line", "Gustav Line", "Atlantic Wall"} <= set(lines)
    for name, entry in lines.items():
        course = [(lat, lon) for lon, lat in spots(entry["course"]).tolist()]
        assert max(km(a, b) for a, b in pairwise(course)) < 200, name
