import pytest

from phaseline.engine.casefile.cases import Case, read
from phaseline.engine.casefile.errors import CaseFileError


def good(text: str, game: str = "") -> list[Case]:
    cases = read(text, "f.yaml", game)
    assert [str(case) for case in cases if isinstance(case, CaseFileError)] == []
    return [case for case in cases if isinstance(case, Case)]


def setup(case: Case) -> object:
    part = case.part("setup")
    return None if part is None else part.resolved()


def test_one_case_in_a_file() -> None:
    (case,) = good(
        "id: a\ngame: toy\ntitle: T\ncases: [5.10, 6]\nwhere: '1'\nnote: n\nsteps: move u B\ndice: 3"
    )
    assert (case.id, case.game, case.title, case.cases, case.where, case.note) == (
        "a",
        "toy",
        "T",
        ("5.10", "6"),
        "1",
        "n",
    )
    assert (case.dice, [step.kind for step in case.steps], case.line) == ((3,), ["do"], 1)


def test_many_cases_in_all_the_ways() -> None:
    text = "game: toy\nexamples: [{id: a}, {id: b}]\n---\n- {id: c, game: toy}\n---\nid: d\ngame: toy\n"
    assert [case.id for case in good(text)] == ["a", "b", "c", "d"]


def test_the_head_is_laid_under_every_case() -> None:
    head = "format: 1\ngame: toy\nsetup: {turn: 1, control: {A: blue}}\nexamples:\n"
    a, b = good(head + "- id: a\n- {id: b, setup: {turn: 2, control: {B: red}}}")
    assert setup(a) == {"turn": 1, "control": {"A": "blue"}}
    assert setup(b) == {"turn": 2, "control": {"A": "blue", "B": "red"}}


def test_variants_change_the_case_deeply_and_replace_what_is_done() -> None:
    text = """
id: a
game: toy
setup: {turn: 1, units: [{id: u, at: A}, {id: v, at: B}]}
steps: [move u B, {do: move v C, refused: "1"}]
expect: {turn: 1}
variants:
- {change: {setup: {units: {u: {at: C}, v: null}}}, expect: {legal: true}, title: other}
- {id: two, setup: {turn: 2}, steps: [move u C]}
- {steps: {2: {refused: "2"}}}
- {change: {steps: {1: {do: move u D}, 2: {do: move v D}}}}
- {steps: {1: null, 2: move v E}}
"""
    base, first, second, third, fourth, fifth = good(text)
    assert [case.id for case in (base, first, second, third, fourth)] == ["a", "a/1", "a/two", "a/3", "a/4"]
    assert [(step.subject.text, list(step.keys)) for step in fourth.steps] == [
        ("move u D", []),
        ("move v D", []),
    ]
    assert [(step.subject.text, list(step.keys)) for step in fifth.steps] == [("move v E", [])]
    assert setup(first) == {"turn": 1, "units": [{"id": "u", "at": "C"}]}
    assert first.expect is not None
    assert first.expect.resolved() == {"legal": True}
    assert (first.title, len(first.steps)) == ("other", 2)
    assert (setup(second), [s.subject.text for s in second.steps]) == (
        {**setup(base), "turn": 2},  # type: ignore[dict-item]
        ["move u C"],
    )
    assert third.steps[1].keys["refused"].text == "2"
    assert third.steps[0].subject.text == "move u B"
    assert base.steps[1].keys["refused"].text == "1"


def test_like_takes_the_circumstances_and_after_also_what_was_done() -> None:
    text = """
- {id: a, game: toy, setup: {turn: 1}, steps: [one], dice: [1], expect: {turn: 1}}
- {id: b, like: a, setup: {weather: mud}, steps: [two]}
- {id: c, after: a, steps: [two], dice: [2]}
- {id: d, after: c, steps: [three]}
- {id: e, like: a}
"""
    _, b, c, d, e = good(text)
    assert (setup(b), [step.subject.text for step in b.steps], b.expect) == (
        {"turn": 1, "weather": "mud"},
        ["two"],
        None,
    )
    assert ([step.subject.text for step in c.steps], c.dice) == (["one", "two"], (1, 2))
    assert [step.number for step in d.steps] == [1, 2, 3]
    assert [step.subject.text for step in e.steps] == ["one"]


