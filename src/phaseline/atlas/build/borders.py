"""Countries from shared borders: arcs between nodes, territories ringed by arcs, countries made of territories.

``geography/borders.toml`` explains the form. Because neighbours share their arcs there are no gaps and no overlaps.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from phaseline.atlas.build.outlines import spots
from phaseline.atlas.build.projection import Points
from phaseline.atlas.build.written import GEOGRAPHY
from phaseline.atlas.errors import MapError, MapFileError, UnknownNameError

BORDERS: Final = GEOGRAPHY / "borders.toml"


def territories(path: Path = BORDERS) -> dict[str, BaseGeometry]:
    """Every territory of a border file as a shape in degrees.

    Raises:
        MapFileError: an arc or node is unknown, or the arcs of a ring do not meet.
    """
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    found: dict[str, BaseGeometry] = {}
    for name, rings in table["territories"].items():
        try:
            shapes = [shapely.make_valid(shapely.Polygon(_ring(table, ring))) for ring in rings]
        except MapError as error:
            raise MapFileError(str(error), file=path.name, key=f"territories.{name}") from error
        found[name] = shapely.union_all(shapes)
    return found


def countries(claims: Mapping[str, Sequence[str]], path: Path = BORDERS) -> dict[str, BaseGeometry]:
    """Countries as the union of the territories they hold.

    Raises:
        UnknownNameError: no such territory, with the nearest names.
    """
    lands = territories(path)
    found: dict[str, BaseGeometry] = {}
    for country, names in claims.items():
        for name in names:
            if name not in lands:
                raise UnknownNameError("territory", name, lands)
        found[country] = shapely.union_all([lands[name] for name in names])
        shapely.prepare(found[country])
    return found


def _ring(table: dict[str, Any], ring: str | list[str]) -> Points:
    if isinstance(ring, str):
        return spots(ring)
    line: list[Points] = []
    for item in ring:
        arc = _arc(table, item.removeprefix("-"))
        arc = arc[::-1] if item.startswith("-") else arc
        if line and not np.allclose(line[-1][-1], arc[0]):
            raise MapError(f"arc {item!r} does not begin where the one before it ends")
        line.append(arc)
    if not np.allclose(line[-1][-1], line[0][0]):
        raise MapError(f"the ring does not close: {ring[-1]!r} does not end where {ring[0]!r} begins")
    return np.concatenate(line)


def _arc(table: dict[str, Any], name: str) -> Points:
    text = table["arcs"].get(name)
    if text is None:
        raise UnknownNameError("arc", name, table["arcs"])
    parts: list[str] = []
    for item in text.split(";"):
        spot = item.strip()
        if spot.startswith("@"):
            if spot[1:] not in table["nodes"]:
                raise UnknownNameError("node", spot[1:], table["nodes"])
            spot = table["nodes"][spot[1:]]
        parts.append(spot)
    return spots("; ".join(parts))
