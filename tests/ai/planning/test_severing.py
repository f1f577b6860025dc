"""Whom to send where so that no line runs any more."""

import itertools
import random

from phaseline.ai.planning.severing import Lever, Lines, Post, sever
from phaseline.hexgrid import Grid, Hexsides, flood, hexes, mask_of

GRID = Grid.pointy(rows=3, cols=5)
OVER = Hexsides.every(GRID)


def barred(lines: Lines, posts: tuple[Post, ...]) -> bool:
    """Whether no line runs past these."""
    closed = 0
    for post in posts:
        closed |= post.bars
    if closed >> lines.start & 1:
        return True
    run = flood(GRID, 1 << lines.start, lines.through & ~closed & ~lines.ends, OVER)
    return not OVER.cross(run) & lines.ends & ~(closed & ~lines.firm)


def cheapest(lines: Lines, posts: list[Post], levers: list[Lever]) -> float | None:
    """By trying all."""
    found = None
    for count in range(4):
        for some in itertools.combinations(posts, count):
            if len({post.who for post in some}) < count or not barred(lines, some):
                continue
            for most in range(len(levers) + 1):
                for chosen in itertools.combinations(levers, most):
                    alone = [
                        post
                        for post in some
                        if not post.free
                        and not any(not each.most and each.leads(post.who) for each in chosen)
                    ]
                    if len({each.one for each in chosen}) < most or len(alone) > sum(
                        each.most for each in chosen
                    ):
                        continue
                    price = sum(each.price for each in (*some, *chosen))  # type: ignore[attr-defined]
                    found = price if found is None else min(found, price)
    return found


def test_the_cheapest_cut_is_found_with_those_who_order_it() -> None:
    rng = random.Random(5)
    found = 0
    for _ in range(60):
        start = GRID.hex(0, 1)
        ends = mask_of([GRID.hex(4, row) for row in range(3)])
        holes = mask_of(rng.sample(sorted(hexes(GRID.all & ~ends & ~(1 << start))), 4))
        lines = Lines(GRID.all & ~holes & ~ends, OVER, start, ends, mask_of([GRID.hex(4, 1)]))
        places = [hex for hex in hexes(GRID.all) if hex != start]
        posts = [
            Post(
                who,
                hex,
                (1 << hex | GRID.adjacent_mask(hex) * (rng.random() < 0.3)),
                0.5,
                free=hex % 3 == 0,
            )
            for who in range(3)
            for hex in rng.sample(places, 3)
        ]
        levers = [
            Lever("a", 2.0, frozenset({0, 1})),
            Lever("a", 1.0, frozenset({1})),
            Lever("b", 1.5, None, 1),
        ]
        cut = sever(lines, posts, levers)
        best = cheapest(lines, posts, levers)
        assert (None if cut is None else round(cut.price, 6)) == (None if best is None else round(best, 6))
        found += cut is not None
    assert 10 < found < 60
