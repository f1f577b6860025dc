"""Coasts on paper agree with the hexes, whatever the true coast says."""

import re

import pytest
from tests.atlas.draw.pictures import country, ring

from phaseline.atlas import Course, FrozenDict, HexMap, SideFeature
from phaseline.atlas.draw.canvas import Canvas, outlines
from phaseline.atlas.draw.ground import beach_path
from phaseline.atlas.draw.raster import Raster, area, bits_of, simplified
from phaseline.atlas.draw.shore import Inside, Shore, shore
from phaseline.hexgrid import Grid, hexes


def on_land(coast: Shore, x: float, y: float) -> bool:
    return Inside(coast.land)(x, y)


def agrees(hex_map: HexMap, coast: Shore) -> None:
    inside = Inside(coast.land)
    for h in hexes(hex_map.on_map):
        wet = bool(hex_map.water >> h & 1) and hex_map.terrain_at(h) != "lake"
        assert inside(*hex_map.grid.centre(h)) is not wet, hex_map.label(h)


def test_without_a_true_coast_it_follows_the_hexsides() -> None:
    m = country()
    coast = shore(Canvas(m))
    agrees(m, coast)
    assert len(coast.lakes) == 1
    assert Inside(coast.lakes)(*m.grid.centre(m.hex("0708")))


def test_outlines_run_once_around() -> None:
    grid = Grid.pointy(rows=5, cols=5)
    centre = grid.hex(2, 2)
    assert [len(loop) for loop in outlines(grid, 1 << centre)] == [6]
    assert sorted(len(loop) for loop in outlines(grid, grid.ring(centre, 1))) == [6, 18]


ISLANDS = """
    ~ ~ ~ ~ ~ ~
     ~ . . ~ . ~
    ~ . . ~ ~ ~
     ~ ~ ~ ~ . ~
    """


def true_coast(*rings: tuple[tuple[float, float], ...]) -> HexMap:
    return HexMap.from_drawing(ISLANDS).replace(shapes=FrozenDict(land=rings))


def test_a_true_coast_is_kept_where_it_agrees() -> None:
    x, y = 2.0, 1.3
    m = true_coast(ring(x, y, 1.15))
    coast = shore(Canvas(m))
    for dx, dy in ((1.05, 0.0), (-1.05, 0.0), (0.0, -1.05)):
        assert on_land(coast, x + dx, y + dy)
    assert not on_land(coast, x - 1.3, y)


def test_a_drowned_hex_gets_ground_and_a_filled_one_a_bay() -> None:
    x, y = 2.0, 1.3
    m = true_coast(ring(x, y, 1.05), ring(3.0, 0.0, 0.9))
    inside = Inside(m.shapes["land"])
    assert not inside(*m.grid.centre(m.hex("0405")))
    assert inside(*m.grid.centre(m.hex("0104")))
    agrees(m, shore(Canvas(m)))


def test_land_hexes_are_joined_unless_a_hexside_parts_them() -> None:
    m = true_coast(*(ring(*HexMap.from_drawing(ISLANDS).grid.centre(h), 0.35) for h in (8, 9)))
    a, b = m.hex("0202"), m.hex("0203")
    (ax, ay), (bx, by) = m.grid.centre(a), m.grid.centre(b)
    way = [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (0.3, 0.4, 0.5, 0.6, 0.7)]
    joined = shore(Canvas(m))
    assert all(on_land(joined, *point) for point in way)
    strait = SideFeature("strait", "strait", (Course("", ((a, 1),)),))
    parted = shore(Canvas(m.replace(features=FrozenDict(strait=strait))))
    assert not on_land(parted, *way[2])
    assert on_land(parted, ax, ay)
    assert on_land(parted, bx, by)


def test_puddles_and_specks_are_left_out() -> None:
    m = true_coast(ring(2.0, 1.3, 1.3), ring(0.0, 2.4, 0.03))
    coast = shore(Canvas(m))
    assert all(abs(area(r)) > 0.005 for r in coast.land)
    assert not on_land(coast, 0.0, 2.4)


