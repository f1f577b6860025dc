"""Orders in words: whom and where they name, as people say it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from phaseline.engine.lexicon import Lexicon, located
from phaseline.engine.orders import PROMPTS, Order, field_kinds, text_of

_PROMPT = re.compile(r"(?P<word>to|in|at|on|from|with|by|over|along) which\b|how many (?P<what>[A-Z][a-z]+)")
"""What of the prompt of a field goes before its value, or behind it, as in `6 Points`."""


def in_words(order_type: type[Order], values: Sequence[Any], lexicon: Lexicon) -> str:
    """What an order with these values is about, behind its title: `4th Infantry to Caen (2434)`; "" where it names nothing.

    A way over several hexes is told by where it ends.
    """
    prompts = text_of(order_type).prompts
    told: list[str] = []
    for (name, kind), value in zip(field_kinds(order_type).items(), values, strict=False):
        if value is None or value is False or value == ():
            continue
        found = _PROMPT.match(prompts.get(name) or PROMPTS.get(name, ""))
        before, named = found["word"] if found else None, value
        if kind == "hex" and isinstance(value, tuple):
            before, named = "to", value[-1]
        text = _named(kind, named, lexicon) if value is not True else name.replace("_", " ")
        # A beach and the sea before it are near the same place: that is said once.
        number, near, place = text.partition(" near ")
        if kind == "hex" and near and any(one.endswith(near + place) for one in told):
            text = number
        if found and found["what"]:
            text += f" {found['what'][:-1] if value == 1 else found['what']}"
        told.append(f" {before} {text}" if before else f", {text}")
    return "".join(told).removeprefix(",").strip()


def _named(kind: str, value: Any, lexicon: Lexicon) -> str:
    if isinstance(value, tuple):
        return ", ".join(_named(kind, one, lexicon) for one in value)
    if kind == "hex":
        return located(lexicon["hex"], value)
    return lexicon[kind].told(value) if kind in lexicon else str(value)
