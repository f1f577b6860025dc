"""The data files as checked structs: unit types, blocks, books of tables, order-of-battle cards, scenarios.

Every file says where its numbers are from in `[[provenance]]` blocks. Names of units, BeachHeads and areas are looked
up when a scenario is put together (`scenario.load`).
"""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from phaseline.drill.files import Library
from phaseline.engine.amounts import Cost, Count, Few, Modifier
from phaseline.engine.ledger import case
from phaseline.engine.packs import DataPack
from phaseline.games.westfront.position import BeachheadState
from phaseline.games.westfront.roster import Fire, Kind, Unit, UnitType

PACKAGE = "phaseline.games.westfront"
LIBRARY = Library(PACKAGE)
Side = Literal["Allied", "Axis"]
SIDES: tuple[Side, Side] = ("Allied", "Axis")
Deployment = Literal["historical", "semi-historical", "free"]
Digit = Annotated[int, Meta(ge=0, le=9)]
"""A strength or speed of a block, as it is printed."""
FIRST_YEAR = 1943


class Provenance(Struct, frozen=True, forbid_unknown_fields=True):
    """Where a part of a file is from: the rulebook, or reconstructed, and why so."""

    of: str
    source: Literal["rulebook", "reconstructed"]
    reason: str
    case: str = ""


# -- types of units, and units ----------------------------------------------------------------------------------------


class TypeRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A type of unit as `types.toml` has it."""

    speed: dict[Side, Digit]
    mud_speed: Digit
    attack: Fire
    defence: Fire
    cost: dict[Side, tuple[Cost, Cost]]
    lowest: Digit = 1
    may_invade: bool = True
    may_assault: bool = True

    def __post_init__(self) -> None:
        """Raises `ValueError` for a side without a speed."""
        missing = [side for side in SIDES if side not in self.speed]
        if missing:
            raise ValueError(f"a speed of the {missing[0]} side is needed")

    def type(self) -> UnitType:
        """As the rules have it."""
        return UnitType(
            speed=(self.speed["Allied"], self.speed["Axis"]),
            mud_speed=self.mud_speed,
            attack=self.attack,
            defence=self.defence,
            allied_cost=self.cost.get("Allied"),
            axis_cost=self.cost.get("Axis"),
            lowest=self.lowest,
            may_invade=self.may_invade,
            may_assault=self.may_assault,
        )


class UnitRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A block as `units.toml` has it, under its side, nation and name."""

    kind: Kind
    limit: Digit
    ss: bool = False
    speed: Digit | None = None
    beachhead: str | None = None
    provenance: Literal["rulebook", "reconstructed"] = "rulebook"


class _Types(Struct, frozen=True, forbid_unknown_fields=True):
    provenance: tuple[Provenance, ...]
    armor: TypeRow
    mech: TypeRow
    infantry: TypeRow
    amphibious: TypeRow
    fort: TypeRow
    para: TypeRow
    mountain: TypeRow
    cavalry: TypeRow
    static: TypeRow
    hq: TypeRow
    shq: TypeRow
    thq: TypeRow


class _Units(Struct, frozen=True, forbid_unknown_fields=True):
    provenance: tuple[Provenance, ...]
    Allied: dict[str, dict[str, UnitRow]]
    Axis: dict[str, dict[str, UnitRow]]


@case("2.2", "tbl.back.unit", "tbl.2.speed", "tbl.11.cost")
@LIBRARY.reads("types.toml")
def read_types(packs: Sequence[DataPack]) -> dict[str, UnitType]:
    """The types of units by name (2.2)."""
    rows = LIBRARY.data("types.toml", _Types, packs)
    return {name: getattr(rows, name).type() for name in rows.__struct_fields__ if name != "provenance"}


@case("intro.1", "2.1a", "2.1b", "2.24b", "2.3a", "5.1a", "5.6", "side.2b")
@LIBRARY.reads("units.toml")
def read_units(packs: Sequence[DataPack]) -> tuple[Unit, ...]:
    """All blocks, the Allies' first, in the order of the file (2.1)."""
    file = LIBRARY.data("units.toml", _Units, packs)
    units = []
    for side in SIDES:
        nations: dict[str, dict[str, UnitRow]] = getattr(file, side)
        for nation, rows in nations.items():
            for name, row in rows.items():
                units.append(
                    Unit(
                        name=name,
                        side=side,
                        kind=row.kind,
                        nation=nation,
                        limit=row.limit,
                        ss=row.ss,
                        speed=row.speed,
                        beachhead=row.beachhead,
                        provenance=row.provenance,
                    )
                )
    return tuple(units)


