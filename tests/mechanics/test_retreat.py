"""Retreat and advance after combat."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from tests.hexgrid.reference import neighbours
from tests.hexgrid.strategies import grid_and, hexsides, masks, some_hex
from tests.mechanics.sketch import Sketch

from phaseline.hexgrid import Grid, Hex, Hexsides, Mask, hexes, mask_of
from phaseline.mechanics.lines import EVERYWHERE
from phaseline.mechanics.retreat import advance, retreat, retreat_until
from phaseline.mechanics.zones import Zone


class TestSoManyHexes:
    field = Sketch("""
        . . a . .
         . b C d e
        . . f g h
    """)

    def stands(self, length: int, allowed: str, stops: Mask = 0, ends: Mask = EVERYWHERE) -> list[str]:
        grid, start = self.field.grid, self.field.hex("C")
        sets = retreat(grid, start, length, self.field[allowed], stops=stops, ends=ends)
        return [self.field.marks(mask) for mask in sets]

    def test_each_hex_is_farther_from_the_combat_hex(self) -> None:
        assert self.stands(2, "degh") == ["C", "dg", "eh"]

    def test_no_first_step_into_a_dead_end(self) -> None:
        assert self.stands(2, "abde") == ["C", "d", "e"]

    def test_it_cannot_be_taken_when_it_cannot_be_completed(self) -> None:
        assert self.stands(2, "ab") == ["", "", ""]

    def test_rough_ground_ends_it_early(self) -> None:
        assert self.stands(2, "abde", stops=self.field["b"]) == ["C", "bd", "e"]

    def test_a_full_hex_may_be_passed_but_not_ended_in(self) -> None:
        room = ~self.field["d"]
        assert self.stands(2, "de", ends=room) == ["C", "d", "e"]
        assert self.stands(1, "de", ends=room) == ["", ""]
        assert self.stands(2, "de", ends=room, stops=self.field["d"]) == ["", "", ""]

    def test_not_over_a_forbidden_hexside(self) -> None:
        over = ~self.field.between("Cd")
        sets = retreat(self.field.grid, self.field.hex("C"), 1, self.field["dg"], over=over)
        assert self.field.marks(sets[1]) == "g"

    def test_it_leads_out_of_rough_ground(self) -> None:
        assert self.stands(1, "d", stops=self.field["C"]) == ["C", "d"]

    def test_nearer_to_a_source_than_the_combat_hex(self) -> None:
        grid, here, source = self.field.grid, self.field.hex("C"), self.field.hex("e")
        nearer = grid.disk(source, grid.distance(here, source) - 1)
        assert self.field.marks(retreat(grid, here, 2, nearer)[1]) == "d"


@given(grid_and(some_hex, masks, masks, masks, hexsides), st.integers(0, 4))
def test_every_way_of_retreating(drawn: tuple[Grid, Hex, Mask, Mask, Mask, Hexsides], length: int) -> None:
    grid, start, allowed, stops, ends, over = drawn
    expected: list[set[Hex]] = [set() for _ in range(length + 1)]

    def walk(way: list[Hex]) -> None:
        here = way[-1]
        over_early = len(way) > 1 and stops >> here & 1
        if over_early or len(way) > length:
            if ends >> here & 1:
                for n, h in enumerate(way):
                    expected[n].add(h)
            return
        for there in grid.neighbours(here):
            farther = grid.distance(start, there) > grid.distance(start, here)
            if farther and allowed >> there & 1 and over.has(here, there):
                walk([*way, there])

    walk([start])
    found = retreat(grid, start, length, allowed, over=over, stops=stops, ends=ends)
    assert found == [mask_of(there) for there in expected]


class TestUntilClearOfTheEnemy:
    """One step after another until the unit is next to no enemy."""

    field = Sketch("""
        . . F . .
         E C a b c
        . . d . .
    """)
    clear = field.all & ~field["EF"] & ~Zone(field.grid).of(field["EF"])

    def next_hexes(self, here: str, allowed: str, visited: str = "") -> str:
        grid, start, entered = self.field.grid, self.field.hex(here), self.field[visited]
        options = retreat_until(grid, start, self.clear, self.field[allowed], visited=entered)
        return self.field.marks(options)

    def test_it_passes_hexes_next_to_the_enemy(self) -> None:
        assert not self.clear & self.field["a"]
        assert self.next_hexes("C", "abc") == "a"
        assert self.next_hexes("a", "abc", visited="C") == "b"

    def test_it_is_over_at_once_where_no_enemy_is_near(self) -> None:
        assert self.next_hexes("C", "d") == "d"

    def test_it_never_enters_a_hex_twice(self) -> None:
        assert self.next_hexes("a", "Cd") == "Cd"
        assert self.next_hexes("a", "Cd", visited="Cd") == ""

    def test_it_does_not_step_aside_only_to_come_back(self) -> None:
        row = Sketch("e C a")
        options = retreat_until(row.grid, row.hex("C"), row["e"], row.all)
        assert row.marks(options) == "e"

    def test_no_way_out(self) -> None:
        assert self.next_hexes("C", "ac") == ""

    @given(grid_and(some_hex, masks, masks, masks))
    def test_following_it_always_arrives(self, drawn: tuple[Grid, Hex, Mask, Mask, Mask]) -> None:
        grid, here, ends, allowed, visited = drawn
        while options := retreat_until(grid, here, ends, allowed, visited=visited):
            visited |= 1 << here
            here = max(hexes(options))
            if ends >> here & 1:
                return
            assert retreat_until(grid, here, ends, allowed, visited=visited)


@given(grid_and(some_hex, masks, masks, masks, hexsides))
def test_next_hexes_are_those_of_the_ways_walked_one_by_one(drawn: tuple[Any, ...]) -> None:
    grid, here, ends, allowed, visited, over = drawn
    around = neighbours(grid)

    def arrives(hex: Hex, been: frozenset[Hex]) -> bool:
        """Whether a retreat that comes to a hex now can be completed."""
        if hex in been or not allowed >> hex & 1:
            return False
        if ends >> hex & 1:
            return True
        seen.add(hex)
        ahead = [there for there in around[hex].values() if there not in seen and over.has(hex, there)]
        return any(arrives(there, been) for there in ahead)

    found = set()
    for hex in around[here].values():
        seen: set[Hex] = set()
        if over.has(here, hex) and arrives(hex, frozenset([here, *hexes(visited)])):
            found.add(hex)
    assert retreat_until(grid, here, ends, allowed, over=over, visited=visited) == mask_of(found)


class TestAdvance:
    row = Sketch("A V x y z")

    def advance(self, further: int, stops: str = "", barred: str = "") -> str:
        allowed = self.row["Vxyz"] & ~self.row[barred]
        return self.row.marks(advance(self.row.grid, self.row["V"], further, allowed, stops=self.row[stops]))

    def test_into_the_vacated_hex(self) -> None:
        assert self.advance(0) == "V"

    def test_two_hexes_beyond_after_a_retreat_of_two(self) -> None:
        assert self.advance(2) == "Vxy"

    def test_it_stops_in_an_enemy_zone(self) -> None:
        assert self.advance(3, stops="x") == "Vx"

    def test_but_not_in_the_vacated_hex(self) -> None:
        assert self.advance(1, stops="Vx") == "Vx"

    def test_not_into_rough_ground_beyond(self) -> None:
        assert self.advance(3, barred="y") == "Vx"
