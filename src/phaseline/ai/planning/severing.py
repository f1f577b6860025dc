"""Whom to send where so that no line runs any more from where lines begin to where they end: a cut by people who stand in the way."""

from __future__ import annotations

import warnings
from collections.abc import Hashable, Iterable, Sequence
from typing import Any, NamedTuple

from phaseline.ai.planning.numbers import price
from phaseline.ai.planning.quiet import silenced
from phaseline.hexgrid import Hex, Hexsides, Mask, hexes

_OPTIONS: Any = {"node_limit": 2000, "mip_rel_gap": 0.0, "threads": 1}
"""For the solver; see `assignment`."""
_MARKS = 12
"""How many bits the mark of a place has."""
_SCALE = 4096.0


class Lines(NamedTuple):
    """Hexes that lines run through over some hexsides, from `start` to any of the `ends`.

    Lines run into the ends that are `firm` whatever bars them; to bar any other end is enough, and so it is to bar the start.
    """

    through: Mask
    over: Hexsides
    start: Hex
    ends: Mask
    firm: Mask = 0


class Post(NamedTuple):
    """Somebody who could stand somewhere, the hexes that he would bar there, and what it costs; `free` if nobody has to order it."""

    who: int
    hex: Hex
    bars: Mask
    price: float
    free: bool = False


class Lever(NamedTuple):
    """A way to have people ordered: what it costs, who is in its reach (None: everybody) and how many of them (0: all).

    Of those with the same `one` only one can be had.
    """

    one: Hashable
    price: float
    reach: frozenset[int] | None
    most: int = 0

    def leads(self, who: int) -> bool:
        """Whether somebody is in its reach."""
        return self.reach is None or who in self.reach


class Severance(NamedTuple):
    """Who goes where or stays there, by whose orders, by their numbers, and what it costs."""

    posts: list[Post]
    levers: list[int]
    price: float


def sever(lines: Lines, posts: Sequence[Post], levers: Sequence[Lever]) -> Severance | None:
    """The cheapest way to bar all lines, each person in one place; None if there is none.

    Two ways lead round; whoever stands between them bars both:

    >>> from phaseline.hexgrid import Grid
    >>> grid = Grid.pointy(rows=3, cols=4)
    >>> lines = Lines(grid.all, Hexsides.every(grid), grid.hex(0, 1), 1 << grid.hex(3, 1))
    >>> found = sever(lines, [Post(1, grid.hex(1, 1), grid.disk(grid.hex(1, 1), 1), 1.0, free=True)], [])
    >>> found is not None and found.price
    1.0
    """
    if not lines.ends:
        return Severance([], [], 0.0)
    return _Program(lines, posts, levers).solved()


def _grouped(pairs: Iterable[tuple[Hashable, int]]) -> dict[Any, list[int]]:
    """Numbers by what they belong to."""
    found: dict[Any, list[int]] = {}
    for key, number in pairs:
        found.setdefault(key, []).append(number)
    return found


def _weight(cost: float, place: int) -> float:
    """What something costs, with a small mark of its place, in exact fractions.

    Marks go by the square of the place: if they went by the place itself, two people who change places would cost the same, and
    which of them goes where would hang on the way in which the solver searches.
    """
    mark = place * place * 2654435761 % 2**32 >> 32 - _MARKS
    return (4 * price(cost, 0) + mark) / _SCALE


