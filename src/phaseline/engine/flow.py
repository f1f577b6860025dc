"""The sequence of play as data: procedures made of steps, readable next to the rulebook's own outline.

A procedure (a game turn, a player turn, a battle) is a list of steps. While it runs, a `Frame` on the position's
stack remembers how far it has come and what it is about; a frame is plain data, so a position can be copied and saved
in the middle of anything. A step either does something (`Do`), waits for orders (`Decide`), or runs another procedure
once (`Run`) or zero or more times (`Loop`). Rules may start a procedure at any moment (`state.call`); it runs to its end before what
was under way goes on: that is how battles nest and how interrupts work.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

from phaseline.engine.legal import OrderRule, Panel
from phaseline.engine.orders import Order, verb_of
from phaseline.engine.position import Frame

if TYPE_CHECKING:
    from phaseline.engine.state import State

F = TypeVar("F", bound=Frame)

Owing = Callable[[Any], Iterable[int]]
"""Which seats owe a decision, asked of the state."""
Seats = int | Sequence[int] | type[Frame] | Owing
"""The seats of a decision: one, several, that of the innermost procedure of a kind (its field `seat`), or as asked."""


def seat_in(kind: type[Frame], field: str = "seat") -> Owing:
    """The seat that a field of the innermost procedure of this kind names."""

    def owing(state: State[Any, Any]) -> tuple[int]:
        return (getattr(state.frame(kind), field),)

    return owing


def _owing(seats: Seats) -> Owing:
    if isinstance(seats, type):
        return seat_in(seats)
    if callable(seats):
        return seats
    fixed = (seats,) if isinstance(seats, int) else tuple(seats)
    return lambda _: fixed


@dataclass(frozen=True)
class Step:
    """One step of a procedure.

    In its kinds, `phase` says that its end is the end of a phase: records note the position's fingerprint there.
    """

    label: str
    case: str

    def take(self, state: State[Any, Any], frame: Frame) -> bool:
        """Take it, in the procedure of `frame`, which is the innermost. False if somebody has to decide first."""
        raise NotImplementedError(f"a {type(self).__name__} is no step by itself")


@dataclass(frozen=True)
class Do(Step):
    """Something that happens without a choice: `run(state)`."""

    run: Callable[[Any], None]
    phase: bool = False

    def take(self, state: State[Any, Any], frame: Frame) -> bool:
        """Let it happen; while it does, the procedure is at its next step already."""
        path = state.path() if self.phase and state.on_phase_end is not None else None
        state.position.stack[-1] = replace(frame, step=frame.step + 1, count=0, ready=0)
        self.run(state)
        if path is not None:
            state.phase_ended(path)
        return True


@dataclass(frozen=True)
class Decide(Step):
    """Waits until every seat of `seats` has finished (`state.finish`). Empty: the step is passed over.

    When several seats owe a decision they decide at the same time, in any order; what one may know of the others'
    choices is for views and events to say. Once all have finished, none of it can be taken back.

    `label` names it within the program and in records; `words` is what players read instead, where that says more. `prompt`
    asks for orders of the kinds `more`, if it has any: `closing` is what is asked once none of them can be given.
    """

    rules: Sequence[OrderRule[Any, Any]]
    seats: Seats
    prompt: str
    phase: bool = False
    words: str = ""
    more: tuple[type[Order], ...] = ()
    closing: str = ""
    owing: Owing = field(init=False, repr=False, compare=False)
    """Which seats owe it."""
    panel: Panel = field(init=False, repr=False, compare=False)
    """The rules as they are asked."""

    def __post_init__(self) -> None:
        """Checks that an order can only mean one thing. Raises `ValueError`."""
        object.__setattr__(self, "owing", _owing(self.seats))
        object.__setattr__(self, "panel", Panel(self.rules))
        kinds = [rule.order for rule in self.rules]
        for kind in kinds:
            if kinds.count(kind) > 1:
                raise ValueError(f'decision "{self.label}" has two rules for "{verb_of(kind)}"')

    def rule_of(self, kind: type[Order]) -> OrderRule[Any, Any]:
        """The rule of this kind of order. Raises `LookupError` if the decision does not take it."""
        for asked in self.panel.asked:
            if asked.order is kind:
                return asked.rule
        raise LookupError(f'"{verb_of(kind)}" is no order of this decision ({self.label})')

    def asked(self, able: Iterable[type[Order]]) -> str:
        """What somebody is asked who is able to give orders of these kinds."""
        return self.closing if self.closing and not set(self.more) & set(able) else self.prompt

    def take(self, state: State[Any, Any], frame: Frame) -> bool:
        """Wait, or go on when nobody has anything (more) to decide."""
        if state.decide(self, frame) is not None:
            return False
        if frame.ready.bit_count() > 1:
            # Choices made in secret have met: nobody may think again, knowing the others'.
            state.irrevocable = True
        path = state.path() if self.phase and state.on_phase_end is not None else None
        state.position.stack[-1] = replace(frame, step=frame.step + 1, count=0, ready=0)
        if path is not None:
            state.phase_ended(path)
        return True


@dataclass(frozen=True)
class Loop(Step):
    """Runs `make(state, 0)`, `make(state, 1)` ... one after the other until it gives None."""

    make: Callable[[Any, int], Frame | None]
    phase: bool = False

    def take(self, state: State[Any, Any], frame: Frame) -> bool:
        """Start the next round, or go on after the last."""
        depth = len(state.position.stack)
        inner = self.make(state, frame.count)
        if len(state.position.stack) != depth:
            raise RuntimeError(f'loop "{self.label}": it must return the procedure, not start or leave one')
        return _into(state, inner, phase=self.phase)


@dataclass(frozen=True)
class Run(Step):
    """Runs a procedure once: `frame`, or what it makes of the state. Passed over unless `when(state)`."""

    frame: Frame | Callable[[Any], Frame]
    when: Callable[[Any], object] | None = None
    phase: bool = False

    def take(self, state: State[Any, Any], frame: Frame) -> bool:
        """Start it, or go on after it."""
        inner = None
        if not frame.count and (self.when is None or self.when(state)):
            inner = self.frame if isinstance(self.frame, Frame) else self.frame(state)
        return _into(state, inner, phase=self.phase)


def _into(state: State[Any, Any], inner: Frame | None, *, phase: bool) -> bool:
    """Start the procedure `inner`; None: go on to the next step, a phase being over if this was one."""
    stack = state.position.stack
    frame = stack[-1]
    if inner is None:
        path = state.path() if phase and state.on_phase_end is not None else None
        stack[-1] = replace(frame, step=frame.step + 1, count=0, ready=0)
        if path is not None:
            state.phase_ended(path)
    else:
        stack[-1] = replace(frame, count=frame.count + 1)
        stack.append(inner)
    return True


@dataclass(frozen=True)
class End(Step):
    """What comes after the last step of every procedure: the one that it interrupted goes on."""

    def take(self, state: State[Any, Any], frame: Frame) -> bool:  # noqa: ARG002 - as every step
        """Leave the procedure."""
        state.position.stack.pop()
        return True


@dataclass(frozen=True)
class Procedure:
    """The steps of one kind of frame. `title` is formatted with the frame's fields, e.g. `"{seat:seat} turn"`."""

    frame: type[Frame]
    title: str
    steps: tuple[Step, ...]

    def index(self, label: str) -> int:
        """The number of the step with this label. Raises `LookupError` that lists the labels."""
        for i, step in enumerate(self.steps):
            if step.label == label:
                return i
        known = ", ".join(step.label for step in self.steps)
        raise LookupError(f'{self.frame.__name__} has no step "{label}"; it has: {known}')


