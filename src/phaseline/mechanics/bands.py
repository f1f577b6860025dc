"""Bands: how tables print which numbers a row or a column stands for ("1-6", "3, 11", "15+", "even")."""

from __future__ import annotations

import re
from collections.abc import Iterable


class Bands:
    """Labels that share out the whole numbers from `low` to `high` with no gap and no overlap.

    A label is one or more of "7", "2-6", "even", "odd", and "15+" for the highest band, parted by commas. "even" and
    "odd" stand for the numbers of `within` that no label names. Numbers past an end belong to the end band.

    >>> weather = Bands(["1-6", "7-10", "11-14", "15+"])
    >>> [weather.index(total) for total in (1, 10, 11, 17)]
    [0, 1, 2, 3]
    >>> storms = Bands(["even", "3,11", "5,9", "7"], within=range(2, 13))
    >>> [storms.index(total) for total in (2, 3, 9, 11)]
    [0, 1, 2, 1]

    Raises `ValueError` that names the label when labels cannot be read, overlap or leave a gap.
    """

    __slots__ = ("_indices", "high", "labels", "low", "open_ended")

    def __init__(self, labels: Iterable[str], *, within: range = range(0)) -> None:
        self.labels = tuple(labels)
        self.open_ended = False
        named: dict[int, int] = {}
        parities: dict[int, int] = {}
        for index, label in enumerate(self.labels):
            for part in map(str.strip, label.split(",")):
                if part in {"even", "odd"}:
                    _claim(parities, [int(part == "odd")], index, label)
                else:
                    _claim(named, self._numbers(part, label), index, label)
        for number in within:
            if number not in named and number % 2 in parities:
                named[number] = parities[number % 2]
        if not named:
            raise ValueError("a table needs at least one row or column")
        self.low, self.high = min(named), max(named)
        gaps = [number for number in range(self.low, self.high) if number not in named]
        if gaps:
            raise ValueError(f"nothing stands for {gaps[0]} among {', '.join(self.labels)}")
        if self.open_ended and not self.labels[named[self.high]].rstrip().endswith("+"):
            raise ValueError(f"only the highest band may be open (+) among {', '.join(self.labels)}")
        self._indices = tuple(named[number] for number in range(self.low, self.high + 1))

    def _numbers(self, part: str, label: str) -> range:
        read = re.fullmatch(r"(\d+)(?:-(\d+)|(\+))?", part)
        if not read:
            raise ValueError(f"{label!r} is not a band: write 7, 2-6, 15+, even or odd")
        first = int(read[1])
        self.open_ended |= bool(read[3])
        return range(first, int(read[2] or first) + 1)

    def index(self, number: int) -> int:
        """Which band holds `number`, counted from 0."""
        return self._indices[min(max(number, self.low), self.high) - self.low]

    def label(self, number: int) -> str:
        """The label of the band that holds `number`."""
        return self.labels[self.index(number)]

    def __len__(self) -> int:
        return len(self.labels)


def _claim(taken: dict[int, int], numbers: Iterable[int], index: int, label: str) -> None:
    for number in numbers:
        if number in taken:
            raise ValueError(f"{label!r} stands for what another band stands for already")
        taken[number] = index
