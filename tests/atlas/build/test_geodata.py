"""The measured earth, asked about places everybody knows."""

import numpy as np
import pytest
import shapely

from phaseline.atlas.build.geodata import Shores, altitudes, bounds_of, inside, shores

EUROPE = (-12.0, 34.0, 22.0, 60.0)


@pytest.fixture(scope="module")
def coasts() -> Shores:
    return shores(EUROPE, "low", 200.0)


@pytest.mark.parametrize(
    ("lon", "lat", "land"),
    [
        (2.35, 48.86, True),  # Paris
        (-0.8, 52.0, True),  # west of Greenwich, where the data set counts from 360
        (9.0, 42.2, True),  # Corsica
        (2.0, 56.5, False),  # North Sea
        (5.0, 40.0, False),  # Mediterranean
        (6.5, 46.45, False),  # Lake Geneva
    ],
)
def test_land_and_water(coasts: Shores, lon: float, lat: float, land: bool) -> None:
    assert bool(coasts.is_land([[lon, lat]])[0]) is land


def test_lakes_are_lakes(coasts: Shores) -> None:
    assert coasts.is_lake([[6.5, 46.45], [2.0, 56.5]]).tolist() == [True, False]


def test_altitudes() -> None:
    alps, paris, sea = altitudes().at([[7.7, 45.95], [2.35, 48.86], [5.0, 40.0]])
    assert alps > 1800
    assert 0 <= paris < 150
    assert sea == 0


def test_inside_agrees_with_a_plain_test() -> None:
    star = shapely.Polygon(
        [
            (np.cos(a) * r, np.sin(a) * r)
            for a, r in zip(np.linspace(0, 6.28, 600), [3.0, 1.0] * 300, strict=True)
        ]
    )
    spots = np.random.default_rng(1).uniform(-3.5, 3.5, (4000, 2))
    plain = shapely.contains_xy(shapely.make_valid(star), spots[:, 0], spots[:, 1])
    assert (inside(shapely.make_valid(star), spots) == plain).all()


def test_bounds_are_whole_degrees_around() -> None:
    assert bounds_of(np.array([[1.2, 43.7], [4.9, 47.1]])) == (0.0, 42.0, 6.0, 49.0)
