"""How many choices a second environments take on one core, beside PettingZoo's chess in the same run.

Every choice is random among those the mask allows; observation and mask of each are made. Chess needs
`pip install 'pettingzoo[classic]'`; without it the table has our own games alone.
"""

from __future__ import annotations

import argparse
import time
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from phaseline.env.pettingzoo import env

OURS = (("skirmish", "ford"), ("westfront", "husky"), ("eisenhower", "historical"), ("france44", "beachhead"))


def rate(make: Callable[[], Any], seconds: float) -> float:
    """Choices a second of processor time in random play, matches cut off after 400 choices."""
    match, rng, choices, seed = make(), np.random.default_rng(0), 0, 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds:
        match.reset(seed=seed)
        seed += 1
        for _ in match.agent_iter(max_iter=400):
            seen, _, terminated, truncated, _ = match.last()
            if terminated or truncated:
                match.step(None)
            else:
                match.step(int(rng.choice(np.flatnonzero(seen["action_mask"]))))
                choices += 1
    return choices / spent


def chess() -> Any:
    """PettingZoo's chess, None where it is not installed."""
    try:
        from pettingzoo.classic import chess_v6  # noqa: PLC0415 - may be missing
    except ImportError:
        return None
    return chess_v6.env()


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="processor time for each (default: 5)")
    seconds = parser.parse_args().seconds
    warnings.simplefilter("ignore")
    base = None
    if chess() is not None:
        base = rate(chess, seconds)
        print(f"{'PettingZoo chess':28} {base:10,.0f} a second")
    for game, scenario in OURS:
        found = rate(partial(env, game, scenario), seconds)
        beside = f"  {found / base:5.1f} times chess" if base else ""
        print(f"{game + ' ' + scenario:28} {found:10,.0f} a second{beside}")


if __name__ == "__main__":
    main()
