"""The builder end to end, on a map of the Channel small enough to build in a moment."""

from itertools import pairwise
from pathlib import Path

import pytest

from phaseline.atlas import HexMap, MapFileError, validate
from phaseline.atlas.build import build, check, rebuild
from phaseline.atlas.build.pipeline import chart_of
from phaseline.atlas.build.report import residual_table, summary
from phaseline.atlas.checks.finding import Severity
from phaseline.hexgrid import Hex, flood, hexes

SOURCE = """
name = "channel"
title = "The Channel"
[grid]
orientation = "pointy"
cols = 10
rows = 9
[numbering]
scheme = "RRCC"
[projection]
definition = "+proj=eqdc +lat_1=46 +lat_2=52 +lat_0=49 +lon_0=1"
[fit]
kind = "given"
km_per_hex = 65
anchor = { at = [4, 6], lat = 49.3, lon = 0.5 }
[water]
resolution = "low"
least_land = 0.5
least_land_on_side = 0.6
[[relief]]
terrain = "hill"
mean = 180
spread = 60
[[rivers]]
feature = "river"
names = ["Seine", "Loire"]
[[terrain]]
key = "clear"
symbol = "."
drawn_as = "clear"
[[terrain]]
key = "hill"
symbol = "h"
drawn_as = "hill"
[[terrain]]
key = "sea"
symbol = "~"
drawn_as = "sea"
water = true
[[features]]
key = "river"
drawn_as = "river"
[[features]]
key = "sea"
drawn_as = "sea"
[[features]]
key = "border"
drawn_as = "border"
[[layers]]
layer = "country"
borders = "border"
[layers.territories]
Britain = ["britain", "channel_islands"]
France = ["france_occupied"]
Belgium = ["belgium"]
[[layers]]
layer = "sea"
on = "water"
outlines = "seas.toml"
table = "seas"
coast = "coast"
[rail]
barred = ["sea"]
"""

PLACES = """
[places]
"Paris" = { lat = 48.86, lon = 2.35, hex = "0807", city = "major" }
"Rouen" = { lat = 49.44, lon = 1.10, city = "minor" }
"Le Havre" = { lat = 49.49, lon = 0.11, hex = "0604", city = "minor", port = "major", seas = ["Channel"] }
"London" = { lat = 51.51, lon = -0.13, hex = "0304", city = "major" }
"Dover" = { lat = 51.13, lon = 1.31, hex = "0306", city = "town" }
"Calais" = { lat = 50.95, lon = 1.86, hex = "0406", city = "town" }
"Mid Channel" = { lat = 50.1, lon = -0.8, spare = true }
"Rome" = { lat = 41.9, lon = 12.5, city = "major" }
"""

SEAS = """
seas = [
  {name = "Channel", ring = "51.1 1.4; 50.8 3.0; 47.0 3.0; 47.0 -8.0; 51.2 -8.0"},
  {name = "North Sea", ring = "51.1 1.4; 50.8 3.0; 51.0 9.0; 54.0 9.0; 54.0 -1.0; 51.2 -1.0"},
]
"""

