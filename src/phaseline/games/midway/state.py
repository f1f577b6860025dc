"""Questions that the rules ask."""

from __future__ import annotations

from phaseline.engine import State
from phaseline.games.midway.position import MidwayPosition
from phaseline.games.midway.scenario import MidwayScenario
from phaseline.hexgrid import mask_of


def in_play(position: MidwayPosition) -> int:
    """The units in play, a bit each."""
    return mask_of(unit for unit, place in enumerate(position.at) if place >= 0)


class MidwayState(State[MidwayPosition, MidwayScenario]):
    """The campaign in play."""

    @property
    def present(self) -> int:
        """The units in play, a bit each."""
        return in_play(self.position)

    @property
    def hiyo_known(self) -> bool:
        """Whether the Hiyo has been looked at."""
        hiyo = self.position.hiyo
        return hiyo is not None and hiyo >= 0 and bool(self.position.turned >> hiyo & 1)
