"""Checked random matches in numbers, with faults as plain data that travel between processes."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from phaseline.engine import registry
from phaseline.engine.game import Game, Scenario
from phaseline.engine.harness import Fault, play_checked


@dataclass(frozen=True)
class Suite:
    """What is checked: a game, its scenarios in turn, and how thoroughly (see `play_checked`)."""

    game: str
    scenarios: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    thorough: float = 0.1
    cases: frozenset[str] | None = None


@dataclass(frozen=True)
class Finding:
    """A broken promise: the seed and scenario that show it, a sentence, and the record of the match so far."""

    seed: int
    scenario: str
    message: str
    record: str


def check_one(suite: Suite, seed: int) -> Finding | None:
    """Play the match of this seed, checked; None when all promises were kept."""
    game, scenarios = _load(suite)
    scenario = scenarios[seed % len(scenarios)]
    try:
        play_checked(game, scenario, seed, thorough=suite.thorough, cases=suite.cases)
    except Fault as fault:
        return Finding(seed, scenario.key, str(fault), fault.record)
    return None


@functools.cache
def _load(suite: Suite) -> tuple[Game[Any, Any], list[Scenario]]:
    game = registry.game(suite.game)
    return game, [game.load(key, dict(suite.options)) for key in suite.scenarios]
