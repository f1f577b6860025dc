"""What could be aimed at in France '44, for players that search: how to act in a turn, in its march, in its attacks."""

from __future__ import annotations

import math
from typing import Any

import msgspec

from phaseline.ai.brain import Planner
from phaseline.ai.france44.outlook import Outlook
from phaseline.ai.france44.parameters import Parameters, parameters
from phaseline.ai.france44.planner import FrancePlanner
from phaseline.ai.france44.swift import SwiftPlanner
from phaseline.ai.planning import reweighed
from phaseline.ai.planning.telling import called
from phaseline.ai.search.bearings import altered
from phaseline.ai.search.phases import PhaseCouncil
from phaseline.engine.aids.chances import numbers
from phaseline.games.france44.aids.tables import measures
from phaseline.games.france44.position import GERMAN, NOWHERE
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState

EFFORTS = 4
"""So many main efforts are compared."""


class FranceCouncil(PhaseCouncil[FranceState]):
    """How to act in each turn, decided when it begins, and again before the march and before the attacks."""

    package = "phaseline.ai.france44"
    moments = ("support", "movement", "announcing")
    open = True

    def __init__(self, scenario: FranceScenario, seat: int) -> None:
        self._usual = FrancePlanner(scenario, seat)
        self.outlook: Outlook
        super().__init__(scenario, seat, Outlook(self._usual.ground))
        if self.reach is not None and not self.reach.once:
            self.open = False
        self._places = self._usual.ground.deciding
        self._weights = {name: altered(self._usual.ground.by, each) for name, each in self.bearings.items()}

    @classmethod
    def parameters(cls) -> Parameters:
        """As the package brings them."""
        return parameters()

    def weighs(self, otherwise: dict[str, Any]) -> dict[str, Any]:
        """Over what the scenario weighs otherwise."""
        found: dict[str, Any] = msgspec.to_builtins(reweighed(self._usual.ground.by, otherwise))
        return found

    def taken(
        self, seat: int, bearing: str, live: Planner[FranceState] | None, *, swift: bool
    ) -> FrancePlanner:
        """The staff under other weights, or with another main effort."""
        staff = (SwiftPlanner if swift else FrancePlanner)(self.scenario, seat)
        other = live if isinstance(live, FrancePlanner) else self._usual
        known = self.bearings[bearing]
        aimed = 0 < known.place <= len(self._places)
        effort = (self._places[known.place - 1], known.more) if aimed else (NOWHERE, 0.0)
        return staff.take_over(other, self._weights[bearing], effort)

    def final(self, turn: int) -> bool:
        """After the Germans' last turn (5.4)."""
        return self.seat == GERMAN and turn == self.scenario.last_turn

    def place(self, state: FranceState, number: int) -> str | None:
        """Of the places that bring points one of those that are disputed most."""
        if number > len(self._places):
            return None
        hex = self._places[number - 1]
        most = state.now(("disputed", EFFORTS), lambda: tuple(self.outlook.disputed(state)[:EFFORTS]))
        return called(self.scenario.lexicon, hex) if hex in most else None

    def numbers(self, state: FranceState) -> dict[str, float]:
        """The numbers of the charts, what the lead in points comes from, and how good that is."""
        charts = numbers(measures(state.scenario, state.position))
        parts = self.outlook.parts(state)
        return {**charts, **parts, "chance": self.outlook.chance(state, math.fsum(parts.values()))}
