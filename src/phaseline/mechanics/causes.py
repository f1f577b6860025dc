"""Which rule bars a way: each is lifted in thought, and the one without which the way is open is the cause.

Many rules hold at once where an order is refused, and a refusal names one. Naming whichever was looked at first misleads:
"enemy zones of control keep it from there" is no help where the sea lies between as well. So a way is a plain value that
says all it hangs on (what may be spent, which hexes are open, where one stops), a cause makes of it the way without one rule,
and whoever asks tells when a way is open. Single causes come first (`alone`); where none suffices, several
together (`in_pairs`, `in_turn`), of which the last is named: order them so that what is harder to get round comes later.

This is asked when an order is refused, and not to find out what is legal.

>>> class March(NamedTuple):
...     points: int
...     bridge: bool
>>> causes = [
...     Cause(lambda way: way._replace(points=6), Refusal("7.1", "out of supply it has 3 points only")),
...     Cause(lambda way: way._replace(bridge=True), Refusal("8.2", "the bridge is down")),
... ]
>>> print(alone(March(3, bridge=False), causes, lambda way: way.bridge and way.points >= 2))
case 8.2: the bridge is down
>>> def far(way: March) -> bool:
...     return way.bridge and way.points >= 5
>>> alone(March(3, bridge=False), causes, far), str(in_turn(March(3, bridge=False), causes, far))
(None, 'case 8.2: the bridge is down')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Generic, NamedTuple, TypeVar

from phaseline.engine.refusal import Refusal

W = TypeVar("W")
"""A way, as a value: all that decides where it leads."""


class Cause(NamedTuple, Generic[W]):
    """A rule that may bar a way.

    Attributes:
        lift: the way as it would be without this rule; the same one where the rule does not touch it.
        why: what is said if it is this rule that bars the way.
    """

    lift: Callable[[W], W]
    why: Refusal


def alone(way: W, causes: Iterable[Cause[W]], opens: Callable[[W], bool]) -> Refusal | None:
    """The first cause that bars the way by itself; None if there is no such."""
    return next((cause.why for cause in causes if opens(cause.lift(way))), None)


def in_pairs(way: W, causes: Sequence[Cause[W]], opens: Callable[[W], bool]) -> Refusal | None:
    """The first cause that bars the way together with one that comes before it; None if no two are enough."""
    return next(
        (
            cause.why
            for place, cause in enumerate(causes)
            for other in causes[:place]
            if opens(cause.lift(other.lift(way)))
        ),
        None,
    )


def in_turn(way: W, causes: Iterable[Cause[W]], opens: Callable[[W], bool]) -> Refusal | None:
    """The cause with which the way opens if one after the other is lifted, and none put back; None if all are not enough."""
    for cause in causes:
        way = cause.lift(way)
        if opens(way):
            return cause.why
    return None


def without(way: W, causes: Iterable[Cause[W]]) -> W:
    """The way as it would be if none of these rules held."""
    for cause in causes:
        way = cause.lift(way)
    return way
