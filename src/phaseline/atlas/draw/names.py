"""Where the names of places go: beside their symbols, clear of each other and of what lies around."""

from collections.abc import Iterator, Sequence
from math import hypot
from typing import Final

import msgspec

from phaseline.atlas.draw.boxes import CAP_HEIGHT, Box, Crowd, overlap, text_width
from phaseline.atlas.draw.scene import UNIT, Lettering, Text
from phaseline.atlas.draw.towns import Site
from phaseline.atlas.parts import Point

SIDES: Final[tuple[tuple[float, float, str, float], ...]] = (
    (1.0, 0.0, "start", 0.0),
    (0.8, -0.75, "start", 0.25),
    (0.8, 0.75, "start", 0.3),
    (-1.0, 0.0, "end", 0.35),
    (-0.8, -0.75, "end", 0.5),
    (-0.8, 0.75, "end", 0.55),
    (0.0, -1.0, "middle", 0.45),
    (0.0, 1.0, "middle", 0.4),
    (0.45, -1.0, "middle", 0.6),
    (-0.45, -1.0, "middle", 0.6),
    (0.45, 1.0, "middle", 0.6),
    (-0.45, 1.0, "middle", 0.6),
)
"""Where a name may stand: x and y from the symbol, how it is anchored, how much worse than to the right."""
CLASH: Final = 30.0
"""Cost of covering all of another name."""
ASTRAY: Final = 1.6
"""Cost of standing nearer to another town."""
NEIGHBOURHOOD: Final = 260.0
SWEEPS: Final = 8


class Choice(msgspec.Struct, frozen=True):
    """One way of writing a name."""

    text: Text
    box: Box
    cost: float


def place_names(
    sites: Sequence[Site], letterings: dict[str, Lettering], crowd: Crowd, field: Box
) -> list[Choice]:
    """A place for the name of every site.

    Begins with each name where it stands best alone, then moves names apart until none gains by moving.
    """
    options = [choices(site, letterings, crowd, field, _near(site, sites)) for site in sites]
    reaches = [_extent(mine) for mine in options]
    rivals = [
        [j for j, theirs in enumerate(reaches) if j != i and overlap(mine, theirs) > 0]
        for i, mine in enumerate(reaches)
    ]
    chosen = [min(range(len(mine)), key=lambda k, m=mine: m[k].cost) for mine in options]  # type: ignore[misc]
    for _ in range(SWEEPS):
        moved = False
        for i, mine in enumerate(options):
            others = [options[j][chosen[j]].box for j in rivals[i]]
            best = min(range(len(mine)), key=lambda k, m=mine, o=others: _total(m[k], o))  # type: ignore[misc]
            moved |= best != chosen[i]
            chosen[i] = best
        if not moved:
            break
    return [mine[k] for mine, k in zip(options, chosen, strict=True)]


def _total(choice: Choice, others: Sequence[Box]) -> float:
    left, top, right, bottom = choice.box
    area = (right - left) * (bottom - top)
    return choice.cost + sum(CLASH * overlap(choice.box, other) / area for other in others)


def _extent(options: Sequence[Choice]) -> Box:
    return (
        min(o.box[0] for o in options),
        min(o.box[1] for o in options),
        max(o.box[2] for o in options),
        max(o.box[3] for o in options),
    )


def _near(site: Site, sites: Sequence[Site]) -> list[Point]:
    """Other towns so near that a name might be taken for theirs."""
    x, y = site.seat
    return [o.seat for o in sites if o is not site and hypot(o.seat[0] - x, o.seat[1] - y) < NEIGHBOURHOOD]


def _astray(box: Box, site: Site, others: Sequence[Point]) -> float:
    """What it costs that a name stands nearer to another town than to its own."""
    own = _distance(box, site.seat)
    return ASTRAY * max(
        (min(1.0, max(0.0, own + 6 - _distance(box, other)) / 12) for other in others), default=0.0
    )


def _distance(box: Box, point: Point) -> float:
    dx = max(box[0] - point[0], 0.0, point[0] - box[2])
    dy = max(box[1] - point[1], 0.0, point[1] - box[3])
    return hypot(dx, dy)


def likely_box(site: Site, letterings: dict[str, Lettering]) -> Box:
    """Where the name of a site will probably stand, before it is known."""
    lettering = letterings[site.lettering]
    length = text_width(lettering, site.text)
    x, y = site.seat
    return x + 10, y - lettering.size / 2, x + 16 + length, y + lettering.size / 2


def choices(
    site: Site, letterings: dict[str, Lettering], crowd: Crowd, field: Box, others: Sequence[Point] = ()
) -> list[Choice]:
    """All the ways of writing a site's name, each with its cost; ``others`` are the towns around."""
    lettering = letterings[site.lettering]
    text = site.text.upper() if lettering.upper else site.text
    length = text_width(lettering, text)
    height = lettering.size * CAP_HEIGHT
    found: list[Choice] = []
    for symbol in _bodies(site):
        for dx, dy, anchor, extra in SIDES:
            x, y, box = _stand(symbol, (dx, dy), anchor, length, height)
            cost = (
                extra
                + crowd.cost([_padded(box)], soft=False)
                + _beyond(box, field)
                + _astray(box, site, others)
            )
            found.append(Choice(Text(text, round(x, 1), round(y, 1), site.lettering, anchor), box, cost))
    return found


def _bodies(site: Site) -> Iterator[Box]:
    """What the name may stand beside: the town symbol, or all symbols of the place together."""
    boxes = [mark_box(mark.at, mark.size) for mark in site.marks]
    yield boxes[0]
    if len(boxes) > 1:
        yield (
            min(b[0] for b in boxes),
            min(b[1] for b in boxes),
            max(b[2] for b in boxes),
            max(b[3] for b in boxes),
        )


def mark_box(at: Point, size: float) -> Box:
    """The box of a symbol."""
    half = size * UNIT * 0.5
    return at[0] - half, at[1] - half, at[0] + half, at[1] + half


def _stand(body: Box, way: Point, anchor: str, length: float, height: float) -> tuple[float, float, Box]:
    """Base point and box of a text beside a symbol."""
    gap = 4.0
    middle_x, middle_y = (body[0] + body[2]) / 2, (body[1] + body[3]) / 2
    half_x, half_y = (body[2] - body[0]) / 2 + gap, (body[3] - body[1]) / 2 + gap
    x = middle_x + way[0] * half_x if anchor != "middle" else middle_x + way[0] * length
    centre_y = middle_y + way[1] * (half_y + height / 2)
    left = {"start": x, "middle": x - length / 2, "end": x - length}[anchor]
    box = (left, centre_y - height / 2, left + length, centre_y + height / 2)
    return x, centre_y + height / 2, box


def _padded(box: Box) -> Box:
    return box[0] - 1.5, box[1] - 2.0, box[2] + 1.5, box[3] + 3.0


def _beyond(box: Box, field: Box) -> float:
    over = max(0.0, field[0] - box[0], field[1] - box[1], box[2] - field[2], box[3] - field[3])
    return 0.0 if over == 0 else 20 + over
