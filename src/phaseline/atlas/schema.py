"""The shape of a map file, block by block (see `docs/reference/map-format.md`)."""

from typing import Annotated, Any, Literal

import msgspec

from phaseline.atlas.numbered import NumberingBlock

FORMAT = 1

Texts = str | list[str]
LineCount = Annotated[int, msgspec.Meta(ge=1, le=1000)]
"""Rows or columns of a grid."""
Name = Annotated[str, msgspec.Meta(min_length=1)]
Offset = Annotated[float, msgspec.Meta(ge=-1000, le=1000)]
"""Hex widths."""


class GridBlock(msgspec.Struct, forbid_unknown_fields=True):
    """``[grid]``."""

    orientation: Literal["pointy", "flat"]
    rows: LineCount
    columns: LineCount
    shoved: Literal["odd", "even"]


class KindEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A terrain kind in ``[terrain.legend]`` that needs more than its key."""

    key: str
    drawn_as: str = ""
    water: bool | None = None


class TerrainBlock(msgspec.Struct, forbid_unknown_fields=True):
    """``[terrain]``."""

    drawn: str
    legend: dict[str, str | KindEntry]


class FeatureBlock(msgspec.Struct, forbid_unknown_fields=True):
    """``[hexsides.KEY]``."""

    drawn_as: str = ""
    weight: int = 1
    sides: Texts = ""
    courses: dict[str, Texts] = {}


class PlaceHead(msgspec.Struct, forbid_unknown_fields=True):
    """What every entry of ``[places]`` has beside its free attributes."""

    hex: str
    shift: tuple[Offset, Offset] = (0.0, 0.0)


class ChainHead(msgspec.Struct, forbid_unknown_fields=True):
    """What every entry of ``[chains.KIND]`` has beside its free attributes."""

    hexes: Texts


class LayerBlock(msgspec.Struct, forbid_unknown_fields=True):
    """``[areas.LAYER]``."""

    drawn: str = ""
    legend: dict[str, Name] = {}
    hexes: dict[Name, Texts] = {}
    facts: dict[str, dict[str, Any]] = {}


class LabelEntry(msgspec.Struct, forbid_unknown_fields=True):
    """One piece of lettering in ``[labels.STYLE]``."""

    at: str
    to: str = ""
    shift: tuple[Offset, Offset] = (0.0, 0.0)
    angle: Annotated[float, msgspec.Meta(ge=-360, le=360)] = 0.0
    size: Annotated[float, msgspec.Meta(gt=0, le=20)] = 1.0


class ProvenanceEntry(msgspec.Struct, forbid_unknown_fields=True):
    """One note in ``[provenance]``."""

    source: Literal["rulebook", "reconstructed", "geography"]
    reason: str = ""
    case: str = ""
    hexes: str = ""
    names: list[str] = []


class ControlEntry(msgspec.Struct, forbid_unknown_fields=True):
    """One control point in ``[georeference.controls]``: a hex, or a point of the map plane."""

    at: str | tuple[float, float]
    lat: float
    lon: float


class GeoreferenceBlock(msgspec.Struct, forbid_unknown_fields=True):
    """``[georeference]``."""

    projection: str
    km_per_hex: Annotated[float, msgspec.Meta(gt=0, le=5000)]
    rotation: Annotated[float, msgspec.Meta(ge=-360, le=360)] = 0.0
    origin: tuple[float, float] = (0.0, 0.0)
    origin_km: tuple[float, float] = (0.0, 0.0)
    controls: dict[str, ControlEntry] = {}


class MapFile(msgspec.Struct, forbid_unknown_fields=True):
    """A whole map file. Entries that are free tables are checked one by one, so that errors can name them."""

    format: int
    name: str
    title: str
    grid: GridBlock
    terrain: TerrainBlock
    subtitle: str = ""
    numbering: NumberingBlock = msgspec.field(default_factory=NumberingBlock)
    georeference: GeoreferenceBlock | None = None
    hexsides: dict[str, Any] = {}
    places: dict[str, Any] = {}
    chains: dict[str, Any] = {}
    areas: dict[str, Any] = {}
    labels: dict[str, Any] = {}
    shapes: dict[str, list[str]] = {}
    provenance: dict[str, Any] = {}
