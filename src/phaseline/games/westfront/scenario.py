"""Scenarios: the map, the roster, the tables and the forces, put together from the data files."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Annotated, Any, Final, Literal, TypeVar

from msgspec import Meta, Struct, field

from phaseline.atlas.errors import MapError
from phaseline.atlas.model import HexMap
from phaseline.drill.scenario import FieldScenario, Roster
from phaseline.drill.standing import Height
from phaseline.engine.ledger import case
from phaseline.engine.lexicon import Names, UnknownName, Vocabulary
from phaseline.engine.packs import DataError, DataPack
from phaseline.games.westfront import files, maps
from phaseline.games.westfront.board import Board
from phaseline.games.westfront.files import PACKAGE, SIDES, Book, Card, Deployment, ScenarioFile
from phaseline.games.westfront.roster import Fire, Unit, UnitType
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, unite

__all__ = [
    "NOBODY",
    "PACKAGE",
    "SCENARIOS",
    "SEATS",
    "Arrival",
    "Data",
    "Options",
    "WestFrontScenario",
    "load",
]

T = TypeVar("T")

SEATS: Final = SIDES
SCENARIOS: Final[Mapping[str, str]] = {
    "husky": "Husky, the example game",
    "S43": "Summer '43: Husky",
    "W43": "Winter '43: Avalanche",
    "S44": "Summer '44: Overlord",
    "W44": "Winter '44: Across the Rhine",
}
"""Keys and titles, in the order to offer them."""
ORIGINS: Final[tuple[tuple[str, ...], ...]] = (("London",), ("Berlin",))
"""Supply Origins by seat (9.12)."""
NOBODY: Final = -1
"""Instead of a seat: who controls a disputed hex."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of WestFront.

    `deployment` (how forces are set up): where they stood, or where the players want them (3.2); a scenario without a
    historical set-up takes the semi-historical one. `siege_port` (supply of a besieged port): as the rule has it or as its
    example does, which differ (15.31, R89). `linked` (scenarios that follow): how many further ones are played on (3.12; a
    large number for the campaign of 3.14).
    """

    deployment: Deployment = "historical"
    siege_port: Literal["rule", "example"] = "rule"
    linked: Annotated[int, Meta(ge=0, le=99)] = 0


class Arrival(Struct, frozen=True):
    """A reinforcement: the unit, or the amphibious unit whose BeachHead it is, and the month of its arrival (11.5).

    `start`: when the scenario that lists it is the first one played, it begins on the map (11.6d).
    """

    month: int
    unit: int
    cv: int
    beachhead: bool = False
    port_only: bool = False
    start: bool = False
    in_forces: bool = False
    book: str = ""


class Data(Struct, frozen=True):
    """The content of the data files that chapters read.

    `books` are the tables by key, `chain` the books of this game one after the other (linked play, 3.12), `file` the
    scenario's own file, `card` its order of battle, `schedule` all reinforcements of this and later scenarios by month.
    """

    books: dict[str, Book]
    chain: tuple[str, ...]
    file: ScenarioFile
    card: Card | None
    schedule: tuple[Arrival, ...]
    origins: tuple[tuple[Hex, ...], tuple[Hex, ...]]
    """Supply Origins by seat (9.12, side.9a)."""
    arrivals: tuple[Mask | None, Mask | None]
    """The only hexes where new units of a seat arrive, if the scenario says so; else None and 11.6 holds."""


class MonthNames:
    """Months as numbers since January 1943: `June 1944`, in notation `1944-06`."""

    def token(self, value: int) -> str:
        """The month as files have it."""
        return files.month_text(value)

    def title(self, value: int) -> str:
        """The month's name."""
        return files.month_name(value)

    def told(self, value: int) -> str:
        """The month's name."""
        return files.month_name(value)

    def value(self, token: str) -> int:
        """The month that a token names. Raises `UnknownName`."""
        try:
            return files.month_number(token)
        except ValueError as error:
            raise UnknownName(str(error)) from error


