"""A match: one game being played, with undo, branches, and everything that happened."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from phaseline.engine.dice import Dice, Draw, ScriptedDice, SeededDice, commitment
from phaseline.engine.events import Event, redact
from phaseline.engine.game import Game, Scenario, View
from phaseline.engine.legal import LegalOrders
from phaseline.engine.orders import Order, plain, read, write
from phaseline.engine.position import Outcome, Position
from phaseline.engine.refusal import IllegalOrder, Refusal
from phaseline.engine.state import Decision, State
from phaseline.wording.shown import shown

SEED = 32
"""So many bytes the seed of a match has: a record holds it as 64 hexadecimal digits."""


@dataclass(frozen=True)
class PhaseEnd:
    """The fingerprint of the position when a phase ended, and where in the sequence of play that was."""

    digest: str
    path: tuple[str, ...]


@dataclass
class Entry:
    """One order and what came of it. The first entry of a match has no order: it is what happens before any.

    `before` is the position it was given in, kept while the order can still be taken back.
    """

    seat: int | None
    order: Order | None
    draws: tuple[Draw, ...] = ()
    events: tuple[Event, ...] = ()
    phase_ends: tuple[PhaseEnd, ...] = ()
    comment: str = ""
    before: Position | None = None
    simultaneous: bool = False


class CannotUndo(ValueError):
    """The last order cannot be taken back; the message says why."""


@dataclass(repr=False)
class Match:
    """A game being played. Use `Match.new`; to read one from text, `phaseline.engine.record.load`.

    A seat is given by its number, from 0, or by its name; `LookupError` tells of one that the game has not.
    `players` names who plays each seat. `seed` is the secret of the dice, None when the dice come from elsewhere
    (then the match can be replayed but not checked).
    """

    game: Game[Any, Any]
    scenario: Scenario
    state: State[Any, Any]
    players: dict[int, str] = field(default_factory=dict)
    seed: bytes | None = None
    commitment: str = ""
    entries: list[Entry] = field(default_factory=list)

    @classmethod
    def new(
        cls,
        game: Game[Any, Any],
        scenario: Scenario,
        *,
        players: Mapping[int, str] | None = None,
        seed: bytes | None = None,
        dice: Dice | None = None,
    ) -> Self:
        """Start a match. The dice come from `seed` (32 bytes; default: fresh ones) unless `dice` are given."""
        if seed is not None:
            _check_seed(seed)
        if not isinstance(game, Game):
            raise TypeError(f"a game is what registry.game() gives, not {shown(repr(game))}")
        if not isinstance(scenario, Scenario):
            raise TypeError(f"a scenario is what the game's load() gives, not {shown(repr(scenario))}")
        if dice is None:
            fresh = SeededDice.fresh() if seed is None else SeededDice(seed)
            dice, seed = fresh, fresh.seed
        state = game.state_type(game, scenario, game.start(scenario), dice)
        match = cls(game, scenario, state, dict(players or {}), seed, commitment(seed) if seed else "")
        match._run(Entry(None, None), match.state.advance)
        return match

    @property
    def position(self) -> Position:
        """The present position."""
        position: Position = self.state.position
        return position

    @property
    def decision(self) -> Decision | None:
        """What the match waits for; None when it is over."""
        return self.state.decision

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it is under way."""
        return self.position.outcome

    def legal(self, seat: int | str) -> LegalOrders:
        """The legal orders of `seat`."""
        return self.state.legal(self._seat(seat))

    def check(self, seat: int | str, order: Order | str) -> Refusal | None:
        """Why `seat` may not give `order` now; None when it may. Raises `NotationError` for a text that is no order."""
        return self.state.check(self._seat(seat), self._order(order))

    def parse(self, text: str) -> Order:
        """The order that `text` spells in this game's notation. Raises `NotationError`."""
        if not isinstance(text, str):
            raise TypeError(f"the notation of an order is a text, not {text!r}")
        return read(text, self.game.flow.order_types(), self.scenario.lexicon)

    def write(self, order: Order) -> str:
        """The notation of `order`, which `parse` reads back."""
        return write(plain(order), self.scenario.lexicon)

    def submit(self, seat: int | str, order: Order | str) -> Sequence[Event]:
        """Carry out an order and return what happened.

        Raises `IllegalOrder` (or `NotationError` for a text that is no order), and then nothing has changed.
        """
        seat, order = self._seat(seat), self._order(order)
        refusal = self.state.check(seat, order)
        if refusal is not None:
            raise IllegalOrder(refusal, self.write(order))
        decision = self.state.decision
        entry = Entry(seat, order, simultaneous=decision is not None and decision.simultaneous)
        self._run(entry, lambda: self.state.play(seat, order))
        return entry.events

    def go_on(self) -> Entry:
        """Run the sequence of play on from where `state.pause` stopped it, and return what happened.

        It becomes a part of the last entry, to which it belongs.
        """
        more, last = Entry(None, None), self.entries[-1]
        self._carry_out(more, self.state.advance)
        last.draws += more.draws
        last.events += more.events
        last.phase_ends += more.phase_ends
        if self.state.irrevocable:
            self._settle()
        return more

    def undo(self, seat: int | str) -> Order:
        """Take back the last order of `seat` and return it.

        Possible until a die is rolled, something hidden is shown, secret choices have met, or another seat has
        answered. Raises `CannotUndo`.
        """
        index = self.undoable(seat)
        entry, later = self.entries[index], self.entries[index + 1 :]
        assert entry.order is not None
        assert entry.before is not None
        entries, position = list(self.entries), self.state.position
        del self.entries[index:]
        self._set(entry.before.copy())
        try:
            self._repeat(later)
        except BaseException as error:
            self.entries = entries
            self._set(position)
            if isinstance(error, IllegalOrder):
                # Which order that is may be a secret of another seat.
                raise CannotUndo("an order given since depends on it; it stands") from error
            raise
        return entry.order

    def undoable(self, seat: int | str) -> int:
        """The number of the entry that `undo` would take back, as far as can be told without trying.

        Raises `CannotUndo`.
        """
        seat = self._seat(seat)
        index = next((i for i in range(len(self.entries) - 1, 0, -1) if self.entries[i].seat == seat), 0)
        entry = self.entries[index]
        if entry.order is None:
            raise CannotUndo(f"{self.game.seats[seat]} has given no order yet")
        if entry.before is None:
            raise CannotUndo("the dice have been rolled or something hidden was shown since; it stands")
        later = self.entries[index + 1 :]
        if later and not all(other.simultaneous for other in (entry, *later)):
            raise CannotUndo(f"{self.game.seats[later[0].seat or 0]} has already answered it")
        return index

    def branch(self, entries: int | None = None, *, seed: bytes | None = None) -> Match:
        """A new match that shares the first `entries` entries (default: all) and then has dice of its own.

        They come from `seed` (32 bytes; default: fresh ones). The rebuilt part replays the recorded dice. What is branched is for
        analysis: it does not claim the seed.
        """
        if seed is not None:
            _check_seed(seed)
        kept = self.entries if entries is None else self.entries[: max(entries, 1)]
        twin = self._begun_again(kept, SeededDice.fresh() if seed is None else SeededDice(seed))
        twin._repeat(kept[1:])
        return twin

    def steps(self) -> Iterator[Match]:
        """This match once more, with the dice that fell: before its first order, then after each of them.

        It is one match that goes on, so look at it, or copy its position, before you ask for the next step.
        """
        twin = self._begun_again(self.entries, None)
        yield twin
        for entry in self.entries[1:]:
            twin._repeat([entry])
            yield twin

    def view(self, seat: int | str | None) -> View:
        """What `seat` (None: a spectator) knows."""
        return self.game.view(self.state, None if seat is None else self._seat(seat))

    def log(self, seat: int | str | None) -> list[Event]:
        """Everything that happened, as far as `seat` (None: a spectator) knows."""
        events = [event for entry in self.entries for event in entry.events]
        return redact(events, None if seat is None else self._seat(seat))

    def __repr__(self) -> str:
        where = self.outcome.reason if self.outcome is not None else repr(self.decision)
        return f"<Match {self.game.key} {self.scenario.key}, {len(self.entries) - 1} orders: {where}>"

    def _seat(self, seat: int | str) -> int:
        if isinstance(seat, str):
            return self.game.seat(seat)
        seat = int(operator.index(seat))  # of NumPy's, too; what is recorded is plain
        if not 0 <= seat < len(self.game.seats):
            known = ", ".join(f"{number} ({name})" for number, name in enumerate(self.game.seats))
            raise LookupError(f"{self.game.key} has no seat {seat}; it has: {known}")
        return seat

    def _order(self, order: Order | str) -> Order:
        return self.parse(order) if isinstance(order, str) else plain(order)

    def _begun_again(self, entries: Sequence[Entry], then: Dice | None) -> Match:
        """A match that begins as this one did and has the dice of `entries`, `then` others."""
        drawn = (value for entry in entries for draw in entry.draws for value in draw.values)
        dice = ScriptedDice(drawn, then=then)
        twin = Match.new(self.game, self.scenario, players=self.players, dice=dice)
        twin.entries[0].comment = entries[0].comment
        return twin

    def _run(self, entry: Entry, action: Callable[[], None]) -> None:
        """Carry out `action` as this entry, wholly or not at all."""
        before = self._carry_out(entry, action)
        self.entries.append(entry)
        if self.state.irrevocable or entry.order is None:
            self._settle()
        else:
            entry.before = before

    def _carry_out(self, entry: Entry, action: Callable[[], None]) -> Position:
        """Carry out `action`, wholly or not at all, note in `entry` what happens; the position before it."""
        state = self.state
        before: Position = state.position.copy()
        drawn = state.dice.drawn
        phase_ends: list[PhaseEnd] = []
        state.events.clear()
        state.draws.clear()
        state.irrevocable = False
        state.on_phase_end = lambda path: phase_ends.append(PhaseEnd(state.position.digest(), path))
        try:
            action()
        except BaseException:
            state.dice.rewind(drawn)
            self._set(before)
            raise
        entry.draws, entry.events = tuple(state.draws), tuple(state.events)
        entry.phase_ends = tuple(phase_ends)
        return before

    def _settle(self) -> None:
        """None of the orders so far can be taken back any more."""
        last = self.entries[-1]
        for older in reversed(self.entries):
            if older.before is None and older is not last:
                break
            older.before = None

    def _repeat(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            if entry.seat is not None and entry.order is not None:
                self.submit(entry.seat, entry.order)
                self.entries[-1].comment = entry.comment

    def _set(self, position: Position) -> None:
        self.state.restore(position)


def _check_seed(seed: object) -> None:
    if not isinstance(seed, bytes) or len(seed) != SEED:
        given = shown(repr(seed))
        raise ValueError(f"a seed is {SEED} bytes, not {given}; of a number: (7).to_bytes({SEED}, 'big')")
