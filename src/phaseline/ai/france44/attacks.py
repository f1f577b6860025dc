"""Which attacks to make with whom: exact results of each, with air units, ships, bombers and headquarters behind it."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from phaseline.ai.field import Assault, AttackStaff, Candidate
from phaseline.ai.field.attacks import Force, every, rising
from phaseline.ai.france44.situation import Situation
from phaseline.ai.planning import Exchange, Package, Use
from phaseline.games.france44.position import ALLIED, NOWHERE
from phaseline.games.france44.results import Result
from phaseline.games.france44.rules import movement, support
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

FEW = 5
"""Of so many candidates every force is tried."""


class Support(NamedTuple):
    """What else takes part in an attack: so many air units and ships' factors, the bomber, a headquarters."""

    wings: int = 0
    ships: int = 0
    bomber: bool = False
    hq: int = NOWHERE


SPARING: tuple[Callable[[Support], bool], ...] = (
    lambda _: True,
    lambda behind: not behind.bomber,
    lambda behind: not (behind.bomber or behind.wings or behind.ships),
)
"""Ways to be sparing with support."""


class Balance(NamedTuple):
    """A force and those whom it attacks, a headquarters with either; so many air units `above` so many enemy divisions."""

    attack: int
    defence: int
    above: int
    divisions: int
    hq: int

    def of(self, wings: int, factors: int) -> tuple[int, int]:
        """The strengths with so many air units and other factors in support."""
        defence = self.defence + min(max(0, self.above - wings), self.divisions)
        return self.attack + max(0, wings - self.above) + factors, max(1, defence)


