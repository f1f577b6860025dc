"""Maps: the model, the text format, the validator, the pictures. Knows no game.

`phaseline.atlas.build` makes maps from real geography (optional extra ``atlas``), `phaseline.atlas.draw` prints them
(optional extra ``pictures`` for PNG).
"""

from phaseline.atlas.errors import MapError, MapFileError, UnknownNameError
from phaseline.atlas.frozen import FrozenDict
from phaseline.atlas.load import load, loads
from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import (
    Chain,
    ControlPoint,
    Course,
    Georeference,
    Label,
    Place,
    Provenance,
    Side,
    SideFeature,
    TerrainKind,
    Value,
)
from phaseline.atlas.validate import Finding, Severity, require_valid, validate
from phaseline.atlas.write import dumps, write

__all__ = [
    "Chain",
    "ControlPoint",
    "Course",
    "Finding",
    "FrozenDict",
    "Georeference",
    "HexMap",
    "Label",
    "MapError",
    "MapFileError",
    "Place",
    "Provenance",
    "Severity",
    "Side",
    "SideFeature",
    "TerrainKind",
    "UnknownNameError",
    "Value",
    "dumps",
    "load",
    "loads",
    "require_valid",
    "validate",
    "write",
]
