"""How fast a game runs: orders, looking ahead and views, measured on positions from the midst of play."""

from __future__ import annotations

import contextlib
import platform
import random
import statistics
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec import Struct

from phaseline.ai import registry
from phaseline.ai.driver import NoEnd, play_match
from phaseline.engine import canonical
from phaseline.engine.dice import SeededDice
from phaseline.engine.game import Game, Scenario
from phaseline.engine.match import Match
from phaseline.engine.orders import verb_of
from phaseline.engine.playout import any_order, playout
from phaseline.engine.state import State
from phaseline.lab.simulate import seated

ROUNDS = 7
POSITIONS = 50
"""Copies and views are measured on so many positions met on the way."""
DEEP = 5
"""So many orders deep copies are made of copies."""
STAFF = "staff"
"""The players whose play is measured beside random play."""
STAFF_ORDERS = 200
"""Of a match of theirs so many orders are measured, from the beginning."""
ROUND = 200
"""So many random orders are timed at once."""
DICE = bytes(32)
"""Seed of the dice of looking ahead."""


class Speed(Struct, frozen=True):
    """What was measured, in processor time on one core.

    `orders_per_s`: random legal orders chosen and carried out, a new match when one is over; the median of several
    rounds. `order_us`: one such order on a state that knows what it asks most. `copy_us`: copying a state, with all it
    knows. `first_us`: an order on a new copy, without the copying. `deep_us`: a copy and an order on it, five deep, each
    copy made of the one before. `sample_us`: drawing a full position from what a seat knows. `view_ms`: making what a
    page shows a seat: the view, its drawing, and the orders it can begin. `view_bytes`: the size of that as JSON, on
    average. `staff_per_s`: orders a second of two players that plan, `STAFF`; None where they do not know the game.
    """

    orders_per_s: float
    order_us: float
    copy_us: float
    first_us: float
    deep_us: float
    sample_us: float
    view_ms: float
    view_bytes: float
    staff_per_s: float | None


def measure(game: Game[Any, Any], scenario: Scenario, *, seconds: float = 3.0, seed: int = 0) -> Speed:
    """Measure for about this long; `STAFF_ORDERS` of the players that plan may take longer."""
    rng = random.Random(seed)
    orders_per_s, positions = _orders(game, scenario, seconds * 0.4, rng)
    seats = range(len(game.seats))
    payloads = [_payload(game, state, seat) for state in positions for seat in seats]
    ahead = [_Ahead(state, rng) for state in positions if state.waiting() is not None]
    part = seconds * 0.1
    return Speed(
        orders_per_s=orders_per_s,
        order_us=1e6 / orders_per_s,
        copy_us=1e6 * _each(part, [state.copy for state in positions]),
        first_us=1e6 * _first(part, ahead),
        deep_us=1e6 * _each(part, [look.deep for look in ahead]) / DEEP,
        sample_us=1e6
        * _each(part, [_sampler(game, state, seat, rng) for state in positions for seat in seats]),
        view_ms=1e3 * _each(part, [_viewer(game, state, seat) for state in positions for seat in seats]),
        view_bytes=sum(map(len, payloads)) / len(payloads),
        staff_per_s=_staff(game, scenario, part, rng) if registry.plays(STAFF, game.key) else None,
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
    while given < ROUND:
        given += playout(state, rng, orders=ROUND - given)
        if state.waiting() is None:
            state = state.game.new(state.scenario, SeededDice(rng.randbytes(32)))
    return state, given, time.process_time() - started


class _Ahead:
    """Looking ahead from a state, as search does: the same first order again and again."""

    def __init__(self, state: State[Any, Any], rng: random.Random) -> None:
        self._state, self._rng = state, rng
        self._order = any_order(state, self._seat, rng)

    @property
    def _seat(self) -> int:
        decision = self._state.waiting()
        assert decision is not None
        return decision.seats[0]

    def _copy(self, state: State[Any, Any]) -> State[Any, Any]:
        return state.copy(SeededDice(DICE))

    def first(self) -> float:
        """The seconds that an order takes on a new copy, without the copying."""
        copy, seat = self._copy(self._state), self._seat
        started = time.process_time()
        copy.play(seat, self._order)
        return time.process_time() - started

    def deep(self) -> None:
        """Copies of copies, each with an order more."""
        state = self._state
        for _ in range(DEEP):
            state = self._copy(state)
            if not playout(state, self._rng, orders=1):
                return


def _sampler(
    game: Game[Any, Any], state: State[Any, Any], seat: int, rng: random.Random
) -> Callable[[], object]:
    known = game.view(state, seat).position
    return lambda: game.sample(state.scenario, known, seat, rng)


def _staff(game: Game[Any, Any], scenario: Scenario, seconds: float, rng: random.Random) -> float:
    """Orders a second of a match between players that plan."""
    given, started = 0, time.process_time()
    while (spent := time.process_time() - started) < seconds or not given:
        dice = rng.randbytes(32)
        match = Match.new(game, scenario, seed=dice)
        with contextlib.suppress(NoEnd):
            play_match(match, seated((STAFF,) * len(game.seats), dice), limit=STAFF_ORDERS)
        given += len(match.entries) - 1
    return given / spent


def _payload(game: Game[Any, Any], state: State[Any, Any], seat: int) -> bytes:
    """What a page gets to show a seat its position and decision."""
    state.changed()  # as after an order: nothing is worked out yet
    view = game.view(state, seat)
    legal = state.legal(seat)
    begun = {verb_of(kind): legal.values(kind) for kind in legal.kinds()}
    return canonical.encode({"view": view, "sheet": game.sheet(state.scenario, view), "orders": begun})


def _viewer(game: Game[Any, Any], state: State[Any, Any], seat: int) -> Callable[[], object]:
    return lambda: _payload(game, state, seat)


def _first(seconds: float, looks: Sequence[_Ahead]) -> float:
    """Seconds an order takes on a new copy, on average over all positions in turn."""
    done, spent = 0, 0.0
    while spent < seconds or not done:
        spent += sum(look.first() for look in looks)
        done += len(looks)
    return spent / done


def _each(seconds: float, actions: list[Callable[[], object]]) -> float:
    """Seconds one action takes, on average over all of them done in turn."""
    done = 0
    started = time.process_time()
    while (spent := time.process_time() - started) < seconds or not done:
        for action in actions:
            action()
        done += len(actions)
    return spent / done
