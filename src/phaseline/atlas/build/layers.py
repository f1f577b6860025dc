"""Layers of areas painted from written polygons: countries, seas, zones."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from phaseline.atlas.build.draft import Draft
from phaseline.atlas.build.geodata import Shores, inside
from phaseline.atlas.build.sampling import HexSamples, SideSamples
from phaseline.hexgrid import Hex, Hexsides, Mask, hexes


def paint_layer(
    draft: Draft,
    layer: str,
    outlines: Mapping[str, BaseGeometry],
    samples: HexSamples,
    counted: NDArray[np.bool_],
    on: Mask,
    *,
    fill: bool,
) -> None:
    """Each hex of ``on`` goes to the area that holds most of its counted samples.

    Earlier areas win ties. With ``fill``, a hex that no outline reaches takes the area of its nearest neighbours
    among ``on``.
    """
    best: dict[Hex, tuple[float, str]] = {}
    for name, shape in outlines.items():
        hits = inside(shape, samples.flat)
        for h, share in samples.fractions(hits & counted).items():
            if share > best.get(h, (0.0, ""))[0]:
                best[h] = share, name
    painted = {h: name for h, (_, name) in best.items() if on >> h & 1}
    if fill:
        _spread(draft, painted, on)
    draft.paint(layer, dict(sorted(painted.items())))
    draft.areas[layer] = {
        name: draft.areas[layer][name] for name in outlines if name in draft.areas.get(layer, {})
    }


def paint_by_centre(
    draft: Draft,
    layer: str,
    outlines: Mapping[str, BaseGeometry],
    samples: HexSamples,
    on: Mask,
    *,
    rest: str,
) -> None:
    """Each hex of ``on`` goes to the first area that holds its centre, all others to the area ``rest`` if it has a name."""
    centres = samples.lonlat[:, 0]
    names = [*outlines, *([rest] if rest else [])]
    first = np.full(len(centres), len(outlines))
    for place, shape in reversed(list(enumerate(outlines.values()))):
        first[inside(shape, centres)] = place
    painted = {
        h: names[place]
        for h, place in zip(samples.hexes, first.tolist(), strict=True)
        if on >> h & 1 and place < len(names)
    }
    draft.paint(layer, painted)
    found = draft.areas[layer]
    draft.areas[layer] = {name: found[name] for name in names if name in found}


def _spread(draft: Draft, painted: dict[Hex, str], on: Mask) -> None:
    open_ = [h for h in hexes(on) if h not in painted]
    while open_:
        found: dict[Hex, str] = {}
        for h in open_:
            near = [painted[n] for n in draft.grid.neighbours(h) if n in painted]
            if near:
                found[h] = max(sorted(set(near)), key=near.count)
        if not found:
            return
        painted.update(found)
        open_ = [h for h in open_ if h not in found]


def border_pairs(draft: Draft, layer: str) -> list[tuple[Hex, int]]:
    """The hexsides between hexes of two different areas of a layer."""
    area = draft.areas_of(layer)
    found: list[tuple[Hex, int]] = []
    for h, name in sorted(area.items()):
        for direction in range(3):
            there = draft.grid.neighbour(h, direction)
            if there is not None and there in area and area[there] != name:
                found.append((h, direction))
    return found


def name_water_sides(
    draft: Draft,
    feature: str,
    outlines: Mapping[str, BaseGeometry],
    samples: SideSamples,
    shores: Shores,
) -> None:
    """Sort the hexsides of open water between two land hexes into courses named after their sea area."""
    nameless = {draft.canonical(side) for side in draft.sides.get(feature, {}).pop("", [])}
    if not nameless:
        return
    wet = ~shores.is_land(samples.flat)
    best: dict[tuple[Hex, int], tuple[float, str]] = {}
    for name, shape in outlines.items():
        hits = inside(shape, samples.flat)
        for side, share in samples.fractions(hits & wet).items():
            if side in nameless and share > best.get(side, (0.0, ""))[0]:
                best[side] = share, name
    for side in sorted(nameless):
        draft.add_sides(feature, best.get(side, (0.0, ""))[1], [side])


def coasts(
    draft: Draft,
    water_layer: str,
    coast_layer: str,
    feature: str,
    land: Mask,
    wet: Mapping[str, Mask] | None = None,
) -> None:
    """For each sea area the land hexes next to its water, over a hexside of open water included.

    ``wet`` names further hexes of each area: land enough of which is its water.
    """
    found: dict[str, Mask] = {}
    for name, area in draft.areas.get(water_layer, {}).items():
        found[name] = draft.grid.spread(area) & land
    for name, line in draft.sides.get(feature, {}).items():
        for here, direction in line:
            there = draft.grid.neighbour(here, direction)
            if name and there is not None:
                found[name] = found.get(name, 0) | ((1 << here | 1 << there) & land)
    for name, mask in (wet or {}).items():
        found[name] = found.get(name, 0) | (mask & land)
    draft.areas[coast_layer] = {name: mask for name, mask in found.items() if mask}


def wet_hexes(
    outlines: Mapping[str, BaseGeometry], samples: HexSamples, water: NDArray[np.bool_], least: float
) -> dict[str, Mask]:
    """For each area the hexes of which at least a share is water of it."""
    found: dict[str, Mask] = {}
    for name, shape in outlines.items():
        shares = samples.fractions(inside(shape, samples.flat) & water)
        found[name] = sum(1 << h for h, share in shares.items() if share >= least)
    return found


def front_line(draft: Draft, inside: Mask, outside: Mask, barred: Hexsides) -> list[tuple[Hex, int]]:
    """The hexsides between ``inside`` and ``outside`` hexes that no barred feature lies on, seen from inside."""
    found: list[tuple[Hex, int]] = []
    for h in hexes(inside):
        for direction in range(6):
            there = draft.grid.neighbour(h, direction)
            if there is not None and outside >> there & 1 and not barred.has(h, there):
                found.append((h, direction))
    return found
