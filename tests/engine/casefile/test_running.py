"""Whole cases of the toy game: what holds passes, what does not is reported so that one can mend it."""

from pathlib import Path
from textwrap import dedent

import pytest
from tests.engine.casefile.toy import GAMES

from phaseline.engine.casefile import CaseResult, read, run_case, run_files

HEAD = """\
game: toy
map: {adjacent: [[A, B], [B, X], [B, Y]], hexsides: {river: [[A, B]]}}
setup:
  units: [{id: u, side: Blue, at: B}, {id: v, side: blue, at: A, strength: 1}, {id: e, side: Red, at: X, strength: 1}]
  active: Blue
examples:
"""


def run(text: str, head: str = HEAD) -> list[CaseResult]:
    return [run_case(case, GAMES) for case in read(head + dedent(text), "f.yaml")]


def holds(text: str, head: str = HEAD) -> None:
    results = run(text, head)
    assert results
    assert [result.text() for result in results if not result.passed] == []


def fails(text: str) -> str:
    (result,) = run(text)
    assert result.status == "failed", result.text()
    return result.text()


def wrong(text: str) -> str:
    (result,) = run(text)
    assert result.status == "error", result.text()
    assert result.trace == ""
    return str(result.error)


def test_orders_refusals_and_boundaries() -> None:
    holds("""
    - id: a
      steps:
      - {do: move v B, refused: 3.3, because: river}
      - {do: move v B, refused: true}
      - {do: move v B, refused: [9.9, 3.3a]}
      - {do: move u X, refused: "3.2"}
      - {do: move e B, refused: "3.1", because: not yours}
      - {do: end, by: red, refused: "3.1", because: Blue must decide}
      - {do: fire u e 1, refused: "4.1"}
      - {do: move u Y, legal: true}
      - {do: move u X, legal: false}
      - {do: move, unit: U, to: y}
      - {expect: {at: {u: Y}, units: {u: {at: Y, strength: 2}, v: {at: A}}}}
    - id: a-word-is-missing
      steps:
      - {until: combat}
      - {do: fire u e 3, refused: "4.2"}
      - {do: fire u e 0, refused: incomplete, because: how many}
      - {do: fire u e 0, refused: [9.9, incomplete]}
    - id: whole
      steps: [move u Y, move u X]
      expect: {refused: "3.1", because: not adjacent, units: {u: {at: Y}}}
    - id: several
      steps: [{do: [move u Y, end, end], expect: {decision: {seat: red, step: movement}}}]
    """)


def test_dice_results_events_and_the_end() -> None:
    holds("""
    - id: dice
      setup: {phase: combat}
      dice: [6]
      steps:
      - {do: fire, unit: u, target: e, expect: {strength: {e: 1}, events: [{kind: roll, values: [6]}, e takes 0]}}
      - {do: fire u e 2, dice: [3, 2], expect: {outcome: {winner: blue, case: 5.1, scores: {Blue: 10, Red: 0}}}}
      expect:
        units: {e: eliminated}
        decision: none
        rolls: [{count: 1, purpose: fire}, {values: [3, 2]}]
        events: [{kind: hits, target: e, hits: 0}, {kind: hits, hits: {at_least: 1}}, {kind: eliminated, unit: e, case: 4.3}]
        no_events: [u is eliminated, {kind: eliminated, unit: u}]
    - id: sought
      setup: {phase: combat}
      steps: [{do: fire, unit: u, target: e, with: {dice: 2}, result: {kind: hits, hits: 2}}]
      expect: {outcome: {winner: Blue}, rolls: [{values: {one_of: [[1, 1], [1, 2], [2, 1], [2, 2]]}}]}
    - id: given
      setup: {phase: combat}
      steps: [{do: fire u e 1, dice: 2, result: e takes 1}]
    """)


def test_dice_that_are_rolled_before_the_first_step() -> None:
    holds("""
    - id: a
      setup: {phase: weather}
      dice: [6]
      expect: {weather: mud, rolls: [{purpose: weather}], decision: {step: movement}}
    """)
    assert "no die for: weather" in fails("- {id: a, setup: {phase: weather}}")


def test_questions() -> None:
    holds("""
    - id: a
      steps:
      - {ask: odds, attack: 10.5, defence: 3, is: {odds: 3:1}}
      - {ask: odds, with: {attack: 9, defence: 3, shifts: [-1]}, is: {odds: "2:1", shifts: [-1]}}
      - {ask: distance, start: A, to: X, is: {at_least: 2}}
      - {ask: distance, start: A, to: B}
    """)


def test_views_undo_and_secret_simultaneous_orders() -> None:
    holds("""
    - id: a
      setup: {phase: bids}
      steps:
      - {do: bid 3, by: blue, expect: {bids: [3, none], decision: {seats: [Red]}}}
      - {view: red, expect: {unseen: [u, v], units: {e: {at: X, side: Red, strength: 1}}, face_down: {A: 1, B: 1}}}
      - {view: red, expect: {events: [a secret bid], no_events: [a bid of 3]}}
      - {view: blue, expect: {units: {lacks: e, contains: [u, v]}, events: [a bid of 3], tracks: {Turn: 1}}}
      - {view: spectator, expect: {units: none}}
      - {undo: blue}
      - {do: bid 1, by: blue}
      - {do: bid 2, by: red, dice: [4], expect: {weather: dry, bids: [1, 2]}}
      - {undo: red, refused: true, because: dice}
      - {do: move u Y}
      - {undo: true, expect: {units: {u: {at: B}}}}
    """)


