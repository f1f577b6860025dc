"""The staff of one side in War in Europe: it looks the position over in each phase, plans, and gives the orders."""

from __future__ import annotations

import copy
from collections.abc import Callable, Mapping, Sequence
from typing import ClassVar

from phaseline.ai.field import Assault, Vigilance
from phaseline.ai.field.telling import attacks, planned
from phaseline.ai.planning import Intent, OrderBook
from phaseline.ai.planning.stepwise import StepPlanner
from phaseline.ai.planning.telling import as_usual, called, foremost
from phaseline.ai.sight import Sight
from phaseline.ai.war_in_europe import telling
from phaseline.ai.war_in_europe.attacks import Strikes, ready
from phaseline.ai.war_in_europe.ground import Ground, ground
from phaseline.ai.war_in_europe.line import Line, Placed
from phaseline.ai.war_in_europe.march import Goal, March, Stand
from phaseline.ai.war_in_europe.overruns import Raids
from phaseline.ai.war_in_europe.parameters import Parameters
from phaseline.ai.war_in_europe.pull import Pull
from phaseline.ai.war_in_europe.replies import Replies
from phaseline.ai.war_in_europe.ring import Ring
from phaseline.ai.war_in_europe.services import Services
from phaseline.ai.war_in_europe.situation import PARTS, Situation
from phaseline.ai.war_in_europe.works import Works
from phaseline.engine.events import Event
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import GROUND, Plan
from phaseline.games.war_in_europe.rules import airground, attack, commitment, movement
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

S = Sight[WarState]
Answer = Order | None

COMBAT = "Combat"
"""The phase in which attacks are made."""


