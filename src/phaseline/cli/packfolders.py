"""Where the data packs of a match lie. A record names its packs; on which machine they lie where is not its business.

A pack is looked for in the folders that the user names, in those remembered in a file beside the match file
(`MATCH.packs`, a folder a line), and among the folders beside the match file.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from phaseline.cli.errors import UserError, blaming
from phaseline.engine.packs import DataError, DataPack, PackMark

SUFFIX = ".packs"


def load(folders: Iterable[Path]) -> tuple[DataPack, ...]:
    """The data packs in these folders. Raises `UserError`."""
    with blaming("data pack", DataError, hint="a data pack is a folder with a pack.toml"):
        return tuple(DataPack(folder) for folder in folders)


def find(wanted: Sequence[PackMark], match: Path, named: Sequence[Path]) -> tuple[DataPack, ...]:
    """The packs that a match was made with. Raises `UserError` that says which is not found, and where to put it."""
    given = load(named)
    return tuple(_find(mark, match, given) for mark in wanted)


def _find(mark: PackMark, match: Path, given: Sequence[DataPack]) -> DataPack:
    found = [pack for pack in (*given, *_nearby(match)) if pack.head.name == mark.name]
    if not found:
        raise UserError(
            f"{match}: the match was made with the data pack {mark}, which is not here: "
            "put its folder beside the match file, or name it with --pack (terminal, replay and export take it)"
        )
    sound, fault = [], None
    for pack in found:
        try:
            if pack.mark == mark:
                return pack
        except DataError as error:  # one of the same name that is in disorder is in the way of no other
            fault = error
        else:
            sound.append(pack)
    if sound:
        return sound[0]
    raise UserError(f"{match}: it needs the data pack {mark}: {fault}") from fault


def _nearby(match: Path) -> Iterator[DataPack]:
    folders = [*_remembered(match), *sorted(path.parent for path in match.parent.glob("*/pack.toml"))]
    for folder in folders:
        # A pack that is in disorder is nobody's fault here, unless it is the one that is missed.
        with suppress(DataError):
            yield DataPack(folder)


def _remembered(match: Path) -> list[Path]:
    note = _note(match)
    try:
        lines = note.read_text("utf-8").splitlines()
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{note}: cannot be read: {error}; it lists folders of data packs") from error
    return [match.parent / line for line in lines if line.strip()]


def remember(match: Path, folders: Sequence[Path]) -> None:
    """Note beside the match file where its packs lie, unless they are found without."""
    known = {path.resolve() for path in _remembered(match)}
    new = {folder.resolve() for folder in folders if folder.resolve().parent != match.parent.resolve()}
    if new <= known:
        return
    lines = [f"{_seen_from(match, folder)}\n" for folder in folders]
    with blaming(f"{_note(match)}: cannot be written", OSError):
        _note(match).write_text("".join(lines), "utf-8")


def _note(match: Path) -> Path:
    return match.with_name(match.name + SUFFIX)


def _seen_from(match: Path, folder: Path) -> str:
    """The folder seen from the match file, so that both can move together."""
    with suppress(ValueError):  # on another drive there is no way from one to the other
        return os.path.relpath(folder.resolve(), match.parent.resolve())
    return str(folder.resolve())
