"""Outcomes: every way the dice may fall, with its exact chance."""

from fractions import Fraction

from tests.engine.play import give

from phaseline.engine.chance import outcomes
from phaseline.engine.dice import ScriptedDice
from phaseline.engine.match import Match
from phaseline.games.skirmish import GAME
from phaseline.games.skirmish.scenario import SkirmishScenario


def test_outcomes_of_an_attack_are_the_six_faces(ford: SkirmishScenario) -> None:
    match = Match.new(GAME, ford, dice=ScriptedDice([1]))
    give(match, "stance assault", "stance hold", "move 1st-Armoured 0304", "done")
    give(match, "attack 0305", "join 1st-Armoured")
    data = match.position.to_bytes()
    branches = list(outcomes(match.state, 0, match.parse("roll")))
    assert [branch.dice for branch in branches] == [(face,) for face in range(1, 7)]
    assert all(branch.probability == Fraction(1, 6) for branch in branches)
    assert match.position.to_bytes() == data
    results = {
        branch.dice[0]: next(e for e in branch.state.events if e.kind == "battle") for branch in branches
    }
    column = results[1].facts["odds"]
    assert all(
        event.facts["result"] == str(ford.crt.results.result(column, die)) for die, event in results.items()
    )


def test_an_order_without_dice_has_one_outcome(moving: Match) -> None:
    branches = list(outcomes(moving.state, 0, moving.parse("move 3rd-Foot 0303")))
    assert [(branch.probability, branch.dice) for branch in branches] == [(Fraction(1), ())]
