"""map and atlas build."""

import errno
import os
import re
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Shell

from phaseline.atlas import HexMap, dumps
from phaseline.atlas.build import Difference
from phaseline.cli import maps

SOURCE = """
name = "tiny"
title = "Tiny"
"""


def test_a_map_as_text(shell: Shell) -> None:
    out = shell.run("map", "skirmish", "ridge").out
    assert "0101" in out
    assert "The Ridge: 99 of 99 hexes" in out.splitlines()[-1]


def test_a_map_as_a_picture(shell: Shell) -> None:
    assert (
        shell.run("map", "skirmish", "-o", "ford.svg", "--scale", "20").out
        == "The Ford: drawn into ford.svg\n"
    )
    assert Path("ford.svg").read_text("utf-8").startswith("<svg")


def test_part_of_a_map_as_a_picture(shell: Shell) -> None:
    shell.run("map", "skirmish", "-o", "all.svg", "--scale", "20")
    shell.run("map", "skirmish", "-o", "part.svg", "--scale", "20", "--region", "0101-0103, 0203")
    width = re.compile(r'width="(\d+)"')
    whole, part = (width.search(Path(name).read_text("utf-8")) for name in ("all.svg", "part.svg"))
    assert whole is not None
    assert part is not None
    assert int(part[1]) == 70 < int(whole[1])


def test_a_game_shows_its_whole_map_and_a_scenario_its_part(shell: Shell) -> None:
    assert "838 of 838 hexes" in shell.run("map", "westfront").out.replace("shown", "")
    assert "83 of 83 hexes" in shell.run("map", "westfront", "husky").out


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("chess",), "there is no game and no map folder 'chess'"),
        (("gone.toml",), "gone.toml"),
        (("skirmish", "fjord"), 'no scenario "fjord"'),
        (("skirmish", "-o", "ford.gif"), "ford.gif"),
        (("skirmish", "--region", "0101"), "--region: it needs --output"),
        (("skirmish", "-o", "ford.svg", "--region", "9999"), "--region: "),
        (("skirmish", "-o", "ford.svg", "--region", " ,"), "--region: name at least one hex"),
        (("midway",), "midway has no map to be drawn"),
        (("skirmish", "-o", "."), "--output: .: this is a folder; name a file in it"),
        (("skirmish", "-o", "ford.png", "--scale", "100000"), "pixels is too large; take a smaller scale"),
        (("skirmish", "-o", "nowhere/ford.svg"), "--output: nowhere/ford.svg"),
        (("Skirmish",), "'Skirmish' (a map file ends with .toml); did you mean skirmish?"),
        ((".",), "; . holds no source.toml, docs/how-to/build-a-map.md says"),
        (("m.toml", "ford"), "'m.toml' is no game; games are eisenhower"),
        (("m.toml", "--pack", "mine"), "only of a game's map a scenario or a pack is drawn"),
    ],
)
def test_maps_that_cannot_be_drawn(shell: Shell, words: tuple[str, ...], complaint: str) -> None:
    answer = shell.run("map", *words, code=2)
    assert complaint in answer.err
    assert answer.err.count("\n") == 1


def test_a_map_file_that_is_wrong_says_where(shell: Shell) -> None:
    Path("m.toml").write_text("format = 1\nname = 3\n", "utf-8")
    answer = shell.run("map", "m.toml", code=2)
    assert "m.toml" in answer.err
    assert "name" in answer.err


def test_a_map_file_that_is_no_text_says_so(shell: Shell) -> None:
    Path("m.toml").write_bytes("title = 'Münster'".encode("latin-1"))
    said = "phaseline: m.toml: this is no text in UTF-8; save it as such\n"
    assert shell.run("map", "m.toml", code=2).err == said


