"""The small pieces a map is made of: terrain kinds, hexside features, places, chains, labels, provenance."""

from typing import Final, Literal, TypeAlias

import msgspec

from phaseline.atlas.frozen import FrozenDict
from phaseline.hexgrid import Grid, Hex, Hexsides

Value: TypeAlias = bool | int | float | str | tuple[str, ...]
"""What an attribute of a place or a fact of an area may be."""

Side: TypeAlias = tuple[Hex, int]
"""One hexside: a hex and the direction (0 to 5) in which the side lies from it."""

Point: TypeAlias = tuple[float, float]
"""A point of the map plane, in hex widths, x to the east and y to the south (see ``Grid.centre``)."""

Source: TypeAlias = Literal["rulebook", "reconstructed", "geography"]

WATER: Final = frozenset({"sea", "lake"})
"""The drawing styles that make a terrain kind water unless it says otherwise."""

EVERY_AREA: Final = "*"
"""In the facts of a layer: what holds for every area that does not say otherwise."""

OFF_MAP: Final = "_"
"""The character that stands for "no hex here" in every drawn block."""


class TerrainKind(msgspec.Struct, frozen=True):
    """A kind of hex terrain: its key in the rules, its character in the drawing, its look on the page."""

    key: str
    symbol: str
    drawn_as: str
    water: bool


class Course(msgspec.Struct, frozen=True):
    """A run of hexsides in order, from source to mouth for a river. The name may be empty."""

    name: str
    sides: tuple[Side, ...]


class SideFeature(msgspec.Struct, frozen=True):
    """Something that lies on hexsides: a river class, a coast, a border, a strait.

    ``drawn_as`` names a drawing style ("river", "lake", "border" ...); ``weight`` is 1 for the least class of a
    style and grows with importance.
    """

    key: str
    drawn_as: str
    courses: tuple[Course, ...]
    weight: int = 1

    def hexsides(self, grid: Grid) -> Hexsides:
        """All the hexsides of the feature as one set; sides on the rim of the grid are left out."""
        pairs: list[tuple[Hex, Hex]] = []
        for course in self.courses:
            for here, direction in course.sides:
                there = grid.neighbour(here, direction)
                if there is not None:
                    pairs.append((here, there))
        return Hexsides.of(grid, pairs)


class Place(msgspec.Struct, frozen=True):
    """A named place in a hex. Attributes are free; `docs/reference/map-format.md` lists the customary ones.

    ``shift`` moves the printed symbol from the hex centre, in hex widths.
    """

    name: str
    hex: Hex
    attributes: FrozenDict[str, Value] = FrozenDict()
    shift: Point = (0.0, 0.0)

    def get(self, key: str, default: Value | None = None) -> Value | None:
        """The attribute, or the default if the place has none of that name."""
        return self.attributes.get(key, default)

    def __contains__(self, key: str) -> bool:
        return key in self.attributes

    def __getitem__(self, key: str) -> Value:
        return self.attributes[key]


class Chain(msgspec.Struct, frozen=True):
    """A named line that runs from hex to adjacent hex: a railway, a line of works."""

    kind: str
    name: str
    hexes: tuple[Hex, ...]
    attributes: FrozenDict[str, Value] = FrozenDict()

    def links(self) -> tuple[tuple[Hex, Hex], ...]:
        """The pairs of consecutive hexes."""
        return tuple(zip(self.hexes, self.hexes[1:], strict=False))


class Label(msgspec.Struct, frozen=True):
    """Lettering that belongs to no single place: a sea, a country, a range of hills.

    The text is centred on ``at`` (moved by ``shift``, in hex widths), or runs from ``at`` to ``to``.
    """

    style: str
    text: str
    at: Hex
    to: Hex | None = None
    shift: Point = (0.0, 0.0)
    angle: float = 0.0
    size: float = 1.0


class Provenance(msgspec.Struct, frozen=True):
    """Where a block of the map, or part of it, comes from, and why it is as it is.

    ``of`` names the block, e.g. ``terrain``, ``hexsides.river``, ``places``, ``areas.country``; ``hexes`` narrows
    it to some hexes, ``names`` to some entries; ``case`` is the rulebook case, where there is one.
    """

    of: str
    source: Source
    reason: str = ""
    case: str = ""
    hexes: tuple[Hex, ...] = ()
    names: tuple[str, ...] = ()


class ControlPoint(msgspec.Struct, frozen=True):
    """A place on earth (degrees) that must fall on the centre of a hex, or on a point of the map plane."""

    name: str
    at: Hex | Point
    lat: float
    lon: float


class Georeference(msgspec.Struct, frozen=True):
    """How the map lies on the earth.

    A point (x, y) of the map plane, in hex widths from ``origin`` (x east, y south), is scaled by ``km_per_hex``
    and turned by ``rotation`` degrees anticlockwise to give kilometres in ``projection`` (a PROJ string) from
    ``origin_km``. Control points then bend the map where the printed numbering does.
    """

    projection: str
    km_per_hex: float
    rotation: float = 0.0
    origin: Point = (0.0, 0.0)
    origin_km: Point = (0.0, 0.0)
    controls: tuple[ControlPoint, ...] = ()
