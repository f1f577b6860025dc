"""The players that compare courses of action: what they find, what they may know, and how long they try."""

import random
from collections.abc import Sequence
from dataclasses import replace

import pytest

from phaseline.ai import registry
from phaseline.ai.agent import UNLIMITED, Agent, Budget, Observation
from phaseline.ai.brain import NoBrain, brains
from phaseline.ai.driver import observe, play_match
from phaseline.ai.search import (
    Contest,
    Course,
    GeneralAgent,
    MarshalAgent,
    Tally,
    Trials,
    general,
    halve,
    singly,
)
from phaseline.ai.search.dice import EvenDice
from phaseline.ai.sight import Clock, Sight
from phaseline.ai.skirmish.council import SkirmishCouncil
from phaseline.ai.skirmish.glance import Ground
from phaseline.ai.skirmish.planner import SkirmishPlanner
from phaseline.ai.skirmish.swift import Swift
from phaseline.engine.casefile import Case, CaseSetup, read
from phaseline.engine.dice import ScriptedDice, SeededDice
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.engine.registry import game
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.scenario import SkirmishScenario
from phaseline.games.skirmish.state import SkirmishState

SKIRMISH = game("skirmish")
FEW = Budget(playouts=16)
LAST_CHANCE = """
id: last-chance
game: skirmish
map:
  drawing: |
    . . . . . . .
     . . . . . . .
setup:
  turn: 6
  turns: 6
  active: Red
  phase: combat
  objectives: {"0104": 1}
  control: {"0104": Blue}
  points: {Blue: 5, Red: 5}
  units:
    Blue A: {at: 0104, attack: 4, defence: 8, face_up: true}
    Red A: {at: 0105, attack: 6, defence: 4}
"""


def new_match(scenario: str, seed: int) -> Match:
    return Match.new(SKIRMISH, SKIRMISH.load(scenario), seed=seed.to_bytes(32, "big"))


def composed(text: str) -> SkirmishState:
    (case,) = read(text, "case.yaml")
    assert isinstance(case, Case)
    state = SKIRMISH.compose(CaseSetup(SKIRMISH, case, ScriptedDice(then=SeededDice(bytes(32)))))
    assert isinstance(state, SkirmishState)
    return state


def seen_by(state: SkirmishState, seat: int) -> Observation:
    return Observation(SKIRMISH, state.scenario, SKIRMISH.view(state, seat), seat)


def marching(seed: int) -> Match:
    """A match at Blue's first march."""
    match = new_match("ford", seed)
    for seat in (0, 1):
        match.submit(seat, orders.Stance("assault"))
    return match


def sight_of(match: Match, budget: Budget) -> Sight[SkirmishState]:
    seen = observe(match, 0)
    state = seen.sample(random.Random(1))
    assert isinstance(state, SkirmishState)
    return Sight(seen, state, random.Random(1), Clock(budget))


def given(match: Match, agent: Agent, count: int, budget: Budget) -> Sequence[Order]:
    """The next orders of an agent that plays Blue, until Red has to decide."""
    found: list[Order] = []
    while match.decision is not None and match.decision.seats == (0,) and len(found) < count:
        found.append(agent.order(observe(match, 0), budget))
        match.submit(0, found[-1])
    return found


# -- halving -----------------------------------------------------------------------------------------------------------


def test_halving_gives_the_good_ones_more_tries_with_the_same_numbers() -> None:
    tried: dict[str, list[int]] = {}

    def attempt(name: str, number: int) -> int:
        tried.setdefault(name, []).append(number)
        return {"poor": 0, "fair": 1, "good": 2, "best": 3}[name]

    ranked = halve(["poor", "good", "best", "fair"], 40, singly(attempt))
    assert [each.what for each in ranked] == ["best", "good", "fair", "poor"]
    assert sum(map(len, tried.values())) <= 40
    assert len(tried["best"]) > len(tried["poor"])
    assert tried["good"] == tried["best"]
    assert tried["poor"] == tried["best"][: len(tried["poor"])]


@pytest.mark.parametrize(
    ("tally", "chance", "told"),
    [
        (Tally(), None, "there was no other"),
        (Tally(1, won=1), 1.0, "wins 100% of 1 try"),
        (Tally(4, won=1, drawn=1, lost=2), 0.375, "wins 38% of 4 tries"),
        (Tally(4, lost=1), None, "4 tries: 1 lost, 3 still open"),
        (Tally(6, won=2, drawn=1), None, "6 tries: 2 won, 1 drawn, 3 still open"),
    ],
)
def test_a_chance_is_told_only_where_all_tries_saw_the_end(
    tally: Tally, chance: float | None, told: str
) -> None:
    assert tally.chance == chance
    assert str(tally) == told


