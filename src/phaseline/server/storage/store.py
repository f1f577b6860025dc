"""Reads and writes matches. Every method is one transaction; when it returns, what it wrote is on the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    RowMapping,
    bindparam,
    create_engine,
    delete,
    event,
    func,
    insert,
    select,
    update,
)
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError, NoSuchModuleError

from phaseline.server.storage.migrate import migrate
from phaseline.server.storage.rows import ActRow, Change, Damaged, Header, MailRow, NoteRow, PositionRow
from phaseline.server.storage.tables import ACTS, DRAWINGS, MAILS, MATCHES, NOTES, PLANS, POSITIONS
from phaseline.server.storage.trouble import DatabaseGone, NoDriver, NoFolder, is_garbled

S = TypeVar("S", bound=msgspec.Struct)

_JSON = ("options", "players", "packs", "waiting", "place", "outcome")
_CHOSEN = ("title", "players", "pace")
"""What people change in a header."""
_PLAYED = ("orders", "waiting", "place", "outcome", "changed", "rules", "data")
"""What acts change in a header."""
_ADVANCE = update(MATCHES).where(MATCHES.c.id == bindparam("match_id"))
_LATEST = (MATCHES.c.changed.desc(), MATCHES.c.id)
"""The order of the list of matches."""
_ADD_ACTS, _ADD_POSITIONS = insert(ACTS), insert(POSITIONS)
"""Made once: a statement made anew for every order is also looked through anew."""


class Overtaken(RuntimeError):
    """Another process has written to the match in the meantime; nothing is written."""


class Taken(RuntimeError):
    """The id of a match that came by mail is that of a match that did not; nothing is written."""


class Store:
    """The matches in one database, named by an SQLAlchemy URL. Safe to be used by several threads."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        try:
            migrate(self.engine)
        except BaseException:
            self.close()
            raise
        _watch(self.engine)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    # -- matches -----------------------------------------------------------------------------------------------------

    def create(self, whole: Change) -> None:
        """Keep a new match."""
        with self.engine.begin() as connection:
            connection.execute(insert(MATCHES), _plain(whole.header))
            _add(connection, [whole])

    def replace(self, whole: Change, mail: MailRow) -> None:
        """Keep a match that came by mail, in place of what was known of it. Raises `Taken`."""
        with self.engine.begin() as connection:
            _check_by_mail(connection, whole.header.id)
            kept = (
                connection.execute(select(NOTES).where(NOTES.c.match_id == whole.header.id)).mappings().all()
            )
            _remove(connection, whole.header.id)
            connection.execute(insert(MATCHES), _plain(whole.header))
            _add(connection, [whole])
            if kept:
                connection.execute(insert(NOTES), [dict(row) for row in kept])
            connection.execute(insert(MAILS), msgspec.structs.asdict(mail))

    def mail(self, match_id: str) -> MailRow | None:
        """What is kept of a match by mail; None when it is none."""
        with self.engine.connect() as connection:
            row = (
                connection.execute(select(MAILS).where(MAILS.c.match_id == match_id)).mappings().one_or_none()
            )
            return None if row is None else _read(row, MailRow)

    def headers(self) -> list[Header | Damaged]:
        """All matches, the latest first. One in which something cannot be read keeps nobody from the others."""
        try:
            with self.engine.connect() as connection:
                rows = connection.execute(select(MATCHES).order_by(*_LATEST))
                return [_read(row, Header) for row in rows.mappings()]
        except Exception as error:
            if not is_garbled(error):
                raise
        with self.engine.connect() as connection:
            count = connection.execute(select(func.count()).select_from(MATCHES)).scalar_one()
            return [_header_or_what_is_left(connection, place) for place in range(count)]

    def header(self, match_id: str) -> Header | None:
        """One match; None when there is none of this id."""
        with self.engine.connect() as connection:
            row = connection.execute(select(MATCHES).where(MATCHES.c.id == match_id)).mappings().one_or_none()
            return None if row is None else _read(row, Header)

    def change(self, header: Header) -> None:
        """Keep what people have changed in a header: title, players, pace."""
        with self.engine.begin() as connection:
            connection.execute(_ADVANCE, {"match_id": header.id, **_plain(header, _CHOSEN)})

    def delete(self, match_id: str) -> bool:
        """Remove a match and all that belongs to it; False when there was none."""
        with self.engine.begin() as connection:
            return _remove(connection, match_id)

    # -- what is done in them ----------------------------------------------------------------------------------------

    def append(self, *changes: Change) -> None:
        """Keep what was done in matches: all of it, or nothing. One wait for the disk is enough for all.

        Raises `Overtaken` when acts of these serials are there already, or a match is gone.
        """
        try:
            with self.engine.begin() as connection:
                for change in changes:
                    if change.cut is not None:
                        stale = (POSITIONS.c.match_id == change.header.id) & (POSITIONS.c.entry >= change.cut)
                        connection.execute(delete(POSITIONS).where(stale))
                    _keep_plans(connection, change)
                _add(connection, changes)
                connection.execute(
                    _ADVANCE,
                    [{"match_id": change.header.id, **_plain(change.header, _PLAYED)} for change in changes],
                )
        except IntegrityError as error:
            raise Overtaken("another process has changed the match meanwhile") from error

    def acts(self, match_id: str) -> list[ActRow]:
        """All that was done in a match, in order."""
        query = select(ACTS).where(ACTS.c.match_id == match_id).order_by(ACTS.c.serial)
        with self.engine.connect() as connection:
            rows = connection.execute(query).mappings()
            return [_read(row, ActRow) for row in rows]

    def position(self, match_id: str, entry: int) -> PositionRow | None:
        """The last position kept that is not after this entry."""
        query = (
            select(POSITIONS.c.entry, POSITIONS.c.digest, POSITIONS.c.body)
            .where((POSITIONS.c.match_id == match_id) & (POSITIONS.c.entry <= entry))
            .order_by(POSITIONS.c.entry.desc())
            .limit(1)
        )
        with self.engine.connect() as connection:
            row = connection.execute(query).one_or_none()
            return None if row is None else PositionRow(entry=row.entry, digest=row.digest, body=row.body)

    def plans(self, match_id: str) -> dict[int, list[str]]:
        """What computers said of their plans by the end of a match, by seat."""
        query = select(PLANS.c.seat, PLANS.c.lines).where(PLANS.c.match_id == match_id)
        with self.engine.connect() as connection:
            return {row.seat: row.lines for row in connection.execute(query)}

    # -- notes -------------------------------------------------------------------------------------------------------

    def notes(self, match_id: str, seat: int) -> list[NoteRow]:
        """What a seat keeps with a match, sorted by what it is about."""
        query = (
            select(NOTES)
            .where((NOTES.c.match_id == match_id) & (NOTES.c.seat == seat))
            .order_by(NOTES.c.sort, NOTES.c.number)
        )
        with self.engine.connect() as connection:
            return [_read(row, NoteRow) for row in connection.execute(query).mappings()]

    def keep_note(self, note: NoteRow) -> None:
        """Keep a note in place of the one about the same thing; an empty one takes that away."""
        same = (
            (NOTES.c.match_id == note.match_id)
            & (NOTES.c.seat == note.seat)
            & (NOTES.c.sort == note.sort)
            & (NOTES.c.number == note.number)
        )
        with self.engine.begin() as connection:
            connection.execute(delete(NOTES).where(same))
            if note.text:
                connection.execute(insert(NOTES), msgspec.structs.asdict(note))

    def forget_moments(self, match_id: str, after: int) -> None:
        """Names of moments after an entry go: what was there has been taken back."""
        gone = (NOTES.c.match_id == match_id) & (NOTES.c.sort == "entry") & (NOTES.c.number > after)
        with self.engine.begin() as connection:
            connection.execute(delete(NOTES).where(gone))

    # -- drawn maps --------------------------------------------------------------------------------------------------

    def drawing(self, key: str) -> bytes | None:
        """A drawing kept under this key."""
        with self.engine.connect() as connection:
            found: bytes | None = connection.execute(
                select(DRAWINGS.c.body).where(DRAWINGS.c.key == key)
            ).scalar_one_or_none()
            return found

    def keep_drawing(self, key: str, body: bytes) -> None:
        """Keep a drawing, in place of one under the same key."""
        with self.engine.begin() as connection:
            connection.execute(delete(DRAWINGS).where(DRAWINGS.c.key == key))
            connection.execute(insert(DRAWINGS), {"key": key, "body": body})


