"""Lines of supply: overland, by rail, and by movement points."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from tests.hexgrid.reference import dijkstra, neighbours
from tests.hexgrid.strategies import grid_and, hexsides, masks
from tests.mechanics.sketch import Sketch

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, hexes, mask_of, union
from phaseline.mechanics.supply import (
    Leg,
    Ranges,
    cheapest_way,
    points_to,
)
from phaseline.mechanics.ways import Way
from phaseline.mechanics.zones import Zone


def supplied(grid: Grid, units: Mask, sources: Mask, legs: list[Leg]) -> Mask:
    """The units that a line of these legs reaches, each of which stops no line to itself."""
    *first, last = legs
    for leg in first:
        sources = leg.net(grid, sources)
    return units & replace(last, into=last.into | units).net(grid, sources)


class TestLineOfAnyLength:
    """Free of enemy units and of their zones, save where a friendly unit contests them."""

    field = Sketch("""
        . . . . . . .
         S . . a b . U
        . . . . . . .
         # # # # E # #
    """)
    enemies = field["E"]
    ground = field.all & ~field["#"] & ~enemies
    zone = Zone(field.grid, into=ground).of(enemies)

    def is_supplied(self, blocked: Mask, unit: str = "U") -> bool:
        units, sources = self.field[unit], self.field["S"]
        return bool(supplied(self.field.grid, units, sources, [Leg(self.ground & ~blocked)]))

    def test_a_line_passes_by_a_zone(self) -> None:
        assert self.is_supplied(self.zone)

    def test_a_wall_of_zones_cuts_it(self) -> None:
        wall = Sketch("""
            . . . E .
             S . . . U
            . . . E .
        """)
        zone = Zone(wall.grid).of(wall["E"])
        open_hexes = wall.all & ~wall["E"]
        assert not supplied(wall.grid, wall["U"], wall["S"], [Leg(open_hexes & ~zone)])

    def test_a_friendly_unit_contests_a_zone(self) -> None:
        wall = Sketch("""
            . . . E .
             S . F F U
            . . . E .
        """)
        zone, friends = Zone(wall.grid).of(wall["E"]), wall["FU"]
        open_hexes = wall.all & ~wall["E"]
        assert supplied(wall.grid, wall["U"], wall["S"], [Leg(open_hexes & ~(zone & ~friends))])

    def test_its_own_hex_never_blocks_a_unit(self) -> None:
        assert self.is_supplied(self.field["U"])

    def test_but_it_feeds_nobody_beyond(self) -> None:
        row = Sketch("S U V")
        leg = Leg(row["S"])
        assert row.marks(supplied(row.grid, row["UV"], row["S"], [leg])) == "U"

    def test_a_source_in_a_zone_serves_only_where_it_is_exempt(self) -> None:
        row = Sketch("S . U")
        leg = Leg(row["."])
        assert supplied(row.grid, row["U"], row["S"], [leg])
        assert not supplied(row.grid, row["U"], row["S"] & leg.through, [leg])


class TestTwoHexesFromARailhead:
    """Rail from an origin to a railhead, which may be a battle; then at most two hexes overland."""

    row = Sketch("O r r B a b c")
    rail = Leg(through=row["Orr"], into=row["B"])
    overland = Leg(through=row.all & ~row["O"], limit=2)

    def test_rail_runs_into_a_battle_but_not_through(self) -> None:
        longer = Leg(through=self.row["Ora"], into=self.row["B"])
        assert self.row.marks(longer.net(self.row.grid, self.row["O"])) == "BOrr"

    def test_two_hexes_are_counted_from_the_railhead(self) -> None:
        units = self.row["abc"]
        legs = [self.rail, self.overland]
        assert self.row.marks(supplied(self.row.grid, units, self.row["O"], legs)) == "ab"

    def test_rail_follows_rail_hexsides(self) -> None:
        sketch = Sketch("""
            O a b
             c d e
        """)
        track = Leg(through=sketch.all, over=sketch.between("Oa", "ad", "be"))
        assert sketch.marks(track.net(sketch.grid, sketch["O"])) == "Oad"

    def test_a_unit_in_an_enemy_battle_hex_traces_out_of_it(self) -> None:
        overland = Leg(through=self.row["OrrB"], limit=2)
        assert supplied(self.row.grid, self.row["a"], self.row["O"], [self.rail, overland])


class TestMovementPoints:
    def test_a_line_of_communications_too_long_to_supply(self) -> None:
        """Twelve clear hexes to the only supply head, which reaches ten movement points."""
        grid = Grid.pointy(rows=1, cols=13)
        head, unit = grid.hex(0, 0), grid.hex(12, 0)
        area = points_to(grid, 1 << head, [Way({1: grid.all})], limit=10)
        assert not any(mask >> unit & 1 for mask in area)
        assert supplied(grid, 1 << unit, 1 << head, [Leg(grid.all)])

    def test_the_head_is_paid_for_and_the_units_own_hex_is_not(self) -> None:
        row = Sketch("H . U")
        ways = [Way({1: row["."], 2: row["H"], 3: row["U"]})]
        assert points_to(row.grid, row["H"], ways, limit=3)[3] == row["U"]

    def test_a_river_costs_one_more_and_rail_but_one(self) -> None:
        row = Sketch("H a b")
        river, rail = row.between("Ha"), row.between("ab")
        dry = ~(river | rail)
        ways = [Way({2: row.all}, dry), Way({3: row.all}, river), Way({1: row.all}, rail)]
        found = points_to(row.grid, row["H"], ways, limit=4)
        assert found[3:] == [row["a"], row["b"]]
        assert cheapest_way(row.grid, row.hex("b"), found, ways) == [row.hex(mark) for mark in "baH"]
        assert cheapest_way(row.grid, row.hex("b"), found[:4], ways) is None

    @given(grid_and(masks, masks, masks, hexsides), st.integers(0, 9))
    def test_against_dijkstra(self, drawn: tuple[Grid, Mask, Mask, Mask, Hexsides], limit: int) -> None:
        grid, heads, clear, woods, river = drawn
        woods &= ~clear
        ways = [Way({1: clear, 2: woods}, ~river), Way({3: clear, 4: woods}, river)]

        def cost(a: Hex, b: Hex) -> int | None:
            """A step outwards from `a` to `b` is a unit's step from `b` into `a`."""
            if not (clear | woods) >> a & 1:
                return None
            return (1 if clear >> a & 1 else 2) + 2 * river.has(a, b)

        expected = dijkstra(grid, hexes(heads), cost, limit, frozenset())
        found = points_to(grid, heads, ways, limit)
        ranges = Ranges(grid, ways)
        assert ranges.to(heads, limit) == ranges.to(heads, limit) == found
        assert {h: points for points, mask in enumerate(found) for h in hexes(mask)} == expected
        for h, points in expected.items():
            way = cheapest_way(grid, h, found, ways)
            assert way is not None
            assert (way[0], heads >> way[-1] & 1) == (h, 1)
            assert sum(cost(b, a) or 99 for a, b in pairwise(way)) == points


