"""The staff of one side in War in Europe: it looks the position over in each phase, plans, and gives the orders."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from phaseline.ai.brain import Planner
from phaseline.ai.planning import OrderBook
from phaseline.ai.sight import Sight
from phaseline.ai.war_in_europe.ground import Ground, ground
from phaseline.ai.war_in_europe.replies import Replies
from phaseline.ai.war_in_europe.services import Services
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe.files import SEATS
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState

S = Sight[WarState]
Answer = Order | None


class WarPlanner(Planner[WarState]):
    """Plans for one seat; see `order`."""

    idle: ClassVar[frozenset[str]] = frozenset(
        {
            "combat",
            "fortify",
            "initial movement",
            "mechanized movement",
            "overrun",
            "plan",
            "unfortify",
        }
    )

    def __init__(self, scenario: WarScenario, seat: int, seed: int = 0) -> None:  # noqa: ARG002 - it needs no chance
        self.ground: Ground = ground(scenario)
        self.scenario = scenario
        self.seat = seat
        self._phase: tuple[object, ...] = ()
        self._book: OrderBook | None = None
        self._said: list[str] = []
        self.services = Services(self.ground, seat)
        self.steps: dict[str, Callable[[S], Answer]] = self.services.steps | {
            "answer": lambda sight: self._replies(sight).answer(),
            "attacker's answer": lambda sight: self._replies(sight).press(),
            "losses": lambda sight: self._replies(sight).lose(),
            "retreat": lambda sight: self._replies(sight).retreat(),
            "attackers' retreat": lambda sight: self._replies(sight).retreat(),
            "battlegroups": lambda sight: self._replies(sight).pull_back(),
            "advance": lambda sight: self._replies(sight).advance(),
            "excess": lambda sight: self._replies(sight).remove(),
        }

    # -- the interface ------------------------------------------------------------------------------------------------

    def order(self, sight: S) -> Answer:
        """The next order by the plan of the step; a new plan when a step begins."""
        phase = (sight.state.position.turn, *sight.path[:3])
        if phase != self._phase:
            self._phase = phase
            self._book = None
        decide = self.steps.get(sight.step)
        return None if decide is None else decide(sight)

    def explain(self) -> list[str]:
        """The plan in words."""
        reasons = self._book.reasons()[:12] if self._book is not None else []
        return [*self._said, *reasons] or [f"{SEATS[self.seat]} staff: nothing to plan yet."]

    def view(self, sight: S) -> Situation:
        """The position as the side sees it now."""
        return Situation(self.ground, sight.state, self.seat)

    def _replies(self, sight: S) -> Replies:
        return Replies(self.view(sight))
