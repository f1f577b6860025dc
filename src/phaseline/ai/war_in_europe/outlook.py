"""How a match of War in Europe will end from a position, in victory points of the side whose points count."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar

from phaseline.ai import field
from phaseline.ai.war_in_europe.ground import Ground
from phaseline.games.war_in_europe.rules import victory
from phaseline.games.war_in_europe.scenario import FOOT
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask


class Outlook(field.Outlook[WarState]):
    """Looks at the end of a scenario from its positions."""

    men: ClassVar[float] = 0.05
    close: ClassVar[float] = 4.0

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        rules = ground.scenario.setup.victory
        grades = rules.grades if rules is not None else ()
        even = [grade.least for grade in grades if not grade.winner]
        wins = [grade.least for grade in grades if rules is not None and grade.winner == rules.counted]
        least = min(wins, default=1)
        middle = (min(even, default=least) - 1 + least) / 2
        super().__init__(ground.counted, middle, least - middle)

    def tally(self, s: WarState) -> float:
        """As they are counted."""
        return float(victory.points(s))

    def turns_left(self, s: WarState) -> int:
        """Of the scenario."""
        return self.ground.turns_left(s)

    def places(self, s: WarState) -> float:
        """What places that count at the end may still change hands."""
        if self.turns_left(s) <= 1:
            return 0.0
        loose = 1.0 - self.firm(s)
        return math.fsum(
            loose * points * (self.share(s, hex) - self.holds(s, hex))
            for hex, points in self.ground.points.items()
        )

    def soldiers(self, s: WarState, seat: int) -> Mask:
        """Combat units on the map."""
        return s.on_map(seat) & s.scenario.combat_units

    def strength(self, s: WarState, unit: int) -> int:
        """By its present face."""
        return s.face(unit).strength

    def hungry(self, s: WarState) -> Mask:
        """As they were found last."""
        return s.position.unsupplied

    def holds(self, s: WarState, hex: Hex) -> bool:
        """By who was there last."""
        return bool(s.position.owner[self.seat] >> hex & 1)

    def travel(self, s: WarState, hex: Hex) -> Mapping[Hex, int]:
        """On foot."""
        return self.ground.travel(s, hex, FOOT)
