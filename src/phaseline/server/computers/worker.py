"""A thinking process: reads jobs from its input, one a line, and answers each on its output. `python -m` runs it."""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from typing import Any, BinaryIO

import msgspec

from phaseline.ai import registry as agents
from phaseline.ai.agent import Agent, Budget, Observation, Waiting
from phaseline.engine import registry
from phaseline.engine.game import Game, Scenario, View
from phaseline.engine.orders import write
from phaseline.server.computers.job import HURRY, Job, Progress, Thought
from phaseline.server.storage.told import events_of

PLAYERS = 16
"""So many agents are remembered between jobs."""
TOLD_EVERY = 0.2
"""Seconds between two words on how far the thinking is."""


class Asker(Waiting):
    """Whoever has sent a job: may ask for the answer at once, and is told now and then how far it is."""

    def __init__(self, tell: Callable[[Progress], None]) -> None:
        self.hurry = threading.Event()
        self._tell = tell
        self._last = time.monotonic()

    @property
    def enough(self) -> bool:
        """Whether the answer is asked for."""
        return self.hurry.is_set()

    def far(self, share: float) -> None:
        """Tell it, if the last time is a while ago."""
        if time.monotonic() - self._last >= TOLD_EVERY:
            self._last = time.monotonic()
            self._tell(Progress(share=share))


class Thinker:
    """The agents and scenarios that this process knows already."""

    def __init__(self) -> None:
        self._agents: dict[tuple[str, str], Agent] = {}
        self._scenarios: dict[tuple[str, str, bytes], Scenario] = {}

    def think(self, job: Job, asker: Asker) -> Thought:
        """Answer one job."""
        if job.hurry:
            asker.hurry.set()
        game = registry.game(job.game)
        scenario = self._scenario(game, job)
        position = game.position_type.from_bytes(job.position.encode())
        view = View(
            game=job.game,
            scenario=job.scenario,
            seat=job.seat,
            position=position,
            seats=job.seats,
            path=job.path,
            prompt=job.prompt,
            case=job.case,
        )
        agent = self._agent(job)
        heard = events_of(job.heard)
        if heard:
            agent.hear(heard)
        seen = Observation(game, scenario, view, job.seat)
        order = agent.order(seen, Budget(job.seconds, waiting=asker, processes=job.processes))
        return Thought(order=write(order, scenario.lexicon), plan=agent.explain(), dropped=agent.dropped())

    def _scenario(self, game: Game[Any, Any], job: Job) -> Scenario:
        key = (job.game, job.scenario, msgspec.json.encode(job.options, order="sorted"))
        if key not in self._scenarios:
            self._scenarios[key] = game.load(job.scenario, job.options)
        return self._scenarios[key]

    def _agent(self, job: Job) -> Agent:
        key = (job.player, job.agent)
        found = self._agents.pop(key, None) or agents.make(job.agent, job.seed)
        self._agents[key] = found
        while len(self._agents) > PLAYERS:
            del self._agents[next(iter(self._agents))]
        return found


def main() -> None:
    """Answer jobs until the input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    sys.stdout = sys.stderr  # what an agent prints must not be taken for an answer

    def say(line: Progress | Thought) -> None:
        answers.write(msgspec.json.encode(line) + b"\n")

    jobs: queue.SimpleQueue[tuple[bytes, Asker] | None] = queue.SimpleQueue()
    # While a job is thought about, somebody must hear whether it is to be cut short.
    threading.Thread(target=_read, args=(sys.stdin.buffer, jobs, say), daemon=True).start()
    thinker = Thinker()
    while (next_one := jobs.get()) is not None:
        line, asker = next_one
        try:
            thought = thinker.think(msgspec.json.decode(line, type=Job), asker)
        except Exception as error:  # noqa: BLE001 - an agent may fail in any way; whoever asked is told
            thought = Thought(error=f"{type(error).__name__}: {error}")
        say(thought)


def _read(
    lines: BinaryIO,
    jobs: queue.SimpleQueue[tuple[bytes, Asker] | None],
    say: Callable[[Progress | Thought], None],
) -> None:
    """Hand on jobs, and to who has sent the last one that the answer is wanted now."""
    asker = Asker(say)
    for line in lines:
        if line == HURRY:
            asker.hurry.set()
            continue
        asker = Asker(say)
        jobs.put((line, asker))
    jobs.put(None)


if __name__ == "__main__":
    main()
