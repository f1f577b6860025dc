"""Where one can go when a hex may be entered in several ways: held to a search from hex to hex."""

from __future__ import annotations

import heapq
from typing import TypedDict

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.hexgrid import reference
from tests.hexgrid.strategies import grids, hexsides, masks, some_hex

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, hexes
from phaseline.mechanics.lines import EVERYWHERE
from phaseline.mechanics.ways import Prices, Routes, Way

ROW = Grid.pointy(rows=1, cols=5)
EASY = Way({1: ROW.all})


class Search(TypedDict):
    """What `Routes` is asked."""

    grid: Grid
    start: Mask
    ways: list[Way]
    budget: int
    stop: Mask
    leave: Prices | None
    first: Mask


def prices(grid: Grid, least: int) -> st.SearchStrategy[Prices]:
    return st.dictionaries(st.integers(least, 4), masks(grid), max_size=3)


@st.composite
def searches(draw: st.DrawFn) -> Search:
    grid = draw(grids(6))
    ways = st.builds(Way, prices(grid, 1), st.none() | hexsides(grid), st.booleans())
    return {
        "grid": grid,
        "start": 1 << draw(some_hex(grid)) | draw(st.just(0) | masks(grid)),
        "ways": draw(st.lists(ways, max_size=4)),
        "budget": draw(st.integers(0, 9)),
        "stop": draw(st.just(0) | masks(grid)),
        "leave": draw(st.none() | prices(grid, 0)),
        "first": draw(st.just(EVERYWHERE) | masks(grid)),
    }


class Walk:
    """A search from hex to hex, one way at a time."""

    def __init__(self, asked: Search) -> None:
        self.around = reference.neighbours(asked["grid"])
        self.start, self.ways, self.budget = asked["start"], asked["ways"], asked["budget"]
        self.stop, self.leave, self.first = asked["stop"], asked["leave"] or {}, asked["first"]

    def toll(self, here: Hex) -> int:
        return min((price for price, mask in self.leave.items() if mask >> here & 1), default=0)

    def steps(self, here: Hex, *, ended: bool) -> list[tuple[int, Hex, bool]]:
        """What can be entered from a hex: for how much, which, and whether that is the end."""
        begun = not self.start >> here & 1
        if ended or (begun and self.stop >> here & 1):
            return []
        return [
            (self.toll(here) + price, there, way.halts)
            for there in self.around[here].values()
            if begun or self.first >> there & 1
            for way in self.ways
            if way.over is None or way.over.has(here, there)
            for price, mask in way.prices.items()
            if mask >> there & 1
        ]

    def costs(self) -> dict[Hex, int]:
        best: dict[tuple[Hex, bool], int] = {}
        heap = [(0, here, False) for here in hexes(self.start)]
        while heap:
            spent, here, ended = heapq.heappop(heap)
            if (here, ended) in best or spent > self.budget:
                continue
            best[here, ended] = spent
            for cost, there, last in self.steps(here, ended=ended):
                heapq.heappush(heap, (spent + cost, there, last))
        return {here: min(best.get((here, end), 99) for end in (False, True)) for here, _ in best}

    def price_of(self, path: list[Hex]) -> int | None:
        """The least that this very path costs; None if it cannot be gone."""
        found = {(path[0], False): 0}
        for there in path[1:]:
            after: dict[tuple[Hex, bool], int] = {}
            for (here, ended), spent in found.items():
                for cost, hex, last in self.steps(here, ended=ended):
                    if hex == there:
                        after[hex, last] = min(spent + cost, after.get((hex, last), 99))
            found = after
        return min(found.values(), default=None)


@given(searches())
def test_costs_and_paths_are_those_of_a_walk_from_hex_to_hex(asked: Search) -> None:
    walk, found = Walk(asked), Routes(**asked)
    costs = walk.costs()
    assert {hex: found.cost(hex) for hex in hexes(found.all)} == costs
    assert [cost for cost, _ in found.waves] == sorted(set(costs.values()))
    for hex, cost in costs.items():
        path = found.path(hex)
        assert path[-1] == hex
        assert walk.start >> path[0] & 1
        assert walk.price_of(path) == cost


def test_who_comes_by_a_way_that_halts_goes_no_further() -> None:
    river = Hexsides.of(ROW, [(1, 2)])
    ways = [Way({1: ROW.all}, ~river), Way({1: ROW.all}, river, halts=True)]
    found = Routes(ROW, 1, ways, budget=5)
    assert found.waves == [(0, 0b1), (1, 0b10), (2, 0b100)]
    assert found.path(2) == [0, 1, 2]
    assert [found.ends(hex) for hex in (1, 2, 3)] == [False, True, False]
    assert Routes(ROW, 1, [EASY], budget=5, stop=0b10).ends(1)


def test_a_dearer_way_leads_on_from_where_a_cheap_one_ends() -> None:
    river = Hexsides.of(ROW, [(1, 2)])
    ways = [Way({1: ROW.all}, ~river), Way({1: ROW.all}, river, halts=True), Way({3: ROW.all}, river)]
    found = Routes(ROW, 1, ways, budget=5)
    assert [(cost, bin(mask)) for cost, mask in found.waves] == [
        (0, "0b1"),
        (1, "0b10"),
        (2, "0b100"),
        (5, "0b1000"),
    ]
    assert (found.cost(2), found.path(3)) == (2, [0, 1, 2, 3])


def test_a_path_leads_past_a_hex_that_stops() -> None:
    """The lower of two hexes on the way costs as much, but nobody goes on from there."""
    grid = Grid.pointy(rows=3, cols=3)
    start, goal = grid.hex(0, 1), grid.hex(2, 1)
    around = [Way({1: grid.all & ~(1 << grid.hex(1, 1))})]
    halt = Routes(grid, 1 << start, around, budget=3).path(goal)[-2]
    found = Routes(grid, 1 << start, around, budget=3, stop=1 << halt)
    assert found.cost(goal) == 3
    assert found.cost(halt) == 2
    assert halt not in found.path(goal)


def test_leaving_may_cost_more_at_the_start_as_elsewhere() -> None:
    found = Routes(ROW, 1, [EASY], budget=5, leave={2: 0b101})
    assert [(cost, bin(mask)) for cost, mask in found.waves] == [(0, "0b1"), (3, "0b10"), (4, "0b100")]
    assert found.path(2) == [0, 1, 2]


def test_the_first_step_may_be_barred_from_hexes_that_are_open_later() -> None:
    grid = Grid.pointy(rows=2, cols=3)
    here, barred = grid.hex(0, 0), grid.hex(1, 0)
    found = Routes(grid, 1 << here, [Way({1: grid.all})], budget=2, first=~(1 << barred))
    assert found.cost(barred) == 2
    assert found.path(barred) == [here, grid.hex(0, 1), barred]


def test_what_is_out_of_reach_has_no_path() -> None:
    found = Routes(ROW, 1, [EASY], budget=2)
    assert 3 not in found
    assert found.cost(3) is None
    with pytest.raises(ValueError, match="out of reach"):
        found.path(3)
