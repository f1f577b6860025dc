"""A staff in a hurry, for matches that are played on in somebody's head: it thinks of attacks once, and proves nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from phaseline.ai.field import Assault, Candidate
from phaseline.ai.field.attacks import Force
from phaseline.ai.planning import one_by_one
from phaseline.ai.sight import Sight
from phaseline.ai.war_in_europe.attacks import Strikes
from phaseline.ai.war_in_europe.march import March
from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.ai.war_in_europe.pull import Pull
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, mask_of


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

    _ahead: list[Assault] | None = None
    _within: tuple[Any, ...] = ()
    _seen: Situation | None = None
    _drew: Pull | None = None

    def order(self, sight: Sight[WarState]) -> Order | None:
        """As the staff."""
        if sight.path[2:3] != ("Combat",):
            self._ahead = None
        return super().order(sight)

    def view(self, sight: Sight[WarState]) -> Situation:
        """Threats, ways and worths as they were when first asked in a turn; what draws on, since places last changed hands."""
        view = super().view(sight)
        within = (sight.state.position.turn, sight.path[:2])
        last = self._seen
        if last is not None and self._within == within:
            view.remember(last)
        else:
            self._drew = None
        self._within, self._seen = within, view
        return view

    def _drawn(self, view: Situation) -> Pull:
        """What draws the units, as it was when first asked in a turn."""
        if self._drew is None:
            self._drew = super()._drawn(view)
        return self._drew

    def _assaults(self, staff: Strikes) -> list[Assault]:
        """Of what was thought of when the attacks began, what can still be made."""
        if self._ahead is None:
            self._ahead = super()._assaults(staff)
        able = mask_of(staff.places)
        return [way for way in self._ahead if not way.units & ~able and staff.targets >> way.target & 1]
