"""A thinking process: reads jobs from its input, one a line, and answers each on its output. `python -m` runs it."""

from __future__ import annotations

import os
import sys
from typing import Any

import msgspec

from phaseline.ai import registry as agents
from phaseline.ai.agent import Agent, Budget, Observation
from phaseline.engine import registry
from phaseline.engine.game import Game, Scenario, View
from phaseline.engine.orders import write
from phaseline.server.computers.job import Job, Thought
from phaseline.server.storage.told import events_of

PLAYERS = 16
"""So many agents are remembered between jobs."""


class Thinker:
    """The agents and scenarios that this process knows already."""

    def __init__(self) -> None:
        self._agents: dict[tuple[str, str], Agent] = {}
        self._scenarios: dict[tuple[str, str, bytes], Scenario] = {}

    def think(self, job: Job) -> Thought:
        """Answer one job."""
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
        order = agent.order(seen, Budget(job.seconds))
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
    thinker = Thinker()
    for line in sys.stdin.buffer:
        try:
            thought = thinker.think(msgspec.json.decode(line, type=Job))
        except Exception as error:  # noqa: BLE001 - an agent may fail in any way; whoever asked is told
            thought = Thought(error=f"{type(error).__name__}: {error}")
        answers.write(msgspec.json.encode(thought) + b"\n")


if __name__ == "__main__":
    main()
