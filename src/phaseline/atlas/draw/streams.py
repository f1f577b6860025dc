"""Rivers: ribbons along hexsides that widen from the source and run out into the sea."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Final

import msgspec

from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.curves import cut_corner, finer, joined, polyline, rounded, stray
from phaseline.atlas.draw.scene import LAND_IN_FIELD, Layer, Outline
from phaseline.atlas.parts import Point
from phaseline.atlas.paths import Corner, corner_point, link, trace
from phaseline.hexgrid import Grid

FLOWING: Final = frozenset({"river", "canal"})
FULL: Final[dict[int, float]] = {1: 0.044, 2: 0.062, 3: 0.082}
"""Full width of a river by its weight, in hex widths; heavier ones are as wide as the last."""
EDGE: Final = 0.021
"""By how much the dark edge is wider."""
SPRING: Final = 0.34
"""Share of the full width at the source."""
GROWTH: Final = 3.0
"""Hex widths from the source until the full width is reached."""
MOUTH: Final = 0.45
"""How far a river runs on into the sea, in hex widths, under the shore line."""


class Stream(msgspec.Struct, frozen=True):
    """One uninterrupted run of river hexsides, from source to mouth."""

    name: str
    weight: int
    corners: tuple[Corner, ...]


def streams(canvas: Canvas) -> list[Stream]:
    """All rivers and canals of the map, the lesser first."""
    found: list[Stream] = []
    for feature in canvas.map.features.values():
        if feature.drawn_as not in FLOWING:
            continue
        loose = [side for course in feature.courses if not course.name for side in course.sides]
        found += [Stream("", feature.weight, tuple(run)) for run in link(canvas.grid, loose)]
        for course in feature.courses:
            if course.name:
                runs = trace(canvas.grid, course.sides)
                found += [Stream(course.name, feature.weight, tuple(run)) for run in runs]
    return sorted(found, key=lambda stream: stream.weight)


def centre_lines(canvas: Canvas) -> list[tuple[Stream, list[Point]]]:
    """Every stream with the curve it is drawn along."""
    every = streams(canvas)
    passing = _passing(canvas.grid, every)
    return [(stream, _curve(canvas, stream, passing)) for stream in every]


def _passing(grid: Grid, every: Sequence[Stream]) -> dict[Corner, Point]:
    """Where streams pass a corner, for tributaries to join them there; the greatest stream decides."""
    found: dict[Corner, Point] = {}
    for stream in every:
        points = [corner_point(grid, c) for c in stream.corners]
        for i in range(1, len(points) - 1):
            found[stream.corners[i]] = cut_corner(points[i - 1], points[i], points[i + 1])
    return found


def _curve(canvas: Canvas, stream: Stream, passing: dict[Corner, Point]) -> list[Point]:
    points = [corner_point(canvas.grid, c) for c in stream.corners]
    line = rounded(points, closed=False)
    first, last = stream.corners[0], stream.corners[-1]
    line[0] = passing.get(first, line[0])
    line[-1] = passing.get(last, line[-1])
    if last not in passing and _at_sea(canvas, last):
        before, end = line[-2], line[-1]
        reach = MOUTH / hypot(end[0] - before[0], end[1] - before[1])
        line.append((end[0] + (end[0] - before[0]) * reach, end[1] + (end[1] - before[1]) * reach))
    return [stray(point) for point in finer(line, closed=False, step=0.1)]


def _at_sea(canvas: Canvas, at: Corner) -> bool:
    x, y = corner_point(canvas.grid, at)
    for dx, dy in ((0.0, 0.1), (0.0, -0.1), (0.1, 0.0), (-0.1, 0.0), (0.08, 0.08), (-0.08, -0.08)):
        h = canvas.grid.at(x + dx, y + dy)
        if h is not None and canvas.map.water >> h & 1:
            return True
    return False


def river_layer(lines: Sequence[tuple[Stream, list[Point]]]) -> Layer:
    """All rivers: dark edges below, so that waters join."""
    sources = {stream.corners[0] for stream, _ in lines}
    sources -= {stream.corners[-1] for stream, _ in lines}
    edges, fills = [], []
    for stream, line in lines:
        full = FULL.get(stream.weight, FULL[max(FULL)])
        springs = stream.corners[0] in sources
        edges.append(ribbon(line, full + EDGE, springs=springs))
        fills.append(ribbon(line, full, springs=springs))
    items = (Outline(joined(edges), "river.edge"), Outline(joined(fills), "river")) if lines else ()
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
