"""Weights drawn by chance, and what each of them is found to do."""

import random

import pytest

from phaseline.ai.weights import read_weights
from phaseline.engine import registry
from phaseline.lab.ladder import Job
from phaseline.lab.simulate import Recipe, Result
from phaseline.lab.weighing import (
    FACTOR,
    NothingWeighed,
    changeable,
    drawn,
    effects,
    jobs,
    points,
    stepped,
    usual,
)

NUMBERS = [f"pull.w{number}" for number in range(12)]
WEIGHTS = {"pull": {f"w{number}": float(number + 1) for number in range(12)}}


def result(number: int, seating: tuple[str, str], lead: float, winner: int | None = None) -> Result:
    """A match that the second seat left with a lead, in tenths."""
    return Result(number, seating, winner, "", (0, round(10 * lead)), 1, 0, 0.0)


def test_each_match_has_weights_of_its_own() -> None:
    """Three in ten of them, as often larger as smaller; the same for the same seed and number."""
    names = [drawn("general", NUMBERS, 5, match) for match in range(300)]
    assert names == [drawn("general", NUMBERS, 5, match) for match in range(300)]
    assert len(set(names)) > 250
    changed = [weight for name in names if ":" in name for weight in read_weights(name.partition(":")[2])]
    assert 0.25 < len(changed) / (300 * len(NUMBERS)) < 0.35
    assert 0.45 < sum(weight.number > 1 for weight in changed) / len(changed) < 0.55


def test_who_is_asked_about_keeps_his_seat_and_meets_all_in_turn() -> None:
    recipe = Recipe("westfront", "W44", (), seed=9)
    found = list(jobs(recipe, "general", 1, ["staff", "greedy"], NUMBERS, 4))
    assert [job.recipe.agents[0] for job in found] == ["staff", "greedy", "staff", "greedy"]
    assert all(job.recipe.agents[1].startswith("general") for job in found)
    assert [job.number for job in found] == [0, 1, 2, 3]


def test_what_a_weight_does_is_told_apart() -> None:
    """One that is worth 6 points when larger, one that costs 4, beside an enemy who is stronger and much noise."""
    chance = random.Random(1)
    played = []
    for job in jobs(Recipe("g", "s", (), seed=3), "general", 1, ["weak", "strong"], NUMBERS, 900):
        given = {
            each.path: each.number > 1
            for each in read_weights(job.recipe.agents[1].partition(":")[2] or "a.b=1")
        }
        lead = 6 * (given.get("pull.w3", 0.5) * 2 - 1) - 4 * (given.get("pull.w8", 0.5) * 2 - 1)
        lead += (-5 if job.recipe.agents[0] == "strong" else 5) + chance.gauss(0, 8)
        played.append(result(job.number, (job.recipe.agents[0], job.recipe.agents[1]), lead))
    first, second, *others = effects(played, "general", 1, NUMBERS, WEIGHTS, cap=1000.0)
    assert (first.path, second.path) == ("pull.w3", "pull.w8")
    assert abs(first.gain - 60) < 3 * first.error
    assert abs(second.gain + 40) < 3 * second.error
    assert first.usual == 4.0
    assert first.step == pytest.approx(FACTOR, rel=0.02)
    assert 1 / FACTOR < second.step < 0.8
    assert sum(each.step != 1 for each in others) <= 2
    assert stepped("general", [first, second]) == f"general:pull.w3=x1.8:pull.w8=x{round(second.step, 3):g}"


def test_where_nothing_is_clear_no_step_is_taken() -> None:
    chance = random.Random(7)
    numbers = NUMBERS[:3]
    played = [
        result(job.number, (job.recipe.agents[0], job.recipe.agents[1]), chance.gauss(0, 8))
        for job in jobs(Recipe("g", "s", (), seed=4), "general", 1, ["weak"], numbers, 400)
    ]
    found = effects(played, "general", 1, numbers, WEIGHTS, cap=1000.0)
    assert [each.step for each in found] == [1.0, 1.0, 1.0]
    assert stepped("general", found) == "general"


def test_too_few_matches_are_told() -> None:
    played = [result(number, ("staff", "general"), 0.0) for number in range(13)]
    with pytest.raises(
        NothingWeighed, match="13 matches cannot tell 12 numbers apart; play more than 13, better a thousand"
    ):
        effects(played, "general", 1, NUMBERS, WEIGHTS, cap=40.0)


@pytest.mark.parametrize(
    ("lead", "winner", "counted"), [(100, 1, 60.0), (3, 1, 23.0), (-2, None, -2.0), (-90, 0, -60.0)]
)
def test_a_lead_counts_up_to_the_cap_and_victory_half_of_it(
    lead: int, winner: int | None, counted: float
) -> None:
    assert points(result(0, ("staff", "general"), lead / 10, winner), 1, 40.0) == counted


def test_it_can_be_asked_once_more_from_a_step() -> None:
    """What the agent has stays his in every match, and is no part of what is told apart; the numbers are his."""
    numbers, agent = NUMBERS[:3], "general:pull.w0=0.5:pull.w1=x2"
    matches = list(jobs(Recipe("g", "s", (), seed=6), agent, 1, ["weak"], numbers, 200))
    assert all(job.recipe.agents[1].startswith(agent) for job in matches)
    plain = list(jobs(Recipe("g", "s", (), seed=6), "general", 1, ["weak"], numbers, 200))

    def told(found: list[Job], name: str) -> list[float]:
        played = [result(job.number, ("weak", job.recipe.agents[1]), float(job.number % 7)) for job in found]
        return [each.gain for each in effects(played, name, 1, numbers, WEIGHTS, cap=1000.0)]

    assert told(matches, agent) == told(plain, "general")
    game = registry.game("westfront")
    found = usual(game, game.load("W44"), 1, "general:pull.reach=5:command.axis=x2")
    assert (found["pull"]["reach"], found["command"]["axis"]) == (5, 6.4)


def test_what_is_0_or_a_switch_is_not_drawn() -> None:
    weights = {"pull": {"fade": 0.8, "guard": 0.0, "far": True, "row": [0.0, 0.0], "other": [0.0, 1.0]}}
    assert changeable(weights) == ["pull.fade", "pull.other"]


def test_a_general_has_weights_where_he_has_a_staff_that_weighs() -> None:
    """What places are worth is the same for both sides in WestFront: nobody may set that."""
    game = registry.game("westfront")
    found = usual(game, game.load("W44"), 1)
    assert found["pull"]["guard"] == 0.0
    assert "city" not in found["worth"]
    assert "hungry" in found["worth"]
    skirmish = registry.game("skirmish")
    with pytest.raises(NothingWeighed, match="no numbers that could be weighed otherwise"):
        usual(skirmish, skirmish.load("ford"), 0)
