"""puzzle: listed, looked at, played against the judge, solved."""

from dataclasses import replace

import pytest
from tests.cli.conftest import Shell

from phaseline.ai.passive import PassiveAgent
from phaseline.cli import puzzling
from phaseline.engine import registry
from phaseline.engine.casefile import CaseFileError
from phaseline.engine.puzzles import Move


def test_puzzles_are_listed(shell: Shell) -> None:
    out = shell.run("puzzle", "skirmish").out
    assert "two-flags" in out
    assert "Two flags" in out
    listed = shell.run("puzzle", "skirmish", "--json").json
    assert {"game", "name", "title", "grade", "task"} == set(listed[0])
    assert f"{len(listed)} puzzles" in out


def test_one_is_looked_at(shell: Shell) -> None:
    out = shell.run("puzzle", "skirmish", "two-flags", "--show").out
    assert "Take both Le Moulin and La Croix" in out
    assert "Le Moulin is Blue's" in out
    assert "16 3-2-6" in out
    assert not list(shell.folder.iterdir())


def test_its_solution_is_told(shell: Shell) -> None:
    out = shell.run("puzzle", "skirmish", "two-flags", "--solution").out
    assert "Blue: move 16th-Hussars 0908" in out
    assert "An objective belongs to the side" in out


def test_one_is_played_to_the_verdict(shell: Shell) -> None:
    typed = "move 13th-Foot Le-Moulin\noutlook\nmove 16th-Hussars La-Croix\ndone\n"
    out = shell.run("puzzle", "skirmish", "two-flags", typed=typed).out
    assert "La Croix is Blue's: not yet" in out
    assert "solved: Le Moulin is Blue's; La Croix is Blue's" in out
    assert "An objective belongs to the side" in out
    assert "Blue wins (solved)" in shell.run("replay", "skirmish-puzzle-two-flags.match").out


def test_a_wrong_try_is_told_what_is_missing(shell: Shell) -> None:
    out = shell.run("puzzle", "skirmish", "two-flags", typed="move 13th-Foot Le-Moulin\ndone\n").out
    assert "not solved; still to do: La Croix is Blue's" in out


def test_a_computer_player_tries_them_all(shell: Shell) -> None:
    out = shell.run("puzzle", "skirmish", "--solve", "passive").out
    assert "passive solves: skirmish 0 of" in out
    tried = shell.run("puzzle", "skirmish", "--solve", "passive", "--json").json
    assert {each["solved"] for each in tried} == {False}


def test_one_that_is_told_the_task_solves_them(shell: Shell) -> None:
    tried = shell.run("puzzle", "skirmish", "--solve", "solver", "--json").json
    assert len(tried) >= 20
    assert sum(each["solved"] for each in tried) >= 0.8 * len(tried)


def test_a_computer_player_tries_the_one_that_is_named(shell: Shell) -> None:
    out = shell.run("puzzle", "skirmish", "two-flags", "--solve", "solver").out
    assert "solver solves: skirmish 1 of 1" in out
    [tried] = shell.run("puzzle", "skirmish", "Two-Flags", "--solve", "passive", "--json").json
    assert tried["name"] == "two-flags"
    assert 'no puzzle "one"' in shell.run("puzzle", "skirmish", "one", "--solve", "passive", code=2).err


def test_puzzles_that_a_computer_player_does_not_play_are_said(shell: Shell) -> None:
    err = shell.run("puzzle", "midway", "--solve", "staff", code=2).err
    assert "--solve: there are no puzzles of midway that staff plays" in err


def test_what_is_not_there_is_said(shell: Shell) -> None:
    assert 'skirmish has no puzzle "one"' in shell.run("puzzle", "skirmish", "one", code=2).err
    assert "nobody" in shell.run("puzzle", "skirmish", "--solve", "nobody", code=2).err


def test_one_that_is_being_written_is_told_what_is_wrong(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = registry.game("skirmish")
    true = game.puzzles["two-flags"]

    def written(*solution: str) -> None:
        puzzle = replace(true, solution=tuple(Move(order) for order in solution))
        monkeypatch.setattr(puzzling, "_find", lambda *_: puzzle)

    words = ("puzzle", "skirmish", "two-flags")
    written("move 13th-Foot 0101")
    told = shell.run(*words, "--solution", code=2).err
    assert (
        told
        == "phaseline: two-flags: move 13th-Foot 0101: case 6.2: it is out of reach with 4 movement points\n"
    )
    written("move 13th-Foot Le-Moulin")
    assert "not solved; still to do: La Croix is Blue's" in shell.run(*words, "--solution", code=1).out

    def nowhere(*_: object) -> None:
        raise CaseFileError('there is no scenario "hill"', file="mine.yaml", line=2, field="scenario")

    monkeypatch.setattr(type(game), "load", nowhere)
    for look in ((), ("--show",), ("--solution",), ("--solve", "passive")):
        told = shell.run(*words, *look, code=2).err
        assert told == 'phaseline: mine.yaml:2: scenario: there is no scenario "hill"\n'


def test_an_agent_that_breaks_down_over_one_is_named(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def order(*_: object) -> None:
        raise LookupError("no way out")

    monkeypatch.setattr(PassiveAgent, "order", order)
    told = shell.run("puzzle", "skirmish", "two-flags", "--solve", "passive", code=2).err
    assert told.startswith("phaseline: PassiveAgent as Blue broke down: LookupError: no way out")
