"""JSON and texts that anybody may have written: refused in words, in a time that goes with their length."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable

import msgspec
import pytest

from phaseline.engine.plain import DEEPEST, read_json


def seconds(work: Callable[[], object]) -> float:
    """The processor's time, the best of three, without what collecting garbage takes."""
    taken = []
    gc.disable()
    try:
        for _ in range(3):
            start = time.thread_time()
            work()
            taken.append(time.thread_time() - start)
    finally:
        gc.enable()
    return min(taken)


def goes_with_length(work: Callable[[int], object]) -> bool:
    """Whether eight times the text takes eight times the time and not, as if each part looked at all others, 64 times."""
    return seconds(lambda: work(40_000)) < 28 * seconds(lambda: work(5_000)) + 0.01


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[" * 100_000, "nested"),
        ('{"a":' * 100_000, "nested"),
        ("[" * (DEEPEST + 1) + "]" * (DEEPEST + 1), "nested"),
        (b'"\xff"', "UTF-8"),
        ('"\ud800"', "UTF-8"),
        ("1" * 5000, "out of range"),
        ("", "truncated"),
        ('["a\\"[', "truncated"),
    ],
)
def test_whatever_is_wrong_is_a_decode_error(text: str | bytes, words: str) -> None:
    with pytest.raises(msgspec.DecodeError, match=words):
        read_json(text)


def test_brackets_in_texts_nest_nothing() -> None:
    many = ["[{" * 1000, '"]\\' * 1000, "a"]
    assert read_json(msgspec.json.encode(many)) == many
    flat: list[list[int]] = [[] for _ in range(1000)]
    assert read_json(msgspec.json.encode(flat)) == flat


@pytest.mark.parametrize("unit", ['"\\', '"', "[]", "[", '"\\"', "{", '\\"['])
def test_looking_for_nesting_takes_time_with_the_length(unit: str) -> None:
    def refused(count: int) -> None:
        with pytest.raises(msgspec.DecodeError):
            read_json("[" + unit * count + "x")

    assert goes_with_length(refused)
