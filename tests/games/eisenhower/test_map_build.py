"""The checked-in map is what the builder makes of its sources."""

from tests.games.eisenhower.map_of_europe import DATA, FACTS, the_map

from phaseline.atlas.build import chart_of, check


def test_the_checked_in_map_is_what_the_builder_makes() -> None:
    assert str(check(DATA / "map", DATA / "map.toml")) == ""


def test_every_pinned_place_lands_in_its_hex() -> None:
    chart = chart_of(DATA / "map")
    controls = the_map().georeference
    assert controls is not None
    where = {control.name: chart.hex_at(control.lon, control.lat) for control in controls.controls}
    wanted = {residual.name: residual.hex for residual in chart.residuals}
    assert where == wanted
    printed = {fact["name"]: fact["hex"] for fact in FACTS["place"]}
    assert {name: the_map().label(wanted[name]) for name in printed} == printed


def test_the_warp_never_moves_a_place_two_hexes() -> None:
    assert max(residual.moved for residual in chart_of(DATA / "map").residuals) < 2.0


def test_the_warp_folds_nowhere() -> None:
    chart = chart_of(DATA / "map")
    left, top, right, bottom = chart.grid.bounds()
    spots = [
        (x / 4, y / 4)
        for x in range(int(left) * 4, int(right) * 4)
        for y in range(int(top) * 4, int(bottom) * 4)
    ]
    chart.warp.require_no_fold(spots)
