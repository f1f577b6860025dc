"""Numbers of things, as people say them."""

from __future__ import annotations

from phaseline.engine.lexicon import plural


def several(count: int, what: str) -> str:
    """So many of something.

    >>> several(1, "unit"), several(3, "unit"), several(2, "hex"), several(-1, "point")
    ('1 unit', '3 units', '2 hexes', '-1 point')
    """
    return f"{count} {what if abs(count) == 1 else plural(what)}"
