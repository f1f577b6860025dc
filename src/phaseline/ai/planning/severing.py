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
_SCALE = 1024.0


class Lines(NamedTuple):
    """Hexes that lines run through over some hexsides, from `start` to any of the `ends`.

    Lines run into the ends that are `firm` whatever bars them; to bar any other end is enough.
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
    program = _Program(lines, posts, levers)
    return program.solved()


class _Program:
    """The cut as a mixed-integer problem: each hex has a height where lines enter and one where they leave, 0 at the start and 1 at the ends.

    Heights differ only where somebody bars the hex.
    """

    def __init__(self, lines: Lines, posts: Sequence[Post], levers: Sequence[Lever]) -> None:
        self.posts, self.levers = posts, levers
        self.nodes = list(hexes(lines.through | lines.ends | 1 << lines.start))
        self.first = {hex: len(posts) + len(levers) + 3 * n for n, hex in enumerate(self.nodes)}
        self.size = len(posts) + len(levers) + 3 * len(self.nodes)
        self.entries: list[tuple[int, int, float]] = []
        self.limits: list[float] = []
        self.low, self.high = [0.0] * self.size, [1.0] * self.size
        self._people()
        self._heights(lines)

    def _row(self, terms: Iterable[tuple[int, float]], most: float) -> None:
        """That a sum is no more than that."""
        self.entries += [(len(self.limits), column, factor) for column, factor in terms]
        self.limits.append(most)

    def _people(self) -> None:
        """Everybody is in one place, and where somebody must order it, somebody does."""
        places: dict[int, list[int]] = {}
        for number, post in enumerate(self.posts):
            places.setdefault(post.who, []).append(number)
        for numbers in places.values():
            if len(numbers) > 1:
                self._row([(number, 1.0) for number in numbers], 1.0)
        column = len(self.posts)
        ones: dict[Hashable, list[int]] = {}
        for number, lever in enumerate(self.levers):
            ones.setdefault(lever.one, []).append(column + number)
        for numbers in ones.values():
            if len(numbers) > 1:
                self._row([(number, 1.0) for number in numbers], 1.0)
        counted = [(column + number, -float(lever.most)) for number, lever in enumerate(self.levers) if lever.most]
        alone = []
        for who, numbers in places.items():
            sent = [(number, 1.0) for number in numbers if not self.posts[number].free]
            led = [
                (column + number, -1.0)
                for number, lever in enumerate(self.levers)
                if not lever.most and (lever.reach is None or who in lever.reach)
            ]
            if not sent:
                continue
            if counted:
                # Whoever nobody else leads takes one of the orders that are counted.
                self.low.append(0.0)
                self.high.append(1.0)
                alone.append((self.size, 1.0))
                led.append((self.size, -1.0))
                self.size += 1
            self._row([*sent, *led], 0.0)
        if counted:
            self._row([*alone, *counted], 0.0)

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
        start = self.first[lines.start]
        self.high[start] = self.high[start + 1] = 0.0

    def solved(self) -> Severance | None:
        import numpy as np  # noqa: PLC0415 - see `assignment`
        from scipy.optimize import Bounds, LinearConstraint, milp  # noqa: PLC0415
        from scipy.sparse import coo_array  # noqa: PLC0415

        costs = [each.price for each in (*self.posts, *self.levers)]
        weights = np.zeros(self.size)
        weights[: len(costs)] = [price(cost, number) / _SCALE for number, cost in enumerate(costs)]
        whole = np.zeros(self.size, dtype=np.int64)
        whole[: len(costs)] = 1
        rows, columns, factors = zip(*self.entries, strict=True)
        table = coo_array((factors, (rows, columns)), shape=(len(self.limits), self.size))
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

