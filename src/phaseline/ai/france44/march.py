"""The movement of a phase: who goes where, for attacks, to hold what is in danger, or towards what is wanted."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from phaseline.ai.field import gathered, most_drawn
from phaseline.ai.france44.errands import Errand
from phaseline.ai.france44.ground import FAR
from phaseline.ai.france44.situation import Situation
from phaseline.ai.planning import Intent
from phaseline.ai.planning.telling import called
from phaseline.ai.sight import Clock
from phaseline.engine.orders import Order
from phaseline.games.france44 import orders
from phaseline.hexgrid import Hex, Mask, hexes
from phaseline.mechanics.lines import EVERYWHERE

AWAITED = 10.0
"""What a headquarters counts the worth of an attack that waits for it, beside the divisions that it leads."""


class Goal(NamedTuple):
    """Something that units go for: where, what it is worth, how much strength it takes, and why, for people."""

    hex: Hex
    worth: float
    need: float
    why: str


class March:
    """Plans the moves of a side. `places` are where those who attack go; `mobile` may move, some go far `away`.

    `awaited` says of headquarters the hexes an attack on which counts on their support, with what the attack is worth.
    """

    def __init__(
        self,
        view: Situation,
        mobile: Mask,
        places: Mapping[int, Hex],
        clock: Clock,
        away: Mapping[int, Errand],
        awaited: Mapping[int, Mapping[Hex, float]],
    ) -> None:
        self.view = view
        self.s = view.s
        self.by = view.by.march
        self.clock = clock
        self.mobile = mobile
        self.places = places
        self.away = away
        self.awaited = awaited
        self.left = view.ground.turns_left(view.s)
        self.intents: list[Intent] = []
        self.moved: set[int] = set()
        self.at: dict[int, Hex] = {
            unit: view.s.position.at[unit]
            for unit in hexes(view.s.on_map(view.seat))
            if unit not in view.s.position.beach
        }
        self.room: dict[tuple[bool, Hex], int] = {}
        self.there: dict[Hex, set[int]] = {}
        for unit, hex in self.at.items():
            self._take(unit, hex, 1)
        self.enemies = view.s.occupied(view.enemy)

    # -- stacking -----------------------------------------------------------------------------------------------------

    def _kind(self, unit: int) -> bool:
        return bool(self.s.scenario.hqs >> unit & 1)

    def _take(self, unit: int, hex: Hex, count: int) -> None:
        key = self._kind(unit), hex
        self.room[key] = self.room.get(key, 0) + count
        there = self.there.setdefault(hex, set())
        if count > 0:
            there.add(unit)
        else:
            there.discard(unit)

    def free(self, unit: int, hex: Hex) -> bool:
        """Whether there is room for a unit in a hex as all stand now."""
        most = 1 if self._kind(unit) else self.view.limit(hex)
        return self.room.get((self._kind(unit), hex), 0) < most

    def give(self, unit: int, hex: Hex, why: str) -> None:
        """Send a unit somewhere."""
        here = self.at[unit]
        if here == hex:
            return
        walked = self.view.reach(unit) >> hex & 1
        order: Order = orders.Move(unit, hex) if walked else orders.March(unit, hex)
        name = self.s.scenario.spoken[unit]
        where = called(self.s.scenario.lexicon, hex)
        self.intents.append(Intent(order, f"{name} to {where}: {why}."))
        self._take(unit, here, -1)
        self._take(unit, hex, 1)
        self.at[unit] = hex
        self.moved.add(unit)

    # -- all moves ----------------------------------------------------------------------------------------------------

    def plan(self) -> list[Intent]:
        """The orders, in the order in which to give them."""
        for unit, hex in sorted(self.places.items(), key=lambda place: place[0]):
            if self.mobile >> unit & 1 and self.at.get(unit, hex) != hex:
                self.give(unit, hex, "to attack")
        for unit, errand in sorted(self.away.items()):
            if unit not in self.places:
                self._hurry(unit, errand)
        if self.left == 1:
            self._walk_in()
        free = [
            unit
            for unit in hexes(self.mobile & self.s.scenario.divisions)
            if unit not in self.places
            and unit not in self.away
            and unit not in self.moved
            and unit in self.at
            and self._ashore(unit)
        ]
        goals = list(self.goals())
        self._share_out(free, goals)
        self._headquarters()
        if self.view.allied:
            self._to_ports()
        self._make_room()
        return self.intents

    def _walk_in(self) -> None:
        """In the last turn whoever has nothing else to do enters what is open and counts, headquarters and hungry units too."""
        view = self.view
        least = view.by.worth.point / 2
        open_ = [hex for hex in hexes(view.valued & ~view.own & ~self.enemies) if view.worth(hex) >= least]
        able = [unit for unit in hexes(self.mobile) if unit in self.at and self._ashore(unit)]
        for hex in sorted(open_, key=lambda hex: (-view.worth(hex), hex)):
            if self.there.get(hex):
                continue
            found = [
                (view.away(1 << unit), self._kind(unit), self.s.factor(unit), unit)
                for unit in able
                if unit not in self.places
                and unit not in self.moved
                and unit not in self.awaited
                and view.destinations(unit) >> hex & 1
                and self.free(unit, hex)
            ]
            if found and min(found)[0] < view.worth(hex):
                self.give(min(found)[-1], hex, "to be there in the end")

    def _make_room(self) -> None:
        """Where more stand than may, as in a port after a landing, somebody moves away (7.2)."""
        distance = self.s.scenario.board.grid.distance
        for (hq, hex), count in sorted(self.room.items()):
            for _ in range(count - (1 if hq else self.view.limit(hex))):
                going = [
                    unit
                    for unit in sorted(self.there[hex])
                    if self._kind(unit) is hq and self.mobile >> unit & 1 and unit not in self.moved
                ]
                ways = [
                    (self.view.danger(to, 4.0), distance(hex, to), to, unit)
                    for unit in going
                    for to in hexes(self.view.reach(unit) & ~self.enemies)
                    if self.free(unit, to)
                ]
                if ways:
                    *_, to, unit = min(ways)
                    self.give(unit, to, "to make room")

    def _ashore(self, unit: int) -> bool:
        """Whether a unit is on the Continent."""
        return bool(self.s.scenario.board.continent >> self.at[unit] & 1)

    def _to_ports(self) -> None:
        """Units in England and Corsica that are to go by sea make for ports; airborne divisions stay at their fields."""
        board, s = self.s.scenario.board, self.s
        ports = board.ports & board.overseas
        for unit in hexes(
            self.mobile & ~s.scenario.airborne & s.units_in(board.overseas & ~ports, self.view.seat)
        ):
            free = [hex for hex in hexes(ports) if self.free(unit, hex)]
            if not free:
                continue
            distance, here = board.grid.distance, self.at[unit]
            goal = min(free, key=lambda hex: (distance(here, hex), hex))
            able = [hex for hex in hexes(self.view.destinations(unit)) if self.free(unit, hex)]
            best = min(able, key=lambda hex: (distance(hex, goal), hex), default=here)
            if distance(best, goal) < distance(here, goal):
                self.give(unit, best, "to sail from there")

    def goals(self) -> Iterator[Goal]:
        """What the side wants to hold or to have."""
        view = self.view
        own = view.own
        for hex in hexes(view.valued):
            worth = view.worth(hex)
            held = own >> hex & 1
            if not held:
                if worth >= 1.0:
                    yield Goal(hex, worth, 4.0 + 3.0 * view.resistance(hex), "to take it")
            elif not view.last and (view.german or (view.threat.area | view.walked) >> hex & 1):
                need = self._need(hex)
                if need and worth >= 1.0:
                    yield Goal(hex, self.by.hold * worth * self._near(hex), need, "to hold it")
        for hex in hexes(self.enemies & view.s.scenario.board.continent):
            worth = self.by.enemy[view.seat] + 0.15 * view.potential.get(hex, 0.0)
            worth += self.by.prey * view.prize(hex)
            yield Goal(hex, worth, 3.0 * view.resistance(hex), "against the enemy")

    def _near(self, hex: Hex) -> float:
        """How much it matters now to hold a hex: less, the further the enemy is."""
        near = self.view.ground.fade(max(0, self.view.far(hex) - 6))
        sea = self.s.scenario.tables.sea
        if self.view.allied or self.s.position.turn > sea.last_invasion:
            return near
        return max(near, self.by.watch) if self.s.scenario.board.ports >> hex & 1 else near

    def _need(self, hex: Hex) -> float:
        """How much strength it takes to hold a hex."""
        view = self.view
        times = view.times(hex, view.seat)
        return max(2.0, view.threat.at(hex) / times / 1.5)

    # -- sharing out --------------------------------------------------------------------------------------------------

    def _share_out(self, units: list[int], goals: list[Goal]) -> None:
        """Each unit goes for the goal that draws it most, the others having chosen."""
        view, s = self.view, self.s
        ranked = sorted(goals, key=lambda goal: (-goal.worth, goal.hex))
        sent = self._there_already(units, ranked)

        def filled(goal: Goal) -> float:
            return min(3.0, sent[goal.hex] / goal.need)

        def draws(unit: int) -> list[tuple[float, Goal]]:
            here = s.position.at[unit]
            most = 2 * s.scenario.units[unit].movement * self.left
            # Who comes nearer in the last turn does not come there any more, and is missed where he was.
            within = view.destinations(unit) if self.left == 1 else EVERYWHERE
            found = []
            for goal in ranked:
                cost = view.ground.travel(goal.hex).get(here, FAR)
                if cost <= most and within >> goal.hex & 1:
                    felt = goal.worth * view.ground.fade(cost) * self._use(unit, goal)
                    if here == goal.hex:
                        felt *= self.by.keep
                    found.append((felt, goal))
            found.sort(key=lambda draw: -draw[0])
            return found[: self.by.near]

        drawn = {unit: draws(unit) for unit in units}
        for unit in sorted(units, key=lambda unit: (-(drawn[unit][0][0] if drawn[unit] else 0.0), unit)):
            goal = most_drawn(drawn[unit], filled, self.by.share)
            if goal is not None:
                sent[goal.hex] += max(1, s.factor(unit))
                self._go(unit, goal)

    def _use(self, unit: int, goal: Goal) -> float:
        """The share of a unit that a goal has use for: the best are not for places that anybody could hold."""
        spare = max(0.0, 1.0 - goal.need / max(1, self.s.factor(unit)))
        return 1.0 - self.by.thrift * spare

    def _there_already(self, units: list[int], goals: list[Goal]) -> dict[Hex, float]:
        """The strength that stands at each goal, or will attack it, without those who are still to be sent."""
        free = set(units)
        strength = {
            hex: float(sum(self.s.factor(unit) for unit in there if unit not in free))
            for hex, there in self.there.items()
        }
        return gathered((goal.hex for goal in goals), strength, self.enemies, self.s.scenario.board.grid)

    def _hurry(self, unit: int, errand: Errand) -> None:
        """As far towards a goal as can be, whatever else there is to do."""
        here = self.at[unit]
        able = [hex for hex in hexes(self.view.destinations(unit)) if hex == here or self.free(unit, hex)]
        best = min(able, key=lambda hex: (errand.far(hex), hex != here, hex))
        if best != here:
            self.give(unit, best, "far ahead")

    def _go(self, unit: int, goal: Goal) -> None:
        """Move as near to a goal as it is wise."""
        view = self.view
        travel = view.ground.travel(goal.hex)
        here = self.at[unit]
        best, most = here, self._score(unit, here, goal, travel) + self.by.stay
        for hex in hexes(view.destinations(unit)):
            if hex == here or not self.free(unit, hex):
                continue
            if travel.get(hex, FAR) > travel.get(here, FAR) + 2:
                continue
            score = self._score(unit, hex, goal, travel)
            if score > most:
                best, most = hex, score
        if best != here:
            self.give(unit, best, goal.why)

    def _score(self, unit: int, hex: Hex, goal: Goal, travel: Mapping[Hex, int]) -> float:
        """How good it is to be in a hex on the way to a goal."""
        view, by = self.view, self.by
        score = max(2.0, goal.worth) * view.ground.fade(travel.get(hex, FAR))
        if view.threat.area >> hex & 1:
            times = view.times(hex, view.seat)
            mates = sum(self.s.factor(other) for other in self.there.get(hex, ()) if other != unit)
            defence = (self.s.factor(unit) + mates) * times
            score -= by.exposed * view.danger(hex, defence) * view.ground.cost(self.s, unit)
            score += by.cover * (times - 1)
        if view.valued >> hex & 1 and not view.own >> hex & 1:
            score += view.worth(hex)
        if not view.fed >> hex & 1:
            score -= by.unfed * 0.3
        return score

    # -- headquarters -------------------------------------------------------------------------------------------------

    def _headquarters(self) -> None:
        """Headquarters go where attacks wait for them, else where they support most divisions, with somebody beside them."""
        view, s = self.view, self.s
        attacked = set(self.places.values())
        for unit in hexes(self.mobile & s.scenario.hqs):
            if unit not in self.at or unit in self.moved or not self._ashore(unit):
                continue
            led = [
                (self.at[other], 3.0 if other in self.places else 1.0)
                for other in self.at
                if s.scenario.divisions >> other & 1
                and any(n >> unit & 1 and n >> other & 1 for n in s.scenario.nations.values())
                and view.far(self.at[other]) <= 12
            ]
            here = self.at[unit]
            best, most = here, self._leads(here, led, attacked) + self._helps(unit, here) + 0.1
            for hex in hexes(view.destinations(unit)):
                if hex != here and self.free(unit, hex):
                    score = self._leads(hex, led, attacked) + self._helps(unit, hex)
                    if score > most:
                        best, most = hex, score
            if best != here:
                self.give(unit, best, "to support them")

    def _helps(self, hq: int, hex: Hex) -> float:
        """What the attacks are worth that wait for a headquarters and that it supports from a hex (19.1)."""
        reach, distance = (
            self.s.scenario.tables.supply.headquarters_range,
            self.s.scenario.board.grid.distance,
        )
        return AWAITED * math.fsum(
            worth for target, worth in self.awaited.get(hq, {}).items() if distance(hex, target) <= reach
        )

    def _leads(self, hex: Hex, led: list[tuple[Hex, float]], attacked: set[Hex]) -> float:
        """How well a headquarters stands in a hex."""
        grid = self.s.scenario.board.grid
        score = 0.0
        for other, weight in led:
            score += weight / (1 + max(0, grid.distance(hex, other) - 1))
        if not self.room.get((False, hex), 0) and self.view.threat.area >> hex & 1:
            score -= 6.0
        if self.view.far(hex) <= 1 and hex not in attacked:
            score -= 1.0
        return score
