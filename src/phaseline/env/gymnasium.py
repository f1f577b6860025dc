"""One seat of a game as a Gymnasium environment; agents of ours play the others.

For example::

    from phaseline.env.gymnasium import SeatEnv

    match = SeatEnv("skirmish", "ford", seat="Blue", opponent="greedy")
    observation, info = match.reset(seed=1)
    action = match.action_space.sample(match.action_masks())
    observation, reward, terminated, truncated, info = match.step(action)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from phaseline.ai.agent import UNLIMITED, Agent, AgentFactory, Observation
from phaseline.ai.registry import agents_for, make, plays
from phaseline.engine.events import redact
from phaseline.engine.game import Game
from phaseline.engine.packs import DataPack
from phaseline.env.encoding import Arrays
from phaseline.env.picture import picture
from phaseline.env.spaces import action_space, observation_space
from phaseline.env.table import Rewards, Table, no_options, whole


class SeatEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A match from one seat.

    Observations are the arrays of `phaseline.env.encoding`. What may be chosen is told by `action_masks()` and
    `info["action_mask"]`. An action that may not be chosen ends the match with -1, and `info["refusal"]` says what it
    was. When a match is over, `info["outcome"]` says who won, how and why, as `Table.told` does.

    `opponent` plays the other seats: the name of a computer player, or what makes an agent of a seed, such as a class of
    agents. The agents are made anew for each match, from its seed, and hear what happens as they do everywhere else.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str | Game[Any, Any],
        scenario: str | None = None,
        *,
        seat: int | str = 0,
        opponent: str | AgentFactory = "greedy",
        options: Mapping[str, Any] | None = None,
        packs: Sequence[DataPack] = (),
        rewards: Rewards = "outcome",
        render_mode: str | None = None,
    ) -> None:
        """Raises `LookupError` for a game, scenario, seat or agent that there is not, `CannotLoad` for what makes no agent."""
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode: "{render_mode}" is neither None nor ansi')
        self.table = Table(game, scenario, options=options, packs=packs, rewards=rewards)
        self.seat = self.table.game.seat(seat) if isinstance(seat, str) else seat
        if not 0 <= self.seat < len(self.table.game.seats):
            known = ", ".join(f"{number} ({name})" for number, name in enumerate(self.table.game.seats))
            raise LookupError(f"{self.table.game.key} has no seat {seat}; it has: {known}")
        if isinstance(opponent, str) and not plays(opponent, self.table.game.key):
            known = ", ".join(agents_for(self.table.game.key))
            raise LookupError(f"{opponent} does not play {self.table.game.key}; these do: {known}")
        self.opponent = opponent
        make(opponent, 0)
        self.render_mode = render_mode
        self.action_space = action_space(self.table)
        self.observation_space = observation_space(self.table)
        self._agents: dict[int, Agent] | None = None
        self._ended = False

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """A new match, played on until the seat has to choose; the same seed gives the same dice and the same opponent.

        Raises `ValueError` for options of the game, which are chosen when the environment is made.
        """
        no_options(self.table.game, options)
        super().reset(seed=seed, options=options)
        number = int(self.np_random.integers(2**31))
        self.table.reset(number)
        others = [seat for seat in range(len(self.table.game.seats)) if seat != self.seat]
        self._agents = {seat: make(self.opponent, number + seat) for seat in others}
        self._ended = False
        self._others()
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        """Take a choice, and let the others play until the seat has to choose again.

        Raises `RuntimeError` when no match is under way, and `TypeError` for an action that is no whole number.
        """
        if self._agents is None:
            raise RuntimeError("nobody is playing: begin a match with reset()")
        if self._ended:
            raise RuntimeError("the match is over: begin another with reset()")
        table, action = self.table, whole(action)
        if action not in table.offered():
            self._ended = True
            info = self._info() | {"refusal": f"{table.layout.named(action)} may not be chosen now"}
            return self._seen(), -1.0, True, False, info
        if table.act(action):
            self._tell()
            self._others()
        paid = table.returns()[self.seat] if table.over else 0.0
        over = self._ended = table.over
        return self._seen(), paid, over and not table.truncated, table.truncated, self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """What may be chosen now, a number an action. Raises `RuntimeError` before the first `reset`."""
        if self._agents is None:
            raise RuntimeError("nobody is playing: begin a match with reset()")
        return self.table.mask(self.seat)

    def render(self) -> str:
        """The match as the seat sees it: a map in characters, and who has to decide what; at the end, who won."""
        return picture(self.table, self.seat)

    def _seen(self) -> Arrays:
        """Arrays of the caller's own, as Gymnasium wants them."""
        return {name: array.copy() for name, array in self.table.observe(self.seat).items()}

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.table.mask(self.seat).copy()}
        if outcome := self.table.told():
            info["outcome"] = outcome
        return info

    def _others(self) -> None:
        """The other seats play on until it is this one's turn, or the match is over."""
        table, agents = self.table, self._agents or {}
        while (seat := table.seat) is not None and seat != self.seat:
            view = table.game.view(table.state, seat)
            seen = Observation(table.game, table.scenario, view, seat)
            table.give(agents[seat].order(seen, UNLIMITED))
            self._tell()

    def _tell(self) -> None:
        """Let the others hear what came of the last order, each what its seat may know."""
        for seat, agent in (self._agents or {}).items():
            agent.hear(redact(self.table.happened, seat))


gymnasium.register("Phaseline-v0", entry_point="phaseline.env.gymnasium:SeatEnv")
