"""What the lobby is told of scenarios is so."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import Struct

from phaseline.ai import registry as agents
from phaseline.engine import registry
from phaseline.engine.dice import SeededDice
from phaseline.server.catalogue import _about, _option_told, introduced
from phaseline.server.viewing.lens import Lens

BRIEFED = [
    key
    for key in registry.games()
    if any(map(registry.game(key).aids.prospectus, registry.game(key).scenarios()))
]
"""The games that brief their players: then they do in every scenario."""
PRINTED = ["eisenhower", "france44", "skirmish", "westfront"]
"""The games with printed tables that battles are settled by."""


@pytest.mark.parametrize("key", registry.games())
def test_every_option_says_what_it_is_for(key: str) -> None:
    for option in _about(registry.game(key)).options:
        assert 1 < len(option.title.split()) < 9, option
        assert not re.search(r"\d\.\d|\(|_", option.title), "in words; the case stands behind them"
        assert len(option.help.split()) > 3, option
        assert not re.search(r"`|^(?:and|or|is|says)\b", option.help), option


def test_options_may_be_told_of_together() -> None:
    class Options(Struct):
        """Some of `a`.

        `a` (the first), `b` and `c` (the last): of all three; `b` counts more. `d` (alone): of one.
        """

        a: int = 0
        b: int = 0
        c: int = 0
        d: int = 0

    game: Any = SimpleNamespace(options_type=Options)
    told = [_option_told(game, name) for name in "abcd"]
    assert [words for _, words in told] == ["of all three; `b` counts more"] * 3 + ["of one"]
    assert [title for title, _ in told] == ["the first", "", "the last", "alone"]


@pytest.mark.parametrize("key", BRIEFED)
def test_every_scenario_tells_what_helps_to_choose_it(key: str) -> None:
    game = registry.game(key)
    first = []
    for name in game.scenarios():
        told = game.aids.prospectus(name)
        assert told is not None, name
        scenario = game.load(name)
        lens = Lens(game.new(scenario, SeededDice(bytes(32))), None, bare=True, salt="")
        units = {piece.unit for piece in lens.sheet.pieces if piece.hex is not None} - {None}
        numbers = [int(word) for word in told.size.split() if word.isdigit()]
        hexes = scenario.map.on_map.bit_count()
        assert numbers == ([len(units), hexes] if hexes else []), name
        assert told.alone_text.endswith(".")
        first += [name] * told.first
    assert len(first) == 1, "one scenario is recommended as the first"


@pytest.mark.parametrize("key", PRINTED)
def test_the_printed_tables_are_there_row_by_row(key: str) -> None:
    game = registry.game(key)
    charts = game.aids.charts(game.load(next(iter(game.scenarios()))))
    assert charts
    for chart in charts:
        assert chart.note
        rows = [row for section in chart.sections for row in section.rows]
        assert len(rows) > 1
        assert {len(row.cells) for row in rows} == {len(chart.columns)}


def test_a_results_table_is_the_one_that_is_rolled_on() -> None:
    game = registry.game("eisenhower")
    scenario = game.load("historical")
    (chart,) = game.aids.charts(scenario)
    assert chart.columns == ("1d6", *scenario.crt.columns)
    cells = [row.cells for section in chart.sections for row in section.rows]
    for roll, row in enumerate(cells, start=1):
        assert row[0] == str(roll)
        assert [str(scenario.crt.result(n, roll)) for n in range(len(row) - 1)] == list(row[1:])


def test_levels_are_offered_by_their_names_to_the_games_that_know_them() -> None:
    offered = {each.key: each for each in introduced()}
    for level, agent in agents.LEVELS.items():
        assert offered[agent].title == level.capitalize()
        assert offered[agent].text.endswith(".")
    assert "skirmish" in offered["general"].games
    assert "skirmish" in offered["marshal"].games
    assert "midway" not in offered["general"].games
    assert offered["staff-1"].title == "Staff-1"


def test_a_level_that_does_no_better_in_a_scenario_than_the_one_below_says_so() -> None:
    westfront = {each.key: each for each in _about(registry.game("westfront")).scenarios}
    assert westfront["W43"].alike == {"marshal": "general"}
    assert westfront["husky"].alike == {}
    # There a marshal thinks, and a general has not the patience.
    assert westfront["S43"].alike == westfront["S44"].alike == {}
    war = {each.key: each for each in _about(registry.game("war_in_europe")).scenarios}
    assert "general" not in war["diadem"].alike
    # One side holds a front there, which the officer does not.
    for key in ("italy_1943", "sichelschnitt", "france_1940", "overlord_1944"):
        assert war[key].alike == {"marshal": "general"}
    france = {each.key: each for each in _about(registry.game("france44")).scenarios}
    assert france["falaise"].alike == {}
    # In the long ones the general looks no turn ahead, but sees more than the officer.
    assert france["campaign"].alike == {"marshal": "general"}
    assert all(not each.alike for each in _about(registry.game("skirmish")).scenarios)
