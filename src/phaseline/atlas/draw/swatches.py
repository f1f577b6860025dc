"""The colours in which a map prints its ground, for a key beside it."""

from __future__ import annotations

from phaseline.atlas.draw.style import LAND, PAINTS, SEA, TERRAIN_PAINTS
from phaseline.atlas.model import HexMap


def terrain_colour(board: HexMap, key: str) -> str:
    """The colour of the terrain kind `key` of the map, as `#rrggbb`.

    >>> board = HexMap.from_drawing(". f")
    >>> terrain_colour(board, "forest"), terrain_colour(board, "clear")
    ('#c3cfa4', '#ebe2c6')
    """
    kind = board.terrain_kinds[key]
    paint = TERRAIN_PAINTS.get(kind.drawn_as)
    if paint is None or not paint.fill:
        return SEA if kind.water else LAND
    return paint.fill


def side_colour(board: HexMap, key: str) -> str:
    """The colour of the hexside feature `key` of the map, as `#rrggbb`; "" when it is not drawn."""
    paint = PAINTS.get(board.features[key].drawn_as)
    return "" if paint is None else paint.stroke or paint.fill