def test_a_map_is_looked_over(shell: Shell) -> None:
    sound = HexMap.from_drawing(". A ~", places={"A": {"name": "Brest", "port": "major"}})
    Path("m.toml").write_text(dumps(sound), "utf-8")
    assert "sketch: 0 errors, " in shell.run("atlas", "validate", "m.toml").out
    Path("m.toml").write_text(dumps(HexMap.from_drawing(". A .", places={"A": {"port": "major"}})), "utf-8")
    answer = shell.run("atlas", "validate", "m.toml", code=1)
    assert "error: places.A: a port, but 0102 has no shore" in answer.out
    assert "sketch: 1 error, " in answer.out


def test_build_and_check(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands write what the builder makes, and tell when the map file is something else."""
    Path("land").mkdir()
    Path("land/source.toml").write_text(SOURCE, "utf-8")
    monkeypatch.setattr("phaseline.atlas.build.check", _compared)
    monkeypatch.setattr("phaseline.atlas.build.rebuild", _written)
    monkeypatch.setattr("phaseline.atlas.build.left_out", lambda *_: ["Dublin"])
    answer = shell.run("atlas", "build", "land", "--check", code=1)
    assert "+ built" in answer.out
    assert "land.toml is not what its sources make; to build it: phaseline atlas build land" in answer.err
    assert not Path("land.toml").exists()
    assert (
        shell.run("atlas", "build", "land").out == "land.toml is built\noff the map, and left out: Dublin\n"
    )
    assert shell.run("atlas", "build", "land", "--check").out == "land.toml is what its sources make\n"
    assert "its maps are written by hand" in shell.run("atlas", "build", "skirmish", code=2).err
    source = shell.run("atlas", "build", "land/source.toml", code=2).err
    assert "name the folder: land" in source
    assert "--output: .: this is a folder" in shell.run("atlas", "build", "land", "-o", ".", code=2).err


def test_the_folder_of_a_map_may_be_where_one_is(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("my.map").mkdir()
    Path("my.map/source.toml").write_text(SOURCE, "utf-8")
    monkeypatch.setattr("phaseline.atlas.build.rebuild", _written)
    monkeypatch.setattr("phaseline.atlas.build.left_out", lambda *_: [])
    assert shell.run("atlas", "build", "my.map").out == "my.map.toml is built\n"
    Path("my.map.toml").unlink()
    monkeypatch.chdir("my.map")
    shell.run("atlas", "build", ".")
    assert Path("../my.map.toml").read_text("utf-8") == "built"


def _compared(_: Path, target: Path) -> Difference:
    return Difference(() if target.exists() else ("+ built",))


def _written(folder: Path, target: Path) -> Difference:
    difference = _compared(folder, target)
    target.write_text("built", "utf-8")
    return difference


def test_without_the_extra_the_message_names_it(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("land").mkdir()
    Path("land/source.toml").write_text(SOURCE, "utf-8")
    for name in [name for name in sys.modules if name.startswith("phaseline.atlas.build")]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "numpy", None)
    answer = shell.run("atlas", "build", "land", code=2)
    assert "this needs numpy, which is not installed: pip install 'phaseline[atlas]'" in answer.err


def test_a_picture_that_cannot_be_finished_leaves_the_old_one(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    Path("ford.svg").write_text("precious", "utf-8")

    def full(_: object, path: Path, **__: object) -> None:
        path.write_text("<svg", "utf-8")
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(maps, "render", full)
    answer = shell.run("map", "skirmish", "-o", "ford.svg", code=2).err
    assert answer == "phaseline: --output: ford.svg: No space left on device\n"
    assert [(file.name, file.read_text("utf-8")) for file in Path().iterdir()] == [("ford.svg", "precious")]


def test_a_picture_takes_the_place_of_nothing_but_a_file(shell: Shell) -> None:
    os.mkfifo("pipe.svg")
    said = shell.run("map", "skirmish", "-o", "pipe.svg", code=2).err
    assert said == "phaseline: --output: pipe.svg: this is no file that could be replaced\n"
    Path("old.svg").touch()
    Path("ford.svg").symlink_to("old.svg")
    shell.run("map", "skirmish", "-o", "ford.svg")
    assert Path("ford.svg").is_symlink()
    assert Path("old.svg").read_text("utf-8").startswith("<svg")
