"""What a person writes to have a map built: the files of a map's source folder, read and checked.

``docs/how-to/build-a-map.md`` walks through them. Every table refuses keys it does not know, and errors name the
file and the key.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec

from phaseline.atlas.build.geodata import Resolution
from phaseline.atlas.errors import MapError, MapFileError
from phaseline.atlas.numbered import NumberingBlock
from phaseline.atlas.schema import LineCount
from phaseline.wording.misfit import misfit
from phaseline.wording.whereabouts import dotted

T = TypeVar("T")

AttributeValue = bool | int | float | str | list[str]
Facts = dict[str, dict[str, dict[str, AttributeValue]]]
"""``facts.toml``: layer -> area -> attributes."""
Latitude = Annotated[float, msgspec.Meta(ge=-90, le=90)]
Longitude = Annotated[float, msgspec.Meta(ge=-180, le=180)]
Share = Annotated[float, msgspec.Meta(ge=0, le=1)]


class Strict(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A table of a source file."""


class GridSpec(Strict, frozen=True, kw_only=True):
    """The grid: how hexes stand, how many, which lines are shoved."""

    orientation: Literal["pointy", "flat"]
    cols: LineCount
    rows: LineCount
    shoved: Literal["odd", "even"] = "odd"


class ProjectionSpec(Strict, frozen=True, kw_only=True):
    """A PROJ definition without ellipsoid, e.g. ``+proj=eqdc +lat_1=38 +lat_2=55 +lat_0=48 +lon_0=22``."""

    definition: str


class Anchor(Strict, frozen=True, kw_only=True):
    """One spot on earth and the hex (column, row) whose centre it takes."""

    at: tuple[int, int]
    lat: Latitude
    lon: Longitude


class FitSpec(Strict, frozen=True, kw_only=True):
    """How the plane is laid on the grid: least squares over the control points, or as given."""

    kind: Literal["similarity", "affine", "given"] = "similarity"
    km_per_hex: Annotated[float, msgspec.Meta(ge=0, le=5000)] = 0.0
    rotation: Annotated[float, msgspec.Meta(ge=-360, le=360)] = 0.0
    anchor: Anchor | None = None


class WarpSpec(Strict, frozen=True, kw_only=True):
    """How the warp treats control points.

    A control point is moved only as far as it takes to lie ``margin`` hex widths inside its hex; ``fade`` is the
    number of hexes beyond the outermost controls over which the warp dies away.
    """

    margin: Annotated[float, msgspec.Meta(ge=0, lt=0.5)] = 0.1
    fade: Annotated[float, msgspec.Meta(gt=0)] = 6.0


class WaterSpec(Strict, frozen=True, kw_only=True):
    """When a hex is land and when a hexside between two land hexes is water.

    With an ``inlet_side`` that feature marks the hexsides between two land hexes that are neither water nor land for more
    than ``most_land_on_side``: small craft pass along them.
    """

    resolution: Resolution = "intermediate"
    least_land: Share = 0.3
    least_land_on_side: Share = 0.35
    least_lake_km2: float = 300.0
    land: str = "clear"
    sea: str = "sea"
    lake: str = "lake"
    sea_side: str = "sea"
    lake_side: str = "lake"
    inlet_side: str = ""
    most_land_on_side: Share = 0.8


class ReliefClass(Strict, frozen=True, kw_only=True):
    """A terrain kind for hexes at least this high (mean, metres) or this steep (spread of altitudes, metres).

    Both must hold; leave one at 0 to ask for the other alone. Classes are tried in the order written.
    """

    terrain: str
    mean: float = 0.0
    spread: float = 0.0


class CoverClass(Strict, frozen=True, kw_only=True):
    """A terrain kind for hexes of which at least this share lies in written regions of a kind."""

    kind: str
    terrain: str
    least: Share = 0.5
    not_over: tuple[str, ...] = ()


class HighSides(Strict, frozen=True, kw_only=True):
    """Hexsides whose samples lie on average above an altitude: Alpine crests, say."""

    feature: str
    mean: float


class RiverClass(Strict, frozen=True, kw_only=True):
    """A hexside feature for the written rivers of some ranks, or some names; names left out of both are dropped."""

    feature: str
    ranks: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    without: tuple[str, ...] = ()
    least_hexsides: int = 2


class TerrainSpec(Strict, frozen=True, kw_only=True):
    """A kind of terrain as the map file wants it."""

    key: str
    symbol: str
    drawn_as: str
    water: bool = False


class FeatureSpec(Strict, frozen=True, kw_only=True):
    """A kind of hexside feature as the map file wants it."""

    key: str
    drawn_as: str
    weight: int = 1


