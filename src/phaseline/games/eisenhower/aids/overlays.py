"""What may be drawn over the map of Eisenhower's War."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from phaseline.engine.aids import Area, Overlay, OverlayOffer, Style
from phaseline.games.eisenhower.files import SEATS
from phaseline.games.eisenhower.position import ALLIED, GERMAN
from phaseline.games.eisenhower.rules import movement, odds, offensives, supply, victory
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Mask, hexes

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

Maker = Callable[[EisenhowerState], Iterator[Area]]


def overlay(s: EisenhowerState, key: str, unit: int | None) -> Overlay | None:
    """The overlay of this key; None for another."""
    if key == "reach":
        return _reach(s, unit)
    if key == "offensives":
        return _offensives(s, unit)
    if key == "antwerp":
        running = "Antwerp is up and running." if supply.antwerp_runs(s) else "Antwerp is not running yet."
        return Overlay(areas=tuple(_antwerp(s)), note=running)
    maker = MAKERS.get(key)
    return None if maker is None else Overlay(areas=tuple(maker(s)))


def _area(title: str, mask: Mask, side: int | None = None, style: Style = "fill") -> Area:
    return Area(title=title, hexes=tuple(hexes(mask)), side=side, style=style)


def _both(title: str, of: Callable[[int], Mask], style: Style = "fill") -> Iterator[Area]:
    for side, name in enumerate(SEATS):
        yield _area(f"{name} {title}", of(side), side, style)


def _supply(s: EisenhowerState) -> Iterator[Area]:
    board = s.scenario.board
    yield _area("Allied supply", supply.allied_net(s), ALLIED)
    yield _area("Allied supply from the coast", board.coastal & ~supply.allied_net(s), ALLIED, "dots")
    yield _area("German supply", supply.german_net(s), GERMAN)
    yield _area("Allied sources", supply.allied_sources(s), ALLIED, "outline")
    german = supply.german_sources(s, "north") | supply.german_sources(s, "south")
    yield _area("German sources", german, GERMAN, "outline")
    for side, name in enumerate(SEATS):
        hungry = 0
        for unit in hexes(s.on_map(side)):
            if not supply.supplied(s, unit):
                hungry |= 1 << s.position.at[unit]
        if hungry:
            yield _area(f"{name} units out of supply", hungry, side, "hatch")


def _control(s: EisenhowerState) -> Iterator[Area]:
    return _both("control", s.controlled)


def _zones(s: EisenhowerState) -> Iterator[Area]:
    return _both("zone of control", lambda side: s.zone(side) & s.scenario.board.playable, "hatch")


def _antwerp(s: EisenhowerState) -> Iterator[Area]:
    board = s.scenario.board
    needed = board.access | (0 if board.antwerp is None else 1 << board.antwerp)
    yield _area("held", needed & s.position.control, ALLIED)
    yield _area("still needed", needed & ~s.position.control, GERMAN, "hatch")


def _cities(s: EisenhowerState) -> Iterator[Area]:
    yield from _both("cities", lambda side: s.cities & s.controlled(side))
    yield _area("ports that count for the Allies", victory.counted_ports(s), ALLIED, "outline")
    wanted = s.ports & s.scenario.board.interior & ~s.position.control
    yield _area("ports they lack", wanted, GERMAN, "outline")
    yield _area("destroyed", s.position.razed, None, "hatch")


def _works(s: EisenhowerState) -> Iterator[Area]:
    board, turn = s.scenario.board, s.position.turn
    yield _area("fortifications", board.fortified, GERMAN, "hatch")
    if turn < odds.WALL_FROM:
        title = f"West Wall, from Turn {odds.WALL_FROM}"
    else:
        title = "West Wall" if turn >= odds.WALL_FULL else "West Wall, not complete yet"
    yield _area(title, board.west_wall, GERMAN, "fill" if turn >= odds.WALL_FROM else "dots")
    yield _area("V-1 launch sites", board.launch_sites, None, "outline")


def _coasts(s: EisenhowerState) -> Iterator[Area]:
    yield _area("second invasion", s.scenario.invasion_coast["second"], ALLIED)
    if s.position.turn == 0:
        yield _area("first invasion", s.scenario.invasion_coast["first"], ALLIED, "outline")


def _stacking(s: EisenhowerState) -> Iterator[Area]:
    return _both("full", lambda side: s.full(side) & s.scenario.board.playable, "hatch")


def _lines(s: EisenhowerState) -> Iterator[Area]:
    board = s.scenario.board
    yield _area("Southern Zone", board.south & board.playable)
    yield _area("Germany west of the Drawn Game Line", board.germany & board.west_of_line, None, "hatch")
    yield _area("Italy", board.italy, None, "dots")


MAKERS: Mapping[str, Maker] = {
    "supply": _supply,
    "control": _control,
    "zones": _zones,
    "cities": _cities,
    "works": _works,
    "coasts": _coasts,
    "stacking": _stacking,
    "lines": _lines,
}


def _reach(s: EisenhowerState, unit: int | None) -> Overlay:
    if unit is None or s.position.at[unit] < 0:
        return Overlay(areas=(), note="Choose a unit on the map.")
    points = movement.budget(s, unit)
    return Overlay(
        areas=tuple(
            Area(title=f"{cost} of {points}", hexes=tuple(hexes(mask)), level=cost, levels=points)
            for cost, mask in movement.reachable(s, unit).waves
        )
    )


def _offensives(s: EisenhowerState, unit: int | None) -> Overlay:
    left = f"{s.position.offensives} markers left."
    if unit is not None and s.position.at[unit] >= 0 and s.scenario.side_of[unit] == GERMAN:
        hex = s.position.at[unit]
        called = 0
        for other in hexes(offensives.activated_by(s, hex)):
            called |= 1 << s.position.at[other]
        area = s.scenario.board.grid.adjacent_mask(hex) | 1 << hex
        areas = (_area("around it", area, GERMAN, "outline"), _area("activated", called, GERMAN))
        return Overlay(areas=areas, note=left)
    board = s.scenario.board
    fed = 0
    for other in hexes(s.on_map(GERMAN) & s.scenario.mobile):
        if supply.supplied(s, other):
            fed |= 1 << s.position.at[other]
    return Overlay(areas=(_area("could be declared", fed & ~board.italy, GERMAN),), note=left)
