"""What serves the army: air, sea, railways, reinforcements, supply. Each decision of theirs has its answer here."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from phaseline.ai.planning import Intent, OrderBook
from phaseline.ai.sight import Sight
from phaseline.ai.war_in_europe.drops import Drops
from phaseline.ai.war_in_europe.rails import Railways
from phaseline.ai.war_in_europe.seas import Fleet
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.ai.war_in_europe.skies import AirStaff
from phaseline.ai.war_in_europe.supplying import Quartermaster
from phaseline.ai.war_in_europe.telling import going
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Mask

S = Sight[WarState]
Answer = Order | None


class Services:
    """The staffs behind the front of one seat, which `look` at a position as it does; what they plan for a phase they remember."""

    def __init__(self, seat: int, look: Callable[[S], Situation]) -> None:
        self.seat = seat
        self._view = look
        self._phase: tuple[object, ...] = ()
        self._book = OrderBook()
        self.steps: dict[str, Callable[[S], Answer]] = {
            "air commitment": lambda sight: self._air(sight).commit(),
            "air transfer": lambda sight: self._air(sight).transfer(),
            "evacuation of air points": lambda sight: self._air(sight).evacuate(),
            "division of air points": lambda sight: self._air(sight).divide(),
            "further air losses": lambda sight: self._air(sight).kill(),
            "port suppression": lambda sight: self._air(sight).suppress(),
            "air-sea interdiction": lambda sight: self._air(sight).hunt(),
            "course at sea": lambda sight: self._air(sight).divert(),
            "air interdiction": self._interdict,
            "sea movement": self._sail,
            "air movement": self._fly,
            "airborne divisions": lambda sight: self._rails(sight).regroup(),
            "withdrawals": lambda sight: self._rails(sight).keep(),
            "placing": self._place,
            "combining": lambda sight: self._rails(sight).combine(),
            "too many on trains": lambda sight: self._rails(sight).take_off(),
            "rail movement": self._ride,
        }

    # -- for the march ------------------------------------------------------------------------------------------------

    def errands(self, view: Situation) -> list[Intent]:
        """What is done before the army marches: railways repaired, ports filled."""
        repairs = [Intent(order) for order in Railways(view).repairs()]
        return repairs + [_sent(view, order, "to go on board there") for order in Fleet(view).muster()]

    def supply(self, view: Situation) -> list[Intent]:
        """What mobile supply units do when the army has gone its way: it was in theirs."""
        return [_sent(view, order, "with supply") for order in Quartermaster(view).posts()]

    def reserved(self, view: Situation) -> Mask:
        """The units that the march leaves alone: they wait for a train or a ship, or carry out an errand."""
        support = view.s.scenario.support & view.s.on_map(self.seat)
        fleet = Fleet(view)
        waiting = fleet.overseas if fleet.sailing else 0
        return support | waiting | Railways(view).riders()

    # -- steps --------------------------------------------------------------------------------------------------------

    def _planned(self, sight: S, plan: Callable[[], Iterable[Order]]) -> Answer:
        """The next order of a plan that is made once when its step begins."""
        phase = (sight.state.position.turn, *sight.path[:3])
        if phase != self._phase:
            self._phase = phase
            self._book = OrderBook([Intent(order) for order in plan()])
        return self._book.next(sight.legal)

    def _interdict(self, sight: S) -> Answer:
        return self._planned(sight, lambda: self._air(sight).interdict())

    def _sail(self, sight: S) -> Answer:
        fleet = Fleet(self._view(sight))
        return self._planned(sight, fleet.assaults) or fleet.complete() or fleet.settle() or fleet.ship()

    def _fly(self, sight: S) -> Answer:
        drops = Drops(Fleet(self._view(sight)))
        return drops.drop() or drops.fly()

    def _place(self, sight: S) -> Answer:
        view = self._view(sight)
        return Railways(view).place() or Quartermaster(view).scuttle()

    def _ride(self, sight: S) -> Answer:
        return self._planned(sight, lambda: self._rails(sight).ride())

    def _air(self, sight: S) -> AirStaff:
        return AirStaff(self._view(sight))

    def _rails(self, sight: S) -> Railways:
        return Railways(self._view(sight))


def _sent(view: Situation, order: orders.Move, why: str) -> Intent:
    return Intent(order, going(view.s.scenario, order.unit, order.to, why))
