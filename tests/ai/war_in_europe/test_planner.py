"""The staff of War in Europe plays legally, the same for the same seed, and beats somebody who passes."""

import pytest
from tests.ai.staffs import at_turn, sight_of
from tests.ai.war_in_europe.conftest import WAR, played, state_of

from phaseline.ai.driver import observe
from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.engine.dice import Draw
from phaseline.engine.events import Event
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


def test_one_who_never_attacks_is_no_danger_to_a_battlegroup(sichelschnitt: WarScenario) -> None:
    """Battles count, not the other dice of the enemy; whoever lets a turn go by without one is not feared."""
    match = played(sichelschnitt, 1, at_turn(1, "initial movement"), staffs=(AXIS,), most=300)
    sight = sight_of(observe(match, AXIS))
    unit = sichelschnitt.number["ge-1-pz"]
    sight.state.lose_step(unit, "12.2")
    staff = WarPlanner(sichelschnitt, AXIS)

    def feared(turn: int) -> bool:
        sight.state.position.turn = turn
        sight.state.changed()
        return staff.view(sight).brittle(unit) > 0

    def rolled(kind: str) -> Event:
        return Event(kind=kind, case="11.0", text="", draw=Draw(kind, 6, (3,)), by=ALLIED)

    assert feared(1), "he has had no turn yet"
    staff.hear([rolled("battle")])
    assert feared(2)
    staff.hear([rolled("forced march")])
    assert not feared(3)
