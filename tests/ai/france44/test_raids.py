"""Enemies who march and attack nowhere: they are expected where nobody stands, and turned out of what they have taken."""

from typing import Any

import pytest
from tests.ai.france44.conftest import FRANCE, played, state_of, sweep
from tests.ai.staffs import at_turn, sight_of

from phaseline.ai.driver import observe
from phaseline.ai.france44 import planner as module
from phaseline.ai.france44.council import FranceCouncil
from phaseline.ai.france44.errands import errands
from phaseline.ai.france44.ground import Ground, ground
from phaseline.ai.france44.planner import FrancePlanner
from phaseline.ai.france44.situation import Situation
from phaseline.ai.planning import reweighed
from phaseline.engine.events import Event
from phaseline.games.france44.position import DEAD, GERMAN
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex

HANNOVER, NEAR, FAR_OFF = "6909", "6409", "6309"
RAIDER, GUARD = "us-a02", "ge-fj2"


@pytest.fixture(scope="module")
def rhine() -> FranceScenario:
    """Cities beyond the river bring the Allies a point each turn."""
    scenario: FranceScenario = FRANCE.load("rhine")
    return scenario


def wary(scenario: FranceScenario) -> Ground:
    """The ground of somebody who reckons with raids."""
    known = ground(scenario)
    return known.under(reweighed(known.by, {"march": {"raids": True}}))


@pytest.fixture
def raid(rhine: FranceScenario) -> FranceState:
    """The Germans' march: an Allied armoured division five hexes from Hannover, which one division holds, and nobody else."""
    s = state_of(played(rhine, 1, at_turn(rhine.first_turn, "german movement"), staffs=()))
    sweep(s)
    s.put(rhine.number[RAIDER], at(rhine, NEAR))
    s.put(rhine.number[GUARD], at(rhine, HANNOVER))
    s.changed()
    return s


def at(scenario: FranceScenario, name: str) -> Hex:
    """A hex by its number."""
    return scenario.hex_at(name, "test")


def danger(view: Situation, scenario: FranceScenario) -> float:
    """How likely Hannover is lost with nobody in it."""
    return view.danger(at(scenario, HANNOVER), 0.0)


def test_who_does_not_attack_may_still_walk_in(rhine: FranceScenario, raid: FranceState) -> None:
    calm = 0.125
    trusting = Situation(ground(rhine), raid, GERMAN, calm, 1.0)
    assert danger(trusting, rhine) <= calm
    assert danger(Situation(wary(rhine), raid, GERMAN, calm, 1.0), rhine) == 1.0
    assert danger(Situation(wary(rhine), raid, GERMAN, calm, calm), rhine) == calm, "he does not even move"


def test_a_garrison_is_missed_where_a_march_leads(rhine: FranceScenario, raid: FranceState) -> None:
    raider, guard = rhine.number[RAIDER], 1 << rhine.number[GUARD]
    raid.put(raider, at(rhine, FAR_OFF))
    trusting, found = Situation(ground(rhine), raid, GERMAN), Situation(wary(rhine), raid, GERMAN)
    hannover = at(rhine, HANNOVER)
    assert not trusting.threat.area >> hannover & 1, "too far for an attack"
    assert found.raided >> hannover & 1, "not for a strategic march"
    assert trusting.away(guard) == 0.0
    assert found.away(guard) == pytest.approx(found.by.attack.away * found.worth(hannover))
    raid.position.hungry |= 1 << raider
    assert not Situation(wary(rhine), raid, GERMAN).raided


def test_a_city_that_was_left_behind_is_taken_back(rhine: FranceScenario, raid: FranceState) -> None:
    hannover, guard = at(rhine, HANNOVER), rhine.number[GUARD]
    raid.put(guard, at(rhine, NEAR))
    raid.put(rhine.number[RAIDER], DEAD)
    raid.position.control |= 1 << hannover
    raid.changed()
    sent = errands(Situation(wary(rhine), raid, GERMAN))
    assert sent[guard].goal == hannover
    assert guard not in errands(Situation(ground(rhine), raid, GERMAN))
    raid.put(rhine.number[RAIDER], hannover)
    assert guard not in errands(Situation(wary(rhine), raid, GERMAN)), "it has to be fought for"


def test_the_general_of_the_campaign_reckons_with_raids(campaign: FranceScenario) -> None:
    general = FranceCouncil(campaign, GERMAN).staff(GERMAN, "", None)
    assert isinstance(general, FrancePlanner)
    assert general.ground.by.march.raids
    assert not FrancePlanner(campaign, GERMAN).ground.by.march.raids


def test_a_march_brings_the_fear_of_raids_back(
    rhine: FranceScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Situation] = []

    def noted(*known: Any) -> Situation:
        seen.append(Situation(*known))
        return seen[-1]

    monkeypatch.setattr(module, "Situation", noted)
    planner = FrancePlanner(rhine, GERMAN)

    def fears(turn: int) -> tuple[float, float]:
        begun = played(rhine, 1, at_turn(turn, "german movement"), staffs=())
        planner.order(sight_of(observe(begun, GERMAN)))
        return seen[-1].fear, seen[-1].intrusion

    def marches(unit: str) -> None:
        planner.hear([Event(kind="move", case="6.1", text="", facts={"unit": rhine.number[unit]})])

    first = rhine.first_turn
    assert fears(first) == (1.0, 1.0)
    marches(GUARD)
    assert fears(first + 1) == (0.5, 0.5), "that was one of his own"
    marches(RAIDER)
    assert fears(first + 2) == (0.25, 1.0)
