"""Fields over the map: how far every hex is from something, and how strongly things make themselves felt there."""

from __future__ import annotations

from collections.abc import Mapping

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, hexes, levels

Field = dict[Hex, float]
"""A number for each hex; hexes that are left out have 0."""


def distances(
    grid: Grid, start: Mask, within: Mask, over: Hexsides | None = None, limit: int | None = None
) -> dict[Hex, int]:
    """Steps from the nearest hex of `start` to each hex that can be reached through `within`.

    >>> grid = Grid.pointy(rows=1, cols=5)
    >>> distances(grid, 0b00001, 0b01111)
    {0: 0, 1: 1, 2: 2, 3: 3}
    """
    waves = levels(grid, start, within, over, limit)
    return {hex: steps for steps, wave in enumerate(waves) for hex in hexes(wave)}


def influence(
    grid: Grid,
    sources: Mapping[Hex, float],
    within: Mask,
    over: Hexsides | None = None,
    *,
    fade: float = 0.5,
    limit: int = 4,
) -> Field:
    """What every source adds to the hexes around it: its strength, times `fade` for each step away.

    >>> grid = Grid.pointy(rows=1, cols=5)
    >>> influence(grid, {0: 8.0, 3: 1.0}, 0b11111, fade=0.5, limit=2)
    {0: 8.0, 1: 4.25, 2: 2.5, 3: 1.0, 4: 0.5}
    """
    field: Field = {}
    for hex, strength in sources.items():
        felt = strength
        for wave in levels(grid, 1 << hex, within, over, limit):
            for near in hexes(wave):
                field[near] = field.get(near, 0.0) + felt
            felt *= fade
    return dict(sorted(field.items()))