@st.composite
def chains(draw: st.DrawFn) -> tuple[Grid, Mask, Mask, list[Way], int]:
    grid, heads, posts = draw(grid_and(masks, masks))
    prices = st.dictionaries(st.integers(1, 3), masks(grid), max_size=2)
    ways = draw(st.lists(st.builds(Way, prices, st.none() | hexsides(grid), st.booleans()), max_size=3))
    return grid, heads, posts, ways, draw(st.integers(0, 6))


def walked(grid: Grid, start: Hex, goals: Mask, ways: list[Way], limit: int) -> bool:
    """Whether somebody who walks hex by hex from `start` comes to one of `goals` for at most `limit`."""
    around = neighbours(grid)
    best = {(start, False): 0}
    queue = [(start, False)]
    while queue:
        here, ended = at = queue.pop()
        for there in () if ended else around[here].values():
            for way in ways:
                if way.over is not None and not way.over.has(here, there):
                    continue
                for price, mask in way.prices.items():
                    spent = best[at] + price
                    if mask >> there & 1 and spent <= min(limit, best.get((there, way.halts), limit + 1) - 1):
                        best[there, way.halts] = spent
                        queue.append((there, way.halts))
    return any(goals >> here & 1 for here, _ in best)


class TestPoints:
    @given(chains())
    def test_who_is_within_points_of_a_head_is_so_by_a_walk(
        self, chain: tuple[Grid, Mask, Mask, list[Way], int]
    ) -> None:
        grid, heads, posts, ways, limit = chain
        near = union(points_to(grid, heads, ways, limit)) & posts & ~heads
        assert near == mask_of(hex for hex in hexes(posts & ~heads) if walked(grid, hex, heads, ways, limit))

    def test_a_way_that_halts_leads_into_a_head_only(self) -> None:
        row = Grid.pointy(rows=1, cols=3)
        river = [
            Way({1: row.all}, Hexsides.of(row, [(1, 2)])),
            Way({1: row.all}, Hexsides.of(row, [(0, 1)]), True),
        ]
        assert points_to(row, 0b001, river, 2) == [0b001, 0b010, 0b100]
        assert points_to(row, 0b100, river, 2) == [0b100, 0b010, 0]
        assert cheapest_way(row, 2, points_to(row, 0b001, river, 2), river) == [2, 1, 0]
