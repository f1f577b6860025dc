"""The store: its tables, their migrations, and what it promises of a write."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from msgspec.structs import replace
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.pool import QueuePool

from phaseline.engine import registry
from phaseline.engine.match import Match
from phaseline.server.rooms.chronicle import Chronicle, begun, rebuilt
from phaseline.server.rooms.history import History
from phaseline.server.storage import store as store_module
from phaseline.server.storage.migrate import NewerDatabase
from phaseline.server.storage.rows import CorruptMatch, Header, PositionRow
from phaseline.server.storage.store import Overtaken, Store
from phaseline.server.storage.tables import METADATA
from phaseline.server.wire import Player

SEED = bytes([7]) * 32


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/deep/matches.sqlite3"


def header() -> Header:
    game = registry.game("skirmish")
    return Header(
        id="m1",
        title="A match",
        game="skirmish",
        scenario="ridge",
        options={"fog": True},
        players=(Player(kind="human", name="Ada"), Player(kind="agent", agent="random")),
        open=False,
        pace=0.5,
        seed=SEED,
        commitment="",
        rules=game.version,
        data=game.load("ridge").digest,
        orders=0,
        waiting=(),
        place=(),
        outcome=None,
        created="2026-01-01T00:00:00.000Z",
        changed="2026-01-01T00:00:00.000Z",
    )


def stored(store: Store) -> Chronicle:
    """A match that the store has, at its beginning."""
    game = registry.game("skirmish")
    chronicle = begun(header(), Match.new(game, game.load("ridge"), seed=SEED))
    keep(store, chronicle, new=True)
    return chronicle


def keep(store: Store, chronicle: Chronicle, *, new: bool = False) -> None:
    change = chronicle.take_pending()
    if new:
        store.create(change)
    else:
        store.append(change)
    chronicle.header = change.header


def test_migrations_make_the_tables_that_are_used(url: str) -> None:
    store = Store(url)
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
    store.close()
    Store(url).close()


def test_an_older_database_is_brought_up_to_date_without_losing_a_match(url: str) -> None:
    store = Store(url)
    stored(store)
    with store.engine.begin() as connection:
        for table in ("mails", "notes", "plans"):
            connection.execute(text(f"DROP TABLE {table}"))
        connection.execute(text("ALTER TABLE matches DROP COLUMN packs"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0001'"))
    store.close()
    store = Store(url)
    assert [(known.title, known.packs) for known in store.headers() if isinstance(known, Header)] == [
        ("A match", ())
    ]
    assert store.mail("m1") is None
    store.close()


def test_a_newer_database_is_left_alone(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[Engine] = []
    make_engine = store_module._engine

    def noted(url: str) -> Engine:
        opened.append(make_engine(url))
        return opened[-1]

    monkeypatch.setattr(store_module, "_engine", noted)
    store = Store(url)
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    store.close()
    with pytest.raises(NewerDatabase, match="later version"):
        Store(url)
    pools = [engine.pool for engine in opened]
    assert [pool.checkedin() for pool in pools if isinstance(pool, QueuePool)] == [0, 0], "nothing stays open"


def test_what_is_written_is_read_again(url: str) -> None:
    store = Store(url)
    chronicle = stored(store)
    assert store.header("m1") == chronicle.header
    assert store.header("m2") is None
    chronicle.submit(0, chronicle.match.parse("stance hold"))
    chronicle.submit(1, chronicle.match.parse("stance screen"))
    keep(store, chronicle)
    twin = rebuilt(chronicle.header, store.acts("m1"), lambda entry: store.position("m1", entry))
    assert twin.match.position == chronicle.match.position
    assert twin.serial == chronicle.serial
    assert store.delete("m1")
    assert not store.delete("m1")
    assert store.acts("m1") == []
    store.close()


def test_plans_are_kept_with_the_match_that_they_were_for(url: str) -> None:
    """Where the end was taken back, those of the new end take their place."""
    store = Store(url)
    chronicle = stored(store)
    for plans in ({0: ["Hold the ford."], 1: ["Wait."]}, {1: ["Wait.", "Then strike."]}):
        store.append(replace(chronicle.take_pending(), plans=plans))
        assert store.plans("m1") == plans
    store.append(chronicle.take_pending())
    assert store.plans("m1") == {1: ["Wait.", "Then strike."]}
    store.delete("m1")
    assert store.plans("m1") == {}
    store.close()


def test_two_processes_do_not_write_the_same_act(url: str) -> None:
    one, two = Store(url), Store(url)
    chronicle = stored(one)
    other = rebuilt(chronicle.header, two.acts("m1"), lambda entry: two.position("m1", entry))
    chronicle.submit(0, chronicle.match.parse("stance hold"))
    other.submit(0, other.match.parse("stance screen"))
    keep(one, chronicle)
    with pytest.raises(Overtaken):
        keep(two, other)
    assert [row.notation for row in two.acts("m1")] == [None, "stance hold"]
    one.close()
    two.close()


def test_what_the_database_complains_of_tells_no_secrets(url: str) -> None:
    store = Store(url)
    chronicle = stored(store)
    chronicle.submit(0, chronicle.match.parse("stance screen"))
    with store.engine.begin() as connection:
        connection.execute(text("DROP TABLE acts"))
    with pytest.raises(OperationalError) as caught:
        keep(store, chronicle)
    assert "acts" in str(caught.value)
    assert "screen" not in str(caught.value)
    store.close()


def test_long_matches_are_read_from_stored_positions(url: str) -> None:
    store = Store(url)
    chronicle = stored(store)
    match = chronicle.match
    digests = [match.position.digest()]
    while match.decision is not None and len(match.entries) < 130:
        seat = match.decision.seats[0]
        chronicle.submit(seat, next(iter(match.legal(seat))))
        digests.append(match.position.digest())
        keep(store, chronicle)
    asked: list[int] = []

    def position(entry: int) -> PositionRow | None:
        asked.append(entry)
        return store.position("m1", entry)

    twin = rebuilt(chronicle.header, store.acts("m1"), position)
    assert len(asked) == 1
    assert asked[0] > 0
    past = History(twin, position)
    for entry in (0, 1, 49, 50, 51, len(digests) // 2, len(digests) - 1):
        assert past.position(entry).digest() == digests[entry]
    past.cut(10)
    assert past.position(9).digest() == digests[9]
    store.close()


def test_acts_that_do_not_follow_are_noticed(url: str) -> None:
    store = Store(url)
    chronicle = stored(store)
    rows = store.acts("m1")
    gap = [*rows, replace(rows[0], serial=5, entry=3, act="order", seat=0, notation="stance hold")]
    with pytest.raises(CorruptMatch, match="comes next"):
        rebuilt(chronicle.header, gap, lambda entry: store.position("m1", entry))
    with pytest.raises(CorruptMatch, match="nothing is stored"):
        rebuilt(chronicle.header, [], lambda _: None)
    with pytest.raises(CorruptMatch, match="no position"):
        rebuilt(chronicle.header, rows, lambda _: None)
    store.close()
