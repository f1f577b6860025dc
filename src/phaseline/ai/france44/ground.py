"""What a scenario of France '44 is about: what hexes are worth, and how far it is from one to another."""

from __future__ import annotations

import copy
import math
from collections.abc import Iterable
from functools import cache, cached_property

from phaseline.ai.field import Potential
from phaseline.ai.france44.parameters import Parameters, parameters
from phaseline.ai.planning import power
from phaseline.drill.marching import SideFare, ways
from phaseline.games.france44.files import SEATS, Goal
from phaseline.games.france44.position import ALLIED, NOWHERE
from phaseline.games.france44.results import Result
from phaseline.games.france44.rules import ports
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes
from phaseline.mechanics.ways import Routes

FAR = 400
"""Movement points to somewhere that cannot be reached."""
SAVED = 0.5
"""The share of the points for units brought away that each of them counts."""
HALT = 3
"""What a halt at a great river counts on a long way, in movement points."""


class Ground:
    """The unchanging part of what a staff knows: one for each scenario."""

    def __init__(self, scenario: FranceScenario) -> None:
        self.scenario = scenario
        self.board = scenario.board
        self.by = parameters().within(scenario.key)
        self.turns = scenario.last_turn - scenario.first_turn + 1
        self._travel: dict[Hex, dict[Hex, int]] = {}
        self.potential = Potential(self.fade)
        """How much the goals of a side are felt, hex by hex."""
        self._columns: dict[tuple[int, int], tuple[int, str]] = {}
        self._results: dict[int, list[Result]] = {}
        victory = scenario.setup.victory
        goals = victory.goals if victory is not None else ()
        self.points: dict[Hex, list[tuple[int, Goal]]] = {}
        """The goals about who holds a hex, with their numbers."""
        for number, goal in enumerate(goals):
            if goal.hex and not goal.saved:
                hex = scenario.hex_at(goal.hex, "victory")
                self.points.setdefault(hex, []).append((number, goal))
        self.each = math.fsum(
            goal.points / goal.divisions for goal in goals if goal.divisions and goal.side == SEATS[ALLIED]
        )
        """What an Allied division ashore and in supply brings at the end, in victory points."""
        self.saved = [goal.since for goal in goals if goal.saved]
        """From which turns on units that leave the map bring points."""
        self.effort: tuple[Hex, float] = (NOWHERE, 0.0)
        """The place of a main effort, and how much more it is worth for that, in combat factors."""
        self.prices = [self._price(unit, goals) for unit in range(len(scenario.units))]
        """What the enemy gets for a step of each unit, and for its last one besides, in victory points."""

    def under(self, weights: Parameters, effort: tuple[Hex, float] = (NOWHERE, 0.0)) -> Ground:
        """The same ground weighed otherwise, with a main effort or none; what was worked out about its ways is shared."""
        twin = copy.copy(self)
        twin.by = weights
        twin.effort = effort
        twin.potential = Potential(twin.fade)
        return twin

    def _price(self, unit: int, goals: Iterable[Goal]) -> tuple[float, float]:
        scenario = self.scenario
        step = last = 0.0
        for goal in goals:
            if (SEATS.index(goal.side) == scenario.side_of[unit]) is not bool(goal.saved):
                continue
            if goal.types and scenario.units[unit].type not in goal.types:
                continue
            if goal.saved and scenario.ids[unit] not in goal.but and scenario.divisions >> unit & 1:
                if goal.saved == "steps":
                    step += SAVED * goal.points
                else:
                    last += SAVED * goal.points
            if goal.steps:
                step += goal.points / goal.steps
            elif goal.dead and (goal.types or scenario.divisions >> unit & 1):
                last += goal.points / goal.dead
        return step, last

    @cached_property
    def cities_beyond(self) -> Mask:
        """The cities that bring the Allies a point each turn (2.3)."""
        board, victory = self.board, self.scenario.setup.victory
        counted = board.rhine and (victory is None or victory.cities)
        return board.cities & board.east_of_rhine if counted else 0

    @cached_property
    def _ways(self) -> list[SideFare]:
        return [
            fare._replace(plus=fare.plus + (HALT if fare.halts else 0), halts=False)
            for fare in self.scenario.fares
        ]

    def travel(self, goal: Hex) -> dict[Hex, int]:
        """Movement points between a hex and every other, with nobody in the way; what cannot be reached is left out."""
        found = self._travel.get(goal)
        if found is None:
            found = self._travel[goal] = self.travel_from(1 << goal)
        return found

    def travel_from(self, start: Mask, closed: Mask = 0) -> dict[Hex, int]:
        """Movement points from the nearest of some hexes to every other that can be reached, past what is closed."""
        board, terrain = self.board, self.scenario.tables.terrain
        land = board.continent & ~closed
        ground = {
            terrain["clear"].cost: land & ~board.forest & ~board.mountain,
            terrain["forest"].cost: land & board.forest,
            terrain["mountain"].cost: land & board.mountain,
        }
        routes = Routes(board.grid, start, ways(ground, self._ways), FAR // 2)
        return {hex: cost for cost, wave in routes.waves for hex in hexes(wave)}

    def turns_left(self, s: FranceState) -> int:
        """Turns still to play, this one included."""
        return self.scenario.last_turn - s.position.turn + 1

    def worth(self, s: FranceState, hex: Hex) -> float:
        """What it is worth to hold a hex, in combat factors."""
        by, board, bit = self.by.worth, self.board, 1 << hex
        found = by.ground
        played = 1.0 - (self.turns_left(s) - 1) / max(1, self.turns - 1)
        for number, goal in self.points.get(hex, ()):
            if goal.once and s.position.reached >> number & 1:
                continue
            due = 1.0 if goal.once else by.early + (1.0 - by.early) * played
            found += goal.points * by.point * due
        if board.cities & bit:
            found += by.city
        elif board.towns & bit:
            found += by.town
        if self.cities_beyond & bit:
            found += by.beyond * by.point * self.turns_left(s)
        if board.ports & board.continent & bit and hunger(s):
            found += by.major if board.major_ports & bit else by.port
        if hex in s.position.mulberries:
            found += by.mulberry
        if hex in s.position.german_dumps or hex in s.position.allied_dumps:
            found += by.site
        place, more = self.effort
        return min(by.most, found) + (more if hex == place else 0.0)

    @cached_property
    def deciding(self) -> list[Hex]:
        """The places that bring points, those with most of them first."""
        found = {hex: math.fsum(goal.points for _, goal in goals) for hex, goals in self.points.items()}
        beyond = {hex: float(self.turns) for hex in hexes(self.cities_beyond)}
        return sorted(found | beyond, key=lambda hex: (-found.get(hex, 0.0) - beyond.get(hex, 0.0), hex))

    @cached_property
    def valued(self) -> Mask:
        """The hexes that may be worth more than any other ground."""
        board = self.board
        found = board.settled | board.ports
        for hex in self.points:
            found |= 1 << hex
        return found & board.continent

    def step_cost(self, s: FranceState, unit: int) -> float:
        """What the next step of a unit is worth, in combat factors."""
        kind, steps = self.scenario.units[unit], s.position.steps[unit]
        if self.scenario.hqs >> unit & 1:
            return kind.combat + 2.0 + self.dear(unit, 1)
        return (
            kind.combat - kind.half + self.dear(unit, 2) - self.dear(unit, 1)
            if steps > 1
            else kind.half + self.dear(unit, 1)
        ) + 0.5

    def dear(self, unit: int, steps: int) -> float:
        """What the enemy gets for so many steps of a unit, its last ones, in combat factors."""
        step, last = self.prices[unit]
        return (step * steps + last) * self.by.worth.point if steps else 0.0

    def horizon(self, s: FranceState) -> float:
        """What men and ways count that are not points themselves: less and less towards the end."""
        return min(1.0, self.turns_left(s) / self.by.attack.horizon)

    def cost(self, s: FranceState, unit: int) -> float:
        """What a unit is worth as it is, in combat factors."""
        kind, steps = self.scenario.units[unit], s.position.steps[unit]
        return s.factor(unit) + 0.5 * steps + self.dear(unit, steps) + (1.0 if kind.type == "hq" else 0.0)

    # -- combat -------------------------------------------------------------------------------------------------------

    def column(self, attack: int, defence: int) -> tuple[int, str]:
        """The column of an attack, counted from 0, and its label; below 0 it is not allowed (11.1, 10.11)."""
        found = self._columns.get((attack, defence))
        if found is None:
            report = self.scenario.crt.odds.report(attack, defence, ())
            most = len(self.scenario.crt.columns)
            found = self._columns[attack, defence] = (min(most, report.landed), report.odds)
        return found

    def results(self, landed: int) -> list[Result]:
        """The result of each die in a column."""
        found = self._results.get(landed)
        if found is None:
            found = self._results[landed] = [self.scenario.crt.result(landed, die) for die in range(1, 7)]
        return found

    def fade(self, cost: float) -> float:
        """What is left of a worth so many movement points away."""
        return power(self.by.march.fade, cost)


def hunger(s: FranceState) -> int:
    """How many more units the Allies could feed if they had more ports: those ashore and those to come."""
    waiting = s.units_in(s.scenario.board.overseas, ALLIED).bit_count()
    capacity = sum(ports.room(s, hex) for hex in hexes(ports.controlled(s)))
    return max(0, ports.ashore(s) + waiting - capacity)


@cache
def ground(scenario: FranceScenario) -> Ground:
    """The ground of a scenario, worked out once."""
    return Ground(scenario)
