"""The staff of version 0.1.0, kept as it was: what a later one is measured against.

It plays by the planners of that version. Where a game's planner has changed since, the old one has a folder of its own
here; what has not changed is shared. A test holds it to matches that were recorded then, order for order.
"""

from __future__ import annotations

from collections.abc import Mapping

from phaseline.ai.brain import Brain, brains
from phaseline.ai.staff import StaffAgent
from phaseline.ai.staff1 import eisenhower, westfront

GAMES = ("skirmish", "westfront", "eisenhower")
"""The games that the staff of that version is kept for."""
CHANGED: Mapping[str, Brain] = {"eisenhower": eisenhower.BRAIN, "westfront": westfront.BRAIN}
"""The old brains of the games whose planners have changed since."""


class Staff1Agent(StaffAgent):
    """Plays by the planners of version 0.1.0."""

    @classmethod
    def known(cls) -> Mapping[str, Brain]:
        """The old planners, by game."""
        return {key: CHANGED[key] if key in CHANGED else brains()[key] for key in GAMES if key in brains()}
