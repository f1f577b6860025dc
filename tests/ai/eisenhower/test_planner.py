"""The staff of Eisenhower's War plays whole matches, legally, the same for the same seed, and sees only its view."""

import pytest
from tests.ai.eisenhower.conftest import at_step, new_match, played
from tests.ai.staffs import sight_of

from phaseline.ai import registry
from phaseline.ai.driver import observe, play_match
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.engine import record
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, GERMAN
from phaseline.games.eisenhower.rules import victory
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState


@pytest.mark.parametrize("name", ["historical", "alternate"])
def test_two_staffs_play_a_whole_match_legally(name: str, request: pytest.FixtureRequest) -> None:
    scenario: EisenhowerScenario = request.getfixturevalue(name)
    match = played(scenario, 3)
    assert match.outcome is not None
    assert record.load(record.dump(match)).position == match.position


def test_staff_and_greedy_play_as_agents(historical: EisenhowerScenario) -> None:
    match = new_match(historical, 5)
    report = play_match(match, {ALLIED: registry.make("staff", 1), GERMAN: registry.make("greedy", 2)})
    assert report.outcome is not None


def test_the_same_seed_gives_the_same_orders(historical: EisenhowerScenario) -> None:
    def first_turn() -> list[str]:
        match = played(historical, 8, at_step(1, "german order"))
        return [match.write(entry.order) for entry in match.entries if entry.order is not None]

    assert first_turn() == first_turn()


def test_the_allies_take_a_port_on_turn_1(historical: EisenhowerScenario) -> None:
    """Cherbourg is what Turn 1 is about (4.3.2); it falls to any sensible attack."""
    for seed in (1, 2, 3):
        match = played(historical, seed, at_step(1, "german order"))
        state = match.state
        assert isinstance(state, EisenhowerState)
        assert victory.counted_ports(state)


def test_an_offensive_is_declared_with_an_attack_that_is_made(historical: EisenhowerScenario) -> None:
    """The marker is not spent on an offensive that ends without one (13.6)."""
    made: list[int] = []

    def ended(match: Match) -> bool:
        made.extend(
            event.facts["attacks"]
            for event in match.entries[-1].events
            if event.kind == "offensive" and "attacks" in event.facts
        )
        return bool(made)

    played(historical, 2, ended)
    assert made == [1]


def test_the_plan_is_told_in_words(historical: EisenhowerScenario) -> None:
    match = new_match(historical, 1)
    staff = EisenhowerPlanner(historical, ALLIED, 1)
    assert staff.explain() == []
    while not at_step(1, "allied combat")(match):
        seat = match.decision.seats[0] if match.decision is not None else ALLIED
        order = staff.order(sight_of(observe(match, seat)))
        match.submit(seat, order if order is not None else orders.Done())
    told = "\n".join(staff.explain())
    assert "turn 1" in told
    assert "Attack" in told


def test_what_is_told_begins_with_the_reason_of_the_order_at_hand(historical: EisenhowerScenario) -> None:
    """Whoever asks for a hint wants to know why this order; how the phase is meant comes after that."""
    match = new_match(historical, 1)
    staffs = [EisenhowerPlanner(historical, seat, 1) for seat in (ALLIED, GERMAN)]
    told: dict[type[Order], list[str]] = {}
    while not at_step(1, "german combat")(match):
        assert match.decision is not None
        seat = match.decision.seats[0]
        order = staffs[seat].order(sight_of(observe(match, seat))) or orders.Done()
        why, *more = staffs[seat].explain()
        told.setdefault(type(order), [why, *more])
        if isinstance(order, orders.Move):
            assert why.startswith(f"{historical.spoken[order.unit]}: "), "told of another unit"
        match.submit(seat, order)
    assert told[orders.Attack][0].startswith("Attack Cherbourg (3404) at ")
    assert told[orders.Roll][0].startswith("Attack Cherbourg (3404) at ")
    assert told[orders.Lose][0].endswith("it can best spare a step.")
    assert "attack" in told[orders.Begin][0].lower()
    assert told[orders.Begin][1].startswith("Allied turn 1: ")
    assert told[orders.Done][0] == "Nothing more here does more good than harm."


def test_a_staff_goes_on_from_any_view_without_memory(historical: EisenhowerScenario) -> None:
    """A staff that takes over in the middle of a combat or a movement still gives legal orders."""
    match = played(historical, 4, at_step(2, "allied movement"))
    for _ in range(60):
        decision = match.decision
        assert decision is not None
        seat = decision.seats[0]
        order = EisenhowerPlanner(historical, seat, 0).order(sight_of(observe(match, seat)))
        order = order if order is not None else match.game.passing(match.state, seat)
        assert order is not None
        assert match.check(seat, order) is None
        match.submit(seat, order)


def test_the_german_staff_knows_nothing_of_the_plans(historical: EisenhowerScenario) -> None:
    """Two matches that differ only in the secret plan look the same to it, and get the same orders.

    The Allies go by their plan, so that in the second match they repeat what they did in the first.
    """
    given: list[list[str]] = []
    allied: list[Order] = []
    for plan in ("plan-second 3 2104", "plan-second 4 3507"):
        match = new_match(historical, 6)
        staffs = [EisenhowerPlanner(historical, seat, 6) for seat in (0, 1)]
        match.submit(ALLIED, plan)
        told: list[str] = []
        again = iter(tuple(allied))
        while not at_step(2, "allied movement")(match):
            decision = match.decision
            assert decision is not None
            seat = decision.seats[0]
            order = next(again, None) if seat == ALLIED and given else None
            order = order or staffs[seat].order(sight_of(observe(match, seat)))
            order = order if order is not None else match.game.passing(match.state, seat)
            assert order is not None
            match.submit(seat, order)
            if seat == GERMAN:
                told.append(match.write(order))
            elif not given:
                allied.append(order)
        given.append(told)
    assert given[0] == given[1]
    assert given[0]


def test_it_plans_from_the_observation_alone(historical: EisenhowerScenario) -> None:
    """What it is given holds no plan of the enemy's: the view is all it can sample from."""
    match = new_match(historical, 6)
    match.submit(ALLIED, "plan-second 4 2104")
    seen = observe(match, GERMAN)
    known = seen.view.position
    assert known.second_hex == -1  # type: ignore[attr-defined]
    assert seen.seat == GERMAN
