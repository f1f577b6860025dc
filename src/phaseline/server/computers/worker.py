"""A thinking process: reads jobs from its input, one a line, and answers each on its output. `python -m` runs it."""

from __future__ import annotations

import os
import queue
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, BinaryIO

import msgspec

from phaseline.ai import registry as agents
from phaseline.ai.agent import Agent, Budget, Observation, Waiting
from phaseline.engine import registry
from phaseline.engine.game import Game, Scenario, View
from phaseline.engine.installed import BROKEN, reason
from phaseline.engine.orders import write
from phaseline.server.computers.job import HURRY, PACKS, STORY, Heard, Job, Progress, Story, Thought
from phaseline.server.packs import Packs
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


@dataclass
class _Known:
    """An agent, what it has heard, and what it answered last, to which position."""

    agent: Agent
    heard: Heard
    position: str = ""
    thought: Thought | None = None


class Thinker:
    """The agents and scenarios that this process knows already."""

    def __init__(self) -> None:
        self._agents: dict[tuple[str, str], _Known] = {}
        self._scenarios: dict[tuple[str, str, bytes, tuple[str, ...]], Scenario] = {}
        self.packs = Packs()

    def think(self, job: Job, asker: Asker, listen: Callable[[Heard], Story]) -> Thought:
        """Answer one job; `listen` tells what happened that its agent has not heard yet.

        Who is asked once more where nothing has happened since gives the same answer.
        """
        if job.hurry:
            asker.hurry.set()
        known = self._told(job, listen)
        if known.thought is not None and known.position == job.position:
            return known.thought
        known.thought = None
        thought = self._answer(job, known.agent, asker)
        if not asker.enough:
            known.position, known.thought = job.position, thought
        return thought

    def _answer(self, job: Job, agent: Agent, asker: Asker) -> Thought:
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
        seen = Observation(game, scenario, view, job.seat)
        order = agent.order(seen, Budget(job.seconds, waiting=asker, processes=job.processes))
        return Thought(order=write(order, scenario.lexicon), plan=agent.explain(), dropped=agent.dropped())

    def _scenario(self, game: Game[Any, Any], job: Job) -> Scenario:
        key = (job.game, job.scenario, msgspec.json.encode(job.options, order="sorted"), job.packs)
        if key not in self._scenarios:
            packs = self.packs.named(job.game, job.packs)
            self._scenarios[key] = game.load(job.scenario, job.options, packs)
        return self._scenarios[key]

    def _told(self, job: Job, listen: Callable[[Heard], Story]) -> _Known:
        """The agent of a job, once it has heard all that happened."""
        key = (job.player, job.agent)
        known = self._agents.pop(key, None)
        story = listen(Heard() if known is None else known.heard)
        if known is None or story.since != known.heard.entries:
            known = _Known(agents.make(job.agent, job.seed), Heard())
        self._agents[key] = known
        while len(self._agents) > PLAYERS:
            del self._agents[next(iter(self._agents))]
        if events := events_of(story.events):
            known.agent.hear(events)
        heard = Heard(entries=story.entries, mark=story.mark)
        if heard != known.heard:
            known.heard, known.thought = heard, None
        return known


def main() -> None:
    """Answer jobs until the input ends."""
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", buffering=0)
    sys.stdout = sys.stderr  # what an agent prints must not be taken for an answer

    def say(line: Heard | Progress | Thought) -> None:
        answers.write(msgspec.json.encode(line) + b"\n")

    thinker = Thinker()
    jobs: queue.SimpleQueue[tuple[bytes, Asker] | None] = queue.SimpleQueue()
    stories: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
    # While a job is thought about, somebody must hear whether it is to be cut short.
    threading.Thread(target=_read, args=(sys.stdin.buffer, jobs, stories, say, thinker), daemon=True).start()

    def listen(heard: Heard) -> Story:
        say(heard)
        line = stories.get()
        if line is None:
            raise EOFError("nobody asks any more")
        return msgspec.json.decode(line, type=Story)

    while (next_one := jobs.get()) is not None:
        line, asker = next_one
        try:
            thought = thinker.think(msgspec.json.decode(line, type=Job), asker, listen)
        except BROKEN as error:  # an agent may fail in any way; whoever asked is told
            thought = Thought(error=reason(error))
        say(thought)


def _read(
    lines: BinaryIO,
    jobs: queue.SimpleQueue[tuple[bytes, Asker] | None],
    stories: queue.SimpleQueue[bytes | None],
    say: Callable[[Heard | Progress | Thought], None],
    thinker: Thinker,
) -> None:
    """Hand on packs, jobs and what is told for them, and that the answer to the last one is wanted now."""
    asker = Asker(say)
    for line in lines:
        if line == HURRY:
            asker.hurry.set()
        elif line.startswith(STORY):
            stories.put(line.removeprefix(STORY))
        elif line.startswith(PACKS):
            thinker.packs = Packs.from_bytes(line.removeprefix(PACKS))
        else:
            asker = Asker(say)
            jobs.put((line, asker))
    stories.put(None)
    jobs.put(None)


if __name__ == "__main__":
    main()
