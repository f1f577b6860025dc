"""The games that are installed: our own and third parties', found by the entry-point group `phaseline.games`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from phaseline.engine.game import Game
from phaseline.engine.installed import CannotLoad, Installed

GROUP = "phaseline.games"


def _accept(name: str, found: Any) -> Game[Any, Any]:
    if not isinstance(found, Game):
        raise CannotLoad(f"is not a Game: it is of the type {type(found).__name__}")
    if found.key != name:
        raise CannotLoad(f'has the key "{found.key}"; entry point and key must be the same')
    return found


_GAMES: Installed[Game[Any, Any]] = Installed(GROUP, "game", _accept)


def games() -> Mapping[str, Game[Any, Any]]:
    """All installed games by key, each loaded when it is looked up, which may raise `CannotLoad`."""
    return _GAMES


def complaints() -> list[str]:
    """What is wrong with the games that `PHASELINE_GAMES` lists."""
    return _GAMES.complaints()


def game(key: str) -> Game[Any, Any]:
    """The installed game with this key. Raises `LookupError` that lists what there is, or `CannotLoad`."""
    return _GAMES[key]
