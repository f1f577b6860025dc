"""What a scenario of War in Europe is about: what hexes and units are worth, and how far it is from one to another."""

from __future__ import annotations

import copy
from functools import cache, cached_property

from phaseline.ai.field import Potential
from phaseline.ai.planning import power
from phaseline.ai.war_in_europe.parameters import Parameters, parameters
from phaseline.games.war_in_europe.files import SEATS
from phaseline.games.war_in_europe.position import NOWHERE
from phaseline.games.war_in_europe.rules import terrain
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes
from phaseline.mechanics.ways import Prices, Routes, Way

FAR = 400
"""Movement Points to somewhere that cannot be reached."""

FIGHT = 8
"""What an enemy in the way counts, in Movement Points."""


class Ground:
    """The unchanging part of what a staff knows: one for each scenario."""

    def __init__(self, scenario: WarScenario) -> None:
        self.scenario = scenario
        self.board = scenario.board
        self.by = parameters()
        self._travel: dict[tuple[Mask, int, Mask], dict[Hex, int]] = {}
        self.potential = Potential(self.fade)
        """How much the goals of a side are felt, hex by hex."""
        victory = scenario.setup.victory
        self.counted = SEATS.index(victory.counted) if victory is not None else NOWHERE
        """The side whose points count; the other wins by keeping it from them."""
        self.points: dict[Hex, int] = {}
        """What the side whose points count gets for holding a hex at the end."""
        for prize in victory.places if victory is not None else ():
            hex = scenario.hex_at(prize.hex, "victory")
            self.points[hex] = self.points.get(hex, 0) + prize.points
        for count in scenario.special.counts:
            if count.rule.what == "held" and count.goal is not None:
                swing = count.rule.points if count.seat == self.counted else -count.rule.points
                self.points[count.goal] = self.points.get(count.goal, 0) + swing
        self.encircled = any(count.rule.what == "trapped" for count in scenario.special.counts)
        """Whether it brings points that enemies are cut off."""
        self.keys: Mask = 0
        """The places that decide whether a nation surrenders."""
        for rule in scenario.special.surrenders:
            self.keys |= rule.all_of | rule.any_of
        self.prices = [self._price(unit) for unit in range(len(scenario.units))]
        """What the enemy gets for the first step of each unit, and for its last, in victory points."""

    def under(self, weights: Parameters) -> Ground:
        """The same ground weighed otherwise; what was worked out about its ways is shared."""
        twin = copy.copy(self)
        twin.by = weights
        twin.potential = Potential(twin.fade)
        return twin

    def _price(self, unit: int) -> tuple[float, float]:
        scenario, bit = self.scenario, 1 << unit
        victory = scenario.setup.victory
        first = last = 0.0
        if not scenario.divisions & bit or victory is None:
            return first, last
        if scenario.side_of[unit] == self.counted and (
            not victory.nations or scenario.units[unit].nation in victory.nations
        ):
            last += victory.divisions_lost
        for count in scenario.special.counts:
            if count.seat == scenario.side_of[unit] and count.units & bit:
                each = abs(count.rule.points) / count.rule.per
                if count.rule.what in ("lost", "trapped"):
                    last += each
                elif count.rule.what == "weak":
                    first += each
        return first, last

    # -- worth --------------------------------------------------------------------------------------------------------

    @cached_property
    def valued(self) -> Mask:
        """The hexes that may be worth more than any other ground."""
        board = self.board
        found = board.cities | board.ports | self.keys | self.scenario.centers[0] | self.scenario.centers[1]
        for hex in self.points:
            found |= 1 << hex
        return found & board.playable

    def turns_left(self, s: WarState) -> int:
        """Turns still to play, this one included."""
        return self.scenario.last_turn - s.position.turn + 1

    def worth(self, s: WarState, hex: Hex) -> float:
        """What it is worth to hold a hex rather than have the enemy in it, in points of combat strength."""
        by, board, bit = self.by.worth, self.board, 1 << hex
        found = by.ground
        if hex in self.points:
            played = 1.0 - (self.turns_left(s) - 1) / max(1, self.scenario.last_turn - 1)
            found += max(0, self.points[hex]) * by.point * (by.early + (1.0 - by.early) * played)
        if self.keys & bit:
            found += by.step
        if (self.scenario.centers[0] | self.scenario.centers[1]) & bit:
            found += by.source
        if board.ports & bit:
            found += by.port
        if board.cities & bit:
            found += by.city
        return min(by.most, found)

    def dear(self, unit: int, steps: int) -> float:
        """What the enemy gets for all that is left of a unit, in points of strength."""
        first, last = self.prices[unit]
        return ((first if steps > 1 else 0.0) + last) * self.by.worth.point if steps else 0.0

    def last_stand(self, s: WarState, unit: int) -> float:
        """What the enemy gets for a unit that has one step left, in points of strength; nothing while it has more."""
        return self.dear(unit, 1) if s.position.steps[unit] == 1 else 0.0

    def cost(self, s: WarState, unit: int) -> float:
        """What a unit is worth as it is: all that would be lost with it."""
        steps, face = s.position.steps[unit], s.face(unit)
        return face.strength + self.by.worth.speed * face.movement + self.dear(unit, steps)

    def step_cost(self, s: WarState, unit: int) -> float:
        """What the next step of a unit is worth."""
        steps, kind = s.position.steps[unit], self.scenario.units[unit]
        if steps > 1 and kind.reduced is not None:
            return kind.full.strength - kind.reduced.strength + self.dear(unit, 2) - self.dear(unit, 1)
        return self.cost(s, unit)

    # -- ways ---------------------------------------------------------------------------------------------------------

    def travel(self, s: WarState, goal: Hex, way: int) -> dict[Hex, int]:
        """Movement Points between a hex and every other for units that move in a `way`, with nobody anywhere."""
        return self.travel_from(s, 1 << goal, way)

    def travel_from(self, s: WarState, start: Mask, way: int, closed: Mask = 0) -> dict[Hex, int]:
        """The same from the nearest of some hexes, past what is closed."""
        key = start, way, closed
        found = self._travel.get(key)
        if found is None:
            over = terrain.priced(s, way, 0, closed, frozen=False)
            routes = Routes(self.board.grid, start, over, FAR // 2)
            found = {hex: cost for cost, wave in routes.waves for hex in hexes(wave)}
            if not closed and start.bit_count() == 1:
                self._travel[key] = found
        return found

    def travel_past(self, s: WarState, goal: Hex, way: int, zone: Mask, enemies: Mask) -> dict[Hex, int]:
        """Movement Points to a goal where zones of control cost as they do, and a fight as many as a turn."""
        routes = self.routes_past(s, 1 << goal, way, zone, enemies)
        return {hex: cost for cost, wave in routes.waves for hex in hexes(wave)}

    def routes_past(self, s: WarState, start: Mask, way: int, zone: Mask, enemies: Mask) -> Routes:
        """The routes from some hexes where it costs so much."""
        over = [
            Way(_dearer(one.prices, enemies), one.over, one.halts)
            for one in terrain.priced(s, way, zone, s.position.neutral, s.frozen)
        ]
        return Routes(self.board.grid, start, over, FAR // 3)

    def fade(self, cost: float) -> float:
        """What is left of a worth so many Movement Points away."""
        return power(self.by.march.fade, cost)


def _dearer(prices: Prices, enemies: Mask) -> dict[int, Mask]:
    """What ground costs where enemies stand in the way."""
    found: dict[int, Mask] = {}
    for points, area in prices.items():
        for cost, part in ((points, area & ~enemies), (points + FIGHT, area & enemies)):
            if part:
                found[cost] = found.get(cost, 0) | part
    return found


@cache
def ground(scenario: WarScenario) -> Ground:
    """The ground of a scenario, worked out once."""
    return Ground(scenario)
