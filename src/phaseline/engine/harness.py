"""What must hold in every position of every game: random legal play with everything checked.

`play_checked` plays one random match and checks, at its decisions, that the kernel, the rules and the views keep their
promises. It serves the property tests and `phaseline fuzz`. A `Fault` carries the record of the match so far, so that
`phaseline replay` opens it.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from phaseline.engine import record
from phaseline.engine.dice import DiceExhausted, SeededDice
from phaseline.engine.events import redact
from phaseline.engine.game import Game, Scenario
from phaseline.engine.match import CannotUndo, Match
from phaseline.engine.orders import Order, read, write
from phaseline.engine.state import State

MAX_ORDERS = 20_000
LISTED = 400
"""Listings longer than this are checked on their first orders only."""


class Fault(AssertionError):
    """A promise was broken. `record` is the match so far; `seed` and `scenario` lead there again."""

    def __init__(self, message: str, match: Match) -> None:
        self.record = record.dump(match, reveal=True)
        self.scenario = match.scenario.key
        super().__init__(
            f"{match.game.key} {match.scenario.key}, after {len(match.entries) - 1} orders: {message}"
        )


@dataclass(frozen=True)
class Played:
    """A checked match: how many orders it took and who won."""

    orders: int
    winner: int | None
    record: str


def play_checked(
    game: Game[Any, Any],
    scenario: Scenario,
    seed: int,
    *,
    thorough: float = 1.0,
    max_orders: int = MAX_ORDERS,
    cases: frozenset[str] | None = None,
) -> Played:
    """Play one random match and check it. Raises `Fault` at the first broken promise.

    `thorough` is the share of decisions at which everything is checked (the rest only play on); `cases`, if given, are
    the numbers that refusals may cite.
    """
    rng = random.Random(seed)
    match = Match.new(game, scenario, seed=seed.to_bytes(32, "big"))
    checker = _Checker(match, rng, cases)
    try:
        while match.decision is not None:
            checker.require(
                len(match.entries) <= max_orders, f"the match does not end within {max_orders} orders"
            )
            checker.step(everything=rng.random() < thorough)
        checker.finished()
    except Fault:
        raise
    except Exception as error:
        raise Fault(f"{type(error).__name__}: {error}", match) from error
    outcome = match.outcome
    return Played(len(match.entries) - 1, None if outcome is None else outcome.winner, record.dump(match))


class _Checker:
    def __init__(self, match: Match, rng: random.Random, cases: frozenset[str] | None) -> None:
        self.match = match
        self.rng = rng
        self.cases = cases

    def require(self, condition: bool, message: str | Callable[[], str]) -> None:
        if not condition:
            raise Fault(message if isinstance(message, str) else message(), self.match)

    def step(self, *, everything: bool) -> None:
        match = self.match
        decision = match.decision
        assert decision is not None
        seat = self.rng.choice(decision.seats)
        if everything:
            self.check_position()
            for other in range(len(match.game.seats)):
                self.check_views(other)
                if other in decision.seats:
                    self.check_listing(other)
                    self.check_refusals(other)
                else:
                    self.require(not match.legal(other), f"{match.game.seats[other]} has orders out of turn")
        orders = match.legal(seat)
        try:
            order = orders.sample(self.rng)
        except LookupError:
            raise Fault(
                f"dead end: {match.game.seats[seat]} must decide but has no legal order", match
            ) from None
        if everything:
            self.check_order(seat, order)
        else:
            match.submit(seat, order)

    def check_position(self) -> None:
        position = self.match.position
        data = position.to_bytes()
        self.require(position.copy() == position, "a copy is not equal to the position")
        again = type(position).from_bytes(data)
        self.require(again == position and again.to_bytes() == data, "bytes do not round-trip")
        faults = self.match.game.faults(self.match.state)
        self.require(not faults, f"the position is unsound: {'; '.join(faults)}")

    def check_listing(self, seat: int) -> None:
        """Orders listed are unique and sorted; each is legal, counted, and round-trips through notation."""
        legal = self.match.legal(seat)
        lexicon = self.match.scenario.lexicon
        kinds = self.match.game.flow.order_types()
        listed: list[Order] = []
        for order in legal:
            listed.append(order)
            if len(listed) == LISTED:
                break
        else:
            self.require(len(legal) == len(listed), f"{len(legal)} orders counted, {len(listed)} listed")
        self.require(bool(listed), "dead end: nothing is listed")
        self.require(len(set(listed)) == len(listed), "an order is listed twice")
        self.require(
            list(dict.fromkeys(map(type, listed)))
            == [k for k in legal.kinds() if k in set(map(type, listed))],
            "orders are not listed kind by kind",
        )
        for order in listed:
            text = write(order, lexicon)
            self.require(order in legal, f"{text} is listed but refused")
            self.require(read(text, kinds, lexicon) == order, f"{text} does not read back")

    def check_refusals(self, seat: int) -> None:
        """Orders near the legal ones are either legal or refused with a case."""
        legal = self.match.legal(seat)
        for _ in range(5):
            order = legal.sample(self.rng)
            names = type(order).__struct_fields__
            if not names:
                continue
            name = self.rng.choice(names)
            value = getattr(order, name)
            if not isinstance(value, int) or isinstance(value, bool):
                continue
            changed = type(order)(
                **{n: getattr(order, n) for n in names} | {name: self.rng.randrange(-2, 2 * value + 20)}
            )
            refusal = self.match.check(seat, changed)
            if refusal is not None:
                self.require(
                    bool(refusal.case and refusal.reason), f"{changed} is refused without a case or reason"
                )
                known = self.cases is None or refusal.case in self.cases
                self.require(
                    known, f"{changed} is refused by case {refusal.case}, which the rulebook does not have"
                )

    def check_views(self, seat: int) -> None:
        """A seat's view, its legal orders and its drawing do not change when only hidden facts change."""
        match = self.match
        game, state = match.game, match.state
        view = game.view(state, seat)
        other = self.another(seat)
        seen = game.view(other, seat)
        self.require(
            seen.to_bytes() == view.to_bytes(), f"the view of {game.seats[seat]} depends on hidden facts"
        )
        same = game.sheet(match.scenario, seen) == game.sheet(match.scenario, view)
        self.require(same, f"the drawing for {game.seats[seat]} depends on hidden facts")
        mine, theirs = iter(state.legal(seat)), iter(other.legal(seat))
        for _ in range(LISTED):
            order = next(mine, None)
            self.require(order == next(theirs, None), f"{order} is legal or not depending on hidden facts")
            if order is None:
                break

    def another(self, seat: int) -> State[Any, Any]:
        """A state that looks the same to `seat`, with hidden facts drawn anew."""
        match = self.match
        known = match.game.redact(match.scenario, match.position, seat)
        guess = match.game.sample(match.scenario, known, seat, self.rng)
        return match.game.state_type(match.game, match.scenario, guess, SeededDice(self.rng.randbytes(32)))

    def check_order(self, seat: int, order: Order) -> None:
        """Old copies stay as they were; what can be taken back restores equal bytes and taught nothing."""
        match = self.match
        before = match.position.copy()
        data = before.to_bytes()
        elsewhere = self.another(seat)
        rule = match.legal(seat).rule_for(order)
        self.require(rule.order is type(order), "the rule is for another kind of order")
        events = match.submit(seat, order)
        self.require(before.to_bytes() == data, "an old copy changed when an order was carried out")
        entry = match.entries[-1]
        text = write(order, match.scenario.lexicon)
        if entry.before is None:
            try:
                match.undo(seat)
            except CannotUndo:
                return
            raise Fault(f"{text} was irrevocable but could be taken back", match)
        try:
            elsewhere.apply(seat, order)
        except DiceExhausted as error:
            raise Fault(f"{text} rolled no die here, but would elsewhere: {error}", match) from error
        learnt = match.game.view(match.state, seat).to_bytes() != match.game.view(elsewhere, seat).to_bytes()
        self.require(
            not learnt, f"{text} can be taken back but tells {match.game.seats[seat]} something hidden"
        )
        told = redact(events, seat) != redact(elsewhere.events, seat)
        self.require(not told, f"{text} can be taken back but its events depend on hidden facts")
        after = match.position.to_bytes()
        match.undo(seat)
        self.require(match.position.to_bytes() == data, f"undoing {text} does not restore the position")
        match.submit(seat, order)
        self.require(match.position.to_bytes() == after, f"{text} given again leads elsewhere")

    def finished(self) -> None:
        """The record replays to the same bytes, and reads back to the same text."""
        text = record.dump(self.match)
        again = record.load(text, scenario=self.match.scenario)
        self.require(
            again.position.to_bytes() == self.match.position.to_bytes(),
            "the record replays to another position",
        )
        self.require(record.dump(again) == text, "the record does not read back to the same text")
