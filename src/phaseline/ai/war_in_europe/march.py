"""The movement of a phase: who goes where, for attacks, to hold what is in danger, or towards what is wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar, NamedTuple

from phaseline.ai.field import gathered, most_drawn
from phaseline.ai.planning import Intent
from phaseline.ai.planning.telling import called
from phaseline.ai.war_in_europe.finish import Finish, to_cut_off
from phaseline.ai.war_in_europe.ground import FAR
from phaseline.ai.war_in_europe.pull import Pull
from phaseline.ai.war_in_europe.situation import PARTS, Situation
from phaseline.ai.war_in_europe.supplying import Quartermaster
from phaseline.ai.war_in_europe.telling import going
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.rules import movement
from phaseline.hexgrid import Hex, Mask, hexes

CLOSE = 3
"""Enemies within so many hexes of one's own are goals."""
AGAIN = 2
"""So often units that found no room try again."""


class Goal(NamedTuple):
    """Something that units go for: where, what it is worth, how much strength it takes, and why, for people."""

    hex: Hex
    worth: float
    need: float
    why: str
    stack: bool = False


class Stand(NamedTuple):
    """A front that is held: who goes to which post, what lies behind them, and where those are wanted who go to none."""

    posts: Mapping[int, Hex]
    behind: Mask
    goals: tuple[Goal, ...]


