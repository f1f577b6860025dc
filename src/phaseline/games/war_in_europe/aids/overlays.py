"""What may be drawn over the map of War in Europe: reach, zones, chains of supply, railways, ports, works."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from phaseline.drill.aids.overlays import area, both, reach
from phaseline.engine.aids import Area, Maker, Overlay, OverlayOffer, Style
from phaseline.games.war_in_europe.files import SEATS
from phaseline.games.war_in_europe.position import InitialMovement, MechanizedMovement
from phaseline.games.war_in_europe.rules import harbours, movement, overrun, rail, repair, supply, trains
from phaseline.games.war_in_europe.rules.chains import AMPHIBIOUS, MAJOR, MINOR, Part
from phaseline.games.war_in_europe.scenario import COUNTED
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes, mask_of
from phaseline.mechanics.ways import Routes

OFFERS = (
    OverlayOffer(key="supply", title="Supply", help="Where units are in supply, and how good it is."),
    OverlayOffer(
        key="chain",
        title="Line of supply",
        help="The line of a unit, back to its center, part by part.",
        unit=True,
    ),
    OverlayOffer(key="heads", title="Supplyheads", help="What passes supply on, and what waits to be fed."),
    OverlayOffer(key="zones", title="Zones of control", help="Hexes in the zone of each side's units."),
    OverlayOffer(key="reach", title="Reach", help="What each Movement Point gets a unit.", unit=True),
    OverlayOffer(key="march", title="Forced march", help="The same, by a forced march.", unit=True),
    OverlayOffer(
        key="rail", title="Railways", help="Where trains run, what is cut off, what capacity is left."
    ),
    OverlayOffer(key="train", title="Reach by rail", help="Where a train or a repair unit gets.", unit=True),
    OverlayOffer(key="overruns", title="Overruns", help="Enemies that could be overrun in this phase."),
    OverlayOffer(key="control", title="Control", help="Who holds each hex, and what is neutral."),
    OverlayOffer(key="ports", title="Ports", help="Ports by what they can do now, and beaches."),
    OverlayOffer(key="works", title="Fortified lines", help="Lines that help their owner now."),
    OverlayOffer(
        key="weather", title="Weather", help="Where there is mud or snow, and where neither matters."
    ),
    OverlayOffer(key="stacking", title="Full hexes", help="Hexes that take no more units of a side."),
)
QUALITY = ("Major supply", "Minor supply", "supply over a beach")
LEVELS: tuple[tuple[int, Style], ...] = ((MAJOR, "fill"), (MINOR, "dots"), (AMPHIBIOUS, "outline"))
"""The levels of supply, the best first, with how their areas are drawn."""


def _supply(s: WarState, unit: int | None) -> Overlay:
    areas: list[Area] = []
    notes = []
    for seat, name in enumerate(SEATS):
        before = 0
        for level, style in LEVELS:
            found = supply.area(s, seat, level) & s.scenario.board.dry_land
            if new := found & ~before:
                areas.append(area(f"{name}: {QUALITY[level]}", new, seat, style))
            before |= found
        cut = supply.starved(s, seat)
        if cut:
            areas.append(area(f"{name} units that would be out of supply", s.where(cut), seat, "hatch"))
            notes.append(f"{name}: {cut.bit_count()} out of supply if it were judged now")
    return Overlay(areas=tuple(areas), note="; ".join(notes))


BY = {
    "road": "over ground",
    "railway": "by rail",
    "sea": "by sea",
    "center": "center",
}


def line_in_words(s: WarState, parts: list[Part]) -> str:
    """A line of supply in words: `2 hexes over ground, 5 by rail to Köln`."""
    label = s.scenario.map.label
    told = [f"{len(part.way) - 1} {BY[part.by]} to {label(part.way[-1])}" for part in parts]
    return ", ".join(told) if told else "it stands in a center"


def _chain(s: WarState, unit: int | None) -> Overlay:
    if unit is None or s.position.at[unit] < 0:
        return Overlay(areas=(), note="Choose a unit on the map.")
    seat, hex = s.scenario.side_of[unit], s.position.at[unit]
    parts = supply.line(s, unit)
    if parts is None:
        told = "It has no line of supply"
        path = "" if supply.communications(s, unit) else ", and no way to a center at all"
        last = supply.stocked(s, 1 << unit).get(unit)
        stocks = f"; it lives on stocks up to turn {last}" if last else ""
        return Overlay(areas=(area("the unit", 1 << hex, seat, "hatch"),), note=f"{told}{path}{stocks}.")
    areas = [area(BY[part.by], mask_of(part.way), seat, _STYLES[part.by]) for part in parts]
    end = parts[-1].way[-1] if parts else hex
    areas.append(area("supply center", 1 << end, None, "outline"))
    return Overlay(
        areas=tuple(areas),
        note=f"{str(supply.worth(s, unit, hex)).capitalize()} supply: {line_in_words(s, parts)}.",
    )


_STYLES: Mapping[str, Style] = {"road": "fill", "railway": "dots", "sea": "hatch", "center": "outline"}


def _heads(s: WarState, unit: int | None) -> Iterator[Area]:
    board = s.scenario.board
    for seat, name in enumerate(SEATS):
        centers = works = idle = 0
        for school in supply.schools(s, seat):
            chain = supply.chain_of(s, school)
            centers |= chain.sources
            works |= chain.major | chain.minor | chain.piers
            idle |= chain.net.major | chain.net.minor | chain.net.posts | chain.net.piers
        points = board.ports | supply.posts(s, seat) | s.position.piers
        yield area(f"{name} supply centers", centers, seat, "outline")
        yield area(f"{name} ports and supply units that pass supply on", works & points, seat)
        yield area(f"{name} ports and supply units that are not fed", idle & ~works, seat, "hatch")


def _zones(s: WarState, unit: int | None) -> Iterator[Area]:
    return both(SEATS, "zone of control", lambda seat: s.zone(seat) & s.scenario.board.playable, "hatch")


def _rail(s: WarState, unit: int | None) -> Overlay:
    areas: list[Area] = []
    notes = []
    for seat, name in enumerate(SEATS):
        heads, cut = rail.railheads(s, seat)
        areas += [
            area(f"{name} trains run", rail.working(s, seat), seat),
            area(f"{name} railheads", heads, seat, "outline"),
            area(f"{name} rail hexes that are cut off", cut, seat, "hatch"),
        ]
        notes.append(f"{name}: {rail.used(s, seat)} of {rail.capacity(s, seat)} units on trains")
    neutral = s.scenario.board.rail_hexes & ~s.position.rail[0] & ~s.position.rail[1]
    areas.append(area("neutral: to be repaired", neutral, None, "dots"))
    return Overlay(areas=tuple(found for found in areas if found.hexes), note="; ".join(notes))


def _along(s: WarState, unit: int) -> Routes:
    """Where a unit gets along railways: a repair unit on its own, all others by train."""
    if s.scenario.repairers >> unit & 1 and s.within(InitialMovement):
        return repair.routes(s, unit)
    return trains.routes(s, unit)


def _points_along(s: WarState, unit: int) -> int:
    """What it has for that: Movement Points as a repair unit on its own, else Rail Movement Points."""
    alone = s.scenario.repairers >> unit & 1 and s.within(InitialMovement)
    return movement.left(s, unit) if alone else trains.left(s, unit)


_marches: Maker = reach(
    lambda s, unit: movement.reachable(s, unit, march=True).waves,
    lambda s, unit: movement.left(s, unit, march=True),
)


def _march(s: WarState, unit: int | None) -> Overlay | Iterable[Area]:
    if unit is not None and not s.scenario.marchers >> unit & 1:
        return Overlay(areas=(), note="It makes no forced marches.")
    return _marches(s, unit)


def _overruns(s: WarState, unit: int | None) -> Overlay:
    if not s.within(InitialMovement) and not s.within(MechanizedMovement):
        return Overlay(areas=(), note="Overruns are made in the movement phases.")
    found = 0
    for one in hexes(overrun.overrunners(s).mask):
        found |= overrun.targets(s, one)
    note = "" if found else "Nobody can be overrun from where units stand now."
    return Overlay(areas=(area("can be overrun at 13 to 1", found, s.moving.seat, "hatch"),), note=note)


def _control(s: WarState, unit: int | None) -> Iterator[Area]:
    yield from both(SEATS, "control", lambda seat: s.position.owner[seat] & s.scenario.board.dry_land)
    if s.position.neutral:
        yield area("neutral", s.position.neutral, None, "hatch")


def _ports(s: WarState, unit: int | None) -> Iterator[Area]:
    p, board = s.position, s.scenario.board
    built = harbours.artificial(s)
    harbour = built & ~p.suppressed
    small = (board.minor_ports | harbours.wrecked(s) | p.suppressed) & ~harbour
    # A small port that is suppressed takes no ships at all (13.31).
    idle = harbours.idle(s) | board.minor_ports & p.suppressed & ~built
    for seat, name in enumerate(SEATS):
        own = (board.ports | built) & p.owner[seat]
        large = board.major_ports & ~small | harbour
        yield area(f"{name} Major Ports", own & large & ~idle, seat)
        yield area(f"{name} Minor Ports", own & small & ~idle, seat, "dots")
        yield area(f"{name} ports out of use", own & idle, seat, "hatch")
    yield area("beaches", p.beaches | p.piers, None, "outline")


def _works(s: WarState, unit: int | None) -> Iterator[Area]:
    return both(SEATS, "fortified line", s.works, "hatch")


def _weather(s: WarState, unit: int | None) -> Overlay:
    areas = (
        area("mud", s.muddy, None, "dots"),
        area("deep mud", s.bottomless, None, "hatch"),
        area("snow", s.snowy, None, "outline"),
    )
    return Overlay(
        areas=tuple(found for found in areas if found.hexes), note=f"The weather of this turn is {s.weather}."
    )


def _stacking(s: WarState, unit: int | None) -> Iterator[Area]:
    limits = s.scenario.tables.stacking
    return both(SEATS, "full", lambda seat: s.standing.at_least(seat, limits.units, COUNTED), "hatch")


MAKERS: Mapping[str, Maker] = {
    "supply": _supply,
    "chain": _chain,
    "heads": _heads,
    "zones": _zones,
    "reach": reach(lambda s, unit: repair.by_itself(s, unit).waves, movement.left),
    "march": _march,
    "rail": _rail,
    "train": reach(lambda s, unit: _along(s, unit).waves, _points_along),
    "overruns": _overruns,
    "control": _control,
    "ports": _ports,
    "works": _works,
    "weather": _weather,
    "stacking": _stacking,
}
