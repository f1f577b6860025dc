"""The data files of Eisenhower's War: counters, tables, Turn Track, scenarios."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from msgspec import Struct

from phaseline.drill.files import Library, Sourced
from phaseline.engine.amounts import Cost, Count, Few, Multiple, Positive, Shift
from phaseline.engine.ledger import case
from phaseline.engine.packs import DataPack

PACKAGE = "phaseline.games.eisenhower"
LIBRARY = Library(PACKAGE)
SEATS = ("Allied", "German")

UnitType = Literal[
    "mechanized",
    "airborne_drop",
    "airborne_ground",
    "mountain",
    "flak",
    "garrison",
    "infantry",
    "mountain_infantry",
    "panzer",
    "paratroop",
]
Factors = tuple[Few, Few, Few]


@case("2.4a", "2.4b", "2.6a", "2.7a", "2.9c", "2.10")
class Unit(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A counter (2.4): attack, defence and movement at full strength, and reduced if it has two steps.

    `entry` is its code: a turn (`3`), with `*` (12.1.1) or `?` (12.2.2), with a hex or `Italy` (12.2.1), or `Yug`.
    `rulebook` names the facts the rules state; the others are reconstructed.
    """

    name: str
    side: Literal["allied", "german"]
    type: UnitType
    full: Factors
    size: str = "corps"
    army_group: Literal["american", "british", "airborne", ""] = ""
    reduced: Factors | None = None
    setup: str = ""
    entry: str = ""
    mountain: bool = False
    other_form: str = ""
    rebuild: bool = True
    rulebook: tuple[str, ...] = ()
    note: str = ""

    @property
    @case("2.11a")
    def steps(self) -> int:
        """Two when it has factors on both sides, else one (2.11)."""
        return 1 if self.reduced is None else 2

    @property
    @case("1.2a", "1.2b", "2.9a", "2.9b")
    def mobile(self) -> bool:
        """Whether its printed movement factor is more than 0 (1.2)."""
        return self.full[2] > 0

    @case("2.11b")
    def factors(self, steps: int) -> Factors:
        """The factors of the side that shows with so many steps left."""
        return self.reduced if self.reduced is not None and steps < 2 else self.full


class CounterSheet(Sourced, frozen=True):
    """How many counters there are."""

    total: Count
    units: Count
    markers: dict[str, Count]


class Counters(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `counters.toml`."""

    sheet: CounterSheet
    units: dict[str, Unit]


class Terrain(Sourced, frozen=True):
    """A line of the Terrain Effects Chart: cost to enter, columns to the left, stacking limit."""

    cost: Cost
    mountain_capable: Cost
    shift: Shift
    stack: Multiple


class Crossing(Sourced, frozen=True):
    """Movement factors for hexsides, the pass and enemy zones of control."""

    river: Few
    rhine: Few
    seine: Few
    seine_german: Few
    scheldt: Few
    pass_: Few
    ezoc: Few


class Shifts(Sourced, frozen=True):
    """Columns that circumstances shift an attack."""

    city: Shift
    fortification: Shift
    west_wall_turn_3: Shift
    west_wall: Shift
    river: Shift
    rhine: Shift
    invasion: Shift
    concentric: Shift
    bombers: Shift
    offensive: Shift
    difficulty: Shift


class Past(Sourced, frozen=True):
    """What each column past an end of the results table adds."""

    attacker: Shift
    defender: Shift


class Stacking(Sourced, frozen=True):
    """Stacking limits that do not depend on terrain."""

    beachhead: Multiple
    waived_hex: str
    german_mobile_in_italy: Few


class Tables(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `tables.toml`."""

    crt: dict[str, Any]
    past_right: Past
    past_left: Past
    terrain: dict[str, Terrain]
    crossing: Crossing
    shifts: Shifts
    stacking: Stacking


class TurnBox(Sourced, frozen=True):
    """A box of the Turn Track: months, ports required, reminders."""

    turn: Positive
    label: str
    months: tuple[str, ...]
    ports: Few
    notes: tuple[str, ...] = ()


class TurnTrack(Struct, frozen=True, forbid_unknown_fields=True):
    """The content of `turns.toml`."""

    turns: tuple[TurnBox, ...]


class Setup(Sourced, frozen=True):
    """A scenario file (3.0). `start_allied` are hexes the Allies control though nobody stands there (R150)."""

    title: str
    alternate: bool
    beachheads: tuple[str, ...]
    start_allied: tuple[str, ...]
    landing_force: tuple[str, ...]


class Files(Struct, frozen=True):
    """All data of the game but its map."""

    counters: Counters
    tables: Tables
    track: TurnTrack


def read_files(packs: Sequence[DataPack]) -> Files:
    """Counters, tables and track with `packs` laid over them."""
    return Files(
        LIBRARY.data("counters.toml", Counters, packs),
        LIBRARY.data("tables.toml", Tables, packs),
        LIBRARY.data("turns.toml", TurnTrack, packs),
    )


def read_setup(key: str, packs: Sequence[DataPack]) -> Setup:
    """The file of the scenario `key`."""
    return LIBRARY.data(f"scenarios/{key}.toml", Setup, packs)
