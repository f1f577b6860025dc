"""The ladder: what is played, and when an agent counts as better."""

from dataclasses import replace

import pytest

from phaseline.lab.ladder import Climb, Rung, difference, jobs, judge, pairings, play_job
from phaseline.lab.simulate import Result, margin

CLIMB = Climb("skirmish", "ford", "greedy", "random", seed=3)


def result(winner: int | None, scores: tuple[int, ...] = ()) -> Result:
    return Result(0, ("a", "b"), winner, "", scores, 10, 0, 0.1)


def test_the_better_agent_plays_every_seat_and_the_weaker_one_itself() -> None:
    assert pairings(CLIMB, 2) == [("greedy", "random"), ("random", "greedy"), ("random", "random")]
    listed = list(jobs(CLIMB, 2, 5))
    assert [job.recipe.agents for job in listed[::5]] == pairings(CLIMB, 2)
    assert [job.number for job in listed[:5]] == [0, 1, 2, 3, 4]
    assert {job.recipe.seed for job in listed} == {3}


def test_a_margin_is_in_points_or_in_wins() -> None:
    assert margin(result(0, (30, 12)), 0) == 18
    assert margin(result(0, (30, 12)), 1) == -18
    assert [margin(result(winner), 1) for winner in (0, 1, None)] == [-1.0, 1.0, 0.0]


def test_who_plays_alone_is_ahead_by_its_points() -> None:
    alone = replace(result(None), seating=("a",))
    assert margin(replace(alone, scores=(7,)), 0) == 7
    assert [margin(replace(alone, winner=winner), 0) for winner in (0, None)] == [1.0, -1.0]


def test_an_agent_is_better_that_wins_where_the_other_does_not() -> None:
    won, lost = [result(0, (9, 2))] * 20, [result(1, (2, 9))] * 20
    mine, theirs = judge(CLIMB, 2, 20, [*won, *lost, *lost])
    assert (mine.wins, mine.weaker_wins, mine.climbed) == (20, 0, True)
    assert mine.margin - mine.weaker_margin == pytest.approx(14)
    assert not theirs.climbed


def test_winning_a_side_that_always_wins_shows_nothing_but_the_margin_does() -> None:
    narrow = [result(0, (5, 4 - n % 2)) for n in range(20)]
    wide = [result(0, (9, 4 - n % 2)) for n in range(20)]
    same, _ = judge(CLIMB, 2, 20, [*narrow, *narrow, *narrow])
    assert (same.wins, same.climbed) == (20, False)
    more, _ = judge(CLIMB, 2, 20, [*wide, *narrow, *narrow])
    assert more.climbed
    assert more.gain[0] > 0


def test_both_may_be_tried_against_the_better_one() -> None:
    """Nobody does better than well against a player that does nothing; a strong one tells."""
    climb = replace(CLIMB, strong_opponent=True)
    assert pairings(climb, 2) == [("random", "greedy"), ("greedy", "random"), ("greedy", "greedy")]
    weak_first, weak_second = [result(1, (1, 9))] * 20, [result(0, (9, 1))] * 20
    even = [result(n % 2, (5, 4 + n % 2)) for n in range(20)]
    for rung in judge(climb, 2, 20, [*weak_first, *weak_second, *even]):
        assert rung.climbed
        assert rung.weaker_margin == -8


def test_illegal_orders_of_plans_are_counted_where_the_better_agent_played() -> None:
    careless = [replace(result(0), dropped=1)] * 3
    first, second = judge(CLIMB, 2, 3, [*careless, *[result(1)] * 6])
    assert (first.dropped, second.dropped) == (3, 0)
    assert first.data()["dropped_orders"] == 3


def test_few_matches_tell_nothing() -> None:
    assert difference([1.0], [0.0]) == (float("-inf"), float("inf"))
    rung = Rung(0, 2, 2, 0, 0, 1.0, -1.0, difference([1.0, 3.0], [-1.0, 1.0]))
    assert not rung.climbed
    assert rung.data()["climbed"] is False


def test_greedy_is_better_than_random_at_the_ford() -> None:
    played = [play_job(job) for job in jobs(CLIMB, 2, 6)]
    assert [rung.climbed for rung in judge(CLIMB, 2, 6, played)] == [True, True]
