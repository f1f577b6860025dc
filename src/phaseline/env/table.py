"""A match played action by action: what the environments share."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence
from operator import index
from typing import Any, Literal

from phaseline.engine import registry
from phaseline.engine.dice import SeededDice
from phaseline.engine.events import Event
from phaseline.engine.game import Game
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.engine.packs import DataPack
from phaseline.engine.position import Outcome
from phaseline.engine.state import State
from phaseline.env.desk import NONE_CHOSEN, Desk, Mask, nothing
from phaseline.env.encoding import Arrays
from phaseline.env.setting import Setting
from phaseline.wording.shown import shown

Rewards = Literal["outcome", "score"]
"""What a match pays at its end: 1, 0 or -1; or the points of a seat less the best of the others, if there are any."""


def whole(action: object) -> int:
    """The number that an action is, of whatever integer type. Raises `TypeError` for what is no whole number."""
    try:
        return index(action)  # type: ignore[arg-type] # that it can be one is what is asked
    except TypeError as error:
        raise TypeError(f"an action is a whole number, not {shown(repr(action))}") from error


def no_options(game: Game[Any, Any], options: Mapping[str, Any] | None) -> None:
    """Raises `ValueError` for options of the game, which are chosen when an environment is made; others mean nothing to us."""
    if late := [name for name in options or () if name in game.options_type.__struct_fields__]:
        raise ValueError(
            f"options of the game, as {late[0]}, are chosen when the environment is made (options=...); reset() takes none"
        )


def dice_seed(seed: int | None) -> bytes:
    """The secret of the dice that belongs to a number; None: a fresh one. Raises `TypeError` for what is no whole number."""
    if seed is None:
        return secrets.token_bytes(32)
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise TypeError(f"a seed is a whole number or None, not {shown(repr(seed))}")
    return hashlib.sha256(f"phaseline {index(seed)}".encode()).digest()


class Table:
    """One game and scenario, and the match on it.

    `seat` is whose turn it is to choose, None when the match is over. Where several owe a decision at once they choose
    one after the other; none sees what another has chosen. `truncated` tells that a match was broken off because it had
    more orders than `Game.longest`. `happened` is all that came of the last order, with what is hidden from seats.
    """

    def __init__(
        self,
        game: str | Game[Any, Any],
        scenario: str | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        packs: Sequence[DataPack] = (),
        rewards: Rewards = "outcome",
    ) -> None:
        """Load a scenario. Raises `LookupError`, `OptionsError`, `DataError` as `Game.load` does."""
        if rewards not in ("outcome", "score"):
            raise ValueError(f'rewards: "{rewards}" is neither outcome nor score')
        self.game = registry.game(game) if isinstance(game, str) else game
        self.scenario = self.game.load(scenario, options, packs)
        self.rewards = rewards
        setting = Setting(self.game, self.scenario)
        self.layout, self.encoding = setting.layout, setting.encoding
        self._nothing = nothing(self.layout.size)
        self._desk = Desk(self.layout)
        self.reset(0)

    def reset(self, seed: int | None = None) -> None:
        """A new match; the same seed gives the same dice."""
        self._secret = dice_seed(seed)
        self.state: State[Any, Any] = self.game.new(self.scenario, SeededDice(self._secret))
        self.state.events.clear()
        self.state.draws.clear()
        self.orders: list[tuple[int, Order]] = []
        self.happened: tuple[Event, ...] = ()
        self._turn()

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended; None while it is under way."""
        outcome: Outcome | None = self.state.position.outcome
        return outcome

    @property
    def over(self) -> bool:
        """Whether there is nothing more to choose."""
        return self.seat is None

    def mask(self, seat: int) -> Mask:
        """What this seat may choose now; nothing when it is not its turn."""
        return self._desk.mask() if seat == self.seat else self._nothing

    def offered(self) -> dict[int, Any]:
        """The actions that may be chosen now, with what they stand for."""
        return self._desk.offered()

    def act(self, action: int) -> bool:
        """Take a choice of the seat whose turn it is; whether an order was carried out by it.

        Raises `LookupError` when it is not offered, `TypeError` when it is no whole number, and then nothing has changed.
        """
        if self.seat is None:
            raise LookupError("the match is over")
        order = self._desk.choose(whole(action))
        if order is None:
            return False
        self.state.play(self.seat, order)
        self._given(self.seat, order)
        return True

    def give(self, order: Order) -> None:
        """Carry out a whole legal order of the seat whose turn it is. Raises `IllegalOrder`."""
        if self.seat is None:
            raise LookupError("the match is over")
        self.state.apply(self.seat, order)
        self._given(self.seat, order)

    def words(self, action: int) -> str:
        """What an action that is offered stands for: the verb of an order, the name of a unit or hex."""
        return self._desk.words(action, self.scenario.lexicon)

    def begun(self) -> str:
        """The order that the seat whose turn it is has begun, in its notation; "" when it has begun none."""
        return self._desk.begun(self.scenario.lexicon)

    def observe(self, seat: int) -> Arrays:
        """What a seat sees now: `planes`, `pieces`, `globals`, and `chosen`, the actions of the order it has begun.

        The arrays are not to be written to; as long as the position stays as it is, they are the same.
        """
        arrays = self._seen.get(seat)
        if arrays is None:
            arrays = self._seen[seat] = self.encoding.arrays(self.game.view(self.state, seat), seat)
        return self._desk.seen(arrays) if seat == self.seat else {**arrays, "chosen": NONE_CHOSEN}

    def returns(self) -> tuple[float, ...]:
        """What the match pays each seat; zeros as long as it is under way, and when it was broken off."""
        outcome, seats = self.outcome, range(len(self.game.seats))
        if outcome is None:
            return (0.0,) * len(seats)
        if self.rewards == "score" and outcome.scores:
            scores = outcome.scores
            return tuple(
                float(scores[seat] - max((scores[other] for other in seats if other != seat), default=0))
                for seat in seats
            )
        if outcome.winner is None:
            return (0.0,) * len(seats)
        return tuple(1.0 if seat == outcome.winner else -1.0 for seat in seats)

    def told(self) -> dict[str, Any]:
        """How the match ended, as plain data: `winner` (a seat's name or None), `level`, `case`, `reason`, `scores` by seat.

        Empty as long as it is under way, and when it was broken off.
        """
        outcome = self.outcome
        if outcome is None:
            return {}
        winner = None if outcome.winner is None else self.game.seats[outcome.winner]
        return {
            "winner": winner,
            "level": outcome.level,
            "case": outcome.case,
            "reason": outcome.reason,
            "scores": tuple(outcome.scores),
        }

    def match(self) -> Match:
        """The match so far with its record, to be saved or shown: all orders given again on the same dice."""
        match = Match.new(self.game, self.scenario, seed=self._secret)
        for seat, order in self.orders:
            match.submit(seat, order)
        return match

    def _given(self, seat: int, order: Order) -> None:
        """What comes after an order that was carried out."""
        state = self.state
        self.happened = tuple(state.events)
        state.events.clear()
        state.draws.clear()
        self.orders.append((seat, order))
        self._turn()

    def _turn(self) -> None:
        """Whose turn it is, now that an order has been carried out."""
        self._seen: dict[int, Arrays] = {}
        decision = self.state.waiting()
        self.truncated = decision is not None and len(self.orders) >= self.game.longest
        if decision is None or self.truncated:
            self.seat: int | None = None
            self._desk.close()
        else:
            self.seat = decision.seats[0]
            self._desk.open(self.state.legal(self.seat))
