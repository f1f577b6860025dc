"""The data files of France '44: counters, tables, turn chart, scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from phaseline.drill.files import Library, Sourced
from phaseline.engine.amounts import Cost, Count, Few, Modifier, Multiple, Positive, Shift, Turns
from phaseline.engine.ledger import case
from phaseline.engine.packs import DataPack
from phaseline.games.france44.position import Weather
from phaseline.mechanics.grades import Grade
from phaseline.mechanics.weather import SeasonalData

PACKAGE = "phaseline.games.france44"
LIBRARY = Library(PACKAGE)
SEATS = ("Allied", "German")

Nation = Literal["American", "British", "Canadian", "Polish", "French", "German"]
UnitType = Literal["hq", "reserve_infantry", "infantry", "armored", "panzer", "panzer_grenadier", "airborne"]
Steps = Annotated[int, Meta(ge=1, le=2)]
Start = Literal["map", "east_of_rhine", "england", "corsica", "pool", "french"]


@case("3.1b", "3.2b", "3.2c", "3.2n", "3.2o")
class Unit(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A land unit (3): its combat factor, that of its reverse, its movement factor.

    `start` says where it may be set up (4.21-4.23), `hex` where the default set-up has it, `since` the turn in which the
    real unit was first in the theatre. `rulebook` names the facts that the rules state; the others are reconstructed.
    """

    name: str
    nation: Nation
    type: UnitType
    combat: Few
    movement: Few
    start: Start
    half: Few = 0
    hex: str = ""
    since: Positive = 1
    rulebook: tuple[str, ...] = ()

    @property
    @case("19.5", "11.3a")
    def steps(self) -> int:
        """Two, but one for a headquarters, which has no reverse (19.5)."""
        return 1 if self.type == "hq" else 2

    @case("11.3a", "19.5")
    def factor(self, steps: int) -> int:
        """The combat factor of the side that shows with so many steps left."""
        return self.combat if steps >= self.steps else self.half


