"""How a row and a column are written as one number."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

Scheme: TypeAlias = Literal["RRCC", "CCRR"]
"""Which comes first in a hex number, the row or the column."""


@dataclass(frozen=True)
class Figures:
    """Row and column, or column and row, each with the same count of digits.

    >>> Figures("RRCC", 2).write(row=31, column=7), Figures("CCRR", 3).read("102007")
    ('3107', (7, 102))

    Raises:
        ValueError: there is no such scheme.
    """

    scheme: Scheme
    digits: int

    def __post_init__(self) -> None:
        if self.scheme not in ("RRCC", "CCRR"):
            raise ValueError(f'the scheme of a hex number is "RRCC" or "CCRR", not {self.scheme!r}')

    def write(self, row: int, column: int) -> str:
        """The number of a row and a column."""
        one, two = (row, column) if self.scheme == "RRCC" else (column, row)
        return self.pad(one) + self.pad(two)

    def read(self, text: str) -> tuple[int, int] | None:
        """Row and column of a number; None if the text is not made of just so many digits."""
        if not re.fullmatch(rf"[0-9]{{{2 * self.digits}}}", text):
            return None
        one, two = int(text[: self.digits]), int(text[self.digits :])
        return (one, two) if self.scheme == "RRCC" else (two, one)

    def pad(self, number: int) -> str:
        """A single row or column number with its leading zeros."""
        return f"{number:0{self.digits}}"

    def span(self, numbers: range) -> str:
        """From the least to the greatest of some numbers, in words."""
        low, high = sorted((numbers[0], numbers[-1]))
        return f"{self.pad(low)} to {self.pad(high)}"

    def fit(self, numbers: range) -> bool:
        """Whether all numbers can be written: none negative, none too long."""
        return min(numbers) >= 0 and len(str(max(numbers))) <= self.digits


def bare(text: str) -> str:
    """A hex number without the blanks and hyphens people put into it."""
    return re.sub(r"[\s_-]", "", text)


def nearest(number: int, numbers: range) -> int:
    """The one of `numbers` closest to a number."""
    return min(numbers, key=lambda other: abs(other - number))
