"""The ground as a staff studies it before the campaign: how far everything is, and what each hex means for victory."""

from __future__ import annotations

import copy
import heapq
from collections.abc import Collection
from functools import lru_cache

from phaseline.ai.eisenhower.parameters import Parameters, parameters
from phaseline.games.eisenhower.position import ALLIED
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.mechanics.tables import Losses

FAR = 999
"""The travel cost of a hex that cannot be reached."""


class Ground:
    """What never changes during a match. Made once for a scenario: see `ground`."""

    def __init__(self, scenario: EisenhowerScenario) -> None:
        self.scenario = scenario
        self.board = board = scenario.board
        self.parameters: Parameters = parameters()
        self.size = board.grid.all.bit_length()
        self.label = board.label
        self.near: dict[Hex, tuple[Hex, ...]] = {
            hex: tuple(hexes(board.land_sides.cross(1 << hex) & board.playable))
            for hex in hexes(board.playable)
        }
        self.beside: dict[Hex, Mask] = {hex: mask_of(near) for hex, near in self.near.items()}
        self.ruhr, self.berlin = board.hex_of("Ruhr"), board.hex_of("Berlin")
        self.three: Mask = board.german_sources["north"] | board.german_sources["south"]
        self.port_coast = board.ports & board.interior
        self.far_coast: Mask = board.map.hexes_in(
            "range", "French Mediterranean coast", "Atlantic invasion coast"
        )
        self.italian = board.cities & board.italy
        self.western = board.cities & board.germany & board.west_of_line
        self.beyond = board.cities & (
            board.germany & ~board.west_of_line | board.area("country", "Protectorate", "Yugoslavia")
        )
        antwerp = 0 if board.antwerp is None else 1 << board.antwerp
        self.antwerp = antwerp | (board.access if antwerp else 0)
        self.names = {place.hex: name for name, place in board.map.places.items()}
        self._mark(self.parameters)
        self.points: list[tuple[float, ...]] = [
            tuple(sum(unit.factors(steps)[:2]) / 2 for steps in (1, 2)) for unit in scenario.units
        ]
        """What a unit is worth by steps left (1 or 2): the mean of its attack and defence factors."""
        self._line_for: tuple[Mask, Mask] = (0, 0)
        self._line_found: tuple[Hex, ...] = ()
        self._travel: dict[Hex, list[int]] = {}
        self._results: dict[int, tuple[Losses, ...]] = {}

    def under(self, weights: Parameters) -> Ground:
        """The same ground, studied by somebody who weighs otherwise."""
        twin = copy.copy(self)
        twin.parameters = weights
        twin._mark(weights)
        return twin

    def _mark(self, weights: Parameters) -> None:
        """Find the hexes that somebody's weights name."""
        self.lines = [(line, self._named(line.hexes)) for line in weights.line]
        self.efforts = [(effort, self._named(effort.hexes)) for effort in weights.effort]

    def _named(self, labels: Collection[str]) -> Mask:
        """Those of these hexes that the map has."""
        return mask_of(hex for hex in hexes(self.board.playable) if self.label(hex) in labels)

    def travel(self, goal: Hex) -> list[int]:
        """Movement factors from every hex to `goal`, by ground and rivers alone; `FAR` where no way leads."""
        found = self._travel.get(goal)
        if found is None:
            found = self._travel[goal] = self._search(goal)
        return found

    def _search(self, goal: Hex) -> list[int]:
        board, tables = self.board, self.scenario.tables
        price = dict.fromkeys(self.near, tables.terrain["clear"].cost)
        for hex in hexes(board.rough):
            price[hex] = tables.terrain["rough"].cost
        for hex in hexes(board.mountain):
            price[hex] = tables.terrain["mountain"].cost
        cost = [FAR] * self.size
        cost[goal] = 0
        todo = [(0, goal)]
        while todo:
            spent, hex = heapq.heappop(todo)
            if spent > cost[hex]:
                continue
            for other in self.near[hex]:
                wet = board.rivers.has(hex, other)
                step = tables.crossing.pass_ if board.passes.has(hex, other) else price[hex]
                if (after := spent + step + wet) < cost[other]:
                    cost[other] = after
                    heapq.heappush(todo, (after, other))
        return cost

    def line_to_switzerland(self, control: Mask, enemy: Mask) -> tuple[Hex, ...]:
        """The hexes that the shortest line of Allied hexes from the Atlantic to Switzerland still lacks (7.16).

        Hexes held by `enemy` count as three. () when the line stands, or when there is no foot on the coast.
        """
        interior = self.board.interior & self.board.playable
        key = (control & interior, enemy & interior)
        if self._line_for != key:
            self._line_for, self._line_found = key, self._lacking(interior, *key)
        return self._line_found

    def _lacking(self, interior: Mask, control: Mask, enemy: Mask) -> tuple[Hex, ...]:
        ends = self.board.swiss_border & interior
        cost: dict[Hex, int] = dict.fromkeys(hexes(self.board.atlantic & control), 0)
        before: dict[Hex, Hex] = {}
        todo = [(0, hex) for hex in cost]
        heapq.heapify(todo)
        while todo:
            spent, hex = heapq.heappop(todo)
            if spent > cost[hex]:
                continue
            if ends >> hex & 1:
                way = [hex]
                while way[-1] in before:
                    way.append(before[way[-1]])
                return tuple(hex for hex in reversed(way) if not control >> hex & 1)
            for other in self.near[hex]:
                if not interior >> other & 1:
                    continue
                step = 0 if control >> other & 1 else 3 if enemy >> other & 1 else 1
                if spent + step < cost.get(other, FAR):
                    cost[other] = spent + step
                    before[other] = hex
                    heapq.heappush(todo, (spent + step, other))
        return ()

    def results(self, landed: int) -> tuple[Losses, ...]:
        """The six results of a column counted on past the ends of the table (11.0)."""
        found = self._results.get(landed)
        if found is None:
            crt = self.scenario.crt
            found = self._results[landed] = tuple(crt.result(landed, die) for die in range(1, 7))
        return found

    def column(self, attack: int, defence: int) -> int:
        """The column of plain odds before shifts, counted from 0 on the left."""
        return self.scenario.crt.odds.place(attack, defence) if attack or defence else 0

    def odds(self, landed: int) -> str:
        """The odds of a column, those past the ends as the last one."""
        columns = self.scenario.crt.columns
        return columns[min(max(landed, 0), len(columns) - 1)]

    def value(self, unit: int, steps: int) -> float:
        """What a unit with so many steps is worth."""
        return self.points[unit][min(steps, 2) - 1] if steps > 0 else 0.0

    def next_step(self, unit: int, steps: int) -> float:
        """What the next step that a unit loses is worth."""
        return self.value(unit, steps) - self.value(unit, steps - 1)

    def group(self, unit: int) -> Mask:
        """The army group of an Allied unit, 0 for all others."""
        return self.scenario.group_of(unit) if self.scenario.side_of[unit] == ALLIED else 0


@lru_cache(maxsize=8)
def ground(scenario: EisenhowerScenario) -> Ground:
    """The study of a scenario's ground, made once."""
    return Ground(scenario)