class WarPlanner(StepPlanner[WarState]):
    """Plans for one seat; see `order`."""

    ends: ClassVar[type[Order]] = orders.Done
    finds: ClassVar[type[Strikes]] = Strikes
    """Who finds its attacks."""
    marches: ClassVar[type[March]] = March
    """Who plans its moves."""
    lasting: ClassVar[int] = 3
    """Who is steady looks about anew where so much of the path is new: in each phase. A gap is there to go through."""

    def __init__(self, scenario: WarScenario, seat: int, seed: int = 0) -> None:  # noqa: ARG002 - it needs no chance
        self.ground: Ground = ground(scenario)
        self.scenario = scenario
        self.seat = seat
        self.steady = any(
            count.rule.what == "trapped" and count.seat != seat for count in scenario.special.counts
        )
        """Whether it sticks to its attacks and to its ways for a phase: where it brings points to cut the enemy off,
        who looks about after each battle goes everywhere and closes no ring."""
        self._turn: tuple[object, ...] = ()
        self._seen: Situation | None = None
        self._ahead: list[Assault] | None = None
        self._phase: tuple[object, ...] = ()
        self._book: OrderBook | None = None
        self._pull: Pull | None = None
        self._supplied = False
        self._assault: Assault | None = None
        self._later: list[Assault] = []
        """The attacks that are to be made after the one at hand."""
        self._kept: Mask = 0
        """Who makes no attacks, because he is to close a ring."""
        self._raid: list[Order] = []
        self._given_up: Mask = 0
        self._overrun_said = ""
        """The overrun under way, in words."""
        self._attacks: Sequence[Assault] = ()
        """The attacks that are planned, the one at hand first."""
        self._said: list[str] = []
        self._vigilance = Vigilance(0, (), dice_of=1 - seat, dice={"battle"})
        self.services = Services(seat, self.view)
        self.steps: dict[str, Callable[[S], Answer]] = self.services.steps | {
            "initial movement": self._move,
            "mechanized movement": self._move,
            "overrun": self._go_on,
            "combat": self._attack,
            "plan": self._put_together,
            "answer": lambda sight: self._replies(sight).answer(),
            "attacker's answer": lambda sight: self._replies(sight).press(),
            "losses": lambda sight: self._replies(sight).lose(),
            "retreat": lambda sight: self._replies(sight).retreat(),
            "attackers' retreat": lambda sight: self._replies(sight).retreat(),
            "battlegroups": lambda sight: self._replies(sight).pull_back(),
            "advance": lambda sight: self._replies(sight).advance(),
            "excess": lambda sight: self._replies(sight).remove(),
            "fortify": lambda sight: Works(self.view(sight)).dig(),
            "unfortify": lambda sight: Works(self.view(sight)).leave(),
        }

    def take_over(self, other: WarPlanner, weights: Parameters) -> WarPlanner:
        """Go on from what another staff of the seat has begun, which does not notice, and weigh by these.

        The plan of the phase is carried on where it was weighed alike, else made anew. What is worked out on demand is not shared:
        it would hang on who asks first.
        """
        self.ground = other.ground.under(weights)
        self._phase, self._supplied, self._given_up = other._phase, other._supplied, other._given_up
        self._assault, self._raid = other._assault, list(other._raid)
        self._later, self._kept = list(other._later), other._kept
        self._vigilance = copy.copy(other._vigilance)
        if other.ground.by == weights:
            self._ahead = other._ahead
            if other._book is not None:
                self._book = OrderBook(list(other._book.intents), list(other._book.given))
        return self

    @property
    def stands(self) -> bool:
        """Whether it defends a front."""
        front = self.ground.by.front
        defending = front.scenarios.get(self.scenario.key)
        return front.drawn and defending is not None and self.seat in defending.seats

    # -- the interface ------------------------------------------------------------------------------------------------

    def hear(self, events: Sequence[Event]) -> None:
        """Whether the enemy attacks."""
        self._vigilance.hear(events)

    def notice(self, sight: S) -> None:
        """A new plan when a phase begins."""
        phase = (sight.state.position.turn, *sight.path[:3])
        if phase != self._phase:
            self._phase = phase
            self._book = None
            self._said, self._attacks = [], ()
            self._overrun_said = ""
            self._raid = []
            self._given_up = 0
            self._pull = None
            self._supplied = False
        if COMBAT not in sight.path:
            self._ahead = None

    def plan_in_words(self) -> list[str]:
        """The overrun under way, the front, the attacks and the moves of the phase."""
        planned_attacks = attacks(self.scenario, self._attacks)
        return [self._overrun_said, *self._said, *planned_attacks, *foremost(self._book)]

    def why(self, order: Order) -> str:
        """By the attack that is made, by the plan, or else by what the staff goes by."""
        attacking = (orders.Attack, orders.Join)
        said = planned(self.scenario, order, attacking, self._assault, self._book)
        return said or as_usual(telling.WHY, order, self.scenario.spoken, self.scenario.lexicon)

    def view(self, sight: S) -> Situation:
        """The position as the side sees it now; who is steady goes by the ways that he first thought of in the phase."""
        strikes = not self._vigilance.quiet(sight.state.position.turn)
        view = Situation(self.ground, sight.state, self.seat, strikes=strikes)
        if self.steady:
            turn = (sight.state.position.turn, sight.path[: self.lasting])
            if self._seen is not None and self._turn == turn:
                self._keep(view, self._seen)
            self._turn, self._seen = turn, view
        return view

    def _keep(self, view: Situation, earlier: Situation) -> None:
        """What is taken over from an earlier look in the same phase."""
        view.keep_ways(earlier)

    # -- movement -----------------------------------------------------------------------------------------------------

    def _move(self, sight: S) -> Answer:
        """Neutral countries first, then overruns, then everybody to where he attacks or is wanted."""
        if self._book is None:
            if self.seat == self.ground.counted and orders.Declare in sight.legal.kinds():
                return orders.Declare()
            order = self._overrun(sight)
            if order is not None:
                return order
            self._book = OrderBook(self._plan_march(sight))
        order = self._march(sight, self._book)
        if order is None and not self._supplied:
            self._supplied = True
            self._book.add(self.services.supply(self.view(sight)))
            order = self._march(sight, self._book)
        return order or self._make_room(sight)

    def _march(self, sight: S, book: OrderBook) -> Answer:
        """The next move into a hex with room: who was to make room there may not have got away."""
        view = self.view(sight)

        def full(order: Order) -> bool:
            if not isinstance(order, orders.Move | orders.March):
                return False
            return bool(self.scenario.counted >> order.unit & 1) and view.full(order.to)

        return book.next(sight.legal, unless=full)

    def _make_room(self, sight: S) -> Answer:
        """Where more stand than may, somebody who can still move goes to the nearest hex with room."""
        s, legal = sight.state, sight.legal
        crowded = s.crowded(self.seat)
        if not crowded:
            return None
        view, distance = self.view(sight), self.scenario.board.grid.distance
        units = [u for u in legal.values(orders.Move) if crowded >> s.position.at[u] & 1]
        for unit in sorted(units, key=lambda unit: (s.face(unit).strength, unit)):
            here = s.position.at[unit]
            places = [hex for hex in legal.values(orders.Move, unit) if not view.full(hex)]
            if places:
                near = min(places, key=lambda hex: (distance(here, hex), -view.far(hex), hex))
                return orders.Move(unit, near)
        return None

    def _overrun(self, sight: S) -> Answer:
        """The next order of the overrun under way, or the first of another."""
        while True:
            order = self._go_on(sight)
            if order is not None:
                return order
            self._overrun_said = ""
            view = self.view(sight)
            raid = Raids(view, self._drawn(view)).best(self._given_up)
            if raid is None:
                return None
            self._given_up |= 1 << raid.target
            self._raid = raid.orders(sight.state)
            names = ", ".join(self.scenario.spoken[unit] for unit in raid.units)
            self._overrun_said = f"Overrun {called(self.scenario.lexicon, raid.target)} with {names}."

    def _go_on(self, sight: S) -> Answer:
        """The next order of an overrun; what cannot be carried out is called off."""
        legal = sight.legal
        while self._raid:
            order = self._raid.pop(0)
            if legal.refusal(order) is None:
                return order
            if not isinstance(order, orders.With):
                self._raid = []
        return orders.CallOff() if legal.refusal(orders.CallOff()) is None else None

    def _drawn(self, view: Situation) -> Pull:
        """What draws the units in the phase under way, as it was when first asked."""
        if self._pull is None:
            self._pull = Pull(view)
        return self._pull

    def _plan_march(self, sight: S) -> list[Intent]:
        view = self.view(sight)
        mobile = movement.movable(view.s).mask & ~view.s.scenario.support
        places: dict[int, Hex] = {}
        posts: dict[int, Hex] = {}
        errands: list[Intent] = []
        if sight.step == "initial movement":
            errands = self.services.errands(view)
            mobile &= ~self.services.reserved(view)
        if self.stands and (stand := self._stand(sight, view, mobile)) is not None:
            return [*errands, *stand]
        if sight.step == "initial movement":
            posts = Ring(view, mobile).places()
            able = self._places(view, mobile & ~mask_of(posts), mask_of(posts))
            staff = self.finds(view, able, self._targets(view), self._drawn(view))
            assaults = staff.plan()
            going = {unit: hex for way in assaults for unit, hex in way.places.items()}
            places = guarded(view, going, leaving=mask_of(posts))
            self._attacks = assaults
        return [*errands, *self.marches(view, self._drawn(view), mobile, places, posts).plan()]

    def _stand(self, sight: S, view: Situation, mobile: Mask) -> list[Intent] | None:
        """The march of a side that defends a front; None where it finds none."""
        early = sight.step == "initial movement"
        spots = self._bounds(view, mobile) if early and view.advances else {}
        held = Line(view, mobile, spots).best()
        spots_at = {unit: spot.hex for unit, spot in spots.items()}
        if held is None:
            return None
        posts, name = held.front.posts, self.scenario.lexicon
        goals = tuple(
            Goal(hex, 10.0 + risk / 10.0, 8.0 * PARTS, "behind the front") for hex, risk in held.risks.items()
        )
        stand = Stand(held.at, held.front.behind & ~mask_of(posts), goals)
        if early and not view.advances:
            spots_at = self._sallies(view, mobile, held.at)
        self._said.append(f"The front: {', '.join(called(name, hex) for hex in posts)}.")
        return self.marches(view, self._drawn(view), mobile, spots_at, stand=stand).plan()

    def _sallies(self, view: Situation, mobile: Mask, at: Mapping[int, Hex]) -> dict[int, Hex]:
        """Where those go who attack out of a front: from their posts, or because they are wanted on none."""
        places = self._places(view, mobile, 0)
        places = {unit: 1 << at[unit] if unit in at else area for unit, area in places.items()}
        staff = self.finds(view, places, self._targets(view), self._drawn(view))
        ways = [way for way in staff.plan() if self._sure(view, way)]
        self._attacks = ways
        return {unit: hex for way in ways for unit, hex in way.places.items()}

    def _bounds(self, view: Situation, mobile: Mask) -> dict[int, Placed]:
        """Where those go who attack ahead of a front that is to go forward: each attack for as much as the front suffers by it."""
        places = {
            unit: near
            for unit, area in self._places(view, mobile, 0).items()
            if (near := area & view.fed(unit) & view.threat_zone)
        }
        staff = self.finds(view, places, self._targets(view), self._drawn(view))
        rate = view.by.front.scenarios[self.scenario.key].point / view.by.worth.point * view.by.front.bold
        held = Line(view, mobile).best()
        spots: dict[int, Placed] = {}
        self._attacks = []
        for way in staff.plan():
            if not self._sure(view, way) or held is None:
                continue
            left = 1.0 - staff.wear(way)
            tried = spots | {unit: Placed(hex, left) for unit, hex in way.places.items()}
            then = Line(view, mobile, tried).best()
            if then is not None and then.cost - held.cost <= rate * way.worth:
                spots, held = tried, then
                self._attacks = [*self._attacks, way]
        return spots

    def _places(self, view: Situation, mobile: Mask, kept: Mask) -> dict[int, Mask]:
        """Where each unit that may attack, but for those who are kept from it, could attack from."""
        s, found = view.s, {}
        closed = s.occupied(view.enemy) | s.position.neutral
        near = view.threat_zone
        for unit in hexes(ready(view) & ~kept):
            here = 1 << s.position.at[unit]
            area = here
            if mobile >> unit & 1:
                area |= (view.reach(unit) | movement.one_hex(s, unit)) & ~closed
                for leash in s.leashes(unit):
                    area &= leash.hexes | here
            if area & near:
                found[unit] = area
        return found

    def _targets(self, view: Situation) -> Mask:
        return attack.open_hexes(view.s, view.seat) & self.scenario.board.playable & ~self._given_up

    # -- attacks ------------------------------------------------------------------------------------------------------

    def _staff(self, view: Situation) -> Strikes:
        """The attacks that can be made as all stand."""
        at = view.s.position.at
        able = attack.attackers(view.s, view.seat).mask & ~self._kept
        places = {unit: 1 << at[unit] for unit in hexes(able)}
        return self.finds(view, places, self._targets(view))

    def _assaults(self, staff: Strikes) -> list[Assault]:
        """The attacks to make, the most promising first; who is steady makes those he thought of when the phase began."""
        if not self.steady:
            return staff.plan()
        if self._ahead is None:
            self._ahead = staff.plan()
        able = mask_of(staff.places)
        return [way for way in self._ahead if not way.units & ~able and staff.targets >> way.target & 1]

    def _attack(self, sight: S) -> Answer:
        """The most promising attack that is left; who has landed has no choice."""
        view = self.view(sight)
        legal = sight.legal
        self._attacks = ()  # those before this are over
        if self._ahead is None:
            self._kept = mask_of(Ring(view, 0).places())
        staff = self._staff(view)
        ways = self._assaults(staff)
        for way in ways:
            if self.stands and not self._sure(view, way):
                continue
            for unit in sorted(way.places):
                order = orders.Attack(unit, way.target)
                if legal.refusal(order) is None:
                    self._assault = way
                    self._later = [each for each in ways if each is not way]
                    self._attacks = (way, *self._later)
                    return order
        if legal.refusal(orders.Done()) is None:
            return None
        for unit in hexes(staff.landed):
            order = orders.Attack(unit, view.s.position.at[unit])
            if legal.refusal(order) is None:
                self._assault, self._later = None, []
                return order
        return None

    def _sure(self, view: Situation, way: Assault) -> bool:
        """Whether an attack out of the front is worth it."""
        by, exchange = view.by.front, way.exchange
        if view.advances:
            return way.worth > by.least
        return way.worth > by.least and exchange.enemy > by.sure * exchange.own

    def _put_together(self, sight: S) -> Answer:
        """Everybody of the plan joins, an Air Point if there is one, and the die is rolled."""
        s, legal = sight.state, sight.legal
        plan = s.frame(Plan)
        way = self._assault
        if way is not None and way.target != plan.target:
            way = None
        for unit in legal.values(orders.Join):
            if unit in way.places if way is not None else not self._kept >> unit & 1:
                return orders.Join(unit)
        view = self.view(sight)
        force = {unit: s.position.at[unit] for unit in hexes(plan.attackers)}
        able = orders.Support in legal.kinds() and legal.refusal(orders.Support()) is None
        if able and self._backed(view, plan.target, force):
            return orders.Support()
        if way is not None and not plan.attackers & attack.assaulters(s, self.seat):
            again = Strikes(view, {}, 0).assess(plan.target, force)
            if again.worth <= 0:
                # What could not be put together is not tried again in this phase.
                self._given_up |= 1 << plan.target
                return orders.CallOff()
        return orders.Roll()

    def _backed(self, view: Situation, target: Hex, force: Mapping[int, Hex]) -> bool:
        """Whether an Air Point does as much for an attack as for those still to be made that would get the last one.

        Who has landed comes first: if his attack fails, all are lost (7.33, 8.24).
        """
        s, staff, board = view.s, Strikes(view, {}, 0), self.scenario.board
        front = board.front_number(target)
        points = commitment.in_box(s, self.seat, front, GROUND)

        def need(target: Hex, force: Mapping[int, Hex]) -> tuple[bool, float]:
            lift = staff.lift(target, force)
            return lift > 0 and bool(mask_of(force) & staff.landed), lift

        gain = need(target, force)
        others = (
            need(way.target, way.places)
            for way in self._later
            if board.front_number(way.target) == front
            and airground.unsupported(s, self.seat, 1 << way.target) is None
        )
        return gain[1] > 0 and sum(other > gain for other in others) < points

    def _replies(self, sight: S) -> Replies:
        return Replies(self.view(sight), stands=self.stands)


def guarded(view: Situation, places: dict[int, Hex], leaving: Mask = 0) -> dict[int, Hex]:
    """Where those who attack go, but that somebody stays where all would leave something dear that the enemy could enter.

    Who is `leaving` does in any case. It is the weakest; in the last turn, when whatever brings a point is dear, the weakest who can hold it, or the strongest.
    """
    s, found = view.s, dict(places)
    ground = view.ground
    last = ground.turns_left(s) == 1
    for hex in hexes(s.occupied(view.seat) & ground.valued & view.threat.area):
        stack = s.units_in(1 << hex, view.seat) & s.scenario.combat_units & ~leaving
        dear = view.worth(hex) >= view.by.march.guard or (last and ground.points.get(hex, 0) > 0)
        if not dear or hex in found.values():
            continue
        if stack and all(unit in found for unit in hexes(stack)):
            ranked = sorted(hexes(stack), key=lambda unit: (s.face(unit).attack(), unit))
            able = (unit for unit in ranked if not last or view.holds(hex, s.face(unit).strength))
            found[next(able, ranked[-1])] = hex
    return found
