"""How fast a game runs: random legal orders, copies and views, measured on positions from the midst of play."""

from __future__ import annotations

import platform
import random
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec import Struct

from phaseline.engine import canonical
from phaseline.engine.dice import SeededDice
from phaseline.engine.game import Game, Scenario
from phaseline.engine.orders import verb_of
from phaseline.engine.state import State

ROUNDS = 7
POSITIONS = 50
"""Copies and views are measured on so many positions met on the way."""


class Speed(Struct, frozen=True):
    """What was measured, in processor time on one core.

    `orders_per_s`: random legal orders chosen and carried out, a new match when one is over; the median of several
    rounds. `copy_us`: copying a position. `view_ms`: making what a page shows a seat: the view, its drawing, and the
    orders it can begin. `view_bytes`: the size of that as JSON, on average.
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
    payloads = [_payload(game, state, seat) for state in positions for seat in seats]
    return Speed(
        orders_per_s=orders_per_s,
        copy_us=1e6 * _each(seconds * 0.2, [state.position.copy for state in positions]),
        view_ms=1e3
        * _each(seconds * 0.2, [_viewer(game, state, seat) for state in positions for seat in seats]),
        view_bytes=sum(map(len, payloads)) / len(payloads),
    )


def machine() -> str:
    """The processor, the Python, and how fast both are just now, in one line."""
    python = f"{platform.python_implementation()} {platform.python_version()}"
    return f"{_processor()}, {python}, {platform.system()}; calibration {1e3 * calibration():.0f} ms"


def calibration(runs: int = 5) -> float:
    """Seconds of processor time that a fixed piece of work takes at best.

    Compare figures only if this is much the same: a busy machine is slower even in processor time.
    """
    times = []
    for _ in range(runs):
        started = time.process_time()
        total = 0
        for n in range(500_000):
            total += n * n & 7
        times.append(time.process_time() - started)
    return min(times)


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
    """Orders a second, and positions met on the way."""
    state = game.new(scenario, SeededDice(rng.randbytes(32)))
    met = [state.copy()]
    rates = []
    for _ in range(ROUNDS):
        given = 0
        spent = 0.0
        while spent < seconds / ROUNDS:
            state, number, duration = _play(state, rng)
            given += number
            spent += duration
            if len(met) < POSITIONS and state.decision is not None:
                met.append(state.copy())
        rates.append(given / spent)
    return statistics.median(rates), met


def _play(state: State[Any, Any], rng: random.Random) -> tuple[State[Any, Any], int, float]:
    """Give some random orders; the state afterwards, how many they were, and the seconds they took."""
    given = 0
    started = time.process_time()
    for _ in range(200):
        decision = state.decision
        if decision is None:
            state = state.game.new(state.scenario, SeededDice(rng.randbytes(32)))
            continue
        seat = decision.seats[0]
        state.apply(seat, state.legal(seat).sample(rng))
        given += 1
        state.events.clear()
        state.draws.clear()
    return state, given, time.process_time() - started


def _payload(game: Game[Any, Any], state: State[Any, Any], seat: int) -> bytes:
    """What a page gets to show a seat its position and decision."""
    state.changed()  # as after an order: nothing is worked out yet
    view = game.view(state, seat)
    legal = state.legal(seat)
    begun = {verb_of(kind): legal.values(kind) for kind in legal.kinds()}
    return canonical.encode({"view": view, "sheet": game.sheet(state.scenario, view), "orders": begun})


def _viewer(game: Game[Any, Any], state: State[Any, Any], seat: int) -> Callable[[], object]:
    return lambda: _payload(game, state, seat)


def _each(seconds: float, actions: list[Callable[[], object]]) -> float:
    """Seconds one action takes, on average over all of them done in turn."""
    done = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds or not done:
        for action in actions:
            action()
        done += len(actions)
    return spent / done
