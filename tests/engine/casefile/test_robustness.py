"""Whatever stands in a case file, its author gets a message about it, never a Python traceback."""

from hypothesis import given
from hypothesis import strategies as st
from tests.engine.casefile.toy import GAMES

from phaseline.engine.casefile import Case, CaseFileError, read, run_case

TEXT = """\
game: toy
scenario: pond
examples:
- id: a
  map: {adjacent: [[A, B], [B, X]], hexes: {B: hill}, hexsides: {river: [A/B]}, lines: {rail: [B, X]}}
  setup: {units: [{id: u, side: Blue, at: A}, {id: e, side: Red, at: X}], phase: movement, turn: 2}
  dice: [3]
  steps:
  - {do: move u B, refused: 3.3, because: river}
  - {do: [end], expect: {decision: {step: combat}, orders: {include: [end]}}}
  - {ask: distance, start: A, to: X, is: {at_most: 2}}
  - {view: red, expect: {units: {e: {at: X}}, events: none}}
  - {undo: true}
  - {until: Red part}
  expect: {units: {u: {at: A}}, outcome: none}
  variants: [{change: {setup: {units: {u: null}}}, expect: {legal: true}}]
"""
SCRAPS = st.sampled_from(
    ["", "~", ":", "{", "}", "[", "]", ",", "'", "0", "u", "null", "- ", "\n", " ", "&a", "*a", "#", "x: "]
)


@given(st.lists(st.tuples(st.integers(0, len(TEXT)), st.integers(0, 9), SCRAPS), min_size=1, max_size=3))
def test_a_damaged_file_never_ends_in_a_traceback(damage: list[tuple[int, int, str]]) -> None:
    text = TEXT
    for at, length, scrap in damage:
        text = text[:at] + scrap + text[at + length :]
    try:
        cases = read(text, "f.yaml")
    except CaseFileError:
        return
    for case in cases:
        result = run_case(case, GAMES)
        assert result.trace == "", text + result.text()
        assert result.text()
        if isinstance(case, Case):
            assert result.id == case.id
