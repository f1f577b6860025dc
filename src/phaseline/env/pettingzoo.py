"""A game as a PettingZoo environment: every seat an agent, each with its own view.

For example::

    from phaseline.env.pettingzoo import env

    match = env(game="skirmish", scenario="ford")
    match.reset(seed=1)
    for agent in match.agent_iter():
        observation, reward, termination, truncation, info = match.last()
        over = termination or truncation
        mask = None if over else observation["action_mask"]
        match.step(None if over else match.action_space(agent).sample(mask))
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from phaseline.engine.game import Game
from phaseline.engine.packs import DataPack
from phaseline.env.picture import picture
from phaseline.env.spaces import action_space, observation_space
from phaseline.env.table import Rewards, Table, no_options, whole


def env(
    game: str | Game[Any, Any],
    scenario: str | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    packs: Sequence[DataPack] = (),
    rewards: Rewards = "outcome",
    render_mode: str | None = None,
) -> raw_env:
    """The environment as PettingZoo's own are: whoever takes an action that the mask forbids loses the match."""
    return raw_env(
        game,
        scenario,
        options=options,
        packs=packs,
        rewards=rewards,
        forgiving=True,
        render_mode=render_mode,
    )


class raw_env(AECEnv):  # type: ignore[misc] # noqa: N801 - untyped; PettingZoo's name for it
    """The environment itself: an action that the mask forbids raises `LookupError`, unless it is `forgiving`.

    Observations are a dictionary: `observation` (see `phaseline.env.encoding`) and `action_mask`. The agents are the
    game's seats by name. `table` is the match itself. When it is over, the information of every agent has `outcome`: who
    won, how and why, as `Table.told` says it.
    """

    metadata: dict[str, Any] = {"name": "phaseline", "render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(
        self,
        game: str | Game[Any, Any],
        scenario: str | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        packs: Sequence[DataPack] = (),
        rewards: Rewards = "outcome",
        forgiving: bool = False,
        render_mode: str | None = None,
    ) -> None:
        """Raises as `Table` does, and `ValueError` for a `render_mode` that is neither None nor ansi."""
        super().__init__()
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode: "{render_mode}" is neither None nor ansi')
        self.forgiving = forgiving
        self.table = Table(game, scenario, options=options, packs=packs, rewards=rewards)
        self.metadata = {
            **self.metadata,
            "name": f"phaseline_{self.table.game.key}_{self.table.scenario.key}",
        }
        self.render_mode = "ansi"
        self.agents: list[str] = []
        self.possible_agents = list(self.table.game.seats)
        self._seat_of = {name: seat for seat, name in enumerate(self.possible_agents)}
        self._observed = spaces.Dict(
            {
                "observation": observation_space(self.table),
                "action_mask": spaces.Box(0, 1, (self.table.layout.size,), np.int8),
            }
        )
        self._acts = {name: action_space(self.table) for name in self.possible_agents}
        self.observation_spaces = dict.fromkeys(self.possible_agents, self._observed)
        self.action_spaces = self._acts

    def observation_space(self, agent: str) -> spaces.Space[Any]:  # noqa: ARG002 - the same for all
        """What every agent observes."""
        return self._observed

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent chooses from."""
        return self._acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match; the same seed gives the same dice. Raises `ValueError` for options of the game."""
        no_options(self.table.game, options)
        self.table.reset(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now; its mask is empty when it is not its turn. Raises `LookupError` for one that there is not."""
        seat = self._seat_of.get(agent)
        if seat is None:
            raise LookupError(f"there is no agent {agent!r}; there are {', '.join(self.possible_agents)}")
        return {"observation": self.table.observe(seat), "action_mask": self.table.mask(seat)}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the agent whose turn it is sees and has been paid. Raises `RuntimeError` when no match has begun."""
        self._begun()
        told: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return told

    def step(self, action: int | None) -> None:
        """Take a choice of the agent whose turn it is. Raises `RuntimeError` when no match has begun, `TypeError` for what is no number."""
        self._begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} has to choose an action: its match is not over")
        self._cumulative_rewards[agent] = 0.0
        if self.forgiving and whole(action) not in self.table.offered():
            self._end({agent: -1.0})
        elif self.table.act(action):
            self._select()

    def render(self) -> str:
        """The match as the agent whose turn it is sees it: a map in characters, and what is asked; at the end, who won.

        Raises `RuntimeError` when no match has begun.
        """
        self._begun()
        return picture(self.table, self._seat_of[self.agent_selection])

    def close(self) -> None:
        """Nothing is held open."""

    def _begun(self) -> None:
        if not self.agents:
            raise RuntimeError("nobody is playing: begin a match with reset()")

    def _select(self) -> None:
        """Whose turn it is; at the end everybody is paid."""
        table = self.table
        if table.seat is not None:
            self.agent_selection = self.possible_agents[table.seat]
            return
        paid = table.returns()
        self._end({agent: paid[seat] for agent, seat in self._seat_of.items()}, broken_off=table.truncated)

    def _end(self, paid: Mapping[str, float], *, broken_off: bool = False) -> None:
        """Nobody has anything more to choose; everybody is paid."""
        outcome = self.table.told()
        for agent in self.agents:
            self.rewards[agent] = paid.get(agent, 0.0)
            self.infos[agent] = {"outcome": outcome} if outcome else {}
            self.terminations[agent] = not broken_off
            self.truncations[agent] = broken_off
        self._accumulate_rewards()
        self.agent_selection = self.agents[0]
