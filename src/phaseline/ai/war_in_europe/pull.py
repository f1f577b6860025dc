"""What draws units on in War in Europe: how near each of them is to what its side wants, in the time that it takes it."""

from __future__ import annotations

from collections.abc import Mapping

from phaseline.ai.war_in_europe.situation import SPARE, STRIDE, Situation
from phaseline.hexgrid import Hex, Mask, hexes

LATE = 0.2
"""The share of a goal that is felt by who will not be there in time."""
MOST = 12
"""So many goals draw, those worth most."""


class Pull:
    """What is felt of a side's goals, for units that are as quick as each other; a phase long."""

    def __init__(self, view: Situation) -> None:
        self.view = view
        self.s = view.s
        self._known: dict[tuple[int, int, int], dict[Hex, float]] = {}
        wanted = [
            (view.worth(hex), hex)
            for hex in hexes(
                view.ground.valued & view.s.position.owner[view.enemy] & ~view.s.position.neutral
            )
        ]
        known = view.own | view.ground.valued
        wanted += [(worth, hex) for hex, worth in view.noose.items() if not known >> hex & 1]
        self._goals = sorted(set(wanted), reverse=True)[:MOST]

    def pace(self, unit: int) -> int:
        """The Movement Points of a unit in both phases of movement."""
        return max(1, self.s.face(unit).movement) * (1 + (self.s.scenario.twice >> unit & 1))

    def time(self, unit: int) -> int:
        """How many Movement Points a unit can spend on the way after this phase, before all is over."""
        twice = self.s.scenario.twice >> unit & 1
        return self.s.face(unit).movement * max(0, self.view.phases(twice) - 1) + SPARE

    def felt(self, unit: int, worth: float, cost: int) -> float:
        """What is felt of a worth so far from where a unit ends this phase: the slower it is, the less; too late, little."""
        late = LATE if cost > self.time(unit) else 1.0
        return late * worth * self.view.ground.fade(cost * STRIDE / self.pace(unit))

    def at(self, unit: int) -> Mapping[Hex, float]:
        """For each hex, what a unit would feel there of the goal that draws it most."""
        key = self.s.scenario.ways_of[unit], self.s.face(unit).movement, self.s.scenario.twice >> unit & 1
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = {}
            shares: dict[int, float] = {}
            for worth, goal in self._goals:
                for hex, cost in self.view.travel(goal, key[0]).items():
                    share = shares.get(cost)
                    if share is None:
                        share = shares[cost] = self.felt(unit, 1.0, cost)
                    if worth * share > found.get(hex, 0.0):
                        found[hex] = worth * share
        return found

    def best(self, unit: int, area: Mask) -> float:
        """The most that a unit could feel in an area."""
        drawn = self.at(unit)
        return max((drawn.get(hex, 0.0) for hex in hexes(area)), default=0.0)
