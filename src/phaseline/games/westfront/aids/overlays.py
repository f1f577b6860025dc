"""What may be drawn over the map of WestFront: supply, control, zones, command, air, seas, cities, ports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from phaseline.drill.aids.overlays import area, both, reach
from phaseline.engine.aids import Area, Maker, Overlay, OverlayOffer, Style
from phaseline.games.westfront.aids import ways
from phaseline.games.westfront.position import ALLIED, AXIS
from phaseline.games.westfront.rules import (
    airstrike,
    battle,
    beachheads,
    command,
    ground,
    lines,
    seas,
    sources,
    victory,
)
from phaseline.games.westfront.scenario import SEATS
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Mask

OFFERS = (
    OverlayOffer(
        key="supply", title="Supply", help="Where Rail/Sea Supply runs, and within two hexes of it."
    ),
    OverlayOffer(
        key="control", title="Control", help="Friendly and disputed hexes, as fixed for this phase."
    ),
    OverlayOffer(key="zones", title="Zones of control", help="The hexes in each side's zone of control."),
    OverlayOffer(
        key="command",
        title="Command range",
        help="The hexes that active headquarters command; or that one of them would.",
        unit=True,
    ),
    OverlayOffer(
        key="air",
        title="Air range",
        help="How far the aircraft of active headquarters get; or of one.",
        unit=True,
    ),
    OverlayOffer(key="reach", title="Reach", help="What each hex of speed gets a unit.", unit=True),
    OverlayOffer(key="battles", title="Battles", help="Battles, by Original Defender, and Combat Support."),
    OverlayOffer(key="seas", title="Seas", help="Who controls each sea, and where a storm blows."),
    OverlayOffer(key="rail", title="Railways", help="Each side's friendly railways and railheads."),
    OverlayOffer(key="cities", title="Victory Cities", help="Who holds the cities that count."),
    OverlayOffer(key="production", title="Production", help="Cities and resources that produce."),
    OverlayOffer(key="ports", title="Ports", help="Ports and BeachHeads, by side."),
    OverlayOffer(key="stacking", title="Full hexes", help="Hexes that can take no more units of a side."),
)


def supply(s: WestFrontState, seat: int | None) -> Iterator[Area]:
    """Each side's supply for a viewer in `seat` (None: everybody's)."""
    for side, name in enumerate(SEATS):
        if seat in (None, side):
            yield from _supply_of(s, side, name)
    if seat is not None:
        yield from _supply_of(s, 1 - seat, SEATS[1 - seat], style="dots")


def _supply_of(s: WestFrontState, side: int, name: str, style: Style = "fill") -> Iterator[Area]:
    net = lines.net(s, side)
    joined = net.joined
    reach = sources.traced(s, side, joined)
    yield area(f"{name} Rail/Sea Supply", joined, side, style)
    if style == "fill":
        yield area(f"within a Supply Line of the {name} side", reach & ~joined & s.in_play, side, "hatch")
    if net.besieged:
        yield area(f"{name} besieged ports", net.besieged, side, "outline")
    if side == ALLIED and (landings := beachheads.working(s)):
        yield area("BeachHeads", landings, side, "outline")


def _control(s: WestFrontState, unit: int | None) -> Iterator[Area]:
    yield from both(SEATS, "control", s.friendly)
    yield area("disputed", s.disputed(), None, "hatch")


def _zones(s: WestFrontState, unit: int | None) -> Iterator[Area]:
    return both(SEATS, "zone of control", s.zone, "hatch")


def _battles(s: WestFrontState, unit: int | None) -> Iterator[Area]:
    fought = s.battles
    yield from both(SEATS, "defends", lambda side: s.position.defends[side] & fought)
    if s.position.stack and fought and s.position.role:
        for side, name in enumerate(SEATS):
            if covered := battle.support(s, side) & fought:
                yield area(f"{name} has Combat Support", covered, side, "outline")


def _seas(s: WestFrontState, unit: int | None) -> Iterator[Area]:
    waters = s.board.waters
    axis, storm = seas.held(s, AXIS), seas.stormy(s)
    for side, name in enumerate(SEATS):
        mask = 0
        for number, sea in enumerate(waters.names):
            if (axis >> number & 1) == (side == AXIS):
                mask |= s.board.seas.get(sea, 0)
        yield area(f"{name} seas", mask, side)
    blowing = 0
    for number, sea in enumerate(waters.names):
        if storm >> number & 1:
            blowing |= s.board.seas.get(sea, 0)
    if blowing:
        yield area("storm", blowing, None, "hatch")


def _rail(s: WestFrontState, unit: int | None) -> Iterator[Area]:
    yield from both(SEATS, "railways", lambda side: lines.net(s, side).rail & s.board.rail)
    yield from both(SEATS, "railheads", lambda side: lines.railheads(s, side), "dots")


def _cities(s: WestFrontState, unit: int | None) -> Iterator[Area]:
    cities = _mask(s.board.victory_cities)
    yield from both(SEATS, "Victory Cities", lambda side: s.friendly(side) & cities)
    yield from both(SEATS, "Victory Cities in supply", lambda side: victory.cities_held(s, side), "outline")


def _production(s: WestFrontState, unit: int | None) -> Iterator[Area]:
    makes = _mask(s.board.city_value) | _mask(s.board.resource_value)
    for side, name in enumerate(SEATS):
        held = s.friendly(side) & makes
        fed = held & sources.supplied(s, side) & s.in_play
        yield area(f"{name} production", fed, side)
        if held & ~fed:
            yield area(f"{name}, cut off", held & ~fed, side, "hatch")


def _ports(s: WestFrontState, unit: int | None) -> Iterator[Area]:
    yield from both(SEATS, "ports", lambda side: s.board.port_hexes & s.friendly(side))
    yield area("major ports", s.board.major_ports, None, "outline")
    if landings := beachheads.placed(s):
        yield area("BeachHeads", landings, ALLIED, "dots")


def _stacking(s: WestFrontState, unit: int | None) -> Iterator[Area]:
    return both(SEATS, "full", lambda side: ground.full(s, side), "hatch")


def _mask(values: Mapping[int, int]) -> Mask:
    return sum(1 << hex for hex in values)


def _of_headquarters(title: str, of: Callable[[WestFrontState, int], Mask]) -> Maker:
    """The range of one headquarters, or of each that lies face-up as an active one."""

    def made(s: WestFrontState, unit: int | None) -> Overlay:
        if unit is not None and (not s.unit(unit).is_hq or s.position.at[unit] < 0):
            return Overlay(areas=(), note="Choose a headquarters on the map.")
        shown = sorted(s.position.role) if unit is None else [unit]
        note = "" if shown else "No headquarters is active; choose one to see its range."
        areas = tuple(area(f"{s.unit(hq).name}: {title}", of(s, hq), s.seat_of(hq)) for hq in shown)
        return Overlay(areas=areas, note=note)

    return made


def _engaging(s: WestFrontState, unit: int) -> Iterator[Area]:
    if engage := ground.ways(s, unit).engage:
        yield area("can engage", engage, None, "outline")


MAKERS: Mapping[str, Maker] = {
    "control": _control,
    "zones": _zones,
    "command": _of_headquarters("command range", command.command_range),
    "air": _of_headquarters("air range", airstrike.air_area),
    "reach": reach(lambda s, unit: enumerate(ways.steps_to(s, unit)), ground.speed, _engaging),
    "battles": _battles,
    "seas": _seas,
    "rail": _rail,
    "cities": _cities,
    "production": _production,
    "ports": _ports,
    "stacking": _stacking,
}
