"""`WarAids`: what helps the players of War in Europe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from phaseline.drill.aids.base import AidParts, FieldAids, Finder, march, straight
from phaseline.engine.aids import Outlook
from phaseline.engine.game import View
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.aids import air, combats, hints, left, overlays, places, stakes, tables
from phaseline.games.war_in_europe.position import Plan
from phaseline.games.war_in_europe.rules import movement, repair, trains
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState


class WarAids(FieldAids[WarState, WarScenario]):
    """The play aids of War in Europe. What the other side commits in the air is guessed, never looked up."""

    offers = (*overlays.OFFERS, *air.OFFERS)
    makers: ClassVar[Mapping[str, Any]] = {**overlays.MAKERS, **air.MAKERS}
    hinters: ClassVar[Mapping[type[Order], Any]] = {**hints.HINTERS, **air.HINTERS}
    planning = frozenset({"plan"})
    parts = AidParts(
        owed=left.owed,
        lapsing=left.lapsing,
        effect=places.effect,
        hex_lines=places.hex_lines,
        order_of_battle=tables.order_of_battle,
        turns=tables.turns,
        arrivals=tables.arrivals,
        measures=tables.measures,
        charts=tables.charts,
        weathers=lambda scenario: places.WEATHERS,
        forecast=combats.weighed,
    )
    finders: ClassVar[Mapping[type[Order], Finder]] = {
        orders.Move: march(movement.reachable, movement.left),
        orders.March: march(hints.marches, hints.march_points),
        orders.Convert: march(repair.routes, movement.left),
        orders.Ride: march(trains.routes, trains.left),
        orders.Sail: straight,
        orders.Assault: straight,
        orders.Drop: straight,
        orders.Fly: straight,
        orders.Retreat: straight,
        orders.Advance: straight,
        orders.Overrun: straight,
    }

    def weighing(self, state: WarState) -> bool:
        """While an attack is put together."""
        return super().weighing(state) or state.within(Plan)

    def outlook(self, state: WarState, view: View) -> Outlook:
        """How the match stands by its points."""
        return stakes.outlook(state, self.objectives(state.scenario, state.position.owner))
