"""What may be drawn over the map of a skirmish."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from phaseline.drill.aids.overlays import both, reach
from phaseline.engine.aids import Area, Maker, OverlayOffer
from phaseline.games.skirmish.rules import movement, supply
from phaseline.games.skirmish.scenario import SEATS
from phaseline.games.skirmish.state import SkirmishState

OFFERS = (
    OverlayOffer(key="supply", title="Supply", help="Where supply reaches, and from where."),
    OverlayOffer(key="zones", title="Zones of control", help="The hexes that each side's units control."),
    OverlayOffer(key="control", title="Objectives", help="Who holds the hexes that are worth points."),
    OverlayOffer(key="reach", title="Reach", help="What each movement point gets a unit.", unit=True),
)


def _supply(s: SkirmishState, unit: int | None) -> Iterator[Area]:
    yield from both(SEATS, "supply", lambda side: supply.supplied_area(s, side))
    yield from both(SEATS, "supply sources", lambda side: s.scenario.sources[side], "outline")


def _zones(s: SkirmishState, unit: int | None) -> Iterator[Area]:
    return both(SEATS, "zone of control", s.zone, "hatch")


def _control(s: SkirmishState, unit: int | None) -> Iterator[Area]:
    return both(SEATS, "objectives", lambda side: s.position.control[side])


MAKERS: Mapping[str, Maker] = {
    "supply": _supply,
    "zones": _zones,
    "control": _control,
    "reach": reach(lambda s, unit: movement.reachable(s, unit).waves, movement.allowance),
}
