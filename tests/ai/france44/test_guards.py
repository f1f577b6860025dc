"""Who guards a place: enemies who cannot attack take it, too, when nobody is there."""

import dataclasses

import pytest
from tests.ai.france44.conftest import FRANCE, played, state_of, sweep
from tests.ai.staffs import at_turn, sight_of

from phaseline.ai.agent import UNLIMITED
from phaseline.ai.driver import observe
from phaseline.ai.france44.attacks import Strikes, _Outcomes
from phaseline.ai.france44.council import FranceCouncil
from phaseline.ai.france44.ground import Ground, ground
from phaseline.ai.france44.march import March
from phaseline.ai.france44.situation import Situation
from phaseline.ai.sight import Clock
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState

MARSEILLE = "5082"


@pytest.fixture(scope="module")
def anvil() -> FranceScenario:
    """Few units, and places far apart."""
    scenario: FranceScenario = FRANCE.load("anvil")
    return scenario


@pytest.fixture
def held(anvil: FranceScenario) -> FranceState:
    """The last turn: one Allied division, in Marseille; a German headquarters three hexes away."""
    s = state_of(played(anvil, 1, at_turn(12, "allied movement"), staffs=()))
    sweep(s)
    s.put(anvil.number["us-045"], anvil.hex_at(MARSEILLE, "test"))
    s.put(anvil.number["ge-hq-blaskowitz"], anvil.hex_at("5079", "test"))
    s.position.control |= 1 << anvil.hex_at(MARSEILLE, "test")
    s.position.turn = anvil.last_turn
    s.changed()
    return s


def seeing(anvil: FranceScenario, seat: int = ALLIED) -> Ground:
    """As the general sees it."""
    return ground(anvil).under(FranceCouncil(anvil, seat)._weights[""])


def test_a_general_leaves_no_place_to_a_headquarters_that_could_walk_in(
    anvil: FranceScenario, held: FranceState
) -> None:
    marseille, guard = anvil.hex_at(MARSEILLE, "test"), 1 << anvil.number["us-045"]
    officer, general = Situation(ground(anvil), held, ALLIED), Situation(seeing(anvil), held, ALLIED)
    assert (officer.walked, officer.danger(marseille, 0), officer.away(guard)) == (0, 0.0, 0.0)
    assert general.walked >> marseille & 1
    assert general.danger(marseille, 0) == 1.0
    assert general.danger(marseille, 1) == 0.0
    assert general.away(guard) == pytest.approx(general.by.attack.away * general.worth(marseille))


def test_who_is_hungry_walks_too_and_who_is_far_does_not(anvil: FranceScenario, held: FranceState) -> None:
    marseille = anvil.hex_at(MARSEILLE, "test")
    held.put(anvil.number["ge-hq-blaskowitz"], anvil.hex_at("4862", "test"))
    assert not Situation(seeing(anvil), held, ALLIED).walked >> marseille & 1
    division = anvil.number["ge-338"]
    held.put(division, anvil.hex_at("5080", "test"))
    assert not Situation(seeing(anvil), held, ALLIED).walked >> marseille & 1
    held.position.hungry |= 1 << division
    held.changed()
    assert Situation(seeing(anvil), held, ALLIED).walked >> marseille & 1


def test_nobody_walks_in_after_the_last_turn_and_before_it_nobody_minds(
    anvil: FranceScenario, held: FranceState
) -> None:
    assert Situation(seeing(anvil), held, ALLIED).walked
    assert not Situation(seeing(anvil, GERMAN), held, GERMAN).walked
    held.position.turn = anvil.last_turn - 1
    held.changed()
    assert not Situation(seeing(anvil), held, ALLIED).walked


def test_a_staff_in_a_hurry_asks_once_a_turn_who_could_walk_in(
    anvil: FranceScenario, held: FranceState
) -> None:
    match = played(anvil, 1, at_turn(12, "allied movement"), staffs=())
    sight = dataclasses.replace(sight_of(observe(match, ALLIED)), state=held)
    staff = FranceCouncil(anvil, ALLIED).taken(ALLIED, "", None, swift=True)
    walked = staff._view(sight).walked
    assert walked >> anvil.hex_at(MARSEILLE, "test") & 1
    held.put(anvil.number["ge-hq-blaskowitz"], anvil.hex_at("4862", "test"))
    held.changed()
    assert Situation(staff.ground, held, ALLIED).walked != walked
    assert staff._view(sight).walked == walked


def test_such_a_place_is_a_goal_to_hold(anvil: FranceScenario, held: FranceState) -> None:
    marseille = anvil.hex_at(MARSEILLE, "test")

    def wanted(view: Situation) -> list[str]:
        march = March(view, 0, {}, Clock(UNLIMITED), {}, {})
        return [goal.why for goal in march.goals() if goal.hex == marseille]

    assert wanted(Situation(ground(anvil), held, ALLIED)) == []
    assert wanted(Situation(seeing(anvil), held, ALLIED)) == ["to hold it"]


def test_an_attack_counts_a_main_effort_in_full(anvil: FranceScenario, held: FranceState) -> None:
    marseille, unit = anvil.hex_at(MARSEILLE, "test"), anvil.number["us-045"]
    here = anvil.hex_at("5081", "test")
    held.put(unit, here)
    held.put(anvil.number["ge-244"], marseille)
    plain = Situation(ground(anvil), held, ALLIED)
    view = Situation(ground(anvil).under(ground(anvil).by, (marseille, 60.0)), held, ALLIED)
    prize = _Outcomes(Strikes(view, {unit: 1 << here}, 0), marseille, {unit: here}).prize
    assert prize == pytest.approx(plain.worth(marseille) + 60.0)
    assert prize > view.by.worth.most
