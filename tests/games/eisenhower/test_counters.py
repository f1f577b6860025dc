"""The counters against every count and value that the rulebook states."""

from collections import Counter

import pytest

from phaseline.games.eisenhower import GAME
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.sheet import colour


@pytest.fixture(scope="module", name="scenario")
def load() -> EisenhowerScenario:
    return GAME.load("historical")


@pytest.mark.case("eisenhower", "tbl.counters")
def test_the_sheet_has_144_counters(scenario: EisenhowerScenario) -> None:
    sheet = scenario.data.counters.sheet
    assert len(scenario.units) == sheet.units
    assert sheet.units + sum(sheet.markers.values()) == sheet.total == 144


@pytest.mark.case("eisenhower", "2.5a")
def test_german_colours(scenario: EisenhowerScenario) -> None:
    by_id = dict(zip(scenario.ids, scenario.units, strict=True))
    assert colour(by_id["1SS"]) == "white on black"
    assert colour(by_id["CH"]) == "black on grey"


@pytest.mark.case("eisenhower", "2.5b")
def test_allied_colours(scenario: EisenhowerScenario) -> None:
    by_id = dict(zip(scenario.ids, scenario.units, strict=True))
    assert {colour(by_id[name]) for name in ("US5", "FX", "F1")} == {"black on green"}
    assert {colour(by_id[name]) for name in ("B1", "C1", "P2")} == {"black on tan"}
    assert {colour(by_id[name]) for name in ("B1A_s", "US18A_s")} == {"white on dark green"}


@pytest.mark.case("eisenhower", "2.7b", "2.7c", "13.3a", "12.2.3a", "3.3.2a")
def test_counts(scenario: EisenhowerScenario) -> None:
    kinds = Counter(unit.type for unit in scenario.units)
    assert (kinds["flak"], kinds["mountain_infantry"], kinds["mountain"]) == (7, 7, 1)
    assert {name for name, unit in zip(scenario.ids, scenario.units, strict=True) if unit.size == "army"} == {
        "12A",
        "AOL",
    }
    assert scenario.yugoslavs.bit_count() == 5
    assert (scenario.capable & scenario.side_units[1]).bit_count() == 7 + 5
    assert sum(unit.setup == "3304" for unit in scenario.units) == 4


@pytest.mark.case("eisenhower", "12.2.1a")
def test_coded_reinforcements(scenario: EisenhowerScenario) -> None:
    coded = {
        name
        for name, entry in zip(scenario.ids, scenario.entries, strict=True)
        if entry is not None and entry.where
    }
    mobile = {name for name in coded if scenario.units[scenario.number[name]].mobile}
    assert mobile == {"HCV", "18Mtn", "97", "AOL"}
    assert len(coded - mobile) == 3
