"""Hexes named after the nearest place: `Lyon`, `Lyon SE1` (one hex south-east of Lyon)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import cached_property

from phaseline.hexgrid.grid import Grid
from phaseline.hexgrid.numbering.base import LabelError
from phaseline.hexgrid.orientation import Hex, OffMapError, opposite

_OFFSET = re.compile(r"(?P<place>.+?)(?P<legs>( (ne|nw|se|sw|n|e|s|w)[0-9]+)+)")

# Letters that Unicode does not take apart into a plain letter and an accent.
_PLAIN = str.maketrans({"ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})


@dataclass(frozen=True)
class PlaceNames:
    """Names of places, and of all other hexes by direction and distance from a place.

    A hex goes by the place nearest to it along one of the six directions, the earlier listed one if several are as
    near. Only where no place lies in any direction, two legs are named: `Malta E2 NE1`. `parse` also understands
    other ways to the same hex, and is lenient with case, accents, blanks and hyphens.

    >>> grid = Grid.pointy(rows=3, cols=5)
    >>> names = PlaceNames(grid, {"Palermo": grid.hex(1, 0), "Messina": grid.hex(3, 0)})
    >>> names.label(grid.hex(2, 0)), names.label(grid.hex(3, 1)), grid.col_row(names.parse("palermo-se1"))
    ('Palermo E1', 'Messina SE1', (1, 1))

    Attributes:
        places: name -> hex, the more important first.
        aliases: further name -> a name of `places`.

    Raises:
        ValueError: there is no place, a place is off the map, two names are alike, or an alias stands for no place.
    """

    grid: Grid
    places: Mapping[str, Hex] = field(hash=False)
    aliases: Mapping[str, str] = field(default_factory=dict, hash=False)

    def __post_init__(self) -> None:
        if not self.places:
            raise ValueError("naming hexes after places takes at least one place")
        for name, h in self.places.items():
            if h not in self.grid:
                raise ValueError(f'the place "{name}" is off the map')
        seen: dict[str, str] = {}
        for name in (*self.places, *self.aliases):
            other = seen.setdefault(_plain(name), name)
            if other is not name:
                raise ValueError(f'the place names "{other}" and "{name}" are too much alike')
        for alias, name in self.aliases.items():
            if name not in self.places:
                raise ValueError(f'"{alias}" stands for "{name}", which is no place of the map')

    def label(self, h: Hex) -> str:
        """The name of a hex, from the nearest place."""
        return self._straight(h) or self._two_legs(h)

    def parse(self, text: str) -> Hex:
        """The hex of a place, or so many steps from one."""
        plain = _plain(text)
        if plain in self._hexes:
            return self._hexes[plain]
        offset = _OFFSET.fullmatch(plain)
        name, legs = (offset["place"], offset["legs"].upper().split()) if offset else (plain, [])
        if name not in self._hexes:
            raise LabelError(f'there is no place "{text}"', self._near(name, legs))
        q, r = self.grid.axial(self._hexes[name])
        for leg in legs:
            direction = leg.rstrip("0123456789")
            if direction not in self._steps:
                raise LabelError(
                    f"no hex lies {direction} of another on this map: use {', '.join(self._steps)}"
                )
            dq, dr = self._steps[direction]
            steps = int(leg[len(direction) :])
            q, r = q + steps * dq, r + steps * dr
        try:
            return self.grid.from_axial(q, r)
        except OffMapError:
            raise LabelError(f'"{text}" is off the map') from None

    def _near(self, name: str, legs: list[str]) -> tuple[str, ...]:
        near = get_close_matches(name, self._hexes, n=3)
        return tuple(" ".join([self._printed[plain], *legs]) for plain in near)

    @cached_property
    def _printed(self) -> dict[str, str]:
        return {_plain(name): name for name in (*self.places, *self.aliases)}

    @cached_property
    def _hexes(self) -> dict[str, Hex]:
        return {plain: self.places[self.aliases.get(name, name)] for plain, name in self._printed.items()}

    @cached_property
    def _steps(self) -> dict[str, tuple[int, int]]:
        orientation = self.grid.orientation
        return dict(zip(orientation.directions, orientation.steps, strict=True))

    @cached_property
    def _named(self) -> dict[Hex, int]:
        """The hexes with places, and how many are listed before each."""
        named: dict[Hex, int] = {}
        for listed, h in enumerate(self.places.values()):
            named.setdefault(h, listed)
        return named

    def _straight(self, h: Hex) -> str | None:
        """The label of a hex that lies straight from some place, by the nearest; None if it lies so from none."""
        named, names = self._named, tuple(self.places)
        if h in named:
            return names[named[h]]
        grid = self.grid
        ahead = [(d, h) for d in range(6)]
        steps = 0
        while ahead:
            steps += 1
            # Who goes from the hex to a place goes the opposite way to who comes from there.
            ahead = [(d, to) for d, at in ahead if (to := grid.neighbour(at, opposite(d))) is not None]
            found = [(named[at], d) for d, at in ahead if at in named]
            if found:
                listed, d = min(found)
                return f"{names[listed]} {grid.directions[d]}{steps}"
        return None

    def _two_legs(self, h: Hex) -> str:
        """The label of a hex that lies straight from no place: nearest place, long leg, short leg."""
        name, home = min(self.places.items(), key=lambda place: self.grid.distance(place[1], h))
        (q, r), (to_q, to_r) = self.grid.axial(home), self.grid.axial(h)
        off_q, off_r = to_q - q, to_r - r
        directions = list(self._steps.items())
        for (one, (a, b)), (two, (c, d)) in zip(directions, directions[1:] + directions[:1], strict=True):
            # off = first * (a, b) + second * (c, d); one step of the compass on, the determinant ad - bc is 1.
            first, second = off_q * d - off_r * c, off_r * a - off_q * b
            if first > 0 and second > 0:
                legs = sorted([(first, one), (second, two)], key=lambda leg: -leg[0])
                return " ".join([name, *(f"{direction}{steps}" for steps, direction in legs)])
        raise AssertionError("a hex that lies in no direction lies between two")


def _plain(text: str) -> str:
    """A name without case, accents, hyphens and needless blanks, for comparing."""
    letters = unicodedata.normalize("NFKD", text.casefold().translate(_PLAIN))
    return " ".join(re.sub(r"[-_]", " ", "".join(c for c in letters if not unicodedata.combining(c))).split())
