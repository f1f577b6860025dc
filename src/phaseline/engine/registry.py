"""The games that are installed: our own and third parties', found by the entry-point group `phaseline.games`."""

from __future__ import annotations

import difflib
import functools
from importlib.metadata import entry_points
from typing import Any

from phaseline.engine.game import Game

GROUP = "phaseline.games"


@functools.cache
def games() -> dict[str, Game[Any, Any]]:
    """All installed games by key.

    Raises `ImportError` when one cannot be loaded, `TypeError` when an entry point is not a game or two share a key.
    """
    found: dict[str, Game[Any, Any]] = {}
    for entry in sorted(entry_points(group=GROUP), key=lambda entry: entry.name):
        try:
            game = entry.load()
        except (ImportError, AttributeError) as error:
            raise ImportError(f"game {entry.name} = {entry.value} cannot be loaded: {error}") from error
        if not isinstance(game, Game):
            raise TypeError(f"entry point {entry.name} = {entry.value} of group {GROUP} is not a Game")
        if game.key in found:
            raise TypeError(f'two installed games have the key "{game.key}"')
        found[game.key] = game
    return found


def game(key: str) -> Game[Any, Any]:
    """The installed game with this key. Raises `LookupError` that lists what there is."""
    installed = games()
    if key not in installed:
        near = difflib.get_close_matches(key, installed, n=1)
        hint = f"; did you mean {near[0]}?" if near else f"; installed: {', '.join(installed) or 'none'}"
        raise LookupError(f'there is no game "{key}"{hint}')
    return installed[key]
