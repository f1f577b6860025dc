"""What could be aimed at in WestFront, for players that search: how to act in a turn, from its Command Phase on."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import msgspec

from phaseline.ai.brain import Planner
from phaseline.ai.search.bearings import Bearing, BearingCouncil, altered
from phaseline.ai.weights import laid_over
from phaseline.ai.westfront.beliefs import WestFrontPieces
from phaseline.ai.westfront.parameters import DIFFERING, Parameters, parameters
from phaseline.ai.westfront.planner import WestFrontPlanner
from phaseline.ai.westfront.stakes import Effort, stakes
from phaseline.games.westfront.files import month_number, month_text
from phaseline.games.westfront.opening import first_position
from phaseline.games.westfront.position import ALLIED, Fortnight
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.games.westfront.state import WestFrontState


class WestFrontCouncil(BearingCouncil[WestFrontState]):
    """How to act in each turn of a short scenario; in the half-years a marshal alone thinks about it."""

    package = "phaseline.ai.westfront"

    def __init__(self, scenario: WestFrontScenario, seat: int) -> None:
        super().__init__(scenario, seat)
        self._turns: int = 2 * (scenario.last_month - scenario.data.file.first_month + 1)
        for each in self.bearings.values():
            altered(parameters(), each)  # what there is no number for is told by the name of the bearing
        self.weights = {name: parameters().under(each.otherwise) for name, each in self.bearings.items()}

    @classmethod
    def parameters(cls) -> Parameters:
        """As the package brings them."""
        return parameters()

    @classmethod
    def settable(cls, weights: dict[str, Any]) -> dict[str, Any]:
        """Of the worth of things, which is the same for both sides, only some."""
        worth = {name: value for name, value in weights["worth"].items() if name in DIFFERING}
        return {**weights, "worth": worth}

    def weighs(self, otherwise: dict[str, Any]) -> dict[str, Any]:
        """In the first month."""
        return self._weighs(otherwise, self.scenario.data.file.first_month)

    def _weighs(self, otherwise: dict[str, Any], month: int) -> dict[str, Any]:
        usual = parameters().under(otherwise).within(self.scenario.data.file.book, self.seat, month)
        found: dict[str, Any] = msgspec.to_builtins(usual)
        return found

    def laid(self, otherwise: dict[str, Any]) -> dict[str, Any]:
        """By month, as what is weighed otherwise since one of them stays so; the half-years that are linked on keep theirs."""
        file, known = self.scenario.data.file, parameters().under(otherwise).otherwise
        begun = [month_number(each.since) for each in known if each.since]
        more = [
            {
                "half_years": [file.book],
                "seats": [self.seat],
                "since": month_text(month),
                "weigh": laid_over(self._weighs(otherwise, month), self.given),
            }
            for month in sorted({file.first_month, *(each for each in begun if each > file.first_month)})
        ]
        sections = {name: numbers for name, numbers in otherwise.items() if name != "otherwise"}
        held = [*otherwise.get("otherwise", []), *([{"weigh": sections}] if sections else [])]
        return {"otherwise": [*held, *more]}

    def begins(self, state: WestFrontState) -> Hashable | None:
        """A Command Phase of the side."""
        decision = state.waiting()
        if decision is None or self.seat not in decision.seats or decision.step.label != "command":
            return None
        return self._calendar(state)

    def _calendar(self, state: WestFrontState) -> tuple[int, int]:
        """The month and the fortnight in it."""
        return state.position.month, state.frame(Fortnight).fortnight

    def _left(self, month: int, fortnight: int) -> int:
        """How many turns a side still has, this one among them."""
        last: int = self.scenario.last_month
        return 2 * (last - month) + 3 - fortnight

    def turn(self, state: WestFrontState) -> int:
        """The fortnight, from 1 on."""
        return self._turns - self._left(*self._calendar(state)) + 1

    def pieces(self, seat: int) -> WestFrontPieces | None:
        """The enemy's blocks, where the scenario is searched and its set-up fixed; of one's own playouts do not ask."""
        if (
            not self.searches(self.scenario.key, self.effort)
            or seat == self.seat
            or not self.scenario.data.file.setup
        ):
            return None
        return WestFrontPieces(self.scenario, seat, first_position(self.scenario))

    def playouts(self, moment: Hashable) -> int:
        """More, the less there is to be played to the end, as each takes so much less time; in the half-years late turns decide little."""
        assert isinstance(moment, tuple)
        most = super().playouts(moment)
        return most * self._turns // self._left(*moment) if self.scenario.data.file.setup else most

    def place(self, state: WestFrontState, number: int) -> str | None:
        """Of those that decide, those worth most first; what the Allies have is no aim of theirs any more."""
        found = stakes(state).deciding
        if number > len(found) or (self.seat == ALLIED and state.friendly(ALLIED) >> found[number - 1] & 1):
            return None
        return state.board.map.label(found[number - 1])

    def led(self, seat: int, bearing: Bearing, live: Planner[WestFrontState] | None) -> WestFrontPlanner:
        """The staff under other weights."""
        first = live if isinstance(live, WestFrontPlanner) else WestFrontPlanner(self.scenario, seat, 0)
        effort = Effort(bearing.place, bearing.more) if bearing.place else None
        return first.under(self.weights[bearing.name], effort)
