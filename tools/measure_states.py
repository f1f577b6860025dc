"""How large the state messages of a match are and how long they take to make: `python tools/measure_states.py [GAME SCENARIO]`.

A random match is played; at every decision the message for the seat that decides is made and measured.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Iterator

import msgspec

from phaseline.engine import registry
from phaseline.engine.match import Match
from phaseline.server.rooms.chronicle import Chronicle
from phaseline.server.storage.rows import Header
from phaseline.server.viewing.lens import Lens
from phaseline.server.viewing.scene import Stance, state_now
from phaseline.server.wire import Player

KINDS = (("skirmish", "ridge"), ("westfront", "S44"), ("eisenhower", "historical"))
OPTIONS = {"eisenhower": {"ports_checked": False}}


def header(match: Match) -> Header:
    """A header for a match that is not stored."""
    return Header(
        id="measured",
        title="",
        game=match.game.key,
        scenario=match.scenario.key,
        options={},
        players=(Player(kind="human"),) * len(match.game.seats),
        open=False,
        pace=0.0,
        seed=bytes(32),
        commitment="",
        rules="",
        data="",
        orders=0,
        waiting=(),
        place=(),
        outcome=None,
        created="",
        changed="",
    )


def measured(game: str, scenario: str, seed: int, orders: int) -> Iterator[tuple[int, float]]:
    """Bytes and processor seconds of the state message at each decision of a random match."""
    rules = registry.game(game)
    match = Match.new(rules, rules.load(scenario, OPTIONS.get(game)), seed=bytes([seed]) * 32)
    rng = random.Random(seed)
    chronicle = Chronicle(header(match), match)
    while match.decision is not None and len(match.entries) < orders:
        seat = match.decision.seats[0]
        stance = Stance(seat=seat, eyes=[seat], undoer=seat, thinking=[])
        match.state.changed()  # nothing worked out before helps
        started = time.process_time()
        lens = Lens(match.state, seat, bare=False, salt="measured")
        data = msgspec.json.encode(state_now(chronicle, lens, stance))
        yield len(data), time.process_time() - started
        match.submit(seat, match.legal(seat).sample(rng))


def main(words: list[str]) -> None:
    """Measure and print."""
    for game, scenario in [(words[0], words[1])] if len(words) > 1 else KINDS:
        found = [pair for seed in range(4) for pair in measured(game, scenario, seed, 800)]
        sizes, times = sorted(size for size, _ in found), sorted(seconds for _, seconds in found)
        middle, high = len(found) // 2, len(found) * 99 // 100
        print(
            f"{game} {scenario}: {len(found)} states; bytes: median {sizes[middle]}, largest {sizes[-1]}; "
            f"ms: median {times[middle] * 1000:.1f}, 99 % within {times[high] * 1000:.1f}, longest {times[-1] * 1000:.1f}"
        )


if __name__ == "__main__":
    main(sys.argv[1:])
