"""Written outlines and courses: lists of spots in degrees that a person can read and mend.

A *course* is a line, an *outline* a closed ring. Both are written as ``"lat lon name; lat lon name; ..."``; the names
are for the reader only.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

import numpy as np

from phaseline.atlas.build.projection import Points, points
from phaseline.atlas.errors import MapError

_KM_PER_DEGREE: Final = 111.2


def spots(text: str) -> Points:
    """A written course as longitude and latitude, shape ``(n, 2)``.

    >>> spots("48.86 2.35 Paris; 49.44 1.09 Rouen").tolist()
    [[2.35, 48.86], [1.09, 49.44]]
    """
    found: list[tuple[float, float]] = []
    for item in text.split(";"):
        words = item.split()
        if not words:
            continue
        try:
            lat, lon = float(words[0]), float(words[1])
        except (ValueError, IndexError) as error:
            raise MapError(f"{item.strip()!r}: write latitude, longitude and, if you like, a name") from error
        if not -90 <= lat <= 90 or not -180 <= lon <= 180:
            raise MapError(
                f"{item.strip()!r}: latitude comes first (-90 to 90), then longitude (-180 to 180)"
            )
        found.append((lon, lat))
    return points(found)


def densify(lonlat: Points, step_km: float) -> Points:
    """The same line with a point at least every ``step_km`` kilometres."""
    pieces = [lonlat[:1]]
    for start, end in pairwise(lonlat):
        (lon, lat), (to_lon, to_lat) = start.tolist(), end.tolist()
        east = (to_lon - lon) * math.cos(math.radians((lat + to_lat) / 2))
        km = math.sqrt(east * east + (to_lat - lat) ** 2) * _KM_PER_DEGREE
        parts = max(
            1, math.ceil(round(km / step_km, 6))
        )  # rounded: cosines differ from one C library to the next
        pieces.append(start + (end - start) * (np.arange(1, parts + 1) / parts)[:, None])
    return np.concatenate(pieces)
