"""Chapter 16.32: supply lines as series of trucks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from phaseline.engine.ledger import case
from phaseline.hexgrid import Grid, Hex, Mask, hexes, mask_of
from phaseline.mechanics.lines import EVERYWHERE, extend

Reaches = Mapping[Hex, Mask]
"""Truck hex -> the hexes that a truck there supplies, if it is in supply itself."""


@case("16.32b")
def reaches(grid: Grid, trucks: Iterable[Hex], passing: Mask, limit: int) -> dict[Hex, Mask]:
    """What a truck in each of these hexes supplies: all within so many hexes, by a path over hexes that lines may pass.

    The last hex of a path, that of the unit or truck supplied, may be any (R92).

    Args:
        grid: the grid.
        trucks: the hexes with trucks.
        passing: the hexes that lines may pass.
        limit: the range of a truck.
    """
    return {hex: extend(grid, 1 << hex, passing, into=EVERYWHERE, limit=limit) for hex in set(trucks)}


@case("16.32b", "16.32c", "16.6c")
def carried(found: Reaches, heads: Mask, passing: Mask) -> Mask:
    """The hexes that chains of trucks supply from source hexes: a chain begins with a truck in the source hex (R94).

    A truck in a hex that lines may not pass hands nothing on (R98), unless it is in the source hex itself (R114).

    Args:
        found: what the trucks reach.
        heads: the hexes of the source.
        passing: the hexes that lines may pass.
    """
    posts = mask_of(found)
    done, new = 0, posts & heads
    supplied = 0
    while new:
        done |= new
        for hex in hexes(new):
            supplied |= found[hex]
        new = supplied & posts & passing & ~done
    return supplied
