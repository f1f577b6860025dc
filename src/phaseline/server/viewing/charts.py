"""Strength, victory points and the like over time, as far as a viewer may know: one point at each end of a phase."""

from __future__ import annotations

from phaseline.engine.aids import Measure
from phaseline.server.rooms.history import History
from phaseline.server.rooms.ledger import Ledger
from phaseline.server.viewing.lens import Lens
from phaseline.server.wire import Series


class Charts:
    """The charts of a match. What was worked out is kept, by viewer."""

    def __init__(self, ledger: Ledger, history: History) -> None:
        self._ledger = ledger
        self._history = history
        self._known: dict[tuple[int | None, bool], dict[int, list[Measure]]] = {}

    def cut(self, entry: int) -> None:
        """Forget what was measured from this entry on."""
        for known in self._known.values():
            for index in [index for index in known if index >= entry]:
                del known[index]

    def series(self, seat: int | None, *, bare: bool) -> list[Series]:
        """The lines for a viewer."""
        match = self._ledger.match
        known = self._known.setdefault((seat, bare), {})
        labels = {
            index: " \u203a ".join(entry.phase_ends[-1].path)
            for index, entry in enumerate(match.entries)
            if entry.phase_ends
        }
        for index in labels:
            if index not in known:
                known[index] = self._measured(index, seat, bare=bare)
        lines: dict[tuple[str, int | None], Series] = {}
        for index, label in labels.items():
            for measure in known[index]:
                key = (measure.key, measure.side)
                line = lines.get(key)
                if line is None:
                    line = lines[key] = Series(
                        key=measure.key, title=measure.title, side=measure.side, points=[], labels=[]
                    )
                line.points.append((index, measure.value))
                line.labels.append(label)
        return list(lines.values())

    def _measured(self, entry: int, seat: int | None, *, bare: bool) -> list[Measure]:
        match = self._ledger.match
        position = self._history.position(entry).copy()
        state = match.game.state_type(match.game, match.scenario, position)
        return match.game.aids.measures(match.scenario, Lens(state, seat, bare=bare, salt="").view)
