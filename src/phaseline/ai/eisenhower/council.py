"""What could be aimed at in Eisenhower's War, for players that search: how to act in each turn."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from phaseline.ai.brain import Planner
from phaseline.ai.eisenhower.parameters import PACKAGE, Parameters, parameters
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.swift import SwiftPlanner
from phaseline.ai.eisenhower.terrain import FAR, ground
from phaseline.ai.search.bearings import FILE, VICTORY, Bearing, BearingCouncil, altered
from phaseline.ai.search.player import Led, Player
from phaseline.engine.packs import DataError
from phaseline.games.eisenhower.position import ALLIED, GERMAN, NOWHERE, AlliedPhase, GermanPhase
from phaseline.games.eisenhower.rules import victory
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes

OPENS: Final = ("allied reinforcement", "allied order", "german order")
"""The steps that come before the armies of a side move and attack."""
PARTS: Final = ("allied movement", "allied combat", "german movement", "german combat")
"""Those in which they do."""
CHECKED: Final = (3, 4)
"""The turns whose check of ports decides the campaign: playouts look no further."""


class EisenhowerCouncil(BearingCouncil[EisenhowerState]):
    """Which effort to make in each turn, decided before the armies move and again after the first part of the phase."""

    package = PACKAGE

    def __init__(self, scenario: EisenhowerScenario, seat: int) -> None:
        super().__init__(scenario, seat)
        plain = ground(scenario)
        self._hex = {plain.label(hex): hex for hex in hexes(scenario.board.playable)}
        for each in self.bearings.values():
            if unknown := next((place for place in each.goal if place not in self._hex), None):
                raise DataError(
                    f'{FILE}: bearing "{each.name}": goal: no hex {unknown} on this map; mend or drop it'
                )
        self._grounds = {
            name: plain.under(altered(parameters(), each)) if each.otherwise else plain
            for name, each in self.bearings.items()
        }

    @classmethod
    def parameters(cls) -> Parameters:
        """As the package brings them."""
        return parameters()

    # -- when ---------------------------------------------------------------------------------------------------------

    def begins(self, state: EisenhowerState) -> Hashable | None:
        """The first decision of a turn before the armies move."""
        return state.position.turn if self._label(state) in OPENS else None

    def moment(self, state: EisenhowerState) -> Hashable | None:
        """A turn up to the end of the first part of its phase; the second part."""
        label = self._label(state)
        if self.reach is None or not label:
            return None
        if label in OPENS:
            return state.position.turn, "first"
        if label in PARTS:
            frame = state.frame(AlliedPhase) if self.seat == ALLIED else state.frame(GermanPhase)
            return state.position.turn, "first" if label.endswith(frame.first) else "second"
        return None

    def _label(self, state: EisenhowerState) -> str:
        """The step in which the seat decides of its own accord; none in the middle of an offensive or a battle."""
        decision = state.waiting()
        if decision is None or self.seat not in decision.seats:
            return ""
        if state.within(GermanPhase) and state.frame(GermanPhase).hex != NOWHERE:
            return ""
        return decision.step.label

    def turn(self, state: EisenhowerState) -> int:
        """The turn."""
        return state.position.turn

    def ahead(self, state: EisenhowerState) -> int:
        """As the file says; only to the check where that decides."""
        return 1 if state.position.turn in CHECKED else super().ahead(state)

    def playouts(self, moment: Hashable) -> int:
        """Half as many for the second part of a phase."""
        most = super().playouts(moment)
        return most // 2 if isinstance(moment, tuple) and moment[1] == "second" else most

    # -- who ----------------------------------------------------------------------------------------------------------

    def led(self, seat: int, bearing: Bearing, live: Planner[EisenhowerState] | None) -> EisenhowerPlanner:
        """The staff with another effort."""
        return self._taught(EisenhowerPlanner(self.scenario, seat), bearing.name, live)

    def player(self, seat: int, bearing: str, live: Planner[EisenhowerState] | None) -> Player:
        """A staff in a hurry."""
        return Led(self._taught(SwiftPlanner(self.scenario, seat), bearing, live), seat)

    def _taught(
        self, planner: EisenhowerPlanner, bearing: str, live: Planner[EisenhowerState] | None
    ) -> EisenhowerPlanner:
        before = live if isinstance(live, EisenhowerPlanner) else planner
        return planner.take_over(before, self._grounds[bearing])

    # -- how operations stand -----------------------------------------------------------------------------------------

    def spoken(self, place: str) -> str:
        """By the name of its town, if it has one."""
        return self._grounds[""].names.get(self._hex[place], place)

    def ours(self, state: EisenhowerState, place: str) -> bool:
        """Who controls it."""
        held = bool(state.position.control >> self._hex[place] & 1)
        return held == (self.seat == ALLIED)

    def applies(self, state: EisenhowerState, bearing: Bearing) -> bool:
        """What is settled, in a part of the match that began at a place of its goal: where the first landing was made."""
        first = state.position.first_hex
        landed = self._grounds[""].label(first) if first != NOWHERE else ""
        return not bearing.settled or landed in bearing.goal

    def within(self, state: EisenhowerState, place: str, bearing: Bearing) -> bool:
        """By the ground alone: who could be there in time, from the map or the box, against those who stand there now."""
        s, goal = state, self._hex[place]
        view = Situation(self._grounds[""], s, self.seat)
        travel, turns = view.ground.travel(goal), bearing.by - s.position.turn + 1
        force = 0
        for unit in hexes((s.on_map(self.seat) | s.in_box(self.seat)) & s.scenario.mobile):
            attack, _, factors = s.factors(unit)
            here = s.position.at[unit]
            way = (
                travel[here]
                if here >= 0
                else min((travel[hex] for hex in hexes(view.entry(unit))), default=FAR)
            )
            if way <= factors * turns:
                force += attack
        there = sum(s.factors(unit)[1] for unit in s.units_at(goal, 1 - self.seat))
        return force > 0 and force >= bearing.odds * there

    # -- how good -----------------------------------------------------------------------------------------------------

    def value(self, state: EisenhowerState) -> int:
        """Victory; before that, and after a defeat, how far the Allies have come."""
        found = self._allied(state)
        return found if self.seat == ALLIED else -found

    def _allied(self, s: EisenhowerState) -> int:
        p, outcome = s.position, s.position.outcome
        ports = victory.counted_ports(s).bit_count()
        if outcome is not None and outcome.winner == ALLIED:
            return VICTORY - 10 * p.turn
        if outcome is not None and outcome.winner == GERMAN:
            return 30 * p.turn + 10 * ports - VICTORY
        known = self._grounds[""]
        held = (known.western | known.italian) & s.cities & p.control
        found = 60 * (p.turn - CHECKED[-1]) + 8 * held.bit_count() - 100
        if p.turn <= CHECKED[-1]:
            found += 40 * (ports - s.scenario.ports_required(CHECKED[-1]))
        strength = [
            sum(known.value(unit, p.steps[unit]) for unit in hexes(s.on_map(seat) | s.in_box(seat)))
            for seat in (ALLIED, GERMAN)
        ]
        found += round(800 * strength[ALLIED] / (sum(strength) or 1)) - 400
        found += self._campaign(s)
        return max(100 - VICTORY, min(VICTORY - 100, found))

    def _campaign(self, s: EisenhowerState) -> int:
        """What decides the later turns: the three great cities, and Munich, without which a fortress rises in the Alps (13.8)."""
        p = s.position
        found = 40 * (self._grounds[""].three & s.cities & p.control).bit_count()
        if p.fortress != NOWHERE:
            return found - 250
        munich = s.scenario.board.hex_of("Munich")
        return found + 100 if munich is not None and p.control >> munich & 1 else found
