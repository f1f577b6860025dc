"""Names along rivers."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, cos, degrees, hypot, radians, sin
from typing import Final

from phaseline.atlas.draw.boxes import Crowd, Obstacle, text_width
from phaseline.atlas.draw.lettering import Line, spread
from phaseline.atlas.draw.scene import UNIT, Lettering
from phaseline.atlas.draw.streams import Stream
from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import Point

STREAM_LENGTH: Final = 1.7
"""Rivers shorter than this, in hex widths, go without a name."""
TOO_BAD: Final = 6.0
"""A name that would cost more is left out."""


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
    return best[1] if best is not None and best[0] < TOO_BAD else None


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
