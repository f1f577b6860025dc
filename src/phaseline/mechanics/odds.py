"""Combat odds: the ratio of two strengths, the table column it means, and the column shifts that move it.

Arithmetic is exact and rounds in the defender's favour. Every shift is named with its case, so that an odds panel can
show how the final column came about.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import pairwise
from typing import NamedTuple

from msgspec import Struct

from phaseline.mechanics.strength import Strength, show


class Odds(NamedTuple):
    """`attack` to `defence`: 3:1 is `Odds(3, 1)`, 1:3 is `Odds(1, 3)`."""

    attack: int
    defence: int

    @classmethod
    def parse(cls, text: str) -> Odds:
        """Odds as printed, "3:1" or "3-1". Raises `ValueError` for anything else.

        >>> Odds.parse("1-3")
        Odds(attack=1, defence=3)
        """
        printed = re.fullmatch(r"([1-9]\d*)[:-]([1-9]\d*)", text.strip())
        if not printed:
            raise ValueError(f"{text!r} is not odds: write them as 3:1 or 3-1")
        return cls(int(printed[1]), int(printed[2]))

    @property
    def rank(self) -> int:
        """Whole odds counted in steps from 1:1: 3:1 is 2, 1:3 is -2."""
        return self.attack - self.defence

    def text(self, like: str = ":") -> str:
        """The odds as printed, parted as the odds text `like` is.

        >>> Odds(3, 1).text(like="2-1")
        '3-1'
        """
        return f"{self.attack}{'-' if '-' in like else ':'}{self.defence}"

    def __str__(self) -> str:
        return self.text()


class Shift(Struct, frozen=True):
    """Columns to move, to the right (the attacker's favour) when positive; why, and the case that says so."""

    columns: int
    why: str
    case: str = ""

    def __str__(self) -> str:
        way = "right" if self.columns > 0 else "left"
        case = f" ({self.case})" if self.case else ""
        return f"{abs(self.columns)} {way}: {self.why}{case}"


def whole_odds(attack: Strength, defence: Strength) -> Odds:
    """The ratio as whole odds, rounded in the defender's favour.

    >>> print(whole_odds(50, 15), whole_odds(11, 4), whole_odds(5, 11), whole_odds(10, 11))
    3:1 2:1 1:3 1:2

    No strength at all reads as 0:1 or 1:0. Raises `ValueError` when neither side has any, or one is negative.
    """
    if attack < 0 or defence < 0 or not (attack or defence):
        raise ValueError(
            f"no odds of {show(attack)} against {show(defence)}: strengths are 0 or more, not both 0"
        )
    if not attack or not defence:
        return Odds(int(attack > 0), int(defence > 0))
    if attack >= defence:
        return Odds(int(attack // defence), 1)
    return Odds(1, int(-(-defence // attack)))


def reaches(attack: Strength, defence: Strength, odds: Odds) -> bool:
    """Whether the ratio is at least `odds`, as an overrun at 13:1 asks.

    >>> reaches(26, 2, Odds(13, 1)), reaches(25, 2, Odds(13, 1))
    (True, False)
    """
    return attack * odds.defence >= defence * odds.attack


class OddsReport(Struct, frozen=True):
    """How an attack arrived at its column.

    Attributes:
        attack: the attacker's total strength.
        defence: the defender's.
        odds: the ratio in whole odds, or in those of a column between them (3:2) that it reaches.
        before: what the odds count as before shifts: the label of a column, or the odds themselves past an end.
        shifts: all shifts.
        column: the final column, counted from 0 on the left.
        label: the label of the final column.
        beyond: how many columns past an end the attack came out: negative to the left, positive to the right, 0 on
            the table.
    """

    attack: Strength
    defence: Strength
    odds: str
    before: str
    shifts: tuple[Shift, ...]
    column: int
    label: str
    beyond: int

    @property
    def landed(self) -> int:
        """The column after all shifts, counted on past the ends of the table."""
        return self.column + self.beyond

    @property
    def net(self) -> int:
        """All shifts together."""
        return sum(shift.columns for shift in self.shifts)

    def lines(self) -> list[str]:
        """The report for a reader, one line a fact."""
        counts_as = f", counts as {self.before}" if self.before != self.odds else ""
        end = "right" if self.beyond > 0 else "left"
        past = f", {abs(self.beyond)} past the {end} end" if self.beyond else ""
        return [
            f"{show(self.attack)} against {show(self.defence)}: {self.odds}{counts_as}",
            *map(str, self.shifts),
            f"column {self.label}{past}",
        ]


class OddsColumns:
    r"""The odds columns printed on a table, from worst to best for the attacker.

    The column of a ratio is the best one it reaches, so gaps in the table (8:1, then 10:1) also round in the defender's
    favour. Past the two ends columns are counted on in whole odds, which is what `beyond` in a report tells: a game
    may ignore it (the end column serves), forbid it, or give it a meaning of its own such as automatic elimination.

    With `clamp_first` the odds are brought within the table before shifts apply (20:1 on a table that ends at 7:1, two
    columns left: 5:1); without it afterwards (18:1, so 7:1).

    >>> columns = OddsColumns(["1:2", "1:1", "2:1", "3:1", "4:1"])
    >>> report = columns.report(31, 10, [Shift(-2, "mountain", "10.2b"), Shift(1, "bombers", "10.10c")])
    >>> print(*report.lines(), sep="\n")
    31 against 10: 3:1
    2 left: mountain (10.2b)
    1 right: bombers (10.10c)
    column 2:1
    """

    __slots__ = ("clamp_first", "labels", "odds")

    def __init__(self, labels: Iterable[str], *, clamp_first: bool = False) -> None:
        self.labels = tuple(labels)
        self.odds = tuple(map(Odds.parse, self.labels))
        self.clamp_first = clamp_first
        if not self.odds:
            raise ValueError("an odds table needs at least one column")
        for (left, low), (right, high) in pairwise(zip(self.labels, self.odds, strict=True)):
            if low.attack * high.defence >= high.attack * low.defence:
                raise ValueError(f"odds columns must rise from left to right, but {right} follows {left}")
        for label, end in ((self.labels[0], self.odds[0]), (self.labels[-1], self.odds[-1])):
            if 1 not in end:
                raise ValueError(f"the first and last odds columns must be n:1 or 1:n, but one is {label}")

    def place(self, attack: Strength, defence: Strength) -> int:
        """The column of a ratio before shifts, counted on past the ends unless `clamp_first`.

        A side without strength puts it one column past the end.
        """
        last = len(self.odds) - 1
        rank = whole_odds(attack, defence).rank
        if not defence or rank > self.odds[-1].rank:
            place = last + (rank - self.odds[-1].rank if defence else 1)
        elif reaches(attack, defence, self.odds[0]):
            place = sum(reaches(attack, defence, odds) for odds in self.odds) - 1
        else:
            place = rank - self.odds[0].rank if attack else -1
        return min(max(place, 0), last) if self.clamp_first else place

    def report(self, attack: Strength, defence: Strength, shifts: Iterable[Shift] = ()) -> OddsReport:
        """The column of an attack and how it came about. Raises `ValueError` as `whole_odds` does."""
        shifts = tuple(shifts)
        last = len(self.odds) - 1
        start = self.place(attack, defence)
        landed = start + sum(shift.columns for shift in shifts)
        column = min(max(landed, 0), last)
        odds = self._finest(attack, defence, start).text(like=self.labels[0])
        return OddsReport(
            attack=attack,
            defence=defence,
            odds=odds,
            before=self.labels[start] if 0 <= start <= last else odds,
            shifts=shifts,
            column=column,
            label=self.labels[column],
            beyond=landed - column,
        )

    def _finest(self, attack: Strength, defence: Strength, place: int) -> Odds:
        """Whole odds, or those of a column such as 3:2 when they say more."""
        whole = whole_odds(attack, defence)
        if 0 <= place < len(self.odds):
            column = self.odds[place]
            if reaches(attack, defence, column) and reaches(column.attack, column.defence, whole):
                return column
        return whole
