"""What values of orders mean alike: a unit and what it has, a hex and what it costs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from msgspec.structs import replace

from phaseline.drill.battle import Attack
from phaseline.drill.state import FieldState
from phaseline.engine.aids import Hint, Tint
from phaseline.engine.orders import Order
from phaseline.hexgrid import Mask
from phaseline.mechanics.ways import Routes

S = TypeVar("S", bound=FieldState[Any, Any])
A = TypeVar("A", bound=Attack)
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


@dataclass(frozen=True)
class AttackHints(Generic[S, A]):
    """What orders of an attack come to, in odds.

    Attributes:
        planned: the attack that an order of a kind, begun so, would make.
        together: the attack with everybody in it who may join.
        odds: its odds, `3:1`.
        tint: of what is attacked, and of who joins.
    """

    planned: Callable[[S, type[Order], Sequence[Any]], A | None]
    together: Callable[[S, A], A]
    odds: Callable[[S, A], str]
    tint: Tint

    def begun(self, kind: type[Order], strength: Callable[[S, int], str]) -> Hinter[S]:
        """A unit with its strength, then hexes with the odds alone and with all who could join."""

        def made(s: S, plain: Hint, chosen: Sequence[Any], value: Any) -> Hint:
            if not chosen:
                return replace(plain, text=strength(s, value))
            plan = self.planned(s, kind, (*chosen, value))
            if plan is None:
                return plain
            text = "odds " + alone_or_all(self.odds(s, plan), self.odds(s, self.together(s, plan)))
            return replace(plain, text=text, tint=self.tint)

        return made

    def adding(self, kind: type[Order], strength: Callable[[S, int], str] | None = None) -> Hinter[S]:
        """A piece, with its strength if that is given, and the odds with it."""

        def made(s: S, plain: Hint, chosen: Sequence[Any], value: Any) -> Hint:
            plan = self.planned(s, kind, (*chosen, value))
            told = plain.text if strength is None else strength(s, value)
            then = "" if plan is None else f"odds then {self.odds(s, plan)}"
            return replace(plain, text=", ".join(filter(None, (told, then))), tint=self.tint)

        return made


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
