"""What a seat observes, as arrays: made from the sheet that a page draws of its view, the same for every game."""

from __future__ import annotations

import functools
import re
from array import array
from collections.abc import Mapping
from typing import Any, Final, get_args
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from phaseline.engine.game import Game, Scenario, View
from phaseline.engine.sheet import Badge, MarkKind, Piece, Sheet
from phaseline.env.layout import Cells

PLANES: Final = (
    "on the map",
    "my pieces",
    "their pieces",
    "nobody's pieces",
    "steps of my pieces",
    "steps of their pieces, as far as they are seen",
    "their pieces seen from the back",
    *(f"mark: {kind or 'other'}" for kind in get_args(MarkKind)),
)
"""What the planes hold, a number each hex, at most 255. A mark is 1 where it is mine, 2 theirs, 3 nobody's."""

UNIT: Final = (
    "shown",
    "owner",
    "column",
    "row",
    "steps",
    "full steps",
    "first factor",
    "second factor",
    "third factor",
    "face down",
    "hidden from others",
    "spent",
    "good marks",
    "bad marks",
    "other marks",
    "box beside the map",
)
"""What a row of the table of pieces holds.

`owner` is 1 for mine, 2 for theirs, 0 for nobody's; columns and rows of the map count from 1, 0 is off the map; the
factors are the numbers printed on the piece; the box is a number made from its name, 0 on the map.
"""

EXTRA = 96
"""Rows of the table behind the roster: for pieces that the viewer cannot name, and counters that are no units."""

FACTS: Final = ("my seat", "fields chosen so far", "kind of order begun", "pieces without a row")
"""The first numbers of the globals."""

BUCKETS = 128
"""Tracks beside the map are put by name into so many buckets: by their first number, and by their words."""

LARGEST = 30_000
"""No number in the table of pieces is larger."""

MEMORY = 50_000
"""So many rows of pieces are kept, to be used again."""

Arrays = dict[str, NDArray[Any]]

_NUMBER = re.compile(r"-?\d+")
_MARKS: Final = {kind: len(PLANES) - len(get_args(MarkKind)) + i for i, kind in enumerate(get_args(MarkKind))}


