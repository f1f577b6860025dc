"""Numbers of things, as people say them."""

from __future__ import annotations

from collections.abc import Sequence

from phaseline.engine.lexicon import plural

FEW = 3
"""So many are told by name."""


def several(count: int, what: str) -> str:
    """So many of something.

    >>> several(1, "unit"), several(3, "unit"), several(2, "hex"), several(-1, "point")
    ('1 unit', '3 units', '2 hexes', '-1 point')
    """
    return f"{count} {what if abs(count) == 1 else plural(what)}"


def named(names: Sequence[str], what: str) -> str:
    """Things by their names where they are few, else so many of them.

    >>> named(["4th Foot", "9th Horse"], "unit"), named(["A", "B", "C", "D"], "unit")
    ('4th Foot, 9th Horse', '4 units')
    """
    return ", ".join(names) if len(names) <= FEW else several(len(names), what)
