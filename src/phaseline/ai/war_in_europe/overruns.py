"""Overruns of War in Europe: who could run over whom, moving next to him first."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import NamedTuple

from phaseline.ai.war_in_europe.pull import Pull
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import InitialMovement
from phaseline.games.war_in_europe.rules import attack, movement, overrun
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, hexes, union
from phaseline.mechanics.strength import Strength

WITHIN = 10
"""Units farther away than so many hexes do not come into question."""


class Raid(NamedTuple):
    """An overrun that can be made: who goes where first, and what it brings."""

    target: Hex
    start: Hex
    units: tuple[int, ...]
    worth: float

    def orders(self, s: WarState) -> list[Order]:
        """The orders, one after the other."""
        first, *others = self.units
        found: list[Order] = [
            orders.Move(unit, self.start) for unit in self.units if s.position.at[unit] != self.start
        ]
        found.append(orders.Overrun(first, self.target))
        found += [orders.With(unit) for unit in others]
        return [*found, orders.Go()]


class Raids:
    """Looks for overruns in a movement phase."""

    def __init__(self, view: Situation, pull: Pull) -> None:
        self.view = view
        self.pull = pull
        self.s = view.s
        self.prices = view.s.scenario.tables.prices
        self.able = overrun.overrunners(view.s).mask
        fresh = movement.movable(view.s).mask & self.able
        self.fresh = fresh & ~view.s.scenario.repairers

    def best(self, given_up: Mask = 0) -> Raid | None:
        """The overrun that brings most."""
        s, view = self.s, self.view
        weak = overrun.soft(s, view.enemy)
        area = weak.area & s.scenario.board.playable & ~s.position.neutral & ~given_up
        near = union(s.scenario.board.disk(hex, WITHIN) for hex in hexes(area))
        pool = s.units_in(near, view.seat) & self.able
        reach = {
            unit: view.reach(unit) if self.fresh >> unit & 1 else 1 << s.position.at[unit]
            for unit in hexes(pool)
        }
        over, found = attack.sides(s), None
        for target in hexes(area):
            needed = weak.strengths[target] * self.prices.overrun_odds
            starts = over.cross(1 << target) & ~s.occupied(view.enemy)
            for start in hexes(starts):
                raid = self._raid(start, target, needed, reach)
                if raid is not None and raid.worth > (found.worth if found is not None else 0.0):
                    found = raid
        return found

    def _raid(self, start: Hex, target: Hex, needed: Strength, reach: dict[int, Mask]) -> Raid | None:
        s, view = self.s, self.view
        stack = s.standing.by_hex[view.seat].get(start, 0)
        room = view.limit(start) - (stack & s.scenario.counted).bit_count()
        there: list[tuple[Strength, int]] = []
        coming: list[tuple[Strength, int]] = []
        for unit, area in reach.items():
            if area >> start & 1 and (strength := self._strength(unit, start, target)):
                if not self._pays(unit, start, target):
                    continue
                (there if stack >> unit & 1 else coming).append((strength, unit))
        coming.sort(key=lambda pair: (-pair[0], pair[1]))
        pool = sorted(there + coming[: max(0, room)], key=lambda pair: (-pair[0], pair[1]))
        force = pool[: self.prices.overrun_units]
        if sum(strength for strength, _ in force) < needed:
            return None
        # As few as it takes, so that the others are free for something else.
        while len(force) > 1 and sum(strength for strength, _ in force[:-1]) >= needed:
            force.pop()
        units = tuple(unit for _, unit in force)
        prize = view.worth(target) if s.position.owner[view.enemy] >> target & 1 else 0.0
        prize += 0.05 * view.potential.get(target, 0.0)
        victims = sum(1 << unit for unit in s.units_at(target, view.enemy))
        price = math.fsum(0.3 + self._away(unit, target, reach[unit]) for unit in units)
        return Raid(target, start, units, prize + view.men(victims) - price)

    def _away(self, unit: int, target: Hex, area: Mask) -> float:
        """What it costs that a unit goes to a hex farther from what it is wanted for than it could have come instead.

        In the second phase of movement that is all of it: it goes no further in this turn.
        """
        lost = max(0.0, self.pull.best(unit, area) - self.pull.at(unit).get(target, 0.0))
        return lost * (self.view.by.attack.away if self.s.within(InitialMovement) else 1.0)

    def _strength(self, unit: int, start: Hex, target: Hex) -> Strength:
        """What a unit brings to it out of a hex."""
        s = self.s
        halvings = s.position.unsupplied >> unit & 1
        halvings += (s.muddy | s.bottomless) >> start & 1
        halvings += s.snowy >> start & 1 and s.scenario.mechanized >> unit & 1
        if s.scenario.board.rivers.has(start, target) and not (
            s.frozen and s.scenario.board.frozen_sides.has(start, target)
        ):
            halvings += 1
        return Fraction(s.face(unit).attack(), 1 << halvings)

    def _pays(self, unit: int, start: Hex, target: Hex) -> bool:
        """Whether a unit can pay for the way and the overrun."""
        s, p = self.s, self.s.position
        cost = overrun.price(s, unit, start, target)
        if cost is None:
            return False
        rest = movement.left(s, unit)
        if p.at[unit] != start:
            spent = movement.reachable(s, unit).cost(start)
            if spent is None:
                return False
            rest -= spent
            if s.zone(self.view.enemy) >> start & 1:
                others = s.zone_of(
                    self.view.enemy,
                    s.scenario.board.grid.spread(1 << start | 1 << target) & ~(1 << target),
                )
                if not others >> start & 1 and not p.marks[self.view.enemy] >> start & 1:
                    cost -= self.prices.enter_zone
        return cost <= rest
