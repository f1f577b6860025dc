"""Projection, fit and warp: the numbers a map stands on."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaseline.atlas.build.chart import Chart, nearest_inside
from phaseline.atlas.build.fit import FitError, fit, given_fit
from phaseline.atlas.build.projection import Projection, ProjectionError
from phaseline.atlas.build.warp import Warp, WarpFold
from phaseline.hexgrid import Grid

METRES = 2e-5
"""Degrees: two metres. The plane is known to the metre, longitude and latitude to a millionth of a degree."""
CONIC = "+proj=eqdc +lat_1=38 +lat_2=55 +lat_0=48 +lon_0=22"


@given(st.floats(-10, 25), st.floats(30, 60))
def test_projection_goes_there_and_back(lon: float, lat: float) -> None:
    plane = Projection(CONIC)
    assert plane.inverse(plane.forward([[lon, lat]])) == pytest.approx(np.array([[lon, lat]]), abs=METRES)


def test_projection_counts_y_to_the_south() -> None:
    north, south = Projection(CONIC).forward([[22.0, 50.0], [22.0, 40.0]])
    assert north[1] < 0 < south[1]
    assert south[1] - north[1] == pytest.approx(1112, abs=8)  # ten degrees of latitude, kilometres


def test_projection_that_proj_does_not_know() -> None:
    with pytest.raises(ProjectionError, match=r"projection\.definition.*mercury"):
        Projection("+proj=mercury").forward([[0.0, 0.0]])


@given(st.floats(20, 200), st.floats(-170, 170), st.tuples(st.floats(-50, 50), st.floats(-50, 50)))
def test_similarity_finds_scale_and_turn(km: float, degrees: float, shift: tuple[float, float]) -> None:
    turn = math.radians(degrees)
    matrix = np.array([[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]]) / km
    plane = np.array([[0.0, 0.0], [900.0, 40.0], [-300.0, 700.0], [500.0, -800.0]])
    found = fit(plane, plane @ matrix.T + np.array(shift))
    assert found.km_per_hex == pytest.approx(km)
    assert found.rotation == pytest.approx(degrees, abs=1e-6)
    assert found.inverse(found.forward(plane)) == pytest.approx(plane, abs=1e-6)


def test_affine_takes_up_a_map_drawn_wider_than_tall() -> None:
    plane = np.array([[0.0, 0.0], [100.0, 0.0], [0.0, 100.0], [100.0, 100.0]])
    wide = plane * np.array([0.02, 0.01])
    assert fit(plane, wide, "affine").forward(plane) == pytest.approx(wide, abs=1e-9)
    assert fit(plane, wide).forward(plane) != pytest.approx(wide, abs=1e-2)


@pytest.mark.parametrize(
    ("plane", "kind", "problem"),
    [
        ([[0, 0]], "similarity", "at least 2 control points; there are 1"),
        ([[0, 0], [1, 1]], "affine", "at least 3"),
        ([[0, 0], [1, 1], [2, 2]], "affine", "on one line"),
    ],
)
def test_fit_says_what_is_missing(plane: list[list[int]], kind: str, problem: str) -> None:
    with pytest.raises(FitError, match=problem):
        fit(plane, plane, kind)  # type: ignore[arg-type]


def test_given_fit_keeps_its_anchor() -> None:
    found = given_fit(km_per_hex=16, rotation=30, plane=[[120.0, -40.0]], grid=[[5.0, 7.0]])
    assert found.forward([[120.0, -40.0]]) == pytest.approx(np.array([[5.0, 7.0]]))
    assert (found.km_per_hex, found.rotation) == pytest.approx((16, 30))


def test_warp_is_exact_at_its_controls_and_comes_back() -> None:
    before = np.array([[0.0, 0.0], [10.0, 0.0], [0.0, 10.0], [10.0, 10.0], [5.0, 5.0]])
    after = before + np.array([[0.2, 0.0], [0.0, 0.3], [-0.1, 0.1], [0.0, 0.0], [0.3, -0.2]])
    warp = Warp(before, after)
    assert warp.forward(before) == pytest.approx(after, abs=1e-9)
    spots = np.array([[2.0, 3.0], [8.0, 1.0], [-3.0, 4.0]])
    assert warp.inverse(warp.forward(spots)) == pytest.approx(spots, abs=0.02)


def test_warp_dies_away_beyond_its_controls() -> None:
    before = np.array([[0.0, 0.0], [4.0, 0.0], [0.0, 4.0]])
    warp = Warp(before, before + 0.4, fade=3.0)
    assert warp.displacement([[2.0, 2.0]]) == pytest.approx(np.array([[0.4, 0.4]]))
    assert warp.displacement([[8.0, 2.0]]) == pytest.approx(np.array([[0.0, 0.0]]))


def test_warp_that_folds_says_where() -> None:
    before = np.array([[0.0, 0.0], [6.0, 0.0], [0.0, 6.0], [6.0, 6.0], [3.0, 3.0], [3.2, 3.0]])
    after = before.copy()
    after[4], after[5] = [5.0, 3.0], [1.0, 3.0]
    grid = np.stack(np.meshgrid(np.linspace(0, 6, 13), np.linspace(0, 6, 13)), axis=-1).reshape(-1, 2)
    with pytest.raises(WarpFold, match=r"folds near grid point .* let a control point there go"):
        Warp(before, after).require_no_fold(grid)


@given(st.floats(-3, 3), st.floats(-3, 3), st.sampled_from([0.0, 0.1, 0.3]))
def test_nearest_point_inside_a_hex(dx: float, dy: float, margin: float) -> None:
    grid = Grid.pointy(rows=5, cols=5)
    h = grid.hex(2, 2)
    centre = np.array(grid.centre(h))
    x, y = nearest_inside(grid, h, centre + np.array([dx, dy]), margin)[0]
    offset = np.array([x, y]) - centre
    sides = np.array([[math.cos(math.radians(a)), math.sin(math.radians(a))] for a in range(0, 360, 60)])
    assert (sides @ offset).max() <= 0.5 - margin + 1e-6
    if np.all(sides @ np.array([dx, dy]) <= 0.5 - margin):
        assert offset == pytest.approx(np.array([dx, dy]))


def test_chart_both_ways() -> None:
    grid = Grid.pointy(rows=12, cols=12)
    plane = Projection(CONIC)
    anchor = plane.forward([[10.0, 48.0]])
    linear = given_fit(km_per_hex=110, rotation=0, plane=anchor, grid=[grid.centre(grid.hex(6, 6))])
    none = np.zeros((0, 2))
    chart = Chart(grid, plane, linear, Warp(none, none))
    assert chart.hex_at(10.0, 48.0) == grid.hex(6, 6)
    assert chart.hex_at(-40.0, 48.0) is None
    assert chart.to_lonlat(chart.to_grid([[9.0, 47.0]])) == pytest.approx(np.array([[9.0, 47.0]]), abs=METRES)
