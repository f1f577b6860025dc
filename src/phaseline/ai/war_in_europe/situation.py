"""A position of War in Europe as one side sees it before it plans: who could go and strike where, and what is at stake."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from phaseline.ai.field import Threat
from phaseline.ai.planning import power
from phaseline.ai.war_in_europe.ground import FAR, Ground
from phaseline.games.war_in_europe.particulars import Count
from phaseline.games.war_in_europe.position import Battle, InitialMovement
from phaseline.games.war_in_europe.rules import attack, chains, movement, odds, replacement, supply
from phaseline.games.war_in_europe.scenario import FOOT, MECHANIZED
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, Mask, flood, hexes, mask_of
from phaseline.mechanics.strength import total

PARTS = 8
"""Strengths are counted in eighths: nothing is halved more than three times."""
TOGETHER = 12
"""So many units at most come together on one hex."""
SPARE = 3
"""So many Movement Points more than there is time for are not too far."""
STRIDE = 5.0
"""A unit that goes so far in a turn feels what it is away from its goals as it is."""
BESIDE = 2
"""So many units beside a place cut it off."""
SOON = 2
"""A battlegroup that is rebuilt within so many turns is hardly missed."""
NEAR = 8
"""Enemies farther away than so many hexes from all of one's own do not count as a threat."""


