"""The greedy player and the one that plans: they play whole matches, from their views only, the same way each time."""

import random
from collections.abc import Sequence
from typing import ClassVar

import pytest

from phaseline.ai import registry
from phaseline.ai.agent import Agent, Budget, Observation, Waiting
from phaseline.ai.brain import NoBrain, brain_of, brains
from phaseline.ai.driver import NoEnd, observe, play_match
from phaseline.ai.eisenhower.march import MOVING
from phaseline.ai.greedy import GreedyAgent
from phaseline.ai.sight import Clock, Mirror
from phaseline.ai.skirmish.planner import SkirmishPlanner
from phaseline.ai.staff import StaffAgent
from phaseline.engine.events import Event
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.engine.registry import game
from phaseline.engine.state import State
from phaseline.games.skirmish.orders import CallOff
from phaseline.lab.simulate import Setting, Summary, play_one

SKIRMISH = game("skirmish")
PLAYED = [("skirmish", "ford"), ("westfront", "husky")]


def new_match(key: str, scenario: str, seed: int = 0) -> Match:
    chosen = game(key)
    return Match.new(chosen, chosen.load(scenario), seed=seed.to_bytes(32, "big"))


def orders_of(match: Match) -> list[Order | None]:
    return [entry.order for entry in match.entries]