def procedure(frame: type[Frame], title: str, *steps: Step) -> Procedure:
    """A procedure from its steps in order."""
    return Procedure(frame, title, steps)


class Flow:
    """All procedures of a game."""

    def __init__(self, *procedures: Procedure) -> None:
        self.procedures = {entry.frame: entry for entry in procedures}
        end = End("end", "-")
        self.program: dict[type[Frame], tuple[Step, ...]] = {
            entry.frame: (*entry.steps, end) for entry in procedures
        }
        """The steps of every procedure, and after the last one its end."""
        self.kinds = {frame: frozenset(frame.__mro__) for frame in self.procedures}
        """What kinds of frame each one is: its own, and those it is derived from."""
        if len(self.procedures) != len(procedures):
            raise ValueError("two procedures use the same kind of frame")

    def __getitem__(self, frame: type[Frame]) -> Procedure:
        return self.procedures[frame]

    def order_types(self) -> list[type[Order]]:
        """Every kind of order of the game, in the order of first appearance."""
        return list(self._order_types)

    @functools.cached_property
    def _order_types(self) -> tuple[type[Order], ...]:
        kinds = (
            rule.order for entry in self.procedures.values() for step in entry.steps for rule in _rules(step)
        )
        return tuple(dict.fromkeys(kinds))

    def at(self, frame: F, label: str, count: int = 0) -> F:
        """`frame` placed at the step with this label (and in a loop after `count` rounds): to start in mid-game."""
        return replace(frame, step=self[type(frame)].index(label), count=count, ready=0)

    def decisions(self) -> frozenset[str]:
        """The labels of all steps in which somebody decides."""
        found = (
            step.label
            for entry in self.procedures.values()
            for step in entry.steps
            if isinstance(step, Decide)
        )
        return frozenset(found)

    def spoken(self, path: Sequence[str]) -> tuple[str, ...]:
        """A place in the sequence of play (`state.path()`) as players read it: its step in the words for it."""
        if not path:
            return ()
        return (*path[:-1], self._words.get(path[-1], path[-1]))

    @functools.cached_property
    def _words(self) -> dict[str, str]:
        """The words for the labels that have some. Raises `ValueError` when one label is told in two ways."""
        steps = (step for entry in self.procedures.values() for step in entry.steps)
        told = [(step.label, step.words) for step in steps if isinstance(step, Decide)]
        found = {label: words for label, words in told if words}
        for label, words in told:
            if label in found and found[label] != words:
                raise ValueError(
                    f'steps named "{label}" are told in different words: it would not be known which'
                )
        return found

    def outline(self) -> str:
        """The sequence of play as indented text with case numbers."""
        lines: list[str] = []
        for entry in self.procedures.values():
            lines.append(entry.title or entry.frame.__name__)
            lines += [f"  {i}. {step.label} ({step.case})" for i, step in enumerate(entry.steps, start=1)]
        return "\n".join(lines)


def _rules(step: Step) -> Sequence[OrderRule[Any, Any]]:
    return step.rules if isinstance(step, Decide) else ()
