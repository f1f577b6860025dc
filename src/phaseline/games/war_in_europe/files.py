"""The data files of War in Europe: unit types, tables, scenarios."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal, NamedTuple

from msgspec import Struct, field

from phaseline.drill.files import Library, Sourced
from phaseline.engine.amounts import Cost, Count, Few, Multiple, Share, Shift, Turns
from phaseline.engine.ledger import case
from phaseline.engine.packs import DataError, DataPack
from phaseline.games.war_in_europe.names import Category, Front, Nation, Side, Size
from phaseline.games.war_in_europe.position import Weather
from phaseline.games.war_in_europe.special import Special
from phaseline.mechanics.grades import Grade

PACKAGE = "phaseline.games.war_in_europe"
LIBRARY = Library(PACKAGE)
SEATS = ("Axis", "Allied")

_FACE = re.compile(r"(\()?(\d+)\)?-(\d+)")


class Face(NamedTuple):
    """What a side of a counter says. A strength in parentheses is for defence only."""

    strength: int
    movement: int
    defensive: bool = False

    @case("3.21", "3.24a", "3.24b", "3.24c", "3.24d")
    def attack(self) -> int:
        """Its attack strength: none if the strength is for defence only (R10)."""
        return 0 if self.defensive else self.strength

    def __str__(self) -> str:
        return f"({self.strength})-{self.movement}" if self.defensive else f"{self.strength}-{self.movement}"


@case("3.21", "3.24c")
def face(text: str) -> Face:
    """What a side of a counter says, as printed. Raises `DataError`.

    >>> face("10-8"), face("(5)-1").attack()
    (Face(strength=10, movement=8, defensive=False), 0)
    """
    read = _FACE.fullmatch(text)
    if not read:
        raise DataError(f"{text!r} is no value of a counter: write it as 6-5 or (5)-1")
    return Face(int(read[2]), int(read[3]), defensive=bool(read[1]))


@case("3.22a", "3.23")
class Kind(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A type of unit: its nation, what it is, its size, what its two sides say.

    `reduced` is the side of its battlegroup, empty if it forms none. `printed` names what the rulebook states; the rest
    is reconstructed. `fortified` is what its fortified side says (18).
    """

    category: Category
    full: str
    nation: Nation | None = None
    size: Size = "division"
    reduced: str = ""
    fortified: str = ""
    ss: bool = False
    printed: tuple[str, ...] = ()
    note: str = ""


SERVICES: dict[str, str] = {"mobile_supply": "Supply unit", "repair": "Repair unit"}
"""What units are called whose names are but letters and a number."""


class Unit(Struct, frozen=True, dict=True, kw_only=True):
    """A counter of a match."""

    name: str
    nation: Nation
    kind: Kind

    @cached_property
    def called(self) -> str:
        """What people call it: a division that has but a number is called one, and services by what they are."""
        service = SERVICES.get(self.kind.category)
        if service is not None:
            return f"{service} {self.name}"
        return f"{self.name} Div" if self.name.isdigit() else self.name

    @cached_property
    def full(self) -> Face:
        """Its front."""
        return face(self.kind.full)

    @cached_property
    def reduced(self) -> Face | None:
        """Its back, as a battlegroup; none if it forms none (11.3)."""
        return face(self.kind.reduced) if self.kind.reduced else None

    @cached_property
    @case("18.0a")
    def fort(self) -> Face:
        """Its fortified side (18), or its front if it has none."""
        return face(self.kind.fortified) if self.kind.fortified else self.full

    @property
    def category(self) -> Category:
        """What it is."""
        return self.kind.category

    @property
    @case("3.22a")
    def steps(self) -> int:
        """How often it can be reduced before it is gone: two if it forms a battlegroup."""
        return 2 if self.kind.reduced else 1

    def face(self, steps: int, *, fortified: bool = False) -> Face:
        """The side that shows with so many steps left; who is fortified shows that side, whatever he has lost (18)."""
        if fortified:
            return self.fort
        return self.full if steps >= self.steps or self.reduced is None else self.reduced

    @property
    @case("5.3b")
    def motorized(self) -> bool:
        """Motorized: with a printed Movement Allowance of 10 (5.3, R9)."""
        return self.full.movement == MOTORIZED_ALLOWANCE


MOTORIZED_ALLOWANCE = 10


