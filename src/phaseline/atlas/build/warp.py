"""A smooth warp that puts every control point exactly where the numbering says.

A thin-plate spline of the *displacement*, so it changes nothing where the fit is already right and bends as little
as possible in between. The backward direction (needed to ask what lies under a hex) is found by iteration.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.interpolate import RBFInterpolator

from phaseline.atlas.build.projection import Points, points
from phaseline.atlas.errors import MapError

ADVICE: Final = "let a control point there go, or give its town pull = false"


class WarpFold(MapError):
    """Control points pull so hard against each other that the map folds over itself."""


@dataclass(frozen=True)
class Warp:
    """Grid units before the warp to grid units after it.

    ``fade`` is the number of hexes beyond the outermost control points over which the warp dies away: a spline
    grows without bound outside its controls, and the far corners of a map should stay where the fit put them.
    """

    sources: Points
    targets: Points
    fade: float = 6.0

    @cached_property
    def _spline(self) -> RBFInterpolator:
        return RBFInterpolator(
            self.sources, self.targets - self.sources, kernel="thin_plate_spline", degree=1
        )

    def displacement(self, before: ArrayLike) -> Points:
        """How far each point is moved, in grid units."""
        where = points(before)
        if len(self.sources) < 3:
            return np.zeros_like(where)
        moved: NDArray[np.float64] = self._spline(where)
        low, high = self.sources.min(axis=0), self.sources.max(axis=0)
        beyond = np.maximum(np.maximum(low - where, where - high), 0.0).max(axis=1)
        weight: NDArray[np.float64] = np.clip(1.0 - beyond / self.fade, 0.0, 1.0)[:, None]
        return moved * weight

    def forward(self, before: ArrayLike) -> Points:
        """Where points land after the warp."""
        where = points(before)
        return where + self.displacement(where)

    def stretch(self, before: ArrayLike, step: float = 0.02) -> NDArray[np.float64]:
        """How much the warp swells the ground about each point: 1 is unchanged, 0 or less is a fold."""
        where = points(before)
        right, down = np.array([step, 0.0]), np.array([0.0, step])
        across = (self.forward(where + right) - self.forward(where - right)) / (2 * step)
        along = (self.forward(where + down) - self.forward(where - down)) / (2 * step)
        swollen: NDArray[np.float64] = across[:, 0] * along[:, 1] - across[:, 1] * along[:, 0]
        return swollen

    def require_no_fold(self, before: ArrayLike) -> None:
        """Raise ``WarpFold`` with the worst spot if the warp folds at any of the points."""
        where = points(before)
        swollen = self.stretch(where)
        worst = int(swollen.argmin())
        if swollen[worst] <= 0.0:
            x, y = where[worst]
            raise WarpFold(f"the warp folds near grid point ({x:.1f}, {y:.1f}); {ADVICE}")

    def inverse(self, after: ArrayLike, *, tolerance: float = 0.005, rounds: int = 200) -> Points:
        """Which points land there (to ``tolerance`` grid units).

        Raises ``WarpFold`` naming the worst spot if the warp cannot be undone.
        """
        goal = points(after)
        guess = goal - self.displacement(goal)
        open_ = np.arange(len(goal))
        for step in range(rounds):
            miss = goal[open_] - self.forward(guess[open_])
            far = np.hypot(miss[:, 0], miss[:, 1]) > tolerance
            if not far.any():
                return guess
            open_ = open_[far]
            guess[open_] += miss[far] * (0.9 if step < rounds // 4 else 0.4)
        x, y = goal[open_[0]]
        raise WarpFold(
            f"the warp folds near grid point ({x:.1f}, {y:.1f}): {len(open_)} points have no way back; {ADVICE}"
        )
