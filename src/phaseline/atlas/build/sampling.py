"""Sample points under hexes and hexsides: where on earth each part of a hex lies.

What a hex *is* (land, high, wooded, French) is decided by counting samples, never by a single point at its centre.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from phaseline.atlas.build.chart import Chart
from phaseline.atlas.build.projection import Points, points
from phaseline.atlas.parts import Side
from phaseline.hexgrid import Grid, Hex, hexes

Lots = NDArray[np.float64]
"""Sample positions in degrees, shape ``(things, samples, 2)``."""


@dataclass(frozen=True)
class HexSamples:
    """An even scatter of points over every hex of the grid."""

    hexes: tuple[Hex, ...]
    lonlat: Lots

    @property
    def flat(self) -> Points:
        """All samples in one list."""
        return self.lonlat.reshape(-1, 2)

    def fractions(self, hits: NDArray[np.bool_]) -> dict[Hex, float]:
        """For one yes or no per sample (in the order of `flat`): the share of yes in each hex."""
        share = hits.reshape(len(self.hexes), -1).mean(axis=1)
        return dict(zip(self.hexes, share.tolist(), strict=True))


@dataclass(frozen=True)
class SideSamples:
    """Points in a narrow band along every hexside between two hexes of the grid."""

    sides: tuple[Side, ...]
    lonlat: Lots

    @property
    def flat(self) -> Points:
        """All samples in one list."""
        return self.lonlat.reshape(-1, 2)

    def fractions(self, hits: NDArray[np.bool_]) -> dict[Side, float]:
        """For one yes or no per sample (in the order of `flat`): the share of yes on each hexside."""
        share = hits.reshape(len(self.sides), -1).mean(axis=1)
        return dict(zip(self.sides, share.tolist(), strict=True))


def sample_hexes(chart: Chart, rings: int = 6) -> HexSamples:
    """``3 * rings * (rings + 1) + 1`` points in each hex."""
    grid = chart.grid
    everywhere = tuple(hexes(grid.all))
    centres = points([grid.centre(h) for h in everywhere])
    pattern = _pattern(grid, rings)
    spots = (centres[:, None, :] + pattern[None, :, :]).reshape(-1, 2)
    return HexSamples(everywhere, chart.to_lonlat(spots).reshape(len(everywhere), len(pattern), 2))


def _pattern(grid: Grid, rings: int) -> Points:
    """Points of a small hexagon lattice that fills one hex, relative to its centre."""
    first = next(hexes(grid.all))
    corners = points(grid.corners(first)) - points([grid.centre(first)])
    spots = [np.zeros(2)]
    for ring in range(1, rings + 1):
        scale = (ring - 0.35) / rings  # the outermost ring stays inside the hex
        for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
            spots.extend(scale * (start + (end - start) * step / ring) for step in range(ring))
    return np.array(spots)


def sample_sides(chart: Chart, width: float = 0.16, along: int = 9, across: int = 5) -> SideSamples:
    """``along * across`` points in a band of ``width`` hexes about each hexside."""
    grid = chart.grid
    beyond: dict[Side, Hex] = {}
    for h in hexes(grid.all):
        for direction in range(3):  # each hexside once: the other three belong to the neighbours
            neighbour = grid.neighbour(h, direction)
            if neighbour is not None:
                beyond[h, direction] = neighbour
    steps = (np.arange(along) + 0.5) / along
    offsets = np.linspace(-width / 2, width / 2, across)
    starts, ends = np.array([grid.edge(*side) for side in beyond]).transpose(1, 0, 2)
    outward = points([grid.centre(n) for n in beyond.values()]) - points([grid.centre(h) for h, _ in beyond])
    lines = starts[:, None] + (ends - starts)[:, None] * steps[:, None]
    spots = lines[:, :, None] + outward[:, None, None] * offsets[:, None]
    lonlat = chart.to_lonlat(spots.reshape(-1, 2)).reshape(len(beyond), along * across, 2)
    return SideSamples(tuple(beyond), lonlat)
