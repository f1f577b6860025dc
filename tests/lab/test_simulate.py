"""Series of matches, their figures, and speed."""

import functools
import random

import pytest

from phaseline.ai.driver import NoEnd
from phaseline.engine import record
from phaseline.engine.harness import Fault, play_checked
from phaseline.engine.playthrough import playthrough
from phaseline.engine.registry import game
from phaseline.games.skirmish.game import Skirmish
from phaseline.lab.runner import Here, Processes, spread
from phaseline.lab.simulate import Recipe, Result, Setting, Summary, play_one, play_recipe
from phaseline.lab.speed import machine, measure
from phaseline.lab.statistics import wilson

SKIRMISH = game("skirmish")
FORD = SKIRMISH.load("ford")


def result(
    number: int, winner: int | None, seating: tuple[str, ...] = ("a", "b"), orders: int = 10
) -> Result:
    return Result(number, seating, winner, "on points" if winner is not None else "", (3, 5), orders, 0, 0.5)


def test_a_series_is_the_same_for_the_same_seed() -> None:
    setting = Setting(SKIRMISH, FORD, ("random", "random"), seed=4)
    first = [record.dump(play_one(setting, number)[1]) for number in range(3)]
    again = [record.dump(play_one(setting, number)[1]) for number in range(3)]
    assert first == again
    assert len(set(first)) == 3
    other = Setting(SKIRMISH, FORD, ("random", "random"), seed=5)
    assert record.dump(play_one(other, 0)[1]) not in first


def test_any_match_of_a_series_can_be_played_alone_and_verified() -> None:
    setting = Setting(SKIRMISH, FORD, ("random", "random"), seed=4)
    found, match = play_one(setting, 2)
    assert [play_one(setting, number)[0].orders for number in range(3)][2] == found.orders
    assert record.load(record.dump(match)).position == match.position
    assert match.outcome is not None
    assert found.winner == match.outcome.winner


def test_no_match_goes_on_longer_than_its_game_has_them() -> None:
    class Short(Skirmish):
        longest = 4

    short = Short()
    ford = short.load("ford")
    with pytest.raises(NoEnd, match="no end after 4 orders"):
        play_one(Setting(short, ford, ("random", "random")), 0)
    with pytest.raises(Fault, match="the match does not end within 4 orders"):
        play_checked(short, ford, 0, thorough=0)
    assert playthrough(short, ford, seed=0).splitlines()[-1] == "stopped after 4 orders"
    assert playthrough(short, ford, seed=0, most_orders=6).splitlines()[-1] == "stopped after 6 orders"


def test_agents_swap_seats() -> None:
    setting = Setting(SKIRMISH, FORD, ("random", "random"), swap=True)
    object.__setattr__(setting, "agents", ("x", "y"))
    assert [setting.seating(n) for n in range(3)] == [("x", "y"), ("y", "x"), ("x", "y")]


def test_matches_of_a_rotation_may_share_their_dice() -> None:
    setting = Setting(SKIRMISH, FORD, ("random", "greedy"), swap=True, paired=True)
    dice = [setting.dice(n) for n in range(4)]
    assert dice[0] == dice[1] != dice[2] == dice[3]
    assert [setting.seating(n) for n in range(2)] == [("random", "greedy"), ("greedy", "random")]


def test_a_budget_goes_with_its_agent_from_seat_to_seat() -> None:
    """Greedy with no playouts tries one order; so it plays as badly from one seat as from the other."""
    dull = Recipe("skirmish", "ford", ("greedy", "random"), swap=True, paired=True, playouts=(0, None))
    keen = Recipe("skirmish", "ford", ("greedy", "random"), swap=True, paired=True, playouts=(None, None))
    for number in range(2):
        assert play_recipe(dull, number)[1] != play_recipe(keen, number)[1]
    assert play_recipe(dull, 1)[1] == play_recipe(dull, 1)[1]


@pytest.mark.parametrize("names", [("random",), ("random", "randon")])
def test_every_seat_needs_an_agent_that_exists(names: tuple[str, ...]) -> None:
    with pytest.raises((ValueError, LookupError), match=r"name one for each: Blue, Red|did you mean random"):
        Setting(SKIRMISH, FORD, names)


def test_the_figures_of_a_summary() -> None:
    summary = Summary(("Blue", "Red"))
    for number, winner in enumerate((0, 1, 1, None)):
        summary.add(result(number, winner, ("a", "b") if number % 2 == 0 else ("b", "a"), orders=10 + number))
    assert (summary.wins(0), summary.wins(1), summary.draws) == (1, 2, 1)
    assert summary.mean_orders == 11.5
    assert summary.mean_score(1) == 5
    assert summary.wins_by_agent() == {"a": (2, 4), "b": (1, 4)}
    assert summary.levels == {"Red, on points": 2, "Blue, on points": 1}
    data = summary.data()
    assert data["seats"]["Red"]["share"] == 0.5
    assert data["by_agent"]["b"]["wins"] == 1


def test_an_agent_against_itself_has_no_record_of_its_own() -> None:
    summary = Summary(("Blue", "Red"))
    summary.add(result(0, 0, ("a", "a")))
    assert summary.wins_by_agent() == {}


def test_wilson_against_values_from_the_literature() -> None:
    """Newcombe (1998), table I: score intervals for 81/263, 15/148, 0/20 and 1/29."""
    for (wins, trials), (low, high) in {
        (81, 263): (0.2553, 0.3662),
        (15, 148): (0.0624, 0.1605),
        (0, 20): (0.0000, 0.1611),
        (1, 29): (0.0061, 0.1718),
    }.items():
        found = wilson(wins, trials, z=1.959964)
        assert found.low == pytest.approx(low, abs=5e-5)
        assert found.high == pytest.approx(high, abs=5e-5)


def test_wilson_covers_the_true_share_about_as_often_as_it_says() -> None:
    rng = random.Random(1)
    hits = 0
    for _ in range(2000):
        low, high = wilson(sum(rng.random() < 0.3 for _ in range(40)), 40)
        hits += low <= 0.3 <= high
    assert 0.93 < hits / 2000 < 0.97


def test_wilson_refuses_impossible_counts() -> None:
    with pytest.raises(ValueError, match="5 successes in 4 trials"):
        wilson(5, 4)


def test_speed_is_measured_on_real_play() -> None:
    speed = measure(SKIRMISH, FORD, seconds=0.1)
    assert speed.orders_per_s > 100
    assert speed.order_us == pytest.approx(1e6 / speed.orders_per_s)
    for time_us in (speed.copy_us, speed.first_us, speed.deep_us, speed.sample_us):
        assert 0 < time_us < 10_000
    assert speed.staff_per_s is not None
    assert 1 < speed.staff_per_s < speed.orders_per_s
    assert 0 < speed.view_ms < 100
    assert speed.view_bytes > 100
    assert "Python" in machine()


def test_processes_play_the_same_series_in_the_same_order() -> None:
    recipe = Recipe("skirmish", "ford", ("random", "random"), seed=9)
    work = functools.partial(play_recipe, recipe)
    alone = list(spread(work, range(4), Here()))
    together = list(spread(work, range(4), Processes(2)))
    assert [text for _, text in alone] == [text for _, text in together]
    assert [found.number for found, _ in together] == [0, 1, 2, 3]


def test_a_recipe_loads_options() -> None:
    recipe = Recipe("skirmish", "ford", ("random", "random"), options=(("weather", "dry"),))
    assert '"weather": "dry"' in play_recipe(recipe, 0)[1]
