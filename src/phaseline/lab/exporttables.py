"""The tables of an export as Parquet files, written match by match, so that memory does not grow with their number."""

from __future__ import annotations

import json
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import pyarrow as pa
import pyarrow.parquet as pq

from phaseline.env.encoding import Arrays

_TEXT, _TEXTS, _NUMBERS = pa.string(), pa.list_(pa.string()), pa.list_(pa.int32())
SCHEMAS = {
    "matches": pa.schema(
        [
            ("match", _TEXT),
            ("game", _TEXT),
            ("rules", _TEXT),
            ("scenario", _TEXT),
            ("options", _TEXT),
            ("data", _TEXT),
            ("seats", _TEXTS),
            ("players", _TEXTS),
            ("orders", pa.int32()),
            ("winner", pa.int8()),
            ("level", _TEXT),
            ("case", _TEXT),
            ("reason", _TEXT),
            ("scores", _NUMBERS),
            ("seed", _TEXT),
            ("digest", _TEXT),
        ]
    ),
    "orders": pa.schema(
        [
            ("match", _TEXT),
            ("number", pa.int32()),
            ("seat", pa.int8()),
            ("path", _TEXTS),
            ("order", _TEXT),
            ("fields", _TEXT),
            ("notation", _TEXT),
            ("happened", _TEXTS),
            ("comment", _TEXT),
        ]
    ),
    "dice": pa.schema(
        [
            ("match", _TEXT),
            ("number", pa.int32()),
            ("purpose", _TEXT),
            ("sides", pa.int8()),
            ("values", pa.list_(pa.int8())),
        ]
    ),
    "positions": pa.schema(
        [
            ("match", _TEXT),
            ("number", pa.int32()),
            ("seat", pa.int8()),
            ("planes", pa.list_(pa.uint8())),
            ("planes_shape", _NUMBERS),
            ("pieces", pa.list_(pa.int16())),
            ("pieces_shape", _NUMBERS),
            ("globals", _NUMBERS),
            ("actions", _NUMBERS),
        ]
    ),
}
"""The columns of each table."""


class Tables:
    """Four Parquet files under way. Used with `with`: at its end they are there, unless an exception ended it."""

    def __init__(self, folder: Path) -> None:
        self._paths = {name: folder / f"{name}.parquet" for name in SCHEMAS}
        self._parts = {name: path.with_suffix(".part") for name, path in self._paths.items()}
        self._files: dict[str, Any] = {}
        self._rows: dict[str, list[dict[str, Any]]] = {}

    def __enter__(self) -> Self:
        for name, schema in SCHEMAS.items():
            self._files[name] = pq.ParquetWriter(self._parts[name], schema, compression="zstd")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self._files.values():
            file.close()
        for name, part in self._parts.items():
            if kind is None:
                part.replace(self._paths[name])
            else:
                part.unlink(missing_ok=True)

    def begin(self, head: dict[str, Any]) -> None:
        """The rows of a match begin."""
        self._rows = {name: [] for name in SCHEMAS}
        self._rows["matches"].append(head)

    def order(self, line: dict[str, Any]) -> None:
        """One order with its dice."""
        self._rows["orders"].append({**line, "fields": json.dumps(line["fields"], ensure_ascii=False)})
        self._rows["dice"] += [
            {"match": line["match"], "number": line["number"], **draw} for draw in line["dice"]
        ]

    def position(self, match: str, number: int, seat: int, seen: Arrays, actions: list[int]) -> None:
        """What the seat that gave order `number` observed before it, and its choices."""
        row = {"match": match, "number": number, "seat": seat, "actions": actions, "globals": seen["globals"]}
        for name in ("planes", "pieces"):
            row[name], row[f"{name}_shape"] = seen[name].ravel(), list(seen[name].shape)
        self._rows["positions"].append(row)

    def end(self) -> None:
        """The rows of a match are complete."""
        for name, schema in SCHEMAS.items():
            rows = self._rows[name]
            columns = [pa.array([row[key] for row in rows], schema.field(key).type) for key in schema.names]
            self._files[name].write_table(pa.Table.from_arrays(columns, schema=schema))
