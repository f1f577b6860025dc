"""What could be aimed at in War in Europe, for players that search: how to act in the march of a turn, and in its attacks."""

from __future__ import annotations

from collections.abc import Hashable

from phaseline.ai.brain import Planner
from phaseline.ai.search.bearings import altered
from phaseline.ai.search.phases import PhaseCouncil
from phaseline.ai.war_in_europe.outlook import Outlook
from phaseline.ai.war_in_europe.parameters import Parameters, parameters
from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.ai.war_in_europe.swift import SwiftPlanner
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState

MARCH, FIGHT = "initial movement", "combat"
"""What a side thinks of, and may think anew about, in its turn."""


class WarCouncil(PhaseCouncil[WarState]):
    """How to act in each turn, thought of while the army marches, and again while it attacks."""

    package = "phaseline.ai.war_in_europe"
    moments = (MARCH, FIGHT)

    def __init__(self, scenario: WarScenario, seat: int) -> None:
        self._usual = WarPlanner(scenario, seat)
        super().__init__(scenario, seat, Outlook(self._usual.ground))
        self._weights = {name: altered(parameters(), each) for name, each in self.bearings.items()}

    @classmethod
    def parameters(cls) -> Parameters:
        """As the package brings them."""
        return parameters()

    def begins(self, state: WarState) -> Hashable | None:
        """The turn, while its march has not ended."""
        return self.turn(state) if self.stage(state) == MARCH else None

    def playouts(self, moment: Hashable) -> int:
        """Half as many for the attacks as for the march."""
        most = super().playouts(moment)
        return most // 2 if isinstance(moment, tuple) and moment[1] == FIGHT else most

    def taken(self, seat: int, bearing: str, live: Planner[WarState] | None, *, swift: bool) -> WarPlanner:
        """The staff under other weights."""
        staff = (SwiftPlanner if swift else WarPlanner)(self.scenario, seat)
        return staff.take_over(live if isinstance(live, WarPlanner) else self._usual, self._weights[bearing])
