"""The staff of one side: it studies the position at each phase, plans movement and attacks, and gives the orders."""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Self

from phaseline.ai.brain import Planner
from phaseline.ai.eisenhower import forces, telling
from phaseline.ai.eisenhower.ahead import next_attacks
from phaseline.ai.eisenhower.attacks import GeneralStaff, prices
from phaseline.ai.eisenhower.fears import Fear, Watch
from phaseline.ai.eisenhower.march import MOVING, March, settle
from phaseline.ai.eisenhower.offensives import allowed, at_the_gates, best_offensive, least_bad, pressed
from phaseline.ai.eisenhower.opening import Opening, seat_name
from phaseline.ai.eisenhower.rehearsal import Rehearsal, rehearse
from phaseline.ai.eisenhower.replies import Replies
from phaseline.ai.eisenhower.reserve import kept_back
from phaseline.ai.eisenhower.roads import bystanders, decisive, hastens
from phaseline.ai.eisenhower.sentries import sentries
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.staffwork import Staffwork
from phaseline.ai.eisenhower.stones import SteppingStone
from phaseline.ai.eisenhower.support import Support
from phaseline.ai.eisenhower.tasks import Errands
from phaseline.ai.eisenhower.terrain import Ground, ground
from phaseline.ai.eisenhower.wardens import warded
from phaseline.ai.field import Assault
from phaseline.ai.field.telling import attacks
from phaseline.ai.planning import OrderBook
from phaseline.ai.planning.telling import called, foremost, told
from phaseline.ai.sight import Sight
from phaseline.engine.dice import ScriptedDice
from phaseline.engine.events import Event
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, GERMAN, NOWHERE, AlliedPhase, Combat, GermanPhase
from phaseline.games.eisenhower.rules import combat as fighting
from phaseline.games.eisenhower.rules import victory
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes

EXPLOIT = 0.9
"""Attacking first, which leaves the whole movement for what has been won, is chosen from this share on."""
FAILS = 6
"""The die that captures no bridge: plans do not count on luck."""
VITAL = 100.0
"""An attack worth so much is not given up to guard something."""


