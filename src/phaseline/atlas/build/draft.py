"""The map while it is being made: what each step of the builder reads and adds to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from phaseline.atlas.errors import MapError
from phaseline.atlas.parts import Chain, Label, Place, Provenance, Side
from phaseline.hexgrid import Grid, Hex, Hexsides, LabelError, Mask, Numbering, PlaceNames, hexes

Sides = dict[str, dict[str, list[Side]]]
"""Feature key -> course name ("" for none) -> hexsides in order."""


@dataclass
class Draft:
    """A growing map. Hexes without terrain are off the map."""

    grid: Grid
    numbering: Numbering
    terrain: dict[Hex, str] = field(default_factory=dict)
    sides: Sides = field(default_factory=dict)
    places: dict[str, Place] = field(default_factory=dict)
    chains: list[Chain] = field(default_factory=list)
    areas: dict[str, dict[str, Mask]] = field(default_factory=dict)
    labels: tuple[Label, ...] = ()
    provenance: list[Provenance] = field(default_factory=list)

    # --- reading what people write ----------------------------------------------------------------------

    def hex(self, text: str) -> Hex:
        """A hex by place, by place and offset ("Lyon SE1"), or by number."""
        text = text.strip()
        if (place := self.places.get(text)) is not None:
            return place.hex
        try:
            return self.numbering.parse(text)
        except LabelError as no_number:
            if text.isdigit():
                raise MapError(str(no_number)) from no_number
        try:
            return self._names().parse(text)
        except LabelError as error:
            raise MapError(str(error)) from error

    def _names(self) -> PlaceNames:
        return PlaceNames(self.grid, {place.name: place.hex for place in self.places.values()})

    def mask(self, texts: Iterable[str]) -> Mask:
        """A set of hexes, each written as `hex` reads them, or as a range of numbers on one line ("3200-3214")."""
        found = 0
        for text in texts:
            first, dash, last = text.partition("-")
            if dash and self._is_number(first) and self._is_number(last):
                found |= self._range(self.hex(first), self.hex(last))
            else:
                found |= 1 << self.hex(text)
        return found

    def _is_number(self, text: str) -> bool:
        try:
            self.numbering.parse(text)
        except LabelError:
            return text.isdigit()
        return True

    def _range(self, first: Hex, last: Hex) -> Mask:
        label = self.numbering.label
        if self.grid.distance(first, last) != last - first:
            raise MapError(f"{label(first)}-{label(last)}: a range runs along one line, smaller number first")
        return (1 << last + 1) - (1 << first)

    def direction(self, name: str) -> int:
        """A direction by its compass name."""
        if name not in self.grid.directions:
            raise MapError(f"hexes of this map have no neighbour to the {name}")
        return self.grid.directions.index(name)

    def side(self, text: str) -> Side:
        """A hexside: ``hex / hex`` (adjacent) or ``hex / direction``."""
        first, slash, second = (part.strip() for part in text.partition("/"))
        if not slash:
            raise MapError(f"{text!r} is no hexside: write 'hex / hex' or 'hex / direction'")
        here = self.hex(first)
        if second in self.grid.directions:
            return here, self.direction(second)
        direction = self.grid.direction(here, self.hex(second))
        if direction is None:
            raise MapError(f"{text!r}: the two hexes are not adjacent")
        return here, direction

    # --- hexsides ---------------------------------------------------------------------------------------

    def add_sides(self, feature: str, course: str, sides: Iterable[Side]) -> None:
        """Append hexsides to a course, leaving out those it already has."""
        line = self.sides.setdefault(feature, {}).setdefault(course, [])
        known = {self.canonical(side) for side in line}
        for side in sides:
            if self.canonical(side) not in known:
                line.append(side)
                known.add(self.canonical(side))

    def remove_sides(self, feature: str, sides: Iterable[Side], course: str = "") -> None:
        """Take hexsides out of one course of a feature, or of all of them; empty courses go."""
        gone = {self.canonical(side) for side in sides}
        courses = self.sides.get(feature, {})
        for name in [course] if course in courses and course else list(courses):
            courses[name] = [side for side in courses[name] if self.canonical(side) not in gone]
            if not courses[name]:
                del courses[name]

    def has_side(self, feature: str, side: Side, course: str = "") -> bool:
        """Does the feature (or one course of it) lie on the hexside?"""
        wanted = self.canonical(side)
        courses = self.sides.get(feature, {})
        lines = [courses.get(course, [])] if course else list(courses.values())
        return any(self.canonical(known) == wanted for line in lines for known in line)

    def canonical(self, side: Side) -> Side:
        """The same hexside written one way: from the hex that has it in one of the first three directions."""
        here, direction = side
        if direction < 3:
            return side
        there = self.grid.neighbour(here, direction)
        return side if there is None else (there, direction - 3)

    def hexsides(self, *features: str) -> Hexsides:
        """All hexsides of some features as one set."""
        pairs: list[tuple[Hex, Hex]] = []
        for feature in features:
            for line in self.sides.get(feature, {}).values():
                for here, direction in line:
                    there = self.grid.neighbour(here, direction)
                    if there is not None:
                        pairs.append((here, there))
        return Hexsides.of(self.grid, pairs)

    # --- hexes ------------------------------------------------------------------------------------------

    def of(self, terrains: Iterable[str]) -> Mask:
        """All hexes of some terrain kinds."""
        wanted = frozenset(terrains)
        found = 0
        for h, key in self.terrain.items():
            if key in wanted:
                found |= 1 << h
        return found

    def paint(self, layer: str, painted: Mapping[Hex, str]) -> None:
        """Put hexes into areas of a layer."""
        areas = self.areas.setdefault(layer, {})
        for h, name in painted.items():
            areas[name] = areas.get(name, 0) | 1 << h

    def areas_of(self, layer: str) -> dict[Hex, str]:
        """The (last) area of each hex of a layer."""
        return {h: name for name, mask in self.areas.get(layer, {}).items() for h in hexes(mask)}
