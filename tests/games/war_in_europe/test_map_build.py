"""The checked-in map is what the builder makes, and sound."""

from tests.games.war_in_europe.map_of_war_in_europe import DATA, the_map

from phaseline.atlas import validate
from phaseline.atlas.build import chart_of, check


def test_the_checked_in_map_is_what_the_builder_makes() -> None:
    assert str(check(DATA / "map", DATA / "map.toml")) == ""


def test_the_map_is_sound() -> None:
    assert [str(finding) for finding in validate(the_map())] == []


def test_nothing_is_warped() -> None:
    """The fit of the printed hexes holds as it is: no place pulls the earth into its hex."""
    chart = chart_of(DATA / "map")
    assert chart.residuals == ()
    assert (round(chart.fit.km_per_hex, 2), round(chart.fit.rotation, 2)) == (34.36, 35.72)
