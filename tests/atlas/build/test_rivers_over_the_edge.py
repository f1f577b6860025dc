"""A river may rise or end beyond the edge of the map; what lies on the map is still drawn."""

from itertools import pairwise

import numpy as np
import pytest

from phaseline.atlas.build.corners import CornerNet
from phaseline.atlas.build.rivers import _over_map, _snap
from phaseline.hexgrid import Grid

GRID = Grid.pointy(rows=4, cols=6)
NET = CornerNet(GRID)


def line(*spots: tuple[float, float]) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
    ends = np.array(spots)
    steps = np.linspace(0.0, 1.0, 40)[:, None]
    return np.concatenate([a + (b - a) * steps for a, b in pairwise(ends)])


def test_only_the_stretch_over_the_map_counts() -> None:
    kept = _over_map(NET, line((-4.0, 1.0), (10.0, 1.0)))
    assert kept[:, 0].min() >= -1.2
    assert kept[:, 0].max() <= 6.7
    assert len(kept) > 10


def test_of_two_stretches_the_longer_is_kept() -> None:
    kept = _over_map(NET, line((0.0, 0.5), (1.0, -4.0), (2.0, 0.0), (2.0, 3.0)))
    assert kept[:, 0].min() > 1.0


def test_a_river_elsewhere_is_not_drawn() -> None:
    assert len(_over_map(NET, line((20.0, 20.0), (30.0, 20.0)))) == 0
    assert _snap(NET, line((20.0, 20.0), (30.0, 20.0)), set(), {}) == []


@pytest.mark.parametrize("start", [-0.2, -6.0])
def test_a_river_from_beyond_the_edge_crosses_the_map(start: float) -> None:
    sides = _snap(NET, line((start, 1.3), (12.0, 1.3)), set(), {})
    columns = {GRID.col_row(h)[0] for h, _ in sides}
    assert columns >= {1, 2, 3, 4}
