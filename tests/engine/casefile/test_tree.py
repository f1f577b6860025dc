from itertools import pairwise

import msgspec
import pytest
from msgspec import Struct

from phaseline.engine.casefile.errors import CaseFileError
from phaseline.engine.casefile.tree import Node, lay, parse, shown
from phaseline.engine.casefile.typed import convert


def tree(text: str) -> Node:
    return parse(text, "f.yaml")[0]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("3", 3),
        ("-2", -2),
        ("+1", 1),
        ("10.5", 10.5),
        ("true", True),
        ("false", False),
        ("null", None),
        ("~", None),
        ("0304", "0304"),
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("1944-06-06", "1944-06-06"),
        ("3:1", "3:1"),
        ("12:30:00", "12:30:00"),
        ("1_000", "1_000"),
        ("6-5", "6-5"),
        ("1.39c", "1.39c"),
        ("5.2.1", "5.2.1"),
        ("1e5", "1e5"),
        ('"3"', "3"),
        ("'true'", "true"),
    ],
)
def test_only_what_looks_like_data_is_data(written: str, meant: object) -> None:
    value = tree(f"x: {written}").mapping["x"].resolved()
    assert value == meant
    assert type(value) is type(meant)


def test_case_numbers_keep_their_zeros() -> None:
    assert [item.text for item in tree("[5.10, 11, 0304]").items] == ["5.10", "11", "0304"]


def test_lines_are_those_of_the_keys() -> None:
    node = tree("a: 1\nb:\n  c: [x,\n    y]\n")
    assert (node.at("b").line, node.at("b", "c").line, node.at("b", "c", 1).line) == (2, 3, 4)


ALIKE = [
    "a: 1\nb:\n  c: [x,\n    y]\n---\n- |\n  as\n   drawn\n- >-\n  folded\n  text\n- 'it''s'\n- \"\\u00e9\\t\"\n-\n",
    "a: &x {b: 1}\nc: {<<: *x, d: ~}\n",
    "a: with\ta tab",
    "{a?b: 1}",
    "a:\n\ufeff b: 1",
    "a: \ud800",
    "a: [1, 2",
    "a: &x 1\nb: *y",
    "%YAML 3.1\n---\na: 1",
]


@pytest.mark.parametrize("text", ALIKE)
def test_a_text_reads_the_same_where_there_is_no_libyaml(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def read() -> list[Node] | str:
        try:
            return parse(text, "f.yaml")
        except CaseFileError as error:
            return str(error)

    found = read()
    monkeypatch.setattr("phaseline.engine.casefile.tree._QUICK", None)
    assert read() == found


BOMB = "a: &a [1, 2]\n" + "".join(
    f"{after}: &{after} [{', '.join([f'*{before}'] * 9)}]\n" for before, after in pairwise("abcdefgh")
)
"""A few lines that stand for a million items."""


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("a: 1\na: 2", 2, '"a" stands twice'),
        ("a: [1", 1, "not YAML"),
        ("a: !thing 3", 1, "the tag !thing"),
        ("? [a, b]\n: 1", 1, "a key must be"),
        ("a: &x\n  - *x", 1, "an alias stands inside"),
        ("[" * 5000, 1, "nested more than 64 levels deep"),
        ("a:\n  b: " + "[" * 70 + "]" * 70, 2, "nested more than 64 levels deep"),
        ("setup: " + "{a: " * 400 + "1" + "}" * 400, 1, "nested more than 64 levels deep"),
        ("\n".join(" " * depth + "a:" for depth in range(300)), 64, "nested more than 64 levels deep"),
        ("- " * 300 + "x", 1, "nested more than 64 levels deep"),
        (BOMB, 1, "aliases repeat too much"),
    ],
)
def test_what_is_not_a_case_file(text: str, line: int, reason: str) -> None:
    with pytest.raises(CaseFileError) as caught:
        parse(text, "f.yaml")
    assert reason in str(caught.value)
    assert caught.value.line >= line
    assert str(caught.value).startswith("f.yaml:")


def test_numbers_of_many_digits_are_texts() -> None:
    assert tree("a: " + "9" * 5000).resolved() == {"a": "9" * 5000}


def test_merge_keys_and_aliases() -> None:
    node = tree("base: &b {x: 1, y: 2}\nover: {<<: *b, y: 3}")
    assert node.mapping["over"].resolved() == {"x": 1, "y": 3}


def test_laying_changes_over() -> None:
    base = tree("control: {A: blue, B: red}\nunits: [{id: u, cv: 3, at: A}, {id: v, cv: 1}]\nsteps: [a, b]")
    over = tree("control: {B: blue, A: null}\nunits: {u: {cv: 2}, v: null, w: {cv: 4}}\nsteps: {2: c}")
    assert lay(base, over).resolved() == {
        "control": {"B": "blue"},
        "units": [{"id": "u", "cv": 2, "at": "A"}, {"id": "w", "cv": 4}],
        "steps": ["a", "c"],
    }
    assert lay(base, tree("units: [{id: z}]")).resolved()["units"] == [{"id": "z"}]


def test_changing_an_item_that_is_not_there() -> None:
    with pytest.raises(CaseFileError, match='has 2 items, and none is "3"'):
        lay(tree("steps: [a, b]"), tree("steps: {3: c}"))


def test_shown() -> None:
    assert shown({"b": [1, None, True], "s": {"y", "x"}}) == "{b: [1, none, true], s: [x, y]}"


class Unit(Struct, forbid_unknown_fields=True):
    at: str
    cv: int = 1
    kind: msgspec.UnsetType | str = msgspec.UNSET


class Army(Struct, forbid_unknown_fields=True):
    units: dict[str, Unit] = {}
    turn: int | None = None
    weather: str = "dry"
    arrivals: dict[int, str] = {}


def test_scalars_are_read_as_their_field_says() -> None:
    army = convert(tree("units: {A: {at: 0304, cv: 3}}\nturn: 5\nweather: 5.10"), Army)
    assert army == Army(units={"A": Unit("0304", 3)}, turn=5, weather="5.10")


def test_a_list_with_ids_for_a_dictionary() -> None:
    assert convert(tree("units: [{id: A, at: 1}, {id: B, at: 2}]"), Army).units == {
        "A": Unit("1"),
        "B": Unit("2"),
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "units:\n  A: {at: x}\n  B: {at: y, cv: many}",
            'f.yaml:3: setup.units.B.cv: "many" stands here; a whole number',
        ),
        ("units:\n  A: {at: x, cw: 3}", 'f.yaml:2: setup.units.A: there is no "cw" here; did you mean cv?'),
        ("unit: {}", 'f.yaml:1: setup: there is no "unit" here; did you mean units?'),
        ("units: {A: {cv: 1}}", 'f.yaml:1: setup.units.A: "at" is missing'),
        ("units: [{at: x}]", "f.yaml:1: each entry of this list needs an `id`"),
        ("units: [{id: '', at: x}]", "f.yaml:1: it needs a name as its `id`"),
        ("units: [{id: A, at: x}, {id: A, at: y}]", 'two entries of this list have the id "A"'),
        (
            "turn: 1\narrivals:\n  1: A\n  two: B",
            'f.yaml:4: setup.arrivals: "two" is a key here; a whole number',
        ),
        ("turn: [1]", '"[1]" stands here; a whole number or nothing is needed'),
    ],
)
def test_errors_say_where_and_why(text: str, message: str) -> None:
    with pytest.raises(CaseFileError) as caught:
        convert(tree(text), Army, ("setup",))
    assert message in str(caught.value)
