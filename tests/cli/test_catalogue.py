"""games, scenarios, rules, cases, words."""

import ast
import json
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from tests.cli.conftest import Shell

from phaseline.engine import coverage as reports
from phaseline.engine import installed, registry
from phaseline.engine.casefile import vocabulary
from phaseline.engine.coverage import Coverage
from phaseline.engine.installed import Installed
from phaseline.engine.ledger import Ledger, RuleCase

ROOT = Path(__file__).parents[2]


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


def test_rulings_that_a_case_names_are_told_with_it(shell: Shell) -> None:
    told = shell.run("rules", "eisenhower", "13.8c").out
    assert "Alpine Fortress" in told.split("R28", 2)[2]
    one = shell.run("rules", "eisenhower", "r28", "--json").json
    assert one["number"] == "R28"
    assert one["decision"].startswith("The marker wins")
    assert "tells the ruling R" in shell.run("rules", "westfront", "6").out


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
        RuleCase("1", "the map", False, "A map.", reason="a heading"),
        RuleCase("1.1", "hexes", True, "Hexes."),
        RuleCase("2.1", "fire", True, "Fire."),
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
        == "skirmish: 2 testable, 1 implemented, 1 tested, 1 wrong mark: not complete"
    )
    assert "x.py:3: there is no case 9.9" in answer.err
    answer = shell.run("cases", "skirmish", "--json", code=1)
    assert json.loads(answer.out) == {"testable": 2, "implemented": 1, "tested": 1}


def test_where_one_case_is_carried_out_and_tested(shell: Shell) -> None:
    out = shell.run("cases", "skirmish", "9.4").out
    assert out.startswith("9.4  ")
    kept, held = out.split("  tested ")
    assert "\n  carried out  src/phaseline/games/skirmish/" in kept
    assert "tests/cases/skirmish/09-combat.yaml:" in held
    (case,) = shell.run("cases", "skirmish", "9.4", "--json").json
    assert case["number"] == "9.4"
    for place in [*case["implemented"], *case["tested"]]:
        file, _, line = place.rpartition(":")
        near = (ROOT / file).read_text("utf-8").splitlines()[int(line) - 1 : int(line) + 12]
        assert any("9.4" in text for text in near), place


def test_a_case_with_its_parts_and_one_that_is_not_there(shell: Shell) -> None:
    out = shell.run("cases", "eisenhower", "11.2").out
    assert out.startswith("11.2a  ")
    assert "\n11.2b  " in out
    assert "\n11.3" not in out
    assert "there is no case 6.99; near it: 6." in shell.run("cases", "skirmish", "6.99", code=2).err


def test_one_case_is_found_without_reading_what_does_not_name_it(monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[str] = []
    parse = reports._python

    def noted(text: str) -> ast.Module:
        read.append(text)
        return parse(text)

    monkeypatch.setattr(reports, "_python", noted)
    reports.coverage("westfront", "phaseline.games.westfront", numbers=["1.39c"])
    assert 0 < len(read) < 30
    assert all("1.39c" in text for text in read if text)


def test_the_words_of_case_files(shell: Shell) -> None:
    assert shell.run("words", "skirmish").out == vocabulary(registry.game("skirmish")) + "\n"
    assert 'there is no game "chess"' in shell.run("words", "chess", code=2).err


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
