"""How a match of France '44 will end from a position: in the Allied lead in victory points."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import ClassVar

from phaseline.ai import field
from phaseline.ai.france44.ground import Ground
from phaseline.games.france44.files import SEATS, Goal
from phaseline.games.france44.position import ALLIED, GERMAN
from phaseline.games.france44.rules import victory
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes

FAINT = 0.1
"""The least share of the strength near a place that the Allies are thought to have: who is at sea may come."""


class Outlook(field.Outlook[FranceState]):
    """Looks at the end of a scenario from its positions."""

    men: ClassVar[float] = 0.12
    close: ClassVar[float] = 1.0

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        rules = ground.scenario.setup.victory
        grades = rules.grades if rules is not None else ()
        # The Allies win with `least` points more than the Germans, the Germans when it is `most` or less.
        least = min((each.least for each in grades if each.winner == SEATS[ALLIED]), default=1)
        most = min((each.least for each in grades if not each.winner), default=0) - 1
        super().__init__(ALLIED, (least + most) / 2, (least - most) / 2)

    def tally(self, s: FranceState) -> float:
        """The lead there is; at the end, the one that was counted."""
        outcome = s.position.outcome
        if outcome is not None and outcome.scores is not None:
            return float(outcome.scores[ALLIED] - outcome.scores[GERMAN])
        allied, german = victory.tally(s)
        return float(allied - german)

    def turns_left(self, s: FranceState) -> int:
        """Of the scenario."""
        return self.ground.turns_left(s)

    def places(self, s: FranceState) -> float:
        """What places that count at the end may still change hands, and what cities bring in the turns to come."""
        left = self.turns_left(s) - 1
        if left <= 0:
            return 0.0
        firm = self.firm(s)
        goals = [
            (1.0 - firm) * points * self._swing(s, hex, points)
            for hex, points in ((hex, self._open(s, hex)) for hex in self.ground.points)
            if points
        ]
        cities = [
            left * (firm * self.holds(s, hex) + (1.0 - firm) * self.share(s, hex))
            for hex in hexes(self.ground.cities_beyond)
        ]
        return math.fsum(goals + cities)

    def disputed(self, s: FranceState) -> list[Hex]:
        """The places that may still change hands, those for whose points it is least certain first."""
        left = self.turns_left(s)
        found = []
        for hex in self.ground.deciding:
            share = max(FAINT, self.share(s, hex))
            open_ = self._unsettled(s, hex)
            points = math.fsum(goal.points for goal in open_) if hex in self.ground.points else float(left)
            found.append((-points * share * (1.0 - share), hex))
        return [hex for worth, hex in sorted(found) if worth]

    def _open(self, s: FranceState, hex: Hex) -> float:
        """The Allied points for a place that are not settled yet; below 0 those of the Germans."""
        return math.fsum(
            goal.points if SEATS.index(goal.side) == ALLIED else -goal.points
            for goal in self._unsettled(s, hex)
        )

    def _unsettled(self, s: FranceState, hex: Hex) -> list[Goal]:
        """The goals about a place, of both sides, whose points may still be won or lost."""
        return [
            goal
            for number, goal in self.ground.points.get(hex, ())
            if not ((goal.once or goal.by) and s.position.reached >> number & 1)
            and (not goal.by or goal.by > s.position.turn)
        ]

    def _swing(self, s: FranceState, hex: Hex, points: float) -> float:
        """How much more of a place its points are for will be held at the end than is now."""
        more = self.share(s, hex) - self.holds(s, hex)
        return more if points >= 0 else -more

    def soldiers(self, s: FranceState, seat: int) -> Mask:
        """All on the map."""
        return s.on_map(seat)

    def holders(self, s: FranceState, seat: int) -> Mask:
        """Divisions."""
        return s.on_map(seat) & s.scenario.divisions

    def strength(self, s: FranceState, unit: int) -> int:
        """Its combat factor."""
        return s.factor(unit)

    def hungry(self, s: FranceState) -> Mask:
        """As they were found last."""
        return s.position.hungry

    def holds(self, s: FranceState, hex: Hex) -> bool:
        """By who was there last."""
        return bool(s.controlled(ALLIED) >> hex & 1)

    def travel(self, s: FranceState, hex: Hex) -> Mapping[Hex, int]:  # noqa: ARG002 - of the ground alone
        """With nobody in the way."""
        return self.ground.travel(hex)
