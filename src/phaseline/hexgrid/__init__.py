"""Hex geometry: grids, sets of hexes and hexsides, floods. Knows no rule of any game.

A hex is an `int` (`Hex`), a set of hexes is an `int` (`Mask`, bit `h` for hex `h`), so set algebra is `& | ^ ~`.
"""

from phaseline.hexgrid.floods import flood, levels
from phaseline.hexgrid.geometry import Point
from phaseline.hexgrid.grid import Grid
from phaseline.hexgrid.hexset import HexSet
from phaseline.hexgrid.hexsides import Hexsides
from phaseline.hexgrid.numbering import (
    Combined,
    LabelError,
    Numbering,
    PlaceNames,
    RowColumn,
    Section,
    Sections,
)
from phaseline.hexgrid.orientation import Hex, Mask, OffMapError, Orientation, Shoved, opposite
from phaseline.hexgrid.sets import count, hexes, kth, lowest, mask_of, union, unite

__all__ = [
    "Combined",
    "Grid",
    "Hex",
    "HexSet",
    "Hexsides",
    "LabelError",
    "Mask",
    "Numbering",
    "OffMapError",
    "Orientation",
    "PlaceNames",
    "Point",
    "RowColumn",
    "Section",
    "Sections",
    "Shoved",
    "count",
    "flood",
    "hexes",
    "kth",
    "levels",
    "lowest",
    "mask_of",
    "opposite",
    "union",
    "unite",
]
