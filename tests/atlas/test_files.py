"""Map files: what is written is read back, and what is wrong is explained where it stands."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.atlas.samples import coast, everything

from phaseline.atlas import FrozenDict, HexMap, MapError, MapFileError, TerrainKind, dumps, load, loads, write
from phaseline.atlas.locate import locate
from phaseline.atlas.validate import Severity, validate
from phaseline.hexgrid import Grid
from phaseline.hexgrid.numbering import Section, Sections

DOCUMENT = Path(__file__).parents[2] / "docs" / "reference" / "map-format.md"


@pytest.mark.parametrize(
    "hex_map", [coast(), everything(), everything(flat=True)], ids=["coast", "pointy", "flat"]
)
def test_what_is_written_is_read_back(hex_map: HexMap, tmp_path: Path) -> None:
    file = tmp_path / "map.toml"
    write(hex_map, file)
    again = load(file)
    assert again == hex_map
    assert dumps(again) == file.read_text(encoding="utf-8")


def test_terrain_is_drawn_as_it_lies() -> None:
    text = dumps(coast())
    drawing = text[text.index('drawn = """\n') :].splitlines()[1:7]
    assert drawing == [
        "#      0101      0106",
        "0101 | ~ ~ ~ ~ ~ ~",
        "0201 |  . . ~ ~ . .",
        "0301 | . . . . . .",
        "0401 |  . f . . . h",
        "0501 | f f . ^ h _",
    ]


def test_flat_top_rows_take_two_lines() -> None:
    text = dumps(everything(flat=True))
    drawing = text[text.index('drawn = """\n') :].splitlines()[2:6]
    assert drawing == ["0136 |   ~   .   ^", "0036 | ~   .   .", "0135 |   ~   .   ^", "0035 | ~   .   ."]


def test_rivers_and_rails_are_readable_lines() -> None:
    text = dumps(coast())
    assert 'sides = "0303/E 0404/E 0505/NW,NE"' in text
    assert '"Caen - Cherbourg" = "0304 0303 0202 0201"' in text
    assert '"Caen" = { hex = "0304", city = "major", port = "minor", production = 2 }' in text
    assert '"Channel" = "0101-0106 0203 0204"' in text


def test_the_documented_example_loads() -> None:
    blocks = re.findall(r"```toml\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), flags=re.DOTALL)
    m = loads("\n".join(blocks))
    assert m.terrain_kinds["bocage"].drawn_as == "hill"
    assert m.place("Cherbourg")["seas"] == ("Channel",)
    assert m.fact("sea", "Channel", "base") == "Portsmouth"
    assert [c.name for c in m.features["river"].courses] == ["", "Orne", "Vire", "Vire"]
    assert m.area_at("country", m.hex("Caen")) == "France"
    assert loads(dumps(m)) == m
    assert [str(found) for found in validate(m) if found.severity is Severity.ERROR] == []


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("size = 1.2", "size = 10000", "labels.country.France.size: 10000 stands here; a number of at most 20"),
        ("angle = 60", "angle = nan", "labels.region.Cotentin.angle: nan stands here; a number of at least -360"),
        ("[0.1, 0.0]", "[0.1, inf]", "labels.region.Cotentin.shift[2]: inf stands here; a number of at most 1000 is needed"),
        ("km_per_hex = 65.0", "km_per_hex = 0", "georeference.km_per_hex: 0 stands here; a number of more than 0"),
        ('B = "Belgium"', 'B = ""', "areas.country.legend.B: 0 characters stand here; at least 1 is needed"),
    ],
)  # fmt: skip
def test_what_no_picture_could_show_is_refused(before: str, after: str, message: str) -> None:
    blocks = re.findall(r"```toml\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), flags=re.DOTALL)
    text = "\n".join(blocks)
    assert before in text
    with pytest.raises(MapFileError, match=re.escape(message)):
        loads(text.replace(before, after))


GOOD = dumps(coast())


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("format = 1", "format = 9", "m.toml:1: format: this program reads format 1, the file says 9"),
        (
            "format = 1",
            "format = 2\nfolds = 3",
            "m.toml:1: format: this program reads format 1, the file says 2",
        ),
        ("rows = 5", 'rows = "five"', 'm.toml:7: grid.rows: "five" stands here; a whole number is needed'),
        (
            "rows = 5",
            "rows = 0",
            "m.toml:7: grid.rows: 0 stands here; a whole number of at least 1 is needed",
        ),
        (
            "rows = 5",
            "rows = 5000",
            "m.toml:7: grid.rows: 5000 stands here; a whole number of at most 1000 is needed",
        ),
        ("format = 1", 'format = 1\nshapes = { land = ["1,1 2,2"] }', "shapes.land: '1,1 2,2' is no ring"),
        (
            '"Caen" = {',
            '"Bayeux" = 7\n"Caen" = {',
            "places.Bayeux: expected a table such as { key = value }, got 7",
        ),
        ("[chains.rail]", "[chains]\nrail = 7\n[chains.road]", "chains.rail: expected a table"),
        (
            "[areas.sea.hexes]",
            "[areas]\nq = 4\n[areas.sea.hexes]",
            "areas.q: 4 stands here; a mapping is needed",
        ),
        ("rows = 5", "rows = 6", "m.toml:26: terrain.drawn: 5 lines of hexes are drawn, the grid has 6"),
        (
            "0201 |  . . ~ ~ . .\n",
            "0201 |  . . ~ ~ .\n",
            "m.toml:23: terrain.drawn: 5 hexes are drawn, the line has 6: 1 missing ('_' stands for a hex off the map)",
        ),
        (
            "0201 |  . . ~ ~ . .\n",
            "0201 |  .\n",
            "m.toml:23: terrain.drawn: 1 hex is drawn, the line has 6: 5 missing ('_' stands for a hex off the map)",
        ),
        (
            "0201 |  . . ~ ~ . .\n",
            "0202 |  . . ~ ~ . .\n",
            "m.toml:23: terrain.drawn: '0202' before the bar is not the first hex of this line",
        ),
        (
            "0401 |  . f . . . h",
            "0401 |  . f . q . h",
            "terrain.drawn: 'q' (first at 0404) is not in the legend: add it, or use one of . f h ^ ~ _",
        ),
        ('"~" = "sea"', '"_" = "sea"', "'_' always stands for a hex off the map; use another character"),
        ('"~" = "sea"', '"~" = "clear"', "'clear' already has the character '.'"),
        (
            "0303/E",
            "0303/0305",
            "hexsides.river.sides: '0303/0305': 0303 and 0305 are not adjacent",
        ),
        (
            "0303/E",
            "0303/N",
            "hexsides.river.sides: '0303/N': 'N' is neither a direction (NE E SE SW W NW) nor a hex",
        ),
        ("0303/E", "0303", "'0303' is no hexside: write hex/direction or hex/hex, such as 0303/E"),
        ('{ hex = "0304"', '{ hexe = "0304"', 'places.Caen: "hex" is missing'),
        ("production = 2", "production = {}", "places.Caen.production: an attribute is a number, a text"),
        ("0101-0106", "0106-0101", "'0106-0101': write the range from 0101 to 0106"),
        ("0101-0106", "0101-0206", "both ends of a range lie on one line of the grid"),
        ("[areas.sea.hexes]", "[areas.sea.hex]", 'areas.sea: there is no "hex" here; did you mean hexes?'),
        ("[places]", "[places", "is not valid TOML"),
        ("[places]", "[places]\nx = " + "[" * 5000 + "]" * 5000, "is nested too deeply"),
    ],
)
def test_mistakes_are_explained_where_they_stand(before: str, after: str, message: str) -> None:
    assert before in GOOD
    with pytest.raises(MapFileError) as caught:
        loads(GOOD.replace(before, after, 1), file="m.toml")
    assert message in str(caught.value)
    assert str(caught.value).startswith("m.toml")


