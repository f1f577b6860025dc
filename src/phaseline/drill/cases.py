"""Case files of games with units on hexes: units of a case, what is marked of them, and where play stands."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from phaseline.engine.flow import Flow
from phaseline.engine.position import Frame

S = TypeVar("S", bound=Struct)


def altered(base: S, **changes: Any) -> S:
    """A struct with those changes that are given, which are not None."""
    return replace(base, **{name: value for name, value in changes.items() if value is not None})


def mark(position: object, unit: int, said: object, names: Iterable[str]) -> None:
    """Put a unit into those sets of units of a position, by name, that are said to be true of it."""
    for name in names:
        if getattr(said, name):
            setattr(position, name, getattr(position, name) | 1 << unit)


def marked(position: object, unit: int, names: Iterable[str]) -> dict[str, bool]:
    """Whether a unit is in each of these sets of units of a position."""
    return {name: bool(getattr(position, name) >> unit & 1) for name in names}


class Call(NamedTuple):
    """A procedure of a case, and what has called it: the procedure, its step, and how many times by now."""

    frame: Frame
    caller: type[Frame] | None = None
    step: str = ""
    times: int = 0


def under_way(
    flow: Flow, calls: Mapping[type[Frame], Call], inner: type[Frame], label: str, count: int = 0
) -> list[Any]:
    """The procedures under way, the outermost first, when play stands at the step `label` of `inner`."""
    stack: list[Any] = []
    kind: type[Frame] | None = inner
    while kind is not None:
        call = calls[kind]
        stack.insert(0, flow.at(call.frame, label, count))
        kind, label, count = call.caller, call.step, call.times
    return stack
