"""How many machine instructions playing takes: `python tools/count_instructions.py GAME SCENARIO [WHAT [NUMBER]]`.

Unlike times, instructions do not hang on what else a machine does. They are counted by valgrind (`callgrind`), which must
be installed, once with NUMBER repetitions and once with none; the difference is what the repetitions took. Nothing is
counted before the first of them, so loading a game, which is most of the work, goes by quickly. WHAT is `order` (a random
order, the next match when one is over), `copy` (of a state), `first` (a copy and an order on it) or `deep` (the same five
deep, each copy made of the one before). Orders and dice are the same each time.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from phaseline.engine import registry
from phaseline.engine.dice import SeededDice
from phaseline.engine.playout import any_order, playout
from phaseline.engine.state import State

NUMBERS = {"order": 3000, "copy": 100, "first": 40, "deep": 20}
"""How often each is done without being told."""
STATES, APART, DEEP = 25, 120, 5
"""Copies are made of so many states, so many orders apart, and of one another so deep."""
DICE = bytes(32)


def played(state: State[Any, Any], orders: int, rng: random.Random) -> State[Any, Any]:
    """The state after so many random orders; a new match begins when one is over."""
    while orders:
        orders -= playout(state, rng, orders=orders)
        if state.waiting() is None:
            state = state.game.new(state.scenario, SeededDice(rng.randbytes(32)))
    return state


def look_ahead(state: State[Any, Any], depth: int, rng: random.Random) -> None:
    """Copies of copies, each with an order on it."""
    for _ in range(depth):
        state = state.copy(SeededDice(DICE))
        decision = state.waiting()
        if decision is None:
            return
        seat = decision.seats[0]
        state.play(seat, any_order(state, seat, rng))


@contextmanager
def counting() -> Iterator[None]:
    """Instructions are counted inside: this process runs under callgrind, and asks it to begin and to stop."""
    switch("on")
    yield
    switch("off")


def switch(to: str) -> None:
    """Have callgrind count, or not, from now on."""
    subprocess.run(["callgrind_control", f"--instr={to}", str(os.getpid())], check=True, capture_output=True)


def repeat(game: str, scenario: str, what: str, number: int) -> None:
    """Do it so often, with each of the states if it is about copies."""
    rng, rules = random.Random(1), registry.game(game)
    state = rules.new(rules.load(scenario), SeededDice(rng.randbytes(32)))
    if what == "order":
        state = played(state, APART, rng)
        with counting():
            played(state, number, rng)
        return
    met = []
    for _ in range(STATES):
        state = played(state, APART, rng)
        met.append(state.copy())
    depth = {"copy": 0, "first": 1, "deep": DEEP}[what]
    with counting():
        for _ in range(number):
            for each in met:
                if depth:
                    look_ahead(each, depth, rng)
                else:
                    each.copy()


def counted(words: list[str], number: int) -> int:
    """The instructions of a process that does it so often."""
    tool = ["valgrind", "--tool=callgrind", "--instr-atstart=no", "--callgrind-out-file=/dev/null"]
    command = [*tool, sys.executable, __file__, *words, str(number), "inside"]
    settings = {**os.environ, "PYTHONHASHSEED": "0"}
    told = subprocess.run(command, check=True, capture_output=True, text=True, env=settings).stderr
    return int(next(line for line in told.splitlines() if "Collected" in line).split()[-1])


def main() -> None:
    """Count and print."""
    parser = argparse.ArgumentParser(description="How many machine instructions playing takes.")
    parser.add_argument("game")
    parser.add_argument("scenario")
    parser.add_argument("what", nargs="?", choices=NUMBERS, default="order")
    parser.add_argument("number", nargs="?", type=int, help="how often it is done; by default enough to tell")
    parser.add_argument(
        "place", nargs="?", choices=["inside"], help=argparse.SUPPRESS
    )  # as callgrind runs it
    given = parser.parse_args()
    what, number = given.what, NUMBERS[given.what] if given.number is None else given.number
    if given.place:
        repeat(given.game, given.scenario, what, number)
        return
    if shutil.which("valgrind") is None:
        parser.error("valgrind is not installed, which counts: install the package of that name")
    try:
        registry.game(given.game).load(given.scenario)
    except LookupError as unknown:
        parser.error(str(unknown))
    words = [given.game, given.scenario, what]
    spent = counted(words, number) - counted(words, 0)
    units = number if what == "order" else number * STATES * (DEEP if what == "deep" else 1)
    print(f"{given.game} {given.scenario}: {spent / units:,.0f} instructions: {what}")


if __name__ == "__main__":
    main()