class Encoding:
    """Makes the arrays that a seat observes in a scenario.

    They are `planes` (uint8, shape plane x row x column), `pieces` (int16, shape rows x `UNIT`) and `globals` (int32).
    In the table of pieces row n is unit n of the roster, as long as the viewer knows it; from there on follow, in the
    order of the sheet, those it cannot name. `globals` are `FACTS`, then `BUCKETS` numbers of tracks, then as many 0
    or 1 for words: the name of the track with its text, and the steps of the sequence of play under way.
    """

    def __init__(self, game: Game[Any, Any], scenario: Scenario, cells: Cells, units: int) -> None:
        self.game = game
        self.scenario = scenario
        self.units = units
        self._cells = cells
        land = scenario.map.on_map
        self._cell_of: list[int] = cells.of_hex.tolist()
        outside = bytes((len(PLANES) - 1) * len(cells))
        self._blank = bytes(land >> int(hex) & 1 for hex in cells.hexes) + outside
        self._badges: Mapping[str, Badge] = {}
        self._rows: dict[tuple[int, Piece], array[int]] = {}
        self.planes = (len(PLANES), cells.rows, cells.cols)
        self.pieces = (units + EXTRA, len(UNIT))
        self.globals = (len(FACTS) + 2 * BUCKETS,)
        self._bytes = 2 * (units + EXTRA) * len(UNIT)

    def arrays(self, view: View, seat: int) -> Arrays:
        """The arrays of one view. They are not to be written to."""
        sheet = self.game.sheet(self.scenario, view)
        pieces, beyond = self._pieces(sheet, seat)
        found = {
            "planes": self._planes(sheet, seat),
            "pieces": pieces,
            "globals": _globals(view, sheet, seat, beyond),
        }
        for numbers in found.values():
            numbers.setflags(write=False)
        return found

    def _planes(self, sheet: Sheet, seat: int) -> NDArray[Any]:
        planes, size, cell_of = bytearray(self._blank), len(self._cells), self._cell_of
        for piece in sheet.pieces:
            hex = piece.hex
            if hex is None:
                continue
            cell = cell_of[hex]
            owner = 0 if piece.side is None else 1 if piece.side == seat else 2
            _count(planes, (owner or 3) * size + cell, 1)
            if owner and piece.steps:
                _count(planes, (3 + owner) * size + cell, piece.steps)
            if owner == 2 and piece.face_down:
                _count(planes, 6 * size + cell, 1)
        for mark in sheet.marks:
            planes[_MARKS[mark.kind] * size + cell_of[mark.hex]] = _owner(mark.side, seat) or 3
        return np.frombuffer(planes, np.uint8).reshape(self.planes)

    def _pieces(self, sheet: Sheet, seat: int) -> tuple[NDArray[Any], int]:
        if sheet.badges != self._badges or len(self._rows) > MEMORY:
            self._badges, self._rows = sheet.badges, {}
        width, table, rows = len(UNIT), array("h", bytes(self._bytes)), self._rows
        free, end, beyond = self.units, self.pieces[0], 0
        for piece in sheet.pieces:
            row = piece.unit
            if row is None:
                if free == end:
                    beyond += 1
                    continue
                row, free = free, free + 1
            told = rows.get((seat, piece))
            if told is None:
                told = rows[seat, piece] = self._told(piece, seat)
            table[row * width : row * width + width] = told
        return np.frombuffer(table, np.int16).reshape(self.pieces), beyond

    def _told(self, piece: Piece, seat: int) -> array[int]:
        """The row of a piece."""
        col = row = 0
        if piece.hex is not None:
            row, col = (at + 1 for at in divmod(self._cell_of[piece.hex], self._cells.cols))
        factors = [min(int(text), LARGEST) for text in _NUMBER.findall(piece.strength)[:3]]
        count = dict.fromkeys(("spent", "good", "bad", "other"), 0)
        for mark in piece.marks:
            tone = self._badges[mark].tone if mark in self._badges else "plain"
            count[tone if tone in count else "other"] += 1
        numbers = (
            *(1, _owner(piece.side, seat), col, row),
            *(piece.steps or 0, piece.max_steps or 0),
            *(*factors, 0, 0, 0)[:3],
            *(int(piece.face_down), int(piece.hidden)),
            *count.values(),
            crc32(piece.place.encode()) % LARGEST + 1 if piece.place else 0,
        )
        return array("h", numbers)


def _owner(side: int | None, seat: int) -> int:
    return 0 if side is None else 1 if side == seat else 2


def _count(planes: bytearray, at: int, more: int) -> None:
    planes[at] = min(planes[at] + more, 255)


def _globals(view: View, sheet: Sheet, seat: int, beyond: int) -> NDArray[Any]:
    found = np.zeros(len(FACTS) + 2 * BUCKETS, np.int32)
    found[0], found[3] = seat, beyond
    words = len(FACTS) + BUCKETS
    for track in sheet.tracks:
        mine = _owner(track.side, seat)
        number, bucket, word = _track(track.name, track.text, mine)
        found[len(FACTS) + bucket] += number
        found[words + word] = 1
    for label in view.path:
        found[words + _bucket(f"step {label}")] = 1
    return found


@functools.lru_cache(maxsize=50_000)
def _track(name: str, text: str, mine: int) -> tuple[int, int, int]:
    number = _NUMBER.search(text)
    value = max(-(2**30), min(int(number.group()), 2**30)) if number else 0
    return value, _bucket(f"{name} {mine}"), _bucket(f"{name} {mine} {_NUMBER.sub('#', text)}")


@functools.lru_cache(maxsize=50_000)
def _bucket(text: str) -> int:
    return crc32(_NUMBER.sub("#", text).encode()) % BUCKETS
