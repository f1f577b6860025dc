"""Transcripts: what one seat knows of a match, as a text that it may read, keep and pass on.

A record holds every order and dice of both sides, and fingerprints of positions that a patient reader could search
for secrets. A transcript holds the seat's own orders and what it was told, nothing else. It cannot be replayed.
"""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.engine.events import redact, tell
from phaseline.engine.match import Entry, Match

FORMAT = 1


def transcript(match: Match, seat: int | None) -> str:
    """What `seat` (None: a spectator) knows of the match, in order: its orders, and what happened, indented.

    The text may be given to that seat at any time.
    """
    head = [
        f"Phaseline transcript {FORMAT}",
        f"game: {match.game.key} {match.game.version}",
        f"scenario: {match.scenario.key}",
        f"seen by: {'a spectator' if seat is None else match.game.seats[seat]}",
    ]
    if match.commitment:
        head.append(f"commitment: {match.commitment}")
    body = (line for entry in match.entries for line in _lines(match, entry, seat))
    return "\n".join([*head, "", *body, ""])


def _lines(match: Match, entry: Entry, seat: int | None) -> Iterator[str]:
    if seat is not None and entry.seat == seat and entry.order is not None:
        yield f"{match.game.seats[seat]}: {match.write(entry.order)}"
    for event in redact(entry.events, seat):
        yield f"  {tell(event, match.scenario.lexicon)} ({event.case})"
