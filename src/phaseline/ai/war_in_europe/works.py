"""Fortified units of War in Europe: who of a line digs in where the enemy may come, and who leaves his works again."""

from __future__ import annotations

from phaseline.ai.war_in_europe.situation import Situation
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.rules import fortify
from phaseline.hexgrid import Hex


class Works:
    """The diggers of a side. Who must take ground to win does not dig: a fortified unit neither moves nor attacks."""

    def __init__(self, view: Situation) -> None:
        self.view = view
        self.s = view.s
        self.stands = view.seat != view.ground.counted

    def dig(self) -> Order | None:
        """Of those whom the enemy could attack, the one who is likeliest to get his works done, where most is at stake."""
        if not self.stands:
            return None
        s, at = self.s, self.s.position.at
        units = [
            unit for unit in s.legal(self.view.seat).values(orders.Fortify) if self._threatened(at[unit])
        ]
        best = min(
            units,
            key=lambda unit: (-min(fortify.SURE, fortify.points(s, unit)), -self.view.worth(at[unit]), unit),
            default=None,
        )
        return None if best is None else orders.Fortify(best)

    def leave(self) -> Order | None:
        """Who is threatened no more is wanted elsewhere."""
        for unit in self.s.legal(self.view.seat).values(orders.Unfortify):
            if not self.stands or not self._threatened(self.s.position.at[unit]):
                return orders.Unfortify(unit)
        return None

    def _threatened(self, hex: Hex) -> bool:
        return bool(self.view.threat.area >> hex & 1)
