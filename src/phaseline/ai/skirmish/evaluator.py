"""What a position of a skirmish is worth to a side, in victory points."""

from __future__ import annotations

from phaseline.ai.brain import Evaluator
from phaseline.ai.planning import distances
from phaseline.ai.skirmish import battles
from phaseline.ai.skirmish.parameters import parameters
from phaseline.engine.orders import Order
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.position import Battle
from phaseline.games.skirmish.scenario import SkirmishScenario
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import hexes

WON = 100.0
"""A match that is won, in victory points."""


class SkirmishEvaluator(Evaluator[SkirmishState]):
    """Points now and to come, strength, and how near units are to what they want."""

    def __init__(self, scenario: SkirmishScenario, seat: int) -> None:
        self.scenario = scenario
        self.seat = seat
        self.weights = parameters()
        grid, on_map = scenario.map.grid, scenario.map.on_map
        self.way = {hex: distances(grid, 1 << hex, on_map) for hex in scenario.objectives}

    def worth(self, state: SkirmishState) -> float:
        """In victory points, for the seat."""
        outcome = state.position.outcome
        if outcome is not None and outcome.winner is not None:
            return WON if outcome.winner == self.seat else -WON
        return self.side(state, self.seat) - self.side(state, 1 - self.seat)

    def gain(self, state: SkirmishState, order: Order) -> float | None:
        """Attacks are judged by the exact chances of the plan they belong to."""
        if isinstance(order, orders.Attack):
            return battles.Attacks(state, self.seat).best(order.target)[0] - self.weights.boldness
        if isinstance(order, orders.Join | orders.Roll | orders.CallOff):
            return self._planned(state, order)
        return None

    def _planned(self, state: SkirmishState, order: Order) -> float:
        battle = state.frame(Battle)
        joined = list(hexes(battle.attackers))
        attacks = battles.Attacks(state, self.seat)
        now = attacks.worth(battle.target, joined)
        if isinstance(order, orders.Join):
            most, group = attacks.best(battle.target)
            return most - now if order.unit in group else -WON
        return now if isinstance(order, orders.Roll) else 0.0

    def side(self, state: SkirmishState, seat: int) -> float:
        """What one side has."""
        position, weights = state.position, self.weights
        total = float(position.points[seat])
        enemy = state.occupied(1 - seat)
        wanted = []
        left = battles.turns_left(state)
        for hex, points in self.scenario.objectives.items():
            way = self.way[hex]
            unsafe = any(way.get(other, 99) <= weights.near for other in hexes(enemy))
            if position.control[seat] >> hex & 1:
                total += points * left * (weights.secure if unsafe else 1.0)
                if unsafe and state.occupied(seat) >> hex & 1:
                    total += weights.guard * points / 2
            if unsafe or not position.control[seat] >> hex & 1:
                wanted.append((hex, points))
        for unit in hexes(state.on_map(seat)):
            total += self._unit(state, seat, unit, wanted)
        return total

    def _unit(self, state: SkirmishState, seat: int, unit: int, wanted: list[tuple[int, int]]) -> float:
        """A unit's strength, and how well it stands."""
        position, weights = state.position, self.weights
        at = position.at[unit]
        total = 0.0
        if not self.scenario.decoys >> unit & 1:
            total += weights.strength * (battles.printed(state, unit))
            if wanted:
                total -= weights.approach * min(
                    self.way[hex].get(at, 20) * (4 - points) / 2 for hex, points in wanted
                )
        if position.unsupplied >> unit & 1:
            total -= weights.unsupplied
        if state.full(seat) >> at & 1:
            total -= weights.crowd
        return total
