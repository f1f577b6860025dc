"""Players that are told the task of a puzzle: what they solve, what they may know, and what they say."""

import random
from collections.abc import Sequence
from copy import copy
from dataclasses import replace
from typing import Any

import pytest

from phaseline.ai import registry as agents
from phaseline.ai.agent import UNLIMITED, Agent, Budget, Observation, Waiting
from phaseline.ai.driver import observe
from phaseline.ai.solving import Proposals, Seeker, SolverAgent, Subject, worlds
from phaseline.engine import registry
from phaseline.engine.match import Match
from phaseline.engine.orders import Order, write
from phaseline.engine.puzzles import SOLVED, Puzzle, PuzzleTask, puzzle_key, replay
from phaseline.engine.state import State

QUICK = {
    "skirmish": ("two-flags", "cut-the-panzer-off", "no-way-back"),
    "westfront": ("in-command", "dropped-and-met", "save-the-headquarters"),
    "eisenhower": ("find-the-six-to-one", "cut-them-off", "retreat-the-right-way"),
    "france44": ("in-the-air", "bar-the-road", "a-chain-of-trucks"),
    "war_in_europe": ("thirteen-to-one", "both-at-once", "armour-goes-on"),
}


def puzzle_of(game: str, name: str) -> tuple[Puzzle, Match]:
    found = registry.game(game)
    puzzle = found.puzzles[name]
    return puzzle, Match.new(found, found.load(puzzle_key(puzzle)), seed=bytes(32))


def played(match: Match, agent: Agent, seat: int) -> list[str]:
    """The agent's orders to the end of the puzzle; the other side passes."""
    given = []
    while match.decision is not None:
        mover = match.decision.seats[0]
        if mover != seat:
            order = match.game.passing(match.state, mover)
            match.submit(mover, next(iter(match.legal(mover))) if order is None else order)
            continue
        order = agent.order(observe(match, seat), UNLIMITED)
        given.append(write(order, match.scenario.lexicon))
        match.submit(seat, order)
    return given


@pytest.mark.parametrize(("game", "name"), [(game, name) for game, names in QUICK.items() for name in names])
def test_it_solves_puzzles_of_every_game(game: str, name: str) -> None:
    puzzle, match = puzzle_of(game, name)
    agent = agents.make("solver", 1)
    played(match, agent, puzzle.seat)
    assert match.outcome is not None
    assert (match.outcome.level, match.outcome.winner) == (SOLVED, puzzle.seat), match.outcome.reason
    assert not agent.dropped()


def test_the_same_seed_gives_the_same_orders() -> None:
    def orders(seed: int) -> list[str]:
        puzzle, match = puzzle_of("skirmish", "find-the-three-to-one")
        return played(match, agents.make("solver", seed), puzzle.seat)

    assert orders(1) == orders(1)
    assert len({tuple(orders(seed)) for seed in range(4)}) > 1


@pytest.mark.parametrize("name", ["general", "marshal"])
def test_generals_solve_a_puzzle_by_its_task(name: str) -> None:
    puzzle, match = puzzle_of("skirmish", "shut-the-door")
    agent = agents.make(name, 1)
    played(match, agent, puzzle.seat)
    assert match.outcome is not None
    assert match.outcome.level == SOLVED
    assert agent.explain()[0].startswith("By the task: 2 of 2 done after this")


def seen_in(match: Match, state: State[Any, Any], seat: int) -> Observation:
    return Observation(match.game, match.scenario, match.game.view(state, seat), seat)


@pytest.mark.parametrize("name", ["counterattack", "no-assault", "the-strike"])
def test_it_sees_no_more_than_a_person(name: str) -> None:
    """Whatever stands hidden on the map: as long as its view is the same, so is its order."""
    puzzle, match = puzzle_of("westfront", name)
    seen = observe(match, puzzle.seat)
    other = seen.sample(random.Random(5))
    assert other.position.digest() != match.state.position.digest()
    again = seen_in(match, other, puzzle.seat)
    assert again.view == seen.view
    first, second = SolverAgent(3), SolverAgent(3)
    assert first.order(seen, UNLIMITED) == second.order(again, UNLIMITED)
    assert first.explain() == second.explain()


