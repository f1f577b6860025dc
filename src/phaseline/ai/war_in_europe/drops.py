"""From the air: who drops where, onto whom, and who goes to the front as infantry."""

from __future__ import annotations

from functools import cached_property

from phaseline.ai.war_in_europe.ground import FAR
from phaseline.ai.war_in_europe.ring import Ring
from phaseline.ai.war_in_europe.seas import Fleet
from phaseline.ai.war_in_europe.situation import PARTS
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.rules import airlift, attack, movement, odds, supply, terrain
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.mechanics.strength import Strength
from phaseline.mechanics.ways import Routes


class Drops:
    """Plans the air movement of a side."""

    def __init__(self, fleet: Fleet) -> None:
        self.fleet = fleet
        self.view = fleet.view
        self.s = fleet.s
        self.seat = fleet.seat
        self.by = fleet.by

    # -- assaults -----------------------------------------------------------------------------------------------------

    def drop(self) -> Order | None:
        """Who drops: onto a beach that is fought for, onto a prize, or where there is something that can be held."""
        s = self.s
        legal = s.legal(self.seat)
        if orders.Drop not in legal.kinds():
            return None
        best: tuple[float, Order] | None = None
        seen: set[int] = set()
        for unit in legal.values(orders.Drop):
            kind = s.position.at[unit] << 8 | s.face(unit).strength
            if kind in seen:
                continue
            seen.add(kind)
            for hex in legal.values(orders.Drop, unit):
                gain = self._worth(unit, hex)
                if gain > 0 and (best is None or gain > best[0]):
                    best = gain, orders.Drop(unit, hex)
        return None if best is None else best[1]

    def _worth(self, unit: int, hex: Hex) -> float:
        s, view, bit = self.s, self.view, 1 << hex
        cost = self.by.drop * view.ground.cost(s, unit)
        if s.occupied(view.enemy) & bit:
            return self._onto(unit, hex, cost)
        if view.own & bit or not view.fed(unit) & bit:
            return -1.0
        danger = view.danger(hex, PARTS * s.face(unit).strength * view.times(hex))
        return (1.0 - danger) * view.worth(hex) - danger * view.ground.cost(s, unit) - cost

    def _onto(self, unit: int, hex: Hex, cost: float) -> float:
        """What it brings to drop among enemies: beside own units that have landed there, or onto a prize."""
        s, view, bit = self.s, self.view, 1 << hex
        if self.prize(hex):
            return self._for_prize(unit, hex, cost)
        landed = self._landed(bit)
        if not landed:
            return -1.0
        before = self._strength(landed, bit)
        now, then = self.fleet.chance(hex, before), self.fleet.chance(hex, before + s.face(unit).attack())
        men = view.men(landed)
        gain = (then.taken - now.taken) * self.fleet.site(hex) + (now.failed - then.failed) * men
        return gain - cost if then.failed < now.failed or gain > cost else -1.0

    # -- prizes -------------------------------------------------------------------------------------------------------

    def prize(self, hex: Hex) -> bool:
        """Whether a hex that the enemy holds is worth that airborne units are spent on it."""
        return bool(self.s.position.owner[self.view.enemy] >> hex & 1) and (
            self.view.worth(hex) >= self.by.prize
        )

    def _for_prize(self, unit: int, hex: Hex, cost: float) -> float:
        """What it brings to drop onto a prize, others following: if it falls then, and somebody can hold it."""
        landed = self._landed(1 << hex)
        if not landed and not self._followed(hex):
            return -1.0
        now = self._chance(hex, landed, 0, 0) if landed else 0.0
        worth = self.view.worth(hex)
        found = -1.0
        for more in range(1, self._ready(unit) + 1):
            then = self._chance(hex, landed, unit, more)
            if then >= self.by.likely:
                found = max(found, (then - now) * worth - more * cost)
        return found

    def _chance(self, hex: Hex, landed: Mask, unit: int, more: int) -> float:
        """How likely a prize falls to those who have landed there, so many more like this unit, and those who stand beside."""
        s, bit = self.s, 1 << hex
        beside = s.units_in(attack.sides(s).cross(bit), self.seat) & attack.ready(s, self.seat).mask
        beside &= ~attack.assaulters(s, self.seat) & ~self._kept
        force = self._strength(landed | beside, bit) + more * s.face(unit).attack()
        return self.fleet.chance(hex, force).taken

    @cached_property
    def _kept(self) -> Mask:
        """Who makes no attacks in this turn, because he is to close a ring."""
        return mask_of(Ring(self.view, 0).places())

    def _ready(self, unit: int) -> int:
        """How many units that wait beside this one could drop with it, itself among them."""
        s, here = self.s, self.s.position.at[unit]
        able = s.lying(self.seat, here) & s.scenario.airborne & ~s.position.travelled
        return min(able.bit_count(), airlift.lift(s, self.seat, airlift.front_of(s, unit)))

    def _landed(self, bit: Mask) -> Mask:
        return attack.assaulters(self.s, self.seat) & self.s.units_in(bit, self.seat)

    def _strength(self, units: Mask, bit: Mask) -> Strength:
        found: Strength = 0
        for unit in hexes(units):
            found += odds.attacking(self.s, unit, bit).strength
        return found

    def _followed(self, hex: Hex) -> bool:
        """Whether a hex, the enemies in it gone, would be in supply, or could be entered in the mechanized phase."""
        s, board = self.s, self.s.scenario.board
        fed = supply.area(s, self.seat)
        if fed >> hex & 1:
            return True
        later = self.view.ground.turns_left(s) > 1
        enemies = s.occupied(self.view.enemy) & ~(1 << hex)
        zone = s.zone_of(self.view.enemy, enemies)
        dear, closed = zone | s.position.marks[self.view.enemy], enemies | s.position.neutral
        leave = {s.scenario.tables.prices.leave_zone: zone}
        quick = s.scenario.twice & s.scenario.combat_units & s.on_map(self.seat)
        for unit in hexes(quick):
            start, points = s.position.at[unit], movement.allowance(s, unit)
            if later and not fed >> start & 1:
                # Who has outrun supply may not get there: in the last turn there is nothing better to wait for.
                points = min(points, s.face(unit).movement // 2)
            if board.grid.distance(start, hex) > points:
                continue
            over = terrain.priced(s, s.scenario.ways_of[unit], dear, closed, s.frozen)
            if Routes(board.grid, 1 << start, over, points, leave=leave).all >> hex & 1:
                return True
        return False

    # -- transport ----------------------------------------------------------------------------------------------------

    def fly(self) -> Order | None:
        """Airborne units that wait for nothing go to the front as infantry."""
        s = self.s
        legal = s.legal(self.seat)
        if orders.Fly not in legal.kinds():
            return None
        for unit in legal.values(orders.Fly):
            here = s.position.at[unit]
            if (here >= 0 and self.view.far(here) < FAR) or self.waits(unit):
                continue
            places = [hex for hex in legal.values(orders.Fly, unit) if self._quiet(hex)]
            if places:
                return orders.Fly(unit, min(places, key=lambda hex: (self.view.far(hex), hex)))
        return None

    def waits(self, unit: int) -> bool:
        """Whether a unit stands by for a prize that would fall to it in a later turn, when somebody is near to hold it."""
        s = self.s
        if s.position.at[unit] >= 0 or self.view.ground.turns_left(s) < 2:
            return False
        near = airlift.range_of(s, unit, s.scenario.tables.airborne.assault)
        able = self._ready(unit)
        # A prize that nobody guards now may be guarded when it comes to it.
        taken = s.position.owner[self.view.enemy] & self.view.ground.valued & ~s.occupied(self.seat)
        return any(
            self.prize(hex) and self._chance(hex, 0, unit, able) >= self.by.likely
            for hex in hexes(near & taken & ~s.position.neutral)
        )

    def _quiet(self, hex: Hex) -> bool:
        """Whether a hex is near the enemy, but not at his side, and holds nobody who has just dropped."""
        s = self.s
        fresh = mask_of(s.position.at[unit] for unit in hexes(s.position.dropped))
        return self.view.far(hex) <= self.by.near and not (s.zone(self.view.enemy) | fresh) >> hex & 1
