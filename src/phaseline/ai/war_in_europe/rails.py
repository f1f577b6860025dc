"""Railways, reinforcements and replacements: who rides where, what is repaired, what comes back."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import NamedTuple

from phaseline.ai.war_in_europe.ground import FAR
from phaseline.ai.war_in_europe.seas import Fleet
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.ai.war_in_europe.supplying import alone
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import FRONTS
from phaseline.games.war_in_europe.rules import movement, rail, repair, supply, trains
from phaseline.hexgrid import Hex, Mask, flood, hexes, mask_of, union

STRIDES = 2
"""A train must save so many marches of the unit."""
SAFE = 3
"""So near to the enemy no train goes, nor a repair unit, in Movement Points."""
LEAST = 0.01
"""Of ways by which as many rail hexes are fed the one that ends nearer to the war is better, by so much a Movement Point."""
GRADE = 1.5
"""What rail hexes nearer to the war count, for each Movement Point."""


class Ride(NamedTuple):
    """A journey by rail: what it saves, in Movement Points, who goes, and where to."""

    saved: int
    unit: int
    to: Hex


class Railways:
    """The railway staff of a side, which sees to reinforcements as well."""

    def __init__(self, view: Situation) -> None:
        self.view = view
        self.s = view.s
        self.seat = view.seat
        self.fleet = Fleet(view)

    # -- trains -------------------------------------------------------------------------------------------------------

    def rides(self) -> list[Ride]:
        """The journeys that save most, as many as the Rail Capacity allows."""
        s, seat = self.s, self.seat
        room = rail.capacity(s, seat) - rail.used(s, seat)
        if room <= 0:
            return []
        p, at = s.position, s.position.at
        lines = p.rail[seat]
        able = s.units_in(lines & ~s.zone(1 - seat), seat)
        able &= ~(p.travelled | p.fortified | p.rebuilt | p.idle | p.entrained)
        for leash in s.leashes():
            able &= ~leash.units
        far = sorted(
            (unit for unit in hexes(able) if self._patience(unit) > 0),
            key=lambda unit: (-self.fleet.distance(at[unit]), unit),
        )
        found: list[Ride] = []
        taken: Counter[Hex] = Counter()
        for unit in far:
            if room <= 0:
                break
            best = self._best_ride(unit, taken)
            if best is not None:
                taken[best.to] += 1
                room -= rail.size(s, unit)
                found.append(best)
        return found

    def _patience(self, unit: int) -> int:
        """How far a unit is from where it could fight beyond what it would walk in a turn or two."""
        s = self.s
        walk = STRIDES * max(1, movement.allowance(s, unit))
        return self.fleet.distance(s.position.at[unit]) - walk - SAFE

    def _best_ride(self, unit: int, taken: Counter[Hex]) -> Ride | None:
        s = self.s
        start = s.position.at[unit]
        distance = self.fleet.distance
        if s.scenario.repairers >> unit & 1 and self.view.far(start) < FAR:
            return None
        prices = s.scenario.tables.rail
        budget = trains.allowance(s, unit) - prices.entrain - prices.detrain
        walk = movement.allowance(s, unit)
        best: tuple[int, Hex] | None = None
        for cost, wave in trains.routes(s, unit).waves:
            if cost > budget:
                break
            for hex in hexes(wave & s.position.rail[self.seat]):
                there = max(distance(hex), SAFE)
                if hex == start or (best is not None and there >= best[0]):
                    continue
                if distance(hex) >= SAFE and self.fleet.room(hex) > taken[hex]:
                    best = there, hex
        if best is None:
            return None
        saved = distance(start) - best[0]
        return Ride(saved, unit, best[1]) if saved >= STRIDES * max(1, walk) else None

    def riders(self) -> Mask:
        """The units that wait for their trains and do not walk."""
        found = 0
        for ride in self.rides():
            found |= 1 << ride.unit
        return found

    def ride(self) -> list[Order]:
        """Onto the train, along the line, and off it again."""
        found: list[Order] = []
        for trip in self.rides():
            found += [orders.Entrain(trip.unit), orders.Ride(trip.unit, trip.to), orders.Detrain(trip.unit)]
        found += [
            orders.Detrain(unit) for unit in hexes(self.s.position.entrained & self.s.on_map(self.seat))
        ]
        return found

    def take_off(self) -> Order | None:
        """Of the enemy's units on too few trains the most dangerous."""
        s = self.s
        units = list(s.legal(self.seat).values(orders.Remove))
        if not units:
            return None
        return orders.Remove(max(units, key=lambda unit: (self.view.ground.cost(s, unit), -unit)))

    # -- repair -------------------------------------------------------------------------------------------------------

    def repairs(self) -> list[Order]:
        """Each repair unit goes where it makes most rail hexes Friendly that lead to the war, each elsewhere."""
        s, seat = self.s, self.seat
        units = s.scenario.repairers & s.on_map(seat) & movement.movable(s).mask
        found: list[Order] = []
        claimed = 0
        for unit in hexes(units):
            if self.view.advances and self.view.far(s.position.at[unit]) < FAR:
                way = self._joined(unit, claimed)
                if way:
                    claimed |= mask_of(way)
                    found += [orders.Convert(unit, hex) for hex in way]
                elif self.view.bare(s.position.at[unit]):
                    found += self._away(unit)
                continue
            best = self._line(unit, claimed)
            if best is not None:
                claimed |= best[2]
                found.append(orders.Convert(unit, best[1]))
        return found

    def _joined(self, unit: int, claimed: Mask) -> tuple[Hex, ...]:
        """Where a repair unit goes, one after the other, so that most rail hexes are fed; nowhere if that adds none.

        The hex that it begins in becomes Friendly only when it comes back to it.
        """
        s = self.s
        start, routes = s.position.at[unit], repair.routes(s, unit)
        own = s.position.rail[self.seat] | claimed
        near = s.scenario.board.rails.beyond(start) if not own >> start & 1 else 0
        best, most = tuple[Hex, ...](), 0.0
        for hex in hexes(routes.all & ~s.zone(1 - self.seat) & ~(1 << start)):
            ways: list[tuple[Mask, tuple[Hex, ...]]] = [(mask_of(routes.path(hex)[1:]), (hex,))]
            if near >> hex & 1 and 2 * (routes.cost(hex) or 1) <= movement.left(s, unit):
                ways.append((1 << hex | 1 << start, (hex, start)))
            for entered, stops in ways:
                end = stops[-1]
                if self.view.bare(end) or (end != start and not self.fleet.room(end)):
                    continue
                opened = self._opened(entered, own)
                worth = opened - LEAST * self.fleet.distance(end) if opened else 0.0
                if worth > most:
                    best, most = stops, worth
        return best

    @cached_property
    def _heads(self) -> Mask:
        """Where railways are fed: ports, and centers."""
        s = self.s
        return union(
            alone(supply.chain_of(s, school))
            for school in supply.schools(s, self.seat)
            if school.units & s.on_map(self.seat)
        )

    def _opened(self, way: Mask, own: Mask) -> int:
        """How many rail hexes more are fed if those of a way are Friendly, too."""
        grid, rails = self.s.scenario.board.grid, self.s.scenario.board.rails
        lines = own | way
        return (
            flood(grid, self._heads & lines, lines, rails) & ~flood(grid, self._heads & own, own, rails)
        ).bit_count()

    def _away(self, unit: int) -> list[Order]:
        """To the nearest place that the enemy cannot take."""
        here, grid = self.s.position.at[unit], self.s.scenario.board.grid
        safe = [
            hex
            for hex in hexes(self.view.reach(unit) & self.view.own)
            if not self.view.bare(hex) and self.fleet.room(hex)
        ]
        return [orders.Move(unit, min(safe, key=lambda hex: (grid.distance(here, hex), hex)))] if safe else []

    def _line(self, unit: int, claimed: Mask) -> tuple[float, Hex, Mask] | None:
        s = self.s
        start = s.position.at[unit]
        routes = repair.routes(s, unit)
        own = s.position.rail[self.seat] | claimed
        distance = self.fleet.distance
        here = max(SAFE, distance(start))
        held = s.position.owner[self.seat]
        best: tuple[float, Hex, Mask] | None = None
        for hex in hexes(routes.all & ~s.zone(1 - self.seat)):
            if hex == start or distance(hex) < SAFE or not self.fleet.room(hex):
                continue
            most = 1 + (routes.cost(hex) or 0) + GRADE * (here - distance(hex))
            if most <= (best[0] if best is not None else 0.0):
                continue
            way = 0
            for step in routes.path(hex):
                way |= 1 << step
            gained = (way & ~own).bit_count()
            worth = gained + GRADE * (here - distance(hex))
            if not held >> hex & 1:
                worth -= 2.0
            if worth > 0 and (best is None or worth > best[0]):
                best = worth, hex, way & ~own
        return best

    # -- reinforcements -----------------------------------------------------------------------------------------------

    def place(self) -> Order | None:
        """New units come in nearest to the war, then the best of what was lost is rebuilt."""
        s = self.s
        legal = s.legal(self.seat)
        kinds = legal.kinds()
        if orders.Exchange in kinds:
            return orders.Exchange(legal.values(orders.Exchange)[0])
        if orders.Place in kinds:
            for unit in legal.values(orders.Place):
                places = list(legal.values(orders.Place, unit))
                if places:
                    return orders.Place(unit, min(places, key=self._place))
        if orders.Rebuild in kinds:
            units = [unit for unit in legal.values(orders.Rebuild) if self._gain(unit) > 0]
            if units:
                return orders.Rebuild(max(units, key=lambda unit: (self._gain(unit), -unit)))
        if orders.Raise in kinds:
            units = legal.values(orders.Raise)
            for unit in sorted(units, key=lambda unit: (-s.scenario.units[unit].full.strength, unit)):
                places = list(legal.values(orders.Raise, unit))
                if places:
                    return orders.Raise(unit, min(places, key=self._place))
        return None

    def _place(self, hex: Hex) -> tuple[int, int]:
        return self.fleet.distance(hex), hex

    def _gain(self, unit: int) -> int:
        """What a battlegroup gains by being rebuilt, less for one that must fight in this turn."""
        kind = self.s.scenario.units[unit]
        weak = kind.reduced.strength if kind.reduced is not None else 0
        close = self.s.zone(1 - self.seat) >> self.s.position.at[unit] & 1
        return 2 * (kind.full.strength - weak) - 3 * close

    def combine(self) -> Order | None:
        """Battlegroups become whole units where that makes them stronger; idle points go where units need them."""
        s = self.s
        legal = s.legal(self.seat)
        kinds = legal.kinds()
        if orders.Combine in kinds:
            units = list(legal.values(orders.Combine))
            best = max(units, key=lambda unit: (s.scenario.units[unit].full.strength, -unit), default=None)
            if best is not None:
                kind = s.scenario.units[best]
                weak = kind.reduced.strength if kind.reduced is not None else 0
                if kind.full.strength >= 3 * weak:
                    return orders.Combine(best)
        if orders.Allot in kinds:
            return self._allot()
        return None

    def _allot(self) -> Order | None:
        """Points of a front without fighting go to the one with most units."""
        s = self.s
        legal = s.legal(self.seat)
        fronts = s.scenario.board.air_fronts
        men = [s.units_in(area, self.seat).bit_count() for area in fronts]
        for pool in legal.values(orders.Allot):
            here = pool % len(FRONTS)
            for to in legal.values(orders.Allot, pool):
                if not men[here] and men[to]:
                    return orders.Allot(pool, to, legal.values(orders.Allot, pool, to)[-1])
        return None

    def regroup(self) -> Order | None:
        """Regiments that stand together become a division again."""
        units = list(self.s.legal(self.seat).values(orders.Combine))
        return orders.Combine(units[0]) if units else None

    def keep(self) -> Order | None:
        """Units that are to leave leave: each that stays costs a point, and that is seldom worth it."""
        return None
