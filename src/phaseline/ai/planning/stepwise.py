"""A planner that decides in each step by what it has for that step, and says why it gave the order at hand."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar, TypeVar

from phaseline.ai.brain import Planner
from phaseline.ai.planning.telling import told
from phaseline.ai.sight import Sight
from phaseline.engine.orders import Order
from phaseline.engine.state import State

S = TypeVar("S", bound=State[Any, Any])


class StepPlanner(Planner[S]):
    """What planners of this kind do alike; a game says what it plans, and how its reasons are told."""

    ends: ClassVar[type[Order]]
    """The order that ends a step: it is explained where the planner has nothing more to order."""

    _order: Order | None = None
    """The order at hand."""

    def order(self, sight: Sight[S]) -> Order | None:
        """The next order by the plan of the step; None: nothing more in this step."""
        self.notice(sight)
        answer = None if sight.step in self.idle else self.steps[sight.step](sight)
        self._order = self.ends() if answer is None else answer
        return answer

    def explain(self) -> list[str]:
        """Why the order at hand is given, and the plan."""
        return told(["" if self._order is None else self.why(self._order), *self.plan_in_words()])

    def notice(self, sight: Sight[S]) -> None:
        """Before each order: forget the plan where another step or phase begins."""

    @abstractmethod
    def why(self, order: Order) -> str:
        """Why the order at hand is given; "" where there is nothing to say of it."""

    @abstractmethod
    def plan_in_words(self) -> list[str]:
        """The plan of the step or phase under way, a sentence a line."""
