"""The tables. A match is a header row, append-only rows of what was done, and positions to start reading from."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

MATCHES = Table(
    "matches",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("title", Text, nullable=False),
    Column("game", String(64), nullable=False),
    Column("scenario", String(64), nullable=False),
    Column("options", JSON, nullable=False),
    Column("players", JSON, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("pace", Float, nullable=False),
    Column("seed", LargeBinary(32), nullable=False),  # of the dice; known to nobody before the match is over
    Column("commitment", String(64), nullable=False),  # "" when the seed is not that of the whole match
    Column("rules", String(32), nullable=False),  # version of the game's rules that the match was played by
    Column("data", String(64), nullable=False),  # fingerprint of the scenario's data
    Column("packs", JSON, nullable=False, server_default="[]"),  # the data packs in it, as records name them
    Column("orders", Integer, nullable=False),  # from here on: what a list of matches shows
    Column("waiting", JSON, nullable=False),
    Column("place", JSON, nullable=False),
    Column("outcome", JSON, nullable=True),
    Column("created", String(32), nullable=False),
    Column("changed", String(32), nullable=False),
    Index("ix_matches_changed", "changed"),
)

ACTS = Table(
    "acts",
    METADATA,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("serial", Integer, primary_key=True, autoincrement=False),
    Column("act", String(8), nullable=False),  # start, order, redo, kept, undo
    Column("entry", Integer, nullable=False),  # the entry it makes; for undo the first one it takes away
    Column("seat", Integer, nullable=True),
    Column("notation", Text, nullable=True),  # of the order given or taken back
    Column("comment", Text, nullable=False),
    Column("draws", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("phase_ends", Text, nullable=False),
    Column("sealed", Boolean, nullable=False),  # it cannot be taken back, nor anything before it
    Column("simultaneous", Boolean, nullable=False),
    Column("drawn", Integer, nullable=False),  # how far the dice of the seed have been used up after it
    Column("done", String(32), nullable=False),
)

POSITIONS = Table(
    "positions",
    METADATA,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("entry", Integer, primary_key=True, autoincrement=False),
    Column("digest", String(64), nullable=False),
    Column("body", LargeBinary, nullable=False),  # zlib of the position's canonical bytes
)

MAILS = Table(
    "mails",  # matches by mail: the file as it went to and fro, and the seat played here
    METADATA,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, nullable=False),
    Column("entries", Integer, nullable=False),  # the last entry that the file tells of
    Column("letter", Text, nullable=False),
)

NOTES = Table(
    "notes",  # what players keep with a match, each for the eyes of one seat
    METADATA,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),  # -1: of all who look at an open match
    Column("sort", String(8), primary_key=True),  # hex, unit, entry
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
)

PLANS = Table(
    "plans",  # what computer players said of their plans last, kept when the match ends
    METADATA,
    Column("match_id", String(32), ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("lines", JSON, nullable=False),
)

DRAWINGS = Table(
    "drawings",  # maps as drawn, because drawing takes seconds; may be emptied at any time
    METADATA,
    Column("key", String(64), primary_key=True),
    Column("body", LargeBinary, nullable=False),
)
