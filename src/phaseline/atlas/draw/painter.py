"""From a map to its picture."""

from collections.abc import Sequence

import msgspec

from phaseline.atlas.draw import (
    areanames,
    clearance,
    distance,
    furniture,
    ground,
    hexsides,
    lettering,
    names,
    railways,
    rivernames,
    streams,
    towns,
)
from phaseline.atlas.draw.boxes import Box, Crowd, Obstacle, text_width
from phaseline.atlas.draw.canvas import Canvas
from phaseline.atlas.draw.curves import joined, polyline, stray
from phaseline.atlas.draw.scene import (
    FIELD,
    LAND_IN_FIELD,
    UNIT,
    Item,
    Layer,
    Outline,
    Paint,
    Scene,
    Stamps,
    Text,
)
from phaseline.atlas.draw.shore import Shore, shore
from phaseline.atlas.draw.style import LETTERING, PAINTS, PAPER
from phaseline.atlas.draw.symbols import SYMBOLS
from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import Point
from phaseline.hexgrid import Mask, hexes


def scene(hex_map: HexMap, *, region: Mask | None = None) -> Scene:
    """The whole printed map, or the part around some hexes without title and legend."""
    canvas = Canvas(hex_map)
    field = _field(canvas, region)
    box = (field[0], field[1], field[0] + field[2], field[1] + field[3])
    coast = shore(canvas)
    land = ground.rings_path(coast.land) or "M0 0Z"
    rivers = streams.centre_lines(canvas, coast)
    sites = towns.sites(canvas)
    crowd = clearance.crowd(canvas, coast, sites, rivers)
    texts = _texts(canvas, sites, rivers, crowd, box)
    boxes = [choice.box for choice in texts.places] + [box for line in texts.rivers for box in line.boxes]
    clear = clearance.kept_clear(canvas, sites, boxes)
    paths = {"field": furniture.rectangle(field), "land": land}
    layers = [
        ground.sea_layer(),
        *ground.land_layers(canvas, coast, lambda spot: clear.any(spot[0] * UNIT, spot[1] * UNIT)),
        *_beaches(canvas, coast, paths),
        hexsides.channel_layer(canvas),
        *hexsides.side_layers(canvas),
        *distance.shared(streams.river_layer(canvas, rivers), paths),
        *_veils(canvas),
        ground.grid_layer(canvas),
        *distance.shared(hexsides.border_layer(canvas), paths),
        *([_number_layer(canvas)] if hex_map.numbers_printed else []),
        *distance.shared(railways.chain_layer(canvas), paths),
        hexsides.crossing_layer(canvas),
        _area_layer(texts),
        _mark_layer(sites),
        _name_layer(texts),
    ]
    letterings = dict(LETTERING)
    for band in distance.BANDS:
        further, larger = distance.named(canvas, sites, LETTERING, box, band)
        layers += further
        letterings |= larger
    picture = field
    if region is None:
        frame, panel, picture = _around(canvas, field)
        layers += [frame, panel]
    else:
        layers = [_cropped(layer, box) for layer in layers]
    return Scene(
        name=hex_map.name,
        title=hex_map.title,
        box=picture,
        field=field,
        layers=tuple(layer for layer in layers if layer.items),
        paints=_paints(),
        letterings=letterings,
        symbols=SYMBOLS,
        paths=paths,
        ground=PAPER,
    )


class Texts:
    """Everything that is lettered on the map."""

    def __init__(
        self,
        areas: Sequence[lettering.Line],
        rivers: Sequence[lettering.Line],
        places: Sequence[names.Choice],
    ) -> None:
        self.areas, self.rivers, self.places = areas, rivers, places


def _texts(
    canvas: Canvas,
    sites: Sequence[towns.Site],
    rivers: Sequence[tuple[streams.Stream, list[Point]]],
    crowd: Crowd,
    field: Box,
) -> Texts:
    """Lettering in order of size, each clear of what came before; place names last, as they bend most easily."""
    areas = list(lettering.listed(canvas, LETTERING))
    for line in areas:
        for box in line.boxes:
            crowd.add(Obstacle(box, areanames.LETTER))
    areas += areanames.area_names(canvas, LETTERING, crowd)
    places = names.place_names(sites, LETTERING, crowd, field)
    for choice in places:
        crowd.add(Obstacle(choice.box, 12.0))
    return Texts(areas, rivernames.river_names(rivers, canvas.map, LETTERING, crowd), places)


# --- layers --------------------------------------------------------------------------------------------


def _area_layer(texts: Texts) -> Layer:
    return Layer("areas", tuple(line.text for line in texts.areas), clip=FIELD, least=distance.CLOSE)


def _name_layer(texts: Texts) -> Layer:
    items: list[Item] = [line.text for line in texts.rivers]
    items += [choice.text for choice in texts.places]
    return Layer("names", tuple(items), clip=FIELD, least=distance.CLOSE)


