"""The true coast on the map plane, for drawing under and beside the hexes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from phaseline.atlas.build.chart import Chart
from phaseline.atlas.build.geodata import Shores
from phaseline.atlas.build.outlines import densify
from phaseline.atlas.build.projection import points
from phaseline.atlas.parts import Point

Shapes = dict[str, tuple[tuple[Point, ...], ...]]

TOLERANCE = 0.04
"""Detail smaller than this (hex widths) is not kept."""


def coast_shapes(chart: Chart, shores: Shores) -> Shapes:
    """Rings of land and lakes in hex widths, cut to the map, simplified, rounded to hundredths."""
    left, top, right, bottom = chart.grid.bounds()
    window = shapely.box(left - 0.5, top - 0.5, right + 0.5, bottom + 0.5)
    shapes: Shapes = {}
    for name, shape in (("land", shores.land), ("lakes", shores.lakes)):
        rings = [_ring(chart, polygon) for polygon in _polygons(shape)]
        joined = shapely.union_all([shapely.make_valid(ring) for ring in rings if ring is not None])
        drawn = shapely.simplify(shapely.intersection(joined, window), TOLERANCE)
        kept = [p for p in _polygons(drawn) if p.area > TOLERANCE**2 * 4]
        kept.sort(key=lambda p: (-p.area, p.bounds))
        if kept:
            shapes[name] = tuple(_rounded(p) for p in kept)
    return shapes


def _polygons(shape: BaseGeometry) -> Iterator[shapely.Polygon]:
    for part in shapely.get_parts(shape):
        if isinstance(part, shapely.Polygon):
            yield part


def _ring(chart: Chart, polygon: shapely.Polygon) -> BaseGeometry | None:
    outer = points(np.asarray(polygon.exterior.coords))
    if len(outer) < 4:
        return None
    return shapely.Polygon(chart.to_grid(densify(outer, 40.0)))


def _rounded(polygon: shapely.Polygon) -> tuple[Point, ...]:
    return tuple((round(x, 2), round(y, 2)) for x, y in list(polygon.exterior.coords)[:-1])
