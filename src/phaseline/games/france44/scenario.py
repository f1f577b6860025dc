"""Scenarios: map, counters, tables and options, worked out for quick questions."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cached_property
from typing import Annotated

from msgspec import Meta, Struct
from msgspec.structs import replace

from phaseline.atlas.clip import clipped
from phaseline.atlas.model import HexMap
from phaseline.drill.marching import SideFare
from phaseline.drill.scenario import FieldScenario, Roster
from phaseline.drill.standing import Height
from phaseline.engine.ledger import case
from phaseline.engine.packs import DataPack
from phaseline.games.france44 import files, names
from phaseline.games.france44.board import Board
from phaseline.games.france44.files import LIBRARY, SEATS, Arrival, Files, Setup, Unit
from phaseline.games.france44.pieces import Pieces
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.results import Result, past_end
from phaseline.hexgrid import Hexsides, Mask, mask_of
from phaseline.mechanics.tables import ResultsTable
from phaseline.mechanics.weather import SeasonalTable
from phaseline.mechanics.weighing import OddsTable
from phaseline.mechanics.zones import Zone

DIVISIONS, HEADQUARTERS, ANY, MECHANIZED = range(4)
"""The heights of a stack: what counts against which limit, and who has a zone of control in which weather."""
MECHANIZED_TYPES = ("armored", "panzer", "panzer_grenadier")
"""Armour and mechanised units of the chart (R15)."""
COMMONWEALTH = ("British", "Canadian", "Polish")
"""One nation to headquarters (19.11)."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the game; see RULINGS.md.

    `clear_landing` (clear weather for the landing): the first turn is always clear (R13). `fortitude` (the Germans await a
    second landing): units that a scenario keeps back wait. `allied_trucks` (more Allied trucks) and `german_trucks` (more
    German trucks): so many more trucks, or fewer (R113). `surrender` (giving up): a side may give up (5.4, R108).
    `air_isolates` (isolated by air): superior air bars the paths by which a unit is not isolated, too, not only lines of
    supply (16.1, R91).
    """

    clear_landing: bool = False
    fortitude: bool = True
    allied_trucks: Annotated[int, Meta(ge=-99, le=99)] = 0
    german_trucks: Annotated[int, Meta(ge=-99, le=99)] = 0
    surrender: bool = False
    air_isolates: bool = True


class FranceScenario(FieldScenario[Unit]):
    """The unchanging facts of a match. Units, wings, ships, trucks, V units and Mulberries have numbers of their own."""

    board: Board
    options: Options

    def __init__(
        self, key: str, setup: Setup, data: Files, map: HexMap, options: Options, *, bare: bool = False
    ) -> None:
        """From its files; a `bare` one has no set-up: units wait in their pools, other pieces beside the map."""
        counters = data.counters
        units = {
            name: unit for name, unit in counters.units.items() if not setup.units or name in setup.units
        }
        pieces = Pieces(setup, counters, (options.allied_trucks, options.german_trucks))
        super().__init__(
            key=key,
            title=setup.title,
            board=board_of(map, setup, data.tables.terrain),
            options=options,
            facts=(setup, data, map, options),
            roster=Roster(
                units,
                lambda unit: GERMAN if unit.nation == "German" else ALLIED,
                SEATS,
                spoken=names.units(units),
            ),
            names=pieces.names(),
        )
        self.wing_ids, self.wings = pieces.wing_ids, tuple(pieces.wings.values())
        self.ship_ids, self.ships = pieces.ship_ids, tuple(pieces.ships.values())
        self.truck_ids, self.trucks = pieces.truck_ids, pieces.truck_counts
        self.rocket_ids, self.mulberry_ids = pieces.rocket_ids, pieces.mulberry_ids
        self.side_wings, self.side_trucks = pieces.side_wings(), pieces.side_trucks()
        self.v1, self.v2 = pieces.v1, pieces.v2
        self.setup = setup
        self.bare = bare
        self.data = data
        self.tables = tables = data.tables
        self.first_turn, self.last_turn = setup.turns
        self._sort_units()
        self.zone_shapes = self._zones()
        self.zones = tuple((zone, ANY) for zone in self.zone_shapes)
        self.mechanized_zones = tuple((zone, MECHANIZED) for zone in self.zone_shapes)
        self.crt: OddsTable[Result] = OddsTable(ResultsTable.read(tables.crt, Result.parse), past=past_end)
        modifiers = {str(line.turn): line.weather for line in data.chart.turns}
        self.weather = SeasonalTable(replace(tables.weather, modifiers=modifiers))
        self.start_of = tuple(unit.start for unit in self.units)
        self.arrivals: dict[int, Arrival] = {
            self.number[name]: arrival for name, arrival in setup.arrivals.items() if name in self.number
        }
        """The units that come later, by number."""
        self.held = mask_of(self.number[name] for name in setup.held.units) if options.fortitude else 0
        """The units that wait (see `Held`)."""
        self.entries: dict[str, Mask] = {
            name: mask_of(map.hex(text) for text in hexes) for name, hexes in setup.entries.items()
        }

    def _sort_units(self) -> None:
        """Which units are of which kind, and how many of each may stand in a hex."""
        self.hqs = self.having(lambda unit: unit.type == "hq")
        self.divisions = self.all_units & ~self.hqs
        self.mechanized = self.having(lambda unit: unit.type in MECHANIZED_TYPES)
        self.airborne = self.having(lambda unit: unit.type == "airborne") & self.side_units[ALLIED]
        self.reserves = self.having(lambda unit: unit.type == "reserve_infantry")
        self.armour = self.having(lambda unit: unit.type == "armored")
        self.nations: dict[str, Mask] = {
            nation: mask_of(n for n, unit in enumerate(self.units) if allies_of(unit) == nation)
            for nation in ("American", "British", "French", "German")
        }
        """The units of each nation that headquarters tell apart (19.11)."""
        self.heights = (
            Height(self.divisions, self.tables.stacking.units + 1),
            Height(self.hqs, self.tables.stacking.headquarters + 1),
            Height(self.all_units, 1),
            Height(self.mechanized, 1),
        )

    @case("8.1", "8.2a", "8.2b", "8.2c", "20.3", "21.2")
    def _zones(self) -> tuple[Zone, Zone]:
        """Zones of control (8): on land, over no river, into and out of no forest, out of no navigable river hex (R23).

        From one navigable river hex a zone reaches into another (8.2).
        """
        board = self.board
        sides = Hexsides.between(board.grid, board.playable, board.playable) - board.rivers
        ground = board.playable & ~board.forest
        return (
            Zone(board.grid, sides, into=ground, out_of=ground & ~board.navigable, own=True),
            Zone(board.grid, sides, into=ground & board.navigable, out_of=ground & board.navigable),
        )

    @cached_property
    @case("21.1", "21.4a", "21.4b", "22.1", "23.1")
    def fares(self) -> tuple[SideFare, ...]:
        """What it costs to cross hexsides: a river costs more, and who comes to or from a navigable river halts.

        A river costs nothing to or from a town or city, or along a railway (21.1); nobody halts to or from a city (21.4).
        """
        board = self.board
        grid, everywhere = board.grid, board.grid.all
        wet = board.rivers - Hexsides.between(grid, board.settled, everywhere) - board.rails
        bank = Hexsides.between(grid, board.navigable, board.playable & ~board.navigable)
        bank = bank - Hexsides.between(grid, board.cities, everywhere)
        land = Hexsides.between(grid, board.playable, board.playable)
        river = self.tables.crossing.river - self.tables.terrain["clear"].cost
        fares = (
            SideFare(land - wet - bank),
            SideFare((land & wet) - bank, plus=river),
            SideFare((land & bank) - wet, halts=True),
            SideFare(land & bank & wet, plus=river, halts=True),
        )
        return tuple(fare for fare in fares if fare.over)

    @cached_property
    def heads(self) -> dict[int, int]:
        """The hexes to which supply comes from off the map, with how many units they feed."""
        return {self.hex_at(text, "heads"): room for text, room in self.setup.heads.items()}

    @cached_property
    def moated(self) -> Mask:
        """Hexes that are attacked as over a river."""
        return mask_of(self.hex_at(text, "moated") for text in self.setup.moated)

    @cached_property
    def exits(self) -> Mask:
        """Hexes from which Germans may leave the map."""
        return mask_of(self.hex_at(text, "exits") for text in self.setup.exits.hexes)

    @cached_property
    def late_heads(self) -> dict[int, int]:
        """Those of them that serve from a turn on only, once the Allies hold them."""
        return {self.hex_at(text, "late_heads"): turn for text, turn in self.setup.late_heads.items()}

    def seat_of_wing(self, wing: int) -> int:
        """Whose air unit it is."""
        return self.side_wings[GERMAN] >> wing & 1

    def seat_of_truck(self, truck: int) -> int:
        """Whose truck it is."""
        return self.side_trucks[GERMAN] >> truck & 1


@case("19.11b")
def allies_of(unit: Unit) -> str:
    """The nation that headquarters count a unit to: British, Canadians and Poles are one (19.11)."""
    return "British" if unit.nation in COMMONWEALTH else unit.nation


def board_of(map: HexMap, setup: Setup, terrain: Collection[str] | None = None) -> Board:
    """The map, or the part of it between the columns and rows of the scenario, with its own edge; `terrain` as `Board` takes it."""
    if setup.columns is None or setup.rows is None:
        return Board(map, terrain=terrain)
    kept = _window(map, setup.columns, setup.rows)
    if setup.countries:
        kept |= map.hexes_in("country", *setup.countries)
    if setup.sea_columns is not None:
        kept |= _window(map, setup.sea_columns, setup.sea_rows) & map.terrain.get("sea", 0)
    boxes = mask_of(map.hex(text) for text in setup.boxes)
    kept = kept & ~mask_of(map.hex(text) for text in setup.closed) | boxes
    edge = mask_of(map.hex(text) for text in setup.edge)
    london, beyond = map.hexes_in("region", "London"), Board(map).east_of_rhine
    part = clipped(map, kept)
    board = Board(part, edge, boxes=boxes, london=london, beyond_rhine=beyond, terrain=terrain)
    if setup.landing_beaches:
        board.beaches &= mask_of(map.hex(text) for text in setup.landing_beaches)
    return board


def _window(map: HexMap, columns: tuple[int, int], rows: tuple[int, int] | None) -> Mask:
    (left, right), (top, bottom) = columns, rows or (1, map.grid.rows)
    return mask_of(
        map.grid.hex(col - 1, row - 1) for col in range(left, right + 1) for row in range(top, bottom + 1)
    )


def load(key: str, options: Options, packs: Sequence[DataPack]) -> FranceScenario:
    """The scenario `key` from the data files with `packs` laid over them."""
    return FranceScenario(
        key, files.read_setup(key, packs), files.read_files(packs), LIBRARY.map(packs), options
    )
