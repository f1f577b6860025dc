"""`WestFrontAids`: what helps the players of WestFront."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from phaseline.drill.aids.base import AidParts, FieldAids
from phaseline.engine.aids import Forecast, Outlook, Overlay, Path, Table
from phaseline.engine.game import View
from phaseline.engine.orders import Order
from phaseline.games.westfront.aids import battles, hints, left, overlays, places, stakes, tables, ways
from phaseline.games.westfront.orders import airborne, command, movement, sea, strategic
from phaseline.games.westfront.position import WestFrontPosition
from phaseline.games.westfront.rules import lines
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.games.westfront.state import WestFrontState

BY_LAND = (movement.Move, movement.Rearguard, command.Mobilize)
STRAIGHT: Mapping[type[Order], tuple[int, int]] = {
    strategic.Sail: (0, 1),
    sea.Invade: (0, 2),
    airborne.Drop: (0, 2),
}
"""Orders whose way is drawn straight: the fields of the unit that it begins at, and of the hex."""


class WestFrontAids(FieldAids[WestFrontState, WestFrontScenario]):
    """The play aids of WestFront."""

    offers = overlays.OFFERS
    makers = overlays.MAKERS
    hinters = hints.HINTERS
    parts = AidParts(
        owed=left.owed,
        lapsing=left.lapsing,
        effect=places.effect,
        hex_lines=places.hex_lines,
        order_of_battle=tables.order_of_battle,
        turns=tables.turns,
        arrivals=tables.arrivals,
        measures=tables.measures,
        weathers=lambda scenario: tables.WEATHERS,
    )

    def path(self, state: WestFrontState, seat: int, kind: type[Order], chosen: Sequence[Any]) -> Path | None:
        """The way of a land or rail move hex by hex; of a sea move, landing or drop straight."""
        if kind in BY_LAND and len(chosen) > 1:
            return self._by_land(state, *chosen)
        if kind is strategic.Rail and len(chosen) > 1:
            unit, to = chosen[:2]
            start = state.position.at[unit]
            line = lines.net(state, seat).joined | 1 << to
            way = ways.trace(state.board.tracks, start, to, line)
            return Path(hexes=way or (start, to), cost=self.hint(state, seat, kind, (unit,), to).text)
        ends = STRAIGHT.get(kind)
        if ends is not None and len(chosen) > ends[1]:
            return Path(hexes=(state.position.at[chosen[ends[0]]], chosen[ends[1]]))
        return None

    def _by_land(self, s: WestFrontState, unit: int, to: int, via: int | None = None) -> Path:
        if to == s.position.at[unit]:
            return Path(hexes=(to,), cost="stays")
        speed = len(ways.steps_to(s, unit)) - 1
        return Path(hexes=ways.path(s, unit, to, via), cost=f"{ways.cost(s, unit, to)} of {speed}")

    def forecast(
        self, state: WestFrontState, view: View, kind: type[Order] | None = None, chosen: Sequence[Any] = ()
    ) -> Forecast | None:
        """The exact prospects of the battle that an order leads to, or of the rest of the round under way."""
        return battles.forecast(state, view, kind, chosen)

    def charts(self, scenario: WestFrontScenario) -> list[Table]:
        """Which dice hit."""
        return [tables.firepower()]

    def outlook(self, state: WestFrontState, view: View) -> Outlook:
        """How the match stands by its conditions of victory."""
        found = stakes.outlook(state, _known(view))
        counted = stakes.settled(state)
        held = [counted.friendly(side) for side in (0, 1)]
        return replace(found, objectives=self.objectives(state.scenario, held))

    # -- the map -----------------------------------------------------------------------------------------------------

    def overlay(self, state: WestFrontState, view: View, key: str, unit: int | None = None) -> Overlay:
        """Supply, control, zones, ranges, seas, cities, ports."""
        if unit is not None and _known(view).at[unit] < 0:
            unit = None
        if key == "supply":
            return Overlay(areas=tuple(overlays.supply(state, view.seat)))
        return super().overlay(state, view, key, unit)


def _known(view: View) -> WestFrontPosition:
    known = view.position
    assert isinstance(known, WestFrontPosition)
    return known