class Stated(Struct):
    """What a case file states though the position does not show it. Empty in play.

    `control` is by hex: who controls it by units and zones, and who is said to instead; it holds while the former does.
    `support` is by battle hex: whether the active side has Combat Support there, whatever HQs there are.
    """

    control: dict[Hex, tuple[int, int]] = field(default_factory=dict)
    support: dict[Hex, bool] = field(default_factory=dict)

    def supported(self, area: Mask) -> Mask:
        """The supported hexes `area`, with what is stated about some of them."""
        for hex, there in self.support.items():
            area = area | 1 << hex if there else area & ~(1 << hex)
        return area


TALLEST: Final = 5
"""One more than may stack in any hex (6.21)."""


class WestFrontScenario(FieldScenario[Unit]):
    """The unchanging facts of a game."""

    board: Board
    options: Options

    def __init__(
        self,
        *,
        key: str,
        title: str,
        map: HexMap,
        options: Options,
        facts: Sequence[object],
        units: Sequence[Unit],
        types: Mapping[str, UnitType],
        data: Data,
    ) -> None:
        board = Board(map)
        names: dict[str, Vocabulary] = {
            "month": MonthNames(),
            "sea": Names("sea", board.waters.names),
        }
        super().__init__(
            key=key,
            title=title,
            board=board,
            options=options,
            facts=facts,
            roster=Roster({unit.name: unit for unit in units}, lambda unit: unit.seat, SEATS),
            names=names,
        )
        self.heights = (Height(self.all_units, TALLEST),)
        self.types = dict(types)
        self.data = data
        self.stated = Stated()
        self._made: dict[Hashable, Any] = {}
        self.hqs = self.having(lambda unit: unit.is_hq)
        self.supreme = self.having(lambda unit: unit.is_supreme)
        self.forts = self.having(lambda unit: unit.kind == "fort")
        self.statics = self.having(lambda unit: unit.kind == "static")
        self.paras = self.having(lambda unit: unit.kind == "para")
        self.amphibious = self.having(lambda unit: unit.kind == "amphibious")
        self.italian = self.having(lambda unit: unit.nation == "Italian" and unit.side == "Axis")
        self.spanish = self.having(lambda unit: unit.nation == "Spanish")
        self.portuguese = self.having(lambda unit: unit.nation == "Portuguese")
        self.ss = self.having(lambda unit: unit.ss)
        self.ss_units = frozenset(hexes(self.ss))
        self.limits = tuple(unit.limit for unit in units)
        self.origins = tuple(mask_of(places) for places in data.origins)
        """The Supply Origins by seat (9.12)."""
        self.alike = self._alike()
        """Units of the same side, kind and nation, for each such group."""

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` works out from the scenario alone, worked out once for all its games."""
        if key not in self._made:
            self._made[key] = make()
        made: T = self._made[key]
        return made

    def _alike(self) -> tuple[Mask, ...]:
        groups = unite(((unit.seat, unit.kind, unit.nation), 1 << n) for n, unit in enumerate(self.units))
        return tuple(groups.values())

    @property
    def deployment(self) -> Deployment:
        """How forces are set up: as the option says, as far as this scenario has it (3.24, W43.1a)."""
        offered = self.data.file.deployments
        return self.options.deployment if self.options.deployment in offered else offered[0]

    @property
    def last_month(self) -> int:
        """The last month of the last linked scenario, in months since January 1943."""
        return self.data.books[self.data.chain[-1]].last_month

    @case("13.14", "tbl.13")
    def air_fire(self, book: str, seat: int) -> Fire:
        """Firepower of a side's airstrikes under the tables of a scenario, "none" if it has no aircraft (13.14)."""
        return self.data.books[book].air[seat]


def load(key: str, options: Options, packs: Sequence[DataPack]) -> WestFrontScenario:
    """The scenario `key` from the data files with `packs` laid over them. Raises `DataError` naming what is wrong."""
    file = files.read_scenario(key, packs)
    with _blaming(f"scenarios/{key}.toml"):
        return assemble(key, file, map_of(file, packs), files.read_units(packs), options, packs)


def map_of(file: ScenarioFile, packs: Sequence[DataPack]) -> HexMap:
    """The map of a scenario: the whole one, or the part in play."""
    map = maps.read_map(packs)
    return map if file.area is None else maps.cut(map, file.area)


def assemble(
    key: str,
    file: ScenarioFile,
    map: HexMap,
    units: Sequence[Unit],
    options: Options,
    packs: Sequence[DataPack],
) -> WestFrontScenario:
    """A scenario from its file, a map and a roster; tables and reinforcements are read from the data files."""
    types = files.read_types(packs)
    books = files.read_books(packs)
    card = None if file.card is None else files.read_card(file.card, packs)
    numbers = {unit.name: n for n, unit in enumerate(units)}
    chain = chain_of(books, file.book, options.linked)
    data = Data(
        books=books,
        chain=chain,
        file=file,
        card=card,
        schedule=tuple(_schedule(books, file, units, packs)),
        origins=_origins(file, map),
        arrivals=_arrivals(file, map),
    )
    _check_names(file, card, units, map, numbers)
    return WestFrontScenario(
        key=key,
        title=file.title,
        map=map,
        options=options,
        facts=(file, card, books, tuple(units), types, maps.as_filed(map), options),
        units=units,
        types=types,
        data=data,
    )


@case("3.12a", "3.13", "3.14")
def chain_of(books: Mapping[str, Book], first: str, further: int) -> tuple[str, ...]:
    """The books of a game of several linked scenarios: the first and up to `further` that follow it (3.12 to 3.14)."""
    chain = [first]
    while len(chain) <= further and (following := books[chain[-1]].next) is not None:
        chain.append(following)
    return tuple(chain)


def _schedule(
    books: Mapping[str, Book], file: ScenarioFile, units: Sequence[Unit], packs: Sequence[DataPack]
) -> Iterator[Arrival]:
    """The reinforcements of a scenario and of all that could follow it, by month."""
    numbers = {unit.name: n for n, unit in enumerate(units)}
    owners = {unit.beachhead: n for n, unit in enumerate(units) if unit.beachhead}
    for book in chain_of(books, file.book, len(books)):
        own = book == file.book
        listed = file if own else files.read_scenario(book, packs)
        for entry in sorted(listed.reinforcements, key=lambda entry: entry.month_number):
            known = owners if entry.unit is None else numbers
            name = entry.beachhead if entry.unit is None else entry.unit
            number = known.get(name or "")
            if number is None:
                if own:
                    raise LookupError(f'reinforcements: there is no "{name}" in units.toml')
                continue
            yield Arrival(
                month=entry.month_number,
                unit=number,
                cv=entry.cv,
                beachhead=entry.unit is None,
                port_only=entry.at == "major port",
                start=own and entry.start,
                in_forces=own and entry.in_forces,
                book=book,
            )


@case("9.12a", "side.9a", "husky.0")
def _origins(file: ScenarioFile, map: HexMap) -> tuple[tuple[Hex, ...], tuple[Hex, ...]]:
    """The Supply Origins by seat that are on the map (9.12)."""
    allied, axis = (
        names if file.area is None else file.area.origins.get(side, ())
        for side, names in zip(SIDES, ORIGINS, strict=True)
    )
    return _places(map, allied), _places(map, axis)


def _places(map: HexMap, names: Sequence[str]) -> tuple[Hex, ...]:
    return tuple(map.places[name].hex for name in names if name in map.places)


def _arrivals(file: ScenarioFile, map: HexMap) -> tuple[Mask | None, Mask | None]:
    given = {} if file.area is None else file.area.arrivals
    allied, axis = (
        mask_of(map.hex(name) for name in given[side]) if side in given else None for side in SIDES
    )
    return allied, axis


def _check_names(
    file: ScenarioFile, card: Card | None, units: Sequence[Unit], map: HexMap, numbers: Mapping[str, int]
) -> None:
    """Every unit and place that a scenario or a card names exists. Raises `LookupError`."""
    beachheads = {unit.beachhead for unit in units}
    named = [*file.army_group_e, *(name for rows in file.setup.values() for name in rows)]
    if card is not None:
        named += [name for blocks in card.sides for name in blocks.rows]
    for name in named:
        if name not in numbers:
            raise LookupError(f'there is no unit "{name}" in units.toml')
    for name in file.beachheads.states:
        if name not in beachheads:
            raise LookupError(f'there is no unit with a BeachHead "{name}" in units.toml')
    for rows in file.setup.values():
        for placed in rows.values():
            map.hex(placed.at)


@contextmanager
def _blaming(where: str) -> Iterator[None]:
    try:
        yield
    except (LookupError, MapError) as error:
        raise DataError(f"{where}: {error}") from error
