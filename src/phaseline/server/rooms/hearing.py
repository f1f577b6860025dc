"""What the seats of a match were told of it, for the computers that think for them: as much as each has not heard yet.

An agent lives in a thinking process, which may be another one each time, or be stopped; and what it was told may be taken
back. So it says what it has heard, by how many entries and by a *mark* of them, made of nothing but what its seat was told.
If the match still has these entries, it is told the rest; else it is told all, from the beginning.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence

from phaseline.engine.events import Event, redact
from phaseline.engine.match import Entry
from phaseline.server.computers.job import Heard, Story
from phaseline.server.storage.told import events_text


class Hearing:
    """The marks of one match, for each seat after so many entries."""

    def __init__(self) -> None:
        self._marks: dict[int, list[str]] = {}

    def cut(self, entry: int) -> None:
        """Entries from this one on were taken back or made anew."""
        for marks in self._marks.values():
            del marks[entry + 1 :]

    def told(self, entries: Sequence[Entry], seat: int) -> Callable[[Heard], Story]:
        """What a seat was told in these entries, which are all there are, for whoever says what it has heard of them."""
        marks = self._marks.setdefault(seat, [""])
        for entry in entries[len(marks) - 1 :]:
            told = events_text(redact(entry.events, seat))
            marks.append(hashlib.sha256(f"{marks[-1]} {told}".encode()).hexdigest()[:16])
        entries, marks = tuple(entries), list(marks)

        def rest(heard: Heard) -> Story:
            count = heard.entries
            since = count if count < len(marks) and marks[count] == heard.mark else 0
            events: list[Event] = [event for entry in entries[since:] for event in entry.events]
            return Story(
                since=since, events=events_text(redact(events, seat)), entries=len(entries), mark=marks[-1]
            )

        return rest