def test_a_contest_that_is_broken_off_ends_as_one_that_is_not() -> None:
    """In portions of at most five tries, by whole rows."""
    names = ["poor", "good", "best", "fair", "none"]

    def attempt(name: str, number: int) -> int:
        return names.index(name) * (number + 1) % 7

    contest, portions = Contest(names, 40), list[int]()
    while not contest.over:
        before = sum(each.tries for each in contest.ranked)
        contest.carry_on(singly(attempt), most=5)
        portions.append(sum(each.tries for each in contest.ranked) - before)
    assert contest.ranked == halve(names, 40, singly(attempt))
    assert len(portions) > 6
    assert max(portions) == 5


@pytest.mark.parametrize("together", [2, 3, 5, 8])
@pytest.mark.parametrize("most", [None, 7])
def test_it_makes_no_difference_how_many_attempts_are_wanted_together(
    together: int, most: int | None
) -> None:
    names = ["poor", "good", "best", "fair", "none"]
    rows: list[int] = []

    def attempts(wanted: Sequence[tuple[str, int]]) -> list[int]:
        rows.append(len(wanted))
        return [names.index(name) * (number + 1) % 7 for name, number in wanted]

    found = []
    for count in (1, together):
        contest = Contest(names, 60)
        while not contest.over:
            before = sum(each.tries for each in contest.ranked)
            contest.carry_on(attempts, most=most, together=count)
            assert most is None or sum(each.tries for each in contest.ranked) - before <= most
        found.append(contest.ranked)
        rows.append(0)
    assert found[0] == found[1]
    alone = rows[: rows.index(0)]
    assert len(rows) - len(alone) - 2 < len(alone) or together <= 2


def test_of_equals_the_first_is_kept() -> None:
    assert [each.what for each in halve(["a", "b", "c"], 9, singly(lambda *_: 5))] == ["a", "b", "c"]


def test_a_search_in_a_hurry_has_tried_everybody_alike() -> None:
    ranked = halve(["a", "b", "c"], 300, singly(lambda name, _: ord(name)), hurry=lambda: True)
    assert [(each.what, each.tries) for each in ranked] == [("c", 1), ("b", 1), ("a", 1)]


# -- what it finds -----------------------------------------------------------------------------------------------------


def test_the_last_chance_is_taken_however_small() -> None:
    """Whoever does not attack has lost; at 1:2 the attack costs more than it brings, so that the staff leaves it."""
    state = composed(LAST_CHANCE)
    assert registry.make("officer", 1).order(seen_by(state, 1), UNLIMITED) == orders.Done()
    general = registry.make("general", 1)
    assert general.order(seen_by(state, 1), UNLIMITED) == orders.Attack(state.scenario.map.hex("0104"))
    said = general.explain()
    assert said[0].startswith("Attack 0104 with Red A (wins ")
    assert "No further attack (wins 0% of " in said[1]


def test_a_win_in_hand_is_not_thrown_away() -> None:
    """The same attack where it would only cost the point that is sure."""
    state = composed(LAST_CHANCE.replace("Blue: 5, Red: 5", "Blue: 3, Red: 5"))
    assert registry.make("general", 1).order(seen_by(state, 1), UNLIMITED) == orders.Done()


def test_marches_of_a_hurried_player_are_legal_to_the_end() -> None:
    scenario = SKIRMISH.load("ridge")
    assert isinstance(scenario, SkirmishScenario)
    ground = Ground(scenario)
    state = SKIRMISH.new(scenario, SeededDice(bytes(32)))
    players = [Swift(ground, seat, bearing) for seat, bearing in enumerate(SkirmishCouncil.bearings())]
    assert isinstance(state, SkirmishState)
    while (decision := state.waiting()) is not None:
        seat = decision.seats[0]
        state.apply(seat, players[seat].order(state))
    assert state.position.outcome is not None


# -- what it may know, and how long it tries ---------------------------------------------------------------------------


@pytest.mark.parametrize("level", ["general", "marshal"])
def test_orders_rest_on_the_view_alone(level: str) -> None:
    """In two worlds that look the same to Blue, with different units behind the backs, it gives the same orders."""
    match = marching(3)
    truth = match.state
    other = SKIRMISH.state_type(
        SKIRMISH, match.scenario, SKIRMISH.sample(match.scenario, match.view(0).position, 0, random.Random(8))
    )
    assert other.position.at != truth.position.at
    first, second = (
        registry.make(level, 5).order(Observation(SKIRMISH, match.scenario, SKIRMISH.view(state, 0), 0), FEW)
        for state in (truth, other)
    )
    assert first == second


def test_the_same_seed_gives_the_same_orders_and_words() -> None:
    first, second = GeneralAgent(4), GeneralAgent(4)
    one, two = marching(6), marching(6)
    assert given(one, first, 9, FEW) == given(two, second, 9, FEW)
    assert first.explain() == second.explain()
    assert first.explain()


def test_a_search_keeps_to_its_playouts() -> None:
    sight = sight_of(marching(3), Budget(playouts=40))
    agent = GeneralAgent(1)
    agent.wanted(agent._prepared(sight.seen), sight)
    assert 30 < sight.clock.playouts <= 40


