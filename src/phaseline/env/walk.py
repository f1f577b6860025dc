"""A match walked choice by choice and die by die, so that nature's part can be taken by somebody else."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any, Self

from phaseline.ai.agent import Observation
from phaseline.engine.dice import DiceExhausted, ScriptedDice
from phaseline.engine.events import Event, redact
from phaseline.engine.orders import Order
from phaseline.engine.state import State
from phaseline.env.desk import Desk
from phaseline.env.setting import Setting

SIDES = 20
"""The largest die that is understood."""


@dataclass
class Walk:
    """Where a walk through a match stands.

    `sides` are those of the die that has to fall next, 0 when a seat has to choose: then `desk` holds what it may. An
    order is carried out as soon as all its dice have fallen: it is tried again with each, on a copy. `told` is all that
    happened, `said` what each seat has chosen, in words. `state` is None until the dice of the start have fallen.
    """

    setting: Setting
    state: State[Any, Any] | None = None
    told: list[Event] = field(default_factory=list)
    said: list[list[str]] = field(default_factory=list)
    pending: tuple[int, Order] | None = None
    fallen: list[int] = field(default_factory=list)
    sides: int = 0

    def __post_init__(self) -> None:
        self.desk = Desk(self.setting.layout)
        if self.state is None:
            self.said = [[] for _ in self.setting.game.seats]
            self._go_on()

    @property
    def seat(self) -> int | None:
        """Who has to choose; None while a die is in the air, and when the match is over."""
        decision = None if self.state is None or self.sides else self.state.waiting()
        return None if decision is None else decision.seats[0]

    def choose(self, action: int) -> None:
        """Take a choice of the seat that has to. Raises `LookupError` if it is not offered."""
        seat = self.seat
        if seat is None:
            raise LookupError("no seat has to choose now")
        offered = self.desk.offered()
        words = self.desk.words(action, self.setting.scenario.lexicon) if action in offered else ""
        order = self.desk.choose(action)
        self.said[seat].append(words)
        if order is not None:
            self.pending = seat, order
            self._go_on()

    def fall(self, face: int) -> None:
        """The die in the air shows `face`. Raises `ValueError` if it has no such face."""
        if not 1 <= face <= self.sides:
            raise ValueError(f"the die has the faces 1 to {self.sides}, not {face}")
        self.fallen.append(face)
        self.sides = 0
        self._go_on()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """An independent walk from here: what can change is copied, the setting is shared."""
        twin = type(self)(
            self.setting,
            None if self.state is None else self.state.copy(),
            list(self.told),
            [list(words) for words in self.said],
            self.pending,
            list(self.fallen),
            self.sides,
        )
        if twin.state is not None:
            twin.open()
            if self.pending is None:
                twin._begin(self)
        return twin

    def resampled(self, seat: int, rng: random.Random) -> Self:
        """A walk that may be this one as far as `seat` knows: what is hidden from it is drawn anew.

        What `seat` was told, has chosen and sees is the same there. The others have been told no more than `seat` knows
        of, what they have chosen is unknown, and an order that another seat has begun is to be begun again. Raises
        `ValueError` while a die is in the air: what it is rolled for may be hidden.
        """
        if self.state is None or self.sides:
            raise ValueError("a die is in the air: resample when a seat has to choose")
        setting = self.setting
        seen = Observation(setting.game, setting.scenario, setting.game.view(self.state, seat), seat)
        said = [list(words) if number == seat else [] for number, words in enumerate(self.said)]
        twin = type(self)(setting, seen.sample(rng), redact(self.told, seat), said)
        twin.open()
        if seat == self.seat:
            twin._begin(self)
        return twin

    def _begin(self, other: Self) -> None:
        """Choose what has been chosen in `other` of the order that is begun there."""
        for action in other.desk.chosen.tolist():
            if action >= 0:
                self.desk.choose(action)

    def open(self) -> None:
        """Lay out what may be chosen now."""
        seat = self.seat
        if seat is None or self.state is None:
            self.desk.close()
        else:
            self.desk.open(self.state.legal(seat))

    def _go_on(self) -> None:
        """Carry out what is pending with the dice that have fallen; when one is missing, it has to fall first."""
        setting, dice = self.setting, ScriptedDice(self.fallen)
        try:
            if self.state is None:
                state = setting.game.new(setting.scenario, dice)
            else:
                state = self.state.copy(dice)
                if self.pending is not None:
                    state.play(*self.pending)
        except DiceExhausted as missing:
            if missing.sides > SIDES:
                raise ValueError(
                    f"a die with {missing.sides} sides; at most {SIDES} are understood"
                ) from missing
            self.sides = missing.sides
            return
        self.told.extend(state.events)
        state.events.clear()
        state.draws.clear()
        self.state, self.pending, self.fallen = state, None, []
        self.open()
