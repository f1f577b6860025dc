"""From longitude and latitude to a plane in kilometres, and back.

The plane's y axis points down (south), as on the hex grid, so that a fit to the grid needs no mirror.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
import pyproj
from numpy.typing import ArrayLike, NDArray

from phaseline.atlas.build.exact import snapped
from phaseline.atlas.errors import MapError

METRE: Final = 0.001
"""Kilometres. The plane is known by whole metres: what the C library's sines differ by vanishes in them."""
MICRODEGREE: Final = 1e-6
"""Degrees; a tenth of a metre."""

Points = NDArray[np.float64]
"""An array of shape ``(n, 2)``: x and y, or longitude and latitude in degrees."""


class ProjectionError(MapError):
    """A projection definition nobody can use."""


def points(values: ArrayLike) -> Points:
    """Any pairs as an ``(n, 2)`` array of floats."""
    return np.asarray(values, dtype=np.float64).reshape(-1, 2)


@dataclass(frozen=True)
class Projection:
    """A map projection, written the PROJ way: ``+proj=eqdc +lat_1=38 +lat_2=55 +lon_0=22``.

    >>> plane = Projection("+proj=eqdc +lat_1=38 +lat_2=55 +lat_0=48 +lon_0=22")
    >>> plane.forward([[22.0, 47.0]]).round().astype(int).tolist()
    [[0, 111]]
    """

    definition: str

    @cached_property
    def _proj(self) -> pyproj.Proj:
        try:
            return pyproj.Proj(f"{self.definition} +ellps=WGS84")
        except pyproj.exceptions.CRSError as error:
            raise ProjectionError(
                f"projection.definition: PROJ does not understand {self.definition!r} ({error})"
            ) from error

    def forward(self, lonlat: ArrayLike) -> Points:
        """Longitude and latitude (degrees) to the plane (kilometres, to the metre, y down)."""
        given = points(lonlat)
        x, y = self._proj(given[:, 0], given[:, 1])
        return snapped(np.column_stack([np.asarray(x) / 1000.0, np.asarray(y) / -1000.0]), METRE)

    def inverse(self, plane: ArrayLike) -> Points:
        """The plane (kilometres, y down) to longitude and latitude (degrees, to a millionth)."""
        given = points(plane)
        lon, lat = self._proj(given[:, 0] * 1000.0, given[:, 1] * -1000.0, inverse=True)
        return snapped(np.column_stack([np.asarray(lon), np.asarray(lat)]), MICRODEGREE)
