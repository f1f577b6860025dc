"""`FranceAids`: what helps the players of France '44."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from phaseline.drill.aids.base import AidParts, FieldAids, Finder, march, straight
from phaseline.engine.aids import Forecast, Hint, Outlook
from phaseline.engine.game import View
from phaseline.engine.orders import Order, field_kinds
from phaseline.games.france44 import orders
from phaseline.games.france44.aids import combats, hints, left, overlays, places, stakes, tables
from phaseline.games.france44.position import ALLIED, GERMAN, Battle
from phaseline.games.france44.rules import movement
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Mask


class FranceAids(FieldAids[FranceState, FranceScenario]):
    """The play aids of France '44. Everything is open, so that nothing here is guessed."""

    offers = overlays.OFFERS
    makers = overlays.MAKERS
    hinters = hints.HINTERS
    committed = frozenset({orders.Answer})
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
        weathers=places.weathers,
        forecast=combats.weighed,
    )
    finders: ClassVar[Mapping[type[Order], Finder]] = {
        orders.Move: march(movement.reachable, movement.budget),
        orders.March: march(hints.marches, hints.march_points),
        orders.Advance: straight,
        orders.Drop: straight,
        orders.Retreat: straight,
    }

    def plain_hint(self, state: FranceState, kind: type[Order], index: int, value: Any) -> Hint:
        """Units, air units, naval units and trucks by their full names."""
        plain = super().plain_hint(state, kind, index, value)
        return hints.named(state, list(field_kinds(kind).values())[index], plain, value)

    def before_the_dice(
        self, state: FranceState, view: View, order: Order, fallen: Sequence[int] = ()
    ) -> Forecast | None:
        """The prospects of the attack that is next after `order` and the dice `fallen`: all have been announced before (10.3)."""
        assert state.decision is not None
        twin = combats.at_the_die(state, state.decision.seats[0], order, fallen)
        if twin is None or not twin.within(Battle):
            return None
        return combats.forecast(twin, twin.frame(Battle), alone=False)

    def weighing(self, state: FranceState) -> bool:
        """Also while invaders sail for beaches that are held: they must attack them."""
        decision = state.decision
        sailing = decision is not None and decision.step.label == "invasion"
        return super().weighing(state) or (sailing and combats.planned(state, ALLIED, None, ()) is not None)

    def futile(self, state: FranceState, seat: int) -> bool:
        """Whether bases, trucks, the bomber or a stockpile are asked for in vain."""
        return left.futile(state, seat)

    def idle(self, state: FranceState, seat: int, kind: type[Order]) -> Mask:
        """Who waits in a port overseas."""
        return left.waiting(state, seat) if kind in (orders.Move, orders.March) else 0

    def outlook(self, state: FranceState, view: View) -> Outlook:
        """How the match stands by its points."""
        held = [state.controlled(side) for side in range(GERMAN + 1)]
        return stakes.outlook(state, self.objectives(state.scenario, held))
