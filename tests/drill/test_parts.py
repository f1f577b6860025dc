"""What a game is put together from: questions of a line, ways of orders, what is drawn, the first position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import pytest
from tests.drill.field import BLUE, BOX, GAME, RED, Come, Fight, Join, OnField, field

from phaseline.drill.aids.base import AidParts, FieldAids, march, straight
from phaseline.drill.lookups import of_hex, of_match, of_side, of_unit, unit_names
from phaseline.drill.sheets import attack_marks, boxes
from phaseline.engine.aids import Line, Path
from phaseline.engine.casefile.questions import QuestionError
from phaseline.engine.game import View
from phaseline.engine.packs import DataError
from phaseline.engine.sheet import Mark, Track
from phaseline.mechanics.ways import Routes, Way

DRAWING = """
. a . .
 b n . .
"""


def test_questions_of_a_line() -> None:
    s = field(DRAWING)
    where = of_unit("where", "Where a unit is.", lambda s, unit: s.scenario.map.label(s.position.at[unit]))
    assert where(s, {"unit": "a"}) == "0102"
    assert (where.__name__, where.__doc__) == ("where", "Where a unit is.")
    with pytest.raises(QuestionError, match="where needs unit"):
        where(s, {})
    there = of_hex("there", "Whose units are in a hex.", OnField.holder)
    assert there(s, {"hex": "0202"}) == RED
    names = of_side("names", "A side's units.", lambda s, side: unit_names(s, s.on_map(side)))
    assert names(s, {"side": "Blue"}) == ["a", "b"]
    assert of_match("count", "Units on the map.", lambda s: len(s.position.at))(s, {}) == 3


def _routes(s: OnField, unit: int) -> Routes:
    grid = s.scenario.map.grid
    return Routes(grid, 1 << s.position.at[unit], [Way({1: grid.all}, None)], 2)


def two(s: OnField, unit: int) -> int:  # noqa: ARG001 - as every one of them
    return 2


def _lines(s: OnField, known: Any, hex: int) -> Iterator[Line]:  # noqa: ARG001 - as every one of them
    yield Line(f"{known.at[0]} and {hex}")


class Shown(FieldAids[OnField, Any]):
    finders: ClassVar[Any] = {Come: march(_routes, two), Join: straight}
    parts = AidParts(
        owed=lambda s, seat: [f"{s.on_map(1 - seat).bit_count()} enemies"],
        hex_lines=_lines,
    )


def test_aids_say_what_their_parts_say_and_else_what_any_game_says() -> None:
    s, aids = field(DRAWING), Shown(GAME)
    view = View(game="field", scenario="field", seat=BLUE, position=s.position)
    assert list(aids.owed(s, BLUE)) == ["1 enemies"]
    assert [line.text for line in aids.hex_lines(s, view, 3)] == ["1 and 3"]
    assert aids.turns(s.scenario, view) == []
    assert aids.arrivals(s.scenario, view).note == "Nobody else is to come."


def test_the_way_of_an_order_is_drawn_once_it_says_where_to() -> None:
    s, aids = field(DRAWING), Shown(GAME)
    start, near, far = (s.scenario.map.hex(text) for text in ("0102", "0104", "0201"))
    assert aids.path(s, BLUE, Come, (0,)) is None
    assert aids.path(s, BLUE, Come, (0, near)) == Path(hexes=(start, start + 1, near), cost="2 of 2")
    s.put(1, near)
    assert aids.path(s, BLUE, Come, (1, far)) is None
    assert aids.path(s, BLUE, Join, (0, far)) == Path(hexes=(start, far))
    s.put(0, BOX)
    assert aids.path(s, BLUE, Join, (0, far)) is None


def test_an_attack_is_drawn_with_arrows_from_where_it_comes() -> None:
    s = field(DRAWING)
    assert list(attack_marks(s.position)) == []
    one, other, target = s.position.at
    s.call(Fight(attacker=BLUE, target=target, attackers=0b011))
    assert list(attack_marks(s.position)) == [
        Mark(target, "battle", BLUE, "battle"),
        Mark(one, "attack", BLUE, "attack", target),
        Mark(other, "attack", BLUE, "attack", target),
    ]


def test_boxes_list_who_is_in_them() -> None:
    s = field(DRAWING)
    s.put(0, BOX)
    assert list(boxes(s.scenario, s.position, ("Blue", "Red"), {BOX: "box"})) == [
        Track("Blue box", "a", BLUE),
        Track("Red box", "none", RED),
    ]


def test_the_first_position_is_worked_out_once_and_copied() -> None:
    facts = field(DRAWING).scenario
    asked = []

    def first(scenario: Any) -> Any:
        asked.append(scenario)
        return GAME.start(scenario)

    one, other = facts.opened(first), facts.opened(first)
    assert one == other
    assert one is not other
    assert asked == [facts]


def test_a_hex_that_a_data_file_names_must_be_on_the_map() -> None:
    facts = field(DRAWING).scenario
    assert facts.hex_at("0102", "units.a.at") == GAME.start(facts).at[0]
    with pytest.raises(DataError, match=r"units\.a\.at: there is no hex 0901"):
        facts.hex_at("0901", "units.a.at")
