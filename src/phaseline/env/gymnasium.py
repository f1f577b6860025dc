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

from phaseline.ai.agent import UNLIMITED, Agent, Observation
from phaseline.ai.registry import make
from phaseline.engine.game import Game
from phaseline.engine.packs import DataPack
from phaseline.env.encoding import Arrays
from phaseline.env.spaces import action_space, observation_space
from phaseline.env.table import Rewards, Table


class SeatEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A match from one seat.

    Observations are the arrays of `phaseline.env.encoding`. What may be chosen is told by `action_masks()` and
    `info["action_mask"]`. An action that may not be chosen ends the match with -1, and `info["refusal"]` says what it
    was. The agents are made anew for each match, from its seed.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        game: str | Game[Any, Any],
        scenario: str | None = None,
        *,
        seat: int | str = 0,
        opponent: str = "greedy",
        options: Mapping[str, Any] | None = None,
        packs: Sequence[DataPack] = (),
        rewards: Rewards = "outcome",
        render_mode: str | None = None,
    ) -> None:
        """Raises `LookupError` for a game, scenario, seat or agent that there is not."""
        if render_mode not in (None, "ansi"):
            raise ValueError(f'render_mode: "{render_mode}" is neither None nor ansi')
        self.table = Table(game, scenario, options=options, packs=packs, rewards=rewards)
        self.seat = self.table.game.seat(seat) if isinstance(seat, str) else seat
        if not 0 <= self.seat < len(self.table.game.seats):
            known = ", ".join(f"{number} ({name})" for number, name in enumerate(self.table.game.seats))
            raise LookupError(f"{self.table.game.key} has no seat {seat}; it has: {known}")
        self.opponent = opponent
        make(opponent, 0)
        self.render_mode = render_mode
        self.action_space = action_space(self.table)
        self.observation_space = observation_space(self.table)
        self._agents: dict[int, Agent] | None = None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Arrays, dict[str, Any]]:
        """A new match, played on until the seat has to choose; the same seed gives the same dice and the same opponent."""
        super().reset(seed=seed, options=options)
        number = int(self.np_random.integers(2**31))
        self.table.reset(number)
        others = [seat for seat in range(len(self.table.game.seats)) if seat != self.seat]
        self._agents = {seat: make(self.opponent, number + seat) for seat in others}
        self._others()
        return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Arrays, float, bool, bool, dict[str, Any]]:
        """Take a choice, and let the others play until the seat has to choose again."""
        if self._agents is None:
            raise RuntimeError("nobody is playing: begin a match with reset()")
        table, action = self.table, int(action)
        if action not in table.offered():
            info = self._info() | {"refusal": f"{table.layout.named(action)} may not be chosen now"}
            return self._seen(), -1.0, True, False, info
        if table.act(action):
            self._others()
        paid = table.returns()[self.seat] if table.over else 0.0
        over = table.over
        return self._seen(), paid, over and not table.truncated, table.truncated, self._info()

    def action_masks(self) -> NDArray[np.int8]:
        """What may be chosen now, a number an action."""
        return self.table.mask(self.seat)

    def render(self) -> str:
        """Where in the sequence of play the match stands."""
        return " / ".join(self.table.state.path()) or "over"

    def _seen(self) -> Arrays:
        """Arrays of the caller's own, as Gymnasium wants them."""
        return {name: array.copy() for name, array in self.table.observe(self.seat).items()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.table.mask(self.seat).copy()}

    def _others(self) -> None:
        """The other seats play on until it is this one's turn, or the match is over."""
        table, agents = self.table, self._agents or {}
        while (seat := table.seat) is not None and seat != self.seat:
            view = table.game.view(table.state, seat)
            seen = Observation(table.game, table.scenario, view, seat)
            table.give(agents[seat].order(seen, UNLIMITED))


gymnasium.register("Phaseline-v0", entry_point="phaseline.env.gymnasium:SeatEnv")
