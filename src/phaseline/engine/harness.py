"""What must hold in every position of every game: random legal play with everything checked.

`play_checked` plays one random match and checks, at its decisions, that the kernel, the rules and the views keep their
promises. A match may begin where another stood (`Opening`), so that positions are met that random play does not lead to.
It serves the property tests and `phaseline fuzz`. A `Fault` carries the record of the match so far, so that
`phaseline replay` opens it.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from phaseline.engine import canonical, record
from phaseline.engine.dice import ScriptedDice, SeededDice
from phaseline.engine.events import Event, tell
from phaseline.engine.game import Game, Scenario
from phaseline.engine.match import CannotUndo, Match
from phaseline.engine.orders import Order, field_kinds, read
from phaseline.engine.position import shared
from phaseline.engine.refusal import Refusal
from phaseline.engine.secrecy import LISTED, Secrecy
from phaseline.engine.state import State

NOTED = 40
"""Of so many orders of a listing the notation is read back."""
ATTEMPTS = 8
"""So many orders, legal or not, are tried at each thorough decision."""
STRETCH = 150
"""A match that begins where another stood goes on for so many orders at most: it is about what is met there."""


class Fault(AssertionError):
    """A promise was broken. `promise` says which; `record` is the match so far, "" if it could not be written."""

    def __init__(
        self, promise: str, game: Game[Any, Any], scenario: Scenario, seed: int, match: Match | None
    ) -> None:
        self.promise = promise
        self.scenario = scenario.key
        self.seed = seed
        self.orders = 0 if match is None else len(match.entries) - 1
        message = f"{game.key} {scenario.key}, seed {seed}, after {self.orders} orders: {promise}"
        self.record = ""
        if match is not None:
            try:
                self.record = record.dump(match, reveal=True, note=message)
            except (TypeError, ValueError, LookupError) as error:
                message += f" (and its record cannot be written: {error})"
        super().__init__(message)


def shortens(order: Order, full: Order) -> bool:
    """Whether `order` is `full` but for optional words that it leaves out; listings have the full form only."""
    kind = type(order)
    names, defaults = kind.__struct_fields__, kind.__struct_defaults__
    optional = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
    return kind is type(full) and all(
        getattr(order, name) == getattr(full, name)
        or (name in optional and getattr(order, name) == optional[name])
        for name in names
    )


@dataclass(frozen=True)
class Opening:
    """Where a match begins: where the match of `record` stood after so many orders."""

    record: str
    orders: int


@dataclass(frozen=True)
class Played:
    """A checked match: how many random orders it took, who won (None: nobody), and its record.

    `over` says whether it was played to its end.
    """

    orders: int
    winner: int | None
    record: str
    over: bool = True


def play_checked(
    game: Game[Any, Any],
    scenario: Scenario,
    seed: int,
    *,
    thorough: float = 1.0,
    max_orders: int | None = None,
    cases: frozenset[str] | None = None,
    opening: Opening | None = None,
) -> Played:
    """Play one random match and check it. Raises `Fault` at the first broken promise.

    `thorough` is the share of decisions at which everything is checked; at all the others the seats to move must have
    the same orders in a state drawn from what they know, and the match plays on. `cases`, if given, are the numbers
    that refusals and events may cite. The match must end within `max_orders`, by default the longest that the game has.
    With an `opening` the match begins there and goes on for `STRETCH` orders or to
    its end.
    """
    most = game.longest if max_orders is None else max_orders
    checker = None
    begun = 0 if opening is None else opening.orders
    try:
        checker = _Checker(game, scenario, seed, cases, opening)
        match, rng = checker.match, checker.rng
        while match.decision is not None:
            if opening is not None and len(match.entries) - 1 - begun >= STRETCH:
                break
            checker.require(len(match.entries) <= most, f"the match does not end within {most} orders")
            checker.step(everything=rng.random() < thorough)
        checker.finished()
    except Fault:
        raise
    except Exception as error:
        doing = "starting" if checker is None else checker.doing
        promise = f"{type(error).__name__} while {doing}: {error}"
        raise Fault(promise, game, scenario, seed, None if checker is None else checker.match) from error
    outcome = match.outcome
    return Played(
        len(match.entries) - 1 - begun,
        None if outcome is None else outcome.winner,
        record.dump(match),
        over=outcome is not None,
    )


class _Checker:
    """The checks of one match. `doing` says what is being done, for errors that nobody expected."""

    def __init__(
        self,
        game: Game[Any, Any],
        scenario: Scenario,
        seed: int,
        cases: frozenset[str] | None,
        opening: Opening | None = None,
    ) -> None:
        self.seed = seed
        # Two streams, so that a seed leads to the same match however thoroughly it is checked.
        self.player = random.Random(seed)
        self.rng = random.Random(f"checks of {seed}")
        self.cases = cases
        self.doing = "starting"
        self.start = game.start(scenario).to_bytes()
        dice = seed.to_bytes(32, "big")
        if opening is None:
            self.match = Match.new(game, scenario, seed=dice)
        else:
            then = SeededDice(dice)
            self.match = record.load(
                opening.record, game=game, scenario=scenario, orders=opening.orders, then=then
            )
        self.kinds = game.flow.order_types()
        self.secrecy = Secrecy(self.match, self.rng, self.require)
        self.seen: dict[str, dict[Any, None]] = {}
        self.check_start()

    def require(self, condition: bool, promise: str) -> None:
        """Raise a fault unless `condition` holds."""
        if not condition:
            raise self.fault(promise)

    def fault(self, promise: str) -> Fault:
        """The fault of breaking this promise now."""
        return Fault(promise, self.match.game, self.match.scenario, self.seed, self.match)

    def step(self, *, everything: bool) -> None:
        """Check the decision, more or less, then give a random order."""
        match = self.match
        decision = match.decision
        assert decision is not None
        if everything:
            self.doing = "checking the position"
            self.check_position()
            for other, name in enumerate(match.game.seats):
                self.doing = f"listing the orders of {name}"
                attempts = self.check_legality(other)
                self.doing = f"checking what {name} sees"
                self.secrecy.check_view(other, attempts)
        else:
            for other in decision.seats:
                self.doing = f"drawing what {match.game.seats[other]} does not know"
                self.secrecy.check_sample(other)
        seat = self.player.choice(decision.seats)
        name = match.game.seats[seat]
        try:
            order = match.legal(seat).sample(self.player)
        except LookupError:
            raise self.fault(self.dead_end(seat)) from None
        self.doing = f"carrying out {name}: {match.write(order)}"
        self.check_events(self.check_order(seat, order) if everything else match.submit(seat, order))

    # -- what is -----------------------------------------------------------------------------------------------------

    def check_start(self) -> None:
        """Matches of one scenario share nothing that changes."""
        game, scenario = self.match.game, self.match.scenario
        same = shared(game.start(scenario), game.start(scenario))
        self.require(not same, f"matches that start from this scenario share {', '.join(same)}")

    def check_position(self) -> None:
        """The position copies, round-trips and is sound; the scenario is as it was."""
        match = self.match
        position = match.position
        data = position.to_bytes()
        twin = position.copy()
        self.require(twin == position, "a copy is not equal to the position")
        self.require(not shared(twin, position), f"a copy shares {', '.join(shared(twin, position))}")
        again = type(position).from_bytes(data)
        self.require(again == position and again.to_bytes() == data, "the position's bytes do not round-trip")
        faults = match.game.faults(match.state)
        self.require(not faults, f"the position is unsound: {'; '.join(faults)}")
        start = match.game.start(match.scenario).to_bytes()
        self.require(start == self.start, "play has changed the position that matches start from")

    # -- what may be done --------------------------------------------------------------------------------------------

    def check_legality(self, seat: int) -> list[Order]:
        """Check the listing of a seat, and orders near to it; returns the orders tried."""
        legal = self.match.legal(seat)
        decision = self.match.decision
        name = self.match.game.seats[seat]
        if decision is None or seat not in decision.seats:
            self.require(not legal, f"{name} has orders out of turn")
            return []
        listed = list(itertools.islice(legal, LISTED))
        complete = len(listed) < LISTED or len(legal) == LISTED
        fresh = self.match.state.fresh()
        self.require(
            fresh.decision == decision, "a fresh copy of the state asks others: something cached is stale"
        )
        self.require(
            list(itertools.islice(fresh.legal(seat), LISTED)) == listed,
            "a fresh copy of the state has other legal orders: something cached is stale",
        )
        self.require(bool(listed), self.dead_end(seat))
        self.check_listing(seat, listed, complete=complete)
        attempts = [self.near(self.rng.choice(listed)) for _ in range(ATTEMPTS)]
        for order in attempts:
            refusal = self.match.check(seat, order)
            self.check_refusal(order, refusal)
            self.require(
                fresh.check(seat, order) == refusal,
                f"a fresh copy of the state refuses {order} otherwise: something cached is stale",
            )
            if complete:
                known = order in listed or (refusal is None and any(shortens(order, full) for full in listed))
                self.require((refusal is None) == known, f"{order}: listing and refusal disagree")
        return attempts

    def dead_end(self, seat: int) -> str:
        """The promise that is broken when `seat` has no legal order."""
        where = " / ".join(self.match.state.path())
        return f"dead end: {self.match.game.seats[seat]} must decide ({where}) but has no legal order"

    def check_listing(self, seat: int, listed: list[Order], *, complete: bool) -> None:
        """Orders listed are unique, kind by kind, legal, counted, and round-trip through notation."""
        match = self.match
        legal = match.legal(seat)
        kinds = list(dict.fromkeys(map(type, listed)))
        if complete:
            self.require(len(legal) == len(listed), f"{len(legal)} orders counted, {len(listed)} listed")
            self.require(legal.kinds() == kinds, "orders are not listed kind by kind")
            self.require(legal.sample(self.rng) in listed, "an order is sampled that is not listed")
        self.require(len(set(listed)) == len(listed), "an order is listed twice")
        for order in self.rng.sample(listed, min(len(listed), NOTED)):
            text = match.write(order)
            self.require(order in legal, f"{text} is listed but refused")
            self.require(
                read(text, self.kinds, match.scenario.lexicon) == order, f"{text} does not read back"
            )
        for order in listed:
            for field, kind in field_kinds(type(order)).items():
                self.seen.setdefault(kind, {})[getattr(order, field)] = None

    def near(self, order: Order) -> Order:
        """An order like this one, or of any other kind, with a value from another order or made up."""
        kind = self.rng.choice([type(order), *self.kinds])
        values = {}
        for field, sort in field_kinds(kind).items():
            if type(order) is kind and self.rng.random() < 0.5:
                values[field] = getattr(order, field)
            else:
                values[field] = self.rng.choice([*self.seen.get(sort, ()), *self.made_up(sort)])
        return kind(**values)

    def made_up(self, sort: str) -> list[Any]:
        """Values that are probably nonsense, of the type that others of this sort have."""
        known = next(iter(self.seen.get(sort, ())), 0)
        if isinstance(known, bool):
            return [True, False]
        if isinstance(known, int):
            return [-1, 0, self.rng.randrange(64), self.rng.randrange(100_000)]
        return ["nonsense"] if isinstance(known, str) else [known]

    def check_refusal(self, order: Order, refusal: Refusal | None) -> None:
        """A refusal gives a reason and a case that the rulebook has."""
        if refusal is None:
            return
        self.require(bool(refusal.case and refusal.reason), f"{order} is refused without a case or reason")
        known = self.cases is None or refusal.case in self.cases
        self.require(known, f"{order} is refused by case {refusal.case}, which the rulebook does not have")

    # -- what happens ------------------------------------------------------------------------------------------------

    def check_order(self, seat: int, order: Order) -> Sequence[Event]:
        """Old copies stay as they were; what can be taken back restores equal bytes and told nobody a secret."""
        match = self.match
        text = match.write(order)
        before = match.position.copy()
        data = before.to_bytes()
        elsewhere = {other: self.secrecy.another(other) for other in range(len(match.game.seats))}
        ahead = match.state.copy()
        events = match.submit(seat, order)
        self.require(before.to_bytes() == data, f"an old copy changed when {text} was carried out")
        if match.entries[-1].before is None:
            try:
                match.undo(seat)
            except CannotUndo:
                self.check_copy(ahead, seat, order, text)
                return events
            raise self.fault(f"{text} was irrevocable but could be taken back")
        self.doing = f"looking for what {text} gives away"
        self.secrecy.check_own(seat, order, text, events, elsewhere.pop(seat))
        self.secrecy.check_others(seat, order, text, events, elsewhere)
        self.doing = f"taking back {text}"
        after = match.position.to_bytes()
        match.undo(seat)
        self.require(match.position.to_bytes() == data, f"undoing {text} does not restore the position")
        match.submit(seat, order)
        self.require(match.position.to_bytes() == after, f"{text} given again leads elsewhere")
        self.check_copy(ahead, seat, order, text)
        return events

    def check_copy(self, ahead: State[Any, Any], seat: int, order: Order, text: str) -> None:
        """A copy taken before the order, which knows what the match knew, comes to the same: dice, position, choices."""
        match = self.match
        self.doing = f"looking ahead at {text}"
        lacking = ", ".join(vars(match.state).keys() - vars(ahead).keys())
        self.require(not lacking, f"a copy of the state lacks {lacking}")
        entry = match.entries[-1]
        ahead.dice = ScriptedDice([value for draw in entry.draws for value in draw.values])
        ahead.play(seat, order)
        self.require(ahead.position == match.position, f"a copy that plays {text} comes to another position")
        self.require(ahead.decision == match.decision, f"after {text} a copy asks others")
        for owing in () if match.decision is None else match.decision.seats:
            listed = list(itertools.islice(match.legal(owing), LISTED))
            there = list(itertools.islice(ahead.legal(owing), LISTED))
            self.require(there == listed, f"after {text} a copy has other legal orders")
            for near in [self.near(self.rng.choice(listed)) for _ in range(ATTEMPTS)] if listed else ():
                self.require(
                    ahead.check(owing, near) == match.check(owing, near),
                    f"after {text} a copy refuses {near} otherwise",
                )

    def check_events(self, events: Sequence[Event]) -> None:
        """Events can be told and sent, and cite cases that the rulebook has."""
        for event in events:
            self.doing = f'telling of "{event.kind}"'
            tell(event, self.match.scenario.lexicon)
            if event.instead and (known := event.for_seat(None)) is not None:
                tell(known, self.match.scenario.lexicon)
            canonical.encode(event)
            known_case = self.cases is None or event.case in self.cases
            self.require(
                known_case, f'event "{event.kind}" cites case {event.case}, which the rulebook does not have'
            )

    def finished(self) -> None:
        """There is an outcome, unless the match goes on, and the record replays to the same bytes and reads back to the same text."""
        match = self.match
        self.require(
            match.outcome is not None or match.decision is not None,
            "the sequence of play is over, but nobody has ended the match",
        )
        self.doing = "telling of the whole match"
        self.check_events(match.entries[0].events)
        self.doing = "replaying the record"
        text = record.dump(match)
        again = record.load(text, scenario=match.scenario, game=match.game)
        self.require(again.position == match.position, "the record replays to another position")
        self.require(record.dump(again) == text, "the record does not read back to the same text")
