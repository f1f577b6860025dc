"""The last turn where it brings points to cut the enemy off: who goes where so that the ring can be closed at its end."""

from __future__ import annotations

import itertools
from typing import NamedTuple

from phaseline.ai.war_in_europe.finish import CLOSE, Finish, to_cut_off
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.games.war_in_europe.rules import terrain
from phaseline.hexgrid import Hex, Mask, hexes
from phaseline.mechanics.ways import Routes

NEAR = 9
"""From so far away, in hexes, somebody may still come to stand beside the place in the second movement."""


class Post(NamedTuple):
    """Where a unit could stand at the end: it goes `via` a hex in the first movement."""

    unit: int
    via: Hex


class Ring:
    """Two units that could stand on two sides of the place at the end of the turn, if no enemy moves before.

    Those who are `mobile` still have their first movement before them; all who move twice have the second.
    """

    def __init__(self, view: Situation, mobile: Mask) -> None:
        self.view = view
        self.s = view.s
        self.mobile = mobile
        self._ways: dict[tuple[int, int, Hex], Mask] = {}
        enemies = self.s.occupied(view.enemy)
        self.zone = self.s.zone(view.enemy)
        self.dear = self.zone | self.s.position.marks[view.enemy]
        self.closed = enemies | self.s.position.neutral

    def places(self) -> dict[int, Hex]:
        """Where two units go now, or stay, to close the ring later; nothing where it cannot be closed, or already is."""
        found = to_cut_off(self.view)
        if found is None or self.view.ground.turns_left(self.s) > 1:
            return {}
        count, goal = found
        s = self.s
        units = s.scenario.twice & s.scenario.combat_units & s.on_map(self.view.seat) & ~self._bound()
        at = {unit: s.position.at[unit] for unit in hexes(units)}
        finish = Finish(self.view, count, goal, units, at)
        most = finish.points(at) + self.view.by.march.ring
        best: dict[int, Hex] = {}
        posts = self._posts(list(at), goal)
        for here, there in itertools.combinations(sorted(posts), 2):
            pair = next(
                ((one, two) for one in posts[here] for two in posts[there] if one.unit != two.unit), None
            )
            if pair is None:
                continue
            one, two = pair
            points = finish.points(at | {one.unit: here, two.unit: there})
            if points > most:
                most, best = points, {one.unit: one.via, two.unit: two.via}
        return best

    def _bound(self) -> Mask:
        """Who does not move in the second movement (5.25), or not anywhere."""
        p = self.s.position
        found = p.carried | p.entrained | p.fortified | p.rebuilt | p.idle
        for leash in self.s.leashes():
            found |= leash.units
        return found

    def _posts(self, units: list[int], goal: Hex) -> dict[Hex, list[Post]]:
        """Who could stand where close to the place in the end."""
        board = self.s.scenario.board
        close, near = board.disk(goal, CLOSE), board.disk(goal, NEAR)
        found: dict[Hex, list[Post]] = {}
        for unit in units:
            here = 1 << self.s.position.at[unit]
            area = here | (self.view.reach(unit) & ~self.closed if self.mobile >> unit & 1 else 0)
            seen: Mask = 0
            # First by where it could be already, so that as much as possible is left to it.
            for via in (*hexes(area & close), *hexes(area & near & ~close)):
                later = (self._later(unit, via) | 1 << via) & close & ~self.closed & ~seen
                seen |= later
                for hex in hexes(later):
                    found.setdefault(hex, []).append(Post(unit, via))
        return found

    def _later(self, unit: int, start: Hex) -> Mask:
        """Where a unit that begins in a hex could be after the second movement: half as far where nothing feeds it."""
        s = self.s
        points = s.face(unit).movement // (1 if self.view.fed(unit) >> start & 1 else 2)
        key = s.scenario.ways_of[unit], points, start
        known = self._ways.get(key)
        if known is None:
            over = terrain.priced(s, key[0], self.dear, self.closed, s.frozen)
            leave = {s.scenario.tables.prices.leave_zone: self.zone}
            known = Routes(s.scenario.board.grid, 1 << start, over, points, leave=leave).all
            self._ways[key] = known
        return known
