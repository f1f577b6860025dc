"""Which turn it is, as the turn track says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from phaseline.engine.state import State


def turn_of(state: State[Any, Any]) -> tuple[int, str]:
    """The turn of a state, counted from 1 (0: before the first one), and what it is called.

    It is read off the turn track; in a game without one, it is the position's own field `turn`, if it has it.
    """
    cells = state.game.aids.turns(state.scenario, state.game.open_view(state))
    for number, cell in enumerate(cells, start=1):
        if cell.now:
            return number, cell.title
    number = getattr(state.position, "turn", 0)
    return (number, f"Turn {number}") if not cells and isinstance(number, int) else (0, "")
