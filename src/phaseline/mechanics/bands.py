"""Bands: how tables print which numbers a row or a column stands for ("1-6", "3, 11", "15+", "even")."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence


def numbers(label: str) -> tuple[int, ...]:
    """The numbers a label names, in the order it names them. Raises `ValueError` when it cannot be read.

    >>> numbers("3-6, 11")
    (3, 4, 5, 6, 11)
    """
    named: list[int] = []
    for part in label.split(","):
        read = re.fullmatch(r"(\d+)(?:-(\d+))?", part.strip())
        if not read:
            raise ValueError(f"{label!r} names no numbers: write 7, 2-6, or several parted by commas")
        named.extend(range(int(read[1]), int(read[2] or read[1]) + 1))
    return tuple(named)


class Bands:
    """Labels that share out a run of whole numbers with no gap and no overlap.

    A label names its numbers ("7", "2-6", "3, 11"), or is "even" or "odd" and takes those of `within` that no other
    label names. The highest band may be open: "15+". Numbers past an end belong to the end band.

    >>> weather = Bands(["1-6", "7-10", "11-14", "15+"])
    >>> [weather.index(total) for total in (1, 10, 11, 17)]
    [0, 1, 2, 3]
    >>> storms = Bands(["even", "3, 11", "5, 9", "7"], within=range(2, 13))
    >>> [storms.index(total) for total in (2, 3, 9, 11)]
    [0, 1, 2, 1]

    Raises `ValueError` that names the label when labels cannot be read, overlap or leave a gap.

    Attributes:
        labels: the labels as given.
        low: the lowest number named.
        high: the highest number named.
        open_ended: whether the highest band is open, so that numbers above `high` are meant too.
    """

    __slots__ = ("_indices", "high", "labels", "low", "open_ended")

    def __init__(self, labels: Iterable[str], *, within: range = range(0)) -> None:
        self.labels = tuple(labels)
        bands: dict[int, int] = {}
        for index, label in enumerate(self.labels):
            if label not in _PARITIES:
                _claim(bands, numbers(label.removesuffix("+")), index, label)
        for index, label in enumerate(self.labels):
            if label in _PARITIES:
                left = [number for number in within if number % 2 == _PARITIES[label] and number not in bands]
                _claim(bands, left, index, label)
        if not bands:
            raise ValueError("a table needs at least one row or column")
        self.low, self.high = min(bands), max(bands)
        gaps = [number for number in range(self.low, self.high) if number not in bands]
        if gaps:
            raise ValueError(f"no band stands for {gaps[0]} among {'; '.join(self.labels)}")
        ends_open = [index for index, label in enumerate(self.labels) if label.endswith("+")]
        if ends_open not in ([], [bands[self.high]]):
            raise ValueError(f"only the highest band may be open (+) among {'; '.join(self.labels)}")
        self.open_ended = bool(ends_open)
        self._indices = tuple(bands[number] for number in range(self.low, self.high + 1))

    def index(self, number: int) -> int:
        """Which band holds `number`, counted from 0."""
        return self._indices[min(max(number, self.low), self.high) - self.low]

    def label(self, number: int) -> str:
        """The label of the band that holds `number`."""
        return self.labels[self.index(number)]


_PARITIES = {"even": 0, "odd": 1}


def _claim(bands: dict[int, int], claimed: Sequence[int], index: int, label: str) -> None:
    if not claimed:
        raise ValueError(f"{label!r} stands for no number that is left")
    for number in claimed:
        if number in bands:
            raise ValueError(f"{label!r} stands for {number}, which another band has already")
        bands[number] = index
