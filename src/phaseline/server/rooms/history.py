"""Positions as they were after earlier entries, for looking back, and what charts show of them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

from phaseline.engine.dice import ScriptedDice
from phaseline.engine.position import Position
from phaseline.server.rooms.chronicle import EVERY, Chronicle, PositionAt, fallen
from phaseline.server.storage.rows import CorruptMatch, position_of

T = TypeVar("T")

KEPT = 400
"""So many positions of the past are kept in memory."""


class History:
    """The past of a match. Positions it gives are not to be changed."""

    def __init__(self, chronicle: Chronicle, position_at: PositionAt) -> None:
        self._chronicle = chronicle
        self._position_at = position_at
        self._known: OrderedDict[int, Position] = OrderedDict()
        self._found: dict[int, dict[Hashable, Any]] = {}

    def position(self, entry: int) -> Position:
        """The position after an entry that there is."""
        match = self._chronicle.match
        if entry == len(match.entries) - 1:
            return match.position
        known = self._known.get(entry)
        if known is None:
            known = self._replay(entry)
        self._known.move_to_end(entry)
        return known

    def found(self, entry: int, key: Hashable, work: Callable[[Position], T]) -> T:
        """What `work` makes of a copy of the position after an entry: done once, then known by `key`."""
        known = self._found.setdefault(entry, {})
        if key not in known:
            known[key] = work(self.position(entry).copy())
        result: T = known[key]
        return result

    def cut(self, entry: int) -> None:
        """Forget all from this entry on: it did not happen after all."""
        for index in [index for index in self._known if index >= entry]:
            del self._known[index]
        for index in [index for index in self._found if index >= entry]:
            del self._found[index]

    def _replay(self, entry: int) -> Position:
        """Play on from the nearest position known before, keeping those on the way."""
        match = self._chronicle.match
        first, start = self._before(entry)
        passed = match.entries[first + 1 : entry + 1]
        state = match.game.state_type(match.game, match.scenario, start.copy(), ScriptedDice(fallen(passed)))
        for index, made in enumerate(passed, start=first + 1):
            assert made.seat is not None
            assert made.order is not None
            state.apply(made.seat, made.order)
            if entry - index < EVERY:
                self._keep(index, state.position.copy())
        if first == entry:
            self._keep(entry, start)
        return self._known[entry]

    def _before(self, entry: int) -> tuple[int, Position]:
        near = max((index for index in self._known if index <= entry), default=-1)
        if near >= 0 and near > entry - EVERY // 2:
            return near, self._known[near]
        stored = self._position_at(entry)
        if stored is None:
            raise CorruptMatch("no position is stored of how it began")
        if stored.entry <= near:
            return near, self._known[near]
        return stored.entry, position_of(stored, self._chronicle.match.game.position_type)

    def _keep(self, index: int, position: Position) -> None:
        self._known[index] = position
        self._known.move_to_end(index)
        while len(self._known) > KEPT:
            self._known.popitem(last=False)
