"""A staff in a hurry, for matches that are played on in somebody's head: it thinks of attacks once, and proves nothing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from phaseline.ai.field import Assault, Candidate
from phaseline.ai.field.attacks import Force
from phaseline.ai.planning import Package, Use, one_by_one
from phaseline.ai.sight import Sight
from phaseline.ai.war_in_europe.attacks import Strikes
from phaseline.ai.war_in_europe.planner import WarPlanner
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, mask_of


class SwiftStrikes(Strikes):
    """Tries fewer forces, and takes attacks as they come, the best first."""

    def choose(self, packages: list[Package], room: Mapping[Use, float]) -> list[int]:
        """One by one."""
        return one_by_one(packages, room)

    def forces(self, target: Hex, candidates: list[Candidate]) -> Iterable[Force]:
        """The strong first, or the near."""
        strong = sorted(candidates, key=lambda c: (-c.strength, c.price, c.unit, c.hex))
        near = sorted(candidates, key=lambda c: (c.price, -c.strength, c.unit, c.hex))
        defence = max(1, self.view.resistance(target))
        for pool in (strong, near):
            yield from self._rising(pool[: 3 * self.by.pool], defence)


class SwiftPlanner(WarPlanner):
    """Thinks of its attacks once a phase, and of the enemy's once a player turn."""

    finds = SwiftStrikes

    _ahead: list[Assault] | None = None
    _within: tuple[Any, ...] = ()
    _seen: Situation | None = None

    def order(self, sight: Sight[WarState]) -> Order | None:
        """As the staff."""
        if sight.step in ("initial movement", "mechanized movement"):
            self._ahead = None
        return super().order(sight)

    def view(self, sight: Sight[WarState]) -> Situation:
        """What the enemy could do as it was when first asked in a phase; what draws on, since places last changed hands."""
        view = super().view(sight)
        within = (sight.state.position.turn, sight.path[:3])
        last = self._seen
        if last is not None and self._within == within:
            view.threat = last.threat
            if view.own == last.own:
                view.noose = last.noose
                view.potential = last.potential
        self._within, self._seen = within, view
        return view

    def _ways(self, view: Situation, staff: Strikes) -> list[Assault]:
        """Of what was thought of when the attacks began, what can still be made."""
        if self._ahead is None:
            self._ahead = super()._ways(view, staff)
        able, open_ = mask_of(staff.places), staff.targets
        return [way for way in self._ahead if not way.units & ~able and open_ >> way.target & 1]
