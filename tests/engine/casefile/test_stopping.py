"""Where a case begins when nobody acts in the step it names, and steps that hold play before it goes on by itself."""

from textwrap import dedent

import pytest
from tests.engine.casefile.test_running import fails, holds, run, wrong

from phaseline.engine.casefile import read, run_case


def test_play_stops_before_whatever_comes_next_and_goes_on_with_the_next_order() -> None:
    holds("""
    - id: volley
      setup: {phase: combat, units: {e: {strength: 2}}}
      steps:
      - {do: fire u e 1, dice: 2, stop: true, expect: {strength: {e: 1}, decision: none, outcome: none, no_events: [eliminated]}}
      - {ask: distance, start: A, to: X, is: 2}
      - {view: red, expect: {units: {e: {at: X}}}}
      - {do: fire u e 1, dice: 2, stop: true, expect: {units: {e: {at: X, strength: 0}}, outcome: none}}
      - {until: end, expect: {events: [e is eliminated], no_events: [takes], outcome: {winner: Blue}}}
      expect: {units: {e: eliminated}, events: [e takes 1, e takes 1, e is eliminated]}
    - id: the-last-volley
      setup: {phase: combat}
      steps: [{do: fire u e 1, dice: 1, stop: true}]
      expect: {units: {e: {at: X, strength: 0}}, outcome: none}
    """)


def test_play_stops_before_a_step_by_its_name_and_its_dice_are_those_of_the_next() -> None:
    holds("""
    - id: bids
      setup: {phase: bids}
      steps:
      - {do: bid 0, by: blue}
      - {do: bid 1, by: red, stop: weather, expect: {bids: [0, 1], decision: none, rolls: none}}
    - id: weather
      after: bids
      steps: [{do: move u Y, dice: 6, expect: {weather: mud, events: [{kind: roll}, u moves to Y]}}]
    - id: until
      steps:
      - {do: end, stop: combat, expect: {decision: {step: combat}}}

    """)
    holds("""
    - id: until
      setup: {phase: combat, active: Red}
      steps: [{until: bids, stop: true, expect: {decision: {step: bids}, turn: 2}}]
    """)


def test_what_is_held_can_be_taken_back_and_the_dice_of_going_on_close_the_way() -> None:
    holds("""
    - id: a
      setup: {phase: bids}
      dice: [4]
      steps:
      - {do: bid 0, by: blue}
      - {do: bid 1, by: red, stop: true}
      - {undo: red, expect: {bids: [0, none], decision: {seats: [Red]}}}
      - {do: bid 2, by: red, stop: true}
      - {do: end, by: blue}
      - {undo: red, refused: true}
    """)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("[{do: move u Y, stop: combat}]", "expected  play stops before combat\n    is        Turn 1, Blue part, movement comes first"),
        ("[end, {do: fire u e 1, dice: 1, stop: weather}]", "expected  play stops before weather\n    is        the match is over"),
    ],
)  # fmt: skip
def test_a_stop_that_is_not_reached_is_a_failure(steps: str, message: str) -> None:
    assert message in fails(f"- {{id: a, steps: {steps}}}")


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ("[{do: end, stop: combt}]", 'steps[1].stop: there is no step "combt"; did you mean combat?'),
        ("[{do: end, stop: true, refused: true}]", "steps[1].stop: a step with `refused` cannot stop"),
        ("[{ask: distance, start: A, to: B, with: {}, stop: true}]", 'distance takes no "stop"'),
    ],
)
def test_errors_of_the_author(steps: str, message: str) -> None:
    assert message in wrong(f"- {{id: a, steps: {steps}}}")


def test_a_case_that_cites_what_the_rulebook_does_not_have_is_told_so() -> None:
    text = """\
    game: skirmish
    examples:
    - id: a
      scenario: ford
      cases:
      - "6.2"
      - "66.2"
      steps: [{expect: {outcome: none}}]
    """
    (result,) = [run_case(case) for case in read(dedent(text), "f.yaml")]
    assert result.remarks == ["f.yaml:7: cases[2]: there is no case 66.2; near it: 6.2, 9.2, 8.2"]
    assert result.passed, result.text()


