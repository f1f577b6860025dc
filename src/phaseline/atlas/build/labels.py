"""``labels.toml``: lettering that belongs to no single place, written as in a map file."""

from __future__ import annotations

from pathlib import Path

from phaseline.atlas.build.draft import Draft
from phaseline.atlas.build.source import read_table
from phaseline.atlas.errors import MapError, MapFileError
from phaseline.atlas.parts import Label
from phaseline.atlas.schema import LabelEntry


def read_labels(path: Path, draft: Draft) -> tuple[Label, ...]:
    """The labels of a source folder, none if it has no such file; hexes as places, offsets or numbers.

    Raises:
        MapFileError: naming the style and the text of the label.
    """
    if not path.is_file():
        return ()
    found: list[Label] = []
    for style, entries in read_table(path, dict[str, dict[str, LabelEntry]]).items():
        for text, entry in entries.items():
            try:
                at = draft.hex(entry.at)
                to = draft.hex(entry.to) if entry.to else None
            except MapError as error:
                raise MapFileError(str(error), file=path.name, key=f"{style}.{text!r}") from error
            found.append(Label(style, text, at, to, entry.shift, entry.angle, entry.size))
    return tuple(found)
