"""Who holds hexes, and railways (3.26, 6.53)."""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.war_in_europe.position import ALLIED, AXIS
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask, hexes


@case("3.26", "6.53b", "6.64c", "12.62b")
def enter(s: WarState, unit: int, area: Mask) -> None:
    """A unit has come into, or through, these hexes: they are its side's; a combat unit neutralizes enemy railways (R7).

    The time that a retreat has given the other side to thin out such a hex (12.62) is over.
    """
    p, scenario = s.position, s.scenario
    seat = scenario.side_of[unit]
    gained = area & scenario.board.playable & ~p.owner[seat]
    if gained:
        if ports := gained & scenario.board.ports & p.owner[1 - seat]:
            p.taken = p.taken | dict.fromkeys(hexes(ports), p.turn)
            p.repaired = {hex: turn for hex, turn in p.repaired.items() if not ports >> hex & 1}
        p.owner[seat] |= gained
        p.pressed &= ~gained
        p.owner[1 - seat] &= ~gained
    if scenario.combat_units >> unit & 1 and (cut := area & p.rail[1 - seat]):
        p.rail[1 - seat] ^= cut
    for rule in scenario.special.lent:
        if rule.seat == seat:
            # Whoever has been there in earnest holds the hex by that, and no longer because it is lent.
            for hex in hexes(rule.area & area):
                p.flags[entered(hex)] = p.turn


def entered(hex: int) -> str:
    """The flag of a hex that was lent to a side, and that a unit of it has entered since."""
    return f"entered {hex}"


def holder(s: WarState, hex: int) -> int | None:
    """The side that controls a hex, if one does."""
    p = s.position
    return next((seat for seat in (AXIS, ALLIED) if p.owner[seat] >> hex & 1), None)
