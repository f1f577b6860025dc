"""Air units bar the enemy's lines of supply where that isolates him, and open those of one's own."""

import pytest
from tests.ai.france44.conftest import FRANCE, new_match, played, state_of
from tests.ai.staffs import at_turn, play_on, sight_of

from phaseline.ai.driver import observe
from phaseline.ai.france44 import cordons
from phaseline.ai.france44.cordons import flights, reopening
from phaseline.ai.france44.council import FranceCouncil
from phaseline.ai.france44.ground import Ground, ground
from phaseline.ai.france44.planner import FrancePlanner
from phaseline.ai.france44.situation import Situation
from phaseline.ai.france44.swift import SwiftPlanner
from phaseline.engine.events import Event
from phaseline.engine.match import Match
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import supply
from phaseline.games.france44.scenario import FranceScenario
from phaseline.hexgrid import hexes, mask_of


@pytest.fixture(scope="module")
def falaise() -> FranceScenario:
    """The Germans in Normandy, with ten Allied air units above them."""
    scenario: FranceScenario = FRANCE.load("falaise")
    return scenario


@pytest.fixture(scope="module")
def seeing(falaise: FranceScenario) -> Ground:
    """The ground as a general looks upon it."""
    return ground(falaise).under(FranceCouncil(falaise, ALLIED)._weights[""])


@pytest.fixture(scope="module")
def evening(falaise: FranceScenario, seeing: Ground) -> Match:
    """The attacks of the first Allied turn have been made, by somebody who keeps air units for this."""
    general = FrancePlanner(falaise, ALLIED)
    general.ground = seeing
    return play_on(new_match(falaise, 1), {ALLIED: general}, at_turn(8, "allied tactical air"), 1, 500)


def test_air_units_that_isolate_many_are_kept_from_attacks(falaise: FranceScenario, seeing: Ground) -> None:
    state = state_of(played(falaise, 1, at_turn(8, "announcing"), staffs=(ALLIED,)))
    kept = FrancePlanner(falaise, ALLIED)._kept(Situation(ground(falaise), state, ALLIED))
    assert kept == []  # an officer does not think of it
    kept = FrancePlanner(falaise, ALLIED)._kept(Situation(seeing, state, ALLIED))
    assert len(kept) >= 8
    assert min(kept) > 1.0


def test_a_general_flies_where_he_isolates(falaise: FranceScenario, seeing: Ground, evening: Match) -> None:
    sight = sight_of(observe(evening, ALLIED))
    officer, general = FrancePlanner(falaise, ALLIED), FrancePlanner(falaise, ALLIED)
    general.ground = seeing
    first = flights(Situation(seeing, sight.state, ALLIED))
    assert general.order(sight) in first
    officer.order(sight)
    assert general._barred == mask_of(order.to for order in first)
    assert officer._barred == 0


def test_a_general_says_whom_he_isolates(falaise: FranceScenario, seeing: Ground, evening: Match) -> None:
    sight = sight_of(observe(evening, ALLIED))
    general = FrancePlanner(falaise, ALLIED)
    general.ground = seeing
    general._said = ["Attacks that have been made."]
    order = general.order(sight)
    (why,) = general.explain()
    assert why == next(
        why for flight, why in flights(Situation(seeing, sight.state, ALLIED)).items() if flight == order
    )
    assert why.startswith(
        "Isolate 1st SS Panzer Leibstandarte, 2nd Panzer, 116th Panzer and 21 others: 10 air units over "
    )


def test_the_flights_isolate_most_of_the_army_in_normandy(seeing: Ground, evening: Match) -> None:
    state = state_of(evening).copy()
    before = supply.isolated(state, GERMAN)
    for order in flights(Situation(seeing, state, ALLIED)):
        assert state.legal(ALLIED).refusal(order) is None
        state.position.wings[order.wing] = order.to
    assert supply.isolated(state, GERMAN).bit_count() >= before.bit_count() + 12


