"""Rivers: written courses snapped to unbroken runs of hexsides, tributaries joined to the rivers they feed."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from phaseline.atlas.build.chart import Chart
from phaseline.atlas.build.corners import Corner, CornerNet, corner_at
from phaseline.atlas.build.draft import Draft
from phaseline.atlas.build.exact import Floats, length
from phaseline.atlas.build.outlines import densify
from phaseline.atlas.build.projection import Points
from phaseline.atlas.build.source import RiverClass
from phaseline.atlas.errors import UnknownNameError
from phaseline.atlas.parts import Side
from phaseline.hexgrid import Mask

STEP_KM = 8.0
"""Courses are drawn this finely before they are snapped."""

MOUTH_REACH = 1.2
"""How far (hexes) a mouth may be carried to reach the coast, or a tributary its river."""

EDGE_REACH = 0.62
"""A spot over the map is at most this far (hexes) from the nearest corner; a hex centre is 0.58 away."""


@dataclass(frozen=True)
class River:
    """A written river: source to mouth, in degrees."""

    name: str
    rank: str
    course: Points


def chosen(rivers: Sequence[River], kind: RiverClass) -> list[River]:
    """The rivers of a class, those of its first rank first, each group in the order written.

    Raises:
        UnknownNameError: the class names a river or a rank that is not written.
    """
    for name in (*kind.names, *kind.without):
        if name not in {river.name for river in rivers}:
            raise UnknownNameError("river", name, (river.name for river in rivers))
    for rank in kind.ranks:
        if rank not in {river.rank for river in rivers}:
            raise UnknownNameError("rank of rivers", rank, (river.rank for river in rivers))
    ranks = {rank: place for place, rank in enumerate(kind.ranks)}
    picked = [
        river
        for river in rivers
        if (river.rank in ranks or river.name in kind.names) and river.name not in kind.without
    ]
    return sorted(picked, key=lambda river: ranks.get(river.rank, len(ranks)))


def draw_rivers(
    draft: Draft, chart: Chart, rivers: Iterable[River], kind: RiverClass, *, water: Mask, barred: set[Side]
) -> list[str]:
    """Add each river as a course of the feature; returns the names of those too short to show.

    ``water`` are the sea and lake hexes; ``barred`` hexsides that are water already and carry no river.
    """
    net = CornerNet(draft.grid)
    shore = _shore(net, water, barred)
    joined: dict[Corner, None] = {}
    too_short: list[str] = []
    for river in rivers:
        line = chart.to_grid(densify(river.course, STEP_KM))
        sides = _snap(net, line, shore, joined)
        dry = [side for side in sides if not _wet(draft, side, water) and draft.canonical(side) not in barred]
        run = _without_scraps(draft, dry, kind.least_hexsides)
        if not run:
            too_short.append(river.name)
            continue
        draft.add_sides(kind.feature, river.name, run)
        for here, direction in run:
            for x, y in draft.grid.edge(here, direction):
                joined[corner_at(x, y)] = None
    return too_short


def _without_scraps(draft: Draft, sides: list[Side], least: int) -> list[Side]:
    """The hexsides in order, without pieces of fewer than ``least`` (or a single one) that water or the rim cut off."""
    pieces: list[list[Side]] = []
    for side in sides:
        ends = {corner_at(*end) for end in draft.grid.edge(*side)}
        if pieces and ends & {corner_at(*end) for end in draft.grid.edge(*pieces[-1][-1])}:
            pieces[-1].append(side)
        else:
            pieces.append([side])
    kept = least if len(pieces) == 1 else max(2, least)
    return [side for piece in pieces if len(piece) >= kept for side in piece]


def _snap(net: CornerNet, line: Points, shore: set[Corner], joined: dict[Corner, None]) -> list[Side]:
    """The run of hexsides that stays nearest to the line from its start to its end."""
    line = _over_map(net, line)
    if len(line) < 2:
        return []

    @cache
    def off(x: float, y: float) -> float:
        return float(_apart(line, x, y).min())

    def cost(a: Corner, b: Corner) -> int:
        middle = off((a[0] + b[0]) / 2000, (a[1] + b[1]) / 2000)
        end = off(b[0] / 1000, b[1] / 1000)
        return _price(0.04 + 2.0 * middle**2 + end**2)

    start = [
        (_price(off(c[0] / 1000, c[1] / 1000)), c)
        for c in net.near(float(line[0, 0]), float(line[0, 1]), within=0.8)
    ]
    goals = _goals(net, line, shore, joined)
    if not start or not goals:
        return []
    return net.cheapest(start, goals, cost)


def _over_map(net: CornerNet, line: Points) -> Points:
    """The longest stretch of the line that lies over the map: a river may rise or end beyond its edge."""
    corners = np.array(list(net.links), dtype=np.float64) / 1000
    over = np.array([_apart(corners, x, y).min() <= EDGE_REACH for x, y in line.tolist()])
    bounds = np.flatnonzero(np.diff(np.concatenate([[0], over.astype(np.int8), [0]])))
    stretches = bounds.reshape(-1, 2)
    if not len(stretches):
        return line[:0]
    first, last = stretches[np.argmax(stretches[:, 1] - stretches[:, 0])]
    return line[first:last]


def _goals(net: CornerNet, line: Points, shore: set[Corner], joined: dict[Corner, None]) -> dict[Corner, int]:
    """What it costs to end at each corner a river may end at."""
    x, y = line[-1].tolist()
    near = net.near(x, y, within=MOUTH_REACH)
    ends = [c for c in near if c in shore] + [c for c in near if c in joined]
    return {c: _price(0.5 * math.dist((c[0] / 1000, c[1] / 1000), (x, y))) for c in ends or near[:2]}


def _apart(spots: Points, x: float, y: float) -> Floats:
    return length(spots[:, 0] - x, spots[:, 1] - y)


def _price(cost: float) -> int:
    """Whole millionths: equal ways cost exactly the same, and the last bits of a float decide nothing."""
    return round(cost * 1_000_000)


def _shore(net: CornerNet, water: Mask, barred: set[Side]) -> set[Corner]:
    found: set[Corner] = set()
    for corner, links in net.links.items():
        for _, (here, direction) in links:
            there = net.grid.neighbour(here, direction)
            wet = water >> here & 1 or (there is not None and water >> there & 1)
            if wet or (here, direction) in barred:
                found.add(corner)
    return found


def _wet(draft: Draft, side: Side, water: Mask) -> bool:
    here, direction = side
    there = draft.grid.neighbour(here, direction)
    return bool(water >> here & 1) or there is None or bool(water >> there & 1)
