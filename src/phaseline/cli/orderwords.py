"""Orders as typed on a command line, and whose they are."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from typing import Any

from phaseline.cli.errors import UserError
from phaseline.engine.game import Game
from phaseline.engine.match import Match
from phaseline.engine.orders import Order, field_kinds, verb_of


def split_orders(
    words: Sequence[str], order_types: Sequence[type[Order]], also: Sequence[str] = ()
) -> list[str]:
    """Cut the words of a command line into orders.

    A word that holds a whole order (`"move A 0304"`) stands for itself; single words belong to the verb before them,
    as many as that kind of order has fields, so that `move A 0304 done` is two orders. What stands `also` for itself, as
    `undo`, has none.
    """
    lengths = {verb_of(kind): len(field_kinds(kind)) for kind in order_types} | dict.fromkeys(also, 0)
    orders: list[str] = []
    open_fields = 0
    for word in words:
        if open_fields == 0 or _is_whole(word, lengths):
            orders.append(word)
            open_fields = 0 if " " in word.strip() else lengths.get(word.casefold(), len(words))
        else:
            orders[-1] += " " + shlex.quote(word)
            open_fields -= 1
    return orders


def _is_whole(word: str, lengths: dict[str, int]) -> bool:
    verb, space, _ = word.strip().partition(" ")
    return bool(space) and verb.casefold() in lengths


def seat_number(game: Game[Any, Any], name: str) -> int:
    """The seat of this name or number (1 is the first). Raises `UserError`."""
    if name.isdecimal() and 1 <= int(name) <= len(game.seats):
        return int(name) - 1
    try:
        return game.seat(name)
    except LookupError as error:
        raise UserError(f"--seat: {error}") from error


def acting_seat(match: Match, name: str | None) -> int:
    """The seat meant: the one named, or the one that has to decide. Raises `UserError` when that is not clear."""
    if name is not None:
        return seat_number(match.game, name)
    decision = match.decision
    if decision is None:
        raise UserError(
            f"the match is over, nobody has to decide; name a seat to ask for: --seat {seat_list(match.game)}"
        )
    if decision.simultaneous:
        both = " and ".join(match.game.seats[seat] for seat in decision.seats)
        still = "decide in secret at the same time" if len(decision.seats) > 1 else "still decides in secret"
        raise UserError(f"{both} {still}; say who you are: --seat {seat_list(match.game)}")
    return decision.seats[0]


def watching_seat(match: Match, name: str | None) -> int | None:
    """For whom to show the match: as `acting_seat`, but when it is over, everybody; `nobody` is a spectator."""
    if name is not None and name.casefold() in {"nobody", "spectator", "none"}:
        return None
    if name is None and match.decision is None:
        return None
    return acting_seat(match, name)


def seat_list(game: Game[Any, Any]) -> str:
    """The seats' names to choose from, as `Blue|Red`."""
    return "|".join(game.seats)
