"""A march worked out in a hurry: one unit after the other goes where it does most good, as the others stand."""

from __future__ import annotations

import random

from phaseline.ai.skirmish.glance import Bearing, Glance, Ground
from phaseline.games.skirmish.rules.movement import reachable
from phaseline.games.skirmish.scenario import STACKING_LIMIT
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import Hex, Mask, hexes

STAY = 0.01
"""Of two hexes worth the same, the one where the unit is."""


def march(
    ground: Ground,
    s: SkirmishState,
    seat: int,
    bearing: Bearing,
    rng: random.Random | None = None,
    known: Mask = 0,
) -> list[tuple[int, Hex]]:
    """Where to send units, the strongest first; those that stay are left out.

    `rng` is for the noise of a bearing, `known` are enemies that are known though they are face down.
    """
    return _Dash(s, bearing, rng, Glance(ground, s, seat, known)).run()


class _Dash:
    """The places of all units, one by one."""

    def __init__(self, s: SkirmishState, bearing: Bearing, rng: random.Random | None, glance: Glance) -> None:
        ground, seat = glance.ground, glance.seat
        self.near = ground.near
        self.s = s
        self.bearing = bearing
        self.rng = rng
        self.glance = glance
        position = s.position
        self.at = {unit: position.at[unit] for unit in hexes(s.on_map(seat))}
        self.attack = {unit: s.attack(unit) for unit in self.at}
        self.defence = {unit: s.defence(unit) for unit in self.at}
        self.steps = position.steps
        self.decoys = s.scenario.decoys
        self.room: dict[Hex, int] = {}
        self.holds: dict[Hex, tuple[int, int]] = {}
        """Defence and steps in a hex."""
        self.brought: dict[Hex, int] = {}
        """The strength that stands beside an enemy."""
        for unit, hex in self.at.items():
            self._settle(unit, hex)
        self.gains = dict(glance.gains)
        wants = {**glance.keeps, **glance.gains}
        if bearing.focus in wants:
            wants[bearing.focus] *= bearing.focused
        self.pulls = [(ground.way[hex], worth) for hex, worth in wants.items()]
        self._pulled: dict[Hex, float] = {}

    def run(self) -> list[tuple[int, Hex]]:
        """The strongest first."""
        moved = self.s.position.moved
        movers = [unit for unit in self.at if not moved >> unit & 1]
        movers.sort(key=lambda unit: (-self.attack[unit] - self.defence[unit], unit))
        found = []
        for unit in movers:
            here = self.at[unit]
            self._settle(unit, here, -1)
            best = self._best(unit, here)
            self._settle(unit, best)
            self.gains.pop(best, None)
            if best != here:
                found.append((unit, best))
        return found

    def _settle(self, unit: int, hex: Hex, sign: int = 1) -> None:
        """Put a unit there, or with -1 take it away."""
        self.room[hex] = self.room.get(hex, 0) + sign
        if self.decoys >> unit & 1:
            return
        defence, steps = self.holds.get(hex, (0, 0))
        self.holds[hex] = defence + sign * self.defence[unit], steps + sign * self.steps[unit]
        for target in self.near[hex]:
            if target in self.glance.resists:
                self.brought[target] = self.brought.get(target, 0) + sign * self.attack[unit]

    def _best(self, unit: int, here: Hex) -> Hex:
        bearing, gains, keeps, room, rng = self.bearing, self.gains, self.glance.keeps, self.room, self.rng
        real = not self.decoys >> unit & 1
        best, most = here, float("-inf")
        for hex in hexes(reachable(self.s, unit).all):
            if room.get(hex, 0) >= STACKING_LIMIT:
                continue
            worth = self._pull(hex)
            if rng is not None:
                worth += bearing.noise * rng.random()
            if hex in gains:
                worth += gains[hex] * (bearing.focused if hex == bearing.focus else 1.0)
            elif hex in keeps and not room.get(hex, 0):
                worth += bearing.guard * keeps[hex]
            if real:
                worth += self._fights(unit, hex)
            if hex == here:
                worth += STAY
            if worth > most:
                best, most = hex, worth
        return best

    def _pull(self, hex: Hex) -> float:
        """How much a hex is drawn to what is wanted."""
        found = self._pulled.get(hex)
        if found is None:
            pull = max([worth / (2.0 + way[hex]) for way, worth in self.pulls], default=0.0)
            found = self._pulled[hex] = self.bearing.approach * pull
        return found

    def _fights(self, unit: int, hex: Hex) -> float:
        """What a unit there adds to attacks, less what it adds to what the enemy may hope for."""
        glance, bearing = self.glance, self.bearing
        worth = 0.0
        for target in self.near[hex]:
            if target in glance.resists:
                before = self.brought.get(target, 0)
                after = glance.attack(before + self.attack[unit], target)
                worth += bearing.attack * (max(0.0, after) - max(0.0, glance.attack(before, target)))
        defence, steps = self.holds.get(hex, (0, 0))
        alone = glance.danger(hex, defence, steps)
        danger = glance.danger(hex, defence + self.defence[unit], steps + self.steps[unit])
        return worth - bearing.risk * (danger - alone)
