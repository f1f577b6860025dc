"""The end of a turn, where a case ends that has no dice for the next one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaseline.engine.dice import DiceExhausted

if TYPE_CHECKING:
    from collections.abc import Callable

    from phaseline.engine.flow import Step
    from phaseline.engine.position import Frame
    from phaseline.engine.state import State


class TurnEnd:
    """Pauses the sequence of play before a turn that begins with a die, as that of the weather, if none is left for it.

    A case that is about one turn need not know what the next one rolls. `left` tells how many dice the case has left,
    `reached` whether play was paused here.
    """

    def __init__(
        self,
        state: State[Any, Any],
        left: Callable[[], int],
        stop: Callable[[Step, Frame], bool] | None = None,
    ) -> None:
        self._state, self._left, self._stop = state, left, stop
        self.reached = False

    def __call__(self, step: Step, frame: Frame) -> bool:
        """Whether play pauses before this step; `stop` may pause it elsewhere."""
        if self._stop is not None and self._stop(step, frame):
            return True
        # Between turns only the outermost procedure is under way.
        if len(self._state.position.stack) == 1 and not self._left() and self._rolls():
            self.reached = True
        return self.reached

    def _rolls(self) -> bool:
        try:
            self._state.copy().advance()
        except DiceExhausted:
            return True
        return False
