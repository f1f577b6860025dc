"""Trucks, ports, rations and stocks: how those who matter are fed."""

from __future__ import annotations

from phaseline.ai.france44.errands import errands
from phaseline.ai.france44.situation import Situation
from phaseline.ai.france44.trucking import Network
from phaseline.engine.orders import Order
from phaseline.games.france44 import orders
from phaseline.games.france44.rules import stocks, supply
from phaseline.hexgrid import Hex, hexes

REAR = 8
"""Units further than so many movement points from the enemy go without before others."""


class Quartermaster:
    """Looks after the supply of a side."""

    def __init__(self, view: Situation) -> None:
        self.view = view
        self.s = view.s
        self.seat = view.seat

    # -- trucks -------------------------------------------------------------------------------------------------------

    def trucks(self) -> list[Order]:
        """Orders that bring trucks to where they feed most."""
        s = self.s
        own = list(hexes(s.scenario.side_trucks[self.seat]))
        wanted = Network(s, self.seat, self._wanting()).posts(len(own))
        at = s.position.trucks
        spare = []
        for truck in own:
            if at[truck] in wanted:
                wanted.remove(at[truck])
            else:
                spare.append(truck)
        spare.sort(key=lambda truck: (at[truck] >= 0, truck))
        return [orders.Haul(truck, hex) for truck, hex in zip(spare, wanted, strict=False)]

    def _wanting(self) -> dict[int, tuple[Hex, float]]:
        """The units that must be fed, where they are and how much it matters: most at the front."""
        s, view = self.s, self.view
        found = {}
        away = errands(view)
        for unit in hexes(s.units_in(s.scenario.board.continent, self.seat) & ~s.position.fresh):
            hex = s.position.at[unit]
            near = 1.0 if view.far(hex) <= REAR or unit in away else 0.4
            errand = away[unit].worth if unit in away else 0.0
            found[unit] = hex, near * (1.0 + s.factor(unit)) + errand
        return found

    # -- ports --------------------------------------------------------------------------------------------------------

    def repair(self) -> Order | None:
        """Repair the port nearest to where the army stands."""
        legal = self.s.legal(self.seat)
        if orders.Repair not in legal.kinds():
            return None
        able = list(legal.values(orders.Repair))
        if not able:
            return None
        area = self.s.scenario.board.disk

        def near(hex: Hex) -> int:
            return self.s.units_in(area(hex, 12), self.seat).bit_count()

        return orders.Repair(max(able, key=lambda hex: (near(hex), -hex)))

    def stock(self) -> Order | None:
        """Put down what was not used, where the front is nearest."""
        s, legal = self.s, self.s.legal(self.seat)
        most = min(stocks.spare(s), stocks.LARGEST)
        if orders.Stock not in legal.kinds() or not most:
            return None
        places = list(legal.values(orders.Stock, most))
        if not places:
            return None
        return orders.Stock(most, min(places, key=lambda hex: (self.view.far(hex), hex)))

    # -- rations ------------------------------------------------------------------------------------------------------

    def starve(self) -> Order | None:
        """Who stands far behind goes without while somebody at the front is hungry."""
        s, at = self.s, self.s.position.at
        shared = supply.rations(s, self.seat)
        hungry = [
            unit for unit in hexes(shared.hungry() & ~shared.cut & ~s.position.starved) if shared.wants[unit]
        ]
        front = [unit for unit in hungry if self.view.far(at[unit]) <= REAR // 2]
        if not front:
            return None
        able = [unit for unit in s.legal(self.seat).values(orders.Starve) if self.view.far(at[unit]) > REAR]
        if not able:
            return None
        return orders.Starve(max(able, key=lambda unit: (self.view.far(at[unit]), -unit)))
