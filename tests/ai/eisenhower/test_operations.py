"""Operations of the general: how its aims stand, and what it says of them."""

import random
import re

import pytest
from msgspec.structs import replace
from tests.ai.eisenhower.conftest import at_step, new_match, played

from phaseline.ai.agent import Budget, Observation
from phaseline.ai.driver import observe
from phaseline.ai.eisenhower.council import EisenhowerCouncil
from phaseline.ai.search import Course, GeneralAgent, Standing
from phaseline.ai.search.bearings import Bearing, BearingCouncil
from phaseline.engine.dice import SeededDice
from phaseline.engine.packs import DataError
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, BOX
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes, mask_of


@pytest.fixture(scope="module")
def turn_three(historical: EisenhowerScenario) -> EisenhowerState:
    """A match of two staffs at the first decision of the Allies on Turn 3."""
    match = played(historical, 3, at_step(3, "allied order"))
    state = match.state
    assert isinstance(state, EisenhowerState)
    return state


@pytest.fixture
def state(turn_three: EisenhowerState) -> EisenhowerState:
    return turn_three.copy(SeededDice(bytes(32)))


@pytest.fixture(scope="module")
def council(historical: EisenhowerScenario) -> EisenhowerCouncil:
    return EisenhowerCouncil(historical, ALLIED)


def test_an_aim_of_the_general_stands_as_the_map_says(
    state: EisenhowerState, council: EisenhowerCouncil
) -> None:
    aim = Course("Up the coast", bearing="coast")
    dieppe, *others = (state.scenario.map.hex(label) for label in ("3306", "3407", "3507", "3508"))
    p = state.position.copy()
    p.control &= ~mask_of(others)
    p.control |= 1 << dieppe
    state.restore(p.copy())
    standing = council.standing(state, aim)
    assert standing == Standing(("Dieppe",), ("Boulogne", "Calais", "Dunkirk"))
    p.turn = 4
    state.restore(p.copy())
    late = council.standing(state, aim)
    assert late is not None
    assert late.over == "Turn 3 is over"
    p.control |= mask_of(others)
    state.restore(p)
    done = council.standing(state, aim)
    assert done == Standing(("Dieppe", "Boulogne", "Calais", "Dunkirk"), (), "it is done")


def test_an_aim_that_nobody_can_reach_in_time_is_given_up(
    state: EisenhowerState, council: EisenhowerCouncil
) -> None:
    """On Turn 7 all Allied units are still in Normandy, or in the box, from where they could come in there."""
    p, normandy = state.position.copy(), state.scenario.map.hex("3404")
    for number, unit in enumerate(hexes(state.on_map(ALLIED) | state.in_box(ALLIED))):
        p.at[unit] = BOX if number % 3 == 0 else normandy
    p.turn = 7
    state.restore(p)
    standing = council.standing(state, Course("Munich", bearing="munich"))
    assert standing is not None
    assert standing.over == "its forces are gone, too far away or too weak"


def test_a_goal_that_is_not_on_the_map_is_named(
    historical: EisenhowerScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = Bearing(name="lost", aim="Nowhere", seats=(ALLIED,), goal=("9999",), by=3)
    monkeypatch.setattr(EisenhowerCouncil, "bearings", {"lost": lost}, raising=False)
    monkeypatch.setattr(BearingCouncil, "__init__", lambda *_: None)
    with pytest.raises(DataError, match=re.escape('bearing "lost": goal: no hex 9999 on this map')):
        EisenhowerCouncil(historical, ALLIED)


def test_the_general_says_how_its_operation_stands(historical: EisenhowerScenario) -> None:
    """One whose council favours the ports of Brittany begins with them; the same seed says the same again."""
    found = []
    for _ in range(2):
        match = new_match(historical, 5)
        match.submit(ALLIED, orders.PlanNone())
        council = EisenhowerCouncil(historical, ALLIED)
        assert council.reach is not None
        council.reach = replace(council.reach, turns=1, favour=({"brittany": 10_000},))
        general = GeneralAgent(7)
        general._council = council
        found.append((general.order(observe(match, ALLIED), Budget(playouts=4)), general.explain()))
    assert found[0] == found[1]
    assert found[0][1][0].startswith("Four ports of Brittany by Turn 2 (")
    assert (
        "Begun: Four ports of Brittany by Turn 2 (still to take: St Malo, Brest, Lorient, St Nazaire, Nantes)."
        in found[0][1]
    )


def test_how_an_operation_stands_rests_on_the_view(
    state: EisenhowerState, council: EisenhowerCouncil
) -> None:
    """Whatever is sampled behind the backs of the Allies, it stands alike."""
    seen = Observation(state.game, state.scenario, state.game.view(state, ALLIED), ALLIED)
    for bearing in ("coast", "costs", "munich"):
        course = Course(bearing, bearing=bearing)
        found = set()
        for seed in (1, 2, 3):
            sampled = seen.sample(random.Random(seed))
            assert isinstance(sampled, EisenhowerState)
            found.add(council.standing(sampled, course))
        assert len(found) == 1
        assert None not in found
