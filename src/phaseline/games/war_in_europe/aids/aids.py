"""`WarAids`: what helps the players of War in Europe."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phaseline.drill.aids.base import AidParts, FieldAids
from phaseline.engine.aids import Forecast
from phaseline.engine.game import View
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe.aids import air
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState


class WarAids(FieldAids[WarState, WarScenario]):
    """The play aids of War in Europe. What the other side commits in the air is guessed, never looked up."""

    offers = air.OFFERS
    makers = air.MAKERS
    hinters = air.HINTERS
    parts = AidParts(owed=air.owed, hex_lines=air.hex_lines)

    def forecast(
        self,
        state: WarState,
        view: View,
        kind: type[Order] | None = None,
        chosen: Sequence[Any] = (),
    ) -> Forecast | None:
        """The exact prospects of what an order begun so leads to."""
        seat = state.acting if view.seat is None else view.seat
        return air.forecast(state, seat, kind, chosen)