def test_one_air_unit_opens_a_gap_in_a_thin_cordon(
    falaise: FranceScenario, seeing: Ground, evening: Match
) -> None:
    state = state_of(evening).copy()
    for order in flights(Situation(seeing, state, ALLIED)):
        state.position.wings[order.wing] = order.to
    cut = supply.isolated(state, GERMAN)
    assert reopening(Situation(seeing, state, GERMAN)) == {}
    state.position.cut |= cut
    gaps = reopening(Situation(seeing, state, GERMAN))
    best = max(gaps, key=lambda hex: gaps[hex])
    state.position.wings[min(hexes(falaise.side_wings[GERMAN]))] = best
    assert supply.isolated(state, GERMAN).bit_count() < cut.bit_count()


def test_who_opens_gaps_is_held_where_he_is(falaise: FranceScenario, seeing: Ground, evening: Match) -> None:
    state = state_of(evening).copy()
    front = falaise.hex_at("2037", "test")
    for wing in hexes(falaise.side_wings[GERMAN]):
        state.position.wings[wing] = front
    sent = flights(Situation(seeing, state, ALLIED), holding=True)
    held = falaise.side_wings[GERMAN].bit_count() + 1
    assert sum(flight.to == front for flight in sent) == held < len(sent)


def test_nobody_is_held_where_nothing_can_be_barred(
    seeing: Ground, evening: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = state_of(evening).copy()
    monkeypatch.setattr(cordons, "_planned", lambda _view, _wings: {})
    assert flights(Situation(seeing, state, ALLIED), holding=True) == {}


def test_no_unit_withers_after_the_last_german_turn(falaise: FranceScenario, seeing: Ground) -> None:
    state = state_of(new_match(falaise, 1)).copy()
    state.position.turn = 12
    view = Situation(seeing, state, GERMAN)
    assert view.last
    assert cordons._planned(view, dict.fromkeys(hexes(falaise.side_wings[GERMAN]), -1)) == {}


def test_who_flies_away_bars_nothing_where_he_stood(seeing: Ground, evening: Match) -> None:
    """As many are isolated after the flights as the plan says, wherever the air units stood before (R60)."""
    state = state_of(evening).copy()
    planned = flights(Situation(seeing, state, ALLIED))
    gap = min(flight.to for flight in planned)
    for order in planned:
        state.position.wings[order.wing] = gap
    state.restore(state.position.copy())
    again = flights(Situation(seeing, state, ALLIED))
    assert gap not in {flight.to for flight in again}
    for order in again:
        state.position.wings[order.wing] = order.to
    assert len(again) >= 8
    assert supply.isolated(state, GERMAN).bit_count() >= 12


def test_a_staff_in_a_hurry_does_not_ask(falaise: FranceScenario, seeing: Ground) -> None:
    state = state_of(played(falaise, 1, at_turn(8, "announcing"), staffs=(ALLIED,)))
    swift = SwiftPlanner(falaise, ALLIED)
    swift.ground = seeing
    assert swift._kept(Situation(seeing, state, ALLIED)) == []


def test_an_enemy_who_flies_to_where_his_supply_is_barred_is_noticed(falaise: FranceScenario) -> None:
    planner = FrancePlanner(falaise, ALLIED)
    planner._barred = 1 << 5
    own, other = min(hexes(falaise.side_wings[ALLIED])), min(hexes(falaise.side_wings[GERMAN]))
    for wing, hex, opened in ((own, 5, False), (other, 6, False), (other, 5, True)):
        planner.hear([Event(kind="air", case="9.13a", text="", facts={"wing": wing, "hex": hex})])
        assert planner._opened is opened


def test_nobody_flies_to_isolate_where_air_is_agreed_not_to() -> None:
    agreed: FranceScenario = FRANCE.load("falaise", {"air_isolates": False})
    seeing = ground(agreed).under(FranceCouncil(agreed, ALLIED)._weights[""])
    state = state_of(played(agreed, 1, at_turn(8, "announcing"), staffs=(ALLIED,)))
    view = Situation(seeing, state, ALLIED)
    assert view.by.air.cut > 0
    assert cordons.worths(view) == []
    assert flights(view) == {}
