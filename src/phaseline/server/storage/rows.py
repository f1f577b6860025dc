"""What the store reads and writes: headers, acts and positions, and how entries of a match become acts."""

from __future__ import annotations

import hashlib
import zlib
from datetime import UTC, datetime
from typing import Any, Literal

import msgspec
from msgspec import Struct

from phaseline.engine import canonical
from phaseline.engine.dice import Draw
from phaseline.engine.match import Entry, Match, PhaseEnd
from phaseline.engine.packs import PackMark
from phaseline.engine.position import Outcome, Position
from phaseline.server.storage.told import events_of, events_text
from phaseline.server.wire import Player

Act = Literal["start", "order", "redo", "kept", "undo"]
"""What a row tells: an order (given, or given again after an undo), one kept while another was taken back, an undo."""


def now() -> str:
    """The time, UTC, as ISO 8601 to the millisecond."""
    return datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Header(Struct, frozen=True, kw_only=True):
    """A row of `matches`; see the table."""

    id: str
    title: str
    game: str
    scenario: str
    options: dict[str, Any]
    players: tuple[Player, ...]
    open: bool
    pace: float
    seed: bytes
    commitment: str
    rules: str
    data: str
    packs: tuple[PackMark, ...] = ()
    orders: int
    waiting: tuple[int, ...]
    place: tuple[str, ...]
    outcome: Outcome | None
    created: str
    changed: str


class Damaged(Struct, frozen=True, kw_only=True):
    """A row of `matches` in which something cannot be read: what of it a list can still tell."""

    id: str
    title: str


class ActRow(Struct, frozen=True, kw_only=True):
    """A row of `acts`; see the table."""

    serial: int
    act: Act
    entry: int
    seat: int | None
    notation: str | None
    comment: str = ""
    draws: str = "[]"
    events: str = "[]"
    phase_ends: str = "[]"
    sealed: bool = False
    simultaneous: bool = False
    drawn: int = 0
    done: str = ""


class PositionRow(Struct, frozen=True, kw_only=True):
    """A row of `positions`: the position after an entry."""

    entry: int
    digest: str
    body: bytes


class MailRow(Struct, frozen=True, kw_only=True):
    """A row of `mails`; see the table."""

    match_id: str
    seat: int
    entries: int
    letter: str


class NoteRow(Struct, frozen=True, kw_only=True):
    """A row of `notes`; see the table."""

    match_id: str
    seat: int
    sort: Literal["hex", "unit", "entry"]
    number: int
    text: str


class Change(Struct, frozen=True, kw_only=True):
    """What is written of one match at once: new acts, positions, and the header that goes with them.

    Positions from entry `cut` on no longer hold. `plans` are those of the seats when the match ends.
    """

    header: Header
    acts: list[ActRow]
    positions: list[PositionRow]
    cut: int | None = None
    plans: dict[int, list[str]] = {}


class CorruptMatch(RuntimeError):
    """What is stored of a match does not hold together; the message says where."""


def act_row(match: Match, index: int, serial: int, act: Act, drawn: int) -> ActRow:
    """The row of entry number `index`, just made."""
    entry = match.entries[index]
    return ActRow(
        serial=serial,
        act=act,
        entry=index,
        seat=entry.seat,
        notation=None if entry.order is None else match.write(entry.order),
        comment=entry.comment,
        draws=canonical.encode(entry.draws).decode() if entry.draws else "[]",
        events=events_text(entry.events),
        phase_ends=canonical.encode([[end.digest, *end.path] for end in entry.phase_ends]).decode()
        if entry.phase_ends
        else "[]",
        sealed=entry.before is None,
        simultaneous=entry.simultaneous,
        drawn=drawn,
        done=now(),
    )


def entry_of(match: Match, row: ActRow) -> Entry:
    """The entry that a row tells of, without the position before it: it can no longer be taken back."""
    ends = canonical.decode(row.phase_ends.encode(), list[tuple[str, ...]])
    return Entry(
        row.seat,
        None if row.notation is None else match.parse(row.notation),
        tuple(canonical.decode(row.draws.encode(), list[Draw])),
        events_of(row.events),
        tuple(PhaseEnd(digest, tuple(path)) for digest, *path in ends),
        row.comment,
        None,
        row.simultaneous,
    )


def position_row(position: Position, entry: int) -> PositionRow:
    """The row of a position."""
    data = position.to_bytes()
    return PositionRow(entry=entry, digest=hashlib.sha256(data).hexdigest(), body=zlib.compress(data, 6))


def position_of(row: PositionRow, kind: type[Position]) -> Position:
    """The position in a row. Raises `CorruptMatch`."""
    try:
        data = zlib.decompress(row.body)
        if hashlib.sha256(data).hexdigest() != row.digest:
            raise CorruptMatch(f"the position after entry {row.entry} is not what its fingerprint says")
        return kind.from_bytes(data)
    except (zlib.error, msgspec.DecodeError) as error:
        raise CorruptMatch(f"the position after entry {row.entry} cannot be read: {error}") from error
