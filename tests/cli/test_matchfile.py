"""Match files: started, found, written whole, guarded against two writers."""

import os
import stat
from pathlib import Path

import pytest
from tests.cli.conftest import Shell

from phaseline.cli import matchfile
from phaseline.cli.errors import UserError
from phaseline.engine import record


def test_new_takes_the_first_free_name(shell: Shell) -> None:
    shell.run("new", "skirmish")
    shell.run("new", "skirmish", "ford")
    assert sorted(path.name for path in shell.folder.iterdir()) == [
        "skirmish-ford-2.match",
        "skirmish-ford.match",
    ]


def test_new_never_overwrites(shell: Shell) -> None:
    (shell.folder / "mine.match").write_text("precious", "utf-8")
    answer = shell.run("new", "skirmish", "-o", "mine.match", code=2)
    assert (
        answer.err
        == "phaseline: mine.match: there is such a file already; choose another name with -o, or remove it\n"
    )
    assert (shell.folder / "mine.match").read_text("utf-8") == "precious"


def test_a_folder_is_no_name_for_a_match(shell: Shell) -> None:
    said = shell.run("new", "skirmish", "-o", ".", code=2).err
    assert said == "phaseline: .: this is a folder; name a file in it with -o\n"


def test_the_same_seed_gives_the_same_match(shell: Shell) -> None:
    for name, seed in (("a", "summer"), ("b", "summer"), ("c", "winter")):
        shell.run("new", "skirmish", "-o", f"{name}.match", "--seed", seed, "--player", "red=Ada")
    a, b, c = ((shell.folder / f"{name}.match").read_text("utf-8") for name in "abc")
    assert a == b != c
    assert "seat Red: Ada\n" in a


def test_options_are_checked(shell: Shell) -> None:
    shell.run("new", "skirmish", "--option", "weather=dry", "--option", "fog=false")
    assert '"fog": false, "weather": "dry"' in (shell.folder / "skirmish-ford.match").read_text("utf-8")
    answer = shell.run("new", "skirmish", "--option", "wether=dry", code=2)
    assert 'no option "wether"; it has: fog, weather' in answer.err
    answer = shell.run("new", "skirmish", "--option", "weather=hot", code=2)
    assert 'option weather of skirmish cannot be "hot"; write rolled | dry' in answer.err
    answer = shell.run("new", "skirmish", "--option", "weather=dry", "--option", "weather=rolled", code=2)
    assert '--option: "weather" is given twice' in answer.err
    answer = shell.run("new", "skirmish", "--option", "weather", code=2)
    assert 'option "weather": write it as NAME=VALUE' in answer.err


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("new", "skirmsh"), 'there is no game "skirmsh"; did you mean skirmish?'),
        (("new", "skirmish", "fjord"), 'no scenario "fjord"; it has: ford, ridge'),
        (("new", "skirmish", "--pack", "nowhere"), "pack.toml: there is no such file"),
        (("new", "skirmish", "--player", "green=x"), 'no seat "green"; it has: Blue, Red'),
        (
            ("new", "skirmish", "-o", "nowhere/a.match"),
            "nowhere/a.match: there is no folder nowhere; make it",
        ),
        (("show",), "there is no match file (*.match) here"),
        (("show", "gone.match"), "gone.match: there is no such file; phaseline new GAME starts a match"),
        (("replay", "gone.match"), "gone.match: there is no such file; name a record (*.record) or a match"),
        (("export", "gone.match", "--to", "jsonl"), "gone.match: there is no such file; name a record"),
    ],
)
def test_bad_input_is_one_line_that_says_what_to_do(
    shell: Shell, words: tuple[str, ...], complaint: str
) -> None:
    answer = shell.run(*words, code=2)
    assert complaint in answer.err
    assert answer.err.count("\n") == 1
    assert answer.out == ""


