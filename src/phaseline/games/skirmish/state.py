"""Questions that the rules of a skirmish ask about a position."""

from __future__ import annotations

from collections.abc import Iterator

from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.state import State
from phaseline.games.skirmish.position import GONE, SkirmishPosition
from phaseline.games.skirmish.scenario import SkirmishScenario
from phaseline.hexgrid import Hex, Mask

STACKING_LIMIT = 2


class Survey:
    """Where everybody is, by seat: units on the map, their hexes, the hexes with two of them, their zones of control."""

    __slots__ = ("at", "full", "occupied", "units", "zone")

    def __init__(self, scenario: SkirmishScenario, at: list[int]) -> None:
        self.at = at.copy()
        self.units: list[Mask] = []
        self.occupied: list[Mask] = []
        self.full: list[Mask] = []
        for roster in scenario.rosters:
            units = occupied = full = 0
            for unit in roster:
                place = at[unit]
                if place >= 0:
                    hex = 1 << place
                    units |= 1 << unit
                    full |= occupied & hex
                    occupied |= hex
            self.units.append(units)
            self.occupied.append(occupied)
            self.full.append(full)
        self.zone = [scenario.dry_sides.cross(hexes) & scenario.map.on_map for hexes in self.occupied]


class SkirmishState(State[SkirmishPosition, SkirmishScenario]):
    """A skirmish in play. Units and seats are numbers, sets of units or hexes are masks."""

    def name(self, unit: int) -> str:
        """The unit's name."""
        return self.scenario.units[unit].name

    _survey: Survey | None = None

    @property
    def survey(self) -> Survey:
        """Where everybody is; worked out anew only when a unit has moved."""
        known = self._survey
        if known is None or known.at != self.position.at:
            known = self._survey = Survey(self.scenario, self.position.at)
        return known

    def on_map(self, seat: int) -> Mask:
        """The units of `seat` that are on the map."""
        return self.survey.units[seat]

    def occupied(self, seat: int) -> Mask:
        """The hexes with units of `seat`."""
        return self.survey.occupied[seat]

    @case("1.3")
    def full(self, seat: int) -> Mask:
        """The hexes in which `seat` has as many units as may stack there (1.3)."""
        return self.survey.full[seat]

    @case("7.1")
    def zone(self, seat: int) -> Mask:
        """The zone of control of `seat`: hexes next to its units, not across a river (7.1)."""
        return self.survey.zone[seat]

    def units_at(self, hex: Hex, seat: int) -> Iterator[int]:
        """The units of `seat` in a hex, in roster order."""
        at = self.position.at
        return (unit for unit in self.scenario.rosters[seat] if at[unit] == hex)

    def units_in(self, area: Mask, seat: int) -> Mask:
        """The units of `seat` whose hexes lie in `area`."""
        at = self.position.at
        units = 0
        for unit in self.scenario.rosters[seat]:
            if at[unit] >= 0 and area >> at[unit] & 1:
                units |= 1 << unit
        return units

    @case("1.2", "10.4")
    def attack(self, unit: int) -> int:
        """The unit's attack strength at its present steps (1.2), halved out of supply, half up (10.4)."""
        strength = self._printed(self.scenario.units[unit].attack, unit)
        return (strength + 1) // 2 if self.position.unsupplied >> unit & 1 else strength

    @case("1.2")
    def defence(self, unit: int) -> int:
        """The unit's defence strength at its present steps (1.2)."""
        return self._printed(self.scenario.units[unit].defence, unit)

    def _printed(self, values: tuple[int, int], unit: int) -> int:
        return values[0] if self.position.steps[unit] == 2 else values[1]

    def choose_unit(self, seat: int, case: str) -> Narrowing:
        """Start a choice among all units: only those of `seat` that are on the map."""
        return (
            choose(self.scenario.all_units, case, "there is no such unit")
            .only(self.scenario.side_units[seat], case, "it belongs to the other side")
            .only(self.on_map(seat), case, "it is no longer in the game")
        )

    @case("12.2")
    def place(self, unit: int, hex: Hex) -> None:
        """Put a unit in a hex; an objective there changes hands (12.2)."""
        position = self.position
        position.at[unit] = hex
        seat = self.scenario.side_of[unit]
        if hex in self.scenario.objectives:
            position.control[seat] |= 1 << hex
            position.control[1 - seat] &= ~(1 << hex)

    @case("2.2")
    def turn_up(self, unit: int, case: str) -> None:
        """Show a face-down unit to the other side (2.2)."""
        if not self.position.face_up >> unit & 1:
            self.position.face_up |= 1 << unit
            self.reveal(
                "revealed",
                case,
                "{unit:unit} is turned up in {hex:hex}",
                unit=unit,
                hex=self.position.at[unit],
            )

    @case("1.2")
    def lose_step(self, unit: int, case: str) -> None:
        """Take a step from a unit; without steps it leaves the game (1.2). A loss is told openly once it is face up."""
        position = self.position
        position.steps[unit] -= 1
        if position.steps[unit] == 0:
            self.remove(unit, case, "{unit:unit} is destroyed in {hex:hex}")
        else:
            self.tell_of(unit, "loss", case, "{unit:unit} loses a step")

    @case("2.1")
    def tell_of(
        self, unit: int, kind: str, case: str, text: str, instead: str = "", **facts: int | None
    ) -> None:
        """Tell of something a unit did; while it is face down the other side learns only `instead` (2.1)."""
        if self.position.face_up >> unit & 1:
            self.tell(kind, case, text, unit=unit, **facts)
        else:
            self.tell_only((self.scenario.side_of[unit],), kind, case, text, instead, unit=unit, **facts)

    def remove(self, unit: int, case: str, text: str) -> None:
        """Take a unit out of the game, for everybody to see."""
        self.turn_up(unit, case)
        self.tell("removed", case, text, unit=unit, hex=self.position.at[unit])
        self.position.at[unit] = GONE
        self.position.steps[unit] = 0
