"""From a map to its picture."""

from collections.abc import Sequence
from typing import Final

from phaseline.atlas.draw import (
    areanames,
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
from phaseline.atlas.draw.boxes import Box, Crowd, Obstacle
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
from phaseline.hexgrid import Mask, Orientation, hexes

NUMBER_SPOT: Final = {Orientation.POINTY: (0.0, -0.395), Orientation.FLAT: (0.0, -0.385)}
"""Base line of a hex number, from the hex centre, in hex widths."""


def scene(hex_map: HexMap, *, region: Mask | None = None) -> Scene:
    """The whole printed map, or the part around some hexes without title and legend."""
    canvas = Canvas(hex_map)
    field = _field(canvas, region)
    box = (field[0], field[1], field[0] + field[2], field[1] + field[3])
    coast = shore(canvas)
    land = ground.rings_path(coast.land) or "M0 0Z"
    rivers = streams.centre_lines(canvas, coast)
    sites = towns.sites(canvas)
    crowd = _crowd(canvas, coast, sites, rivers)
    texts = _texts(canvas, sites, rivers, crowd, box)
    clear = _clear_of(canvas, sites, texts)
    layers = [
        ground.sea_layer(),
        *ground.land_layers(canvas, coast, lambda spot: clear.any(spot[0] * UNIT, spot[1] * UNIT)),
        hexsides.channel_layer(canvas),
        hexsides.side_layer(canvas),
        streams.river_layer(rivers),
        *_veils(canvas),
        ground.grid_layer(canvas),
        hexsides.border_layer(canvas),
        *([_number_layer(canvas)] if hex_map.numbers_printed else []),
        railways.chain_layer(canvas),
        hexsides.crossing_layer(canvas),
        _area_layer(texts),
        _mark_layer(sites),
        _name_layer(texts),
    ]
    picture = field
    if region is None:
        frame, panel, picture = _around(canvas, field)
        layers += [frame, panel]
    return Scene(
        name=hex_map.name,
        title=hex_map.title,
        box=picture,
        field=field,
        layers=tuple(layer for layer in layers if layer.items),
        paints=_paints(),
        letterings=LETTERING,
        symbols=SYMBOLS,
        paths={"field": furniture.rectangle(field), "land": land},
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


def _crowd(
    canvas: Canvas,
    coast: Shore,
    sites: Sequence[towns.Site],
    rivers: Sequence[tuple[streams.Stream, list[Point]]],
) -> Crowd:
    """What lettering should keep clear of."""
    crowd = Crowd()
    for site in sites:
        for mark in site.marks:
            crowd.add(Obstacle(names.mark_box(mark.at, mark.size), 14.0))
        crowd.add(Obstacle(names.likely_box(site, LETTERING), 1.2, soft=True))
    for _, line in rivers:
        for x, y in line[::2]:
            crowd.add(Obstacle(_dot((x, y), 3.0), 0.35))
    for ring in coast.land:
        for point in ring[::2]:
            crowd.add(Obstacle(_dot(point, 3.0), 0.3))
    for item in hexsides.crossing_layer(canvas).items:
        if isinstance(item, Stamps):
            for x, y in zip(item.at[::2], item.at[1::2], strict=True):
                crowd.add(Obstacle(names.mark_box((x, y), item.size), 8.0))
    for link in _rail_points(canvas):
        crowd.add(Obstacle(_dot(link, 4.0), 0.3))
    for box in _number_boxes(canvas):
        crowd.add(Obstacle(box, 0.8))
    return crowd


def _number_boxes(canvas: Canvas) -> list[Box]:
    """Where the hex numbers stand, if they are printed."""
    dx, dy = NUMBER_SPOT[canvas.grid.orientation]
    found: list[Box] = []
    for h in hexes(canvas.map.on_map) if canvas.map.numbers_printed else ():
        x, y = canvas.grid.centre(h)
        found.append(((x + dx) * UNIT - 12, (y + dy) * UNIT - 8, (x + dx) * UNIT + 12, (y + dy) * UNIT))
    return found


def _rail_points(canvas: Canvas) -> list[Point]:
    found: list[Point] = []
    for chain in canvas.map.chains:
        for a, b in chain.links():
            (ax, ay), (bx, by) = railways.seat(canvas, a), railways.seat(canvas, b)
            found += [(ax + (bx - ax) * t, ay + (by - ay) * t) for t in (0.2, 0.35, 0.5, 0.65, 0.8)]
    return found


def _dot(point: Point, half: float) -> Box:
    x, y = point[0] * UNIT, point[1] * UNIT
    return x - half, y - half, x + half, y + half


def _clear_of(canvas: Canvas, sites: Sequence[towns.Site], texts: Texts) -> Crowd:
    """Where no tree or peak may stand."""
    crowd = Crowd()
    for site in sites:
        for mark in site.marks:
            left, top, right, bottom = names.mark_box(mark.at, mark.size)
            crowd.add(Obstacle((left - 7, top - 7, right + 7, bottom + 7), 1.0))
    boxes = [choice.box for choice in texts.places] + [b for line in texts.rivers for b in line.boxes]
    boxes += _number_boxes(canvas)
    for left, top, right, bottom in boxes:
        crowd.add(Obstacle((left - 6, top - 6, right + 6, bottom + 7), 1.0))
    return crowd


# --- layers --------------------------------------------------------------------------------------------


def _area_layer(texts: Texts) -> Layer:
    return Layer("areas", tuple(line.text for line in texts.areas), clip=FIELD)


def _name_layer(texts: Texts) -> Layer:
    items: list[Item] = [line.text for line in texts.rivers]
    items += [choice.text for choice in texts.places]
    return Layer("names", tuple(items), clip=FIELD)


def _mark_layer(sites: Sequence[towns.Site]) -> Layer:
    """Symbols of places, the least important first, so that the others lie on top."""
    items: list[Item] = []
    for site in reversed(sites):
        for mark in site.marks:
            x, y = round(mark.at[0], 1), round(mark.at[1], 1)
            items.append(Stamps(mark.symbol, (x, y), mark.size))
            if mark.text:
                items.append(Text(mark.text, x, round(y + LETTERING["value"].size * 0.35, 1), "value"))
    return Layer("places", tuple(items), clip=FIELD)


def _number_layer(canvas: Canvas) -> Layer:
    dx, dy = NUMBER_SPOT[canvas.grid.orientation]
    items: list[Text] = []
    for h in hexes(canvas.map.on_map):
        x, y = canvas.grid.centre(h)
        style = "number.sea" if canvas.map.water >> h & 1 else "number"
        items.append(Text(canvas.map.label(h), round((x + dx) * UNIT, 1), round((y + dy) * UNIT, 1), style))
    return Layer("numbers", tuple(items), clip=FIELD)


def _veils(canvas: Canvas) -> list[Layer]:
    """Hexes out of play, greyed; what lies beyond the map, paler still."""
    m, closed = canvas.map, 0
    for area in m.areas.get("closed", {}).values():
        closed |= area
    return [
        Layer("closed", _veil(canvas, closed & m.land, "closed"), clip=LAND_IN_FIELD),
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
