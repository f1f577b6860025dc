"""Where to bar lines so that most of those who live on them are cut off."""

import itertools
import random

from phaseline.ai.planning.cordon import Net, Prey, cordon
from phaseline.hexgrid import Grid, Mask, flood, hexes, mask_of

GRID = Grid.pointy(rows=3, cols=5)
ENDS = mask_of(GRID.hex(4, row) for row in range(3))
COST = 1.0


def cut_off(net: Net, prey: list[Prey], barred: Mask) -> float:
    """What those are worth to whom no line runs past the hexes that are barred."""
    lines = flood(net.grid, net.ends, net.through & ~barred) & ~net.ends
    return sum(each.worth for each in prey if not each.near & (lines | net.ends))


def some_net(rng: random.Random) -> tuple[Net, list[Prey]]:
    """A strip of three rows with a few holes, and three of the enemy in the west of it."""
    through = GRID.all & ~mask_of(rng.sample(range(15), 3)) | ENDS
    bars = {hex: rng.randint(1, 2) for hex in hexes(through & ~ENDS)}
    west = [hex for hex in hexes(through & ~ENDS) if GRID.distance(hex, GRID.hex(0, 1)) <= 2]
    prey = [Prey(1 << rng.choice(west), rng.choice([0.5, 2.0, 4.0])) for _ in range(3)]
    return Net(GRID, through, ENDS, bars), prey


def test_a_cordon_cuts_off_for_more_than_it_costs_and_takes_no_more_bars_than_there_are() -> None:
    rng = random.Random(7)
    found = best = 0.0
    for _ in range(60):
        net, prey = some_net(rng)
        most = rng.randint(1, 4)
        places = cordon(net, prey, most, COST)
        assert all(net.bars[hex] == count for hex, count in places.items())
        assert sum(places.values()) <= most
        gain = cut_off(net, prey, mask_of(places)) - COST * sum(places.values())
        assert gain >= cut_off(net, prey, 0) or not places
        found += max(gain, cut_off(net, prey, 0))
        best += max(
            cut_off(net, prey, mask_of(group)) - COST * sum(net.bars[hex] for hex in group)
            for size in range(most + 1)
            for group in itertools.combinations(net.bars, size)
            if sum(net.bars[hex] for hex in group) <= most
        )
    assert found >= 0.9 * best > 0.0


def test_nobody_is_cut_off_who_stands_where_lines_end() -> None:
    net = Net(GRID, GRID.all, ENDS, dict.fromkeys(hexes(GRID.all & ~ENDS), 1))
    assert cordon(net, [Prey(ENDS & -ENDS, 9.0)], 5, COST) == {}
    assert cordon(net, [Prey(1 << GRID.hex(0, 0), 9.0)], 0, COST) == {}
    assert cordon(net, [], 5, COST) == {}
    # No line runs anywhere: whoever is left is cut off already.
    nowhere = Net(GRID, ENDS, ENDS, {})
    assert cordon(nowhere, [], 5, COST) == {}
    assert cordon(nowhere, [Prey(1 << GRID.hex(0, 0), 9.0)], 5, COST) == {}


LANES = Grid.pointy(rows=5, cols=4)


def lanes(*prey: tuple[int, float], most: int, cost: float = COST) -> list[int]:
    """Lines along three lanes apart from each other, in each so many bars and so much worth: the lanes that are barred."""
    rows = (0, 2, 4)
    through = mask_of(LANES.hex(col, row) for col in range(4) for row in rows)
    bars = {LANES.hex(1, row): count for row, (count, _) in zip(rows, prey, strict=False)}
    net = Net(LANES, through, mask_of(LANES.hex(3, row) for row in rows), bars)
    caught = [Prey(1 << LANES.hex(0, row), worth) for row, (_, worth) in zip(rows, prey, strict=False)]
    places = cordon(net, caught, most, cost)
    assert all(net.bars[hex] == count for hex, count in places.items())
    return [LANES.col_row(hex)[1] // 2 for hex in sorted(places)]


def test_those_are_cut_off_who_are_worth_most_for_each_bar() -> None:
    prey = ((2, 8.0), (3, 9.0), (1, 2.5))
    assert [lanes(*prey, most=most) for most in (6, 5, 2)] == [[0, 1, 2], [0, 1], [0]]


def test_nobody_is_cut_off_who_is_not_worth_the_bars() -> None:
    assert lanes((2, 2.1), most=9) == [0]
    assert lanes((2, 1.9), most=9) == []
    assert lanes((2, 1.9), most=9, cost=0.9) == [0]
    assert lanes((0, 5.0), (-1, 5.0), (1, 0.0), most=9) == []  # nothing bars there, or nobody is caught


def test_of_those_who_are_as_good_for_each_bar_as_many_are_cut_off_as_there_are_bars_for() -> None:
    assert lanes((1, 8.0), (3, 6.0), (1, 2.0), most=4) == [0, 1]
    assert lanes((1, 8.0), (2, 4.0), (2, 4.0), most=2) == [0]
    assert lanes((3, 6.0), (2, 4.0), (1, 2.0), most=3) in ([0], [1, 2])
    assert lanes((2, 4.0), (2, 4.0), (2, 4.0), most=5, cost=0.1) in ([0, 1], [0, 2], [1, 2])


def test_one_bar_cuts_off_all_who_share_it() -> None:
    """Where lines are one hex wide further on, two who are each worth less than the bar are worth it together."""
    grid = Grid.pointy(rows=1, cols=6)
    bars = dict.fromkeys(range(5), 1)
    net = Net(grid, grid.all, 1 << 5, bars)
    pair = [Prey(1 << 0, 0.7), Prey(1 << 3, 0.7)]
    assert cordon(net, pair, 1, COST) == {3: 1}
    assert cordon(net, pair[:1], 1, COST) == {}
    assert cordon(net, [*pair, Prey(1 << 4 | 1 << 5, 99.0)], 1, COST) == {3: 1}


def test_two_who_share_a_cordon_do_not_outweigh_one_who_is_worth_more() -> None:
    """Neither of the two can be left out for a bar less, so that the third would be."""
    lane, other = LANES.hex(1, 0), LANES.hex(1, 4)
    through = mask_of(LANES.hex(col, row) for col in range(4) for row in (0, 4))
    net = Net(LANES, through, 1 << LANES.hex(3, 0) | 1 << LANES.hex(3, 4), {lane: 2, other: 2})
    west, far = 1 << LANES.hex(0, 0), 1 << LANES.hex(0, 4)
    assert cordon(net, [Prey(west, 1.2), Prey(west, 1.3), Prey(far, 4.0)], 2, COST) == {other: 2}


def test_the_cheapest_hex_of_a_lane_is_barred() -> None:
    grid = Grid.pointy(rows=1, cols=6)
    net = Net(grid, grid.all, 1 << 5, {1: 3, 2: 1, 3: 2})
    assert cordon(net, [Prey(1 << 0, 9.0)], 3, COST) == {2: 1}


def test_lines_that_end_nowhere_bring_nothing() -> None:
    net = Net(GRID, GRID.all & ~mask_of(GRID.hex(3, row) for row in range(3)), ENDS, {GRID.hex(1, 1): 1})
    assert cordon(net, [Prey(1 << GRID.hex(0, 1), 9.0)], 5, COST) == {}
