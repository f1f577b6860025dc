"""What is open to the enemy once those have left who bar his way."""

from collections.abc import Mapping

import pytest
from tests.ai.france44.conftest import FRANCE, played, state_of, sweep
from tests.ai.staffs import at_turn, play_on

from phaseline.ai.france44.council import FranceCouncil
from phaseline.ai.france44.ground import ground
from phaseline.ai.france44.planner import FrancePlanner
from phaseline.ai.france44.situation import Situation
from phaseline.games.france44.position import GERMAN
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes

ESSEN, BEHIND = "5817", "6417"
ARMOUR = "us-a02"


@pytest.fixture(scope="module")
def rhine() -> FranceScenario:
    """The scenario in which the general looks ahead."""
    scenario: FranceScenario = FRANCE.load("rhine")
    return scenario


@pytest.fixture
def ring(rhine: FranceScenario) -> FranceState:
    """Allied armour in Essen, with a German division in each hex around it, and nobody else."""
    s = state_of(played(rhine, 1, at_turn(rhine.first_turn, "german movement"), staffs=()))
    germans = hexes(s.on_map(GERMAN) & rhine.divisions)
    essen = rhine.hex_at(ESSEN, "test")
    sweep(s)
    s.put(rhine.number[ARMOUR], essen)
    for hex in rhine.board.grid.neighbours(essen):
        s.put(next(germans), hex)
    s.changed()
    return s


def test_who_leaves_opens_what_lies_behind_him(rhine: FranceScenario, ring: FranceState) -> None:
    armour, back = rhine.number[ARMOUR], rhine.hex_at(BEHIND, "test")
    view = Situation(ground(rhine), ring, GERMAN)
    strength, before = view.strikes[armour]
    view.foresee(dict.fromkeys(hexes(ring.on_map(GERMAN)), back))
    then, after = view.strikes[armour]
    assert then == strength
    assert after & before == before, "he may also stay"
    assert after.bit_count() > 2 * before.bit_count()
    assert {view.threat.at(hex) for hex in hexes(after & ~before)} == {strength}


def test_who_stays_opens_nothing(rhine: FranceScenario, ring: FranceState) -> None:
    view = Situation(ground(rhine), ring, GERMAN)
    before = dict(view.strikes)
    view.foresee({unit: ring.position.at[unit] for unit in hexes(ring.on_map(GERMAN))})
    assert view.strikes == before


def test_nobody_comes_any_more_in_the_last_turn(
    rhine: FranceScenario, ring: FranceState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Situation, "last", True)
    view = Situation(ground(rhine), ring, GERMAN)
    view.foresee(dict.fromkeys(hexes(ring.on_map(GERMAN)), rhine.hex_at(BEHIND, "test")))
    assert view.threat.area == 0


@pytest.mark.parametrize("who", ["general", "officer", "hurried"])
def test_only_a_general_with_time_lays_his_march_out_again(
    who: str, rhine: FranceScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Mapping[int, Hex]] = []
    look = Situation.foresee

    def foresee(view: Situation, at: Mapping[int, Hex]) -> None:
        asked.append(at)
        look(view, at)

    monkeypatch.setattr(Situation, "foresee", foresee)
    council = FranceCouncil(rhine, GERMAN)
    planner = {
        "general": council.staff(GERMAN, "", None),
        "officer": FrancePlanner(rhine, GERMAN),
        "hurried": council.taken(GERMAN, "", None, swift=True),
    }[who]
    begun = played(rhine, 1, at_turn(rhine.first_turn, "german movement"), staffs=())
    play_on(begun, {GERMAN: planner}, at_turn(rhine.first_turn, "german attacks"), 1, 400)
    assert bool(asked) == (who == "general")
