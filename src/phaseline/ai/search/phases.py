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
TRACE = 100
"""What they count for at most where many playouts do tell."""

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
        if stage is None or self.reach is None:
            return None
        turn = self.turn(state)
        # Where something is settled it is asked in each turn whether it is now.
        return (turn, stage) if self.settled or self.tries(turn) else None

    def tries(self, turn: int) -> bool:
        """In each turn, or only in those after which the enemy moves no more."""
        after = self.granted is not None and self.granted.after > 0
        return super().tries(turn) or (after and self.final(turn))

    def playouts(self, moment: Hashable) -> int:
        """By scenario, and by whether the enemy moves once more."""
        assert isinstance(moment, tuple)
        after = self.granted.after if self.granted is not None and self.final(moment[0]) else 0
        return after or super().playouts(moment)

    def portion(self, moment: Hashable) -> int:
        """By scenario; where the enemy moves no more tries are short, and all are carried out at once."""
        return 0 if self.exact(moment) else super().portion(moment)

    def exact(self, moment: Hashable) -> bool:
        """After which the enemy moves no more."""
        tried = self.reach is not None and self.reach.after > 0
        return tried and isinstance(moment, tuple) and self.final(moment[0])

    def ending(self, state: S) -> bool:
        """In the last turn of the scenario."""
        return self.outlook.turns_left(state) == 1

    def final(self, turn: int) -> bool:  # noqa: ARG002 - for games that know
        """Whether the enemy moves no more after the seat's turn of this number."""
        return False

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
        return self._count(state, SHARE)

    def result(self, state: S) -> int:
        """Victory or defeat; of two that end alike the one with more points."""
        return self._count(state, TRACE)

    def _count(self, state: S, share: int) -> int:
        """Victory, and points for so much of it at most."""
        outcome, chance = state.position.outcome, self.outlook.chance(state)
        if outcome is None:
            chance = self.likely(state, chance)
        found = round(share * (chance if self.seat == self.outlook.seat else -chance))
        if outcome is None or outcome.winner is None:
            return found
        return found + (VICTORY - share) * (1 if outcome.winner == self.seat else -1)
