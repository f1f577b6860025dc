"""Where lines of supply may run, on a drawn field."""

from __future__ import annotations

from tests.drill.field import BLUE, OnField, field

from phaseline.drill.tracing import open_hexes
from phaseline.mechanics.supply import Leg
from phaseline.mechanics.zones import Zone

ROW = ("0101", "0102", "0103", "0104", "0105", "0106", "0107")


def labels(s: OnField, mask: int) -> str:
    """The places in the row, 1 to 7, that are in a set."""
    return "".join(str(n) for n, label in enumerate(ROW, 1) if mask >> s.scenario.map.hex(label) & 1)


def held() -> OnField:
    """Blue in the third hex, Red in the fourth and last, with zones of control around."""
    s = field(". . a n . . o")
    s.scenario.zones = ((Zone(s.scenario.map.grid), 0),)
    return s


def test_no_enemy_and_no_enemy_zone_but_where_an_own_unit_stands() -> None:
    s = held()
    assert labels(s, open_hexes(s, BLUE, s.scenario.board.playable)) == "123"


def test_own_units_open_nothing_where_a_rulebook_says_so() -> None:
    s = held()
    assert labels(s, open_hexes(s, BLUE, s.scenario.board.playable, own_opens=False)) == "12"


def test_only_what_it_is_asked_within() -> None:
    s = held()
    west = 0b111 << s.scenario.map.hex("0102")
    assert labels(s, open_hexes(s, BLUE, west)) == "23"


def test_a_line_along_them() -> None:
    s = held()
    open_ground = open_hexes(s, BLUE, s.scenario.board.playable)
    source = 1 << s.scenario.map.hex("0101")
    grid = s.scenario.map.grid
    assert labels(s, Leg(open_ground).net(grid, source)) == "123"
    assert labels(s, Leg(open_ground, limit=1).net(grid, source)) == "12"
