"""The first map of the how-to can be built as it is written there."""

import re
from pathlib import Path

import pytest

from phaseline.atlas import MapError
from phaseline.atlas.build import build, left_out, rebuild
from phaseline.atlas.validate import Severity, validate

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "build-a-map.md"


@pytest.fixture
def ireland(tmp_path: Path) -> Path:
    """The folder of the page."""
    section = PAGE.read_text(encoding="utf-8").split("## A first map")[1].split("\n## ")[0]
    source, places = re.findall(r"```toml\n(.*?)```", section, flags=re.DOTALL)
    folder = tmp_path / "ireland"
    folder.mkdir()
    (folder / "source.toml").write_text(source, encoding="utf-8")
    (folder / "places.toml").write_text(places, encoding="utf-8")
    return folder


def changed(folder: Path, name: str, before: str, after: str) -> None:
    """Write something else into a file of the folder."""
    text = (folder / name).read_text(encoding="utf-8")
    assert before in text
    (folder / name).write_text(text.replace(before, after), encoding="utf-8")


def test_the_first_map_of_the_how_to(ireland: Path) -> None:
    made = build(ireland)
    assert set(made.places) == {"Dublin", "Cork", "Belfast", "Galway"}
    assert all(made.land >> place.hex & 1 for place in made.places.values())
    assert [course.name for course in made.features["river"].courses] == ["Shannon"]
    assert [str(found) for found in validate(made) if found.severity is Severity.ERROR] == []


def test_a_place_off_the_map_is_told(ireland: Path) -> None:
    target = ireland.with_suffix(".toml")
    rebuild(ireland, target)
    assert left_out(ireland, target) == []
    changed(ireland, "places.toml", "lon = -6.26", "lon = 6.26")
    rebuild(ireland, target)
    assert left_out(ireland, target) == ["Dublin"]


def test_a_map_that_cannot_be_written_leaves_the_one_there_was(
    ireland: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target = ireland.with_suffix(".toml")
    rebuild(ireland, target)
    before = target.read_bytes()
    changed(ireland, "places.toml", '"Galway"', '"Gaillimh"')

    def full(file: Path, data: bytes) -> int:
        with file.open("wb") as out:
            out.write(data[:100])
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(OSError, match="No space left"):
        rebuild(ireland, target)
    assert target.read_bytes() == before
    assert {each.name for each in ireland.parent.iterdir()} == {"ireland", "ireland.toml"}


@pytest.mark.parametrize(
    ("name", "before", "after", "said"),
    [
        ("source.toml", "cols = 12", "colums = 12", 'source.toml: grid: there is no "colums" here; did you mean cols?'),
        ("source.toml", "cols = 12", "cols = -12", "source.toml: grid.cols: -12 stands here; a whole number of at"),
        ("source.toml", '"given"', '"guess"', 'source.toml: fit.kind: "guess" is not possible here; possible are af'),
        ("source.toml", 'symbol = "h"', 'symbol = "hh"', "source.toml: terrain[2].symbol: \"hh\" is no character for a drawing"),
        ("source.toml", 'symbol = "h"', "symbol = '\\'", 'symbol: "\\" is no character for a drawing'),
        ("source.toml", 'symbol = "h"', 'symbol = "."', 'terrain[2].symbol: "." stands for another kind already'),
        ("source.toml", "first_row = 1", "first_row = 100", "source.toml: numbering: row numbers would run from 100"),
        ("source.toml", "km_per_hex = 32", "km_per_hex = nan", "fit.km_per_hex: nan stands here; a number of at lea"),
        ("source.toml", "km_per_hex = 32", "km_per_hex = 0", "source.toml: fit: a given fit needs km_per_hex abov"),
        ("source.toml", "at = [6, 8]", "at = [60, 8]", "source.toml: fit.anchor.at: column 60, row 8 is off the map"),
        ("source.toml", "+proj=lcc", "+proj=lccc", "source.toml: projection.definition: PROJ does not understand"),
        ("source.toml", '"Shannon"', '"Shanon"', 'source.toml: rivers[1]: there is no river "Shanon"; did you mean'),
        ("source.toml", "[[relief]]", '[[layers]]\nlayer = "land"\n[[relief]]', "layers[1]: it has nothing to paint"),
        ("source.toml", "[[relief]]", '[[layers]]\nlayer = "a"\noutlines = "b"\n[[relief]]', 'layers[1]: outlines: there is'),
        ("places.toml", 'hex = "1104"', 'hex = "9904"', "places.toml: places.'Belfast'.hex: there is no hex 9904"),
        ("places.toml", "lat = 53.35", "lat = 153.35", "places.toml: places.'Dublin'.lat: 153.35 stands here; a numb"),
        ("places.toml", "lat = 53.35, ", "", "places.toml: places.'Dublin': \"lat\" is missing"),
    ],
)  # fmt: skip
def test_what_is_wrong_in_a_source_is_told_with_its_field(
    ireland: Path, name: str, before: str, after: str, said: str
) -> None:
    changed(ireland, name, before, after)
    with pytest.raises(MapError) as wrong:
        rebuild(ireland, ireland.with_suffix(".toml"))
    assert said in str(wrong.value)
    assert not ireland.with_suffix(".toml").exists()


@pytest.mark.parametrize(
    ("name", "written", "said"),
    [
        ("rivers.toml", 'river = [ {name = "Lee"} ]', 'rivers.toml: there is no "river" here; did you mean rivers?'),
        ("rivers.toml", 'rivers = [ {name = "Lee", rank = "a", corse = ""} ]', 'rivers[1]: there is no "corse" here'),
        ("rivers.toml", 'rivers = [ {name = "Lee", rank = "a", course = "a b"} ]', "rivers.'Lee': 'a b': write latitude"),
        ("regions.toml", 'regions = [ {name = "Bog", kind = "marsh"} ]', 'regions.toml: regions[1]: "ring" is missing'),
        ("rails.toml", 'rails = [ {name = "Line", through = []} ]', "rails.toml: rails[1].through: 0 entries stand here"),
        ("overrides.toml", '[[terrain]]\nhexes = ["X"]\nto = "hill"\nwhy = ""', 'overrides.toml: terrain[1]: there is no'),
    ],
)  # fmt: skip
def test_lists_of_one_s_own_are_read_as_strictly(ireland: Path, name: str, written: str, said: str) -> None:
    (ireland / name).write_text(written, encoding="utf-8")
    with pytest.raises(MapError, match=re.escape(said)):
        build(ireland)


def test_outlines_without_the_table_that_is_asked_for_are_told(ireland: Path) -> None:
    layer = '[[layers]]\nlayer = "land"\noutlines = "lands.toml"\ntable = "land"\n\n[[relief]]'
    changed(ireland, "source.toml", "[[relief]]", layer)
    (ireland / "lands.toml").write_text("lands = []", encoding="utf-8")
    with pytest.raises(
        MapError, match=r'lands\.toml: there is no table "land" here, which source\.toml asks for'
    ):
        build(ireland)


def test_a_source_that_is_no_text_is_told(ireland: Path) -> None:
    (ireland / "places.toml").write_bytes('[places]\n"Dún"'.encode("latin-1"))
    with pytest.raises(MapError, match=r"places\.toml: this is no text in UTF-8; save it as such"):
        build(ireland)
