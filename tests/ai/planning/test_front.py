"""Where a front runs, and who stands on it: small maps on which the best can be seen."""

from collections.abc import Callable
from itertools import product

from phaseline.ai.planning.front import Country, Front, Fronts, Man, Manning
from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, flood, hexes, mask_of

ROWS, COLS = 5, 7
GRID = Grid.pointy(rows=ROWS, cols=COLS)
EVERY = Hexsides.every(GRID)


def column(col: int) -> Mask:
    """All hexes of a column."""
    return mask_of(GRID.hex(col, row) for row in range(ROWS))


WEST = column(0)


def country(foes: Mask = WEST, posts: Mask = GRID.all, cut_off: Mask = 0) -> Country:
    """The enemy in the west, home in the east, and everybody may stand anywhere, unless said otherwise."""
    return Country(GRID, GRID.all, EVERY, foes, column(COLS - 1), posts, cut_off)


def drawn(fronts: Fronts, times: int = 1, per: int = 1) -> Front:
    """The front, which there must be."""
    front = fronts.front(times, per)
    assert front is not None
    return front


def same(much: int) -> Callable[[Hex, Hex], int]:
    """It takes as much everywhere."""
    return lambda _before, _hex: much


def test_a_front_is_closed_and_no_longer_than_it_has_to_be() -> None:
    """Everything costs the same: the front lies in one column, next to the enemy, for each hex behind it is worth something."""
    front = drawn(Fronts(country(), same(10), dict.fromkeys(hexes(GRID.all), 1)))
    assert mask_of(front.posts) == column(1)
    assert front.behind == GRID.all & ~column(0)
    assert front.given_up == 0
    assert all(before == EVERY.beyond(hex) & column(0) for hex, before in front.posts.items())


def test_a_front_goes_back_to_where_it_is_easy_to_hold_unless_that_gives_up_too_much() -> None:
    """A river before column 4 halves what it takes; a town in front of it is worth 10, and 9 hexsides are saved 5 each."""
    river = Hexsides.between(GRID, column(3), column(4))
    town = GRID.hex(2, 2)

    def strain(before: Hex, hex: Hex) -> int:
        return 5 if river.has(before, hex) else 10

    fronts = Fronts(country(), strain, {town: 10})
    back, forward = drawn(fronts), drawn(fronts, times=5)
    assert mask_of(back.posts) == column(4)
    assert back.given_up == 10
    assert mask_of(forward.posts) == column(1)
    assert forward.given_up == 0
    # 9 hexsides of 10 or of 5: the town decides at 45.
    assert mask_of(drawn(fronts, times=44, per=10).posts) == column(4)
    assert mask_of(drawn(fronts, times=46, per=10).posts) == column(1)


def test_the_front_is_the_cheapest_of_all_cuts() -> None:
    """Checked against every way to divide a small map."""
    grid = Grid.pointy(rows=3, cols=4)
    over = Hexsides.every(grid)
    every = list(hexes(grid.all))
    cost = {(a, b): (7 * a + 5 * b) % 11 + 1 for a in every for b in every}
    worth = {hex: (3 * hex) % 8 for hex in every}
    foes = mask_of(grid.hex(0, row) for row in range(3))
    home = mask_of(grid.hex(3, row) for row in range(3))
    ground = Country(grid, grid.all, over, foes, home, grid.all)
    found = Fronts(ground, lambda before, hex: cost[before, hex], worth).front()
    assert found is not None

    def price(behind: Mask) -> int:
        held = sum(
            cost[before, hex]
            for hex in hexes(behind)
            for before in hexes(over.beyond(hex) & grid.all & ~behind)
        )
        return held + sum(worth[hex] for hex in hexes(grid.all & ~behind & ~foes))

    middle = list(hexes(grid.all & ~foes & ~home))
    ways = [
        home | mask_of(hex for hex, kept in zip(middle, keep, strict=True) if kept)
        for keep in product((False, True), repeat=len(middle))
    ]
    assert price(found.behind) == min(price(behind) for behind in ways)
    assert found.given_up == sum(worth[hex] for hex in hexes(grid.all & ~found.behind & ~foes))


