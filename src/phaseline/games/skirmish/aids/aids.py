"""`SkirmishAids`: what helps the players of a skirmish."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from phaseline.drill.aids.base import AidParts, FieldAids, Finder, march, straight
from phaseline.engine.aids import (
    Forecast,
    Outlook,
)
from phaseline.engine.game import View
from phaseline.engine.orders import Order
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.aids import battle, hints, overlays, stakes, tables
from phaseline.games.skirmish.position import SkirmishPosition
from phaseline.games.skirmish.rules import movement
from phaseline.games.skirmish.scenario import SkirmishScenario
from phaseline.games.skirmish.state import SkirmishState


class SkirmishAids(FieldAids[SkirmishState, SkirmishScenario]):
    """The play aids of Skirmish."""

    offers = overlays.OFFERS
    makers = overlays.MAKERS
    hinters = hints.HINTERS
    planning = frozenset({"plan"})
    parts = AidParts(
        owed=tables.owed,
        effect=tables.effect,
        hex_lines=tables.hex_lines,
        order_of_battle=tables.order_of_battle,
        turns=tables.turns,
        measures=tables.measures,
        charts=tables.charts,
        weathers=lambda scenario: tables.WEATHERS,
    )
    finders: ClassVar[Mapping[type[Order], Finder]] = {
        orders.Move: march(movement.reachable, movement.allowance),
        orders.Withdraw: straight,
    }

    # -- orders ------------------------------------------------------------------------------------------------------

    def forecast(
        self, state: SkirmishState, view: View, kind: type[Order] | None = None, chosen: Sequence[Any] = ()
    ) -> Forecast | None:
        """The exact prospects of the attack."""
        known = view.position
        assert isinstance(known, SkirmishPosition)
        planned = battle.battle_of(state, kind, chosen)
        return None if planned is None else battle.forecast(state, known, planned)

    def outlook(self, state: SkirmishState, view: View) -> Outlook:
        """How the match stands by its conditions of victory."""
        known = view.position
        assert isinstance(known, SkirmishPosition)
        return replace(
            stakes.outlook(state.scenario, known), objectives=self.objectives(state.scenario, known.control)
        )
