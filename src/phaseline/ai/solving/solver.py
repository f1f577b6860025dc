"""A player that is told the task of a puzzle, and looks for the orders that do it."""

from __future__ import annotations

from typing import Any, ClassVar

from phaseline.ai.brain import Planner
from phaseline.ai.sight import Sight
from phaseline.ai.solving.proposals import Proposals
from phaseline.ai.solving.seeking import Found, Seeker
from phaseline.ai.solving.subject import Subject
from phaseline.ai.solving.worlds import worlds
from phaseline.ai.staff import StaffAgent
from phaseline.engine.dice import SeededDice
from phaseline.engine.game import View
from phaseline.engine.orders import Order
from phaseline.engine.puzzles import Puzzle, PuzzleTask, Verdict, judge

TRIES = 500
"""So many sequences of orders are tried at most before an order is given: two seconds of a slow core."""


class Solving:
    """The thoughts of one seat about a puzzle: which orders it means to give, and what the judge will find."""

    def __init__(self, effort: int = 1) -> None:
        self._tries = TRIES * effort
        self._found: Found | None = None
        self._left: list[Order] = []
        self._given: tuple[View, Order | None] | None = None
        self._foreseen: View | None = None
        self._said: list[str] = []

    def task(self, sight: Sight[Any]) -> Puzzle | None:
        """The puzzle that is this seat's to solve; None where there is none."""
        task = sight.seen.scenario.task
        if isinstance(task, PuzzleTask) and task.puzzle.seat == sight.seat:
            return task.puzzle
        return None

    def order(self, puzzle: Puzzle, sight: Sight[Any]) -> Order | None:
        """The next order of the sequence that comes nearest to the solution; None: pass.

        It is looked for once, and again when something has come otherwise than foreseen. Who asks again hears the same.
        """
        if self._given is not None and self._given[0] == sight.seen.view:
            return self._given[1]
        if self._foreseen is None or self._foreseen != sight.seen.view or not self._left:
            self._seek(puzzle, sight)
        order = self._left.pop(0) if self._left else None
        if order is not None and sight.legal.refusal(order) is not None:
            order = None
        self._foresee(puzzle, sight, order)
        self._given = sight.seen.view, order
        return order

    def explain(self) -> list[str]:
        """What the order is for, what will be done after it, and what is to follow."""
        return list(self._said)

    def _seek(self, puzzle: Puzzle, sight: Sight[Any]) -> None:
        subject = Subject(puzzle, sight.seen.scenario.lexicon)
        known = worlds(subject, sight.seen, sight.rng)
        seeker = Seeker(puzzle, known, Proposals(subject, known[0]), sight.rng)
        clock = sight.clock

        def hurry() -> bool:
            clock.playouts = seeker.tries
            clock.far(seeker.tries / self._tries)
            return clock.hurry

        self._found = seeker.seek(self._tries, self._left, hurry)
        self._left = list(self._found.orders)

    def _foresee(self, puzzle: Puzzle, sight: Sight[Any], order: Order | None) -> None:
        """Note what the seat will see after its order if nothing unforeseen happens, and put it into words."""
        state = sight.state.copy(SeededDice(bytes(32)))
        given = state.game.passing(state, sight.seat) if order is None else order
        self._foreseen = None
        self._said = []
        if given is None:
            return
        state.play(sight.seat, given)
        decision = state.waiting()
        if not state.draws and decision is not None and sight.seat in decision.seats:
            self._foreseen = state.game.view(state, sight.seat)
        self._said = self._words(puzzle, sight, None if state.draws else _done(judge(puzzle, state)))

    def _words(self, puzzle: Puzzle, sight: Sight[Any], done: list[str] | None) -> list[str]:
        """What to tell; `done` are the goals that are met after the order, None where dice decide."""
        found, count = self._found, len(puzzle.measures)
        assert found is not None
        if done is None:
            said = ["By the task; what is done after this the dice decide."]
        else:
            said = [f"By the task: {len(done)} of {count} done after this{_listed(done)}."]
        idle = sight.seen.game.passing(sight.state, sight.seat)
        then = [sight.words(order) for order in self._left if order != idle]
        if then:
            said.append(f"Then: {', '.join(then)}.")
        in_the_end = _done(found.verdict)
        if found.solved:
            said.append("That should solve the puzzle.")
        else:
            said.append(f"No solution was found; at best {len(in_the_end)} of {count} would be done.")
        return said


def _done(verdict: Verdict) -> list[str]:
    """The goals that are met."""
    return [finding.goal for finding in verdict.findings if finding.met]


def _listed(done: list[str]) -> str:
    return f" ({'; '.join(done)})" if done else ""


class SolverAgent(StaffAgent):
    """Looks for the orders that do what the task of a puzzle asks; where it has no task, it plays as the staff does."""

    effort: ClassVar[int] = 1
    """How many times the tries of a search there are."""
    patience = 2

    def __init__(self, seed: int = 0) -> None:
        super().__init__(seed)
        self._solving = Solving(self.effort)
        self.tasked = False
        """Whether its last order was for the task of a puzzle."""

    def wanted(self, planner: Planner[Any], sight: Sight[Any]) -> Order | None:
        """The order that the task wants given now; without a task, the one that the plan wants."""
        puzzle = self._solving.task(sight)
        self.tasked = puzzle is not None
        return self.planned(planner, sight) if puzzle is None else self._solving.order(puzzle, sight)

    def planned(self, planner: Planner[Any], sight: Sight[Any]) -> Order | None:
        """The order that the plan wants given now, where there is no task. For subclasses."""
        return super().wanted(planner, sight)

    def explain(self) -> list[str]:
        """How the order serves the task; without one, the plan."""
        return self._solving.explain() if self.tasked else super().explain()
