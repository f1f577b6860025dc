"""What may be drawn over the map of France '44."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from phaseline.drill.aids.overlays import area, both, reach
from phaseline.engine.aids import Area, Maker, Overlay, OverlayOffer
from phaseline.engine.aids.ground import hex_title
from phaseline.games.france44.aids.hints import march_points, marches
from phaseline.games.france44.files import SEATS
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import invasion, movement, mulberry, ports, rockets, shipping, supply
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes, mask_of
from phaseline.wording.counts import several

SHADES = 5
"""So many shades are told apart on the map."""

OFFERS = (
    OverlayOffer(key="supply", title="Supply", help="Where a unit is fed, from what, and who goes without."),
    OverlayOffer(key="sources", title="Ports and stocks", help="What each source feeds, and how far."),
    OverlayOffer(key="trucks", title="Trucks", help="Where trucks stand, what they pass on, which are idle."),
    OverlayOffer(key="starving", title="Who will starve", help="Who would go without supply as things are."),
    OverlayOffer(
        key="lines", title="Isolation", help="From where a path leads to a source, by road or rail."
    ),
    OverlayOffer(key="air", title="Air superiority", help="Whose air bars supply and makes movement dear."),
    OverlayOffer(key="zones", title="Zones of control", help="Hexes in the zone of each side's units."),
    OverlayOffer(key="reach", title="Reach", help="What each movement point gets a unit.", unit=True),
    OverlayOffer(key="march", title="Strategic reach", help="The same, by strategic movement.", unit=True),
    OverlayOffer(key="control", title="Control", help="Who controls each hex, and what counts."),
    OverlayOffer(
        key="landing", title="Landing", help="Beaches, what it costs to sail there, who holds them."
    ),
    OverlayOffer(
        key="rockets", title="V units", help="From where they reach London, and where they may stand."
    ),
    OverlayOffer(key="works", title="Fortified hexes", help="The West Wall, and the Rhine."),
    OverlayOffer(key="stacking", title="Full hexes", help="Hexes that take no more divisions of a side."),
)


def _supply(s: FranceState, unit: int | None) -> Overlay:
    areas: list[Area] = []
    notes = []
    for side, name in enumerate(SEATS):
        shared = supply.rations(s, side)
        areas.append(area(f"{name} supply", supply.reached(s, side) & s.scenario.board.playable, side))
        sources = 0
        for source in shared.sources:
            sources |= source.hexes if source.kind != "rail" else supply.edge(s)
        areas.append(area(f"{name} sources", sources, side, "outline"))
        hungry = s.where(shared.hungry() & ~shared.cut)
        if hungry:
            areas.append(area(f"{name} units out of supply", hungry, side, "hatch"))
        if shared.cut:
            areas.append(area(f"{name} units isolated", s.where(shared.cut), side, "dots"))
        if not shared.wants:
            continue
        count = shared.hungry().bit_count()
        notes.append(
            f"{name}: {len(shared.drawn)} of {len(shared.wants)} fed" + (f", {count} without" * bool(count))
        )
    return Overlay(areas=tuple(areas), note="; ".join(notes))


def _name(s: FranceState, source: supply.Source) -> str:
    if source.kind == "rail":
        return "railways"
    name = hex_title(s.scenario.map, source.hexes.bit_length() - 1)
    return f"{name}, stocks" if source.kind == "stocks" else name


def _sources(s: FranceState, unit: int | None) -> Iterator[Area]:
    """Each source with how much of it is drawn: the Allies', and those German ones that run out."""
    for side in (ALLIED, GERMAN):
        shared = supply.rations(s, side)
        used = Counter(shared.drawn.values())
        for number, source in enumerate(shared.sources):
            room = "any number" if source.room is None else str(source.room)
            text = f"{SEATS[side]}: {_name(s, source)} feeds {used[number]} of {room}"
            yield area(
                text, source.reach & s.scenario.board.playable, side, "fill" if source.room else "dots"
            )


def _trucks(s: FranceState, unit: int | None) -> Overlay:
    areas = []
    notes = []
    for side, name in enumerate(SEATS):
        own = list(hexes(s.scenario.side_trucks[side]))
        placed = [truck for truck in own if s.position.trucks[truck] >= 0]
        idle = [truck for truck in placed if not supply.drawn_by(s, side, truck)]
        working = mask_of(s.position.trucks[truck] for truck in placed if truck not in idle)
        areas += [
            area(f"{name} trucks that pass supply on", working, side),
            area(f"{name} trucks beyond supply", mask_of(s.position.trucks[t] for t in idle), side, "hatch"),
        ]
        if own:
            notes.append(
                f"{name}: {len(placed)} of {len(own)} trucks placed, {len(idle)} of them beyond supply"
            )
    note = f"{'; '.join(notes)}. A truck reaches {s.effects.range} hexes in {s.position.weather} weather."
    return Overlay(areas=tuple(areas), note=note)


