"""Who may see what: everybody everything."""

from __future__ import annotations

from phaseline.games.france44.position import FrancePosition


def redact(position: FrancePosition) -> FrancePosition:
    """A copy: nothing is hidden."""
    return position.copy()
