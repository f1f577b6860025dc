"""Hexes drawn in text: one character a hex, shoved lines half a hex further along.

Pointy-top grids draw a row a line, characters two apart; flat-top grids draw every row on two lines, because every
second column stands half a hex lower::

    0101 | ~ ~ . .        0101 | ~   .
    0201 |  ~ . f .       0201 |   ~   f

The label before the bar is that of the first hex on the line. Lines that begin with ``#`` are comments.
"""

from collections.abc import Callable, Iterator
from typing import Final

from phaseline.atlas.errors import MapError
from phaseline.atlas.parts import OFF_MAP
from phaseline.hexgrid import Grid, Hex, Mask, Orientation
from phaseline.wording.counts import several, verb
from phaseline.wording.shown import shown

RULER_STEP: Final = 5


class DrawingError(MapError):
    """A drawn block is wrong; ``row`` is the line within the block, from 0."""

    def __init__(self, row: int, problem: str) -> None:
        self.row, self.problem = row, problem
        super().__init__(f"line {row + 1} of the drawing: {problem}")


def check_symbol(symbol: str) -> None:
    """Raises `MapError` when a drawing cannot have this character for a kind."""
    if len(symbol) != 1 or symbol.isspace() or symbol in "#|\\" or not symbol.isprintable():
        raise MapError(
            f'"{shown(symbol)}" is no character for a drawing: use one character that is not a space, #, | or \\'
        )
    if symbol == OFF_MAP:
        raise MapError(f"{OFF_MAP!r} always stands for a hex off the map; use another character")


def text_lines(grid: Grid) -> Iterator[tuple[int, list[Hex]]]:
    """For every text line of a drawing: the indent of its first character, and its hexes in order."""
    if grid.orientation is Orientation.POINTY:
        for row in range(grid.lines):
            yield int(is_shoved(grid, row)), [grid.hex(col, row) for col in range(grid.length)]
        return
    for row in range(grid.length):
        for shoved in (False, True):
            columns = [col for col in range(grid.lines) if is_shoved(grid, col) is shoved]
            if columns:
                yield 2 * columns[0], [grid.hex(col, row) for col in columns]


def is_shoved(grid: Grid, line: int) -> bool:
    """Whether a line of the grid lies half a hex further along."""
    return (line % 2 == 1) == (grid.shoved == "odd")


def read(text: str, grid: Grid, parse: Callable[[str], Hex]) -> dict[str, Mask]:
    """The hexes of each character in a drawn block.

    Raises:
        DrawingError: too few or too many lines or characters, or a label that is not the first hex of its line.
    """
    found: dict[str, Mask] = {}
    rows = [(number, line) for number, line in enumerate(text.splitlines()) if _is_drawn(line)]
    expected = list(text_lines(grid))
    if len(rows) != len(expected):
        last = rows[-1][0] if rows else 0
        raise DrawingError(
            last,
            f"{several(len(rows), 'line')} of hexes {verb(len(rows))} drawn, the grid has {len(expected)}",
        )
    for (number, line), (_, hexes) in zip(rows, expected, strict=True):
        gutter, bar, cells = line.rpartition("|")
        if bar:
            _check_gutter(number, gutter.strip(), hexes[0], parse)
        marks = cells.split()
        _check_marks(number, marks, len(hexes))
        for mark, h in zip(marks, hexes, strict=True):
            found[mark] = found.get(mark, 0) | 1 << h
    return found


def write(grid: Grid, mark: Callable[[Hex], str], label: Callable[[Hex], str]) -> str:
    """Draw a block, with a ruler of labels above and the first label of each line in the gutter."""
    lines = list(text_lines(grid))
    width = max(len(label(hexes[0])) for _, hexes in lines)
    step = 2 if grid.orientation is Orientation.POINTY else 4
    drawn = [_ruler(lines[0], width, step, label)]
    for indent, hexes in lines:
        gap = " " * (step - 1)
        drawn.append(f"{label(hexes[0]):>{width}} | {' ' * indent}{gap.join(mark(h) for h in hexes)}")
    return "\n".join(line.rstrip() for line in drawn) + "\n"


def _ruler(line: tuple[int, list[Hex]], width: int, step: int, label: Callable[[Hex], str]) -> str:
    indent, hexes = line
    every = RULER_STEP if step == 2 else RULER_STEP - RULER_STEP % 2
    text = "#".ljust(width + 3 + indent)
    for i in range(0, len(hexes), every):
        text = text.ljust(width + 3 + indent + i * step) + label(hexes[i]) + " "
    return text


def _is_drawn(line: str) -> bool:
    return bool(line.strip()) and not line.lstrip().startswith("#")


def _check_gutter(number: int, gutter: str, first: Hex, parse: Callable[[str], Hex]) -> None:
    try:
        named = parse(gutter)
    except ValueError as error:
        raise DrawingError(number, f"{gutter!r} before the bar is no hex of the grid: {error}") from error
    if named != first:
        raise DrawingError(number, f"{gutter!r} before the bar is not the first hex of this line")


def _check_marks(number: int, marks: list[str], length: int) -> None:
    for mark in marks:
        if len(mark) > 1:
            raise DrawingError(
                number, f"{mark!r} stands for one hex or several? put a space between characters"
            )
    if len(marks) != length:
        more = "missing" if len(marks) < length else "too many"
        raise DrawingError(
            number,
            f"{several(len(marks), 'hex')} {verb(len(marks))} drawn, the line has {length}: {abs(length - len(marks))} {more}"
            f" ({OFF_MAP!r} stands for a hex off the map)",
        )