def _check_by_mail(connection: Connection, match_id: str) -> None:
    """Who writes a file chooses the id in it: it must not be that of a match which nobody has sent."""
    here = connection.execute(select(MATCHES.c.id).where(MATCHES.c.id == match_id)).first()
    sent = connection.execute(select(MAILS.c.match_id).where(MAILS.c.match_id == match_id)).first()
    if here is not None and sent is None:
        raise Taken(f"there is another match of the id {match_id}")


def _remove(connection: Connection, match_id: str) -> bool:
    for table in (ACTS, POSITIONS, MAILS, NOTES, PLANS):
        connection.execute(delete(table).where(table.c.match_id == match_id))
    return bool(connection.execute(delete(MATCHES).where(MATCHES.c.id == match_id)).rowcount)


def _add(connection: Connection, changes: Sequence[Change]) -> None:
    acts = [(change.header.id, row) for change in changes for row in change.acts]
    positions = [(change.header.id, row) for change in changes for row in change.positions]
    for add, rows in ((_ADD_ACTS, acts), (_ADD_POSITIONS, positions)):
        if rows:
            values = [{"match_id": match_id, **msgspec.structs.asdict(row)} for match_id, row in rows]
            connection.execute(add, values)


def _keep_plans(connection: Connection, change: Change) -> None:
    """The plans of a match that has ended, in place of those with which it ended before that was taken back."""
    if not change.plans:
        return
    connection.execute(delete(PLANS).where(PLANS.c.match_id == change.header.id))
    rows = [
        {"match_id": change.header.id, "seat": seat, "lines": plan} for seat, plan in change.plans.items()
    ]
    connection.execute(insert(PLANS), rows)


