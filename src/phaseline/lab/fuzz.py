"""Checked random matches in numbers, with faults as plain data that travel between processes.

Random play meets few of the positions that players bring about. So every second match, by its seed, begins at a position
that two computer players have met: see `phaseline.lab.openings`.
"""

from __future__ import annotations

import functools
import itertools
import statistics
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from phaseline.engine import registry
from phaseline.engine.game import Game, Scenario
from phaseline.engine.harness import Fault, play_checked
from phaseline.engine.packs import DataPack
from phaseline.lab import openings
from phaseline.wording.counts import several


@dataclass(frozen=True)
class Suite:
    """What is checked: a game, its scenarios in turn, and how thoroughly (see `play_checked`).

    Without `options` each scenario is played under the variants its game names, in turn. With `staffed`, matches of odd
    seeds begin at positions met in matches of computer players.
    """

    game: str
    scenarios: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    thorough: float = 0.1
    cases: frozenset[str] | None = None
    packs: tuple[Path, ...] = ()
    staffed: bool = False


@dataclass(frozen=True)
class Finding:
    """A broken promise: the seed and scenario that show it, a sentence, and the record of the match so far."""

    seed: int
    scenario: str
    message: str
    record: str


@dataclass(frozen=True)
class Kept:
    """A match in which all promises were kept: its number of random orders, and the seat that won (None: nobody).

    `turn` is where it began if that was not the start; `over` says whether it was played to its end.
    """

    orders: int
    winner: int | None
    turn: str = ""
    over: bool = True


@dataclass
class Tally:
    """What came of the matches checked so far."""

    seats: tuple[str, ...]
    kept: list[Kept] = field(default_factory=list)
    faults: int = 0

    def add(self, result: Finding | Kept) -> None:
        """Take in one more match."""
        if isinstance(result, Kept):
            self.kept.append(result)
        else:
            self.faults += 1

    def __str__(self) -> str:
        matches = len(self.kept) + self.faults
        if not self.kept:
            return several(matches, "match")
        lengths = sorted(match.orders for match in self.kept)
        middle = round(statistics.median(lengths))
        over = [match for match in self.kept if match.over]
        won = [sum(match.winner == seat for match in over) for seat in range(len(self.seats))]
        parts = [f"{name} won {count}" for name, count in zip(self.seats, won, strict=True)]
        if drawn := sum(match.winner is None for match in over):
            parts.append(f"{drawn} drawn")
        if begun := [match.turn for match in self.kept if match.turn]:
            parts.append(f"{len(begun)} begun on {several(len(set(begun)), 'turn')} of staff matches")
        played = several(matches, "match")
        return f"{played} of {lengths[0]} to {lengths[-1]} orders (median {middle}), {', '.join(parts)}"


def check_one(suite: Suite, seed: int) -> Finding | Kept:
    """Play the match of this seed, checked."""
    game, scenarios = _load(suite)
    number, odd = divmod(seed, 2) if suite.staffed else (seed, 0)
    scenario = scenarios[number % len(scenarios)]
    try:
        opening, turn = openings.pick(game, scenario, seed, number // len(scenarios)) if odd else (None, "")
        played = play_checked(
            game, scenario, seed, thorough=suite.thorough, cases=suite.cases, opening=opening
        )
    except Fault as fault:
        return Finding(seed, scenario.key, str(fault), fault.record)
    return Kept(played.orders, played.winner, turn, played.over)


@functools.cache
def _load(suite: Suite) -> tuple[Game[Any, Any], list[Scenario]]:
    """The game, and its scenarios under the options they are played with, all of the first kind of variant first."""
    game = registry.game(suite.game)
    if suite.options:
        setups = [(key, dict[str, Any](suite.options)) for key in suite.scenarios]
    else:
        kinds = itertools.zip_longest(*(game.variants(key) for key in suite.scenarios))
        setups = [
            (key, dict(variant))
            for kind in kinds
            for key, variant in zip(suite.scenarios, kind, strict=True)
            if variant is not None
        ]
    packs = [DataPack(folder) for folder in suite.packs]
    return game, [game.load(key, options, packs) for key, options in setups]
