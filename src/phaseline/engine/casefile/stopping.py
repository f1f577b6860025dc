"""Where a step holds play, before anything more happens by itself: the key `stop`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from phaseline.engine.casefile.setup import find_step

if TYPE_CHECKING:
    from phaseline.engine.casefile.tree import Node
    from phaseline.engine.flow import Step
    from phaseline.engine.game import Game
    from phaseline.engine.position import Frame


class Stop:
    """Pauses the sequence of play before one step, or (without a place) before whatever comes next.

    `reached` tells whether it has.
    """

    def __init__(self, place: tuple[type[Frame], str] | None = None) -> None:
        self._place = place
        self.reached = False

    @classmethod
    def read(cls, node: Node, game: Game[Any, Any], field: str) -> Stop:
        """From `stop: true` or `stop: STEP`. Raises `CaseFileError`."""
        if node.resolved() is True:
            return cls()
        try:
            return cls(find_step(game, node.text))
        except LookupError as error:
            raise node.error(str(error.args[0]), field) from error

    def __call__(self, step: Step, frame: Frame) -> bool:
        """Whether play stops before this step."""
        if self._place is None or (type(frame), step.label) == self._place:
            self.reached = True
            return True
        return False
