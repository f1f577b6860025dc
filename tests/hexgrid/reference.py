"""A slow, obvious hex grid to hold the fast one to: cube coordinates, dictionaries, textbook searches."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterable, Mapping

from phaseline.hexgrid import Grid, Hex, Orientation

Cube = tuple[int, int, int]

# Neighbours in cube coordinates, named by compass; x runs east (pointy) or south-east (flat), z runs south.
CUBE_STEPS: dict[Orientation, dict[str, Cube]] = {
    Orientation.POINTY: {
        "NE": (1, 0, -1),
        "E": (1, -1, 0),
        "SE": (0, -1, 1),
        "SW": (-1, 0, 1),
        "W": (-1, 1, 0),
        "NW": (0, 1, -1),
    },
    Orientation.FLAT: {
        "N": (0, 1, -1),
        "NE": (1, 0, -1),
        "SE": (1, -1, 0),
        "S": (0, -1, 1),
        "SW": (-1, 0, 1),
        "NW": (-1, 1, 0),
    },
}


def cube(grid: Grid, h: Hex) -> Cube:
    col, row = grid.col_row(h)
    parity = 1 if grid.shoved == "odd" else -1
    if grid.orientation is Orientation.POINTY:
        x, z = col - (row - parity * (row % 2)) // 2, row
    else:
        x, z = col, row - (col - parity * (col % 2)) // 2
    return x, -x - z, z


def by_cube(grid: Grid) -> dict[Cube, Hex]:
    return {
        cube(grid, grid.hex(col, row)): grid.hex(col, row)
        for col in range(grid.cols)
        for row in range(grid.rows)
    }


def neighbours(grid: Grid) -> dict[Hex, dict[str, Hex]]:
    """For each hex its neighbours by compass name."""
    places = by_cube(grid)
    return {
        h: {
            name: places[there]
            for name, (dx, dy, dz) in CUBE_STEPS[grid.orientation].items()
            if (there := (x + dx, y + dy, z + dz)) in places
        }
        for (x, y, z), h in places.items()
    }


def distance(grid: Grid, a: Hex, b: Hex) -> int:
    return sum(abs(i - j) for i, j in zip(cube(grid, a), cube(grid, b), strict=True)) // 2


def breadth_first(
    grid: Grid, start: Iterable[Hex], may_step: Callable[[Hex, Hex], bool], limit: int | None
) -> dict[Hex, int]:
    """Steps to each hex that can be reached."""
    around = neighbours(grid)
    steps = dict.fromkeys(start, 0)
    queue = deque(steps)
    while queue:
        a = queue.popleft()
        if limit is not None and steps[a] >= limit:
            continue
        for b in around[a].values():
            if b not in steps and may_step(a, b):
                steps[b] = steps[a] + 1
                queue.append(b)
    return steps


def dijkstra(
    grid: Grid,
    start: Iterable[Hex],
    step_cost: Callable[[Hex, Hex], int | None],
    budget: int | None,
    stops: frozenset[Hex],
) -> Mapping[Hex, int]:
    """Cheapest cost of each hex within the budget; None from `step_cost` forbids a step."""
    around = neighbours(grid)
    starts = frozenset(start)
    best = dict.fromkeys(starts, 0)
    heap = [(0, h) for h in starts]
    done: set[Hex] = set()
    while heap:
        spent, a = heapq.heappop(heap)
        if a in done:
            continue
        done.add(a)
        if a in stops and a not in starts:
            continue
        for b in around[a].values():
            cost = step_cost(a, b)
            if cost is None or (budget is not None and spent + cost > budget):
                continue
            if b not in best or spent + cost < best[b]:
                best[b] = spent + cost
                heapq.heappush(heap, (best[b], b))
    return best
