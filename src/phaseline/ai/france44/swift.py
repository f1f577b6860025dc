"""A staff in a hurry, for matches that are played on in somebody's head: it thinks of attacks once, and proves nothing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from phaseline.ai.field import Assault, Candidate
from phaseline.ai.field.attacks import Force, rising
from phaseline.ai.france44.attacks import Strikes, Support
from phaseline.ai.france44.landings import Fleet
from phaseline.ai.france44.planner import FrancePlanner
from phaseline.ai.france44.situation import Situation
from phaseline.ai.planning import one_by_one
from phaseline.ai.sight import Sight
from phaseline.engine.orders import Order
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, mask_of


class SwiftStrikes(Strikes):
    """Tries fewer forces, and takes attacks as they come, the best first."""

    rounds = 2

    def forces(self, target: Hex, candidates: list[Candidate]) -> Iterator[Force]:
        """The strong first, or the cheap first, or those who are wanted nowhere else."""
        seaborne = [c for c in candidates if c.unit in self.s.position.beach]
        if seaborne:
            yield {c.unit: c.hex for c in seaborne}
        defence = max(1, self.view.resistance(target))
        for key in (
            lambda c: (-c.strength, c.price),
            lambda c: (c.price - 0.1 * c.strength, 0.0),
            lambda c: (self.demand[c.unit], -c.strength),
        ):
            pool = sorted(
                (c for c in candidates if c not in seaborne), key=lambda c: (*key(c), c.unit, c.hex)
            )
            yield from rising(seaborne + pool, defence, self.fits)

    choose = staticmethod(one_by_one)


class SwiftFleet(Fleet):
    """Takes waves as they come, the best first."""

    choose = staticmethod(one_by_one)


class SwiftPlanner(FrancePlanner):
    """Thinks of its attacks once a phase, of the enemy's once a turn, and of no cordons from the air."""

    finds = SwiftStrikes
    ships = SwiftFleet

    _ahead: list[tuple[Assault, Support]] | None = None
    _within: tuple[Any, ...] = ()
    _seen: Situation | None = None

    def order(self, sight: Sight[FranceState]) -> Order | None:
        """As the staff."""
        if sight.step not in ("announcing", "plan"):
            self._ahead = None
        return super().order(sight)

    def _kept(self, view: Situation) -> list[float]:  # noqa: ARG002 - it does not ask
        """No air units: the way they isolate takes too long to find."""
        return []

    def _foresees(self, view: Situation) -> bool:  # noqa: ARG002 - it does not ask
        """One look must do."""
        return False

    def _fly(self, sight: Sight[FranceState]) -> Order | None:
        """As they are needed one by one."""
        return self._air(sight).fly()

    def _view(self, sight: Sight[FranceState]) -> Situation:
        """What the enemy could do as it was when first asked in a turn; what draws on, since places last changed hands."""
        view = super()._view(sight)
        within = (sight.state.position.turn, sight.path[:2])
        last = self._seen
        if last is not None and self._within == within:
            view.threat, view.walked = last.threat, last.walked
            if view.own == last.own:
                view.potential = last.potential
        self._within, self._seen = within, view
        return view

    def _ways(self, view: Situation, places: dict[int, Mask]) -> list[tuple[Assault, Support]]:
        """Of what was thought of when the attacks began, what can still be made."""
        if self._ahead is None:
            self._ahead = super()._ways(view, places)
        able, closed = mask_of(places), self._given_up
        return [pair for pair in self._ahead if not (pair[0].units & ~able or closed >> pair[0].target & 1)]
