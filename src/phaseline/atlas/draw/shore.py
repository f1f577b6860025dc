"""Where land meets water on paper: the true coast if the map has it, made to agree with the hexes.

A true coast does not know which hexes are land by rule. So a land hex whose middle would be under water gets ground
under it, two land hexes that are joined are joined on paper, a sea hex that would be full of land gets a bay, and one that would be shut off from the sea a mouth.
"""

from collections.abc import Iterable, Iterator, Sequence
from math import cos, floor, hypot, pi, sin
from typing import Final

import msgspec

from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.curves import WOBBLE, between, finer, noise, rounded, stray
from phaseline.atlas.draw.raster import Raster, area
from phaseline.atlas.parts import Point
from phaseline.hexgrid import Hex, Hexsides, hexes

RAGGED: Final = 0.035
"""Fine irregularity of a coast drawn along hexsides, in hex widths."""
CORE: Final = 0.2
"""Around the centre of a land hex, so far must be land."""
GROUND: Final = 0.33
"""Size of the ground put under a drowned hex."""
BAY: Final = 0.4
MOSTLY: Final = 0.5
"""A sea hex more of which is land gets a bay."""
NECK: Final = 0.2
"""Half the width of a neck of land."""
SILT: Final = 5
"""Around new ground, corners up to twice so many cells wide are filled, as if by the sea."""
CHANNEL: Final = 0.055
"""Half the width of water between two land hexes."""
PARTED: Final = frozenset({"sea", "coast", "lake", "strait", "ferry"})
"""Drawing styles of hexsides that are water even between two land hexes."""
PUDDLE: Final = 0.4
"""Enclosed water smaller than this (square hex widths) is filled unless the map knows of it."""
MOUTH: Final = 0.1
"""Half the width of the water that opens a sea hex which the coast has closed."""
SPECK: Final = 0.006
COVER: Final = tuple(
    (radius * cos(k * pi / 3 + radius), radius * sin(k * pi / 3 + radius))
    for radius in (0.22, 0.4)
    for k in range(6)
)


class Shore(msgspec.Struct, frozen=True):
    """Rings of points: land (holes run the other way round) and lakes."""

    land: tuple[tuple[Point, ...], ...]
    lakes: tuple[tuple[Point, ...], ...]


def shore(canvas: Canvas) -> Shore:
    """The coast to draw."""
    shapes = canvas.map.shapes
    lakes = [*(soft(ring) for ring in shapes.get("lakes", ())), *_hex_rings(canvas, canvas.terrain("lake"))]
    if not shapes.get("land"):
        return Shore(tuple(_hex_rings(canvas, canvas.land | canvas.terrain("lake"))), tuple(lakes))
    inside = Inside(shapes["land"])
    left, top, right, bottom = canvas.grid.bounds()
    raster = Raster(left - 0.5, top - 0.5, right + 0.5, bottom + 0.5)
    for ring in (*shapes["land"], *_hex_rings(canvas, canvas.terrain("lake"))):
        raster.add(ring)
    raster.close(1)
    added = 0
    for ring in (*_grounds(canvas, inside), *_necks(canvas, inside)):
        added |= raster.fill(ring)
    raster.bits |= added
    raster.close(SILT, raster.grown(added, 3))
    raster.close(2, raster.grown(added, SILT))
    for ring in _bays(canvas, inside):
        raster.cut(ring)
    for ring in _channels(canvas):
        raster.cut(ring)
    for ring in list(_mouths(canvas, raster)):
        raster.cut(ring)
    return Shore(tuple(tuple(ring) for ring in _worth_drawing(canvas, raster.rings())), tuple(lakes))


def _worth_drawing(canvas: Canvas, rings: Iterable[list[Point]]) -> Iterator[list[Point]]:
    """Leave out specks of land, and puddles that no sea hex or hexside accounts for."""
    known = [canvas.grid.centre(h) for h in hexes(canvas.map.water)]
    parted = _parted(canvas)
    known += [between(*canvas.grid.edge(h, d)) for d in range(3) for h in hexes(parted.sides[d])]
    for ring in rings:
        size = area(ring)
        if size < -PUDDLE:
            yield ring
        elif size < 0:
            box = (
                min(x for x, _ in ring),
                max(x for x, _ in ring),
                min(y for _, y in ring),
                max(y for _, y in ring),
            )
            near = [p for p in known if box[0] < p[0] < box[1] and box[2] < p[1] < box[3]]
            inside = Inside([ring])
            if any(inside(*point) for point in near):
                yield ring
        elif size > SPECK:
            yield ring


def _hex_rings(canvas: Canvas, mask: int) -> Iterator[tuple[Point, ...]]:
    for loop in canvas.loops(mask):
        ring = finer(rounded(loop, closed=True), closed=True, step=0.12)
        yield tuple(stray(point, WOBBLE, RAGGED) for point in ring)


def soft(ring: Sequence[Point]) -> tuple[Point, ...]:
    """A ring with its corners cut, long straight edges left as they are."""
    found: list[Point] = []
    for here, there in zip(ring, (*ring[1:], ring[0]), strict=True):
        length = hypot(there[0] - here[0], there[1] - here[1]) or 1.0
        share = min(0.25, 0.09 / length)
        found += [between(here, there, share), between(here, there, 1 - share)]
    return tuple(found)


# --- making the coast agree with the hexes -------------------------------------------------------------


def _grounds(canvas: Canvas, inside: "Inside") -> Iterator[tuple[Point, ...]]:
    for h in hexes(canvas.map.land):
        x, y = canvas.grid.centre(h)
        core = [(0.0, 0.0), *((CORE * cos(k * pi / 3), CORE * sin(k * pi / 3)) for k in range(6))]
        if not all(inside(x + dx, y + dy) for dx, dy in core):
            yield _blob((x, y), GROUND)


