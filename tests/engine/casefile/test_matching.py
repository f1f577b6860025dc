from fractions import Fraction
from typing import Any

import pytest

from phaseline.engine.casefile.matching import compare, plain
from phaseline.engine.casefile.tree import parse


def same(a: str, b: str) -> bool:
    return {a, b} == {"Alton", "0103"}


def differs(expected: str, actual: Any) -> list[str]:
    node = parse(f"x: {expected}", "f.yaml")[0].mapping["x"]
    found = compare(node, plain(actual), "x", same)
    return [f"{item.field}: {item.expected} / {item.actual}" for item in found]


@pytest.mark.parametrize(
    ("expected", "actual"),
    [
        ("3", 3),
        ("3", 3.0),
        ("10.5", 10.5),
        ("3205", "3205"),
        ("5.10", "5.10"),
        ("true", True),
        ("yes", True),
        ("no", False),
        ("none", None),
        ("null", None),
        ("none", []),
        ("none", {}),
        ("lyon se1", "Lyon-SE1"),
        ("Alton", "0103"),
        ("1/3", Fraction(1, 3)),
        ("a1", ["a1"]),
        ("[1, 2]", (1, 2)),
        ("[b, a]", {"a", "b"}),
        ("[b, a]", {"a": 1, "b": 2}),
        ("{a: 1}", {"a": 1, "b": 2}),
        ("{a: {b: [x]}}", {"A": {"b": ["x"], "c": 0}}),
        ("{c: none}", {"a": 1}),
        ("eliminated", {"state": "eliminated", "at": None}),
        ("{not: 3}", 4),
        ("{one_of: [3, 4]}", 4),
        ("{at_least: 3, at_most: 5}", 4),
        ("{contains: b}", ["a", "b"]),
        ("{contains: [ell]}", "hello"),
        ("{contains: {kind: x}}", [{"kind": "y"}, {"kind": "x", "n": 1}]),
        ("{lacks: c}", {"a": 1}),
        ("{only: [b, a]}", ["a", "b"]),
        ("{count: 2}", ["a", "b"]),
        ("{count: 3}", {"count": 3}),
    ],
)
def test_agrees(expected: str, actual: Any) -> None:
    assert differs(expected, actual) == []


@pytest.mark.parametrize(
    ("expected", "actual", "report"),
    [
        ("3", 4, ["x: 3 / 4"]),
        ("3", True, ["x: 3 / true"]),
        ("1", True, ["x: 1 / true"]),
        ("5.1", "5.10", ["x: 5.1 / 5.10"]),
        ("none", 0, ["x: none / 0"]),
        ("[1, 2]", [2, 1], ["x[1]: 1 / 2", "x[2]: 2 / 1"]),
        ("[1]", [1, 2], ["x: [1] / [1, 2]"]),
        ("[a, c]", {"a", "b"}, ["x: [a, c] / [a, b]"]),
        ("{a: {b: 1}, c: 2}", {"a": {"b": 2}, "c": 3}, ["x.a.b: 1 / 2", "x.c: 2 / 3"]),
        ("{q: 1}", {"a": 1}, ["x.q: 1 / not there"]),
        ("{a: 1}", 3, ["x: {a: 1} / 3"]),
        ("{at_least: 5}", 4, ["x: at_least 5 / 4"]),
        ("{at_most: 5}", None, ["x: at_most 5 / none"]),
        ("{contains: [a, c]}", ["a", "b"], ["x: contains [a, c] / [a, b]"]),
        ("{lacks: a}", ["a"], ["x: lacks a / [a]"]),
        ("{only: [a]}", ["a", "b"], ["x: only [a] / [a, b]"]),
        ("{not: none}", None, ["x: not none / none"]),
        ("{count: 3}", ["a"], ["x: count 3 / [a]"]),
        ("in play", {"state": "eliminated"}, ["x: in play / {state: eliminated}"]),
    ],
)
def test_differs(expected: str, actual: Any, report: list[str]) -> None:
    assert differs(expected, actual) == report
