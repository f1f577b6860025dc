"""Land and water: which hexes are land, which hexsides between land hexes are water."""

from __future__ import annotations

from phaseline.atlas.build.draft import Draft
from phaseline.atlas.build.geodata import Shores
from phaseline.atlas.build.sampling import HexSamples, SideSamples
from phaseline.atlas.build.source import WaterSpec
from phaseline.hexgrid import Hex, Mask


def classify_hexes(
    draft: Draft, samples: HexSamples, shores: Shores, spec: WaterSpec, settled: set[Hex]
) -> None:
    """Every hex becomes land, lake or sea; a settled hex is land however small its island."""
    land = samples.fractions(shores.is_land(samples.flat))
    lake = samples.fractions(shores.is_lake(samples.flat))
    for h, share in land.items():
        if h in settled or share >= spec.least_land:
            draft.terrain[h] = spec.land
        elif lake[h] > 0.5:
            draft.terrain[h] = spec.lake
        else:
            draft.terrain[h] = spec.sea


def classify_sides(draft: Draft, samples: SideSamples, shores: Shores, spec: WaterSpec) -> None:
    """Hexsides between two land hexes that are mostly water become sea or lake sides, those partly of the sea inlets."""
    land = samples.fractions(shores.is_land(samples.flat))
    lake = samples.fractions(shores.is_lake(samples.flat))
    dry = _dry(draft, spec)
    for side, share in land.items():
        here, direction = side
        there = draft.grid.neighbour(here, direction)
        if there is None or not (dry >> here & 1 and dry >> there & 1):
            continue
        if share < spec.least_land_on_side:
            draft.add_sides(spec.lake_side if lake[side] > 0.5 else spec.sea_side, "", [side])
        elif spec.inlet_side and share <= spec.most_land_on_side and lake[side] <= 0.5 * (1 - share):
            draft.add_sides(spec.inlet_side, "", [side])


def _dry(draft: Draft, spec: WaterSpec) -> Mask:
    return draft.of(set(draft.terrain.values()) - {spec.sea, spec.lake})
