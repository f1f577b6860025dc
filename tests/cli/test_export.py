"""The command that writes matches for other tools."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from tests.cli.conftest import Shell


@pytest.fixture
def matches(shell: Shell) -> Path:
    """A folder with two matches."""
    folder = shell.folder / "matches"
    folder.mkdir()
    for name in ("one", "two"):
        shell.run("new", "skirmish", "--seed", name, "-o", f"matches/{name}.match")
    return folder


@pytest.mark.usefixtures("matches")
def test_a_folder_of_matches_becomes_lines(shell: Shell) -> None:
    answer = shell.run("export", "matches", "--to", "jsonl")
    assert answer.out == "2 matches written to export.jsonl\n"
    lines = (shell.folder / "export.jsonl").read_text("utf-8").splitlines()
    assert [json.loads(line)["match"] for line in lines] == ["one", "two"]


@pytest.mark.usefixtures("matches")
def test_a_folder_of_matches_becomes_tables(shell: Shell) -> None:
    answer = shell.run("export", "matches/one.match", "--to", "parquet", "--into", "tables")
    assert answer.out == "1 match written to tables\n"
    names = {path.name for path in (shell.folder / "tables").iterdir()}
    assert names == {f"{name}.parquet" for name in ("matches", "orders", "dice", "positions")}


def test_what_does_not_replay_leaves_nothing_behind(shell: Shell, matches: Path) -> None:
    good = (matches / "two.match").read_text("utf-8")
    (matches / "two.match").write_text(good.replace("game: skirmish", "game: chess"), "utf-8")
    for form, target in (("parquet", "tables"), ("jsonl", "lines.jsonl")):
        answer = shell.run("export", "matches", "--to", form, "--into", target, code=2)
        assert "two.match" in answer.err
        assert "chess" in answer.err
    assert not list((shell.folder / "tables").iterdir())
    assert not list(shell.folder.glob("lines.jsonl*"))


def test_matches_of_several_series_are_told_apart_by_their_folders(shell: Shell, matches: Path) -> None:
    for series in ("ford", "ridge"):
        (matches / series).mkdir()
        (matches / series / "000000.match").write_bytes((matches / "one.match").read_bytes())
    shell.run("export", "matches", "--to", "jsonl")
    lines = (shell.folder / "export.jsonl").read_text("utf-8").splitlines()
    names = ["ford/000000", "one", "ridge/000000", "two"]
    assert [json.loads(line)["match"] for line in lines] == names


def test_names_that_would_be_mixed_up_are_refused(shell: Shell, matches: Path) -> None:
    other = shell.folder / "more"
    other.mkdir()
    (other / "one.match").write_bytes((matches / "one.match").read_bytes())
    answer = shell.run("export", "matches", "more", "--to", "jsonl", code=2)
    assert "have the same name" in answer.err
    assert "rename one" in answer.err


def test_nothing_to_write_is_said(shell: Shell) -> None:
    (shell.folder / "empty").mkdir()
    assert "there is no record" in shell.run("export", "empty", "--to", "jsonl", code=2).err


def test_nothing_but_a_file_is_replaced(shell: Shell) -> None:
    shell.new()
    os.mkfifo("pipe")
    said = shell.run("export", "ford.match", "--to", "jsonl", "--into", "pipe", code=2).err
    assert said == "phaseline: pipe: this is no file that could be replaced\n"
    assert Path("pipe").is_fifo()
    assert (
        "--into: name a file" in shell.run("export", "ford.match", "--to", "jsonl", "--into", "-", code=2).err
    )
    Path("far").mkdir()
    Path("far/lines.jsonl").touch()
    Path("lines.jsonl").symlink_to("far/lines.jsonl")
    shell.run("export", "ford.match", "--to", "jsonl", "--into", "lines.jsonl")
    assert Path("lines.jsonl").is_symlink()
    assert Path("far/lines.jsonl").read_text("utf-8").count("\n") == 1