def _header_or_what_is_left(connection: Connection, place: int) -> Header | Damaged:
    """The match at this place of the list."""
    try:
        query = select(MATCHES).order_by(*_LATEST).offset(place).limit(1)
        return _read(connection.execute(query).mappings().one(), Header)
    except Exception as error:
        if not is_garbled(error):
            raise
    match_id = _text_at(connection, MATCHES.c.id, place) or f"damaged-{place}"
    return Damaged(id=match_id, title=_text_at(connection, MATCHES.c.title, place) or match_id)


def _text_at(connection: Connection, column: Column[Any], place: int) -> str | None:
    """A text of the match at this place of the list; None when it cannot be read."""
    try:
        found = connection.execute(select(column).order_by(*_LATEST).offset(place).limit(1)).scalar_one()
    except Exception as error:
        if not is_garbled(error):
            raise
        return None
    return found if isinstance(found, str) else None


def _plain(header: Header, names: Sequence[str] = Header.__struct_fields__) -> dict[str, Any]:
    values = {name: getattr(header, name) for name in names}
    return {name: msgspec.to_builtins(value) if name in _JSON else value for name, value in values.items()}


def _read(row: RowMapping, kind: type[S]) -> S:
    return msgspec.convert({name: row[name] for name in kind.__struct_fields__}, kind)


def _engine(url: str) -> Engine:
    """The database. What goes into it are secrets of both sides, so its errors must not quote it."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        try:
            return create_engine(parsed, hide_parameters=True)
        except (ModuleNotFoundError, NoSuchModuleError) as error:
            raise NoDriver(parsed.drivername, error) from error
    if parsed.database:
        try:
            Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise NoFolder(error) from error
    engine = create_engine(
        parsed, hide_parameters=True, connect_args={"timeout": 10, "check_same_thread": False}
    )
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin)
    return engine


def _watch(engine: Engine) -> None:
    """From now on, notice when the file is no longer there: an open file goes on taking what nobody will find again."""
    database = engine.url.database
    if engine.url.get_backend_name() != "sqlite" or not database or not Path(database).is_file():
        return
    path = Path(database)
    known = _identity(path)

    def check(_: Connection) -> None:
        if _identity(path) != known:
            raise DatabaseGone

    event.listen(engine, "begin", check)


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


def _set_up_sqlite(connection: sqlite3.Connection, _: object) -> None:
    """Every commit reaches the disk (`FULL`), and readers never wait for a writer (`WAL`).

    The log of a busy service is worked into the database every 16 MB, some ten seconds: the order that has to wait for
    that waits for the disk twice more.
    """
    connection.isolation_level = None  # transactions begin where we say, also around changes of tables
    for pragma in (
        "journal_mode = WAL",
        "synchronous = FULL",
        "wal_autocheckpoint = 4000",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
