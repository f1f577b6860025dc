"""What lies on hexsides beside rivers: arms of the sea, straits, ridges, borders, works."""

from collections.abc import Iterator, Sequence
from math import atan2, degrees
from typing import Final

from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.curves import between, finer, joined, rounded, smooth, stray
from phaseline.atlas.draw.scene import FIELD, LAND_IN_FIELD, UNIT, Layer, Outline, Stamps
from phaseline.atlas.parts import Point, Side, SideFeature
from phaseline.atlas.paths import Corner, corner_point, link, trace
from phaseline.hexgrid import Grid, Hexsides, hexes

STROKES: Final[dict[str, tuple[str, ...]]] = {
    "line": ("line.1",),
    "line.2": ("line.2",),
    "line.3": ("line.3",),
    "fortified": ("fortified", "fortified.teeth"),
    "impassable": ("impassable",),
    "mountain": ("mountain.side",),
    "forest": ("forest.side",),
    "border": ("border.band", "border"),
}
"""Drawing style -> the strokes it is made of, from below."""
WET: Final = frozenset({"sea", "lake", "strait"})
CROSSINGS: Final = ("strait", "ferry", "bridge")
CRAGS: Final = (0.17, 0.5, 0.83)


def channel_layer(canvas: Canvas) -> Layer:
    """Arms of the sea between two land hexes."""
    if canvas.map.shapes.get("land"):
        return Layer("channels", ())  # the coast itself shows them
    sides = drawn_sides(canvas, *WET)
    land = canvas.map.land
    d = joined(curves(canvas, link(canvas.grid, _between_land(sides, land))))
    items = (Outline(d, "channel.edge"), Outline(d, "channel")) if d else ()
    return Layer("channels", items, clip=FIELD)


def _between_land(sides: Hexsides, land: int) -> list[Side]:
    return [
        (h, d) for d in range(3) for h in hexes(sides.sides[d] & land & sides.grid.shift(land, (d + 3) % 6))
    ]


def curves(canvas: Canvas, runs: Sequence[Sequence[tuple[int, int]]]) -> Iterator[str]:
    """Path data of runs of corners, softened like every line on hexsides."""
    for run in runs:
        closed = run[0] == run[-1]
        points = rounded([corner_point(canvas.grid, c) for c in run], closed=closed)
        yield smooth([stray(p) for p in finer(points, closed=closed, step=0.25)], closed=closed)


def feature_runs(canvas: Canvas, feature: SideFeature) -> list[list[tuple[int, int]]]:
    """The courses of a feature as runs of corners; nameless hexsides are joined up."""
    return [run for _, run in named_runs(canvas.grid, feature)]


def named_runs(grid: Grid, feature: SideFeature) -> Iterator[tuple[str, list[Corner]]]:
    """The same, each with the name of its course: first those without."""
    loose = [side for course in feature.courses if not course.name for side in course.sides]
    yield from (("", run) for run in link(grid, loose))
    for course in feature.courses:
        if course.name:
            yield from ((course.name, run) for run in trace(grid, course.sides))


def border_layer(canvas: Canvas) -> Layer:
    """Borders: those of the map, or else wherever two countries meet on land."""
    m = canvas.map
    own = [f for f in m.features.values() if f.drawn_as == "border"]
    if own:
        runs = [run for feature in own for run in feature_runs(canvas, feature)]
    else:
        runs = link(canvas.grid, _between_land(_frontiers(canvas), m.land))
    d = joined(curves(canvas, runs))
    items = tuple(Outline(d, paint) for paint in STROKES["border"]) if d else ()
    return Layer("borders", items, clip=LAND_IN_FIELD)


def _frontiers(canvas: Canvas) -> Hexsides:
    found = Hexsides.none(canvas.grid)
    countries = list(canvas.map.areas.get("country", {}).values())
    for i, one in enumerate(countries):
        for other in countries[i + 1 :]:
            found = found | Hexsides.between(canvas.grid, one & ~other, other & ~one)
    return found


def look(feature: SideFeature) -> str:
    """The drawing style of a feature; lines have one for each weight, so that several kinds can be told apart."""
    heavier = feature.drawn_as == "line" and feature.weight > 1
    return f"line.{min(feature.weight, 3)}" if heavier else feature.drawn_as


def side_layers(canvas: Canvas) -> tuple[Layer, Layer]:
    """Ridges, works, lines and other strokes on hexsides; those on water apart, as land ends at the shore."""
    dry: list[Outline | Stamps] = []
    wet: list[Outline | Stamps] = []
    water = drawn_sides(canvas, *WET)
    for feature in canvas.map.features.values():
        strokes = STROKES.get(look(feature), ())
        if strokes and feature.drawn_as != "border":
            path = joined(curves(canvas, feature_runs(canvas, feature)))
            dry += [Outline(path, paint) for paint in strokes if path]
            over = joined(
                curves(
                    canvas,
                    link(canvas.grid, _between_land(feature.hexsides(canvas.grid) & water, canvas.map.land)),
                )
            )
            wet += [Outline(over, paint) for paint in strokes if over]
        elif feature.drawn_as == "alpine":
            dry += _ridge(canvas, feature)
    return Layer("sides", tuple(dry), clip=LAND_IN_FIELD), Layer("sea_sides", tuple(wet), clip=FIELD)


def _ridge(canvas: Canvas, feature: SideFeature) -> list[Outline | Stamps]:
    spots: list[Point] = []
    for d in range(3):
        for h in hexes(canvas.map.hexsides[feature.key].sides[d]):
            a, b = canvas.grid.edge(h, d)
            spots += [stray(between(a, b, share)) for share in CRAGS]
    spots.sort(key=lambda spot: (round(spot[1], 3), spot[0]))
    crest = joined(curves(canvas, feature_runs(canvas, feature)))
    if not spots:
        return []
    return [Outline(crest, "ridge"), Stamps("snowpeak", flat(spots), 0.25)]


def drawn_sides(canvas: Canvas, *styles: str) -> Hexsides:
    """All hexsides of the features drawn in some styles."""
    return canvas.map.sides(*(key for key, f in canvas.map.features.items() if f.drawn_as in styles))


def crossing_layer(canvas: Canvas) -> Layer:
    """Symbols across hexsides: straits, ferries, bridges. A ferry or bridge stands for the strait it crosses."""
    items: list[Stamps] = []
    spoken_for = drawn_sides(canvas, "ferry", "bridge")
    for feature in canvas.map.features.values():
        if feature.drawn_as not in CROSSINGS:
            continue
        sides = canvas.map.hexsides[feature.key]
        if feature.drawn_as == "strait":
            sides = sides & ~spoken_for
        size = {"strait": 0.27, "ferry": 0.34, "bridge": 0.26}[feature.drawn_as]
        for d in range(3):
            middles: list[Point] = []
            turn = 0.0
            for h in hexes(sides.sides[d]):
                a, b = canvas.grid.edge(h, d)
                turn = degrees(atan2(b[1] - a[1], b[0] - a[0])) + 90
                middles.append(stray(between(a, b)))
            if middles:
                items.append(Stamps(feature.drawn_as, flat(middles), size, round(turn % 180, 1)))
    return Layer("crossings", tuple(items), clip=FIELD)


def flat(points: Sequence[Point]) -> tuple[float, ...]:
    """Points of the map plane as x, y, x, y ... in scene units."""
    return tuple(round(v * UNIT, 1) for point in points for v in point)
