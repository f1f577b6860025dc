"""The puzzles of a game, read from `data/puzzles/` of its package, and the scenarios made of them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import replace
from functools import partial
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from phaseline.atlas.errors import MapError
from phaseline.engine.casefile.setup import CaseSetup
from phaseline.engine.dice import DiceExhausted, ScriptedDice
from phaseline.engine.lexicon import UnknownName
from phaseline.engine.packs import digest
from phaseline.engine.position import Position
from phaseline.engine.puzzles.puzzle import Puzzle
from phaseline.engine.puzzles.reading import read
from phaseline.engine.puzzles.task import PuzzleTask

if TYPE_CHECKING:
    from phaseline.engine.game import Game, Scenario

_ID = re.compile(r"\b\w+(?:-\w+)+")
"""What may be the id of a unit."""
PREFIX = "puzzle-"
"""Begins the key of a scenario that is a puzzle."""
_TOLD = ("title", "grade", "task", "lesson", "ends", "hexes", "solution", "wrong")
"""What may be put into better words without making the matches played before others."""


def puzzle_key(puzzle: Puzzle) -> str:
    """The key of the scenario of a puzzle."""
    return PREFIX + puzzle.id


def puzzles_of(game: Game[Any, Any]) -> Mapping[str, Puzzle]:
    """The puzzles of a game by id, in the order of its files. Raises `CaseFileError`."""
    found: dict[str, Puzzle] = {}
    for name, text in _texts(game.package):
        for puzzle in read(text, name, game):
            if puzzle.id in found:
                raise puzzle.node.error(f'another file has a puzzle "{puzzle.id}" as well', "id")
            found[puzzle.id] = puzzle
    return found


def _texts(package: str) -> Iterator[tuple[str, str]]:
    folder = files(package).joinpath("data", "puzzles")
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda file: file.name):
            if file.name.endswith(".yaml"):
                yield f"{package.replace('.', '/')}/data/puzzles/{file.name}", file.read_text("utf-8")


def scenario_of(game: Game[Any, Any], puzzle: Puzzle) -> tuple[Scenario, Position]:
    """The scenario of a puzzle and its first position. Raises `CaseFileError`."""
    setup = CaseSetup(game, puzzle.case, ScriptedDice())
    try:
        state = game.compose(setup)
    except DiceExhausted as error:
        raise puzzle.node.at("setup", "phase").error(
            f"a die is rolled before the first decision ({error.purpose}): begin later", "setup.phase"
        ) from error
    setup.finish(state)
    if state.decision is None or puzzle.seat not in state.decision.seats:
        raise puzzle.node.at("setup").error(
            f"{game.seats[puzzle.seat]} has nothing to decide in {', '.join(state.path())}", "setup"
        )
    _check_places(puzzle, state.scenario)
    scenario = copy(state.scenario)
    scenario.__dict__.pop("digest", None)
    scenario.refingerprint(partial(_fingerprint, state.scenario, puzzle))
    scenario.key, scenario.title = puzzle_key(puzzle), f"Puzzle: {puzzle.title}"
    scenario.task = PuzzleTask(_in_names(puzzle, scenario))
    return scenario, state.position


def _check_places(puzzle: Puzzle, scenario: Scenario) -> None:
    """The places that a puzzle is about must be on its map. Raises `CaseFileError`."""
    for number, item in enumerate(puzzle.node.mapping["hexes"].items if puzzle.hexes else (), start=1):
        try:
            scenario.map.hex(item.text)
        except MapError as error:
            raise item.error(str(error), f"hexes[{number}]") from error


def _in_names(puzzle: Puzzle, scenario: Scenario) -> Puzzle:
    """The puzzle with goals that call units by name, not by an id as `us-4-arm`. Files keep the ids: matches hang on them."""
    units = scenario.lexicon["unit"]

    def named(found: re.Match[str]) -> str:
        try:
            return units.told(units.value(found[0]))
        except UnknownName:
            return found[0]

    written = scenario.map.written
    measures = [replace(each, goal=written(_ID.sub(named, each.goal))) for each in puzzle.measures]
    return replace(puzzle, measures=tuple(measures))


def _fingerprint(base: Scenario, puzzle: Puzzle) -> str:
    return digest(base.digest, puzzle.node.without(*_TOLD).written())
