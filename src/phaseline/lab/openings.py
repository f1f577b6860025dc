"""Positions met in matches of computer players, for checked matches to begin at.

Two players that plan (`AGENT`) play a scenario through once for every `BLOCK` rounds of seeds, and each round of seeds
begins on another of its turns, at a decision drawn by the seed. A turn is what the two outermost titles of the sequence
of play name: a month and a fortnight, a turn and a phase. The same seed always begins at the same place.
"""

from __future__ import annotations

import contextlib
import functools
import random
from typing import Any, Final

from phaseline.ai import registry
from phaseline.ai.driver import NoEnd, play_match
from phaseline.engine import record
from phaseline.engine.game import Game, Scenario
from phaseline.engine.harness import Fault, Opening
from phaseline.engine.match import Match
from phaseline.lab.simulate import match_seed, seated

AGENT: Final = "staff"
FALLBACK: Final = "random"
"""Who plays a game that `AGENT` does not know."""
BLOCK: Final = 64
"""So many rounds of seeds begin in the same match; longer matches have no more turns."""
LIMIT: Final = 3000
"""Orders of a match of computer players, at most."""
KEPT: Final = 64
"""Of so many matches of computer players the text is kept by a process."""


def pick(game: Game[Any, Any], scenario: Scenario, seed: int, turn: int) -> tuple[Opening, str]:
    """Where the match of `seed` begins, on turn number `turn` in a mixed order, and the name of that turn.

    Raises `Fault` when the computer players break down on their way.
    """
    block, number = divmod(turn, BLOCK)
    text, turns = _played(game, scenario, block)
    order = random.Random(f"turns of {block}").sample(range(len(turns)), len(turns))
    name, choices = turns[order[number % len(turns)]]
    orders = random.Random(f"opening of {seed}").choice(choices)
    return Opening(text, orders), f"{scenario.key}: {name}"


Turns = tuple[tuple[str, tuple[int, ...]], ...]
"""The turns of a match: what they are called, and after how many orders somebody had to decide on them."""


@functools.lru_cache(KEPT)
def _played(game: Game[Any, Any], scenario: Scenario, block: int) -> tuple[str, Turns]:
    """The record of a match of computer players, and its turns."""
    agent = AGENT if registry.plays(AGENT, game.key) else FALLBACK
    seed = match_seed(block, 0)
    match = Match.new(game, scenario, seed=seed)
    turns: dict[str, list[int]] = {}

    def note(*_: object) -> None:
        if match.decision is not None:
            turns.setdefault(", ".join(match.state.path()[:2]), []).append(len(match.entries) - 1)

    note()
    try:
        # A match without an end is as good to begin in.
        with contextlib.suppress(NoEnd):
            play_match(match, seated((agent,) * len(game.seats), seed), limit=LIMIT, listener=note)
    except Exception as error:
        promise = f"{type(error).__name__} while {agent} plays: {error}"
        raise Fault(promise, game, scenario, block, match) from error
    return record.dump(match, reveal=False), tuple((name, tuple(found)) for name, found in turns.items())
