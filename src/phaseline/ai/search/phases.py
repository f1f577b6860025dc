"""Councils that think at several moments of a turn, and judge positions by the points to be expected at the end."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable
from typing import Any, ClassVar, TypeVar

from phaseline.ai.brain import Planner
from phaseline.ai.field import Outlook
from phaseline.ai.search.bearings import VICTORY, Bearing, BearingCouncil
from phaseline.ai.search.player import Led, Player
from phaseline.drill.state import FieldState

SHARE = 700
"""What points count for at most: a match is won by the last of them, but a few playouts do not tell by which."""

S = TypeVar("S", bound=FieldState[Any, Any])


class PhaseCouncil(BearingCouncil[S]):
    """How to act in each turn, thought of at some of its steps; playouts are led on by a staff in a hurry."""

    even = True
    fewest = 3
    moments: ClassVar[tuple[str, ...]]
    """The steps that it is thought of before, by their labels, whosever they are ("allied movement" is "movement")."""

    def __init__(self, scenario: Any, seat: int, outlook: Outlook[S]) -> None:
        super().__init__(scenario, seat)
        self.outlook = outlook

    # -- what a game says ---------------------------------------------------------------------------------------------

    @abstractmethod
    def taken(self, seat: int, bearing: str, live: Planner[S] | None, *, swift: bool) -> Planner[S]:
        """A staff that acts by a bearing, in a hurry or not; it takes over from `live` as `Council.staff` says."""

    # -- what follows -------------------------------------------------------------------------------------------------

    def stage(self, state: S) -> str | None:
        """Which of the moments it is; None: another one, or the enemy's turn."""
        decision = state.waiting()
        if decision is None or self.seat not in decision.seats:
            return None
        label = decision.step.label
        return next((each for each in self.moments if label == each or label.endswith(f" {each}")), None)

    def begins(self, state: S) -> Hashable | None:
        """The turn, at any of its moments."""
        return None if self.stage(state) is None else self.turn(state)

    def moment(self, state: S) -> Hashable | None:
        """The turn, and what is to be done in it now."""
        stage = None if self.reach is None else self.stage(state)
        return None if stage is None else (self.turn(state), stage)

    def turn(self, state: S) -> int:
        """As the position counts them."""
        found: int = state.position.turn
        return found

    def led(self, seat: int, bearing: Bearing, live: Planner[S] | None) -> Planner[S]:
        """The staff under other weights."""
        return self.taken(seat, bearing.name, live, swift=False)

    def player(self, seat: int, bearing: str, live: Planner[S] | None) -> Player:
        """A staff in a hurry."""
        return Led(self.taken(seat, bearing, live, swift=True), seat)

    def value(self, state: S) -> int:
        """How good the end is for the side, or what the position promises; victory by a point counts much, but not all."""
        outcome, chance = state.position.outcome, self.outlook.chance(state)
        if outcome is None:
            chance = self.likely(state, chance)
        found = round(SHARE * (chance if self.seat == self.outlook.seat else -chance))
        if outcome is None or outcome.winner is None:
            return found
        return found + (VICTORY - SHARE) * (1 if outcome.winner == self.seat else -1)