def test_a_marshal_tries_four_times_as_much() -> None:
    state = composed(LAST_CHANCE)
    tried = []
    for agent in (GeneralAgent(1), MarshalAgent(1)):
        seen = seen_by(state, 1)
        sight = Sight(seen, seen.sample(random.Random(1)), random.Random(1), Clock(UNLIMITED))
        agent.wanted(agent._prepared(seen), sight)
        tried.append(sight.clock.playouts)
    assert tried[0] > 0
    assert tried[1] == 4 * tried[0]


class Paired(SkirmishCouncil):
    """Counts for its own way all out besides, so that it shows."""

    even = True

    def favour(self, course: Course) -> int:
        """Half a point."""
        return 7 if course.bearing == "all out" else 0


def test_playouts_go_in_pairs_in_one_world_with_mirrored_dice() -> None:
    sight = sight_of(marching(3), UNLIMITED)
    trials = Trials(Paired(sight.state.scenario, 0), SkirmishPlanner(sight.state.scenario, 0, 0), sight, 7)
    for number in range(4):
        trials.attempts([(Course("On", ()), number)])
    worlds = trials._worlds
    assert worlds[0] is worlds[1]
    assert worlds[1][1] != worlds[2][1]
    assert worlds[2] is worlds[3]
    first, mirror = (trials._dice(worlds[n][1], n) for n in (0, 1))
    assert [first.roll(6, "") + mirror.roll(6, "") for _ in range(12)] == [7] * 12


def test_what_is_favoured_counts_more() -> None:
    sight = sight_of(marching(3), UNLIMITED)
    plain = SkirmishCouncil(sight.state.scenario, 0)
    planner = SkirmishPlanner(plain.scenario, 0, 0)
    bold = Course("All out", (), "all out")

    class Even(Paired):
        def favour(self, course: Course) -> int:  # noqa: ARG002
            return 0

    usual, favoured = (
        Trials(council(plain.scenario, 0), planner, sight, 7).attempts([(bold, 0)])[0]
        for council in (Even, Paired)
    )
    assert favoured == usual + 7


def test_even_dice_go_back_to_where_they_were() -> None:
    dice = EvenDice(b"seed")
    rolled = [dice.roll(6, "") for _ in range(4)]
    again = dice.drawn
    rest = [dice.roll(10, ""), dice.roll(6, "")]
    dice.rewind(again)
    assert [dice.roll(10, ""), dice.roll(6, "")] == rest
    dice.rewind(0)
    assert [dice.roll(6, "") for _ in range(4)] == rolled


def test_no_playout_touches_the_state_it_begins_from() -> None:
    sight = sight_of(marching(3), UNLIMITED)
    council = SkirmishCouncil(sight.state.scenario, 0)
    before = sight.state.position.copy()
    trials = Trials(council, SkirmishPlanner(council.scenario, 0, 0), sight, 7)
    course = council.courses(sight)[0]
    assert trials.attempts([(course, 0)]) == trials.attempts([(course, 0)])
    assert sight.state.position == before
    assert trials.tally(course).playouts == 2


def test_plans_of_the_general_name_places() -> None:
    sight = sight_of(marching(3), UNLIMITED)
    aims = [course.aim for course in SkirmishCouncil(sight.state.scenario, 0).courses(sight)]
    efforts = {aim for aim in aims if aim.startswith("Main effort: ")}
    assert efforts
    assert efforts <= {
        f"Main effort: {place}"
        for place in ("Saint-Aubin (0305)", "Ferme Rouge (0606)", "Tilly (0202)", "Le Gué (0504)")
    }


@pytest.mark.parametrize("processes", [2, 3])
def test_it_makes_no_difference_how_many_processes_share_the_playouts(processes: int) -> None:
    alone, shared = GeneralAgent(3), GeneralAgent(3)
    for turn in (1, 3):
        seen = observe(marching(turn), 0)
        wanted = alone.order(seen, Budget(playouts=60))
        assert shared.order(seen, Budget(playouts=60, processes=processes)) == wanted
        assert shared.explain() == alone.explain()


# -- who plays what ----------------------------------------------------------------------------------------------------


def test_a_game_without_courses_has_no_general(monkeypatch: pytest.MonkeyPatch) -> None:
    assert registry.plays("general", "skirmish")
    assert not registry.plays("general", "midway")
    untaught = replace(brains()["skirmish"], council=None)
    monkeypatch.setattr(general, "brains", lambda: {"skirmish": untaught})
    assert not registry.plays("marshal", "skirmish")
    assert "general" not in registry.agents_for("skirmish")
    match = marching(3)
    assert match.decision is not None
    with pytest.raises(NoBrain, match=r"there is no general for .* yet: take officer"):
        registry.make("general", 1).order(observe(match, match.decision.seats[0]), FEW)


def test_a_general_plays_a_match_to_the_end() -> None:
    match = new_match("ford", 5)
    general = GeneralAgent(1)
    report = play_match(match, {0: general, 1: registry.make("greedy", 2)}, budget={0: Budget(playouts=4)})
    assert report.outcome is not None
    assert report.dropped == {}
    assert general.chance is not None
    assert 0.0 <= general.chance <= 1.0
