"""A page of characters: text, coloured grounds, and lines that join where they meet."""

from __future__ import annotations

from itertools import groupby

from rich.style import Style
from rich.text import Text

UP, RIGHT, DOWN, LEFT = 1, 2, 4, 8
"""The arms of a line within one character."""

#        0    U    R    UR   D    UD   RD   URD  L    UL   RL   URL  DL   UDL  RDL  all
LIGHT = " \u2575\u2576\u2514\u2577\u2502\u250c\u251c\u2574\u2518\u2500\u2534\u2510\u2524\u252c\u253c"
HEAVY = " \u2579\u257a\u2517\u257b\u2503\u250f\u2523\u2578\u251b\u2501\u253b\u2513\u252b\u2533\u254b"
LIGHT_ASCII = " ||+||++-+-++++-"
HEAVY_ASCII = " ##*##**=*=****="


class Canvas:
    """A grid of characters, each with a style. What lies outside is ignored."""

    def __init__(self, width: int, height: int, *, ascii_only: bool = False) -> None:
        self.width, self.height = width, height
        self._glyphs = (LIGHT_ASCII, HEAVY_ASCII) if ascii_only else (LIGHT, HEAVY)
        self._chars = [[" "] * width for _ in range(height)]
        self._inks = [[""] * width for _ in range(height)]
        self._grounds = [[""] * width for _ in range(height)]
        self._arms: dict[tuple[int, int], list[int]] = {}
        self._line_inks: dict[tuple[int, int], tuple[int, str]] = {}

    def write(self, x: int, y: int, text: str, ink: str = "") -> None:
        """Text from (x, y) to the right."""
        if 0 <= y < self.height:
            for i, char in enumerate(text, start=x):
                if 0 <= i < self.width:
                    self._chars[y][i] = char
                    self._inks[y][i] = ink

    def fill(self, x: int, y: int, width: int, height: int, ground: str) -> None:
        """Lay a background colour under a rectangle."""
        for row in self._grounds[max(y, 0) : y + height]:
            row[max(x, 0) : x + width] = [ground] * max(0, min(x + width, self.width) - max(x, 0))

    def line(self, start: tuple[int, int], end: tuple[int, int], weight: int, ink: str) -> None:
        """A level or upright line between two characters' middles; `weight` is 1 (light) or 2 (heavy)."""
        (x0, y0), (x1, y1) = sorted((start, end))
        forth, back = (RIGHT, LEFT) if y0 == y1 else (DOWN, UP)
        length = (x1 - x0) + (y1 - y0)
        for i in range(length + 1):
            at = (x0 + i, y0) if y0 == y1 else (x0, y0 + i)
            arms = self._arms.setdefault(at, [0, 0])
            arms[weight - 1] |= (forth if i < length else 0) | (back if i else 0)
            if weight >= self._line_inks.get(at, (0, ""))[0]:
                self._line_inks[at] = weight, ink

    def lines(self) -> list[Text]:
        """The page, line by line."""
        self._draw_lines()
        return [self._row(y) for y in range(self.height)]

    def _draw_lines(self) -> None:
        for (x, y), (light, heavy) in self._arms.items():
            # Where a heavy line passes, the light ones end at it: no font has every mixture.
            glyph = self._glyphs[1][heavy] if heavy else self._glyphs[0][light]
            self.write(x, y, glyph, self._line_inks[x, y][1])

    def _row(self, y: int) -> Text:
        text = Text(no_wrap=True, overflow="ignore")
        # In runs of one style: a large map has hundreds of thousands of characters.
        looks = zip(self._inks[y], self._grounds[y], strict=True)
        begun = 0
        for (ink, ground), run in groupby(looks):
            end = begun + sum(1 for _ in run)
            text.append("".join(self._chars[y][begun:end]), _style(ink, ground))
            begun = end
        text.rstrip()
        return text


def _style(ink: str, ground: str) -> Style | str:
    if not ground or " on " in f" {ink}":
        return ink
    return f"{ink} on {ground}".strip()
