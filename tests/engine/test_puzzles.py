"""Puzzle files: what is wrong with one is said with its line, and a position is judged exactly."""

import re

import pytest

from phaseline.engine import registry
from phaseline.engine.casefile import CaseFileError
from phaseline.engine.dice import SeededDice
from phaseline.engine.gameoptions import OptionsError
from phaseline.engine.match import Match
from phaseline.engine.puzzles import Move, Unplayable, judge, puzzle_key, read, replay, scenario_of
from phaseline.engine.puzzles.judging import Finding, percent
from phaseline.games.skirmish import GAME

TEXT = """\
game: skirmish
scenario: ford
options: {fog: false, weather: dry}
seat: Blue
until: combat
ends: when you end your movement
puzzles:
- id: first
  title: A first puzzle
  task: Take the ford.
  lesson: Whoever stops there holds it.
  cases: ["12.2"]
  setup: {turn: 2, phase: movement}
  measure:
  - {expect: {control: {Le Gué: Blue}}, goal: the ford is Blue's}
  solution: [move 6th-Hussars Le-Gué]
  wrong: [move 4th-Foot 0503]
"""


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("seat: Blue", "seat: Green", 4, 'there is no seat "Green"'),
        ("until: combat", "until: comabt", 5, 'there is no step "comabt"; did you mean combat?'),
        ("  lesson: Whoever stops there holds it.\n", "", 8, '"lesson" is missing'),
        ("expect:", "expects:", 15, "a measure has one of: expect, ask, forecast, count"),
        (", goal: the ford is Blue's", "", 15, "a measure needs a `goal`"),
        ("id: first", "id: First One", 8, "an id is lower-case letters, digits and hyphens"),
        ("game: skirmish", "game: westfront", 1, 'this is a folder of skirmish, not of "westfront"'),
        ("[move 4th-Foot 0503]", "[]", 17, "wrong: at least one is needed"),
        (
            'cases: ["12.2"]',
            'cases: ["12.2", "12.22"]',
            12,
            "cases[2]: there is no case 12.22; near it: 12.2",
        ),
        ("  task:", "  tusk:", 8, 'there is no "tusk" here; did you mean task?'),
    ],
)
def test_what_is_wrong_is_said_with_its_line(old: str, new: str, line: int, said: str) -> None:
    assert old in TEXT
    with pytest.raises(CaseFileError) as caught:
        read(TEXT.replace(old, new, 1), "a.yaml", GAME)
    assert said in str(caught.value)
    assert caught.value.line == line


def test_two_puzzles_of_a_file_have_two_names() -> None:
    again = TEXT + TEXT[TEXT.index("- id") :]
    with pytest.raises(CaseFileError, match='two puzzles have the id "first"'):
        read(again, "a.yaml", GAME)


def test_a_puzzle_begins_where_its_seat_decides() -> None:
    (puzzle,) = read(TEXT.replace("phase: movement", "phase: movement, active: Red"), "a.yaml", GAME)
    with pytest.raises(CaseFileError, match="Blue has nothing to decide in Turn 2, Red turn, movement"):
        scenario_of(GAME, puzzle)


def test_a_place_that_the_map_does_not_have_is_told_with_its_line() -> None:
    (puzzle,) = read(TEXT.replace("  measure:", "  hexes: [Le Gué, La Crox]\n  measure:"), "a.yaml", GAME)
    with pytest.raises(
        CaseFileError, match=r'^a.yaml:14: hexes\[2\]: there is no place "La Crox"$'
    ) as caught:
        scenario_of(GAME, puzzle)
    assert (caught.value.line, caught.value.field) == (14, "hexes[2]")
    (puzzle,) = read(TEXT.replace("  measure:", "  hexes: [Le Gué, '9999']\n  measure:"), "a.yaml", GAME)
    with pytest.raises(CaseFileError, match=r"^a.yaml:14: hexes\[2\]: .*9999"):
        scenario_of(GAME, puzzle)


