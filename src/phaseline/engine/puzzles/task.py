"""A puzzle as the task of a scenario: the kernel asks it before every step whether the match is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from phaseline.atlas.errors import MapError
from phaseline.atlas.model import HexMap
from phaseline.engine.aids import Aim, Briefing, Line, Objective, Outlook, Stake
from phaseline.engine.casefile.tree import Node
from phaseline.engine.flow import Decide, Step
from phaseline.engine.position import Frame, Outcome
from phaseline.engine.puzzles.judging import Verdict, judge
from phaseline.engine.puzzles.puzzle import Puzzle
from phaseline.hexgrid import Hex

if TYPE_CHECKING:
    from phaseline.engine.game import Scenario
    from phaseline.engine.state import State

SOLVED, UNSOLVED = "solved", "not solved"
GOAL = "Goal"
"""What a measure is called among what decides the match."""


@dataclass(frozen=True)
class PuzzleTask:
    """Ends the match when the puzzle is over: its seat wins if it is solved, the next one if not."""

    puzzle: Puzzle

    def due(self, state: State[Any, Any], step: Step, frame: Frame) -> bool:
        """Whether the match is over before this step."""
        puzzle = self.puzzle
        if (type(frame), step.label) in puzzle.until:
            return True
        return puzzle.at_once and isinstance(step, Decide) and self.verdict(state).solved

    def verdict(self, state: State[Any, Any]) -> Verdict:
        """What the judge finds of a position."""
        return judge(self.puzzle, state)

    def briefing(self, scenario: Scenario) -> Briefing:
        """The task, and what it must come to; the lesson comes at the end."""
        puzzle, board = self.puzzle, scenario.map
        hexes = tuple(board.hex(place) for place in puzzle.hexes)
        aims = tuple(Line(measure.goal, puzzle.cases[0]) for measure in puzzle.measures)
        return Briefing(
            situation=puzzle.task,
            aims=(Aim(side=puzzle.seat, lines=aims),),
            length=f"a puzzle, {puzzle.grade}",
            time=f"it ends {puzzle.over}",
            frame=tuple(dict.fromkeys((*hexes, *_stands(puzzle, board)))),
            objectives=(Objective(title="what it is about", hexes=hexes),) if hexes else (),
        )

    def outlook(self, state: State[Any, Any]) -> Outlook:
        """What is met by now, and when the judge looks."""
        puzzle = self.puzzle
        if state.position.outcome is not None:
            return Outlook(now=(Line(state.position.outcome.reason, puzzle.cases[0]),))
        due = tuple(
            Stake(
                title=GOAL,
                text=finding.told,
                case=puzzle.cases[0],
                side=puzzle.seat,
                level="green" if finding.met else "amber",
            )
            for finding in self.verdict(state).findings
        )
        return Outlook(due=due, ends=(Line(f"the puzzle ends {puzzle.over}", puzzle.cases[0]),))

    def conclude(self, state: State[Any, Any]) -> None:
        """Pronounce the verdict."""
        puzzle, verdict = self.puzzle, self.verdict(state)
        loser = (puzzle.seat + 1) % len(state.game.seats)
        state.position.outcome = Outcome(
            winner=puzzle.seat if verdict.solved else loser,
            case=puzzle.cases[0],
            reason=verdict.reason,
            level=SOLVED if verdict.solved else UNSOLVED,
        )
        state.tell("outcome", puzzle.cases[0], _plain(verdict.reason))
        state.tell("lesson", puzzle.cases[0], _plain(puzzle.lesson))


def _stands(puzzle: Puzzle, board: HexMap) -> Iterator[Hex]:
    """The hexes of the units that a puzzle puts on the map itself: those that it is played with."""
    setup = puzzle.case.part("setup")
    units = {} if setup is None else setup.mapping.get("units", Node({}, "", 0)).mapping
    for unit in units.values():
        place = unit.mapping.get("at", unit)
        try:
            yield board.hex(place.text)
        except MapError:
            continue  # off the map


def _plain(text: str) -> str:
    """A text in which nothing stands for a fact of an event."""
    return text.replace("{", "(").replace("}", ")")
