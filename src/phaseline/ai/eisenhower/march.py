"""The movement of a phase: who goes where, tried out on a copy of the position and kept as a book of orders."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from phaseline.ai.eisenhower.lines import fed_on_the_march
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.stones import SteppingStone
from phaseline.ai.eisenhower.tasks import Task, pull, share_out, tasks
from phaseline.ai.planning import Intent
from phaseline.engine.orders import Order
from phaseline.engine.playout import playout
from phaseline.engine.state import State
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, BOX, GERMAN
from phaseline.games.eisenhower.rules import supply
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union

MOVING = ("allied movement", "german movement")
"""The steps in which units are moved."""

TRIES = 5
"""So many of the best places are tried for a unit before it stays where it is."""

TIMID = 0.5
"""Where less than this is feared of the enemy, cities may stand empty for a turn."""
SPARED = 2.0
"""A move may put so much of others out of supply."""


class March:
    """Plans the moves of a side. `trial` is a copy of the position, at the side's movement step, that is used up."""

    def __init__(
        self,
        view: Situation,
        trial: EisenhowerState,
        attackers: Mapping[int, Hex],
        *,
        guards: Mapping[int, Hex] | None = None,
        waiting: Mask = 0,
        only: Mask | None = None,
        at_once: bool = True,
        crowning: Collection[int] = (),
    ) -> None:
        """`attackers` and `guards` have their places. `waiting` stay in the box. `only` these may move (an offensive).

        The attacks follow `at_once`, or next turn. Those who are `crowning` win the match by theirs, whatever they leave behind.
        Germans on guard bar the way to the Ruhr: they stay where they are told to, whatever else there is to do.
        """
        self.view = view
        self.ground = view.ground
        self.by = view.ground.parameters.march
        self.trial = trial
        self.seat = view.seat
        self.attackers = dict(attackers)
        self.guards = dict(guards or {})
        self.wardens = self.guards if self.seat == GERMAN else {}
        self.waiting = waiting
        self.only = only
        self.still: Mask = 0
        """Those who have no task."""
        self.at_once = at_once
        self.crowning = crowning
        self.intents: list[Intent] = []
        self.tasks: dict[int, Task] = {}

    def plan(self, still: Mask = 0, stone: SteppingStone | None = None) -> list[Intent]:
        """The orders, in the order in which to give them. Those who are `still` come in, stand guard or attack, or stay.

        Who wins the match goes first, before others fill the beach where he comes in: each move opens a window for an offensive (13.6).
        """
        self.still = still
        if stone is not None:
            self._open_port(stone)
        self._posts({u: hex for u, hex in self.attackers.items() if u in self.crowning}, "for the attack")
        if self.only is None:
            self._arrivals()
        self._posts(self.guards, "on guard")
        self._posts(self.attackers, "for the attack")
        self._others()
        self._posts(self.attackers, "for the attack")
        return self.intents

    def _open_port(self, stone: SteppingStone) -> None:
        """Somebody walks into the port through which others come in who win the match, if any of them has no other way."""
        view, s = self.view, self.view.s

        def falls_short(unit: int) -> bool:
            factors = s.scenario.units[unit].factors(s.position.steps[unit])[2]
            return not view.march_from(unit, view.entry(unit), factors) >> self.attackers[unit] & 1

        storming = [unit for unit in self.crowning if unit in self.attackers and unit in stone.places]
        if any(map(falls_short, storming)):
            self._bring(stone.opener, stone.port, "opens the port")

    def _arrivals(self) -> None:
        """New units come in before anybody leaves, so that no beachhead stands empty while others move off."""
        for unit in hexes(self._box()):
            goal = self.wardens.get(unit, self.attackers.get(unit, self._haven()))
            if goal is not None and self.trial.decision is not None:
                self._enter(unit, goal, "arrives")

    # -- those who attack ---------------------------------------------------------------------------------------------

    def _posts(self, posts: Mapping[int, Hex], why: str) -> None:
        """Bring units to their places; one that finds no room tries again once others have left."""
        at = self.trial.position.at
        # Who comes from the box is there before anything can be done about it (13.6): only a move opens a window.
        todo = sorted(
            (unit for unit, hex in posts.items() if at[unit] != hex), key=lambda unit: at[unit] != BOX
        )
        while todo:
            left = [unit for unit in todo if not self._bring(unit, posts[unit], why)]
            if len(left) == len(todo):
                return
            todo = left

    def _bring(self, unit: int, goal: Hex, why: str) -> bool:
        """Move a unit to a hex, placing it first if it is in the box. Whether it is there now."""
        if self.trial.position.at[unit] == BOX and not self._enter(unit, goal, why):
            return False
        if self.trial.position.at[unit] == goal:
            return True
        order = orders.Move(unit, goal)
        if self.trial.legal(self.seat).refusal(order) is not None:
            return False
        return self._feasible(unit, goal, why, may_starve=self.at_once)

    def _enter(self, unit: int, goal: Hex, why: str) -> bool:
        """Bring a unit onto the map where the way to its goal is shortest."""
        travel = self.ground.travel(goal)
        legal = self.trial.legal(self.seat)
        ways = legal.values(orders.Place, unit) if legal.why_not(orders.Place, unit) is None else []
        factors = self.trial.scenario.units[unit].factors(self.trial.position.steps[unit])[2]
        looks = self.ground.parameters.worth.crown

        def falls_short(hex: Hex) -> bool:
            return looks and not self.view.march_from(unit, 1 << hex, factors) >> goal & 1

        best = min(ways, key=lambda hex: (falls_short(hex), travel[hex], hex), default=None)
        return best is not None and self._give(orders.Place(unit, best), why)

    def _give(self, order: orders.Move | orders.Place, why: str) -> bool:
        """Carry an order out on the trial, with whatever it leads to."""
        trial = self.trial
        trial.apply(self.seat, order)
        settle(trial)
        name = self.ground.scenario.spoken[order.unit]
        self.intents.append(Intent(order, f"{name}: {why}" if why else ""))
        return trial.decision is not None and trial.decision.step.label in MOVING

    # -- everybody else -----------------------------------------------------------------------------------------------

    def _others(self) -> None:
        """The rest go about their tasks, one after the other, each where it does most now."""
        s = self.view.s
        free = [
            unit
            for unit in hexes(s.on_map(self.seat) & s.scenario.mobile | self._box())
            if unit not in self.attackers
            and unit not in self.wardens
            and not self.still >> unit & 1
            and not s.position.moved >> unit & 1
            and not s.position.ashore >> unit & 1
        ]
        self.tasks = share_out(self.view, free, tasks(self.view))
        for unit in sorted(free, key=self._turn):
            self._send(unit)

    def _box(self) -> Mask:
        s = self.view.s
        return s.in_box(self.seat) & s.scenario.mobile & ~self.waiting

    def _turn(self, unit: int) -> tuple[float, int]:
        """Who moves first: strong defenders where posts are filled, weak units where guards are found."""
        s = self.view.s
        _, defence, _ = s.scenario.units[unit].factors(s.position.steps[unit])
        return (defence if self.seat == ALLIED else -defence, unit)

    def _send(self, unit: int) -> None:
        trial = self.trial
        if trial.decision is None or trial.decision.step.label not in MOVING:
            return
        task = self.tasks.get(unit)
        why = "" if task is None else task.why
        if trial.position.at[unit] == BOX:
            goal = task.hex if task is not None else self._haven()
            if goal is None or not self._enter(unit, goal, why):
                return
        here = trial.position.at[unit]
        if here < 0:
            return
        legal = trial.legal(self.seat)
        places = legal.values(orders.Move, unit) if legal.why_not(orders.Move, unit) is None else []
        if not places:
            return
        fed = self.fed(places)
        least = self.score(unit, here, fed) + self.by.stay
        ranked = sorted(((self.score(unit, hex, fed), hex) for hex in places), reverse=True)
        for score, hex in ranked[:TRIES]:
            if score <= least or self._feasible(unit, hex, why):
                return

    def _feasible(self, unit: int, hex: Hex, why: str, *, may_starve: bool = False) -> bool:
        """Move there, unless the unit would starve there or others for its sake: then all is as before."""
        trial = self.trial
        before = trial.position.copy()
        hungry = self._starving(unit)
        self._give(orders.Move(unit, hex), why)
        starves = not may_starve and trial.position.at[unit] == hex and not supply.supplied(trial, unit)
        harms = self._exposes(before.control) or self._starving(unit) > hungry + SPARED
        if starves or (harms and unit not in self.crowning):
            trial.restore(before)
            self.intents.pop()
            return False
        return True

    def _starving(self, mover: int) -> float:
        """What the units out of supply are worth, the mover not counted."""
        trial, ground = self.trial, self.ground
        steps = trial.position.steps
        found = 0.0
        found += sum(
            ground.value(unit, steps[unit])
            for unit in hexes(trial.on_map(self.seat) & trial.scenario.mobile)
            if unit != mover and not supply.supplied(trial, unit)
        )
        return found

    def _exposes(self, control: Mask) -> bool:
        """Whether a move has taken cities on its way that nobody holds and the enemy can enter (4.3.1)."""
        if self.seat != ALLIED or self.view.fear.march < TIMID:
            return False
        trial = self.trial
        taken = trial.position.control & ~control & trial.cities & ~trial.occupied(ALLIED)
        return bool(taken and taken & self._enterable())

    def _enterable(self) -> Mask:
        """Where the enemy could walk in.

        On Turn 1 the Germans of the north stand still (3.2.4); if an offensive begins Turn 2, not by those who were attacked.
        """
        view, s = self.view, self.view.s
        if s.position.turn > 1 or not self.ground.parameters.worth.crown:
            return view.enterable
        struck = s.scenario.board.grid.spread(mask_of(self.attackers.values())) & s.scenario.board.north
        able = [unit for unit in view.mobile(view.enemy) if not struck >> s.position.at[unit] & 1]
        return union(map(view.reach, able))

    def _haven(self) -> Hex | None:
        """Where units without a task come in: near the most valuable hex."""
        return max(self.view.worths, key=lambda hex: (self.view.worth(hex), -hex), default=None)

    def fed(self, places: Iterable[Hex]) -> Mask:
        """Where the unit would be in supply, if the hexes on its way turn as it moves."""
        return fed_on_the_march(self.trial, self.seat, mask_of(places))

    def score(self, unit: int, hex: Hex, fed: Mask) -> float:
        """How good it is to have a unit in a hex, as the others stand now."""
        view, ground, s = self.view, self.ground, self.trial
        steps = s.position.steps
        others = [other for other in s.units_at(hex, self.seat) if other != unit]
        factors = sum(view.defence_factor(other) for other in others)
        strength = sum(steps[other] for other in others)
        points = sum(ground.value(other, steps[other]) for other in others)
        own = ground.value(unit, steps[unit])
        defence = view.defence_factor(unit)
        score = self._pull(unit, hex)
        if hex in view.worths or view.prizes >> hex & 1:
            score += self._hold(hex, factors, strength, defence, steps[unit])
        risk = view.expected_loss(hex, factors + defence, strength + steps[unit], points + own)
        risk -= view.expected_loss(hex, factors, strength, points)
        score -= self.by.exposed * risk
        if not fed >> hex & 1:
            score -= self.by.unfed * own
        if not self.trial.position.control >> hex & 1:
            score -= view.liability(hex, factors + defence, strength + steps[unit])
        return score + self._gain(hex)

    def _hold(self, hex: Hex, factors: int, steps: int, more_factors: int, more_steps: int) -> float:
        """What the unit adds to the safety of something worth holding."""
        view = self.view
        keep = view.keep(hex)
        if not keep:
            return 0.0
        before = view.danger(hex, factors, steps)
        after = view.danger(hex, factors + more_factors, steps + more_steps)
        return self.by.hold * keep * (before - after)

    def _gain(self, hex: Hex) -> float:
        """What it brings to walk into a hex."""
        view, control = self.view, self.trial.position.control
        if self.seat == ALLIED:
            return 0.0 if control >> hex & 1 else 0.2 + self.view.worths.get(hex, 0.0)
        if not control >> hex & 1:
            return 0.0
        return (
            view.ground.parameters.worth.win
            if view.prizes >> hex & 1
            else 0.2 + self.view.worths.get(hex, 0.0)
        )

    def _pull(self, unit: int, hex: Hex) -> float:
        """How well the unit is on its way to its task."""
        task = self.tasks.get(unit)
        return 0.0 if task is None else pull(self.view, unit, task, hex)


def settle(trial: EisenhowerState) -> None:
    """Answer on a trial whatever a move leads to (offensives, bridges, arrivals) as if nobody cared."""
    playout(trial, random.Random(0), _shrug, until=lambda decision: decision.step.label in MOVING)


def _shrug(state: State[Any, Any], seat: int, _: random.Random) -> Order:
    """Whatever does least."""
    decision = state.waiting()
    if decision is not None and decision.step.label == "mandated offensive":
        return orders.Waive()
    passing = state.game.passing(state, seat)
    return passing if passing is not None else next(iter(state.legal(seat)))
