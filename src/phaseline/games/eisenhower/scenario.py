"""Scenarios: map, roster, tables and options, worked out for quick questions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from msgspec import Struct

from phaseline.atlas.model import HexMap
from phaseline.drill.names import spoken_names
from phaseline.drill.scenario import FieldScenario, Roster
from phaseline.drill.standing import Height
from phaseline.engine.ledger import case
from phaseline.engine.packs import DataPack
from phaseline.games.eisenhower import files
from phaseline.games.eisenhower.board import Board
from phaseline.games.eisenhower.files import LIBRARY, SEATS, Files, Setup, TurnBox, Unit
from phaseline.games.eisenhower.position import ALLIED, GERMAN
from phaseline.hexgrid import Mask, mask_of
from phaseline.mechanics.tables import Losses, ResultsTable
from phaseline.mechanics.weighing import OddsTable
from phaseline.mechanics.zones import Zone


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of the game; each stands for another reading of the rules (see RULINGS.md).

    `second_invasion_france_only` (second invasion in France only): on the Atlantic it may go to the coast of France and to
    no other (13.1 instead of 3.2.3, R3). `turn3_arrivals_may_invade` (those who come on Turn 3 may land): units due on
    Turn 3 may take part in an invasion of Turn 3 (R9). `draw_band` (a draw is possible): the Allies need a city beyond the
    Drawn Game Line to win at the end (R27). `fortress_checked_turn_8` (the Alpine Fortress wins early): it wins at the end
    of Turn 8 (R28). `halve_movement_down` (half a movement is rounded down): halved movement factors round down (R65).
    `rhine_shift_if_any` (one across the Rhine is enough): the Rhine counts if any attacker crosses it (R93).
    `literal_start_control` (nothing behind the line is Allied yet): no hex behind the Allied line starts Allied (R150).
    `ports_checked` (too few ports lose): whether too few ports lose the game (4.3.2); without it beginners and studies get
    further.
    """

    second_invasion_france_only: bool = False
    turn3_arrivals_may_invade: bool = False
    draw_band: bool = False
    fortress_checked_turn_8: bool = False
    halve_movement_down: bool = False
    rhine_shift_if_any: bool = False
    literal_start_control: bool = False
    ports_checked: bool = True


class Entry(NamedTuple):
    """When and how a unit enters: turn (0: by event), `star` (12.1.1), `query` (12.2.2), place, or Yugoslavia."""

    turn: int
    star: bool = False
    query: bool = False
    where: str = ""
    yugoslav: bool = False

    @classmethod
    @case("2.4c", "3.2.2a", "12.2.1a")
    def parse(cls, code: str) -> Entry:
        """Reads `3`, `3*`, `8?`, `4/2711`, `5/Italy` or `Yug`. Raises `ValueError`."""
        if code == "Yug":
            return cls(0, yugoslav=True)
        turn, _, where = code.partition("/")
        digits = turn.rstrip("*?")
        if not digits.isdigit():
            raise ValueError(f'an entry code is a turn, with *, ?, a hex or Italy, or Yug; not "{code}"')
        return cls(int(digits), "*" in turn, "?" in turn, where)


MOBILE = 1
"""Which of the heights of a stack counts its mobile units."""


