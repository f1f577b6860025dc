"""How the computer plans in WestFront: the staff of one side, step by step through the sequence of play."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import Any

from phaseline.ai.field import Vigilance
from phaseline.ai.planning import OrderBook
from phaseline.ai.planning.stepwise import StepPlanner
from phaseline.ai.planning.telling import as_usual
from phaseline.ai.sight import Sight
from phaseline.ai.westfront import fighting, minor
from phaseline.ai.westfront.building import plan_building
from phaseline.ai.westfront.drops import Parachute
from phaseline.ai.westfront.headquarters import CommandPlanner
from phaseline.ai.westfront.landings import Landing
from phaseline.ai.westfront.marching import March
from phaseline.ai.westfront.mobilizing import mobilize
from phaseline.ai.westfront.opening import plan_opening
from phaseline.ai.westfront.parameters import Parameters
from phaseline.ai.westfront.situation import Situation
from phaseline.ai.westfront.stakes import Effort
from phaseline.ai.westfront.telling import WHY
from phaseline.engine.events import Event
from phaseline.engine.orders import Order
from phaseline.games.westfront.orders import Done
from phaseline.games.westfront.orders.command import Activate
from phaseline.games.westfront.position import Fortnight, Movement
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.games.westfront.state import WestFrontState

S = Sight[WestFrontState]


class WestFrontPlanner(StepPlanner[WestFrontState]):
    """Plans each phase once, and gives its orders one by one."""

    ends = Done
    idle = frozenset({"neutral forces"})
    weights: Parameters | None = None
    """What it weighs by; None: the parameters in force."""
    effort: Effort | None = None
    """The place that matters most to it; None: each as much as is at stake there."""

    def __init__(self, scenario: WestFrontScenario, seat: int, seed: int) -> None:  # noqa: ARG002 - it needs no chance
        self.scenario = scenario
        self.seat = seat
        self.key: tuple[Any, ...] = ()
        self.book = OrderBook()
        self.landings: list[Landing] = []
        self.drops: list[Parachute] = []
        self.march: March | None = None
        self.lines: list[str] = []
        """The plan of the phase under way."""
        self._said = ""
        """What the plan says of the order at hand."""
        self._battles: list[str] = []
        """Which battles are fought, and where from the air."""
        self._situation: Situation | None = None
        self._stamp: tuple[Any, ...] = ()
        self._vigilance = Vigilance(scenario.side_units[1 - seat], {"activation"})
        self.steps: dict[str, Callable[[S], Order | None]] = {
            "deployment": self._open,
            "building": self._build,
            "command": self._command,
            "moves": self._move,
            "mobilization": self._mobilize,
            "airstrikes": self._strike,
            "battles": self._choose,
            "fights": lambda sight: self._fight(fighting.fight(self._seen(sight), sight.legal)),
            "volley": lambda sight: self._fight(fighting.shoot(sight.state, sight.legal)),
            "losses": lambda sight: self._fight(fighting.take(sight.state, sight.legal)),
            "repulse": lambda sight: self._fight(fighting.take(sight.state, sight.legal)),
            "beachheads": self._put_down,
            "scarcity": lambda sight: self._aside(minor.scarcity(sight.state, sight.legal)),
            "revolt and surrender": lambda sight: self._aside(minor.politics(self._seen(sight), sight.legal)),
            "Maquis": lambda sight: self._aside(minor.maquis(self._seen(sight), sight.legal)),
            "defection": lambda sight: self._aside(minor.defection(sight.state, sight.legal)),
        }

    def notice(self, sight: S) -> None:  # noqa: ARG002 - each step looks itself whether its phase is new
        """Of the next order nothing is said yet."""
        self._said = ""

    def plan_in_words(self) -> list[str]:
        """The plan of the phase under way."""
        return self.lines

    def why(self, order: Order) -> str:
        """By the plan, or else by what the staff goes by."""
        return self._said or as_usual(WHY, order, self.scenario.spoken, self.scenario.lexicon)

    def hear(self, events: Sequence[Event]) -> None:
        """Whether the enemy stirs: nobody does anything without a headquarters."""
        self._vigilance.hear(events)

    def under(self, weights: Parameters | None, effort: Effort | None = None) -> WestFrontPlanner:
        """A staff that weighs by these and goes on from what this one has begun, which does not notice."""
        twin = type(self)(self.scenario, self.seat, 0)
        twin.weights, twin.effort = weights, effort
        twin.landings, twin.drops = list(self.landings), list(self.drops)
        twin._vigilance = copy.copy(self._vigilance)
        return twin

    # -- the present --------------------------------------------------------------------------------------------------

    def _seen(self, sight: S) -> Situation:
        """The situation, worked out anew when the sample is another one or somebody has moved."""
        stamp = (id(sight.state), sight.state.standing.stamp, sight.path[:4])
        if self._situation is None or stamp != self._stamp or self._situation.s is not sight.state:
            quiet = self._vigilance.quiet(self._turn(sight.state))
            self._situation = Situation(sight.state, self.seat, self.weights, quiet, self.effort)
            self._stamp = stamp
        return self._situation

    def _turn(self, s: WestFrontState) -> int:
        """The fortnights up to now."""
        return 2 * s.position.month + (s.frame(Fortnight).fortnight if s.within(Fortnight) else 1)

    def _new(self, sight: S) -> bool:
        """Whether this is another phase than the last one planned."""
        key = self._phase(sight)
        if key == self.key:
            return False
        self.key = key
        return True

    def _phase(self, sight: S) -> tuple[Any, ...]:
        """What tells the phases apart: Blitz Movement is called in the sequence of play as the first movement is."""
        s = sight.state
        return (*sight.path, s.position.month, s.within(Movement) and s.frame(Movement).blitz)

    def _planned(self, order: Order | None) -> Order | None:
        """An order of the book, with the plan that it is part of."""
        self.lines = self.book.reasons()
        self._said = "" if order is None else self.book.why(order)
        return order

    def _aside(self, order: Order | None) -> Order | None:
        """An order that is no part of the plan of a phase."""
        self.lines = []
        return order

    # -- phases -------------------------------------------------------------------------------------------------------

    def _open(self, sight: S) -> Order | None:
        if self._new(sight):
            self.book = OrderBook(plan_opening(self._seen(sight), sight.legal, sight.clock))
        return self._planned(self.book.next(sight.legal))

    def _build(self, sight: S) -> Order | None:
        if self._new(sight):
            self.book = OrderBook(plan_building(self._seen(sight), sight.legal))
        return self._planned(self.book.next(sight.legal))

    def _command(self, sight: S) -> Order | None:
        if self._new(sight):
            minor_order = minor.offensive(self._seen(sight), sight.legal)
            plan = CommandPlanner(self._seen(sight), sight.legal, sight.clock).plan()
            self.book = OrderBook(plan.intents)
            self.landings, self.drops = plan.landings, plan.drops
            if minor_order is not None:
                return self._planned(minor_order)
        order = self.book.next(sight.legal)
        return self._planned(order if isinstance(order, Activate) else None)

    def _move(self, sight: S) -> Order | None:
        if self._new(sight) or self.march is None:
            landings = [landing for landing in self.landings if self._still(sight, landing)]
            role = sight.state.position.role
            drops = [drop for drop in self.drops if role.get(drop.hq) == "paradrop"]
            self.march = March(self._seen(sight), sight, landings, drops)
        order = self.march.order(sight)
        self._said = self.march.why(order)
        self.lines = self.march.lines
        return order

    def _still(self, sight: S, landing: Landing) -> bool:
        """Whether a landing's HQ is active for it."""
        role = sight.state.position.role.get(landing.hq, "")
        blitz = sight.state.frame(Movement).blitz
        return role == landing.role and (not blitz or role.startswith("blitz"))

    def _mobilize(self, sight: S) -> Order | None:
        return self._aside(mobilize(self._seen(sight), sight.legal))

    def _put_down(self, sight: S) -> Order | None:
        return self._fight(minor.place_beachhead(sight.state, sight.legal))

    def _strike(self, sight: S) -> Order | None:
        if self._new(sight):
            self._battles = []
        return self._told(fighting.strike(self._seen(sight), sight.legal))

    def _choose(self, sight: S) -> Order | None:
        return self._told(fighting.choose(self._seen(sight), sight.legal))

    def _told(self, found: tuple[Order, str] | None) -> Order | None:
        self.lines = self._battles
        if found is None:
            return None
        order, self._said = found
        self._battles.append(self._said)
        return order

    def _fight(self, order: Order | None) -> Order | None:
        """An order in a battle: the plan is which ones are fought."""
        self.lines = self._battles
        return order
