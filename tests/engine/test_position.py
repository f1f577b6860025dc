"""Positions: copies, bytes, fingerprints."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaseline.engine.position import Frame, Position, differences


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
