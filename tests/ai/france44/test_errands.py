"""Far places that bring points: somebody sets out for them while he still comes in time, and he is fed on the way."""

import pytest
from tests.ai.france44.conftest import FRANCE, played, state_of
from tests.ai.staffs import at_turn

from phaseline.ai.france44.council import FranceCouncil
from phaseline.ai.france44.errands import Errand, errands
from phaseline.ai.france44.ground import ground
from phaseline.ai.france44.planner import FrancePlanner
from phaseline.ai.france44.situation import Situation
from phaseline.ai.planning import reweighed
from phaseline.games.france44.position import ALLIED, DEAD, GERMAN
from phaseline.games.france44.rules import victory
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes


@pytest.fixture(scope="module")
def anvil() -> FranceScenario:
    """Provence: Lyon brings three points, and it is three weeks from the beaches."""
    scenario: FranceScenario = FRANCE.load("anvil")
    return scenario


def lyon(scenario: FranceScenario) -> Hex:
    """Where nobody stands guard."""
    return scenario.hex_at("4862", "victory")


def sent(scenario: FranceScenario, state: FranceState) -> dict[int, Hex]:
    """Who is sent where."""
    return {unit: errand.goal for unit, errand in errands(Situation(ground(scenario), state, ALLIED)).items()}


def test_who_would_come_too_late_later_sets_out_now(anvil: FranceScenario) -> None:
    state = state_of(played(anvil, 1, at_turn(12, "allied movement"), staffs=(ALLIED,)))
    found = sent(anvil, state)
    assert list(found.values()) == [lyon(anvil)]
    (unit,) = found
    here = state.position.at[unit]
    assert anvil.board.grid.distance(here, lyon(anvil)) > 4 * anvil.units[unit].movement


def test_the_same_division_goes_on_and_is_fed(anvil: FranceScenario) -> None:
    before, after = (
        state_of(played(anvil, 1, at_turn(turn, "allied movement"), staffs=(ALLIED,))) for turn in (12, 13)
    )
    (unit,) = sent(anvil, before)
    assert sent(anvil, after) == {unit: lyon(anvil)}
    assert not after.position.hungry >> unit & 1
    distance = anvil.board.grid.distance
    assert (
        distance(after.position.at[unit], lyon(anvil)) <= distance(before.position.at[unit], lyon(anvil)) - 7
    )


def test_lyon_is_taken_at_the_last_moment(anvil: FranceScenario) -> None:
    match = played(anvil, 1, staffs=(ALLIED,))
    assert match.outcome is not None
    assert match.outcome.winner == ALLIED
    state = state_of(match)
    goals = anvil.setup.victory
    assert goals is not None
    (number,) = (n for n, goal in enumerate(goals.goals) if goal.hex == "4862" and not goal.saved)
    assert victory.times(state, number, goals.goals[number]) == 1


def test_nobody_hurries_who_has_time(beachhead: FranceScenario) -> None:
    state = state_of(played(beachhead, 1, at_turn(2, "allied movement"), staffs=(ALLIED,)))
    assert not sent(beachhead, state)


# -- places that can be entered at once -------------------------------------------------------------------------------

TOULON, BESIDE, MARSEILLE = "5483", "5482", "5082"


@pytest.fixture
def open_toulon(anvil: FranceScenario) -> FranceState:
    """Two French divisions beside a Toulon that nobody holds, and a garrison in Marseille."""
    s = state_of(played(anvil, 1, at_turn(12, "allied movement"), staffs=(ALLIED,)))
    for unit in hexes(s.on_map(ALLIED) | s.on_map(GERMAN)):
        s.put(unit, DEAD)
    for name in ("fr-001", "fr-003a"):
        s.put(anvil.number[name], anvil.hex_at(BESIDE, "test"))
    s.put(anvil.number["ge-244"], anvil.hex_at(MARSEILLE, "test"))
    s.position.hungry = s.position.moved = 0
    s.position.control &= ~(1 << anvil.hex_at(TOULON, "test"))
    s.changed()
    return s


def entering(anvil: FranceScenario, state: FranceState, share: float = 1.0) -> dict[int, Errand]:
    """Who sets out, if what can be entered counts so much."""
    known = ground(anvil)
    return errands(Situation(known.under(reweighed(known.by, {"march": {"enter": share}})), state, ALLIED))


def test_who_can_walk_into_a_port_does_that_first(anvil: FranceScenario, open_toulon: FranceState) -> None:
    toulon = anvil.hex_at(TOULON, "test")
    found = {unit: errand for unit, errand in entering(anvil, open_toulon).items() if errand.goal == toulon}
    (errand,) = found.values()
    assert errand.worth == pytest.approx(Situation(ground(anvil), open_toulon, ALLIED).worth(toulon))
    assert toulon not in {errand.goal for errand in entering(anvil, open_toulon, 0.0).values()}


def test_nobody_is_sent_where_somebody_stands_or_who_has_moved(
    anvil: FranceScenario, open_toulon: FranceState
) -> None:
    toulon = anvil.hex_at(TOULON, "test")
    open_toulon.position.moved = open_toulon.on_map(ALLIED)
    assert toulon not in {errand.goal for errand in entering(anvil, open_toulon).values()}
    open_toulon.position.moved = 0
    open_toulon.put(anvil.number["ge-242"], toulon)
    assert toulon not in {errand.goal for errand in entering(anvil, open_toulon).values()}


def test_the_general_of_anvil_reckons_so(anvil: FranceScenario) -> None:
    general = FranceCouncil(anvil, ALLIED).staff(ALLIED, "", None)
    assert isinstance(general, FrancePlanner)
    assert general.ground.by.march.enter == 1.0
    assert FrancePlanner(anvil, ALLIED).ground.by.march.enter == 0.0
