"""Written outlines and courses: lists of spots in degrees that a person can read and mend.

A *course* is a line, an *outline* a closed ring. Both are written as ``"lat lon name; lat lon name; ..."``; the names
are for the reader only.
"""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Final

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
    corners = lonlat.tolist()
    line = corners[:1]
    for (lon, lat), (to_lon, to_lat) in pairwise(corners):
        east = (to_lon - lon) * math.cos(math.radians((lat + to_lat) / 2))
        km = math.sqrt(east * east + (to_lat - lat) ** 2) * _KM_PER_DEGREE
        # Rounded: cosines differ from one C library to the next.
        parts = max(1, math.ceil(round(km / step_km, 6)))
        for part in range(1, parts + 1):
            share = part / parts
            line.append([lon + (to_lon - lon) * share, lat + (to_lat - lat) * share])
    return points(line)
