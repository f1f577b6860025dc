"""What the staff of version 0.1.0 thought otherwise in what it shares with today's."""

from __future__ import annotations

from phaseline.ai.eisenhower import attacks, replies
from phaseline.hexgrid import Hex


class GeneralStaff(attacks.GeneralStaff):
    """Finds attacks without sparing anybody."""

    thrifty = False


class Replies(replies.Replies):
    """Answers by the same chances everywhere."""

    def _safer(self, hex: Hex, there: tuple[int, int], more: tuple[int, int]) -> float:
        before = self.view.danger(hex, *there)
        return before - self.view.danger(hex, there[0] + more[0], there[1] + more[1])

    def _ruin(self, hex: Hex) -> float:  # noqa: ARG002
        return replies.RUIN
