"""Rivers, railways and other lines on the printed map."""

import re
from itertools import pairwise
from math import hypot

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.atlas.draw.pictures import country

from phaseline.atlas import Chain, Course, FrozenDict, HexMap, SideFeature
from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.curves import between, cut_corner, finer, noise, polyline, rounded, smooth, stray
from phaseline.atlas.draw.ground import grid_layer
from phaseline.atlas.draw.hexsides import border_layer, channel_layer, crossing_layer, side_layers
from phaseline.atlas.draw.railways import chain_layer, runs_of
from phaseline.atlas.draw.scene import Outline, Stamps
from phaseline.atlas.draw.shore import Inside, shore
from phaseline.atlas.draw.streams import centre_lines, ribbon, river_layer
from phaseline.atlas.draw.waterways import waterways
from phaseline.atlas.paths import corner, corner_point, ends, link, trace
from phaseline.hexgrid import Grid

coordinates = st.floats(-50, 50)


def near(a: tuple[float, float], b: tuple[float, float], within: float) -> bool:
    return hypot(a[0] - b[0], a[1] - b[1]) < within


# --- curves --------------------------------------------------------------------------------------------


def test_rounding_keeps_the_middles_of_sides() -> None:
    line = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)]
    assert rounded(line, closed=False) == [(0, 0), (0.5, 0), (0.875, 0.125), (1, 0.5), (1, 1)]
    assert cut_corner(*line) == (0.875, 0.125)
    assert len(rounded([*line, (0.0, 1.0)], closed=True)) == 8


@given(coordinates, coordinates)
def test_lines_stray_a_little_and_smoothly(x: float, y: float) -> None:
    moved = stray((x, y))
    assert near(moved, (x, y), 0.08)
    assert near(moved, stray((x + 0.001, y)), 0.003)
    assert moved == stray((x, y))
    assert -1 <= noise(x, y, 3) <= 1


def test_finer_lines_pass_through_the_given_points() -> None:
    line = [(0.0, 0.0), (1.0, 0.5), (2.0, 0.0)]
    found = finer(line, closed=False, step=0.1)
    assert all(any(near(p, q, 1e-9) for q in found) for p in line)
    assert all(near(a, b, 0.2) for a, b in pairwise(found))