class Situation:
    """A position that does not change while it is looked at: the `Field` of this game. Strengths are in eighths."""

    def __init__(self, ground: Ground, s: WarState, seat: int, *, strikes: bool = True) -> None:
        """`strikes` says whether the enemy attacks at all: one who let a whole turn of his go by does not."""
        self.ground = ground
        self.s = s
        self.seat = seat
        self.enemy = 1 - seat
        self.by = ground.by
        self.strikes = strikes
        self._worths: dict[Hex, float] = {}
        self._travels: dict[tuple[Hex, int], dict[Hex, int]] = {}
        self._besides: dict[Hex, dict[Hex, int]] = {}
        self._resists: dict[tuple[Hex, bool], int] = {}

    def remember(self, earlier: Situation) -> None:
        """Take from an earlier look at the same player turn what is dear to work out, though it may have changed a little."""
        self.keep_ways(earlier)
        self._worths = earlier._worths
        kept = ("threat", "noose", "potential") if earlier.own == self.own else ("threat", "noose")
        for name in kept:
            if name in earlier.__dict__:
                self.__dict__[name] = earlier.__dict__[name]

    def keep_ways(self, earlier: Situation) -> None:
        """Go by the ways of an earlier look at the same player turn, though enemies may have gone from them."""
        self._travels = earlier._travels

    # -- the field ----------------------------------------------------------------------------------------------------

    def reach(self, unit: int) -> Mask:
        """The hexes that a unit could be in after moving, its own among them."""
        return movement.reachable(self.s, unit).all | 1 << self.s.position.at[unit]

    def strength(self, unit: int) -> int:
        """What a unit attacks with where it is, over no river."""
        return int(odds.attacking(self.s, unit, 0).strength * PARTS)

    def limit(self, hex: Hex) -> int:  # noqa: ARG002 - all hexes are alike
        """How many units may stand in a hex (10.0)."""
        return self.s.scenario.tables.stacking.units

    def full(self, hex: Hex) -> bool:
        """Whether no more of one's own units find room in a hex."""
        there = self.s.standing.by_hex[self.seat].get(hex, 0) & self.s.scenario.counted
        return there.bit_count() >= self.limit(hex)

    def resistance(self, hex: Hex, *, walls: bool = True) -> int:
        """What the enemies in a hex defend with; without `walls` as if attacked from behind their works."""
        found = self._resists.get((hex, walls))
        if found is None:
            works = odds.works(self.s, self.enemy, 0) if walls else 0
            found = int(total(odds.defence(self.s, hex, self.enemy, walls=works)) * PARTS)
            self._resists[hex, walls] = found
        return found

    # -- ground -------------------------------------------------------------------------------------------------------

    def times(self, hex: Hex) -> int:
        """What the ground multiplies a defence by."""
        terrain = self.s.scenario.tables.terrain.get(self.s.scenario.map.terrain_at(hex))
        return terrain.defence if terrain is not None else 1

    def worth(self, hex: Hex) -> float:
        """What it is worth to hold a hex."""
        found = self._worths.get(hex)
        if found is None:
            found = self.ground.worth(self.s, hex) + self.noose.get(hex, 0.0)
            self._worths[hex] = found
        return found

    @cached_property
    def noose(self) -> dict[Hex, float]:
        """Where it brings points that enemies are cut off, or costs them that one's own are, and how many, as worths.

        For the attacker it is the place that all must be joined to, or hexes on the way to a coast that would cut most of
        them off, whichever is better; for the defender the place itself.
        """
        for count in self.s.scenario.special.counts:
            if count.rule.what == "trapped" and count.goal is not None:
                return self._noose(count, count.goal)
        return {}

    def _noose(self, count: Count, goal: Hex) -> dict[Hex, float]:
        s, board = self.s, self.s.scenario.board
        free, sides = chains.open_hexes(s, count.seat), board.land_sides(frozen=s.frozen)
        units = count.units & s.scenario.divisions & s.on_map(count.seat)
        points = count.rule.points / count.rule.per * self.by.worth.point

        def cut(area: Mask) -> int:
            joined = flood(board.grid, 1 << goal & area, area, sides)
            return (units & ~s.units_in(joined | count.unless, count.seat)).bit_count()

        key = points * (cut(0) - cut(free | 1 << goal))
        now = cut(free)
        if count.seat == self.seat or self.own >> goal & 1 or now == cut(0):
            return {goal: max(0.0, key)}
        start = s.on_map(self.seat) & s.scenario.mechanized & s.scenario.combat_units
        begun = mask_of(s.position.at[unit] for unit in hexes(start))
        routes = self.ground.routes_past(s, begun, MECHANIZED, s.zone(self.enemy), s.occupied(self.enemy))
        holds = self.by.march.holds
        speed = max([1, *(s.face(unit).movement for unit in hexes(start))])
        quick = speed * self.phases(1) + SPARE

        def fades(hex: Hex) -> float:
            cost = routes.cost(hex)
            # Felt as by those who are to go there, who move twice a turn.
            return 0.0 if cost is None or cost > quick else self.ground.fade(cost * STRIDE / (2 * speed))

        # Whoever stands beside the place has cut it off, whether or not he gets in.
        beside = board.land_sides(frozen=s.frozen).cross(1 << goal) & board.playable & ~self.own
        best = {goal: key} | dict.fromkeys(hexes(beside), key / BESIDE)
        most = max([key * fades(goal), *(key * power(holds, BESIDE) * fades(hex) for hex in hexes(beside))])
        for hex in hexes(board.coastal & routes.all & ~count.unless):
            near = fades(hex)
            if near * points * units.bit_count() <= most:
                continue
            path = routes.path(hex)
            closed = board.grid.spread(mask_of(path)) | mask_of(path)
            way = path[1:]
            felt = points * (cut(free & ~closed) - now) * near * power(holds, len(way))
            if felt > most:
                most = felt
                best = dict.fromkeys(way, felt / max(1.0, len(way) / 3))
        return best if most else {}

    @property
    def own(self) -> Mask:
        """The hexes that the side controls."""
        return self.s.position.owner[self.seat]

    @cached_property
    def potential(self) -> Mapping[Hex, float]:
        """For each hex, how much the most attractive of what the enemy holds is felt there."""
        area = (self.ground.valued | mask_of(self.noose)) & self.s.position.owner[self.enemy]
        wanted = [(self.worth(hex), hex) for hex in hexes(area)]
        goals = tuple(sorted(wanted, reverse=True)[:12])
        return self.ground.potential.of(self.seat, goals, lambda goal: self.ground.travel(self.s, goal, FOOT))

    @cached_property
    def front(self) -> dict[Hex, int]:
        """How many Movement Points each hex is away from the nearest enemy unit."""
        enemies = self.s.occupied(self.enemy) & self.s.scenario.board.playable
        return self.ground.travel_from(self.s, enemies, FOOT) if enemies else {}

    def far(self, hex: Hex) -> int:
        """How far a hex is from the enemy."""
        return self.front.get(hex, FAR)

    def fed(self, unit: int) -> Mask:
        """The hexes in which a unit would be in supply as things stand."""
        return supply.area_of(self.s, unit)

    @cached_property
    def short(self) -> float:
        """What being out of supply counts: little in the last turn."""
        return min(1.0, 0.3 + 0.35 * (self.ground.turns_left(self.s) - 1))

    def phases(self, twice: int) -> int:
        """In how many movement phases a unit that moves once or `twice` a turn can still go on, the present one included."""
        left, initial = self.ground.turns_left(self.s), self.s.within(InitialMovement)
        return left * (1 + twice) - (not initial)

    def travel(self, goal: Hex, way: int) -> dict[Hex, int]:
        """Movement Points to a goal for units that move in a `way`, past enemies that cost time."""
        found = self._travels.get((goal, way))
        if found is None:
            enemies = self.s.occupied(self.enemy)
            zone = self.s.zone(self.enemy)
            found = self._travels[goal, way] = self.ground.travel_past(self.s, goal, way, zone, enemies)
        return found

    def beside(self, hex: Hex) -> dict[Hex, int]:
        """How far it is to an enemy, as the crow flies."""
        found = self._besides.get(hex)
        if found is None:
            grid = self.s.scenario.board.grid
            near = hexes(self.s.scenario.board.disk(hex, NEAR))
            found = self._besides[hex] = {other: 2 * grid.distance(hex, other) for other in near}
        return found

    # -- the enemy ----------------------------------------------------------------------------------------------------

    @cached_property
    def threat(self) -> Threat:
        """What the enemy could attack in his next turn."""
        s, board = self.s, self.s.scenario.board
        near = 0
        for hex in hexes(s.occupied(self.seat) & board.playable):
            near |= board.disk(hex, NEAR)
        units = s.units_in(near & board.playable, self.enemy) & attack.ready(s, self.enemy).mask
        over = attack.sides(s)
        return Threat(
            [
                (strength, over.cross(self.reach(unit)))
                for unit in hexes(units)
                if (strength := self.strength(unit))
            ],
            TOGETHER,
        )

    @cached_property
    def threat_zone(self) -> Mask:
        """The hexes out of which an enemy could be attacked, and those of enemies among whom somebody has landed."""
        enemies = self.s.occupied(self.enemy) & self.s.scenario.board.playable
        return attack.sides(self.s).cross(enemies) | enemies & self.s.occupied(self.seat)

    def danger(self, hex: Hex, defence: float) -> float:
        """How likely the enemy takes a hex defended so, from 0 to 1."""
        strength = self.threat.at(hex)
        if not strength:
            return 0.0
        if defence <= 0:
            return 1.0
        return min(1.0, max(0.0, (strength / defence - 2.0) / 6.0))

    def brittle(self, unit: int) -> float:
        """What it counts that an enemy who attacks could take the last step of a unit."""
        return self.by.march.brittle * self.ground.last_stand(self.s, unit) if self.strikes else 0.0

    def bare(self, hex: Hex) -> bool:
        """Whether the enemy could come to a hex, and those who stand there would rather lose it than hold it."""
        if not self.threat.area >> hex & 1:
            return False
        s = self.s
        there = s.standing.by_hex[self.seat].get(hex, 0) & s.scenario.combat_units
        return not self.holds(hex, sum(s.face(unit).strength for unit in hexes(there)))

    def holds(self, hex: Hex, strength: float) -> bool:
        """Whether so much strength would rather hold a hex than lose it."""
        return self.danger(hex, strength * self.times(hex) * PARTS) < 0.5

    @property
    def advances(self) -> bool:
        """Whether the side holds a front that is to go forward."""
        front = self.by.front
        held = front.scenarios.get(self.s.scenario.key)
        return front.drawn and held is not None and held.attacks and self.seat in held.seats

    @cached_property
    def spared(self) -> Mask:
        """Whole units of a side that advances whose first step will be made good: there are points for them, and they are fed."""
        s = self.s
        if not self.advances:
            return 0
        at, steps, per = s.position.at, s.position.steps, s.scenario.tables.replacements.per_points
        whole, waiting = dict[int, int](), Counter[int]()
        for unit in hexes(s.on_map(self.seat) & s.scenario.reducible):
            bill = replacement.price(s, unit)
            if bill is None:
                continue
            pool = replacement.pool_at(s, unit, bill.kind, at[unit])
            if steps[unit] == 1:
                waiting[pool] += 1
            elif not s.position.unsupplied >> unit & 1:
                whole[unit] = pool
        soon = {pool: SOON * -(-points // per) for pool, points in s.position.pools.items()}
        return mask_of(unit for unit, pool in whole.items() if waiting[pool] < soon.get(pool, 0))

    def men(self, units: Mask) -> float:
        """What some units are worth."""
        return math.fsum(self.ground.cost(self.s, unit) for unit in hexes(units))

    # -- battles ------------------------------------------------------------------------------------------------------

    @property
    def battle(self) -> Battle:
        """The battle under way."""
        return self.s.frame(Battle)

    def way_back(self, hex: Hex) -> bool:
        """Whether one's own units in a hex could go back."""
        s, board = self.s, self.s.scenario.board
        near = (
            attack.sides(s).cross(1 << hex) & board.playable & ~s.occupied(self.enemy) & ~s.position.neutral
        )
        return bool(near & (~s.zone(self.enemy) | s.occupied(self.seat)))

    def way_out(self, hex: Hex, zone: Mask) -> bool:
        """Whether enemies in a hex could retreat, one's own zone being this."""
        s, board = self.s, self.s.scenario.board
        near = attack.sides(s).cross(1 << hex) & board.playable & ~s.occupied(self.seat)
        return bool(near & (~zone | s.occupied(self.enemy)))
