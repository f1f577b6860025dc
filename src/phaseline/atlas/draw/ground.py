"""Sea, land, coasts and the terrain on them."""

from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import ceil, dist, floor, sqrt
from typing import Final

from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.curves import (
    WOBBLE,
    between,
    chance,
    finer,
    joined,
    number,
    polyline,
    rounded,
    smooth,
    stray,
)
from phaseline.atlas.draw.hexsides import WET, drawn_sides
from phaseline.atlas.draw.scene import FIELD, LAND_IN_FIELD, UNIT, Layer, Outline, Stamps
from phaseline.atlas.draw.shore import Shore
from phaseline.atlas.parts import Point
from phaseline.hexgrid import Mask, hexes

BLOBS: Final = ("desert", "rough", "hill", "marsh", "forest", "mountain", "alpine", "city")
"""Terrain styles with a fill of their own, in the order they are painted."""
RAISED: Final = frozenset({"hill", "mountain", "alpine"})
"""Styles that throw a little shadow."""

TEXTURES: Final[dict[str, tuple[str, float, float, float]]] = {
    "forest": ("tree", 0.155, 0.135, 0.03),
    "hill": ("hummock", 0.30, 0.21, 0.05),
    "mountain": ("peak", 0.255, 0.215, 0.03),
    "alpine": ("snowpeak", 0.27, 0.25, 0.03),
    "marsh": ("tuft", 0.25, 0.15, 0.04),
    "rough": ("stone", 0.19, 0.075, 0.02),
    "desert": ("dot", 0.26, 0.12, 0.02),
    "city": ("block", 0.19, 0.14, 0.05),
}
"""Terrain style -> symbol, distance between symbols, their size, how far they keep from other ground (hex widths)."""


FINE: Final = 0.15
"""Pixels a scene unit below which hexes are too small for a line around each, and woods for trees."""


TOUCHED: Final = 8
"""A beach hex in which there are fewer twentieths of a hex width of drawn coast has its sand where the coast is ..."""
SEAWARD: Final = 2.4
"""... towards the sea, at most so many times as far as its hexside."""
REACH: Final = 0.6
"""No point of a hex is further than this from its middle, in hex widths."""


def soft_ring(loop: Sequence[Point], ragged: float, step: float) -> list[Point]:
    """A run of hexsides as the natural line it stands for."""
    ring = finer(rounded(loop, closed=True), closed=True, step=step)
    return [stray(point, WOBBLE, ragged) for point in ring]


def rings_path(rings: Iterable[Sequence[Point]]) -> str:
    """Path data of some rings."""
    return joined(polyline(ring, closed=True) for ring in rings)


def sea_layer() -> Layer:
    """The sea, paler towards the shore."""
    shores = [Outline("#land", f"shore.{i}") for i in (1, 2, 3)]
    return Layer("sea", (Outline("#field", "sea"), *shores, Outline("#land", "coast")), clip=FIELD)


def land_layers(canvas: Canvas, coast: Shore, taken: Callable[[Point], bool]) -> Iterator[Layer]:
    """The land and its terrain; ``taken`` tells where symbols would stand in the way of something."""
    yield Layer("land", (Outline("#land", "terrain.clear"),), clip=FIELD)
    yield Layer("terrain", tuple(_blobs(canvas)), clip=LAND_IN_FIELD)
    yield Layer("texture", tuple(_textures(canvas, taken)), clip=LAND_IN_FIELD, least=FINE)
    waters: list[Outline] = []
    if lakes := rings_path(coast.lakes):
        waters += [Outline(lakes, "coast"), Outline(lakes, "sea"), Outline(lakes, "shallows")]
    yield Layer("waters", tuple(waters), clip=LAND_IN_FIELD)


def beach_path(canvas: Canvas, coast: Shore) -> str:
    """Path data of where beaches lie: their hexes, or seaward of those that the drawn coast hardly touches."""
    beaches = canvas.map.hexes_in("beach") & canvas.map.land
    if not beaches:
        return ""
    grid = canvas.grid
    found = Counter(grid.at(*point) for ring in coast.land for point in _along(ring))
    touched = sum(1 << h for h in hexes(beaches) if found[h] >= TOUCHED)
    rings = canvas.loops(canvas.widen(touched))
    for h in hexes(beaches & ~touched):
        x, y = grid.centre(h)
        for d in range(6):
            there = grid.neighbour(h, d)
            if there is not None and canvas.map.water >> there & 1:
                far = [(x + (cx - x) * SEAWARD, y + (cy - y) * SEAWARD) for cx, cy in grid.edge(h, d)]
                rings.append([(x, y), *far])
    return rings_path(rings)


