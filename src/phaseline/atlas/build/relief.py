"""Hills and mountains from altitudes, woods and marshes from written regions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray
from shapely.geometry.base import BaseGeometry

from phaseline.atlas.build.draft import Draft
from phaseline.atlas.build.geodata import Altitudes, Shores, inside
from phaseline.atlas.build.sampling import HexSamples, SideSamples
from phaseline.atlas.build.source import CoverClass, HighSides, ReliefClass
from phaseline.atlas.errors import UnknownNameError


def classify_relief(
    draft: Draft,
    samples: HexSamples,
    shores: Shores,
    heights: Altitudes,
    classes: Sequence[ReliefClass],
    flat: str,
) -> None:
    """Give each hex of ``flat`` terrain the first relief class it is high and steep enough for.

    Height is the mean over the hex's land, steepness the spread between its 10th and 90th percentile.
    """
    metres = heights.at(samples.flat).reshape(len(samples.hexes), -1)
    dry = shores.is_land(samples.flat).reshape(metres.shape)
    inland: NDArray[np.bool_] = np.logical_and.reduce(dry, axis=1)
    spreads = np.zeros(len(metres))
    spreads[inland] = _spread(metres[inland])  # all at once: most hexes have no coast
    for place, (h, heights_here, land_here) in enumerate(zip(samples.hexes, metres, dry, strict=True)):
        if draft.terrain.get(h) != flat or not land_here.any():
            continue
        on_land = heights_here[land_here]
        mean = on_land.mean()
        spread = spreads[place] if inland[place] else _spread(on_land)
        for kind in classes:
            if mean >= kind.mean and spread >= kind.spread:
                draft.terrain[h] = kind.terrain
                break


def _spread(metres: NDArray[np.float64]) -> NDArray[np.float64]:
    """Between the 10th and the 90th percentile of the last axis."""
    low, high = np.percentile(metres, (10, 90), axis=-1)
    spread: NDArray[np.float64] = high - low
    return spread


def classify_cover(
    draft: Draft,
    samples: HexSamples,
    shores: Shores,
    regions: Mapping[str, BaseGeometry],
    classes: Sequence[CoverClass],
    *,
    flat: str,
    already: Iterable[str] = (),
) -> None:
    """Woods and marshes: hexes of which enough land lies inside the written regions of a kind.

    ``regions`` holds one shape in degrees per kind. A class overlays ``flat`` terrain and whatever other land it does
    not leave alone (``not_over``).
    """
    ground = {flat, *(kind.terrain for kind in classes), *already}
    land = shores.is_land(samples.flat)
    total = samples.fractions(land)
    for kind in classes:
        if kind.kind not in regions:
            raise UnknownNameError("kind of written region", kind.kind, regions)
        hits = inside(regions[kind.kind], samples.flat)
        covered = samples.fractions(hits & land)
        for h, share in covered.items():
            free = draft.terrain.get(h) in ground.difference(kind.not_over)
            if free and total[h] > 0 and share / total[h] >= kind.least:
                draft.terrain[h] = kind.terrain


def mark_high_sides(
    draft: Draft, samples: SideSamples, heights: Altitudes, spec: HighSides, between: set[str]
) -> None:
    """Hexsides that run along high ground become crests nobody crosses.

    Only sides between two hexes of the ``between`` terrains count.
    """
    means = heights.at(samples.flat).reshape(len(samples.sides), -1).mean(axis=1)
    for side, mean in zip(samples.sides, means, strict=True):
        here, direction = side
        there = draft.grid.neighbour(here, direction)
        if there is None or mean < spec.mean:
            continue
        if draft.terrain.get(here) in between and draft.terrain.get(there) in between:
            draft.add_sides(spec.feature, "", [side])
