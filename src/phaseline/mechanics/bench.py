"""How fast floods and searches are, on maps the size of real ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from time import perf_counter

from phaseline.hexgrid import Grid, Hexsides, Mask, flood
from phaseline.mechanics.ways import Routes, Way

SMALL = Grid.pointy(cols=35, rows=24)
LARGE = Grid.flat(cols=200, rows=100)


def flood_benchmarks() -> list[tuple[str, float]]:
    """Name and seconds of each measurement: the best of several runs, one core."""
    return [*_on("35 x 24", SMALL, budget=3), *_on("200 x 100", LARGE, budget=10)]


def _on(size: str, grid: Grid, budget: int) -> Iterator[tuple[str, float]]:
    start = 1 << grid.hex(grid.cols // 2, grid.rows // 2)
    corner = 1 << grid.hex(0, 0)
    costs, rivers = _terrain(grid)
    open_sides = ~rivers
    ways = [Way(costs)]
    over_rivers = [Way(costs, open_sides), Way({cost + 1: mask for cost, mask in costs.items()}, rivers)]
    far = max(costs) * (grid.cols + grid.rows)
    yield f"{size}: flood, 3 steps", best_time(lambda: flood(grid, start, grid.all, limit=3))
    yield f"{size}: flood, whole map from a corner", best_time(lambda: flood(grid, corner, grid.all))
    yield (
        f"{size}: flood, whole map not over rivers",
        best_time(lambda: flood(grid, start, grid.all, open_sides)),
    )
    yield f"{size}: movement, budget {budget}", best_time(lambda: Routes(grid, start, ways, budget))
    yield (
        f"{size}: movement, budget {budget}, river costs",
        best_time(lambda: Routes(grid, start, over_rivers, budget)),
    )
    yield f"{size}: movement, whole map", best_time(lambda: Routes(grid, start, ways, far))


def _terrain(grid: Grid) -> tuple[dict[int, Mask], Hexsides]:
    """Clear, rough and mountain hexes three to two to one, a river on every tenth hexside; always the same."""
    random = Random(1944)
    costs = dict.fromkeys((1, 2, 3), 0)
    for h in grid:
        costs[random.choice((1, 1, 1, 2, 2, 3))] |= 1 << h
    pairs = list(Hexsides.every(grid).pairs())
    return costs, Hexsides.of(grid, random.sample(pairs, len(pairs) // 10))


def best_time(work: Callable[[], object], runs: int = 5, run_time: float = 0.02) -> float:
    """Seconds one call takes: the best of several runs, each of about `run_time` seconds (but one call at least)."""
    started = perf_counter()
    work()
    calls = max(1, round(run_time / (perf_counter() - started)))
    best = float("inf")
    for _ in range(runs):
        started = perf_counter()
        for _ in range(calls):
            work()
        best = min(best, (perf_counter() - started) / calls)
    return best