def test_it_does_not_look_at_the_solution() -> None:
    puzzle, match = puzzle_of("skirmish", "out-of-the-pocket")
    blind = copy(match.scenario)
    blind.task = PuzzleTask(replace(puzzle, solution=(), wrong=(), lesson="", title=""))
    seen = observe(match, puzzle.seat)
    told, untold = SolverAgent(2), SolverAgent(2)
    order = told.order(seen, UNLIMITED)
    assert untold.order(Observation(match.game, blind, seen.view, puzzle.seat), UNLIMITED) == order
    assert untold.explain() == told.explain()


def test_worlds_are_as_the_task_tells() -> None:
    puzzle, match = puzzle_of("westfront", "cut-him-off")
    lexicon = match.scenario.lexicon
    subject = Subject(puzzle, lexicon)
    panzers, le_mans = lexicon["unit"].value("PzGp West"), lexicon["hex"].value("Le Mans")
    assert panzers in subject.units
    assert le_mans in subject.hexes
    seen = observe(match, puzzle.seat)
    drawn = worlds(subject, seen, random.Random(1))
    assert drawn
    assert {subject.stands(state).get(panzers) for state in drawn} == {le_mans}
    assert all(match.game.view(state, puzzle.seat) == seen.view for state in drawn)


def test_where_nothing_is_hidden_there_is_one_world() -> None:
    puzzle, match = puzzle_of("eisenhower", "cut-them-off")
    (world,) = worlds(Subject(puzzle, match.scenario.lexicon), observe(match, puzzle.seat), random.Random(1))
    assert world.position.digest() == match.state.position.digest()


def test_a_number_in_a_sentence_names_nobody() -> None:
    puzzle, match = puzzle_of("skirmish", "two-hold-the-ford")
    subject = Subject(puzzle, match.scenario.lexicon)
    unit = match.scenario.lexicon["unit"]
    assert {unit.title(each) for each in subject.units} == {"8th Panzer", "73rd Grenadiers"}
    hexes = match.scenario.lexicon["hex"]
    assert {hexes.value("Le Gué"), hexes.value("0505")} <= subject.hexes


def seeker_of(game: str, name: str, seed: int = 0) -> tuple[Seeker, Match, Puzzle]:
    puzzle, match = puzzle_of(game, name)
    rng = random.Random(seed)
    subject = Subject(puzzle, match.scenario.lexicon)
    known = worlds(subject, observe(match, puzzle.seat), rng)
    return Seeker(puzzle, known, Proposals(subject, known[0]), rng), match, puzzle


def solution(match: Match, puzzle: Puzzle) -> Sequence[Order]:
    return [
        entry.order
        for entry in replay(match.game, puzzle, puzzle.solution).entries
        if entry.order is not None and entry.seat == puzzle.seat
    ]


@pytest.mark.parametrize(
    ("game", "name"),
    [("skirmish", "find-the-three-to-one"), ("france44", "room-for-two"), ("eisenhower", "five-ports")],
)
def test_every_order_of_a_solution_leads_nearer_to_it(game: str, name: str) -> None:
    seeker, match, puzzle = seeker_of(game, name)
    orders = solution(match, puzzle)
    tries = [seeker.attempt(orders[:count]) for count in range(len(orders) + 1)]
    near = [found.near for found in tries]
    assert near == sorted(near)
    assert near[0] < near[-1] == len(puzzle.measures)
    assert tries[-1].solved
    assert not tries[0].solved


def test_a_try_changes_nothing_and_leaves_out_what_is_not_legal() -> None:
    seeker, match, puzzle = seeker_of("skirmish", "two-flags")
    orders = solution(match, puzzle)
    before = match.state.position.digest()
    found = seeker.attempt([orders[0], orders[0], *orders[1:]])
    assert found.solved
    assert list(found.orders) == list(orders)
    assert match.state.position.digest() == before
    assert isinstance(match.scenario.task, PuzzleTask)


def test_a_solution_has_no_order_that_it_does_not_need() -> None:
    seeker, match, puzzle = seeker_of("skirmish", "storm-the-town")
    found = seeker.seek(500)
    assert found.solved
    for at, order in enumerate(found.orders):
        if order != match.game.passing(match.state, puzzle.seat):
            assert not seeker.attempt(found.orders[:at] + found.orders[at + 1 :]).solved


