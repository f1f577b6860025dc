"""Who is cut off is relieved: the attack that opens the way to him counts what would be lost."""

import pytest
from tests.ai.france44.conftest import FRANCE, played, state_of
from tests.ai.staffs import at_turn

from phaseline.ai.france44.ground import ground
from phaseline.ai.france44.situation import Situation
from phaseline.games.france44.position import ALLIED, DEAD
from phaseline.games.france44.rules import supply
from phaseline.games.france44.scenario import FranceScenario


@pytest.fixture(scope="module")
def market() -> FranceScenario:
    """Airborne divisions beyond the German lines."""
    scenario: FranceScenario = FRANCE.load("market")
    return scenario


def test_what_an_attack_would_open_is_what_is_joined_when_the_enemy_is_gone(market: FranceScenario) -> None:
    state = state_of(played(market, 4, at_turn(15, "announcing"), staffs=(ALLIED,)))
    view = Situation(ground(market), state, ALLIED)
    airborne = view.cut_off
    assert airborne
    assert not airborne & ~market.airborne
    opening = {
        market.ids[min(state.units_at(hex, view.enemy))]: view.relief(hex)
        for hex in state.standing.by_hex[view.enemy]
        if view.relief(hex) > 0
    }
    assert opening.keys() == {"ge-711", "ge-245"}
    for unit in state.units_at(state.position.at[market.number["ge-711"]], view.enemy):
        state.put(unit, DEAD)
    assert supply.isolated(state, ALLIED).bit_count() < airborne.bit_count()


def test_the_airborne_divisions_are_reached(market: FranceScenario) -> None:
    match = played(market, 4, staffs=(ALLIED,))
    assert match.outcome is not None
    allied, german = match.outcome.scores
    assert match.outcome.winner == ALLIED
    assert german <= 3 < allied
