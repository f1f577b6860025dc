"""Questions that every chapter of the rules asks about a position of WestFront."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from copy import copy
from typing import Any, Final, Literal, Self, TypeVar

from phaseline.drill.state import FieldState
from phaseline.engine import events
from phaseline.engine.dice import Dice
from phaseline.engine.game import Game
from phaseline.engine.ledger import case
from phaseline.games.westfront.board import Board
from phaseline.games.westfront.position import ALLIED, AXIS, ELIMINATED, PlayerTurn, Role, WestFrontPosition
from phaseline.games.westfront.roster import Unit, UnitType
from phaseline.games.westfront.scenario import NOBODY, WestFrontScenario
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, unite
from phaseline.mechanics.zones import hex_control

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


class _Standstill:
    """The map as it stands, by all that `as_it_stands` may read, and what has been worked out about it."""

    __slots__ = ("answers", "reads")

    def __init__(self, reads: tuple[object, ...]) -> None:
        self.reads = reads
        self.answers: dict[Hashable, Any] = {}


def _facts(p: WestFrontPosition) -> tuple[object, ...]:
    """What `as_it_stands` may read, besides where units are: to be compared at once, or copied."""
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
        p.beachheads,
        p.beachhead_at,
        p.flags,
    )


def _marked(p: WestFrontPosition) -> Mask:
    """The units that are anything of `STATES`."""
    of_turn = p.moved | p.strategic | p.disengaged | p.deactivated | p.dispersed | p.dropped
    return of_turn | p.revealed | p.unsupplied | p.overstacked


def _by_role(active: dict[int, Role]) -> dict[str, Mask]:
    return {"": mask_of(active), **unite((role, 1 << hq) for hq, role in active.items())}


_NO_ROLES: Final = {"": 0}


def _holder(control: Sequence[Mask], hex: Hex) -> int:
    return next((seat for seat in (ALLIED, AXIS) if control[seat] >> hex & 1), NOBODY)


class WestFrontState(FieldState[WestFrontPosition, WestFrontScenario]):
    """A game of WestFront in play."""

    # -- units --------------------------------------------------------------------------------------------------------

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
        self._stood = _Standstill(())
        """What `stands` found at the moment `_looked`."""
        self._looked = -1

    def copy(self, dice: Dice | None = None) -> Self:
        """An independent state with a copy of the position, which knows all that this one has worked out."""
        twin = super().copy(dice)
        twin.board = self.board
        twin._stood = self._stood
        twin._looked = self._looked
        return twin

    def stands(self) -> _Standstill:
        """The map as it stands: another object as soon as anything is different that `as_it_stands` may read."""
        if self._looked != self.moment:
            self._looked = self.moment
            stamp, facts = self.standing.stamp, _facts(self.position)
            if self._stood.reads != (stamp, *facts):
                self._stood = _Standstill((stamp, *map(copy, facts)))
        return self._stood

    def as_it_stands(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` works out, remembered under `key` for as long as things on the map stand as they do.

        That is for what depends on where units are, on control, the calendar, the weather, and what has happened; not
        on strengths, roles, plans, or what was done this turn.
        """
        answers = (self._stood if self._looked == self.moment else self.stands()).answers
        made: T
        try:
            made = answers[key]
        except KeyError:
            made = answers[key] = make()
        return made

    def unit(self, unit: int) -> Unit:
        """What is printed on a block."""
        return self.scenario.units[unit]

    def type_of(self, unit: int) -> UnitType:
        """What its type can do."""
        return self.scenario.types[self.scenario.units[unit].kind]

    def seat_of(self, unit: int) -> int:
        """The side a unit fights for."""
        return self.scenario.side_of[unit]

    def hqs_by_role(self) -> dict[str, Mask]:
        """The active HQs by role, and all of them under "" (5.2)."""
        role = self.position.role
        if not role:
            return _NO_ROLES
        passing = self.memory.passing
        found: dict[str, Mask]
        if "roles" in passing:
            found = passing["roles"]
        else:
            found = passing["roles"] = self.known("roles", tuple(role.items()), lambda: _by_role(role))
        return found

    # -- battles and control --------------------------------------------------------------------------------------------

    @property
    def battles(self) -> Mask:
        """Hexes with units of both sides (7.11)."""
        return self.standing.contested

    def engaged(self, unit: int) -> bool:
        """Whether a unit is in a battle hex."""
        return bool(self.standing.contested >> self.position.at[unit] & 1)

    def defenders(self, hex: Hex) -> Mask:
        """The units of the Original Defender in a battle (7.12)."""
        seat = AXIS if self.position.defends[AXIS] >> hex & 1 else ALLIED
        return self.standing.by_hex[seat].get(hex, 0)

    @case("8.2", "14.6a", "fig.8a", "fig.8b")
    def zone(self, seat: int) -> Mask:
        """The zone of control of a side: unoccupied hexes next to its free, supplied units, not across rivers (8.2).

        Engaged, unsupplied and dispersed units have none; nor do units in excess after a repulse (6.22b). A hex with
        dispersed units alone counts as unoccupied (R213).
        """
        position = self.position
        barred = position.unsupplied | position.dispersed | position.overstacked
        reads = (self._held_by(barred), barred, self.neutral)
        return self.known(("zone", seat), reads, lambda: self._reached(seat, barred))

    def _held_by(self, special: Mask) -> object:
        """What control reads of who stands where: the hexes alone, unless there are units that count otherwise."""
        return self.standing.stamp if special else tuple(self.standing.occupied)

    def _reached(self, seat: int, barred: Mask) -> Mask:
        standing = self.standing
        held = self._with_others(seat, barred)
        reached = self.board.dry.cross(held ^ held & standing.contested) & self.in_play
        dispersed = self.position.dispersed
        return reached & ~(self._with_others(ALLIED, dispersed) | self._with_others(AXIS, dispersed))

    def _with_others(self, seat: int, units: Mask) -> Mask:
        """The hexes with units of a side besides these."""
        standing = self.standing
        found, stacks = standing.occupied[seat], standing.by_hex[seat]
        for unit in hexes(units & standing.units[seat]):
            hex = self.position.at[unit]
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
        p = self.position
        tidied = self._tidy()
        settled = self.known("control", self._control_reads(), self._control)
        if settled != (p.defends, p.owner, p.control):
            p.defends, p.owner, p.control = map(list.copy, settled)
            self.note("control", self._control_reads(), settled)
            self.changed()
        elif tidied:
            self.changed()

    def _control_reads(self) -> object:
        """All that control comes from, as it was before."""
        p = self.position
        barred = p.unsupplied | p.overstacked
        held = self._held_by(barred | p.dispersed)
        return (held, barred, p.dispersed, self.neutral, *p.defends, *p.owner, *p.control)

    def _control(self) -> tuple[list[Mask], list[Mask], list[Mask]]:
        """By seat: where it is the Original Defender, the hexes it had last, and those it controls."""
        position, standing = self.position, self.standing
        zones = [self.zone(seat) for seat in (ALLIED, AXIS)]
        defends = [hexes & standing.contested for hexes in position.defends]
        held = [
            self._with_others(seat, position.dispersed) & ~standing.contested | defends[seat]
            for seat in (ALLIED, AXIS)
        ]
        found = hex_control(held, zones, position.owner)
        control = [found.friendly(seat) for seat in (ALLIED, AXIS)]
        for hex, (natural, stated) in self.scenario.stated.control.items():
            entered = stated in (ALLIED, AXIS) and held[1 - stated] >> hex & 1
            if _holder(control, hex) == natural and not entered:
                for seat in (ALLIED, AXIS):
                    control[seat] = control[seat] & ~(1 << hex) | (stated == seat) << hex
        return defends, list(found.owned), control

    def controller(self, hex: Hex) -> int:
        """The seat that controls a hex in this phase, `NOBODY` if it is disputed or out of play."""
        return _holder(self.position.control, hex)

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
            stack = self.standing.by_hex[self.seat_of(unit)].get(hex, 0)
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
        return self.board.in_play[("spain at war" in flags) + 2 * ("portugal at war" in flags)]

    @property
    def neutral(self) -> Mask:
        """Spain and Portugal while they are at peace (16.4a)."""
        flags = self.position.flags
        return self.board.neutral[("spain at war" in flags) + 2 * ("portugal at war" in flags)]

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
        self.tell_of(unit, events.REDUCED, case, "{unit:unit} is down to {cv}", cv=self.position.cv[unit])
        self.changed()
        return False

    @case("2.4")
    def eliminate(self, unit: int, case: str) -> None:
        """Remove a unit from play; it may be rebuilt later (2.4, 11.42)."""
        hex = self.position.at[unit]
        self.reveal(events.ELIMINATED, case, "{unit:unit} is eliminated in {hex:hex}", unit=unit, hex=hex)
        self.withdraw(unit, ELIMINATED)

    def withdraw(self, unit: int, where: int) -> None:
        """Take a unit off the map, to `ELIMINATED`, `TO_COME` or `GONE`, and forget its states."""
        position = self.position
        self.put(unit, where)
        position.cv[unit] = 0
        for states in STATES if _marked(position) >> unit & 1 else ():
            setattr(position, states, getattr(position, states) & ~(1 << unit))
        for book in (
            position.role,
            position.targets,
            position.invaded,
            position.came_from,
            position.came_by,
            position.landed,
            position.lanes,
        ):
            book.pop(unit, None)
        self.changed()

    def shown(self, unit: int) -> bool:
        """Whether a unit's block lies face-up."""
        return bool(self.position.revealed >> unit & 1)

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
