"""What is wrong with a case is said with its line, field and reason."""

import pytest

from phaseline.engine.casefile import read, run_case

HEAD = """
id: wrong
game: skirmish
map: {drawing: ". . . ."}
setup:
  units:
    Blue A: {at: 0101}
    Red A: {at: 0104}
"""


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("    Green B: {at: 0102}", 'setup.units.Green B.side: there is no seat "Green"'),
        ("    Blue B: {at: 0109}", "setup.units.Blue B.at: "),
        ("    Blue B: {}", "setup.units.Blue B: it stands nowhere: give it a hex in `at`"),
        ("    Blue B: {at: 0102, kind: navy}", 'setup.units.Blue B.kind: "navy" is not possible here'),
        ("    Blue B: {at: 0102, hidden: true}", 'there is no "hidden" here'),
        ("    Blue B: {at: 0102, steps: 3}", "setup.units.Blue B.steps: "),
        (
            "    Blue B: {at: 0102, kind: decoy, attack: 3}",
            "setup.units.Blue B.attack: a decoy has no strength (2.3)",
        ),
        ("  turn: 7", "setup.turn: the match has 6 turns: give more `turns`"),
        ("  phase: losses", "setup.phase: begin in movement or combat, and give the orders that lead there"),
        ("  phase: lunch", 'setup.phase: there is no step "lunch"'),
        ("  weather: snow", 'setup.weather: there is no weather "snow"'),
        ("  stances: {Red: run}", 'setup.stances.Red: there is no stance "run"'),
        ("  control: {0102: Blue}", "setup.control.0102: it is no objective"),
        ("  points: {Green: 1}", 'setup.points.Green: there is no seat "Green"'),
        ("  sources: {Blue: [Paris]}", "setup.sources.Blue: "),
    ],
)
def test_errors(more: str, message: str) -> None:
    (case,) = read(HEAD + more + "\n", "wrong.yaml")
    result = run_case(case)
    assert result.status == "error"
    assert not result.trace
    assert message in str(result.error)
    assert str(result.error).startswith("wrong.yaml:")


def test_a_scenario_with_changes() -> None:
    text = """
id: changed
game: skirmish
scenario: ford
setup:
  units: {9th Scouts: {at: 0404, steps: 1, movement: 2}, Blue Decoy: {at: gone}}
  control: {Le Gué: Red}
expect:
  units: {9th Scouts: {at: 0404, steps: 1}, Blue Decoy: {at: none}, 1st Armoured: {at: 0301}}
  control: {Saint-Aubin: Red, Le Gué: Red, Tilly: Blue}
  decision: {seat: Blue, step: movement}
"""
    (case,) = read(text, "changed.yaml")
    result = run_case(case)
    assert result.passed, result.text()


@pytest.mark.parametrize(
    ("question", "message"),
    [
        ('{ask: odds, target: "0102"}', "nobody is in 0102"),
        ('{ask: odds, target: "0104"}', "nobody can attack 0104"),
        ("{ask: supplied, unit: Blue Z}", 'there is no unit "Blue Z"'),
        ("{ask: zone, side: Green}", 'there is no seat "Green"'),
    ],
)
def test_questions_that_have_no_answer(question: str, message: str) -> None:
    (case,) = read(f"{HEAD}steps:\n- {question}\n", "wrong.yaml")
    result = run_case(case)
    assert result.status == "error"
    assert not result.trace
    assert message in str(result.error)
