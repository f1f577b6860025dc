"""Where to bar lines so that most of those who live on them are cut off, with as few bars as there are."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from phaseline.ai.planning.numbers import price
from phaseline.ai.planning.quiet import silenced
from phaseline.hexgrid import Grid, Hex, Mask, flood, hexes

_OPTIONS: Any = {"node_limit": 500, "mip_rel_gap": 0.0, "threads": 1}
"""For the solver; see `assignment`."""
_SCALE = 1024.0


class Net(NamedTuple):
    """Lines of supply: the hexes that they may pass, those where they end, and which can be barred by how many bars."""

    grid: Grid
    through: Mask
    ends: Mask
    bars: Mapping[Hex, int]


class Prey(NamedTuple):
    """Somebody who lives on lines: where he is, what it is worth to cut him off, and besides what if he cannot step out.

    `doors` are hexes that he could step into, which need not be on a line themselves.
    """

    hex: Hex
    worth: float
    held: float = 0.0
    doors: Mask = 0


def cordon(net: Net, prey: Sequence[Prey], most: int, cost: float = 0.0) -> Mask:
    """The hexes to bar, with `most` bars in all: what those are worth who are cut off so, less the `cost` of bars, is most.

    A line that a gap of two hexes lets through to somebody at the end of it:

    >>> grid = Grid.pointy(rows=2, cols=5)
    >>> net = Net(grid, grid.all, 1 << 4, dict.fromkeys(range(10), 1))
    >>> bin(cordon(net, [Prey(0, 5.0)], 2)), bin(cordon(net, [Prey(0, 5.0)], 1))
    """
    grid, ends = net.grid, net.ends
    reached = flood(grid, ends, net.through)
    close = grid.spread(ends) | ends
    cut = [each for each in prey if not close >> each.hex & 1 and (grid.adjacent_mask(each.hex) | 1 << each.hex) & reached]
    barrable = [hex for hex in hexes(reached & ~ends) if 0 < net.bars.get(hex, 0) <= most]
    if not cut or not barrable or most <= 0:
        return 0
    import numpy as np  # noqa: PLC0415 - see `assignment`
    from scipy.optimize import Bounds, LinearConstraint, milp  # noqa: PLC0415
    from scipy.sparse import coo_array  # noqa: PLC0415

    lines = list(hexes(reached & ~ends))
    line = {hex: n for n, hex in enumerate(lines)}
    bar = {hex: len(lines) + n for n, hex in enumerate(barrable)}
    first = len(lines) + len(barrable)
    entries: list[tuple[int, int, float]] = []
    upper: list[float] = []

    def row(terms: Sequence[tuple[int, float]], limit: float) -> None:
        entries.extend((len(upper), column, amount) for column, amount in terms)
        upper.append(limit)

    def runs(hex: Hex) -> tuple[list[tuple[int, float]], float]:
        """Whether a line runs to a hex, as a term and a constant."""
        return ([], 1.0) if ends >> hex & 1 else ([(line[hex], 1.0)], 0.0)

    for hex in lines:
        own: list[tuple[int, float]] = [(line[hex], -1.0)]
        if hex in bar:
            own.append((bar[hex], -1.0))
        for other in hexes(grid.adjacent_mask(hex) & reached):
            terms, constant = runs(other)
            row([*own, *terms], -constant)
    for n, each in enumerate(cut):
        y, z = first + 2 * n, first + 2 * n + 1
        for hex in hexes((grid.adjacent_mask(each.hex) | 1 << each.hex) & reached):
            row([(y, 1.0), (line[hex], 1.0)], 1.0)
        row([(z, 1.0), (y, -1.0)], 0.0)
        for door in hexes(each.doors & ~reached):
            for hex in hexes(grid.adjacent_mask(door) & reached):
                terms, constant = runs(hex)
                row([(z, 1.0), *terms], 1.0 - constant)
    row([(bar[hex], float(net.bars[hex])) for hex in barrable], float(most))
    worths = [0.0] * len(lines) + [-cost * net.bars[hex] for hex in barrable]
    goal = [price(-worth, 7 * n) / _SCALE for n, worth in enumerate(worths)]
    for n, each in enumerate(cut):
        goal += [-price(each.worth, 2 * n) / _SCALE, -price(each.held, 2 * n + 1) / _SCALE]
    rows, columns, amounts = zip(*entries, strict=True)
    size = first + 2 * len(cut)
    whole = np.ones(size, dtype=np.int64)
    whole[: len(lines)] = 0
    with silenced(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Unrecognized options", RuntimeWarning)
        found = milp(
            goal,
            constraints=LinearConstraint(coo_array((amounts, (rows, columns)), shape=(len(upper), size)).tocsr(), ub=upper),
            integrality=whole,
            bounds=Bounds(0, 1),
            options=_OPTIONS,
        )
    if found.x is None:
        return 0
    barred = 0
    for hex in barrable:
        if found.x[bar[hex]] > 0.5:
            barred |= 1 << hex
    return barred
