"""What plans have in common when they are told to people."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from phaseline.engine.lexicon import Lexicon
from phaseline.engine.orders import Order
from phaseline.hexgrid import Hex


def called(lexicon: Lexicon, hex: Hex) -> str:
    """A hex as people find it: by the name of the place there, if there is one, and by its number."""
    label, name = lexicon["hex"].title(hex), lexicon["hex"].told(hex)
    return name if label in name else f"{name} ({label})"


def as_usual(reasons: Mapping[type[Order], str], order: Order, spoken: Sequence[str]) -> str:
    """Why an order is given that no plan explains: the reason for its kind, with the unit or headquarters that it is about; "" if there is none."""
    reason = reasons.get(type(order), "")
    if not reason:
        return ""
    unit = getattr(order, "unit", getattr(order, "hq", None))
    return f"{reason[:1].upper()}{reason[1:]}." if unit is None else f"{spoken[unit]}: {reason}."


def told(lines: Iterable[str]) -> list[str]:
    """The lines of a plan without those that are empty or said already."""
    return [line for line in dict.fromkeys(lines) if line]