def _bays(canvas: Canvas, inside: "Inside") -> Iterator[tuple[Point, ...]]:
    for h in hexes(canvas.map.water & ~_lakes(canvas)):
        x, y = canvas.grid.centre(h)
        covered = sum(inside(x + dx, y + dy) for dx, dy in COVER)
        if inside(x, y) and covered > MOSTLY * len(COVER):
            yield _blob((x, y), BAY)


def _lakes(canvas: Canvas) -> int:
    kinds = canvas.map.terrain_kinds
    found = 0
    for key, mask in canvas.map.terrain.items():
        if kinds[key].drawn_as == "lake":
            found |= mask
    return found


def _necks(canvas: Canvas, inside: "Inside") -> Iterator[tuple[Point, ...]]:
    """Necks of land between land hexes that water would part although no hexside says so."""
    m, grid = canvas.map, canvas.grid
    parted = _parted(canvas)
    for d in range(3):
        for h in hexes(m.land & grid.shift(m.land, d + 3) & ~parted.sides[d]):
            there = grid.neighbour(h, d)
            if there is not None and not _joined(canvas, h, there, inside):
                yield _band(grid.centre(h), grid.centre(there), NECK)


def _parted(canvas: Canvas) -> Hexsides:
    return canvas.map.sides(*(key for key, f in canvas.map.features.items() if f.drawn_as in PARTED))


def _joined(canvas: Canvas, h: Hex, there: Hex, inside: "Inside") -> bool:
    """Whether a straight way over land leads over some part of the hexside."""
    return any(all(inside(*point) for point in way) for way in _ways(canvas, h, there))


def _ways(canvas: Canvas, h: Hex, there: Hex) -> Iterator[list[Point]]:
    """Points on straight ways from the middle of a hex to that of the next, over several parts of their hexside."""
    a, b = canvas.grid.centre(h), canvas.grid.centre(there)
    side = canvas.grid.edge(h, canvas.grid.direction(h, there) or 0)
    for share in (0.5, 0.3, 0.7, 0.15, 0.85):
        over = between(*side, share)
        yield [between(a, over, t) for t in (0.6, 0.8, 1.0)] + [between(b, over, t) for t in (0.6, 0.8)]


def _mouths(canvas: Canvas, raster: Raster) -> Iterator[tuple[Point, ...]]:
    """Water from a sea hex that the coast has shut off to the neighbour behind the least land."""
    grid, dry = canvas.grid, raster.reader()
    sea = canvas.map.water & ~_lakes(canvas)
    for h in hexes(sea & grid.spread(canvas.map.land)):
        shut = [
            (min(sum(map(dry, way)) for way in _ways(canvas, h, there)), there)
            for there in grid.neighbours(h)
            if sea >> there & 1
        ]
        if shut and min(shut)[0] > 0:
            yield _band(grid.centre(h), grid.centre(min(shut)[1]), MOUTH)


def _channels(canvas: Canvas) -> Iterator[tuple[Point, ...]]:
    """Strips of water along hexsides that part two land hexes."""
    land, parted = canvas.map.land, _parted(canvas)
    for d in range(3):
        for h in hexes(land & canvas.grid.shift(land, d + 3) & parted.sides[d]):
            a, b = canvas.grid.edge(h, d)
            yield _band(between(a, b, -0.08), between(a, b, 1.08), CHANNEL)


def _blob(at: Point, radius: float) -> tuple[Point, ...]:
    """An irregular round outline, the same every time."""
    x, y = at
    found: list[Point] = []
    for k in range(16):
        angle = k * pi / 8
        dx, dy = cos(angle), sin(angle)
        reach = radius * (1 + 0.22 * noise(x * 3 + dx * 1.3, y * 3 + dy * 1.3, 7))
        found.append((x + dx * reach, y + dy * reach))
    return tuple(stray(p, 0.0, RAGGED) for p in finer(found, closed=True, step=0.08))


def _band(a: Point, b: Point, half: float) -> tuple[Point, ...]:
    """A strip from point to point."""
    length = hypot(b[0] - a[0], b[1] - a[1])
    nx, ny = -(b[1] - a[1]) / length * half, (b[0] - a[0]) / length * half
    corners = [(a[0] - nx, a[1] - ny), (b[0] - nx, b[1] - ny), (b[0] + nx, b[1] + ny), (a[0] + nx, a[1] + ny)]
    ring = [
        between(p, q, t)
        for p, q in zip(corners, [*corners[1:], corners[0]], strict=True)
        for t in (0, 0.25, 0.5, 0.75)
    ]
    return tuple(stray(p, WOBBLE, RAGGED) for p in ring)


class Inside:
    """Tells whether a point lies in any of some rings (that do not overlap)."""

    BAND: Final = 0.03

    def __init__(self, rings: Iterable[Sequence[Point]]) -> None:
        self._bands: dict[int, list[tuple[Point, Point]]] = {}
        for ring in rings:
            for a, b in zip(ring, (*ring[1:], ring[0]), strict=True):
                if a[1] != b[1]:
                    for band in range(
                        floor(min(a[1], b[1]) / self.BAND), floor(max(a[1], b[1]) / self.BAND) + 1
                    ):
                        self._bands.setdefault(band, []).append((a, b))

    def __call__(self, x: float, y: float) -> bool:
        """Whether the point lies inside."""
        crossings = 0
        for (ax, ay), (bx, by) in self._bands.get(floor(y / self.BAND), ()):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                crossings += 1
        return crossings % 2 == 1