def test_tries_end_with_the_budget() -> None:
    seeker, _, _ = seeker_of("skirmish", "two-attacks-at-once")
    assert not seeker.seek(5).solved
    assert seeker.tries < 5 + 20  # what was found is shortened still
    _, match = puzzle_of("skirmish", "two-attacks-at-once")
    assert SolverAgent(1).order(observe(match, 0), Budget(playouts=1)) in match.legal(0)


def test_who_waits_may_have_the_order_at_once_and_hears_how_far_it_is() -> None:
    class Impatient(Waiting):
        heard: list[float]

        def __init__(self) -> None:
            self.heard = []

        @property
        def enough(self) -> bool:
            return len(self.heard) > 3

        def far(self, share: float) -> None:
            self.heard.append(share)

    waiting = Impatient()
    _, match = puzzle_of("france44", "counterattack")
    order = SolverAgent(1).order(observe(match, 1), Budget(waiting=waiting))
    assert order in match.legal(1)
    assert 4 <= len(waiting.heard) <= 5
    assert waiting.heard == sorted(waiting.heard)


def test_it_says_what_is_done_and_what_follows_and_says_so_again() -> None:
    _, match = puzzle_of("skirmish", "two-flags")
    agent = SolverAgent(1)
    seen = observe(match, 0)
    order = agent.order(seen, UNLIMITED)
    said = agent.explain()
    assert said[0].startswith("By the task: 1 of 2 done after this (L")
    assert said[1].startswith("Then: move ")
    assert said[2] == "That should solve the puzzle."
    assert agent.order(seen, UNLIMITED) == order
    assert agent.explain() == said


def test_it_thinks_again_when_something_else_was_done() -> None:
    puzzle, match = puzzle_of("skirmish", "two-flags")
    agent = SolverAgent(1)
    first = agent.order(observe(match, 0), UNLIMITED)
    other = next(order for order in match.legal(0) if type(order) is type(first) and order != first)
    match.submit(0, other)
    played(match, agent, puzzle.seat)
    assert match.outcome is not None
    assert match.outcome.level == SOLVED


def test_without_a_task_it_plays_as_the_staff_does() -> None:
    game = registry.game("skirmish")
    match = Match.new(game, game.load("ford"), seed=bytes(32))
    seat = match.state.decision.seats[0] if match.state.decision else -1
    solver, staff = agents.make("solver", 4), agents.make("staff", 4)
    for _ in range(4):
        seen = observe(match, seat)
        order = staff.order(seen, UNLIMITED)
        assert solver.order(seen, UNLIMITED) == order
        assert solver.explain() == staff.explain()
        match.submit(seat, order)
        assert match.decision is not None
        if seat not in match.decision.seats:
            break


def test_the_other_side_of_a_puzzle_is_no_task() -> None:
    puzzle, match = puzzle_of("skirmish", "two-flags")
    agent = SolverAgent(1)
    agent.order(observe(match, puzzle.seat), UNLIMITED)
    assert agent.tasked
    other = SolverAgent(1)
    seen = observe(match, puzzle.seat)
    swapped = copy(match.scenario)
    swapped.task = PuzzleTask(replace(puzzle, seat=1 - puzzle.seat))
    other.order(Observation(match.game, swapped, seen.view, puzzle.seat), UNLIMITED)
    assert not other.tasked


def test_where_dice_decide_it_does_not_say_what_will_be_done() -> None:
    puzzle, match = puzzle_of("war_in_europe", "bar-the-road")
    agent = SolverAgent(1)
    said = []
    while match.decision is not None:
        (seat,) = match.decision.seats
        assert seat == puzzle.seat
        order = agent.order(observe(match, seat), UNLIMITED)
        rolled = any(event.draw for event in match.submit(seat, order))
        said.append((rolled, agent.explain()[0].partition(" (")[0]))
    assert said == [
        (False, "By the task: 1 of 2 done after this"),
        (True, "By the task; what is done after this the dice decide."),  # a forced march
        (False, "By the task: 2 of 2 done after this"),
    ]
