"""Reads the written lists of real geography: rivers, regions, outlines.

The lists in ``geography/`` serve every map; a source folder may bring files of the same form.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import shapely
from shapely.geometry.base import BaseGeometry

from phaseline.atlas.build.outlines import spots
from phaseline.atlas.build.rivers import River
from phaseline.atlas.errors import MapError, MapFileError

GEOGRAPHY: Final = Path(__file__).parent / "geography"


def _entries(path: Path, table: str) -> Iterator[tuple[str, dict[str, Any]]]:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise MapFileError("the file is not there", file=path.name) from error
    except tomllib.TOMLDecodeError as error:
        raise MapFileError(f"not valid TOML: {error}", file=path.name) from error
    for entry in content.get(table, []):
        if not isinstance(entry, dict) or not isinstance(entry.get("name"), str):
            raise MapFileError("every entry needs a name", file=path.name, key=table)
        yield f"{table}.{entry['name']!r}", entry


def _ring(file: str, key: str, text: object) -> BaseGeometry:
    if not isinstance(text, str):
        raise MapFileError("write the ring as one text of 'lat lon' pairs", file=file, key=key)
    try:
        corners = spots(text)
    except MapError as error:
        raise MapFileError(str(error), file=file, key=key) from error
    if len(corners) < 3:
        raise MapFileError("a ring needs at least three corners", file=file, key=key)
    return shapely.make_valid(shapely.Polygon(corners))


def read_rivers(path: Path = GEOGRAPHY / "rivers.toml") -> list[River]:
    """All rivers of a list, in the order written."""
    found: list[River] = []
    for key, entry in _entries(path, "rivers"):
        try:
            course = spots(str(entry["course"]))
            found.append(River(entry["name"], str(entry["rank"]), course))
        except KeyError as error:
            raise MapFileError(f"{error.args[0]} is missing", file=path.name, key=key) from error
        except MapError as error:
            raise MapFileError(str(error), file=path.name, key=key) from error
    return found


def rivers_for(folder: Path) -> list[River]:
    """The shared rivers and those of a source folder's ``rivers.toml``, which replace shared ones of their name."""
    own = read_rivers(path) if (path := folder / "rivers.toml").is_file() else []
    names = {river.name for river in own}
    return [river for river in read_rivers() if river.name not in names] + own


def read_regions(path: Path = GEOGRAPHY / "regions.toml") -> dict[str, BaseGeometry]:
    """One shape per kind of region: the union of its rings, in degrees."""
    rings: dict[str, list[BaseGeometry]] = {}
    for key, entry in _entries(path, "regions"):
        rings.setdefault(str(entry.get("kind", "")), []).append(_ring(path.name, key, entry.get("ring")))
    return {kind: shapely.union_all(shapes) for kind, shapes in rings.items()}


def regions_for(folder: Path) -> dict[str, BaseGeometry]:
    """The shared regions together with those of a source folder's ``regions.toml``."""
    found = read_regions()
    if (path := folder / "regions.toml").is_file():
        for kind, shape in read_regions(path).items():
            found[kind] = shapely.union(found[kind], shape) if kind in found else shape
    return found


def read_outlines(path: Path, table: str) -> dict[str, BaseGeometry]:
    """Named areas of a file, in the order written: each ``ring`` (one text or several) as a shape in degrees."""
    found: dict[str, BaseGeometry] = {}
    for key, entry in _entries(path, table):
        rings = entry.get("ring", [])
        shapes = [_ring(path.name, key, text) for text in ([rings] if isinstance(rings, str) else rings)]
        known = [found[entry["name"]]] if entry["name"] in found else []
        found[entry["name"]] = shapely.union_all([*known, *shapes])
    for shape in found.values():
        shapely.prepare(shape)
    return found
