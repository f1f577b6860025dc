"""The end of a turn, where a case ends that has no dice for the next one."""

from textwrap import dedent

import pytest
from tests.engine.casefile.toy import FLOW, Toy, Turn, weather

from phaseline.engine.casefile import CaseResult, read, run_case
from phaseline.engine.flow import Do, Flow, procedure

BIDS = next(step for step in FLOW[Turn].steps if step.label == "bids")
PARTS = next(step for step in FLOW[Turn].steps if step.label == "parts")


class Forecast(Toy):
    """The toy game with the weather at the beginning of its turns."""

    flow = Flow(
        *(each for frame, each in FLOW.procedures.items() if frame is not Turn),
        procedure(Turn, "Turn {turn}", Do("weather", "6.1", weather, phase=True), BIDS, PARTS),
    )


def play(steps: str) -> CaseResult:
    head = dedent("""\
        game: toy
        map: {adjacent: [[A, B], [B, X], [B, Y]]}
        setup:
          units: [{id: u, side: Blue, at: B}, {id: e, side: Red, at: X}]
          active: Red
          phase: combat
        examples:
        """)
    (found,) = (run_case(case, {"toy": Forecast()}) for case in read(head + dedent(steps), "f.yaml"))
    return found


@pytest.mark.parametrize(
    "steps",
    [
        # The turn is over, and what came in it stays.
        "{do: end, expect: {turn: 1, decision: none, outcome: none, no_events: [{kind: roll}]}}",
        "{do: end}, {do: fire e u 1, refused: true}",
        # Who has a die goes on.
        "{do: end, dice: 6, expect: {turn: 2, weather: mud, decision: {step: bids}}}",
        "{do: end}, {do: bid 0, by: blue, dice: 6, expect: {turn: 2, weather: mud}}",
        # Taken back, the order can be given again.
        "{do: end}, {undo: red, expect: {decision: {step: combat}}}, {do: end, dice: 1, expect: {turn: 2}}",
    ],
)
def test_a_case_without_dice_for_the_next_turn_ends_with_its_own(steps: str) -> None:
    found = play(f"- {{id: a, steps: [{steps}]}}")
    assert found.passed, found.text()


def test_dice_that_are_lacking_within_a_turn_are_missed() -> None:
    found = play("- {id: a, steps: [{do: fire e u 1}]}")
    assert found.status != "passed"
    assert "dice" in found.text()


def test_a_case_without_dice_does_not_come_to_a_step_of_the_next_turn() -> None:
    found = play("- {id: a, steps: [{until: bids}]}")
    assert found.status == "failed"
    assert "the turn is over, with no dice for the next one" in found.text()
