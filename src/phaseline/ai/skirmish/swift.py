"""A side of a skirmish played in a hurry: each unit and each battle by itself, by means that are looked up.

For playouts, in which the staff's own plan of all moves together would take too long. It sees the state it plays on; the
faces of enemies that are face down count as the mean of all that are, but for those that it is sure of.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from phaseline.ai.search.player import Player
from phaseline.ai.skirmish.dash import march
from phaseline.ai.skirmish.glance import Bearing, Glance, Ground, assaults
from phaseline.engine.orders import Order
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.position import Battle, Retreat, Stance
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import Hex, Mask, hexes


class Swift(Player):
    """Plays one seat of one playout."""

    def __init__(
        self,
        ground: Ground,
        seat: int,
        bearing: Bearing,
        rng: random.Random | None = None,
        known: Mask = 0,
    ) -> None:
        """`known` are enemies that it is sure of though they are face down."""
        self.known = known
        self.ground = ground
        self.seat = seat
        self.bearing = bearing
        self.rng = rng
        self._turn = -1
        self._moves: list[tuple[int, Hex]] = []
        self._joins: list[int] = []
        self._steps: dict[str, Callable[[SkirmishState], Order]] = {
            "stances": self._stance,
            "movement": self._move,
            "combat": self._attack,
            "plan": self._join,
            "reaction": self._react,
            "losses": self._lose,
            "retreat": self._retreat,
            "advance": self._advance,
        }

    def order(self, s: SkirmishState) -> Order:
        """A legal order."""
        decision = s.waiting()
        assert decision is not None
        return self._steps[decision.step.label](s)

    def _stance(self, s: SkirmishState) -> Order:
        return orders.Stance(stance(s, self.seat))

    def _move(self, s: SkirmishState) -> Order:
        if self._turn != s.position.turn:
            self._turn = s.position.turn
            self._moves = march(self.ground, s, self.seat, self.bearing, self.rng, self.known)
        legal = s.legal(self.seat)
        for number, (unit, to) in enumerate(self._moves):
            order = orders.Move(unit, to)
            if legal.refusal(order) is None:
                del self._moves[number]
                return order
        return orders.Done()

    def _attack(self, s: SkirmishState) -> Order:
        glance = Glance(self.ground, s, self.seat, self.known)
        best, most = None, self.bearing.boldness
        for target, force, worth in assaults(glance):
            if worth > most:
                best, most = (target, force), worth
        if best is None:
            return orders.Done()
        target, self._joins = best[0], list(best[1])
        return orders.Attack(target)

    def _join(self, s: SkirmishState) -> Order:
        battle = s.frame(Battle)
        if not self._joins and not battle.attackers:
            # The attack was named by somebody else.
            glance = Glance(self.ground, s, self.seat, self.known)
            ways = [force for target, force, _ in assaults(glance) if target == battle.target]
            self._joins = list(ways[-1]) if ways else []
        if self._joins:
            return orders.Join(self._joins.pop(0))
        return orders.Roll() if battle.attackers else orders.CallOff()

    def _react(self, s: SkirmishState) -> Order:
        ways = [
            order
            for order in s.legal(self.seat)
            if isinstance(order, orders.Withdraw) and s.position.at[order.unit] not in s.scenario.objectives
        ]
        return ways[0] if ways else orders.Stand()

    def _lose(self, s: SkirmishState) -> Order:
        units = s.legal(self.seat).values(orders.Lose)
        return orders.Lose(min(units, key=lambda unit: (price(s, unit), unit)))

    def _retreat(self, s: SkirmishState) -> Order:
        ways = s.legal(self.seat).values(orders.RetreatTo)
        if len(ways) == 1:
            return orders.RetreatTo(ways[0])
        unit = s.frame(Retreat).unit
        glance = Glance(self.ground, s, self.seat, self.known)
        defence, steps = s.defence(unit), s.position.steps[unit]

        def worth(hex: Hex) -> float:
            return (
                glance.gains.get(hex, 0.0)
                + 0.2 * glance.keeps.get(hex, 0.0)
                - glance.danger(hex, defence, steps)
            )

        return orders.RetreatTo(max(ways, key=worth))

    def _advance(self, s: SkirmishState) -> Order:
        battle = s.frame(Battle)
        if battle.target not in s.scenario.objectives or s.occupied(self.seat) >> battle.target & 1:
            return orders.Done()
        units = s.legal(self.seat).values(orders.Advance)
        free = [unit for unit in units if s.position.at[unit] not in s.scenario.objectives] or units
        return orders.Advance(max(free, key=lambda unit: (s.defence(unit), -unit))) if free else orders.Done()


def stance(s: SkirmishState, seat: int) -> Stance:
    """The staff's rule: hold what wins as it is, else assault."""
    left = s.scenario.turns - s.position.turn + 1
    ahead = 0
    for sign, side in ((1, seat), (-1, 1 - seat)):
        gained = sum(s.scenario.objectives[hex] for hex in hexes(s.position.control[side]))
        ahead += sign * (s.position.points[side] + left * gained)
    return "assault" if ahead <= 0 else "hold"


def price(s: SkirmishState, unit: int) -> int:
    """What a unit's next step is worth, in points of strength."""
    now = s.attack(unit) + s.defence(unit)
    if s.position.steps[unit] == 1:
        return now + 2
    kind = s.scenario.units[unit]
    return now - kind.attack[1] - kind.defence[1]
