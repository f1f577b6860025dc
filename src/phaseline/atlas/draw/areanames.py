"""Names spread over countries and seas."""

from collections.abc import Iterator, Sequence
from functools import cache
from math import ceil, cos, hypot, radians, sin, sqrt
from typing import Final

import msgspec

from phaseline.atlas.draw.boxes import Box, Crowd, Obstacle, text_width
from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.lettering import Line, spread
from phaseline.atlas.draw.scene import UNIT, Lettering
from phaseline.atlas.parts import Point
from phaseline.hexgrid import Hex, Mask, hexes

LAYERS: Final = ("country", "sea")
ANGLES: Final = (0.0, -20.0, 20.0, -40.0, 40.0, -60.0, 60.0)
SIZES: Final = (1.0, 0.8, 0.62, 0.48)
FILL: Final = 0.55
"""Share of the room across an area that its name is spread over."""
CENTRES: Final = 36
"""So many hexes deepest inside an area are tried as the middle of its name ..."""
SHIFTS: Final = (0.0, -0.34, 0.34)
"""... and so far above and below their centres, where towns do not stand."""
BETWEEN: Final = (-0.43, 0.43)
"""... and, in a tight country, between the rows, where counters do not stand."""
TIGHT: Final = 8
"""A country of so few hexes may be full of counters: its name keeps clear of where they stand."""
SAMPLE: Final = 0.25
FAR: Final = 8.0
GOOD: Final = 0.6
"""A fit that costs less needs no smaller type."""
CENTRAL: Final = 2.5
"""Cost of a name as far from the middle of its area as the area is wide."""
DEPTH: Final = 0.06
"""Gain for every hex between a name and the edge of the area."""
ROOM: Final = 0.1
"""Gain for room, by how many times the name would fit into it ..."""
ROOMY: Final = 3.0
"""... up to so many times."""
LEADING: Final = 1.15
COUNTER: Final = 0.31
"""Half a counter in the middle of a hex, in hex widths."""
HIDDEN: Final = 1.2
"""What it costs a tight country that counters may stand on all letters of its name."""
LETTER: Final = 1.6
"""What it costs to cover a letter of an area's name."""


class Spot(msgspec.Struct, frozen=True):
    """A point to centre a name on (hex widths), and how good it is to be there: the less, the better."""

    at: Point
    cost: float


def area_names(canvas: Canvas, letterings: dict[str, Lettering], crowd: Crowd) -> list[Line]:
    """Names of countries and seas that have no label of their own, where there is room; the largest first.

    Areas with ``lettered = false`` are left out: part of a map may show the Channel and no more of an Atlantic.
    """
    m = canvas.map
    own = {label.text.replace("\n", " ") for label in m.labels}
    wanted: list[tuple[int, str, str, Mask]] = []
    for layer in LAYERS:
        ground = m.land if layer == "country" else m.water
        for name, mask in m.areas.get(layer, {}).items():
            if name not in own and mask & ground and m.fact(layer, name, "lettered", default=True):
                wanted.append(((mask & ground).bit_count(), layer, name, mask & ground))
    found: list[Line] = []
    for _, layer, name, mask in sorted(wanted, key=lambda want: (-want[0], want[2])):
        lines = _Fit(canvas, mask, layer, letterings[layer], crowd).best(name)
        for line in lines:
            for box in line.boxes:
                crowd.add(Obstacle(box, LETTER))
        found += lines
    return found