class EisenhowerPlanner(Planner[EisenhowerState]):
    """Plans for one seat; see `order`."""

    finds: type[GeneralStaff] = GeneralStaff
    """Who finds its attacks."""
    repairs = 6
    """How often a plan of movement is mended where it leaves something vital open."""
    minds_errands = True
    """Whether attacks that take units from their tasks are held up against them."""
    every = 6
    """A mandated offensive is thought about at each so many Allied moves."""

    def __init__(self, scenario: EisenhowerScenario, seat: int, seed: int = 0) -> None:
        self.ground: Ground = ground(scenario)
        self.scenario = scenario
        self.seat = seat
        self.seed = seed
        self._phase: tuple[object, ...] = ()
        self._book = OrderBook()
        self._marched = False
        self._assault: Assault | None = None
        self._crowning = False
        """Whether the attacks that follow the moves go for the Ruhr."""
        self._stone: SteppingStone | None = None
        self._windows = 0
        self._said: list[str] = []
        self._ahead: list[Assault] = []
        """The attacks that can still be made, the one at hand first."""
        self._told_at: tuple[object, ...] = ()
        self._order: Order | None = None
        """The order at hand."""
        self._script: list[Order] = []
        self._watch = Watch(scenario, seat)
        self._errands: dict[int, Hex] = {}
        self.forced: float | None = None
        """What the attack was worth that an offensive had to make, when none was worth making."""
        self.steps = self._decisions()

    def take_over(self, other: EisenhowerPlanner, ground: Ground) -> Self:
        """Go on from what another staff knows, looking upon the ground so; the other does not notice.

        Where it has looked upon it in the same way, its plans are carried on.
        """
        self.ground = ground
        self._watch = copy.deepcopy(other._watch)
        self._errands = other._errands
        if other.ground is ground:
            self._phase, self._marched, self._windows = other._phase, other._marched, other._windows
            self._book = OrderBook(list(other._book.intents), list(other._book.given))
            self._assault, self._script, self._said = other._assault, list(other._script), list(other._said)
            self._crowning = other._crowning
        return self

    # -- the interface ------------------------------------------------------------------------------------------------

    def order(self, sight: Sight[EisenhowerState]) -> Order | None:
        """The next order by the plan of the phase; a new plan when a phase begins or things have changed."""
        return self.decide(sight.state, sight.path)

    def decide(self, s: EisenhowerState, path: tuple[str, ...]) -> Order | None:
        """The order for a state in which this seat decides, and which stands there in the sequence of play."""
        if not self._script and self._told_at != (s.position.turn, path[:2]):
            self._told_at, self._said, self._ahead = (s.position.turn, path[:2]), [], []
        self._notice(s, path)
        rehearsed = self._rehearsed(s) if self._script else None
        self._order = self.steps[path[-1]](s) if rehearsed is None else rehearsed
        return self._order

    def hear(self, events: Sequence[Event]) -> None:
        """Whether the enemy stirs."""
        self._watch.hear(events)

    def _fear(self, s: EisenhowerState) -> Fear:
        """What is to be feared of the enemy, by how long he has been quiet."""
        return self._watch.fear(s.position.turn, self.ground.parameters.fear)

    def _view(self, s: EisenhowerState) -> Situation:
        """The position as it is looked upon now."""
        return Situation(self.ground, s, self.seat, self._fear(s), errands=self._errands)

    def explain(self) -> list[str]:
        """Why the order at hand is given, and the plan of the phase."""
        why = telling.why(self.scenario, self._order, self._book, self._assault)
        return told([why, *attacks(self.scenario, self._ahead), *self._said, *foremost(self._book)])

    # -- decisions that stand alone -----------------------------------------------------------------------------------

    def _decisions(self) -> dict[str, Callable[[EisenhowerState], Order | None]]:
        """What decides in each step of the sequence of play."""
        return {
            "german deployment": lambda s: self._opening(s).deploy(),
            "first plan": lambda s: self._say(self._opening(s).first_plan(), "the first invasion"),
            "second plan": lambda s: self._say(self._opening(s).second_plan(), "the second invasion"),
            "infantry move": lambda s: self._opening(s).shift_infantry(),
            "supply difficulties": lambda s: self._work(s).difficulty(),
            "alpine fortress": lambda s: self._work(s).fortress(),
            "second invasion": lambda s: self._opening(s).invade(),
            "force": lambda s: self._opening(s).embark(),
            "allied reinforcement": lambda s: self._work(s).allied_reinforcement(),
            "german reinforcement": lambda s: self._work(s).german_reinforcement(),
            "allied order": self._begin,
            "german order": self._begin,
            "allied movement": self._move,
            "german movement": self._move,
            "mandated offensive": self._window,
            "bridge": lambda s: self._work(s).bridge(),
            "yugoslav garrison": lambda s: self._work(s).muster(),
            "last reserves": lambda s: self._work(s).reserves(),
            "allied combat": self._attack,
            "german combat": self._attack,
            "plan": self._join,
            "interdiction": self._interdict,
            "inland": lambda s: self._replies(s).inland(),
            "retreat": lambda s: self._replies(s).defend(),
            "retreat losses": lambda s: self._replies(s).lose(),
            "attacker losses": lambda s: self._replies(s).lose(),
            "advance": lambda s: self._replies(s).advance(),
            "excess": lambda s: self._work(s).excess(),
            "conversion": lambda s: self._work(s).convert(),
        }

    def _opening(self, s: EisenhowerState) -> Opening:
        return Opening(self.ground, s, self.seat, self._fear(s))

    def _replies(self, s: EisenhowerState) -> Replies:
        return Replies(self.ground, s, self.seat, self._fear(s).times(self.ground.parameters.fear.answer))

    def _interdict(self, s: EisenhowerState) -> Order:
        """What helps in defence; aerial supply is kept for those who are about to take the Ruhr, and with it the match."""
        order = self._replies(s).interdict()
        return orders.Pass() if self._crowning and isinstance(order, orders.Aerial) else order

    def _work(self, s: EisenhowerState) -> Staffwork:
        return Staffwork(self.ground, s, self.seat, self._fear(s))

    def _say(self, order: Order, what: str) -> Order:
        """Note a plan of invasion for people."""
        if isinstance(order, orders.PlanFirst | orders.PlanSecond):
            self._said = [f"{what}: {called(self.scenario.lexicon, order.to)}"]
        return order

    # -- phases -------------------------------------------------------------------------------------------------------

    def _notice(self, s: EisenhowerState, path: tuple[str, ...]) -> None:
        """Forget the plan when another phase begins."""
        inside = s.within(GermanPhase) and s.frame(GermanPhase).hex
        phase = (s.position.turn, path[1] if len(path) > 1 else "", inside, s.position.offensives)
        if phase != self._phase:
            if phase[:2] != self._phase[:2]:
                self._crowning = False
            self._phase = phase
            self._book = OrderBook()
            self._marched = False
            self._assault = None
            self._windows = 0

    def _staff(self, view: Situation, *, moving: bool) -> GeneralStaff:
        places, self._stone = forces.places(view, moving=moving)
        bonus = 0
        if self.seat == GERMAN and view.s.offensive:
            bonus = view.s.scenario.tables.shifts.offensive
        price = prices(view, places) if moving else None
        errands = Errands(view, places) if moving and self.minds_errands else None
        strain = self.seat == ALLIED and not moving and self._movement_first(view.s)
        found = self.finds(
            view, places, forces.targets(view), price=price, errands=errands, bonus=bonus, strain=strain
        )
        found.final = moving or strain
        return found

    def _massed(self, view: Situation) -> list[Assault]:
        """The attacks to make after a movement."""
        return self._staff(view, moving=True).plan()

    def _next(self, view: Situation) -> list[Assault]:
        """The attacks of the next turn to move up for, where no enemy can move before them."""
        return next_attacks(view, self.finds, errands=self.minds_errands)

    def _begin(self, s: EisenhowerState) -> Order:
        """Move first to mass for attacks, or attack first to exploit what they win (5.5)."""
        view = self._view(s)
        combat = self._attacks_first(view)
        self._said = [
            f"{seat_name(self.seat)} turn {s.position.turn}: "
            + ("attack first, then exploit" if combat else "move first, then attack")
        ]
        return orders.Begin("combat" if combat else "movement")

    def _attacks_first(self, view: Situation) -> bool:
        """Whether attacks from where all stand do about as well as those that can be moved up for.

        Who attacks first may still go on guard afterwards, and no offensive has come between; so while ports are lacking the
        chance to come through the turn is all that is compared.
        """
        here = self._staff(view, moving=False)
        now, then = here.plan(), self._massed(view)
        if (here.lacking or here.sites) and now and here.outlook(now) > 0:
            return here.outlook(now) >= EXPLOIT * here.outlook(then)
        worth = math.fsum(way.worth for way in now)
        return worth > 0 and worth >= EXPLOIT * math.fsum(way.worth for way in then)

    # -- movement -----------------------------------------------------------------------------------------------------

    def _move(self, s: EisenhowerState) -> Order:
        """The next move of the plan."""
        if not self._marched:
            self._marched = True
            self._plan_march(s)
        legal = s.legal(self.seat)
        order = self._book.next(legal)
        if order is not None:
            return order
        exchange = self._work(s).exchange() if self.seat == GERMAN else None
        # After the moves, unless those who take the Ruhr will need it more.
        saved = self._crowning and self._movement_first(s)
        return exchange or (None if saved else self._work(s).aerial()) or orders.Done()

    def _plan_march(self, s: EisenhowerState) -> None:
        view = self._view(s)
        attack_follows = self._movement_first(s)
        assaults = self._massed(view) if attack_follows else self._next(view)
        places = {unit: hex for way in assaults for unit, hex in way.places.items()}
        offensive = self.seat == GERMAN and s.offensive
        guards: dict[int, Hex] = {}
        vital = {unit for way in assaults if way.worth > VITAL for unit in way.places}
        crowning = decisive(view, assaults) if attack_follows else frozenset[int]()
        march = self._march(view, places, guards, offensive=offensive, crowning=crowning)
        if self.seat == ALLIED:
            for _ in range(self.repairs):
                more = sentries(march.trial, view, places, guards, vital, waiting=kept_back(view), wary=True)
                if not more:
                    break
                guards |= more
                places = {unit: hex for unit, hex in places.items() if unit not in guards}
                march = self._march(view, places, guards, offensive=offensive, crowning=crowning)
        elif not offensive and (most := view.ground.parameters.march.wardens):
            march = warded(
                march,
                view,
                assaults,
                lambda places, posts: self._march(view, places, posts, offensive=False),
                most=min(most, self.repairs),
            )
        if crowning and hastens(view, assaults):
            march = self._rush(view, assaults, guards, crowning, march)
        self._book = OrderBook(march.intents)
        if self.seat == ALLIED:
            kept = {unit: hex for unit, hex in self._errands.items() if march.still >> unit & 1}
            self._errands = kept | {unit: task.hex for unit, task in march.tasks.items()}
        self._crowning = bool(crowning)
        self._said = self._said[:1] + attacks(self.scenario, assaults)

    def _rush(
        self,
        view: Situation,
        assaults: Sequence[Assault],
        guards: Mapping[int, Hex],
        crowning: Collection[int],
        usual: March,
    ) -> March:
        """The march with nobody of the north in it but those who win by it: each move opens a window for an offensive (13.6).

        The `usual` one if it brings somebody to his place who does not get there so.
        """
        still = bystanders(view, crowning)
        places = {unit: hex for way in assaults for unit, hex in way.places.items() if not still >> unit & 1}
        posts = {unit: hex for unit, hex in guards.items() if not (still >> unit & 1 or unit in crowning)}
        found = self._march(view, places, posts, offensive=False, crowning=crowning, still=still)
        before, after = usual.trial.position.at, found.trial.position.at
        late = any(before[unit] == places[unit] != after[unit] for unit in crowning)
        return usual if late else found

    def _march(
        self,
        view: Situation,
        places: Mapping[int, Hex],
        guards: Mapping[int, Hex],
        *,
        offensive: bool,
        crowning: Collection[int] = (),
        still: Mask = 0,
    ) -> March:
        trial = view.s.copy(ScriptedDice([FAILS] * 99))
        if trial.decision is None or trial.decision.step.label not in MOVING:
            settle(trial)
        only = view.s.frame(GermanPhase).activated if offensive else None
        march = March(
            view,
            trial,
            places,
            guards=guards,
            waiting=kept_back(view),
            only=only,
            at_once=self._movement_first(view.s),
            crowning=crowning,
        )
        march.plan(still, self._stone)
        return march

    def _movement_first(self, s: EisenhowerState) -> bool:
        frame = s.frame(AlliedPhase) if self.seat == ALLIED else s.frame(GermanPhase)
        return frame.first == "movement"

    # -- attacks ------------------------------------------------------------------------------------------------------

    def _attack(self, s: EisenhowerState) -> Order:
        """Declare the most promising attack that is left; before that bring in those who take part from the box."""
        view = self._view(s)
        legal = s.legal(self.seat)
        self._ahead = [way for way in self._staff(view, moving=False).plan() if allowed(s, way)]
        for way in self._ahead:
            for unit, hex in way.places.items():
                if s.position.at[unit] < 0:
                    order: Order = orders.Place(unit, hex)
                    if legal.refusal(order) is None:
                        return order
            for unit in sorted(way.places, key=lambda unit: (-self.ground.points[unit][1], unit)):
                order = orders.Attack(unit, way.target)
                if legal.refusal(order) is None:
                    self._assault = way
                    return order
        self._ahead = []
        return self._late(s) or orders.Done()

    def _late(self, s: EisenhowerState) -> Order | None:
        """After the attacks: whoever is still in the box comes in if no movement follows; starving units are fed."""
        if self._movement_first(s):
            order = self._work(s).late_arrival()
            if order is not None:
                return order
        if (
            s.within(GermanPhase)
            and s.frame(GermanPhase).hex != NOWHERE
            and orders.Done not in s.legal(self.seat).kinds()
        ):
            return self._forced(s)
        return self._work(s).aerial() if self._movement_first(s) else None

    def _forced(self, s: EisenhowerState) -> Order | None:
        """An offensive must attack: the least bad way."""
        view = self._view(s)
        found = least_bad(view, self._staff(view, moving=False), forces.ready(view))
        if found is None:
            return None
        self.forced, order, self._assault = found
        return order

    def _join(self, s: EisenhowerState) -> Order:
        """Build the declared attack up, add bombers or a drop where they pay, and roll."""
        combat, legal = s.frame(Combat), s.legal(self.seat)
        way = self._assault
        if way is not None and way.target == combat.target:
            for unit in legal.values(orders.Join):
                if unit in way.places:
                    return orders.Join(unit)
        if self.seat == ALLIED:
            extra = Support(self.ground, s, self._fear(s), saves=self._crowning).order()
            if extra is not None:
                return extra
        elif fighting.must_take_part(s, combat) and (units := pressed(s, combat)):
            return orders.Join(max(hexes(units), key=lambda unit: (self.ground.points[unit][0], -unit)))
        return orders.Roll()

    # -- offensives ---------------------------------------------------------------------------------------------------

    def _window(self, s: EisenhowerState) -> Order:
        """Declare a mandated offensive where it pays (13.6)."""
        self._windows += 1
        if self._windows % self.every != 1 and not at_the_gates(self.ground, s):
            return orders.Pass()
        found = best_offensive(self.ground, s, self.finds)
        by = self.ground.parameters.offensive
        least = by.late if s.position.turn == victory.LAST else by.least
        if found is None or found.worth < least:
            return orders.Pass()
        order = orders.Offensive(found.hex)
        if s.legal(self.seat).refusal(order) is not None:
            return orders.Pass()
        rehearsal = self._rehearse(s, order)
        if rehearsal is None or (rehearsal.forced is not None and found.rescue + rehearsal.forced < least):
            return orders.Pass()
        self._script = rehearsal.script
        self._said = [
            f"German turn {s.position.turn}: an offensive around {called(self.scenario.lexicon, found.hex)}"
        ]
        return order

    def _rehearse(self, s: EisenhowerState, order: orders.Offensive) -> Rehearsal | None:
        """The offensive up to the die of its first attack; None when it would come to none."""
        return rehearse(s, self.seat, order, EisenhowerPlanner(self.scenario, self.seat, self.seed))

    def _rehearsed(self, s: EisenhowerState) -> Order | None:
        """The next order of an offensive as it was rehearsed, while it can be carried out."""
        if not s.offensive:
            self._script = []
            return None
        order = self._script.pop(0)
        if s.legal(self.seat).refusal(order) is not None:
            self._script = []
            return None
        return order
