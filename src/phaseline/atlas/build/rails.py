"""Railways: written lists of places joined by the shortest sensible chains of hexes."""

from __future__ import annotations

import heapq
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from phaseline.atlas.build.draft import Draft
from phaseline.atlas.errors import MapError
from phaseline.hexgrid import Hex, Hexsides, Mask


@dataclass(frozen=True)
class RailCosts:
    """What a track layer dislikes, in hexes of detour."""

    terrain: Mapping[str, float] = field(default_factory=dict)
    """Extra cost of entering a hex of a terrain kind."""
    used: float = 0.7
    """Cost of a link that already has a track: lines run together where they can."""


@dataclass(frozen=True)
class RailGround:
    """Where tracks may lie."""

    land: Mask
    barred: Hexsides
    """Hexsides no track crosses: water without a ferry or bridge, crests."""


def lay_line(
    draft: Draft, stops: Sequence[Hex], ground: RailGround, costs: RailCosts, laid: set[frozenset[Hex]]
) -> list[Hex]:
    """The chain of hexes through the stops in order, remembered in ``laid``.

    Raises ``MapError`` naming the two stops that cannot be joined.
    """
    chain = [stops[0]]
    for start, end in pairwise(stops):
        leg = _leg(draft, start, end, ground, costs, laid)
        if not leg:
            label = draft.numbering.label
            raise MapError(f"no way by land from {label(start)} to {label(end)}")
        chain.extend(leg[1:])
    tidy = [h for place, h in enumerate(chain) if place == 0 or h != chain[place - 1]]
    laid.update(frozenset(link) for link in pairwise(tidy))
    return tidy


def _leg(
    draft: Draft, start: Hex, end: Hex, ground: RailGround, costs: RailCosts, laid: set[frozenset[Hex]]
) -> list[Hex]:
    grid = draft.grid
    (x0, y0), (x1, y1) = grid.centre(start), grid.centre(end)
    length = max(1e-9, math.dist((x0, y0), (x1, y1)))
    best: dict[Hex, float] = {start: 0.0}
    came: dict[Hex, Hex] = {}
    queue: list[tuple[float, Hex]] = [(0.0, start)]
    while queue:
        price, here = heapq.heappop(queue)
        if here == end:
            break
        if price > best[here]:
            continue
        for there in grid.neighbours(here):
            if not ground.land >> there & 1 or ground.barred.has(here, there):
                continue
            x, y = grid.centre(there)
            off = abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / length  # from the straight line
            link = costs.used if frozenset((here, there)) in laid else 1.0
            total = price + link + costs.terrain.get(draft.terrain[there], 0.0) + 0.1 * off
            if total < best.get(there, float("inf")) - 1e-9:
                best[there], came[there] = total, here
                heapq.heappush(queue, (total, there))
    if end not in best:
        return []
    way = [end]
    while way[-1] != start:
        way.append(came[way[-1]])
    return way[::-1]
