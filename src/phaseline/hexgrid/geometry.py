"""Where hexes lie on paper: centres, corners, edges, the hex under a point, straight lines.

Lengths are in hex widths (side to side, which is also centre to adjacent centre); x runs east, y runs south.
"""

from __future__ import annotations

from math import floor, sqrt
from typing import TYPE_CHECKING, TypeAlias

from phaseline.hexgrid.orientation import Hex, OffMapError, Orientation

if TYPE_CHECKING:
    from phaseline.hexgrid.grid import Grid

Point: TypeAlias = tuple[float, float]
"""(x, y) in hex widths, y down."""

LINE_GAP = sqrt(3) / 2
"""From one line of hexes to the next, in hex widths."""

RADIUS = 1 / sqrt(3)
"""From the centre of a hex to a corner, in hex widths."""

# Corner d is where hexside d begins, clockwise; (x, y) from the centre.
_CORNERS: dict[Orientation, tuple[Point, ...]] = {
    Orientation.POINTY: (
        (0.0, -RADIUS),
        (0.5, -RADIUS / 2),
        (0.5, RADIUS / 2),
        (0.0, RADIUS),
        (-0.5, RADIUS / 2),
        (-0.5, -RADIUS / 2),
    ),
    Orientation.FLAT: (
        (-RADIUS / 2, -0.5),
        (RADIUS / 2, -0.5),
        (RADIUS, 0.0),
        (RADIUS / 2, 0.5),
        (-RADIUS / 2, 0.5),
        (-RADIUS, 0.0),
    ),
}


def centre(grid: Grid, h: Hex) -> Point:
    """The centre of a hex; the first hex of a line that is not shoved lies at 0 along that line."""
    col, row = grid.col_row(h)
    if grid.orientation is Orientation.POINTY:
        return col + _shove(grid, row), row * LINE_GAP
    return col * LINE_GAP, row + _shove(grid, col)


def corners(grid: Grid, h: Hex) -> tuple[Point, ...]:
    """The six corners, clockwise; the hexside in direction `d` runs from corner `d` to corner `d + 1`."""
    x, y = centre(grid, h)
    return tuple((x + dx, y + dy) for dx, dy in _CORNERS[grid.orientation])


def edge(grid: Grid, h: Hex, d: int) -> tuple[Point, Point]:
    """The two ends of the hexside in direction `d`, clockwise as seen from `h`."""
    x, y = centre(grid, h)
    (ax, ay), (bx, by) = (_CORNERS[grid.orientation][(d + i) % 6] for i in (0, 1))
    return (x + ax, y + ay), (x + bx, y + by)


def bounds(grid: Grid) -> tuple[float, float, float, float]:
    """The rectangle around all corners: left, top, right, bottom."""
    lines = range(min(grid.lines, 2))
    shoves = [_shove(grid, line) for line in lines]
    along = (min(shoves) - 0.5, max(shoves) + grid.length - 0.5)
    across = (-RADIUS, (grid.lines - 1) * LINE_GAP + RADIUS)
    if grid.orientation is Orientation.POINTY:
        return along[0], across[0], along[1], across[1]
    return across[0], along[0], across[1], along[1]


def at(grid: Grid, x: float, y: float) -> Hex | None:
    """The hex that contains a point, or None off the map."""
    if grid.orientation is Orientation.POINTY:
        r = y / LINE_GAP
        q = x - _shove(grid, 0) - r / 2
    else:
        q = x / LINE_GAP
        r = y - _shove(grid, 0) - q / 2
    return _containing(grid, q, r)


def line(grid: Grid, a: Hex, b: Hex) -> list[Hex]:
    """The hexes on the straight line from centre to centre, both ends included."""
    steps = grid.distance(a, b)
    (qa, ra), (qb, rb) = grid.axial(a), grid.axial(b)
    found = [a]
    for i in range(1, steps + 1):
        q, r = qa + (qb - qa) * i / steps, ra + (rb - ra) * i / steps
        # The line may run along a hexside: lean one way, and the other way where that leaves the map.
        h = _containing(grid, q + _NUDGE, r + 2 * _NUDGE)
        if h is None:
            h = _containing(grid, q - _NUDGE, r - 2 * _NUDGE)
        assert h is not None, "a straight line between hexes of a rectangle stays on it"
        found.append(h)
    return found


# Far below any real difference (one part in the length of a line), far above rounding errors.
_NUDGE = 1e-6


def _shove(grid: Grid, line_number: int) -> float:
    """How far along a line begins: half a hex if it is shoved."""
    return 0.5 if (line_number % 2 == 1) is (grid.shoved == "odd") else 0.0


def _containing(grid: Grid, q: float, r: float) -> Hex | None:
    """The hex whose centre is nearest to fractional axial coordinates; None if it is not on the map."""
    whole_q, whole_r, whole_s = floor(q + 0.5), floor(r + 0.5), floor(-q - r + 0.5)
    off_q, off_r, off_s = abs(whole_q - q), abs(whole_r - r), abs(whole_s + q + r)
    # The three coordinates sum to zero: give up the one that was rounded furthest.
    if off_q > off_r and off_q > off_s:
        whole_q = -whole_r - whole_s
    elif off_r > off_s:
        whole_r = -whole_q - whole_s
    try:
        return grid.from_axial(whole_q, whole_r)
    except OffMapError:
        return None
