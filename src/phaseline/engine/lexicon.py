"""Names for the numbers that positions and orders are made of: units, hexes, seats.

A lexicon belongs to a scenario. It turns a value into the token that notation uses (`84-Inf`, `0304`, `Lyon-SE1`) and
back, forgiving about case and about spaces typed for hyphens, and it names near matches when a token is unknown.
"""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Protocol

from msgspec import Struct

from phaseline.atlas.model import HexMap
from phaseline.atlas.spelling import plain
from phaseline.hexgrid import hexes
from phaseline.wording.shown import shown

NEAR = 3
"""Within so many hexes of a place a hex is told to be near it."""
_NUMBER = re.compile(r"[A-Z]*\d+")
REMEMBERED = 20_000
"""So many texts at most a lexicon knows the meaning of without looking them up again."""


class Kind(Struct, frozen=True):
    """Marks an integer field of an order or event as a reference of this kind, e.g. `Annotated[int, Kind("unit")]`."""

    name: str


UnitRef = Annotated[int, Kind("unit")]
"""A unit, as its index in the scenario's roster."""
HexRef = Annotated[int, Kind("hex")]
"""A hex, as its index in the scenario's grid."""
SeatRef = Annotated[int, Kind("seat")]
"""A seat, as its index in the game's seats."""


class UnknownName(LookupError):
    """A token that names nothing; the message lists near matches."""


class Vocabulary(Protocol):
    """Names of one kind of thing."""

    def token(self, value: int) -> str:
        """The name of `value` as one word without spaces."""
        ...

    def title(self, value: int) -> str:
        """The name of `value` as people write it."""
        ...

    def told(self, value: int) -> str:
        """The name of `value` in a sentence."""
        ...

    def value(self, token: str) -> int:
        """The value named by `token`; raises `UnknownName`."""
        ...


_ONE_WORD = str.maketrans({" ": "-", "_": "-"} | dict.fromkeys("'\u2019\",[]{}|;=#"))
"""Characters that notation and records use for themselves are left out of tokens."""


def as_token(name: str) -> str:
    """A name as one word: spaces become hyphens, punctuation that notation needs is left out.

    >>> as_token("L'Aquila NE1")
    'LAquila-NE1'
    """
    return name.strip().translate(_ONE_WORD)


def _fold(text: str) -> str:
    return as_token(text).casefold()


class Names:
    """A vocabulary from a sequence of distinct names: value n is name n. `also` are second names that are understood.

    `spoken` are the names in sentences, where those of orders are not what people say; they are understood where they are no
    other's name.

    >>> units = Names("unit", ["1st Armoured", "84 Inf"])
    >>> units.token(1), units.value("84 inf"), units.title(0)
    ('84-Inf', 1, '1st Armoured')
    >>> units.value("85-Inf")
    Traceback (most recent call last):
    phaseline.engine.lexicon.UnknownName: there is no unit "85-Inf"; did you mean 84-Inf?
    >>> units = Names("unit", ["us-ab82", "br-003"], spoken=["82nd Airborne", "3rd Infantry"])
    >>> units.told(0), units.token(0), units.value("82nd-Airborne")
    ('82nd Airborne', 'us-ab82', 0)
    """

    def __init__(
        self, kind: str, names: Sequence[str], also: Sequence[str] = (), *, spoken: Sequence[str] = ()
    ) -> None:
        self._kind = kind
        self._titles = tuple(names)
        self._spoken = tuple(spoken) or self._titles
        self._tokens = tuple(map(as_token, names))
        self._values: dict[str, int] = {}
        for value, token in enumerate(self._tokens):
            if _fold(token) in self._values:
                raise ValueError(
                    f'two {kind}s are called "{names[value]}"; names must differ in more than letter case'
                )
            self._values[_fold(token)] = value
        for value, name in enumerate(also):
            if self._values.setdefault(_fold(name), value) != value:
                raise ValueError(f'the {kind}s "{names[value]}" and "{name}" could be meant by the same word')
        said = Counter(map(_fold, spoken))
        for value, name in enumerate(map(_fold, spoken)):
            if said[name] == 1:
                self._values.setdefault(name, value)

    def token(self, value: int) -> str:
        """The name as one word."""
        return self._tokens[value]

    def title(self, value: int) -> str:
        """The name as written."""
        return self._titles[value]

    def told(self, value: int) -> str:
        """The name as people say it."""
        return self._spoken[value]

    def value(self, token: str) -> int:
        """The index of the name; raises `UnknownName` with near matches."""
        found = self._values.get(_fold(token))
        if found is None:
            near = difflib.get_close_matches(_fold(token), self._values, n=3)
            tokens = dict.fromkeys(self._tokens[self._values[key]] for key in near)
            raise UnknownName(unknown(self._kind, token, list(tokens)))
        return found

    def __len__(self) -> int:
        return len(self._titles)


