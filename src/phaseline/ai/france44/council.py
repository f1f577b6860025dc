"""What could be aimed at in France '44, for players that search: how to act in a turn, in its march, in its attacks."""

from __future__ import annotations

from collections.abc import Hashable

from phaseline.ai.brain import Planner
from phaseline.ai.france44.outlook import Outlook
from phaseline.ai.france44.parameters import parameters
from phaseline.ai.france44.planner import FrancePlanner
from phaseline.ai.france44.swift import SwiftPlanner
from phaseline.ai.search.bearings import VICTORY, Bearing, BearingCouncil, altered
from phaseline.ai.search.player import Led, Player
from phaseline.engine.aids.chances import numbers
from phaseline.games.france44.aids.tables import measures
from phaseline.games.france44.position import ALLIED
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState

MOMENTS = frozenset({"support", "movement", "announcing"})
"""What a side thinks anew before, in its turn."""
SHARE = 700
"""What the lead counts for at most: a match is won by the last point, but a few playouts do not tell by which."""


class FranceCouncil(BearingCouncil[FranceState]):
    """How to act in each turn, decided when it begins, and again before the march and before the attacks."""

    package = "phaseline.ai.france44"
    even = True
    fewest = 3

    def __init__(self, scenario: FranceScenario, seat: int) -> None:
        super().__init__(scenario, seat)
        self._weights = {name: altered(parameters(), each) for name, each in self.bearings.items()}
        self._usual = FrancePlanner(scenario, seat)
        self._outlook = Outlook(self._usual.ground)

    def begins(self, state: FranceState) -> Hashable | None:
        """The turn, at any of its moments."""
        moment = self._stage(state)
        return None if moment is None else state.position.turn

    def moment(self, state: FranceState) -> Hashable | None:
        """The turn, and what is to be done in it now."""
        stage = None if self.reach is None else self._stage(state)
        return None if stage is None else (state.position.turn, stage)

    def _stage(self, state: FranceState) -> str | None:
        decision = state.waiting()
        if decision is None or self.seat not in decision.seats:
            return None
        label = decision.step.label.split()[-1]
        return label if label in MOMENTS else None

    def turn(self, state: FranceState) -> int:
        """Of the campaign, the first being that of the landing."""
        return state.position.turn

    def led(self, seat: int, bearing: Bearing, live: Planner[FranceState] | None) -> FrancePlanner:
        """The staff under other weights."""
        return self._taken(FrancePlanner(self.scenario, seat), bearing.name, live)

    def player(self, seat: int, bearing: str, live: Planner[FranceState] | None) -> Player:
        """A staff in a hurry."""
        return Led(self._taken(SwiftPlanner(self.scenario, seat), bearing, live), seat)

    def _taken(self, staff: FrancePlanner, bearing: str, live: Planner[FranceState] | None) -> FrancePlanner:
        other = live if isinstance(live, FrancePlanner) else self._usual
        return staff.take_over(other, self._weights[bearing])

    def numbers(self, state: FranceState) -> dict[str, float]:
        """The numbers of the charts, what the lead in points comes from, and how good that is."""
        charts = numbers(measures(state.scenario, state.position))
        parts = self._outlook.parts(state)
        return {**charts, **parts, "chance": self._outlook.chance(state, sum(parts.values()))}

    def value(self, state: FranceState) -> int:
        """How good the end is for the side, or what the position promises; victory by a point counts much, but not all."""
        outcome, chance = state.position.outcome, self._outlook.chance(state)
        if outcome is None:
            chance = self.likely(state, chance)
        found = round(SHARE * (chance if self.seat == ALLIED else -chance))
        if outcome is None or outcome.winner is None:
            return found
        return found + (VICTORY - SHARE) * (1 if outcome.winner == self.seat else -1)
