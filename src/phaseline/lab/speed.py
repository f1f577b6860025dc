"""How fast a game runs: random legal orders, copies and views, measured on positions from the midst of play."""

from __future__ import annotations

import platform
import random
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from phaseline.engine.dice import SeededDice
from phaseline.engine.game import Game, Scenario
from phaseline.engine.state import State


class Speed(Struct, frozen=True):
    """What was measured, in processor time on one core.

    `orders_per_s`: random legal orders chosen and carried out, a new match when one is over. `copy_us`: copying a
    position. `view_ms`: making the view of a seat. `view_bytes`: its size in bytes, on average.
    """

    orders_per_s: float
    copy_us: float
    view_ms: float
    view_bytes: float


def measure(game: Game[Any, Any], scenario: Scenario, *, seconds: float = 3.0, seed: int = 0) -> Speed:
    """Measure for about this long."""
    rng = random.Random(seed)
    orders_per_s, positions = _orders(game, scenario, seconds * 0.6, rng)
    seats = range(len(game.seats))
    views = [game.view(state, seat) for state in positions for seat in seats]
    return Speed(
        orders_per_s=orders_per_s,
        copy_us=1e6 * _each(seconds * 0.2, [state.position.copy for state in positions]),
        view_ms=1e3
        * _each(seconds * 0.2, [_viewer(game, state, seat) for state in positions for seat in seats]),
        view_bytes=sum(len(view.to_bytes()) for view in views) / len(views),
    )


def machine() -> str:
    """The processor and the Python, in one line."""
    return (
        f"{_processor()}, {platform.python_implementation()} {platform.python_version()}, {platform.system()}"
    )


def _processor() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass  # only Linux has the file
    return platform.processor() or platform.machine()


def _orders(
    game: Game[Any, Any], scenario: Scenario, seconds: float, rng: random.Random
) -> tuple[float, list[State[Any, Any]]]:
    """Orders a second, and up to 50 positions met on the way."""
    state = game.new(scenario, SeededDice(rng.randbytes(32)))
    met = [state.copy()]
    given = 0
    spent = 0.0
    while spent < seconds:
        started = time.process_time()
        for _ in range(200):
            decision = state.decision
            if decision is None:
                state = game.new(scenario, SeededDice(rng.randbytes(32)))
                continue
            seat = decision.seats[0]
            state.apply(seat, state.legal(seat).sample(rng))
            given += 1
            state.events.clear()
            state.draws.clear()
        spent += time.process_time() - started
        if len(met) < 50 and state.decision is not None:
            met.append(state.copy())
    return given / spent, met


def _viewer(game: Game[Any, Any], state: State[Any, Any], seat: int) -> Callable[[], object]:
    return lambda: game.view(state, seat)


def _each(seconds: float, actions: list[Callable[[], object]]) -> float:
    """Seconds one action takes, on average over all of them done in turn."""
    done = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds or not done:
        for action in actions:
            action()
        done += len(actions)
    return spent / done