def test_the_order_of_points_does_not_matter() -> None:
    circle = ring(2.0, 1.3, 1.15)
    m, turned = true_coast(circle), true_coast(circle[::-1])
    assert shore(Canvas(m)) == shore(Canvas(turned))


# --- the raster ----------------------------------------------------------------------------------------


def test_a_circle_survives_the_raster() -> None:
    raster = Raster(0, 0, 4, 4)
    raster.add(ring(2, 2, 1))
    (traced,) = raster.rings()
    assert area(traced) == pytest.approx(3.1416, rel=0.01)
    assert all(0.97 < ((x - 2) ** 2 + (y - 2) ** 2) ** 0.5 < 1.03 for x, y in traced)
    assert len(traced) < 80


def test_cutting_leaves_a_hole_that_runs_the_other_way() -> None:
    raster = Raster(0, 0, 4, 4)
    raster.add(ring(2, 2, 1.5))
    raster.cut(ring(2, 2, 0.5))
    outer, hole = sorted(raster.rings(), key=area, reverse=True)
    assert area(outer) == pytest.approx(7.07, rel=0.02)
    assert area(hole) == pytest.approx(-0.785, rel=0.03)


def test_cracks_are_closed_only_where_asked() -> None:
    raster = Raster(0, 0, 4, 4)
    for x in (1.0, 2.03):
        raster.add(((x, 1.0), (x + 1, 1.0), (x + 1, 2.0), (x, 2.0)))
    assert len(list(raster.rings())) == 2
    raster.close(1, within=0)
    assert len(list(raster.rings())) == 2
    raster.close(1)
    assert len(list(raster.rings())) == 1


def test_cells_that_touch_at_a_corner_are_apart() -> None:
    raster = Raster(0, 0, 1, 1)
    raster.bits = 1 << 5 * raster.stride + 5 | 1 << 6 * raster.stride + 6
    assert len(list(raster.rings())) == 2


def test_bits_of_large_numbers() -> None:
    assert list(bits_of(1 << 1000 | 1 << 64 | 1)) == [0, 64, 1000]
    assert list(bits_of(0)) == []


def test_simplifying_keeps_the_corners() -> None:
    square = [(x / 10, 0.0) for x in range(10)] + [(1.0, y / 10) for y in range(10)]
    square += [(1 - x / 10, 1.0) for x in range(10)] + [(0.0, 1 - y / 10) for y in range(10)]
    assert set(simplified(square)) == {(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)}


def test_a_sea_hex_that_the_coast_shuts_off_gets_a_mouth() -> None:
    m = HexMap.from_drawing("~ ~ . .\n . ~ . .")
    spit = ((-0.6, 0.35), (1.6, 0.35), (1.6, -1.0), (4.0, -1.0), (4.0, 2.0), (-0.6, 2.0))
    shut = m.replace(shapes=FrozenDict(land=(spit,)))
    a, b = (shut.grid.centre(shut.hex(label)) for label in ("0102", "0202"))
    assert Inside(shut.shapes["land"])((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
    coast = shore(Canvas(shut))
    agrees(shut, coast)
    assert not any(
        on_land(coast, a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in (0.3, 0.5, 0.7)
    )


def test_sand_lies_where_the_coast_of_a_beach_is_drawn() -> None:
    m = HexMap.from_drawing("~ ~ ~\n . . .", areas={"beach": {"Utah": "0202"}})
    _, y = m.grid.centre(m.hex("0202"))
    near = m.replace(shapes=FrozenDict(land=(((-1.0, y - 0.3), (4.0, y - 0.3), (4.0, 2.0), (-1.0, 2.0)),)))
    far = m.replace(shapes=FrozenDict(land=(((-1.0, y - 0.9), (4.0, y - 0.9), (4.0, 2.0), (-1.0, 2.0)),)))
    tops = []
    for each in (near, far):
        numbers = [
            float(text) for text in re.findall(r"-?[0-9.]+", beach_path(Canvas(each), shore(Canvas(each))))
        ]
        tops.append(min(numbers[1::2]) / 100)
    assert tops[0] == pytest.approx(y - 0.577, abs=0.01)
    assert tops[1] < y - 0.9
    assert beach_path(Canvas(country()), shore(Canvas(country()))) == ""
