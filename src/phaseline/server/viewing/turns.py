"""Whose turn it was when an order was given: what others order meanwhile answers it."""

from __future__ import annotations

from collections.abc import Sequence

from phaseline.engine.match import Match


def turn_of(path: Sequence[str], seats: Sequence[str]) -> int | None:
    """The seat that a place in the sequence of play belongs to; None: to all alike.

    >>> turn_of(("Turn 2", "Red turn", "battle at 0204", "losses"), ("Blue", "Red"))
    1
    >>> turn_of(("Turn 2", "stances"), ("Blue", "Red")) is None
    True
    """
    for part in path:
        for seat, name in enumerate(seats):
            if part.casefold().startswith(f"{name} ".casefold()):
                return seat
    return None


def turns(match: Match, since: int = 0) -> list[int | None]:
    """Whose turn it was at each entry from `since` on.

    An entry belongs to the phase that ends with it or next after it; the last ones to the phase under way.
    """
    seats = match.game.seats
    now = turn_of(match.state.path(), seats)
    found: list[int | None] = []
    for entry in reversed(match.entries[since:]):
        if entry.phase_ends:
            now = turn_of(entry.phase_ends[0].path, seats)
        found.append(now)
    return found[::-1]
