"""Positions: copies, bytes, fingerprints."""

from enum import Enum

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaseline.engine import canonical
from phaseline.engine.position import Frame, Position, differences, shared


class Turn(Frame, frozen=True):
    turn: int


class Battle(Frame, frozen=True):
    hex: int
    units: tuple[int, ...] = ()


class Field(Position, kw_only=True):
    stack: list[Turn | Battle]
    at: list[int]
    control: int = 0
    held: dict[int, int] = msgspec.field(default_factory=dict)
    flags: set[str] = msgspec.field(default_factory=set)


positions = st.builds(
    Field,
    stack=st.lists(st.builds(Turn, turn=st.integers(1, 50)) | st.builds(Battle, hex=st.integers(0, 999))),
    at=st.lists(st.integers(-2, 20_000)),
    control=st.integers(0, 2**2000),
    held=st.dictionaries(st.integers(0, 99), st.integers(0, 99)),
    flags=st.sets(st.text(max_size=3)),
)


@given(positions)
def test_bytes_round_trip_and_are_canonical(position: Field) -> None:
    data = position.to_bytes()
    again = Field.from_bytes(data)
    assert again == position
    assert again.to_bytes() == data


def test_equal_positions_have_equal_bytes_whatever_the_order_of_insertion() -> None:
    one = Field(stack=[], at=[], held={1: 2, 3: 4}, flags={"a", "b"})
    other = Field(stack=[], at=[], held={3: 4, 1: 2}, flags={"b", "a"})
    assert one.to_bytes() == other.to_bytes()
    assert one.digest() == other.digest()
    other.held[1] = 5
    assert one.digest() != other.digest()


@given(positions)
def test_a_copy_shares_nothing_that_can_change(position: Field) -> None:
    twin = position.copy()
    data = position.to_bytes()
    twin.stack.append(Turn(turn=99))
    twin.at.append(7)
    twin.held[500] = 1
    twin.flags.add("new one")
    twin.control ^= 1
    assert position.to_bytes() == data


def test_nested_containers_are_refused() -> None:
    class Deep(Position, kw_only=True):
        grid: list[list[int]]

    with pytest.raises(TypeError, match=r"Deep\.grid"):
        Deep(grid=[]).copy()


def test_bytes_that_are_no_position_name_the_field() -> None:
    with pytest.raises(msgspec.ValidationError, match=r"\$\.at\[1\]"):
        Field.from_bytes(b'{"stack":[],"at":[1,"x"]}')


def test_differences_are_readable() -> None:
    one = Field(stack=[Turn(turn=1)], at=[4, 5], held={1: 2})
    other = Field(stack=[Turn(turn=2)], at=[4, 6], held={1: 2, 9: 1})
    assert differences(one, other) == ["at[1]: 5 -> 6", "held.9: None -> 1", "stack[0].turn: 1 -> 2"]


def test_masks_of_the_largest_maps_are_saved_though_python_will_not_write_them_as_decimals() -> None:
    one = Field(stack=[], at=[], control=1 << 25_000)
    other = Field(stack=[], at=[], control=1 << 25_000 | 1)
    assert Field.from_bytes(one.to_bytes()) == one
    assert one.digest() != other.digest()
    assert differences(one, other)[0].startswith("control: 0x1000")


@given(st.recursive(st.integers() | st.text() | st.booleans() | st.none(), st.lists))
def test_numbers_and_texts_that_look_like_numbers_are_told_apart(value: object) -> None:
    assert canonical.decode(canonical.encode(value), object) == value


@pytest.mark.parametrize("text", ["0x1f", "-0x1f", "'", "'0x1f", "0x", "0xzz"])
def test_texts_that_look_like_masks_stay_texts(text: str) -> None:
    assert canonical.decode(canonical.encode([text]), list[str]) == [text]
    assert type(canonical.decode(canonical.encode(2**53 + 1), object)) is int


def test_a_malformed_mask_is_told() -> None:
    with pytest.raises(msgspec.DecodeError, match="a hexadecimal number is malformed"):
        Field.from_bytes(b'{"stack":[],"at":[],"control":"0xzz"}')


def test_frozen_structs_may_stand_in_positions_if_what_they_hold_is_plain_too() -> None:
    class Season(Enum):
        WINTER = "winter"

    class Plan(msgspec.Struct, frozen=True):
        hexes: tuple[int, ...]
        season: Season

    class Sketch(msgspec.Struct, frozen=True):
        hexes: list[int]

    class Planned(Position, kw_only=True):
        plan: Plan

    class Sketched(Position, kw_only=True):
        sketch: Sketch

    planned = Planned(plan=Plan((1, 2), Season.WINTER))
    assert Planned.from_bytes(planned.copy().to_bytes()) == planned
    with pytest.raises(TypeError, match=r"Sketched\.sketch: .* is not plain data one level deep"):
        Sketched(sketch=Sketch([1])).copy()


def test_containers_shared_by_two_positions_are_found() -> None:
    one = Field(stack=[], at=[1], held={2: 3})
    other = Field(stack=[], at=one.at, held={2: 3})
    assert shared(one, other) == ["at"]
    assert shared(one, one.copy()) == []
