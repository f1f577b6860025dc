"""Gates: who is met from which seats, when a series ends, and when a gate is met."""

from dataclasses import replace

import pytest

from phaseline.lab.gates import (
    Gate,
    Standing,
    field_of,
    jobs,
    losing_seat,
    must_act,
    sleepless,
    stand,
    standings,
)
from phaseline.lab.runner import Here
from phaseline.lab.simulate import Recipe, Result, match_seed, prepare

FORD = Recipe("skirmish", "ford", (), seed=5, playouts=(None, None))
BOTH = Gate("greedy", (0, 1), need=0.75, floor=0.6)


def result(winner: int | None, dropped: int = 0) -> Result:
    return Result(0, ("a", "b"), winner, "", (), 10, 0, 0.1, dropped=dropped)


def after(gate: Gate, *winners: int | None) -> Standing:
    return Standing(gate, [result(winner) for winner in winners])


def test_matches_from_both_seats_share_their_dice() -> None:
    listed = list(jobs(FORD, "staff", BOTH, 2, 5))
    assert [job.recipe.agents for job in listed] == [("staff", "greedy"), ("greedy", "staff")] * 2
    seeds = [prepare(job.recipe).dice(job.number) for job in listed]
    assert seeds == [match_seed(5, 0)] * 2 + [match_seed(5, 1)] * 2


def test_who_sleeps_is_met_by_the_side_that_must_act() -> None:
    """At the Ford Red holds the crossings when nobody moves; nobody wins Husky for the Allies by sitting still."""
    assert must_act(FORD, 2, Here()) == [0]
    assert must_act(replace(FORD, game="westfront", scenario="husky"), 2, Here()) == [0]


def test_a_win_counts_for_the_seat_the_agent_had() -> None:
    found = after(BOTH, 0, 0, None, 1)
    assert (found.won, found.wins, found.draws, found.share) == ([1, 0, 0, 1], 2, 1, 0.5)


def test_a_series_ends_when_it_is_clear() -> None:
    asleep = sleepless("passive", 0)
    assert not after(asleep, *[0] * 9).settled
    assert after(asleep, *[0] * 20).settled
    assert after(asleep, *[0] * 20).state == "met"
    lost = after(asleep, 1, 1, 1, 1)
    assert lost.settled
    assert lost.state == "missed"
    assert not after(BOTH, *[0, 1] * 2, 1).settled  # the other match with the same dice is still to come


def test_a_gate_is_open_where_the_matches_do_not_tell() -> None:
    assert after(sleepless("passive", 0), *[0] * 18, 1, 1).state == "open"
    assert after(BOTH, 0, 1).state == "open"
    assert Standing(BOTH).state == "open"
    assert after(BOTH, *[0, 1] * 12, *[1, 0] * 3).state == "met"
    assert after(BOTH, *[0, 0] * 10).state == "missed"


def test_from_the_losing_side_it_counts_how_much_more_often_one_wins() -> None:
    gate = Gate("staff-1", (0,), need=0.3, floor=0.0, beyond="staff-1")
    base = [result(1)] * 9 + [result(0)]
    better = Standing(gate, [result(0)] * 6 + [result(1)] * 3 + [result(0)], base)
    assert better.share == pytest.approx(0.6)
    assert better.interval.low > 0
    assert better.state == "met"
    same = Standing(gate, list(base), base)
    assert (same.share, same.state) == (0.0, "missed")
    assert not better.settled


def test_a_game_without_the_old_staff_asks_more_of_the_others() -> None:
    skirmish = {gate.opponent: gate for gate in field_of("skirmish", "staff", 2)}
    assert {"staff-1", "greedy", "rusher", "dove", "hoarder"} == set(skirmish)
    assert skirmish["rusher"].need == 0.75
    france = {gate.opponent: gate for gate in field_of("france44", "staff", 2)}
    assert "staff-1" not in france
    assert france["greedy"].need == 0.9
    assert "greedy" not in {gate.opponent for gate in field_of("skirmish", "greedy", 2)}


def test_a_series_is_played_until_it_is_settled() -> None:
    gate = sleepless("passive", 0)
    found = stand(FORD, "greedy", gate, 2, 40, Here())
    assert found.state == "met"
    assert len(found.results) < 40
    assert found.data()["gate"] == "met"
    again = stand(FORD, "greedy", gate, 2, 40, Here())
    assert [each.winner for each in again.results] == [each.winner for each in found.results]


def test_who_watches_is_told_after_each_match() -> None:
    told: list[tuple[int, int]] = []
    gate = Gate("random", (0, 1), 0.75, 0.6)
    found = stand(
        FORD, "greedy", gate, 2, 4, Here(), watch=lambda now: told.append((len(now.results), now.wins))
    )
    assert [played for played, _ in told] == [1, 2, 3, 4]
    assert told[-1] == (4, found.wins)


def test_all_gates_of_a_scenario(monkeypatch: pytest.MonkeyPatch) -> None:
    """That they are played is tested where somebody asks for them."""
    monkeypatch.setattr("phaseline.lab.gates.spread", lambda _, jobs, __: (result(1) for _ in jobs))
    found = list(standings(FORD, "random", 2, 2, Here()))
    assert [each.gate.opponent for each in found] == [
        "passive",
        "staff-1",
        "greedy",
        "rusher",
        "dove",
        "hoarder",
    ]
    assert all(len(each.results) == 2 for each in found)


def test_a_side_that_always_wins_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    winners = [result(1)] * 9 + [result(0)]
    monkeypatch.setattr("phaseline.lab.gates.spread", lambda *_: iter(winners))
    assert losing_seat(FORD, 2, 10, Here()) == 0
    monkeypatch.setattr("phaseline.lab.gates.spread", lambda *_: iter([result(0), result(1)]))
    assert losing_seat(FORD, 2, 2, Here()) is None
