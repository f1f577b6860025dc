"""A random position of France '44, and its rules looked up hex by hex as the rulebook puts them."""

from __future__ import annotations

import math
import random
from collections import Counter, deque
from collections.abc import Iterator
from functools import cache

from tests.cheapest import cheapest

from phaseline.games.france44 import GAME
from phaseline.games.france44.position import ALLIED, GERMAN, POOL, WEATHERS
from phaseline.games.france44.position import GermanMovement as GermansMove
from phaseline.games.france44.scenario import MECHANIZED_TYPES, FranceScenario
from phaseline.games.france44.sequence import FLOW
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes


@cache
def campaign() -> FranceScenario:
    scenario = GAME.load("campaign")
    assert isinstance(scenario, FranceScenario)
    return scenario


class Field:
    """A random position around some hex, and the rules looked up hex by hex."""

    def __init__(self, seed: int) -> None:
        self.scenario = scenario = campaign()
        self.board, self.grid = scenario.board, scenario.map.grid
        self.rng = rng = random.Random(seed)
        self.state = state = FranceState(GAME, scenario, GAME.start(scenario))
        p = state.position
        p.weather = WEATHERS[seed % len(WEATHERS)]
        centre = rng.choice(list(hexes(self.board.navigable & self.board.continent)))
        near = list(hexes(self.board.disk(centre, 8) & self.board.continent))
        for unit in hexes(scenario.all_units):
            state.put(unit, POOL)
        for unit in rng.sample(range(len(scenario.units)), 50):
            side = scenario.side_of[unit]
            free = [hex for hex in near if not (state.no_room(unit) | state.occupied(1 - side)) >> hex & 1]
            state.put(unit, rng.choice(free))
            p.hungry |= (rng.random() < 0.2) << unit
        for wing in range(len(p.wings)):
            p.wings[wing] = p.bases[wing] = rng.choice(near)
        p.german_dumps = {hex: 1 for hex in near[:2] if not state.occupied(ALLIED) >> hex & 1}
        p.stack = [FLOW.at(GermansMove(), "german movement")]
        state.acting = GERMAN
        state.changed()

    def zone(self, unit: int) -> set[Hex]:
        """The zone of control of a unit (8, 20.3, 21.2, R23)."""
        board, here = self.board, self.state.position.at[unit]
        kind = self.scenario.units[unit].type
        if self.state.position.weather in ("snow", "blizzard") and kind not in MECHANIZED_TYPES:
            return set()
        found = {here}
        for hex in hexes(self.grid.adjacent_mask(here) & board.playable & ~board.rivers.cross(1 << here)):
            wooded = board.forest & (1 << here | 1 << hex)
            if not wooded and (board.navigable >> hex & 1 or not board.navigable >> here & 1):
                found.add(hex)
        return found

    def zones(self, side: int) -> list[set[Hex]]:
        return [self.zone(unit) for unit in hexes(self.state.on_map(side))]

    def over(self, side: int) -> set[Hex]:
        """Where a side has more air units than the other (9.13)."""
        balance: Counter[Hex] = Counter()
        for wing, hex in enumerate(self.state.position.wings):
            balance[hex] += 1 if self.scenario.side_wings[side] >> wing & 1 else -1
        flying = self.state.position.weather != "blizzard"
        return {hex for hex, left in balance.items() if flying and left > 0}

    def points(self, unit: int, lifted: str) -> int:
        """What a unit may spend (16.4, R14)."""
        p = self.state.position
        found = self.scenario.units[unit].movement
        if p.hungry >> unit & 1 and lifted != "hunger":
            found = 1
        halved = p.weather in ("mud", "blizzard") and lifted != "weather"
        return math.ceil(found / 2) if halved else found

    def step(self, here: Hex, hex: Hex, air: set[Hex], lifted: str) -> int:
        """What a step costs (9.132, 20.1, 21.1)."""
        board = self.board
        cost = 1
        if board.mountain >> hex & 1 and lifted != "mountains":
            cost = 3
        if board.forest >> hex & 1 and lifted != "forests":
            cost = 2
        bridge = (board.settled & (1 << here | 1 << hex)) or board.rails.cross(1 << here) >> hex & 1
        if board.rivers.cross(1 << here) >> hex & 1 and not bridge and lifted != "rivers":
            cost += 2
        return cost + (here in air) + (hex in air)

    def reach(self, unit: int, lifted: str = "") -> dict[Hex, int]:
        """What it costs a unit to get to each hex in reach, were it not for one rule."""
        board, start = self.board, self.state.position.at[unit]
        enemy = 1 - self.scenario.side_of[unit]
        zones = [] if lifted == "zones" else self.zones(enemy)
        zone = set().union(*zones)
        barred = set().union(*(area for area in zones if start in area))
        air = set() if lifted == "air" else self.over(enemy)
        most = self.points(unit, lifted)

        def steps(here: Hex, spent: int) -> Iterator[tuple[Hex, int, bool]]:
            for hex in hexes(self.grid.adjacent_mask(here) & board.playable & ~self.state.occupied(enemy)):
                cost = spent + self.step(here, hex, air, lifted)
                if cost > most or (not spent and hex in barred):
                    continue
                banks = board.navigable >> here & 1 != board.navigable >> hex & 1
                halts = banks and not board.cities & (1 << here | 1 << hex) and lifted != "halts"
                yield hex, cost, hex not in zone and not halts

        return cheapest(start, steps)

    def joined(self, side: int) -> set[Hex]:
        """The hexes from which a path of any length leads to a source (16.1, 16.12)."""
        p, board, enemy = self.state.position, self.board, 1 - side
        shut = self.over(enemy).union(*self.zones(enemy), hexes(self.state.occupied(enemy)))
        if side == GERMAN:
            ends = set(p.german_dumps) | set(hexes(board.east_edge & ~self.state.occupied(enemy)))
        else:
            ends = set(p.allied_dumps) | set(hexes(board.ports & p.control))
        found, todo = set(ends), deque(ends)
        while todo:
            for hex in hexes(self.grid.adjacent_mask(todo.popleft()) & board.playable):
                if hex not in found:
                    found.add(hex)
                    if hex not in shut:
                        todo.append(hex)
        return found
