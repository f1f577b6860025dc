"""The builder: from a source folder to a finished map, in the order a cartographer works."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from shapely.geometry.base import BaseGeometry

from phaseline.atlas.build import overrides as hand
from phaseline.atlas.build.borders import countries
from phaseline.atlas.build.chart import Chart
from phaseline.atlas.build.coastline import coast_shapes
from phaseline.atlas.build.control import control_hex, make_chart
from phaseline.atlas.build.draft import Draft
from phaseline.atlas.build.finish import finish
from phaseline.atlas.build.geodata import Shores, altitudes, bounds_of, shores
from phaseline.atlas.build.labels import read_labels
from phaseline.atlas.build.layers import (
    border_pairs,
    coasts,
    front_line,
    name_water_sides,
    paint_by_centre,
    paint_layer,
    wet_hexes,
)
from phaseline.atlas.build.rails import RailCosts, RailGround, lay_line
from phaseline.atlas.build.relief import classify_cover, classify_relief, mark_high_sides
from phaseline.atlas.build.rivers import chosen, draw_rivers
from phaseline.atlas.build.sampling import HexSamples, SideSamples, sample_hexes, sample_sides
from phaseline.atlas.build.source import Facts, Layer, RailFile, Source, read_table, within
from phaseline.atlas.build.towns import Town, read_towns
from phaseline.atlas.build.water import classify_hexes, classify_sides
from phaseline.atlas.build.written import GEOGRAPHY, read_outlines, regions_for, rivers_for
from phaseline.atlas.drawn import check_symbol
from phaseline.atlas.errors import MapError, MapFileError, UnknownNameError
from phaseline.atlas.model import HexMap
from phaseline.atlas.numbered import make_numbering
from phaseline.atlas.parts import EVERY_AREA, Chain, Place
from phaseline.hexgrid import Grid, Hex, Mask, Numbering, Orientation
from phaseline.wording.shown import shown


@dataclass
class Workshop:
    """Everything the steps share."""

    folder: Path
    source: Source
    chart: Chart
    draft: Draft
    towns: tuple[Town, ...]
    homes: dict[str, Hex]
    corrections: hand.Overrides
    shores: Shores
    hexes: HexSamples
    sides: SideSamples

    @property
    def water(self) -> Mask:
        """Sea and lake hexes as they stand."""
        return self.draft.of((self.source.water.sea, self.source.water.lake))

    @property
    def land(self) -> Mask:
        """Every other hex on the map."""
        return self.draft.of(set(self.draft.terrain.values())) & ~self.water


def build(folder: Path | str) -> HexMap:
    """Make the map of a source folder. The same folder always gives the same map.

    Raises:
        MapError: a source file is wrong; the message names file and key.
        GeodataMissing: the ``atlas`` extra is not installed.
    """
    shop = open_workshop(Path(folder))
    _ground(shop)
    _water_lines(shop)
    _areas(shop)
    _fronts(shop)
    _rails(shop)
    shop.draft.labels = read_labels(shop.folder / "labels.toml", shop.draft)
    hand.add_chains(shop.draft, shop.corrections.chain)
    shapes = coast_shapes(shop.chart, shop.shores) if shop.source.coastline else {}
    return finish(shop.source, shop.chart, shop.draft, shop.towns, facts=_facts(shop), shapes=shapes)


def chart_of(folder: Path | str) -> Chart:
    """Only the chart of a source folder: enough to ask where places fall, and for the residuals."""
    source, grid, towns = _read(Path(folder))
    return make_chart(source, grid, _numbering(source, grid), towns)


def open_workshop(folder: Path) -> Workshop:
    """Read the sources, make the chart, take the samples, set the towns."""
    source, grid, towns = _read(folder)
    numbering = _numbering(source, grid)
    chart = make_chart(source, grid, numbering, towns)
    hex_samples, side_samples = sample_hexes(chart), sample_sides(chart)
    draft = Draft(grid, numbering)
    homes = _set_towns(draft, chart, towns)
    land = shores(bounds_of(hex_samples.flat), source.water.resolution, source.water.least_lake_km2)
    corrections = hand.read_overrides(folder / "overrides.toml")
    return Workshop(folder, source, chart, draft, towns, homes, corrections, land, hex_samples, side_samples)


def _read(folder: Path) -> tuple[Source, Grid, tuple[Town, ...]]:
    source = read_table(folder / "source.toml", Source)
    for place, kind in enumerate(source.terrain):
        with within("source.toml", "terrain", place, "symbol"):
            check_symbol(kind.symbol)
            if kind.symbol in {other.symbol for other in source.terrain[:place]}:
                raise MapError(f'"{kind.symbol}" stands for another kind already; use another character')
    spec = source.grid
    if spec.orientation == "pointy":
        grid = Grid.pointy(rows=spec.rows, cols=spec.cols, shoved=spec.shoved)
    else:
        grid = Grid(Orientation.FLAT, spec.cols, spec.rows, spec.shoved)
    return source, grid, read_towns(folder / "places.toml")


def _numbering(source: Source, grid: Grid) -> Numbering:
    try:
        return make_numbering(source.numbering, grid)
    except ValueError as error:
        raise MapFileError(str(error), file="source.toml", key="numbering") from error


def _set_towns(draft: Draft, chart: Chart, towns: tuple[Town, ...]) -> dict[str, Hex]:
    homes: dict[str, Hex] = {}
    for town in towns:
        h = control_hex(town, draft.numbering) if town.hex else chart.hex_at(town.lon, town.lat)
        if h is None:
            continue  # off the map: a list of places may be longer than the map is wide
        homes[town.name] = h
        taken = any(place.hex == h for place in draft.places.values())
        if not town.steer and not (town.spare and taken):
            draft.places[town.name] = Place(town.name, h, town.attributes)
    return homes


def _ground(shop: Workshop) -> None:
    """Land, water, relief, cover, and the corrections to them."""
    source, draft = shop.source, shop.draft
    spare = {town.name for town in shop.towns if town.spare}
    settled = {place.hex for place in draft.places.values() if place.name not in spare}
    classify_hexes(draft, shop.hexes, shop.shores, source.water, settled)
    flat = source.water.land
    classify_relief(draft, shop.hexes, shop.shores, altitudes(), source.relief, flat)
    high = [kind.terrain for kind in source.relief]
    regions = regions_for(shop.folder)
    with within("source.toml", "cover"):
        classify_cover(draft, shop.hexes, shop.shores, regions, source.cover, flat=flat, already=high)
    hand.override_terrain(draft, shop.corrections.terrain)
    for name in [
        name for name, place in draft.places.items() if name in spare and not shop.land >> place.hex & 1
    ]:
        del draft.places[name]


def _water_lines(shop: Workshop) -> None:
    """Hexsides of water, crests, rivers, then every other feature written by hand."""
    source, draft = shop.source, shop.draft
    wet = {source.water.sea_side, source.water.lake_side, *filter(None, [source.water.inlet_side])}
    classify_sides(draft, shop.sides, shop.shores, source.water)
    hand.override_sides(draft, shop.corrections.side, wet)
    done = set(wet)
    if source.high_sides is not None:
        high = {kind.terrain for kind in source.relief[:1]}
        mark_high_sides(draft, shop.sides, altitudes(), source.high_sides, high)
    barred = {
        draft.canonical(side)
        for key in (source.water.sea_side, source.water.lake_side)
        for line in draft.sides.get(key, {}).values()
        for side in line
    }
    rivers = rivers_for(shop.folder)
    for place, kind in enumerate(source.rivers):
        with within("source.toml", "rivers", place):
            named = chosen(rivers, kind)
        draw_rivers(draft, shop.chart, named, kind, water=shop.water, barred=barred)
    features = {item.feature for item in shop.corrections.side}
    hand.override_sides(draft, shop.corrections.side, features - done)


def _areas(shop: Workshop) -> None:
    """Layers of areas, corrections to them, and the borders and coasts that follow."""
    on_land = shop.shores.is_land(shop.hexes.flat)
    wet: dict[str, dict[str, Mask]] = {}
    for place, layer in enumerate(shop.source.layers):
        with within("source.toml", "layers", place):
            outlines = _outlines(shop.folder, layer)
        if layer.coast and layer.coast_share < 1:
            water = ~on_land & ~shop.shores.is_lake(shop.hexes.flat)
            wet[layer.coast] = wet_hexes(outlines, shop.hexes, water, layer.coast_share)
        if layer.by == "centre":
            on = {"land": shop.land, "water": shop.water}.get(layer.on, shop.land | shop.water)
            paint_by_centre(shop.draft, layer.layer, outlines, shop.hexes, on, rest=layer.rest)
        elif layer.on == "land":
            paint_layer(shop.draft, layer.layer, outlines, shop.hexes, on_land, shop.land, fill=layer.fill)
        else:
            paint_layer(shop.draft, layer.layer, outlines, shop.hexes, ~on_land, shop.water, fill=layer.fill)
            name_water_sides(shop.draft, shop.source.water.sea_side, outlines, shop.sides, shop.shores)
    hand.override_areas(shop.draft, [c for c in shop.corrections.area if not _is_coast(shop, c.layer)])
    for layer in shop.source.layers:
        if layer.borders:
            shop.draft.add_sides(layer.borders, "", border_pairs(shop.draft, layer.layer))
        if layer.coast:
            sea_side = shop.source.water.sea_side
            coasts(shop.draft, layer.layer, layer.coast, sea_side, shop.land, wet.get(layer.coast))
    hand.override_areas(shop.draft, [c for c in shop.corrections.area if _is_coast(shop, c.layer)])


def _fronts(shop: Workshop) -> None:
    """Lines along the edge of areas: startlines, limits."""
    draft = shop.draft
    for spec in shop.source.fronts:
        out = 0
        for layer in spec.without:
            for mask in draft.areas.get(layer, {}).values():
                out |= mask
        for name in spec.areas:
            inside = draft.areas.get(spec.layer, {}).get(name, 0)
            other = shop.land & ~inside & ~out
            line = front_line(draft, inside & ~out, other, draft.hexsides(*spec.barred))
            draft.add_sides(spec.feature, name, line)


def _is_coast(shop: Workshop, name: str) -> bool:
    return any(layer.coast == name for layer in shop.source.layers)


def _outlines(folder: Path, layer: Layer) -> dict[str, BaseGeometry]:
    if layer.territories:
        return countries(layer.territories)
    if not layer.outlines:
        raise MapError("it has nothing to paint; give it territories, or the file of its outlines")
    for home in (folder, GEOGRAPHY):
        if (home / layer.outlines).is_file():
            return read_outlines(home / layer.outlines, layer.table)
    raise MapError(f'outlines: there is no file "{shown(layer.outlines)}" in the folder of the map')


def _rails(shop: Workshop) -> None:
    path = shop.folder / "rails.toml"
    if not path.is_file():
        return
    spec, draft = shop.source.rail, shop.draft
    closed = draft.hexsides(*spec.barred) & ~draft.hexsides(*spec.opened)
    ground, costs = RailGround(shop.land, closed), RailCosts(spec.terrain)
    laid: set[frozenset[Hex]] = set()
    for line in read_table(path, RailFile).rails:
        try:
            stops = [shop.homes[stop] if stop in shop.homes else draft.hex(stop) for stop in line.through]
            chain = lay_line(draft, stops, ground, costs, laid)
        except MapError as error:
            raise MapFileError(str(error), file=path.name, key=f"rails.{line.name!r}") from error
        draft.chains.append(Chain(spec.kind, line.name, tuple(chain)))


def _facts(shop: Workshop) -> Facts:
    path = shop.folder / "facts.toml"
    if not path.is_file():
        return {}
    facts = read_table(path, Facts)
    for layer, areas in facts.items():
        known = shop.draft.areas.get(layer, {})
        for area in areas:
            if area not in known and area != EVERY_AREA:
                problem = str(UnknownNameError(f"area of the layer {layer!r}", area, known))
                raise MapFileError(problem, file=path.name, key=layer)
    return facts
