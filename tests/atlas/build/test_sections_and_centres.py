"""What maps of several sections need: numbers with a letter, areas by the centre of a hex, inlets, wet coasts."""

from pathlib import Path

import pytest

from phaseline.atlas import HexMap
from phaseline.atlas.build import build
from phaseline.atlas.build.draft import Draft
from phaseline.atlas.errors import MapError
from phaseline.atlas.parts import Place
from phaseline.hexgrid import Grid, Section, Sections, hexes

SOURCE = """
name = "solent"
title = "The Solent"
[grid]
orientation = "flat"
cols = 8
rows = 8
[numbering]
scheme = "CCRR"
sections = [
  {prefix = "N", column = 0, row = 0, columns = 8, rows = 5},
  {prefix = "S", column = 0, row = 4, columns = 8, rows = 4},
]
[projection]
definition = "+proj=eqdc +lat_1=46 +lat_2=52 +lat_0=49 +lon_0=-1"
[fit]
kind = "given"
km_per_hex = 15
anchor = { at = [4, 4], lat = 50.7, lon = -1.3 }
[water]
resolution = "low"
least_land = 0.4
least_land_on_side = 0.2
inlet_side = "inlet"
most_land_on_side = 0.8
[[terrain]]
key = "clear"
symbol = "."
drawn_as = "clear"
[[terrain]]
key = "sea"
symbol = "~"
drawn_as = "sea"
water = true
[[features]]
key = "sea"
drawn_as = "sea"
[[features]]
key = "inlet"
drawn_as = "coast"
[[layers]]
layer = "sea"
on = "water"
outlines = "seas.toml"
coast = "coast"
coast_share = 0.05
[[layers]]
layer = "weather"
on = "all"
by = "centre"
rest = "fair"
outlines = "weather.toml"
"""
SEAS = '[[areas]]\nname = "Channel"\nring = "49 -4; 52 -4; 52 3; 49 3"\n'
WEATHER = """
[[areas]]
name = "fog"
ring = "50.5 -3; 50.65 -3; 50.65 1; 50.5 1"
[[areas]]
name = "rain"
ring = "50.5 -3; 50.9 -3; 50.9 1; 50.5 1"
"""


@pytest.fixture(scope="module")
def solent(tmp_path_factory: pytest.TempPathFactory) -> HexMap:
    folder: Path = tmp_path_factory.mktemp("solent")
    (folder / "source.toml").write_text(SOURCE, encoding="utf-8")
    (folder / "places.toml").write_text("[places]\n", encoding="utf-8")
    (folder / "seas.toml").write_text(SEAS, encoding="utf-8")
    (folder / "weather.toml").write_text(WEATHER, encoding="utf-8")
    return build(folder)


def test_every_hex_lies_where_its_centre_does_the_first_area_before_the_others(solent: HexMap) -> None:
    layers = solent.areas["weather"]
    assert list(layers) == ["fog", "rain", "fair"]
    assert sum(mask.bit_count() for mask in layers.values()) == 64
    assert solent.area_at("weather", solent.hex("S0501")) == "rain"
    assert solent.area_at("weather", solent.hex("S0502")) == "fog"
    assert solent.area_at("weather", solent.hex("N0501")) == "fair"
    assert layers["fog"] & layers["rain"] == 0


def test_inlets_lie_between_two_land_hexes_and_are_not_sea(solent: HexMap) -> None:
    inlets, sea = solent.sides("inlet"), solent.sides("sea")
    assert inlets
    assert not inlets & sea
    assert all(solent.land >> a & solent.land >> b & 1 for a, b in inlets.pairs())


def test_coasts_take_in_hexes_that_are_wet_enough(solent: HexMap) -> None:
    coast, water = solent.area("coast", "Channel"), solent.terrain["sea"]
    assert coast & water == 0
    assert solent.grid.spread(water) & solent.land & ~coast == 0
    inland = coast & ~solent.grid.spread(water)
    assert all(solent.sides("sea", "inlet").hexes >> hex & 1 for hex in hexes(inland))


def sections() -> Draft:
    grid = Grid.flat(cols=4, rows=6)
    draft = Draft(grid, Sections(grid, (Section("N", 0, 0, 4, 4), Section("S", 0, 3, 4, 3))))
    draft.places["Saint-Malo"] = Place("Saint-Malo", grid.hex(1, 1))
    return draft


def test_corrections_name_hexes_by_section_places_and_offsets() -> None:
    draft = sections()
    assert draft.hex("N0104") == draft.hex("S0101") == draft.grid.hex(0, 3)
    assert draft.hex("Saint-Malo") == draft.grid.hex(1, 1)
    assert draft.hex("Saint-Malo S1") == draft.grid.hex(1, 2)
    assert draft.mask(["S0201-S0203"]) == sum(1 << draft.grid.hex(1, row) for row in (3, 4, 5))
    assert draft.mask(["Saint-Malo"]) == 1 << draft.hex("Saint-Malo")
    assert draft.side("N0101 / N0102") == (draft.hex("N0101"), draft.grid.directions.index("S"))


@pytest.mark.parametrize("text", ["S0209", "Paris", "Q0101"])
def test_what_is_neither_is_refused(text: str) -> None:
    with pytest.raises(MapError):
        sections().hex(text)
