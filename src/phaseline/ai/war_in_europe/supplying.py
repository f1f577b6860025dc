"""Mobile supply units: behind the front, where they feed most, and out of the enemy's way."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property

from phaseline.ai.war_in_europe.ground import FAR
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.engine.orders import Order
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.rules import movement, supply, terrain
from phaseline.games.war_in_europe.rules.chains import Chain
from phaseline.games.war_in_europe.scenario import FOOT
from phaseline.hexgrid import Hex, Mask, hexes, mask_of, union
from phaseline.mechanics.supply import points_to

TRIED = 40
"""So many places are thought of for each of them."""

BARE = 30.0
"""A place that the enemy could take is bad."""

LOST = 1000.0
"""A place where nothing feeds it is the worst."""


def alone(chain: Chain) -> Mask:
    """The supplyheads of a chain that work without mobile supply units: railways and ports, one fed by another."""
    net, found, before = chain.net, chain.sources, -1
    ports = net.major | net.minor
    while before != found:
        before = found
        for line in net.lines:
            if line & found:
                found |= line
        for haven in net.havens:
            if haven & found & ports:
                found |= haven & ports
    return found


class Quartermaster:
    """Looks after the supply of a side. `at` is where its units will be, `room` whether a hex has room for another."""

    def __init__(
        self,
        view: Situation,
        at: Mapping[int, Hex] | None = None,
        room: Callable[[int, Hex], bool] | None = None,
    ) -> None:
        self.view = view
        self.at: Mapping[int, Hex] = (
            at if at is not None else {u: view.s.position.at[u] for u in hexes(view.s.on_map(view.seat))}
        )
        self.room = room if room is not None else self._free
        self._sent: Counter[Hex] = Counter()
        self.s = view.s
        self.seat = view.seat
        self.by = view.by.supply

    def _free(self, unit: int, hex: Hex) -> bool:  # noqa: ARG002 - they are all alike
        """Whether there is room in a hex as all stand, but for the supply units that have been sent there."""
        s = self.s
        there = s.standing.by_hex[self.seat].get(hex, 0) & s.scenario.counted
        return there.bit_count() + self._sent[hex] < self.view.limit(hex)

    def posts(self) -> Iterator[orders.Move]:
        """Where mobile supply units go now, one after the other; they move in both movement phases."""
        s = self.s
        units = s.scenario.suppliers & s.on_map(self.seat) & movement.movable(s).mask & ~s.position.moved
        if not units:
            return
        at = s.position.at
        base = self._base(units)
        allowed = base
        for unit in sorted(hexes(units), key=lambda unit: (not base >> at[unit] & 1, unit)):
            hex = self._best(unit, allowed, base)
            base |= self._covered(hex) if allowed >> hex & 1 else 0
            allowed |= base
            if hex != at[unit]:
                self._sent[hex] += 1
                yield orders.Move(unit, hex)

    def _base(self, posts: Mask) -> Mask:
        """The hexes in supply but for these supply units."""
        s = self.s
        school = next(school for school in s.scenario.schools if school.units & posts)
        chain = supply.chain_of(s, school)
        heads = (chain.major | chain.minor) & (
            union(chain.net.lines) | chain.net.major | chain.net.minor | chain.sources
        )
        if self.view.advances:
            heads &= alone(chain)
        weak = heads & chain.net.minor & ~union(chain.net.lines)
        limits = s.scenario.tables.supply
        return self._within(heads & ~weak, limits.major) | self._within(weak, limits.minor)

    def _best(self, unit: int, allowed: Mask, base: Mask) -> Hex:
        """The best place within reach that is fed; where it is if there is none."""
        s = self.s
        start = s.position.at[unit]
        area = self.view.reach(unit) & allowed & ~s.zone(self.view.enemy) & ~s.position.neutral
        area = mask_of(hex for hex in hexes(area) if hex == start or self.room(unit, hex))
        hungry, far = self.hungry, self.view.far
        near = sorted(
            hexes(area), key=lambda hex: (hungry.get(hex, FAR), abs(far(hex) - self.by.behind), hex)
        )[:TRIED]
        best, most = start, self._worth(start, base) + self.by.stay if allowed >> start & 1 else -LOST
        for hex in near:
            worth = self._worth(hex, base)
            if worth > most:
                best, most = hex, worth
        return best

    def _worth(self, hex: Hex, base: Mask) -> float:
        """What it brings that a supply unit stands in a hex: who else is fed, the ground ahead, less what it risks."""
        s, view = self.s, self.view
        area = self._covered(hex)
        units = self._fighters(area)
        fed = self._fighters(area & base)
        worth = self.by.feeds * fed.bit_count() + self.by.saves * (units & ~fed).bit_count()
        ahead = area & s.position.owner[view.enemy] & ~base
        worth += self.by.ahead * min(30, ahead.bit_count())
        close = view.far(hex)
        guarded = self._fighters(1 << hex) != 0
        if close < self.by.behind and not guarded:
            worth -= self.by.risk * (self.by.behind - close)
        if view.advances and view.bare(hex):
            worth -= BARE
        return worth - 0.01 * close - self.by.late * self.hungry.get(hex, FAR)

    @cached_property
    def hungry(self) -> Mapping[Hex, int]:
        """How far it is to the foremost who have outrun the railways, or who else could: to where supply will be wanted."""
        s = self.s
        units = s.scenario.combat_units & s.on_map(self.seat) & ~s.position.ashore & ~s.position.dropped
        starved = units & ~self._fighters(self._base(s.scenario.suppliers & s.on_map(self.seat)))
        wanted = starved or units & s.scenario.twice
        felt = {unit: self.view.potential.get(self.at[unit], 0.0) for unit in hexes(wanted)}
        most = max(felt.values(), default=0.0)
        places = mask_of(self.at[unit] for unit, found in felt.items() if found >= self.by.first * most)
        return self.view.ground.travel_from(s, places, FOOT, s.occupied(self.view.enemy)) if places else {}

    def _fighters(self, area: Mask) -> Mask:
        """The combat units that will be in an area."""
        found = 0
        for unit, hex in self.at.items():
            found |= (area >> hex & 1) << unit
        return found & self.s.scenario.combat_units

    def _covered(self, hex: Hex) -> Mask:
        """The hexes that a supply unit in a hex would feed, nobody being in the way."""
        return self._within(1 << hex, self.s.scenario.tables.supply.major)

    def _within(self, heads: Mask, limit: int) -> Mask:
        """The hexes from which some heads are near enough; in foul weather half as near."""
        s = self.s
        frozen = s.frozen
        if s.weather != "clear":
            limit //= 2

        def reached() -> Mask:
            paths = terrain.priced(s, FOOT, 0, 0, frozen)
            return union(points_to(s.scenario.board.grid, heads, paths, limit))

        area: Mask = s.known(("feeds", heads, limit), (frozen,), reached)
        return area

    def scuttle(self) -> Order | None:
        """A supply unit that cannot get away from the enemy is destroyed rather than captured."""
        s = self.s
        legal = s.legal(self.seat)
        if orders.Scuttle not in legal.kinds():
            return None
        for unit in legal.values(orders.Scuttle):
            hex = s.position.at[unit]
            alone = not s.units_in(1 << hex, self.seat) & s.scenario.combat_units
            beside = s.scenario.board.grid.adjacent_mask(hex) & s.occupied(self.view.enemy)
            hungry = not supply.area(s, self.seat) >> hex & 1
            if alone and hungry and beside.bit_count() >= 3:
                return orders.Scuttle(unit)
        return None