RAILS = """
rails = [ {name = "Paris - Le Havre", through = ["Paris", "Rouen", "Le Havre"]} ]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in {
        "source.toml": SOURCE,
        "places.toml": PLACES,
        "seas.toml": SEAS,
        "rails.toml": RAILS,
        "labels.toml": '[region]\n"Picardy" = { at = "Rouen", to = "Calais", size = 1.5 }\n',
        "facts.toml": "[sea.Channel]\nvalue = 2\n",
    }.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def test_a_small_map(folder: Path) -> None:
    made = build(folder)
    assert made.label(made.hex("London")) == "0304"
    assert made.label(made.hex("Dover")) == "0306"
    assert "Rome" not in made.places, "off the map"
    assert "Mid Channel" not in made.places, "a spare town in the sea"
    assert made.area_at("country", made.hex("Paris")) == "France"
    assert made.area_at("country", made.hex("London")) == "Britain"
    assert made.fact("sea", "Channel", "value") == 2
    assert made.area("coast", "Channel") >> made.hex("Le Havre") & 1
    assert not made.area("coast", "Channel") >> made.hex("Paris") & 1
    picardy = made.labels[0]
    assert (picardy.text, picardy.at, picardy.to) == ("Picardy", made.hex("Rouen"), made.hex("Calais"))
    rails = made.chains_of("rail")[0]
    assert rails.hexes[0] == made.hex("Paris")
    assert made.hex("Rouen") in rails.hexes
    assert [str(f) for f in validate(made) if f.severity is Severity.ERROR] == []


def test_no_land_way_leads_over_the_channel(folder: Path) -> None:
    made = build(folder)
    walls = made.sides("sea")
    reached = flood(made.grid, 1 << made.hex("London"), made.land, ~walls)
    assert reached >> made.hex("Dover") & 1
    assert not reached & (1 << made.hex("Calais") | 1 << made.hex("Paris"))


def corners_of(made: HexMap, *sides: tuple[Hex, int]) -> set[tuple[float, float]]:
    return {(round(x, 3), round(y, 3)) for side in sides for x, y in made.grid.edge(*side)}


def test_rivers_run_unbroken_to_the_sea(folder: Path) -> None:
    made = build(folder)
    seine = next(course for course in made.features["river"].courses if course.name == "Seine")
    ends = [corners_of(made, side) for side in seine.sides]
    assert all(a & b for a, b in pairwise(ends))
    shore = corners_of(made, *(side for course in made.features["sea"].courses for side in course.sides))
    for h in hexes(made.water):
        shore |= corners_of(made, *((h, direction) for direction in range(6)))
    assert (ends[-1] - ends[-2]) & shore
    assert not (ends[0] - ends[1]) & shore


def test_the_same_sources_give_the_same_bytes(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "map.toml"
    assert check(folder, kept), "no map yet"
    assert rebuild(folder, kept)
    assert not check(folder, kept)
    kept.write_text(kept.read_text(encoding="utf-8").replace("The Channel", "La Manche"), encoding="utf-8")
    difference = check(folder, kept)
    assert '-title = "La Manche"' in str(difference)
    assert '+title = "The Channel"' in str(difference)


@pytest.mark.parametrize(
    ("override", "problem"),
    [
        (
            '[[terrain]]\nhexes = ["Lutetia"]\nto = "hill"\nwhy = "x"',
            r"overrides\.toml.*terrain\[1\].*Lutetia",
        ),
        ('[[terrain]]\nhexes = ["Paris"]\nto = "hill"', r'overrides\.toml: terrain\[1\]: "why" is missing'),
        ('[[terrain]]\nhexes = ["Paris"]\nto = "bog"\nwhy = "x"', r"source\.toml.*'bog'.*\[\[terrain\]\]"),
        (
            '[[side]]\nfeature = "river"\nremove = ["London / E"]\nwhy = "x"',
            r"side\[1\]\.remove.*no river there to remove: London / E",
        ),
        ('[[side]]\nfeature = "river"\nadd = ["London / Paris"]\nwhy = "x"', r"side\[1\].*not adjacent"),
        ('[[side]]\nfeature = "river"\nadd = ["London"]\nwhy = "x"', r"side\[1\].*no hexside"),
        (
            '[[area]]\nlayer = "country"\narea = "France"\nadd_areas = ["country/Spain"]\nwhy = "x"',
            r"country/Spain",
        ),
        ('[[place]]\nname = "x"', r"overrides\.toml.*place"),
        (
            '[[terrain]]\nhexes = ["Paris"]\nto = "clear"\nwhy = "a plain"',
            r"terrain\[1\].*changes nothing \(a plain\): drop",
        ),
        (
            '[[area]]\nlayer = "country"\narea = "France"\nadd = ["Paris"]\nwhy = "x"',
            r"area\[1\].*changes nothing",
        ),
        (
            (
                '[[side]]\nfeature = "river"\ncourse = "A"\nadd = ["Paris / W"]\nwhy = "x"\n'
                '[[side]]\nfeature = "river"\ncourse = "A"\nadd = ["Paris / W"]\nwhy = "again"'
            ),
            r"side\[2\].*changes nothing \(again\)",
        ),
    ],
)
def test_an_override_that_is_wrong_says_so(folder: Path, override: str, problem: str) -> None:
    (folder / "overrides.toml").write_text(override, encoding="utf-8")
    with pytest.raises(ValueError, match=problem):
        build(folder)


def test_overrides_are_applied_and_remembered(folder: Path) -> None:
    (folder / "overrides.toml").write_text(
        '[[terrain]]\nhexes = ["Paris", "0101-0103"]\nto = "hill"\nwhy = "to see"\ncase = "1.1"\nsource = "rulebook"\n'
        '[[side]]\nfeature = "river"\ncourse = "Brook"\nadd = ["Paris / W"]\nwhy = "to see"\n'
        '[[area]]\nlayer = "country"\narea = "Gaul"\nadd_areas = ["country/France"]\nremove = ["Paris"]\nwhy = "to see"\n',
        encoding="utf-8",
    )
    made = build(folder)
    paris = made.hex("Paris")
    assert made.terrain_at(paris) == "hill"
    assert made.terrain_at(made.hex("0102")) == "hill"
    assert made.sides("river").has(paris, made.hex("Paris W1"))
    assert made.area("country", "France") == 1 << paris, "added hexes leave the other areas of a layer"
    note = next(p for p in made.provenance if p.of == "terrain")
    assert (note.source, note.case, note.reason) == ("rulebook", "1.1", "to see")
    assert paris in note.hexes


@pytest.mark.parametrize(
    ("file", "old", "new", "problem"),
    [
        (
            "source.toml",
            "cols = 10",
            'cols = "ten"',
            r'source\.toml: grid\.cols: "ten" stands here; a whole number',
        ),
        ("source.toml", "[fit]", "[fit]\nskale = 3", r"source\.toml.*skale"),
        ("source.toml", "+proj=eqdc", "+proj=mercury", r"projection\.definition"),
        ("source.toml", "at = [4, 6]", "at = [4, 60]", r"fit\.anchor\.at.*off the map"),
        ("source.toml", "anchor = {", "# {", r"given fit needs .* anchor"),
        ("source.toml", '"france_occupied"', '"gaul"', r'territory "gaul"'),
        ("places.toml", "lat = 48.86, ", "", r"places\.toml.*Paris.*lat"),
        ("places.toml", '"0304"', '"9999"', r"London.*hex"),
        ("rails.toml", '"Rouen"', '"Dover"', r"rails\.toml.*Paris - Le Havre.*no way by land"),
        ("labels.toml", '"Rouen"', '"Rouin"', r"labels\.toml.*region.*Picardy.*Rouen"),
        ("seas.toml", "51.1 1.4;", "1.4;", r"seas\.toml.*Channel.*latitude, longitude"),
        (
            "source.toml",
            "cols = 10",
            "cols = 99999",
            r"source\.toml: grid\.cols: 99999 stands here; .* at most 1000",
        ),
        ("source.toml", "[fit]", '[[cover]]\nkind = "jungle"\nterrain = "hill"\n[fit]', r'"jungle"'),
        (
            "places.toml",
            "lat = 48.86",
            "lat = 148.86",
            r"places\.toml: places\.'Paris'\.lat: 148\.86 stands here; .* at most 90",
        ),
        (
            "places.toml",
            '"0304"',
            '"0304", pull = "no"',
            r"places\.toml: places\.'London'\.pull: .no. stands here; true or false",
        ),
        ("places.toml", '"0304"', '"0809"', r"the warp folds near .* pull = false"),
        ("places.toml", "[places]", "[towns]", r"places\.toml.*towns"),
        ("facts.toml", "sea.Channel", "sea.Chanel", r"facts\.toml.*did you mean Channel"),
        ("facts.toml", "value = 2", "value = [[2]]", r"facts\.toml"),
    ],
)
def test_a_source_file_that_is_wrong_says_where(
    folder: Path, file: str, old: str, new: str, problem: str
) -> None:
    path = folder / file
    path.write_text(path.read_text(encoding="utf-8").replace(old, new), encoding="utf-8")
    with pytest.raises(ValueError, match=problem):
        build(folder)


@pytest.mark.parametrize("asked", ['names = ["Sein"]', 'ranks = ["huge"]', 'without = ["Sein"]'])
def test_a_river_nobody_has_written_is_missed(folder: Path, asked: str) -> None:
    with (folder / "source.toml").open("a", encoding="utf-8") as file:
        file.write(f'\n[[rivers]]\nfeature = "river"\n{asked}\n')
    with pytest.raises(ValueError, match=r'no r[a-z ]+ "(Sein|huge)"'):
        build(folder)


def test_a_folder_brings_rivers_and_regions_of_its_own(folder: Path) -> None:
    with (folder / "source.toml").open("a", encoding="utf-8") as file:
        file.write(
            '\n[[rivers]]\nfeature = "river"\nnames = ["Brook"]\n[[cover]]\nkind = "heath"\nterrain = "hill"\n'
        )
    (folder / "rivers.toml").write_text(
        'rivers = [ {name = "Brook", rank = "own", course = "48.3 2.2; 48.3 1.2; 48.4 0.2"} ]\n', "utf-8"
    )
    (folder / "regions.toml").write_text(
        'regions = [ {name = "Beauce", kind = "heath", ring = "49.4 1.6; 49.4 3.2; 48.2 3.2; 48.2 1.6"} ]\n',
        "utf-8",
    )
    made = build(folder)
    assert {"Seine", "Brook"} <= {course.name for course in made.features["river"].courses}
    assert made.terrain_at(made.hex("Paris")) == "hill"


def test_a_missing_source_file(tmp_path: Path) -> None:
    with pytest.raises(MapFileError, match=r"source\.toml.*not there"):
        build(tmp_path)


def test_reports(folder: Path) -> None:
    chart = chart_of(folder)
    assert "65.0 km a hex" in summary(chart)
    assert "folds nowhere" in summary(chart)
    table = residual_table(chart)
    assert {line.split("|")[1].strip() for line in table.splitlines()[2:]} == {
        "London",
        "Dover",
        "Calais",
        "Paris",
        "Le Havre",
    }
