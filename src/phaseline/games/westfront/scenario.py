"""Scenarios: the roster, the tables and the forces, read from the data files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from msgspec import Struct

from phaseline.atlas.model import HexMap
from phaseline.engine.game import Scenario
from phaseline.engine.lexicon import HexNames, Lexicon, Names, Vocabulary
from phaseline.games.westfront.board import Board
from phaseline.games.westfront.roster import Fire, Kind, Unit, UnitType
from phaseline.hexgrid import Mask, mask_of

PACKAGE = "phaseline.games.westfront"
SEATS = ("Allied", "Axis")


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """Options of WestFront.

    `deployment` says how forces are set up (3.2); `siege_port` which reading of 15.31 holds (R89); `linked` how many
    further scenarios follow (3.12; 99 for the campaign of 3.14).
    """

    deployment: Literal["historical", "semi-historical", "free"] = "historical"
    siege_port: Literal["rule", "example"] = "rule"
    linked: int = 0


class WestFrontScenario(Scenario):
    """The unchanging facts of a game. `data` is the validated content of the data files, which chapters read."""

    options: Options

    def __init__(
        self,
        *,
        key: str,
        title: str,
        map: HexMap,
        options: Options,
        digest: str,
        units: Sequence[Unit],
        types: Mapping[str, UnitType],
        data: Any,
    ) -> None:
        names: dict[str, Vocabulary] = {
            "unit": Names("unit", [unit.name for unit in units]),
            "hex": HexNames(map),
            "seat": Names("seat", SEATS),
        }
        super().__init__(
            key=key, title=title, map=map, lexicon=Lexicon(names), options=options, digest=digest
        )
        self.board = Board(map)
        self.units = tuple(units)
        self.types = dict(types)
        self.data = data
        self.seat_of = tuple(unit.seat for unit in units)
        self.rosters = [tuple(n for n, seat in enumerate(self.seat_of) if seat == side) for side in (0, 1)]
        self.side_units: list[Mask] = [mask_of(roster) for roster in self.rosters]
        self.all_units: Mask = mask_of(range(len(self.units)))
        self.hqs: Mask = mask_of(n for n, unit in enumerate(units) if unit.is_hq)
        self.supreme: Mask = mask_of(n for n, unit in enumerate(units) if unit.is_supreme)
        self.forts: Mask = self._kind("fort")
        self.statics: Mask = self._kind("static")
        self.spanish: Mask = mask_of(n for n, unit in enumerate(units) if unit.nation == "Spanish")

    def _kind(self, kind: Kind) -> Mask:
        return mask_of(n for n, unit in enumerate(self.units) if unit.kind == kind)

    def air_fire(self, book: str, seat: int) -> Fire:
        """Firepower of a side's airstrikes under the tables of a scenario, "none" if it has no aircraft (13.14)."""
        fire: Fire = self.data.books[book].air[seat]
        return fire
