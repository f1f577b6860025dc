"""The checked-in map is what the builder makes, and sound."""

from tests.games.france44.map_of_france import DATA, the_board, the_map

from phaseline.atlas import validate
from phaseline.atlas.build import check


def test_the_checked_in_map_is_what_the_builder_makes() -> None:
    assert str(check(DATA / "map", DATA / "map.toml")) == ""


def test_the_map_is_sound() -> None:
    assert [str(finding) for finding in validate(the_map())] == []


def test_every_hex_of_the_board_belongs_to_one_part_of_it() -> None:
    board = the_board()
    parts = [board.continent, board.england, board.corsica, board.beyond, board.sea, board.lake]
    assert sum(part.bit_count() for part in parts) == 73 * 98
    assert [part.bit_count() for part in parts] == [3517, 507, 41, 1012, 2066, 11]
