"""The last march of a side: what is open is entered by whoever can, and nobody leaves a place for one that he does not reach."""

from collections.abc import Mapping

import pytest
from tests.ai.france44.conftest import FRANCE, played, state_of, sweep
from tests.ai.staffs import at_turn

from phaseline.ai.agent import UNLIMITED
from phaseline.ai.france44.attacks import mobile
from phaseline.ai.france44.ground import ground
from phaseline.ai.france44.march import March
from phaseline.ai.france44.situation import Situation
from phaseline.ai.sight import Clock
from phaseline.games.france44.position import ALLIED
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, mask_of

AVIGNON, MARSEILLE = "4877", "5082"
HQ, DIVISION, GARRISON = "us-hq-patch", "us-045", "ge-244"


@pytest.fixture(scope="module")
def anvil() -> FranceScenario:
    """Avignon brings a point, Marseille four."""
    scenario: FranceScenario = FRANCE.load("anvil")
    return scenario


@pytest.fixture
def empty(anvil: FranceScenario) -> FranceState:
    """The last turn with nobody on the map but a German garrison in Marseille; only Avignon is open."""
    s = state_of(played(anvil, 1, at_turn(12, "allied movement"), staffs=()))
    sweep(s)
    s.put(anvil.number[GARRISON], anvil.hex_at(MARSEILLE, "test"))
    s.position.control = anvil.board.continent & ~mask_of(
        anvil.hex_at(each, "test") for each in (AVIGNON, MARSEILLE)
    )
    s.position.turn = anvil.last_turn
    s.position.hungry = s.position.moved = 0
    s.changed()
    return s


def placed(s: FranceState, **at: str) -> None:
    """Units put into hexes; whatever an Allied one stands in is Allied."""
    for name, place in at.items():
        hex = s.scenario.hex_at(place, "test")
        s.put(s.scenario.number[name.replace("_", "-")], hex)
        s.position.control |= 1 << hex
    s.changed()


def marched(s: FranceState, awaited: Mapping[int, Mapping[Hex, float]] | None = None) -> dict[int, Hex]:
    """Where each Allied unit stands after the march."""
    view = Situation(ground(s.scenario), s, ALLIED)
    march = March(view, mobile(view), {}, Clock(UNLIMITED), {}, awaited or {})
    march.plan()
    return march.at


def test_a_headquarters_enters_what_is_open_in_the_end(anvil: FranceScenario, empty: FranceState) -> None:
    hq, avignon = anvil.number[HQ], anvil.hex_at(AVIGNON, "test")
    placed(empty, us_hq_patch="4979")
    assert marched(empty)[hq] == avignon
    assert marched(empty, {hq: {anvil.hex_at(MARSEILLE, "test"): 5.0}})[hq] != avignon, "it is waited for"
    empty.position.turn -= 1
    empty.changed()
    assert marched(empty)[hq] != avignon, "there is time for a division to come"


def test_a_division_goes_before_a_headquarters_and_a_hungry_one_walks(
    anvil: FranceScenario, empty: FranceState
) -> None:
    hq, division, avignon = anvil.number[HQ], anvil.number[DIVISION], anvil.hex_at(AVIGNON, "test")
    placed(empty, us_hq_patch="4979", us_045="4978")
    found = marched(empty)
    assert found[division] == avignon
    assert found[hq] != avignon
    empty.position.hungry |= 1 << division
    empty.changed()
    far = marched(empty)
    assert far[division] != avignon, "it has a single movement point"
    assert far[hq] == avignon


def test_nobody_leaves_a_place_for_one_that_is_out_of_reach(
    anvil: FranceScenario, empty: FranceState
) -> None:
    division, avignon = anvil.number["us-abtf"], anvil.hex_at(AVIGNON, "test")
    placed(empty, us_abtf=AVIGNON)
    view = Situation(ground(anvil), empty, ALLIED)
    assert not view.destinations(division) >> anvil.hex_at(MARSEILLE, "test") & 1
    assert marched(empty)[division] == avignon
    empty.position.turn -= 1
    empty.changed()
    assert marched(empty)[division] != avignon, "next turn he could be there"