# -- books ------------------------------------------------------------------------------------------------------------


class SideBook(Struct, frozen=True, forbid_unknown_fields=True):
    """A side's tables of a half-year; PPs a month."""

    air: Fire
    basic: Modifier
    starting: Count
    change: Modifier = 0


class Book(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The tables in force in a half-year. `first` and `last` are months such as 1943-07; numbers by seat have two entries."""

    title: str
    first: str
    last: str
    penalty: dict[Literal["Spain", "Portugal"], Modifier]
    Allied: SideBook
    Axis: SideBook
    next: str | None = None
    victory: Literal["points", "cities", "ports"] = "points"
    handicap: Modifier = 0
    overlord_buildup: bool = False

    def __post_init__(self) -> None:
        month_number(self.first, "first")
        month_number(self.last, "last")

    @property
    def air(self) -> tuple[Fire, Fire]:
        """Firepower of airstrikes by seat (13.14)."""
        return self.Allied.air, self.Axis.air

    @property
    def basic(self) -> tuple[int, int]:
        """Basic Production by seat, the Axis' before the loss of the Ore SeaRoute (11.31)."""
        return self.Allied.basic, self.Axis.basic

    @property
    def starting(self) -> tuple[int, int]:
        """Production Level at the start of the scenario by seat."""
        return self.Allied.starting, self.Axis.starting

    @property
    def first_month(self) -> int:
        """Months since January 1943."""
        return month_number(self.first)

    @property
    def last_month(self) -> int:
        """Months since January 1943."""
        return month_number(self.last)


class _Books(Struct, frozen=True, forbid_unknown_fields=True):
    provenance: tuple[Provenance, ...]
    husky: Book
    S43: Book
    W43: Book
    S44: Book
    W44: Book


@case("11.31", "tbl.11.basic", "tbl.back.prod", "17.1h")
@LIBRARY.reads("books.toml")
def read_books(packs: Sequence[DataPack]) -> dict[str, Book]:
    """The books by key."""
    file = LIBRARY.data("books.toml", _Books, packs)
    return {name: getattr(file, name) for name in file.__struct_fields__ if name != "provenance"}


# -- cards ------------------------------------------------------------------------------------------------------------


class CardRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit on an order-of-battle card: its CV, and one kind of place (3.24)."""

    cv: Count
    city: str | None = None
    country: str | None = None
    coast: str | None = None
    front: str | None = None

    def __post_init__(self) -> None:
        if len([place for place in (self.city, self.country, self.coast, self.front) if place]) != 1:
            raise ValueError("one place is needed: city, country, coast or front")


Rows = dict[str, CardRow]


class CardBlocks(Struct, frozen=True, forbid_unknown_fields=True):
    """A side of a card in its two blocks, which limit a semi-historical set-up (3.25)."""

    North: Rows
    South: Rows

    @property
    def rows(self) -> Rows:
        """All rows by the name of the unit."""
        return {**self.North, **self.South}


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """An order-of-battle card."""

    provenance: tuple[Provenance, ...]
    Allied: CardBlocks
    Axis: CardBlocks

    @property
    def sides(self) -> tuple[CardBlocks, CardBlocks]:
        """Its sides by seat."""
        return self.Allied, self.Axis


@case("OB43.1", "OB43.2", "OB43.3", "OB44.1", "OB44.2", "OB44.3")
def read_card(key: str, packs: Sequence[DataPack]) -> Card:
    """The card of this key."""
    return LIBRARY.data(f"cards/{key}.toml", Card, packs)


# -- scenarios --------------------------------------------------------------------------------------------------------


class Reinforcement(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit, or a BeachHead in Ready status, that arrives in a month (11.5).

    `start`: it begins on the map (11.6d); `in_forces`: it is counted in the scenario's table of forces besides.
    """

    month: str
    unit: str | None = None
    beachhead: str | None = None
    cv: Count = 0
    at: Literal["", "major port"] = ""
    start: bool = False
    in_forces: bool = False

    def __post_init__(self) -> None:
        if (self.unit is None) == (self.beachhead is None):
            raise ValueError("either a unit or a beachhead arrives")
        month_number(self.month, "month")

    @property
    def month_number(self) -> int:
        """Months since January 1943."""
        return month_number(self.month)


class Beachheads(Struct, frozen=True, forbid_unknown_fields=True):
    """BeachHeads at the start, by name."""

    ready: tuple[str, ...] = ()
    prep: tuple[str, ...] = ()

    @property
    def states(self) -> dict[str, BeachheadState]:
        """State of each BeachHead by its name."""
        states: dict[str, BeachheadState] = dict.fromkeys(self.ready, "ready")
        return states | dict.fromkeys(self.prep, "prep")


class Area(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The part of the map in play, and what stands for the rest: supply origins and arrival hexes by side."""

    countries: tuple[str, ...]
    hexes: tuple[str, ...]
    sea: Few
    origins: dict[Side, tuple[str, ...]]
    arrivals: dict[Side, tuple[str, ...]] = field(default_factory=dict)


class Placed(Struct, frozen=True, forbid_unknown_fields=True):
    """A unit in a fixed place."""

    cv: Count
    at: str


Forces = dict[str, tuple[Count, Count]]
"""Number of units and total CV by kind (3.23)."""


class ScenarioFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One scenario. `allied` is the area that the Allies hold at the start; `card` the order of battle."""

    title: str
    book: str
    first: str
    allied: str
    provenance: tuple[Provenance, ...]
    card: str | None = None
    startline: bool = False
    deployments: tuple[Deployment, ...] = ("historical", "semi-historical", "free")
    flags: tuple[str, ...] = ()
    italians_in: tuple[str, ...] = ()
    forces: dict[Literal["Allied", "Axis", "Italian"], Forces] = field(default_factory=dict)
    ss_units: dict[str, Count] = field(default_factory=dict)
    """How many of the Axis units of a type the table says are SS units, where it says so."""
    setup: dict[Side, dict[str, Placed]] = field(default_factory=dict)
    beachheads: Beachheads = field(default_factory=Beachheads)
    reinforcements: tuple[Reinforcement, ...] = ()
    army_group_e: dict[str, Count] = field(default_factory=dict)
    area: Area | None = None

    def __post_init__(self) -> None:
        month_number(self.first, "first")

    @property
    def first_month(self) -> int:
        """The first month of play, in months since January 1943."""
        return month_number(self.first)


@case(
    "S43.forces", "S43.reinf", "W43.forces", "W43.reinf", "S44.forces", "S44.reinf", "W44.forces", "W44.reinf"
)
def read_scenario(key: str, packs: Sequence[DataPack]) -> ScenarioFile:
    """The file of a scenario."""
    return LIBRARY.data(f"scenarios/{key}.toml", ScenarioFile, packs)


# -- months -----------------------------------------------------------------------------------------------------------


def month_number(text: str, field: str = "") -> int:
    """Months since January 1943 of a month written 1944-06. Raises `ValueError` that names the `field` of the file.

    >>> month_number("1943-07"), month_number("1944-06")
    (6, 17)
    """
    year, dash, month = text.partition("-")
    if not (dash and year.isdigit() and month.isdigit() and 1 <= int(month) <= 12):
        where = field and f"{field}: "
        raise ValueError(f'{where}"{text}" is no month: write it as 1944-06')
    return (int(year) - FIRST_YEAR) * 12 + int(month) - 1


def month_text(number: int) -> str:
    """A month as files have it.

    >>> month_text(17)
    '1944-06'
    """
    return f"{FIRST_YEAR + number // 12}-{number % 12 + 1:02}"


_MONTHS = tuple(calendar.month_name)[1:]


def month_name(number: int) -> str:
    """The name of a month.

    >>> month_name(17)
    'June 1944'
    """
    return f"{_MONTHS[number % 12]} {FIRST_YEAR + number // 12}"
