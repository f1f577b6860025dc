"""Checks of chains: railways and lines of works."""

from collections.abc import Iterator
from typing import Final

from phaseline.atlas.checks.finding import Finding, error, named, pieces, warning
from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import Chain
from phaseline.hexgrid import Hex, Mask

WET: Final = frozenset({"strait", "coast"})
PARTING: Final = frozenset({"sea", "lake", "alpine", "impassable"})
"""Drawing styles of hexsides that no line on land crosses ..."""
JOINING: Final = frozenset({"ferry", "bridge", "strait"})
"""... unless one of these lies on the same hexside."""
FLOWING: Final = frozenset({"waterway"})
"""Kinds of chains that run out into the water, each by itself."""


def chains(m: HexMap) -> Iterator[Finding]:
    """Consecutive hexes are adjacent, lines on land stay there, and those of a kind form one net."""
    for chain in m.chains:
        yield from _chain(m, chain, f"chains.{chain.kind}.{chain.name}")
    for kind in dict.fromkeys(chain.kind for chain in m.chains):
        if kind not in FLOWING:
            yield from _net(m, kind)


def _chain(m: HexMap, chain: Chain, where: str) -> Iterator[Finding]:
    if len(chain.hexes) < 2:
        yield warning(where, "a line of fewer than two hexes leads nowhere", chain.hexes)
    for h in chain.hexes:
        if not m.on_map >> h & 1:
            yield error(where, f"{m.label(h)} is off the map", [h])
        elif m.water >> h & 1 and chain.kind not in FLOWING:
            yield error(where, f"{m.label(h)} is {m.terrain_at(h)}", [h])
    for a, b in chain.links():
        if m.grid.direction(a, b) is None:
            gap = (
                "visited twice in a row"
                if a == b
                else f"followed by {m.label(b)}, {m.grid.distance(a, b)} hexes off"
            )
            yield error(where, f"{m.label(a)} is {gap}", [a, b])
        else:
            yield from _crossing(m, a, b, where)


def _crossing(m: HexMap, a: Hex, b: Hex, where: str) -> Iterator[Finding]:
    styles = {m.features[key].drawn_as: key for key in m.features_between(a, b)}
    parting = [key for style, key in styles.items() if style in PARTING]
    if parting and not JOINING & styles.keys():
        yield error(where, f"{m.label(a)}/{m.label(b)} is {parting[0]!r} without a bridge or ferry", [a, b])


def _net(m: HexMap, kind: str) -> Iterator[Finding]:
    nets: list[Mask] = []
    for chain in m.chains_of(kind):
        mask: Mask = 0
        for h in chain.hexes:
            mask |= 1 << h
        apart: list[Mask] = []
        for net in nets:
            if net & mask:
                mask |= net
            else:
                apart.append(net)
        nets = [*apart, mask]
    parted = m.sides(*(key for key, feature in m.features.items() if feature.drawn_as in PARTING | WET))
    for piece in pieces(m, m.land, ~parted):
        here = sorted((net for net in nets if net & piece), key=lambda net: -net.bit_count())
        for net in here[1:]:
            text = f"{named(m, net)} is cut off from the rest of the net on the same land"
            yield warning(f"chains.{kind}", text)
