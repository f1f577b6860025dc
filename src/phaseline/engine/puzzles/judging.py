"""The judge: does a position meet the measures of a puzzle? Worked out exactly, without a die."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from phaseline.engine.aids import Forecast
from phaseline.engine.casefile.expecting import Expectations
from phaseline.engine.casefile.facts import decision
from phaseline.engine.casefile.matching import agrees, compare, find_key, plain
from phaseline.engine.casefile.nearness import closeness, nearness
from phaseline.engine.casefile.plainly import Plainly
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
    """Whether a measure is met; `found` is what was found where it is not, "" where the goal says enough.

    `near` is how near it comes to it: 1 where it is met, less where it is not, 0 where nothing is known of the way.
    """

    goal: str
    met: bool
    found: str = ""
    near: float = 1.0

    @property
    def told(self) -> str:
        """The goal, and whether it is met: `the attack on 2338 is 7-1: not yet (now 4-1)`."""
        if self.met:
            return f"{self.goal}: done"
        return f"{self.goal}: not yet{f' (now {self.found})' * bool(self.found)}"

    def __str__(self) -> str:
        return self.goal if self.met or not self.found else f"{self.goal} (now: {self.found})"


@dataclass(frozen=True)
class Verdict:
    """What the judge finds."""

    findings: tuple[Finding, ...]

    @property
    def solved(self) -> bool:
        """Whether every measure is met."""
        return all(finding.met for finding in self.findings)

    @property
    def near(self) -> float:
        """How near the position is to being solved: the sum over the measures."""
        return sum(finding.near for finding in self.findings)

    @property
    def reason(self) -> str:
        """The verdict in a sentence: what was reached, or what was not."""
        if self.solved:
            return f"solved: {'; '.join(finding.goal for finding in self.findings)}"
        return f"not solved; still to do: {'; '.join(str(each) for each in self.findings if not each.met)}"


def in_words(given: str) -> str:
    """A value as facts have it, for people.

    >>> in_words("[C2511, C2512]"), in_words("[]"), in_words("0.5597"), in_words("4-1")
    ('C2511, C2512', 'none', '0.56', '4-1')
    """
    if given.startswith("[") and given.endswith("]"):
        return given[1:-1] or "none"
    return re.sub(r"\d+\.\d{3,}", lambda number: f"{float(number[0]):.2f}", given)


def judge(puzzle: Puzzle, state: State[Any, Any]) -> Verdict:
    """What the judge finds of a position. `state` is not changed."""
    scenario = copy(state.scenario)
    scenario.task = None
    twin = state.copy()
    twin.scenario = scenario
    twin.position.outcome = None
    twin.changed()
    judged = _Judge(puzzle, twin)
    return Verdict(tuple(judged.finding(measure) for measure in puzzle.measures))


class _Judge:
    def __init__(self, puzzle: Puzzle, state: State[Any, Any]) -> None:
        self._puzzle = puzzle
        self._state = state
        self._match = Match(state.game, state.scenario, state)
        self._expect = Expectations(self._match)

    @cached_property
    def _known(self) -> Mapping[str, Any]:
        """The facts of the position, each made plain when it is looked at: there are many, and few are asked for."""
        report = self._state.game.report(self._state)
        return Plainly({**report, "decision": decision(self._state), "outcome": None})

    def finding(self, measure: Measure) -> Finding:
        """Whether one measure is met."""
        if measure.kind == "expect":
            return self._facts(measure)
        asked = {"ask": self._ask, "forecast": self._forecast, "count": self._counted}
        given = asked[measure.kind](measure)
        assert measure.value is not None
        mismatch = next(compare(measure.value, given, "", self._expect.same), None)
        if mismatch is None:
            return Finding(measure.goal, met=True)
        found = in_words(mismatch.actual)
        if len(found) > LONGEST or found in PLAIN:
            found = ""
        near = nearness(measure.value, given, self._expect.same, self._apart)
        if measure.kind == "count":
            near = max(near, self._on_the_way(measure, given))
        return Finding(measure.goal, met=False, found=found, near=near)

    def _facts(self, measure: Measure) -> Finding:
        """Facts of the position."""
        if next(self._expect.check(measure.subject, "measure.expect", self._known, ()), None) is None:
            return Finding(measure.goal, met=True)
        near = nearness(measure.subject, self._known, self._expect.same, self._apart)
        return Finding(measure.goal, met=False, near=near)

    def _ask(self, measure: Measure) -> Any:
        """The answer to a question; what cannot be asked of the position (nobody attacks there) is told in a sentence."""
        arguments = {name: node.resolved() for name, node in measure.arguments.items()}
        try:
            given = answer(self._state.game.questions, self._state, measure.subject.text, arguments)
        except QuestionError as error:
            node = measure.arguments.get(error.argument, measure.subject)
            raise node.error(str(error), f"measure.{error.argument or 'ask'}") from error
        except ValueError as error:
            given = str(error)
        return self._summed(measure, plain(given))

    def _forecast(self, measure: Measure) -> Any:
        """The prospects of the attack under way."""
        state = self._state
        view = state.game.open_view(state, self._puzzle.seat)
        found = state.game.aids.forecast(state, view)
        given = NO_ATTACK if found is None else _as_facts(found, state.scenario.lexicon)
        return self._summed(measure, given)

    def _counted(self, measure: Measure) -> int:
        """How many units have these facts."""
        return sum(agrees(measure.subject, unit, self._expect.same) for unit in self._countable(measure))

    def _countable(self, measure: Measure) -> list[Mapping[str, Any]]:
        """The facts of the units that may be counted."""
        units: Mapping[str, Any] = self._known.get("units", {})
        names = list(units)
        if measure.units:
            names = [self._name(name, units, measure) for name in measure.units]
        if "zoned" in measure.subject.mapping:
            zone = self._enemy_zone()
            return [{**units[name], "zoned": units[name].get("at") in zone} for name in names]
        return [units[name] for name in names]

    def _on_the_way(self, measure: Measure, number: int) -> float:
        """How near a count is that falls short: those that count, and how near the next of them come to it."""
        value = measure.value
        assert value is not None
        wanted = value.mapping.get("at_least", value).resolved()
        if not isinstance(wanted, int) or number >= wanted:
            return 0.0
        same, apart = self._expect.same, self._apart
        near = sorted(
            (nearness(measure.subject, unit, same, apart) for unit in self._countable(measure)), reverse=True
        )
        return closeness(sum(near[:wanted]), wanted)

    def _apart(self, one: str, other: str) -> int | None:
        """The hexes from one place to another."""
        lexicon, grid = self._state.scenario.lexicon, self._state.scenario.map.grid
        here, there = lexicon.meant("hex", one), lexicon.meant("hex", other)
        return None if here is None or there is None else int(grid.distance(here, there))

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

    def _summed(self, measure: Measure, given: Any) -> Any:
        """The chance of the results that are asked for, if any are; else what was given."""
        return percent(given, measure.results) if measure.results else given


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
