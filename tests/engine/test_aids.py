"""The play aids that every game has without writing any: texts of orders, hints, the map in words, tables."""

from __future__ import annotations

import random
from typing import Any, ClassVar

import msgspec
import pytest
from tests.engine.council import Council

from phaseline.atlas.model import HexMap
from phaseline.engine.aids import Aids, Area, Overlay, ground
from phaseline.engine.aids.tables import order_of_battle
from phaseline.engine.dice import SeededDice
from phaseline.engine.match import Match
from phaseline.engine.orders import Order, OrderText, field_kinds, text_of
from phaseline.engine.registry import games
from phaseline.engine.rehearsal import rehearse, sampled
from phaseline.engine.sheet import Piece, Sheet
from phaseline.games.skirmish import GAME, orders
from phaseline.games.skirmish.scenario import SkirmishScenario

PLAIN: Aids[Any, Any] = Aids(GAME)


class Ford(Order, frozen=True, tag="ford-river"):
    """Cross a river.

    The banks are counted
    from the left.

    More that players need not know.
    """

    text: ClassVar[OrderText] = OrderText(prompts={"banks": "how many banks?"})
    banks: int
    by_night: bool


class Wade(Order, frozen=True, tag="wade-across"):
    __doc__ = None


class Leap(Order, frozen=True, tag="leap"):
    """Leap a brook.

    In one go.
    """

    text: ClassVar[OrderText] = OrderText(title="Jump", help="Over the brook.", passes=True)


def test_an_order_is_named_after_its_docstring_and_its_fields() -> None:
    text = text_of(Ford)
    assert (text.title, text.help) == ("Cross a river", "The banks are counted from the left.")
    assert text.prompts == {"banks": "how many banks?", "by_night": "which by night?"}


def test_an_order_without_a_docstring_is_named_after_its_verb() -> None:
    assert text_of(Wade).title == "Wade across"


def test_words_of_the_class_go_before_those_of_the_docstring() -> None:
    text = text_of(Leap)
    assert (text.title, text.help, text.passes) == ("Jump", "Over the brook.", True)


def test_an_order_of_a_game_says_what_it_counts() -> None:
    text = text_of(orders.Move)
    assert (text.title, text.one, text.many) == ("Move a unit", "unit can still move", "units can still move")
    assert text.prompts == {"unit": "which unit?", "to": "to which hex?"}


def test_what_several_are_called_is_said_where_an_ending_is_not_enough() -> None:
    assert OrderText(one="hex can be attacked").many == "hexes can be attacked"
    assert OrderText(one="corps can drop", many="corps can drop").many == "corps can drop"
    assert not OrderText(title="Done").many
    with pytest.raises(ValueError, match="say `many` as well"):
        OrderText(one="airstrike left")


@pytest.mark.parametrize("name", ["eisenhower", "skirmish", "war_in_europe", "westfront"])
def test_every_order_has_a_short_title_and_a_prompt_for_each_field(name: str) -> None:
    for kind in games()[name].flow.order_types():
        text = text_of(kind)
        assert 0 < len(text.title) <= 40
        assert set(text.prompts) == set(field_kinds(kind))


def test_a_value_is_hinted_at_by_its_name_and_place(moving: Match) -> None:
    state = moving.state
    unit = state.legal(0).values(orders.Move)[0]
    hex = moving.scenario.map.hex("Tilly")
    of_unit = PLAIN.hint(state, 0, orders.Move, (), unit)
    of_hex = PLAIN.hint(state, 0, orders.Move, (unit,), hex)
    assert (of_unit.title, of_unit.units, of_unit.hexes) == (
        moving.scenario.lexicon["unit"].title(unit),
        (unit,),
        (),
    )
    assert of_hex.title == f"{moving.scenario.map.label(hex)} Tilly"
    assert (of_hex.hexes, of_hex.units) == ((hex,), ())
    assert PLAIN.hint(state, 0, orders.Stance, (), "hold").title == "hold"


def test_an_overlay_that_a_game_lacks_is_refused_with_those_it_has(moving: Match) -> None:
    with pytest.raises(LookupError, match="supply, zones, control, reach"):
        GAME.aids.overlay(moving.state, moving.view(0), "weather")
    with pytest.raises(LookupError, match="none"):
        PLAIN.overlay(moving.state, moving.view(0), "supply")


def test_a_hex_in_words() -> None:
    board = HexMap.from_drawing(
        """
        . A .
         f B
        """,
        places={
            "A": {"name": "Caen", "port": "major", "city": "minor", "fortress": True},
            "B": {"name": "Falaise", "city": "town"},
        },
        hexsides={"border": "A/E"},
    )
    lines = [line.text for line in ground.hex_lines(board, board.hex("Caen"))]
    assert lines[0] == "Clear"
    assert "Border: E" in lines
    assert lines[-1] == "minor city, major port, fortress"
    assert [line.text for line in ground.hex_lines(board, board.hex("Falaise"))][-1] == "town"
    assert [entry.key for entry in ground.legend(board) if entry.kind == "terrain"] == ["clear", "forest"]


def test_a_town_that_is_its_terrain_is_told_of_once(ford: SkirmishScenario) -> None:
    board = ford.map
    lines = [line.text for line in ground.hex_lines(board, board.hex("Saint-Aubin"))]
    assert [text for text in lines if text.lower() == "town"] == ["Town"]


def test_the_order_of_battle_counts_backs_without_naming_them(ford: SkirmishScenario) -> None:
    armour = Piece(side=0, label="A", title="Tanks", hex=22, unit=0, group="Guards", marks=("moved",))
    lost = Piece(side=0, label="B", title="Foot", unit=1, group="Guards", place="eliminated")
    back = Piece(side=1, label="?", title="face-down unit", hex=23, face_down=True)
    table = order_of_battle(("Blue", "Red"), ford.map, Sheet(pieces=(armour, lost, back)))
    guards, unseen = table.sections
    assert (guards.title, guards.note) == ("Blue: Guards", "1 of 2 on the map")
    assert [row.cells for row in guards.rows] == [
        ("Tanks", "", ford.map.label(22), "moved"),
        ("Foot", "", "eliminated", ""),
    ]
    assert [row.faint for row in guards.rows] == [False, True]
    assert (unseen.note, unseen.rows) == ("1 face down", ())


def test_what_is_not_set_is_not_sent() -> None:
    sent = msgspec.json.encode(Overlay(areas=(Area(title="supply", hexes=(3, 4)),)))
    assert sent == b'{"areas":[{"title":"supply","hexes":[3,4]}]}'


def test_a_game_without_aids_of_its_own_has_usable_ones() -> None:
    game = Council()
    state = game.new(game.load(), SeededDice(bytes(32)))
    rng = random.Random(1)
    while state.decision is not None:
        for seat in range(len(game.seats)):
            other, _ = sampled(game, state, seat, 5)
            assert rehearse(state, seat, 9) == rehearse(other, seat, 9)
        seat = state.decision.seats[0]
        state.apply(seat, state.legal(seat).sample(rng))
