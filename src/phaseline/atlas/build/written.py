"""Reads the written lists of real geography: rivers, regions, outlines.

The lists in ``geography/`` serve every map; a source folder may bring files of the same form.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import shapely
from shapely.geometry.base import BaseGeometry

from phaseline.atlas.build.outlines import spots
from phaseline.atlas.build.rivers import River
from phaseline.atlas.build.source import Strict, fitting, read_table
from phaseline.atlas.errors import MapError, MapFileError
from phaseline.wording.nearest import did_you_mean

GEOGRAPHY: Final = Path(__file__).parent / "geography"


class _Entry(Strict, frozen=True, kw_only=True):
    """What every line of a list has: a name, and a remark for the reader."""

    name: str
    why: str = ""


class _River(_Entry, frozen=True, kw_only=True):
    rank: str
    course: str
    navigable: bool = False


class _Region(_Entry, frozen=True, kw_only=True):
    kind: str
    ring: str


class _Outline(_Entry, frozen=True, kw_only=True):
    ring: str | tuple[str, ...]


class _RiverFile(Strict, frozen=True, kw_only=True):
    rivers: tuple[_River, ...] = ()
    provenance: Any = msgspec.UNSET


class _RegionFile(Strict, frozen=True, kw_only=True):
    regions: tuple[_Region, ...] = ()
    provenance: Any = msgspec.UNSET


def _ring(file: str, key: str, text: str) -> BaseGeometry:
    try:
        corners = spots(text)
    except MapError as error:
        raise MapFileError(str(error), file=file, key=key) from error
    if len(corners) < 3:
        raise MapFileError("a ring needs at least three corners", file=file, key=key)
    return shapely.make_valid(shapely.Polygon(corners))


def read_rivers(path: Path = GEOGRAPHY / "rivers.toml") -> list[River]:
    """All rivers of a list, in the order written.

    Raises:
        MapFileError: naming the file and the river.
    """
    found: list[River] = []
    for entry in read_table(path, _RiverFile).rivers:
        try:
            found.append(River(entry.name, entry.rank, spots(entry.course)))
        except MapError as error:
            raise MapFileError(str(error), file=path.name, key=f"rivers.{entry.name!r}") from error
    return found


def rivers_for(folder: Path) -> list[River]:
    """The shared rivers and those of a source folder's ``rivers.toml``, which replace shared ones of their name."""
    own = read_rivers(path) if (path := folder / "rivers.toml").is_file() else []
    names = {river.name for river in own}
    return [river for river in read_rivers() if river.name not in names] + own


def read_regions(path: Path = GEOGRAPHY / "regions.toml") -> dict[str, BaseGeometry]:
    """One shape per kind of region: the union of its rings, in degrees.

    Raises:
        MapFileError: naming the file and the region.
    """
    rings: dict[str, list[BaseGeometry]] = {}
    for entry in read_table(path, _RegionFile).regions:
        rings.setdefault(entry.kind, []).append(_ring(path.name, f"regions.{entry.name!r}", entry.ring))
    return {kind: shapely.union_all(shapes) for kind, shapes in rings.items()}


def regions_for(folder: Path) -> dict[str, BaseGeometry]:
    """The shared regions together with those of a source folder's ``regions.toml``."""
    found = read_regions()
    if (path := folder / "regions.toml").is_file():
        for kind, shape in read_regions(path).items():
            found[kind] = shapely.union(found[kind], shape) if kind in found else shape
    return found


def read_outlines(path: Path, table: str) -> dict[str, BaseGeometry]:
    """Named areas of a file, in the order written: each ``ring`` (one text or several) as a shape in degrees.

    Raises:
        MapFileError: naming the file and the area; also when the file has no such table.
    """
    written = read_table(path, dict[str, Any])
    if table not in written:
        raise MapFileError(
            f'there is no table "{table}" here, which source.toml asks for{did_you_mean(table, written)}',
            file=path.name,
        )
    found: dict[str, BaseGeometry] = {}
    for entry in fitting(written[table], tuple[_Outline, ...], path.name, table):
        rings: Sequence[str] = [entry.ring] if isinstance(entry.ring, str) else entry.ring
        shapes = [_ring(path.name, f"{table}.{entry.name!r}", text) for text in rings]
        known = [found[entry.name]] if entry.name in found else []
        found[entry.name] = shapely.union_all([*known, *shapes])
    for shape in found.values():
        shapely.prepare(shape)
    return found