def _mark_layer(sites: Sequence[towns.Site]) -> Layer:
    """Symbols of places, the least important first, so that the others lie on top."""
    items: list[Item] = []
    for site in reversed(sites):
        for mark in site.marks:
            x, y = round(mark.at[0], 1), round(mark.at[1], 1)
            items.append(Stamps(mark.symbol, (x, y), mark.size))
            if mark.text:
                items.append(Text(mark.text, x, round(y + LETTERING["value"].size * 0.35, 1), "value"))
    return Layer("places", tuple(items), clip=FIELD, least=distance.CLOSE)


def _number_layer(canvas: Canvas) -> Layer:
    dx, dy = clearance.NUMBER_SPOT[canvas.grid.orientation]
    items: list[Text] = []
    for h in hexes(canvas.map.on_map):
        x, y = canvas.grid.centre(h)
        style = "number.sea" if canvas.map.water >> h & 1 else "number"
        items.append(Text(canvas.map.label(h), round((x + dx) * UNIT, 1), round((y + dy) * UNIT, 1), style))
    return Layer("numbers", tuple(items), clip=FIELD, least=distance.NEAR)


def _beaches(canvas: Canvas, coast: Shore, paths: dict[str, str]) -> list[Layer]:
    path = ground.beach_path(canvas, coast)
    if not path:
        return []
    paths["beach"] = path
    return [ground.beach_layer()]


def _veils(canvas: Canvas) -> list[Layer]:
    """Hexes out of play, greyed; what lies beyond the map, paler still."""
    m, closed = canvas.map, 0
    for area in m.areas.get("closed", {}).values():
        closed |= area
    land = closed & m.land
    land |= (
        m.water & m.grid.spread(land) & ~m.grid.spread(m.land & ~closed)
    )  # capes that reach into water hexes
    return [
        Layer("closed", _veil(canvas, land, "closed"), clip=LAND_IN_FIELD),
        Layer("closed_sea", _veil(canvas, closed & m.water, "closed"), clip=FIELD),
        Layer("beyond", _veil(canvas, canvas.grid.all & ~m.on_map, "beyond"), clip=FIELD),
    ]


def _veil(canvas: Canvas, mask: Mask, paint: str) -> tuple[Outline, ...]:
    loops = canvas.loops(canvas.widen(mask))
    d = joined(polyline([stray(p) for p in loop], closed=True) for loop in loops)
    return (Outline(d, paint),) if d else ()


# --- the sheet -----------------------------------------------------------------------------------------


def _field(canvas: Canvas, region: Mask | None) -> tuple[float, float, float, float]:
    grid = canvas.grid
    if region is None:
        left, top, right, bottom = grid.bounds()
        return left * UNIT, top * UNIT, (right - left) * UNIT, (bottom - top) * UNIT
    corners = [corner for h in hexes(region) for corner in grid.corners(h)]
    left, right = min(x for x, _ in corners), max(x for x, _ in corners)
    top, bottom = min(y for _, y in corners), max(y for _, y in corners)
    return left * UNIT, top * UNIT, (right - left) * UNIT, (bottom - top) * UNIT


def _cropped(layer: Layer, box: Box) -> Layer:
    """Without the symbols and texts that lie wholly outside a box."""

    def near(x: float, y: float, reach: float) -> bool:
        return box[0] - reach < x < box[2] + reach and box[1] - reach < y < box[3] + reach

    items: list[Item] = []
    for item in layer.items:
        if isinstance(item, Stamps):
            pairs = zip(item.at[::2], item.at[1::2], strict=True)
            if at := tuple(v for x, y in pairs if near(x, y, item.size * UNIT) for v in (x, y)):
                items.append(msgspec.structs.replace(item, at=at))
        elif isinstance(item, Outline) or near(item.x, item.y, _length(item)):
            items.append(item)
    return msgspec.structs.replace(layer, items=tuple(items))


def _length(item: Text) -> float:
    style, _, band = item.lettering.rpartition(".")
    larger = {one.name: max(one.text, one.area) for one in distance.BANDS}.get(band, 0.0)
    lettering = LETTERING[style if larger else item.lettering]
    return text_width(lettering, item.text, item.size * (larger or 1.0), item.spacing or None)


def _around(
    canvas: Canvas, field: tuple[float, float, float, float]
) -> tuple[Layer, Layer, tuple[float, float, float, float]]:
    """Frame, panel and the size of the whole sheet."""
    margin = furniture.MARGIN
    left, top, width, height = field
    panel = furniture.Panel(canvas, LETTERING, left, top + height + 22, width)
    sheet = (
        left - margin,
        top - margin,
        width + 2 * margin,
        height + 22 + panel.height + margin + margin / 2,
    )
    return furniture.frame_layer(field), panel.layer(), sheet


def _paints() -> dict[str, Paint]:
    rivers = {
        f"legend.river.{weight}": Paint(stroke=PAINTS["river"].fill, width=full * UNIT * 1.15)
        for weight, full in streams.FULL.items()
    }
    return {**PAINTS, **rivers}
