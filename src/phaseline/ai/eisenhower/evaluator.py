"""What `greedy` values: men, ground and victory, one order at a time and without a plan."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from phaseline.ai.eisenhower.exchange import prospect
from phaseline.ai.eisenhower.opening import landing_chance, site_score
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import FAR, Ground, ground
from phaseline.ai.planning import power
from phaseline.ai.planning.valuing import OrderEvaluator
from phaseline.engine.orders import Order
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, ELIMINATED, GERMAN, Combat, Landing
from phaseline.games.eisenhower.rules import combat as fighting
from phaseline.games.eisenhower.rules import odds, supply
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, Mask, hexes

FADE = 0.88
"""What a movement factor further away leaves of the pull of an objective."""
MOST = 30.0
"""No objective draws more than this: greed goes for what is near."""


class EisenhowerEvaluator(OrderEvaluator[EisenhowerState]):
    """The worth of positions and of single orders for one seat."""

    def __init__(self, scenario: EisenhowerScenario, seat: int) -> None:
        self.ground: Ground = ground(scenario)
        self.seat = seat
        self._known: tuple[EisenhowerState, int, Situation] | None = None
        self._pulls: dict[Hex, float] = {}
        self.gains: dict[type[Order], Callable[[EisenhowerState, Any], float]] = {
            orders.Move: self._move,
            orders.Place: self._place,
            orders.Attack: self._attack,
            orders.Join: self._join,
            orders.Roll: self._roll,
            orders.CallOff: lambda _s, _order: 0.0,
            orders.Lose: self._lose,
            orders.Retreat: self._retreat,
            orders.Advance: self._advance,
            orders.Drop: self._drop,
            orders.Bombers: self._bombers,
            orders.Aerial: self._aerial,
            orders.Offensive: lambda _s, _order: -1.0,
            orders.Waive: lambda _s, _order: 0.01,
            orders.Begin: lambda _s, order: float(order.first == "movement"),
            orders.PlanFirst: self._plan,
            orders.PlanSecond: self._plan,
            orders.Invade: self._invade,
            orders.Embark: lambda _s, _order: 1.0,
            orders.Land: lambda _s, _order: 0.5,
            orders.Convert: self._convert,
            orders.Merge: lambda _s, _order: -1.0,
            orders.Deploy: lambda _s, _order: -1.0,
            orders.UseScheldt: lambda _s, _order: -1.0,
        }

    # -- positions ----------------------------------------------------------------------------------------------------

    def worth(self, state: EisenhowerState) -> float:
        """Units at their worth, hexes at theirs, starving units at half; a decided match outweighs all."""
        s, ground = state, self.ground
        outcome = s.position.outcome
        if outcome is not None and outcome.winner is not None:
            return 1000.0 if outcome.winner == self.seat else -1000.0
        total = 0.0
        steps, at = s.position.steps, s.position.at
        for unit, side in enumerate(s.scenario.side_of):
            if at[unit] > ELIMINATED and steps[unit]:
                value = ground.value(unit, steps[unit])
                if at[unit] >= 0 and not supply.supplied(s, unit):
                    value /= 2
                total += value if side == self.seat else -value
        view = Situation(ground, s, self.seat)
        for hex, worth in view.worths.items():
            held = s.position.control >> hex & 1
            total += worth if bool(held) == (self.seat == ALLIED) else -worth
        return total

    # -- orders -------------------------------------------------------------------------------------------------------

    def _view(self, s: EisenhowerState) -> Situation:
        if self._known is None or self._known[0] is not s or self._known[1] != s.moment:
            self._known = s, s.moment, Situation(self.ground, s, self.seat)
            self._pulls = {}
        return self._known[2]

    def _at(self, s: EisenhowerState, hex: Hex) -> float:
        """What it is worth to have a unit in a hex: near to what matters."""
        view = self._view(s)
        found = self._pulls.get(hex)
        if found is None:
            pulls = [
                min(MOST, worth) * power(FADE, self.ground.travel(goal)[hex])
                for goal, worth in view.worths.items()
                if self._wanted(s, goal) and self.ground.travel(goal)[hex] < FAR
            ]
            found = self._pulls[hex] = max(pulls, default=0.0) + 0.1 * math.fsum(pulls)
        return found

    def _wanted(self, s: EisenhowerState, goal: Hex) -> bool:
        """Objectives are what the Germans hold: to be taken or to be kept."""
        return not s.position.control >> goal & 1

    def _taking(self, s: EisenhowerState, hex: Hex) -> float:
        held = bool(s.position.control >> hex & 1)
        if held == (self.seat == ALLIED):
            return 0.0
        return self._view(s).prize(hex)

    def _crowd(self, s: EisenhowerState, unit: int, hex: Hex) -> float:
        others = sum(other != unit for other in s.units_at(hex, self.seat))
        return power(0.6 if self.seat == GERMAN else 0.9, others)

    def _move(self, s: EisenhowerState, order: orders.Move) -> float:
        here = s.position.at[order.unit]
        fed = self._view(s).fed
        starve = self.ground.value(order.unit, s.position.steps[order.unit])
        gain = self._at(s, order.to) * self._crowd(s, order.unit, order.to)
        gain -= self._at(s, here) * self._crowd(s, order.unit, here)
        gain += self._taking(s, order.to)
        if self._view(s).prizes >> here & 1 and self.seat == ALLIED and len(s.units_at(here, ALLIED)) == 1:
            gain -= 40.0
        return gain - (0.0 if fed >> order.to & 1 else starve) - 0.2

    def _place(self, s: EisenhowerState, order: orders.Place) -> float:
        return 1.0 + self._at(s, order.to)

    def _advance(self, s: EisenhowerState, order: orders.Advance) -> float:
        return (
            self._at(s, order.to) - self._at(s, s.position.at[order.unit]) + self._taking(s, order.to) + 0.3
        )

    # -- combat -------------------------------------------------------------------------------------------------------

    def _battle(self, s: EisenhowerState, combat: Combat) -> float:
        """What an attack should bring as it stands."""
        view = self._view(s)
        if not combat.attackers | combat.dropped | combat.seaborne:
            return 0.0
        report = odds.odds(s, combat)
        units = list(hexes(combat.attackers | combat.dropped | combat.seaborne))
        steps = sum(s.position.steps[unit] for unit in units)
        points = sum(self.ground.value(unit, s.position.steps[unit]) for unit in units)
        outlook = prospect(
            self.ground, report.landed, view.defence(combat.target), points / max(1, steps), steps, 0.5
        )
        prize = min(60.0, view.prize(combat.target))
        return outlook.worth(prize)

    def _attack(self, s: EisenhowerState, order: orders.Attack) -> float:
        """With all that could join."""
        near = s.units_in(self.ground.beside[order.target], self.seat) & ~s.position.fought
        combat = Combat(attacker=self.seat, target=order.target, attackers=near | 1 << order.unit)
        return self._battle(s, combat)

    def _join(self, s: EisenhowerState, order: orders.Join) -> float:
        combat = s.frame(Combat)
        return (
            self._battle(s, replace(combat, attackers=combat.attackers | 1 << order.unit))
            - self._battle(s, combat)
            + 0.05
        )

    def _roll(self, s: EisenhowerState, _order: orders.Roll) -> float:
        combat = s.frame(Combat)
        return 0.02 if combat.seaborne else min(0.04, self._battle(s, combat))

    def _drop(self, s: EisenhowerState, order: orders.Drop) -> float:
        if not s.within(Combat):
            return -1.0
        combat = s.frame(Combat)
        lost = self.ground.value(order.unit, s.position.steps[order.unit]) / 2
        after = self._battle(s, replace(combat, dropped=combat.dropped | 1 << order.unit))
        return after - self._battle(s, combat) - lost

    def _bombers(self, s: EisenhowerState, _order: orders.Bombers) -> float:
        combat = s.frame(Combat)
        if combat.attacker == GERMAN or s.cities >> combat.target & 1:
            return -1.0
        return self._battle(s, replace(combat, bombers=True)) - self._battle(s, combat) - 3.0

    def _lose(self, s: EisenhowerState, order: orders.Lose) -> float:
        return -self.ground.next_step(order.unit, s.position.steps[order.unit])

    def _retreat(self, s: EisenhowerState, order: orders.Retreat) -> float:
        """Giving way costs the hex; it pays where staying costs more."""
        zone = s.zone(1 - self.seat)
        step = self.ground.next_step(order.unit, s.position.steps[order.unit])
        entered = sum(zone >> hex & 1 for hex in order.path)
        return -step * entered - min(20.0, self._view(s).keep(s.frame(Combat).target)) - 1.5

    # -- plans and landings -------------------------------------------------------------------------------------------

    def _plan(self, s: EisenhowerState, order: orders.PlanFirst | orders.PlanSecond) -> float:
        first = isinstance(order, orders.PlanFirst)
        return 200.0 + site_score(self._view(s), order.to, 37 if first else 16, first=first)

    def _invade(self, s: EisenhowerState, _order: orders.Invade) -> float:
        box = list(hexes(s.in_box(ALLIED) & ~s.scenario.paratroops))[:6]
        factors = sum(s.scenario.units[unit].factors(s.position.steps[unit])[0] for unit in box)
        return 10.0 * landing_chance(self._view(s), s.position.second_hex, factors) - 7.0

    def _convert(self, s: EisenhowerState, order: orders.Convert) -> float:
        return 0.5 if s.scenario.paratroops >> order.unit & 1 else -1.0

    def _aerial(self, s: EisenhowerState, order: orders.Aerial) -> float:
        """Only at the end of a move part, for whom it keeps alive."""
        units: Mask = s.standing.by_hex[ALLIED].get(order.to, 0)
        return 0.05 * units.bit_count() - 0.3 if s.within(Landing) or fighting.battles(s, ALLIED) else -1.0
