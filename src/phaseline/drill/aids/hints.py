"""What values of orders mean alike: a unit and what it has, a hex and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from phaseline.drill.state import FieldState
from phaseline.engine.aids import Hint, Tint
from phaseline.hexgrid import Mask
from phaseline.mechanics.ways import Routes

S = TypeVar("S", bound=FieldState[Any, Any])
Hinter = Callable[[S, Hint, Sequence[Any], Any], Hint]


def told(tint: Tint, text: Callable[[S, Any], str] | str = "") -> Hinter[S]:
    """A value of this tint, with a text: its own, or one for all."""

    def made(s: S, plain: Hint, chosen: Sequence[Any], value: Any) -> Hint:  # noqa: ARG001
        return replace(plain, tint=tint, text=text if isinstance(text, str) else text(s, value))

    return made


def unit_then(text: Callable[[S, int], str], tint: Tint) -> Hinter[S]:
    """A unit with a text, then values of this tint."""

    def made(s: S, plain: Hint, chosen: Sequence[Any], value: Any) -> Hint:
        return replace(plain, tint=tint) if chosen else replace(plain, text=text(s, value))

    return made


def alone_or_all(alone: str, everybody: str) -> str:
    """The odds of one unit, and of all that could join it; said once where the others change nothing.

    >>> alone_or_all("1:2", "3:1"), alone_or_all("1:3", "1:3")
    ('1:2 alone, 3:1 with all', '1:3')
    """
    return alone if alone == everybody else f"{alone} alone, {everybody} with all"


def move(
    text: Callable[[S, int], str],
    routes: Callable[[S, int], Routes],
    points: Callable[[S, int], int],
    zone: Callable[[S, int], Mask],
) -> Hinter[S]:
    """A unit with a text, then hexes with their costs, `2 of 5`; those in an enemy zone of control stand out."""

    def made(s: S, plain: Hint, chosen: Sequence[Any], value: Any) -> Hint:
        if not chosen:
            return replace(plain, text=text(s, value))
        unit = chosen[0]
        engages = zone(s, 1 - s.scenario.side_of[unit]) >> value & 1
        spent = routes(s, unit).cost(value)
        return replace(plain, text=f"{spent} of {points(s, unit)}", tint="engage" if engages else "move")

    return made
