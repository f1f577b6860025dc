"""map and atlas build."""

import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Shell

from phaseline.atlas.build import Difference

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


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("chess",), "there is no game and no map folder 'chess'"),
        (("gone.toml",), "gone.toml"),
        (("skirmish", "fjord"), 'no scenario "fjord"'),
        (("skirmish", "-o", "ford.gif"), "ford.gif"),
        (("skirmish", "-o", "nowhere/ford.svg"), "--output: nowhere/ford.svg"),
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


def test_build_and_check(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """The commands write what the builder makes, and tell when the map file is something else."""
    Path("land").mkdir()
    Path("land/source.toml").write_text(SOURCE, "utf-8")
    monkeypatch.setattr("phaseline.atlas.build.check", _compared)
    monkeypatch.setattr("phaseline.atlas.build.rebuild", _written)
    answer = shell.run("atlas", "build", "land", "--check", code=1)
    assert "+ built" in answer.out
    assert "land.toml is not what its sources make; to build it: phaseline atlas build land" in answer.err
    assert not Path("land.toml").exists()
    assert "land.toml is built" in shell.run("atlas", "build", "land").out
    assert shell.run("atlas", "build", "land", "--check").out == "land.toml is what its sources make\n"
    assert "it holds no source.toml" in shell.run("atlas", "build", "skirmish", code=2).err


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
