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
