"""What `greedy` values in War in Europe: men and ground, one order at a time and without a plan."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from phaseline.ai.planning.valuing import SideEvaluator
from phaseline.ai.war_in_europe.ground import Ground, ground
from phaseline.ai.war_in_europe.replies import Replies
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import Plan
from phaseline.games.war_in_europe.rules import attack, odds
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes

LITTLE = 0.05
"""What is better done than left."""
LEAST = 6
"""The column, counted from 0, from which on an attack looks good: 5-1."""


class WarEvaluator(SideEvaluator[WarState, Situation]):
    """The worth of positions and of single orders for one seat, in points of strength."""

    won = 2000.0

    def __init__(self, scenario: WarScenario, seat: int) -> None:
        self.ground: Ground = ground(scenario)
        self.scenario = scenario
        self.seat = seat
        self.gains: dict[type[Order], Callable[[WarState, Any], float]] = {
            orders.Move: self._move,
            orders.Advance: lambda s, order: Replies(self.view(s)).gain(order.unit, order.to),
            orders.Declare: lambda _s, _order: 1.0,
            orders.Attack: self._attack,
            orders.Join: self._join,
            orders.Support: lambda _s, _order: LITTLE,
            orders.Roll: self._roll,
            orders.CallOff: lambda _s, _order: -1.0,
        }

    def side(self, s: WarState, seat: int) -> float:
        """Units in being, and ground held."""
        ground = self.ground
        men = math.fsum(ground.cost(s, unit) for unit in hexes(s.on_map(seat)))
        return men + math.fsum(ground.worth(s, hex) for hex in hexes(ground.valued & s.position.owner[seat]))

    def look(self, s: WarState) -> Situation:
        """As its staff sees it."""
        return Situation(self.ground, s, self.seat)

    def _move(self, s: WarState, order: orders.Move) -> float:
        view = self.view(s)
        pull = view.potential
        gain = 0.3 * (pull.get(order.to, 0.0) - pull.get(s.position.at[order.unit], 0.0))
        if s.position.owner[1 - self.seat] >> order.to & 1:
            gain += view.worth(order.to)
        return gain - LITTLE

    def _attack(self, s: WarState, order: orders.Attack) -> float:
        """With all that could join, against the odds that are worth it."""
        plan = attack.begun(s, self.seat, order.unit, order.target)
        all_in = replace(plan, attackers=plan.attackers | attack.joining(s, plan).mask)
        return odds.odds(s, all_in).landed - LEAST

    def _roll(self, s: WarState, _order: orders.Roll) -> float:
        return LITTLE if odds.odds(s, s.frame(Plan)).landed >= LEAST else -1.0

    def _join(self, s: WarState, order: orders.Join) -> float:
        """How many columns better it makes the odds."""
        plan = s.frame(Plan)
        before = odds.odds(s, plan)
        after = odds.odds(s, replace(plan, attackers=plan.attackers | 1 << order.unit))
        return float(after.landed - before.landed) + 2 * LITTLE * bool(after.attack > before.attack)