def test_path_data() -> None:
    assert polyline([(0.0, 0.0), (1.0, 0.5)], closed=True) == "M0 0L100 50Z"
    assert smooth([(0.0, 0.0), (1.0, 0.0)]) == "M0 0L100 0"
    assert smooth([(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]) == "M0 0C16.7 0 66.7 0 100 0C133.3 0 183.3 0 200 0"


# --- runs of corners -----------------------------------------------------------------------------------


@pytest.mark.parametrize("grid", [Grid.pointy(rows=4, cols=4), Grid.flat(rows=4, cols=4)])
def test_corners_are_exact_and_shared(grid: Grid) -> None:
    for h in grid:
        for d in range(6):
            there = grid.neighbour(h, d)
            if there is not None:
                assert set(ends(grid, (h, d))) == set(ends(grid, (there, (d + 3) % 6)))
        point = grid.corners(h)[0]
        assert near(corner_point(grid, corner(grid, point)), point, 1e-9)


def test_hexsides_in_any_order_join_up() -> None:
    grid = Grid.pointy(rows=5, cols=5)
    h = grid.hex(2, 2)
    (loop,) = link(grid, [(h, d) for d in (3, 0, 5, 1, 4, 2)])
    assert loop[0] == loop[-1]
    assert len(loop) == 7
    (run,) = link(grid, [(h, 2), (h, 0), (h, 1)])
    assert len(run) == 4
    assert [len(run) for run in trace(grid, [(h, 1), (h, 0), (h, 3)])] == [3, 2]


# --- rivers --------------------------------------------------------------------------------------------


def test_rivers_reach_the_sea_and_tributaries_the_river() -> None:
    canvas = Canvas(country())
    coast = shore(canvas)
    lines = {stream.name: line for stream, line in centre_lines(canvas, coast)}
    on_land = Inside(coast.land)
    assert on_land(*lines["Meuse"][0])
    assert not on_land(*lines["Meuse"][-1])
    assert on_land(*lines["Meuse"][len(lines["Meuse"]) // 2])
    assert min(hypot(x - u, y - v) for x, y in lines["Sambre"][-1:] for u, v in lines["Meuse"]) < 0.06


def test_rivers_widen_from_the_source() -> None:
    line = [(x / 10, 0.0) for x in range(60)]
    numbers = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", ribbon(line, 0.1, springs=True))]
    heights = numbers[1::2]
    left = heights[:60]
    assert left[0] == pytest.approx(1.7)
    assert left[-1] == pytest.approx(5.0)
    assert left == sorted(left)
    assert heights[60:] == [-h for h in reversed(left)]
    level = [float(n) for n in re.findall(r"-?\d+(?:\.\d+)?", ribbon(line, 0.1, springs=False))]
    assert set(level[1::2]) == {5.0, -5.0}


def test_a_map_without_rivers_has_no_river_layer_items() -> None:
    m = HexMap.from_drawing(". .\n . .")
    canvas = Canvas(m)
    assert river_layer(canvas, centre_lines(canvas, shore(canvas))).items == ()


def test_a_waterway_is_a_broad_band_that_rivers_run_into() -> None:
    m = HexMap.from_drawing(
        """
        ~ . .|. .
         ~ . . . .
        ~ . . . .
        """,
        chains={"waterway": {"Estuary": "0201 0202 0203 0204"}, "rail": {"": "0301 0302"}},
    )
    canvas = Canvas(m)
    (stream,) = centre_lines(canvas, shore(canvas))
    items = river_layer(canvas, [stream]).items
    assert [item.paint for item in items if isinstance(item, Outline)] == [
        "waterway.edge",
        "river.edge",
        "waterway",
        "river",
    ]
    (line,) = waterways(canvas)
    assert {stream[1][0], stream[1][-1]} & {stray(point) for point in line}
    assert (
        len([item for item in chain_layer(canvas).items if isinstance(item, Outline)]) == 2
    )  # rail and ties


# --- railways ------------------------------------------------------------------------------------------


def links(run: list[int]) -> list[tuple[int, int]]:
    return [(min(a, b), max(a, b)) for a, b in pairwise(run)]


def test_every_link_is_drawn_once_and_lines_go_straight_on() -> None:
    m = HexMap.from_drawing(
        "\n".join(" " * (row % 2) + ". " * 6 for row in range(5)),
        chains={
            "rail": {
                "across": "0301 0302 0303 0304 0305",
                "down": "0102 0202 0303 0403 0504",
                "again": "0302 0303",
            }
        },
    )
    every = sorted({tuple(sorted(pair)) for chain in m.chains for pair in chain.links()})
    runs = list(runs_of(Canvas(m), [(a, b) for a, b in every]))
    drawn = [pair for run in runs for pair in links(run)]
    assert sorted(drawn) == every
    assert sorted(len(run) for run in runs) == [5, 5]
    assert [m.hex(label) for label in ("0301", "0302", "0303", "0304", "0305")] in [
        sorted(run) for run in runs
    ]


def test_a_ring_of_rails_is_drawn_whole() -> None:
    m = HexMap.from_drawing("\n".join(" " * (row % 2) + ". " * 4 for row in range(4)))
    ring = tuple(m.hex(label) for label in ("0202", "0203", "0304", "0403", "0402", "0302", "0202"))
    m = m.replace(chains=(Chain("rail", "ring", ring),))
    assert [m.grid.direction(a, b) is not None for a, b in m.chains[0].links()] == [True] * 6
    (run,) = runs_of(Canvas(m), sorted(set(links(list(ring)))))
    assert run[0] == run[-1]
    assert len(run) == 7


def test_railways_have_ties_and_other_chains_do_not() -> None:
    m = HexMap.from_drawing(". . .", chains={"rail": {"": "0101 0102"}, "convoy": {"": "0102 0103"}})
    items = [item for item in chain_layer(Canvas(m)).items if isinstance(item, Outline)]
    assert [item.paint for item in items] == ["rail", "rail.ties", "chain"]
    assert items[0].d == "M0 0L100 0"


def test_a_railway_over_a_ferry_is_dashed() -> None:
    m = HexMap.from_drawing(
        ". . . .",
        hexsides={"ferry": "0102/E", "strait": "0102/E"},
        chains={"rail": {"": "0101 0102 0103 0104"}},
    )
    rail, ties, passage = (item for item in chain_layer(Canvas(m)).items if isinstance(item, Outline))
    assert rail.d == ties.d == "M0 0L100 0M200 0L300 0"
    assert (passage.paint, passage.d) == ("passage", "M100 0L200 0")
    assert [item.symbol for item in crossing_layer(Canvas(m)).items if isinstance(item, Stamps)] == ["ferry"]


# --- hexsides ------------------------------------------------------------------------------------------


def test_borders_run_where_countries_meet_on_land() -> None:
    m = country()
    (band, line) = border_layer(Canvas(m)).items
    assert isinstance(band, Outline)
    assert isinstance(line, Outline)
    assert band.d == line.d
    start = [float(n) / 100 for n in re.findall(r"-?\d+(?:\.\d+)?", line.d)[:2]]
    a, b = m.grid.edge(m.hex("0305"), 1)
    frontier = [a, b, *m.grid.edge(m.hex("0405"), 1)]
    assert any(near((start[0], start[1]), corner_, 0.1) for corner_ in frontier)


def test_straits_stand_across_their_hexside() -> None:
    m = HexMap.from_drawing(". .\n . .", hexsides={"strait": "0101/E", "ferry": "0101/SE"})
    canvas = Canvas(m)
    found = {item.symbol: item for item in crossing_layer(canvas).items if isinstance(item, Stamps)}
    middle = between(*m.grid.edge(m.hex("0101"), 1))
    assert near((found["strait"].at[0] / 100, found["strait"].at[1] / 100), middle, 0.08)
    assert found["strait"].turn == 0  # the hexside stands upright, the arrow points east and west
    assert found["ferry"].turn == 60
    assert [item.paint for item in channel_layer(canvas).items if isinstance(item, Outline)] == [
        "channel.edge",
        "channel",
    ]


def test_ridges_are_rows_of_peaks() -> None:
    m = HexMap.from_drawing(". .\n . .", hexsides={"high": "0101/E"})
    alps = m.features["high"].__class__("high", "alpine", m.features["high"].courses)
    items = side_layers(Canvas(m.replace(features=type(m.features)(high=alps))))[0].items
    peaks = next(item for item in items if isinstance(item, Stamps))
    assert len(peaks.at) == 6


def test_lines_of_another_weight_look_different_and_run_on_over_water() -> None:
    m = HexMap.from_drawing(
        ". . .\n . . .", hexsides={"sea": "0101/E", "front": "0102/E", "narrows": "0101/E"}
    )
    looks = {"sea": ("sea", 1), "front": ("line", 1), "narrows": ("line", 2)}
    features = FrozenDict({key: SideFeature(key, *args(m, key, looks)) for key in looks})
    dry, wet = side_layers(Canvas(m.replace(features=features)))
    assert [item.paint for item in dry.items if isinstance(item, Outline)] == ["line.1", "line.2"]
    assert [item.paint for item in wet.items if isinstance(item, Outline)] == ["line.2"]
    assert (dry.clip, wet.clip) == (("land", "field"), ("field",))


def args(m: HexMap, key: str, looks: dict[str, tuple[str, int]]) -> tuple[str, tuple[Course, ...], int]:
    style, weight = looks[key]
    return style, m.features[key].courses, weight


def test_no_hexside_is_ruled_through_an_arm_of_the_sea() -> None:
    plain = HexMap.from_drawing(". . .\n . . .")
    parted = HexMap.from_drawing(". . .\n . . .", hexsides={"sea": "0101/E"})
    (before,), (after,) = grid_layer(Canvas(plain)).items, grid_layer(Canvas(parted)).items
    assert isinstance(before, Outline)
    assert isinstance(after, Outline)
    assert before.d.count("M") == after.d.count("M") + 1