def test_the_judge_changes_nothing_and_tells_what_is_missing() -> None:
    (puzzle,) = read(TEXT, "a.yaml", GAME)
    scenario, position = scenario_of(GAME, puzzle)
    state = GAME.state_type(GAME, scenario, position.copy(), SeededDice(bytes(32)))  # type: ignore[arg-type]
    verdict = judge(puzzle, state)
    assert not verdict.solved
    assert verdict.reason == "not solved; still to do: the ford is Blue's"
    assert state.position.digest() == position.digest()
    assert scenario.digest != GAME.load("ford").digest


def test_better_words_make_no_other_match() -> None:
    def digest(text: str) -> str:
        (puzzle,) = read(text, "a.yaml", GAME)
        return scenario_of(GAME, puzzle)[0].digest

    assert digest(TEXT.replace("Take the ford.", "Take the ford, please.")) == digest(TEXT)
    assert digest(TEXT.replace("goal: the ford is Blue's", "goal: the ford is taken")) != digest(TEXT)


def test_a_puzzle_ends_by_its_own_rules_and_is_told_so() -> None:
    puzzle = GAME.puzzles["two-hold-the-ford"]
    match = Match.new(GAME, GAME.load("puzzle-two-hold-the-ford"), seed=bytes(32))
    view = match.view(0)
    before = GAME.aids.standing(match.state, view)
    assert [stake.level for stake in before.due] == ["amber", "amber"]
    briefing = GAME.aids.briefing(match.scenario, 0)
    assert briefing is not None
    assert briefing.situation == puzzle.task
    for order in ("move 3rd-Foot Le-Gué", "move 4th-Foot Le-Gué"):
        match.submit(0, order)
    assert [stake.level for stake in GAME.aids.standing(match.state, view).due] == ["green", "green"]
    events = match.submit(0, "done")
    assert [event.kind for event in events if event.kind in ("outcome", "lesson")] == ["outcome", "lesson"]
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.level) == (0, "solved")
    assert match.check(0, "move 3rd-Foot 0503") is not None


def test_an_answer_that_is_not_met_is_told() -> None:
    puzzle = GAME.puzzles["find-the-three-to-one"]
    match = replay(GAME, puzzle, puzzle.wrong)
    assert match.outcome is not None
    assert "(now: 2:1)" in match.outcome.reason


def test_a_goal_reads_as_a_sentence_wherever_it_is_told() -> None:
    met, open_, unknown = (
        Finding("the hill is Blue's", met=True),
        Finding("the attack is 7-1", met=False, found="4-1"),
        Finding("it is empty", met=False),
    )
    assert met.told == "the hill is Blue's: done"
    assert open_.told == "the attack is 7-1: not yet (now 4-1)"
    assert unknown.told == "it is empty: not yet"


def test_orders_of_a_solution_that_cannot_be_given_are_named() -> None:
    puzzle = GAME.puzzles["two-flags"]
    with pytest.raises(Unplayable, match=r"two-flags: attack 0303"):
        replay(GAME, puzzle, [Move("attack 0303")])


def test_a_puzzle_has_options_of_its_own() -> None:
    own = GAME.load("puzzle-two-flags")
    assert GAME.load("puzzle-two-flags", {"fog": False, "weather": "dry"}) is own
    with pytest.raises(OptionsError, match="a puzzle has options of its own"):
        GAME.load("puzzle-two-flags", {"fog": True})
    with pytest.raises(LookupError, match='no puzzle "two-flag"; did you mean two-flags'):
        GAME.load("puzzle-two-flag")


def test_chances_are_summed_exactly() -> None:
    chances = {"chances": {"0/0R": "1/3", "0/1R": "1/6", "1/0": "1/2"}}
    assert percent(chances, ("*R",)) == 50.0
    assert percent(chances, ("1/0", "0/1R")) == 66.7
    assert percent("no attack", ("*R",)) == "no attack"


def test_a_verdict_tells_how_near_it_is() -> None:
    puzzle = GAME.puzzles["find-the-three-to-one"]
    begun = judge(puzzle, Match.new(GAME, GAME.load("puzzle-find-the-three-to-one"), seed=bytes(32)).state)
    tried = judge(puzzle, replay(GAME, puzzle, puzzle.wrong).state)
    solved = judge(puzzle, replay(GAME, puzzle, puzzle.solution).state)
    assert begun.near < tried.near < solved.near == 1.0
    assert not tried.solved


