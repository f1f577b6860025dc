"""Lets a computer player try the puzzles of a game."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from phaseline.ai import registry
from phaseline.ai.driver import play_match
from phaseline.engine.game import Game
from phaseline.engine.match import Match
from phaseline.engine.puzzles import SOLVED, Puzzle, puzzle_key


@dataclass(frozen=True)
class Attempt:
    """How a computer player did: what the judge says, and how long it took, in seconds."""

    puzzle: Puzzle
    solved: bool
    reason: str
    seconds: float


def attempts(
    game: Game[Any, Any], agent: str, seed: int = 0, puzzles: Iterable[Puzzle] | None = None
) -> Iterator[Attempt]:
    """Puzzles of a game (default: all), each tried once by the agent of this name, which plays all seats.

    Raises as `registry.make` does.

    >>> from phaseline.engine import registry
    >>> skirmish = registry.game("skirmish")
    >>> [two_flags] = [puzzle for puzzle in skirmish.puzzles.values() if puzzle.id == "two-flags"]
    >>> [(each.solved, each.reason) for each in attempts(skirmish, "passive", puzzles=[two_flags])]
    [(False, "not solved; still to do: Le Moulin is Blue's; La Croix is Blue's")]
    """
    for puzzle in game.puzzles.values() if puzzles is None else puzzles:
        match = Match.new(game, game.load(puzzle_key(puzzle)), seed=seed.to_bytes(32, "big"))
        players = {seat: registry.make(agent, seed + seat) for seat in range(len(game.seats))}
        started = time.perf_counter()
        outcome = play_match(match, players).outcome
        assert outcome is not None, "a puzzle comes to its end"
        yield Attempt(puzzle, outcome.level == SOLVED, outcome.reason, time.perf_counter() - started)
