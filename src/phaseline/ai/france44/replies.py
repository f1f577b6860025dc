"""What comes up in a battle: who loses, who retreats where, second assaults, advances."""

from __future__ import annotations

from msgspec.structs import replace

from phaseline.ai.france44.situation import Situation
from phaseline.ai.planning import best_move
from phaseline.engine.orders import Order
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, Battle
from phaseline.games.france44.rules import odds
from phaseline.games.france44.rules.battle import defenders, invaders
from phaseline.hexgrid import Hex

WORTHWHILE = 1
"""Invaders attack again at 1-2 or better: column 2 of the table."""


class Replies:
    """Decisions in a battle under way."""

    def __init__(self, view: Situation) -> None:
        self.view = view
        self.s = view.s
        self.seat = view.seat

    def answer(self) -> Order | None:
        """The strongest headquarters that can support the defence, attack by attack."""
        s = self.s
        legal = s.legal(self.seat)
        for number in legal.values(orders.Answer):
            units = list(legal.values(orders.Answer, number))
            if units:
                return orders.Answer(number, max(units, key=lambda unit: (s.factor(unit), -unit)))
        return None

    def lose(self) -> Order:
        """The step that is worth least."""
        s = self.s
        units = s.legal(self.seat).values(orders.Lose)
        return orders.Lose(min(units, key=lambda unit: (self.view.ground.step_cost(s, unit), unit)))

    def remove(self) -> Order:
        """The unit that is worth least."""
        s = self.s
        units = s.legal(self.seat).values(orders.Remove)
        return orders.Remove(min(units, key=lambda unit: (self.view.ground.cost(s, unit), unit)))

    def retreat(self) -> Order:
        """Enemies are led where they are worst off, own units where they stand best."""
        s = self.s
        legal = s.legal(self.seat)
        unit = min(legal.values(orders.Retreat))
        own = s.scenario.side_of[unit] == self.seat
        places = legal.values(orders.Retreat, unit)
        score = self._haven if own else self._exile
        return orders.Retreat(unit, max(places, key=lambda hex: (score(hex), -hex)))

    def _haven(self, hex: Hex) -> float:
        """How good a hex is for one's own unit."""
        view = self.view
        score = view.times(hex, view.seat) + (0.0 if view.fed >> hex & 1 else -5.0)
        score += 0.2 * min(6, view.far(hex)) + 0.1 * view.keep(hex)
        friends = self.s.units_in(self.s.scenario.board.grid.adjacent_mask(hex), self.seat)
        return score + 0.3 * friends.bit_count() - view.danger(hex, 4.0 * view.times(hex, view.seat))

    def _exile(self, hex: Hex) -> float:
        """How bad a hex is for a unit of the enemy."""
        view, s = self.view, self.s
        score = -1.5 * view.times(hex, view.enemy) - 0.3 * view.worth(hex)
        # What he retreats through is his again.
        score -= view.keep(hex) + 0.1 * view.potential.get(hex, 0.0)
        own = s.units_in(s.scenario.board.grid.adjacent_mask(hex), self.seat)
        return score + 0.4 * own.bit_count() + (2.0 if s.zone(self.seat) >> hex & 1 else 0.0)

    # -- from the sea -------------------------------------------------------------------------------------------------

    def again(self) -> Order | None:
        """Once more against the beach where that is not hopeless."""
        s = self.s
        legal = s.legal(ALLIED)
        if orders.Again in legal.kinds():
            battle = s.frame(Battle)
            report = odds.odds(s, replace(battle, attackers=invaders(s, battle)))
            if report.landed > WORTHWHILE and defenders(s, battle):
                return orders.Again()
        return self.home()

    def home(self) -> Order | None:
        """Back to the nearest port."""
        s = self.s
        legal = s.legal(ALLIED)
        for unit in legal.values(orders.Home):
            places = list(legal.values(orders.Home, unit))
            if places:
                distance = s.scenario.board.grid.distance
                here = s.position.at[unit]
                return orders.Home(unit, min(places, key=lambda hex: (distance(here, hex), hex)))
        return None

    # -- advance ------------------------------------------------------------------------------------------------------

    def advance(self) -> Order | None:
        """Go in where it is worth it: invaders always, others for what lies there and to come nearer to their aims."""
        return best_move(self.s.legal(self.seat), orders.Advance, self.gain)

    def gain(self, unit: int, hex: Hex) -> float:
        """What it brings that a unit advances into a hex."""
        view, s = self.view, self.s
        if unit in s.position.beach:
            return 50.0 + s.factor(unit)
        here = s.position.at[unit]
        held = sum(s.factor(other) for other in s.units_at(hex, self.seat))
        factor = s.factor(unit)
        times = view.times(hex, self.seat)
        score = 0.3 + view.potential.get(hex, 0.0) * 0.15 - view.potential.get(here, 0.0) * 0.15
        if not view.own >> hex & 1:
            score += view.worth(hex)
        cost = view.ground.cost(s, unit)
        score -= 0.4 * view.danger(hex, (factor + held) * times) * (cost + 0.3 * view.worth(hex))
        score += 0.4 * view.danger(here, factor * view.times(here, self.seat)) * cost
        return score - view.away(1 << unit)