def test_arguments_of_a_step_are_what_is_not_a_key() -> None:
    (case,) = good(
        "{id: a, game: toy, steps: [{do: move, unit: u, to: B, with: {by: 3}, by: red, dice: [1]}]}"
    )
    (step,) = case.steps
    assert {name: node.text for name, node in step.arguments.items()} == {"unit": "u", "to": "B", "by": "3"}
    assert set(step.keys) == {"with", "by", "dice"}


def test_the_game_may_come_from_the_folder() -> None:
    assert good("id: a", "toy")[0].game == "toy"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title: x", "f.yaml:1: a case needs an `id`"),
        ("{id: a}", "name the `game`"),
        (
            "id: a\ngame: toy\nsetpu: {}",
            'f.yaml:3: setpu: there is no "setpu" in a case; did you mean setup',
        ),
        (
            "- {id: a, game: toy}\n- {id: a, game: toy}",
            'f.yaml:2: id: two cases of this file have the id "a"',
        ),
        (
            "- {id: a, game: toy}\n- {id: b, after: aa}",
            'after: no earlier case of this file has the id "aa"; did you mean a?',
        ),
        ("format: 9\nexamples: []", "f.yaml:1: format: this program reads format 1"),
        ("just text", "a case file holds cases"),
        ("id: a\ngame: toy\nsteps:\n- {do: x, ask: y}", "f.yaml:4: steps[1]: a step does one thing"),
        ("id: a\ngame: toy\nsteps: [{d: x}]", "steps[1]: a step needs one of: do, ask"),
        (
            "id: a\ngame: toy\nsteps: [{view: red, expct: {}}]",
            'no "expct" in a step with `view`; did you mean expect?',
        ),
        ("id: a\ngame: toy\nsteps: [{do: x, with: 3}]", "steps[1].with: a mapping"),
        ("id: a\ngame: toy\ndice: [six]", 'dice[1]: "six" stands here; a whole number is needed'),
        ("id: a\ngame: toy\nvariants: [{chnge: {}}]", 'no "chnge" in a variant; did you mean change'),
        (
            "id: a\ngame: toy\nvariants: [{change: {control: {}}}]",
            'change.control: there is no "control" in a change',
        ),
        ("variants: []\nexamples: []", 'there is no "variants" in the head of a file'),
    ],
)
def test_errors_say_where_and_why(text: str, message: str) -> None:
    errors = [str(case) for case in read(text, "f.yaml") if isinstance(case, CaseFileError)]
    assert any(message in error for error in errors), errors


def test_a_broken_case_leaves_the_others_alone() -> None:
    found = read("- {id: a, gme: toy}\n- {id: b, game: toy}", "f.yaml")
    assert isinstance(found[0], CaseFileError)
    assert found[0].case == "a"
    assert isinstance(found[1], Case)


def test_like_and_after_keep_what_an_earlier_case_has_changed_of_the_head() -> None:
    text = """
game: toy
where: p. 3
setup: {turn: 1, units: [{id: u, at: A}, {id: v, at: B}]}
dice: [5]
steps: [move u B]
expect: {turn: 1}
examples:
- {id: a, setup: {turn: 2, units: {v: {at: C}}}}
- {id: b, like: a}
- {id: c, after: a, steps: [end], dice: 6}
"""
    a, b, c = good(text)
    changed = {"turn": 2, "units": [{"id": "u", "at": "A"}, {"id": "v", "at": "C"}]}
    assert setup(a) == setup(b) == setup(c) == changed
    assert [step.subject.text for step in c.steps] == ["move u B", "end"]
    assert (b.dice, c.dice) == ((5,), (5, 6))
    for case in (a, b, c):
        assert case.where == "p. 3"
        assert case.expect is not None
        assert case.expect.resolved() == {"turn": 1}
