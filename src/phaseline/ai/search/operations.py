"""Operations: courses that last over turns. They are kept, checked, and dropped with a reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from phaseline.ai.search.council import Council, Course, Standing


class Operations:
    """What a player remembers of the operation it is about, and what there is to be told of it."""

    def __init__(self) -> None:
        self.kept: Course | None = None
        """The one it goes by."""
        self._standing: Standing | None = None
        self._before: Course | None = None
        self._over = ""
        self._instead = ""

    def check(self, council: Council[Any], state: Any) -> Course | None:
        """The operation that may go on in a state; None: there is none, or it is over."""
        self._before, self._over, self._instead, self._standing = self.kept, "", "", None
        if self.kept is not None:
            self._standing = council.standing(state, self.kept)
            self._over = "" if self._standing is None else self._standing.over
            if self._standing is None or self._over:
                self.kept = None
        return self.kept

    def in_the_running(self, courses: Sequence[Course], most: int) -> list[Course]:
        """The first of some courses, so many at most; what is kept is among them, or it could not be said what does better."""
        found = list(courses[:most])
        if self.kept is not None and self.kept not in found:
            found[1:] = [*found[1 : most - 1], self.kept]
        return found

    def take_up(self, course: Course, council: Council[Any], state: Any) -> None:
        """Go by a course from now on. It is remembered if it lasts; what was kept before is dropped for it."""
        self._standing = council.standing(state, course)
        lasts = self._standing is not None and not self._standing.over
        self.kept = course if lasts else None
        same = self._before is None or self._before == course
        self._instead = "" if same else course.aim

    def told(self) -> list[str]:
        """What became of the operation that was kept, and how the one stands that is."""
        found = []
        if self._before is not None and self._over:
            found.append(f"Over: {self._before.aim}: {self._over}.")
        elif self._before is not None and self._instead:
            found.append(f"Dropped: {self._before.aim}: this does better now: {self._instead}.")
        if self.kept is not None and self._standing is not None:
            kept = self.kept == self._before
            found.append(f"{'Kept' if kept else 'Begun'}: {self.kept.aim} ({self._standing}).")
        return found
