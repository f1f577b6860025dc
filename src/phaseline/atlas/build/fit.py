"""Least-squares fits of the plane to the hex grid.

A *similarity* (turn, scale, shift: four numbers) is what a printed map is: one scale, one bearing. An *affine* fit
(six numbers) also takes up a map drawn wider than tall. What is left over, the residuals, says how good the
numbering and the projection are; the warp takes it up afterwards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from phaseline.atlas.build.projection import Points, points
from phaseline.atlas.errors import MapError

_DIGITS: Final = 12
"""Decimals kept of a sine; the C libraries agree on these."""

FitKind = Literal["similarity", "affine"]


class FitError(MapError):
    """Too few control points, or points that fix nothing."""


@dataclass(frozen=True)
class Fit:
    """A linear map from the plane (kilometres, y down) to grid units (one hex width = 1, y down)."""

    matrix: NDArray[np.float64]
    shift: NDArray[np.float64]

    def forward(self, plane: ArrayLike) -> Points:
        """Kilometres to grid units."""
        return _turned(self.matrix, points(plane)) + self.shift

    def inverse(self, grid: ArrayLike) -> Points:
        """Grid units to kilometres."""
        (a, b), (c, d) = self.matrix
        return _turned(np.array([[d, -b], [-c, a]]) / _determinant(self.matrix), points(grid) - self.shift)

    @property
    def km_per_hex(self) -> float:
        """Kilometres between the centres of two neighbours (mean over all bearings)."""
        return float(1.0 / math.sqrt(abs(_determinant(self.matrix))))

    @property
    def rotation(self) -> float:
        """Degrees by which the projection's north is turned clockwise on the printed page."""
        return math.degrees(math.atan2(self.matrix[1, 0], self.matrix[0, 0]))


def given_fit(*, km_per_hex: float, rotation: float, plane: ArrayLike, grid: ArrayLike) -> Fit:
    """The fit with this scale and rotation (degrees clockwise) that puts one plane point on one grid point.

    For a map that prints no numbers, and so leaves scale and origin to its maker.
    """
    cos, sin = (round(part(math.radians(rotation)), _DIGITS) for part in (math.cos, math.sin))
    matrix = np.array([[cos, -sin], [sin, cos]]) / km_per_hex
    return Fit(matrix, (points(grid) - _turned(matrix, points(plane)))[0])


def fit(plane: ArrayLike, grid: ArrayLike, kind: FitKind = "similarity") -> Fit:
    """Least squares over control points: plane positions and where the numbering puts them.

    >>> found = fit([[0, 0], [110, 0], [0, 220]], [[3, 1], [4, 1], [3, 3]])
    >>> round(found.km_per_hex), abs(round(found.rotation, 6))
    (110, 0.0)
    """
    source, target = points(plane), points(grid)
    need = 2 if kind == "similarity" else 3
    if len(source) < need:
        raise FitError(f"a {kind} fit needs at least {need} control points; there are {len(source)}")
    middle, centre = _mean(source), _mean(target)
    (x, y), (across, down) = (source - middle).T, (target - centre).T
    xx, yy, xy = math.fsum(x * x), math.fsum(y * y), math.fsum(x * y)
    if kind == "similarity":
        if not xx + yy > 0:
            raise FitError("the control points lie on one spot; spread them out")
        a = (math.fsum(x * across) + math.fsum(y * down)) / (xx + yy)
        b = (math.fsum(x * down) - math.fsum(y * across)) / (xx + yy)
        matrix = np.array([[a, -b], [b, a]])
    else:
        spread = xx * yy - xy * xy
        if not spread > 1e-12 * xx * yy:
            raise FitError("the control points lie on one line or on one spot; spread them out")
        matrix = np.array(
            [
                [(yy * along_x - xy * along_y) / spread, (xx * along_y - xy * along_x) / spread]
                for along_x, along_y in ((math.fsum(x * to), math.fsum(y * to)) for to in (across, down))
            ]
        )
    return Fit(matrix, (centre - _turned(matrix, middle))[0])


def _mean(spots: Points) -> Points:
    return points([math.fsum(column) / len(spots) for column in spots.T])


def _turned(matrix: NDArray[np.float64], spots: Points) -> Points:
    """The matrix times each point, element by element: a library's product differs by processor."""
    x, y = spots.T
    return np.column_stack([x * matrix[0, 0] + y * matrix[0, 1], x * matrix[1, 0] + y * matrix[1, 1]])


def _determinant(matrix: NDArray[np.float64]) -> float:
    (a, b), (c, d) = matrix.tolist()
    return float(a * d - b * c)
