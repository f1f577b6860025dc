"""Sea invasions: where a landing is worth making, by which HQ, with which units."""

from __future__ import annotations

from typing import NamedTuple

from phaseline.ai.planning import power
from phaseline.ai.westfront.clash import Force
from phaseline.ai.westfront.situation import Situation
from phaseline.ai.westfront.stakes import chance, steps_to
from phaseline.engine.legal import LegalOrders
from phaseline.games.westfront.orders.command import Activate
from phaseline.games.westfront.position import ALLIED
from phaseline.games.westfront.rules import airstrike, command, ground, invasion, seas
from phaseline.hexgrid import Hex, Mask, hexes

NEAR = 3
"""Hexes inland that a landing may hope for."""

STEP = 2.0
"""The points that a step of a headquarters counts for at the end (17.1b)."""


class Landing(NamedTuple):
    """An Invasion HQ sends `first`, and in a Blitz `second`, to a hex."""

    hq: int
    role: str
    first: int
    second: int | None
    target: Hex
    worth: float


def plan_landings(seen: Situation, legal: LegalOrders, hqs: list[int]) -> list[Landing]:
    """The landings to make this turn, each the best that is left when those before it are made."""
    if seen.seat != ALLIED:
        return []
    finder = Shores(seen)
    free = [
        hq for hq in hqs if "invasion" in legal.values(Activate, hq) and command.effective_cv(seen.s, hq) > 0
    ]
    made: list[Landing] = []
    used: Mask = 0
    while free:
        found = [
            landing
            for hq in free
            if (landing := finder.best(hq, used, made, blitz="blitz invasion" in legal.values(Activate, hq)))
        ]
        best = max(found, key=lambda landing: (landing.worth, -landing.hq), default=None)
        if best is None or best.worth < seen.weights.landing.price:
            break
        made.append(best)
        used |= 1 << best.first | (0 if best.second is None else 1 << best.second)
        free.remove(best.hq)
    return made


