"""The last step: the draft becomes a map."""

from __future__ import annotations

from collections.abc import Sequence

from phaseline.atlas.build.chart import Chart
from phaseline.atlas.build.coastline import Shapes
from phaseline.atlas.build.draft import Draft
from phaseline.atlas.build.source import AttributeValue, Facts, Source
from phaseline.atlas.build.towns import Town
from phaseline.atlas.errors import MapError
from phaseline.atlas.frozen import FrozenDict
from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import (
    ControlPoint,
    Course,
    Georeference,
    Provenance,
    SideFeature,
    TerrainKind,
    Value,
)


def finish(
    source: Source,
    chart: Chart,
    draft: Draft,
    towns: Sequence[Town],
    *,
    facts: Facts,
    shapes: Shapes,
) -> HexMap:
    """Put the draft into the map's own types."""
    _check_keys(source, draft)
    kinds = {
        kind.key: TerrainKind(kind.key, kind.symbol, kind.drawn_as, kind.water) for kind in source.terrain
    }
    return HexMap(
        name=source.name,
        title=source.title,
        subtitle=source.subtitle,
        grid=draft.grid,
        numbering=draft.numbering,
        numbers_printed=source.numbering.printed,
        terrain=FrozenDict({key: mask for key in kinds if (mask := draft.of((key,)))}),
        terrain_kinds=FrozenDict(kinds),
        features=_features(source, draft),
        places=FrozenDict(draft.places),
        chains=tuple(draft.chains),
        areas=FrozenDict({layer: FrozenDict(areas) for layer, areas in draft.areas.items()}),
        facts=_frozen_facts(facts),
        labels=draft.labels,
        provenance=(*_provenance(source, towns), *draft.provenance),
        georeference=_georeference(chart, towns),
        shapes=FrozenDict(shapes),
    )


def _check_keys(source: Source, draft: Draft) -> None:
    known = {kind.key for kind in source.terrain}
    for key in sorted(set(draft.terrain.values()) - known):
        raise MapError(f"source.toml: terrain {key!r} is used; add a [[terrain]] entry for it")
    declared = {feature.key for feature in source.features}
    for key in sorted(set(draft.sides) - declared):
        raise MapError(f"source.toml: hexside feature {key!r} is used; add a [[features]] entry for it")


def _features(source: Source, draft: Draft) -> FrozenDict[str, SideFeature]:
    found: dict[str, SideFeature] = {}
    for spec in source.features:
        courses = draft.sides.get(spec.key, {})
        if courses:
            lines = tuple(Course(name, tuple(sides)) for name, sides in courses.items() if sides)
            found[spec.key] = SideFeature(spec.key, spec.drawn_as, lines, spec.weight)
    return FrozenDict(found)


def _frozen_facts(facts: Facts) -> FrozenDict[str, FrozenDict[str, FrozenDict[str, Value]]]:
    def value(given: AttributeValue) -> Value:
        return tuple(given) if isinstance(given, list) else given

    return FrozenDict(
        {
            layer: FrozenDict(
                {name: FrozenDict({k: value(v) for k, v in keys.items()}) for name, keys in areas.items()}
            )
            for layer, areas in facts.items()
        }
    )


def _provenance(source: Source, towns: Sequence[Town]) -> list[Provenance]:
    blocks = [Provenance(block.of, block.source, block.reason, block.case) for block in source.provenance]
    return blocks + [
        Provenance("places", "reconstructed", town.why, names=(town.name,))
        for town in towns
        if town.why and not town.steer
    ]


def _georeference(chart: Chart, towns: Sequence[Town]) -> Georeference:
    origin = chart.fit.inverse([[0.0, 0.0]])[0]
    sources = {town.name: town for town in towns if town.is_control}
    controls = tuple(
        ControlPoint(
            r.name, (round(float(x), 3), round(float(y), 3)), sources[r.name].lat, sources[r.name].lon
        )
        for r, (x, y) in zip(chart.residuals, chart.warp.targets, strict=True)
    )
    return Georeference(
        projection=f"{chart.projection.definition} +ellps=WGS84 +units=km",
        km_per_hex=round(chart.fit.km_per_hex, 3),
        rotation=round(chart.fit.rotation, 4),
        origin=(0.0, 0.0),
        origin_km=(round(float(origin[0]), 2), round(-float(origin[1]), 2)),
        controls=controls,
    )
