"""What may be drawn over the map of a skirmish."""

from __future__ import annotations

from phaseline.engine.aids import Area, Overlay, OverlayOffer
from phaseline.games.skirmish.rules import movement, supply
from phaseline.games.skirmish.scenario import SEATS
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import hexes

OFFERS = (
    OverlayOffer(key="supply", title="Supply", help="Where supply reaches, and from where."),
    OverlayOffer(key="zones", title="Zones of control", help="The hexes that each side's units control."),
    OverlayOffer(key="control", title="Objectives", help="Who holds the hexes that are worth points."),
    OverlayOffer(key="reach", title="Reach", help="What each movement point gets a unit.", unit=True),
)


def overlay(s: SkirmishState, key: str, unit: int | None) -> Overlay | None:
    """The overlay of this key; None for another."""
    if key == "supply":
        return Overlay(areas=tuple(area for seat in (0, 1) for area in _supply(s, seat)))
    if key == "zones":
        return Overlay(
            areas=tuple(
                Area(
                    title=f"{name} zone of control",
                    hexes=tuple(hexes(s.zone(seat))),
                    side=seat,
                    style="hatch",
                )
                for seat, name in enumerate(SEATS)
            )
        )
    if key == "control":
        return Overlay(
            areas=tuple(
                Area(title=f"held by {name}", hexes=tuple(hexes(s.position.control[seat])), side=seat)
                for seat, name in enumerate(SEATS)
            )
        )
    if key == "reach":
        return _reach(s, unit)
    return None


def _supply(s: SkirmishState, seat: int) -> tuple[Area, Area]:
    name, area = SEATS[seat], supply.supplied_area(s, seat)
    return (
        Area(title=f"{name} supply", hexes=tuple(hexes(area)), side=seat),
        Area(
            title=f"{name} supply sources",
            hexes=tuple(hexes(s.scenario.sources[seat])),
            side=seat,
            style="outline",
        ),
    )


def _reach(s: SkirmishState, unit: int | None) -> Overlay:
    if unit is None or s.position.at[unit] < 0:
        return Overlay(areas=(), note="Choose a unit on the map.")
    points = movement.allowance(s, unit)
    return Overlay(
        areas=tuple(
            Area(
                title=f"{cost} of {points}", hexes=tuple(hexes(mask)), style="fill", level=cost, levels=points
            )
            for cost, mask in movement.reachable(s, unit).waves
        )
    )
