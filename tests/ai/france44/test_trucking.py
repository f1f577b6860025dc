"""Chains of trucks go to where most are fed."""

import pytest
from tests.ai.france44.conftest import FRANCE, played, state_of
from tests.ai.staffs import at_turn

from phaseline.ai.france44.trucking import Network
from phaseline.games.france44.position import ALLIED
from phaseline.games.france44.rules import supply
from phaseline.games.france44.scenario import FranceScenario
from phaseline.hexgrid import hexes


@pytest.fixture(scope="module")
def rhine() -> FranceScenario:
    """Four heads, seven armies."""
    scenario: FranceScenario = FRANCE.load("rhine")
    return scenario


def test_the_armies_on_the_rhine_are_fed_from_all_heads(rhine: FranceScenario) -> None:
    state = state_of(played(rhine, 1, at_turn(41, "allied movement"), staffs=(ALLIED,)))
    shared = supply.rations(state, ALLIED)
    assert len(shared.wants) > 50
    assert not shared.hungry() & ~shared.cut
    ports = [n for n, source in enumerate(shared.sources) if source.kind == "port"]
    assert sum(any(n == drawn for drawn in shared.drawn.values()) for n in ports) >= 2


def test_trucks_are_counted_as_supply_will_be(rhine: FranceScenario) -> None:
    """Whom the network takes to be fed is who is fed when trucks stand so."""
    state = state_of(played(rhine, 1, at_turn(41, "allied support"), staffs=(ALLIED,)))
    p = state.position
    ashore = hexes(state.units_in(rhine.board.continent, ALLIED) & ~p.fresh)
    network = Network(state, ALLIED, {unit: (p.at[unit], 1.0) for unit in ashore})
    trucks = list(hexes(rhine.side_trucks[ALLIED]))
    posts = network.posts(len(trucks))
    worth, _, _ = network.fed(network.areas(posts))
    for truck in trucks:
        p.trucks[truck] = -1
    for truck, hex in zip(trucks, posts, strict=False):
        p.trucks[truck] = hex
    shared = supply.rations(state, ALLIED)
    assert abs(worth - len(shared.drawn)) <= 1
    assert len(set(posts)) == len(posts) <= len(trucks)
