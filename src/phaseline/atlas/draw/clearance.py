"""What lettering keeps clear of, and what trees and peaks keep clear of."""

from collections.abc import Iterable, Sequence
from typing import Final

from phaseline.atlas.draw.boxes import Box, Crowd, Obstacle
from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.hexsides import crossing_layer
from phaseline.atlas.draw.names import likely_box, mark_box
from phaseline.atlas.draw.railways import seat
from phaseline.atlas.draw.scene import UNIT, Stamps
from phaseline.atlas.draw.shore import Shore
from phaseline.atlas.draw.streams import Stream
from phaseline.atlas.draw.style import LETTERING
from phaseline.atlas.draw.towns import Site
from phaseline.atlas.parts import Point
from phaseline.hexgrid import Orientation, hexes

NUMBER_SPOT: Final = {Orientation.POINTY: (0.0, -0.395), Orientation.FLAT: (0.0, -0.385)}
"""Base line of a hex number, from the hex centre, in hex widths."""


def crowd(
    canvas: Canvas,
    coast: Shore,
    sites: Sequence[Site],
    rivers: Sequence[tuple[Stream, list[Point]]],
) -> Crowd:
    """What lettering should keep clear of."""
    found = Crowd()
    for site in sites:
        for mark in site.marks:
            found.add(Obstacle(mark_box(mark.at, mark.size), 14.0))
        found.add(Obstacle(likely_box(site, LETTERING), 1.2, soft=True))
    for _, line in rivers:
        for x, y in line[::2]:
            found.add(Obstacle(_dot((x, y), 3.0), 0.35))
    for ring in coast.land:
        for point in ring[::2]:
            found.add(Obstacle(_dot(point, 3.0), 0.3))
    for item in crossing_layer(canvas).items:
        if isinstance(item, Stamps):
            for x, y in zip(item.at[::2], item.at[1::2], strict=True):
                found.add(Obstacle(mark_box((x, y), item.size), 8.0))
    for link in _rail_points(canvas):
        found.add(Obstacle(_dot(link, 4.0), 0.5))
    for box in _number_boxes(canvas):
        found.add(Obstacle(box, 0.8))
    return found


def _number_boxes(canvas: Canvas) -> list[Box]:
    """Where the hex numbers stand, if they are printed."""
    dx, dy = NUMBER_SPOT[canvas.grid.orientation]
    found: list[Box] = []
    for h in hexes(canvas.map.on_map) if canvas.map.numbers_printed else ():
        x, y = canvas.grid.centre(h)
        found.append(((x + dx) * UNIT - 12, (y + dy) * UNIT - 8, (x + dx) * UNIT + 12, (y + dy) * UNIT))
    return found


def _rail_points(canvas: Canvas) -> list[Point]:
    found: list[Point] = []
    for chain in canvas.map.chains:
        for a, b in chain.links():
            (ax, ay), (bx, by) = seat(canvas, a), seat(canvas, b)
            found += [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (0.2, 0.35, 0.5, 0.65, 0.8)]
    return found


def _dot(point: Point, half: float) -> Box:
    x, y = point[0] * UNIT, point[1] * UNIT
    return x - half, y - half, x + half, y + half


def kept_clear(canvas: Canvas, sites: Sequence[Site], boxes: Iterable[Box]) -> Crowd:
    """Where no tree or peak may stand: symbols, numbers and the boxes of names."""
    found = Crowd()
    for site in sites:
        for mark in site.marks:
            left, top, right, bottom = mark_box(mark.at, mark.size)
            found.add(Obstacle((left - 7, top - 7, right + 7, bottom + 7), 1.0))
    for left, top, right, bottom in (*boxes, *_number_boxes(canvas)):
        found.add(Obstacle((left - 6, top - 6, right + 6, bottom + 7), 1.0))
    return found
