"""What a puzzle is: the position, the task, how far it goes, and what must be true then."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from phaseline.engine.casefile.cases import Case
from phaseline.engine.casefile.tree import Node
from phaseline.engine.position import Frame

Grade = Literal["easy", "medium", "hard"]
Kind = Literal["expect", "ask", "forecast", "count"]


@dataclass(frozen=True)
class Measure:
    """One thing that must be true when a puzzle ends; `goal` says it in words.

    `subject` is what stands behind the kind: facts, a question, what the prospects of an attack must be, or facts of units
    that are counted. `arguments` are those of a question, `value` what its answer must be, `results` the results whose
    chances are summed up, `units` whom to count (none: all).
    """

    kind: Kind
    goal: str
    node: Node
    subject: Node
    arguments: dict[str, Node]
    value: Node | None = None
    results: tuple[str, ...] = ()
    units: tuple[str, ...] = ()


@dataclass(frozen=True)
class Move:
    """An order of a solution: of the seat `by` (None: whose task it is), with the dice it shall roll."""

    order: str
    by: int | None = None
    dice: tuple[int, ...] = ()


@dataclass(frozen=True)
class Puzzle:
    """A position with a task for the seat `seat`.

    It is over when play comes to one of the steps `until`; with `at_once` also when it is solved.
    `ends` says so in words, `over` with how it may end before. `case` holds the position, as case files do. `solution` and
    `wrong` are orders that solve it and orders that look well and do not; what is not written in them is passed. `hexes`
    are the places it is about.
    """

    id: str
    game: str
    title: str
    task: str
    lesson: str
    grade: Grade
    cases: tuple[str, ...]
    seat: int
    until: frozenset[tuple[type[Frame], str]]
    ends: str
    at_once: bool
    measures: tuple[Measure, ...]
    solution: tuple[Move, ...]
    wrong: tuple[Move, ...]
    hexes: tuple[str, ...]
    case: Case

    @property
    def over(self) -> str:
        """When it ends, to be read after "it ends"."""
        return f"as soon as it is solved, or else {self.ends}" if self.at_once else self.ends

    @property
    def node(self) -> Node:
        """The whole puzzle, as written."""
        return self.case.node
