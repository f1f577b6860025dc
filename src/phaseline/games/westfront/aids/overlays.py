"""What may be drawn over the map of WestFront: supply, control, zones, command, air, seas, cities, ports."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from phaseline.engine.aids import Area, Overlay, OverlayOffer, Style
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
from phaseline.hexgrid import Mask, hexes

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

Maker = Callable[[WestFrontState, int | None], Iterator[Area]]


def overlay(s: WestFrontState, seat: int | None, key: str, unit: int | None) -> Overlay | None:
    """The overlay of this key for a viewer in `seat` (None: everybody's); None for another key."""
    if key == "command":
        return _of_headquarters(s, seat, unit, "command range", command.command_range)
    if key == "air":
        return _of_headquarters(s, seat, unit, "air range", airstrike.air_area)
    if key == "reach":
        return _reach(s, unit)
    maker = MAKERS.get(key)
    return None if maker is None else Overlay(areas=tuple(maker(s, seat)))


def _area(title: str, mask: Mask, side: int | None = None, style: Style = "fill") -> Area:
    return Area(title=title, hexes=tuple(hexes(mask)), side=side, style=style)


def _both(title: str, of: Callable[[int], Mask], style: Style = "fill") -> Iterator[Area]:
    for side, name in enumerate(SEATS):
        yield _area(f"{name} {title}", of(side), side, style)


def _supply(s: WestFrontState, seat: int | None) -> Iterator[Area]:
    for side, name in enumerate(SEATS):
        if seat in (None, side):
            yield from _supply_of(s, side, name)
    if seat is not None:
        yield from _supply_of(s, 1 - seat, SEATS[1 - seat], style="dots")


def _supply_of(s: WestFrontState, side: int, name: str, style: Style = "fill") -> Iterator[Area]:
    net = lines.net(s, side)
    joined = net.joined
    reach = sources.traced(s, side, joined)
    yield _area(f"{name} Rail/Sea Supply", joined, side, style)
    if style == "fill":
        yield _area(f"within a Supply Line of {name}", reach & ~joined & s.in_play, side, "hatch")
    if net.besieged:
        yield _area(f"{name} besieged ports", net.besieged, side, "outline")
    if side == ALLIED and (landings := beachheads.working(s)):
        yield _area("BeachHeads", landings, side, "outline")


def _control(s: WestFrontState, seat: int | None) -> Iterator[Area]:
    yield from _both("control", s.friendly)
    yield _area("disputed", s.disputed(), None, "hatch")


def _zones(s: WestFrontState, seat: int | None) -> Iterator[Area]:
    return _both("zone of control", s.zone, "hatch")


def _battles(s: WestFrontState, seat: int | None) -> Iterator[Area]:
    fought = s.battles
    yield from _both("defends", lambda side: s.position.defends[side] & fought)
    if s.position.stack and fought and s.position.role:
        for side, name in enumerate(SEATS):
            if covered := battle.support(s, side) & fought:
                yield _area(f"{name} has Combat Support", covered, side, "outline")


def _seas(s: WestFrontState, seat: int | None) -> Iterator[Area]:
    waters = s.board.waters
    axis, storm = seas.held(s, AXIS), seas.stormy(s)
    for side, name in enumerate(SEATS):
        mask = 0
        for number, sea in enumerate(waters.names):
            if (axis >> number & 1) == (side == AXIS):
                mask |= s.board.seas.get(sea, 0)
        yield _area(f"{name} seas", mask, side)
    blowing = 0
    for number, sea in enumerate(waters.names):
        if storm >> number & 1:
            blowing |= s.board.seas.get(sea, 0)
    if blowing:
        yield _area("storm", blowing, None, "hatch")


def _rail(s: WestFrontState, seat: int | None) -> Iterator[Area]:
    yield from _both("railways", lambda side: lines.net(s, side).rail & s.board.rail)
    yield from _both("railheads", lambda side: lines.railheads(s, side), "dots")


def _cities(s: WestFrontState, seat: int | None) -> Iterator[Area]:
    cities = _mask(s.board.victory_cities)
    yield from _both("Victory Cities", lambda side: s.friendly(side) & cities)
    yield from _both("Victory Cities in supply", lambda side: victory.cities_held(s, side), "outline")


def _production(s: WestFrontState, seat: int | None) -> Iterator[Area]:
    makes = _mask(s.board.city_value) | _mask(s.board.resource_value)
    for side, name in enumerate(SEATS):
        held = s.friendly(side) & makes
        fed = held & sources.supplied(s, side) & s.in_play
        yield _area(f"{name} production", fed, side)
        if held & ~fed:
            yield _area(f"{name}, cut off", held & ~fed, side, "hatch")


def _ports(s: WestFrontState, seat: int | None) -> Iterator[Area]:
    yield from _both("ports", lambda side: s.board.port_hexes & s.friendly(side))
    yield _area("major ports", s.board.major_ports, None, "outline")
    if landings := beachheads.placed(s):
        yield _area("BeachHeads", landings, ALLIED, "dots")


def _stacking(s: WestFrontState, seat: int | None) -> Iterator[Area]:
    return _both("full", lambda side: ground.full(s, side), "hatch")


def _mask(values: Mapping[int, int]) -> Mask:
    return sum(1 << hex for hex in values)


MAKERS: Mapping[str, Maker] = {
    "supply": _supply,
    "control": _control,
    "zones": _zones,
    "battles": _battles,
    "seas": _seas,
    "rail": _rail,
    "cities": _cities,
    "production": _production,
    "ports": _ports,
    "stacking": _stacking,
}


def _of_headquarters(
    s: WestFrontState,
    seat: int | None,
    unit: int | None,
    title: str,
    of: Callable[[WestFrontState, int], Mask],
) -> Overlay:
    """The range of one headquarters, or of each that lies face-up as an active one."""
    if unit is not None:
        if not s.unit(unit).is_hq or s.position.at[unit] < 0:
            return Overlay(areas=(), note="Choose a headquarters on the map.")
        return Overlay(areas=(_area(f"{s.unit(unit).name}: {title}", of(s, unit), s.seat_of(unit)),))
    shown = sorted(s.position.role)
    note = "" if shown else "No headquarters is active; choose one to see its range."
    areas = tuple(_area(f"{s.unit(hq).name}: {title}", of(s, hq), s.seat_of(hq)) for hq in shown)
    return Overlay(areas=areas, note=note)


def _reach(s: WestFrontState, unit: int | None) -> Overlay:
    if unit is None or s.position.at[unit] < 0:
        return Overlay(areas=(), note="Choose a unit on the map.")
    speed = ground.speed(s, unit)
    areas = [
        Area(title=f"{n} of {speed}", hexes=tuple(hexes(wave)), level=n, levels=speed)
        for n, wave in enumerate(ways.steps_to(s, unit))
        if wave
    ]
    engage = ground.ways(s, unit).engage
    if engage:
        areas.append(_area("can engage", engage, None, "outline"))
    return Overlay(areas=tuple(areas))
