"""A read-only dictionary that still pickles, copies and compares like one."""

from collections.abc import Callable
from typing import Any, NoReturn, Self, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class FrozenDict(dict[K, V]):
    """A dictionary that refuses every change.

    Maps are shared by all matches of a game, so nobody may write into one by accident.

    >>> towns = FrozenDict({"Caen": 1})
    >>> towns["Caen"]
    1
    >>> towns["Bayeux"] = 2
    Traceback (most recent call last):
    TypeError: a map never changes; make a new one with HexMap.replace(...)
    """

    __slots__ = ()

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("a map never changes; make a new one with HexMap.replace(...)")

    __setitem__ = _refuse
    __delitem__ = _refuse
    __ior__ = _refuse
    clear = _refuse
    pop = _refuse
    popitem = _refuse
    setdefault = _refuse
    update = _refuse

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(frozenset(self.items()))

    def __reduce__(self) -> tuple[Callable[..., Self], tuple[dict[K, V]]]:
        return type(self), (dict(self),)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, _: dict[int, Any]) -> Self:
        return self
