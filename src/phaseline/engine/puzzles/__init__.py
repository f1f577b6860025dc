"""Puzzles: positions with a task and an exact measure. The files are described in `docs/reference/puzzle-files.md`."""

from phaseline.engine.puzzles.judging import Finding, Verdict, judge
from phaseline.engine.puzzles.library import PREFIX, puzzle_key, puzzles_of, scenario_of
from phaseline.engine.puzzles.puzzle import Measure, Move, Puzzle
from phaseline.engine.puzzles.reading import read
from phaseline.engine.puzzles.replay import Unplayable, replay
from phaseline.engine.puzzles.task import SOLVED, UNSOLVED, PuzzleTask

__all__ = [
    "PREFIX",
    "SOLVED",
    "UNSOLVED",
    "Finding",
    "Measure",
    "Move",
    "Puzzle",
    "PuzzleTask",
    "Unplayable",
    "Verdict",
    "judge",
    "puzzle_key",
    "puzzles_of",
    "read",
    "replay",
    "scenario_of",
]