class Strikes(AttackStaff):
    """Finds attacks in a situation. With `moving` units and headquarters may still go where they are needed.

    `wanted` is what units are worth that are to go elsewhere, `kept` what each air unit is worth that is to fly elsewhere.
    """

    rounds = 5

    def __init__(
        self,
        view: Situation,
        places: Mapping[int, Mask],
        targets: Mask,
        *,
        moving: bool = False,
        wanted: Mapping[int, float] | None = None,
        kept: Sequence[float] = (),
    ) -> None:
        super().__init__(view, places, targets)
        self.view = view
        self.s = view.s
        self.by = view.by.attack
        self.least, self.most = self.by.least, self.by.packages
        self.moving = moving
        self.wanted = wanted or {}
        self.kept = kept
        self._behind: dict[tuple[Hex, Mask, str], Support] = {}
        """What supports each attack that was weighed, by target, units and odds."""
        self._away: dict[int, float] = {}
        self._wings: dict[Hex, int] = {}

    # -- candidates ---------------------------------------------------------------------------------------------------

    def counts(self, unit: int) -> bool:
        """Divisions (7.1)."""
        return bool(self.s.scenario.divisions >> unit & 1)

    def candidates(self, target: Hex) -> list[Candidate]:
        """Each unit in each place from which it could attack the hex; invaders off the beach."""
        view, s = self.view, self.s
        near = view.striking(target)
        found = []
        for unit, area in self.places.items():
            beach = s.position.beach.get(unit)
            if beach is not None:
                if beach == target:
                    found.append(Candidate(unit, s.position.at[unit], view.strength(unit), 0.0))
                continue
            if not area & near:
                continue
            price, here = self._price(unit), s.position.at[unit]
            found += [
                Candidate(unit, hex, brought, self.by.commit + (price if hex != here else 0.0))
                for hex in hexes(area & near)
                if (brought := self.brought(unit, hex, target))
            ]
        return found

    def brought(self, unit: int, hex: Hex, target: Hex) -> int:
        """What a division attacks with from a hex: half over a river or into a moated hex (21.3), all from the sea."""
        s, strength = self.s, self.view.strength(unit)
        dry = s.scenario.board.dry.cross(1 << hex) & ~s.scenario.moated
        return strength if unit in s.position.beach or dry >> target & 1 else strength // 2

    def _price(self, unit: int) -> float:
        """What it costs to take a unit from where it is."""
        if unit not in self._away:
            self._away[unit] = self.view.away(1 << unit) + self.wanted.get(unit, 0.0)
        return self._away[unit]

    def _moving(self, force: Mapping[int, Hex]) -> float:
        """What it costs that a force goes from where it is: who leaves a hex together leaves it with less than one alone."""
        at = self.s.position.at
        leaving = [unit for unit, hex in force.items() if hex != at[unit]]
        if len(leaving) == len({at[unit] for unit in leaving}):
            return math.fsum(self._price(unit) for unit in leaving)
        return self.view.away(mask_of(leaving)) + math.fsum(self.wanted.get(unit, 0.0) for unit in leaving)

    def forces(self, target: Hex, candidates: list[Candidate]) -> Iterator[Force]:
        """Every force of a few candidates; of many those that rise, strong ones or cheap ones first."""
        seaborne = [c for c in candidates if c.unit in self.s.position.beach]
        if seaborne:
            yield {c.unit: c.hex for c in seaborne}
        strong = sorted(candidates, key=lambda c: (-c.strength, c.price, c.unit, c.hex))
        if len(strong) <= FEW:
            yield from (force for force in every(strong, self.fits) if self._whole(force, seaborne))
            return
        defence = max(1, self.view.resistance(target))
        pools = [
            strong,
            sorted(strong, key=lambda c: (c.price - 0.1 * c.strength, c.unit, c.hex)),
            sorted(strong, key=lambda c: (self.demand[c.unit], -c.strength, c.price, c.unit, c.hex)),
        ]
        for pool in pools:
            cut = seaborne + [c for c in pool if c not in seaborne][: 6 * self.by.pool]
            yield from (force for force in rising(cut, defence, self.fits) if self._whole(force, seaborne))

    def _whole(self, force: Force, seaborne: list[Candidate]) -> bool:
        """Whether all invaders of the beach take part (12.6)."""
        return all(c.unit in force for c in seaborne)

    # -- support ------------------------------------------------------------------------------------------------------

    @cached_property
    def wings_free(self) -> dict[int, Mask]:
        """Own air units without a task -> the hexes that they could support."""
        s = self.s
        if not s.effects.flying or not s.position.air_left:
            return {}
        p = s.position
        own = s.scenario.side_wings[self.field.seat] & ~p.flown
        reach = s.scenario.tables.air.reach
        return {
            wing: 1 << p.wings[wing] if p.pinned >> wing & 1 else s.scenario.board.disk(p.bases[wing], reach)
            for wing in hexes(own)
            if p.wings[wing] >= 0 and p.bases[wing] >= 0
        }

    def wings(self, target: Hex) -> int:
        """How many air units could support an attack on a hex."""
        found = self._wings.get(target)
        if found is None:
            found = sum(area >> target & 1 for area in self.wings_free.values())
            if self.field.seat == ALLIED and self.s.position.air_left > 0:
                found = min(found, self.s.position.air_left)
            self._wings[target] = found
        return found

    def guns(self, target: Hex) -> tuple[int, ...]:
        """The ships that could support an attack on a hex, the strongest first."""
        return self.view.guns(target) if self.field.seat == ALLIED else ()

    def _sea(self, ship: int) -> Use:
        """What ships of the same sea compete for: none leaves its own (R66)."""
        return "ships", self.s.scenario.board.water_of(self.s.position.ships[ship])

    @cached_property
    def leaders(self) -> list[tuple[int, int, Mask, Mask]]:
        """Headquarters: number, factor, whom it leads, and the hexes an attack on which it could support."""
        s, scenario = self.s, self.s.scenario
        found = []
        reach = scenario.tables.supply.headquarters_range
        for unit in hexes(s.on_map(self.field.seat) & scenario.hqs & ~s.position.hungry):
            hex = s.position.at[unit]
            area = self.places.get(unit, 1 << hex) if self.moving else 1 << hex
            covered = area
            for _ in range(reach):
                covered = scenario.board.grid.spread(covered) | covered
            found.append((unit, s.factor(unit), support.compatriots(s, unit), covered))
        return sorted(found, key=lambda leader: (-leader[1], leader[0]))

    def _balance(self, target: Hex, force: Mapping[int, Hex]) -> Balance:
        """How strong a force and those in a hex are, without air units, ships and bombers."""
        s, view = self.s, self.view
        units = mask_of(force)
        sea = any(unit in s.position.beach for unit in force)
        inside = s.units_at(target, view.enemy)
        defence = sum(s.factor(unit) for unit in inside) * view.times(target, view.enemy, from_sea=sea)
        defence += round(self.by.answer * view.answer(target))
        attack = sum(self.brought(unit, hex, target) for unit, hex in force.items())
        hq = NOWHERE
        for unit, factor, led, covered in self.leaders:
            if led & units and covered >> target & 1:
                hq, attack = unit, attack + factor
                break
        above = len(s.wings_over(target, view.enemy)) if s.effects.flying else 0
        divisions = sum(s.scenario.divisions >> unit & 1 for unit in inside)
        return Balance(attack, defence, above, divisions, hq)

    def _bombable(self, target: Hex) -> bool:
        """Whether the bomber may take part (9.22)."""
        s, board = self.s, self.s.scenario.board
        if self.field.seat != ALLIED or s.position.bomber != "ready" or not s.effects.flying:
            return False
        sorties = s.scenario.setup.sorties
        if sorties is not None and s.position.sorties >= sorties:
            return False
        if target in s.position.beach.values():
            return False
        return not (board.cities & board.west_of_rhine) >> target & 1

    # -- what one is worth --------------------------------------------------------------------------------------------

    def assess(self, target: Hex, force: Mapping[int, Hex]) -> Assault:
        """What an attack by a force should bring, with as much support as pays."""
        impossible = Assault(target, dict(force), "", Exchange(0.0, 0.0, 0.0), -math.inf)
        return max(self._options(target, force), key=lambda way: way.worth, default=impossible)

    def ways(self, target: Hex, busy: Mask = 0) -> list[Assault]:
        """The best ways to attack a hex that are worth it: with all support that pays, without the bomber, and with none.

        There is only so much support: were every attack to have all that pays, most would exclude each other.
        """
        best: list[dict[Mask, Assault]] = [{} for _ in SPARING]
        candidates = [c for c in self.candidates(target) if not busy >> c.unit & 1]
        for force in self.forces(target, candidates) if candidates else ():
            options = [way for way in self._options(target, force) if way.worth > self.least]
            for sparing, found in zip(SPARING, best, strict=True):
                for way in options:
                    if sparing(self.support(way)) and (
                        way.units not in found or found[way.units].worth < way.worth
                    ):
                        found[way.units] = way
        most = self.most // len(SPARING)
        kept = {
            (way.units, way.odds): way
            for found in best
            for way in sorted(found.values(), key=lambda way: -way.worth)[:most]
        }
        return sorted(kept.values(), key=lambda way: -way.worth)

    def support(self, way: Assault) -> Support:
        """What is behind an attack that was weighed here."""
        return self._behind[way.target, way.units, way.odds]

    def _options(self, target: Hex, force: Mapping[int, Hex]) -> list[Assault]:
        """What an attack by a force should bring at each odds that support makes possible, with the least that does."""
        s, by = self.s, self.by
        balance = self._balance(target, force)
        price = by.commit * len(force) + self._moving(force)
        bomber = s.scenario.data.counters.sheet.bomber // (2 if s.effects.halves_bomber else 1)
        guns = [0, *itertools.accumulate(s.scenario.ships[ship].combat for ship in self.guns(target))]
        outcomes = _Outcomes(self, target, force)
        units, found = mask_of(force), dict[str, Assault]()
        for bombed in (False, True) if self._bombable(target) else (False,):
            for ships, factors in enumerate(guns):
                for wings in range(min(len(force), self.wings(target)) + 1):
                    attack, defence = balance.of(wings, factors + bomber * bombed)
                    landed, label = self.view.ground.column(attack, defence)
                    if landed < 0:
                        continue
                    exchange = outcomes.of(landed)
                    worth = exchange.worth(outcomes.prize) - price
                    worth -= by.ship * (ships + wings) + by.bomber * bombed
                    if label not in found or found[label].worth < worth:
                        found[label] = Assault(target, dict(force), label, exchange, worth)
                        support = Support(wings, ships, bombed, balance.hq)
                        self._behind[target, units, label] = support
        return list(found.values())

    def package(self, way: Assault) -> Package:
        """What an attack uses: also of ships, air units and the bomber there are only so many."""
        found = super().package(way)
        behind = self.support(way)
        uses = dict(found.uses)
        if behind.wings:
            uses["wings"] = float(behind.wings)
        for ship in self.guns(way.target)[: behind.ships]:
            sea = self._sea(ship)
            uses[sea] = uses.get(sea, 0.0) + 1.0
        if behind.bomber:
            uses["bomber"] = 1.0
        return Package(found.worth, uses)

    def offers(self, ways: list[Assault]) -> tuple[list[Assault], list[Package], dict[Use, float]]:
        """The ways with their packages and what else air units could do; how many of these there are, and ships of each sea."""
        ways, packages, room = super().offers(ways)
        wings = len(self.wings_free)
        if self.field.seat == ALLIED and self.s.position.air_left > 0:
            wings = min(wings, self.s.position.air_left)
        ships = {ship for way in ways for ship in self.guns(way.target)}
        seas = Counter(self._sea(ship) for ship in sorted(ships))
        packages += [Package(worth, {"wings": 1.0}) for worth in self.kept]
        return ways, packages, {**room, "wings": float(wings), **{sea: float(n) for sea, n in seas.items()}}


