"""Numbers of things, as people say them."""

from __future__ import annotations

from collections.abc import Sequence

FEW = 3
"""So many things are told by name."""


def plural(noun: str) -> str:
    """What several of these are called.

    >>> plural("unit"), plural("hex"), plural("match"), plural("process"), plural("try"), plural("day")
    ('units', 'hexes', 'matches', 'processes', 'tries', 'days')
    """
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}{'es' if noun.endswith(('x', 'ch', 'ss')) else 's'}"


def several(count: int, what: str) -> str:
    """So many of something.

    >>> several(1, "unit"), several(3, "unit"), several(2, "hex"), several(-1, "point")
    ('1 unit', '3 units', '2 hexes', '-1 point')
    """
    return f"{count} {what if abs(count) == 1 else plural(what)}"


def verb(count: int) -> str:
    """What so many things do that just are.

    >>> f"{several(1, 'hex')} {verb(1)} drawn", f"{several(2, 'hex')} {verb(2)} drawn"
    ('1 hex is drawn', '2 hexes are drawn')
    """
    return "is" if abs(count) == 1 else "are"


def named(names: Sequence[str], what: str) -> str:
    """Things by their names where they are few, else so many of them.

    >>> named(["4th Foot", "9th Horse"], "unit"), named(["A", "B", "C", "D"], "unit")
    ('4th Foot, 9th Horse', '4 units')
    """
    return ", ".join(names) if len(names) <= FEW else several(len(names), what)
