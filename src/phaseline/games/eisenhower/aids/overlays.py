"""What may be drawn over the map of Eisenhower's War."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from phaseline.drill.aids.overlays import area, both, reach
from phaseline.engine.aids import Area, Maker, Overlay, OverlayOffer
from phaseline.games.eisenhower.files import SEATS
from phaseline.games.eisenhower.position import ALLIED, GERMAN
from phaseline.games.eisenhower.rules import movement, odds, offensives, supply, victory
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes, mask_of

OFFERS = (
    OverlayOffer(key="supply", title="Supply", help="Where supply reaches, its sources, and who is cut off."),
    OverlayOffer(key="control", title="Control", help="Who controls each hex."),
    OverlayOffer(key="zones", title="Zones of control", help="The hexes next to each side's mobile units."),
    OverlayOffer(key="reach", title="Reach", help="What each movement factor gets a unit.", unit=True),
    OverlayOffer(key="antwerp", title="Antwerp", help="What the Allies need for Antwerp to run."),
    OverlayOffer(
        key="offensives",
        title="Mandated offensives",
        help="Where the Germans could declare one; for a unit, whom one around it activates.",
        unit=True,
    ),
    OverlayOffer(key="cities", title="Cities and ports", help="Who holds them, and which ports count."),
    OverlayOffer(key="works", title="Fortifications", help="Fortifications, and the West Wall."),
    OverlayOffer(key="coasts", title="Invasion coasts", help="Where a second invasion may land."),
    OverlayOffer(key="stacking", title="Full hexes", help="Hexes that can take no more units of a side."),
    OverlayOffer(key="lines", title="Lines of the map", help="The two zones, and what counts at the end."),
)


def _supply(s: EisenhowerState, unit: int | None) -> Iterator[Area]:
    board = s.scenario.board
    yield area("Allied supply", supply.allied_net(s), ALLIED)
    yield area("Allied supply from the coast", board.coastal & ~supply.allied_net(s), ALLIED, "dots")
    yield area("German supply", supply.german_net(s), GERMAN)
    yield area("Allied sources", supply.allied_sources(s), ALLIED, "outline")
    german = supply.german_sources(s, "north") | supply.german_sources(s, "south")
    yield area("German sources", german, GERMAN, "outline")
    for side, name in enumerate(SEATS):
        hungry = mask_of(s.position.at[one] for one in hexes(s.on_map(side)) if not supply.supplied(s, one))
        if hungry:
            yield area(f"{name} units out of supply", hungry, side, "hatch")


def _control(s: EisenhowerState, unit: int | None) -> Iterator[Area]:
    return both(SEATS, "control", s.controlled)


def _zones(s: EisenhowerState, unit: int | None) -> Iterator[Area]:
    return both(SEATS, "zone of control", lambda side: s.zone(side) & s.scenario.board.playable, "hatch")


def _antwerp(s: EisenhowerState, unit: int | None) -> Overlay:
    board = s.scenario.board
    needed = board.access | (0 if board.antwerp is None else 1 << board.antwerp)
    held = area("held", needed & s.position.control, ALLIED)
    missing = area("still needed", needed & ~s.position.control, GERMAN, "hatch")
    running = "Antwerp is up and running." if supply.antwerp_runs(s) else "Antwerp is not running yet."
    return Overlay(areas=(held, missing), note=running)


def _cities(s: EisenhowerState, unit: int | None) -> Iterator[Area]:
    yield from both(SEATS, "cities", lambda side: s.cities & s.controlled(side))
    yield area("ports that count for the Allies", victory.counted_ports(s), ALLIED, "outline")
    wanted = s.ports & s.scenario.board.interior & ~s.position.control
    yield area("ports they lack", wanted, GERMAN, "outline")
    yield area("destroyed", s.position.razed, None, "hatch")


def _works(s: EisenhowerState, unit: int | None) -> Iterator[Area]:
    board, turn = s.scenario.board, s.position.turn
    yield area("fortifications", board.fortified, GERMAN, "hatch")
    if turn < odds.WALL_FROM:
        title = f"West Wall, from Turn {odds.WALL_FROM}"
    else:
        title = "West Wall" if turn >= odds.WALL_FULL else "West Wall, not complete yet"
    yield area(title, board.west_wall, GERMAN, "fill" if turn >= odds.WALL_FROM else "dots")
    yield area("V-1 launch sites", board.launch_sites, None, "outline")


def _coasts(s: EisenhowerState, unit: int | None) -> Iterator[Area]:
    yield area("second invasion", s.scenario.invasion_coast["second"], ALLIED)
    if s.position.turn == 0:
        yield area("first invasion", s.scenario.invasion_coast["first"], ALLIED, "outline")


def _stacking(s: EisenhowerState, unit: int | None) -> Iterator[Area]:
    return both(SEATS, "full", lambda side: s.full(side) & s.scenario.board.playable, "hatch")


def _lines(s: EisenhowerState, unit: int | None) -> Iterator[Area]:
    board = s.scenario.board
    yield area("Southern Zone", board.south & board.playable)
    yield area("Germany west of the Drawn Game Line", board.germany & board.west_of_line, None, "hatch")
    yield area("Italy", board.italy, None, "dots")


def _offensives(s: EisenhowerState, unit: int | None) -> Overlay:
    left = f"{s.position.offensives} markers left."
    if unit is not None and s.position.at[unit] >= 0 and s.scenario.side_of[unit] == GERMAN:
        hex = s.position.at[unit]
        called = mask_of(s.position.at[other] for other in hexes(offensives.activated_by(s, hex)))
        around = s.scenario.board.grid.adjacent_mask(hex) | 1 << hex
        areas = (area("around it", around, GERMAN, "outline"), area("activated", called, GERMAN))
        return Overlay(areas=areas, note=left)
    board = s.scenario.board
    mobile = hexes(s.on_map(GERMAN) & s.scenario.mobile)
    fed = mask_of(s.position.at[other] for other in mobile if supply.supplied(s, other))
    return Overlay(areas=(area("could be declared", fed & ~board.italy, GERMAN),), note=left)


MAKERS: Mapping[str, Maker] = {
    "supply": _supply,
    "control": _control,
    "zones": _zones,
    "reach": reach(lambda s, unit: movement.reachable(s, unit).waves, movement.budget),
    "antwerp": _antwerp,
    "offensives": _offensives,
    "cities": _cities,
    "works": _works,
    "coasts": _coasts,
    "stacking": _stacking,
    "lines": _lines,
}
