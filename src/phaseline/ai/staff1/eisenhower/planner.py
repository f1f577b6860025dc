"""The staff of one side: it studies the position at each phase, plans movement and attacks, and gives the orders."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from phaseline.ai.brain import Planner
from phaseline.ai.eisenhower.attacks import able, prices
from phaseline.ai.eisenhower.exchange import prospect
from phaseline.ai.eisenhower.march import MOVING, March, settle
from phaseline.ai.eisenhower.offensives import best_offensive
from phaseline.ai.eisenhower.replies import unsupplied
from phaseline.ai.eisenhower.sentries import sentries
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.staffwork import Staffwork
from phaseline.ai.eisenhower.tasks import Errands
from phaseline.ai.eisenhower.terrain import Ground
from phaseline.ai.field import Assault
from phaseline.ai.planning import OrderBook
from phaseline.ai.sight import Sight
from phaseline.ai.staff1.eisenhower.frozen import GeneralStaff, Replies, ground
from phaseline.ai.staff1.eisenhower.opening import Opening, kept_back, seat_name
from phaseline.engine.dice import ScriptedDice
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, GERMAN, NOWHERE, AlliedPhase, Combat, GermanPhase
from phaseline.games.eisenhower.rules import combat as fighting
from phaseline.games.eisenhower.rules import odds, offensives, supply
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes

EXPLOIT = 0.9
"""Attacking first, which leaves the whole movement for what has been won, is chosen from this share on."""
FAILS = 6
"""The die that captures no bridge: plans do not count on luck."""
REPAIRS = 3
"""How often a plan of movement is mended where it leaves something vital open."""
VITAL = 100.0
"""An attack worth so much is not given up to guard something."""
EVERY = 6
"""A mandated offensive is thought about at each so many Allied moves."""


LAST_TURN = 9


class Rehearsal(NamedTuple):
    """An offensive as it will be carried out, up to the die of its first attack."""

    script: list[Order]
    forced: float | None
    """What that attack is worth, if it is made only because one must be made."""


class EisenhowerPlanner(Planner[EisenhowerState]):
    """Plans for one seat; see `order`."""

    def __init__(self, scenario: EisenhowerScenario, seat: int, seed: int = 0) -> None:
        self.ground: Ground = ground(scenario)
        self.scenario = scenario
        self.seat = seat
        self.seed = seed
        self._phase: tuple[object, ...] = ()
        self._book = OrderBook()
        self._marched = False
        self._assault: Assault | None = None
        self._windows = 0
        self._said: list[str] = []
        self._script: list[Order] = []
        self.forced: float | None = None
        """What the attack was worth that an offensive had to make, when none was worth making."""
        self.steps = self._decisions()

    # -- the interface ------------------------------------------------------------------------------------------------

    def order(self, sight: Sight[EisenhowerState]) -> Order | None:
        """The next order by the plan of the phase; a new plan when a phase begins or things have changed."""
        return self.decide(sight.state, sight.path)

    def decide(self, s: EisenhowerState, path: tuple[str, ...]) -> Order | None:
        """The order for a state in which this seat decides, and which stands there in the sequence of play."""
        self._notice(s, path)
        if self._script and (order := self._rehearsed(s)) is not None:
            return order
        return self.steps[path[-1]](s)

    def explain(self) -> list[str]:
        """The plan of the phase in words."""
        return [*self._said, *self._book.reasons()[:12]] or [
            f"{seat_name(self.seat)} staff: nothing to plan yet"
        ]

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
            "interdiction": lambda s: self._replies(s).interdict(),
            "inland": lambda s: self._replies(s).inland(),
            "retreat": lambda s: self._replies(s).defend(),
            "retreat losses": lambda s: self._replies(s).lose(),
            "attacker losses": lambda s: self._replies(s).lose(),
            "advance": lambda s: self._replies(s).advance(),
            "excess": lambda s: self._work(s).excess(),
            "conversion": lambda s: self._work(s).convert(),
        }

    def _opening(self, s: EisenhowerState) -> Opening:
        return Opening(self.ground, s, self.seat)

    def _replies(self, s: EisenhowerState) -> Replies:
        return Replies(self.ground, s, self.seat)

    def _work(self, s: EisenhowerState) -> Staffwork:
        return Staffwork(self.ground, s, self.seat)

    def _say(self, order: Order, what: str) -> Order:
        """Note a plan of invasion for people."""
        to = getattr(order, "to", NOWHERE)
        if isinstance(order, orders.PlanFirst | orders.PlanSecond):
            name = self.ground.names.get(to)
            self._said = [f"{what}: {self.ground.label(to)}" + (f" ({name})" if name else "")]
        return order

    # -- phases -------------------------------------------------------------------------------------------------------

    def _notice(self, s: EisenhowerState, path: tuple[str, ...]) -> None:
        """Forget the plan when another phase begins."""
        inside = s.within(GermanPhase) and s.frame(GermanPhase).hex
        phase = (s.position.turn, path[1] if len(path) > 1 else "", inside, s.position.offensives)
        if phase != self._phase:
            self._phase = phase
            self._book = OrderBook()
            self._marched = False
            self._assault = None
            self._windows = 0

    def _ready(self, view: Situation) -> list[int]:
        """Own mobile units on the map that may attack in this phase."""
        s = view.s
        units = view.mobile(self.seat)
        if self.seat == GERMAN and s.offensive:
            activated = offensives.may_attack(s) | s.frame(GermanPhase).activated
            units = [unit for unit in units if activated >> unit & 1]
        return able(view, units)

    def _places(self, view: Situation, *, moving: bool) -> dict[int, Mask]:
        """Where each unit that may attack could attack from, in this phase."""
        s = view.s
        found: dict[int, Mask] = {}
        frozen = s.position.moved | s.position.ashore
        for unit in self._ready(view):
            here = 1 << s.position.at[unit]
            stuck = not moving or frozen >> unit & 1 or self._frozen_zone(s) & here
            found[unit] = here if stuck else view.reach(unit)
        if s.offensive:
            return found
        for unit in hexes(s.in_box(self.seat) & s.scenario.mobile & ~kept_back(s)):
            if not s.scenario.units[unit].factors(s.position.steps[unit])[0] or (
                self.seat == GERMAN and s.position.turn == 1
            ):
                continue
            entry = view.entry(unit)
            if entry:
                factors = s.scenario.units[unit].factors(s.position.steps[unit])[2]
                found[unit] = view.march_from(unit, entry, factors) if moving else entry
        return found

    def _frozen_zone(self, s: EisenhowerState) -> Mask:
        """Where units may not move on Turn 1 (3.2.4)."""
        if s.position.turn != 1:
            return 0
        return s.scenario.board.south if self.seat == ALLIED else s.scenario.board.north

    def _targets(self, view: Situation) -> Mask:
        s = view.s
        done = fighting.battles(s, self.seat) if s.within(Combat) or self._in_phase(s) else 0
        found = s.occupied(1 - self.seat) & ~done
        if self.seat == GERMAN and s.offensive:
            found &= ~s.scenario.board.italy
        return found

    def _in_phase(self, s: EisenhowerState) -> bool:
        return self.seat == ALLIED or s.within(GermanPhase)

    def _staff(self, view: Situation, *, moving: bool) -> GeneralStaff:
        places = self._places(view, moving=moving)
        bonus = 0
        if self.seat == GERMAN and view.s.offensive:
            bonus = view.s.scenario.tables.shifts.offensive
        price = prices(view, places) if moving else None
        errands = Errands(view, places) if moving else None
        return GeneralStaff(view, places, self._targets(view), price=price, errands=errands, bonus=bonus)

    def _begin(self, s: EisenhowerState) -> Order:
        """Move first to mass for attacks, or attack first to exploit what they win (5.5)."""
        view = Situation(self.ground, s, self.seat)
        now = math.fsum(way.worth for way in self._staff(view, moving=False).plan())
        then = math.fsum(way.worth for way in self._staff(view, moving=True).plan())
        combat = now > 0 and now >= EXPLOIT * then
        self._said = [
            f"{seat_name(self.seat)} turn {s.position.turn}: "
            + ("attack first, then exploit" if combat else "move first, then attack")
        ]
        return orders.Begin("combat" if combat else "movement")

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
        return exchange or self._aerial(s) or orders.Done()

    def _plan_march(self, s: EisenhowerState) -> None:
        view = Situation(self.ground, s, self.seat)
        attack_follows = self._movement_first(s)
        assaults = self._staff(view, moving=True).plan() if attack_follows else []
        places = {unit: hex for way in assaults for unit, hex in way.places.items()}
        offensive = self.seat == GERMAN and s.offensive
        guards: dict[int, Hex] = {}
        vital = {unit for way in assaults if way.worth > VITAL for unit in way.places}
        march = self._march(view, places, guards, offensive=offensive)
        if self.seat == ALLIED:
            for _ in range(REPAIRS):
                more = sentries(march.trial, view, places, guards, vital, waiting=kept_back(s))
                if not more:
                    break
                guards |= more
                places = {unit: hex for unit, hex in places.items() if unit not in guards}
                march = self._march(view, places, guards, offensive=offensive)
        self._book = OrderBook(march.intents)
        self._said = self._said[:1] + [self._words(way) for way in assaults]

    def _march(
        self, view: Situation, places: Mapping[int, Hex], guards: Mapping[int, Hex], *, offensive: bool
    ) -> March:
        trial = view.s.copy(ScriptedDice([FAILS] * 99))
        if trial.decision is None or trial.decision.step.label not in MOVING:
            settle(trial)
        only = view.s.frame(GermanPhase).activated if offensive else None
        march = March(view, trial, places, guards=guards, waiting=kept_back(view.s), only=only)
        march.plan()
        return march

    def _movement_first(self, s: EisenhowerState) -> bool:
        frame = s.frame(AlliedPhase) if self.seat == ALLIED else s.frame(GermanPhase)
        return frame.first == "movement"

    def _words(self, way: Assault) -> str:
        """An attack in words."""
        ids = self.scenario.ids
        force = ", ".join(ids[unit] for unit in way.places)
        name = self.ground.names.get(way.target, "")
        where = f"{self.ground.label(way.target)}{f' ({name})' if name else ''}"
        return f"attack {where} at {way.odds} with {force}: it falls with {way.exchange.success:.0%}"

    def _aerial(self, s: EisenhowerState) -> Order | None:
        """Aerial supply for the strongest stack that would starve (7.11)."""
        if self.seat != ALLIED:
            return None
        starving = unsupplied(s, ALLIED)
        ways = [hex for hex in s.legal(self.seat).values(orders.Aerial) if hex in starving]
        if not ways:
            return None
        return orders.Aerial(max(ways, key=lambda hex: (starving[hex], -hex)))

    # -- attacks ------------------------------------------------------------------------------------------------------

    def _attack(self, s: EisenhowerState) -> Order:
        """Declare the most promising attack that is left; before that bring in those who take part from the box."""
        view = Situation(self.ground, s, self.seat)
        legal = s.legal(self.seat)
        for way in self._staff(view, moving=False).plan():
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
        return self._late(s) or orders.Done()

    def _late(self, s: EisenhowerState) -> Order | None:
        """After the attacks: whoever is still in the box comes in if no movement follows; starving units are fed."""
        if self._movement_first(s):
            order = self._late_arrival(s)
            if order is not None:
                return order
        if (
            s.within(GermanPhase)
            and s.frame(GermanPhase).hex != NOWHERE
            and orders.Done not in s.legal(self.seat).kinds()
        ):
            return self._forced(s)
        return self._aerial(s) if self.seat == ALLIED and self._movement_first(s) else None

    def _late_arrival(self, s: EisenhowerState) -> Order | None:
        """A unit that is still in the box goes where something worth holding is in most danger."""
        legal = s.legal(self.seat)
        view = Situation(self.ground, s, self.seat)

        def need(hex: Hex) -> float:
            units = s.units_at(hex, self.seat)
            factors = sum(view.defence_factor(unit) for unit in units)
            steps = sum(s.position.steps[unit] for unit in units)
            return view.keep(hex) * view.danger(hex, factors, steps) + 0.01 * view.worth(hex)

        for unit in legal.values(orders.Place):
            places = legal.values(orders.Place, unit)
            if places and not kept_back(s) >> unit & 1:
                return orders.Place(unit, max(places, key=lambda hex: (need(hex), -hex)))
        return None

    def _forced(self, s: EisenhowerState) -> Order | None:
        """An offensive must attack: the least bad way."""
        view = Situation(self.ground, s, self.seat)
        staff = self._staff(view, moving=False)
        best: tuple[float, Order] | None = None
        for unit in s.legal(self.seat).values(orders.Attack):
            for target in s.legal(self.seat).values(orders.Attack, unit):
                near = [
                    other
                    for other in self._ready(view)
                    if self.ground.beside[target] >> s.position.at[other] & 1
                ]
                way = staff.assess(target, {other: s.position.at[other] for other in near})
                if best is None or way.worth > best[0]:
                    best = way.worth, orders.Attack(unit, target)
                    self._assault = way
        if best is None:
            return None
        self.forced = best[0]
        return best[1]

    def _join(self, s: EisenhowerState) -> Order:
        """Build the declared attack up, add bombers or a drop where they pay, and roll."""
        combat, legal = s.frame(Combat), s.legal(self.seat)
        way = self._assault
        if way is not None and way.target == combat.target:
            for unit in legal.values(orders.Join):
                if unit in way.places:
                    return orders.Join(unit)
        if self.seat == ALLIED:
            extra = self._support(s, combat)
            if extra is not None:
                return extra
        return orders.Roll()

    def _support(self, s: EisenhowerState, combat: Combat) -> Order | None:
        """Aerial supply for attackers, a drop, or bombers."""
        legal = s.legal(self.seat)
        hungry = [s.position.at[unit] for unit in hexes(combat.attackers) if not supply.supplied(s, unit)]
        for hex in hungry:
            if orders.Aerial(hex) in legal:
                return orders.Aerial(hex)
        view = Situation(self.ground, s, self.seat)
        now = self._outlook(view, combat, combat)
        for unit in legal.values(orders.Drop):
            for hex in legal.values(orders.Drop, unit):
                after = self._outlook(view, combat, _with_drop(combat, unit))
                if after - now > self.ground.parameters.attack.drop:
                    return orders.Drop(unit, hex)
        if orders.Bombers in legal.kinds() and self._bombs_pay(s, view, combat, now):
            return orders.Bombers()
        return None

    def _bombs_pay(self, s: EisenhowerState, view: Situation, combat: Combat, now: float) -> bool:
        """Bombers destroy a city they fly over: never one that wins, but any that only denies victory (10.10)."""
        target = combat.target
        city = s.cities >> target & 1
        if city and self.ground.three >> target & 1 and s.position.turn < 9:
            return False
        if city and s.position.turn == 9 and (self.ground.western | self.ground.italian) >> target & 1:
            return True
        if city and not s.scenario.board.launch_sites >> target & 1:
            return False
        after = self._outlook(view, combat, _with_bombers(combat))
        return after - now > self.ground.parameters.attack.bombers

    def _outlook(self, view: Situation, combat: Combat, changed: Combat) -> float:
        """What the attack as it stands, or with a change, should bring."""
        s = view.s
        report = odds.odds(s, changed)
        units = list(hexes(changed.attackers | changed.dropped | changed.seaborne))
        steps = sum(s.position.steps[unit] for unit in units)
        points = sum(self.ground.value(unit, s.position.steps[unit]) for unit in units)
        defence = view.defence(combat.target)
        by = self.ground.parameters.attack
        outlook = prospect(self.ground, report.landed, defence, points / max(1, steps), steps, by.yields)
        lost = sum(self.ground.value(unit, s.position.steps[unit]) for unit in hexes(changed.dropped))
        worth = outlook.worth(view.prize(combat.target), price=by.own[ALLIED], kill=by.kill)
        return worth - lost * (1 - outlook.success)

    # -- offensives ---------------------------------------------------------------------------------------------------

    def _window(self, s: EisenhowerState) -> Order:
        """Declare a mandated offensive where it pays (13.6)."""
        self._windows += 1
        if self._windows % EVERY != 1:
            return orders.Pass()
        found = best_offensive(self.ground, s, GeneralStaff)
        by = self.ground.parameters.offensive
        least = by.late if s.position.turn == LAST_TURN else by.least
        if found is None or found.worth < least:
            return orders.Pass()
        order = orders.Offensive(found.hex)
        if s.legal(self.seat).refusal(order) is not None:
            return orders.Pass()
        rehearsal = self._rehearse(s, order)
        if rehearsal is None or (rehearsal.forced is not None and found.rescue + rehearsal.forced < least):
            return orders.Pass()
        self._script = rehearsal.script
        self._said = [f"German turn {s.position.turn}: an offensive around {self.ground.label(found.hex)}"]
        return order

    def _rehearse(self, s: EisenhowerState, order: orders.Offensive) -> Rehearsal | None:
        """The offensive up to the die of its first attack; None when it would come to none."""
        trial = s.copy(ScriptedDice([]))
        trial.apply(self.seat, order)
        double = EisenhowerPlanner(self.scenario, self.seat, self.seed)
        script: list[Order] = []
        while trial.within(GermanPhase) and trial.decision is not None:
            if self.seat not in trial.decision.seats:
                return None
            chosen = double.decide(trial, trial.path())
            if chosen is None or trial.legal(self.seat).refusal(chosen) is not None:
                chosen = trial.game.passing(trial, self.seat)
            if chosen is None:
                return None
            script.append(chosen)
            if isinstance(chosen, orders.Roll):
                return Rehearsal(script, double.forced)
            trial.apply(self.seat, chosen)
        return None

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


def _with_drop(combat: Combat, unit: int) -> Combat:
    return replace(combat, dropped=combat.dropped | 1 << unit)


def _with_bombers(combat: Combat) -> Combat:
    return replace(combat, bombers=True)