class Wing(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A tactical air unit (3.2); where it is set up, and in which theatre."""

    nation: Nation
    start: Start
    hex: str


class Ship(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A naval gunfire unit (3.2): its factor, and where it is set up."""

    name: str
    nation: Nation
    combat: Few
    hex: str


class Sheet(Sourced, frozen=True):
    """How many of the other counters there are; what the strategic bomber is worth."""

    trucks: Few
    transports: Few
    mulberries: Few
    v1: Few
    v2: Few
    bomber: Few


class Counters(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `counters.toml`."""

    sheet: Sheet
    units: dict[str, Unit]
    wings: dict[str, Wing]
    ships: dict[str, Ship]


class Effects(Sourced, frozen=True):
    """What a weather does: see `tables.toml`."""

    range: Few
    halved: bool = False
    mechanized: bool = False
    halves_bomber: bool = False
    flying: bool = True
    air_dice: Shift = 0
    invasions: bool = False
    drops: bool = True
    defence: Multiple = 1


class Terrain(Sourced, frozen=True):
    """Movement points to enter, and what the defence is multiplied by."""

    cost: Cost
    defence: Multiple


class Places(Sourced, frozen=True):
    """What the defence is multiplied by in places and works; the low-tide turns of beaches (25.1)."""

    city: Multiple
    town: Multiple
    fortified: Multiple
    beach: Multiple
    low_tide: tuple[Count, ...]


class Crossing(Sourced, frozen=True):
    """What it costs to cross a river, in place of a clear hex's point, and to enter or leave a hex under enemy air."""

    river: Few
    interdicted: Few


class Stacking(Sourced, frozen=True):
    """How many may stand in a hex (7.1, 7.11)."""

    units: Few
    headquarters: Few
    wings_town: Few
    wings_city: Few


class Air(Sourced, frozen=True):
    """Reach of air units and V units in hexes, and the turns of the V units (9)."""

    reach: Few
    interceptors: Few
    v_range: Few
    v1_from: Count
    v2_from: Count
    v1_passes_until: Count


class Sea(Sourced, frozen=True):
    """Hexes that a transport point carries a division, and drops (12, 13, 18)."""

    last_invasion: Count
    infantry: Few
    armour: Few
    shipped: Count
    drops: Few
    drop_range: Few


class Supply(Sourced, frozen=True):
    """Capacities of ports and what else supply counts (16)."""

    minor: Count
    repair: Count
    major: Count
    repair_delay: Count
    out_of_supply: Count
    german_dumps: Count
    headquarters_range: Few


class Replacements(Sourced, frozen=True):
    """Rates and first turns (15)."""

    german: Count
    german_from: Count
    allied: Count
    allied_from: Count
    airborne_from: Count
    french: Count
    french_from: Count
    enemy_within: Few


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `tables.toml`."""

    crt: dict[str, Any]
    weather: SeasonalData
    effects: dict[Weather, Effects]
    terrain: dict[str, Terrain]
    places: Places
    crossing: Crossing
    stacking: Stacking
    air: Air
    sea: Sea
    supply: Supply
    replacements: Replacements


class TurnLine(Sourced, frozen=True):
    """A line of the turn chart: dates, what is added to the weather die, the numbers of its notes."""

    turn: Positive
    first: str
    last: str
    weather: Shift
    notes: tuple[Count, ...] = ()


class TurnChart(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `turns.toml`."""

    turns: tuple[TurnLine, ...]


class Arrival(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A unit that comes in a later turn, by one of the scenario's entries, with so many steps.

    `hexes` are those of the entry, or others, that it comes in at as long as one of them is open.
    """

    turn: Positive
    entry: str
    steps: Steps = 2
    hexes: tuple[str, ...] = ()


class Held(Sourced, frozen=True):
    """Units that wait for something: they do not move before a turn, unless enemy land units come within so many hexes."""

    units: tuple[str, ...] = ()
    until: Count = 0
    within: Count = 0


class Exit(Sourced, frozen=True):
    """Hexes at the edge from which German units may leave the map for good, in these turns."""

    hexes: tuple[str, ...] = ()
    turns: tuple[Count, Count] = (0, 0)


class PortStart(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A major port in Allied hands when a scenario begins: the turn it was taken in, how far it has been repaired."""

    taken: Count
    level: Count = 0


class Goal(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Points of a side at the end of a scenario, or as soon as something is reached.

    For a `hex` in control: only if a path joins it to a source (`joined`), if a `division` stands there, if units are `fed`
    there, if it was held at the end of turn `by` as well; or `once` and for good, when a division that is not isolated stands
    there as its turn ends. For every `divisions` Allied divisions on the Continent in supply, every `dead` enemy divisions
    eliminated, every `steps` that enemy units have lost, of these `types` if any are named. For own divisions, or their steps,
    that are `saved`: that have left the map from turn `since` on, or stand in these `rows` but in `hex`, not isolated; the
    units named in `but` do not count. `title` is what people call it, where it is not about a place.
    """

    points: Modifier
    side: Literal["Allied", "German"] = "Allied"
    title: str = ""
    hex: str = ""
    joined: bool = False
    division: bool = False
    fed: bool = False
    by: Count = 0
    once: bool = False
    divisions: Count = 0
    dead: Count = 0
    steps: Count = 0
    types: tuple[UnitType, ...] = ()
    saved: Literal["", "divisions", "steps"] = ""
    since: Count = 0
    rows: tuple[int, int] | None = None
    but: tuple[str, ...] = ()


class Victory(Sourced, frozen=True):
    """What a scenario's points are for, and what they mean (the campaign has its own rule, 2.1).

    `cities`: those beyond the Rhine count as in the campaign (2.3).
    """

    goals: tuple[Goal, ...]
    grades: tuple[Grade, ...]
    cities: bool = False


class Setup(Sourced, frozen=True):
    """A scenario file (4).

    Without `units`, `ships` and `wings` all of them are in play. `columns` and `rows` cut the map; `entries` name hexes at
    the edge of the cut, where `arrivals` come in, `edge` those that stand for the east edge. `hexes` is where a counter of
    any kind stands otherwise than `counters.toml` says. `landing_beaches`: the beaches that may be invaded, if not all.
    `mulberries` are where they lie off England, `trucks` how many each side has. `first_clear`: the first turn is always
    clear (R13).

    `heads` are hexes to which supply comes from off the map, with how many units each feeds a turn while no German is
    there; otherwise they are ports without ships. `rates` are the replacement factors of an Allied and of a German turn
    instead of 15.2 and 15.4, from the first turn on. `barred_channels`: an inland port supplies nobody while Germans are at
    its waterway (R80).

    The map: `countries` are areas in play besides the cut, `sea_columns` and `sea_rows` cut the sea otherwise than the land;
    `closed` hexes are as neutral ground. `boxes` are towns beside the cut, each in play by itself, where any number may be: they
    count as England, and if an entry is named for one its units may come in there. The start: `steps` of units that are
    not whole, `pool` units that wait in their pool, `control` the Allied hexes of the Continent, `harbours` where Mulberries
    stand, the others being gone. `fixed`: nobody sets up otherwise. `opens`: which side's turn the first turn begins with.

    What differs: `transports` points a turn; `sorties` of the strategic bomber in all, in support of attacks only; `v1`
    whether there are V-1 units; `rebuild` whether lost units come back, by seat; `allied_entries` where the Allied ones do;
    `landing_entries` are reached by sea: who comes in there moves no further; `late_heads` are heads from a turn on, once the
    Allies hold them; attacks on `moated` hexes are halved as over a river; `corsica_drops`: drops may start in Corsica (R83).
    """

    title: str
    turns: tuple[Turns, Turns]
    units: tuple[str, ...] = ()
    ships: tuple[str, ...] | None = None
    wings: tuple[str, ...] | None = None
    hexes: dict[str, str] = field(default_factory=dict)
    columns: tuple[int, int] | None = None
    rows: tuple[int, int] | None = None
    entries: dict[str, tuple[str, ...]] = field(default_factory=dict)
    edge: tuple[str, ...] = ()
    arrivals: dict[str, Arrival] = field(default_factory=dict)
    landing_beaches: tuple[str, ...] = ()
    mulberries: tuple[str, ...] = ()
    trucks: tuple[Few, Few] | None = None
    allied_trucks: tuple[str, ...] = ()
    german_trucks: tuple[str, ...] = ()
    allied_dumps: dict[str, Count] = field(default_factory=dict)
    german_dumps: dict[str, Count] = field(default_factory=dict)
    heads: dict[str, Count] = field(default_factory=dict)
    ports: dict[str, PortStart] = field(default_factory=dict)
    barred_channels: bool = False
    rates: tuple[Few, Few] | None = None
    held: Held = Held()
    countries: tuple[str, ...] = ()
    sea_columns: tuple[int, int] | None = None
    sea_rows: tuple[int, int] | None = None
    closed: tuple[str, ...] = ()
    boxes: dict[str, str] = field(default_factory=dict)
    steps: dict[str, Steps] = field(default_factory=dict)
    pool: tuple[str, ...] = ()
    control: tuple[str, ...] = ()
    harbours: tuple[str, ...] | None = None
    fixed: bool = False
    opens: Literal["Allied", "German"] = "Allied"
    transports: Few | None = None
    sorties: Few | None = None
    v1: bool = True
    rebuild: tuple[bool, bool] = (True, True)
    allied_entries: tuple[str, ...] = ()
    landing_entries: tuple[str, ...] = ()
    late_heads: dict[str, Count] = field(default_factory=dict)
    moated: tuple[str, ...] = ()
    corsica_drops: bool = False
    exits: Exit = Exit()
    rockets: bool = True
    first_clear: bool = False
    victory: Victory | None = None


class Files(Struct, frozen=True):
    """All data of the game but its map."""

    counters: Counters
    tables: Tables
    chart: TurnChart


def read_files(packs: Sequence[DataPack]) -> Files:
    """Counters, tables and turn chart with `packs` laid over them."""
    return Files(
        LIBRARY.data("counters.toml", Counters, packs),
        LIBRARY.data("tables.toml", Tables, packs),
        LIBRARY.data("turns.toml", TurnChart, packs),
    )


def read_setup(key: str, packs: Sequence[DataPack]) -> Setup:
    """The file of the scenario `key`."""
    return LIBRARY.data(f"scenarios/{key}.toml", Setup, packs)
