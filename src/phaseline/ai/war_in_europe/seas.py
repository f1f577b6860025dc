"""Across the sea: which coasts to assault with whom, who sails where, what stays on the beaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from phaseline.ai.war_in_europe.ground import FAR
from phaseline.ai.war_in_europe.situation import PARTS, Situation
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import ALLIED, BOX_OF_FRONT, FRONTS, Plan
from phaseline.games.war_in_europe.results import BACK, DEFENDERS_LOST, FAILED
from phaseline.games.war_in_europe.rules import (
    airground,
    airlift,
    amphibious,
    movement,
    odds,
    shipping,
    supply,
)
from phaseline.games.war_in_europe.scenario import FOOT
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.mechanics.strength import Strength, total

CROSSING = 30
"""How much farther from the enemy a port beyond the sea counts than one on this side, in Movement Points."""
INLAND = 2
"""What a way to the next port counts."""
NEARER = 6
"""Who sails comes nearer to the enemy by so many Movement Points at least."""


TRIED = 24
"""So many coasts, the most promising, are thought through."""
DROPS = 2
"""So many airborne units at most help an assault from the sea."""
DROPPED = 6
"""What an airborne unit brings to it."""


class Chance(NamedTuple):
    """What may come of an assault, each from 0 to 1, and what it should cost the attackers, in printed points."""

    taken: float
    failed: float
    price: float


class Landing(NamedTuple):
    """An assault on a coast: its worth, the hex as a negative number, so that the lowest comes first, and who lands."""

    worth: float
    mark: int
    force: list[int]
    drops: int


class Fleet:
    """Plans what crosses the sea, in ships and in the air."""

    def __init__(self, view: Situation) -> None:
        self.view = view
        self.s = view.s
        self.seat = view.seat
        self.by = view.by.landing

    # -- how far it is to the war -------------------------------------------------------------------------------------

    @cached_property
    def _to_port(self) -> dict[Hex, int]:
        s = self.s
        ports = shipping.ports(s, self.seat)
        return self.view.ground.travel_from(s, ports, FOOT) if ports else {}

    def distance(self, hex: Hex) -> int:
        """How far a hex is from the war, in Movement Points: over land, or from a port where it must cross the sea."""
        far = self.view.far(hex)
        if far < FAR:
            return far
        return FAR + CROSSING + INLAND * self._to_port.get(hex, FAR)

    @cached_property
    def overseas(self) -> Mask:
        """Own units from where no way over land leads to an enemy, or to what he holds."""
        at, view = self.s.position.at, self.view
        return mask_of(
            unit
            for unit in hexes(self.s.on_map(self.seat))
            if view.far(at[unit]) >= FAR and not view.potential.get(at[unit])
        )

    @cached_property
    def foothold(self) -> bool:
        """Whether somebody stands where the enemy can be reached over land."""
        return bool(self.s.on_map(self.seat) & ~self.overseas)

    def muster(self) -> list[orders.Move]:
        """Units that have to cross the sea go to the next port."""
        s = self.s
        if not self.sailing:
            return []
        at, found = s.position.at, list[orders.Move]()
        ports = shipping.ports(s, self.seat)
        movers = self.overseas & ~s.units_in(ports, self.seat) & ~s.scenario.repairers
        movers &= movement.movable(s).mask
        taken: Counter[Hex] = Counter()
        for unit in hexes(movers):
            full = mask_of(hex for hex, count in taken.items() if self.room(hex) <= count)
            near = [hex for hex in hexes(self.view.reach(unit) & ~full) if self._to_port.get(hex, FAR) < FAR]
            best = min(near, key=lambda hex: (self._to_port[hex], hex), default=at[unit])
            if self._to_port.get(best, FAR) < self._to_port.get(at[unit], FAR) and self.room(best):
                taken[best] += 1
                found.append(orders.Move(unit, best))
        return found

    def room(self, hex: Hex) -> int:
        """How many more units a hex takes."""
        here = (self.s.units_in(1 << hex, self.seat) & self.s.scenario.counted).bit_count()
        return max(0, self.view.limit(hex) - here)

    @property
    def sailing(self) -> bool:
        """Whether the side has ships in this turn."""
        s = self.s
        return s.scenario.seas[self.seat] != () and bool(
            s.position.fleet[self.seat] or shipping.stores(s, self.seat)
        )

    # -- assaults -----------------------------------------------------------------------------------------------------

    def assaults(self) -> list[Order]:
        """The units that assault coasts in this turn; none if it does not pay."""
        s = self.s
        legal = s.legal(self.seat)
        if orders.Assault not in legal.kinds():
            return []
        pool = self._pool(legal.values(orders.Assault))
        shores = {port: mask_of(legal.values(orders.Assault, units[0])) for port, units in pool.items()}
        points = sum(
            count
            for entry, count in enumerate(s.position.landing)
            if s.scenario.stores[entry].seat == self.seat
        )
        beaches = self._coasts(shores.values())[:TRIED]
        found: list[Order] = []
        board = s.scenario.board
        helpers = [self.ready(front) for front in range(len(FRONTS))]
        while points > 0 and beaches:
            landings = []
            for beach in beaches:
                force, drops = self._force(beach, pool, shores, points, helpers[board.front_number(beach)])
                if force:
                    landings.append(Landing(self._worth(beach, force, drops), -beach, force, drops))
            best = max(landings, default=None)
            if best is None or best.worth < self.by.least:
                break
            anchor = -best.mark
            helpers[board.front_number(anchor)] -= best.drops
            points -= len(best.force)
            for unit in best.force:
                pool[s.position.at[unit]].remove(unit)
                found.append(orders.Assault(unit, anchor))
            near = board.disk(anchor, self.by.spread)
            beaches = [beach for beach in beaches if beach != anchor and near >> beach & 1]
        return found

    def complete(self) -> Order | None:
        """Who has still to land by the plan of a scenario, where it is safest: the phase does not end before."""
        s = self.s
        plan = amphibious.plan(s, self.seat)
        if plan is None or not amphibious.missing(s, plan):
            return None
        legal = s.legal(self.seat)
        ways = [
            (
                self.chance(hex, self._lands_with(unit)).failed
                if s.occupied(self.view.enemy) >> hex & 1
                else 0.0,
                unit,
                hex,
            )
            for unit in legal.values(orders.Assault)
            if s.scenario.divisions >> unit & 1
            for hex in legal.values(orders.Assault, unit)
            if shipping.planned(s, s.position.at[unit]) >> hex & 1
        ]
        if not ways:
            return None
        _, unit, hex = min(ways, key=lambda way: (way[0], -self._lands_with(way[1]), way[1:]))
        return orders.Assault(unit, hex)

    def _pool(self, units: Iterable[int]) -> dict[Hex, list[int]]:
        """By port, who may go aboard, the best for it first; as many as a port embarks."""
        s = self.s
        found: dict[Hex, list[int]] = {}
        most = s.scenario.tables.sea.per_port
        for unit in sorted(units, key=lambda unit: (-self._lands_with(unit), unit)):
            port = s.position.at[unit]
            crew = found.setdefault(port, [])
            if len(crew) + s.position.embarked.get(port, 0) < most:
                crew.append(unit)
        return {port: crew for port, crew in found.items() if crew}

    def _lands_with(self, unit: int) -> Strength:
        """What a unit brings against somebody on the beach."""
        sea = self.s.scenario.tables.sea
        share = sea.mechanized if self.s.scenario.mechanized >> unit & 1 else sea.other
        return self.s.face(unit).attack() * Fraction(share)

    def _coasts(self, areas: Iterable[Mask]) -> list[Hex]:
        """The coasts that promise most, best first."""
        every = 0
        for area in areas:
            every |= area
        found = [(self.site(hex), hex) for hex in hexes(every & ~shipping.ports(self.s, self.seat))]
        return [hex for site, hex in sorted(found, key=lambda pair: (-pair[0], pair[1])) if site > 0]

    def site(self, hex: Hex) -> float:
        """How good a hex is for a landing, whoever lands: what it is worth, what is near, and who stands near."""
        s, view, board, bit = self.s, self.view, self.s.scenario.board, 1 << hex
        taken = not view.own & bit
        found = self.by.pull * view.potential.get(hex, 0.0) + (view.worth(hex) if taken else 0.0)
        open_ports = board.ports & ~s.occupied(view.enemy) & ~view.own
        if open_ports & bit:
            found += self.by.port
        elif open_ports & board.grid.adjacent_mask(hex) & board.playable:
            found += self.by.port / 2
        near = s.units_in(board.disk(hex, 3) & ~bit, view.enemy)
        if not self.foothold:
            found += self.by.foothold
        found -= self.by.foes * sum(s.face(unit).attack() for unit in hexes(near))
        friends = s.units_in(board.disk(hex, 4), self.seat)
        return found + self.by.friend * min(6, friends.bit_count())

    def _force(
        self, beach: Hex, pool: dict[Hex, list[int]], shores: dict[Hex, Mask], points: int, drops: int
    ) -> tuple[list[int], int]:
        """Who goes to a beach, and for how many airborne units room is left: as few as make it safe, two at most."""
        able = sorted(
            (unit for port, crew in pool.items() if shores[port] >> beach & 1 for unit in crew),
            key=lambda unit: (-self._lands_with(unit), unit),
        )
        most = min(self.room(beach), points, self.s.scenario.tables.sea.per_port)
        if not self.s.occupied(self.view.enemy) >> beach & 1:
            return able[:most], 0
        plans = [(able[: most - extra], extra) for extra in range(min(DROPS, drops, most - 1) + 1)]
        return min(plans, key=lambda plan: (self._odds(beach, *plan).failed, plan[1]), default=([], 0))

    def _odds(self, beach: Hex, force: list[int], drops: int) -> Chance:
        return self.chance(beach, sum(self._lands_with(unit) for unit in force) + DROPPED * drops)

    def ready(self, front: int) -> int:
        """How many airborne units could drop in this turn on a front."""
        s = self.s
        waiting = s.lying(self.seat, BOX_OF_FRONT[front]) & s.scenario.airborne & ~s.position.travelled
        return min(waiting.bit_count(), airlift.lift(s, self.seat, front))

    def _worth(self, beach: Hex, force: list[int], drops: int) -> float:
        """What it should bring that these units land there."""
        s, view = self.s, self.view
        site = self.site(beach)
        men = view.men(mask_of(force))
        if not s.occupied(view.enemy) >> beach & 1:
            strength = PARTS * sum(s.face(unit).strength for unit in force) * view.times(beach)
            return site - self.by.risk * view.danger(beach, strength) * men
        chance = self._odds(beach, force, drops)
        return chance.taken * (site + self.by.kill * self._men_at(beach)) - chance.failed * men - chance.price

    def _men_at(self, hex: Hex) -> float:
        return self.view.men(mask_of(self.s.units_at(hex, self.view.enemy)))

    def chance(self, hex: Hex, power: Strength) -> Chance:
        """What comes of an assault on a hex with so much strength, ships' guns and an Air Point with it."""
        s, view = self.s, self.view
        walls = odds.works(s, view.enemy, 0)
        defence = total(odds.defence(s, hex, view.enemy, walls=walls))
        plan = Plan(attacker=self.seat, target=hex, attackers=0, targets=1 << hex)
        table = odds.table(s, plan)
        if not power:
            return Chance(0.0, 1.0, 0.0)
        landed = table.odds.report(power, defence or 1).landed
        added = sum(modifier.amount for modifier in odds.modifiers(s, plan, walls))
        added += s.scenario.tables.sea.gunfire if self.seat == ALLIED else 0
        added += airground.unsupported(s, self.seat, 1 << hex) is None
        printed = odds.printed(s, mask_of(s.units_at(hex, view.enemy)))
        taken = failed = price = 0.0
        for result, share in table.outcomes(landed, added).floats().items():
            taken += share * (result in DEFENDERS_LOST) + 0.8 * share * (result in BACK)
            failed += share * (result in FAILED)
            price += share * printed * {"Ex": 1.0, "1/2Ex": 0.5}.get(result, 0.0)
        return Chance(taken, failed, price)

    # -- on the beaches -----------------------------------------------------------------------------------------------

    def settle(self) -> Order | None:
        """A Point stays on each beach where it is wanted, the harbour goes where most men are."""
        s = self.s
        legal = s.legal(self.seat)
        kinds = legal.kinds()
        if orders.Pier in kinds:
            for unit in legal.values(orders.Pier):
                if not shipping.ports(s, self.seat) >> s.position.at[unit] & 1:
                    return orders.Pier(unit)
        if orders.Harbour in kinds:
            places = list(legal.values(orders.Harbour))
            if places:
                return orders.Harbour(min(places, key=lambda hex: (-self._men_near(hex), hex)))
        if orders.Lift in kinds:
            for hex in legal.values(orders.Lift):
                if self._idle(hex):
                    return orders.Lift(hex)
        return None

    def _men_near(self, hex: Hex) -> int:
        s = self.s
        return s.units_in(s.scenario.board.disk(hex, 3), self.seat).bit_count()

    def _idle(self, hex: Hex) -> bool:
        """Whether nobody needs the Point on a beach any more: all there have better supply."""
        s = self.s
        if hex == s.position.harbour:
            return False
        near = s.scenario.board.disk(hex, 2)
        return not s.occupied(self.seat) & near & ~supply.area(s, self.seat, 0)

    # -- shipping -----------------------------------------------------------------------------------------------------

    def ship(self) -> Order | None:
        """The unit that is wanted most beyond the sea, to the port nearest to the war."""
        s = self.s
        legal = s.legal(self.seat)
        if orders.Sail not in legal.kinds():
            return None
        at = s.position.at
        places: dict[tuple[Hex, bool, bool], list[Hex]] = {}
        best: tuple[float, int, Order] | None = None
        for unit in legal.values(orders.Sail):
            wanted = self._wanted(unit)
            if wanted <= 0 or (best is not None and wanted <= best[0]):
                continue
            support = bool(s.scenario.support >> unit & 1)
            key = at[unit], support, bool(s.scenario.repairers >> unit & 1)
            if key not in places:
                places[key] = [
                    hex for hex in legal.values(orders.Sail, unit) if self._useful(at[unit], hex, support)
                ]
            if places[key]:
                to = min(places[key], key=lambda hex: (self.distance(hex), hex))
                best = wanted, -unit, orders.Sail(unit, to)
        return None if best is None else best[2]

    def _useful(self, start: Hex, to: Hex, support: bool) -> bool:
        near = self.distance(to) + NEARER <= self.distance(start) and self.distance(to) < FAR
        return near and not (self.view.advances and self._lost(to, support))

    def _lost(self, to: Hex, support: bool) -> bool:
        """Whether a port could be lost though as many stand there as find room, or for supply and repair units, as it is held."""
        view = self.view
        if support:
            return view.bare(to)
        each = max((self.s.face(unit).strength for unit in hexes(self.overseas)), default=0)
        return not view.holds(to, each * view.limit(to))

    def _wanted(self, unit: int) -> float:
        """How much a unit is wanted where the war is: supply and repair units first, then the strong."""
        s = self.s
        if s.scenario.support >> unit & 1:
            return 100.0
        face = s.face(unit)
        return face.attack() + 0.3 * face.movement + 0.1
