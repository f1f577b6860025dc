"""The record of a match that can no longer be opened, written from what is stored of it and from nothing else.

No rule is asked, so it can be written whatever has become of the rules; the version of the program that the match was
played with reads it.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from phaseline.engine import canonical, registry
from phaseline.engine.dice import Draw
from phaseline.engine.installed import CannotLoad
from phaseline.engine.recordtext import FORMAT, TITLE, entry_lines, packs_line
from phaseline.server.rooms.chronicle import folded, player_names
from phaseline.server.storage.rows import ActRow, Header

NOTE = "taken out of a match that could not be opened any more; it is not verified"


def rescued(header: Header, acts: Sequence[ActRow]) -> str:
    """The record, without the seed unless the match is over. Raises `CorruptMatch`, `msgspec.DecodeError`."""
    seats = _seats(header)
    names = player_names(header)
    head = [
        f"{TITLE} {FORMAT}",
        f"note: {NOTE}",
        f"game: {header.game} {header.rules}",
        f"scenario: {header.scenario}",
        f"options: {json.dumps(header.options, sort_keys=True)}",
        f"data: {header.data}",
        *packs_line(header.packs),
        *(f"seat {seat}: {' '.join(names.get(number, '?').split())}" for number, seat in enumerate(seats)),
    ]
    if header.commitment:
        head.append(f"commitment: {header.commitment}")
        if header.outcome is not None:
            head.append(f"seed: {header.seed.hex()}")
    rows, _ = folded(acts)
    body = [line for row in rows for line in _lines(row, seats)]
    return "\n".join([*head, "", *body, ""])


def _lines(row: ActRow, seats: Sequence[str]) -> list[str]:
    order = None if row.seat is None or row.notation is None else f"{seats[row.seat]}: {row.notation}"
    draws = canonical.decode(row.draws.encode(), list[Draw])
    ends = canonical.decode(row.phase_ends.encode(), list[tuple[str, ...]])
    return entry_lines(order, draws, row.comment, [(digest, tuple(path)) for digest, *path in ends])


def _seats(header: Header) -> Sequence[str]:
    """The names of the seats; of a game that is no longer installed, their numbers."""
    try:
        return tuple(registry.game(header.game).seats)
    except (LookupError, CannotLoad):
        return [str(number) for number in range(len(header.players))]
