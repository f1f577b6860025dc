"""How a match of France '44 will end from a position, as far as can be told without playing it: the lead in victory points."""

from __future__ import annotations

import math

from phaseline.ai.france44.ground import FAR, Ground
from phaseline.ai.planning import power
from phaseline.games.france44.files import SEATS
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import victory
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes

NEAR = 0.85
"""What is left of a unit's weight for each movement point between it and a place."""
MEN = 0.12
"""A combat factor more than the enemy has, in victory points, as long as there is time to use it."""
HUNGRY = 0.3
"""The share of a unit that counts while it is out of supply."""
NOWHERE_NEAR = 30
"""Units so many movement points away do not count."""
LONG = 3
"""With so many turns left men count in full."""
WEIGHT = 6.0
"""Combat factors near a place that nobody is near to: with so many, half of it is thought to be won."""


class Outlook:
    """Looks at the end of a scenario from its positions."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self.scenario = ground.scenario
        rules = self.scenario.setup.victory
        grades = rules.grades if rules is not None else ()
        self.least = min((each.least for each in grades if each.winner == SEATS[ALLIED]), default=1)
        """The Allies win with so many points more than the Germans."""
        self.most = min((each.least for each in grades if not each.winner), default=0) - 1
        """The Germans win when it is so many or less."""

    def lead(self, s: FranceState) -> float:
        """The Allied lead to be expected at the end; at the end, what it is."""
        outcome = s.position.outcome
        if outcome is not None and outcome.scores is not None:
            return float(outcome.scores[ALLIED] - outcome.scores[GERMAN])
        return sum(self.parts(s).values())

    def parts(self, s: FranceState) -> dict[str, float]:
        """What the lead comes from: points there are, men, and places that may still change hands."""
        allied, german = victory.tally(s)
        return {"tally": float(allied - german), "men": self._men(s), "places": self._places(s)}

    def chance(self, s: FranceState, lead: float | None = None) -> float:
        """How good that lead is for the Allies, from -1 to 1: near 0 where it would be a draw. It may be known already."""
        middle, half = (self.least + self.most) / 2, (self.least - self.most) / 2
        left = self.ground.turns_left(s)
        ratio = ((self.lead(s) if lead is None else lead) - middle) / (half + 1.0 + left)
        return ratio / (1.0 + abs(ratio))

    def _men(self, s: FranceState) -> float:
        """What is left to fight with."""
        weight = MEN * min(1.0, (self.ground.turns_left(s) - 1) / LONG)
        return weight * (self._force(s, ALLIED) - self._force(s, GERMAN))

    def _force(self, s: FranceState, seat: int) -> float:
        units = s.on_map(seat)
        fed = sum(s.factor(unit) for unit in hexes(units & ~s.position.hungry))
        return fed + HUNGRY * sum(s.factor(unit) for unit in hexes(units & s.position.hungry))

    def _places(self, s: FranceState) -> float:
        """What places that count at the end may still change hands, and what cities bring in the turns to come."""
        left = self.ground.turns_left(s) - 1
        if left <= 0:
            return 0.0
        # The longer there is to play, the less it counts who holds a place now.
        firm = 1.0 / (1.0 + 0.5 * left)
        found = []
        own = s.controlled(ALLIED)
        for hex, goals in self.ground.points.items():
            points = math.fsum(
                goal.points if SEATS.index(goal.side) == ALLIED else -goal.points
                for number, goal in goals
                if not ((goal.once or goal.by) and s.position.reached >> number & 1)
                and (not goal.by or goal.by > s.position.turn)
            )
            found.append((1.0 - firm) * points * self._swing(s, hex, points, allied=bool(own >> hex & 1)))
        for hex in hexes(self.ground.cities_beyond):
            held = 1.0 if own >> hex & 1 else 0.0
            found.append(left * (firm * held + (1.0 - firm) * self._share(s, hex)))
        return math.fsum(found)

    def _swing(self, s: FranceState, hex: Hex, points: float, *, allied: bool) -> float:
        """How much more of a place its points are for will be held at the end than is now."""
        share = self._share(s, hex)
        if points >= 0:
            return share - float(allied)
        return (1.0 - share) - float(not allied)

    def _share(self, s: FranceState, hex: Hex) -> float:
        """The Allied share of what is near a place; a little more for who holds it."""
        travel = self.ground.travel(hex)
        weights = [0.0, 0.0]
        for seat in (ALLIED, GERMAN):
            for unit in hexes(s.on_map(seat) & s.scenario.divisions):
                cost = travel.get(s.position.at[unit], FAR)
                if cost < NOWHERE_NEAR:
                    weights[seat] += power(NEAR, cost) * s.factor(unit)
        holder = ALLIED if s.controlled(ALLIED) >> hex & 1 else GERMAN
        weights[holder] += WEIGHT * 0.5
        return weights[ALLIED] / (weights[ALLIED] + weights[GERMAN])
