"""Drawing data: what a picture of a map is made of, for SVG, for PNG and for the page.

Lengths are in scene units, 100 to a hex width, so that whole numbers are fine enough to print. The centre of the hex
in the upper left corner of the grid is the origin, x runs east, y south: a hex centre lies at 100 times
`Grid.centre`.
"""

from typing import Final, TypeAlias

import msgspec

UNIT: Final = 100.0
"""Scene units in one hex width."""


FIELD: Final = ("field",)
"""Clip to the map within its frame ..."""
LAND_IN_FIELD: Final = ("land", "field")
"""... and to the land."""


class Paint(msgspec.Struct, frozen=True, omit_defaults=True):
    """How an outline is filled and stroked. Colours are ``#rrggbb`` or empty; widths in scene units."""

    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    dash: tuple[float, ...] = ()
    opacity: float = 1.0
    butt: bool = False


class Lettering(msgspec.Struct, frozen=True, omit_defaults=True):
    """How text is set: face (see `faces.FACES`), size and extra letter spacing in scene units, colours."""

    face: str
    size: float
    fill: str
    halo: str = ""
    halo_width: float = 0.0
    spacing: float = 0.0
    upper: bool = False


class Outline(msgspec.Struct, frozen=True, tag="outline", tag_field="is", omit_defaults=True):
    """One or more curves as SVG path data, in one paint; ``#land`` stands for the shared path of that name.

    Overlapping rings unite where they run the same way round, and cut holes where they do not (``nonzero``).
    """

    d: str
    paint: str


class Stamps(msgspec.Struct, frozen=True, tag="stamps", tag_field="is", omit_defaults=True):
    """A symbol set down at many points: x, y, x, y ... at a size, turned by degrees clockwise."""

    symbol: str
    at: tuple[float, ...]
    size: float = 1.0
    turn: float = 0.0


class Text(msgspec.Struct, frozen=True, tag="text", tag_field="is", omit_defaults=True):
    """A line of text. ``anchor`` is the horizontal one; y is the base line; ``turn`` in degrees clockwise."""

    text: str
    x: float
    y: float
    lettering: str
    anchor: str = "middle"
    turn: float = 0.0
    size: float = 1.0
    spacing: float = 0.0


Item: TypeAlias = Outline | Stamps | Text


class Layer(msgspec.Struct, frozen=True, omit_defaults=True):
    """Items drawn together, in order; ``clip`` names outlines of the scene beyond which nothing shows.

    The layer is for pictures of at least ``least`` and, if that is not 0, less than ``below`` pixels a scene unit.
    """

    name: str
    items: tuple[Item, ...]
    clip: tuple[str, ...] = ()
    least: float = 0.0
    below: float = 0.0


def shows(layer: Layer, scale: float) -> bool:
    """Whether a layer belongs to a picture of so many pixels a scene unit.

    >>> [shows(Layer("names.middle", (), least=0.2, below=0.4), scale) for scale in (0.1, 0.2, 0.3, 0.4)]
    [False, True, True, False]
    """
    return layer.least <= scale and (layer.below == 0 or scale < layer.below)


class Scene(msgspec.Struct, frozen=True, omit_defaults=True):
    """A whole picture.

    Attributes:
        name: key of the map.
        title: title of the map.
        box: left, top, width, height of the picture.
        field: left, top, width, height of the map within its frame.
        layers: from bottom to top.
        paints, letterings: the styles items name.
        symbols: small drawings that stamps set down, each about 100 units high around the origin.
        paths: path data used more than once, and for clipping.
        ground: colour behind everything.
    """

    name: str
    title: str
    box: tuple[float, float, float, float]
    field: tuple[float, float, float, float]
    layers: tuple[Layer, ...]
    paints: dict[str, Paint]
    letterings: dict[str, Lettering]
    symbols: dict[str, tuple[Outline, ...]]
    paths: dict[str, str]
    ground: str


def scene_json(scene: Scene) -> bytes:
    """The scene as compact JSON; `scene_from_json` reads it back."""
    return msgspec.json.encode(scene)


def scene_from_json(data: bytes) -> Scene:
    """A scene from its JSON.

    Raises:
        msgspec.ValidationError: it is none.
    """
    return msgspec.json.decode(data, type=Scene)
