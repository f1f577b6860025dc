"""Least-squares fits of the plane to the hex grid.

A *similarity* (turn, scale, shift: four numbers) is what a printed map is: one scale, one bearing. An *affine* fit
(six numbers) also takes up a map drawn wider than tall. What is left over, the residuals, says how good the
numbering and the projection are; the warp takes it up afterwards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from phaseline.atlas.build.projection import Points, points
from phaseline.atlas.errors import MapError

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
        return points(plane) @ self.matrix.T + self.shift

    def inverse(self, grid: ArrayLike) -> Points:
        """Grid units to kilometres."""
        return (points(grid) - self.shift) @ np.linalg.inv(self.matrix).T

    @property
    def km_per_hex(self) -> float:
        """Kilometres between the centres of two neighbours (mean over all bearings)."""
        return float(1.0 / math.sqrt(abs(np.linalg.det(self.matrix))))

    @property
    def rotation(self) -> float:
        """Degrees by which the projection's north is turned clockwise on the printed page."""
        return math.degrees(math.atan2(self.matrix[1, 0], self.matrix[0, 0]))


def given_fit(*, km_per_hex: float, rotation: float, plane: ArrayLike, grid: ArrayLike) -> Fit:
    """The fit with this scale and rotation (degrees clockwise) that puts one plane point on one grid point.

    For a map that prints no numbers, and so leaves scale and origin to its maker.
    """
    cos, sin = math.cos(math.radians(rotation)), math.sin(math.radians(rotation))
    matrix = np.array([[cos, -sin], [sin, cos]]) / km_per_hex
    return Fit(matrix, points(grid)[0] - matrix @ points(plane)[0])


def fit(plane: ArrayLike, grid: ArrayLike, kind: FitKind = "similarity") -> Fit:
    """Least squares over control points: plane positions and where the numbering puts them.

    >>> found = fit([[0, 0], [110, 0], [0, 220]], [[3, 1], [4, 1], [3, 3]])
    >>> round(found.km_per_hex), round(found.rotation, 6)
    (110, 0.0)
    """
    source, target = points(plane), points(grid)
    need = 2 if kind == "similarity" else 3
    if len(source) < need:
        raise FitError(f"a {kind} fit needs at least {need} control points; there are {len(source)}")
    x, y = source.T
    zero, one = np.zeros_like(x), np.ones_like(x)
    if kind == "similarity":
        rows_x = np.column_stack([x, -y, one, zero])
        rows_y = np.column_stack([y, x, zero, one])
    else:
        rows_x = np.column_stack([x, y, zero, zero, one, zero])
        rows_y = np.column_stack([zero, zero, x, y, zero, one])
    solution, _, rank, _ = np.linalg.lstsq(
        np.vstack([rows_x, rows_y]), np.concatenate([target[:, 0], target[:, 1]]), rcond=None
    )
    if rank < rows_x.shape[1]:
        raise FitError("the control points lie on one line or on one spot; spread them out")
    if kind == "similarity":
        a, b, tx, ty = solution
        return Fit(np.array([[a, -b], [b, a]]), np.array([tx, ty]))
    a, b, c, d, tx, ty = solution
    return Fit(np.array([[a, b], [c, d]]), np.array([tx, ty]))
