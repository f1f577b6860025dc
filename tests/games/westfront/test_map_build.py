"""The checked-in WestFront map is what the builder makes of its sources."""

from pathlib import Path

import pytest

import phaseline
from phaseline.atlas.build import chart_of, check
from phaseline.hexgrid import hexes

DATA = Path(phaseline.__file__).parent / "games" / "westfront" / "data"


@pytest.mark.slow
def test_the_map_file_is_what_the_builder_makes() -> None:
    assert str(check(DATA / "map", DATA / "map.toml")) == ""


def test_every_control_point_lies_in_its_hex_after_the_warp() -> None:
    chart = chart_of(DATA / "map")
    where = [chart.grid.at(float(x), float(y)) for x, y in chart.warp.forward(chart.warp.sources)]
    assert where == [residual.hex for residual in chart.residuals]


def test_the_fit_is_near_the_scale_proposed_and_the_warp_gentle() -> None:
    chart = chart_of(DATA / "map")
    assert chart.fit.km_per_hex == pytest.approx(110, abs=4)
    assert abs(chart.fit.rotation) < 1
    assert max(residual.moved for residual in chart.residuals) < 0.5
    chart.warp.require_no_fold([chart.grid.centre(h) for h in hexes(chart.grid.all)])
