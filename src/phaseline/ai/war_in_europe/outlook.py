"""How a match of War in Europe will end from a position, as far as can be told without playing it: in victory points."""

from __future__ import annotations

import math

from phaseline.ai.planning import power
from phaseline.ai.war_in_europe.ground import FAR, Ground
from phaseline.games.war_in_europe.rules import victory
from phaseline.games.war_in_europe.scenario import FOOT
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, hexes

NEAR = 0.85
"""What is left of a unit's weight for each Movement Point between it and a place."""
NOWHERE_NEAR = 30
"""Units so many Movement Points away do not count."""
MEN = 0.05
"""A point of strength more than the enemy has, in victory points, as long as there is time to use it."""
HUNGRY = 0.3
"""The share of a unit that counts while it is out of supply."""
LONG = 3
"""With so many turns left men count in full."""
WEIGHT = 6.0
"""Strength near a place that nobody is near to: with so much, half of it is thought to be won."""
CLOSE = 4.0
"""Points from an even match by which one is fairly decided, in its last turn."""


class Outlook:
    """Looks at the end of a scenario from its positions, for the side whose points count."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        rules = ground.scenario.setup.victory
        grades = rules.grades if rules is not None else ()
        even = [grade.least for grade in grades if not grade.winner]
        wins = [grade.least for grade in grades if rules is not None and grade.winner == rules.counted]
        least = min(wins, default=1)
        self.middle = (min(even, default=least) - 1 + least) / 2
        """So many points are neither a victory nor a defeat."""
        self.half = least - self.middle

    def points(self, s: WarState) -> float:
        """The points to be expected at the end; at the end, what they are."""
        if s.position.outcome is not None:
            return float(victory.points(s))
        return math.fsum(self.parts(s).values())

    def parts(self, s: WarState) -> dict[str, float]:
        """What they come from: points there are, men, and places that may still change hands."""
        return {"tally": float(victory.points(s)), "men": self._men(s), "places": self._places(s)}

    def chance(self, s: WarState) -> float:
        """How good they are for that side, from -1 to 1: near 0 where it would be a draw."""
        ratio = (self.points(s) - self.middle) / (self.half + CLOSE + self.ground.turns_left(s))
        return ratio / (1.0 + abs(ratio))

    def _men(self, s: WarState) -> float:
        """What is left to fight with."""
        weight = MEN * min(1.0, (self.ground.turns_left(s) - 1) / LONG)
        side = self.ground.counted
        return weight * (self._force(s, side) - self._force(s, 1 - side))

    def _force(self, s: WarState, seat: int) -> float:
        hungry = s.position.unsupplied
        return math.fsum(
            s.face(unit).strength * (HUNGRY if hungry >> unit & 1 else 1.0)
            for unit in hexes(s.on_map(seat) & s.scenario.combat_units)
        )

    def _places(self, s: WarState) -> float:
        """What places that count at the end may still change hands: the longer there is to play, the less who has them now counts."""
        left = self.ground.turns_left(s) - 1
        if left <= 0:
            return 0.0
        loose = 1.0 - 1.0 / (1.0 + 0.5 * left)
        own = s.position.owner[self.ground.counted]
        return math.fsum(
            loose * points * (self.share(s, hex) - (own >> hex & 1))
            for hex, points in self.ground.points.items()
        )

    def share(self, s: WarState, hex: Hex) -> float:
        """The share that the side whose points count has of the strength near a place; a little more for who holds it."""
        travel = self.ground.travel(s, hex, FOOT)
        side = self.ground.counted
        weights = [0.0, 0.0]
        for seat in (side, 1 - side):
            for unit in hexes(s.on_map(seat) & s.scenario.combat_units):
                cost = travel.get(s.position.at[unit], FAR)
                if cost < NOWHERE_NEAR:
                    weights[seat] += power(NEAR, cost) * s.face(unit).strength
        weights[side if s.position.owner[side] >> hex & 1 else 1 - side] += WEIGHT / 2
        return weights[side] / (weights[0] + weights[1])
