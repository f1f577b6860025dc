"""Reads and writes matches. Every method is one transaction; when it returns, what it wrote is on the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, RowMapping, create_engine, delete, event, insert, select, update
from sqlalchemy.engine import make_url
from sqlalchemy.exc import IntegrityError

from phaseline.server.storage.migrate import migrate
from phaseline.server.storage.rows import ActRow, Header, MailRow, PositionRow
from phaseline.server.storage.tables import ACTS, DRAWINGS, MAILS, MATCHES, POSITIONS

S = TypeVar("S", bound=msgspec.Struct)

_JSON = ("options", "players", "waiting", "place", "outcome")


class Overtaken(RuntimeError):
    """Another process has written to the match in the meantime; nothing is written."""


class Store:
    """The matches in one database, named by an SQLAlchemy URL. Safe to be used by several threads."""

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        migrate(self.engine)

    def close(self) -> None:
        """Let go of the database."""
        self.engine.dispose()

    # -- matches -----------------------------------------------------------------------------------------------------

    def create(self, header: Header, acts: Sequence[ActRow], positions: Sequence[PositionRow]) -> None:
        """Keep a new match."""
        with self.engine.begin() as connection:
            connection.execute(insert(MATCHES), _plain(header))
            _add(connection, header.id, acts, positions)

    def replace(
        self, header: Header, acts: Sequence[ActRow], positions: Sequence[PositionRow], mail: MailRow
    ) -> None:
        """Keep a match that came by mail, in place of what was known of it."""
        with self.engine.begin() as connection:
            _remove(connection, header.id)
            connection.execute(insert(MATCHES), _plain(header))
            _add(connection, header.id, acts, positions)
            connection.execute(insert(MAILS), msgspec.structs.asdict(mail))

    def mail(self, match_id: str) -> MailRow | None:
        """What is kept of a match by mail; None when it is none."""
        with self.engine.connect() as connection:
            row = (
                connection.execute(select(MAILS).where(MAILS.c.match_id == match_id)).mappings().one_or_none()
            )
            return None if row is None else _read(row, MailRow)

    def headers(self) -> list[Header]:
        """All matches, the latest first."""
        with self.engine.connect() as connection:
            rows = connection.execute(select(MATCHES).order_by(MATCHES.c.changed.desc()))
            return [_read(row, Header) for row in rows.mappings()]

    def header(self, match_id: str) -> Header | None:
        """One match; None when there is none of this id."""
        with self.engine.connect() as connection:
            row = connection.execute(select(MATCHES).where(MATCHES.c.id == match_id)).mappings().one_or_none()
            return None if row is None else _read(row, Header)

    def change(self, header: Header) -> None:
        """Keep what is new in a header."""
        with self.engine.begin() as connection:
            connection.execute(update(MATCHES).where(MATCHES.c.id == header.id), _plain(header))

    def delete(self, match_id: str) -> bool:
        """Remove a match and all that belongs to it; False when there was none."""
        with self.engine.begin() as connection:
            return _remove(connection, match_id)

    # -- what is done in them ----------------------------------------------------------------------------------------

    def append(
        self,
        header: Header,
        acts: Sequence[ActRow],
        positions: Sequence[PositionRow] = (),
        cut: int | None = None,
    ) -> None:
        """Keep new acts, and the header that goes with them; positions from entry `cut` on no longer hold.

        Raises `Overtaken` when acts of these serials are there already.
        """
        try:
            with self.engine.begin() as connection:
                if cut is not None:
                    stale = (POSITIONS.c.match_id == header.id) & (POSITIONS.c.entry >= cut)
                    connection.execute(delete(POSITIONS).where(stale))
                _add(connection, header.id, acts, positions)
                connection.execute(update(MATCHES).where(MATCHES.c.id == header.id), _plain(header))
        except IntegrityError as error:
            raise Overtaken(f"match {header.id} was changed by another process") from error

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


def _remove(connection: Connection, match_id: str) -> bool:
    for table in (ACTS, POSITIONS, MAILS):
        connection.execute(delete(table).where(table.c.match_id == match_id))
    return bool(connection.execute(delete(MATCHES).where(MATCHES.c.id == match_id)).rowcount)


def _add(
    connection: Connection, match_id: str, acts: Sequence[ActRow], positions: Sequence[PositionRow]
) -> None:
    for table, rows in ((ACTS, acts), (POSITIONS, positions)):
        if rows:
            connection.execute(
                insert(table), [{"match_id": match_id, **msgspec.structs.asdict(row)} for row in rows]
            )


def _plain(header: Header) -> dict[str, Any]:
    values = msgspec.structs.asdict(header)
    return {name: msgspec.to_builtins(value) if name in _JSON else value for name, value in values.items()}


def _read(row: RowMapping, kind: type[S]) -> S:
    return msgspec.convert({name: row[name] for name in kind.__struct_fields__}, kind)


def _engine(url: str) -> Engine:
    """The database. What goes into it are secrets of both sides, so its errors must not quote it."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_engine(parsed, hide_parameters=True)
    if parsed.database:
        Path(parsed.database).parent.mkdir(parents=True, exist_ok=True)
    engine = create_engine(
        parsed, hide_parameters=True, connect_args={"timeout": 10, "check_same_thread": False}
    )
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin)
    return engine


def _set_up_sqlite(connection: sqlite3.Connection, _: object) -> None:
    """Every commit reaches the disk (`FULL`), and readers never wait for a writer (`WAL`)."""
    connection.isolation_level = None  # transactions begin where we say, also around changes of tables
    for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: Connection) -> None:
    connection.exec_driver_sql("BEGIN")
