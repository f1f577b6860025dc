"""The sea areas of a map: which there are, which adjoin, which coast and port lies on which (15.1, 1.37 to 1.39).

A set of seas is an integer like a set of hexes: bit n stands for `Waters.names[n]`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct, field

from phaseline.atlas.errors import MapError
from phaseline.atlas.model import HexMap
from phaseline.engine.ledger import case
from phaseline.games.westfront.files import LIBRARY, Provenance
from phaseline.games.westfront.position import ALLIED, AXIS
from phaseline.hexgrid import Hex, Hexsides, Mask, hexes, mask_of, union

SeaMask: TypeAlias = int
"""A set of sea areas."""
Side = Literal["Allied", "Axis"]
SEATS: Mapping[str, int] = {"Allied": ALLIED, "Axis": AXIS}
_SIDES: Mapping[str, Side] = {"allied": "Allied", "axis": "Axis"}


class SeaFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """One sea area: interdiction value, basin, Naval Base; who always controls it; who has it without its base."""

    value: int
    basin: str = ""
    base: str = ""
    always: Side | None = None
    held: Side = "Allied"


class PassageFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """Two seas that adjoin, and the straits between them, side by side: ships go through one of them."""

    seas: tuple[str, str]
    straits: tuple[str, ...] = ()


class StraitFacts(Struct, frozen=True, forbid_unknown_fields=True):
    """The two hexes beside a strait, and the ports behind it."""

    hexes: tuple[str, str]
    guards: tuple[str, ...] = ()


class SpanishAfrica(Struct, frozen=True, forbid_unknown_fields=True):
    """Ports that nobody may use while Spain is neutral."""

    ports: tuple[str, ...]


class SeasFile(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `seas.toml`."""

    provenance: tuple[Provenance, ...]
    sea: dict[str, SeaFacts]
    passage: tuple[PassageFacts, ...]
    strait: dict[str, StraitFacts]
    spanish_africa: SpanishAfrica = field(default_factory=lambda: SpanishAfrica(()))


def table() -> SeasFile:
    """The sea areas of the rulebook."""
    return LIBRARY.data("seas.toml", SeasFile)


def seas_in(mask: SeaMask) -> Iterator[int]:
    """The numbers of the seas in a set, ascending."""
    return hexes(mask)


