"""Who is who among face-down units of a skirmish: by the printed set-up, and by where each was seen to go since."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from phaseline.ai.beliefs import AWAY, Back, Pieces, Seen
from phaseline.engine.events import ELIMINATED, Event
from phaseline.games.skirmish.position import GONE, UNSEEN, SkirmishPosition
from phaseline.games.skirmish.scenario import SkirmishScenario, first_position
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import Hex, Mask

FADES: Final = 0.5
"""How much less likely each hex makes it that somebody has gone so far unseen."""
MARKS: Final = ("moved", "reacted")
"""What is seen of a face-down unit besides its hex."""


class SkirmishPieces(Pieces[SkirmishState]):
    """The units of one side. A unit that is turned up stays so (2.2)."""

    falls: ClassVar[frozenset[str]] = frozenset({ELIMINATED, "removed"})
    lasting: ClassVar[bool] = True

    def __init__(self, scenario: SkirmishScenario, seat: int) -> None:
        """`seat` is whose units they are."""
        super().__init__(scenario.rosters[seat])
        self.scenario = scenario
        self.seat = seat

    def begun(self) -> Mapping[int, Hex]:
        """As the scenario says."""
        at = first_position(self.scenario).at
        return {unit: AWAY if at[unit] == GONE else at[unit] for unit in self.units}

    def seen(self, known: SkirmishPosition) -> Seen:
        """Units that are face up or gone, and the backs of the others."""
        at = known.at
        return Seen(
            {unit: AWAY if at[unit] == GONE else at[unit] for unit in self.units if at[unit] != UNSEEN},
            [unit for unit in self.units if at[unit] == UNSEEN],
            [Back(hex) for side, hex, *_ in known.unseen if side == self.seat],
        )

    def likely(self, unit: int, start: Hex, to: Hex) -> float:  # noqa: ARG002 - of all alike
        """Less with each hex."""
        return FADES if start == AWAY else _power(self.scenario.map.grid.distance(start, to))

    def ready(self, unit: int, event: Event) -> float:
        """Nobody goes further than its movement allows; a hex costs a point at least (6.2)."""
        far = self.scenario.map.grid.distance(event.facts["start"], event.facts["to"])
        return float(self.scenario.units[unit].movement >= far)

    def place(self, position: SkirmishPosition, unit: int) -> Hex:
        """Its hex."""
        return AWAY if position.at[unit] == GONE else position.at[unit]

    def exchange(self, position: SkirmishPosition, one: int, other: int) -> None:
        """Their hexes, and whether they have moved and drawn back."""
        at = position.at
        at[one], at[other] = at[other], at[one]
        for name in MARKS:
            mask: Mask = getattr(position, name)
            if (mask >> one ^ mask >> other) & 1:
                setattr(position, name, mask ^ (1 << one | 1 << other))


def _power(far: int) -> float:
    """The chance of so many hexes, by halving: the same on every machine."""
    return float(FADES**far)
