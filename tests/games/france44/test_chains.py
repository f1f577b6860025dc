"""Chains of trucks, held to maps drawn in text (16.32)."""

from __future__ import annotations

import pytest
from tests.mechanics.sketch import Sketch

from phaseline.games.france44.rules.chains import carried, reaches

ROAD = Sketch("S . . A . . B . . . U V")


def supplied(sketch: Sketch, trucks: str, blocked: str = "", limit: int = 3) -> str:
    """The marked hexes that chains of these trucks supply from S."""
    passing = sketch.all & ~(sketch[blocked] if blocked else 0)
    found = reaches(sketch.grid, [sketch.hex(truck) for truck in trucks], passing, limit)
    return sketch.marks(carried(found, sketch["S"], passing))


@pytest.mark.case("france44", "16.32b", "16.32c")
def test_a_chain_of_trucks_three_hexes_apart_supplies_three_hexes_further() -> None:
    assert supplied(ROAD, "SA") == "ABS"
    assert supplied(ROAD, "SAB") == "ABS"
    assert supplied(Sketch("S . . A . . B . . U V"), "SAB") == "ABSU"


@pytest.mark.case("france44", "16.32b")
def test_a_link_of_four_hexes_breaks_the_chain() -> None:
    assert supplied(Sketch("S . . . A . U"), "SA") == "S"
    assert supplied(Sketch("S . . A . U ."), "SA", limit=2) == "S"


@pytest.mark.case("france44", "16.32b", "16.6c")
def test_the_first_truck_stands_in_the_source_hex() -> None:
    assert supplied(ROAD, "AB") == ""
    assert supplied(ROAD, "S") == "AS"


@pytest.mark.case("france44", "16.32b", "16.12")
def test_a_path_round_what_blocks_it_counts_in_full() -> None:
    field = Sketch("""
        S # A
         . . .
    """)
    assert supplied(field, "S", blocked="#") == "#AS"
    assert supplied(field, "S", blocked="#", limit=2) == "#S"


@pytest.mark.case("france44", "16.32b", "8.6")
def test_what_is_supplied_may_lie_where_lines_may_not_pass_but_hands_nothing_on() -> None:
    zone = Sketch("S . . A U")
    assert supplied(zone, "SA", blocked="A") == "AS"
    assert supplied(zone, "SA") == "ASU"


@pytest.mark.case("france44", "16.336", "16.32b")
def test_a_truck_in_the_source_hex_hands_on_whatever_lies_upon_it() -> None:
    assert supplied(Sketch("S . . A U"), "SA", blocked="S") == "ASU"
