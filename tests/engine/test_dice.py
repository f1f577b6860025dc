"""Dice: fair, repeatable, verifiable, scriptable."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from phaseline.engine.dice import DiceExhausted, Draw, ScriptedDice, SeededDice, commitment, mix


@given(st.binary(min_size=32, max_size=32), st.lists(st.sampled_from([2, 6, 10, 100]), max_size=50))
def test_the_same_seed_gives_the_same_dice(seed: bytes, sides: list[int]) -> None:
    one, other = SeededDice(seed), SeededDice(seed)
    rolls = [one.roll(n, "a") for n in sides]
    assert rolls == [other.roll(n, "b") for n in sides], "the purpose does not change the die"
    assert all(1 <= roll <= n for roll, n in zip(rolls, sides, strict=True))


def test_a_stream_can_be_taken_up_where_it_was_left() -> None:
    dice = SeededDice(b"s" * 32)
    for _ in range(37):
        dice.roll(6, "x")
    later = SeededDice(b"s" * 32, drawn=dice.drawn)
    assert [dice.roll(6, "x") for _ in range(20)] == [later.roll(6, "x") for _ in range(20)]


def test_dice_are_fair() -> None:
    dice = SeededDice(b"fair" * 8)
    counts = Counter(dice.roll(6, "x") for _ in range(60_000))
    expected = 10_000
    chi_squared = sum((counts[face] - expected) ** 2 / expected for face in range(1, 7))
    assert chi_squared < 20.5, "1 in 1000 for five degrees of freedom"


def test_the_commitment_is_the_plain_sha256_of_the_seed() -> None:
    assert commitment(b"seed") == hashlib.sha256(b"seed").hexdigest()


def test_every_share_changes_the_mixed_seed() -> None:
    assert mix(b"a", b"b") != mix(b"a", b"c") != mix(b"b", b"a")
    assert mix(b"ab", b"c") != mix(b"a", b"bc")


def test_scripted_dice_fall_as_told_and_say_what_they_lack() -> None:
    dice = ScriptedDice([3, 6])
    assert (dice.roll(6, "x"), dice.roll(6, "x")) == (3, 6)
    with pytest.raises(DiceExhausted, match="no die is left for: weather"):
        dice.roll(6, "weather")
    dice.add([7])
    with pytest.raises(ValueError, match="the die for storm is 7, but it has the faces 1 to 6"):
        dice.roll(6, "storm")
    assert dice.left == 1, "a die that does not fit is not used up"


def test_a_draw_reads_like_a_note() -> None:
    assert str(Draw("attack at 3:1", 6, (5, 2))) == "attack at 3:1 d6: 5 2"
