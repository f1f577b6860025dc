"""Far places that bring points: somebody sets out for them while he still comes in time, and he is fed on the way."""

import pytest
from tests.ai.france44.conftest import FRANCE, played, state_of
from tests.ai.staffs import at_turn

from phaseline.ai.france44.errands import errands
from phaseline.ai.france44.ground import ground
from phaseline.ai.france44.situation import Situation
from phaseline.games.france44.position import ALLIED
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


def test_who_has_come_by_sea_this_turn_would_come_too_late(anvil: FranceScenario) -> None:
    state = state_of(played(anvil, 1, at_turn(12, "allied movement"), staffs=(ALLIED,)))
    (unit,) = sent(anvil, state)
    ashore = state.units_in(anvil.board.continent, ALLIED) & anvil.divisions
    assert state.position.landed & ashore, "others have landed, and might be thought to march at once"
    assert not state.position.landed >> unit & 1
    state.position.landed |= ashore
    state.changed()
    assert not sent(anvil, state)


def test_who_stands_next_to_the_enemy_does_not_march_strategically(anvil: FranceScenario) -> None:
    state = state_of(played(anvil, 1, at_turn(12, "allied movement"), staffs=(ALLIED,)))
    (unit,) = sent(anvil, state)
    far = Situation(ground(anvil), state, ALLIED).destinations(unit)
    beside = min(anvil.board.grid.neighbours(state.position.at[unit]))
    state.put(anvil.number["ge-189r"], beside)
    state.changed()
    near = Situation(ground(anvil), state, ALLIED).destinations(unit)
    assert near & ~far == 0
    assert not near >> beside & 1
    step = anvil.units[unit].movement
    assert all(anvil.board.grid.distance(state.position.at[unit], hex) <= step for hex in hexes(near))
    assert any(anvil.board.grid.distance(state.position.at[unit], hex) > step for hex in hexes(far))
    assert unit not in sent(anvil, state), "a turn of half the way is a turn too many"


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
