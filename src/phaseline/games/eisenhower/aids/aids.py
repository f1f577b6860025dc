"""`EisenhowerAids`: what helps the players of Eisenhower's War."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from phaseline.drill.aids.base import AidParts, FieldAids, Finder, march, straight
from phaseline.engine.aids import Hint, Outlook, Path
from phaseline.engine.game import View
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.aids import combats, hints, left, overlays, places, stakes, tables
from phaseline.games.eisenhower.position import GERMAN, Combat
from phaseline.games.eisenhower.rules import movement
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.sheet import full_name
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.wording.counts import several


def _back(s: EisenhowerState, unit: int, way: Sequence[int]) -> Path:
    return Path(hexes=(s.position.at[unit], *way), cost=several(len(way), "hex"))


class EisenhowerAids(FieldAids[EisenhowerState, EisenhowerScenario]):
    """The play aids of Eisenhower's War. All units are open, so that nothing here is guessed."""

    offers = overlays.OFFERS
    makers = overlays.MAKERS
    hinters = hints.HINTERS
    committed = frozenset({orders.Bombers})
    planning = frozenset({"plan", "interdiction"})
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
        forecast=combats.weighed,
    )
    finders: ClassVar[Mapping[type[Order], Finder]] = {
        orders.Move: march(movement.reachable, movement.budget),
        orders.Advance: straight,
        orders.Drop: straight,
        orders.Retreat: _back,
    }

    def path(
        self, state: EisenhowerState, seat: int, kind: type[Order], chosen: Sequence[Any]
    ) -> Path | None:
        """The way of an order to a unit: of an advance the one that it names."""
        if kind is orders.Advance and len(chosen) > 2 and chosen[2]:
            unit, _, way = chosen
            return Path(hexes=(state.position.at[unit], state.frame(Combat).target, *way))
        return super().path(state, seat, kind, chosen)

    def plain_hint(self, state: EisenhowerState, kind: type[Order], index: int, value: Any) -> Hint:
        """A unit by its full name."""
        plain = super().plain_hint(state, kind, index, value)
        return replace(plain, title=full_name(state.scenario, value)) if plain.units == (value,) else plain

    def futile(self, state: EisenhowerState, seat: int) -> bool:
        """Whether rebuilding is asked for in vain."""
        return left.futile(state, seat)

    def weighing(self, state: EisenhowerState) -> bool:
        """Also while the force of a landing is chosen that Germans await."""
        landing = None if state.within(Combat) else combats.assault(state, None, ())
        return super().weighing(state) or (
            landing is not None and bool(state.units_at(landing.target, GERMAN))
        )

    def outlook(self, state: EisenhowerState, view: View) -> Outlook:
        """How the match stands by its conditions of victory."""
        held = [state.controlled(side) for side in (0, 1)]
        return replace(stakes.outlook(state), objectives=self.objectives(state.scenario, held))