class _Program:
    """The cut as a mixed-integer problem.

    Each hex has a height where lines enter and one where they leave, 0 at the start and 1 at the ends. They differ only where
    somebody bars the hex.
    """

    def __init__(self, lines: Lines, posts: Sequence[Post], levers: Sequence[Lever]) -> None:
        self.posts, self.levers = posts, levers
        self.nodes = list(hexes(lines.through | lines.ends | 1 << lines.start))
        self.first = {hex: len(posts) + len(levers) + 3 * n for n, hex in enumerate(self.nodes)}
        size = len(posts) + len(levers) + 3 * len(self.nodes)
        self.entries: list[tuple[int, int, float]] = []
        self.limits: list[float] = []
        self.low, self.high = [0.0] * size, [1.0] * size
        self._people()
        self._heights(lines)

    def _row(self, terms: Iterable[tuple[int, float]], most: float) -> None:
        """That a sum is no more than that."""
        self.entries += [(len(self.limits), column, factor) for column, factor in terms]
        self.limits.append(most)

    def _people(self) -> None:
        """Everybody is in one place, no lever is had twice, and where somebody must be ordered to a place, he is."""
        places = _grouped((post.who, number) for number, post in enumerate(self.posts))
        first = len(self.posts)
        ones = _grouped((lever.one, first + number) for number, lever in enumerate(self.levers))
        for columns in (*places.values(), *ones.values()):
            if len(columns) > 1:
                self._row([(column, 1.0) for column in columns], 1.0)
        counted = [(first + n, -float(lever.most)) for n, lever in enumerate(self.levers) if lever.most]
        alone = []
        for who, columns in places.items():
            sent = [(column, 1.0) for column in columns if not self.posts[column].free]
            led = [
                (first + n, -1.0)
                for n, lever in enumerate(self.levers)
                if not lever.most and lever.leads(who)
            ]
            if sent and counted:
                # Whom nobody else leads takes one of the orders that are counted.
                alone.append((self._column(), 1.0))
                led.append((alone[-1][0], -1.0))
            if sent:
                self._row([*sent, *led], 0.0)
        if alone:
            self._row([*alone, *counted], 0.0)

    def _column(self) -> int:
        """One more unknown, from 0 to 1."""
        self.low.append(0.0)
        self.high.append(1.0)
        return len(self.low) - 1

    def _heights(self, lines: Lines) -> None:
        barring: dict[Hex, list[int]] = {hex: [] for hex in self.nodes}
        for number, post in enumerate(self.posts):
            for hex in hexes(post.bars):
                if hex in barring:
                    barring[hex].append(number)
        for hex, column in self.first.items():
            entered, left, barred = column, column + 1, column + 2
            self._row([(barred, 1.0), *((number, -1.0) for number in barring[hex])], 0.0)
            self._row([(left, 1.0), (entered, -1.0), (barred, -1.0)], 0.0)
            if lines.ends >> hex & 1:
                self.low[entered if lines.firm >> hex & 1 else left] = 1.0
                continue
            for other in hexes(lines.over.cross(1 << hex)):
                if other in self.first:
                    self._row([(self.first[other], 1.0), (left, -1.0)], 0.0)
        self.high[self.first[lines.start]] = 0.0

    def solved(self) -> Severance | None:
        """The best solution; None if there is none, or none that is proven best in time."""
        import numpy as np  # noqa: PLC0415 - see `assignment`
        from scipy.optimize import Bounds, LinearConstraint, milp  # noqa: PLC0415
        from scipy.sparse import coo_array  # noqa: PLC0415

        costs = [*(post.price for post in self.posts), *(lever.price for lever in self.levers)]
        size = len(self.low)
        weights = np.zeros(size)
        weights[: len(costs)] = [_weight(cost, number) for number, cost in enumerate(costs)]
        whole = np.zeros(size, dtype=np.int64)
        whole[: len(costs)] = 1
        rows, columns, factors = zip(*self.entries, strict=True)
        table = coo_array((factors, (rows, columns)), shape=(len(self.limits), size))
        with silenced(), warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Unrecognized options", RuntimeWarning)
            result = milp(
                weights,
                constraints=LinearConstraint(table.tocsr(), ub=self.limits),
                integrality=whole,
                bounds=Bounds(self.low, self.high),
                options=_OPTIONS,
            )
        if result.status != 0:
            return None
        taken = [number for number in range(len(costs)) if result.x[number] > 0.5]
        posts = [self.posts[number] for number in taken if number < len(self.posts)]
        chosen = [number - len(self.posts) for number in taken if number >= len(self.posts)]
        return Severance(posts, chosen, sum(costs[number] for number in taken))
