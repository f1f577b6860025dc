"""The judge: does a position meet the measures of a puzzle? Worked out exactly, without a die."""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from phaseline.engine.aids import Forecast
from phaseline.engine.casefile.expecting import Expectations
from phaseline.engine.casefile.facts import facts
from phaseline.engine.casefile.matching import Mismatch, agrees, compare, find_key, plain
from phaseline.engine.casefile.questions import QuestionError, answer
from phaseline.engine.casefile.tree import shown
from phaseline.engine.lexicon import Lexicon
from phaseline.engine.match import Match
from phaseline.engine.puzzles.puzzle import Measure, Puzzle
from phaseline.engine.state import State

NO_ATTACK = "no attack"
PLAIN = ("true", "false", "none")
"""Answers that say no more than that the goal is not met."""
LONGEST = 60
"""An answer longer than so many letters is not told in a verdict."""


@dataclass(frozen=True)
class Finding:
    """Whether a measure is met; `found` is what was found where it is not, "" where the goal says enough."""

    goal: str
    met: bool
    found: str = ""

    def __str__(self) -> str:
        return self.goal if self.met or not self.found else f"{self.goal} (it is {self.found})"


@dataclass(frozen=True)
class Verdict:
    """What the judge finds."""

    findings: tuple[Finding, ...]

    @property
    def solved(self) -> bool:
        """Whether every measure is met."""
        return all(finding.met for finding in self.findings)

    @property
    def reason(self) -> str:
        """The verdict in a sentence: what was reached, or what was not."""
        if self.solved:
            return f"solved: {'; '.join(finding.goal for finding in self.findings)}"
        return f"not solved; still to do: {'; '.join(str(each) for each in self.findings if not each.met)}"


def judge(puzzle: Puzzle, state: State[Any, Any]) -> Verdict:
    """What the judge finds of a position. `state` is not changed."""
    scenario = copy(state.scenario)
    scenario.task = None
    position = state.position.copy()
    position.outcome = None
    twin = type(state)(state.game, scenario, position)
    twin.acting = state.acting
    judged = _Judge(puzzle, twin)
    return Verdict(tuple(judged.finding(measure) for measure in puzzle.measures))


class _Judge:
    def __init__(self, puzzle: Puzzle, state: State[Any, Any]) -> None:
        self._puzzle = puzzle
        self._state = state
        self._match = Match(state.game, state.scenario, state)
        self._expect = Expectations(self._match)

    def finding(self, measure: Measure) -> Finding:
        """Whether one measure is met."""
        check = {"expect": self._facts, "ask": self._ask, "forecast": self._forecast, "count": self._count}
        mismatches = list(check[measure.kind](measure))
        found = "" if measure.kind == "expect" or not mismatches else mismatches[0].actual
        if len(found) > LONGEST or found in PLAIN:
            found = ""
        return Finding(measure.goal, not mismatches, found)

    def _facts(self, measure: Measure) -> Iterator[Mismatch]:
        """Facts of the position."""
        yield from self._expect.check(measure.subject, "measure.expect", facts(self._match, ()), ())

    def _ask(self, measure: Measure) -> Iterator[Mismatch]:
        """The answer to a question; what cannot be asked of the position (nobody attacks there) does not meet it."""
        arguments = {name: node.resolved() for name, node in measure.arguments.items()}
        try:
            given = answer(self._state.game.questions, self._state, measure.subject.text, arguments)
        except QuestionError as error:
            node = measure.arguments.get(error.argument, measure.subject)
            raise node.error(str(error), f"measure.{error.argument or 'ask'}") from error
        except ValueError as error:
            given = str(error)
        yield from self._compared(measure, plain(given))

    def _forecast(self, measure: Measure) -> Iterator[Mismatch]:
        """The prospects of the attack under way."""
        state = self._state
        view = state.game.open_view(state, self._puzzle.seat)
        found = state.game.aids.forecast(state, view)
        if found is None:
            given: Any = NO_ATTACK
        else:
            given = _as_facts(found, state.scenario.lexicon)
        yield from self._compared(measure, given)

    def _count(self, measure: Measure) -> Iterator[Mismatch]:
        """How many units have these facts."""
        units: Mapping[str, Any] = facts(self._match, ()).get("units", {})
        names = list(units)
        if measure.units:
            names = [self._name(name, units, measure) for name in measure.units]
        known = units
        if "zoned" in measure.subject.mapping:
            zone = self._enemy_zone()
            known = {name: {**units[name], "zoned": units[name].get("at") in zone} for name in names}
        number = sum(agrees(measure.subject, known[name], self._expect.same) for name in names)
        yield from self._compared(measure, number)

    def _enemy_zone(self) -> set[str]:
        """The hexes in the zones of control of everybody else."""
        seats = self._state.game.seats
        enemies = [name for seat, name in enumerate(seats) if seat != self._puzzle.seat]
        questions = self._state.game.questions
        zones = [answer(questions, self._state, "zone", {"side": name}) for name in enemies]
        return {str(hex) for zone in zones for hex in plain(zone)}

    def _name(self, name: str, units: Mapping[str, Any], measure: Measure) -> str:
        found = find_key(name, units, self._expect.same)
        if found is None:
            raise measure.node.error(f'there is no unit "{name}"', "measure.of")
        return found

    def _compared(self, measure: Measure, given: Any) -> Iterator[Mismatch]:
        assert measure.value is not None
        if measure.results:
            given = percent(given, measure.results)
        yield from compare(measure.value, given, "", self._expect.same)


def _as_facts(found: Forecast, lexicon: Lexicon) -> dict[str, Any]:
    """The prospects of an attack as plain data: column, target, who and what counts in it, and each result's chance."""
    chances: dict[str, Fraction] = {}
    for row in found.rows:
        result = row.cells[found.column] if found.column is not None and row.cells else row.label
        chances[result] = chances.get(result, Fraction(0)) + Fraction(row.chance or 0)
    return {
        "column": None if found.column is None else found.columns[found.column],
        "target": None if found.hex is None else lexicon["hex"].title(found.hex),
        "summary": found.summary,
        "lines": "; ".join(f"{line.text} {line.value}".strip() for line in found.lines),
        "chances": {result: str(chance) for result, chance in chances.items()},
    }


def percent(given: Any, results: tuple[str, ...]) -> float | str:
    """The chance, in percent, that one of these results comes of an attack; `*` stands for anything in them."""
    chances = given.get("chances") if isinstance(given, Mapping) else None
    if not isinstance(chances, Mapping):
        return shown(given)
    total = sum(
        (
            Fraction(str(chance))
            for result, chance in chances.items()
            if any(fnmatch.fnmatchcase(result, pattern) for pattern in results)
        ),
        Fraction(0),
    )
    return round(float(total * 100), 1)