def test_the_only_match_here_need_not_be_named(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.new()
    assert "ford.match" in shell.run("show").out
    shell.run("new", "skirmish", "ridge", "-o", "ridge.match")
    assert "several match files are here (ford.match, ridge.match)" in shell.run("show", code=2).err
    assert "ridge.match" in shell.run("show", "ridge", "-s", "red").out
    monkeypatch.setenv("PHASELINE_MATCH", "ford.match")
    assert "ford.match" in shell.run("show").out


def test_a_damaged_file_names_its_line(shell: Shell) -> None:
    path = shell.new()
    text = path.read_text("utf-8")
    path.write_text(text.replace("stance hold", "stance hide"), "utf-8")
    assert shell.run("show", code=2).err.startswith("phaseline: ford.match: line ")
    path.write_bytes(b"\xff\xfe\x00")
    assert "ford.match: this is no text file" in shell.run("show", code=2).err
    path.write_text("hello\n", "utf-8")
    assert "ford.match: this is no record of a match" in shell.run("show", code=2).err


def test_saving_detects_another_writer(shell: Shell) -> None:
    path = shell.new()
    mine, yours = matchfile.read("ford.match"), matchfile.read("ford.match")
    yours.match.submit(0, yours.match.parse("move 3rd-foot 0303"))
    yours.save()
    saved = path.read_text("utf-8")
    mine.match.submit(0, mine.match.parse("done"))
    with pytest.raises(UserError, match="changed by someone else"):
        mine.save()
    assert path.read_text("utf-8") == saved
    assert [item.name for item in shell.folder.iterdir()] == ["ford.match"]


def test_a_failed_write_leaves_the_old_file_whole(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    path = shell.new()
    before = path.read_text("utf-8")
    file = matchfile.read("ford.match")
    file.match.submit(0, file.match.parse("done"))

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserError, match=r"cannot be written.*No space left"):
        file.save()
    assert path.read_text("utf-8") == before
    assert [item.name for item in shell.folder.iterdir()] == ["ford.match"]


def test_a_lock_left_behind_is_overcome(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell.new()
    (shell.folder / ".ford.match.lock").touch()
    monkeypatch.setattr(matchfile, "LOCK_PATIENCE", 0.05)
    shell.run("do", "done")
    assert [item.name for item in shell.folder.iterdir()] == ["ford.match"]


def test_a_file_keeps_its_permissions(shell: Shell) -> None:
    path = shell.new()
    path.chmod(0o640)
    shell.run("do", "done")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_saved_match_is_the_same_match(shell: Shell) -> None:
    shell.new()
    file = matchfile.read("ford.match")
    again = record.load(file.text)
    assert again.position == file.match.position
    assert again.seed == file.match.seed is not None


def test_replay_says_what_a_record_does_not_prove(shell: Shell) -> None:
    path = shell.new()
    assert "note: " not in shell.run("replay", "ford.match").out
    text = path.read_text("utf-8")
    bare = "".join(line for line in text.splitlines(keepends=True) if not line.startswith("seed: "))
    path.write_text(bare.replace("game: skirmish 1.2", "game: skirmish 0.9"), "utf-8")
    said = shell.run("replay", "ford.match", "--quiet").out
    assert "note: it was played by the rules of Skirmish, version 0.9; these are 1.2\n" in said
    assert "note: the seed is missing: nobody can check that the dice fell as recorded\n" in said
    assert "verified: 2 orders" in said
    path.write_text(text.replace("result: under way", "result: Blue, case 10.1, it has won"), "utf-8")
    assert "header: the result is 'under way'" in shell.run("replay", "ford.match", code=2).err


def test_what_a_file_says_does_not_steer_the_terminal(shell: Shell) -> None:
    path = shell.new()
    path.write_text(path.read_text("utf-8").replace("Blue: stance", "Blue: \x9b2J"), "utf-8")
    said = shell.run("replay", "ford.match", code=2).err
    assert "line 13: it holds a control character" in said or "line 14: it holds a control character" in said
    assert "\x9b" not in said


def test_a_match_file_that_is_a_link_stays_one(shell: Shell) -> None:
    kept = shell.new()
    Path("cloud").mkdir()
    kept.rename("cloud/ford.match")
    kept.symlink_to("cloud/ford.match")
    before = Path("cloud/ford.match").read_text("utf-8")
    shell.run("do", "ford.match", "done")
    assert kept.is_symlink()
    assert Path("cloud/ford.match").read_text("utf-8").startswith(before.split("= ")[0])
    assert "Blue: done" in Path("cloud/ford.match").read_text("utf-8")
