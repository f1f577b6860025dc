"""Every game as an OpenSpiel game, `phaseline(game=skirmish,scenario=ford)`, with chance nodes for dice.

For example::

    import pyspiel
    import phaseline.env.openspiel

    game = pyspiel.load_game("phaseline(game=skirmish,scenario=ford)")
    state = game.new_initial_state()

`options` are those of the game, as `NAME:VALUE` with `;` between: `phaseline(game=skirmish,options=fog:false;weather:dry)`.

A die is rolled by nature: an order that rolls dice is carried out as soon as all of them have fallen. What a seat knows
(`information_state_string`) is all that it was told since the match began, with its own choices; what it observes
(`observation_string`) is its view. `resample_from_infostate`, which information set Monte Carlo tree search asks for, draws
anew what a seat does not know.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pyspiel

from phaseline.engine.events import redact, tell
from phaseline.engine.gameoptions import OptionsError
from phaseline.engine.orders import write
from phaseline.engine.registry import game as game_of
from phaseline.env.layout import FIELDS
from phaseline.env.setting import Setting
from phaseline.env.walk import SIDES, Walk
from phaseline.wording.shown import shown

GAME_TYPE = pyspiel.GameType(
    short_name="phaseline",
    long_name="Phaseline",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"game": "skirmish", "scenario": "", "options": ""},
)


class PhaselineGame(pyspiel.Game):  # type: ignore[misc] # pyspiel has no types
    """A scenario of a game of two seats. Raises `LookupError` for one that there is not, `OptionsError` for its options."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        chosen = dict(params or {})
        game = game_of(str(chosen.get("game") or "skirmish"))
        scenario, options = (str(chosen.get(name) or "") for name in ("scenario", "options"))
        self.setting = Setting(game, game.load(scenario or None, _options(options)))
        actions = max(self.setting.layout.size, SIDES + 1)
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=SIDES + 1,
            num_players=len(game.seats),
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=game.longest * (FIELDS + 1),
        )
        super().__init__(GAME_TYPE, info, chosen)

    def new_initial_state(self) -> PhaselineState:
        """The match before its first order, or before the first die that the start rolls."""
        return PhaselineState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> PhaselineObserver:  # noqa: ARG002
        """What a seat observes, as one array with named parts."""
        return PhaselineObserver(self.setting)


def _options(text: str) -> dict[str, str]:
    """Options by name. OpenSpiel gives `=` and `,` a meaning of its own."""
    parts = [part.partition(":") for part in text.split(";") if part.strip()]
    for name, colon, _ in parts:
        if not colon:
            raise OptionsError(f'option "{shown(name)}": write it as NAME:VALUE, several with ; between')
    return {name.strip(): value.strip() for name, _, value in parts}


class PhaselineState(pyspiel.State):  # type: ignore[misc] # pyspiel has no types
    """A match as OpenSpiel walks it: choices, and dice one by one."""

    def __init__(self, game: PhaselineGame) -> None:
        super().__init__(game)
        self.walk = Walk(game.setting)

    def current_player(self) -> int:
        """Whose turn it is; nature's while a die is in the air."""
        if self.walk.sides:
            return int(pyspiel.PlayerId.CHANCE)
        seat = self.walk.seat
        return int(pyspiel.PlayerId.TERMINAL) if seat is None else seat

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.walk.desk.offered()) if player == self.current_player() else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces of the die, all as likely."""
        sides = self.walk.sides
        return [(face, 1 / sides) for face in range(1, sides + 1)]

    def _apply_action(self, action: int) -> None:
        if self.walk.sides:
            self.walk.fall(action)
        else:
            self.walk.choose(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"die {action}"
        walk = self.walk
        if player == self.current_player() and action in walk.desk.offered():
            return walk.desk.words(action, walk.setting.scenario.lexicon)
        return walk.setting.layout.named(action)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; 0 for a draw."""
        walk = self.walk
        outcome = None if walk.state is None else walk.state.position.outcome
        seats = range(len(walk.setting.game.seats))
        if outcome is None or outcome.winner is None:
            return [0.0 for _ in seats]
        return [1.0 if seat == outcome.winner else -1.0 for seat in seats]

    def information_state_string(self, player: int | None = None) -> str:
        """All that a seat was told and has chosen, and what it sees now."""
        seat = self.current_player() if player is None else player
        walk, lexicon = self.walk, self.walk.setting.scenario.lexicon
        told = [tell(event, lexicon) for event in redact(walk.told, seat)]
        return "\n".join([*told, "; ".join(walk.said[seat]), self.observation_string(seat)])

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> PhaselineState:
        """A state that may be the true one as far as `player` knows: what is hidden from it is drawn by `sampler`, 0 to 1.

        `information_state_string(player)` stays the same, and so does what `player` may choose. `history()` stays that of
        the match, which need not lead to this state: clone it, do not serialise it. Raises `ValueError` while a die is in
        the air, and for a player that there is not.
        """
        seats = len(self.walk.setting.game.seats)
        if not 0 <= player < seats:
            raise ValueError(f"there is no player {player}; there are 0 to {seats - 1}")
        twin: PhaselineState = self.clone()
        twin.walk = self.walk.resampled(player, random.Random(sampler()))
        return twin

    def observation_string(self, player: int | None = None) -> str:
        """What a seat sees now: its view, with the order that it has begun."""
        seat = self.current_player() if player is None else player
        walk = self.walk
        if walk.state is None:
            return ""
        begun = walk.desk.chosen.tolist() if seat == walk.seat else []
        return f"{walk.setting.game.view(walk.state, seat).to_bytes().decode()} {begun}"

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """The arrays of `phaseline.env.encoding`, one after the other."""
        observer = PhaselineObserver(self.walk.setting)
        observer.set_from(self, self.current_player() if player is None else player)
        return [float(number) for number in observer.tensor]

    def __str__(self) -> str:
        walk = self.walk
        if walk.state is None:
            return "the start"
        where = " / ".join(walk.state.path()) or "over"
        if walk.pending is None:
            return where
        return f"{where}: {write(walk.pending[1], walk.setting.scenario.lexicon)}"


class PhaselineObserver:
    """What a seat observes as one row of numbers, `tensor`, with its parts by name in `dict`."""

    def __init__(self, setting: Setting) -> None:
        encoding = setting.encoding
        shapes: dict[str, tuple[int, ...]] = {
            "planes": encoding.planes,
            "pieces": encoding.pieces,
            "globals": encoding.globals,
            "chosen": (FIELDS + 1,),
        }
        self.tensor = np.zeros(sum(int(np.prod(shape)) for shape in shapes.values()), np.float32)
        self.dict: dict[str, np.ndarray[Any, Any]] = {}
        start = 0
        for name, shape in shapes.items():
            end = start + int(np.prod(shape))
            self.dict[name] = self.tensor[start:end].reshape(shape)
            start = end

    def set_from(self, state: PhaselineState, player: int) -> None:
        """Fill in what `player` observes."""
        walk = state.walk
        if walk.state is None:
            self.tensor.fill(0)
            return
        setting = walk.setting
        for name, array in setting.encoding.arrays(setting.game.view(walk.state, player), player).items():
            self.dict[name][:] = array
        self.dict["chosen"][:] = walk.desk.chosen if player == walk.seat else -1

    def string_from(self, state: PhaselineState, player: int) -> str:
        """The view of `player` in words."""
        return state.observation_string(player)


pyspiel.register_game(GAME_TYPE, PhaselineGame)