class Counters(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `counters.toml`."""

    types: dict[str, Kind]


class Terrain(Sourced, frozen=True):
    """Movement Points to enter, for mechanized and motorized units and for others; what it does in combat."""

    mechanized: Cost
    foot: Cost
    mechanized_zone: bool = True
    """Whether zones of armoured and mechanized units extend into it (9.13)."""
    die: Shift = 0
    defence: Multiple = 1


class Crossing(Sourced, frozen=True):
    """A river, and going along a railway on foot or on wheels."""

    river: Few
    rail_mechanized: Cost
    rail_foot: Cost


class Prices(Sourced, frozen=True):
    """Movement Points besides those of the ground: to enter and to leave enemy zones, under interdiction, to overrun."""

    enter_zone: Few
    leave_zone: Few
    interdicted: Few
    overrun: Few
    overrun_odds: Multiple
    overrun_units: Multiple


class ForcedMarch(Sourced, frozen=True):
    """Forced marches (5.6): how much farther, and on which dice the unit suffers."""

    times: Multiple
    attrition: tuple[Count, ...]


class Stacking(Sourced, frozen=True):
    """How many units a hex may hold at the end of a phase (10)."""

    units: Multiple
    soviet: Multiple


class Works(Sourced, frozen=True):
    """What fortified lines do for their owner."""

    defence: Multiple
    die: Shift


class Rail(Sourced, frozen=True):
    """Rail movement (6)."""

    allowance: Count
    frozen_allowance: Count
    hex: Cost
    interdicted: Cost
    entrain: Few
    detrain: Few
    leave_zone: Few
    repair: Few
    repair_gauge: Few
    port_turns: Few
    corps: Multiple


class Sea(Sourced, frozen=True):
    """Sea movement (7)."""

    per_port: Few
    per_port_soviet: Few
    emergency: Few
    recycle: Turns
    away: Few
    mechanized: Share
    other: Share
    gunfire: Few
    beach: Shift


class Airborne(Sourced, frozen=True):
    """Air movement (8)."""

    transport: Few
    assault: Few
    transport_lost: tuple[Count, ...]
    assault_lost: tuple[Count, ...]
    recycle: Few
    preparation: Few
    regiments: dict[Nation, Few]
    """Into how many regiments an Axis airborne division breaks down."""


class Air(Sourced, frozen=True):
    """The air war (13)."""

    range: Few
    group: Few
    out: Few
    into: Few
    minor_line: Few
    seasons: dict[Front, dict[Weather, str]]
    """The share of its Points that a side may use, as a fraction (tbl.air.season)."""


class AirCombat(Sourced, frozen=True):
    """Odds -> the dice that eliminate the Point attacked (13.22)."""

    odds: dict[str, tuple[Count, ...]]


class SeaStrikes(Sourced, frozen=True):
    """Number of Points -> results by die (13.36, 13.37)."""

    rows: dict[str, tuple[str, ...]]


class Supply(Sourced, frozen=True):
    """Supply (14)."""

    major: Few
    minor: Few
    beach: Few
    halved: Share


class Replacements(Sourced, frozen=True):
    """Replacements (17)."""

    per_points: Multiple
    other: Few
    ss: Few
    airborne: Few


class ResultsData(Sourced, frozen=True):
    """A Combat Results Table: odds -> results by die."""

    title: str
    odds: dict[str, tuple[str, ...]]


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `tables.toml`."""

    terrain: dict[str, Terrain]
    crossing: Crossing
    prices: Prices
    forced_march: ForcedMarch
    stacking: Stacking
    works: Works
    rail: Rail
    sea: Sea
    airborne: Airborne
    air: Air
    air_combat: AirCombat
    sea_strikes: SeaStrikes
    supply: Supply
    replacements: Replacements
    results: dict[str, ResultsData]


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit of a scenario: its type, where it stands, or the turn it comes in and where to.

    `at` is a hex, the box of a front: `box-west`, or the counter tray: `tray`. `to` are the hexes in one of which it
    arrives in `turn`. `nation` where its type has none. `army` tells the reader of the file where it belonged.
    """

    name: str
    type: str
    at: str = ""
    turn: Count = 0
    to: tuple[str, ...] = ()
    nation: Nation | None = None
    reduced: bool = False
    army: str = ""


class Territory(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Hexes that a side holds at first, or that are neutral or closed. A later territory wins over an earlier one.

    `areas` are countries of the map; with `hexes` only those of their hexes that are named. `hexes` alone are just these.
    """

    side: Literal["Axis", "Allied", "neutral", "closed"]
    areas: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()


class Line(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A fortified line: whose it is, from which turn on; of a `border` line the hexes behind it, from which it is void."""

    name: str
    side: Side
    hexes: tuple[str, ...]
    front: Literal["border", "round"] = "round"
    rear: tuple[str, ...] = ()
    since: Count = 1


class Confined(Sourced, frozen=True):
    """Units that keep to some hexes up to the end of a turn; without `hexes` they do not move at all.

    They are free for good as soon as an enemy unit stands in one of the hexes `unless`. With `posts` it holds for whoever
    of `side` stands in one of these hexes as a phase begins.
    """

    until: Count
    units: tuple[str, ...] = ()
    side: Side | None = None
    posts: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    why: str = ""


class AirArrival(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Air Points, or Air Transport Points, that come in a turn."""

    turn: Count
    side: Side
    front: Front
    points: Few = 0
    transport: Few = 0


class Landing(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Amphibious Points that are ready from a turn on; `at`: only for units there, in these countries or hexes.

    `onto`: the coasts that may be assaulted in that first turn, if not all; so many `divisions` at least must land there then.
    """

    turn: Count
    points: Few
    at: tuple[str, ...] = ()
    onto: tuple[str, ...] = ()
    divisions: Few = 0
    side: Side = "Allied"


class Withdrawal(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Units that leave play in a turn; their nation gets so many Replacement Points for each that is still in play."""

    turn: Count
    units: tuple[str, ...]
    infantry: Few = 0


class Replacement(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Replacement Points of a nation on a front, in each of these turns."""

    nation: Nation
    front: Front
    turns: tuple[Count, ...]
    infantry: Few = 0
    mechanized: Few = 0


class Prize(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A place and what its control at the end is worth."""

    name: str
    hex: str
    points: Few


class Victory(Sourced, frozen=True):
    """What counts at the end (4.3): places that the side `counted` controls, less what it has lost.

    `divisions_lost` is taken off for each of its divisions that is eliminated; of these `nations` if any are named.
    """

    counted: Side
    places: tuple[Prize, ...]
    grades: tuple[Grade, ...]
    divisions_lost: Few = 0
    nations: tuple[Nation, ...] = ()


class Setup(Sourced, frozen=True):
    """A scenario file: turns and weather, forces, who holds what, points by turn, victory.

    Lists by turn have an entry a turn. `sources` are supply centres by who draws on them: a side or a nation. Units of
    nations in `no_rail` use no railway up to the end of a turn. `squadrons`: how many of a side's transports serve in each of
    some sea areas, where not all of them serve everywhere. `tables` are the Combat Results Tables: of each side in
    clear weather, and `foul` for mud and snow.
    """

    title: str
    begins: str
    weather: tuple[Weather, ...]
    first: Side
    fronts: tuple[Front, ...] = ()
    tables: dict[str, str] = field(default_factory=dict)
    territory: tuple[Territory, ...] = ()
    sources: dict[str, tuple[str, ...]] = field(default_factory=dict)
    rail_capacity: dict[Side, Count] = field(default_factory=dict)
    no_rail: dict[Nation, Count] = field(default_factory=dict)
    transport: dict[Side, tuple[Count, ...]] = field(default_factory=dict)
    squadrons: dict[Side, dict[str, Count]] = field(default_factory=dict)
    seas: dict[Side, tuple[str, ...]] = field(default_factory=dict)
    landings: tuple[Landing, ...] = ()
    air: tuple[AirArrival, ...] = ()
    lines: tuple[Line, ...] = ()
    units: dict[str, Entry] = field(default_factory=dict)
    withdrawals: tuple[Withdrawal, ...] = ()
    replacements: tuple[Replacement, ...] = ()
    confined: tuple[Confined, ...] = ()
    special: Special = field(default_factory=Special)
    victory: Victory | None = None


class Files(Struct, frozen=True):
    """All data of the game but its map."""

    counters: Counters
    tables: Tables


def read_files(packs: Sequence[DataPack]) -> Files:
    """Unit types and tables with `packs` laid over them."""
    return Files(
        LIBRARY.data("counters.toml", Counters, packs),
        LIBRARY.data("tables.toml", Tables, packs),
    )


def read_setup(key: str, packs: Sequence[DataPack]) -> Setup:
    """The file of the scenario `key`."""
    return LIBRARY.data(f"scenarios/{key}.toml", Setup, packs)


def hex_runs(texts: Sequence[str]) -> list[str]:
    """Hexes as written in data files, runs of a column spelt out.

    >>> hex_runs(["D1208-10", "C2033"])
    ['D1208', 'D1209', 'D1210', 'C2033']
    """
    found = []
    for text in texts:
        start, dash, last = text.partition("-")
        if dash:
            found += [f"{start[:-2]}{row:02}" for row in range(int(start[-2:]), int(last) + 1)]
        else:
            found.append(start)
    return found


def plain(value: Any) -> str:
    """A name of the data in plain words: `mobile supply` for `mobile_supply`."""
    return str(value).replace("_", " ")
