"""A position of a skirmish at a glance: what could be struck and by whom, by means that are looked up."""

from __future__ import annotations

import math
from typing import NamedTuple

from phaseline.ai.skirmish.odds import Mean, Odds
from phaseline.games.skirmish.scenario import SkirmishScenario
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import Hex, Mask, hexes

STEP = 1.4
"""What a step is worth in victory points, about."""
RETREAT = 0.5
"""What driving a defender out is worth beside the hex."""
TOGETHER = 3
"""So many of the strongest come together against one hex, as a rule."""


class Bearing(NamedTuple):
    """How a side acts: what it makes of getting nearer, of attacks, of risks, and of one objective above all."""

    approach: float = 0.3
    attack: float = 0.6
    risk: float = 0.5
    guard: float = 0.25
    boldness: float = 0.1
    focus: Hex = -1
    focused: float = 3.0
    noise: float = 0.0


class Ground:
    """What never changes in a scenario and is asked for again and again."""

    def __init__(self, scenario: SkirmishScenario) -> None:
        self.scenario = scenario
        self.odds = Odds(scenario)
        grid = scenario.map.grid
        on_map = list(hexes(scenario.map.on_map))
        self.shift = {hex: scenario.terrain[scenario.map.terrain_at(hex)].shift for hex in on_map}
        self.beside = {hex: grid.adjacent_mask(hex) for hex in on_map}
        self.near = {hex: list(hexes(self.beside[hex])) for hex in on_map}
        self.way = {goal: {hex: grid.distance(goal, hex) for hex in on_map} for goal in scenario.objectives}
        self._disks: dict[tuple[Hex, int], Mask] = {}

    def disk(self, hex: Hex, radius: int) -> Mask:
        """The hexes no further away than this."""
        found = self._disks.get((hex, radius))
        if found is None:
            found = self._disks[hex, radius] = self.scenario.map.grid.disk(hex, radius)
        return found


class Glance:
    """A position as one side sees it before it moves: whom it may strike, and who may strike it.

    `known` are enemies that it knows though they are face down; the others count as the mean of all that it does not know.
    """

    def __init__(self, ground: Ground, s: SkirmishState, seat: int, known: Mask = 0) -> None:
        self.ground, self.s, self.seat = ground, s, seat
        scenario, position = s.scenario, s.position
        self.decoys = scenario.decoys
        enemies = list(hexes(s.on_map(1 - seat)))
        face_up = position.face_up | known
        hidden = [unit for unit in enemies if not face_up >> unit & 1]
        count = max(1, len(hidden))
        attack = sum(s.attack(unit) for unit in hidden) / count
        defence = sum(s.defence(unit) for unit in hidden) / count
        self.resists: dict[Hex, float] = {}
        self.steps: dict[Hex, int] = {}
        self.strikes: list[tuple[float, Mask, Mask]] = []
        self._felt: dict[Hex, int] = {}
        for unit in enemies:
            at = position.at[unit]
            shown = face_up >> unit & 1
            self.resists[at] = self.resists.get(at, 0.0) + (s.defence(unit) if shown else defence)
            self.steps[at] = self.steps.get(at, 0) + position.steps[unit]
            strength = s.attack(unit) if shown else attack
            speed = scenario.units[unit].movement - 1
            if strength:
                self.strikes.append((strength, ground.disk(at, speed + 1), ground.disk(at, speed)))
        self.left = scenario.turns - position.turn + 1
        held = position.control[seat]
        theirs = position.control[1 - seat]
        self.gains = {
            hex: points * self.left * (2.0 if theirs >> hex & 1 else 1.0)
            for hex, points in scenario.objectives.items()
            if not held >> hex & 1
        }
        self.keeps = {
            hex: points * self.left * 2.0
            for hex, points in scenario.objectives.items()
            if held >> hex & 1 and any(area >> hex & 1 for _, _, area in self.strikes)
        }
        stances = position.stances
        self.ours = (stances[seat] == "assault") - (stances[1 - seat] == "hold")
        self.against = (stances[1 - seat] == "assault") - (stances[seat] == "hold")

    def prize(self, hex: Hex) -> float:
        """What an attack on a hex is worth if it clears it."""
        return RETREAT + 0.7 * self.gains.get(hex, 0.0)

    def attack(self, strength: int, target: Hex, *, river: bool = False) -> float:
        """What an attack with so much strength brings on average."""
        if not strength:
            return 0.0
        resists = round(self.resists[target])
        shift = self.ours - self.ground.shift[target] - river
        mean: Mean = self.ground.odds.mean(strength, resists, shift, self.steps[target])
        return STEP * (mean.enemy - mean.own) + mean.clears * self.prize(target)

    def danger(self, hex: Hex, defence: int, steps: int) -> float:
        """What the enemy may expect of attacking a stack there, if that is anything."""
        felt = self._felt.get(hex)
        if felt is None:
            most = sorted([strength for strength, area, _ in self.strikes if area >> hex & 1])[-TOGETHER:]
            felt = self._felt[hex] = round(math.fsum(most))
        if not felt or not steps:
            return 0.0
        shift = self.against - self.ground.shift[hex]
        mean = self.ground.odds.mean(felt, defence, shift, steps)
        prize = RETREAT + self.keeps.get(hex, 0.0) * 0.5
        return max(0.0, STEP * (mean.enemy - mean.own) + mean.clears * prize)


def assaults(glance: Glance) -> list[tuple[Hex, tuple[int, ...], float]]:
    """Attacks that could be made now: the target, the strongest so many beside it, and what that brings on average."""
    s, seat, ground = glance.s, glance.seat, glance.ground
    position = s.position
    able = s.on_map(seat) & ~glance.decoys & ~position.fought
    if not able:
        return []
    rivers = s.scenario.rivers
    found = []
    for target in glance.resists:
        if position.battles >> target & 1:
            continue
        units = list(hexes(s.standing.units_in(ground.beside[target], seat) & able))
        units.sort(key=lambda unit: (-s.attack(unit), unit))
        total, across = 0, True
        for count, unit in enumerate(units, 1):
            total += s.attack(unit)
            across = across and rivers.has(position.at[unit], target)
            found.append((target, tuple(units[:count]), glance.attack(total, target, river=across)))
    return found
