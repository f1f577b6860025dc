"""What a position of WestFront is worth to a side, for the player that looks one order ahead."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from phaseline.ai.planning.valuing import OrderEvaluator
from phaseline.ai.westfront.parameters import parameters
from phaseline.ai.westfront.situation import Situation
from phaseline.ai.westfront.stakes import stakes, step_worth, unit_worth
from phaseline.engine.orders import Order
from phaseline.games.westfront import orders
from phaseline.games.westfront.orders import (
    airborne,
    command,
    deployment,
    movement,
    politics,
    production,
    sea,
    strategic,
)
from phaseline.games.westfront.orders import combat as combat_orders
from phaseline.games.westfront.position import ALLIED, ELIMINATED
from phaseline.games.westfront.rules import invasion
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import Hex, hexes

NEVER = -100.0


class WestFrontEvaluator(OrderEvaluator[WestFrontState]):
    """Places held, units and headquarters in play, and how near units are to what they want."""

    def __init__(self, scenario: WestFrontScenario, seat: int) -> None:
        self.scenario = scenario
        self.seat = seat
        self._state: WestFrontState | None = None
        self._stamp: object = None
        self._situation: Situation | None = None
        self.gains: dict[type[Order], Callable[[WestFrontState, Any], float]] = {
            command.Activate: self._activate,
            command.Mobilize: lambda *_: 0.0,
            movement.Move: self._go,
            strategic.Rail: self._go,
            strategic.Sail: self._go,
            sea.Invade: self._invade,
            airborne.Drop: lambda *_: NEVER,
            airborne.GroundParas: lambda *_: NEVER,
            sea.Evacuate: lambda *_: NEVER,
            movement.Rearguard: lambda *_: NEVER,
            command.MarkTarget: lambda *_: NEVER,
            deployment.Place: self._place,
            deployment.Transfer: lambda *_: NEVER,
            deployment.Exchange: lambda *_: NEVER,
            deployment.Auto: lambda *_: NEVER,
            politics.DeclareWar: lambda *_: NEVER,
            politics.RollRevolt: lambda *_: 1.0,
            politics.RaiseTito: lambda *_: 1.0,
            politics.RollSurrender: lambda *_: 0.5,  # last, as nobody rises after it (16.1)
            production.AddStep: lambda state, order: step_worth(state.scenario, order.unit),
            production.BuildCadre: lambda state, order: unit_worth(state.scenario, order.unit) / 2,
            production.Reinforce: lambda *_: 5.0,
            production.Advance: lambda *_: 0.1,
            production.BuildBeachhead: lambda *_: 2.0,
            production.WithdrawBeachhead: lambda *_: NEVER,
            production.Disband: lambda *_: NEVER,
            sea.PlaceBeachhead: lambda *_: 1.0,
            combat_orders.Strike: lambda *_: 1.0,
            combat_orders.ChooseBattle: self._choose,
            combat_orders.FireAll: lambda *_: 1.0,
            combat_orders.FireUnit: lambda *_: 0.5,
            combat_orders.Fight: lambda *_: 1.0,
            combat_orders.TakeHit: lambda state, order: -step_worth(state.scenario, order.unit),
            combat_orders.RepulseUnit: lambda state, order: -step_worth(state.scenario, order.unit),
            sea.KeepSupplied: lambda state, order: step_worth(state.scenario, order.unit),
            sea.GoShort: lambda state, order: -step_worth(state.scenario, order.unit),
            orders.Done: lambda *_: 0.0,
        }

    # -- positions ----------------------------------------------------------------------------------------------------

    def worth(self, state: WestFrontState) -> float:
        """In victory points, for the seat; what is done in orders is valued by `gain`."""
        return self.side(state, self.seat) - self.side(state, 1 - self.seat)

    def side(self, state: WestFrontState, seat: int) -> float:
        """What one side has: half of the swing of its places, and its units."""
        at_stake = stakes(state)
        total = (
            math.fsum(value for hex, value in at_stake.worth.items() if state.friendly(seat) >> hex & 1) / 2
        )
        position = state.position
        for unit in self.scenario.rosters[seat]:
            if position.at[unit] >= 0:
                total += unit_worth(self.scenario, unit) + position.cv[unit] * step_worth(self.scenario, unit)
            elif position.at[unit] == ELIMINATED:
                total -= unit_worth(self.scenario, unit)
        total -= parameters().worth.hungry * (position.unsupplied & state.on_map(seat)).bit_count()
        return total

    # -- orders -------------------------------------------------------------------------------------------------------

    def _seen(self, state: WestFrontState) -> Situation:
        """The situation, worked out anew when somebody has moved."""
        stamp = state.standing.stamp
        if self._situation is None or state is not self._state or stamp is not self._stamp:
            self._situation = Situation(state, self.seat)
            self._state, self._stamp = state, stamp
        return self._situation

    def _activate(self, state: WestFrontState, order: command.Activate) -> float:
        weights = parameters().command
        price = weights.allied if self.seat == ALLIED else weights.axis
        cv = state.position.cv[order.hq]
        if cv == 0 or order.role not in ("command", "supreme", "invasion"):
            return NEVER
        if order.role == "supreme":
            return 0.9 * cv - price / 2
        if order.role == "invasion":
            return self._landing(state, order.hq) - price
        drawn = self._seen(state).pull
        hex = state.position.at[order.hq] if order.to is None else order.to
        near = state.units_in(state.board.grid.disk(hex, cv), self.seat)
        able = near & ~self.scenario.hqs & ~self.scenario.forts
        return math.fsum(0.45 for unit in hexes(able) if drawn.get(state.position.at[unit], 0.0) > 0) - price

    def _landing(self, state: WestFrontState, hq: int) -> float:
        """The best landing that an Invasion HQ could send somebody to."""
        port = state.position.at[hq]
        units = (
            state.standing.by_hex[self.seat].get(port, 0) & ~self.scenario.hqs & ~invasion.never_by_sea(state)
        )
        goals = invasion.in_range(state, hq, invasion.invasion_range(self.seat))
        goals &= invasion.invadable(state, self.seat) & ~state.friendly(self.seat)
        if not units or not goals:
            return 0.0
        unit = max(hexes(units), key=lambda unit: (state.position.cv[unit], -unit))
        return max(self._invade(state, sea.Invade(hq, unit, hex)) for hex in hexes(goals))

    def _place(self, state: WestFrontState, order: deployment.Place) -> float:
        return self._nearer(state, order.unit, order.hex) - 0.1

    def _nearer(self, state: WestFrontState, unit: int, to: Hex) -> float:
        """How much more strongly a unit is drawn by where it goes than by where it is."""
        seen = self._seen(state)
        start = state.position.at[unit]
        pull = seen.pull.get(to, 0.0) - seen.pull.get(start, 0.0)
        hungry = 0.0 if seen.fed >> to & 1 else parameters().worth.hungry
        return pull * parameters().pull.strength * (state.position.cv[unit] + 0.5) - hungry

    def _go(self, state: WestFrontState, order: Any) -> float:
        """Nearer to what one wants; into a battle if it promises something; out of one only if it is lost."""
        seen = self._seen(state)
        unit, to, start = order.unit, order.to, state.position.at[order.unit]
        total = self._nearer(state, unit, to) - 0.02
        if not state.friendly(self.seat) >> to & 1:
            total += seen.stakes.at(to)
        if seen.enemy_hexes >> to & 1:
            own = seen.force(unit, to) + seen.stack(state.standing.by_hex[self.seat].get(to, 0), to)
            found = seen.clash(own, to, supported=True, rounds=2)
            total += found.enemy - found.own - seen.stakes.at(to) * (1 - found.clears)
        if seen.enemy_hexes >> start & 1:
            total -= 1.0
        return total

    def _invade(self, state: WestFrontState, order: sea.Invade) -> float:
        seen = self._seen(state)
        total = seen.stakes.at(order.to) + 4 * seen.pull.get(order.to, 0.0) * parameters().pull.strength
        if seen.enemy_hexes >> order.to & 1:
            found = seen.clash(seen.force(order.unit, order.to), order.to, supported=True, rounds=2)
            total += found.enemy - found.own - seen.stakes.at(order.to) * (1 - found.clears)
        return total - seen.threat.get(order.to, 0.0) / 2

    def _choose(self, state: WestFrontState, order: combat_orders.ChooseBattle) -> float:
        seen = self._seen(state)
        own = seen.stack(state.standing.by_hex[self.seat].get(order.hex, 0), order.hex)
        found = seen.clash(own, order.hex, supported=False)
        return found.enemy - found.own
