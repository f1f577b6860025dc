"""The Combat Support that Invasion HQs give from the sea (15.43).

Asked by other chapters: `sea_support`, `sea_range`.
"""

from __future__ import annotations

from phaseline.engine.ledger import case
from phaseline.games.westfront.rules import command, invasion, seas
from phaseline.games.westfront.state import WestFrontState
from phaseline.games.westfront.waters import seas_in
from phaseline.hexgrid import Mask, union


@case("15.43a", "5.64", "15.6")
def sea_support(s: WestFrontState, seat: int) -> Mask:
    """The hexes whose battles Invasion HQs support over the sea; Supreme ones support none (15.43, 5.64).

    An HQ that fetches units is an Invasion HQ, too (15.6, R219).
    """
    area = 0
    for hq in command.active(s, seat, *command.SEABORNE):
        if not s.unit(hq).is_supreme:
            area |= sea_range(s, hq)
    return area


@case("15.43b", "15.43c", "15.2d", "5.8a", "1.39c", "13.22b")
def sea_range(s: WestFrontState, hq: int) -> Mask:
    """The land hexes in Command Range of an Invasion HQ: its CV, twice with Naval Supremacy, counted over the sea.

    Every hex entered counts, a coastal one too, in which the way may go on over the same sea. It leads into no hex that
    cannot be invaded, through no strait that the enemy closes and over no sea where its side has no seapower (13.22); whose
    seas and coasts they are does not matter.
    """
    seat, waters = s.seat_of(hq), s.board.waters
    if seas.shut(s, seat, s.position.at[hq]):
        return 0
    reach = command.effective_cv(s, hq) * (2 if seas.has_supremacy(seat) else 1)
    hostile = s.hostile(seat)
    adjoining, ground_open, deep = seas.ways(s, seat), invasion.invadable(s, seat), ~s.board.shoals
    port, open_seas = 1 << s.position.at[hq], waters.all & ~seas.lost(s, seat)
    front: dict[int, Mask] = dict.fromkeys(seas_in(seas.seas_of_port(s, s.position.at[hq]) & open_seas), port)
    seen: dict[int, Mask] = dict(front)
    for _ in range(max(reach, 0)):
        new: dict[int, Mask] = {}
        for sea, mask in front.items():
            near = waters.wet.cross(mask)
            afloat = waters.wet.cross(mask & waters.water[sea])
            _into(new, seen, sea, near & (waters.water[sea] & deep | waters.beach[sea] & ground_open))
            for other in seas_in(adjoining[sea] & open_seas):
                _into(new, seen, other, afloat & waters.water[other] & deep)
        for sea, other in list(waters.gates):
            if sea in new and (adjoining[sea] & open_seas) >> other & 1:
                gate = union(waters.open_straits(sea, other, hostile) or ()) or waters.gates[sea, other]
                _into(new, seen, other, new[sea] & gate)
        front = new
    found = 0
    for mask in seen.values():
        found |= mask
    return found & s.board.land


def _into(new: dict[int, Mask], seen: dict[int, Mask], sea: int, mask: Mask) -> None:
    """Note the hexes of `mask` that are new in this sea."""
    fresh = mask & ~seen.get(sea, 0)
    if fresh:
        new[sea] = new.get(sea, 0) | fresh
        seen[sea] = seen.get(sea, 0) | fresh
