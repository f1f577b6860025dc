"""A staff in a hurry, for matches that are played on in somebody's head: it thinks of attacks once, and proves nothing."""

from __future__ import annotations

from collections.abc import Iterable

from phaseline.ai.field import Candidate
from phaseline.ai.field.attacks import Force
from phaseline.ai.planning import one_by_one
from phaseline.ai.sight import Sight
from phaseline.ai.war_in_europe.attacks import Strikes
from phaseline.ai.war_in_europe.march import March
from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.ai.war_in_europe.pull import Pull
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex


class SwiftStrikes(Strikes):
    """Tries fewer forces, and takes attacks as they come, the best first."""

    def forces(self, target: Hex, candidates: list[Candidate]) -> Iterable[Force]:
        """The strong first, or the cheap first."""
        fed = [c for c in candidates if not self.s.position.unsupplied >> c.unit & 1]
        defence = max(1, self.view.resistance(target))
        strong = sorted(fed or candidates, key=lambda c: (-c.strength, c.price, c.unit, c.hex))
        cheap = sorted(candidates, key=lambda c: (c.price, -c.strength, c.unit, c.hex))
        for pool in (strong, cheap):
            yield from self._rising(pool[: 3 * self.by.pool], defence)

    choose = staticmethod(one_by_one)


class SwiftMarch(March):
    """Has fewer goals."""

    most = 16


class SwiftPlanner(WarPlanner):
    """Thinks of its attacks once a phase, and of what the enemy could do, and how far it is to anywhere, once a turn."""

    finds = SwiftStrikes
    marches = SwiftMarch
    lasting = 2

    _drew: Pull | None = None

    def __init__(self, scenario: WarScenario, seat: int, seed: int = 0) -> None:
        super().__init__(scenario, seat, seed)
        self.steady = True

    @property
    def stands(self) -> bool:
        """Never: to draw a front takes too long."""
        return False

    def view(self, sight: Sight[WarState]) -> Situation:
        """What draws is looked at anew in each turn."""
        before = self._turn
        view = super().view(sight)
        if self._turn != before:
            self._drew = None
        return view

    def _keep(self, view: Situation, earlier: Situation) -> None:
        """Threats and worths, too; what is felt of goals, since places last changed hands."""
        view.remember(earlier)

    def _drawn(self, view: Situation) -> Pull:
        """What draws the units, as it was when first asked in a turn."""
        if self._drew is None:
            self._drew = super()._drawn(view)
        return self._drew
