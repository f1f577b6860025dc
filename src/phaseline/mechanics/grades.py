"""Results of a match by points: each from so many on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct


class Grade(Struct, frozen=True, forbid_unknown_fields=True):
    """A result, as a data file gives it: from so many points on, who has won ("" a draw), and what it is called."""

    least: int
    winner: str
    level: str


def graded(grades: Iterable[Grade], points: int) -> Grade:
    """The result of so many points; fewer than any takes have the last one, as `spans` says.

    >>> sides = [Grade(10, "Blue", "Blue victory"), Grade(0, "", "draw"), Grade(-99, "Red", "Red victory")]
    >>> graded(sides, 10).level, graded(sides, 9).level, graded(sides, -1).winner
    ('Blue victory', 'draw', 'Red')
    """
    ranked = sorted(grades, key=lambda grade: -grade.least)
    return next((grade for grade in ranked if points >= grade.least), ranked[-1])


def spans(grades: Iterable[Grade]) -> Iterator[tuple[Grade, str]]:
    """Each result, the best first, with the points it takes; less than the last but one is the last.

    >>> [
    ...     span
    ...     for _, span in spans([Grade(-99, "Red", "lost"), Grade(0, "", "draw"), Grade(10, "Blue", "won")])
    ... ]
    ['10 and more', '0 to 9', '-1 and less']
    """
    ranked = sorted(grades, key=lambda grade: -grade.least)
    above: int | None = None
    for grade in ranked:
        if above is None:
            yield grade, f"{grade.least} and more"
        else:
            yield grade, f"{above - 1} and less" if grade is ranked[-1] else f"{grade.least} to {above - 1}"
        above = grade.least
