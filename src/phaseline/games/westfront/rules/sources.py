"""Rail/Sea Supply, and Supply Lines to it (9.3, 10.3).

Asked by other chapters: `supplied`, `by_rail`, `traced`, `by_sea`.
"""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.westfront.rules import lines
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Mask


@case("9.31b", "11.6c", "11.32")
def supplied(s: WestFrontState, seat: int) -> Mask:
    """The hexes of a side in Rail/Sea Supply (9.31)."""
    return lines.in_rail_sea_supply(s, seat)


@case("10.3")
def traced(s: WestFrontState, seat: int, sources: Mask) -> Mask:
    """The hexes from which a Supply Line of at most two hexes reaches one of `sources` (10.3, R87).

    It runs through friendly or disputed hexes; a unit's own hex may be any.
    """
    over = s.board.traced
    nearer = sources | (over.cross(sources) & s.in_play & ~s.hostile(seat))
    return nearer | over.cross(nearer)


@case("11.43a")
def by_sea(s: WestFrontState, seat: int) -> Mask:
    """The hexes whose Supply Line needs a Sea Lane: there is none by rail alone (R95)."""
    return s.board.land & ~traced(s, seat, lines.in_rail_supply(s, seat))


@case("9.3", "17.32")
def by_rail(s: WestFrontState, seat: int) -> Mask:
    """The hexes of a side in Rail Supply (9.3)."""
    return lines.in_rail_supply(s, seat)