class HexNames:
    """The hexes of a map as a vocabulary: printed labels; places and offsets from them are understood too."""

    def __init__(self, map: HexMap) -> None:
        self._map = map
        self._near: dict[int, str] = {}

    @cached_property
    def _values(self) -> dict[str, int]:
        return {_fold(self.token(hex)): hex for hex in hexes(self._map.on_map)}

    def token(self, value: int) -> str:
        """The printed label as one word."""
        return as_token(self.title(value))

    def title(self, value: int) -> str:
        """The printed label."""
        return self._map.label(value)

    def told(self, value: int) -> str:
        """The place there, with the printed label after it where another is called so too; the label where there is none."""
        return self._told.get(value) or self._map.label(value)

    @cached_property
    def _told(self) -> dict[int, str]:
        count = Counter(self._first.values())
        return {
            hex: name if count[name] == 1 else f"{name} {self._map.label(hex)}"
            for hex, name in self._first.items()
        }

    @cached_property
    def _first(self) -> dict[int, str]:
        first: dict[int, str] = {}
        for place in self._map.places.values():
            first.setdefault(place.hex, self._map.called(place))
        return first

    def near(self, value: int) -> str:
        """The nearest place within `NEAR` hexes; "" where there is none, and where the label tells it already."""
        if value not in self._near:
            self._near[value] = self._nearest(value) if _NUMBER.fullmatch(self.title(value)) else ""
        return self._near[value]

    def _nearest(self, value: int) -> str:
        far = {hex: self._map.grid.distance(hex, value) for hex in self._first}
        nearest = min(far, key=far.__getitem__, default=None)
        return "" if nearest is None or far[nearest] > NEAR else self._first[nearest]

    def value(self, token: str) -> int:
        """The hex with this label, or the one the map finds for the text; raises `UnknownName`."""
        found = self._values.get(_fold(token))
        if found is not None:
            return found
        try:
            return self._map.hex(token)
        except ValueError as error:
            if (typed := plain(token)) != token:
                return self.value(typed)
            raise UnknownName(str(error)) from error


def located(names: Vocabulary, hex: int) -> str:
    """A hex as people find it: by the name of the place there and its number, or by its number and the place that it is near."""
    label, name = names.title(hex), names.told(hex)
    if name != label:
        return name if label in name else f"{name} ({label})"
    near = names.near(hex) if isinstance(names, HexNames) else ""
    return f"{label} near {near}" if near else label


class Lexicon:
    """All vocabularies of a scenario, by kind."""

    def __init__(self, vocabularies: Mapping[str, Vocabulary]) -> None:
        self._vocabularies = dict(vocabularies)
        self._meant: dict[tuple[str, str], int | None] = {}

    def __getitem__(self, kind: str) -> Vocabulary:
        try:
            return self._vocabularies[kind]
        except KeyError:
            known = ", ".join(self._vocabularies)
            raise UnknownName(f'this game has no names for a "{kind}", only for: {known}') from None

    def __contains__(self, kind: object) -> bool:
        return kind in self._vocabularies

    def meant(self, kind: str, token: str) -> int | None:
        """The value that a text names; None when it names none of this kind.

        It is remembered: to look for near matches, which a refusal names, takes long.
        """
        asked = kind, token
        if asked in self._meant:
            return self._meant[asked]
        try:
            found = self._vocabularies[kind].value(token) if kind in self._vocabularies else None
        except (LookupError, ValueError):
            found = None
        if len(self._meant) >= REMEMBERED:
            self._meant.clear()
        self._meant[asked] = found
        return found


def unknown(kind: str, token: str, near: Sequence[str]) -> str:
    """The sentence that says a name is unknown and which come near."""
    hint = f"; did you mean {' or '.join(near)}?" if near else ""
    return f'there is no {kind} "{shown(token)}"{hint}'
