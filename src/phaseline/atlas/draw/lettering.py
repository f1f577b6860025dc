"""Setting lines of text, and the lettering the map itself lists."""

from collections.abc import Iterator
from math import atan2, cos, degrees, hypot, radians, sin

import msgspec

from phaseline.atlas.draw.boxes import CAP_HEIGHT, Box, letter_boxes, text_width
from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.scene import UNIT, Lettering, Text
from phaseline.atlas.parts import Label, Point


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
    height = lettering.size * size * CAP_HEIGHT
    dx, dy = -sin(radians(turn)), cos(radians(turn))
    x, y = middle[0] + dx * height / 2, middle[1] + dy * height / 2
    # Renderers add the spacing after the last letter too.
    x, y = x + cos(radians(turn)) * spacing / 2, y + sin(radians(turn)) * spacing / 2
    item = Text(
        shown, round(x, 1), round(y, 1), style, "middle", round(turn, 1), round(size, 2), round(spacing, 1)
    )
    boxes = letter_boxes(lettering, text, middle, size=size, spacing=spacing, turn=turn)
    return Line(item, tuple(boxes))


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
