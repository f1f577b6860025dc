"""The chart: real geography laid on a hex grid, both ways."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from phaseline.atlas.build.exact import length
from phaseline.atlas.build.fit import Fit
from phaseline.atlas.build.projection import Points, Projection, points
from phaseline.atlas.build.warp import Warp
from phaseline.hexgrid import Grid, Hex


@dataclass(frozen=True)
class Residual:
    """How one control point fared: where the fit alone puts it against where the map must have it."""

    name: str
    hex: Hex
    miss: float
    """Grid units from the fitted position to the centre of its hex."""
    moved: float
    """Grid units the warp moved it (0 when the fit already put it well inside its hex)."""


@dataclass(frozen=True)
class Chart:
    """Longitude and latitude to grid units (``Grid.centre`` units) and back."""

    grid: Grid
    projection: Projection
    fit: Fit
    warp: Warp
    residuals: tuple[Residual, ...] = ()

    def to_grid(self, lonlat: ArrayLike) -> Points:
        """Degrees to grid units."""
        return self.warp.forward(self.fit.forward(self.projection.forward(lonlat)))

    def to_lonlat(self, grid_points: ArrayLike) -> Points:
        """Grid units to degrees."""
        return self.projection.inverse(self.fit.inverse(self.warp.inverse(grid_points)))

    def hex_at(self, lon: float, lat: float) -> Hex | None:
        """The hex a place falls into; ``None`` off the map, or where the projection does not reach."""
        x, y = self.to_grid([[lon, lat]])[0]
        return self.grid.at(float(x), float(y)) if np.isfinite(x) and np.isfinite(y) else None


def nearest_inside(grid: Grid, h: Hex, spot: ArrayLike, margin: float) -> Points:
    """The point nearest to ``spot`` that lies in hex ``h`` at least ``margin`` (grid units) from its sides."""
    target = points(spot)[0].copy()
    centre = np.array(grid.centre(h))
    corners = points(grid.corners(h)) - centre
    sides = (corners + np.roll(corners, -1, axis=0)) / 2
    normals = sides / length(sides[:, 0], sides[:, 1])[:, None]
    reach = 0.5 - margin
    offset = target - centre
    for _ in range(8):  # projections onto half-planes; a hexagon needs two, rounding a few more
        beyond = normals[:, 0] * offset[0] + normals[:, 1] * offset[1] - reach
        worst = int(beyond.argmax())
        if beyond[worst] <= 1e-9:
            break
        offset = offset - normals[worst] * beyond[worst]
    return points(centre + offset)
