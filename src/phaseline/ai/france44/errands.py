"""Far places that bring points and that nobody guards: who has to set out for them now, or comes too late."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from phaseline.ai.france44.ground import FAR
from phaseline.ai.france44.situation import Situation
from phaseline.games.france44.rules import movement
from phaseline.hexgrid import Hex, hexes

SLACK = 1
"""Who would arrive more than so many turns before the end need not hurry."""
AHEAD = 3
"""Nobody sets out for a city that pays each turn who would take more turns than this: the front will have moved."""


class Errand(NamedTuple):
    """Where a unit goes, what it is worth to come there, and how far it is from each hex past the enemy."""

    goal: Hex
    worth: float
    travel: Mapping[Hex, int]

    def far(self, hex: Hex) -> int:
        """Movement points from a hex."""
        return self.travel.get(hex, FAR)


def errands(view: Situation) -> dict[int, Errand]:
    """Who sets out for what: for cities that pay each turn at once, for what counts at the end in time."""
    return _runners(view) | _late(view)


def _runners(view: Situation) -> dict[int, Errand]:
    """One unit through a gap of the front to each open city that brings a point a turn, whoever is there first.

    The Germans send one back to each that is not theirs any more, if they reckon with raids.
    """
    s, ground = view.s, view.ground
    if view.german and not view.by.march.raids:
        return {}
    left, shunned = ground.turns_left(s), movement.shunned(s, view.seat)
    able = s.units_in(s.scenario.board.continent, view.seat) & s.scenario.divisions & ~s.position.hungry
    found: list[tuple[tuple[float, int, int, int, int, Hex], Errand]] = []
    for goal in hexes(ground.cities_beyond & ~view.own & ~s.occupied(view.enemy)):
        near = s.scenario.board.disk(goal, 2)
        errand = Errand(goal, 0.0, ground.travel_from(1 << goal, shunned & ~near))
        for unit in hexes(able):
            turns, far = _arrival(view, unit, errand)
            if turns > min(left, AHEAD):
                continue
            worth = view.by.march.errand * view.by.worth.point * ground.by.worth.beyond * (left - turns + 1)
            if view.away(1 << unit) < worth:
                whole = errand.far(s.position.at[unit])
                rank = -worth, far, whole, s.factor(unit), unit, goal
                found.append((rank, errand._replace(worth=worth)))
    chosen: dict[int, Errand] = {}
    taken: set[Hex] = set()
    for rank, errand in sorted(found, key=lambda run: run[0]):
        *_, unit, goal = rank
        if unit not in chosen and goal not in taken:
            chosen[unit] = errand
            taken.add(goal)
    return chosen


def _arrival(view: Situation, unit: int, errand: Errand) -> tuple[int, int]:
    """How many turns a unit takes to a goal, and how far it still has to go after this one.

    From the next turn on it goes twice as far as its movement factor (17), but for the last stretch to a goal that enemies stand near.
    """
    far = min(_way(view, errand, hex) for hex in hexes(view.destinations(unit)))
    if not far:
        return 1, 0
    step = view.s.scenario.units[unit].movement
    near = movement.shunned(view.s, view.seat) >> errand.goal & 1
    return 1 - (-(far + step * near) // (2 * step)), far


def _way(view: Situation, errand: Errand, hex: Hex) -> int:
    """Movement points from a hex to the goal: where the way begins costs nothing to enter, the goal does."""
    board, terrain = view.s.scenario.board, view.s.scenario.tables.terrain
    cost = errand.far(hex)
    for kind, area in (("forest", board.forest), ("mountain", board.mountain)):
        # It was reckoned back from the goal.
        cost += (terrain[kind].cost - 1) * ((area >> errand.goal & 1) - (area >> hex & 1))
    return cost


def _late(view: Situation) -> dict[int, Errand]:
    """For each far place that counts at the end the weakest unit that still comes in time: the others are for battle."""
    s, ground = view.s, view.ground
    left = ground.turns_left(s)
    wanted = [hex for hex in ground.points if not (view.own | s.occupied(view.enemy)) >> hex & 1]
    able = s.units_in(s.scenario.board.continent, view.seat) & s.scenario.divisions & ~s.position.hungry
    shunned = movement.shunned(s, view.seat)
    found: dict[int, Errand] = {}
    for goal in sorted(wanted, key=lambda hex: (-view.worth(hex), hex)):
        worth = view.by.march.errand * view.worth(goal)
        if worth < view.by.worth.point * view.by.march.errand:
            continue
        near = s.scenario.board.disk(goal, 2)
        errand = Errand(goal, worth, ground.travel_from(1 << goal, shunned & ~near))
        late = []
        for unit in hexes(able):
            here = s.position.at[unit]
            turns, _ = _arrival(view, unit, errand)
            if unit not in found and left - SLACK <= turns <= left and view.away(1 << unit) < worth:
                late.append((s.factor(unit), errand.far(here), unit))
        if late:
            found[min(late)[-1]] = errand
    return found
