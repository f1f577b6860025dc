"""Questions that every rule asks about a position: weather, zones of control, room, who is in supply."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from phaseline.drill.state import FieldState
from phaseline.engine.events import ELIMINATED
from phaseline.engine.ledger import case
from phaseline.engine.narrowing import Narrowing
from phaseline.engine.refusal import Refusal
from phaseline.games.war_in_europe.files import Face
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AXIS,
    DEAD,
    InitialMovement,
    MechanizedMovement,
    PlayerTurn,
    RailPhase,
    WarPosition,
    Weather,
)
from phaseline.games.war_in_europe.scenario import ARMOUR, COUNTED, OTHERS, SOVIET, WarScenario
from phaseline.games.war_in_europe.terms import Leash
from phaseline.hexgrid import Hex, Mask, hexes
from phaseline.mechanics.lines import EVERYWHERE

FORMED = "formed "
"""Flags of units that have been formed of battlegroups in the player turn under way."""


class WarState(FieldState[WarPosition, WarScenario]):
    """A match in play. Units and seats are numbers, sets of units or hexes are masks."""

    off_map = "5.27"
    reduced = "{unit:unit} is reduced to a battlegroup"

    @property
    def phasing(self) -> int:
        """The phasing player (4.1)."""
        return self.frame(PlayerTurn).seat

    @property
    @case("5.0a")
    def moving(self) -> InitialMovement | MechanizedMovement:
        """The movement phase under way: initial or mechanized."""
        for frame in reversed(self.position.stack):
            if type(frame) is InitialMovement or type(frame) is MechanizedMovement:
                return frame
        raise LookupError("no movement phase is under way")

    # -- weather ------------------------------------------------------------------------------------------------------

    @property
    @case("5.4", "15.0")
    def weather(self) -> Weather:
        """The weather of this turn, from the turn track."""
        return self.scenario.weather(self.position.turn)

    @property
    @case("15.1a", "15.1b", "15.1d")
    def muddy(self) -> Mask:
        """The hexes with mud as in the moderate area: in snow mainland Italy on section D (15.1, R104)."""
        board = self.scenario.board
        if self.weather == "snow":
            return board.mud_in_snow
        return board.playable & ~board.arid & ~board.severe if self.weather == "mud" else 0

    @property
    @case("15.1e")
    def bottomless(self) -> Mask:
        """The hexes with mud of the severe area."""
        return self.scenario.board.severe if self.weather == "mud" else 0

    @property
    @case("15.1a", "15.1c", "15.1d", "15.1f")
    def snowy(self) -> Mask:
        """The hexes with snow."""
        board = self.scenario.board
        return board.playable & ~board.arid & ~board.mud_in_snow if self.weather == "snow" else 0

    @property
    @case("15.1f")
    def frozen(self) -> bool:
        """Whether lakes and rivers of the severe area are frozen."""
        return self.weather == "snow" and self.scenario.board.severe != 0

    # -- units --------------------------------------------------------------------------------------------------------

    def face(self, unit: int) -> Face:
        """The side of a unit that shows."""
        p = self.position
        return self.scenario.units[unit].face(p.steps[unit], fortified=bool(p.fortified >> unit & 1))

    @property
    @case("3.24c")
    def defensive(self) -> Mask:
        """The units whose strength is for defence only as they are now (R10)."""
        scenario, steps = self.scenario, self.position.steps
        found = scenario.defensive
        for unit in hexes(scenario.two_faced):
            if 0 < steps[unit] < scenario.units[unit].steps:
                found ^= 1 << unit
        return found

    @case("5.6c", "11.3")
    def eliminate(self, unit: int, case: str, why: str = "is eliminated") -> None:
        """A unit leaves play; it may be among the dead that are rebuilt (17.14)."""
        p = self.position
        bit = ~(1 << unit)
        p.steps[unit] = 0
        p.entrained &= bit
        p.fortified &= bit
        p.ashore &= bit
        p.dropped &= bit
        p.unsupplied &= bit
        self.put(unit, DEAD)
        self.tell(ELIMINATED, case, "{unit:unit} " + why, unit=unit)

    @case("16.12", "16.21", "17.13")
    def renewed(self, unit: int) -> Refusal:
        """Why a unit does nothing in the player turn in which it was rebuilt, or formed of battlegroups."""
        if FORMED + self.scenario.ids[unit] in self.position.flags:
            return Refusal("16.12", "it has been formed of three battlegroups in this player turn")
        return Refusal("17.13", "it has been rebuilt in this player turn")

    def leashes(self, unit: int | None = None) -> Iterator[Leash]:
        """The scenario's rules that confine units now; with a unit those that confine it."""
        p = self.position
        for number, rule in enumerate(self.scenario.confined):
            if p.turn <= rule.until and not p.released >> number & 1:
                leash = rule._replace(units=self._posted(rule)) if rule.posts else rule
                if unit is None or leash.units >> unit & 1:
                    yield leash

    @case("5.11")
    def _posted(self, rule: Leash) -> Mask:
        """Who stands at his post: where he was as the phase began; who only comes through on his march does not (R190).

        Where a retreat has led too many to a post, whoever is there may leave it until there is room (12.62).
        """
        p, there = self.position, 0
        for seat in (AXIS, ALLIED):
            overfull = p.pressed and p.pressed & self.crowded(seat)
            there |= rule.units & self.units_in(rule.posts & ~overfull, seat)
        for unit, start in p.began.items():
            if rule.units >> unit & 1:
                there = there & ~(1 << unit) | (rule.posts >> start & ~p.pressed >> start & 1) << unit
        return there

    # -- zones of control ---------------------------------------------------------------------------------------------

    def works(self, seat: int) -> Mask:
        """The hexes of fortified lines that work for a side now."""
        p = self.position
        found = 0
        for wall in self.scenario.lines:
            if wall.seat == seat and p.turn >= wall.since:
                found |= wall.area
        return found & ~p.razed if found else 0

    @case("6.35", "6.67", "9.0", "9.11", "9.13a", "9.13b", "9.14", "9.21c", "9.24", "18.23", "tbl.5.8.fort")
    def zone(self, seat: int) -> Mask:
        """The hexes in the zone of control of a side: occupied ones too, enemy's and own alike (9.14, R65).

        Entrained, fortified and just landed units have none, and it never reaches into the enemy's fortified lines.
        """
        p, stamp = self.position, self.standing.stamps[seat]
        surprised = self.surprised(seat) if self.scenario.special.surprise else 0
        since = (p.neutral, p.razed, p.turn, surprised)
        # Asked so often that it pays to see first whether nothing at all is different, for either side.
        reads = (stamp, p.entrained, p.fortified, p.ashore, p.dropped, since)
        return self.known(("zone now", seat), reads, lambda: self._kept_zone(seat, since))

    def _kept_zone(self, seat: int, since: tuple[object, ...]) -> Mask:
        reads = (self.standing.stamps[seat], self._mute(seat), since)
        return self.known(("zone", seat), reads, lambda: self._zone(seat))

    def _zone(self, seat: int) -> Mask:
        found = self.zone_of(seat, EVERYWHERE)
        partisans = self.scenario.partisans & self.standing.units[seat] & ~self._mute(seat)
        return found | self._lairs(partisans) if partisans else found

    @case("9.12")
    def _lairs(self, partisans: Mask) -> Mask:
        """The hexes of partisans, the only ones that they control."""
        return self.where(partisans)

    @case("5.7d", "5.72", "9.22")
    def zone_of(self, seat: int, area: Mask) -> Mask:
        """The hexes in the zone of control of those units of a side that stand in an area."""
        armour, others = self._loud(seat)
        shapes = self.scenario.zone_shapes(frozen=self.frozen)
        walls = self.works(1 - seat) | self.surprised(seat)
        return (shapes[0].of(armour & area) | shapes[1].of(others & area)) & ~walls

    def _loud(self, seat: int) -> tuple[Mask, Mask]:
        """The hexes whose units exert zones of control: armoured and mechanized ones, and others."""
        p, standing = self.position, self.standing
        armour, others = standing.at_least(seat, 1, ARMOUR), standing.at_least(seat, 1, OTHERS)
        mute = self._mute(seat)
        if p.neutral & standing.occupied[seat]:
            mute |= standing.units_in(p.neutral, seat)
        if not mute:
            return armour, others
        reads = standing.stamps[seat], mute
        return self.known(("loud", seat), reads, lambda: self._exerting(seat, mute, armour, others))

    def _mute(self, seat: int) -> Mask:
        """The units of a side on the map that exert no zones for what they are doing."""
        p = self.position
        return (p.entrained | p.fortified | p.ashore | p.dropped) & self.standing.units[seat]

    def surprised(self, seat: int) -> Mask:
        """Hexes into which zones of a side do not reach, taken by surprise as it is (R157)."""
        if not self.scenario.special.surprise or not self.scenario.options.ardennes_surprise:
            return 0
        p, found = self.position, 0
        for rule in self.scenario.special.surprise:
            if (
                rule.turn == p.turn
                and rule.seat == seat
                and any(isinstance(frame, InitialMovement) and frame.seat != seat for frame in p.stack)
            ):
                found |= rule.area
        return found

    def _exerting(self, seat: int, mute: Mask, armour: Mask, others: Mask) -> tuple[Mask, Mask]:
        """The hexes whose units exert zones, where some of them do not."""
        scenario, p = self.scenario, self.position
        stacks = self.standing.by_hex[seat]
        for unit in hexes(mute):
            hex = p.at[unit]
            loud = stacks[hex] & ~mute
            if not loud & scenario.armour:
                armour &= ~(1 << hex)
            if not loud & scenario.others:
                others &= ~(1 << hex)
        return armour, others

    # -- stacking -----------------------------------------------------------------------------------------------------

    @case("6.67", "10.0", "10.1", "10.22", "10.23", "11.36")
    def crowded(self, seat: int) -> Mask:
        """The hexes with more units of a side than they may hold: four, or three with a Soviet unit (R66)."""
        limits, standing = self.scenario.tables.stacking, self.standing
        over = standing.at_least(seat, limits.units + 1, COUNTED)
        return over | standing.at_least(seat, limits.soviet + 1, COUNTED) & standing.at_least(seat, 1, SOVIET)

    @case("10.21a", "5.16", "5.23")
    def room(
        self,
        unit: int,
        found: Narrowing,
        leaving: Callable[[Hex], Mask] | None = None,
        onward: Callable[[Mask], Mask] | None = None,
    ) -> Narrowing:
        """Drop hexes that would hold too many with this unit, even if all went away who can still leave (10.21, R117).

        `leaving` says who of a hex they are, `onward` from which hexes the unit itself goes on at once.
        """
        scenario, standing = self.scenario, self.standing
        if not scenario.counted >> unit & 1:
            return found
        seat, limits = scenario.side_of[unit], scenario.tables.stacking
        soviet = scenario.units[unit].nation == "soviet"
        small = limits.soviet
        full = standing.at_least(seat, limits.units, COUNTED)
        strict = standing.at_least(seat, small, COUNTED)
        full |= strict if soviet else strict & standing.at_least(seat, 1, SOVIET)
        full &= found.mask & ~(1 << self.position.at[unit] if self.position.at[unit] >= 0 else 0)
        if leaving is not None:
            for hex in hexes(full):
                if (leavers := leaving(hex)) and self.holds(hex, seat, unit, leavers):
                    full ^= 1 << hex
        if full and onward is not None:
            full &= ~onward(full)
        return found.without(full, "10.0", lambda hex: self._full(hex, seat, leaving))

    def holds(self, hex: Hex, seat: int, unit: int, leavers: Mask = 0) -> bool:
        """Whether a hex holds one more unit of a side once all `leavers` have left it (10.0)."""
        stack = (self.standing.by_hex[seat].get(hex, 0) & ~leavers | 1 << unit) & self.scenario.counted
        limits = self.scenario.tables.stacking
        soviets = any(self.scenario.units[n].nation == "soviet" for n in hexes(stack))
        return stack.bit_count() <= (limits.soviet if soviets else limits.units)

    def _full(self, hex: Hex, seat: int, leaving: Callable[[Hex], Mask] | None) -> str:
        count = (self.standing.by_hex[seat][hex] & self.scenario.counted).bit_count()
        # Ships and aircraft, advances and reinforcements make no room: there one who is to leave has to leave first.
        marching = any(
            isinstance(frame, InitialMovement | RailPhase | MechanizedMovement)
            for frame in self.position.stack
        )
        few = "too few" if leaving is not None and leaving(hex) else "none"
        left = f"and {few} of them can move on in this phase" if marching else "as many as may stay in a hex"
        return f"{count} units are there already, {left}"
