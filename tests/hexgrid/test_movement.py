from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hexgrid import reference
from tests.hexgrid.strategies import grids, hexsides, masks

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, Reach, hexes, price_hexsides, reach

ROW = Grid.pointy(rows=1, cols=6)


class Terrain:
    """Everything `reach` takes, drawn at random, and the cost of one step by the obvious way."""

    def __init__(self, draw: st.DrawFn, *, free_steps: bool) -> None:
        self.grid = draw(grids(7))
        prices = st.integers(0 if free_steps else 1, 4)
        self.costs = draw(st.dictionaries(prices, masks(self.grid), max_size=3))
        extras = st.dictionaries(st.integers(0, 3), hexsides(self.grid), max_size=2)
        self.sides: dict[int, Hexsides] | None = draw(st.none() | extras)
        self.leave: dict[int, Mask] = draw(st.dictionaries(st.integers(0, 3), masks(self.grid), max_size=2))
        self.stop: Mask = draw(masks(self.grid))
        self.start: Mask = draw(masks(self.grid))
        self.budget: int | None = draw(st.none() | st.integers(-1, 12))

    def reach(self) -> Reach:
        return reach(
            self.grid,
            self.start,
            self.costs,
            self.budget,
            sides=self.sides,
            leave=self.leave,
            stop=self.stop,
        )

    def step_cost(self, a: Hex, b: Hex) -> int | None:
        enter = [cost for cost, mask in self.costs.items() if mask >> b & 1]
        cross = [0] if self.sides is None else [c for c, sides in self.sides.items() if sides.has(a, b)]
        leave = [cost for cost, mask in self.leave.items() if mask >> a & 1] or [0]
        return min(enter) + min(cross) + min(leave) if enter and cross else None

    def dijkstra(self) -> dict[Hex, int]:
        if self.budget is not None and self.budget < 0:
            return {}
        stops = frozenset(hexes(self.stop))
        return dict(reference.dijkstra(self.grid, hexes(self.start), self.step_cost, self.budget, stops))


@st.composite
def terrains(draw: st.DrawFn, *, free_steps: bool) -> Terrain:
    return Terrain(draw, free_steps=free_steps)


@given(terrains(free_steps=False) | terrains(free_steps=True))
def test_reach_agrees_with_dijkstra(terrain: Terrain) -> None:
    best = terrain.dijkstra()
    reached = terrain.reach()
    assert {h: cost for cost, mask in reached.masks.items() for h in hexes(mask)} == best
    assert set(hexes(reached.all)) == set(best)
    for h in terrain.grid:
        assert reached.cost(h) == best.get(h)
        assert (h in reached) is (h in best)


@given(terrains(free_steps=False) | terrains(free_steps=True))
def test_paths_are_cheapest_and_legal(terrain: Terrain) -> None:
    reached = terrain.reach()
    for cost, mask in reached.masks.items():
        for h in hexes(mask):
            path = reached.path(h)
            assert terrain.start >> path[0] & 1
            assert path[-1] == h
            assert len(set(path)) == len(path)
            assert not any(terrain.stop >> via & 1 for via in path[1:-1])
            steps = [terrain.step_cost(a, b) for a, b in pairwise(path)]
            assert sum(step for step in steps if step is not None) == cost
            assert None not in steps
            assert path == terrain.reach().path(h)


@given(terrains(free_steps=True))
def test_waves_ascend_and_part_the_hexes(terrain: Terrain) -> None:
    waves = terrain.reach().waves
    assert [cost for cost, _ in waves] == sorted(cost for cost, _ in waves)
    seen = 0
    for _, mask in waves:
        assert mask
        assert not mask & seen
        seen |= mask


def test_the_unit_leaves_a_stop_hex_it_starts_in() -> None:
    zone = 0b000101
    assert reach(ROW, 0b000001, {1: ROW.all}, 9, stop=zone).all == 0b000111


def test_of_equal_ways_the_path_bends_least() -> None:
    grid = Grid.pointy(rows=5, cols=5)
    path = reach(grid, 1 << grid.hex(0, 0), {1: grid.all}).path(grid.hex(3, 2))
    headings = [grid.direction(a, b) for a, b in pairwise(path)]
    assert len(headings) == 4
    assert sum(a != b for a, b in pairwise(headings)) == 1


def test_extra_cost_of_a_river_and_of_leaving_a_zone() -> None:
    river = Hexsides.of(ROW, [(1, 2)])
    sides = price_hexsides(ROW, {1: river})
    assert reach(ROW, 1, {1: ROW.all}, sides=sides).cost(3) == 4
    assert reach(ROW, 1, {1: ROW.all}, sides=sides, leave={2: 0b000010}).cost(3) == 6


def test_closed_hexsides_win_over_priced_ones() -> None:
    river = Hexsides.of(ROW, [(1, 2), (2, 3)])
    table = price_hexsides(ROW, {1: river}, closed=Hexsides.of(ROW, [(2, 3)]))
    assert {cost: list(sides.pairs()) for cost, sides in table.items()} == {
        0: [(0, 1), (3, 4), (4, 5)],
        1: [(1, 2)],
    }


def test_refusals() -> None:
    with pytest.raises(ValueError, match="must not be negative"):
        reach(ROW, 1, {-1: ROW.all})
    with pytest.raises(ValueError, match=r"\(5, 0\) .* out of reach"):
        reach(ROW, 1, {1: ROW.all}, 2).path(5)
