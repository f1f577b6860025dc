"""An order put together choice by choice: which numbers lead on, and what a number stands for."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from phaseline.engine.legal import LegalOrders
from phaseline.engine.lexicon import Lexicon
from phaseline.engine.orders import Order, verb_of, write_value
from phaseline.env.encoding import Arrays
from phaseline.env.layout import FIELDS, Layout

Mask = NDArray[np.int8]
"""One number an action: 1 where it may be chosen."""

NONE_CHOSEN = np.full(FIELDS + 1, -1, np.int32)
NONE_CHOSEN.setflags(write=False)


def nothing(size: int) -> Mask:
    """The mask of a seat that has nothing to choose."""
    found = np.zeros(size, np.int8)
    found.setflags(write=False)
    return found


class Desk:
    """Where one order is put together: its kind first, then field by field.

    Begin with `open`; `mask` says what may be chosen, `choose` takes a choice and returns the order when it is whole.
    An order without fields is whole with its kind.
    """

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.kind: type[Order] | None = None
        self.values: tuple[Any, ...] = ()
        self.chosen: NDArray[np.int32] = NONE_CHOSEN
        """The actions of the order so far, -1 for those still to come."""
        self._legal: LegalOrders | None = None
        self._offered: dict[int, Any] | None = None
        self._mask: Mask | None = None

    def open(self, legal: LegalOrders) -> None:
        """Begin an order that is one of these."""
        self._legal = legal
        self._restart()

    def close(self) -> None:
        """Nobody has to decide."""
        self._legal = None
        self._restart()

    def offered(self) -> dict[int, Any]:
        """What may be chosen now: action to kind of order, or to value of the next field."""
        found = self._offered
        if found is None:
            found = self._offered = {} if self._legal is None else self._offer(self._legal)
        return found

    def mask(self) -> Mask:
        """The same as an array over all actions. It is not to be written to."""
        found = self._mask
        if found is None:
            found = np.zeros(self.layout.size, np.int8)
            offered = self.offered()
            if offered:
                found[np.fromiter(offered, np.int64, len(offered))] = 1
            found.setflags(write=False)
            self._mask = found
        return found

    def choose(self, action: int) -> Order | None:
        """Take a choice; the order if it is whole now. Raises `LookupError` if the action is not offered."""
        offered = self.offered()
        if action not in offered:
            raise LookupError(f"action {action} ({self.layout.named(action)}) may not be chosen now")
        chosen = self.chosen.copy()
        if self.kind is None:
            self.kind = offered[action]
            chosen[0] = action
        else:
            self.values = (*self.values, offered[action])
            chosen[len(self.values)] = action
        chosen.setflags(write=False)
        self.chosen = chosen
        self._offered = self._mask = None
        if len(self.values) < len(self.kind.__struct_fields__):
            return None
        return self.kind(*self.values)

    def seen(self, arrays: Arrays) -> Arrays:
        """What the seat observes while it puts its order together: the arrays of its view, with the order begun."""
        if self.kind is None:
            return {**arrays, "chosen": NONE_CHOSEN}
        facts = arrays["globals"].copy()
        facts[1] = len(self.values)
        facts[2] = self.layout.index[self.kind] + 1
        facts.setflags(write=False)
        return {**arrays, "globals": facts, "chosen": self.chosen}

    def words(self, action: int, lexicon: Lexicon) -> str:
        """What an action that is offered stands for, as the notation of the order has it."""
        value = self.offered()[action]
        return (
            verb_of(value) if self.kind is None else write_value(self.kind, len(self.values), value, lexicon)
        )

    def begun(self, lexicon: Lexicon) -> str:
        """The order as far as it is put together, in its notation; "" when none is begun."""
        kind = self.kind
        if kind is None:
            return ""
        values = [write_value(kind, field, value, lexicon) for field, value in enumerate(self.values)]
        return " ".join([verb_of(kind), *values])

    def _restart(self) -> None:
        self.kind = None
        self.values = ()
        self.chosen = NONE_CHOSEN
        self._offered = self._mask = None

    def _offer(self, legal: LegalOrders) -> dict[int, Any]:
        layout, kind, values = self.layout, self.kind, self.values
        if kind is None:
            return {layout.index[order]: order for order in legal.kinds()}
        able = legal.able(kind, *values)
        segment = layout.segment(kind, len(values))
        if segment is not layout.choice and all(type(value) is int for value in able):
            return dict(zip(layout.numbers(segment, able), able, strict=True))
        return {layout.number(segment, value, legal.place(kind, values, value)): value for value in able}
