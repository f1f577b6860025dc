"""Briefings: every scenario that is played on a map has one, and what it says is so."""

from __future__ import annotations

from pathlib import Path

import pytest

from phaseline.engine import registry
from phaseline.engine.aids.stakes import ADVICE, read_briefing
from phaseline.engine.ledger import Ledger
from phaseline.engine.packs import DataError
from phaseline.games.skirmish import GAME

SCENARIOS = [
    (key, scenario)
    for key in ("skirmish", "eisenhower", "war_in_europe", "westfront")
    for scenario in registry.game(key).scenarios()
]


@pytest.mark.parametrize(("key", "name"), SCENARIOS)
def test_every_scenario_has_a_briefing_whose_cases_and_places_exist(key: str, name: str) -> None:
    game = registry.game(key)
    scenario = game.load(name)
    ledger = Ledger.read(game.package)
    for seat, side in enumerate(game.seats):
        briefing = game.aids.briefing(scenario, seat)
        assert briefing is not None, f"{side} of {name} is not briefed"
        assert [aim.side for aim in briefing.aims] == sorted(range(len(game.seats)), key=lambda n: n != seat)
        assert len(briefing.advice) == ADVICE
        assert all(aim.lines for aim in briefing.aims)
        lines = [*briefing.special, *(line for aim in briefing.aims for line in aim.lines)]
        cited = {line.case for line in lines} | {each.case for each in briefing.objectives}
        assert all(number in ledger for number in cited), [number for number in cited if number not in ledger]
        shown = {*briefing.frame, *(hex for each in briefing.objectives for hex in each.hexes)}
        assert shown
        assert all(scenario.map.on_map >> hex & 1 for hex in shown)
        assert "\n" not in briefing.situation


def test_a_spectator_is_given_no_advice() -> None:
    briefing = GAME.aids.briefing(GAME.load("ford"), None)
    assert briefing is not None
    assert briefing.advice == ()
    assert len(briefing.aims) == 2


def test_a_game_may_do_without() -> None:
    assert read_briefing(GAME.package, "nowhere") is None


def test_the_objectives_of_a_skirmish_are_those_of_its_scenario() -> None:
    for name in GAME.scenarios():
        scenario, briefing = GAME.load(name), GAME.aids.briefing(GAME.load(name), 0)
        assert briefing is not None
        told = {hex: int(each.title.split()[0]) for each in briefing.objectives for hex in each.hexes}
        assert told == scenario.objectives
        assert briefing.length == f"{scenario.turns} turns"


def test_advice_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "bare_game" / "data" / "briefings"
    folder.mkdir(parents=True)
    (tmp_path / "bare_game" / "__init__.py").write_text("")
    (folder / "one.toml").write_text(
        'situation = "War."\nlength = "1 turn"\ntime = "a minute"\n'
        'size = "1 unit"\ndifficulty = "easy"\nalone = "well"\nalone_text = "So."\n[sides.Blue]\naim = []\nadvice = ["Win."]\n'
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(DataError, match=r"one.toml: sides.Blue.advice: give 3 pieces of advice, not 1"):
        read_briefing("bare_game", "one")
