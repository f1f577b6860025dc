"""Mobile supply units: behind the front, where they feed most, and out of the enemy's way."""

from __future__ import annotations

from typing import NamedTuple

from phaseline.ai.war_in_europe.situation import Situation
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.rules import movement, supply
from phaseline.games.war_in_europe.scenario import FOOT
from phaseline.hexgrid import Hex, Mask, hexes
from phaseline.mechanics.supply import points_to

TRIED = 40
"""So many places are thought of for each of them."""


class Post(NamedTuple):
    """A place for a supply unit, and what it is worth."""

    worth: float
    hex: Hex


class Quartermaster:
    """Looks after the supply of a side."""

    def __init__(self, view: Situation) -> None:
        self.view = view
        self.s = view.s
        self.seat = view.seat
        self.by = view.by.supply

    def posts(self) -> list[Order]:
        """Where mobile supply units go now, one after the other; they move in both movement phases."""
        s = self.s
        units = s.scenario.suppliers & s.on_map(self.seat) & movement.movable(s).mask & ~s.position.moved
        found: list[Order] = []
        taken = 0
        fed = self._fed(units)
        for unit in sorted(hexes(units), key=lambda unit: (self.view.far(s.position.at[unit]), unit)):
            best = self._best(unit, fed, taken)
            hex = s.position.at[unit] if best is None else best.hex
            taken |= self._covered(hex)
            if best is not None and best.hex != s.position.at[unit]:
                found.append(orders.Move(unit, best.hex))
        return found

    def _fed(self, without: Mask) -> Mask:
        """The hexes in supply as things stand."""
        return self.view.fed(min(hexes(without), default=0)) if without else 0

    def _best(self, unit: int, fed: Mask, taken: Mask) -> Post | None:
        """The best place within reach that is itself fed."""
        s = self.s
        start = s.position.at[unit]
        open_ = self.view.reach(unit) & fed & ~s.zone(self.view.enemy)
        open_ &= ~s.position.neutral
        near = sorted(hexes(open_), key=lambda hex: (abs(self.view.far(hex) - self.by.behind), hex))[:TRIED]
        best: Post | None = None
        for hex in {*near, start}:
            worth = self._worth(hex, taken, fed)
            if hex == start:
                worth += self.by.stay
            if best is None or (worth, -hex) > (best.worth, -best.hex):
                best = Post(worth, hex)
        return best

    def _worth(self, hex: Hex, taken: Mask, fed: Mask) -> float:
        """What it brings that a supply unit stands in a hex: who is fed, the ground ahead, less what it risks."""
        s, view = self.s, self.view
        area = self._covered(hex) & ~taken
        units = s.units_in(area, self.seat) & s.scenario.combat_units
        hungry = units & s.position.unsupplied
        worth = self.by.feeds * (units & ~hungry).bit_count() + self.by.saves * hungry.bit_count()
        ahead = area & s.position.owner[view.enemy] & ~fed
        worth += self.by.ahead * min(30, ahead.bit_count())
        close = view.far(hex)
        guarded = (s.units_in(1 << hex, self.seat) & s.scenario.combat_units) != 0
        if close < self.by.behind and not guarded:
            worth -= self.by.risk * (self.by.behind - close)
        return worth - 0.01 * close

    def _covered(self, hex: Hex) -> Mask:
        """The hexes that a supply unit in a hex would feed, nobody being in the way."""
        s = self.s
        frozen = s.frozen

        def reached() -> Mask:
            paths = movement.priced(s, FOOT, 0, 0, frozen)
            limit = s.scenario.tables.supply.major
            if s.weather != "clear":
                limit //= 2
            found = 0
            for area in points_to(s.scenario.board.grid, 1 << hex, paths, limit):
                found |= area
            return found

        area: Mask = s.known(("feeds", hex), (s.weather,), reached)
        return area

    def scuttle(self) -> Order | None:
        """A supply unit that cannot get away from the enemy is destroyed rather than captured."""
        s = self.s
        legal = s.legal(self.seat)
        if orders.Scuttle not in legal.kinds():
            return None
        for unit in legal.values(orders.Scuttle):
            hex = s.position.at[unit]
            alone = not s.units_in(1 << hex, self.seat) & s.scenario.combat_units
            beside = s.scenario.board.grid.adjacent_mask(hex) & s.occupied(self.view.enemy)
            hungry = not supply.area(s, self.seat) >> hex & 1
            if alone and hungry and beside.bit_count() >= 3:
                return orders.Scuttle(unit)
        return None
