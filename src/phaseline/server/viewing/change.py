"""What is drawn otherwise than before: most of a sheet stays as it is from one order to the next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from phaseline.engine.sheet import Sheet
from phaseline.server.wire import SheetChange

T = TypeVar("T")


def sheet_change(old: Sheet, new: Sheet) -> SheetChange:
    """What makes the new sheet of the old one."""
    same = old.badges is new.badges or old.badges == new.badges
    return SheetChange(
        pieces=splices(old.pieces, new.pieces),
        marks=splices(old.marks, new.marks),
        tracks=splices(old.tracks, new.tracks),
        badges=None if same else dict(new.badges),
    )


def splices(old: Sequence[T], new: Sequence[T]) -> list[tuple[int, int, list[T]]]:
    """What makes the new list of the old one: from a place on so many items go, and these come; in this order.

    >>> splices("abcdef", "aBCdeF")
    [(1, 2, ['B', 'C']), (5, 1, ['F'])]
    >>> splices("abcdef", "abXef")
    [(2, 2, ['X'])]
    """
    if old is new:
        return []
    if len(old) != len(new):
        return [_one_splice(old, new)]
    found: list[tuple[int, int, list[T]]] = []
    for place, (was, item) in enumerate(zip(old, new, strict=True)):
        if was is item or was == item:
            continue
        if found and found[-1][0] + found[-1][1] == place:
            start, gone, come = found[-1]
            found[-1] = (start, gone + 1, [*come, item])
        else:
            found.append((place, 1, [item]))
    return found


def _one_splice(old: Sequence[T], new: Sequence[T]) -> tuple[int, int, list[T]]:
    """All between the first and the last item that differ."""
    shorter = min(len(old), len(new))
    start = 0
    while start < shorter and old[start] == new[start]:
        start += 1
    end = 0
    while end < shorter - start and old[-1 - end] == new[-1 - end]:
        end += 1
    return start, len(old) - start - end, list(new[start : len(new) - end])