@pytest.mark.parametrize(("active", "phase"), [("Blue", "movement"), ("Blue", "combat")])
def test_a_case_says_where_it_began_when_nobody_acts_where_it_asked_to(active: str, phase: str) -> None:
    (result,) = run(
        f"- {{id: a, map: {{adjacent: [[A, B]]}}, setup: {{active: {active}, phase: {phase}, units: {{e: {{side: red, at: A}}}}}}}}",
        "game: toy\nexamples:\n",
    )
    assert result.passed
    said = f"nobody has anything to decide in Turn 1, Blue part, {phase}; play begins in Turn 1, Red part, movement"
    assert result.remarks == [f"f.yaml:3: setup.phase: {said}"]
    assert result.text().splitlines()[1] == f"  remark: f.yaml:3: setup.phase: {said}"


@pytest.mark.parametrize(("by", "seat"), [("", "Red"), (", by: blue", "Blue")])
def test_a_step_that_nobody_acts_in_says_what_it_has_against_an_order(by: str, seat: str) -> None:
    (result,) = run(
        "- {id: a, map: {adjacent: [[A, B]]}, setup: {active: Blue, phase: combat, units: {e: {side: red, at: A}}}, "
        f"steps: [{{do: fire e e 1, refused: 4.1, because: not yours{by}}}]}}",
        "game: toy\nexamples:\n",
    )
    assert result.passed, result.text()
    assert result.refusals == [f"1. {seat}: fire e e 1: refused, case 4.1: the unit is not yours"]


def test_a_step_of_the_other_side_has_nothing_against_the_order_of_a_seat_that_is_named() -> None:
    (result,) = run(
        "- {id: a, map: {adjacent: [[A, B]]}, setup: {active: Blue, phase: combat, units: {e: {side: red, at: A}}}, "
        "steps: [{do: fire e e 1, refused: true, by: red}]}",
        "game: toy\nexamples:\n",
    )
    (refusal,) = result.refusals
    assert '"fire" is not possible now (movement)' in refusal


def test_a_step_that_is_over_because_somebody_has_done_says_nothing_more() -> None:
    message = fails("- {id: a, steps: [end, end, {do: fire v e 1, refused: 4.1, because: not adjacent}]}")
    assert '"fire" is not possible now (movement)' in message


@pytest.mark.parametrize("setup", ["{phase: weather}", "{}", "{phase: combat}"])
def test_nothing_is_said_of_a_case_that_begins_as_asked(setup: str) -> None:
    (result,) = run(f"- {{id: a, setup: {setup}, dice: {[6] if 'weather' in setup else []}}}")
    assert result.passed, result.text()
    assert result.remarks == []


def test_a_unit_called_almost_like_a_counter_of_the_game_is_refused() -> None:
    (result,) = run(
        "- {id: a, scenario: pond, setup: {units: {1-blue: {side: blue, at: A}}}}", "game: toy\nexamples:\n"
    )
    assert 'setup.units.1-blue: toy has a counter "1 Blue" of its own' in str(result.error)


def test_refusals_of_a_case_that_holds_are_told_when_asked_for() -> None:
    (result,) = run("- {id: a, steps: [{do: move v B, refused: 3.3}, {do: move u Y, legal: true}]}")
    assert result.refusals == ["1. Blue: move v B: refused, case 3.3a: a river lies between"]
    assert "river" not in result.text()
    assert (
        result.text(verbose=True).splitlines()[1]
        == "  1. Blue: move v B: refused, case 3.3a: a river lies between"
    )


def test_an_event_that_did_not_happen_is_compared_with_what_did() -> None:
    text = fails("- {id: a, steps: [{do: move u Y, expect: {events: [{kind: move, unit: v, too: Y}]}}]}")
    assert "is        {kind: move, case: 3.1, text: u moves to Y, unit: u}" in text
    assert "nearest: unit is u, not v; it has no too; its facts: {unit: u, to: Y, kind: move" in text
