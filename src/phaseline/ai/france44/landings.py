"""Across the sea: where to invade with whom, who is shipped, who drops, where the Mulberries go."""

from __future__ import annotations

import math
from functools import cached_property
from typing import NamedTuple

from phaseline.ai.france44.attacks import mobile
from phaseline.ai.france44.ground import FAR
from phaseline.ai.france44.situation import Situation
from phaseline.ai.planning import Package, Use, best_move, select
from phaseline.engine.orders import Order
from phaseline.games.france44 import orders
from phaseline.games.france44.position import AFLOAT, ALLIED, GERMAN
from phaseline.games.france44.rules import airborne, invasion, mulberry, ports, shipping
from phaseline.games.france44.scenario import allies_of
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

GOALS = 5
"""So many of the nearest aims of a landing are counted."""
TRIED = 7
"""So many divisions are thought of for each beach."""

SIX = 6
"""A new landing of fewer divisions promises less."""
NEW = 8
"""A landing with friends so near opens no new front."""


class Wave(NamedTuple):
    """Divisions for a beach, what they cost to bring there, and what they should bring."""

    beach: Hex
    units: tuple[int, ...]
    points: int
    worth: float


class Fleet:
    """Plans what crosses the sea, in boats and in the air."""

    def __init__(self, view: Situation) -> None:
        self.view = view
        self.s = view.s
        self.by = view.by.landing
        self._aims: dict[Hex, float] = {}
        self._strikes: dict[tuple[Hex, int], float] = {}

    @property
    def room(self) -> int:
        """How many more units can be fed ashore before long, and some besides; without end at the very end."""
        s, p = self.s, self.s.position
        if self.view.ground.each and self.view.ground.turns_left(s) == 1:
            return 99
        able = sum(ports.room(s, hex) for hex in hexes(ports.controlled(s)))
        afloat = sum(place == AFLOAT for place in p.mulberries)
        able += afloat * s.scenario.tables.supply.minor + sum(p.allied_dumps.values()) // 4
        at_sea = len(p.beach)
        return max(0, able + self.by.beyond - ports.ashore(s) - at_sea)

    @property
    def ashore(self) -> float:
        """What one more division ashore is worth."""
        left = self.view.ground.turns_left(self.s)
        return self.by.ashore + (
            self.view.ground.each * self.view.by.worth.point * (1.0 if left == 1 else 0.3)
        )

    def aims(self, hex: Hex) -> float:
        """What can be had from a hex: the nearest of what is worth most, less the further it is."""
        found = self._aims.get(hex)
        if found is None:
            view = self.view
            felt = sorted(
                (
                    self._aim(goal) * view.ground.fade(1.5 * view.ground.travel(goal).get(hex, FAR))
                    for goal in self._wanted
                ),
                reverse=True,
            )
            found = self._aims[hex] = math.fsum(felt[:GOALS])
        return found

    def _aim(self, goal: Hex) -> float:
        """What a landing is after in a hex: not the points that a city beyond the Rhine brings week by week.

        An army goes ashore where ports feed it, and takes such cities at the end of its way.
        """
        view, by = self.view, self.view.by.worth
        if view.ground.cities_beyond >> goal & 1:
            return by.city
        return min(self.by.aim, view.worth(goal))

    @property
    def _wanted(self) -> list[Hex]:
        view = self.view
        wanted = [hex for hex in hexes(view.valued & ~view.own) if view.worth(hex) >= 2.0]
        return sorted(wanted, key=lambda hex: (-view.worth(hex), hex))[:30]

    # -- invasion -----------------------------------------------------------------------------------------------------

    def invade(self) -> list[list[orders.Invade]]:
        """The divisions that invade this turn, each by the nearest sea hex before its beach or the next ones; none if it does not pay."""
        s, board = self.s, self.s.scenario.board
        found: list[list[orders.Invade]] = []
        best: tuple[float, list[Wave]] = (0.0, [])
        for water in board.waters:
            shores = board.grid.spread(water)
            units = s.units_in(shores & board.ports, ALLIED) & invasion.invaders(s)
            if not units:
                continue
            best = max(
                best, self._landing(list(hexes(units)), board.beaches & shores), key=lambda found: found[0]
            )
        if best[0] <= self._shipped() + (self.by.least if ports.ashore(s) else 0.0):
            return []
        for wave in best[1]:
            found += [
                [orders.Invade(unit, wave.beach, sea) for sea in self._off(unit, wave.beach)]
                for unit in wave.units
            ]
        return found

    def _shipped(self) -> float:
        """What those would bring who could be shipped to ports instead: there is berth, supply and transport for them (13)."""
        s = self.s
        berths = [shipping.berths(s, hex) for hex in hexes(s.position.harbours)]
        places, desks = (sum(kind) for kind in zip(*berths, strict=True)) if berths else (0, 0)
        room, points, found = ports.room_ashore(s), s.position.shipping, 0.0
        waiting = shipping.in_port(s) & s.units_in(s.scenario.board.overseas, ALLIED)
        for unit in sorted(hexes(waiting & s.scenario.hqs)):
            if desks and room and self._wanted_ashore(unit) > 0:
                desks, room, found = desks - 1, room - 1, found + self.by.lead
        fares = {here: self._fare(here) for here in {s.position.at[unit] for unit in hexes(waiting)}}
        for unit in sorted(hexes(waiting & s.scenario.divisions), key=lambda unit: (-s.factor(unit), unit)):
            fare = fares[s.position.at[unit]]
            if places and room and fare <= points:
                places, room, points = places - 1, room - 1, points - fare
                found += self._ashore(unit)
        return found

    def _fare(self, start: Hex) -> int:
        """Transport points to the nearest port that serves."""
        s = self.s
        ways = [shipping.voyage(s, start, port) for port in hexes(s.position.harbours)]
        far = min((way for way in ways if way is not None), default=FAR)
        return shipping.price(far, s.scenario.tables.sea.shipped)

    def _ashore(self, unit: int) -> float:
        """What a division brings by being ashore."""
        return self.ashore + 0.15 * self.s.factor(unit)

    def _landing(self, units: list[int], beaches: Mask) -> tuple[float, list[Wave]]:
        """The best set of waves on beaches near each other, and what it should bring."""
        ranked = sorted(hexes(beaches), key=lambda hex: (-self._site(hex), hex))
        grid, best = self.s.scenario.board.grid, (0.0, list[Wave]())
        tried: list[Hex] = []
        for anchor in ranked:
            if len(tried) >= (2 if ports.ashore(self.s) else self.by.sites):
                break
            if any(grid.distance(anchor, other) < self.by.spread for other in tried):
                continue
            tried.append(anchor)
            near = [hex for hex in hexes(beaches) if grid.distance(anchor, hex) <= self.by.spread]
            waves = self._choose([wave for hex in near for wave in self._waves(hex, units)])
            worth = math.fsum(wave.worth for wave in waves) + self._hopes(anchor, waves)
            if worth > best[0]:
                best = worth, waves
        return best

    def _hopes(self, anchor: Hex, waves: list[Wave]) -> float:
        """What a landing may lead to: its aims, if it holds against what the enemy can bring there soon."""
        s = self.s
        if not waves:
            return 0.0
        board = s.scenario.board
        if s.units_in(board.disk(anchor, NEW) & board.continent, ALLIED):
            return 0.0
        landed = sum(s.factor(unit) for wave in waves for unit in wave.units)
        if board.water_of(anchor) & board.grid.spread(board.england):
            landed += 4 * min(s.scenario.tables.sea.drops, airborne.ready_to_drop(s).bit_count())
        travel = self.view.ground.travel(anchor)
        foes = s.units_in(board.continent, GERMAN) & s.scenario.divisions
        against = math.fsum(
            s.factor(unit) * self.view.ground.fade(3 * travel.get(s.position.at[unit], FAR))
            for unit in hexes(foes)
        )
        sure = landed / (landed + against + 1.0)
        force = sum(len(wave.units) for wave in waves) / SIX
        aims = sorted((self.aims(wave.beach) for wave in waves), reverse=True)[:2]
        return self.by.hold * min(1.0, force) * sure * sure * math.fsum(aims)

    def _site(self, beach: Hex) -> float:
        """How good a place for a landing is."""
        s, board = self.s, self.s.scenario.board
        near = board.disk(beach, self.by.spread)
        score = self.aims(beach) + 0.5 * (board.beaches & near).bit_count()
        foes = s.units_in(board.disk(beach, 4), GERMAN)
        friends = s.units_in(near & board.continent, ALLIED)
        score -= 0.3 * sum(s.factor(unit) for unit in hexes(foes))
        return score + 2.0 * min(6, friends.bit_count())

    def _choose(self, waves: list[Wave]) -> list[Wave]:
        """The waves worth most together: transport, divisions and supply are limited."""
        s = self.s
        useful = [wave for wave in waves if wave.worth > 0]
        room: dict[Use, float] = {
            "points": float(s.position.shipping),
            "ashore": float(self.room),
            "wings": float(len(s.position.wings)),
        }
        packages = []
        for wave in useful:
            uses: dict[Use, float] = {("unit", unit): 1.0 for unit in wave.units}
            uses["beach", wave.beach] = 1.0
            uses["points"] = float(wave.points)
            uses["ashore"] = float(len(wave.units))
            packages.append(Package(wave.worth, uses))
        return [useful[number] for number in self.choose(packages, room)]

    choose = staticmethod(select)
    """The numbers of the packages that are worth most together."""

    def _waves(self, beach: Hex, units: list[int]) -> list[Wave]:
        """Ways to land on a beach, by one division or two."""
        s, board = self.s, self.s.scenario.board
        if s.full(ALLIED) >> beach & 1:
            return []
        priced: dict[tuple[Hex, bool, int], list[tuple[int, int]]] = {}
        for unit in units:
            here = s.position.at[unit]
            far = board.sea_way(here, board.off_beaches[beach])
            if far is None or ports.closed(s) >> here & 1:
                continue
            points = shipping.price(far, invasion.carried(s, unit))
            if points <= s.position.shipping:
                kind = (here, bool(s.scenario.armour >> unit & 1), s.factor(unit))
                priced.setdefault(kind, []).append((points, unit))
        able = sorted(
            (pair for pairs in priced.values() for pair in pairs[:2]),
            key=lambda pair: (pair[0] / s.factor(pair[1]), pair),
        )[:TRIED]
        room = self.view.limit(beach) - (s.units_in(1 << beach, ALLIED) & s.scenario.divisions).bit_count()
        found = [self.wave(beach, (unit,), points) for points, unit in able]
        if room >= 2:
            found += [
                self.wave(beach, (first, second), points + more)
                for n, (points, first) in enumerate(able)
                for more, second in able[n + 1 :]
            ]
        return found

    def wave(self, beach: Hex, units: tuple[int, ...], points: int) -> Wave:
        """What it should bring to send these divisions."""
        view, s, ground = self.view, self.s, self.view.ground
        landed = math.fsum(map(self._ashore, units))
        aims = 0.1 * self.aims(beach) * (1.0 if len(units) > 1 else 0.8)
        enemies = s.units_at(beach, GERMAN)
        own = view.own >> beach & 1
        men = view.men(mask_of(units))
        strength = sum(s.factor(unit) for unit in units) * view.times(beach, ALLIED)
        risk = 0.5 * view.danger(beach, strength + 2) * men + self._apart(beach) * len(units)
        if not enemies:
            taken = 0.0 if own else self.by.empty + aims
            return Wave(beach, units, points, landed + taken + self._strike(beach, units) - risk)
        attack = sum(s.factor(unit) for unit in units) + min(len(units), len(s.position.wings))
        attack += self._guns(beach)
        defence = sum(s.factor(unit) for unit in enemies) * view.times(beach, GERMAN, from_sea=True)
        landing, _ = ground.column(attack, max(1, defence + view.answer(beach)))
        if landing < 0:
            return Wave(beach, units, points, -1.0)
        steps = sum(s.position.steps[unit] for unit in enemies)
        won = lost = 0.0
        for result in ground.results(landing):
            won += (result.automatic or result.defender_back or result.defender >= steps) / 6
            lost += (result.attacker + result.attacker_back * len(units)) / 6
        worth = won * (landed + aims + self.by.empty + 0.7 * view.men(mask_of(enemies)) - risk)
        return Wave(beach, units, points, worth - lost * men / (2 * len(units)))

    def _strike(self, beach: Hex, units: tuple[int, ...]) -> float:
        """What those who land where nobody is may take at once of what lies beside it (12.5)."""
        brought = sum(self.s.factor(unit) for unit in units)
        key = beach, brought
        found = self._strikes.get(key)
        if found is None:
            targets = hexes(self.view.struck(beach) & self.s.occupied(GERMAN))
            found = max((self._taken(target, brought, len(units)) for target in targets), default=0.0)
            self._strikes[key] = found = self.by.strike * found
        return found

    def _taken(self, target: Hex, strength: int, divisions: int) -> float:
        """What an attack on a hex by divisions of some strength should take, with aircraft, and ships off the shore."""
        view, s = self.view, self.s
        strength += min(divisions, len(s.position.wings))
        strength += self._guns(target)
        landing, _ = view.ground.column(strength, max(1, view.resistance(target)))
        if landing < 0:
            return 0.0
        steps = sum(s.position.steps[unit] for unit in s.units_at(target, GERMAN))
        won = sum(
            result.automatic or result.defender_back or result.defender >= steps
            for result in view.ground.results(landing)
        )
        return won / SIX * (min(view.ground.by.worth.most, view.worth(target)) + view.prize(target))

    def _guns(self, target: Hex) -> int:
        """What the two strongest ships add that can come next to a hex."""
        return sum(self.s.scenario.ships[ship].combat for ship in self.view.guns(target)[:2])

    def _apart(self, beach: Hex) -> float:
        """What it counts that a beach is far from the ports that feed those who land."""
        s, distance = self.s, self.s.scenario.board.grid.distance
        serving = [distance(beach, hex) for hex in hexes(ports.controlled(s)) if ports.room(s, hex)]
        return self.by.apart * max(0, min(serving) - 2) if serving else 0.0

    def _off(self, unit: int, beach: Hex) -> list[Hex]:
        """The sea hexes before a beach, the nearest first: each has room for two units only, of whatever beach (12.3)."""
        s, board = self.s, self.s.scenario.board
        ways = board.sea_steps(s.position.at[unit])
        return [hex for area in ways for hex in hexes(area & board.off_beaches[beach])]

    # -- transport ----------------------------------------------------------------------------------------------------

    def ship(self) -> Order | None:
        """The unit that is wanted most ashore, to the port nearest to the front."""
        s = self.s
        legal = s.legal(ALLIED)
        if orders.Ship not in legal.kinds():
            return None
        overseas = s.units_in(s.scenario.board.overseas, ALLIED)
        for unit in sorted(
            (unit for unit in legal.values(orders.Ship) if overseas >> unit & 1),
            key=lambda unit: (-self._wanted_ashore(unit), unit),
        ):
            if self._wanted_ashore(unit) <= 0:
                continue
            places = [hex for hex in legal.values(orders.Ship, unit) if self._takes_in(hex, unit)]
            if places:
                return orders.Ship(unit, min(places, key=lambda hex: (self.view.far(hex), hex)))
        return None

    def _takes_in(self, port: Hex, unit: int) -> bool:
        """Whether nobody is one too many there when a unit lands: enough of those in port can march away (7.2)."""
        view, s = self.view, self.s
        hq = s.scenario.hqs >> unit & 1
        kind, most = (s.scenario.hqs, 1) if hq else (s.scenario.divisions, view.limit(port))
        there = s.units_in(1 << port, ALLIED) & kind
        leaving = out = 0
        for other in hexes(there & self._mobile):
            ways = view.reach(other) & ~(1 << port)
            leaving += bool(ways)
            out |= ways
        room = sum(max(0, most - (s.units_in(1 << hex, ALLIED) & kind).bit_count()) for hex in hexes(out))
        return there.bit_count() + 1 - min(leaving, room) <= most

    @cached_property
    def _mobile(self) -> Mask:
        return mobile(self.view)

    def _wanted_ashore(self, unit: int) -> float:
        """How much a unit is wanted on the Continent: headquarters one for each six divisions of their nation."""
        s, scenario = self.s, self.s.scenario
        if not scenario.hqs >> unit & 1:
            return float(s.factor(unit))
        nation = scenario.nations[allies_of(scenario.units[unit])]
        there = s.units_in(scenario.board.continent, ALLIED) & nation
        led = 6 * (there & scenario.hqs).bit_count()
        return 20.0 if (there & scenario.divisions).bit_count() >= led + 2 else 0.0

    # -- drops --------------------------------------------------------------------------------------------------------

    def drop(self) -> Order | None:
        """An airborne division that drops where it does most, near friends."""
        s = self.s
        if not s.effects.drops or self.room <= 0:
            return None
        ready = airborne.ready_to_drop(s)
        legal = s.legal(ALLIED)
        if not ready or orders.Drop not in legal.kinds():
            return None
        near = self._near_friends
        return best_move(
            legal,
            orders.Drop,
            lambda unit, hex: self.landing_zone(unit, hex) if near >> hex & 1 else self.by.drop,
            above=self.by.drop,
        )

    @property
    def _near_friends(self) -> Mask:
        """The hexes that friends are near to, those about to land among them."""
        s, board = self.s, self.s.scenario.board
        friends = s.occupied(ALLIED) & board.continent | mask_of(s.position.beach.values())
        found = 0
        for hex in hexes(friends):
            found |= board.disk(hex, 3)
        return found

    def landing_zone(self, unit: int, hex: Hex) -> float:
        """What it should bring to drop a division onto a hex."""
        view, s = self.view, self.s
        friends = s.units_in(1 << hex, ALLIED) & s.scenario.divisions
        worth = 0.0 if view.own >> hex & 1 else view.worth(hex) + 0.3 * self.aims(hex)
        together = s.factor(unit) + sum(s.factor(other) for other in hexes(friends))
        defence = together * view.times(hex, ALLIED)
        danger = view.danger(hex, defence)
        return self._joins(unit, hex) + worth * (1 - 0.5 * danger) - 0.6 * danger * view.ground.cost(s, unit)

    def _joins(self, unit: int, hex: Hex) -> float:
        """How much more an attack on what lies beside a hex should take with a division that drops there."""
        s = self.s
        best = 0.0
        for target in hexes(self.view.struck(hex) & s.occupied(GERMAN)):
            near = self.view.striking(target)
            force = s.units_in(near, ALLIED) & s.scenario.divisions
            force |= mask_of(other for other, beach in s.position.beach.items() if near >> beach & 1)
            others = [s.factor(other) for other in hexes(force & ~s.position.hungry)]
            alone = self._taken(target, sum(others), len(others)) if others else 0.0
            best = max(best, self._taken(target, sum(others) + s.factor(unit), len(others) + 1) - alone)
        return self.by.strike * best

    # -- Mulberries ---------------------------------------------------------------------------------------------------

    def build(self) -> Order | None:
        """A Mulberry where most of the army stands and the enemy is far."""
        s, board = self.s, self.s.scenario.board
        legal = s.legal(ALLIED)
        if orders.Build not in legal.kinds() or not mulberry.sites(s):
            return None
        for piece in legal.values(orders.Build):
            places = list(legal.values(orders.Build, piece))
            if places:

                def good(hex: Hex) -> tuple[float, int]:
                    men = s.units_in(board.disk(hex, 4), ALLIED).bit_count()
                    return men + min(3, self.view.far(hex)), -hex

                return orders.Build(piece, max(places, key=good))
        return None