def _starving(s: FranceState, unit: int | None) -> Overlay:
    areas = []
    told = []
    for side, name in enumerate(SEATS):
        shared = supply.rations(s, side)
        hungry = shared.hungry() & ~shared.cut
        areas += [
            area(f"{name} units without supply", s.where(hungry), side, "hatch"),
            area(
                f"{name} units that could go without instead",
                s.where(supply.sparing(s, side)),
                side,
                "outline",
            ),
            area(f"{name} units isolated", s.where(shared.cut), side, "dots"),
        ]
        names = [s.scenario.ids[one] for one in hexes(hungry)]
        if names:
            told.append(f"{name}: {', '.join(names[:12])}" + (" and others" if len(names) > 12 else ""))
    note = "; ".join(told) or "Everybody would be fed."
    return Overlay(areas=tuple(areas), note=note)


def _lines(s: FranceState, unit: int | None) -> Iterator[Area]:
    yield from both(SEATS, "path to a source", lambda side: supply.joined(s, side))
    yield area("railways that bring German supply", supply.rails(s), GERMAN, "outline")


def _air(s: FranceState, unit: int | None) -> Iterator[Area]:
    yield from both(SEATS, "superiority: no enemy supply, a point more to enter and leave", s.superiority)
    yield from both(SEATS, "air units", s.wing_hexes, "outline")


def _zones(s: FranceState, unit: int | None) -> Iterator[Area]:
    return both(SEATS, "zone of control", lambda side: s.zone(side) & s.scenario.board.playable, "hatch")


def _control(s: FranceState, unit: int | None) -> Iterator[Area]:
    board = s.scenario.board
    yield from both(SEATS, "control", s.controlled)
    if board.rhine:
        yield area("cities beyond the Rhine", board.cities & board.east_of_rhine, None, "outline")


def _landing(s: FranceState, unit: int | None) -> Overlay:
    """Beaches by what a division pays to sail there from the port in which it waits, the cheapest first."""
    board = s.scenario.board
    waiting = invasion.invaders(s)
    cheapest: dict[int, int] = {}
    for port in {s.position.at[one] for one in hexes(waiting)}:
        for far, wave in enumerate(shipping.sailing(s, port)):
            if not far:
                continue
            price = shipping.price(far, s.scenario.tables.sea.infantry)
            for beach in hexes(board.grid.spread(wave & board.sea) & board.beaches):
                cheapest[beach] = min(price, cheapest.get(beach, price))
    areas = [
        *_by_price(cheapest),
        area("held by Germans", board.beaches & s.occupied(GERMAN), GERMAN, "hatch"),
    ]
    if mulberry.asked_to_build(s):
        areas.append(area("a Mulberry can be placed", mulberry.sites(s), ALLIED, "outline"))
    why = invasion.no_invasion(s)
    low = s.position.turn in s.scenario.tables.places.low_tide
    tide = "Low tide: beaches give no cover." if low else "Beaches double those who hold them."
    return Overlay(areas=tuple(areas), note=tide if why is None else f"No invasion now: {why.reason}.")


def _by_price(cheapest: Mapping[Hex, int]) -> Iterator[Area]:
    """Beaches by the points that a division pays, the dearest in the strongest shade, as where a unit moves."""
    prices = sorted(set(cheapest.values()))
    size = -(-len(prices) // SHADES) or 1
    bands = [prices[first : first + size] for first in range(0, len(prices), size)]
    for level, band in enumerate(bands):
        beaches = tuple(hex for hex in sorted(cheapest) if cheapest[hex] in band)
        cost = several(band[0], "point") if len(band) == 1 else f"{band[0]} to {band[-1]} points"
        yield Area(title=f"{cost} a division", hexes=beaches, level=level, levels=len(bands))


def _rockets(s: FranceState, unit: int | None) -> Iterator[Area]:
    if not s.scenario.rocket_ids:
        return
    yield area("in range of London", rockets.in_reach(s, 0) & s.scenario.board.continent, GERMAN, "outline")
    yield area("V units can be placed", rockets.sites(s) & rockets.in_reach(s, 0), GERMAN)
    yield area("V units", mask_of(hex for hex in s.position.vs if hex >= 0), GERMAN, "dots")


def _works(s: FranceState, unit: int | None) -> Iterator[Area]:
    board = s.scenario.board
    yield area("fortified: Germans defend doubled", board.fortified, GERMAN, "hatch")
    yield area("the Rhine", board.rhine, None, "fill")
    yield area("Allied ports that serve", ports.controlled(s), ALLIED, "outline")


def _stacking(s: FranceState, unit: int | None) -> Iterator[Area]:
    return both(SEATS, "full", lambda side: s.full(side) & s.scenario.board.playable, "hatch")


MAKERS: Mapping[str, Maker] = {
    "supply": _supply,
    "sources": _sources,
    "trucks": _trucks,
    "starving": _starving,
    "lines": _lines,
    "air": _air,
    "zones": _zones,
    "reach": reach(lambda s, unit: movement.reachable(s, unit).waves, movement.budget),
    "march": reach(lambda s, unit: marches(s, unit).waves, march_points),
    "control": _control,
    "landing": _landing,
    "rockets": _rockets,
    "works": _works,
    "stacking": _stacking,
}
