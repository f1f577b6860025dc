"""games, scenarios, rules, cases."""

import json
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from tests.cli.conftest import Shell

from phaseline.engine import installed, registry
from phaseline.engine.coverage import Coverage
from phaseline.engine.installed import Installed
from phaseline.engine.ledger import Case, Ledger


def test_games_and_scenarios(shell: Shell) -> None:
    assert "skirmish" in shell.run("games").out
    listed = {game["key"]: game for game in shell.run("games", "--json").json}
    assert listed["skirmish"]["seats"] == ["Blue", "Red"]
    data = shell.run("scenarios", "skirmish", "--json").json
    assert data["scenarios"] == {"ford": "The Ford", "ridge": "The Ridge"}
    assert {"name": "fog", "values": "true | false", "default": True} in data["options"]
    assert (Path(data["data"]) / "tables.toml").is_file()
    shown = shell.run("scenarios", "skirmish").out
    assert "rolled | dry" in shown
    assert data["data"] in shown
    assert 'there is no game "chess"' in shell.run("scenarios", "chess", code=2).err


def test_rules_by_number_chapter_and_words(shell: Shell) -> None:
    one = shell.run("rules", "skirmish", "6.2").out
    assert one.startswith("6.2 ")
    assert one.count("\n") == 1
    chapter = [case["number"] for case in shell.run("rules", "skirmish", "6", "--json").json]
    assert chapter[:2] == ["6.1", "6.2"]
    assert {number.partition(".")[0] for number in chapter} == {"6"}
    found = shell.run("rules", "skirmish", "movement", "points", "--json").json
    assert found
    assert all("point" in f"{case['topic']} {case['summary']}".casefold() for case in found)
    assert len(shell.run("rules", "skirmish").out.splitlines()) > 40


def test_rules_that_are_not_there(shell: Shell) -> None:
    assert "there is no case 6.99; near it: 6." in shell.run("rules", "skirmish", "6.99", code=2).err
    assert (
        "no case of skirmish has the words 'dragons'" in shell.run("rules", "skirmish", "dragons", code=2).err
    )


@pytest.fixture
def covered(monkeypatch: pytest.MonkeyPatch) -> dict[str, Coverage]:
    """What the coverage of any game is taken to be, under the key `now`."""
    now: dict[str, Coverage] = {}
    monkeypatch.setattr("phaseline.cli.catalogue.coverage", lambda *_: now["now"])
    return now


LEDGER = Ledger(
    [
        Case("1", "the map", False, "A map.", reason="a heading"),
        Case("1.1", "hexes", True, "Hexes."),
        Case("2.1", "fire", True, "Fire."),
    ]
)


def test_full_coverage_is_exit_code_0(shell: Shell, covered: dict[str, Coverage]) -> None:
    places = {"1.1": ["a.py:1"], "2.1": ["b.py:2"]}
    covered["now"] = Coverage(LEDGER, places, places)
    assert shell.run("cases", "skirmish", "--json").json == {"testable": 2, "implemented": 2, "tested": 2}
    out = shell.run("cases", "skirmish", "--full").out
    assert "a.py:1" in out
    assert "- a heading" in out
    assert out.splitlines()[-1] == "skirmish: 2 testable, 2 implemented, 2 tested: complete"


def test_less_is_exit_code_1_and_says_what_is_missing(shell: Shell, covered: dict[str, Coverage]) -> None:
    covered["now"] = Coverage(
        LEDGER, {"1.1": ["a.py:1"]}, {"1.1": ["t.py:1"]}, ("x.py:3: there is no case 9.9",)
    )
    answer = shell.run("cases", "skirmish", code=1)
    assert "not implemented:\n  2.1     fire\nnot tested:\n  2.1     fire\n" in answer.out
    assert (
        answer.out.splitlines()[-1]
        == "skirmish: 2 testable, 1 implemented, 1 tested, 1 wrong marks: not complete"
    )
    assert "x.py:3: there is no case 9.9" in answer.err
    answer = shell.run("cases", "skirmish", "--json", code=1)
    assert json.loads(answer.out) == {"testable": 2, "implemented": 1, "tested": 1}


def test_a_game_that_cannot_be_loaded_is_told_and_the_others_are_listed(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    entries = [
        EntryPoint("lost", "phaseline.no_such_module:GAME", registry.GROUP),
        EntryPoint("skirmish", "phaseline.games.skirmish:GAME", registry.GROUP),
    ]
    monkeypatch.setattr(installed, "entry_points", lambda **_: entries)
    monkeypatch.setattr(registry, "_GAMES", Installed(registry.GROUP, "game", registry._accept))
    answer = shell.run("games", "--json")
    assert [game["key"] for game in answer.json] == ["skirmish"]
    assert "game lost = phaseline.no_such_module:GAME cannot be loaded" in answer.err
    assert "cannot be loaded" in shell.run("new", "lost", code=2).err
    shell.run("new", "skirmish")
