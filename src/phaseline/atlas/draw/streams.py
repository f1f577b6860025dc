"""Rivers: ribbons along hexsides that widen from the source and run out into the sea."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Final

import msgspec

from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.curves import between, cut_corner, finer, joined, polyline, rounded, stray
from phaseline.atlas.draw.hexsides import named_runs
from phaseline.atlas.draw.scene import LAND_IN_FIELD, Layer, Outline
from phaseline.atlas.draw.shore import Inside, Shore
from phaseline.atlas.draw.waterways import REACH, bands, waterways
from phaseline.atlas.parts import Point
from phaseline.atlas.paths import Corner, corner_point
from phaseline.hexgrid import Grid

FULL: Final[dict[int, float]] = {1: 0.044, 2: 0.062, 3: 0.082}
"""Full width of a river by its weight, in hex widths; heavier ones are as wide as the last."""
EDGE: Final = 0.021
"""By how much the dark edge is wider."""
SPRING: Final = 0.34
"""Share of the full width at the source."""
GROWTH: Final = 3.0
"""Hex widths from the source until the full width is reached."""
MOUTH: Final = 0.8
"""How far from its last hexside a river looks for the shore, in hex widths ..."""
BEYOND: Final = 0.15
"""... and how far it runs on beyond, where the coast cuts it off."""
ONWARD: Final = 0.6
"""How much rather it runs straight on than to the nearest shore, from 0 to 1."""


class Stream(msgspec.Struct, frozen=True):
    """One uninterrupted run of river hexsides, from source to mouth."""

    name: str
    weight: int
    corners: tuple[Corner, ...]


def streams(canvas: Canvas) -> list[Stream]:
    """All rivers of the map, the lesser first."""
    found = [
        Stream(name, feature.weight, tuple(run))
        for feature in canvas.map.features.values()
        if feature.drawn_as == "river"
        for name, run in named_runs(canvas.grid, feature)
    ]
    return sorted(found, key=lambda stream: stream.weight)


def centre_lines(canvas: Canvas, coast: Shore) -> list[tuple[Stream, list[Point]]]:
    """Every stream with the curve it is drawn along, down to the coast."""
    every = streams(canvas)
    passing = _passing(canvas.grid, every)
    greater = [point for line in waterways(canvas) for point in line]
    on_land = Inside(coast.land)
    found: list[tuple[Stream, list[Point]]] = []
    for stream in every:
        line = _line(canvas, stream, passing)
        if stream.corners[-1] not in passing and on_land(*line[-1]):
            line += _to_waterway(line[-1], greater) or _to_sea(line, coast)
        if stream.corners[0] not in passing:
            line[:0] = _to_waterway(line[0], greater)
        found.append((stream, [stray(point) for point in finer(line, closed=False, step=0.1)]))
    return found


def _passing(grid: Grid, every: Sequence[Stream]) -> dict[Corner, Point]:
    """Where streams pass a corner, for tributaries to join them there; the greatest stream decides."""
    found: dict[Corner, Point] = {}
    for stream in every:
        points = [corner_point(grid, c) for c in stream.corners]
        for i in range(1, len(points) - 1):
            found[stream.corners[i]] = cut_corner(points[i - 1], points[i], points[i + 1])
    return found


def _line(canvas: Canvas, stream: Stream, passing: dict[Corner, Point]) -> list[Point]:
    points = [corner_point(canvas.grid, c) for c in stream.corners]
    line = rounded(points, closed=False)
    first, last = stream.corners[0], stream.corners[-1]
    line[0] = passing.get(first, line[0])
    line[-1] = passing.get(last, line[-1])
    return line


def _to_waterway(end: Point, greater: Sequence[Point]) -> list[Point]:
    """From an end of a river to the waterway it joins or leaves, if there is one near."""
    goal = min(greater, key=lambda p: hypot(p[0] - end[0], p[1] - end[1]), default=None)
    if goal is None or hypot(goal[0] - end[0], goal[1] - end[1]) > REACH:
        return []
    return [goal]


def _to_sea(line: Sequence[Point], coast: Shore) -> list[Point]:
    """On from the end of a river to the nearest shore and a little beyond, if there is one near."""
    (bx, by), (x, y) = line[-2:]
    length = hypot(x - bx, y - by) or 1.0
    ahead = ((x - bx) / length, (y - by) / length)

    def detour(point: Point) -> float:
        dx, dy = point[0] - x, point[1] - y
        return hypot(dx, dy) - ONWARD * (dx * ahead[0] + dy * ahead[1])

    near = [p for ring in (*coast.land, *coast.lakes) for p in ring if 0 < hypot(p[0] - x, p[1] - y) < MOUTH]
    if not near:
        return []
    goal = min(near, key=detour)
    way = hypot(goal[0] - x, goal[1] - y)
    return [between((x, y), goal, share) for share in (0.5, (way + BEYOND) / way)]


def river_layer(canvas: Canvas, lines: Sequence[tuple[Stream, list[Point]]]) -> Layer:
    """All rivers and waterways: dark edges below, so that waters join."""
    sources = {stream.corners[0] for stream, _ in lines}
    sources -= {stream.corners[-1] for stream, _ in lines}
    edges, fills = [], []
    for stream, line in lines:
        full = FULL.get(stream.weight, FULL[max(FULL)])
        springs = stream.corners[0] in sources
        edges.append(ribbon(line, full + EDGE, springs=springs))
        fills.append(ribbon(line, full, springs=springs))
    ribbons = (Outline(joined(edges), "river.edge"), Outline(joined(fills), "river")) if lines else ()
    broad = bands(waterways(canvas))
    items = (*broad[:1], *ribbons[:1], *broad[1:], *ribbons[1:])
    return Layer("rivers", items, clip=LAND_IN_FIELD)


def ribbon(line: Sequence[Point], full: float, *, springs: bool) -> str:
    """Path data of a band along a line, as wide as ``full``; one that springs here begins narrow."""
    left: list[Point] = []
    right: list[Point] = []
    for (x, y), (nx, ny), along in _normals(line):
        share = min(1.0, SPRING + (1 - SPRING) * along / GROWTH) if springs else 1.0
        half = full * share / 2
        left.append((x + nx * half, y + ny * half))
        right.append((x - nx * half, y - ny * half))
    return polyline([*left, *reversed(right)], closed=True)


def _normals(line: Sequence[Point]) -> Iterator[tuple[Point, Point, float]]:
    """Each point with the unit normal there and the way from the start."""
    along = 0.0
    for i, point in enumerate(line):
        before, after = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
        dx, dy = after[0] - before[0], after[1] - before[1]
        length = hypot(dx, dy) or 1.0
        if i:
            along += hypot(point[0] - line[i - 1][0], point[1] - line[i - 1][1])
        yield point, (-dy / length, dx / length), along