class EisenhowerScenario(FieldScenario[Unit]):
    """The unchanging facts of a match."""

    board: Board
    options: Options

    def __init__(self, key: str, setup: Setup, data: Files, map: HexMap, options: Options) -> None:
        roster = data.counters.units
        super().__init__(
            key=key,
            title=setup.title,
            board=Board(map, data.tables),
            options=options,
            facts=(setup, data, map, options),
            roster=Roster(
                roster,
                lambda unit: ALLIED if unit.side == "allied" else GERMAN,
                SEATS,
                spoken=spoken_names({key: unit.name for key, unit in roster.items()}),
            ),
        )
        self.setup = setup
        self.data = data
        self.tables = data.tables
        self.alternate = setup.alternate
        self.weak = self.having(
            lambda unit: not all(unit.factors(step)[0] for step in range(1, unit.steps + 1))
        )
        self.mobile = self.having(lambda unit: unit.mobile)
        limits = [line.stack for line in self.tables.terrain.values()]
        highest = max(self.tables.stacking.beachhead, *limits)
        self.heights = (Height(self.all_units, highest + 1), Height(self.mobile, 1))
        self.zones = self._zones()
        self.static = self.all_units & ~self.mobile
        self.capable = self.having(lambda unit: unit.mountain)
        self.american = self.having(lambda unit: unit.army_group == "american")
        self.british = self.having(lambda unit: unit.army_group == "british")
        self.paratroops = self.having(lambda unit: unit.type == "airborne_drop")
        self.drop_forms = tuple(n for n, unit in enumerate(self.units) if unit.type == "airborne_drop")
        self.ground_airborne = self.having(lambda unit: unit.type == "airborne_ground")
        self.french = mask_of(self.number[name] for name in ("FX", "F1", "F2") if name in self.number)
        self.other_form = tuple(self.number.get(unit.other_form, -1) for unit in self.units)
        self.groups: Mapping[str, Mask] = {"american": self.american, "british": self.british}
        self.national: dict[int, Mask] = self._national()
        self.entries = [Entry.parse(unit.entry) if unit.entry else None for unit in self.units]
        self.yugoslavs = mask_of(n for n, entry in enumerate(self.entries) if entry and entry.yugoslav)
        self.reserves = mask_of(n for n, entry in enumerate(self.entries) if entry and entry.query)
        self.starred = mask_of(n for n, entry in enumerate(self.entries) if entry and entry.star)
        self.hex_coded = mask_of(n for n, entry in enumerate(self.entries) if entry and entry.where)
        self.weak_infantry = self.having(lambda unit: unit.full == (2, 3, 4) and unit.type == "infantry")
        self.ss = mask_of(self.number[name] for name in ("1SS", "2SS") if name in self.number)
        self.track: tuple[TurnBox, ...] = data.track.turns
        self.crt: OddsTable[Losses] = OddsTable(
            ResultsTable.read(data.tables.crt, Losses.parse), clamp_first=True, past=self._past_end
        )
        self.waived_hex = self._waived()
        self.invasion_coast = self._coasts()

    @case("11.0b", "11.0d", "11.0g")
    def _past_end(self, result: Losses, beyond: int) -> Losses:
        """What each column past an end of the table adds to a result: negative to the left, positive to the right (11.0)."""
        past = self.tables.past_right if beyond > 0 else self.tables.past_left
        columns = abs(beyond)
        return Losses(
            max(0, result.attacker + past.attacker * columns),
            max(0, result.defender + past.defender * columns),
        )

    def _national(self) -> dict[int, Mask]:
        """The army group of each airborne corps in its static form: that of its ground form."""
        return {
            n: self.american if self.american >> other & 1 else self.british
            for n, other in enumerate(self.other_form)
            if other >= 0
        }

    @case("1.2b", "9.1a", "9.1b", "9.1c", "9.1d", "9.2")
    def _zones(self) -> tuple[tuple[Zone, int], ...]:
        """Mobile units have a zone of control: the hexes next to them, not over the sea (9.1)."""
        return ((Zone(self.board.grid, self.board.land_sides), MOBILE),)

    def _waived(self) -> int:
        label = self.tables.stacking.waived_hex
        try:
            return self.map.hex(label)
        except ValueError:
            return -1

    @case("3.2.3c", "13.1b")
    def _coasts(self) -> dict[str, Mask]:
        """Where invasions may land: the first one (3.3.2), the second one (3.2.3; R3)."""
        area = partial(self.board.map.hexes_in, "range")
        atlantic, french = area("Atlantic invasion coast"), area("French Mediterranean coast")
        second = atlantic & self.board.france if self.options.second_invasion_france_only else atlantic
        adriatic = self.board.map.hexes_in("coast", "Adriatic") & self.board.playable
        return {
            "first": atlantic | french,
            "second": second | french | adriatic | area("Italian Mediterranean coast", "Adriatic coast"),
            "adriatic": area("Adriatic coast"),
            "yugoslav": area("Yugoslav trigger coast"),
            "triggers": area("Yugoslav trigger hexes"),
            "fortress": area("Alpine Fortress"),
            "british": area("British targets of Turn 1"),
        }

    def group_of(self, unit: int) -> Mask:
        """The army group of an Allied unit; 0 for a static airborne corps, which goes with either (13.2)."""
        if self.american >> unit & 1:
            return self.american
        return self.british if self.british >> unit & 1 else 0

    def ports_required(self, turn: int) -> int:
        """How many ports the Allies need at the end of a turn (4.3.2)."""
        return next((box.ports for box in self.track if box.turn == turn), 0)


def load(key: str, options: Options, packs: Sequence[DataPack]) -> EisenhowerScenario:
    """The scenario `key` from the data files with `packs` laid over them."""
    return EisenhowerScenario(
        key, files.read_setup(key, packs), files.read_files(packs), LIBRARY.map(packs), options
    )
