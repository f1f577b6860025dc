"""Prove that a checked-in map is exactly what the builder makes of its sources."""

from __future__ import annotations

import difflib
import errno
from dataclasses import dataclass
from pathlib import Path

from phaseline.atlas.build.pipeline import build
from phaseline.atlas.build.towns import read_towns
from phaseline.atlas.load import load
from phaseline.atlas.write import dumps


@dataclass(frozen=True)
class Difference:
    """How the checked-in file differs from what the builder makes; falsy when it does not."""

    lines: tuple[str, ...]

    def __bool__(self) -> bool:
        return bool(self.lines)

    def __str__(self) -> str:
        return "\n".join(self.lines)


def check(folder: Path | str, map_file: Path | str) -> Difference:
    """Build the map of a source folder and compare it, byte for byte, with the map file.

    A missing map file differs in every line.
    """
    path = Path(map_file)
    return _compare(path, dumps(build(folder)))


def rebuild(folder: Path | str, map_file: Path | str) -> Difference:
    """Build the map, write it to the map file if that changes it, and say what changed."""
    path = Path(map_file)
    made = dumps(build(folder))
    difference = _compare(path, made)
    if difference:
        _write(path, made)
    return difference


def _write(path: Path, text: str) -> None:
    """Wholly or not at all: a map that cannot be finished leaves the one there was."""
    path = path.resolve()  # what a link points to is written, the link stays
    if path.exists() and not path.is_file():
        raise OSError(errno.EINVAL, "this is no file that could be replaced", str(path))
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(text.encode("utf-8"))
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def left_out(folder: Path | str, map_file: Path | str) -> list[str]:
    """The places of a source folder that lie off its map, so that the map file lacks them."""
    known = load(map_file).places
    towns = read_towns(Path(folder) / "places.toml")
    return [town.name for town in towns if not town.steer and not town.spare and town.name not in known]


def _compare(path: Path, made: str) -> Difference:
    kept = path.read_text(encoding="utf-8") if path.is_file() else ""
    if kept == made:
        return Difference(())
    before = f"{path.name} (checked in)"
    lines = difflib.unified_diff(kept.splitlines(), made.splitlines(), before, "built", lineterm="", n=0)
    return Difference(tuple(lines))
