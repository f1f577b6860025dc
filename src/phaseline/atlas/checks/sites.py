"""Checks of places, labels and provenance."""

from collections.abc import Iterator
from typing import Final

from phaseline.atlas.checks.finding import Finding, error, warning
from phaseline.atlas.model import HexMap
from phaseline.atlas.parts import Place, Provenance
from phaseline.hexgrid import Hexsides, Mask

WATERY: Final = frozenset({"sea", "coast", "strait", "ferry"})
"""Drawing styles of hexsides that give a hex a shore though no neighbour is water."""
AFLOAT: Final = frozenset({"sea", "ocean"})
"""Label styles that belong on water."""


def places(m: HexMap) -> Iterator[Finding]:
    """Places are on land, ports on a shore, on the seas they say."""
    try:
        _ = m.names
    except ValueError as problem:
        yield error("places", str(problem))
    shore = shores(m)
    for place in m.places.values():
        where = f"places.{place.name}"
        if not m.on_map >> place.hex & 1:
            yield error(where, f"{m.label(place.hex)} is off the map", [place.hex])
            continue
        if m.water >> place.hex & 1 and not place.get("afloat", False):
            yield error(where, f"{m.label(place.hex)} is {m.terrain_at(place.hex)}, not land", [place.hex])
        if "port" in place and not (shore | m.water) >> place.hex & 1 and not place.get("inland", False):
            text = f"a port, but {m.label(place.hex)} has no shore (say inland = true if that is meant)"
            yield error(where, text, [place.hex])
        yield from _seas(m, place, where)


def shores(m: HexMap) -> Mask:
    """Land hexes next to water or with a hexside of sea."""
    return (m.coastal | wet_sides(m).hexes) & m.land


def wet_sides(m: HexMap) -> Hexsides:
    """Hexsides between two land hexes that are water or touch it."""
    return m.sides(*(key for key, feature in m.features.items() if feature.drawn_as in WATERY))


def _seas(m: HexMap, place: Place, where: str) -> Iterator[Finding]:
    seas = place.get("seas", ())
    for sea in (seas,) if isinstance(seas, str) else seas if isinstance(seas, tuple) else ():
        if "sea" in m.areas and sea not in m.areas["sea"]:
            yield error(where, f"its sea {sea!r} is no area of the layer 'sea'", [place.hex])
        elif "coast" in m.areas and not m.areas["coast"].get(sea, 0) >> place.hex & 1:
            text = f"a port of {sea!r}, but {m.label(place.hex)} is not on that coast (areas.coast)"
            yield error(where, text, [place.hex])


def labels(m: HexMap) -> Iterator[Finding]:
    """Labels stand on the map; seas on water, the rest on land; what they name exists."""
    for label in m.labels:
        where = f"labels.{label.style}.{label.text}"
        for h in (label.at,) if label.to is None else (label.at, label.to):
            if not m.on_map >> h & 1:
                yield warning(where, f"{m.label(h)} is off the map", [h])
        if label.style in AFLOAT and not m.water >> label.at & 1:
            yield warning(where, f"{m.label(label.at)} is not water", [label.at])
    courses = {course.name for feature in m.features.values() for course in feature.courses}
    known = {"river": courses, "country": set(m.areas.get("country", ())), "sea": set(m.areas.get("sea", ()))}
    for label in m.labels:
        names = known.get(label.style)
        if names and label.text not in names:
            where = f"labels.{label.style}.{label.text}"
            yield warning(where, f"names no {label.style} of the map", [label.at])


def provenance(m: HexMap) -> Iterator[Finding]:
    """Every block says where it comes from, and every note is about something there is."""
    entries = _entries(m)
    groups = {block.partition(".")[0] for block in entries}
    for note in m.provenance:
        where = f"provenance.{note.of}"
        if note.of in groups - entries.keys() and not note.names:
            continue
        if note.of not in entries:
            yield error(where, f"the map has no block {note.of!r}")
            continue
        yield from (
            error(where, f"{note.of} has no {name!r}") for name in note.names if name not in entries[note.of]
        )
    yield from _unexplained(m.provenance, entries)


def _unexplained(notes: tuple[Provenance, ...], entries: dict[str, set[str]]) -> Iterator[Finding]:
    told = {note.of for note in notes}
    for block in entries:
        if block not in told and block.partition(".")[0] not in told:
            yield warning(f"provenance.{block}", "nothing says where this comes from")


def _entries(m: HexMap) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {"terrain": set(m.terrain)}
    if m.places:
        found["places"] = set(m.places)
    for feature in m.features.values():
        found[f"hexsides.{feature.key}"] = {course.name for course in feature.courses}
    for chain in m.chains:
        found.setdefault(f"chains.{chain.kind}", set()).add(chain.name)
    for layer, areas in m.areas.items():
        found[f"areas.{layer}"] = set(areas)
    return found