class Shores:
    """What the coasts in reach promise."""

    def __init__(self, seen: Situation) -> None:
        self.seen = seen
        self.s = seen.s
        self.weights = seen.weights.landing
        self._shore: dict[Hex, float] = {}
        counted = not (seen.stakes.cities or seen.s.position.book == "husky")
        self._dear = seen.weights.command.counted - STEP if counted else 0.0
        """What a step of a headquarters costs beyond what a landing is expected to bring in any case."""
        self.beaches = invasion.invadable(seen.s, seen.seat)
        wanted = self.beaches & ~seen.s.friendly(seen.seat)
        self._widest = max((self._room(hex) for hex in hexes(wanted)), default=1)

    def best(self, hq: int, used: Mask, made: list[Landing], *, blitz: bool) -> Landing | None:
        """The best landing of one HQ."""
        s = self.s
        port = s.position.at[hq]
        able = (
            s.standing.by_hex[self.seen.seat].get(port, 0)
            & ~used
            & ~s.scenario.hqs
            & ~invasion.never_by_sea(s)
            & ~s.position.dispersed
        )
        if not able:
            return None
        goals = invasion.in_range(s, hq, invasion.invasion_range(self.seen.seat)) & self.beaches
        goals &= ~(1 << port) & ~s.friendly(self.seen.seat)
        found: Landing | None = None
        for target in hexes(goals):
            if self.seen.own_hexes >> target & 1 and not s.battles >> target & 1:
                continue
            landing = self._landing(hq, able, target, made, blitz=blitz and s.position.cv[hq] >= 2)
            if landing is not None and (found is None or landing.worth > found.worth):
                found = landing
        return found

    def _landing(
        self, hq: int, able: Mask, target: Hex, made: list[Landing], *, blitz: bool
    ) -> Landing | None:
        s, seen = self.s, self.seen
        defended = seen.enemy_hexes >> target & 1
        if defended and any(landing.target == target for landing in made):
            return None
        firsts = [unit for unit in hexes(able) if not defended or s.type_of(unit).may_assault]
        if not firsts:
            return None
        port = bool(s.board.port_hexes >> target & 1)
        first = max(firsts, key=lambda unit: (self._fit(unit, port=port), -unit))
        others = [unit for unit in hexes(able) if unit != first]
        second = max(others, key=lambda unit: (seen.force(unit, target).attack, -unit), default=None)
        worth = self.shore(target) + self._opposed(hq, first, second if blitz else None, target)
        if not self._provided(first, target, made, port=port):
            worth -= self.weights.unfed
        passage = self._passage(hq, target)
        if passage < 1 and not port:
            worth -= self.weights.unsafe
        worth = worth * passage if worth > 0 else worth
        if s.mud and not port:
            worth -= self.weights.storm
        beside = s.board.traced.cross(1 << target) | 1 << target
        worth += self.weights.friends * any(beside >> landing.target & 1 for landing in made)
        worth += self.weights.friends * bool(beside & seen.own_hexes & ~seen.stakes.safe)
        worth -= self._dear * (2 if blitz and second is not None else 1)
        if blitz and second is not None:
            worth += 1.5
            return Landing(hq, "blitz invasion", first, second, target, worth)
        return Landing(hq, "invasion", first, None, target, worth)

    def _passage(self, hq: int, target: Hex) -> float:
        """The chance to come through seas that the enemy controls (15.72)."""
        s = self.s
        start = seas.seas_of_port(s, s.position.at[hq])
        coast = s.board.waters.beach_seas.get(target, 0)
        calm = s.board.waters.all & ~seas.stormy(s)
        found = seas.lanes(s, self.seen.seat, start, coast, invasion.invasion_range(self.seen.seat), calm)
        dice = min((lane.dice for lane in found), default=0)
        return power(5 / 6, dice)

    def _fit(self, unit: int, *, port: bool) -> float:
        """How fit a unit is to land first: strong, and with a BeachHead where there is no port."""
        s = self.s
        ready = s.position.beachheads.get(unit) == "ready"
        return s.position.cv[unit] + (3 if ready and not port else 1 if ready else 0)

    def _provided(self, first: int, target: Hex, made: list[Landing], *, port: bool) -> bool:
        """Whether the landing will be supplied: by a port that is taken, a BeachHead, or friends nearby."""
        s = self.s
        if s.position.beachheads.get(first) == "ready":
            return True
        if port and not self.seen.enemy_hexes >> target & 1:
            return True
        near = s.board.grid.disk(target, 2)
        if self.seen.supplied & near & ~self.seen.stakes.safe:
            return True
        return any(
            near >> landing.target & 1 and s.position.beachheads.get(landing.first) == "ready"
            for landing in made
        )

    def shore(self, target: Hex) -> float:
        """What a foothold in a hex promises, whoever lands: places, what is behind them, the danger."""
        found = self._shore.get(target)
        if found is None:
            found = self._shore[target] = self._promise(target)
        return found

    def _promise(self, target: Hex) -> float:
        s, seen, weights = self.s, self.seen, self.weights
        total = seen.stakes.at(target)
        friendly = s.friendly(seen.seat)
        inland = 0.0
        for goal, worth in seen.stakes.worth.items():
            steps = steps_to(s, goal).get(target, 99)
            if 0 < steps <= NEAR and not friendly >> goal & 1:
                inland += worth * (1.2 - 0.3 * steps)
        total += weights.hinterland * inland + 6 * seen.pull.get(target, 0.0) * seen.weights.pull.strength
        if s.board.port_hexes >> target & 1:
            total += weights.port * (1.5 if s.board.major_ports >> target & 1 else 1)
        near = s.board.traced.cross(1 << target) & s.board.port_hexes & ~seen.enemy_hexes & ~friendly
        total += weights.near_port * near.bit_count()
        if not seen.enemy_hexes >> target & 1:
            total += weights.nobody
        total -= weights.narrow.get(s.position.book, 0.0) * (1 - self._room(target) / self._widest)
        return total - weights.risk * seen.threat.get(target, 0.0)

    def _room(self, target: Hex) -> int:
        """How much land lies within a few hexes: on a peninsula there is no front for an army to grow into."""
        s = self.s

        def count() -> int:
            return ground.walk(s.board.traced, 1 << target, s.board.land, 0, NEAR)[0].bit_count()

        found: int = s.scenario.once(("ai room", target), count)
        return found

    def _opposed(self, hq: int, first: int, second: int | None, target: Hex) -> float:
        """What the assault itself is worth."""
        s, seen = self.s, self.seen
        if not seen.enemy_hexes >> target & 1:
            return 0.0
        own = seen.force(first, target)
        if second is not None:
            own += Force(*(0.7 * part for part in seen.force(second, target)))
        strike = 0.0
        if s.board.grid.distance(s.position.at[hq], target) <= airstrike.air_range(s, hq):
            hits = chance(s.scenario.air_fire(s.position.book, seen.seat))
            strike = hits * max(0, command.effective_cv(s, hq))
        repulse = 1 / 6 if s.unit(first).kind == "amphibious" else 1 / 3
        found = seen.clash(own, target, supported=True, strike=strike, repulse=repulse, rounds=2)
        at_stake = max(0.0, self.shore(target))
        return found.enemy - found.own - (1 - found.clears) * (0.7 * at_stake + 2.0)