def test_an_error_gives_the_line_of_the_entry() -> None:
    line = (
        GOOD.splitlines().index('"Caen" = { hex = "0304", city = "major", port = "minor", production = 2 }')
        + 1
    )
    with pytest.raises(MapFileError) as caught:
        loads(GOOD.replace('"Caen" = { hex = "0304"', '"Caen" = { hex = "9904"'), file="m.toml")
    assert (caught.value.file, caught.value.line, caught.value.key) == ("m.toml", line, "places.Caen")


def test_a_missing_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(MapFileError, match=r"nowhere\.toml: cannot be read: No such file"):
        load(tmp_path / "nowhere.toml")


def test_facts_need_their_area() -> None:
    text = GOOD + '[areas.sea.facts]\n"Chanel" = { value = 2 }\n'
    with pytest.raises(
        MapFileError, match=r"areas\.sea\.facts\.Chanel: the layer has no area 'Chanel'; known are Channel"
    ):
        loads(text)


def test_overlapping_terrain_cannot_be_written() -> None:
    m = coast()
    both = m.replace(terrain=type(m.terrain)({**m.terrain, "clear": m.terrain["clear"] | m.terrain["sea"]}))
    with pytest.raises(MapError, match="0101 has two terrains"):
        dumps(both)


def test_locate_skips_text_in_drawings() -> None:
    text = 'a = """\n[places]\n"Caen" = 1\n"""\n[places]\n"Caen" = 2\n'
    assert locate(text, ["places", "Caen"]) == 6
    assert locate(text, ["places", "Bayeux"]) == 5
    assert locate(text, ["chains"]) is None


@given(st.text(max_size=20), st.text(min_size=1, max_size=20).filter(str.strip))
def test_any_text_survives(title: str, name: str) -> None:
    m = coast()
    renamed = {name if place == "Caen" else place: value for place, value in m.places.items()}
    places = {key: type(value)(key, value.hex, value.attributes) for key, value in renamed.items()}
    m = m.replace(title=title, places=type(m.places)(places))
    assert loads(dumps(m)) == m


def test_sections_are_kept() -> None:
    grid = Grid.flat(cols=5, rows=4)
    numbering = Sections(grid, (Section("A", 0, 0, 3, 4), Section("B", 2, 0, 3, 4)), default="A")
    m = HexMap(
        name="sheets",
        title="Sheets",
        grid=grid,
        numbering=numbering,
        numbers_printed=False,
        terrain=FrozenDict(clear=grid.all),
        terrain_kinds=FrozenDict(clear=TerrainKind("clear", ".", "clear", water=False)),
    )
    again = loads(dumps(m))
    assert again == m
    assert again.label(again.hex("0302")) == "B0102"
    assert not again.numbers_printed
