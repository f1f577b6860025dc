"""Somebody's text, as a message about it repeats it."""

from __future__ import annotations

LONGEST = 80
"""So many characters of it are repeated."""


def shown(text: str) -> str:
    r"""Somebody's text as a message repeats it: one line that is not endless and steers no terminal.

    >>> shown("move A"), shown("\x1b[2J"), len(shown("a" * 1_000_000))
    ('move A', '\\x1b[2J', 83)
    """
    short = text if len(text) <= LONGEST else text[:LONGEST] + "..."
    return "".join(letter if letter.isprintable() else ascii(letter)[1:-1] for letter in short)
