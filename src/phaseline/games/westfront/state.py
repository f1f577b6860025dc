"""Questions that every chapter of the rules asks about a position of WestFront."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Final, Literal, NamedTuple, TypeVar

from phaseline.engine.dice import Dice
from phaseline.engine.game import Game
from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing, choose
from phaseline.engine.state import State
from phaseline.games.westfront.board import Board
from phaseline.games.westfront.position import ALLIED, AXIS, ELIMINATED, PlayerTurn, Role, WestFrontPosition
from phaseline.games.westfront.roster import Unit, UnitType
from phaseline.games.westfront.scenario import NOBODY, WestFrontScenario
from phaseline.games.westfront.survey import Survey
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

T = TypeVar("T")

Flag = Literal[
    "italy surrendered",
    "italy conquered",
    "friuli due",
    "paras grounded",
    "ore route lost",
    "france revolted",
    "tito raised",
    "spain at war",
    "portugal at war",
    "spain defeated",
    "portugal defeated",
    "spain conquered",
    "portugal conquered",
    "yugoslavia entered",
    "winter offensive",
    "winter offensive used",
]
"""Things that happen once and for all; kept in `position.flags`."""

FEW: Final = 12
"""Up to so many units are looked up one by one (measured)."""
STATES: Final = (
    "revealed",
    "unsupplied",
    "dispersed",
    "dropped",
    "overstacked",
    "moved",
    "strategic",
    "disengaged",
    "deactivated",
)
"""What a unit may be, as long as it is on the map: the sets of a position."""

DECEMBER_1943: Final = 11
JUNE_1944: Final = 17
SEPTEMBER_1944: Final = 20
OCTOBER_1944: Final = 21


class Standing:
    """What was worked out about the map as it stood in one position, and how to tell whether it still does."""

    __slots__ = ("_facts", "_flags", "_stamp", "found")

    def __init__(self, position: WestFrontPosition, survey: Survey) -> None:
        self._stamp = survey.stamp
        self._facts = _facts(position)
        self._flags = position.flags.copy()
        self.found: dict[Hashable, Any] = {}

    def holds(self, position: WestFrontPosition, survey: Survey) -> bool:
        """Whether nothing of it has changed."""
        return (
            self._stamp is survey.stamp and self._flags == position.flags and self._facts == _facts(position)
        )


def _facts(p: WestFrontPosition) -> tuple[Hashable, ...]:
    """What `standing` may depend on, besides flags and where units are."""
    control, owner = p.control, p.owner
    return (
        control[ALLIED],
        control[AXIS],
        owner[ALLIED],
        owner[AXIS],
        p.book,
        p.month,
        p.weather,
        p.storm,
        p.grounding,
        tuple(p.beachheads.items()),
        tuple(p.beachhead_at.items()) if p.beachhead_at else (),
    )


def _marked(p: WestFrontPosition) -> Mask:
    """The units that are anything of `STATES`."""
    of_turn = p.moved | p.strategic | p.disengaged | p.deactivated | p.dispersed | p.dropped
    return of_turn | p.revealed | p.unsupplied | p.overstacked


class _Fixed(NamedTuple):
    """What control came from when it was fixed, and what it was then."""

    stamp: object
    barred: Mask
    dispersed: Mask
    neutral: Mask
    defends: list[Mask]
    owner: list[Mask]
    control: list[Mask]


def _by_role(active: dict[int, Role]) -> dict[str, Mask]:
    found = {"": mask_of(active)}
    for hq, role in active.items():
        found[role] = found.get(role, 0) | 1 << hq
    return found


class WestFrontState(State[WestFrontPosition, WestFrontScenario]):
    """A game of WestFront in play."""

    def __init__(
        self,
        game: Game[WestFrontPosition, WestFrontScenario],
        scenario: WestFrontScenario,
        position: WestFrontPosition,
        dice: Dice | None = None,
    ) -> None:
        super().__init__(game, scenario, position, dice)
        self.board: Board = scenario.board
        """The map as the rules see it."""
        self.survey = Survey(scenario, position.at)
        """Where everybody is, kept up with every step: only `place` and `withdraw` put units elsewhere."""
        self._standing: Standing | None = None
        self._stood = -1
        self._fixed: _Fixed | None = None
        self._active_hqs: tuple[dict[int, Role], dict[str, Mask]] | None = None
        self._lasting: dict[Hashable, tuple[Hashable, Any]] = {}
        self._chosen: dict[tuple[int, str], tuple[Mask, Narrowing]] = {}

    # -- units --------------------------------------------------------------------------------------------------------

    def restore(self, position: WestFrontPosition) -> None:
        """Go on from this position instead: who stands where is looked over again."""
        self.survey = Survey(self.scenario, position.at)
        super().restore(position)

    def lasting(self, key: Hashable, depends: Hashable, make: Callable[[], T]) -> T:
        """What `make` works out, remembered under `key` for as long as all it `depends` on stays equal.

        Unlike `memo` it lives from one order to the next: for what depends on control and little else.
        """
        found = self._lasting.get(key)
        if found is None or found[0] != depends:
            found = self._lasting[key] = (depends, make())
        made: T = found[1]
        return made

    def stands(self) -> Standing:
        """The map as it stands: another object as soon as anything is different that `standing` may depend on."""
        known = self._standing
        if self._stood != self.epoch or known is None:
            if known is None or not known.holds(self.position, self.survey):
                known = self._standing = Standing(self.position, self.survey)
            self._stood = self.epoch
        return known

    def standing(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` works out, remembered under `key` for as long as things on the map stand as they do.

        That is for what depends on where units are, on control, the calendar, the weather, and what has happened; not
        on strengths, roles, plans, or what was done this turn.
        """
        found = self.stands().found
        made: T
        try:
            made = found[key]
        except KeyError:
            made = found[key] = make()
        return made

    def unit(self, unit: int) -> Unit:
        """What is printed on a block."""
        return self.scenario.units[unit]

    def type_of(self, unit: int) -> UnitType:
        """What its type can do."""
        return self.scenario.types[self.scenario.units[unit].kind]

    def seat_of(self, unit: int) -> int:
        """The side a unit fights for."""
        return self.scenario.seat_of[unit]

    def on_map(self, seat: int) -> Mask:
        """The units of a side on the map."""
        return self.survey.units[seat]

    def occupied(self, seat: int) -> Mask:
        """The hexes with units of a side."""
        return self.survey.occupied[seat]

    def units_at(self, hex: Hex, seat: int) -> list[int]:
        """The units of a side in a hex, in roster order."""
        return list(hexes(self.survey.stacks[seat].get(hex, 0)))

    def units_in(self, area: Mask, seat: int) -> Mask:
        """The units of a side whose hexes lie in `area`."""
        survey = self.survey
        stacks, occupied = survey.stacks[seat], survey.occupied[seat]
        inside = area & occupied
        outside = occupied ^ inside
        if not outside:
            return survey.units[seat]
        units = 0
        if inside.bit_count() <= outside.bit_count():
            for hex in hexes(inside):
                units |= stacks[hex]
            return units
        for hex in hexes(outside):
            units |= stacks[hex]
        return survey.units[seat] ^ units

    def standing_in(self, area: Mask, units: Mask) -> Mask:
        """Those of some units on the map whose hexes lie in `area`."""
        if units.bit_count() > FEW:
            return units & (self.units_in(area, ALLIED) | self.units_in(area, AXIS))
        at = self.position.at
        return mask_of([unit for unit in hexes(units) if area >> at[unit] & 1])

    def hqs_by_role(self) -> dict[str, Mask]:
        """The active HQs by role, and all of them under "" (5.2)."""
        found = self._active_hqs
        if found is None or found[0] != self.position.role:
            found = self._active_hqs = (self.position.role.copy(), _by_role(self.position.role))
        return found[1]

    # -- battles and control --------------------------------------------------------------------------------------------

    @property
    def battles(self) -> Mask:
        """Hexes with units of both sides (7.11)."""
        return self.survey.battles

    def engaged(self, unit: int) -> bool:
        """Whether a unit is in a battle hex."""
        return bool(self.survey.battles >> self.position.at[unit] & 1)

    def defenders(self, hex: Hex) -> Mask:
        """The units of the Original Defender in a battle (7.12)."""
        seat = AXIS if self.position.defends[AXIS] >> hex & 1 else ALLIED
        return self.survey.stacks[seat].get(hex, 0)

    @case("8.2", "fig.8a", "fig.8b")
    def zone(self, seat: int) -> Mask:
        """The zone of control of a side: unoccupied hexes next to its free, supplied units, not across rivers (8.2).

        Engaged, unsupplied and dispersed units have none; nor do units in excess after a repulse (6.22b).
        """
        position = self.position
        barred = position.unsupplied | position.dispersed | position.overstacked
        depends = (self.survey.stamp, barred, self.neutral)
        return self.lasting(("zone", seat), depends, lambda: self._reached(seat, barred))

    def _reached(self, seat: int, barred: Mask) -> Mask:
        survey = self.survey
        sources = self._with_others(seat, barred) & ~survey.battles
        reached = self.board.dry.cross(sources)
        return reached & self.in_play & ~(survey.occupied[ALLIED] | survey.occupied[AXIS])

    def _with_others(self, seat: int, units: Mask) -> Mask:
        """The hexes with units of a side besides these."""
        survey = self.survey
        found, stacks = survey.occupied[seat], survey.stacks[seat]
        for unit in hexes(units & survey.units[seat]):
            hex = survey.at[unit]
            if not stacks[hex] & ~units:
                found &= ~(1 << hex)
        return found

    @case("8.1", "8.1b", "8.3", "8.31", "8.32", "8.33", "8.34")
    def fix_control(self) -> None:
        """Fix the control of every hex for the phase that begins (8.1).

        A hex is friendly to the side alone in it, to the Original Defender of a battle, or to the side that alone has
        it in its zone; in both zones it is disputed; otherwise it stays with its last controller (8.31-8.34). Units
        that are dispersed change the control of no hex (14.6, 15.42).
        """
        tidied = self._tidy()
        if self._is_fixed():
            if tidied:
                self.changed()
            return
        self._fix_control()
        p = self.position
        barred = p.unsupplied | p.overstacked
        self._fixed = _Fixed(
            self.survey.stamp, barred, p.dispersed, self.neutral, p.defends[:], p.owner[:], p.control[:]
        )
        self.changed()

    def _is_fixed(self) -> bool:
        """Whether nothing has changed since control was fixed, of all that it comes from, and of control itself."""
        p, fixed = self.position, self._fixed
        return (
            fixed is not None
            and fixed.stamp is self.survey.stamp
            and fixed.defends == p.defends
            and fixed.owner == p.owner
            and fixed.control == p.control
            and fixed.barred == p.unsupplied | p.overstacked
            and fixed.dispersed == p.dispersed
            and fixed.neutral == self.neutral
        )

    def _fix_control(self) -> None:
        position, survey = self.position, self.survey
        owner, control, defends = position.owner, position.control, position.defends
        zones = [self.zone(seat) for seat in (ALLIED, AXIS)]
        disputed = zones[ALLIED] & zones[AXIS]
        gained = []
        for seat in (ALLIED, AXIS):
            defends[seat] &= survey.battles
            held = self._with_others(seat, position.dispersed) & ~survey.battles
            gained.append(held | defends[seat] | zones[seat] & ~disputed)
        for seat in (ALLIED, AXIS):
            owner[seat] = owner[seat] & ~gained[1 - seat] | gained[seat]
            control[seat] = owner[seat] & ~disputed
        for hex, (natural, stated) in self.scenario.stated.control.items():
            if self.controller(hex) == natural:
                self._hand(hex, stated)

    def controller(self, hex: Hex) -> int:
        """The seat that controls a hex in this phase, `NOBODY` if it is disputed or out of play."""
        return next((seat for seat in (ALLIED, AXIS) if self.position.control[seat] >> hex & 1), NOBODY)

    def _hand(self, hex: Hex, owner: int) -> None:
        """Give the control of a hex to a seat, or to nobody, as a case file states it."""
        for seat in (ALLIED, AXIS):
            self.position.control[seat] &= ~(1 << hex)
            self.position.control[seat] |= (owner == seat) << hex

    @case("7.12b", "6.22b")
    def _tidy(self) -> bool:
        """Blocks lie face-up only in battles and as active HQs; an excess that has gone is forgotten (7.12, R45).

        True if there was anything to tidy up.
        """
        position = self.position
        before = position.revealed, position.overstacked
        if not (position.revealed or position.overstacked):
            return False
        for unit in hexes(position.revealed & ~self.hqs_by_role()[""]):
            if not self.engaged(unit):
                position.revealed &= ~(1 << unit)
        for unit in hexes(position.overstacked):
            hex = position.at[unit]
            stack = self.survey.stacks[self.seat_of(unit)].get(hex, 0)
            if hex < 0 or stack.bit_count() <= self.board.stacking_limit(hex):
                position.overstacked &= ~(1 << unit)
        return before != (position.revealed, position.overstacked)

    def friendly(self, seat: int) -> Mask:
        """Hexes friendly to a side in this phase (8.31)."""
        return self.position.control[seat]

    def hostile(self, seat: int) -> Mask:
        """Hexes controlled by the other side in this phase (8.32)."""
        return self.position.control[1 - seat]

    def disputed(self) -> Mask:
        """Hexes in play that neither side controls (8.33)."""
        return self.in_play & ~(self.position.control[ALLIED] | self.position.control[AXIS])

    @property
    def in_play(self) -> Mask:
        """Land hexes that may be entered at all: not the neutral countries before a declaration of war (16.4a)."""
        flags = self.position.flags
        return self.board.in_play["spain at war" in flags, "portugal at war" in flags]

    @property
    def neutral(self) -> Mask:
        """Spain and Portugal while they are at peace (16.4a)."""
        flags = self.position.flags
        return self.board.neutral["spain at war" in flags, "portugal at war" in flags]

    # -- times ----------------------------------------------------------------------------------------------------------

    @property
    def active(self) -> int:
        """The side whose turn it is."""
        return self.frame(PlayerTurn).seat

    @property
    def mud(self) -> bool:
        """Whether the weather is mud (12.1)."""
        return self.position.weather == "mud"

    @property
    def extended_air_range(self) -> bool:
        """Allied aircraft reach twice as far from December 1943 (13.21)."""
        return self.position.month >= DECEMBER_1943

    @property
    def air_supremacy(self) -> bool:
        """Allied Air Supremacy from June 1944 (13.22)."""
        return self.position.month >= JUNE_1944

    def has(self, flag: Flag) -> bool:
        """Whether this has happened."""
        return flag in self.position.flags

    # -- changes --------------------------------------------------------------------------------------------------------

    def choose_unit(self, seat: int, case: str) -> Narrowing:
        """Start a choice among all units: only those of `seat` that are on the map."""
        on_map = self.survey.units[seat]
        found = self._chosen.get((seat, case))
        if found is None or found[0] != on_map:
            found = self._chosen[seat, case] = on_map, self._own_units(seat, on_map, case)
        return found[1].copy()

    def _own_units(self, seat: int, on_map: Mask, case: str) -> Narrowing:
        return (
            choose(self.scenario.all_units, case, "there is no such unit")
            .only(self.scenario.side_units[seat], case, "it belongs to the other side")
            .only(on_map, case, "it is not on the map")
        )

    def place(self, unit: int, hex: Hex) -> None:
        """Put a unit in a hex."""
        self._stand(unit, hex)
        self.changed()

    def _stand(self, unit: int, where: int) -> None:
        at = self.position.at
        if at[unit] != where:
            self.survey.move(unit, self.scenario.seat_of[unit], where)
            at[unit] = where

    @case("2.4", "7.33b")
    def lose_step(self, unit: int, case: str) -> bool:
        """Take a step from a unit; below its lowest step it is eliminated (2.4). True if it was eliminated.

        The other side learns the loss only if it sees the block's face.
        """
        lowest = self.type_of(unit).lowest
        if self.position.cv[unit] <= lowest:
            self.eliminate(unit, case)
            return True
        self.position.cv[unit] -= 1
        self.tell_of(unit, "loss", case, "{unit:unit} is down to {cv}", cv=self.position.cv[unit])
        self.changed()
        return False

    @case("2.4")
    def eliminate(self, unit: int, case: str) -> None:
        """Remove a unit from play; it may be rebuilt later (2.4, 11.42)."""
        hex = self.position.at[unit]
        self.reveal("eliminated", case, "{unit:unit} is eliminated in {hex:hex}", unit=unit, hex=hex)
        self.withdraw(unit, ELIMINATED)

    def withdraw(self, unit: int, where: int) -> None:
        """Take a unit off the map, to `ELIMINATED`, `TO_COME` or `GONE`, and forget its states."""
        position = self.position
        self._stand(unit, where)
        position.cv[unit] = 0
        for states in STATES if _marked(position) >> unit & 1 else ():
            setattr(position, states, getattr(position, states) & ~(1 << unit))
        position.role.pop(unit, None)
        position.targets.pop(unit, None)
        position.invaded.pop(unit, None)
        self.changed()

    def tell_of(
        self, unit: int, kind: str, case: str, text: str, instead: str = "", **facts: int | str | None
    ) -> None:
        """Tell of something a unit did; while its block stands upright the enemy learns only `instead`."""
        if self.position.revealed >> unit & 1:
            self.tell(kind, case, text, unit=unit, **facts)
        else:
            self.tell_only((self.seat_of(unit),), kind, case, text, instead, unit=unit, **facts)

    def show(self, units: Iterable[int], case: str) -> None:
        """Turn blocks face-up for both sides."""
        for unit in units:
            if not self.position.revealed >> unit & 1:
                self.position.revealed |= 1 << unit
                self.reveal(
                    "revealed",
                    case,
                    "{unit:unit} ({cv}) is revealed in {hex:hex}",
                    unit=unit,
                    cv=self.position.cv[unit],
                    hex=self.position.at[unit],
                )

    def hide(self, units: Mask) -> None:
        """Stand blocks upright again (7.12b, 5.43)."""
        self.position.revealed &= ~units
