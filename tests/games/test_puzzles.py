"""The puzzles of every game: each can be read, is solved by its solution, and by nothing less."""

from typing import Any

import pytest

from phaseline.engine import record, registry
from phaseline.engine.game import Game
from phaseline.engine.ledger import Ledger
from phaseline.engine.puzzles import SOLVED, UNSOLVED, Puzzle, replay

GAMES = ["skirmish", "eisenhower", "france44", "westfront", "war_in_europe"]
PUZZLES = [
    pytest.param(registry.game(key), puzzle, id=f"{key}-{puzzle.id}")
    for key in GAMES
    for puzzle in registry.game(key).puzzles.values()
]


@pytest.mark.parametrize("key", GAMES)
def test_a_game_has_twenty_puzzles_of_every_grade(key: str) -> None:
    puzzles = registry.game(key).puzzles.values()
    assert len(puzzles) >= 20
    assert {puzzle.grade for puzzle in puzzles} == {"easy", "medium", "hard"}


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_the_solution_solves_it(game: Game[Any, Any], puzzle: Puzzle) -> None:
    match = replay(game, puzzle, puzzle.solution)
    assert match.outcome is not None
    assert (match.outcome.level, match.outcome.winner) == (SOLVED, puzzle.seat), match.outcome.reason


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_neither_the_wrong_try_nor_doing_nothing_solves_it(game: Game[Any, Any], puzzle: Puzzle) -> None:
    for moves in (puzzle.wrong, ()):
        match = replay(game, puzzle, moves)
        assert match.outcome is not None
        assert (match.outcome.level, match.outcome.winner) == (UNSOLVED, 1 - puzzle.seat)


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_it_rests_on_cases_of_the_rules(game: Game[Any, Any], puzzle: Puzzle) -> None:
    known = {case.number for case in Ledger.read(game.package)}
    assert set(puzzle.cases) <= known


@pytest.mark.parametrize("key", GAMES)
def test_a_puzzle_is_kept_as_a_match_is(key: str) -> None:
    game = registry.game(key)
    puzzle = next(iter(game.puzzles.values()))
    match = replay(game, puzzle, puzzle.solution)
    again = record.load(record.dump(match))
    assert again.position.digest() == match.position.digest()
    assert again.outcome == match.outcome
