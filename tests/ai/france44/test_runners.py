"""Cities that pay each turn: who finds a gap goes there at once, and no enemy is led back into one that is held."""

import pytest
from tests.ai.france44.conftest import FRANCE, new_match, played, state_of
from tests.ai.staffs import at_turn

from phaseline.ai.france44.errands import errands
from phaseline.ai.france44.ground import ground
from phaseline.ai.france44.replies import Replies
from phaseline.ai.france44.situation import Situation
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import victory
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes


@pytest.fixture(scope="module")
def rhine() -> FranceScenario:
    """Nine cities beyond the river bring a point a turn each; most stand open."""
    scenario: FranceScenario = FRANCE.load("rhine")
    return scenario


@pytest.fixture
def marching(rhine: FranceScenario) -> FranceState:
    """The Allied movement of the first turn."""
    return state_of(played(rhine, 1, at_turn(41, "allied movement"), staffs=()))


def place(scenario: FranceScenario, name: str) -> Hex:
    """A hex by its number."""
    return scenario.hex_at(name, "victory")


def sent(state: FranceState, seat: int = ALLIED) -> dict[int, Hex]:
    """Who is sent where."""
    view = Situation(ground(state.scenario), state, seat)
    return {unit: errand.goal for unit, errand in errands(view).items()}


def test_behind_the_front_a_division_makes_for_the_nearest_open_city(
    rhine: FranceScenario, marching: FranceState
) -> None:
    armour = rhine.number["br-a79"]
    assert place(rhine, "6012") not in sent(marching).values()
    marching.put(armour, place(rhine, "6013"))
    assert sent(marching)[armour] == place(rhine, "6012")


def test_two_divisions_make_for_two_cities(rhine: FranceScenario, marching: FranceState) -> None:
    first, second = rhine.number["br-a79"], rhine.number["br-a07"]
    for unit in (first, second):
        marching.put(unit, place(rhine, "6013"))
    found = sent(marching)
    assert {found[first], found[second]} == {place(rhine, "6012"), place(rhine, "6110")}
    marching.put(rhine.number["ge-fj2"], place(rhine, "6110"))
    assert place(rhine, "6110") not in sent(marching).values()


def test_nobody_sets_out_who_is_hungry_or_comes_too_late(
    rhine: FranceScenario, marching: FranceState
) -> None:
    armour = rhine.number["br-a79"]
    marching.put(armour, place(rhine, "6013"))
    marching.position.hungry |= 1 << armour
    assert armour not in sent(marching)
    marching.position.hungry = 0
    marching.put(armour, place(rhine, "6111"))
    marching.position.turn = rhine.last_turn
    assert sent(marching) == {armour: place(rhine, "6110")}
    marching.put(armour, place(rhine, "5415"))
    assert not sent(marching)


def test_the_germans_get_nothing_for_such_cities(rhine: FranceScenario, marching: FranceState) -> None:
    marching.put(rhine.number["br-a79"], place(rhine, "6013"))
    assert not sent(marching, GERMAN)


def test_nobody_is_led_back_into_a_city_that_is_held(rhine: FranceScenario) -> None:
    """A German who retreats through a city beyond the Rhine that the Allies have taken makes it his again."""
    state = state_of(new_match(rhine, 31006))
    held, lost = list(hexes(ground(rhine).cities_beyond))[:2]
    state.position.control |= 1 << held
    state.restore(state.position.copy())
    assert victory.cities(state) >> held & 1
    replies = Replies(Situation(ground(rhine), state, ALLIED))
    assert replies._exile(held) < replies._exile(lost)
