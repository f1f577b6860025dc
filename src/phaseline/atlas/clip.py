"""Part of a map: what a scenario plays on that needs no more."""

from __future__ import annotations

from phaseline.atlas.frozen import FrozenDict
from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import Chain, Course, SideFeature
from phaseline.hexgrid import Hex, Mask


def clipped(map: HexMap, kept: Mask) -> HexMap:
    """The map without the hexes that are not in `kept`: they belong to no terrain, so they are off the map."""
    return map.replace(
        terrain=FrozenDict({key: mask & kept for key, mask in map.terrain.items() if mask & kept}),
        places=FrozenDict({name: place for name, place in map.places.items() if kept >> place.hex & 1}),
        features=FrozenDict({key: _clipped_feature(feature, kept) for key, feature in map.features.items()}),
        chains=tuple(part for chain in map.chains for part in _parts(chain, kept)),
        areas=FrozenDict(
            {
                layer: FrozenDict({name: mask & kept for name, mask in areas.items() if mask & kept})
                for layer, areas in map.areas.items()
            }
        ),
        labels=tuple(label for label in map.labels if kept >> label.at & 1),
    )


def _clipped_feature(feature: SideFeature, kept: Mask) -> SideFeature:
    courses = []
    for course in feature.courses:
        sides = tuple(side for side in course.sides if kept >> side[0] & 1)
        if sides:
            courses.append(Course(course.name, sides))
    return SideFeature(feature.key, feature.drawn_as, tuple(courses), feature.weight)


def _parts(chain: Chain, kept: Mask) -> list[Chain]:
    """The stretches of a chain within `kept`, of two hexes or more."""
    runs: list[list[Hex]] = [[]]
    for hex in chain.hexes:
        if kept >> hex & 1:
            runs[-1].append(hex)
        elif runs[-1]:
            runs.append([])
    return [Chain(chain.kind, chain.name, tuple(run), chain.attributes) for run in runs if len(run) > 1]
