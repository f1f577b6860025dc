"""What plans have in common when they are told to people."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from phaseline.ai.planning.issuing import OrderBook
from phaseline.engine.lexicon import Lexicon, located
from phaseline.engine.orders import Order, field_kinds
from phaseline.hexgrid import Hex

FEW = 12
"""So many reasons of a plan are told at most: more of them nobody reads."""
_THERE = re.compile(r"\bthere\b(?! is| are)")


def called(lexicon: Lexicon, hex: Hex) -> str:
    """A hex as people find it: by the name of the place there, or the place that it is near, and by its number."""
    return located(lexicon["hex"], hex)


def as_usual(
    reasons: Mapping[type[Order], str], order: Order, spoken: Sequence[str], lexicon: Lexicon | None = None
) -> str:
    """Why an order is given that no plan explains: the reason for its kind, with the unit or headquarters that it is about; "" if there is none.

    Where the reason speaks of a place, a `lexicon` tells which.
    """
    reason = reasons.get(type(order), "")
    if not reason:
        return ""
    unit = getattr(order, "unit", getattr(order, "hq", None))
    where = _where(order, lexicon) if lexicon is not None and _THERE.search(reason) else ""
    if unit is None:
        return f"{where}: {reason}." if where else f"{reason[:1].upper()}{reason[1:]}."
    return f"{spoken[unit]} to {where}: {reason}." if where else f"{spoken[unit]}: {reason}."


def _where(order: Order, lexicon: Lexicon) -> str:
    """The hex that an order leads to or is about; "" if it names none."""
    hexes = {name: getattr(order, name) for name, kind in field_kinds(type(order)).items() if kind == "hex"}
    hex = hexes.get("to", next(iter(hexes.values()), None))
    return called(lexicon, hex) if isinstance(hex, int) else ""


def foremost(book: OrderBook | None) -> list[str]:
    """As many reasons of a plan as are told; none where nothing is planned yet."""
    return [] if book is None else book.reasons()[:FEW]


def told(lines: Iterable[str]) -> list[str]:
    """The lines of a plan without those that are empty or said already."""
    return [line for line in dict.fromkeys(lines) if line]
