"""The staff of War in Europe plays legally, the same for the same seed, and beats somebody who passes."""

import pytest
from tests.ai.staffs import at_turn
from tests.ai.war_in_europe.conftest import WAR, played, state_of

from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.engine.match import Match
from phaseline.games.war_in_europe.orders import Remove
from phaseline.games.war_in_europe.position import ALLIED, AXIS
from phaseline.games.war_in_europe.scenario import WarScenario


@pytest.fixture(scope="module")
def whole(sichelschnitt: WarScenario) -> Match:
    """A match of two staffs to its end."""
    return played(sichelschnitt, 3)


def test_every_decision_has_its_answer(sichelschnitt: WarScenario) -> None:
    for seat in (AXIS, ALLIED):
        planner = WarPlanner(sichelschnitt, seat)
        assert planner.steps.keys() | planner.idle == WAR.flow.decisions()
        assert not planner.steps.keys() & planner.idle


def test_two_staffs_play_sichelschnitt_to_its_end(whole: Match) -> None:
    assert whole.outcome is not None
    given = {entry.order.verb for entry in whole.entries if entry.order is not None}
    assert given >= {"declare", "move", "overrun", "go", "attack", "join", "roll", "advance", "lose"}


def test_the_allies_break_through_a_passive_westwall(westwall: WarScenario) -> None:
    match = played(westwall, 4, staffs=(ALLIED,))
    assert match.outcome is not None
    assert match.outcome.winner == ALLIED


def test_the_same_seed_gives_the_same_orders(sichelschnitt: WarScenario, whole: Match) -> None:
    first, again = (
        [match.write(entry.order) for entry in match.entries if entry.order is not None]
        for match in (whole, played(sichelschnitt, 3, at_turn(2)))
    )
    assert first[: len(again)] == again
    assert len(again) > 150


def test_nobody_is_crowded_out(sichelschnitt: WarScenario) -> None:
    """The staff never leaves more in a hex than may be there, so that its opponent removes nobody."""
    match = played(sichelschnitt, 5, staffs=(AXIS,))
    own = sichelschnitt.side_units[AXIS]
    removed = [entry.order for entry in match.entries if isinstance(entry.order, Remove)]
    assert not [order for order in removed if own >> order.unit & 1]
    assert state_of(match).on_map(AXIS).bit_count() > 100
