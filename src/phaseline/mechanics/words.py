"""Numbers of things, as people say them."""

from __future__ import annotations

from collections.abc import Sequence

from phaseline.wording.counts import several

__all__ = ["named", "several"]

FEW = 3
"""So many are told by name."""


def named(names: Sequence[str], what: str) -> str:
    """Things by their names where they are few, else so many of them.

    >>> named(["4th Foot", "9th Horse"], "unit"), named(["A", "B", "C", "D"], "unit")
    ('4th Foot, 9th Horse', '4 units')
    """
    return ", ".join(names) if len(names) <= FEW else several(len(names), what)
