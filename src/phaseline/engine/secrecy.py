"""Whether secrets are kept: what a seat sees, may do, is refused and is told must not depend on hidden facts.

Each check compares the match with another state that looks the same to a seat (`Game.sample` of what it knows).
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from phaseline.engine import canonical
from phaseline.engine.dice import DiceExhausted, ScriptedDice, SeededDice
from phaseline.engine.events import Event, redact
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.engine.position import Position, shared
from phaseline.engine.refusal import IllegalOrder
from phaseline.engine.state import State

LISTED = 400
"""Of longer listings only so many orders are compared."""

SAMPLED = 8
"""So many orders from anywhere in longer listings are compared, each way."""

Require = Callable[[bool, str], None]


class Secrecy:
    """The checks for one match. `require(condition, message)` reports a secret that is not kept."""

    def __init__(self, match: Match, rng: random.Random, require: Require) -> None:
        self.match = match
        self.game = match.game
        self.rng = rng
        self.require = require

    def another(self, seat: int) -> State[Any, Any]:
        """A state that looks the same to `seat`, with hidden facts drawn anew."""
        known = self.game.redact(self.match.scenario, self.match.position, seat)
        guess = self.game.sample(self.match.scenario, known, seat, self.rng)
        return self.game.state_type(self.game, self.match.scenario, guess, SeededDice(self.rng.randbytes(32)))

    def check_view(self, seat: int, attempts: Iterable[Order]) -> None:
        """What `seat` and spectators see and may do is the same elsewhere; `attempts` are refused for the same reason."""
        match, game, name = self.match, self.game, self.game.seats[seat]
        data = match.position.to_bytes()
        other = self.another(seat)
        mine, drawn = self._seen(match.state, seat)
        theirs, drawn_there = self._seen(other, seat)
        self.require(match.position.to_bytes() == data, f"making the view of {name} changes the position")
        self.require(mine == theirs, f"the view of {name} depends on hidden facts")
        self.require(drawn == drawn_there, f"the drawing for {name} depends on hidden facts")
        public = self._seen(match.state, None) == self._seen(other, None)
        self.require(public, f"a spectator sees something that {name} may not know")
        self._check_orders(seat, other)
        for order in attempts:
            refusal, there_refusal = match.check(seat, order), other.check(seat, order)
            self.require(
                refusal == there_refusal,
                f"{order} is answered with {refusal} or {there_refusal} depending on hidden facts",
            )
        same = shared(match.position, game.redact(match.scenario, match.position, seat))
        self.require(not same, f"the view of {name} shares {', '.join(same)} with the position")

    def check_sample(self, seat: int) -> None:
        """What `seat`, which is to move, may do is the same elsewhere: a player that looks ahead relies on it."""
        self._check_orders(seat, self.another(seat))

    def _check_orders(self, seat: int, other: State[Any, Any]) -> None:
        """The same seats must decide here and elsewhere, and `seat` has the same orders.

        Of long listings the beginning is compared, all first values, and some orders from anywhere.
        """
        match, name = self.match, self.game.seats[seat]
        here, there = match.decision, other.decision
        self.require(here == there, f"whom the match waits for depends on what {name} does not know")
        mine, theirs = match.legal(seat), other.legal(seat)
        listed, twins = list(itertools.islice(mine, LISTED)), list(itertools.islice(theirs, LISTED))
        if listed != twins:
            order, twin = next(pair for pair in itertools.zip_longest(listed, twins) if pair[0] != pair[1])
            self.require(False, f"whether {order or twin} is legal depends on hidden facts")
        if len(listed) < LISTED:
            return
        for kind in self.game.flow.order_types():
            values = mine.values(kind) == theirs.values(kind)
            self.require(values, f"how {kind.__name__} may begin depends on hidden facts")
        for one, another in ((mine, theirs), (theirs, mine)) * SAMPLED:
            order = one.sample(self.rng)
            self.require(order in another, f"whether {order} is legal depends on hidden facts")

    def check_own(
        self, seat: int, order: Order, text: str, events: Sequence[Event], elsewhere: State[Any, Any]
    ) -> None:
        """An order that can be taken back has taught its seat nothing: it went the same way elsewhere."""
        name = self.game.seats[seat]
        try:
            elsewhere.apply(seat, order)
        except IllegalOrder as error:
            self.require(False, f"whether {text} is legal depends on hidden facts: {error}")
        here_view, there_view = self._seen(self.match.state, seat), self._seen(elsewhere, seat)
        self.require(not elsewhere.irrevocable, f"{text} can be taken back here, but not elsewhere")
        self.require(here_view == there_view, f"{text} can be taken back but tells {name} something hidden")
        told = redact(events, seat) == redact(elsewhere.events, seat)
        self.require(told, f"{text} can be taken back but its events tell {name} something hidden")

    def check_others(
        self,
        seat: int,
        order: Order,
        text: str,
        events: Sequence[Event],
        elsewhere: dict[int, State[Any, Any]],
    ) -> None:
        """The others are told no more of an order than they can see.

        Elsewhere, where things look the same to another seat, some orders of this kind look the same to it
        afterwards. Then one of them must have been told of in the same words.
        """
        for other, state in elsewhere.items():
            orders = list(itertools.islice(state.legal(seat), LISTED + 1))
            if len(orders) > LISTED:
                continue
            seen = self._known(self.match.state, other)
            twins = [
                twin
                for candidate in orders
                if type(candidate) is type(order)
                and (twin := self._after(state, seat, candidate)) is not None
                if self._known(twin, other) == seen
            ]
            for listener in (other, None):
                told = redact(events, listener)
                name = "a spectator" if listener is None else self.game.seats[listener]
                self.require(
                    not twins or any(redact(twin.events, listener) == told for twin in twins),
                    f"the events of {text} tell {name} something hidden",
                )

    def _after(self, state: State[Any, Any], seat: int, order: Order) -> State[Any, Any] | None:
        """The state after `order`; None when dice or something shown came into it."""
        twin = state.copy(ScriptedDice())
        try:
            twin.apply(seat, order)
        except DiceExhausted:
            return None
        return None if twin.irrevocable else twin

    def _known(self, state: State[Any, Any], seat: int) -> tuple[Position, tuple[int, ...]]:
        """What a view says of the position, and of whom it waits for."""
        decision = state.decision
        known: Position = self.game.redact(self.match.scenario, state.position, seat)
        return known, () if decision is None else decision.seats

    def _seen(self, state: State[Any, Any], seat: int | None) -> tuple[bytes, bytes]:
        """The bytes of the view and of its drawing."""
        view = self.game.view(state, seat)
        return view.to_bytes(), canonical.encode(self.game.sheet(self.match.scenario, view))
