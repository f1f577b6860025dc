"""Orders and their notation."""

from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaseline.engine.lexicon import HexRef, Lexicon, Names, UnitRef
from phaseline.engine.orders import NotationError, Order, field_kinds, plain, read, usage, write

UNITS = ("1st Armoured", "84 Inf", "O'Brien")
LEXICON = Lexicon({"unit": Names("unit", UNITS), "hex": Names("hex", [f"{n:04}" for n in range(30)])})


class Move(Order, frozen=True, tag="move"):
    case: ClassVar[str] = "4.1"
    unit: UnitRef
    to: HexRef


class Plan(Order, frozen=True, tag="plan"):
    units: tuple[UnitRef, ...]
    name: str
    count: int
    secret: bool
    at: HexRef | None


class Done(Order, frozen=True, tag="done"):
    pass


KINDS = (Move, Plan, Done)

orders = st.one_of(
    st.builds(Move, unit=st.integers(0, 2), to=st.integers(0, 29)),
    st.builds(
        Plan,
        units=st.lists(st.integers(0, 2), max_size=3).map(tuple),
        name=st.text(st.characters(categories=("L", "N", "P", "Zs")), min_size=1),
        count=st.integers(-99, 99),
        secret=st.booleans(),
        at=st.none() | st.integers(0, 29),
    ),
    st.just(Done()),
)


def test_whole_numbers_of_other_libraries_become_plain_ones_in_tuples_too() -> None:
    order = Plan((np.int64(0), 2), "flank", np.int32(3), secret=True, at=None)  # type: ignore[arg-type]
    made = plain(order)
    assert made == Plan((0, 2), "flank", 3, secret=True, at=None)
    assert isinstance(made, Plan)
    assert [type(number) for number in (*made.units, made.count)] == [int, int, int]
    assert made.secret is True
    assert plain(made) is made


@given(orders)
def test_every_order_reads_back_from_its_notation(order: Order) -> None:
    assert read(write(order, LEXICON), KINDS, LEXICON) == order


@pytest.mark.parametrize(
    "text", ["move 84-Inf 0007", "MOVE 84-inf 0007", "move '84 Inf' 0007", "  move 84_inf   0007 "]
)
def test_names_may_be_typed_in_several_ways(text: str) -> None:
    assert read(text, KINDS, LEXICON) == Move(1, 7)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "an order is needed: done, move and plan"),
        ("fly 84-Inf 0007", '"fly" is no order of this game; it has done, move and plan'),
        ("move 84-Inf", "write it as: move UNIT TO"),
        ("move 85-Inf 0007", 'unit: there is no unit "85-Inf"; did you mean 84-Inf?'),
        ("move 84-Inf 9999", 'to: there is no hex "9999"'),
        ("plan none x many yes none", 'count: "many" is not a whole number'),
        ("plan none x 1 maybe none", 'secret: "maybe" is neither yes nor no'),
        ("move '84 Inf", "a quotation mark is not closed"),
    ],
)
def test_what_is_no_order_is_explained(text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text, KINDS, LEXICON)
    assert message in str(caught.value)


def test_usage_and_kinds_tell_how_an_order_is_built() -> None:
    assert usage(Plan) == "plan UNITS NAME COUNT SECRET AT"
    assert field_kinds(Plan) == {
        "units": "unit",
        "name": "str",
        "count": "int",
        "secret": "bool",
        "at": "hex",
    }


def test_orders_are_values() -> None:
    assert Move(1, 7) == Move(1, 7)
    assert len({Move(1, 7), Move(1, 7), Move(1, 8)}) == 2
    assert repr(Move(1, 7)) == "Move(unit=1, to=7)"


def test_names_must_differ_in_more_than_case() -> None:
    with pytest.raises(ValueError, match='two units are called "A B"'):
        Names("unit", ["a-b", "A B"])


@pytest.mark.parametrize("text", ["x" * 200_000, "move " + "1," * 100_000, "move " + '"' * 100_001])
def test_an_endless_order_is_refused_in_few_words(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text, KINDS, LEXICON)
    assert str(caught.value) == f"an order has at most 4000 characters, this one has {len(text)}"


@pytest.mark.parametrize(
    "text", ["\x1b[2J" + "x" * 3000, "move \x1b[2J 0007", "move '" + "\x1b" * 3000, "plan \x1b"]
)
def test_messages_about_an_order_are_short_and_steer_no_terminal(text: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(text, KINDS, LEXICON)
    assert "\x1b" not in str(caught.value)
    assert len(str(caught.value)) < 1000
