"""Which attacks to make with whom: ways to attack each hex, weighed by their exact results, and the best set of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from phaseline.ai.eisenhower.exchange import Prospect, prospect
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.tasks import Errands
from phaseline.ai.eisenhower.worth import ports_lacking
from phaseline.ai.planning import Package, Use, select
from phaseline.games.eisenhower.position import ALLIED, GERMAN
from phaseline.games.eisenhower.rules import odds, supply
from phaseline.hexgrid import Hex, Mask, hexes

ODDS = (1, 7)
"""The least and the best odds that ways to attack are tried for."""


SPARE = 2
"""So many units beyond the best odds are tried: they hold what is taken."""


NEED = "needed ports"
"""What attacks on ports compete for while ports are lacking."""


class Assault(NamedTuple):
    """An attack that might be made: who attacks what from where, and what it should bring."""

    target: Hex
    places: Mapping[int, Hex]
    column: int
    prospect: Prospect
    worth: float

    @property
    def units(self) -> Mask:
        """The attacking units."""
        return sum(1 << unit for unit in self.places)


class Candidate(NamedTuple):
    """A unit that could attack a hex from another one."""

    unit: int
    hex: Hex
    factor: int
    price: float


class AttackStaff:
    """Finds attacks in a situation. `ready` are the units that may attack, `places` where each could attack from."""

    def __init__(
        self,
        view: Situation,
        places: Mapping[int, Mask],
        targets: Mask,
        *,
        price: Mapping[int, float] | None = None,
        errands: Errands | None = None,
        bonus: int = 0,
    ) -> None:
        """`price` is what it costs to take a unit away from where it is, `errands` from its task; `bonus` columns come on top (an offensive)."""
        self.view = view
        self.ground = view.ground
        self.s = view.s
        self.by = view.ground.parameters.attack
        self.places = places
        self.targets = targets
        self.price = price or {}
        self.errands = errands
        self.bonus = bonus
        self._factors: dict[tuple[int, bool], int] = {}

    # -- the best set -------------------------------------------------------------------------------------------------

    def plan(self) -> list[Assault]:
        """The attacks to make, the most promising first."""
        ways = [way for target in hexes(self.targets) for way in self.ways(target)]
        packages = [self._package(way) for way in ways]
        room = self._room(ways)
        lacking = ports_lacking(self.s)[0] if self.view.seat == ALLIED else 0
        if lacking:
            # Only as many ports as are lacking (and one for mishaps) are worth everything.
            room[NEED] = float(lacking + 1)
            ways, packages = self._rationed(ways, packages)
        chosen = select(packages, room)
        return sorted((ways[number] for number in chosen), key=lambda way: -way.worth)

    def _rationed(self, ways: list[Assault], packages: list[Package]) -> tuple[list[Assault], list[Package]]:
        """Attacks on ports in two forms: as one of those that are needed, and as any other."""
        ports = self.s.ports & self.s.scenario.board.interior
        by = self.ground.parameters.worth
        both: list[Assault] = []
        found: list[Package] = []
        for way, package in zip(ways, packages, strict=True):
            both.append(way)
            if not ports >> way.target & 1 or self.view.lost >> way.target & 1:
                found.append(package)
                continue
            found.append(Package(package.worth, {**package.uses, NEED: 1.0}))
            both.append(way)
            less = (by.win - by.port_needed) * way.prospect.clear
            found.append(Package(package.worth - less, package.uses))
        return both, found

    def _package(self, way: Assault) -> Package:
        uses: dict[Use, float] = {("unit", unit): 1.0 for unit in way.places}
        uses["target", way.target] = 1.0
        for unit, hex in way.places.items():
            if self.s.position.at[unit] != hex:
                uses["room", hex] = uses.get(("room", hex), 0.0) + 1.0
        return Package(way.worth, uses)

    def _room(self, ways: Iterable[Assault]) -> dict[Use, float]:
        """How many more units each hex takes, those that may still leave it not counted."""
        found: dict[Use, float] = {}
        for way in ways:
            for hex in way.places.values():
                if ("room", hex) not in found:
                    there = self.s.units_at(hex, self.view.seat)
                    stay = sum(unit not in self.places for unit in there)
                    found["room", hex] = float(self.s.limit(hex) - stay)
        return found

    # -- the ways to attack one hex -----------------------------------------------------------------------------------

    def ways(self, target: Hex) -> list[Assault]:
        """Several ways to attack a hex that are worth it, of different strength and from different sides."""
        defence = self.view.defence(target)
        if not defence.steps:
            return []
        found: dict[Mask, Assault] = {}
        candidates = list(self._candidates(target))
        if not candidates:
            return []
        for anchors in self._anchors(target, candidates):
            for force in self._forces(candidates, anchors, max(1, defence.factors)):
                way = self.assess(target, force)
                key = way.units
                if way.worth > self.by.least and (key not in found or found[key].worth < way.worth):
                    found[key] = way
        best = sorted(found.values(), key=lambda way: -way.worth)
        return best[: self.by.packages]

    def _candidates(self, target: Hex) -> Iterator[Candidate]:
        """Each unit in each place next to the target, dearest to take away last."""
        near = self.ground.beside[target]
        for unit, area in self.places.items():
            for hex in hexes(area & near):
                limited = self._barred(unit, target)
                if not limited:
                    yield Candidate(unit, hex, self.factor(unit, hex), self._price(unit, hex))

    def _barred(self, unit: int, target: Hex) -> bool:
        """Turn 1: the Commonwealth in the north attacks two hexes only (3.2.4)."""
        scenario, s = self.s.scenario, self.s
        if s.position.turn != 1 or scenario.alternate or self.view.seat != ALLIED:
            return False
        allowed = scenario.invasion_coast["british"]
        british = scenario.british >> unit & 1 and scenario.board.north >> target & 1
        return bool(british and allowed and not allowed >> target & 1)

    def _price(self, unit: int, hex: Hex) -> float:
        moves = 0.0 if self.s.position.at[unit] == hex else 0.15
        if not self.view.fed >> hex & 1:
            moves += self.ground.next_step(unit, self.s.position.steps[unit])
        if self.errands is not None:
            moves += self.ground.parameters.march.errand * self.errands.delay(unit, hex)
        return self.by.commit + self.price.get(unit, 0.0) + moves

    def factor(self, unit: int, hex: Hex) -> int:
        """The attack factor of a unit in a hex, halved where it would be out of supply."""
        fed = bool(self.view.fed >> hex & 1) or self.s.position.aerial == hex
        key = (unit, fed)
        found = self._factors.get(key)
        if found is None:
            factor = self.s.scenario.units[unit].factors(self.s.position.steps[unit])[0]
            found = self._factors[key] = factor if fed else supply.halved(factor)
        return found

    def _anchors(self, target: Hex, candidates: list[Candidate]) -> list[tuple[Hex, ...]]:
        """Sets of hexes that must be attacked from: none, or those that make an attack concentric (10.9)."""
        found: list[tuple[Hex, ...]] = [()]
        s, board = self.s, self.s.scenario.board
        wall = board.west_wall if s.position.turn >= odds.WALL_FROM else 0
        if (s.cities | board.fortified | wall) >> target & 1:
            return found
        grid = board.grid
        around = {grid.direction(target, c.hex): c.hex for c in candidates}
        pairs = [(n, n + 3) for n in range(3)]
        triples = [(n, n + 2, n + 4) for n in range(2)]
        found.extend(
            tuple(around[side] for side in sides)
            for sides in (*pairs, *triples)
            if all(side in around for side in sides)
        )
        return found

    def _forces(
        self, candidates: list[Candidate], anchors: tuple[Hex, ...], defence: int
    ) -> Iterator[dict[int, Hex]]:
        """Forces of rising strength that have somebody in each anchor, from several pools of units."""
        cheap = sorted(candidates, key=lambda c: (c.price - 0.02 * c.factor, c.unit, c.hex))
        strong = sorted(candidates, key=lambda c: (c.price > 2.0, -c.factor, c.price, c.unit, c.hex))
        american = [c for c in strong if self.s.scenario.american >> c.unit & 1]
        british = [c for c in strong if self.s.scenario.british >> c.unit & 1]
        weak = sorted(candidates, key=lambda c: (c.price > 2.0, c.factor, c.price, c.unit, c.hex))
        pools = [cheap, strong, weak]
        if american and british:
            pools += [american, british]
        for pool in pools:
            yield from self._rising(pool, anchors, defence)

    def _rising(
        self, pool: list[Candidate], anchors: tuple[Hex, ...], defence: int
    ) -> Iterator[dict[int, Hex]]:
        """From one pool: for each odds the first force that reaches them, and some that are larger still."""
        force: dict[int, Hex] = {}
        groups: dict[Hex, Mask] = {}
        load: dict[Hex, int] = {}
        for anchor in anchors:
            for c in pool:
                if c.hex == anchor and self._fits(c, force, groups, load):
                    self._add(c, force, groups, load)
                    break
            else:
                return
        total = sum(self.factor(unit, hex) for unit, hex in force.items())
        if force:
            yield dict(force)
        odds_reached = total // defence
        spare = 0
        for c in pool:
            if not self._fits(c, force, groups, load):
                continue
            self._add(c, force, groups, load)
            total += c.factor
            if total // defence > odds_reached or odds_reached >= ODDS[-1]:
                odds_reached = total // defence
                yield dict(force)
                if odds_reached >= ODDS[-1]:
                    spare += 1
                    if spare > SPARE:
                        return
        if force:
            yield dict(force)

    def _fits(
        self, c: Candidate, force: dict[int, Hex], groups: dict[Hex, Mask], load: dict[Hex, int]
    ) -> bool:
        if c.unit in force:
            return False
        if self.s.position.at[c.unit] != c.hex:
            there = self.s.units_at(c.hex, self.view.seat)
            stay = [unit for unit in there if unit not in self.places]
            if len(stay) + load.get(c.hex, 0) >= self.s.limit(c.hex):
                return False
            group = self.ground.group(c.unit)
            mixing = self.s.position.beachheads | self.s.scenario.board.mixing
            if group and not mixing >> c.hex & 1:
                if groups.get(c.hex, group) != group:
                    return False
                if any(self.ground.group(unit) not in (0, group) for unit in there):
                    return False
        return True

    def _add(
        self, c: Candidate, force: dict[int, Hex], groups: dict[Hex, Mask], load: dict[Hex, int]
    ) -> None:
        force[c.unit] = c.hex
        load[c.hex] = load.get(c.hex, 0) + 1
        if group := self.ground.group(c.unit):
            groups.setdefault(c.hex, group)

    # -- what one is worth --------------------------------------------------------------------------------------------

    def assess(self, target: Hex, force: Mapping[int, Hex], bonus: int = 0) -> Assault:
        """What an attack by a force should bring."""
        view, s, by = self.view, self.s, self.by
        defence = view.defence(target)
        attack = sum(self.factor(unit, hex) for unit, hex in force.items())
        column = self.ground.column(attack, defence.factors) + self.shift(target, force) + bonus + self.bonus
        steps = [s.position.steps[unit] for unit in force]
        points = sum(self.ground.value(unit, n) for unit, n in zip(force, steps, strict=True))
        prize = view.prize(target) - self._liability(target, force)
        if self.bonus:
            prize *= self.ground.parameters.offensive.prize
        if s.mobile_hexes(view.enemy) >> target & 1:
            prize += by.opening
        yields = by.yields if view.prize(target) < 20 else 0.15
        outlook = prospect(self.ground, column, defence, points / max(1, sum(steps)), sum(steps), yields)
        kill = by.kill + (by.menace if view.menacing(target) else 0.0)
        worth = kill * outlook.enemy + prize * outlook.clear - by.own[view.seat] * outlook.own
        worth -= math.fsum(self._price(unit, hex) for unit, hex in force.items())
        return Assault(target, dict(force), column, outlook, worth)

    def _liability(self, target: Hex, force: Mapping[int, Hex]) -> float:
        """The danger that the force, after its losses, is driven out of a city again."""
        view, steps = self.view, self.s.position.steps
        factors = sum(view.defence_factor(unit) for unit in force)
        strength = sum(steps[unit] for unit in force)
        return view.liability(target, round(0.8 * factors), max(1, strength - 1))

    def shift(self, target: Hex, force: Mapping[int, Hex]) -> int:
        """All columns that shift an attack on a hex from these places."""
        s, view = self.s, self.view
        by = s.scenario.tables.shifts
        total = -view.cover(target, german=view.seat == ALLIED)
        places = set(force.values())
        total -= min(odds.crossing(s, view.seat, hex, target) for hex in places)
        if self._concentric(target, places):
            total += by.concentric
        if view.seat == ALLIED and any(supply.hampered(s, unit) for unit in force):
            total -= by.difficulty
        return total

    def _concentric(self, target: Hex, places: set[Hex]) -> bool:
        s, board = self.s, self.s.scenario.board
        wall = board.west_wall if s.position.turn >= odds.WALL_FROM else 0
        if len(places) < 2 or (s.cities | board.fortified | wall) >> target & 1:
            return False
        found = (board.grid.direction(target, hex) for hex in places)
        return odds.surrounding(direction for direction in found if direction is not None)


def able(view: Situation, units: Iterable[int]) -> list[int]:
    """Those of the units that may still attack in this phase and have something to attack with."""
    s = view.s
    found = []
    for unit in units:
        if s.position.fought >> unit & 1 or not s.scenario.units[unit].factors(s.position.steps[unit])[0]:
            continue
        if view.seat == GERMAN and s.position.turn == 1:
            continue
        found.append(unit)
    return found


def prices(view: Situation, units: Iterable[int]) -> dict[int, float]:
    """What it costs to take each unit from where it is: the safety of what it guards there."""
    s, by = view.s, view.ground.parameters.attack
    found = {}
    for unit in units:
        hex = s.position.at[unit]
        if hex < 0:
            continue
        keep = view.keep(hex) if hex in view.worths or view.prizes >> hex & 1 else 0.0
        if not keep:
            continue
        others = [other for other in s.units_at(hex, view.seat) if other != unit]
        factors = sum(view.defence_factor(other) for other in others)
        steps = sum(s.position.steps[other] for other in others)
        own, left = view.defence_factor(unit), s.position.steps[unit]
        safer = view.danger(hex, factors, steps) - view.danger(hex, factors + own, steps + left)
        if not others and view.menaced >> hex & 1:
            safer = max(safer, by.last_guard)
        found[unit] = keep * safer
    return found
