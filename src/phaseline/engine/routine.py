"""Steps in which there is nothing to decide, and nothing comes of them that could not be taken back.

There is one legal order, or whatever else may be done is of no use any more, as a game's aids say (`Aids.futile`).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any

from phaseline.engine.finality import tried
from phaseline.engine.orders import Order
from phaseline.engine.state import State


def only_order(state: State[Any, Any], seat: int) -> Order | None:
    """The one order that `seat` may give now; None when there are several, or none."""
    found = list(itertools.islice(iter(state.legal(seat)), 2))
    return found[0] if len(found) == 1 else None


def is_routine(samples: Iterable[State[Any, Any]], seat: int, order: Order, *, futile: bool = False) -> bool:
    """Whether nothing comes of an order that anybody would want to be asked about, as far as `seat` can know.

    It is tried in `samples`, states that may be the true one. In none of them may it roll a die, show or keep anything
    hidden, or end the game; nor may another seat decide at the same time. The samples are left as they were. It is the only
    order, unless all others are `futile`: then the game may end with it, too.
    """
    return all(_settles_nothing(sample, seat, order, futile=futile) for sample in samples)


def _settles_nothing(sample: State[Any, Any], seat: int, order: Order, *, futile: bool) -> bool:
    decision = sample.decision
    if decision is None or decision.simultaneous:
        return False
    if not futile and only_order(sample, seat) != order:
        return False
    found = tried(sample, seat, order)
    return not (found.final or found.secret or (found.over and not futile))
