"""Trucks, ports, rations and stocks: how those who matter are fed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from phaseline.ai.france44.situation import Situation
from phaseline.engine.orders import Order
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED
from phaseline.games.france44.rules import ports, stocks, supply
from phaseline.hexgrid import Hex, Mask, hexes, mask_of
from phaseline.mechanics.lines import EVERYWHERE, extend, shortest

REAR = 8
"""Units further than so many movement points from the enemy go without before others."""
LONGEST = 40
"""No chain of trucks is longer, in hexes."""


class Chain(NamedTuple):
    """Trucks in a row, from a source or a chain that stands, to units that want supply."""

    posts: tuple[Hex, ...]
    feeds: Mask
    worth: float


class Quartermaster:
    """Looks after the supply of a side."""

    def __init__(self, view: Situation) -> None:
        self.view = view
        self.s = view.s
        self.seat = view.seat
        self.grid = view.s.scenario.board.grid
        self.range = view.s.effects.range
        self.through = supply.passing(view.s, view.seat)

    # -- trucks -------------------------------------------------------------------------------------------------------

    def trucks(self) -> list[Order]:
        """Orders that bring trucks to where they feed most."""
        s = self.s
        own = list(hexes(s.scenario.side_trucks[self.seat]))
        wanted = self._posts(len(own))
        at = s.position.trucks
        spare = []
        for truck in own:
            if at[truck] in wanted:
                wanted.remove(at[truck])
            else:
                spare.append(truck)
        spare.sort(key=lambda truck: (at[truck] >= 0, truck))
        return [orders.Haul(truck, hex) for truck, hex in zip(spare, wanted, strict=False)]

    def _posts(self, most: int) -> list[Hex]:
        """The hexes for trucks, the most useful first."""
        heads = self._heads()
        posts: list[Hex] = []
        fed = self._sources()
        while len(posts) < most:
            best: Chain | None = None
            for chain in self._chains(fed, posts, heads, most - len(posts)):
                if best is None or chain.worth > best.worth:
                    best = chain
            if best is None:
                break
            posts += best.posts
            fed |= best.feeds
        if self.seat == ALLIED:
            for hex in heads:
                if len(posts) < most and hex not in posts and self._helps(hex, posts):
                    posts.append(hex)
        return posts

    def _sources(self) -> Mask:
        """Where units are fed without trucks."""
        if self.seat == ALLIED:
            return mask_of(self._heads())
        return supply.rails(self.s) | mask_of(self.s.dumps(self.seat))

    def _heads(self) -> dict[Hex, int]:
        """The hexes where a chain may begin, and how many units are fed from there; for Germans the railways."""
        s = self.s
        if self.seat != ALLIED:
            return {}
        found = {hex: able for hex in hexes(ports.controlled(s)) if (able := ports.room(s, hex))}
        for hex, value in s.dumps(ALLIED).items():
            found[hex] = found.get(hex, 0) + value
        return found

    def _wanting(self, fed: Mask) -> dict[Hex, float]:
        """The hexes with units that are not fed yet, and how much they matter."""
        s, view = self.s, self.view
        found: dict[Hex, float] = {}
        continent = s.scenario.board.continent
        for unit in hexes(s.units_in(continent & ~fed, self.seat) & ~s.position.fresh):
            hex = s.position.at[unit]
            near = 1.0 if view.far(hex) <= REAR else 0.4
            found[hex] = found.get(hex, 0.0) + near * (1.0 + s.factor(unit))
        return found

    def _chains(self, fed: Mask, posts: list[Hex], heads: dict[Hex, int], left: int) -> Iterator[Chain]:
        """For each hex that wants supply the shortest chain there."""
        wanting = self._wanting(fed)
        begun = mask_of(posts)
        begin = (mask_of(heads) if self.seat == ALLIED else supply.rails(self.s)) & ~begun
        for hex in wanting:
            for goals, first in ((begun, False), (begin, True)):
                way = shortest(self.grid, hex, goals, self.through, limit=LONGEST) if goals else None
                if way is None:
                    continue
                way.reverse()
                chain = [way[0]] if first else []
                chain += way[self.range : len(way) - 1 : self.range]
                if not chain or len(chain) > left:
                    continue
                feeds = extend(self.grid, mask_of(chain), self.through, into=EVERYWHERE, limit=self.range)
                worths = sorted((worth for at, worth in wanting.items() if feeds >> at & 1), reverse=True)
                if first and self.seat == ALLIED:
                    worths = worths[: heads[way[0]]]
                yield Chain(tuple(chain), feeds, sum(worths) / len(chain))

    def _helps(self, hex: Hex, posts: list[Hex]) -> bool:
        """Whether a truck in the hex of a source hands something on, to a truck or to units."""
        area = extend(self.grid, 1 << hex, self.through, into=EVERYWHERE, limit=self.range) & ~(1 << hex)
        return bool(area & (mask_of(posts) | self.s.occupied(self.seat)))

    # -- ports --------------------------------------------------------------------------------------------------------

    def repair(self) -> Order | None:
        """Repair the port nearest to where the army stands."""
        legal = self.s.legal(self.seat)
        if orders.Repair not in legal.kinds():
            return None
        able = list(legal.values(orders.Repair))
        if not able:
            return None
        area = self.s.scenario.board.disk

        def near(hex: Hex) -> int:
            return self.s.units_in(area(hex, 12), self.seat).bit_count()

        return orders.Repair(max(able, key=lambda hex: (near(hex), -hex)))

    def stock(self) -> Order | None:
        """Put down what was not used, where the front is nearest."""
        s, legal = self.s, self.s.legal(self.seat)
        most = min(stocks.spare(s), stocks.LARGEST)
        if orders.Stock not in legal.kinds() or not most:
            return None
        places = list(legal.values(orders.Stock, most))
        if not places:
            return None
        return orders.Stock(most, min(places, key=lambda hex: (self.view.far(hex), hex)))

    # -- rations ------------------------------------------------------------------------------------------------------

    def starve(self) -> Order | None:
        """Who stands far behind goes without while somebody at the front is hungry."""
        s, at = self.s, self.s.position.at
        shared = supply.rations(s, self.seat)
        hungry = [
            unit for unit in hexes(shared.hungry() & ~shared.cut & ~s.position.starved) if shared.wants[unit]
        ]
        front = [unit for unit in hungry if self.view.far(at[unit]) <= REAR // 2]
        if not front:
            return None
        able = [unit for unit in s.legal(self.seat).values(orders.Starve) if self.view.far(at[unit]) > REAR]
        if not able:
            return None
        return orders.Starve(max(able, key=lambda unit: (self.view.far(at[unit]), -unit)))
