"""The last moves of a scenario in which it brings points to cut the enemy off: where all stand when it is counted."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from functools import cached_property

from phaseline.ai.war_in_europe.situation import Situation
from phaseline.games.war_in_europe.particulars import Count
from phaseline.games.war_in_europe.rules import chains
from phaseline.hexgrid import Hex, Mask, flood, hexes, mask_of

CLOSE = 3
"""Around the place that all must be joined to, so many hexes away, pairs of units are tried."""


def to_cut_off(view: Situation) -> tuple[Count, Hex] | None:
    """What counts enemies as cut off, and from where; nothing where the other side gets no points for it."""
    for count in view.s.scenario.special.counts:
        if count.rule.what == "trapped" and count.goal is not None and count.seat != view.seat:
            return count, count.goal
    return None


class Finish:
    """Counts the points that a layout of the units that may still move would bring, and looks for a better one."""

    def __init__(self, view: Situation, count: Count, goal: Hex, mobile: Mask, at: Mapping[int, Hex]) -> None:
        s = self.s = view.s
        self.view = view
        self.count = count
        self.goal = goal
        scenario, board = s.scenario, s.scenario.board
        self.units = [unit for unit in hexes(mobile & scenario.combat_units) if unit in at]
        moving = mask_of(self.units)
        staying = s.on_map(view.seat) & scenario.combat_units & ~moving & ~s.position.dropped
        self.fixed: Mask = s.where(staying)
        self.zone = s.zone_of(view.seat, self.fixed)
        self.walls = s.works(view.enemy) | s.surprised(view.seat)
        self.theirs = chains.holding(s, view.enemy)
        self.ground = board.playable & ~s.position.neutral
        self.sides = board.land_sides(frozen=s.frozen)
        self.prey = count.units & scenario.divisions & s.on_map(count.seat)
        self._zones: dict[tuple[bool, Hex], Mask] = {}
        self._known: dict[tuple[Mask, Mask], float] = {}

    def zone_of(self, unit: int, hex: Hex) -> Mask:
        """The zone of a unit in a hex."""
        armour = bool(self.s.scenario.armour >> unit & 1)
        found = self._zones.get((armour, hex))
        if found is None:
            shapes = self.s.scenario.zone_shapes(frozen=self.s.frozen)
            found = self._zones[armour, hex] = shapes[not armour].of(1 << hex) & ~self.walls
        return found

    def layout(self, at: Mapping[int, Hex]) -> tuple[Mask, Mask]:
        """The hexes that the side's units occupy with these units there, and their zones."""
        occupied, zone = self.fixed, self.zone
        for unit in self.units:
            hex = at[unit]
            occupied |= 1 << hex
            zone |= self.zone_of(unit, hex)
        return occupied, zone

    def points(self, at: Mapping[int, Hex]) -> float:
        """The points that places and those cut off bring, with these units there."""
        occupied, zone = self.layout(at)
        own = self.view.own | occupied
        held = math.fsum(points for hex, points in self.view.ground.points.items() if own >> hex & 1)
        return held + self._cut_off(occupied, zone)

    def _cut_off(self, occupied: Mask, zone: Mask) -> float:
        """The points for those who are not joined to the place, these hexes being held and controlled."""
        found = self._known.get((occupied, zone))
        if found is None:
            s, rule = self.s, self.count.rule
            free = self.ground & (self.theirs | ~(occupied | zone))
            joined = flood(s.scenario.board.grid, 1 << self.goal & free, free, self.sides)
            lost = self.prey & ~s.units_in(joined | self.count.unless, self.count.seat)
            found = self._known[occupied, zone] = rule.points * lost.bit_count() / rule.per
        return found

    # -- the search ---------------------------------------------------------------------------------------------------

    def better(self, at: Mapping[int, Hex]) -> dict[int, Hex]:
        """Who should be elsewhere than planned, and where: first it is tried that all stay, then one after the other, then pairs."""
        best = dict(at)
        most = self.points(best)
        still = best | {unit: self.s.position.at[unit] for unit in self.units}
        if (points := self.points(still)) > most:
            best, most = still, points
        for change in itertools.chain(self._single(), self._pairs()):
            tried = best | change
            if (points := self.points(tried)) > most and self._room(tried, mask_of(change.values())):
                best, most = tried, points
        return {unit: best[unit] for unit in self.units if best[unit] != at[unit]}

    @cached_property
    def reach(self) -> dict[int, list[Hex]]:
        """Where each unit could be."""
        closed = self.s.occupied(self.view.enemy) | self.s.position.neutral
        return {unit: list(hexes(self.view.reach(unit) & ~closed)) for unit in self.units}

    def _room(self, at: Mapping[int, Hex], area: Mask) -> bool:
        """Whether there is room in some hexes for all who are to be there."""
        s, counted, moving = self.s, self.s.scenario.counted, mask_of(self.units)
        for hex in hexes(area):
            staying = s.standing.by_hex[self.view.seat].get(hex, 0) & counted & ~moving
            coming = sum(at[unit] == hex and counted >> unit & 1 for unit in self.units)
            if staying.bit_count() + coming > self.view.limit(hex):
                return False
        return True

    def _single(self) -> Iterator[dict[int, Hex]]:
        """One unit somewhere else."""
        for unit, area in self.reach.items():
            yield from ({unit: hex} for hex in area)

    def _pairs(self) -> Iterator[dict[int, Hex]]:
        """Two units on the two sides of the place: one of them alone closes nothing."""
        near = self.s.scenario.board.disk(self.goal, CLOSE)
        posts: dict[Hex, list[int]] = {}
        for unit, area in self.reach.items():
            for hex in area:
                if near >> hex & 1:
                    posts.setdefault(hex, []).append(unit)
        for here, there in itertools.combinations(sorted(posts), 2):
            two = next(((one, other) for one in posts[here] for other in posts[there] if one != other), None)
            if two is not None:
                yield {two[0]: here, two[1]: there}
