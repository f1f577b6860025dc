"""A planner decides by the step it is in, and tells why before it tells what else it plans."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, ClassVar, cast

import pytest

from phaseline.ai.planning import Intent, OrderBook
from phaseline.ai.planning.stepwise import StepPlanner
from phaseline.ai.planning.telling import FEW, foremost
from phaseline.ai.sight import Sight
from phaseline.engine.orders import Order
from phaseline.games.skirmish.orders import Done, Move


class Guide(StepPlanner[Any]):
    """Moves once in each turn, and has nothing to order in battles."""

    ends = Done
    idle: ClassVar[frozenset[str]] = frozenset({"combat"})

    def __init__(self) -> None:
        self.noticed: list[str] = []
        self.moves = [Move(1, 7)]
        self.steps = {"movement": self._move}

    def _move(self, _: Sight[Any]) -> Order | None:
        return self.moves.pop() if self.moves else None

    def notice(self, sight: Sight[Any]) -> None:
        self.noticed.append(sight.step)

    def why(self, order: Order) -> str:
        return f"{type(order).__name__} it is."

    def plan_in_words(self) -> list[str]:
        return ["Move it is.", "", "Then wait."]


def sight(step: str) -> Sight[Any]:
    return cast("Sight[Any]", SimpleNamespace(step=step))


def test_each_step_is_decided_by_its_own_and_noticed_first() -> None:
    guide = Guide()
    assert guide.explain() == ["Move it is.", "Then wait."]
    assert guide.order(sight("movement")) == Move(1, 7)
    assert guide.explain() == ["Move it is.", "Then wait."]
    assert guide.order(sight("movement")) is None
    assert guide.explain() == ["Done it is.", "Move it is.", "Then wait."]
    assert guide.order(sight("combat")) is None
    assert guide.noticed == ["movement", "movement", "combat"]


def test_a_step_that_nobody_taught_it_is_an_error() -> None:
    with pytest.raises(KeyError, match="supply"):
        Guide().order(sight("supply"))


def test_of_a_plan_as_many_reasons_are_told_as_people_read() -> None:
    book = OrderBook([Intent(Done(), f"Reason {number}.") for number in range(FEW + 3)])
    assert foremost(book) == [f"Reason {number}." for number in range(FEW)]
    assert foremost(None) == []
