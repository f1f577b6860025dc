"""Rows as Parquet (optional: the extra `lab`). The same rows always give the same bytes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq
from msgspec import Struct
from pyarrow.json import ParseOptions, ReadOptions, read_json

from phaseline.lab.rows import SCHEMA, AttackRow, MatchRow, PlaceRow, TurnRow
from phaseline.lab.whole import whole

_FIGURE = pa.struct(
    [("key", pa.string()), ("title", pa.string()), ("seat", pa.int8()), ("value", pa.float64())]
)
_MATCHES = pa.schema(
    [
        ("series", pa.string()),
        ("number", pa.int32()),
        ("pair", pa.int32()),
        ("game", pa.string()),
        ("rules", pa.string()),
        ("scenario", pa.string()),
        ("options", pa.string()),
        ("seats", pa.list_(pa.string())),
        ("agents", pa.list_(pa.string())),
        ("status", pa.string()),
        ("fault", pa.string()),
        ("winner", pa.int8()),
        ("winner_seat", pa.string()),
        ("winner_agent", pa.string()),
        ("level", pa.string()),
        ("case", pa.string()),
        ("reason", pa.string()),
        ("scores", pa.list_(pa.int32())),
        ("margins", pa.list_(pa.float64())),
        ("turn", pa.int16()),
        ("turn_title", pa.string()),
        ("orders", pa.int32()),
        ("dropped", pa.int32()),
        ("attacks", pa.int32()),
        ("losses", pa.list_(pa.int32())),
        ("luck", pa.list_(pa.float64())),
        ("seed", pa.string()),
        ("digest", pa.string()),
        ("record", pa.string()),
    ]
)
_TURNS = pa.schema(
    [
        ("series", pa.string()),
        ("number", pa.int32()),
        ("turn", pa.int16()),
        ("title", pa.string()),
        ("orders", pa.list_(pa.int32())),
        ("losses", pa.list_(pa.int32())),
        ("attacks", pa.list_(pa.int32())),
        ("luck", pa.list_(pa.float64())),
        ("figures", pa.list_(_FIGURE)),
    ]
)
_ATTACKS = pa.schema(
    [
        ("series", pa.string()),
        ("number", pa.int32()),
        ("turn", pa.int16()),
        ("seat", pa.int8()),
        ("hex", pa.string()),
        ("title", pa.string()),
        ("odds", pa.string()),
        ("unit", pa.string()),
        ("given", pa.float64()),
        ("expected", pa.float64()),
        ("lost", pa.list_(pa.int16())),
        ("mean_lost", pa.list_(pa.float64())),
    ]
)
_PLACES = pa.schema(
    [
        ("series", pa.string()),
        ("number", pa.int32()),
        ("turn", pa.int16()),
        ("objective", pa.string()),
        ("place", pa.string()),
        ("hex", pa.string()),
        ("holder", pa.int8()),
        ("before", pa.int8()),
    ]
)

TABLES: dict[str, tuple[type[Struct], Any]] = {
    "matches": (MatchRow, _MATCHES),
    "turns": (TurnRow, _TURNS),
    "attacks": (AttackRow, _ATTACKS),
    "places": (PlaceRow, _PLACES),
}
"""The tables by name: the type of a row, and the columns."""


class BrokenTable(ValueError):
    """A file of a table cannot be read; the message says which and what would help."""


def write(path: Path, name: str, rows: Iterable[Struct]) -> None:
    """Write rows of the table `name` as one file, wholly or not at all."""
    _, schema = TABLES[name]
    table = _table(b"".join(msgspec.json.encode(row) + b"\n" for row in rows), schema)
    table = table.replace_schema_metadata({"phaseline.table": name, "phaseline.schema": str(SCHEMA)})
    path.parent.mkdir(parents=True, exist_ok=True)
    with whole(path) as part:
        pq.write_table(table, part, compression="zstd")


def _table(lines: bytes, schema: Any) -> Any:
    """Rows from JSON, each a line: unlike rows of Python objects, they do not make pyarrow load pandas."""
    if not lines:
        return schema.empty_table()
    return read_json(
        pa.BufferReader(lines),
        ReadOptions(use_threads=False, block_size=len(lines)),
        ParseOptions(explicit_schema=schema, unexpected_field_behavior="error"),
    )


def read(folder: Path, name: str, columns: Sequence[str] | None = None, series: str | None = None) -> Any:
    """The table `name` of a run, or some of its columns, of one series or of all: a `pyarrow.Table`, in order."""
    _, schema = TABLES[name]
    paths = sorted((folder / name).glob(f"{series or '*'}.*.parquet"))
    tables = [pq.read_table(path, columns=columns, schema=schema) for path in paths]
    wanted = schema if columns is None else pa.schema([schema.field(column) for column in columns])
    return pa.concat_tables(tables) if tables else wanted.empty_table()


def batches(folder: Path, name: str, columns: Sequence[str], series: str) -> Iterator[list[dict[str, Any]]]:
    """Some columns of the table `name` of one series, file by file, so that it need not fit into memory as a whole."""
    for path in sorted((folder / name).glob(f"{series}.*.parquet")):
        yield rows(path, columns)


def rows(path: Path, columns: Sequence[str]) -> list[dict[str, Any]]:
    """Some columns of one file, a dictionary a row. Raises `BrokenTable`."""
    try:
        with pq.ParquetFile(path) as file:  # pq.read_table would load pandas
            found: list[dict[str, Any]] = file.read(columns=list(columns)).to_pylist()
    except (pa.ArrowException, OSError) as error:
        why = getattr(error, "strerror", None) or "it is not whole"
        raise BrokenTable(
            f"{path}: this table cannot be read: {why}; put a copy of it back, or run the experiment anew"
        ) from error
    return found
