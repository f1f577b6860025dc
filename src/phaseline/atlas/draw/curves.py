"""Polylines made soft: rounded corners, a little irregularity, smooth path data."""

from collections.abc import Iterable, Sequence
from functools import cache
from math import floor, hypot
from typing import Final

from phaseline.atlas.draw.scene import UNIT
from phaseline.atlas.parts import Point

WOBBLE: Final = 0.055
"""How far, in hex widths, drawn lines stray from the hexsides at most, more or less."""


def between(a: Point, b: Point, t: float = 0.5) -> Point:
    """The point a share ``t`` of the way from a to b."""
    return a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t


@cache
def _chance(x: int, y: int, channel: int) -> float:
    """A fixed pseudo-random number from -1 to 1 for a lattice point; the same on every machine."""
    n = (x * 374761393 + y * 668265263 + channel * 2147483647) & 0xFFFFFFFF
    n = ((n ^ (n >> 13)) * 1274126177) & 0xFFFFFFFF
    n = ((n ^ (n >> 16)) * 2246822519) & 0xFFFFFFFF
    return ((n ^ (n >> 15)) & 0xFFFF) / 32767.5 - 1.0


def chance(x: int, y: int, channel: int = 0) -> float:
    """A fixed pseudo-random number from 0 to 1 for two whole numbers."""
    return (_chance(x, y, channel) + 1) / 2


def noise(x: float, y: float, channel: int) -> float:
    """Smooth irregular values from -1 to 1 over the plane, varying over about one unit."""
    cx, cy = floor(x), floor(y)
    u, v = x - cx, y - cy
    u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
    top = _chance(cx, cy, channel) * (1 - u) + _chance(cx + 1, cy, channel) * u
    low = _chance(cx, cy + 1, channel) * (1 - u) + _chance(cx + 1, cy + 1, channel) * u
    return top * (1 - v) + low * v


def stray(point: Point, amount: float = WOBBLE, fine: float = 0.0) -> Point:
    """The point moved a little, neighbouring points alike: what shared a line still does.

    ``fine`` adds the ragged detail of a coast.
    """
    x, y = point
    dx = noise(x * 1.9, y * 1.9, 1) * amount
    dy = noise(x * 1.9, y * 1.9, 2) * amount
    if fine:
        dx += noise(x * 6.0, y * 6.0, 3) * fine
        dy += noise(x * 6.0, y * 6.0, 4) * fine
    return x + dx, y + dy


def rounded(points: Sequence[Point], *, closed: bool) -> list[Point]:
    """Cut the corners of a run of hexsides: side middles stay, corners move a quarter towards the chord."""
    if closed:
        ring = points[:-1] if points[0] == points[-1] else points
        n = len(ring)
        found: list[Point] = []
        for i in range(n):
            found.append(cut_corner(ring[i - 1], ring[i], ring[(i + 1) % n]))
            found.append(between(ring[i], ring[(i + 1) % n]))
        return found
    found = [points[0]]
    for i, point in enumerate(points[1:], start=1):
        found.append(between(points[i - 1], point))
        found.append(cut_corner(points[i - 1], point, points[i + 1]) if i + 1 < len(points) else point)
    return found


def cut_corner(before: Point, corner: Point, after: Point) -> Point:
    """Where a rounded line passes a corner."""
    chord = between(between(before, corner), between(corner, after))
    return between(corner, chord)


def finer(points: Sequence[Point], *, closed: bool, step: float) -> list[Point]:
    """The same line with points at most ``step`` apart, along a smooth curve through the given ones."""
    n = len(points)
    found: list[Point] = []
    for i in range(n if closed else n - 1):
        p0, p1, p2, p3 = _around(points, i, closed=closed)
        parts = max(1, round(hypot(p2[0] - p1[0], p2[1] - p1[1]) / step))
        found.extend(_spline(p0, p1, p2, p3, k / parts) for k in range(parts))
    if not closed:
        found.append(points[-1])
    return found


def _around(points: Sequence[Point], i: int, *, closed: bool) -> tuple[Point, Point, Point, Point]:
    n = len(points)
    if closed:
        return points[i - 1], points[i], points[(i + 1) % n], points[(i + 2) % n]
    return points[max(i - 1, 0)], points[i], points[i + 1], points[min(i + 2, n - 1)]


def _spline(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    """A point of the Catmull-Rom curve from p1 to p2."""
    a = -0.5 * t + t * t - 0.5 * t**3
    b = 1 - 2.5 * t * t + 1.5 * t**3
    c = 0.5 * t + 2 * t * t - 1.5 * t**3
    d = -0.5 * t * t + 0.5 * t**3
    return (
        a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0],
        a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1],
    )


# --- path data -----------------------------------------------------------------------------------------


def number(value: float) -> str:
    """A coordinate for path data: one decimal at most."""
    text = f"{value:.1f}"
    return text[:-2] if text.endswith(".0") else text


def xy(point: Point) -> str:
    """A point of the map plane in scene units."""
    return f"{number(point[0] * UNIT)} {number(point[1] * UNIT)}"


def polyline(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of straight lines."""
    return f"M{xy(points[0])}L{' '.join(xy(p) for p in points[1:])}{'Z' if closed else ''}"


def smooth(points: Sequence[Point], *, closed: bool = False) -> str:
    """Path data of a smooth curve through the points (Catmull-Rom as Bezier curves)."""
    if len(points) < 3:
        return polyline(points)
    n = len(points)
    parts = [f"M{xy(points[0])}"]
    for i in range(n if closed else n - 1):
        p0, p1, p2, p3 = _around(points, i, closed=closed)
        c1 = (p1[0] + (p2[0] - p0[0]) / 6, p1[1] + (p2[1] - p0[1]) / 6)
        c2 = (p2[0] - (p3[0] - p1[0]) / 6, p2[1] - (p3[1] - p1[1]) / 6)
        parts.append(f"C{xy(c1)} {xy(c2)} {xy(p2)}")
    return "".join(parts) + ("Z" if closed else "")


def joined(paths: Iterable[str]) -> str:
    """Several curves as one piece of path data."""
    return "".join(paths)