def test_going_on_to_a_later_step() -> None:
    holds("""
    - id: a
      steps:
      - {until: combat, expect: {decision: {seat: blue, path: [Turn 1, Blue part, combat]}}}
      - {until: Red part, expect: {decision: {step: movement}}}
      - {until: Turn 2}
      - {do: bid 0, by: blue}
      - {do: bid 0, by: red, dice: [6]}
      expect: {turn: 2, weather: mud}
    """)


def test_orders_that_are_legal() -> None:
    holds("""
    - id: a
      expect: {orders: {include: [move u Y, "move u *"], exclude: [move u X, "fire *"], count: 2}}
    - id: b
      setup: {phase: combat}
      expect: {orders: {only: [end, "fire u e *"]}}
    - id: c
      expect: {orders: {by: red, only: none}}
    """)


def test_options_data_and_the_scenarios_own_start() -> None:
    holds(
        """
        - id: fog
          scenario: pond
          options: {fog: false}
          steps: [{view: red, expect: {units: {1 Blue: {at: Alton, strength: 2}}, marks: {Alton: [town]}}}]
        - id: bonus
          map: {adjacent: [[A, B]]}
          setup: {phase: combat, units: {u: {side: Blue, at: A}, e: {side: Red, at: B}}}
          data: {tables: {hit_bonus: 4}}
          steps: [{do: fire u e 1, dice: [6], expect: {strength: {e: 1}}}]
        - id: same-hex
          scenario: pond
          steps: [{do: "move '1 blue' beck-nw1"}]
          expect: {at: {1 Blue: "0202"}}
        """,
        "game: toy\nexamples:\n",
    )


def test_the_report_of_a_failure() -> None:
    assert fails("""
    - id: bad
      title: A title
      steps:
      - {do: move u Y}
      expect: {units: {u: {at: X}, e: {strength: 2}}}
    """).splitlines() == [
        "failed  bad  A title  (f.yaml:8)",
        "  f.yaml:12: expect.units.u.at",
        "    expected  X",
        "    is        Y",
        "  f.yaml:12: expect.units.e.strength",
        "    expected  2",
        "    is        1",
        "  what happened:",
        "    begin: Turn 1, Blue part, movement",
        "    1. Blue: move u Y",
        "         u moves to Y",
    ]


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ("[move v B]", "is        refused, case 3.3a: a river lies between"),
        ("[{do: move u Y, refused: 3.3}]", "expected  refused by case 3.3\n    is        legal"),
        (
            "[{do: move v B, refused: 3.31}]",
            "expected  refused by case 3.31\n    is        refused, case 3.3a",
        ),
        ("[{do: move v B, refused: 3.3, because: bridge}]", 'refused by case 3.3 because of "bridge"'),
        ("[{do: move v B, legal: true}]", "expected  legal: true\n    is        refused, case 3.3a"),
        (
            "[{do: move u Y, dice: [3]}]",
            "steps[1].dice\n    expected  all dice are rolled\n    is        1 left over",
        ),
        ("[end, fire u e 1]", "steps[2].dice\n    expected  no die for: fire\n    is        a d6 is rolled"),
        ("[{ask: distance, start: A, to: X, is: 3}]", "steps[1].is\n    expected  3\n    is        2"),
        ("[{do: move u Y, expect: {no_events: [moves to Y]}}]", "nothing like moves to Y"),
        (
            "[{do: move u Y, expect: {events: [moves to X]}}]",
            "is        {kind: move, case: 3.1, text: u moves to Y}",
        ),
        ("[{expect: {orders: {include: [move u X]}}}]", "expected  legal: move u X"),
        ("[{expect: {orders: {exclude: ['move u *']}}}]", "is        legal: move u Y"),
        ("[{expect: {orders: {only: [end]}}}]", "is        also legal: move u Y"),
        ("[{view: blue, expect: {unseen: [u]}}]", "expected  u is not seen"),
        ("[{undo: true}]", "Blue has given no order yet"),
        ("[move u Y, {undo: true, refused: true}]", "taken back: move u Y"),
        *(
            (
                f"[{{until: combat}}, {{do: fire u e 0, {words}}}]",
                f"expected  {expected}\n    is        not complete, case 4.2: say how",
            )
            for words, expected in [
                ('refused: "4.2"', "refused by case 4.2"),
                ("refused: true", "refused"),
                ("because: how many", 'refused because of "how many"'),
                ("legal: false", "legal: false"),
            ]
        ),
        ("[{until: combat}, fire u e 0]", "expected  a legal order\n    is        not complete, case 4.2"),
        (
            "[{until: combat}, {do: fire u e 3, refused: incomplete}]",
            "expected  not complete\n    is        refused, case 4.2",
        ),
        ("[end, {do: fire u e 1, dice: [6], result: e takes 1}]", "steps[2].result"),
        ("[{expect: {units: {q: {at: A}}}}]", "is        not there\n    there are u, v, e"),
    ],
)
def test_failures(steps: str, expected: str) -> None:
    assert expected in fails(f"- {{id: a, steps: {steps}}}")


