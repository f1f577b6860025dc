"""Strength, victory points and the like over time, as far as a viewer may know: one point at each end of a phase.

A match that ends in the midst of a phase has a point at its end, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.engine.aids import Measure
from phaseline.engine.match import Match
from phaseline.engine.position import Position
from phaseline.server.rooms.history import History
from phaseline.server.viewing.lens import Lens
from phaseline.server.wire import Series


def series(match: Match, history: History, seat: int | None, *, bare: bool) -> list[Series]:
    """The lines for a viewer. What was measured once is known to the history.

    The chances of victory are told once a match is over.
    """
    over = bare and match.outcome is not None

    game = match.game

    def measured(position: Position) -> list[Measure]:
        state = game.state_type(game, match.scenario, position)
        view = Lens(state, seat, bare=bare, salt="").view
        chances = game.aids.chances(state, view) if over else []
        return [*chances, *game.aids.measures(match.scenario, view)]

    lines: dict[tuple[str, int | None], Series] = {}
    for index, path in _marks(match):
        label = " \u203a ".join(game.flow.spoken(path))
        for measure in history.found(index, ("measures", seat, bare, over), measured):
            key = (measure.key, measure.side)
            line = lines.get(key)
            if line is None:
                line = lines[key] = Series(
                    key=measure.key, title=measure.title, side=measure.side, points=[], labels=[]
                )
            line.points.append((index, measure.value))
            line.labels.append(label)
    return list(lines.values())


def _marks(match: Match) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The entries to measure at, each with its place in the sequence of play."""
    last = len(match.entries) - 1
    for index, entry in enumerate(match.entries):
        if entry.phase_ends:
            yield index, entry.phase_ends[-1].path
        elif index == last and match.outcome is not None:
            yield index, match.state.path()
