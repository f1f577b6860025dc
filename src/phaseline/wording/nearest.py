"""What a misspelt word may have been meant to be."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def did_you_mean(word: str, known: Iterable[str], what: str = "known are") -> str:
    """The end of a sentence about an unknown word: the nearest known ones, or all of them when none is near.

    >>> did_you_mean("unist", ["units", "control"])
    '; did you mean units?'
    """
    names = [str(name) for name in known]
    folded = {name.casefold(): name for name in names}
    cutoff = 0.6 if len(word) > 3 else 0.5
    near = [folded[key] for key in difflib.get_close_matches(word.casefold(), folded, n=3, cutoff=cutoff)]
    if near:
        return f"; did you mean {' or '.join(near)}?"
    shown = ", ".join(names[:20]) + (" ..." if len(names) > 20 else "")
    return f"; {what} {shown}" if names else ""
