"""Scenarios: map, unit types, tables and options, worked out for quick questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil

from msgspec import Struct

from phaseline.atlas.model import HexMap
from phaseline.drill.marching import SideFare
from phaseline.drill.scenario import FieldScenario, Roster
from phaseline.drill.standing import Height
from phaseline.engine.ledger import case
from phaseline.engine.lexicon import Names
from phaseline.engine.packs import DataPack
from phaseline.games.war_in_europe import files, results
from phaseline.games.war_in_europe.files import (
    LIBRARY,
    SEATS,
    Confined,
    Entry,
    Files,
    Landing,
    Line,
    Setup,
    Unit,
    hex_runs,
)
from phaseline.games.war_in_europe.land import Land
from phaseline.games.war_in_europe.making import side_of, territory_of, theatre_of, unit_of, with_twins
from phaseline.games.war_in_europe.names import AXIS_NATIONS, NATIONS, Category, Nation, Side
from phaseline.games.war_in_europe.particulars import Particulars
from phaseline.games.war_in_europe.position import (
    AIR_BOXES,
    ALLIED,
    AXIS,
    BOX_OF_FRONT,
    EAST,
    FRONTS,
    KINDS,
    SPARE,
    Weather,
)
from phaseline.games.war_in_europe.terms import Arrival, Leash, School, Store, Wall
from phaseline.hexgrid import Mask, hexes, mask_of
from phaseline.mechanics.lines import EVERYWHERE
from phaseline.mechanics.weighing import OddsTable
from phaseline.mechanics.zones import Zone

COUNTED, SOVIET, ARMOUR, OTHERS = range(4)
"""The heights of a stack: what counts against the limit, Soviet units, and who exerts which kind of zone of control."""
MECHANIZED, MOTORIZED, FOOT = range(3)
"""How a unit moves, which decides what ground costs it (5.3, 5.8)."""

ARMOUR_CATEGORIES: tuple[Category, ...] = ("armor", "mechanized_infantry")
MECHANIZED_CATEGORIES: tuple[Category, ...] = (*ARMOUR_CATEGORIES, "cavalry")
"""Those that move in the mechanized movement phase (5.0)."""
MARCHING_CATEGORIES: tuple[Category, ...] = ("infantry", "airborne")
"""Those that may make forced marches (5.6, R16)."""
INFANTRY_CATEGORIES: tuple[Category, ...] = ("infantry", "security", "static", "airborne")
"""Those that are infantry where it is told from arms on wheels (7.16)."""
DIGGING_CATEGORIES: tuple[Category, ...] = (*INFANTRY_CATEGORIES, "motorized_infantry")
"""Infantry of every kind (18, R110)."""
UNCOUNTED: tuple[Category, ...] = ("partisan", "cadre")
"""Those that stacking limits leave out (10.1)."""
ZONELESS: tuple[Category, ...] = ("repair", "partisan", "cadre")
"""Those without a zone of control around them (6.67, 9.12)."""
POOLS = [f"{nation} {kind} {front}" for nation in NATIONS for kind in KINDS for front in FRONTS]
"""The names of pools of Replacement Points."""
SOVIET_UNION = "Soviet Union"
NEUTRAL_THROUGHOUT = ("Switzerland", "Spain", "Eire", "Sweden")
"""Countries of the map that nobody enters or flies over in any scenario."""
SUPPORT: tuple[Category, ...] = ("mobile_supply", "repair")
FILE_SIDES: tuple[Side, ...] = ("Axis", "Allied")
"""The sides as scenario files name them, by seat."""
BOXES = {f"box-{front}": place for front, place in zip(FRONTS, BOX_OF_FRONT, strict=True)} | {"tray": SPARE}
"""In a scenario file: the boxes of available airborne units, and the counter tray."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the game; see RULINGS.md.

    `river_cost_for_all` (rivers slow everybody): everybody pays for a river, not mechanized and motorized units alone (R20).
    `rail_bridges` (railway bridges): no river costs anything along a railway (R19). `early_works` (fortified early):
    divisions may be fortified from January 1940 on, not August (R70). `ardennes_surprise` (surprise in the Ardennes): in
    1940 zones do not reach into Belgium and Luxembourg as the first week begins (R157). `free_landing` (landing
    elsewhere): the first landing in Normandy may go to other coasts (R175).
    """

    river_cost_for_all: bool = True
    rail_bridges: bool = False
    early_works: bool = False
    ardennes_surprise: bool = True
    free_landing: bool = False


class WarScenario(FieldScenario[Unit]):
    """The unchanging facts of a match."""

    board: Land
    options: Options

    def __init__(self, key: str, setup: Setup, data: Files, map: HexMap, options: Options) -> None:
        setup, twins = with_twins(setup, data)
        units = {name: unit_of(data, name, entry) for name, entry in setup.units.items()}
        territory = territory_of(setup, map)
        # Arctic swamp is swamp that lies in the Arctic, no terrain of its own on a map.
        kinds = tuple(key for key in data.tables.terrain if key != "arctic_swamp")
        super().__init__(
            key=key,
            title=setup.title,
            board=Land(map, ~territory["closed"] & theatre_of(territory, map), kinds),
            options=options,
            facts=(setup, data, map, options),
            names={
                "front": Names("air front", FRONTS),
                "box": Names("air box", AIR_BOXES),
                "pool": Names("pool", POOLS),
            },
            roster=Roster(
                units,
                lambda unit: AXIS if unit.nation in AXIS_NATIONS else ALLIED,
                SEATS,
                lambda unit: unit.called,
            ),
        )
        self.twins = {self.number[name]: self.number[twin] for name, twin in twins.items()}
        """German security and static divisions, and the infantry divisions that may take their places (16.22, 17.15)."""
        self.setup = setup
        self.data = data
        self.tables = data.tables
        self.territory = territory
        self.entries: tuple[Entry, ...] = tuple(setup.units.values())
        self.last_turn = len(setup.weather)
        self.first = SEATS.index(setup.first)
        """The first player (4.1)."""
        self._sort_units()
        self.lines = tuple(self._wall(line) for line in setup.lines)
        """The fortified lines."""
        self.confined = tuple(self._leash(rule) for rule in setup.confined)
        """Units that keep to some hexes up to a turn."""
        self.posted = any(rule.posts for rule in self.confined)
        """Whether some are confined by where they stand."""
        self.schools = tuple(self._schools())
        """Who draws on which supply centers (14.31)."""
        self.special = Particulars(self)
        """What the scenario has besides the rules."""

    def _sort_units(self) -> None:
        """Which units are of which kind, how they move, and how many of each may stand in a hex."""
        self.mechanized = self._of(*MECHANIZED_CATEGORIES)
        self.motorized = self.having(lambda unit: unit.motorized) & ~self.mechanized
        self.marchers = self._of(*MARCHING_CATEGORIES) & ~self.motorized & ~self._from("finnish")
        """Infantry that may make forced marches, Finns never (5.6, 5.65, R16)."""
        self.support = self._of(*SUPPORT)
        self.suppliers = self._of("mobile_supply")
        self.repairers = self._of("repair")
        self.combat_units = self.all_units & ~self.support
        """Ground combat units: those that neutralize railways and take them (6.53)."""
        self.twice = self._moving_twice()
        """The units that move in the mechanized movement phase as well (5.0, 14.42)."""
        self.soviet = self.having(lambda unit: unit.nation in ("soviet", "finnish"))
        self.counted = self.all_units & ~self._of(*UNCOUNTED)
        self.armour = self._of(*ARMOUR_CATEGORIES)
        self.others = self.all_units & ~self.armour & ~self._of(*ZONELESS)
        self.heights = (
            Height(self.counted, self.tables.stacking.units + 1),
            Height(self._from("soviet") & self.counted, 1),
            Height(self.armour, 1),
            Height(self.others, 1),
        )
        self.ways_of = tuple(
            MECHANIZED if self.mechanized >> n & 1 else MOTORIZED if self.motorized >> n & 1 else FOOT
            for n in range(len(self.units))
        )

    def _wall(self, line: Line) -> Wall:
        what = f"lines {line.name}"
        return Wall(
            SEATS.index(line.side),
            line.since,
            self.hexes_at(line.hexes, what),
            self.hexes_at(line.rear, what),
        )

    def _leash(self, rule: Confined) -> Leash:
        named = mask_of(self.number[name] for name in rule.units if name in self.number)
        return Leash(
            self.side_units[SEATS.index(rule.side)] if rule.side else named,
            rule.until,
            self.hexes_at(rule.hexes, "confined"),
            self.hexes_at(rule.unless, "confined"),
            rule.why,
            self.hexes_at(rule.posts, "confined"),
        )

    @case("5.0b", "14.42a")
    def _moving_twice(self) -> Mask:
        return self.mechanized | self.suppliers

    @cached_property
    def reducible(self) -> Mask:
        """The units that form battlegroups (11.3)."""
        return self.having(lambda unit: unit.reduced is not None)

    @cached_property
    def divisions(self) -> Mask:
        """Divisions and corps, without support units."""
        return self.having(lambda unit: unit.kind.size in ("division", "corps")) & ~self.support

    @cached_property
    def corps(self) -> Mask:
        """The units of the size of a corps."""
        return self.having(lambda unit: unit.kind.size == "corps")

    @cached_property
    def arrivals(self) -> tuple[Arrival, ...]:
        """When each unit arrives, and where."""
        return tuple(
            Arrival(entry.turn, self.hexes_at([to for to in entry.to if to not in BOXES], "to"))
            for entry in self.entries
        )

    @cached_property
    @case("6.1")
    def capacity(self) -> tuple[int, int]:
        """The Rail Capacity of each side."""
        return self.setup.rail_capacity.get("Axis", 0), self.setup.rail_capacity.get("Allied", 0)

    @cached_property
    def no_rail(self) -> tuple[tuple[int, Mask], ...]:
        """Units that use no railway up to the end of a turn."""
        return tuple((turn, self._from(nation)) for nation, turn in self.setup.no_rail.items())

    @cached_property
    def centers(self) -> tuple[Mask, Mask]:
        """The supply centers of each side, whoever draws on them."""
        found = [0, 0]
        for who, texts in self.setup.sources.items():
            found[side_of(who)] |= self.hexes_at(texts, "sources")
        return found[AXIS], found[ALLIED]

    @case("14.31")
    def _schools(self) -> Iterator[School]:
        """Units by the centers they draw on: their nation's if it has any of its own, else all of their side's (R95)."""
        for seat, side in enumerate(SEATS):
            own: dict[Nation, Mask] = {}
            for n in hexes(self.side_units[seat]):
                nation = self.units[n].nation
                own[nation] = own.get(nation, 0) | 1 << n
            lists = self.setup.sources
            every = [text for who in (side, *own) for text in lists.get(who, ())]
            grouped: dict[tuple[Mask, bool], Mask] = {}
            for nation, units in own.items():
                texts = lists.get(nation) or every
                key = self.hexes_at(texts, "sources"), nation in ("soviet", "finnish")
                grouped[key] = grouped.get(key, 0) | units
            for (sources, soviet), units in grouped.items():
                yield School(seat, units, sources, soviet)

    def _from(self, nation: Nation) -> Mask:
        return self.having(lambda unit: unit.nation == nation)

    @cached_property
    def infantry(self) -> Mask:
        """Units on foot: infantry in the widest sense."""
        return self._of(*INFANTRY_CATEGORIES) & ~self.motorized

    @cached_property
    def airborne(self) -> Mask:
        """Airborne units, the only ones that go by air (8.0)."""
        return self._of("airborne")

    @cached_property
    def regiments(self) -> Mask:
        """Airborne regiments, into which Axis divisions break down (8.0)."""
        return self.airborne & self.having(lambda unit: unit.kind.size == "regiment")

    @cached_property
    def seas(self) -> tuple[tuple[str, ...] | None, ...]:
        """The sea areas in which each side has ships (7.0); None: in all."""
        seas = self.setup.seas
        return tuple(seas.get(side) if seas else None for side in FILE_SIDES)

    @cached_property
    def stores(self) -> tuple[Store, ...]:
        """The Amphibious Points of the scenario (7.3); at least one entry, though it be empty."""
        found = tuple(self._store(landing) for landing in self.setup.landings)
        return found or (Store(ALLIED, 0, 0, EVERYWHERE),)

    def _store(self, landing: Landing) -> Store:
        area = 0 if landing.at else EVERYWHERE
        for name in landing.at:
            hex = name[-1:].isdigit()
            area |= 1 << self.hex_at(name, "landings") if hex else self.board.country(name)
        goals = self.hexes_at(landing.onto, "landings")
        return Store(SEATS.index(landing.side), landing.turn, landing.points, area, goals, landing.divisions)

    @cached_property
    @case("18.0b", "18.24")
    def foot(self) -> Mask:
        """Infantry of every kind: those that help to fortify, and that a fortified unit doubles (R110)."""
        return self._of(*DIGGING_CATEGORIES)

    @cached_property
    @case("3.24c")
    def defensive(self) -> Mask:
        """Units whose strength is for defence only while they are whole (R10)."""
        return self.having(lambda unit: not unit.full.attack())

    @cached_property
    def two_faced(self) -> Mask:
        """Units of whose two sides one attacks and the other does not."""
        return self.having(
            lambda unit: unit.reduced is not None and bool(unit.reduced.attack()) != bool(unit.full.attack())
        )

    @cached_property
    def partisans(self) -> Mask:
        """Partisan units, which control their own hex only (9.12)."""
        return self._of("partisan")

    @cached_property
    def cadres(self) -> Mask:
        """Partisan cadres."""
        return self._of("cadre")

    @cached_property
    def irregulars(self) -> Mask:
        """Partisan units and cadres: they keep no way open in an enemy zone of control (page 16)."""
        return self.partisans | self.cadres

    @cached_property
    @case("18.0a")
    def diggers(self) -> Mask:
        """Units that have a fortified side."""
        return self.having(lambda unit: bool(unit.kind.fortified))

    @cached_property
    @case("12.0")
    def crts(self) -> dict[str, OddsTable[str]]:
        """The Combat Results Tables by key."""
        return {key: results.crt(table) for key, table in self.tables.results.items()}

    @case("5.4", "15.0")
    def weather(self, turn: int) -> Weather:
        """The weather of a turn, from the turn track."""
        found = self._skies.get(turn)
        if found is None:
            track = self.setup.weather
            found = self._skies[turn] = track[min(max(turn, 1), len(track)) - 1]
        return found

    @cached_property
    def _skies(self) -> dict[int, Weather]:
        """The weather by turn, of the turns that have been asked for."""
        return {}

    @case("tbl.air.season")
    def flying(self, seat: int, front: int, weather: Weather, points: int) -> int:
        """How many of so many Points on a front can be used in a weather; fractions are rounded up (R91).

        On the east front the Allied Points are Soviet: snow keeps none of them down.
        """
        if front == EAST and seat == ALLIED and weather == "snow":
            weather = "clear"
        return ceil(points * Fraction(self.tables.air.seasons[FRONTS[front]][weather]))

    def _of(self, *categories: Category) -> Mask:
        return self.having(lambda unit: unit.category in categories)

    def hexes_at(self, texts: Sequence[str], what: str) -> Mask:
        """The hexes that a data file names, runs of a column among them."""
        return mask_of(self.hex_at(text, what) for text in hex_runs(texts))

    @cached_property
    @case("8.0d")
    def neutral_land(self) -> Mask:
        """The land out of play over which nobody flies: countries that are neutral in every scenario, or in this one (R59)."""
        shut = [
            name
            for entry in self.setup.territory
            if entry.side == "closed" and not entry.hexes
            for name in entry.areas
        ]
        area = self.map.hexes_in("country", *NEUTRAL_THROUGHOUT, *shut) & self.map.land
        return area & ~self.board.playable

    @cached_property
    @case("6.5")
    def broad_gauge(self) -> Mask:
        """The rail hexes of the Soviet Union, which have a gauge of their own."""
        return self.board.rail_hexes & self.board.country(SOVIET_UNION)

    @cached_property
    def _zones(self) -> dict[bool, tuple[Zone, Zone]]:
        return {}

    @case(
        "9.0", "9.13a", "9.13b", "9.24", "tbl.5.8.woods", "tbl.5.8.swamp", "tbl.5.8.rough", "tbl.5.8.mountain"
    )
    def zone_shapes(self, *, frozen: bool) -> tuple[Zone, Zone]:
        """How zones reach: those of armoured and mechanized units, and all others; neither across water (9.13, R61)."""
        found = self._zones.get(frozen)
        if found is None:
            board = self.board
            sides = board.land_sides(frozen=frozen)
            kept_out = 0
            for key, terrain in self.tables.terrain.items():
                if not terrain.mechanized_zone:
                    kept_out |= board.terrain_of(key)
            found = self._zones[frozen] = (
                Zone(board.grid, sides, into=board.playable & ~kept_out),
                Zone(board.grid, sides, into=board.playable),
            )
        return found

    @cached_property
    def _fares(self) -> dict[tuple[int, bool], tuple[SideFare, ...]]:
        return {}

    @case("5.8", "tbl.5.8.river", "tbl.5.8.rail", "tbl.5.8.blocked", "tbl.5.8.n1", "tbl.5.8.n2", "15.1f")
    def fares(self, way: int, *, frozen: bool) -> tuple[SideFare, ...]:
        """What it costs to cross hexsides: a river costs more; along a railway the ground costs no more than it (R19)."""
        found = self._fares.get((way, frozen))
        if found is None:
            board, crossing = self.board, self.tables.crossing
            land = board.land_sides(frozen=frozen)
            wet = land & (board.rivers - board.frozen_sides if frozen else board.rivers)
            river = crossing.river if self.options.river_cost_for_all or way != FOOT else 0
            rail = crossing.rail_foot if way == FOOT else crossing.rail_mechanized
            if self.options.rail_bridges:
                # On a bridge the river is free whether the ground or the railway is paid.
                wet = wet - board.rails
            rails = land & board.rails
            # The ground counts along a railway as well: the cheaper of the two is paid.
            fares = (
                SideFare(land - wet),
                SideFare(wet, plus=river),
                SideFare(rails - wet, instead=rail),
                SideFare(rails & wet, instead=rail, plus=river),
            )
            found = self._fares[way, frozen] = tuple(fare for fare in fares if fare.over)
        return found


@case("3.11a", "3.11b", "3.12a", "3.13a", "3.13b")
def load(key: str, options: Options, packs: Sequence[DataPack]) -> WarScenario:
    """The scenario `key` from the data files with `packs` laid over them."""
    return WarScenario(
        key, files.read_setup(key, packs), files.read_files(packs), LIBRARY.map(packs), options
    )