def _along(ring: Sequence[Point]) -> Iterator[Point]:
    """Points on a ring, twenty to a hex width."""
    for here, there in zip(ring, (*ring[1:], ring[0]), strict=True):
        steps = ceil(20 * dist(here, there))
        yield from (between(here, there, step / steps) for step in range(steps))


def beach_layer() -> Layer:
    """Sand along the shore within the path `beach`."""
    return Layer("beaches", (Outline("#land", "sand"), Outline("#land", "sand.grain")), ("land", "beach"))


def _blobs(canvas: Canvas) -> Iterator[Outline]:
    for style in BLOBS:
        mask = canvas.terrain(style)
        if not mask:
            continue
        rings = [soft_ring(loop, 0.02, 0.2) for loop in canvas.loops(mask)]
        if style in RAISED:
            low = [[(x + 0.035, y + 0.05) for x, y in ring] for ring in rings]
            yield Outline(joined(smooth(ring, closed=True) for ring in low), "shadow")
        yield Outline(joined(smooth(ring, closed=True) for ring in rings), f"terrain.{style}")


def _textures(canvas: Canvas, taken: Callable[[Point], bool]) -> Iterator[Stamps]:
    for channel, (style, (symbol, gap, size, margin)) in enumerate(TEXTURES.items()):
        mask = canvas.terrain(style)
        if not mask:
            continue
        spots = [
            spot
            for spot in scattered(canvas, gap, channel, mask)
            if _well_inside(canvas, mask, spot, size / 2 + margin) and not taken(spot)
        ]
        spots.sort(key=lambda spot: (round(spot[1], 3), spot[0]))
        for grade, scale in enumerate((0.82, 1.0, 1.18)):
            chosen = [
                p
                for p in spots
                if floor(3 * chance(round(p[0] * 1000), round(p[1] * 1000), channel)) == grade
            ]
            if chosen:
                at = tuple(round(v * UNIT, 1) for spot in chosen for v in spot)
                yield Stamps(symbol, at, round(size * scale, 3))


def scattered(canvas: Canvas, gap: float, channel: int, mask: Mask) -> Iterator[Point]:
    """Points strewn evenly, not regularly, about ``gap`` hex widths apart, over hexes of the enlarged grid and around."""
    left, top, right, bottom = canvas.grid.bounds()
    rows = [top]
    while rows[-1] < bottom:
        rows.append(rows[-1] + gap * sqrt(3) / 2)
    last = floor((right - left) / gap)
    near: set[tuple[int, int]] = set()
    for h in hexes(mask):
        x, y = canvas.wide.centre(h)
        x, y = x - canvas.offset[0], y - canvas.offset[1]
        for row in range(bisect(rows, y - REACH - gap), bisect(rows, y + REACH + gap, hi=len(rows) - 1)):
            first = (x - REACH - left) / gap - row % 2 / 2 - 1
            for column in range(max(0, floor(first)), min(last, ceil(first + 2 * REACH / gap + 2)) + 1):
                near.add((row, column))
    for row, column in sorted(near):
        x = left + (column + row % 2 / 2) * gap
        yield (
            x + (chance(column, row, channel) - 0.5) * gap * 0.62,
            rows[row] + (chance(column, row, channel + 50) - 0.5) * gap * 0.5,
        )


def _well_inside(canvas: Canvas, mask: Mask, spot: Point, margin: float) -> bool:
    x, y = spot[0] + canvas.offset[0], spot[1] + canvas.offset[1]
    for dx, dy in ((0.0, 0.0), (margin, 0.0), (-margin, 0.0), (0.0, margin), (0.0, -margin)):
        h = canvas.wide.at(x + dx, y + dy)
        if h is None or not mask >> h & 1:
            return False
    return True


def grid_layer(canvas: Canvas) -> Layer:
    """The hex grid: every hexside once, finer on water; none where an arm of the sea marks the hexside."""
    arms = drawn_sides(canvas, *WET)
    lines: dict[str, list[str]] = {"grid.sea": [], "grid": []}
    grid, m = canvas.grid, canvas.map
    for h in hexes(m.on_map):
        for d in range(6):
            there = grid.neighbour(h, d)
            if there is not None and m.on_map >> there & 1 and there < h:
                continue
            if there is not None and (m.land >> h & m.land >> there & arms.sides[d] >> h & 1):
                continue
            wet = m.water >> h & 1 and (there is None or m.water >> there & 1)
            a, b = grid.edge(h, d)
            start = f"M{number(a[0] * UNIT)} {number(a[1] * UNIT)}"
            step = f"l{number((b[0] - a[0]) * UNIT)} {number((b[1] - a[1]) * UNIT)}"
            lines["grid.sea" if wet else "grid"].append(start + step)
    items = tuple(Outline(joined(parts), paint) for paint, parts in lines.items() if parts)
    return Layer("grid", items, clip=FIELD, least=FINE)
