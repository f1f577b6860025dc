"""Railways and other lines through hexes: every link once, smooth through junctions, dashed over ferries."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Final

from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.curves import joined, polyline, smooth
from phaseline.atlas.draw.hexsides import drawn_sides
from phaseline.atlas.draw.scene import FIELD, Layer, Outline
from phaseline.atlas.parts import Point
from phaseline.hexgrid import Hex

STROKES: Final[dict[str, tuple[str, ...]]] = {
    "rail": ("rail", "rail.ties"),
    "road": ("road",),
    "fortified": ("fortified", "fortified.teeth"),
}
PLAIN: Final = ("chain",)
WATER: Final = frozenset({"waterway"})
"""Kinds of chains that are drawn with the rivers."""


def chain_layer(canvas: Canvas) -> Layer:
    """All lines on land, kind by kind."""
    items: list[Outline] = []
    ferries = drawn_sides(canvas, "ferry")
    for kind in dict.fromkeys(chain.kind for chain in canvas.map.chains if chain.kind not in WATER):
        links = {
            (min(a, b), max(a, b)) for chain in canvas.map.chains_of(kind) for a, b in chain.links() if a != b
        }
        afloat = sorted(link for link in links if ferries.has(*link))
        runs = runs_of(canvas, sorted(links.difference(afloat)))
        d = joined(smooth([seat(canvas, h) for h in run]) for run in runs)
        items += [Outline(d, paint) for paint in STROKES.get(kind, PLAIN) if d]
        if passages := joined(polyline([seat(canvas, a), seat(canvas, b)]) for a, b in afloat):
            items.append(Outline(passages, "passage"))
    return Layer("chains", tuple(items), clip=FIELD)


def seat(canvas: Canvas, h: Hex) -> Point:
    """Where the town of a hex stands, or else the hex centre: there lines pass."""
    x, y = canvas.grid.centre(h)
    for place in canvas.map.places_at(h):
        if "city" in place:
            return x + place.shift[0], y + place.shift[1]
    return x, y


def runs_of(canvas: Canvas, links: Sequence[tuple[Hex, Hex]]) -> Iterator[list[Hex]]:
    """Cover the links with as few lines as go straight on at every junction."""
    ways: dict[Hex, list[Hex]] = {}
    for a, b in links:
        ways.setdefault(a, []).append(b)
        ways.setdefault(b, []).append(a)
    onward = {(here, come): go for here, near in ways.items() for come, go in _paired(canvas, here, near)}
    left = {*links, *((b, a) for a, b in links)}
    starts = [link for link in sorted(left) if link not in onward]
    for a, b in [*starts, *sorted(left)]:
        if (a, b) not in left:
            continue
        run = [a]
        here, come = b, a
        while (come, here) in left:
            left -= {(come, here), (here, come)}
            run.append(here)
            go = onward.get((here, come))
            if go is None:
                break
            come, here = here, go
        yield run


def _paired(canvas: Canvas, here: Hex, near: Sequence[Hex]) -> Iterator[tuple[Hex, Hex]]:
    """Which way in leads to which way out, the straightest pair first."""
    x, y = seat(canvas, here)

    def bend(one: Hex, other: Hex) -> float:
        (ax, ay), (bx, by) = seat(canvas, one), seat(canvas, other)
        ax, ay, bx, by = ax - x, ay - y, bx - x, by - y
        return (ax * bx + ay * by) / (hypot(ax, ay) * hypot(bx, by) or 1.0)

    pairs = sorted((bend(a, b), a, b) for i, a in enumerate(near) for b in near[i + 1 :])
    free = set(near)
    for cosine, a, b in pairs:
        if cosine < 0.1 and a in free and b in free:
            free -= {a, b}
            yield a, b
            yield b, a
