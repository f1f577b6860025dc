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


def overlap(a: Box, b: Box) -> float:
    """The area two boxes share."""
    if a[2] <= b[0] or b[2] <= a[0] or a[3] <= b[1] or b[3] <= a[1]:
        return 0.0
    return (min(a[2], b[2]) - max(a[0], b[0])) * (min(a[3], b[3]) - max(a[1], b[1]))


def text_width(lettering: Lettering, text: str, size: float = 1.0, spacing: float | None = None) -> float:
    """How wide a text is in a lettering, in scene units; ``size`` multiplies the type size."""
    shown = text.upper() if lettering.upper else text
    return width(
        lettering.face, shown, lettering.size * size, lettering.spacing if spacing is None else spacing
    )


def letter_boxes(
    lettering: Lettering, text: str, middle: Point, *, size: float, spacing: float, turn: float
) -> list[Box]:
    """A box for every letter of a line of text centred on a point; blanks have none."""
    shown = text.upper() if lettering.upper else text
    em, height = lettering.size * size, lettering.size * size * CAP_HEIGHT
    dx, dy = cos(radians(turn)), sin(radians(turn))
    along = -width(lettering.face, shown, em, spacing) / 2
    found: list[Box] = []
    for letter in shown:
        wide = width(lettering.face, letter, em)
        if letter != " ":
            x, y = middle[0] + dx * (along + wide / 2), middle[1] + dy * (along + wide / 2)
            half_x = (abs(dx) * wide + abs(dy) * height) / 2
            half_y = (abs(dy) * wide + abs(dx) * height) / 2
            found.append((x - half_x, y - half_y, x + half_x, y + half_y))
        along += wide + spacing
    return found


class Obstacle(msgspec.Struct, frozen=True):
    """Something a label had better not cover; ``weight`` says how badly.

    A ``soft`` one counts only for lettering that is laid out before the names of places.
    """

    box: Box
    weight: float
    soft: bool = False


class Crowd:
    """Obstacles, found by place."""

    def __init__(self, obstacles: Iterable[Obstacle] = ()) -> None:
        self._cells: dict[tuple[int, int], list[Obstacle]] = {}
        for obstacle in obstacles:
            self.add(obstacle)

    def add(self, obstacle: Obstacle) -> None:
        """One more obstacle."""
        for cell in cells(obstacle.box):
            self._cells.setdefault(cell, []).append(obstacle)

    def cost(self, boxes: Iterable[Box], *, soft: bool = True) -> float:
        """How much the boxes cover, weighted; each obstacle counts by the share of itself that is covered."""
        total = 0.0
        for box in boxes:
            left, top, right, bottom = box
            seen: set[int] = set()
            for cell in cells(box):
                for obstacle in self._cells.get(cell, ()):
                    a, b, c, d = obstacle.box
                    if c <= left or right <= a or d <= top or bottom <= b:
                        continue  # most are near by only
                    if id(obstacle) in seen or (obstacle.soft and not soft):
                        continue
                    seen.add(id(obstacle))
                    area = max(1.0, (c - a) * (d - b))
                    total += obstacle.weight * overlap(box, obstacle.box) / area
        return total

    def any(self, x: float, y: float) -> bool:
        """Whether a point lies in an obstacle."""
        cell = (floor(x / CELL), floor(y / CELL))
        return any(o.box[0] <= x <= o.box[2] and o.box[1] <= y <= o.box[3] for o in self._cells.get(cell, ()))


def cells(box: Box) -> Iterator[tuple[int, int]]:
    """The squares that a box reaches into: boxes that share none do not overlap."""
    for cx in range(floor(box[0] / CELL), floor(box[2] / CELL) + 1):
        for cy in range(floor(box[1] / CELL), floor(box[3] / CELL) + 1):
            yield cx, cy
