"""Checked random matches in numbers, with faults as plain data that travel between processes."""

from __future__ import annotations

import functools
import itertools
import statistics
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from phaseline.engine import registry
from phaseline.engine.game import Game, Scenario
from phaseline.engine.harness import Fault, play_checked
from phaseline.engine.packs import DataPack


@dataclass(frozen=True)
class Suite:
    """What is checked: a game, its scenarios in turn, and how thoroughly (see `play_checked`).

    Without `options` each scenario is played under the variants its game names, in turn.
    """

    game: str
    scenarios: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    thorough: float = 0.1
    cases: frozenset[str] | None = None
    packs: tuple[Path, ...] = ()


@dataclass(frozen=True)
class Finding:
    """A broken promise: the seed and scenario that show it, a sentence, and the record of the match so far."""

    seed: int
    scenario: str
    message: str
    record: str
    options: str = ""
    """The options as words for the command line."""


@dataclass(frozen=True)
class Kept:
    """A match in which all promises were kept: its number of orders, and the seat that won (None: nobody)."""

    orders: int
    winner: int | None


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
            return f"{matches} matches"
        lengths = sorted(match.orders for match in self.kept)
        middle = round(statistics.median(lengths))
        won = [sum(match.winner == seat for match in self.kept) for seat in range(len(self.seats))]
        wins = ", ".join(f"{name} won {count}" for name, count in zip(self.seats, won, strict=True))
        drawn = sum(match.winner is None for match in self.kept)
        draws = f", {drawn} drawn" if drawn else ""
        return f"{matches} matches of {lengths[0]} to {lengths[-1]} orders (median {middle}), {wins}{draws}"


def check_one(suite: Suite, seed: int) -> Finding | Kept:
    """Play the match of this seed, checked."""
    game, scenarios = _load(suite)
    scenario, options = scenarios[seed % len(scenarios)]
    try:
        played = play_checked(game, scenario, seed, thorough=suite.thorough, cases=suite.cases)
    except Fault as fault:
        return Finding(seed, scenario.key, str(fault), fault.record, options)
    return Kept(played.orders, played.winner)


@functools.cache
def _load(suite: Suite) -> tuple[Game[Any, Any], list[tuple[Scenario, str]]]:
    """The game, and its scenarios with the options they are played under, all of the first kind of variant first."""
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
    return game, [(game.load(key, options, packs), _words(options)) for key, options in setups]


def _words(options: Mapping[str, Any]) -> str:
    return "".join(f" --option {name}={value}" for name, value in options.items())
