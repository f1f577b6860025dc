"""The state of a game with units on hexes: who stands where, and the choices every chapter of its rules begins with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from phaseline.drill.scenario import FieldScenario
from phaseline.drill.standing import Place
from phaseline.engine.dice import Dice
from phaseline.engine.events import REDUCED
from phaseline.engine.game import Game
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.position import Position
from phaseline.engine.refusal import Refusal
from phaseline.engine.state import State
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union
from phaseline.mechanics.zones import Zone


class FieldPosition(Position, kw_only=True):
    """A position with a place for each unit. It says so where its other fields are, in the order of its own."""

    if TYPE_CHECKING:
        at: list[Place]


P = TypeVar("P", bound=FieldPosition)
C = TypeVar("C", bound=FieldScenario[Any])

FEW = 12
"""Up to so many units are looked up one by one (measured)."""


class FieldState(State[P, C]):
    """A match in play. Units and seats are numbers, sets of units or hexes are masks.

    Only `put` moves a unit: so who stands where is always known.
    """

    absent: ClassVar[str] = "it is not on the map"
    """Why a unit that is not on the map may not be chosen."""
    reduced: ClassVar[str] = "{unit:unit} is reduced"
    """What is told of a unit that has lost a step."""
    off_map: ClassVar[str] = ""
    """The case by which something may not be chosen because it is no hex of the map."""

    def __init__(self, game: Game[P, C], scenario: C, position: P, dice: Dice | None = None) -> None:
        super().__init__(game, scenario, position, dice)
        self._look_over()

    def _look_over(self) -> None:
        """Who stands where, from the position; at the start of a match it is known from the last one."""
        self.standing = self.scenario.standing(self.position.at)
        self._borrowed = True

    def copy(self, dice: Dice | None = None) -> Self:
        """An independent state with a copy of the position, which knows all that this one has worked out."""
        twin = super().copy(dice)
        twin.standing = self.standing
        twin._borrowed = self._borrowed = True
        return twin

    def restore(self, position: P) -> None:
        """Go on from this position instead: who stands where is looked over again."""
        super().restore(position)
        self._look_over()

    def put(self, unit: int, place: Place) -> None:
        """Put a unit in a hex, or in a place off the map."""
        at = self.position.at
        start = at[unit]
        if start != place:
            if self._borrowed:
                self.standing = self.standing.copy()
                self._borrowed = False
            self.standing.move(unit, self.scenario.side_of[unit], start, place)
            at[unit] = place
        self.changed()

    # -- who stands where ---------------------------------------------------------------------------------------------

    def on_map(self, seat: int) -> Mask:
        """The units of `seat` on the map."""
        return self.standing.units[seat]

    def occupied(self, seat: int) -> Mask:
        """The hexes with units of `seat`."""
        return self.standing.occupied[seat]

    def units_at(self, hex: Hex, seat: int) -> list[int]:
        """The units of `seat` in a hex, in roster order."""
        return list(hexes(self.standing.by_hex[seat].get(hex, 0)))

    def holder(self, hex: Hex) -> int | None:
        """The seat with units in a hex, the first of several; None when it is empty."""
        occupied = enumerate(self.standing.occupied)
        return next((seat for seat, area in occupied if area >> hex & 1), None)

    def units_in(self, area: Mask, seat: int) -> Mask:
        """The units of `seat` whose hexes lie in `area`."""
        return self.standing.units_in(area, seat)

    def where(self, units: Mask) -> Mask:
        """The hexes in which some units on the map stand."""
        at = self.position.at
        return mask_of([at[unit] for unit in hexes(units)])

    def standing_in(self, area: Mask, units: Mask) -> Mask:
        """Those of some units on the map whose hexes lie in `area`."""
        if units.bit_count() > FEW:
            found = 0
            for seat, side in enumerate(self.scenario.side_units):
                if units & side:
                    found |= units & self.standing.units_in(area, seat)
            return found
        at = self.position.at
        return mask_of([unit for unit in hexes(units) if area >> at[unit] & 1])

    @property
    def zones_now(self) -> tuple[tuple[Zone, int], ...]:
        """The classes of zones of control as they are now; a game overrides it where weather takes some away."""
        return self.scenario.zones

    def zone(self, seat: int) -> Mask:
        """The hexes in the zone of control of `seat`, off the map too where zones reach beyond it."""
        zones, standing = self.zones_now, self.standing
        return self.known(
            ("zone", seat),
            (standing.stamps[seat], zones),
            lambda: union(zone.of(standing.at_least(seat, 1, height)) for zone, height in zones),
        )

    def lose_step(self, unit: int, case: str) -> object:
        """Take a step from a unit; the last one eliminates it. A game may count and tell it otherwise."""
        position: Any = self.position
        if position.steps[unit] <= 1:
            self.eliminate(unit, case)
        else:
            position.steps[unit] -= 1
            self.tell(REDUCED, case, self.reduced, unit=unit)
        return None

    def eliminate(self, unit: int, case: str) -> object:
        """A unit has lost its last step."""
        raise NotImplementedError(f"{type(self).__name__} does not say what becomes of a unit without steps")

    def lying(self, seat: int, place: Place) -> Mask:
        """The units of `seat` in this place off the map."""
        return self.standing.elsewhere[seat].get(place, 0)

    def name(self, unit: int) -> str:
        """The unit's name in orders."""
        return self.scenario.titles[unit]

    def spoken(self, unit: int) -> str:
        """The unit's name in sentences."""
        return self.scenario.spoken[unit]

    def shown(self, unit: int) -> bool:  # noqa: ARG002 - for subclasses
        """Whether both sides know which unit it is; they do where nothing is hidden."""
        return True

    def tell_of(
        self, unit: int, kind: str, case: str, text: str, instead: str = "", **facts: int | str | None
    ) -> None:
        """Tell of something a unit did; while it is not `shown` the other side learns only `instead`."""
        if self.shown(unit):
            self.tell(kind, case, text, unit=unit, **facts)
        else:
            self.tell_only((self.scenario.side_of[unit],), kind, case, text, instead, unit=unit, **facts)

    # -- choices ------------------------------------------------------------------------------------------------------

    def choose_unit(self, seat: int, case: str) -> Narrowing:
        """Start a choice among all units: only those of `seat` that are on the map."""
        return choose(self.standing.units[seat], case, lambda unit: self._not_there(unit, seat))

    def choose_own(self, seat: int, case: str) -> Narrowing:
        """Start a choice among all units: only those of `seat`, wherever they are."""
        return choose(self.scenario.side_units[seat], case, lambda unit: self._not_there(unit, seat))

    def choose_hex(self, case: str) -> Narrowing:
        """Start a choice among all hexes: only those in play."""
        return choose(self.scenario.board.playable, case, lambda hex: self._no_place(hex, case))

    def _no_place(self, hex: object, case: str) -> Refusal:
        """Why a value, which may be anything, is no hex in play."""
        if isinstance(hex, int) and hex >= 0 and self.scenario.map.on_map >> hex & 1:
            return Refusal(case, "no unit can be there")
        return Refusal(self.off_map, "that hex is not on the map")

    def _not_there(self, unit: object, seat: int) -> str:
        """Why a value, which may be anything, is no unit of `seat` on the map."""
        if not isinstance(unit, int) or not 0 <= unit < len(self.scenario.units):
            return "there is no such unit"
        return self.absent if self.scenario.side_of[unit] == seat else "it belongs to the other side"
