"""Navigable rivers: broad bands through the middle of hexes."""

from collections.abc import Iterator
from typing import Final

from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.curves import finer, joined, polyline, stray
from phaseline.atlas.draw.railways import seat
from phaseline.atlas.draw.scene import Outline
from phaseline.atlas.parts import Point

KIND: Final = "waterway"
"""The chains that are drawn so."""
REACH: Final = 0.85
"""A river that ends so near to a waterway, in hex widths, runs into it."""


def waterways(canvas: Canvas) -> list[list[Point]]:
    """The middle lines of all waterways, in hex widths, before they stray as all lines do."""
    return [list(_course([seat(canvas, h) for h in chain.hexes])) for chain in canvas.map.chains_of(KIND)]


def _course(seats: list[Point]) -> Iterator[Point]:
    """A line past the hex centres, calmer than through each of them."""
    calm = list(seats)
    for i in range(1, len(seats) - 1):
        (ax, ay), (x, y), (bx, by) = seats[i - 1 : i + 2]
        calm[i] = ((ax + 4 * x + bx) / 6, (ay + 4 * y + by) / 6)
    yield from finer(calm, closed=False, step=0.1)


def bands(lines: list[list[Point]]) -> tuple[Outline, ...]:
    """The edge and the water of all waterways."""
    d = joined(polyline([stray(point) for point in line]) for line in lines if len(line) > 1)
    return (Outline(d, "waterway.edge"), Outline(d, "waterway")) if d else ()
