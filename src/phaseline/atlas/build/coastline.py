"""The true coast on the map plane, for drawing under and beside the hexes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from phaseline.atlas.build.chart import Chart
from phaseline.atlas.build.geodata import Shores
from phaseline.atlas.build.outlines import densify
from phaseline.atlas.build.projection import points
from phaseline.atlas.parts import Point

Shapes = dict[str, tuple[tuple[Point, ...], ...]]

STEPS: Final = 1000
"""Before any geometry the coast is laid on a grid of so many steps to a hex width. Whole numbers are joined, cut and
simplified without rounding, so that no difference in the last bits can grow into another ring."""

TOLERANCE: Final = 40
"""Detail smaller than this (steps) is not kept."""

WRITTEN: Final = 10
"""The map file tells so many steps apart: hundredths of a hex width."""


def coast_shapes(chart: Chart, shores: Shores) -> Shapes:
    """Rings of land and lakes in hex widths, cut to the map, simplified, rounded to hundredths.

    Each ring runs clockwise on the page from its westernmost corner; the largest comes first.
    """
    left, top, right, bottom = (round(edge * STEPS) for edge in chart.grid.bounds())
    margin = STEPS // 2
    window = shapely.box(left - margin, top - margin, right + margin, bottom + margin)
    shapes: Shapes = {}
    for name, shape in (("land", shores.land), ("lakes", shores.lakes)):
        joined = shapely.union_all(_on_the_grid(chart, shape), grid_size=1.0)
        cut = shapely.normalize(shapely.intersection(joined, window, grid_size=1.0))
        drawn = shapely.simplify(cut, TOLERANCE)
        kept = [p for p in _polygons(drawn) if p.area > TOLERANCE**2 * 4]
        if kept:
            kept.sort(key=lambda p: (-p.area, _corners(p)))
            shapes[name] = tuple(_written(p) for p in kept)
    return shapes


def _polygons(shape: BaseGeometry) -> Iterator[shapely.Polygon]:
    for part in shapely.get_parts(shape):
        if isinstance(part, shapely.Polygon):
            yield part


def _on_the_grid(chart: Chart, shape: BaseGeometry) -> list[BaseGeometry]:
    """The outer rings of a shape in degrees as areas on the fine grid."""
    rings = [densify(points(polygon.exterior.coords), 40.0) for polygon in _polygons(shape)]
    if not rings:
        return []
    spots = np.rint(chart.to_grid(np.concatenate(rings)) * STEPS)  # all at once: the warp likes long lists
    placed = np.split(spots, np.cumsum([len(ring) for ring in rings])[:-1])
    return [
        shapely.make_valid(shapely.Polygon(ring), method="structure", keep_collapsed=False) for ring in placed
    ]


def _corners(polygon: shapely.Polygon) -> list[tuple[int, int]]:
    """The corners of the outer ring, from the westernmost (of several the northernmost) clockwise on the page."""
    ring = [(round(x), round(y)) for x, y in polygon.exterior.coords[:-1]]
    if not polygon.exterior.is_ccw:  # with y to the south, what counts as counter-clockwise runs clockwise
        ring.reverse()
    first = ring.index(min(ring))
    return ring[first:] + ring[:first]


def _written(polygon: shapely.Polygon) -> tuple[Point, ...]:
    return tuple((_hundredths(x), _hundredths(y)) for x, y in _corners(polygon))


def _hundredths(steps: int) -> float:
    return (steps + WRITTEN // 2) // WRITTEN * WRITTEN / STEPS