class _Outcomes:
    """What the results of an attack by a force on a hex come to."""

    def __init__(self, staff: Strikes, target: Hex, force: Mapping[int, Hex]) -> None:
        view, s, ground = staff.view, staff.s, staff.view.ground
        self.ground = ground
        self._means: dict[int, Exchange] = {}
        self.by = staff.by
        enemies = s.units_at(target, view.enemy)
        horizon = ground.horizon(s)
        own = sorted(_steps(view, force, horizon * staff.by.own[view.seat]))
        theirs = sorted(_steps(view, enemies, horizon * staff.by.kill))
        self.own = _running(own)
        self.theirs = _running(theirs)
        self.all_theirs = self.theirs[-1]
        zone = s.zone(view.seat) | view.zone_of(mask_of(hex for hex in force.values()))
        out = view.way_out(target, view.enemy, zone)
        self.trapped = 0.0 if out else staff.by.trapped
        self.caught = self._caught(view, force, horizon * staff.by.own[view.seat])
        opening = staff.by.opening * view.potential.get(target, 0.0) * 0.2
        most = max(ground.by.worth.most, view.worth(target))
        self.prize = min(most, view.worth(target) + opening * horizon)
        self.relief = view.relief(target)
        self.afloat = [s.position.steps[unit] for unit in force if unit in s.position.beach]

    def _caught(self, view: Situation, force: Mapping[int, Hex], weight: float) -> float:
        """What would be lost of those who attack if they had to retreat: invaders return to their ships (12.7)."""
        zone = view.s.zone(view.enemy)
        stuck = [
            unit
            for unit, hex in force.items()
            if unit not in view.s.position.beach and not view.way_out(hex, view.seat, zone)
        ]
        return math.fsum(_steps(view, stuck, weight))

    def of(self, landed: int) -> Exchange:
        """The mean of a column."""
        found = self._means.get(landed)
        if found is None:
            found = Exchange.equal(self._one(result) for result in self.ground.results(landed))
            self._means[landed] = found
        return found

    def _one(self, result: Result) -> tuple[float, float, float]:
        own = self.own[min(result.attacker, len(self.own) - 1)]
        if result.attacker_back:
            own = min(self.own[-1], own + max(self.by.retreat, self.caught))
        steps = len(self.theirs) - 1
        if result.automatic or result.defender >= steps:
            return own, self.all_theirs + self.relief, self._taken(result)
        lost = self.theirs[result.defender]
        if not result.defender_back:
            return own, lost, 0.0
        left = self.all_theirs - lost
        return own, lost + max(self.by.retreat, self.trapped * left) + self.relief, self._taken(result)

    def _taken(self, result: Result) -> float:
        """Whether somebody goes into the hex that is empty now: he is left, and does not have to retreat (11.5)."""
        if result.automatic:
            return 1.0
        if result.attacker_back:
            # Invaders pay for a retreat by a step each, and stay (R74).
            return float(result.attacker + len(self.afloat) < sum(self.afloat))
        return float(result.attacker < len(self.own) - 1)


