"""The staff of France '44 plays legally, the same for the same seed, and beats somebody who passes."""

from tests.ai.france44.conftest import FRANCE, new_match, played, state_of
from tests.ai.staffs import at_turn, sight_of

from phaseline.ai.driver import observe, play_match
from phaseline.ai.field import Assault
from phaseline.ai.france44.attacks import Strikes
from phaseline.ai.france44.planner import FrancePlanner
from phaseline.ai.greedy import GreedyAgent
from phaseline.ai.random_agent import RandomAgent
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, GERMAN, NOWHERE
from phaseline.games.france44.rules import ports
from phaseline.games.france44.scenario import FranceScenario


def test_every_decision_has_its_answer(beachhead: FranceScenario) -> None:
    for seat in (ALLIED, GERMAN):
        planner = FrancePlanner(beachhead, seat)
        assert planner.steps.keys() | planner.idle == FRANCE.flow.decisions()
        assert not planner.steps.keys() & planner.idle


def test_two_staffs_play_beachhead_to_its_end(beachhead: FranceScenario) -> None:
    match = played(beachhead, 3)
    assert match.outcome is not None
    given = {entry.order.verb for entry in match.entries if entry.order is not None}
    assert given >= {"invade", "drop", "ship", "build", "truck", "attack", "move", "advance", "lose", "enter"}


def test_the_allies_beat_a_german_who_passes(beachhead: FranceScenario) -> None:
    match = played(beachhead, 4, staffs=(ALLIED,))
    assert match.outcome is not None
    assert match.outcome.winner == ALLIED
    state = state_of(match)
    assert not state.position.hungry & state.units_in(beachhead.board.continent, ALLIED)


def test_the_same_seed_gives_the_same_orders(beachhead: FranceScenario) -> None:
    first, second = (
        [match.write(entry.order) for entry in match.entries if entry.order is not None]
        for match in (played(beachhead, 8, at_turn(2)) for _ in range(2))
    )
    assert first == second
    assert len(first) > 40


def test_the_first_landing_uses_the_low_tide(beachhead: FranceScenario) -> None:
    """Five or six divisions go ashore on turn 1, and both Mulberries follow."""
    state = state_of(played(beachhead, 1, at_turn(2), staffs=(ALLIED,)))
    ashore = state.units_in(beachhead.board.continent, ALLIED) & beachhead.divisions
    assert ashore.bit_count() >= 7
    assert all(hex >= 0 for hex in state.position.mulberries)
    assert ports.controlled(state)


def test_greed_lands_and_feeds_its_men(beachhead: FranceScenario) -> None:
    match = new_match(beachhead, 2)
    play_match(match, {ALLIED: GreedyAgent(1), GERMAN: RandomAgent(2)})
    assert match.outcome is not None
    allied, german = match.outcome.scores
    assert allied >= 8 > german


def test_headquarters_go_where_attacks_count_on_them() -> None:
    """An attack is planned with a headquarters that could come near; the plan has to send it there (19.1)."""
    ardennes = FRANCE.load("ardennes")
    reach, distance = ardennes.tables.supply.headquarters_range, ardennes.board.grid.distance
    waiting = helped = 0
    for turn in range(29, 33):
        match = played(ardennes, 3, at_turn(turn, "allied movement"), staffs=(ALLIED,))
        planner = FrancePlanner(ardennes, ALLIED)
        counted: list[tuple[Strikes, list[Assault]]] = []

        class Told(Strikes):
            def plan(self) -> list[Assault]:
                found = super().plan()
                counted.append((self, found))  # noqa: B023 - called within the loop
                return found

        planner.finds = Told  # type: ignore[misc]
        sight = sight_of(observe(match, ALLIED))
        assert sight.legal.kinds()
        intents = planner._plan_march(sight)
        at = dict(enumerate(state_of(match).position.at))
        at |= {
            intent.order.unit: intent.order.to
            for intent in intents
            if isinstance(intent.order, orders.Move | orders.March)
        }
        ((staff, ways),) = counted
        for way in ways:
            if (hq := staff.support(way).hq) != NOWHERE:
                waiting += 1
                helped += distance(at[hq], way.target) <= reach
    assert waiting
    assert helped == waiting
