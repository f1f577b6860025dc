"""Landings: which coasts may be assaulted, who is ashore, and what becomes of beaches (7.33 to 7.36)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing
from phaseline.games.war_in_europe.board import HIGH_SEAS
from phaseline.games.war_in_europe.position import GONE, Voyage
from phaseline.games.war_in_europe.rules import control, shipping
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes


@case("7.33a", "7.36b")
def shores(s: WarState, unit: int, found: Narrowing) -> Narrowing:
    """Of some hexes the coasts that a unit may assault, or land on."""
    board = s.scenario.board
    found = (
        found.without(1 << s.position.at[unit], "7.33a", "it is there already")
        .only(board.coastal, "7.33a", "it is no coast")
        .only(board.beaches, "7.33a", "nobody lands on mountains")
        .without(s.position.neutral, "5.22", "it is neutral")
    )
    if s.weather == "snow":
        found = found.without(
            board.coasts[HIGH_SEAS], "7.36b", "nobody lands on the High Seas in a turn of snow"
        )
    return shipping.landing(s, unit, found)


@case("7.33c", "7.33d", "7.0g", "3.26")
def ashore(s: WarState, passage: Voyage) -> None:
    """A unit goes ashore: without a zone of control in this player turn; the hex is its side's if no enemy is there."""
    p, unit, hex = s.position, passage.unit, passage.to
    p.debarked[hex] = p.debarked.get(hex, 0) + 1
    p.ashore |= 1 << unit
    p.carriers[unit] = passage.entries[-1]
    s.put(unit, hex)
    opposed = s.occupied(1 - passage.seat) >> hex & 1
    s.tell(
        "landing",
        "7.33c",
        "{unit:unit} assaults {hex:hex}" if opposed else "{unit:unit} lands in {hex:hex}",
        unit=unit,
        hex=hex,
    )
    if not opposed:
        control.enter(s, unit, 1 << hex)


@case("7.33d", "7.33g", "7.34b", "7.35a", "8.24f")
def secure(s: WarState) -> None:
    """The combat phase is over: beaches that were won are beaches for good (R50), Points on lost ones come back.

    Nobody stays where an enemy still is: an assault takes its hex or fails.
    """
    p, seat = s.position, s.phasing
    enemies = s.occupied(1 - seat)
    for unit in hexes((p.ashore | p.dropped) & s.on_map(seat)):
        hex = p.at[unit]
        if enemies >> hex & 1:
            s.eliminate(unit, "7.33g" if p.ashore >> unit & 1 else "8.24f", "has not taken its hex")
        elif p.ashore >> unit & 1:
            p.beaches |= 1 << hex
            control.enter(s, unit, 1 << hex)
    relieve(s)


@case("7.35b")
def take_up(s: WarState, hex: int) -> None:
    """The Point of a beach begins its nine turns."""
    p = s.position
    p.piers &= ~(1 << hex)
    if hex == p.harbour:
        p.harbour = GONE
    shipping.recycle(s, p.lent.pop(hex))
    s.tell("points", "7.35b", "the Amphibious Point leaves the beach of {hex:hex}", hex=hex)


@case("7.35a")
def relieve(s: WarState) -> None:
    """The Points of beaches that are their side's no more go back, as if taken up: no rule takes them away (R173)."""
    p = s.position
    for hex in hexes(p.piers):
        owner = s.scenario.stores[p.lent[hex]].seat
        if not p.owner[owner] >> hex & 1:
            take_up(s, hex)
