"""Checks of hex terrain and of what lies on hexsides."""

from collections.abc import Iterator
from typing import Final

from phaseline.atlas.checks.finding import Finding, error, named, warning
from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import Course, SideFeature
from phaseline.atlas.paths import ends, trace
from phaseline.hexgrid import Mask
from phaseline.wording.counts import several

FLOWING: Final = frozenset({"river"})
"""Drawing styles of features whose named courses must not be interrupted."""


def terrain(m: HexMap) -> Iterator[Finding]:
    """Terrain masks do not overlap and stay on the grid; every kind is described."""
    seen: Mask = 0
    for key, mask in m.terrain.items():
        if key not in m.terrain_kinds:
            yield error("terrain.legend", f"terrain {key!r} has no entry in the legend")
        if both := mask & seen:
            yield error("terrain", f"{named(m, both)} has {key!r} and another terrain", hexes_of(both))
        if outside := mask & ~m.grid.all:
            yield error(
                "terrain", f"terrain {key!r} lies on {several(outside.bit_count(), 'hex')} beyond the grid"
            )
        seen |= mask
    symbols = [kind.symbol for kind in m.terrain_kinds.values()]
    for symbol in sorted({s for s in symbols if symbols.count(s) > 1}):
        yield error("terrain.legend", f"the character {symbol!r} stands for several kinds of terrain")


def hexsides(m: HexMap) -> Iterator[Finding]:
    """Courses run on without a gap, lie on the map, and no hexside carries two classes of river."""
    for feature in m.features.values():
        where = f"hexsides.{feature.key}"
        sides = m.hexsides[feature.key].sides
        for d in range(3):
            if m.grid.shift(sides[d], d) != sides[d + 3]:
                yield error(where, f"hexsides to the {m.grid.directions[d]} are not symmetric")
        for course in feature.courses:
            spot = f"{where}.courses.{course.name}" if course.name else where
            yield from _course(m, feature, course, spot)
    yield from _double_classes(m)


def _course(m: HexMap, feature: SideFeature, course: Course, where: str) -> Iterator[Finding]:
    for h, direction in course.sides:
        if not m.on_map >> h & 1:
            yield error(where, f"{m.label(h)} is off the map", [h])
            return
        there = m.grid.neighbour(h, direction)
        if there is not None and feature.drawn_as in FLOWING and m.water >> h & 1 and m.water >> there & 1:
            yield warning(where, f"{m.label(h)}/{m.label(there)} lies between two hexes of water", [h, there])
    if feature.drawn_as in FLOWING and course.name:
        yield from _interruptions(m, course, where)


def _interruptions(m: HexMap, course: Course, where: str) -> Iterator[Finding]:
    seen = 0
    for run in trace(m.grid, course.sides)[:-1]:
        seen += len(run) - 1
        before, after = course.sides[seen - 1], course.sides[seen]
        names = [f"{m.label(h)}/{m.grid.directions[d]}" for h, d in (before, after)]
        meet = set(ends(m.grid, before)) & set(ends(m.grid, after))
        why = "turns back on itself" if meet else "is interrupted"
        yield error(where, f"the course {why} between {names[0]} and {names[1]}", [before[0], after[0]])


def _double_classes(m: HexMap) -> Iterator[Finding]:
    keys = list(m.features)
    for i, one in enumerate(keys):
        for other in keys[i + 1 :]:
            styles = {m.features[one].drawn_as, m.features[other].drawn_as}
            if len(styles) > 1 or not styles <= FLOWING:
                continue
            for a, b in (m.hexsides[one] & m.hexsides[other]).pairs():
                text = f"{m.label(a)}/{m.label(b)} is both {one!r} and {other!r}"
                yield warning(f"hexsides.{other}", text, [a, b])


def hexes_of(mask: Mask) -> Iterator[int]:
    """The hexes of a set, grid or no grid."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
