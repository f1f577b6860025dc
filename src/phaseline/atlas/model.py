"""The map: hexes with their terrain, what lies on hexsides, places, lines, areas and lettering.

A `HexMap` never changes. It knows no game: terrain kinds, hexside features, chains and area layers carry whatever
keys the map file gives them, and the rules of a game ask for the keys they know.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import cached_property, partial
from hashlib import sha256
from typing import Any, Self, TypeVar

from phaseline.atlas.errors import MapError, UnknownNameError
from phaseline.atlas.frozen import FrozenDict
from phaseline.atlas.notation import Notation
from phaseline.atlas.parts import (
    EVERY_AREA,
    Chain,
    Georeference,
    Label,
    Place,
    Point,
    Provenance,
    SideFeature,
    TerrainKind,
    Value,
)
from phaseline.atlas.sketch import sketched
from phaseline.atlas.spelling import spelt
from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, hexes, union
from phaseline.hexgrid.numbering import LabelError, Numbering, PlaceNames
from phaseline.wording.counts import several

T = TypeVar("T")


@dataclass(frozen=True, eq=True, kw_only=True, repr=False)
class HexMap:
    """An immutable hex map.

    Attributes:
        name: key of the map, lower case, as in the file system.
        title: as printed on the map.
        grid: the hex grid all masks refer to.
        numbering: how hexes are written in the file, and on the printed map if ``numbers_printed``.
        terrain: terrain key -> its hexes; the masks do not overlap, and hexes in none of them are off the map.
        terrain_kinds: terrain key -> character, drawing style, land or water.
        features: hexside feature key -> its named courses in order.
        places: name -> place; several places may share a hex.
        chains: rail lines, lines of works and the like.
        areas: layer -> area name -> its hexes, e.g. ``areas["country"]["France"]``.
        facts: layer -> area name -> attributes, e.g. a sea's interdiction value.
        labels: lettering that belongs to no single place.
        provenance: where each block comes from, and why.
        georeference: how the map lies on the earth, if it does.
        shapes: name -> rings of points on the map plane, for drawing only (the true coast, say).
        subtitle: a line under the title.
    """

    name: str
    title: str
    grid: Grid
    numbering: Numbering
    terrain: FrozenDict[str, Mask]
    terrain_kinds: FrozenDict[str, TerrainKind]
    features: FrozenDict[str, SideFeature] = field(default_factory=FrozenDict)
    places: FrozenDict[str, Place] = field(default_factory=FrozenDict)
    chains: tuple[Chain, ...] = ()
    areas: FrozenDict[str, FrozenDict[str, Mask]] = field(default_factory=FrozenDict)
    facts: FrozenDict[str, FrozenDict[str, FrozenDict[str, Value]]] = field(default_factory=FrozenDict)
    labels: tuple[Label, ...] = ()
    provenance: tuple[Provenance, ...] = ()
    georeference: Georeference | None = None
    shapes: FrozenDict[str, tuple[tuple[Point, ...], ...]] = field(default_factory=FrozenDict)
    subtitle: str = ""
    numbers_printed: bool = True

    def __post_init__(self) -> None:
        """Keep entries of one kind and name together, as the file does, so that a map equals its own copy."""
        group = partial(object.__setattr__, self)
        group("chains", _grouped(self.chains, lambda c: c.kind, lambda c: c.name))
        group("labels", _grouped(self.labels, lambda c: c.style, lambda c: c.text))
        group("provenance", _grouped(self.provenance, lambda c: c.of))
        rounded = {
            name: tuple(tuple(map(_hundredths, r)) for r in rings) for name, rings in self.shapes.items()
        }
        group("shapes", FrozenDict(rounded))

    @classmethod
    def from_drawing(
        cls,
        text: str,
        legend: Mapping[str, str] | None = None,
        *,
        drawn_sides: str = "river",
        places: Mapping[str, Mapping[str, Any]] | None = None,
        hexsides: Mapping[str, str] | None = None,
        chains: Mapping[str, Mapping[str, str]] | None = None,
        areas: Mapping[str, Mapping[str, str]] | None = None,
        name: str = "sketch",
    ) -> Self:
        r"""A tiny map from a drawing (see `phaseline.atlas.sketch` for the notation).

        Args:
            text: the drawing.
            legend: character -> terrain key; without it ``. f h r ^ m ~ o`` are clear, forest, hill, rough, mountain,
                marsh, sea and lake.
            drawn_sides: the hexside feature that ``| / \ +`` stand for.
            places: letter -> attributes, where ``name`` renames the place and ``terrain`` says what is under it;
                or name -> attributes with ``hex``.
            hexsides: feature key -> hexsides, ``"A/E 0203/NW,W 0101/0102"``; hexes by number or place.
            chains: kind -> name -> hexes.
            areas: layer -> area name -> hexes and ranges.
            name: key and title of the map.

        Raises:
            MapError: the drawing or a list is wrong; the message says where and why.

        >>> m = HexMap.from_drawing(
        ...     '''
        ... ~ . A
        ...  / +
        ...  . f .
        ... ''',
        ...     chains={"rail": {"": "A 0202"}},
        ... )
        >>> m.label(m.place("A").hex), m.terrain_at(m.hex("A SW1"))
        ('0103', 'forest')
        >>> m.features_between(m.hex("0202"), m.hex("A"))
        ('river',)
        """
        parts = sketched(
            text,
            legend,
            drawn_sides=drawn_sides,
            places=places or {},
            hexsides=hexsides or {},
            chains=chains or {},
            areas=areas or {},
        )
        return cls(name=name, title=name, **parts)

    # --- hexes -----------------------------------------------------------------------------------------

    @cached_property
    def on_map(self) -> Mask:
        """Every hex that has a terrain."""
        return union(self.terrain.values())

    @cached_property
    def water(self) -> Mask:
        """Hexes of sea and lake."""
        return union(mask for key, mask in self.terrain.items() if self.terrain_kinds[key].water)

    @cached_property
    def land(self) -> Mask:
        """Hexes on the map that are not water."""
        return self.on_map & ~self.water

    @cached_property
    def coastal(self) -> Mask:
        """Land hexes next to a water hex."""
        return self.land & self.grid.spread(self.water)

    def terrain_at(self, h: Hex) -> str:
        """The terrain key of the hex, or "" off the map."""
        return self._terrain_of.get(h, "")

    def label(self, h: Hex) -> str:
        """The hex as the numbering writes it."""
        found = self._labels.get(h)
        if found is None:
            found = self._labels[h] = self.numbering.label(h)
        return found

    @cached_property
    def _labels(self) -> dict[Hex, str]:
        """The hexes that have been asked for, as the numbering writes them."""
        return {}

    def hex(self, text: str) -> Hex:
        """The hex a text means: a place, a place with an offset ("Lyon SE1"), or a number.

        Raises:
            MapError: the text means no hex of this map; the message says why.
        """
        stripped = text.strip()
        if stripped in self.places:
            return self.places[stripped].hex
        try:
            return self.numbering.parse(stripped)
        except LabelError as no_number:
            if stripped.isdigit() or self.names is None:
                raise MapError(str(no_number)) from no_number
        try:
            return self.names.parse(stripped)
        except LabelError as error:
            raise MapError(str(error)) from error

    def mask(self, text: str) -> Mask:
        """A set of hexes written as numbers, ranges and one-word places: ``"3104-3110 3205 Paris"``.

        Raises:
            MapError: part of the text means no hex, or a range leaves its line.
        """
        return Notation(self.grid, self.label, self.hex).mask(text)

    @cached_property
    def names(self) -> PlaceNames | None:
        """Hexes named after the nearest place ("Lyon SE1"); None on a map without places."""
        if not self.places:
            return None
        return PlaceNames(self.grid, {place.name: place.hex for place in self.places.values()})

    # --- hexsides --------------------------------------------------------------------------------------

    @cached_property
    def hexsides(self) -> FrozenDict[str, Hexsides]:
        """Every hexside feature as a set of hexsides."""
        return FrozenDict({key: feature.hexsides(self.grid) for key, feature in self.features.items()})

    def sides(self, *keys: str) -> Hexsides:
        """The hexsides that carry any of these features; a feature the map lacks is the empty set."""
        found = Hexsides.none(self.grid)
        for key in keys:
            if key in self.hexsides:
                found = found | self.hexsides[key]
        return found

    def features_between(self, a: Hex, b: Hex) -> tuple[str, ...]:
        """Which features lie on the hexside between two adjacent hexes."""
        return tuple(key for key, sides in self.hexsides.items() if sides.has(a, b))

    # --- places ----------------------------------------------------------------------------------------

    def place(self, name: str) -> Place:
        """The place of that name.

        Raises:
            UnknownNameError: with the nearest names.
        """
        try:
            return self.places[name]
        except KeyError:
            raise UnknownNameError("place", name, self.places) from None

    def places_at(self, h: Hex) -> tuple[Place, ...]:
        """The places in a hex, in the order of the file."""
        return self._places_in.get(h, ())

    def called(self, place: Place) -> str:
        """A place as people write it."""
        return self.written(place.name)

    def written(self, text: str) -> str:
        """A text with the accents of the places that it names; where hexes are labelled by places, as they are labelled."""
        return text if self._labelled_by_places else spelt(text)

    @cached_property
    def _labelled_by_places(self) -> bool:
        return any(self.label(place.hex) == place.name for place in self.places.values())

    def places_with(self, attribute: str, *values: Value) -> tuple[Place, ...]:
        """Places that have the attribute (with one of the values, if any are given)."""
        return tuple(
            place
            for place in self.places.values()
            if attribute in place and (not values or place[attribute] in values)
        )

    def hexes_with(self, attribute: str, *values: Value) -> Mask:
        """The hexes of `places_with`."""
        mask = 0
        for place in self.places_with(attribute, *values):
            mask |= 1 << place.hex
        return mask

    def hexes_in(self, layer: str, *names: str) -> Mask:
        """The hexes of these areas of a layer, without names of all its areas; none where the map has no such."""
        areas: Mapping[str, Mask] = self.areas.get(layer, {})
        return union(mask for name, mask in areas.items() if not names or name in names)

    # --- chains ----------------------------------------------------------------------------------------

    def chains_of(self, kind: str) -> tuple[Chain, ...]:
        """All chains of a kind, in the order of the file."""
        return tuple(chain for chain in self.chains if chain.kind == kind)

    def chain_hexes(self, kind: str) -> Mask:
        """Every hex on a chain of that kind."""
        mask = 0
        for chain in self.chains_of(kind):
            for h in chain.hexes:
                mask |= 1 << h
        return mask

    def chain_links(self, kind: str) -> Hexsides:
        """The hexsides that chains of that kind cross; flood over them to follow the line."""
        return Hexsides.of(self.grid, [link for chain in self.chains_of(kind) for link in chain.links()])

    # --- areas -----------------------------------------------------------------------------------------

    def layer(self, name: str) -> FrozenDict[str, Mask]:
        """A layer of areas.

        Raises:
            UnknownNameError: no such layer.
        """
        try:
            return self.areas[name]
        except KeyError:
            raise UnknownNameError("layer of areas", name, self.areas) from None

    def area(self, layer: str, name: str) -> Mask:
        """The hexes of one area.

        Raises:
            UnknownNameError: no such layer or area.
        """
        try:
            return self.layer(layer)[name]
        except UnknownNameError:
            raise
        except KeyError:
            raise UnknownNameError(layer, name, self.areas[layer]) from None

    def areas_at(self, layer: str, h: Hex) -> tuple[str, ...]:
        """The areas of a layer a hex belongs to."""
        return tuple(name for name, mask in self.layer(layer).items() if mask >> h & 1)

    def area_at(self, layer: str, h: Hex) -> str:
        """The one area of a layer the hex belongs to, or "".

        Raises:
            MapError: the hex lies in several.
        """
        found = self.areas_at(layer, h)
        if len(found) > 1:
            raise MapError(f"{self.label(h)} lies in several areas of {layer!r}: {', '.join(found)}")
        return found[0] if found else ""

    def fact(self, layer: str, name: str, key: str, default: Value | None = None) -> Value | None:
        """An attribute of an area, else the one its layer gives to every area, else the default."""
        table = self.facts.get(layer, FrozenDict())
        for area in (name, EVERY_AREA):
            if area in table and key in table[area]:
                return table[area][key]
        return default

    # --- as a value ------------------------------------------------------------------------------------

    def replace(self, **changes: object) -> Self:
        """A copy with some fields changed.

        Raises:
            MapError: no such field.
        """
        known = {f.name for f in fields(self)}
        for key in changes:
            if key not in known:
                raise UnknownNameError("field of a map", key, known)
        return replace(self, **changes)  # type: ignore[arg-type]

    @cached_property
    def fingerprint(self) -> str:
        """The SHA-256 of all that the map holds, in hexadecimal digits: maps made alike have it in common, on every machine."""
        held = [getattr(self, part.name) for part in fields(self) if part.name != "numbering"]
        labels = [self.label(h) for h in hexes(self.on_map)]
        return sha256(repr((held, labels)).encode()).hexdigest()

    def __hash__(self) -> int:
        return hash((self.name, self.grid, tuple(sorted(self.terrain.items()))))

    def __repr__(self) -> str:
        return f"<HexMap {self.name!r}: {several(self.on_map.bit_count(), 'hex')}, {several(len(self.places), 'place')}>"

    @cached_property
    def _terrain_of(self) -> dict[Hex, str]:
        return {h: key for key, mask in self.terrain.items() for h in hexes(mask)}

    @cached_property
    def _places_in(self) -> dict[Hex, tuple[Place, ...]]:
        found: dict[Hex, tuple[Place, ...]] = {}
        for place in self.places.values():
            found[place.hex] = (*found.get(place.hex, ()), place)
        return found


def _grouped(items: Sequence[T], *keys: Callable[[T], str]) -> tuple[T, ...]:
    """The items with those of equal keys together, groups in the order of their first item, key by key."""
    for depth in range(len(keys), 0, -1):
        ranks: dict[tuple[str, ...], int] = {}
        for item in items:
            ranks.setdefault(tuple(key(item) for key in keys[:depth]), len(ranks))
        items = sorted(items, key=lambda item, d=depth, r=ranks: r[tuple(key(item) for key in keys[:d])])  # type: ignore[misc]
    return tuple(items)


def _hundredths(point: Point) -> Point:
    return round(point[0], 2), round(point[1], 2)
