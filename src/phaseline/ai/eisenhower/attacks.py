"""Which attacks to make with whom: ways to attack each hex, weighed by their exact results, and the best set of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from phaseline.ai.eisenhower.exchange import prospect
from phaseline.ai.eisenhower.lines import fed_on_the_march
from phaseline.ai.eisenhower.roads import Roadblock, roadblocks
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.tasks import Errands
from phaseline.ai.eisenhower.worth import decides, port_worth, ports_lacking
from phaseline.ai.field import Assault, AttackStaff, Candidate
from phaseline.ai.field.attacks import Force, rising
from phaseline.ai.planning import Package, Use
from phaseline.games.eisenhower.position import ALLIED, GERMAN
from phaseline.games.eisenhower.rules import odds, supply, victory
from phaseline.hexgrid import Hex, Mask, hexes

NEED = "needed ports"
"""What attacks on ports compete for while ports are lacking."""
SURE = 0.9
"""With this chance to take the ports that are lacking nothing else is risked for them."""
LEAST_STAKE = 0.15
"""So much losses and dangers count at least."""
LATER = 0.4
"""The chance to win of Allies who have come through a check of ports."""


class GeneralStaff(AttackStaff):
    """Finds attacks in a situation."""

    thrifty = True
    """Whether it saves the Allied armies in the first turns, and counts on no prize that nobody is left to enter."""

    def __init__(
        self,
        view: Situation,
        places: Mapping[int, Mask],
        targets: Mask,
        *,
        price: Mapping[int, float] | None = None,
        errands: Errands | None = None,
        bonus: int = 0,
        ahead: bool = False,
        strain: bool = False,
    ) -> None:
        """`price` is what it costs to take a unit away from where it is, `errands` from its task.

        `bonus` columns come on top (an offensive). `ahead`: the attacks are those of the next turn.
        `strain`: nobody moves after them, and those who stand guard must stand it with what they have left.
        """
        super().__init__(view, places, targets)
        self.view = view
        self.ground = view.ground
        self.s = view.s
        self.by = view.ground.parameters.attack
        self.least, self.most = self.by.least, self.by.packages
        self.price = price or {}
        self.errands = errands
        self.bonus = bonus
        self.ahead = ahead
        self.strain = strain
        self.final = strain
        """Whether the enemy's phase comes next, and no offensive before it."""
        self.lacking = ports_lacking(view.s) if view.seat == ALLIED else 0
        """So many ports the check of this turn still asks for."""
        self.sites = view.sites_lacking if self.thrifty else 0
        """The launch sites that are still lacking when they decide the game (4.2.3)."""
        self.stake = 1.0
        """The part of the game that is at stake besides those ports: how much losses and dangers count."""
        self.crowning = self.thrifty and view.ground.parameters.worth.crown
        """Whether what decides the campaign must be held to count."""
        self.rush = False
        """Whether nothing counts but those launch sites."""
        self.all_in = False
        """Whether the Ruhr comes before all ports that are lacking."""
        self._factors: dict[tuple[int, bool], int] = {}
        self._lines: dict[Mask, Mask] = {}

    # -- the best set -------------------------------------------------------------------------------------------------

    def offers(self, ways: list[Assault]) -> tuple[list[Assault], list[Package], dict[Use, float]]:
        """Only as many ports as are lacking (and one for mishaps) are worth everything."""
        ways, packages, room = super().offers(ways)
        if self.lacking:
            room[NEED] = float(self.lacking + 1)
            ways, packages = self._rationed(ways, packages)
        return ways, packages, room

    def _rationed(self, ways: list[Assault], packages: list[Package]) -> tuple[list[Assault], list[Package]]:
        """Attacks on ports in two forms: as one of those that are needed, and as any other."""
        win, spare = self.ground.parameters.worth.win, self.spare_port()
        both: list[Assault] = []
        found: list[Package] = []
        for way, package in zip(ways, packages, strict=True):
            both.append(way)
            if not self._port(way.target):
                found.append(package)
                continue
            found.append(Package(package.worth, {**package.uses, NEED: 1.0}))
            both.append(way)
            less = (win - spare) * way.exchange.success
            found.append(Package(package.worth - less, package.uses))
        return both, found

    def spare_port(self) -> float:
        """What a port is worth beyond those that are needed now."""
        enough = victory.counted_ports(self.s).bit_count() + self.lacking
        return port_worth(self.ground, self.s, enough)

    def plan(self) -> list[Assault]:
        """The attacks to make. While ports are lacking: if the game is likely lost without more, with less care for all else."""
        found = super().plan()
        if not self.thrifty or not (self.lacking or self.sites):
            return found
        plans = [found]
        if self.sites:
            self.rush, self.stake = True, LEAST_STAKE
            plans.append(super().plan())
            self.rush, self.stake = False, 1.0
        if self.lacking and self._passes_by(found):
            self.all_in = True
            plans.append(super().plan())
            self.all_in = False
        chance = self.enough(found)
        if self.lacking and chance < SURE:
            self.stake = max(LEAST_STAKE, chance)
            plans.append(super().plan())
            self.stake = 1.0
        if len(plans) == 1:
            return found
        best = max(plans, key=self.promise)
        # What the Ruhr is worth by itself, whatever it was chosen by.
        return [self.assess(way.target, way.places) if self._decides(way.target) else way for way in best]

    def _passes_by(self, plan: Iterable[Assault]) -> bool:
        """Whether a plan leaves out the Ruhr, which wins alone, or spares for it, though it is in reach: each of several ports seems as good."""
        if not self.crowning or any(self._decides(way.target) and self._held(way) >= SURE for way in plan):
            return False
        return any(self._decides(target) and self.candidates(target) for target in hexes(self.targets))

    def enough(self, plan: Iterable[Assault]) -> float:
        """The chance that attacks take as many ports as the check of this turn still asks for (4.3.2)."""
        return at_least(self.lacking, [way.exchange.success for way in plan if self._port(way.target)])

    def outlook(self, plan: Iterable[Assault]) -> float:
        """The chance to win by the Ruhr now (4.2.1), or else to come through the check of ports and win later."""
        ways = list(plan)
        at_once = max((self._held(way) for way in ways if self._decides(way.target)), default=0.0)
        at_once += (1 - at_once) * self._all_sites(ways)
        return at_once + (1 - at_once) * self.enough(ways) * LATER

    def _all_sites(self, ways: Iterable[Assault]) -> float:
        """The chance that all launch sites that are lacking fall, and are held through the turn."""
        if not self.sites:
            return 0.0
        chance, left = 1.0, self.sites
        for way in ways:
            if left >> way.target & 1:
                left &= ~(1 << way.target)
                chance *= self._held(way)
        return 0.0 if left else chance

    def _held(self, way: Assault) -> float:
        """The chance that a hex falls and is held through the turn."""
        return way.exchange.success * (1 - self._retaken(way.target, way.places))

    def promise(self, plan: Iterable[Assault]) -> float:
        """What attacks should bring together: while ports are lacking nothing counts unless enough of them fall (4.3.2)."""
        ways = [self.assess(way.target, way.places) for way in plan]
        found = math.fsum(way.worth for way in ways)
        if not self.lacking and not self.sites:
            return found
        for way in ways:
            if self._port(way.target) or self._decides(way.target) or self.sites >> way.target & 1:
                found -= self._prize(way.target, way.places) * way.exchange.success
        return self.outlook(ways) / LATER * (self.ground.parameters.worth.win + found)

    def _decides(self, target: Hex) -> bool:
        """Whether the Allies win at once by a hex: by the Ruhr, through Turn 6 (4.2.1)."""
        if self.crowning:
            return decides(self.ground, self.s, target)
        turn = self.s.position.turn
        return self.view.seat == ALLIED and target == self.ground.ruhr and turn <= victory.RUHR_THROUGH

    def _wins(self, target: Hex) -> bool:
        """Whether a hex counts as the match does, if it is held."""
        return bool((self.crowning and self._decides(target)) or (self.rush and self.sites >> target & 1))

    def _prize(self, target: Hex, force: Mapping[int, Hex]) -> float:
        """What it is worth that a force takes a hex: what wins the match counts as far as it is held."""
        if self._wins(target):
            first = 2 + self.lacking if self.all_in and self._decides(target) else 1
            return first * self.ground.parameters.worth.win * (1 - self._retaken(target, force))
        return self.view.prize(target)

    def _port(self, target: Hex) -> bool:
        """Whether a hex is one of the ports that are checked, and not to be retaken anyway."""
        ports = self.s.ports & self.s.scenario.board.interior & ~self.view.lost
        return bool(ports >> target & 1)

    @cached_property
    def roads(self) -> dict[Hex, Roadblock]:
        """Who bars the way to the Ruhr."""
        return roadblocks(self.view) if self.by.road else {}

    # -- the ways to attack one hex -----------------------------------------------------------------------------------

    def candidates(self, target: Hex) -> list[Candidate]:
        """Each unit in each place next to the target, if somebody holds it."""
        if not self.view.defence(target).steps:
            return []
        near = self.ground.beside[target]
        return [
            Candidate(unit, hex, self.factor(unit, hex, target), self._price(unit, hex, target))
            for unit, area in self.places.items()
            if area & near and not self._barred(unit, target)
            for hex in hexes(area & near)
        ]

    def _barred(self, unit: int, target: Hex) -> bool:
        """Turn 1: the Commonwealth in the north attacks two hexes only (3.2.4)."""
        scenario, s = self.s.scenario, self.s
        if self.ahead or s.position.turn != 1 or scenario.alternate or self.view.seat != ALLIED:
            return False
        allowed = scenario.invasion_coast["british"]
        british = scenario.british >> unit & 1 and scenario.board.north >> target & 1
        return bool(british and allowed and not allowed >> target & 1)

    def _price(self, unit: int, hex: Hex, target: Hex) -> float:
        moves = 0.0 if self.s.position.at[unit] == hex else 0.15
        if not self._fed(unit, target) >> hex & 1:
            moves += self.ground.next_step(unit, self.s.position.steps[unit])
        if self.errands is not None:
            moves += self.ground.parameters.march.errand * self.errands.delay(unit, hex)
        return self.stake * (self.by.commit + self.price.get(unit, 0.0) + moves)

    def factor(self, unit: int, hex: Hex, target: Hex) -> int:
        """The attack factor of a unit in a hex against a target, halved where it would be out of supply."""
        fed = bool(self._fed(unit, target) >> hex & 1) or self.s.position.aerial == hex
        key = (unit, fed)
        found = self._factors.get(key)
        if found is None:
            factor = self.s.scenario.units[unit].factors(self.s.position.steps[unit])[0]
            found = self._factors[key] = factor if fed else supply.halved(factor)
        return found

    def _fed(self, unit: int, target: Hex) -> Mask:
        """Where a unit will be in supply: near the lines of today, before the Ruhr also where its march leads them."""
        if not self.crowning or not self._decides(target):
            return self.view.fed
        area = self.places.get(unit, 0)
        if area not in self._lines:
            # Nobody who stands still leads a line anywhere.
            march = area if area & (area - 1) else 0
            self._lines[area] = self.view.fed | (fed_on_the_march(self.s, ALLIED, march) if march else 0)
        return self._lines[area]

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

    def forces(self, target: Hex, candidates: list[Candidate]) -> Iterator[Force]:
        """Forces of rising strength that have somebody in each anchor, from several pools of units."""
        defence = max(1, self.view.defence(target).factors)
        cheap = sorted(candidates, key=lambda c: (c.price - 0.02 * c.strength, c.unit, c.hex))
        strong = sorted(candidates, key=lambda c: (c.price > 2.0, -c.strength, c.price, c.unit, c.hex))
        american = [c for c in strong if self.s.scenario.american >> c.unit & 1]
        british = [c for c in strong if self.s.scenario.british >> c.unit & 1]
        weak = sorted(candidates, key=lambda c: (c.price > 2.0, c.strength, c.price, c.unit, c.hex))
        pools = [cheap, strong, weak]
        if american and british:
            pools += [american, british]
        for anchors in self._anchors(target, candidates):
            for pool in pools:
                yield from rising(pool, defence, self.fits, anchors)
        if self.crowning and self._decides(target):
            for pool in (american, british):
                yield from self._masses(pool)

    def _masses(self, pool: Iterable[Candidate]) -> Iterator[Force]:
        """Ever more of an army group: who takes what decides the campaign must hold it, and only one group can go in (6.4)."""
        force: Force = {}
        for c in pool:
            if self.fits(c, force):
                force[c.unit] = c.hex
                yield dict(force)

    def fits(self, c: Candidate, force: Mapping[int, Hex]) -> bool:
        """Whether there is room, and army groups do not mix."""
        if not super().fits(c, force):
            return False
        group = self.ground.group(c.unit)
        mixing = self.s.position.beachheads | self.s.scenario.board.mixing
        if not group or self.s.position.at[c.unit] == c.hex or mixing >> c.hex & 1:
            return True
        there = self.s.units_at(c.hex, self.view.seat)
        first = next(
            (found for unit, hex in force.items() if hex == c.hex and (found := self.ground.group(unit))),
            group,
        )
        return first == group and all(self.ground.group(unit) in (0, group) for unit in there)

    # -- what one is worth --------------------------------------------------------------------------------------------

    def assess(self, target: Hex, force: Mapping[int, Hex]) -> Assault:
        """What an attack by a force should bring."""
        view, s, by = self.view, self.s, self.by
        defence = view.defence(target)
        attack = sum(self.factor(unit, hex, target) for unit, hex in force.items())
        column = self.ground.column(attack, defence.factors) + self.shift(target, force) + self.bonus
        steps = [s.position.steps[unit] for unit in force]
        points = sum(self.ground.value(unit, n) for unit, n in zip(force, steps, strict=True))
        prize = self._prize(target, force)
        if not self._wins(target):
            prize -= self.stake * self._liability(target, force)
        if self.bonus:
            prize *= self.ground.parameters.offensive.prize
        if s.mobile_hexes(view.enemy) >> target & 1:
            prize += by.opening
        yields = by.yields if view.prize(target) < 20 else 0.15
        outlook = prospect(
            self.ground, column, defence, points / max(1, sum(steps)), sum(steps), yields, enters=self.thrifty
        )
        kill = by.kill + (by.menace if view.menacing(target) else 0.0)
        own = by.own[view.seat]
        if self.thrifty and view.seat == ALLIED and s.position.turn <= by.sparing_through:
            own = by.sparing
        worth = outlook.worth(prize, price=self.stake * own, kill=kill)
        if target in self.roads:
            worth += by.road * self.roads[target].gain(self.ground.results(column), set(force.values()))
        worth -= math.fsum(self._price(unit, hex, target) for unit, hex in force.items())
        if self.strain:
            worth -= self._strain(force, column)
        return Assault(target, dict(force), self.ground.odds(column), outlook, worth)

    def _strain(self, force: Mapping[int, Hex], column: int) -> float:
        """What the losses of those who attack from where they stand guard put in danger there."""
        view, s = self.view, self.s
        steps = s.position.steps
        lost = min(1.0, sum(result.attacker for result in self.ground.results(column)) / 6 / len(force))
        cost = 0.0
        for hex in sorted(set(force.values())):
            if not (view.prizes & view.menaced) >> hex & 1 or view.seat != ALLIED:
                continue
            there = s.units_at(hex, ALLIED)
            factors = sum(view.defence_factor(unit) for unit in there)
            strength = sum(steps[unit] for unit in there)
            struck = [unit for unit in there if unit in force]
            less = sum(view.defence_factor(unit) for unit in struck) // 2
            now = view.danger(hex, factors, strength)
            cost += (
                view.keep(hex)
                * lost
                * max(0.0, view.danger(hex, factors - less, strength - len(struck)) - now)
            )
        return cost

    def _liability(self, target: Hex, force: Mapping[int, Hex]) -> float:
        """The danger that the force, after its losses, is driven out of a city again."""
        return self.view.liability(target, *self._garrison(force))

    def _retaken(self, target: Hex, force: Mapping[int, Hex]) -> float:
        """The chance that the Germans drive it out again, if they send as many as they usually do."""
        if self.crowning and self._decides(target):
            return self.view.storm(target, *self._occupiers(target, force), final=self.final)
        return self.view.danger(target, *self._garrison(force))

    def _garrison(self, force: Mapping[int, Hex]) -> tuple[int, int]:
        """The factors and steps of a force after its losses."""
        view, s = self.view, self.s
        steps = s.position.steps
        factors = sum(view.defence_factor(unit) for unit in force)
        strength = max(1, sum(steps[unit] for unit in force) - 1)
        return round(0.8 * factors), strength

    def _occupiers(self, target: Hex, force: Mapping[int, Hex]) -> tuple[int, int]:
        """The same of those of one army group who find room in a hex, fed from the air if no line leads there (7.11)."""
        view, s = self.view, self.s
        steps = s.position.steps
        best = (0, 0)
        for group in (s.scenario.american, s.scenario.british):
            units = sorted(
                (unit for unit in force if group >> unit & 1), key=lambda unit: -view.defence_factor(unit)
            )[: s.limit(target)]
            strength = sum(steps[unit] for unit in units) - 1
            hungry = not view.fed >> target & 1 and s.position.aerial_used and s.position.aerial != target
            if hungry:
                strength -= len(units)
            if strength > 0:
                factors = sum(s.scenario.units[unit].factors(steps[unit])[1] for unit in units)
                share = strength / sum(steps[unit] for unit in units)
                best = max(best, (round(factors * share), strength))
        return best

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


def at_least(count: int, chances: Iterable[float]) -> float:
    """The chance that so many of several things come true, each with its own chance.

    >>> at_least(1, [0.5, 0.5]), at_least(2, [0.5]), at_least(0, [0.9])
    (0.75, 0.0, 1.0)
    """
    if count <= 0:
        return 1.0
    exactly = [1.0] + [0.0] * count
    for chance in chances:
        for number in range(count, 0, -1):
            more = exactly[number - 1] * chance
            exactly[number] = more + exactly[number] * (1.0 if number == count else 1 - chance)
        exactly[0] *= 1 - chance
    return exactly[count]


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