def test_nobody_is_posted_where_he_cannot_be_in_time() -> None:
    front = drawn(Fronts(country(posts=column(3) | column(5)), same(10), {GRID.hex(1, 1): 1000}))
    assert mask_of(front.posts) == column(3)
    assert Fronts(country(posts=column(3) & ~(1 << GRID.hex(3, 2))), same(10), {}).front() is None
    # With a gap that is paid for there is one: a single hexside behind the hole, between two posts.
    hole, behind = GRID.hex(3, 2), GRID.hex(4, 2)
    open_there = country(posts=column(3) & ~(1 << hole))
    gap = drawn(Fronts(open_there, same(10), dict.fromkeys(hexes(GRID.all), 1), gap=50))
    assert mask_of(gap.posts) == column(3) & ~(1 << hole) | 1 << behind
    assert gap.posts[behind] == 1 << hole


def test_an_island_is_given_up_unless_somebody_is_cut_off_there() -> None:
    """A town among enemies is worth its ring, but no way leads to it: only who is there already may hold it."""
    town = GRID.hex(2, 2)
    ring = GRID.adjacent_mask(town)
    foes = column(0) | column(1) | column(2) | column(3) & ring | ring
    foes &= ~(1 << town)
    fronts = Fronts(country(foes=foes), same(1), {town: 100})
    assert town not in drawn(fronts).posts
    assert drawn(fronts).given_up == 100
    kept = drawn(Fronts(country(foes=foes, cut_off=1 << town), same(1), {town: 100}))
    assert kept.posts[town] == ring
    assert kept.given_up == 0
    home = flood(GRID, column(COLS - 1), kept.behind, EVERY)
    assert kept.behind == home | 1 << town


# -- who stands where -------------------------------------------------------------------------------------------------


def risk(hex: Hex, strength: int | None) -> int:
    """Post 1 is attacked by 60, the others by 30."""
    if not strength:
        return 1000
    return (60 if hex == 1 else 30) * 10 // strength


def test_every_post_is_held_before_any_is_made_strong() -> None:
    manning = Manning([0, 1, 2], risk, {}, 4)
    at = manning.man([Man(unit, 4, 0b111, 0) for unit in range(4)])
    assert sorted(at.values()) == [0, 1, 1, 2]
    assert manning.risks() == {0: 75, 1: 75, 2: 75}


def test_who_reaches_but_one_post_gets_it_and_others_change_places_for_him() -> None:
    """The strong first takes post 1, where most is gained; then he goes where only he can, and the weak one takes his."""
    men = [Man(7, 9, 0b011, 0), Man(8, 8, 0b010, 0)]
    manning = Manning([0, 1], risk, {}, 1)
    assert manning.man(men) == {7: 0, 8: 1}


def test_two_change_places_where_that_lessens_the_risk() -> None:
    """The weak one stands where the enemy is strong. No third post is free, so that nobody could go there by himself."""
    manning = Manning([0, 1], risk, {}, 1)
    weak, strong = Man(1, 3, 0b10, 0), Man(2, 6, 0b01, 0)
    assert manning.man([weak, strong]) == {1: 1, 2: 0}
    before = sum(manning.risks().values())
    free = [weak._replace(area=0b11), strong._replace(area=0b11)]
    assert manning._swapped(free[1], free)
    assert manning.at == {1: 0, 2: 1}
    assert sum(manning.risks().values()) == before - 50


def test_no_more_find_room_than_may_stand_there_and_the_dear_stay_out() -> None:
    held = {0: [5, 5], 1: [5]}
    manning = Manning([0, 1], risk, held, 2)
    assert manning.strength == {0: 10, 1: 5}
    at = manning.man([Man(7, 5, 0b01, 0), Man(8, 5, 0b10, 61), Man(9, 5, 0b10, 59)])
    # Post 0 is full; at post 1 ten of strength instead of five save 60.
    assert at == {9: 1}