def test_units_on_the_way_count_for_something() -> None:
    game = registry.game("france44")
    puzzle = game.puzzles["room-for-two"]
    verdicts = [
        judge(puzzle, replay(game, puzzle, puzzle.solution[:count]).state)
        for count in range(len(puzzle.solution) + 1)
    ]
    near = [verdict.near for verdict in verdicts]
    assert near == sorted(near)
    assert 0 < near[0] < near[-2] < near[-1] == 1.0


def test_a_puzzle_is_framed_on_its_places_and_on_who_is_put_there() -> None:
    war = registry.game("war_in_europe")
    for puzzle in war.puzzles.values():
        scenario = war.load(puzzle_key(puzzle))
        briefing = war.aids.briefing(scenario, 0)
        assert briefing is not None
        labels = {scenario.map.label(hex) for hex in briefing.frame}
        units = puzzle.node.at("setup", "units").mapping
        assert len(labels) > len(puzzle.hexes) or len(units) <= 1
        grid = scenario.map.grid
        assert max(grid.distance(one, other) for one in briefing.frame for other in briefing.frame) <= 12


def test_the_places_of_a_puzzle_are_told_by_who_holds_them() -> None:
    puzzle = next(one for one in GAME.puzzles.values() if one.title == "Two flags")
    board = GAME.load(puzzle_key(puzzle)).map

    def held(match: Match) -> dict[str | None, int | None]:
        found = GAME.aids.standing(match.state, match.view(puzzle.seat))
        return {board.written(board.label(hex)): one.side for one in found.objectives for hex in one.hexes}

    moulin, croix = (board.label(board.hex(place)) for place in ("Le Moulin", "La Croix"))
    begun = Match.new(GAME, GAME.load(puzzle_key(puzzle)), seed=bytes(32))
    assert held(begun) == {moulin: None, croix: 1}
    solved = replay(GAME, puzzle, puzzle.solution)
    assert solved.state.position.outcome is not None
    assert held(solved) == {moulin: puzzle.seat, croix: puzzle.seat}


def test_no_text_of_a_puzzle_calls_a_unit_by_its_id() -> None:
    war = registry.game("war_in_europe")
    for puzzle in war.puzzles.values():
        scenario = war.load(puzzle_key(puzzle))
        briefing = war.aids.briefing(scenario, 0)
        assert briefing is not None
        goals = [line.text for aim in briefing.aims for line in aim.lines]
        words = re.findall(r"[\w-]+", " ".join([puzzle.task, puzzle.lesson, *goals]))
        assert not set(scenario.ids) & set(words), puzzle.id


@pytest.mark.parametrize("key", registry.games())
def test_a_puzzle_that_is_over_once_it_is_solved_says_so(key: str) -> None:
    """One that is over with the last order of its solution, before a step at which the judge looks, was not cut short unsaid."""
    played = registry.game(key)
    for puzzle in played.puzzles.values():
        match = replay(played, puzzle, puzzle.solution)
        given = [entry for entry in match.entries if entry.seat == puzzle.seat]
        last = match.write(given[-1].order) if given[-1].order is not None else ""
        frame = match.state.position.stack[-1]
        step = match.game.flow[type(frame)].steps[frame.step].label
        judged = (type(frame), step) in puzzle.until
        briefing = played.aids.briefing(match.scenario, puzzle.seat)
        assert briefing is not None
        assert briefing.time.startswith("it ends as soon as it is solved") == puzzle.at_once
        assert judged or puzzle.at_once, f"{puzzle.id} is over after {last}"


def test_when_a_puzzle_ends_is_told_where_the_judge_looks_at_once() -> None:
    at_once = TEXT.replace("until: combat", "until: combat\nat_once: true")
    (patient,) = read(TEXT, "a.yaml", GAME)
    (hasty,) = read(at_once, "a.yaml", GAME)
    assert patient.over == "when you end your movement"
    assert hasty.over == "as soon as it is solved, or else when you end your movement"
