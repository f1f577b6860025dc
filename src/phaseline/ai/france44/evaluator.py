"""What `greedy` values in France '44: men, ground and victory, one order at a time and without a plan."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from phaseline.ai.france44.attacks import Strikes, ready
from phaseline.ai.france44.ground import Ground, ground
from phaseline.ai.france44.landings import Fleet
from phaseline.ai.france44.replies import Replies
from phaseline.ai.france44.situation import Situation
from phaseline.ai.planning.valuing import SideEvaluator
from phaseline.engine.orders import Order
from phaseline.games.france44 import orders
from phaseline.games.france44.position import Plan
from phaseline.games.france44.rules import odds, supply
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import hexes

LITTLE = 0.05
"""What is better done than left."""
HUNGRY = 0.5
"""What it counts that a unit is out of supply."""
DUE = 5.0
"""An attack by invaders on their beach, which they have to make or may (12.6, R31), and whoever of them joins it."""


class FranceEvaluator(SideEvaluator[FranceState, Situation]):
    """The worth of positions and of single orders for one seat, in points of strength."""

    won = 500.0

    def __init__(self, scenario: FranceScenario, seat: int) -> None:
        self.ground: Ground = ground(scenario)
        self.scenario = scenario
        self.seat = seat
        self.gains: dict[type[Order], Callable[[FranceState, Any], float]] = {
            orders.Move: self._move,
            orders.March: self._move,
            orders.Attack: self._attack,
            orders.Join: self._join,
            orders.Support: lambda s, order: self._better(s, replace(s.frame(Plan), hq=order.unit)),
            orders.Air: self._air,
            orders.Gunfire: self._gunfire,
            orders.Carpet: lambda s, _: self._better(s, replace(s.frame(Plan), bomber=True)) - 0.3,
            orders.Close: lambda _s, _order: LITTLE,
            orders.Scrap: lambda _s, _order: -1.0,
            orders.Also: lambda _s, _order: -1.0,
            orders.Answer: lambda s, order: LITTLE * s.factor(order.unit),
            orders.Invade: self._invade,
            orders.Ship: self._ship,
            orders.Drop: self._drop,
            orders.Raise: lambda s, order: LITTLE * s.scenario.units[order.unit].combat,
            orders.Restore: lambda s, order: LITTLE * s.scenario.units[order.unit].combat,
            orders.Enter: lambda s, order: 1.0 + self._pull(s, order.to),
            orders.Bomb: lambda _s, _order: LITTLE,
            orders.Launch: lambda _s, _order: self.ground.by.worth.point,
            orders.Build: lambda s, order: 1.0 + LITTLE * self.view(s).far(order.to),
            orders.Advance: lambda s, order: Replies(self.view(s)).gain(order.unit, order.to),
        }

    # -- positions ----------------------------------------------------------------------------------------------------

    def side(self, s: FranceState, seat: int) -> float:
        """Units in being, ground held, points, and who goes hungry."""
        p, ground = s.position, self.ground
        total = math.fsum(ground.cost(s, unit) for unit in hexes(s.on_map(seat)))
        total += math.fsum(ground.worth(s, hex) for hex in hexes(ground.valued & s.controlled(seat)))
        total += p.points[seat] * ground.by.worth.point
        # Trucks are placed before supply is judged: what counts is who would be fed as they stand.
        hungry = supply.rations(s, seat).hungry() if seat == self.seat else p.hungry & s.on_map(seat)
        return total - HUNGRY * hungry.bit_count()

    def look(self, s: FranceState) -> Situation:
        """As its staff sees it."""
        return Situation(self.ground, s, self.seat)

    def _pull(self, s: FranceState, hex: int) -> float:
        """How good it is to be in a hex: what is felt there of the enemy's, and of one's own that is in danger."""
        view = self.view(s)
        pull = 0.3 * view.potential.get(hex, 0.0)
        if view.threat.area >> hex & 1:
            pull += 0.2 * (view.times(hex, self.seat) - 1)
            pull += 0.3 * view.keep(hex) if not s.occupied(self.seat) >> hex & 1 else 0.0
        return pull

    # -- orders -------------------------------------------------------------------------------------------------------

    def _move(self, s: FranceState, order: orders.Move | orders.March) -> float:
        view = self.view(s)
        gain = self._pull(s, order.to) - self._pull(s, s.position.at[order.unit])
        if self.ground.valued >> order.to & 1 and not view.own >> order.to & 1:
            gain += view.worth(order.to)
        return gain - view.away(1 << order.unit) - LITTLE

    def _strikes(self, s: FranceState) -> Strikes:
        view = self.view(s)
        at = s.position.at
        return Strikes(view, {unit: 1 << at[unit] for unit in hexes(ready(view))}, 0)

    def _attack(self, s: FranceState, order: orders.Attack) -> float:
        """With all that could join; nothing for who would bring no strength himself, and might get stuck at none."""
        staff = self._strikes(s)
        force = {c.unit: c.hex for c in staff.candidates(order.target)}
        if order.unit not in force:
            return -1.0
        worth = staff.assess(order.target, force).worth
        if order.unit in s.position.beach:
            # What no support makes possible would only be taken back, and thought of again.
            return DUE if worth > -math.inf else -1.0
        return max(worth, -1.0)

    def _join(self, s: FranceState, order: orders.Join) -> float:
        plan = s.frame(Plan)
        if s.position.beach.get(order.unit) == plan.target:
            return DUE
        return self._better(s, replace(plan, attackers=plan.attackers | 1 << order.unit)) + LITTLE

    def _better(self, s: FranceState, plan: Plan) -> float:
        """How many columns better a plan would be than the one there is."""
        before, after = odds.odds(s, s.frame(Plan)), odds.odds(s, plan)
        return float(after.landed - before.landed) + LITTLE * bool(after.attack > before.attack)

    def _air(self, s: FranceState, order: orders.Air) -> float:
        plan = s.frame(Plan)
        return self._better(s, replace(plan, wings=plan.wings | 1 << order.wing))

    def _gunfire(self, s: FranceState, order: orders.Gunfire) -> float:
        plan = s.frame(Plan)
        return self._better(s, replace(plan, ships=plan.ships | 1 << order.ship))

    def _invade(self, s: FranceState, order: orders.Invade) -> float:
        fleet = Fleet(self.view(s))
        if not fleet.room:
            return -1.0
        together = sum(hex == order.beach for hex in s.position.beach.values())
        units = [unit for unit, hex in s.position.beach.items() if hex == order.beach]
        return fleet.wave(order.beach, (*units, order.unit), 0).worth + 3.0 * together

    def _ship(self, s: FranceState, order: orders.Ship) -> float:
        out = self.scenario.board.overseas >> order.to & 1
        return -1.0 if out else 1.0 + LITTLE * s.factor(order.unit)

    def _drop(self, s: FranceState, order: orders.Drop) -> float:
        return Fleet(self.view(s)).landing_zone(order.unit, order.to) - self.ground.by.landing.drop
