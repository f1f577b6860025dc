"""Names of areas and rivers, and the lettering the map itself lists."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, ceil, cos, degrees, hypot, radians, sin
from typing import Final

import msgspec

from phaseline.atlas.draw.boxes import CAP_HEIGHT, Box, Crowd, Obstacle, text_boxes, text_width
from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.scene import UNIT, Lettering, Text
from phaseline.atlas.draw.streams import Stream
from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import Label, Point
from phaseline.hexgrid import Hex, Mask, hexes

ANGLES: Final = (0.0, -20.0, 20.0, -40.0, 40.0, -60.0, 60.0)
SIZES: Final = (1.0, 0.8, 0.62, 0.48)
FILL: Final = 0.55
"""Share of the room across an area that its name is spread over."""
CENTRES: Final = 40
"""So many hexes deepest inside an area are tried as the middle of its name."""
SAMPLE: Final = 0.25
NAMED_LAYERS: Final = ("country", "sea")
STREAM_LENGTH: Final = 3.0
"""Rivers shorter than this, in hex widths, go without a name."""


class Line(msgspec.Struct, frozen=True):
    """A text and the boxes its letters fill."""

    text: Text
    boxes: tuple[Box, ...]


def spread(
    text: str, style: str, lettering: Lettering, middle: Point, *, turn: float, size: float, room: float
) -> Line:
    """A text centred on a point (scene units), its letters spread towards the room there is."""
    shown = text.upper() if lettering.upper else text
    plain = text_width(lettering, text, size, 0.0)
    gaps = max(1, len(text) - 1)
    most = lettering.size * size * (1.1 if style in ("sea", "ocean", "country") else 0.5)
    spacing = max(lettering.spacing * size, min(most, (room - plain) / gaps))
    length = plain + spacing * gaps
    height = lettering.size * size * CAP_HEIGHT
    dx, dy = -sin(radians(turn)), cos(radians(turn))
    x, y = middle[0] + dx * height / 2, middle[1] + dy * height / 2
    # Renderers add the spacing after the last letter too.
    x, y = x + cos(radians(turn)) * spacing / 2, y + sin(radians(turn)) * spacing / 2
    item = Text(
        shown, round(x, 1), round(y, 1), style, "middle", round(turn, 1), round(size, 2), round(spacing, 1)
    )
    return Line(item, tuple(text_boxes(middle, length, height * 1.15, turn)))


def listed(canvas: Canvas, letterings: dict[str, Lettering]) -> Iterator[Line]:
    """The labels of the map file."""
    for label in canvas.map.labels:
        style = label.style if label.style in letterings else "note"
        middle, turn, room = _stand(canvas, label)
        for k, part in enumerate(lines := label.text.split("\n")):
            below = (k - (len(lines) - 1) / 2) * letterings[style].size * label.size * 1.15
            at = (middle[0] - sin(radians(turn)) * below, middle[1] + cos(radians(turn)) * below)
            yield spread(part, style, letterings[style], at, turn=turn, size=label.size, room=room)


def _stand(canvas: Canvas, label: Label) -> tuple[Point, float, float]:
    x, y = canvas.grid.centre(label.at)
    turn, room = -label.angle, 0.0
    if label.to is not None:
        tx, ty = canvas.grid.centre(label.to)
        turn = degrees(atan2(ty - y, tx - x))
        room = hypot(tx - x, ty - y) * UNIT
        x, y = (x + tx) / 2, (y + ty) / 2
    return ((x + label.shift[0]) * UNIT, (y + label.shift[1]) * UNIT), turn, room


def area_names(canvas: Canvas, letterings: dict[str, Lettering], crowd: Crowd) -> list[Line]:
    """Names of countries and seas that have no label of their own, where there is room."""
    m = canvas.map
    own = {(label.style, label.text.replace("\n", " ")) for label in m.labels}
    found: list[Line] = []
    for layer in NAMED_LAYERS:
        ground = m.land if layer == "country" else m.water
        for name, mask in m.areas.get(layer, {}).items():
            if (layer, name) in own or ("ocean", name) in own or not mask & ground:
                continue
            lines = _best_fit(canvas, mask & ground, name, layer, letterings[layer], crowd)
            for line in lines:
                for box in line.boxes:
                    crowd.add(Obstacle(box, 4.0 / len(line.boxes)))
            found += lines
    return found


def _best_fit(
    canvas: Canvas, mask: Mask, name: str, style: str, lettering: Lettering, crowd: Crowd
) -> list[Line]:
    """The name on one line or two, as large as fits, where it covers least."""
    best: tuple[float, list[Line]] | None = None
    centres = _inmost(canvas, mask)
    for size in SIZES:
        for parts in _splits(name):
            longest = max(text_width(lettering, part, size) for part in parts)
            deep = lettering.size * size * (0.6 + 1.15 * (len(parts) - 1))
            for h, depth in centres:
                for turn in ANGLES:
                    room = _room(canvas, mask, h, turn, deep / UNIT) * UNIT
                    if room < longest * 1.02:
                        continue
                    lines = _set(canvas, parts, style, lettering, h, turn=turn, size=size, room=room * FILL)
                    cost = crowd.cost(box for line in lines for box in line.boxes)
                    cost += abs(turn) / 90 - 0.12 * depth - 0.1 * min(room / longest, 3.0)
                    cost += 0.8 * (1 - size) + 0.35 * (len(parts) - 1)
                    if best is None or cost < best[0]:
                        best = cost, lines
        if best is not None and best[0] < 1.0:
            break
    return best[1] if best is not None else []


def _splits(name: str) -> list[list[str]]:
    words = name.split()
    splits = [[name]]
    if len(words) > 1:
        half = min(range(1, len(words)), key=lambda k: abs(len(" ".join(words[:k])) - len(name) / 2))
        splits.append([" ".join(words[:half]), " ".join(words[half:])])
    return splits


def _set(
    canvas: Canvas,
    parts: Sequence[str],
    style: str,
    lettering: Lettering,
    h: Hex,
    *,
    turn: float,
    size: float,
    room: float,
) -> list[Line]:
    x, y = canvas.grid.centre(h)
    found: list[Line] = []
    for k, part in enumerate(parts):
        below = (k - (len(parts) - 1) / 2) * lettering.size * size * 1.15
        middle = (x * UNIT - sin(radians(turn)) * below, y * UNIT + cos(radians(turn)) * below)
        found.append(spread(part, style, lettering, middle, turn=turn, size=size, room=room))
    return found


def _inmost(canvas: Canvas, mask: Mask) -> list[tuple[Hex, int]]:
    """The hexes deepest inside an area, deepest first, with their depth."""
    shells: list[Mask] = []
    grid = canvas.grid
    while mask:
        shells.append(mask)
        mask &= ~grid.spread(grid.all & ~mask)
    found: list[tuple[Hex, int]] = []
    for depth in range(len(shells) - 1, -1, -1):
        shell = list(hexes(shells[depth] & ~(shells[depth + 1] if depth + 1 < len(shells) else 0)))
        free = CENTRES - len(found)
        if free <= 0:
            break
        every = max(1, ceil(len(shell) / free))
        found += [(h, depth) for h in shell[::every]]
    return found


def _room(canvas: Canvas, mask: Mask, h: Hex, turn: float, deep: float) -> float:
    """How far a band through a hex runs inside an area, the same way to both sides, in hex widths."""
    x, y = canvas.grid.centre(h)
    dx, dy = cos(radians(turn)), sin(radians(turn))
    reach = 0.0
    while reach < 8:
        ahead = reach + SAMPLE
        for sign in (1, -1):
            for side in (0.5, -0.5):
                px = x + sign * dx * ahead - dy * side * deep
                py = y + sign * dy * ahead + dx * side * deep
                there = canvas.grid.at(px, py)
                if there is None or not mask >> there & 1:
                    return 2 * reach
        reach = ahead
    return 2 * reach


# --- rivers --------------------------------------------------------------------------------------------


def river_names(
    rivers: Sequence[tuple[Stream, list[Point]]],
    hex_map: HexMap,
    letterings: dict[str, Lettering],
    crowd: Crowd,
) -> list[Line]:
    """A name along each river, where it runs straightest and clearest; the largest rivers first."""
    own = {label.text for label in hex_map.labels if label.style == "river"}
    longest: dict[str, list[Point]] = {}
    for stream, line in rivers:
        if stream.name and stream.name not in own and len(line) > len(longest.get(stream.name, ())):
            longest[stream.name] = line
    found: list[Line] = []
    for name, line in sorted(longest.items(), key=lambda item: -len(item[1])):
        best = _along(line, name, letterings["river"], crowd)
        if best is not None:
            found.append(best)
            for box in best.boxes:
                crowd.add(Obstacle(box, 12.0 / len(best.boxes)))
    return found


def _along(line: Sequence[Point], name: str, lettering: Lettering, crowd: Crowd) -> Line | None:
    steps = [0.0]
    for (ax, ay), (bx, by) in pairwise(line):
        steps.append(steps[-1] + hypot(bx - ax, by - ay))
    length = text_width(lettering, name) / UNIT
    if steps[-1] < max(STREAM_LENGTH, length * 1.3):
        return None
    best: tuple[float, Line] | None = None
    end = 0
    for start in range(0, len(line), 2):
        while end < len(line) and steps[end] - steps[start] < length * 1.06:
            end += 1
        if end == len(line):
            break
        for cost, candidate in _beside(line[start : end + 1], name, lettering, crowd):
            total = cost + 0.25 * abs((steps[start] + steps[end]) / 2 / steps[-1] - 0.6)
            if best is None or total < best[0]:
                best = total, candidate
    return best[1] if best is not None and best[0] < 6.0 else None


def _beside(
    piece: Sequence[Point], name: str, lettering: Lettering, crowd: Crowd
) -> Iterator[tuple[float, Line]]:
    (ax, ay), (bx, by) = piece[0], piece[-1]
    chord = hypot(bx - ax, by - ay)
    turn = degrees(atan2(by - ay, bx - ax))
    turn = turn - 180 if turn > 90 else turn + 180 if turn < -90 else turn
    nx, ny = -sin(radians(turn)), cos(radians(turn))
    across = [(x - ax) * nx + (y - ay) * ny for x, y in piece]
    bow = max(across) - min(across)
    gap = lettering.size * 0.5 / UNIT + 0.03
    for offset in (min(across) - gap, max(across) + gap):
        middle = ((ax + bx) / 2 + nx * offset, (ay + by) / 2 + ny * offset)
        at = (middle[0] * UNIT, middle[1] * UNIT)
        line = spread(name, "river", lettering, at, turn=turn, size=1.0, room=0.0)
        yield 9 * bow / chord + abs(turn) / 120 + crowd.cost(line.boxes), line
