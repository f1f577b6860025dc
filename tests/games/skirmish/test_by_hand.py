"""Movement, supply, refuges and strengths worked out once more, hex by hex as the rules of Skirmish put it, in random matches."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator

import pytest
from tests.cheapest import cheapest

from phaseline.engine.match import Match
from phaseline.games.skirmish import GAME
from phaseline.games.skirmish.position import Battle
from phaseline.games.skirmish.rules import aftermath, combat, movement, supply
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import Hex, hexes

COSTS = {"clear": 1, "town": 1, "forest": 2, "hill": 2}
SHIFTS = {"clear": 0, "town": -2, "forest": -1, "hill": -1}


class Field:
    """A position, and its rules looked up hex by hex."""

    def __init__(self, state: SkirmishState) -> None:
        self.state, self.scenario = state, state.scenario
        p = state.position
        self.sides = [
            {unit: p.at[unit] for unit in hexes(state.on_map(seat))} for seat in range(len(GAME.seats))
        ]

    def around(self, hex: Hex) -> list[Hex]:
        return list(hexes(self.scenario.map.grid.adjacent_mask(hex) & self.scenario.board.playable))

    def river(self, hex: Hex, other: Hex) -> bool:
        return self.scenario.rivers.has(hex, other)

    def zone(self, seat: int) -> set[Hex]:
        """The six hexes around every unit, but not across a river (7.1)."""
        held = self.sides[seat].values()
        return {other for hex in held for other in self.around(hex) if not self.river(hex, other)}

    def points(self, unit: int) -> int:
        """Movement points (4.2, 10.4)."""
        p = self.state.position
        found = max(1, self.scenario.units[unit].movement - (p.weather == "mud"))
        return max(1, found // 2) if p.unsupplied >> unit & 1 else found

    def reach(self, unit: int) -> dict[Hex, int]:
        """What it costs a unit to get to each hex in reach (6)."""
        seat = self.scenario.side_of[unit]
        start, enemy, zone = self.sides[seat][unit], set(self.sides[1 - seat].values()), self.zone(1 - seat)
        ford = 2 if self.state.position.weather == "mud" else 1

        def steps(here: Hex, spent: int) -> Iterator[tuple[Hex, int, bool]]:
            for hex in self.around(here):
                cost = spent + COSTS[self.scenario.map.terrain_at(hex)] + ford * self.river(here, hex)
                cost += here == start and start in zone
                if hex not in enemy and cost <= self.points(unit):
                    yield hex, cost, hex not in zone

        return cheapest(start, steps)

    def supplied(self, seat: int) -> set[Hex]:
        """The hexes up to eight from a source, by hexes free of the enemy (10.1, 7.2)."""
        own, enemy = set(self.sides[seat].values()), set(self.sides[1 - seat].values())
        shut = enemy | (self.zone(1 - seat) - own)
        away = {hex: 0 for hex in hexes(self.scenario.sources[seat]) if hex not in shut}
        queue = deque(away)
        while queue:
            here = queue.popleft()
            for hex in self.around(here) if away[here] < 8 else ():
                if hex not in away and hex not in shut:
                    away[hex] = away[here] + 1
                    queue.append(hex)
        return set(away)

    def back(self, unit: int, *, friends: bool) -> set[Hex]:
        """Where a unit may draw back or retreat to; `friends` cancel the enemy's zone for a retreat (8.3, 11.3)."""
        seat = self.scenario.side_of[unit]
        own = list(self.sides[seat].values())
        shut = self.zone(1 - seat) - (set(own) if friends else set())
        shut |= set(self.sides[1 - seat].values())
        return {hex for hex in self.around(self.sides[seat][unit]) if hex not in shut and own.count(hex) < 2}

    def weighed(self, battle: Battle) -> tuple[int, int, int]:
        """Strengths and column shifts of an attack (1.2, 5, 9.4 to 9.6, 10.4)."""
        p, units, foe = self.state.position, self.scenario.units, 1 - battle.attacker
        attack = 0
        for unit in hexes(battle.attackers):
            printed = units[unit].attack[2 - p.steps[unit]]
            attack += (printed + 1) // 2 if p.unsupplied >> unit & 1 else printed
        defenders = [unit for unit, hex in self.sides[foe].items() if hex == battle.target]
        shift = SHIFTS[self.scenario.map.terrain_at(battle.target)]
        shift -= all(self.river(p.at[unit], battle.target) for unit in hexes(battle.attackers))
        shift += (p.stances[battle.attacker] == "assault") - (p.stances[foe] == "hold")
        return attack, sum(units[unit].defence[2 - p.steps[unit]] for unit in defenders), shift


def played(key: str, seed: int) -> Iterator[SkirmishState]:
    """The positions of a random match at which somebody has to decide."""
    match, rng = Match.new(GAME, GAME.load(key), seed=seed.to_bytes(32, "big")), random.Random(seed)
    while match.decision is not None:
        assert isinstance(match.state, SkirmishState)
        yield match.state
        seat = match.decision.seats[0]
        match.submit(seat, match.legal(seat).sample(rng))


@pytest.mark.case("skirmish", "6.2", "6.3", "6.4", "6.5", "7.1", "7.2", "8.3", "10.1", "10.4", "11.3")
@pytest.mark.parametrize(("key", "seed"), [("ford", 1), ("ford", 2), ("ridge", 3), ("ridge", 4)])
def test_units_get_and_are_fed_as_far_as_by_hand(key: str, seed: int) -> None:
    for number, state in enumerate(played(key, seed)):
        if number % 7:
            continue
        field = Field(state)
        for seat, units in enumerate(field.sides):
            assert set(hexes(supply.supplied_area(state, seat))) == field.supplied(seat)
            for unit in units:
                routes = movement.reachable(state, unit)
                assert {hex: routes.cost(hex) for hex in hexes(routes.all)} == field.reach(unit)
                assert set(movement.refuge(state, unit)) == field.back(unit, friends=False)
                assert set(aftermath.retreat_hexes(state, unit)) == field.back(unit, friends=True)


@pytest.mark.case("skirmish", "1.2", "5.2", "5.3", "9.4", "9.5", "9.6", "10.4")
def test_attacks_weigh_what_they_weigh_by_hand() -> None:
    weighed = 0
    for key, seed in (("ford", 5), ("ford", 6), ("ridge", 7), ("ridge", 8), ("ridge", 9), ("ridge", 10)):
        for state in played(key, seed):
            battle = next((frame for frame in state.position.stack if isinstance(frame, Battle)), None)
            if (
                battle is None
                or not battle.attackers
                or not state.units_at(battle.target, 1 - battle.attacker)
            ):
                continue
            found = combat.weigh(state, battle)
            shift = sum(shift.columns for shift in found.shifts)
            assert (*found.strengths, shift) == Field(state).weighed(battle)
            weighed += 1
    assert weighed > 20