def test_dice_of_the_case_that_nobody_rolls() -> None:
    assert "dice\n    expected  all dice are rolled\n    is        2 left over" in fails(
        "- {id: a, dice: [1, 2]}"
    )


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ("{id: a, game: toi}", 'game: there is no game "toi"; did you mean toy?'),
        ("{id: a, scenario: pnod}", 'scenario: there is no scenario "pnod"; did you mean pond?'),
        ("{id: a, options: {fogg: true}}", 'options: toy has no option "fogg"'),
        ("{id: a, setup: {units: {u: {att: B}}}}", 'setup.units.u: there is no "att" here; did you mean at?'),
        ("{id: a, setup: {units: {u: {at: Q}}}}", 'setup.units.u.at: there is no place "Q"'),
        ("{id: a, setup: {units: {u: {side: Green}}}}", 'setup.units.u.side: there is no seat "Green"'),
        ("{id: a, setup: {phase: combt}}", 'setup.phase: there is no step "combt"; did you mean combat?'),
        ("{id: a, setup: {active: Bleu}}", 'setup.active: there is no seat "Bleu"; did you mean Blue?'),
        (
            "{id: a, data: {tabels: {x: 1}}}",
            'data.tabels: the game reads no data file "tabels.toml" here; did you mean tables.toml?',
        ),
        (
            "{id: a, data: {tables: 3}}",
            "data.tables: a mapping is needed, with what is changed in the data file",
        ),
        ("{id: a, map: {hexes: {A: [hill]}}}", "map.hexes.A: a terrain, or a mapping of facts, is needed"),
        ("{id: a, steps: [mve u B]}", 'f.yaml:7: steps[1]: "mve" is no order of this game'),
        ("{id: a, steps: [move w B]}", 'there is no unit "w"'),
        ("{id: a, steps: [{do: move, unit: u, too: B}]}", '"too" is no field of this order: move UNIT TO'),
        ("{id: a, steps: [{do: move, unit: u}]}", "to is missing: move UNIT TO"),
        ("{id: a, steps: [{do: end, by: green}]}", 'there is no seat "green"'),
        ("{id: a, setup: {phase: bids}, steps: [bid 1]}", "Blue and Red decide at the same time here"),
        (
            "{id: a, steps: [{ask: distanc}]}",
            'steps[1].ask: there is no question "distanc"; did you mean distance?',
        ),
        ("{id: a, steps: [{ask: distance, frm: A}]}", 'steps[1].frm: distance takes no "frm"'),
        ("{id: a, steps: [{ask: distance, start: A}]}", "steps[1].ask: distance needs to"),
        (
            "{id: a, steps: [end, {do: fire u e 1, dice: [7]}]}",
            "steps[2].dice: the die for fire is 7, but it has the faces",
        ),
        ("{id: a, setup: {phase: weather}, dice: [9]}", "f.yaml:7: dice: the die for weather is 9"),
        ("{id: a, expect: {unit: {}}}", 'expect.unit: toy reports no "unit"; did you mean units?'),
        ("{id: a, expect: {orders: {include: [mov u B]}}}", 'expect.orders.include: "mov" is no order'),
        ("{id: a, expect: {orders: {includes: [end]}}}", 'there is no "includes" here; did you mean include'),
        ("{id: a, expect: {refused: 3}}", "no step gives an order that could be refused"),
        ("{id: a, steps: [{view: blue, expect: {unseen: [w]}}]}", 'there is no unit "w"'),
        ("{id: a, steps: [{until: bids, expect: {}}, {until: nowhere}]}", "somebody must choose"),
        (
            "{id: a, steps: [end, {do: fire u e 1, result: e takes 7}]}",
            "the dice cannot fall so that this happens",
        ),
    ],
)
def test_errors_of_the_author(case: str, message: str) -> None:
    assert message in wrong(f"- {case}")


def test_a_fault_of_the_game_is_reported_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the rule is broken")

    monkeypatch.setattr(type(GAMES["toy"]), "report", broken)
    (result,) = run("- {id: a, expect: {turn: 1}}")
    assert result.status == "error"
    assert "RuntimeError: the rule is broken" in result.text()


def test_files_and_folders(tmp_path: Path) -> None:
    folder = tmp_path / "toy"
    folder.mkdir()
    (folder / "one.yaml").write_text("- {id: a, scenario: pond}\n- {id: b, scenaro: pond}")
    (folder / "two.yml").write_text("a: [")
    results = run_files([tmp_path, tmp_path / "none.yaml"], GAMES)
    assert [(result.id, result.status) for result in results] == [
        ("a", "passed"),
        ("b", "error"),
        ("two.yml", "error"),
        ("none.yaml", "error"),
    ]
    assert "No such file" in results[3].text()
