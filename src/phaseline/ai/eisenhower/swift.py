"""A staff in a hurry, for matches that are played on in somebody's head: it looks at less, and proves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from phaseline.ai.eisenhower.attacks import GeneralStaff
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.ai.eisenhower.rehearsal import Rehearsal
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.field import Assault, Candidate
from phaseline.ai.field.attacks import Force, rising
from phaseline.ai.planning import one_by_one
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex


class SwiftStaff(GeneralStaff):
    """Tries fewer ways to attack a hex, and takes attacks as they come, the best first."""

    choose = staticmethod(one_by_one)

    def forces(self, target: Hex, candidates: list[Candidate]) -> Iterator[Force]:
        """Whoever is cheapest, and whoever is strongest."""
        defence = max(1, self.view.defence(target).factors)
        cheap = sorted(candidates, key=lambda c: (c.price - 0.02 * c.strength, c.unit, c.hex))
        yield from rising(cheap, defence, self.fits)
        strong = sorted(candidates, key=lambda c: (c.price > 2.0, -c.strength, c.price, c.unit, c.hex))
        yield from rising(strong, defence, self.fits)


class SwiftPlanner(EisenhowerPlanner):
    """Plans each phase once, mends its marches once, and does not rehearse its offensives."""

    finds = SwiftStaff
    repairs = 1
    minds_errands = False
    every = 12

    _known: tuple[Any, list[Assault]] | None = None

    def _massed(self, view: Situation) -> list[Assault]:
        """What was found when the phase began, if nothing has happened since."""
        p = view.s.position
        now = (p.turn, p.offensives, tuple(p.at), tuple(p.steps), p.control)
        if self._known is None or self._known[0] != now:
            self._known = now, super()._massed(view)
        return self._known[1]

    def _rehearse(self, s: EisenhowerState, order: orders.Offensive) -> Rehearsal | None:  # noqa: ARG002
        """It will come to something."""
        return Rehearsal([], None)
