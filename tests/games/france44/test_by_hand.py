"""Movement, refusals of moves and isolation worked out once more, hex by hex as the rulebook puts it, on random positions."""

from __future__ import annotations

import heapq
import math
import random
from collections import Counter, deque
from functools import cache

import pytest

from phaseline.games.france44 import GAME
from phaseline.games.france44.position import ALLIED, GERMAN, POOL, WEATHERS
from phaseline.games.france44.position import GermanMovement as GermansMove
from phaseline.games.france44.rules import movement, supply
from phaseline.games.france44.rules.moves import MoveUnit
from phaseline.games.france44.scenario import MECHANIZED_TYPES, FranceScenario
from phaseline.games.france44.sequence import FLOW
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes

LIFTED = {
    "8.3": "zones",
    "8.4": "zones",
    "9.132": "air",
    "16.4": "hunger",
    "20.1a": "mountains",
    "20.1b": "forests",
    "21.1": "rivers",
    "21.4a": "halts",
    "tbl.weather.mud.a": "weather",
    "tbl.weather.blizzard.b": "weather",
}
"""A case by which a move is refused -> what would have to be lifted for it."""


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
        todo, seen, found = [(0, start, True)], set[tuple[Hex, bool]](), dict[Hex, int]()
        while todo:
            spent, here, goes_on = heapq.heappop(todo)
            if (here, goes_on) in seen:
                continue
            seen.add((here, goes_on))
            found.setdefault(here, spent)
            for hex in hexes(self.grid.adjacent_mask(here) & board.playable & ~self.state.occupied(enemy)):
                cost = spent + self.step(here, hex, air, lifted)
                if not goes_on or cost > most or (not spent and hex in barred):
                    continue
                banks = board.navigable >> here & 1 != board.navigable >> hex & 1
                halts = banks and not board.cities & (1 << here | 1 << hex) and lifted != "halts"
                heapq.heappush(todo, (cost, hex, hex not in zone and not halts))
        return found

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


@pytest.mark.case("france44", "6.3", "8.3", "8.4", "8.5", "9.132", "20.1a", "20.1b", "21.1", "21.4a", "21.4b")
@pytest.mark.parametrize("seed", range(8))
def test_units_get_as_far_as_by_hand(seed: int) -> None:
    field = Field(seed)
    for unit in hexes(field.state.on_map(ALLIED) | field.state.on_map(GERMAN)):
        routes = movement.reachable(field.state, unit)
        assert {hex: routes.cost(hex) for hex in hexes(routes.all)} == field.reach(unit)


@pytest.mark.case("france44", "6.3")
@pytest.mark.parametrize("seed", range(8))
def test_a_move_is_refused_for_the_one_rule_in_its_way(seed: int) -> None:
    """Where just one rule keeps a unit from a hex, it is that one which is cited; no rule is cited that keeps it from nowhere."""
    field = Field(seed)
    state, told = field.state, Counter[str]()
    for unit in list(hexes(state.on_map(GERMAN)))[:6]:
        lifted = {what: set(field.reach(unit, what)) for what in set(LIFTED.values())}
        rule = MoveUnit().to(state, unit)
        near = field.board.disk(state.position.at[unit], 6) & field.board.continent & ~state.occupied(ALLIED)
        for hex in hexes(near & ~movement.reachable(state, unit).all & ~(1 << state.position.at[unit])):
            refusal = rule.why_not(hex)
            assert refusal is not None
            told[refusal.case] += 1
            alone = {what for what, reach in lifted.items() if hex in reach}
            both = {"hunger", "weather"} if state.position.hungry >> unit & 1 else set[str]()
            if alone and not (both and refusal.case == "16.4"):
                assert LIFTED.get(refusal.case) in alone
    assert told["6.3"]


@pytest.mark.case("france44", "16.1", "16.12", "9.131")
@pytest.mark.parametrize("seed", range(8))
def test_lines_lead_as_far_as_by_hand(seed: int) -> None:
    field = Field(seed)
    for side in (ALLIED, GERMAN):
        found = supply.joined(field.state, side) & field.board.playable
        assert set(hexes(found)) == field.joined(side)