class _Fit:
    """Looks for the place and size of one name."""

    def __init__(self, canvas: Canvas, mask: Mask, style: str, lettering: Lettering, crowd: Crowd) -> None:
        self.canvas, self.mask, self.style = canvas, mask, style
        self.lettering, self.crowd = lettering, crowd
        self.tight = style == "country" and mask.bit_count() <= TIGHT
        spots = _inmost(canvas, mask, SHIFTS + BETWEEN * self.tight)
        ways = [(abs(turn) / 90 + spot.cost, spot, turn) for spot in spots for turn in ANGLES]
        self.ways = sorted(ways, key=lambda way: way[0])
        """Where to centre the name and how to turn it, the most promising first, and what that costs wherever it is free."""
        self.inside = cache(self._inside)

    def best(self, name: str) -> list[Line]:
        """The name on one line or two, as large as fits, where it covers least; nothing if it fits nowhere."""
        best: tuple[float, list[Line]] | None = None
        for size in SIZES:
            for parts in _splits(name):
                best = self._better(parts, size, best)
            if best is not None and best[0] < GOOD:
                break
        return best[1] if best is not None else []

    def _better(
        self, parts: Sequence[str], size: float, best: tuple[float, list[Line]] | None
    ) -> tuple[float, list[Line]] | None:
        """The best way to set a name so large, with its cost; the `best` so far if none is better.

        Nothing makes a way cheaper but room: once no way could be the best with all the room that counts, no more are tried.
        """
        longest = max(text_width(self.lettering, part, size) for part in parts)
        deep = self.lettering.size * size * (0.6 + LEADING * (len(parts) - 1)) / UNIT
        smaller = 0.8 * (1 - size) + 0.35 * (len(parts) - 1)
        for cost, spot, turn in self.ways:
            least = cost + smaller
            if best is not None and least - ROOM * ROOMY >= best[0]:
                break
            room = self._room(spot.at, turn, deep, longest * 1.02 / UNIT) * UNIT
            least -= ROOM * min(room / longest, ROOMY)
            if room < longest * 1.02 or (best is not None and least >= best[0]):
                continue
            lines = self._set(parts, spot.at, turn=turn, size=size, room=room * FILL)
            letters = [box for line in lines for box in line.boxes]
            total = least + self.crowd.cost(letters) + (HIDDEN * self._hidden(letters) if self.tight else 0)
            if best is None or total < best[0]:
                best = total, lines
        return best

    def _set(self, parts: Sequence[str], at: Point, *, turn: float, size: float, room: float) -> list[Line]:
        found: list[Line] = []
        for k, part in enumerate(parts):
            below = (k - (len(parts) - 1) / 2) * self.lettering.size * size * LEADING
            middle = (at[0] * UNIT - sin(radians(turn)) * below, at[1] * UNIT + cos(radians(turn)) * below)
            found.append(spread(part, self.style, self.lettering, middle, turn=turn, size=size, room=room))
        return found

    def _hidden(self, letters: Sequence[Box]) -> float:
        """The share of letters that counters in the middles of their hexes would cover."""
        grid = self.canvas.grid
        covered = 0
        for left, top, right, bottom in letters:
            h = grid.at((left + right) / 2 / UNIT, (top + bottom) / 2 / UNIT)
            if h is None:
                continue
            x, y = grid.centre(h)
            across = left < (x + COUNTER) * UNIT and right > (x - COUNTER) * UNIT
            covered += across and top < (y + COUNTER) * UNIT and bottom > (y - COUNTER) * UNIT
        return covered / len(letters) if letters else 0.0

    def _room(self, at: Point, turn: float, deep: float, least: float = 0.0) -> float:
        """How far a band through a point runs inside the area, as far to both sides, in hex widths.

        Where it ends before `least` it is only said to be less: most bands do, and are looked at in one place alone.
        """
        way = cos(radians(turn)), sin(radians(turn))
        wanted = ceil(least / 2 / SAMPLE) * SAMPLE
        if wanted and not self._clear(at, way, deep, wanted):
            return 0.0
        reach = 0.0
        while reach < FAR and self._clear(at, way, deep, reach + SAMPLE):
            reach += SAMPLE
        return 2 * reach

    def _clear(self, at: Point, way: Point, deep: float, ahead: float) -> bool:
        """Whether a band that runs some way through a point lies inside the area so far ahead and so far back."""
        (x, y), (dx, dy) = at, way
        return all(
            self.inside(
                round((x + sign * dx * ahead - dy * side * deep) * 10),
                round((y + sign * dy * ahead + dx * side * deep) * 10),
            )
            for sign in (1, -1)
            for side in (0.5, -0.5)
        )

    def _inside(self, x: int, y: int) -> bool:
        h = self.canvas.grid.at(x / 10, y / 10)
        return h is not None and bool(self.mask >> h & 1)


def _splits(name: str) -> list[list[str]]:
    words = name.split()
    splits = [[name]]
    if len(words) > 1:
        half = min(range(1, len(words)), key=lambda k: abs(len(" ".join(words[:k])) - len(name) / 2))
        splits.append([" ".join(words[:half]), " ".join(words[half:])])
    return splits


def _inmost(canvas: Canvas, mask: Mask, shifts: Sequence[float]) -> Iterator[Spot]:
    """Points deepest inside an area and so far above and below them, deepest first."""
    shells: list[Mask] = []
    grid = canvas.grid
    while mask:
        shells.append(mask)
        mask &= ~grid.spread(grid.all & ~mask)
    middle_x, middle_y, span = _middle(canvas, shells[0])
    free = CENTRES
    for depth in range(len(shells) - 1, -1, -1):
        shell: list[Hex] = list(hexes(shells[depth] & ~(shells[depth + 1] if depth + 1 < len(shells) else 0)))
        if free <= 0:
            return
        chosen = shell[:: max(1, ceil(len(shell) / free))]
        free -= len(chosen)
        for h in chosen:
            x, y = grid.centre(h)
            for shift in shifts:
                off = hypot(x - middle_x, y + shift - middle_y) / span
                yield Spot((x, y + shift), CENTRAL * off - DEPTH * depth)


def _middle(canvas: Canvas, mask: Mask) -> tuple[float, float, float]:
    """The middle of an area, and how wide the area would be as a square."""
    centres = [canvas.grid.centre(h) for h in hexes(mask)]
    n = len(centres)
    return sum(x for x, _ in centres) / n, sum(y for _, y in centres) / n, sqrt(n)
