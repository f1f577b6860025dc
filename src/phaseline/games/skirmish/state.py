"""Questions that the rules of a skirmish ask about a position."""

from __future__ import annotations

from phaseline.drill.state import FieldState
from phaseline.engine.events import ELIMINATED, REDUCED
from phaseline.engine.ledger import case
from phaseline.games.skirmish.position import GONE, SkirmishPosition
from phaseline.games.skirmish.scenario import STACKING_LIMIT, SkirmishScenario
from phaseline.hexgrid import Hex, Mask
from phaseline.mechanics.strength import HALF, Contribution, Factor, Rounding, contribution

UNSUPPLIED = Factor(HALF, "out of supply", "10.4")


class SkirmishState(FieldState[SkirmishPosition, SkirmishScenario]):
    """A skirmish in play. Units and seats are numbers, sets of units or hexes are masks."""

    absent = "it is no longer in the game"
    off_map = "1.1"

    @case("1.3")
    def full(self, seat: int) -> Mask:
        """The hexes in which `seat` has as many units as may stack there (1.3)."""
        return self.standing.at_least(seat, STACKING_LIMIT)

    @case("1.2", "10.4")
    def attack(self, unit: int) -> int:
        """The unit's attack strength at its present steps (1.2), halved out of supply, half up (10.4)."""
        return int(self.attacking(unit).strength)

    @case("1.2", "10.4")
    def attacking(self, unit: int) -> Contribution:
        """What a unit adds to an attack (1.2, 10.4)."""
        printed = self._printed(self.scenario.units[unit].attack, unit)
        factors = (UNSUPPLIED,) if self.position.unsupplied >> unit & 1 else ()
        return contribution(self.spoken(unit), printed, factors, Rounding.UP, does="attacks", case="9.4")

    @case("1.2")
    def defence(self, unit: int, steps: int | None = None) -> int:
        """The unit's defence strength (1.2), at its present steps or at so many."""
        return self._printed(self.scenario.units[unit].defence, unit, steps)

    def _printed(self, values: tuple[int, int], unit: int, steps: int | None = None) -> int:
        return values[0] if (self.position.steps[unit] if steps is None else steps) == 2 else values[1]

    @case("12.2")
    def place(self, unit: int, hex: Hex) -> None:
        """Put a unit in a hex; an objective there changes hands (12.2)."""
        position = self.position
        self.put(unit, hex)
        seat = self.scenario.side_of[unit]
        if hex in self.scenario.objectives:
            position.control[seat] |= 1 << hex
            position.control[1 - seat] &= ~(1 << hex)

    @case("2.2")
    def turn_up(self, unit: int, case: str) -> None:
        """Show a face-down unit to the other side (2.2)."""
        if not self.shown(unit):
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
            self.tell_of(unit, REDUCED, case, "{unit:unit} loses a step")

    @case("2.1")
    def shown(self, unit: int) -> bool:
        """Whether a unit is face up (2.1)."""
        return bool(self.position.face_up >> unit & 1)

    def remove(self, unit: int, case: str, text: str, kind: str = ELIMINATED) -> None:
        """Take a unit out of the game, for everybody to see; of another kind is what is no loss."""
        self.turn_up(unit, case)
        self.tell(kind, case, text, unit=unit, hex=self.position.at[unit])
        self.put(unit, GONE)
        self.position.steps[unit] = 0
