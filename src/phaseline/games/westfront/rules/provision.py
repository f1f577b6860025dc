"""Supply as production and set-up ask for it: where it is, whether it is secure, and from a BeachHead only (11.41, 3.22).

Asked by other chapters: `supplied_places`, `secured`, `on_beachhead`.
"""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.westfront.position import ALLIED
from phaseline.games.westfront.rules import sources, supply
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Mask


@case("3.22c", "10.3")
def supplied_places(s: WestFrontState, seat: int) -> Mask:
    """The hexes in which a unit would have a Supply Line to Rail/Sea Supply (10.3)."""
    supplied = sources.supplied(s, seat)
    reads = (supplied, s.hostile(seat), s.neutral)
    return s.known(("supplied places", seat), reads, lambda: sources.traced(s, seat, supplied))


@case("11.41a", "15.7", "15.52c", "10.5b", "side.10b")
def secured(s: WestFrontState, seat: int) -> Mask:
    """The units of a side with a Supply Line that crosses no enemy sea, to a port or a BeachHead (11.41, R92).

    Neither Fortress Supply nor a besieged port is such a line (10.5); status does not matter, the line does.
    """
    found: Mask = s.as_it_stands(("secured", seat), lambda: supply.with_line(s, seat))
    return found


@case("11.43d", "15.52c")
def on_beachhead(s: WestFrontState, unit: int) -> bool:
    """Whether a unit's only Supply Line runs to a BeachHead (R94); a besieged port gives none (R92)."""
    if s.seat_of(unit) != ALLIED or not s.position.beachhead_at:
        return False
    other: Mask = s.as_it_stands(("no BeachHead", ALLIED), lambda: supply.without_beachheads(s, ALLIED))
    return not other >> s.position.at[unit] & 1
