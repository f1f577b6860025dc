"""Where a front should run: the least cut of the map between the enemy and what is to be kept, and who stands where on it.

Every hexside over which the enemy can come costs what it takes to hold the hex behind it against those who could come to the
hex before it; every place on the enemy's side costs what it is worth. The front for which both together are least is no longer
than it has to be, follows rivers and mountains, has no salients, and gives up a place where a better line costs less.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, flood, hexes

_ENDLESS = 10**7


class Country(NamedTuple):
    """The ground that a front is looked for on.

    Attributes:
        grid: the grid.
        area: the hexes that count.
        over: the hexsides over which one goes and attacks.
        foes: where the enemy is; never behind the front.
        home: what must stay behind it.
        posts: where somebody could stand in time.
        cut_off: where one's own are whom no way joins to home: they may hold a front of their own.
    """

    grid: Grid
    area: Mask
    over: Hexsides
    foes: Mask
    home: Mask
    posts: Mask
    cut_off: Mask = 0


class Front(NamedTuple):
    """A front: who holds its posts keeps all that is behind.

    Attributes:
        posts: the hexes to hold, with the hexes before each of them.
        behind: all that is kept, the posts among it.
        given_up: what the places before it are worth.
    """

    posts: Mapping[Hex, Mask]
    behind: Mask
    given_up: int


class Fronts:
    """Looks for fronts across a country: the links are laid once, and what places are worth may be counted higher or lower."""

    def __init__(
        self,
        country: Country,
        strain: Callable[[Hex, Hex], int],
        worth: Mapping[Hex, int],
        gap: int = _ENDLESS,
    ) -> None:
        """What counts, in whole numbers.

        Args:
            country: the ground.
            strain: what it takes to hold the second hex against those who could come to the first.
            worth: what a hex is worth that stays behind the front.
            gap: what a hexside costs behind which nobody could stand; by default there is no such front.
        """
        import numpy as np  # noqa: PLC0415 - see `assignment`
        from scipy.sparse import coo_array  # noqa: PLC0415

        self.country = country
        self._place = {hex: number for number, hex in enumerate(hexes(country.area & ~country.foes))}
        self._worth = {hex: much for hex, much in worth.items() if hex in self._place and much > 0}
        self._source, self._sink = len(self._place), len(self._place) + 1
        links: dict[tuple[int, int], int] = {}
        for hex, place in self._place.items():
            shut = not country.posts >> hex & 1
            for before in hexes(country.over.beyond(hex) & country.area):
                # All hexes with enemies are one: their links are added up.
                link = self._place.get(before, self._source), place
                cost = gap if shut else max(1, strain(before, hex))
                links[link] = min(_ENDLESS, links.get(link, 0) + cost)
        for hex in hexes(country.home & ~country.foes & country.area):
            links[self._place[hex], self._sink] = _ENDLESS
        self._valued = [hex for hex in self._worth if not country.home >> hex & 1]
        self._first = len(links)
        for hex in self._valued:
            links[self._place[hex], self._sink] = 0
        self._room = np.array(list(links.values()), dtype=np.int32)
        starts, ends = np.array(list(links), dtype=np.int32).reshape(-1, 2).T
        numbers = np.arange(len(links), dtype=np.int32)
        size = len(self._place) + 2
        self._graph: Any = coo_array((numbers, (starts, ends)), shape=(size, size)).tocsr()
        self._order = self._graph.data.copy()

    def front(self, times: int = 1, per: int = 1) -> Front | None:
        """The front that costs least where all places are worth `times` as much, divided by `per`; of several the most forward.

        None: there is none that somebody could stand on.

        >>> grid = Grid.pointy(rows=1, cols=5)
        >>> ends = Country(grid, grid.all, Hexsides.every(grid), foes=0b00001, home=0b10000, posts=grid.all)
        >>> fronts = Fronts(ends, lambda before, hex: 9 - 2 * hex, {1: 1, 2: 3, 3: 1})
        >>> [dict(fronts.front(*scale).posts) for scale in ((1, 1), (1, 2), (2, 1))]
        [{2: 2}, {4: 8}, {1: 1}]
        """
        import numpy as np  # noqa: PLC0415 - see `assignment`
        from scipy.sparse.csgraph import breadth_first_order, maximum_flow  # noqa: PLC0415

        self._room[self._first :] = [min(_ENDLESS, self._worth[hex] * times // per) for hex in self._valued]
        self._graph.data = self._room[self._order]
        flow = maximum_flow(self._graph, self._source, self._sink)
        if flow.flow_value >= _ENDLESS:
            return None
        left: Any = self._graph - flow.flow
        left.data = np.maximum(left.data, 0)
        left.eliminate_zeros()
        lost = set(breadth_first_order(left, self._source, return_predecessors=False).tolist())
        kept = sum(1 << hex for hex, place in self._place.items() if place not in lost)
        return self._drawn(kept)

    def _drawn(self, kept: Mask) -> Front:
        """The front around what is kept; what no way behind it joins to home is not, but for those who are cut off already."""
        country = self.country
        start = (country.home | country.cut_off) & kept
        behind = flood(country.grid, start, kept, country.over)
        before = country.area & ~behind
        posts = {hex: country.over.beyond(hex) & before for hex in hexes(country.over.cross(before) & behind)}
        given_up = sum(much for hex, much in self._worth.items() if before >> hex & 1)
        return Front(posts, behind, given_up)


class Man(NamedTuple):
    """Somebody who could stand on a front: how strong he is, where he could stand, and what it costs to put him there."""

    unit: int
    strength: int
    area: Mask
    price: int


class Manning:
    """Who stands on which post, so that the risk of all posts is least; whole numbers throughout.

    `risk` tells what it costs that a post may fall which somebody holds with so much strength, or nobody (None).
    """

    def __init__(
        self,
        posts: Sequence[Hex],
        risk: Callable[[Hex, int | None], int],
        held: Mapping[Hex, Sequence[int]],
        limit: int,
    ) -> None:
        """`held` are the strengths of those who stand on posts already and stay; `limit` is how many find room in a hex."""
        self.posts = list(posts)
        self._risk = risk
        self._known: dict[tuple[Hex, int | None], int] = {}
        self.strength = {hex: sum(held[hex]) if held.get(hex) else None for hex in self.posts}
        self.count = {hex: len(held.get(hex, ())) for hex in self.posts}
        self.limit = limit
        self.at: dict[int, Hex] = {}

    def risk(self, hex: Hex, strength: int | None) -> int:
        """What it costs that a post may fall that is held so."""
        key = hex, strength
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._risk(hex, strength)
        return found

    def risks(self) -> dict[Hex, int]:
        """The risk of each post as they are held now."""
        return {hex: self.risk(hex, self.strength[hex]) for hex in self.posts}

    def man(self, men: Sequence[Man], sweeps: int = 3) -> dict[int, Hex]:
        """Who goes where: first where most is gained, one after the other; then they change places as long as that is better.

        Who gains less than his price anywhere is left out.

        >>> manning = Manning(
        ...     [0, 1], lambda hex, strength: 100 if strength is None else 20 // strength, {0: [1]}, 4
        ... )
        >>> manning.man([Man(7, 4, 0b11, 1), Man(8, 3, 0b01, 1), Man(9, 1, 0b01, 5)])
        {7: 1, 8: 0}
        """
        left = {man.unit: man for man in men}
        while left:
            offers = [
                (self._gain(man, hex), man, hex)
                for man in left.values()
                for hex in self.posts
                if self._fits(man, hex)
            ]
            gain, man, hex = max(offers, key=lambda offer: offer[0], default=(0, None, 0))
            if man is None or gain <= 0:
                break
            self._put(man, hex)
            del left[man.unit]
        for _ in range(sweeps):
            better = [self._elsewhere(man) or self._swapped(man, men) for man in men]
            if not any(better):
                break
        return dict(self.at)

    def _fits(self, man: Man, hex: Hex) -> bool:
        return bool(man.area >> hex & 1) and self.count[hex] < self.limit

    def _gain(self, man: Man, hex: Hex) -> int:
        before = self.strength[hex]
        return self.risk(hex, before) - self.risk(hex, (before or 0) + man.strength) - man.price

    def _put(self, man: Man, hex: Hex) -> None:
        self.strength[hex] = (self.strength[hex] or 0) + man.strength
        self.count[hex] += 1
        self.at[man.unit] = hex

    def _take(self, man: Man) -> Hex:
        hex = self.at.pop(man.unit)
        self.count[hex] -= 1
        self.strength[hex] = (self.strength[hex] or 0) - man.strength if self.count[hex] else None
        return hex

    def _elsewhere(self, man: Man) -> bool:
        """Whether somebody has gone to a post where he is wanted more."""
        here = self._take(man) if man.unit in self.at else None
        best, most = here, self._gain(man, here) if here is not None else 0
        for hex in self.posts:
            if hex != here and self._fits(man, hex) and (gain := self._gain(man, hex)) > most:
                best, most = hex, gain
        if best is not None:
            self._put(man, best)
        return best != here

    def _swapped(self, man: Man, men: Sequence[Man]) -> bool:
        """Whether somebody has changed places with another."""
        here = self.at.get(man.unit)
        for other in men:
            there = self.at.get(other.unit)
            if here is None or there is None or there == here or other.strength == man.strength:
                continue
            if not (man.area >> there & 1 and other.area >> here & 1):
                continue
            more = man.strength - other.strength
            now = self.risk(here, self.strength[here]) + self.risk(there, self.strength[there])
            then = self.risk(here, (self.strength[here] or 0) - more)
            then += self.risk(there, (self.strength[there] or 0) + more)
            if then < now:
                self._take(man)
                self._take(other)
                self._put(man, there)
                self._put(other, here)
                return True
        return False
