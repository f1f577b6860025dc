"""What a scenario of France '44 is about: what hexes are worth, and how far it is from one to another."""

from __future__ import annotations

import math
from functools import cache, cached_property

from phaseline.ai.france44.parameters import parameters
from phaseline.ai.planning import power
from phaseline.drill.marching import SideFare, ways
from phaseline.games.france44.files import SEATS
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.results import Result
from phaseline.games.france44.rules import ports
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes
from phaseline.mechanics.ways import Routes

FAR = 400
"""Movement points to somewhere that cannot be reached."""
HALT = 3
"""What a halt at a great river counts on a long way, in movement points."""


class Ground:
    """The unchanging part of what a staff knows: one for each scenario."""

    def __init__(self, scenario: FranceScenario) -> None:
        self.scenario = scenario
        self.board = scenario.board
        self.by = parameters()
        self.turns = scenario.last_turn - scenario.first_turn + 1
        self._travel: dict[Hex, dict[Hex, int]] = {}
        self._columns: dict[tuple[int, int], tuple[int, str]] = {}
        self._results: dict[int, list[Result]] = {}
        victory = scenario.setup.victory
        goals = victory.goals if victory is not None else ()
        self.points: dict[Hex, float] = {}
        """The victory points that a hex brings whoever holds it at the end."""
        for goal in goals:
            if goal.hex:
                hex = scenario.hex_at(goal.hex, "victory")
                self.points[hex] = self.points.get(hex, 0.0) + goal.points
        self.each = math.fsum(
            goal.points / goal.divisions for goal in goals if goal.divisions and goal.side == SEATS[ALLIED]
        )
        """What an Allied division ashore and in supply brings at the end, in victory points."""
        self.price = math.fsum(
            goal.points / goal.dead for goal in goals if goal.dead and goal.side == SEATS[GERMAN]
        )
        """What the Germans get for an Allied division in the dead pool, in victory points."""

    @cached_property
    def cities_beyond(self) -> Mask:
        """The cities that bring the Allies a point each turn (2.3)."""
        board = self.board
        return board.cities & board.east_of_rhine if board.rhine else 0

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
        if hex in self.points:
            played = 1.0 - (self.turns_left(s) - 1) / max(1, self.turns - 1)
            found += self.points[hex] * by.point * (by.early + (1.0 - by.early) * played)
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
        return min(by.most, found)

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
        dear = self.price * self.by.worth.point / 2 if self.scenario.side_of[unit] == ALLIED else 0.0
        if self.scenario.hqs >> unit & 1:
            return kind.combat + 2.0
        return (kind.combat - kind.half if steps > 1 else kind.half) + 0.5 + (dear if steps <= 1 else 0.0)

    def cost(self, s: FranceState, unit: int) -> float:
        """What a unit is worth as it is, in combat factors."""
        kind, steps = self.scenario.units[unit], s.position.steps[unit]
        dear = self.price * self.by.worth.point / 2 if self.scenario.side_of[unit] == ALLIED else 0.0
        return s.factor(unit) + 0.5 * steps + dear + (1.0 if kind.type == "hq" else 0.0)

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
