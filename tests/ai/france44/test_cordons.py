"""Air units bar the enemy's lines of supply where that isolates him, and open those of one's own."""

import pytest
from tests.ai.france44.conftest import FRANCE, played, state_of
from tests.ai.staffs import at_turn

from phaseline.ai.france44.cordons import bars, reopening, worths
from phaseline.ai.france44.ground import ground
from phaseline.ai.france44.planner import FrancePlanner
from phaseline.ai.france44.situation import Situation
from phaseline.engine.events import Event
from phaseline.engine.match import Match
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import supply
from phaseline.games.france44.scenario import FranceScenario
from phaseline.hexgrid import hexes


@pytest.fixture(scope="module")
def falaise() -> FranceScenario:
    """The Germans in Normandy, with ten Allied air units above them."""
    scenario: FranceScenario = FRANCE.load("falaise")
    return scenario


@pytest.fixture(scope="module")
def evening(falaise: FranceScenario) -> Match:
    """The attacks of the first Allied turn have been made."""
    return played(falaise, 1, at_turn(8, "allied tactical air"), staffs=(ALLIED,))


def test_air_units_that_isolate_many_do_not_support_attacks(falaise: FranceScenario) -> None:
    match = played(falaise, 1, at_turn(8, "announcing"), staffs=(ALLIED,))
    view = Situation(ground(falaise), state_of(match), ALLIED)
    assert len(worths(view)) >= 8
    evening = state_of(played(falaise, 1, at_turn(8, "allied tactical air"), staffs=(ALLIED,)))
    free = falaise.side_wings[ALLIED] & ~evening.position.flown
    assert free.bit_count() >= 8


def test_the_flights_isolate_most_of_the_army_in_normandy(falaise: FranceScenario, evening: Match) -> None:
    state = state_of(evening).copy()
    before = supply.isolated(state, GERMAN)
    for order in bars(Situation(ground(falaise), state, ALLIED)):
        assert state.legal(ALLIED).refusal(order) is None
        state.position.wings[order.wing] = order.to
    assert supply.isolated(state, GERMAN).bit_count() >= before.bit_count() + 12


def test_one_air_unit_opens_a_gap_in_a_thin_cordon(falaise: FranceScenario, evening: Match) -> None:
    state = state_of(evening).copy()
    for order in bars(Situation(ground(falaise), state, ALLIED)):
        state.position.wings[order.wing] = order.to
    cut = supply.isolated(state, GERMAN)
    assert reopening(Situation(ground(falaise), state, GERMAN)) == {}
    state.position.cut |= cut
    gaps = reopening(Situation(ground(falaise), state, GERMAN))
    best = max(gaps, key=lambda hex: gaps[hex])
    state.position.wings[min(hexes(falaise.side_wings[GERMAN]))] = best
    assert supply.isolated(state, GERMAN).bit_count() < cut.bit_count()


def test_who_opens_gaps_is_held_where_he_is(falaise: FranceScenario, evening: Match) -> None:
    state = state_of(evening).copy()
    front = falaise.hex_at("2037", "test")
    for wing in hexes(falaise.side_wings[GERMAN]):
        state.position.wings[wing] = front
    flights = bars(Situation(ground(falaise), state, ALLIED), holding=True)
    held = falaise.side_wings[GERMAN].bit_count() + 1
    assert sum(flight.to == front for flight in flights) == held < len(flights)


def test_an_enemy_who_flies_to_where_his_supply_is_barred_is_noticed(falaise: FranceScenario) -> None:
    planner = FrancePlanner(falaise, ALLIED)
    planner._barred = 1 << 5
    own, other = min(hexes(falaise.side_wings[ALLIED])), min(hexes(falaise.side_wings[GERMAN]))
    for wing, hex, opened in ((own, 5, False), (other, 6, False), (other, 5, True)):
        planner.hear([Event(kind="air", case="9.13a", text="", facts={"wing": wing, "hex": hex})])
        assert planner._opened is opened
