"""The planner of WestFront of version 0.1.0: today's, weighing by the parameters of that version, with its habits."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from phaseline.ai.sight import Sight
from phaseline.ai.staff1.westfront.mobilizing import mobilize
from phaseline.ai.westfront import BRAIN as TODAY
from phaseline.ai.westfront.parameters import parameters
from phaseline.ai.westfront.planner import WestFrontPlanner
from phaseline.engine.orders import Order
from phaseline.games.westfront.orders.sea import PlaceBeachhead
from phaseline.games.westfront.state import WestFrontState


class OldPlanner(WestFrontPlanner):
    """Weighs as it did then, and does as it did then what is done better since."""

    weights = parameters("phaseline.ai.staff1.westfront")

    def _phase(self, sight: Sight[WestFrontState]) -> tuple[Any, ...]:
        """Without a battle between them, it took Blitz Movement for the first movement, which was over."""
        return (*sight.path, sight.state.position.month)

    def _put_down(self, sight: Sight[WestFrontState]) -> Order | None:
        """Every BeachHead that can be placed."""
        units = sight.legal.values(PlaceBeachhead)
        return PlaceBeachhead(units[0]) if units else None

    def _mobilize(self, sight: Sight[WestFrontState]) -> Order | None:
        """By its own copy."""
        return mobilize(self._seen(sight), sight.legal)


BRAIN = replace(TODAY, planner=OldPlanner)
