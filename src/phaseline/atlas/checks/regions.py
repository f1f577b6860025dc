"""Checks of areas: countries, seas, coasts, zones."""

from collections.abc import Iterator
from typing import Final

from phaseline.atlas.checks.finding import Finding, error, named, pieces, warning
from phaseline.atlas.checks.sites import shores, wet_sides
from phaseline.atlas.model import HexMap
from phaseline.hexgrid import Mask, flood

LOOSE: Final = frozenset({"coast"})
"""Layers whose areas are strips of shore, in pieces by nature."""
SHARED: Final = frozenset({"country", "sea", "weather"})
"""Layers in which a hex belongs to one area at most, and to one if the layer is there at all."""


def areas(m: HexMap) -> Iterator[Finding]:
    """Areas are on the map and in one piece unless they say ``split = true``."""
    for layer, table in m.areas.items():
        for name, mask in table.items():
            where = f"areas.{layer}.{name}"
            if not mask:
                yield warning(where, "has no hex")
            if outside := mask & ~m.on_map:
                yield error(where, f"{named(m, outside & m.grid.all)} is off the map")
            if layer not in LOOSE and not m.fact(layer, name, "split", default=False):
                yield from _one_piece(m, mask, where)


def _one_piece(m: HexMap, mask: Mask, where: str) -> Iterator[Finding]:
    found = pieces(m, mask)
    for piece in found[1:]:
        text = f"{named(m, piece)} is apart from the rest (say split = true if that is meant)"
        yield warning(where, text)


def shared(m: HexMap) -> Iterator[Finding]:
    """No hex lies in two countries, seas or weather areas, and none that should is in none."""
    for layer in SHARED & m.areas.keys():
        seen: Mask = 0
        for name, mask in m.areas[layer].items():
            if both := mask & seen:
                yield error(f"areas.{layer}.{name}", f"{named(m, both)} also lies in another {layer}")
            seen |= mask
        due = {"country": m.land, "sea": seas_of(m)}.get(layer, m.land)
        if missing := due & ~seen:
            yield warning(f"areas.{layer}", f"{named(m, missing)} is in no {layer}")


def seas_of(m: HexMap) -> Mask:
    """Water that is not a lake."""
    found: Mask = 0
    for key, mask in m.terrain.items():
        if m.terrain_kinds[key].water and m.terrain_kinds[key].drawn_as != "lake":
            found |= mask
    return found


def _near(m: HexMap, sea: Mask) -> Mask:
    """Hexes at most two from a sea, or on inlets that lead there."""
    return flood(m.grid, m.grid.spread(m.grid.spread(sea)), m.land, over=wet_sides(m))


def coasts(m: HexMap) -> Iterator[Finding]:
    """The layers ``sea`` and ``coast`` agree with each other and with the terrain."""
    seas, strips = m.areas.get("sea"), m.areas.get("coast")
    if seas is not None:
        for name, mask in seas.items():
            if dry := mask & m.land:
                yield error(f"areas.sea.{name}", f"{named(m, dry)} is land (coasts belong in areas.coast)")
    if strips is None:
        return
    union: Mask = 0
    explained = sum(
        1 << h for h in {h for note in m.provenance if note.of == "areas.coast" for h in note.hexes}
    )
    for name, mask in strips.items():
        union |= mask
        where = f"areas.coast.{name}"
        if seas is not None and name not in seas:
            yield error(where, "the layer 'sea' has no area of that name")
            continue
        if wet := mask & m.water:
            yield error(where, f"{named(m, wet)} is water")
        if far := mask & m.land & ~shores(m):
            yield error(where, f"{named(m, far)} has no shore")
        elif seas is not None and (far := mask & ~_near(m, seas[name]) & ~explained):
            yield warning(where, f"{named(m, far)} is further than two hexes from that sea")
    if bare := m.land & m.grid.spread(seas_of(m)) & ~union:
        yield warning("areas.coast", f"{named(m, bare)} lies on the sea, but on no named coast")