class Watched(Agent):
    """Passes everything on to another agent and keeps what it was shown, said and told."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner
        self.seen: list[Observation] = []
        self.said: list[list[str]] = []
        self.heard: list[Event] = []

    def order(self, seen: Observation, budget: Budget) -> Order:
        self.seen.append(seen)
        order = self.inner.order(seen, budget)
        self.said.append(self.inner.explain())
        return order

    def hear(self, events: Sequence[Event]) -> None:
        self.heard += events


@pytest.mark.parametrize(("key", "scenario"), PLAYED)
@pytest.mark.parametrize("names", [("greedy", "random"), ("staff", "greedy"), ("greedy", "staff")])
def test_players_play_to_the_end(key: str, scenario: str, names: tuple[str, str]) -> None:
    match = new_match(key, scenario, 3)
    report = play_match(
        match, {seat: registry.make(name, 7 + seat) for seat, name in enumerate(names)}, limit=3000
    )
    assert report.outcome is not None
    assert report.late == {}


@pytest.mark.parametrize(("key", "scenario"), PLAYED)
@pytest.mark.parametrize("name", ["greedy", "staff"])
def test_the_same_seeds_play_the_same_match(key: str, scenario: str, name: str) -> None:
    first, second = new_match(key, scenario), new_match(key, scenario)
    for match in (first, second):
        play_match(match, {0: registry.make(name, 5), 1: registry.make(name, 6)})
    assert orders_of(first) == orders_of(second)


@pytest.mark.parametrize("key", sorted(brains()))
def test_a_planner_has_an_answer_for_every_decision_of_its_game(key: str) -> None:
    """A step that is renamed in the sequence of play would leave the planner silent there."""
    chosen = game(key)
    scenario = chosen.load(next(iter(chosen.scenarios())))
    for seat in range(len(chosen.seats)):
        planner = brain_of(key).planner(scenario, seat, 1)
        assert planner.steps.keys() | planner.idle == chosen.flow.decisions()
        assert not planner.steps.keys() & planner.idle


def test_the_steps_in_which_a_march_is_planned_are_steps_of_the_war() -> None:
    assert game("eisenhower").flow.decisions() >= {*MOVING, "mandated offensive"}


def test_an_illegal_order_of_a_plan_is_dropped_and_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SkirmishPlanner, "order", lambda *_: CallOff())
    match = new_match("skirmish", "ford")
    agent = StaffAgent(1)
    report = play_match(match, {0: agent})
    assert report.dropped == {0: report.orders}
    assert report.orders > 0
    (text,) = agent.dropped()
    assert text.startswith("call-off: case ")
    result, _ = play_one(Setting(SKIRMISH, SKIRMISH.load("ford"), ("staff", "random")), 0)
    summary = Summary(SKIRMISH.seats, [result])
    assert summary.data()["dropped_orders"] == result.dropped > 0


def test_legal_plans_drop_nothing() -> None:
    match = new_match("skirmish", "ford", 3)
    assert play_match(match, {0: StaffAgent(1), 1: StaffAgent(2)}).dropped == {}


@pytest.mark.parametrize("scenario", ["S43", "W43", "S44", "W44"])
def test_the_staff_plays_the_first_months_of_every_half_year(scenario: str) -> None:
    match = new_match("westfront", scenario, 2)
    with pytest.raises(NoEnd):
        play_match(match, {0: StaffAgent(1), 1: StaffAgent(2)}, limit=90)
    assert len(match.entries) == 91


@pytest.mark.parametrize("deployment", ["semi-historical", "free"])
def test_the_staff_sets_up_freely(deployment: str) -> None:
    westfront = game("westfront")
    match = Match.new(westfront, westfront.load("S44", {"deployment": deployment}), seed=bytes(32))
    with pytest.raises(NoEnd):
        play_match(match, {0: StaffAgent(1), 1: StaffAgent(2)}, limit=90)
    placed = {entry.order.verb for entry in match.entries if entry.order is not None}
    assert "place" in placed


def test_players_see_views_and_never_the_true_state() -> None:
    match = new_match("westfront", "husky")
    watched = {0: Watched(StaffAgent(1)), 1: Watched(StaffAgent(2))}
    play_match(match, watched)
    for seat, agent in watched.items():
        assert agent.seen
        for seen in agent.seen:
            held: list[object] = list(vars(seen).values())
            assert not [value for value in held if isinstance(value, Match | State)]
            assert seen.view.seat == seat
        for event in agent.heard:
            assert event.seats is None or seat in event.seats


def test_the_order_depends_on_the_view_alone() -> None:
    """Two different truths behind the same view: the same player gives the same order."""
    match = new_match("westfront", "husky")
    seen = observe(match, 0)
    for number in range(3):
        guess = seen.sample(random.Random(number))
        other = Observation(seen.game, seen.scenario, seen.game.view(guess, 0), 0)
        assert other.view == seen.view
        assert StaffAgent(4).order(other, Budget(None)) == StaffAgent(4).order(seen, Budget(None))


def test_a_player_made_anew_goes_on() -> None:
    """A process that takes over a match makes its players again from name and seed."""
    match = new_match("westfront", "husky")
    with pytest.raises(NoEnd):
        play_match(match, {0: StaffAgent(1), 1: StaffAgent(2)}, limit=25)
    report = play_match(match, {0: StaffAgent(1), 1: StaffAgent(2)}, limit=3000)
    assert report.outcome is not None


@pytest.mark.parametrize(("key", "scenario"), PLAYED)
def test_plans_are_explained(key: str, scenario: str) -> None:
    match = new_match(key, scenario)
    watched = Watched(StaffAgent(1))
    play_match(match, {0: watched, 1: GreedyAgent(2)})
    assert all(watched.said)
    assert all(line for lines in watched.said for line in lines)
    assert len({tuple(lines) for lines in watched.said}) > 3


@pytest.mark.parametrize("name", ["greedy", "staff"])
@pytest.mark.parametrize(("key", "scenario"), PLAYED)
def test_without_time_an_order_is_legal_all_the_same(name: str, key: str, scenario: str) -> None:
    match = new_match(key, scenario)
    for _ in range(12):
        decision = match.decision
        assert decision is not None
        seat = decision.seats[0]
        order = registry.make(name, 3).order(observe(match, seat), Budget(0.0))
        assert match.check(seat, order) is None
        match.submit(seat, order)


def test_a_clock_hurries_when_half_its_time_is_gone() -> None:
    assert not Clock(Budget(None)).hurry
    assert Clock(Budget(0.0)).hurry
    assert not Clock(Budget(100.0)).hurry
    late = Clock(Budget(100.0))
    late.started -= 60.0
    assert late.hurry


def test_a_clock_tells_whoever_waits_how_far_it_is_and_hurries_for_them() -> None:
    class Impatient(Waiting):
        told: ClassVar[list[float]] = []

        @property
        def enough(self) -> bool:
            return len(self.told) > 1

        def far(self, share: float) -> None:
            self.told.append(share)

    clock = Clock(Budget(100.0, waiting=Impatient()))
    clock.far(0.25)
    assert not clock.hurry
    clock.started -= 40.0  # four fifths of the half of the time that is spent
    clock.far(0.5)
    assert Impatient.told == pytest.approx([0.25, 0.8], abs=0.01)
    assert clock.hurry


def test_a_mirror_follows_the_match_without_sampling_again() -> None:
    match = new_match("westfront", "husky")
    mirror = Mirror(random.Random(1), tracks=True)
    first = mirror.look(observe(match, 0))
    order = match.parse("activate AF supreme Malta")
    mirror.give(0, order)
    match.submit(0, order)
    assert mirror.look(observe(match, 0)) is first
    match.submit(0, match.parse("done"))
    assert mirror.look(observe(match, 0)) is not first


def test_a_mirror_that_went_astray_looks_afresh() -> None:
    match = new_match("skirmish", "ford")
    mirror = Mirror(random.Random(1), tracks=True)
    seen = observe(match, 0)
    first = mirror.look(seen)
    mirror.give(0, next(iter(first.legal(0))))
    assert SKIRMISH.view(mirror.look(seen), 0) == seen.view


def test_levels_stand_wherever_an_agent_may() -> None:
    assert type(registry.make("recruit", 1)) is GreedyAgent
    assert type(registry.make("officer", 1)) is StaffAgent
    assert registry.plays("officer", "westfront")
    assert not registry.plays("officer", "chess")
    assert list(registry.LEVELS) == ["recruit", "officer", "general", "marshal"]
    assert all(level == agent or level not in registry.agents() for level, agent in registry.LEVELS.items())
    assert [registry.patience(level) for level in registry.LEVELS] == [1, 1, 1, 12]
    result, _ = play_one(Setting(SKIRMISH, SKIRMISH.load("ford"), ("officer", "recruit")), 0)
    same, _ = play_one(Setting(SKIRMISH, SKIRMISH.load("ford"), ("staff", "greedy")), 0)
    assert (result.winner, result.orders) == (same.winner, same.orders)


def test_who_plays_what_is_known() -> None:
    assert {"random", "greedy", "staff"} <= set(registry.agents_for("skirmish"))
    assert registry.plays("staff", "westfront")
    assert not registry.plays("staff", "chess")
    assert registry.agents_for("chess") == ["passive", "random"]
    assert {"skirmish", "westfront"} <= set(brains())
    with pytest.raises(NoBrain, match=r'no computer player has learnt the game "chess" yet .*take random'):
        brain_of("chess")
