"""Scenarios: map, roster and tables, read from the data files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.resources import files
from typing import Any, Literal

from msgspec import Struct

from phaseline.atlas.model import HexMap
from phaseline.drill.board import Ground
from phaseline.drill.files import Library
from phaseline.drill.marching import SideFare
from phaseline.drill.scenario import FieldScenario, Roster
from phaseline.drill.standing import Height
from phaseline.engine.amounts import Cost, Count, Few, Shift, Turns
from phaseline.engine.ledger import case
from phaseline.engine.packs import DataPack
from phaseline.games.skirmish.position import GONE, WEATHERS, Campaign, SkirmishPosition, Weather
from phaseline.hexgrid import mask_of, unite
from phaseline.mechanics.tables import ResultsTable
from phaseline.mechanics.weighing import OddsTable
from phaseline.mechanics.zones import Zone

PACKAGE = "phaseline.games.skirmish"
LIBRARY = Library(PACKAGE)
STACKING_LIMIT = 2
"""Units of a side in a hex (1.3)."""
OUT = "gone"
"""Instead of a hex: the unit is out of the game from the start."""
Side = Literal["Blue", "Red"]
SEATS: tuple[Side, Side] = ("Blue", "Red")
Kind = Literal["infantry", "armour", "cavalry", "decoy"]


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a skirmish.

    `fog` (hidden units): units begin face down (2.1). `weather` (weather that changes): rolled each turn (4.1) or always dry.
    """

    fog: bool = True
    weather: Literal["rolled", "dry"] = "rolled"


class Unit(Struct, frozen=True, forbid_unknown_fields=True):
    """A counter. Strengths are given for two steps and for one (1.2); a decoy has none (2.3)."""

    name: str
    side: Side
    kind: Kind
    attack: tuple[Few, Few]
    defence: tuple[Few, Few]
    movement: Few
    at: str


class Terrain(Struct, frozen=True, forbid_unknown_fields=True):
    """What a terrain costs to enter (6.2) and how far it shifts attacks to the left (9.5)."""

    cost: Cost
    shift: Shift


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `tables.toml`."""

    terrain: dict[str, Terrain]
    weather: dict[str, Any]
    results: dict[str, Any]


class Setup(Struct, frozen=True, forbid_unknown_fields=True):
    """One scenario file. `objectives` are hexes or places worth points each turn (12.1)."""

    title: str
    turns: Turns
    map: str
    sources: dict[Side, tuple[str, ...]]
    objectives: dict[str, Count]
    held_by: dict[str, Side]
    units: tuple[Unit, ...]


class Result(Struct, frozen=True):
    """A combat result (9.7): steps lost by attacker and defender, and whether the defender retreats."""

    attacker: Count
    defender: Count
    retreat: bool

    @classmethod
    def parse(cls, cell: str) -> Result:
        """Reads `1/2R`: one step from the attacker, two from the defender, and the defender retreats."""
        if not re.fullmatch(r"\d/\dR?", cell):
            raise ValueError(f'a result is "1/2" or "1/2R", not "{cell}"')
        attacker, _, defender = cell.removesuffix("R").partition("/")
        return cls(int(attacker), int(defender), cell.endswith("R"))

    def __str__(self) -> str:
        return f"{self.attacker}/{self.defender}{'R' if self.retreat else ''}"


class SkirmishScenario(FieldScenario[Unit]):
    """The unchanging facts of a skirmish."""

    options: Options

    def __init__(self, key: str, setup: Setup, tables: Tables, map: HexMap, options: Options) -> None:
        super().__init__(
            key=key,
            title=setup.title,
            board=Ground(map, terrain=tables.terrain),
            options=options,
            facts=(setup, tables, map, options),
            roster=Roster(
                {unit.name: unit for unit in setup.units}, lambda unit: SEATS.index(unit.side), SEATS
            ),
        )
        self.setup = setup
        self.turns = setup.turns
        self.heights = (Height(self.all_units, STACKING_LIMIT),)
        self.decoys = self.having(lambda unit: unit.kind == "decoy")
        self.terrain = tables.terrain
        self.ground = unite((line.cost, self.board.terrain_of(key)) for key, line in tables.terrain.items())
        self.rivers = map.sides("river")
        self.crossings = {cost: (SideFare(~self.rivers), SideFare(self.rivers, plus=cost)) for cost in (1, 2)}
        self.zones = self._zones()
        self.weather: ResultsTable[Weather] = ResultsTable.read(tables.weather, weather)
        self.crt: OddsTable[Result] = OddsTable(ResultsTable.read(tables.results, Result.parse))
        self.sources = [mask_of(map.hex(text) for text in setup.sources[name]) for name in SEATS]
        self.objectives = {map.hex(text): points for text, points in setup.objectives.items()}
        self.first_control = [
            mask_of(map.hex(text) for text, holder in setup.held_by.items() if holder == name)
            for name in SEATS
        ]

    @case("7.1")
    def _zones(self) -> tuple[tuple[Zone, int], ...]:
        """Every unit has a zone of control: the hexes next to it, not across a river (7.1)."""
        return ((Zone(self.map.grid, ~self.rivers, into=self.map.on_map), 0),)


def weather(cell: str) -> Weather:
    """The weather that a cell of its table names. Raises `ValueError`."""
    for known in WEATHERS:
        if known == cell:
            return known
    raise ValueError(f'the weather is {" or ".join(WEATHERS)}, not "{cell}"')


def load(key: str, options: Options, packs: Sequence[DataPack]) -> SkirmishScenario:
    """The scenario `key` from the data files with `packs` laid over them."""
    setup = read_setup(key, packs)
    return SkirmishScenario(key, setup, read_tables(packs), read_map(setup.map, packs), options)


def read_setup(key: str, packs: Sequence[DataPack]) -> Setup:
    """The file of the scenario `key`."""
    return LIBRARY.data(f"scenarios/{key}.toml", Setup, packs)


def read_tables(packs: Sequence[DataPack]) -> Tables:
    """The tables."""
    return LIBRARY.data("tables.toml", Tables, packs)


def own_maps() -> list[str]:
    """The names of the maps that the game brings."""
    return sorted(path.name.removesuffix(".toml") for path in (files(PACKAGE) / "data" / "maps").iterdir())


def read_map(name: str, packs: Sequence[DataPack]) -> HexMap:
    """The map of this name."""
    return LIBRARY.map(packs, f"maps/{name}.toml")


@case("1.2", "2.1")
def first_position(scenario: SkirmishScenario) -> SkirmishPosition:
    """Every unit in its place with two steps, face down; without fog face up, and then there are no decoys (2.1)."""
    out = 0 if scenario.options.fog else scenario.decoys
    out |= mask_of(n for n, unit in enumerate(scenario.units) if unit.at == OUT)
    numbers = range(len(scenario.units))
    return SkirmishPosition(
        stack=[Campaign()],
        face_up=0 if scenario.options.fog else scenario.all_units,
        at=[GONE if out >> n & 1 else scenario.map.hex(scenario.units[n].at) for n in numbers],
        steps=[0 if out >> n & 1 else 2 for n in numbers],
        control=list(scenario.first_control),
    )