def _steps(view: Situation, units: Iterable[int], weight: float) -> list[float]:
    """What each step of some units is worth: the points that it brings in full, the rest by its weight."""
    ground = view.ground
    found = []
    for unit in units:
        steps = view.s.position.steps[unit]
        first = ground.step_cost(view.s, unit)
        costs = [first]
        if steps > 1:
            costs.append(max(0.1, ground.cost(view.s, unit) - first))
        for n, cost in enumerate(costs):
            points = ground.dear(unit, steps - n) - ground.dear(unit, steps - n - 1)
            found.append(max(0.05, weight * (cost - points) + points))
    return found


def _running(costs: list[float]) -> list[float]:
    """What losing so many steps costs, the cheapest first."""
    found = [0.0]
    for cost in costs:
        found.append(found[-1] + cost)
    return found


def ready(view: Situation) -> Mask:
    """Own divisions that may attack in this phase."""
    s = view.s
    p = s.position
    units = s.on_map(view.seat) & s.scenario.divisions & ~p.hungry & ~p.restored & ~p.fought
    for plan in p.announced:
        units &= ~plan.attackers
    return units & (s.units_in(s.scenario.board.continent, view.seat) | mask_of(p.beach))


def mobile(view: Situation) -> Mask:
    """Own units that may still move in this phase, or in the one to come of their turn."""
    able = movement.still(view.s, view.seat, view.s.choose_unit(view.seat, "6.1"))
    return able.mask & ~view.s.position.moved
