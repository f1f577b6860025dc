"""Through whose eyes a position is seen: a seat's, a spectator's, or everybody's where a match is open."""

from __future__ import annotations

import random
from functools import cached_property
from typing import Any

from phaseline.engine.dice import SeededDice
from phaseline.engine.events import Event, redact
from phaseline.engine.game import View
from phaseline.engine.sheet import Sheet
from phaseline.engine.state import State


class Unseen(LookupError):
    """A spectator asks for what only a seat can know."""


class Lens:
    """One position seen through one pair of eyes.

    `seat` is whose (None: a spectator's); with `bare`, nothing is hidden, and `seat` only says who acts. `salt` makes
    the samples of one match the same every time: what is guessed stays as it was until something new is seen, or
    numbers that rest on it would change with orders that have nothing to do with them. `moment` makes their dice
    others at each entry.
    """

    def __init__(
        self, state: State[Any, Any], seat: int | None, *, bare: bool, salt: str, moment: int = 0
    ) -> None:
        self._state = state
        self.game = state.game
        self.scenario = state.scenario
        self.seat = seat
        self.bare = bare
        self._salt = salt
        self._moment = moment

    @cached_property
    def view(self) -> View:
        """What is known."""
        if not self.bare:
            return self.game.view(self._state, self.seat)
        return self.game.open_view(self._state, self.seat)

    @cached_property
    def sheet(self) -> Sheet:
        """What is drawn of it."""
        return self.game.sheet(self.scenario, self.view)

    @cached_property
    def own(self) -> frozenset[int | None]:
        """The seat's own units that stand on the map."""
        return frozenset(
            piece.unit for piece in self.sheet.pieces if piece.side == self.seat and piece.hex is not None
        )

    @cached_property
    def sample(self) -> State[Any, Any]:
        """A state that could be the true one as far as is known: play aids are worked out from it, never from the truth.

        Raises `Unseen` for a spectator.
        """
        return self.another(0)

    def another(self, number: int) -> State[Any, Any]:
        """Sample number `number`. Raises `Unseen` for a spectator."""
        rng = random.Random(f"{self._salt} {self.seat} {number}")
        dice = SeededDice(random.Random(f"{self._salt} {self._moment} {self.seat} {number}").randbytes(32))
        if self.bare:
            return self._state.copy(dice)
        if self.seat is None:
            raise Unseen("a spectator has no seat to ask for; take a seat first")
        position = self.game.sample(self.scenario, self.view.position, self.seat, rng)
        if position == self._state.position:  # then all that is worked out for the truth holds for it, too
            return self._state.copy(dice)
        return self.game.state_type(self.game, self.scenario, position, dice)

    def told(self, events: tuple[Event, ...]) -> list[Event]:
        """What is known of events."""
        return list(events) if self.bare else redact(events, self.seat)


class Lenses:
    """The lenses in use in one room, at its present moment: all who sit on a seat look through the same one."""

    def __init__(self, match_id: str) -> None:
        self._match_id = match_id
        self._moment: tuple[int, int] | None = None
        self._known: dict[tuple[int | None, bool], Lens] = {}

    def at(self, moment: tuple[int, int], state: State[Any, Any], seat: int | None, *, bare: bool) -> Lens:
        """The lens of a seat; `moment`, the serial and the number of entries, is another whenever `state` is."""
        if moment != self._moment:
            self._moment = moment
            self._known.clear()
        lens = self._known.get((seat, bare))
        if lens is None:
            lens = Lens(state, seat, bare=bare, salt=self._match_id, moment=moment[1])
            self._known[seat, bare] = lens
        return lens
