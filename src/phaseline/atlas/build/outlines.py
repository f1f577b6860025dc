"""Written outlines and courses: lists of spots in degrees that a person can read and mend.

A *course* is a line, an *outline* a closed ring. Both are written as ``"lat lon name; lat lon name; ..."``; the names
are for the reader only.
"""

from __future__ import annotations

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
        east = (end[0] - start[0]) * np.cos(np.radians((start[1] + end[1]) / 2))
        km = float(np.hypot(east, end[1] - start[1])) * _KM_PER_DEGREE
        parts = max(1, int(np.ceil(km / step_km)))
        pieces.append(start + (end - start) * (np.arange(1, parts + 1) / parts)[:, None])
    return np.concatenate(pieces)
