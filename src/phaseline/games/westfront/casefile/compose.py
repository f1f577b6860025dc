"""The position of a case: calendar, units, control, battles, BeachHeads, and the step it begins with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import get_args

from phaseline.drill import cases
from phaseline.drill.cases import mark
from phaseline.engine.casefile import CaseSetup
from phaseline.games.westfront.casefile import stack
from phaseline.games.westfront.casefile.report import STATES
from phaseline.games.westfront.casefile.roster import month_of, same_name
from phaseline.games.westfront.casefile.setup import BattleSetup, UnitSetup, WestFrontSetup
from phaseline.games.westfront.position import (
    ALLIED,
    AXIS,
    ELIMINATED,
    GONE,
    TO_COME,
    BeachheadState,
    Combat,
    Method,
    Role,
    Storm,
    Weather,
    WestFrontPosition,
)
from phaseline.games.westfront.rules import battle, command, ground, production
from phaseline.games.westfront.scenario import NOBODY, SEATS, WestFrontScenario
from phaseline.games.westfront.state import Flag, WestFrontState
from phaseline.hexgrid import Hex, Mask, hexes

PLACES = {"eliminated": ELIMINATED, "to come": TO_COME, "gone": GONE}
"""What `at` may say instead of a hex."""
ELSEWHERE = "elsewhere"
"""In `control`: every hex that is not named."""
_WEATHERS: Mapping[str, Weather] = {name: name for name in get_args(Weather)}
_STORMS: Mapping[str, Storm] = {name: name for name in get_args(Storm)}
_METHODS: Mapping[str, Method] = {name: name for name in get_args(Method)}
_ROLES: Mapping[str, Role] = {name: name for name in get_args(Role)}
_FLAGS: Mapping[str, Flag] = {name: name for name in get_args(Flag)}
_BEACHHEADS: Mapping[str, BeachheadState] = {
    name: name for name in get_args(BeachheadState) if name != "placed"
}
_OWNERS: Mapping[str, int] = {"allied": ALLIED, "axis": AXIS, "disputed": NOBODY, "nobody": NOBODY}


class Composer(cases.Composer[WestFrontSetup, WestFrontScenario, WestFrontPosition]):
    """Makes the position that the case describes."""

    def __init__(self, setup: CaseSetup, facts: WestFrontSetup, state: WestFrontState) -> None:
        super().__init__(setup, facts, state.scenario, state.position)
        self.state = state
        self.numbers = {name: self.number_of(name) for name in facts.units}
        self.active = self.active_seat(ALLIED)
        self.strikes: dict[Hex, int] = {}

    def run(self) -> None:
        """Set everything, then run the steps that need no choice."""
        self.calendar()
        self.clear_away()
        for name in self.facts.units:
            self.stand(name)
        self.state.restore(self.position)
        self.control()
        self.beachheads()
        self.battles()
        self.state.changed()
        self.ways()
        self.books()
        self.position.stack = stack.frames(self.setup, self.facts, self.position, self.active)
        self.hold_control()
        self.state.fix_control()
        if self.state.within(Combat):
            battle.fix_support(self.state)
        self.setup.begin(self.state)
        self.afterwards()

    def number_of(self, name: str) -> int:
        """The number of a unit, whose name may be written in several ways."""
        return next(n for n, unit in enumerate(self.scenario.units) if same_name(unit.name, name))

    # -- calendar

    def calendar(self) -> None:
        """Month, weather, storm, and what has happened."""
        position, facts, setup = self.position, self.facts, self.setup
        if facts.month:
            position.month = month_of(setup, facts.month)
        if facts.weather:
            position.weather = setup.pick(facts.weather, _WEATHERS, "weather", "weather")
        if facts.storm:
            position.storm = setup.pick(facts.storm, _STORMS, "storm", "storm")
        for n, flag in enumerate(facts.flags):
            text = setup.pick(flag.replace("_", " "), _FLAGS, "flag", "flags", n)
            position.flags.add(text)
        for seat, _, level in self.by_seat("level"):
            position.level[seat] = level
        for seat, _, points in self.by_seat("points"):
            position.points[seat] = points
        position.penalty = facts.penalty

    def clear_away(self) -> None:
        """With `only`, take the scenario's units off the map; else those that contradict the case's control."""
        named = set(self.numbers.values())
        stated = self._stated()
        for unit, hex in enumerate(self.position.at):
            if hex >= 0 and unit not in named:
                seat = self.scenario.side_of[unit]
                if self.facts.only or stated.get(hex, seat) != seat:
                    self.state.withdraw(unit, TO_COME)

    # -- units

    def stand(self, name: str) -> None:
        """Place, strength and states of one unit."""
        facts, number, position = self.facts.units[name], self.numbers[name], self.position
        before = position.at[number]
        if facts.at is not None:
            position.at[number] = (
                PLACES[facts.at] if facts.at in PLACES else self.hex(facts.at, "units", name, "at")
            )
        elif before < 0:
            raise self.setup.error("it stands nowhere: give it a hex in `at`", "units", name)
        if position.at[number] < 0:
            position.cv[number] = 0
        elif facts.cv is not None:
            position.cv[number] = facts.cv
        elif before < 0:
            position.cv[number] = self.scenario.units[number].limit
        self.states(name, number, facts)

    def states(self, name: str, number: int, facts: UnitSetup) -> None:
        """What is true of a unit besides."""
        position, bit = self.position, 1 << number
        mark(position, number, facts, STATES)
        if not facts.supplied:
            position.unsupplied |= bit
        if facts.face_up is not None:
            position.revealed = position.revealed | bit if facts.face_up else position.revealed & ~bit
        role = facts.role or (self._plain_role(number) if facts.active else "")
        if role:
            position.role[number] = self.setup.pick(role, _ROLES, "role", "units", name, "role")
            position.revealed |= bit
        if facts.target:
            position.targets[number] = self.hex(facts.target, "units", name, "target")
        if facts.first_wave:
            position.waves[number] = self.hex(facts.first_wave, "units", name, "first_wave")
        if facts.dispersed and self.scenario.units[number].kind == "para" and not facts.sailed_from:
            position.dropped |= bit
        if facts.invaded:
            position.invaded[number] = position.at[number]
        if facts.sailed_from:
            position.landed[number] = self.hex(facts.sailed_from, "units", name, "sailed_from")
        if facts.seas:
            position.lanes[number] = facts.seas

    def _plain_role(self, number: int) -> str:
        return "supreme" if self.scenario.units[number].is_supreme else "command"

    # -- control

    def _stated(self) -> dict[Hex, int]:
        stated: dict[Hex, int] = {}
        for text, name in self.facts.control.items():
            if text != ELSEWHERE:
                owner = self.setup.pick(name.casefold(), _OWNERS, "side", "control", text)
                stated[self.hex(text, "control", text)] = owner
        return stated

    def control(self) -> None:
        """Prior control as the case states it; vacant hexes of a case without scenario belong to nobody."""
        position, board = self.position, self.scenario.board
        if self.setup.scenario is None:
            position.owner = [0, 0]
        if ELSEWHERE in self.facts.control:
            owner = self.setup.pick(
                self.facts.control[ELSEWHERE].casefold(), _OWNERS, "side", "control", ELSEWHERE
            )
            position.owner = [board.land if owner == seat else 0 for seat in (0, 1)]
        for hex, owner in self._stated().items():
            for seat in (0, 1):
                position.owner[seat] &= ~(1 << hex)
                position.owner[seat] |= (owner == seat) << hex

    def hold_control(self) -> None:
        """What the case states but zones of control contradict holds as long as nothing changes there."""
        stated = self._stated()
        if stated:
            twin = self.state.fresh()
            twin.fix_control()
            natural = {hex: twin.controller(hex) for hex in stated}
            self.scenario.stated.control = {
                hex: (natural[hex], owner) for hex, owner in stated.items() if natural[hex] != owner
            }
            for text in self.facts.control:
                hex = self.hex(text, "control", text) if text != ELSEWHERE else -1
                if hex in self.scenario.stated.control:
                    self._explain(text, natural[hex], stated[hex])

    def _explain(self, text: str, natural: int, owner: int) -> None:
        """Say that units and zones of control would have it otherwise."""
        sides = {NOBODY: "disputed", ALLIED: SEATS[ALLIED], AXIS: SEATS[AXIS]}
        self.setup.remark(
            f"by units and zones of control it is {sides[natural]} (8.3); that it is {sides[owner]} holds until something "
            "changes there",
            "control",
            text,
        )

    # -- battles

    def battles(self) -> None:
        """Original Defenders, new battles, Combat Support, airstrikes."""
        position = self.position
        stated = {
            self.hex(entry.at, "battles", n, "at"): (n, entry) for n, entry in enumerate(self.facts.battles)
        }
        for hex in hexes(self.state.battles):
            n, entry = stated.pop(hex, (0, BattleSetup(at="")))
            defender = self._defender(n, entry)
            position.defends[defender] |= 1 << hex
            if self._is_new(entry, hex):
                position.new_battles |= 1 << hex
            elif not entry.at or entry.new is not True:
                self._show_attackers(hex, 1 - defender)
            support = entry.support if entry.support is not None else self.facts.support
            if support is not None:
                self.scenario.stated.support[hex] = support
            position.chosen |= entry.chosen << hex
            if entry.strike:
                self.strikes[hex] = self.unit(entry.strike, "battles", n, "strike")
        for n, _ in stated.values():
            raise self.setup.error("there are not units of both sides in this hex", "battles", n, "at")

    def _defender(self, n: int, entry: BattleSetup) -> int:
        if entry.original_defender:
            return self.setup.seat(entry.original_defender, "battles", n, "original_defender")
        if entry.original_attacker:
            return 1 - self.setup.seat(entry.original_attacker, "battles", n, "original_attacker")
        return 1 - self.active

    def _is_new(self, entry: BattleSetup, hex: Hex) -> bool:
        if entry.new is not None:
            return entry.new
        return any(
            (facts.came_from or facts.by) and self.position.at[self.numbers[name]] == hex
            for name, facts in self.facts.units.items()
        )

    def _show_attackers(self, hex: Hex, seat: int) -> None:
        """The Original Attacker's units lie face-up (7.12b), unless the case says otherwise."""
        upright = {self.numbers[name] for name, facts in self.facts.units.items() if facts.face_up is False}
        for unit in self.state.units_at(hex, seat):
            if unit not in upright:
                self.position.revealed |= 1 << unit

    def ways(self) -> None:
        """How units came into battles begun this turn."""
        for name, facts in self.facts.units.items():
            number = self.numbers[name]
            if not (facts.came_from or facts.by) or self.position.at[number] < 0:
                continue
            here = self.position.at[number]
            start = self.hex(facts.came_from, "units", name, "from") if facts.came_from else here
            self.position.came_from[number] = start
            if facts.by:
                method = self.setup.pick(facts.by, _METHODS, "way", "units", name, "by")
            else:
                method = ground.method_of_entry(self.state, start, here)
            self.position.came_by[number] = method

    # -- the rest

    def beachheads(self) -> None:
        """States and places of BeachHeads."""
        for name, text in self.facts.beachheads.items():
            number = next(
                (
                    n
                    for n, unit in enumerate(self.scenario.units)
                    if unit.beachhead and (same_name(unit.beachhead, name) or same_name(unit.name, name))
                ),
                None,
            )
            if number is None:
                raise self.setup.error("no unit has a BeachHead of this name", "beachheads", name)
            if text in _BEACHHEADS:
                self.position.beachheads[number] = _BEACHHEADS[text]
            else:
                self.position.beachheads[number] = "placed"
                self.position.beachhead_at[number] = self.hex(text, "beachheads", name)

    def books(self) -> None:
        """Ports used this turn."""
        for text, count in self.facts.port_use.items():
            self.position.port_use[self.hex(text, "port_use", text)] = count

    def afterwards(self) -> None:
        """What the beginning of a phase would have cleared."""
        moved: Mask = 0
        for name, facts in self.facts.units.items():
            moved |= (1 << self.numbers[name]) if facts.moved else 0
        self.position.moved |= moved
        if self.state.within(Combat):
            self.fly()
        stack.grant_supreme_moves(self.setup, self.facts, self.state)
        self.state.changed()
        self._explain_levels()

    def _explain_levels(self) -> None:
        """A Production Level is reckoned anew by questions and by each production, whatever the case states."""
        for name in self.facts.level:
            seat = self.setup.seat(name, "level", name)
            reckoned = production.level(self.state, seat)
            if reckoned != self.facts.level[name]:
                self.setup.remark(
                    f"this is what was last reckoned; the map now gives {reckoned}, which questions and the next production "
                    "go by (11.2)",
                    "level",
                    name,
                )

    def fly(self) -> None:
        """Airstrikes and choices of battles that the case states as made; the phase goes on from there."""
        position = self.position
        chosen = position.chosen
        for hex, hq in self.strikes.items():
            position.strikes[hex] = hq
            position.strike_cv[hex] = max(command.effective_cv(self.state, hq), 0)
            position.struck |= 1 << hq
        for n, entry in enumerate(self.facts.battles):
            chosen |= entry.chosen << self.hex(entry.at, "battles", n, "at")
        position.chosen = chosen & self.state.battles
        self.state.changed()
        self.state.advance()
