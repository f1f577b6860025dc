"""Losses as a debt: the owner pays unit by unit, in steps or in points."""

from __future__ import annotations

import pytest
from tests.drill.field import BLUE, GONE, Fight, Lose, OnField, field

from phaseline.drill.toll import Debt

DRAWING = """
. a . .
 b n c .
"""


def losing(due: int, attackers: str = "abc", *, points: bool = False) -> OnField:
    """Blue has attacked `n` and owes a loss."""
    s = field(DRAWING)
    number = s.scenario.number
    s.call(
        Fight(
            attacker=BLUE,
            target=s.position.at[number["n"]],
            attackers=sum(1 << number[name] for name in attackers),
            step=1,
            debt=Debt(BLUE, due),
            points=points,
        )
    )
    s.advance()
    return s


def lose(s: OnField, *names: str) -> None:
    for name in names:
        s.apply(BLUE, Lose(s.scenario.number[name]))


def test_the_owner_pays_until_nothing_is_owed() -> None:
    s = losing(2)
    lose(s, "a")
    assert s.frame(Fight).debt == Debt(BLUE, 2, 1, 1 << s.scenario.number["a"])
    twin = s.copy()
    assert twin.position.from_bytes(twin.position.to_bytes()) == s.position
    lose(s, "b")
    assert twin.position.steps == [1, 2, 2, 2]
    assert s.position.steps == [1, 1, 2, 2]
    assert not s.within(Fight)


def test_nobody_pays_twice_before_all_have_paid() -> None:
    s = losing(3, "ab")
    lose(s, "a")
    assert str(s.check(BLUE, Lose(0))) == "case 5.2: it has lost a step, another has lost none"
    lose(s, "b", "a")
    assert s.position.at[0] == GONE


@pytest.mark.parametrize(
    ("name", "reason"),
    [("c", "case 5.1: it is not in the fight"), ("n", "case 5.1: it belongs to the other side")],
)
def test_only_those_in_the_fight_pay(name: str, reason: str) -> None:
    s = losing(1, "ab")
    assert str(s.check(BLUE, Lose(s.scenario.number[name]))) == reason


def test_in_points_a_step_may_pay_more_than_is_owed() -> None:
    """A step counts 4: the second pays the rest of 7, and nothing is given back."""
    s = losing(7, points=True)
    lose(s, "a")
    assert s.frame(Fight).debt.left == 3
    lose(s, "b")
    assert not s.within(Fight)


def test_a_debt_lapses_with_the_last_unit() -> None:
    s = losing(5, "a")
    lose(s, "a", "a")
    assert s.position.at[0] == GONE
    assert not s.within(Fight)
