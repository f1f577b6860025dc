"""Strengths, the die and ways by rail worked out once more, unit by unit as the rulebook puts it, on random positions."""

from __future__ import annotations

import heapq
from fractions import Fraction

import pytest
from tests.games.war_in_europe.test_by_hand import SCENARIOS, Field

from phaseline.games.war_in_europe.position import AXIS, CombatPhase, Plan, RailPhase
from phaseline.games.war_in_europe.rules import odds, supply, trains
from phaseline.hexgrid import Hex, hexes, mask_of

SEEDS = range(6)
ROUGH = ("broken", "woods", "swamp", "rough", "mountain")


class Fights(Field):
    """A position in which enemies are next to one another, some of them reduced, on trains, dug in or sheltered."""

    def __init__(self, key: str, seed: int) -> None:
        super().__init__(key, seed)
        s, p, scenario = self.state, self.position, self.scenario
        self.side, self.enemy = seed % 2, 1 - seed % 2
        ours = list(hexes(s.on_map(self.side)))
        for unit in self.some(s.on_map(self.enemy), 40):
            near = self.board.disk(p.at[self.rng.choice(ours)], 1) & self.board.dry_land
            if room := list(hexes(near & ~s.occupied(self.side) & ~p.neutral)):
                s.put(unit, self.rng.choice(room))
        for unit in self.some(s.on_map(0) | s.on_map(1), 40):
            p.steps[unit] = 1
        p.fortified |= mask_of(self.some(s.on_map(self.enemy) & scenario.diggers, 10))
        p.entrained |= mask_of(self.some(s.on_map(self.enemy) & ~p.fortified, 10))
        p.sheltered |= mask_of(self.some(s.on_map(self.enemy), 10))
        p.ashore = 0
        s.changed()

    def weather(self, hex: Hex) -> str:
        """The weather of a hex; no scenario is played in the severe area (15.1)."""
        today = self.state.weather
        if today == "clear" or self.board.arid >> hex & 1:
            return "clear"
        return "mud" if today == "snow" and self.board.mud_in_snow >> hex & 1 else today

    def attack(self, unit: int, target: Hex) -> Fraction:
        """What a unit brings to an attack (12.41, 12.42, 15.1)."""
        p, here = self.position, self.position.at[unit]
        found = Fraction(self.state.face(unit).attack())
        mobile = self.scenario.units[unit].category in ("armor", "mechanized_infantry", "cavalry")
        weather = self.weather(here)
        halved = (
            bool(p.unsupplied >> unit & 1),
            weather == "mud" or (weather == "snow" and mobile),
            self.board.rivers.has(here, target),
        )
        return found * Fraction(1, 2) ** sum(halved)

    def defence(self, hex: Hex, origins: list[Hex]) -> tuple[Fraction, int]:
        """What all in a hex bring to its defence, and what is added to the die (11.21, 12.41, 12.62, 18.24, R71, R131)."""
        s, p = self.state, self.position
        there = list(s.units_at(hex, self.enemy))
        there = [unit for unit in there if not p.sheltered >> unit & 1] or there
        wall = any(
            line.area & ~p.razed & 1 << hex and not any(line.rear >> start & 1 for start in origins)
            for line in self.scenario.lines
            if line.seat == self.enemy and p.turn >= line.since
        )
        times = Fraction(2 ** ((self.terrain(hex) == "mountain") + wall))
        each = {
            unit: s.face(unit).strength
            * times
            / 2 ** ((p.unsupplied >> unit & 1) + (p.entrained >> unit & 1))
            for unit in there
        }
        helped = [each[unit] for unit in there if (self.scenario.foot & ~p.fortified) >> unit & 1]
        more = max(helped, default=Fraction(0)) if any(p.fortified >> unit & 1 for unit in there) else 0
        beach = self.side == AXIS and p.beaches >> hex & 1
        return sum(each.values(), Fraction(0)) + more, -(self.terrain(hex) in ROUGH or wall) - bool(beach)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", [*SCENARIOS, "westwall"])
def test_both_sides_of_an_attack_count_as_by_hand(key: str, seed: int) -> None:
    f = Fights(key, seed)
    s, compared = f.state, 0
    f.position.stack[-1] = CombatPhase(seat=f.side)
    for target in hexes(s.occupied(f.enemy) & ~f.position.neutral):
        able = [
            unit
            for near in f.next_to(target)
            for unit in s.units_at(near, f.side)
            if s.face(unit).attack() and not f.position.entrained >> unit & 1
        ]
        if not able:
            continue
        units = f.rng.sample(able, min(len(able), f.rng.randint(1, 4)))
        found = odds.weigh(
            s, Plan(attacker=f.side, target=target, attackers=mask_of(units), targets=1 << target)
        )
        attack = sum((f.attack(unit, target) for unit in units), Fraction(0))
        defence, die = f.defence(target, [f.position.at[unit] for unit in units])
        assert sum(line.strength for line in found.attack) == attack
        assert sum(line.strength for line in found.defence) == defence
        assert found.modifier == die
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", SCENARIOS)
def test_trains_get_as_far_as_by_hand(key: str, seed: int) -> None:
    f = Field(key, seed)
    s, p, board, side = f.state, f.position, f.board, seed % 2
    lines = list(hexes(p.rail[side] & ~s.occupied(1 - side)))
    riders = f.some(s.on_map(side) & ~p.fortified, 30)
    for unit in riders:
        s.put(unit, f.rng.choice(lines))
        p.entrained |= 1 << unit
        p.spent[unit] = f.rng.choice((0, 10, 20, 45))
    s.changed()
    p.stack[-1] = RailPhase(seat=side, net=-1)
    trains.begin(s)
    s.changed()
    net, todo = set[Hex](), list[Hex]()
    for school in supply.schools(s, side):
        fed = supply.chain_of(s, school)
        todo += hexes((fed.major | fed.minor | supply.centers(s, school)) & p.rail[side])
    while todo:
        if (here := todo.pop()) not in net:
            net.add(here)
            near = hexes(f.grid.adjacent_mask(here) & p.rail[side])
            todo += [hex for hex in near if board.rails.has(here, hex)]
    zone, closed, marks = f.zone(1 - side), s.occupied(1 - side), p.marks[1 - side]
    for unit in riders:
        start, most = p.at[unit], 50 - p.spent[unit]
        best, queue = {start: 0}, [(0, start)]
        while queue:
            spent, here = heapq.heappop(queue)
            for hex in hexes(f.grid.adjacent_mask(here)):
                if not board.rails.has(here, hex) or hex not in net or hex in zone or closed >> hex & 1:
                    continue
                cost = spent + 1 + 5 * (marks >> hex & 1) + 5 * (here == start and start in zone)
                if cost <= most and cost < best.get(hex, most + 1):
                    best[hex] = cost
                    heapq.heappush(queue, (cost, hex))
        found = trains.routes(s, unit)
        assert {hex: found.cost(hex) for hex in hexes(found.all)} == best
