"""What could be aimed at in War in Europe, for players that search: how to act in the march of a turn, and in its attacks."""

from __future__ import annotations

from collections.abc import Hashable

from phaseline.ai.brain import Planner
from phaseline.ai.search.bearings import VICTORY, Bearing, BearingCouncil, altered
from phaseline.ai.search.player import Led, Player
from phaseline.ai.war_in_europe.outlook import Outlook
from phaseline.ai.war_in_europe.parameters import parameters
from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.ai.war_in_europe.swift import SwiftPlanner
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState

MARCH, FIGHT = "initial movement", "combat"
"""What a side thinks of, and may think anew about, in its turn."""
SHARE = 700
"""What the points count for at most: a match is won by the last of them, but a few playouts do not tell by which."""


class WarCouncil(BearingCouncil[WarState]):
    """How to act in each turn, thought of while the army marches, and again while it attacks."""

    package = "phaseline.ai.war_in_europe"
    even = True
    fewest = 3

    def __init__(self, scenario: WarScenario, seat: int) -> None:
        super().__init__(scenario, seat)
        self._weights = {name: altered(parameters(), each) for name, each in self.bearings.items()}
        self._usual = WarPlanner(scenario, seat)
        self._outlook = Outlook(self._usual.ground)

    def begins(self, state: WarState) -> Hashable | None:
        """The turn, while its march has not ended."""
        return state.position.turn if self._stage(state) == MARCH else None

    def moment(self, state: WarState) -> Hashable | None:
        """The turn, and whether it marches or attacks."""
        stage = None if self.reach is None else self._stage(state)
        return None if stage is None else (state.position.turn, stage)

    def playouts(self, moment: Hashable) -> int:
        """Half as many for the attacks as for the march."""
        most = super().playouts(moment)
        return most // 2 if isinstance(moment, tuple) and moment[1] == FIGHT else most

    def _stage(self, state: WarState) -> str | None:
        decision = state.waiting()
        if decision is None or self.seat not in decision.seats:
            return None
        return decision.step.label if decision.step.label in (MARCH, FIGHT) else None

    def turn(self, state: WarState) -> int:
        """Of the scenario."""
        return state.position.turn

    def led(self, seat: int, bearing: Bearing, live: Planner[WarState] | None) -> WarPlanner:
        """The staff under other weights."""
        return self._taken(WarPlanner(self.scenario, seat), bearing.name, live)

    def player(self, seat: int, bearing: str, live: Planner[WarState] | None) -> Player:
        """A staff in a hurry."""
        return Led(self._taken(SwiftPlanner(self.scenario, seat), bearing, live), seat)

    def _taken(self, staff: WarPlanner, bearing: str, live: Planner[WarState] | None) -> WarPlanner:
        other = live if isinstance(live, WarPlanner) else self._usual
        return staff.take_over(other, self._weights[bearing])

    def value(self, state: WarState) -> int:
        """How good the end is for the side, or what the position promises; victory by a point counts much, but not all."""
        outcome, chance = state.position.outcome, self._outlook.chance(state)
        found = round(SHARE * (chance if self.seat == self._usual.ground.counted else -chance))
        if outcome is None or outcome.winner is None:
            return found
        return found + (VICTORY - SHARE) * (1 if outcome.winner == self.seat else -1)
