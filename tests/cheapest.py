"""Ways looked for naively: what the program's own search of reach is compared with."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable

from phaseline.hexgrid import Hex


def cheapest(start: Hex, steps: Callable[[Hex, int], Iterable[tuple[Hex, int, bool]]]) -> dict[Hex, int]:
    """What it costs to get to each hex in reach.

    `steps` tells, of a hex and what was spent up to it, where one may step: the hex, what is spent then, and whether one goes on from it.
    """
    todo, seen, found = [(0, start, True)], set[tuple[Hex, bool]](), dict[Hex, int]()
    while todo:
        spent, here, goes_on = heapq.heappop(todo)
        if (here, goes_on) in seen:
            continue
        seen.add((here, goes_on))
        found.setdefault(here, spent)
        for hex, cost, on in steps(here, spent) if goes_on else ():
            heapq.heappush(todo, (cost, hex, on))
    return found
