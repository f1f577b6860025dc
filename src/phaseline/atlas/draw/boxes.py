"""Boxes around symbols and letters, and how much of a label others are in the way of."""

from collections.abc import Iterable, Iterator
from math import cos, floor, radians, sin
from typing import Final, TypeAlias

import msgspec

from phaseline.atlas.draw.faces import width
from phaseline.atlas.draw.scene import Lettering
from phaseline.atlas.parts import Point

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom in scene units."""

CELL: Final = 60.0
CAP_HEIGHT: Final = 0.68
"""Height of a capital letter, in type sizes."""
DESCENT: Final = 0.2


def overlap(a: Box, b: Box) -> float:
    """The area two boxes share."""
    across = min(a[2], b[2]) - max(a[0], b[0])
    down = min(a[3], b[3]) - max(a[1], b[1])
    return across * down if across > 0 and down > 0 else 0.0


def text_width(lettering: Lettering, text: str, size: float = 1.0, spacing: float | None = None) -> float:
    """How wide a text is in a lettering, in scene units; ``size`` multiplies the type size."""
    shown = text.upper() if lettering.upper else text
    return width(
        lettering.face, shown, lettering.size * size, lettering.spacing if spacing is None else spacing
    )


def text_boxes(middle: Point, length: float, height: float, turn: float) -> list[Box]:
    """A line of text as one box, or as a row of small ones if it is turned. ``middle`` is its centre."""
    if abs(turn) < 1:
        x, y = middle
        return [(x - length / 2, y - height / 2, x + length / 2, y + height / 2)]
    count = max(1, round(length / height))
    half = height * 0.5
    dx, dy = cos(radians(turn)), sin(radians(turn))
    found: list[Box] = []
    for i in range(count):
        along = ((i + 0.5) / count - 0.5) * length
        x, y = middle[0] + dx * along, middle[1] + dy * along
        found.append((x - half, y - half, x + half, y + half))
    return found


class Obstacle(msgspec.Struct, frozen=True):
    """Something a label had better not cover; ``weight`` says how badly."""

    box: Box
    weight: float


class Crowd:
    """Obstacles, found by place."""

    def __init__(self, obstacles: Iterable[Obstacle] = ()) -> None:
        self._cells: dict[tuple[int, int], list[Obstacle]] = {}
        for obstacle in obstacles:
            self.add(obstacle)

    def add(self, obstacle: Obstacle) -> None:
        """One more obstacle."""
        for cell in _cells(obstacle.box):
            self._cells.setdefault(cell, []).append(obstacle)

    def cost(self, boxes: Iterable[Box], *, besides: Box | None = None) -> float:
        """How much the boxes cover, weighted; each obstacle counts by the share of itself that is covered."""
        total = 0.0
        for box in boxes:
            seen: set[int] = set()
            for cell in _cells(box):
                for obstacle in self._cells.get(cell, ()):
                    if id(obstacle) in seen or obstacle.box is besides:
                        continue
                    seen.add(id(obstacle))
                    left, top, right, bottom = obstacle.box
                    area = max(1.0, (right - left) * (bottom - top))
                    total += obstacle.weight * overlap(box, obstacle.box) / area
        return total

    def any(self, x: float, y: float) -> bool:
        """Whether a point lies in an obstacle."""
        cell = (floor(x / CELL), floor(y / CELL))
        return any(o.box[0] <= x <= o.box[2] and o.box[1] <= y <= o.box[3] for o in self._cells.get(cell, ()))


def _cells(box: Box) -> Iterator[tuple[int, int]]:
    for cx in range(floor(box[0] / CELL), floor(box[2] / CELL) + 1):
        for cy in range(floor(box[1] / CELL), floor(box[3] / CELL) + 1):
            yield cx, cy
