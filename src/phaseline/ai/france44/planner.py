"""The staff of one side in France '44: it looks the position over in each phase, plans, and gives the orders."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from typing import ClassVar

from phaseline.ai.field import Assault, Vigilance
from phaseline.ai.field.telling import attacks, planned
from phaseline.ai.france44 import telling
from phaseline.ai.france44.attacks import Strikes, Support, mobile, ready
from phaseline.ai.france44.cordons import flights, worths
from phaseline.ai.france44.errands import errands
from phaseline.ai.france44.ground import Ground, ground
from phaseline.ai.france44.landings import Fleet
from phaseline.ai.france44.march import March
from phaseline.ai.france44.parameters import Parameters
from phaseline.ai.france44.replies import Replies
from phaseline.ai.france44.situation import Situation
from phaseline.ai.france44.skies import AirStaff
from phaseline.ai.france44.supplying import Quartermaster
from phaseline.ai.planning import Intent, OrderBook
from phaseline.ai.planning.stepwise import StepPlanner
from phaseline.ai.planning.telling import called, foremost
from phaseline.ai.sight import Sight
from phaseline.engine.events import Event
from phaseline.engine.orders import Order
from phaseline.games.france44 import orders
from phaseline.games.france44.files import SEATS
from phaseline.games.france44.position import ALLIED, NOWHERE, Plan
from phaseline.games.france44.rules import replacement
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.wording.counts import several

S = Sight[FranceState]
Answer = Order | None


CALM = 0.5
"""What is left of the fear of attacks after each turn in which the enemy made none, and of the fear that he walks in where nobody
stands after each in which he did neither that nor move."""


class FrancePlanner(StepPlanner[FranceState]):
    """Plans for one seat; see `order`."""

    ends: ClassVar[type[Order]] = orders.Done
    idle: ClassVar[frozenset[str]] = frozenset({"german set-up", "allied set-up"})
    finds: ClassVar[type[Strikes]] = Strikes
    """Who finds its attacks."""
    ships: ClassVar[type[Fleet]] = Fleet
    """Who plans its invasions."""

    def __init__(self, scenario: FranceScenario, seat: int, seed: int = 0) -> None:  # noqa: ARG002 - it needs no chance
        self.ground: Ground = ground(scenario)
        self.scenario = scenario
        self.seat = seat
        self._phase: tuple[object, ...] = ()
        self._book: OrderBook | None = None
        self._assault: Assault | None = None
        self._behind: Support | None = None
        self._bars: list[float] | None = None
        self._barred: Mask = 0
        self._opened = False
        self._attacks: Sequence[Assault] = ()
        """The attacks that are planned, the one at hand first."""
        self._said: list[str] = []
        self._given_up: Mask = 0
        self._struck = True
        self._quiet = 0
        self._marches = Vigilance(scenario.side_units[1 - seat], {"move"})
        self.steps: dict[str, Callable[[S], Answer]] = {
            "allied replacement": self._replace,
            "german replacement": self._replace,
            "allied air return": lambda sight: self._air(sight).rebase(),
            "german air return": lambda sight: self._air(sight).rebase(),
            "allied support": self._support,
            "german support": self._support,
            "allied rations": lambda sight: Quartermaster(self._view(sight)).starve(),
            "german rations": lambda sight: Quartermaster(self._view(sight)).starve(),
            "invasion": self._invade,
            "sea and air transport": self._cross,
            "allied movement": self._move,
            "german movement": self._move,
            "announcing": self._announce,
            "plan": self._put_together,
            "answering": lambda sight: self._replies(sight).answer(),
            "losses": lambda sight: self._replies(sight).lose(),
            "retreat": lambda sight: self._replies(sight).retreat(),
            "again": lambda sight: self._replies(sight).again(),
            "advance": lambda sight: self._replies(sight).advance(),
            "invaders home": lambda sight: self._replies(sight).home(),
            "excess": lambda sight: self._replies(sight).remove(),
            "mulberries": lambda sight: Fleet(self._view(sight)).build(),
            "allied tactical air": self._fly,
            "german tactical air": self._fly,
            "interception": lambda sight: self._air(sight).intercept(),
            "V units": lambda sight: self._air(sight).site(),
            "theatre transfer": lambda sight: self._air(sight).transfer(),
            "stockpile": lambda sight: Quartermaster(self._view(sight)).stock(),
        }

    def take_over(
        self, other: FrancePlanner, weights: Parameters, effort: tuple[Hex, float] = (NOWHERE, 0.0)
    ) -> FrancePlanner:
        """Go on from what another staff of the seat has begun, which does not notice, and weigh by these, with a main effort or none."""
        self.ground = other.ground.under(weights, effort)
        self._phase, self._struck, self._quiet = other._phase, other._struck, other._quiet
        self._marches = copy.copy(other._marches)
        self._barred, self._opened = other._barred, other._opened
        return self

    # -- the interface ------------------------------------------------------------------------------------------------

    def notice(self, sight: S) -> None:
        """A new plan when a step begins."""
        phase = (sight.state.position.turn, *sight.path[:2], sight.step)
        if phase != self._phase and sight.step != "plan":
            self._phase = phase
            self._book = None
            self._said, self._attacks = [], ()
            self._given_up = 0
            self._bars = None
            if sight.step in ("allied movement", "german movement"):
                self._quiet = 0 if self._struck else self._quiet + 1
                self._struck = False
                self._barred = 0

    def plan_in_words(self) -> list[str]:
        """The attacks, the moves and whatever else is planned for the step."""
        return [*attacks(self.scenario, self._attacks), *self._said, *foremost(self._book)]

    def why(self, order: Order) -> str:
        """By the attack that is made, by the plan, or else by what the staff goes by."""
        attacking = (orders.Attack, orders.Join)
        said = planned(self.scenario, order, attacking, self._assault, self._book)
        return said or telling.why(self.scenario, order, self.seat)

    def hear(self, events: Sequence[Event]) -> None:
        """Note whether the enemy attacks, whether he marches, and whether he flies to where his supply is barred."""
        if any(event.kind == "announced" and event.facts["seat"] != self.seat for event in events):
            self._struck = True
        self._marches.hear(events)
        if any(self._opens(event) for event in events):
            self._opened = True

    def _opens(self, event: Event) -> bool:
        """Whether an enemy air unit flies to where his supply is barred."""
        hostile, facts = self.scenario.side_wings[1 - self.seat], event.facts
        flight = event.kind == "air" and event.case == "9.13a" and hostile >> facts["wing"] & 1
        return bool(flight and self._barred >> facts["hex"] & 1)

    def _view(self, sight: S) -> Situation:
        still = min(self._quiet, self._marches.quiet(sight.state.position.turn))
        return Situation(self.ground, sight.state, self.seat, CALM**self._quiet, CALM**still)

    def _air(self, sight: S) -> AirStaff:
        return AirStaff(self._view(sight))

    def _replies(self, sight: S) -> Replies:
        return Replies(self._view(sight))

    def _fly(self, sight: S) -> Answer:
        """Air units as they are needed; a general's first to where they open an own line or isolate the enemy."""
        if self._book is None and self.ground.by.air.cut:
            found = flights(self._view(sight), holding=self._opened)
            self._barred |= mask_of(flight.to for flight in found)
            self._book = OrderBook([Intent(flight, why) for flight, why in found.items()])
        barring = self._book.next(sight.legal) if self._book is not None else None
        return barring or self._air(sight).fly()

    # -- replacements and supply --------------------------------------------------------------------------------------

    def _replace(self, sight: S) -> Answer:
        """Restore who is worn, then raise the best that there are factors for; a little is kept for that."""
        s = sight.state
        legal = sight.legal
        kinds = legal.kinds()
        if orders.Claim in kinds:
            return orders.Claim()
        view = self._view(sight)
        if orders.Restore in kinds:
            units = [u for u in legal.values(orders.Restore) if view.far(s.position.at[u]) > 3]
            if units:
                return orders.Restore(max(units, key=lambda unit: (s.scenario.units[unit].combat, -unit)))
        if orders.Raise not in kinds:
            return None
        units = sorted(
            legal.values(orders.Raise),
            key=lambda unit: (-s.scenario.units[unit].combat - s.scenario.units[unit].movement / 4, unit),
        )
        for unit in units:
            kind = s.scenario.units[unit]
            if kind.combat < 3 and s.position.factors[replacement.purse(s, unit)] < 12:
                continue
            places = list(legal.values(orders.Raise, unit))
            if places:
                return orders.Raise(unit, min(places, key=lambda hex: (self._distance(view, hex), hex)))
        return None

    def _distance(self, view: Situation, hex: Hex) -> int:
        """How far a place for a new unit is from where it is wanted."""
        board = self.scenario.board
        if board.overseas >> hex & 1:
            near = min(
                (board.grid.distance(hex, other) for other in hexes(view.own & board.ports)), default=0
            )
            return near + (0 if board.ports >> hex & 1 else 20) + (0 if board.england >> hex & 1 else 10)
        return view.far(hex)

    def _support(self, sight: S) -> Answer:
        """Ports are repaired, trucks placed."""
        store = Quartermaster(self._view(sight))
        if self._book is None:
            found = [Intent(order, "") for order in store.trucks()]
            self._book = OrderBook(found)
            self._said = [f"{SEATS[self.seat]} staff: {several(len(found), 'truck')} to be placed."]
        if self.seat == ALLIED and (order := store.repair()) is not None:
            return order
        return self._book.next(sight.legal)

    # -- across the sea -----------------------------------------------------------------------------------------------

    def _invade(self, sight: S) -> Answer:
        if self._book is None:
            found = self.ships(self._view(sight)).invade()
            self._book = OrderBook([Intent(way, self._sails(way), tuple(others)) for way, *others in found])
        return self._book.next(sight.legal)

    def _sails(self, order: orders.Invade) -> str:
        return f"{self.scenario.spoken[order.unit]} lands at {called(self.scenario.lexicon, order.beach)}."

    def _cross(self, sight: S) -> Answer:
        fleet = Fleet(self._view(sight))
        return fleet.ship() or fleet.drop()

    # -- movement -----------------------------------------------------------------------------------------------------

    def _move(self, sight: S) -> Answer:
        legal = sight.legal
        kinds = legal.kinds()
        if orders.Launch in kinds:
            rockets = list(legal.values(orders.Launch))
            if rockets:
                return orders.Launch(rockets[0])
        if orders.Leave in kinds and any(since <= sight.state.position.turn for since in self.ground.saved):
            leaving = list(legal.values(orders.Leave))
            if leaving:
                return orders.Leave(leaving[0])
        if orders.Enter in kinds and (order := self._enter(sight)) is not None:
            return order
        if self._book is None:
            self._book = OrderBook(self._plan_march(sight))
        return self._book.next(legal)

    def _enter(self, sight: S) -> Answer:
        """New units come in where they are nearest to the enemy."""
        view = self._view(sight)
        for unit in sight.legal.values(orders.Enter):
            places = list(sight.legal.values(orders.Enter, unit))
            if places:
                return orders.Enter(unit, min(places, key=lambda hex: (view.far(hex), hex)))
        return None

    def _plan_march(self, sight: S) -> list[Intent]:
        view = self._view(sight)
        movers = mobile(view)
        away = {unit: errand for unit, errand in errands(view).items() if movers >> unit & 1}
        wanted = {unit: errand.worth for unit, errand in away.items()}
        staff = self.finds(
            view,
            self._places(view, movers),
            self._targets(view),
            moving=True,
            wanted=wanted,
            kept=self._kept(view),
        )
        assaults = staff.plan()
        places = {
            unit: hex
            for way in assaults
            for unit, hex in way.places.items()
            if unit not in view.s.position.beach
        }
        awaited: dict[int, dict[Hex, float]] = {}
        for way in assaults:
            hq = staff.support(way).hq
            if hq != NOWHERE:
                awaited.setdefault(hq, {})[way.target] = way.worth
        self._attacks = assaults
        march = March(view, movers, places, sight.clock, away, awaited)
        intents = march.plan()
        if not self._foresees(view):
            return intents
        # Those who bar the way to a place may just have been sent elsewhere: it is laid out again, knowing that.
        view.foresee(march.at)
        return March(view, movers, places, sight.clock, away, awaited).plan()

    def _foresees(self, view: Situation) -> bool:
        """Whether it looks at what the enemy could do once all stand as planned."""
        return view.by.march.foresee

    def _places(self, view: Situation, movers: Mask) -> dict[int, Mask]:
        """Where each unit that may attack could attack from."""
        at = view.s.position.at
        found = {
            unit: view.reach(unit) if movers >> unit & 1 else 1 << at[unit] for unit in hexes(ready(view))
        }
        for unit in hexes(movers & self.scenario.hqs):
            if at[unit] >= 0:
                found[unit] = view.reach(unit)
        return found

    def _targets(self, view: Situation) -> Mask:
        """The enemy hexes that are under no attack yet."""
        s = view.s
        found = s.occupied(view.enemy) & s.scenario.board.continent
        for plan in s.position.announced:
            found &= ~plan.targets
        return found

    # -- attacks ------------------------------------------------------------------------------------------------------

    def _announce(self, sight: S) -> Answer:
        """The most promising attack that is left; invaders have no choice."""
        view = self._view(sight)
        at = view.s.position.at
        places = {unit: 1 << at[unit] for unit in hexes(ready(view))}
        legal = sight.legal
        ways = self._ways(view, places)
        self._attacks = ()  # those before this are announced
        for way, behind in ways:
            for unit in sorted(way.places):
                order = orders.Attack(unit, way.target)
                if legal.refusal(order) is None:
                    self._assault = way
                    self._behind = behind
                    self._attacks = (way, *(each for each, _ in ways if each is not way))
                    return order
        if legal.refusal(orders.Done()) is None:
            return None
        for unit, beach in view.s.position.beach.items():
            order = orders.Attack(unit, beach)
            if legal.refusal(order) is None:
                around = [
                    u for u in places if view.striking(beach) >> at[u] & 1 or u in view.s.position.beach
                ]
                force = {u: at[u] for u in around if view.s.position.beach.get(u, beach) == beach}
                self._assault = Strikes(view, places, 0).assess(beach, force)
                self._behind = None
                return order
        return None

    def _kept(self, view: Situation) -> list[float]:
        """What each air unit is worth that bars the enemy's supply after the attacks, as things stood when the phase began."""
        if self._bars is None:
            self._bars = worths(view) if view.by.air.cut else []
        return self._bars

    def _ways(self, view: Situation, places: dict[int, Mask]) -> list[tuple[Assault, Support]]:
        """The attacks to make still, the most promising first, with what is behind them."""
        staff = self.finds(view, places, self._targets(view) & ~self._given_up, kept=self._kept(view))
        return [(way, staff.support(way)) for way in staff.plan()]

    def _put_together(self, sight: S) -> Answer:
        """Everybody of the plan joins, then support as far as it makes the odds better, and it is closed."""
        s, legal = sight.state, sight.legal
        plan = s.frame(Plan)
        way = self._assault
        if way is None or way.target != plan.target:
            way = None
        for unit in legal.values(orders.Join):
            if way is not None and unit in way.places:
                return orders.Join(unit)
        if plan.hq == NOWHERE and orders.Support in legal.kinds():
            units = list(legal.values(orders.Support))
            if units:
                return orders.Support(max(units, key=lambda unit: (s.factor(unit), -unit)))
        order = self._more(sight, plan)
        if order is not None:
            return order
        if legal.refusal(orders.Close()) is None:
            return orders.Close()
        for unit in legal.values(orders.Join):
            return orders.Join(unit)
        # What could not be put together is not tried again in this turn.
        self._given_up |= 1 << plan.target
        return orders.Scrap(len(s.position.announced) + 1)

    def _more(self, sight: S, plan: Plan) -> Answer:
        """Air units, ships and the bomber as the plan has them."""
        s, legal, behind = sight.state, sight.legal, self._behind
        if behind is None:
            return self._anything(sight)
        kinds = legal.kinds()
        if orders.Air in kinds and plan.wings.bit_count() < behind.wings:
            wings = list(legal.values(orders.Air))
            if wings:
                return orders.Air(wings[0])
        if orders.Gunfire in kinds and plan.ships.bit_count() < behind.ships:
            ships = list(legal.values(orders.Gunfire))
            if ships:
                return orders.Gunfire(max(ships, key=lambda ship: (s.scenario.ships[ship].combat, -ship)))
        if behind.bomber and orders.Carpet in kinds:
            return orders.Carpet()
        return None

    def _anything(self, sight: S) -> Answer:
        """Whatever support there is, for an attack that must be made."""
        legal = sight.legal
        for kind in (orders.Air, orders.Gunfire):
            if kind in legal.kinds():
                found = list(legal.values(kind))
                if found:
                    return kind(found[0])
        return None
