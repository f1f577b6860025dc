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

from phaseline.atlas.build.exact import Floats, Singular, log, solve
from phaseline.atlas.build.projection import Points, points
from phaseline.atlas.errors import MapError
from phaseline.wording.counts import several

ADVICE: Final = "let a control point there go, or give its town pull = false"


_BLOCK: Final = 4096
"""Points worked out at once: few enough to stay in the processor's cache."""
_TINY: Final = 1e-300
"""Instead of nothing: the kernel vanishes at its knot, its logarithm does not exist there."""


class WarpFold(MapError):
    """Control points pull so hard against each other that the map folds over itself."""


@dataclass(frozen=True)
class _Spline:
    """A thin-plate spline: of all surfaces through given heights the one that bends least.

    It is worked out by our own arithmetic: a map shall not depend on the processor it was built on.
    """

    knots: Points
    middle: Points
    scale: float
    bends: Floats
    """How much each knot bends the surface, a row each; then the height and slopes of the plane beneath."""

    @classmethod
    def through(cls, knots: Points, values: Points) -> _Spline:
        """The spline that has these values at these knots."""
        low, high = knots.min(axis=0, keepdims=True), knots.max(axis=0, keepdims=True)
        middle, scale = (low + high) / 2, float((high - low).max()) / 2 or 1.0
        placed = (knots - middle) / scale
        count = len(placed)
        matrix = np.zeros((count + 3, count + 3))
        for row, knot in enumerate(placed):
            matrix[row, :count] = _plate(placed[:, 0], placed[:, 1], knot)
        matrix[:count, count:] = np.column_stack([np.ones(count), placed])
        matrix[count:, :count] = matrix[:count, count:].T
        try:
            bends = solve(matrix, np.concatenate([values, np.zeros((3, values.shape[1]))]))
        except Singular as error:
            raise MapError(
                f"the control points lie on one line, or two of them on one spot; {ADVICE}"
            ) from error
        return cls(placed, middle, scale, bends)

    def at(self, where: Points) -> Points:
        """The values at other points."""
        found = np.empty_like(where)
        for start in range(0, len(where), _BLOCK):
            placed = (where[start : start + _BLOCK] - self.middle) / self.scale
            x, y = np.ascontiguousarray(placed.T)
            rise, *slopes = self.bends[len(self.knots) :]
            columns = [
                height + x * right + y * down for height, right, down in zip(rise, *slopes, strict=True)
            ]
            if len(placed) * len(self.knots) <= 32 * _BLOCK:
                columns = self._bent(x, y, columns)
            else:
                for knot, bend in zip(self.knots, self.bends.tolist(), strict=False):
                    plate = _plate(x, y, knot)
                    columns = [column + plate * share for column, share in zip(columns, bend, strict=True)]
            found[start : start + _BLOCK] = np.column_stack(columns)
        return found

    def _bent(self, x: Floats, y: Floats, columns: list[Floats]) -> list[Floats]:
        """What every knot adds to the columns, one after the other, for so few points that the steps cost more than the sums."""
        plates = _plate(x, y, self.knots[:, None])
        return [
            np.add.accumulate(np.concatenate([column[None], plates * share[:, None]]))[-1]
            for column, share in zip(columns, self.bends[: len(self.knots)].T, strict=True)
        ]


def _plate(x: Floats, y: Floats, knot: Points) -> Floats:
    """The spline's kernel, distance squared times its logarithm (or half of that: of the square)."""
    square, beside = x - knot[..., 0], y - knot[..., 1]
    square *= square
    beside *= beside
    square += beside
    plate = log(np.maximum(square, _TINY))
    plate *= square
    return plate


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
    def _spline(self) -> _Spline:
        return _Spline.through(self.sources, self.targets - self.sources)

    def displacement(self, before: ArrayLike) -> Points:
        """How far each point is moved, in grid units."""
        where = points(before)
        if len(self.sources) < 3:
            return np.zeros_like(where)
        moved = self._spline.at(where)
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
            far = miss[:, 0] ** 2 + miss[:, 1] ** 2 > tolerance**2
            if not far.any():
                return guess
            open_ = open_[far]
            guess[open_] += miss[far] * (0.9 if step < rounds // 4 else 0.4)
        x, y = goal[open_[0]]
        raise WarpFold(
            f"the warp folds near grid point ({x:.1f}, {y:.1f}): {several(len(open_), 'point')} {'has' if len(open_) == 1 else 'have'} no way back; {ADVICE}"
        )
