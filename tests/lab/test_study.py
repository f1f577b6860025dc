"""Studies: how matches end, and what attacks cost."""

import pytest

from phaseline.engine.registry import game
from phaseline.lab.simulate import Recipe
from phaseline.lab.study import Battle, Ending, Examined, Study, examine


def case(winner: int | None, number: str, turn: int, *fought: Battle) -> Examined:
    return Examined(Ending(winner, number, turn), 10 * turn, fought)


def test_endings_are_counted_commonest_first() -> None:
    study = Study(("Allied", "German"))
    for found in (case(1, "4.3.2a", 3), case(0, "4.2.1a", 6), case(1, "4.3.2a", 4), case(None, "4.4.2", 9)):
        study.add(found)
    assert study.endings() == [(1, "4.3.2a", 2), (0, "4.2.1a", 1), (None, "4.4.2", 1)]
    assert study.turns() == {3: 1, 4: 1, 6: 1, 9: 1}
    assert study.winner(None) == "draw"
    assert study.mean_orders == pytest.approx(55.0)
    assert study.data()["endings"][0]["winner"] == "German"


def test_losses_are_means_of_a_column_in_the_order_of_the_table() -> None:
    study = Study(("Allied", "German"), columns=("1:1", "2:1"))
    study.add(case(1, "x", 1, Battle("2:1", 1, 2, True), Battle("1:1", 2, 0, False)))
    study.add(case(1, "x", 1, Battle("2:1", 0, 1, False)))
    one, two = study.odds()
    assert (one.odds, one.attacks, one.attacker) == ("1:1", 1, 2.0)
    assert (two.odds, two.attacker, two.defender, two.retreats) == ("2:1", 0.5, 1.5, 0.5)


def test_a_side_holds_out_until_it_loses() -> None:
    study = Study(("Allied", "German"), last=9)
    study.add(case(1, "x", 3))
    study.add(case(0, "x", 6))
    mean, half = study.endurance(0)
    assert mean == pytest.approx((3 + 10) / 2)
    assert half > 0
    assert study.endurance(1)[0] == pytest.approx((10 + 6) / 2)


def test_a_match_is_examined_the_same_each_time() -> None:
    recipe = Recipe("eisenhower", "historical", ("random", "random"), seed=1)
    first, again = examine(recipe, 0), examine(recipe, 0)
    assert first == again
    assert first.ending.case
    assert 1 <= first.ending.turn <= 9
    fought = [battle for number in range(4) for battle in examine(recipe, number).battles]
    columns = game("eisenhower").load("historical").crt.columns
    assert fought
    assert {battle.odds for battle in fought} <= set(columns)