class Layer(Strict, frozen=True, kw_only=True):
    """A layer of areas painted from written polygons.

    Either ``territories`` says which of the shared border list's territories each area holds, or ``outlines`` is a file of the source folder, or of the shared lists if the folder has none of that name.
    A hex goes to the area that holds most of it, or ``by = "centre"`` to the first that holds its centre. With ``fill`` hexes
    in no area join their neighbours'; with ``rest`` they make an area of that name.

    ``borders`` names the feature for hexsides between two areas; ``coast`` the layer of land hexes that lie on each
    area of a water layer, those of which at least ``coast_share`` is its water among them.
    """

    layer: str
    outlines: str = ""
    territories: dict[str, tuple[str, ...]] = {}
    table: str = "areas"
    on: Literal["land", "water", "all"] = "land"
    by: Literal["share", "centre"] = "share"
    fill: bool = True
    rest: str = ""
    borders: str = ""
    coast: str = ""
    coast_share: Share = 1.0


class FrontSpec(Strict, frozen=True, kw_only=True):
    """Lines along the edge of areas of a layer: a hexside feature with one course per area.

    Only hexsides between two land hexes count, and none that carries a feature of ``barred``; hexes of the ``without``
    layers (closed lands, neutrals) are no other side.
    """

    feature: str
    layer: str
    areas: tuple[str, ...]
    barred: tuple[str, ...] = ()
    without: tuple[str, ...] = ()


class RailSpec(Strict, frozen=True, kw_only=True):
    """How railways run: the chain kind, and what a hex of a terrain kind costs extra (in hexes of detour)."""

    kind: str = "rail"
    terrain: dict[str, float] = {}
    barred: tuple[str, ...] = ()
    opened: tuple[str, ...] = ()


class RailLine(Strict, frozen=True, kw_only=True):
    """One railway: its name and the places it runs through, in order."""

    name: str
    through: Annotated[tuple[str, ...], msgspec.Meta(min_length=2)]


class RailFile(Strict, frozen=True, kw_only=True):
    """``rails.toml``."""

    rails: tuple[RailLine, ...] = ()


class ProvenanceSpec(Strict, frozen=True, kw_only=True):
    """Where a whole block of the map comes from, in the words of the map file."""

    of: str
    source: Literal["rulebook", "reconstructed", "geography"]
    reason: str
    case: str = ""


class Source(Strict, frozen=True, kw_only=True):
    """``source.toml``: the map as a whole."""

    name: str
    title: str
    subtitle: str = ""
    grid: GridSpec
    numbering: NumberingBlock
    projection: ProjectionSpec
    fit: FitSpec = FitSpec()
    warp: WarpSpec = WarpSpec()
    water: WaterSpec = WaterSpec()
    relief: tuple[ReliefClass, ...] = ()
    cover: tuple[CoverClass, ...] = ()
    high_sides: HighSides | None = None
    rivers: tuple[RiverClass, ...] = ()
    terrain: tuple[TerrainSpec, ...] = ()
    features: tuple[FeatureSpec, ...] = ()
    layers: tuple[Layer, ...] = ()
    fronts: tuple[FrontSpec, ...] = ()
    rail: RailSpec = RailSpec()
    coastline: bool = True
    provenance: tuple[ProvenanceSpec, ...] = ()


def read_table(path: Path, kind: type[T]) -> T:
    """One TOML file as a checked value.

    Raises:
        MapFileError: not there, not TOML, or a key that is missing, unknown or of the wrong kind.
    """
    try:
        written = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except FileNotFoundError as error:
        raise MapFileError("the file is not there; every source folder needs it", file=path.name) from error
    except OSError as error:
        raise MapFileError(f"cannot be read: {error.strerror}", file=path.name) from error
    except UnicodeDecodeError as error:
        raise MapFileError("this is no text in UTF-8; save it as such", file=path.name) from error
    except tomllib.TOMLDecodeError as error:
        raise MapFileError(f"not valid TOML: {error}", file=path.name) from error
    except RecursionError as error:
        raise MapFileError("it is nested too deeply", file=path.name) from error
    return fitting(written, kind, path.name)


@contextmanager
def within(file: str, *path: str | int) -> Iterator[None]:
    """What is found wrong in here is told as standing at this place of a source file."""
    try:
        yield
    except MapFileError:
        raise
    except MapError as error:
        raise MapFileError(str(error), file=file, key=dotted(path)) from error


def fitting(written: object, kind: type[T], file: str, *path: str | int) -> T:
    """Plain data of a file as a checked value; `path` is where in the file they stand.

    Raises:
        MapFileError: a key that is missing, unknown or of the wrong kind.
    """
    try:
        return msgspec.convert(written, kind)
    except msgspec.ValidationError as error:
        where, problem = misfit(str(error), kind, written)
        raise MapFileError(problem, file=file, key=dotted((*path, *where))) from error