class Waters:
    """Static facts of the seas of one map.

    `water` are a sea's own hexes, `coast` the land hexes on it, `beach` those of them not behind shoals; `value`, `basin`, `base`, `always` and `held` are by the
    number of the sea, `base` being -1 when it is not on the map. `next_to[n]` are the seas adjoining sea n, each with the
    straits between the two, by the hexes that close them: one of them must be open, if there are any; `guards` are, for a coast behind a strait, the hexes that close it.
    """

    def __init__(self, map: HexMap, land: Mask) -> None:
        known = table()
        areas: Mapping[str, Mask] = map.areas.get("sea", {})
        ports = map.places_with("port")
        listed = [name for place in ports for name in _names(place.get("seas", ()))]
        self.names = tuple(dict.fromkeys([*known.sea, *areas, *listed]))
        self.number = {name: number for number, name in enumerate(self.names)}
        self.on_map: SeaMask = sum(1 << self.number[name] for name in {*areas, *listed})
        facts = [_facts(map, name, known.sea.get(name)) for name in self.names]
        self.value = tuple(fact.value for fact in facts)
        self.base = tuple(_place(map, fact.base) for fact in facts)
        self.bases: Mask = mask_of(hex for hex in self.base if hex >= 0)
        self.always = tuple(-1 if fact.always is None else SEATS[fact.always] for fact in facts)
        self.held = tuple(SEATS[fact.held] for fact in facts)
        self.basins: dict[str, SeaMask] = {}
        for number, fact in enumerate(facts):
            self.basins[fact.basin] = self.basins.get(fact.basin, 0) | 1 << number
        self.all: SeaMask = (1 << len(self.names)) - 1

        self.water = tuple(areas.get(name, 0) for name in self.names)
        self.coast = self._coasts(map, land)
        self.straits = {name: _places(map, strait.hexes) for name, strait in known.strait.items()}
        self.next_to = self._passages(map, known)
        self.guards: dict[Hex, Mask] = {
            hex: self.straits[name]
            for name, strait in known.strait.items()
            for hex in hexes(_places(map, strait.guards))
        }
        self.narrows: Mask = union(self.guards.values()) | union(
            strait for adjoining in self.next_to for straits in adjoining.values() for strait in straits
        )
        """Hexes whose control may close a way by sea."""
        self.spanish_africa: Mask = _places(map, known.spanish_africa.ports)
        self.wet = self._wet(map, land)
        self.gates = self._gates(map)

        self.beach = self._beaches(map)
        self.all_coasts, self.all_beaches = union(self.coast), union(self.beach)
        self.seas_of = _by_hex(self.coast)
        self.beach_seas = _by_hex(self.beach)
        self.port_seas: dict[Hex, SeaMask] = {}
        for place in ports:
            named = sum(1 << self.number[name] for name in _names(place.get("seas", ())))
            if land >> place.hex & 1:
                self.port_seas[place.hex] = named or self.seas_of.get(place.hex, 0)
        self.ports_on = tuple(
            mask_of(hex for hex, seas in self.port_seas.items() if seas >> number & 1)
            for number in range(len(self.names))
        )

    @case("15.42a", "1.45c")
    def _coasts(self, map: HexMap, land: Mask) -> tuple[Mask, ...]:
        """The land hexes on each sea: as the map says, else those next to its water; and the ports listed for it."""
        written: Mapping[str, Mask] = map.areas.get("coast", {})
        found = [
            written.get(name, 0) if written else map.grid.spread(self.water[number])
            for number, name in enumerate(self.names)
        ]
        for place in map.places_with("port"):
            for name in _names(place.get("seas", ())):
                found[self.number[name]] |= 1 << place.hex
        return tuple(mask & land for mask in found)

    @case("15.1a", "1.39c")
    def _passages(self, map: HexMap, known: SeasFile) -> tuple[dict[int, tuple[Mask, ...]], ...]:
        """The seas next to each sea with the straits between them; the map decides for seas of its own."""
        found: list[dict[int, tuple[Mask, ...]]] = [{} for _ in self.names]
        for passage in known.passage:
            a, b = (self.number[name] for name in passage.seas)
            found[a][b] = found[b][a] = tuple(self.straits[name] for name in passage.straits)
        for a, name in enumerate(self.names):
            for b in range(a):
                strange = name not in known.sea or self.names[b] not in known.sea
                if strange and map.grid.spread(self.water[a]) & self.water[b]:
                    found[a][b] = found[b][a] = ()
        return tuple(found)

    @case("1.39c")
    def open_straits(self, sea: int, other: int, hostile: Mask) -> list[Mask] | None:
        """The straits from a sea into an adjoining one of which no side is `hostile` (1.39, R8), none over open sea.

        None if there are straits and all of them are closed.
        """
        straits = self.next_to[sea][other]
        found = [strait for strait in straits if not strait & hostile]
        return None if straits and not found else found

    def _wet(self, map: HexMap, land: Mask) -> Hexsides:
        """Hexsides of sea: between water and water, water and land, and the sea hexsides between two land hexes."""
        water = union(self.water)
        return (
            Hexsides.between(map.grid, water, water)
            | Hexsides.between(map.grid, water, land)
            | map.sides("sea")
        )

    def _gates(self, map: HexMap) -> dict[tuple[int, int], Mask]:
        """Where ships pass close to land from one sea into another whose water does not touch it: the land hexes there.

        At straits these are the hexes beside them, else those that lie on both seas (Dover and Calais).
        """
        return {
            (a, b): union(straits) or self.coast[a] & self.coast[b]
            for a, adjoining in enumerate(self.next_to)
            for b, straits in adjoining.items()
            if not map.grid.spread(self.water[a]) & self.water[b]
        }

    @case("1.37b")
    def _beaches(self, map: HexMap) -> tuple[Mask, ...]:
        """The land hexes on each sea that are not behind its shoals: all water of that sea next to them is shoal."""
        shoals = map.hexes_in("shoal")
        open_water = [map.grid.spread(water & ~shoals) for water in self.water]
        behind = [map.grid.spread(water & shoals) for water in self.water]
        return tuple(
            coast & ~shoals & ~(behind[number] & ~open_water[number])
            for number, coast in enumerate(self.coast)
        )

    def titles(self, seas: Iterable[int]) -> str:
        """Seas as people write them."""
        return ", ".join(self.names[number] for number in seas)


def _by_hex(coasts: Iterable[Mask]) -> dict[Hex, SeaMask]:
    """The seas by hex, from the hexes by sea."""
    found: dict[Hex, SeaMask] = {}
    for number, coast in enumerate(coasts):
        for hex in hexes(coast):
            found[hex] = found.get(hex, 0) | 1 << number
    return found


def _names(value: object) -> tuple[str, ...]:
    """The names in an attribute that holds one text, several, or nothing."""
    if isinstance(value, tuple):
        return tuple(str(name) for name in value)
    return (str(value),) if value else ()


def _place(map: HexMap, name: str) -> Hex:
    """The hex of a place, or an address from one, -1 if it is not on the map."""
    if not name:
        return -1
    try:
        return map.hex(name)
    except MapError:
        return -1


def _places(map: HexMap, names: Iterable[str]) -> Mask:
    return mask_of(hex for hex in (_place(map, name) for name in names) if hex >= 0 and map.on_map >> hex & 1)


def _facts(map: HexMap, name: str, known: SeaFacts | None) -> SeaFacts:
    """The facts of one sea: the map's, else the rulebook's, else harmless ones."""
    value, basin, base = (map.fact("sea", name, key) for key in ("value", "basin", "base"))
    always = map.fact("sea", name, "always")
    rest = known or SeaFacts(value=1)
    return SeaFacts(
        value=value if isinstance(value, int) else rest.value,
        basin=str(basin) if basin else rest.basin,
        base=str(base) if base else _base_named(map, name) or rest.base,
        always=_SIDES.get(str(always).casefold(), rest.always),
        held=rest.held,
    )


def _base_named(map: HexMap, sea: str) -> str:
    """The place that says it is the Naval Base of a sea."""
    return next((place.name for place in map.places_with("base", sea)), "")
