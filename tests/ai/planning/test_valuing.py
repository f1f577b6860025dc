"""Evaluators that value orders by a table, and positions by what one side has ahead."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from phaseline.ai.planning.valuing import SideEvaluator
from phaseline.engine.position import Outcome
from phaseline.games.skirmish.orders import Done, Move, Stand


class Counter(SideEvaluator[Any, int]):
    """Has as many points as the state says, and counts how often it looks."""

    won: ClassVar[float] = 50.0

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.looked = 0
        self.gains = {Move: lambda s, order: self.view(s) + float(order.to), Done: lambda _s, _order: 0.0}

    def side(self, s: Any, seat: int) -> float:
        return float(s.points[seat])

    def look(self, s: Any) -> int:
        self.looked += 1
        return int(s.points[self.seat])


def state(points: tuple[int, int], outcome: Outcome | None = None) -> Any:
    return SimpleNamespace(points=points, moment=1, position=SimpleNamespace(outcome=outcome))


@pytest.mark.parametrize(
    ("outcome", "worth"),
    [
        (None, 3.0),
        (Outcome(None, "4.1", ""), 0.0),
        (Outcome(1, "4.1", ""), 50.0),
        (Outcome(0, "4.1", ""), -50.0),
    ],
)
def test_who_has_won_outweighs_what_one_side_has_ahead(outcome: Outcome | None, worth: float) -> None:
    assert Counter(1).worth(state((4, 7), outcome)) == worth


def test_orders_are_valued_by_the_table_and_others_are_tried_out() -> None:
    counter, now = Counter(0), state((4, 7))
    assert counter.gain(now, Move(1, 20)) == 24.0
    assert counter.gain(now, Done()) == 0.0
    assert counter.gain(now, Stand()) is None


def test_a_position_is_looked_at_anew_only_when_something_has_happened() -> None:
    counter, now = Counter(0), state((4, 7))
    assert [counter.view(now), counter.view(now), counter.looked] == [4, 4, 1]
    now.points, now.moment = (5, 7), 2
    assert [counter.view(now), counter.looked] == [5, 2]
    other = state((9, 0))
    other.moment = 2
    assert [counter.view(other), counter.looked] == [9, 3]