class March:
    """Plans the moves of a side. `places` are where those who attack go, `posts` where a ring begins; `mobile` may move.

    `stand` is the front to hold, if there is one.
    """

    most: ClassVar[int] = 30
    """So many places at most are goals in one phase, those worth most."""

    def __init__(
        self,
        view: Situation,
        pull: Pull,
        mobile: Mask,
        places: Mapping[int, Hex],
        posts: Mapping[int, Hex] = MappingProxyType({}),
        stand: Stand | None = None,
    ) -> None:
        self.view = view
        self.pull = pull
        self.s = view.s
        self.by = view.by.march
        self.mobile = mobile
        self.places = places
        self.posts = posts
        self.stand = stand
        self.sent: dict[int, str] = {}
        self.goal_of: dict[int, Goal] = {}
        self.full: Mask = 0
        self.at: dict[int, Hex] = {u: view.s.position.at[u] for u in hexes(view.s.on_map(view.seat))}
        self.there: dict[Hex, set[int]] = {}
        for unit, hex in self.at.items():
            self.there.setdefault(hex, set()).add(unit)
        self.enemies = view.s.occupied(view.enemy)
        self.marchers = movement.free(view.s).mask & view.s.scenario.marchers & ~view.s.position.moved

    # -- stacking -----------------------------------------------------------------------------------------------------

    def free(self, unit: int, hex: Hex) -> bool:
        """Whether there is room for a unit in a hex as all stand now."""
        counted = self.s.scenario.counted
        if not counted >> unit & 1:
            return True
        if self.full >> hex & 1:
            return False
        there = sum(counted >> other & 1 for other in self.there.get(hex, ()) if other != unit)
        return there < self.view.limit(hex)

    def give(self, unit: int, hex: Hex, why: str) -> None:
        """Send a unit somewhere; what it was to do before is forgotten."""
        self.there[self.at[unit]].discard(unit)
        self.there.setdefault(hex, set()).add(unit)
        self.at[unit] = hex
        self.sent.pop(unit, None)
        if hex != self.s.position.at[unit]:
            self.sent[unit] = why

    def orders(self) -> Iterator[Intent]:
        """The orders, those decided first before the others."""
        for unit, why in self.sent.items():
            hex = self.at[unit]
            order: Order = orders.Move(unit, hex)
            if not (self.view.reach(unit) | movement.one_hex(self.s, unit)) >> hex & 1:
                order = orders.March(unit, hex)
            yield Intent(order, going(self.s.scenario, unit, hex, why))

    # -- all moves ----------------------------------------------------------------------------------------------------

    def plan(self) -> list[Intent]:
        """The orders, in the order in which to give them."""
        for unit, hex in sorted(self.posts.items()):
            self.give(unit, hex, "to close the ring from there")
        for unit, hex in sorted(self.places.items()):
            if self.mobile >> unit & 1:
                self.give(unit, hex, "to attack")
        busy = set(self.places)
        if self.stand is not None:
            for unit, hex in self.stand.posts.items():
                if unit not in busy:
                    self.give(unit, hex, "to hold the front")
            busy |= set(self.stand.posts)
        held = self.s.scenario.support
        free = [unit for unit in hexes(self.mobile & ~held) if unit not in busy and unit not in self.posts]
        self._share_out(free, list(self.goals()))
        self._finish()
        self._supply()
        return list(self.orders())

    def goals(self) -> Iterator[Goal]:
        """What the side wants to hold or to have."""
        view, s = self.view, self.s
        if self.stand is not None:
            yield from self.stand.goals
            return
        own, found = view.own, []
        for hex in hexes(view.ground.valued & ~s.position.neutral):
            worth = view.worth(hex)
            if worth < 1.0:
                continue
            if not own >> hex & 1:
                need = max(4.0 * PARTS + 4.0 * view.resistance(hex), self.by.draw * worth)
                found.append(Goal(hex, worth, need, "to take it"))
            elif view.threat.area >> hex & 1 and (need := view.threat.at(hex) / view.times(hex) / 3.0):
                found.append(Goal(hex, self.by.hold * worth, need, "to hold it"))
        found.sort(key=lambda goal: (-goal.worth, goal.hex))
        yield from found[: self.most]
        for hex, worth in view.noose.items():
            if not (own | view.ground.valued) >> hex & 1:
                yield Goal(hex, 3.0 * worth, 8.0 * PARTS, "to cut them off")
        ahead = min(1, view.ground.turns_left(s) - 1)  # in the last turn nothing lies behind them any more
        near = s.occupied(view.seat)
        for _ in range(CLOSE):
            near |= s.scenario.board.grid.spread(near)
        for hex in hexes(self.enemies & near & ~s.position.neutral):
            worth = self.by.enemy + 0.1 * view.potential.get(hex, 0.0) * ahead
            yield Goal(hex, worth, 4.0 * view.resistance(hex), "against the enemy", stack=True)

    # -- the end ------------------------------------------------------------------------------------------------------

    def _finish(self) -> None:
        """In the last phase of movement all go, or stay, where they bring most points."""
        found = to_cut_off(self.view)
        if found is None or self.view.phases(1) > 1:
            return
        finish = Finish(self.view, *found, self.mobile, self.at)
        for unit, hex in finish.better(self.at).items():
            self.give(unit, hex, "for points at the end")

    # -- supply -------------------------------------------------------------------------------------------------------

    def _supply(self) -> None:
        """Mobile supply units follow to where the others will be; who is in their way there goes elsewhere."""
        for order in Quartermaster(self.view, self.at, self._yields).posts():
            if not self.free(order.unit, order.to):
                self._clear(order.to)
            self.give(order.unit, order.to, "with supply")

    def _yields(self, unit: int, hex: Hex) -> bool:
        """Whether a supply unit finds room in a hex: free, or that of somebody who was to come there on foot."""
        return self.free(unit, hex) or self._guest(hex) is not None

    def _guest(self, hex: Hex) -> int | None:
        able = self.goal_of.keys() & self.there.get(hex, set()) - set(hexes(self.s.scenario.twice))
        return max((unit for unit in able if self.s.position.at[unit] != hex), default=None)

    def _clear(self, hex: Hex) -> None:
        """Somebody who was to come to a hex, but not to attack, looks for another place."""
        unit = self._guest(hex)
        if unit is not None:
            goal = self.goal_of.pop(unit)
            self.full |= 1 << hex
            self._go(unit, goal)

    # -- sharing out --------------------------------------------------------------------------------------------------

    def travel(self, goal: Goal, unit: int) -> Mapping[Hex, int]:
        """How far it is to a goal."""
        if goal.stack:
            return self.view.beside(goal.hex)
        return self.view.travel(goal.hex, self.s.scenario.ways_of[unit])

    def _share_out(self, units: list[int], goals: list[Goal]) -> None:
        """Each unit goes for the goal that draws it most, the others having chosen: the quick first, then from the front.

        Who finds no room on his way tries again when the others have gone.
        """
        s = self.s
        sent = self._there_already(units, goals)
        waiting: list[tuple[int, Goal]] = []
        far, at = self.view.far, s.position.at

        def filled(goal: Goal) -> float:
            return min(4.0, sent[goal.hex] / max(1.0, goal.need))

        for unit in sorted(units, key=lambda unit: (-self.pull.pace(unit), far(at[unit]), unit)):
            goal = most_drawn(self._drawn(unit, goals), filled, self.by.share)
            if goal is not None:
                sent[goal.hex] += max(1, s.face(unit).strength) * PARTS
                self.goal_of[unit] = goal
                if not self._go(unit, goal):
                    waiting.append((unit, goal))
        for _ in range(AGAIN):
            waiting = [(unit, goal) for unit, goal in waiting if not self._go(unit, goal)]

    def _drawn(self, unit: int, goals: list[Goal]) -> list[tuple[float, Goal]]:
        """The goals that draw a unit most: those that it can come to in time, if there are any."""
        here = self.s.position.at[unit]
        most = self.pull.time(unit) + self.s.face(unit).movement
        ways = [(self.travel(goal, unit).get(here, FAR), goal) for goal in goals]
        found = [way for way in ways if way[0] <= most] or [way for way in ways if way[0] < FAR]
        reach = self.s.face(unit).movement
        drawn = [(self.pull.felt(unit, goal.worth, max(0, cost - reach)), goal) for cost, goal in found]
        drawn.sort(key=lambda draw: -draw[0])
        return drawn[: self.by.near]

    def _there_already(self, units: list[int], goals: list[Goal]) -> dict[Hex, float]:
        """The strength that stands at each goal, or will attack it, without those who are still to be sent."""
        free = set(units)
        strength = {
            hex: float(PARTS * sum(self.s.face(unit).strength for unit in there if unit not in free))
            for hex, there in self.there.items()
        }
        return gathered((goal.hex for goal in goals), strength, self.enemies, self.s.scenario.board.grid)

    def _go(self, unit: int, goal: Goal) -> bool:
        """Move as near to a goal as it is wise. Returns whether nobody was in the way of something better."""
        s, view = self.s, self.view
        travel = self.travel(goal, unit)
        here = s.position.at[unit]
        area = view.reach(unit) | movement.one_hex(s, unit)
        if self.marchers >> unit & 1 and view.far(here) > 2 * s.face(unit).movement:
            area |= movement.reachable(s, unit, march=True).all
        for leash in s.leashes(unit):
            area &= leash.hexes
        area &= ~self.enemies & ~s.position.neutral
        if self.stand is not None and self.stand.behind >> here & 1:
            area &= self.stand.behind
        best, most = here, self._score(unit, here, goal, travel) + self.by.stay
        blocked = most
        limit = travel.get(here, FAR) + 3
        fed = view.fed(unit)
        for hex in hexes(area):
            if hex == here or (fed >> here & 1 and travel.get(hex, FAR) > limit):
                continue
            score = self._score(unit, hex, goal, travel)
            if score <= most:
                continue
            if self.free(unit, hex):
                best, most = hex, score
            blocked = max(blocked, score)
        on_the_way = "" if best == goal.hex else f"on the way to {called(s.scenario.lexicon, goal.hex)}, "
        self.give(unit, best, on_the_way + goal.why)
        return blocked <= most

    def _score(self, unit: int, hex: Hex, goal: Goal, travel: Mapping[Hex, int]) -> float:
        """How good it is to be in a hex on the way to a goal."""
        view, by, s = self.view, self.by, self.s
        score = self.pull.felt(unit, max(2.0, goal.worth), travel.get(hex, FAR))
        if view.threat.area >> hex & 1:
            times = view.times(hex)
            mates = sum(s.face(other).strength for other in self.there.get(hex, ()) if other != unit)
            defence = PARTS * (s.face(unit).strength + mates) * times
            loss = by.exposed * view.ground.cost(s, unit) + view.brittle(unit)
            score -= view.danger(hex, defence) * loss
            score += by.cover * (times - 1)
        if not view.own >> hex & 1:
            score += view.worth(hex)
        elif hex == self.at[unit] and len(self.there[hex]) == 1 and view.threat.area >> hex & 1:
            score += by.hold * view.worth(hex)
        if not view.fed(unit) >> hex & 1:
            score -= by.unfed * view.short
        return score
