"""A match in memory together with what is stored of it: changed in memory first, then written as acts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError

from phaseline.engine import canonical, registry
from phaseline.engine.dice import Dice, DiceExhausted, Draw, ScriptedDice, SeededDice
from phaseline.engine.events import Event
from phaseline.engine.game import Game, Scenario
from phaseline.engine.match import Entry, Match
from phaseline.engine.orders import Order
from phaseline.engine.position import Position
from phaseline.server.packs import NO_PACKS, PackMissing, Packs, changed
from phaseline.server.storage.rows import (
    Act,
    ActRow,
    Change,
    CorruptMatch,
    Header,
    PositionRow,
    act_row,
    entry_of,
    now,
    position_of,
    position_row,
)
from phaseline.server.storage.told import events_of, events_text

EVERY = 50
"""After so many entries the position is stored, so that a long match is read without being played again."""

PositionAt = Callable[[int], PositionRow | None]
"""The last position stored that is not after an entry."""


@dataclass
class Pending:
    """What has been done in memory and is yet to be written."""

    acts: list[ActRow] = field(default_factory=list)
    positions: list[PositionRow] = field(default_factory=list)
    cut: int | None = None


class Chronicle:
    """A match, its header, what can be done again, and what is yet to be written.

    `serial` numbers the acts: it changes with everything that happens. `undone` are the orders that were taken back
    and may be given again, the last one last.
    """

    def __init__(self, header: Header, match: Match, *, serial: int = 0) -> None:
        self.header = header
        self.match = match
        self.serial = serial
        self.undone: list[tuple[int, str]] = []
        self.pending = Pending()

    # -- doing -------------------------------------------------------------------------------------------------------

    def submit(self, seat: int, order: Order, act: Act = "order") -> Sequence[Event]:
        """Carry out an order in memory. Raises `IllegalOrder`, and then nothing has changed."""
        events = self.match.submit(seat, order)
        self._note(len(self.match.entries) - 1, act)
        if act == "order":
            self.undone.clear()
        return events

    def undo(self, seat: int) -> None:
        """Take back the seat's last order in memory. Raises `CannotUndo`."""
        match = self.match
        cut = match.undoable(seat)
        text = match.write(match.undo(seat))
        self.undone.append((seat, text))
        pending = self.pending
        pending.cut = cut if pending.cut is None else min(cut, pending.cut)
        pending.positions = [row for row in pending.positions if row.entry < cut]
        self.serial += 1
        pending.acts.append(
            ActRow(serial=self.serial, act="undo", entry=cut, seat=seat, notation=text, done=now())
        )
        for index in range(cut, len(match.entries)):
            self._note(index, "kept")

    def redo(self, seat: int) -> Sequence[Event]:
        """Give again the order that `seat` took back last. Raises `LookupError` when there is none."""
        text = self.again(seat)
        if text is None:
            raise LookupError("there is nothing to do again")
        events = self.submit(seat, self.match.parse(text), "redo")
        self.undone.pop()
        return events

    def again(self, seat: int) -> str | None:
        """The order that `redo` would give; None when there is none, or it is no longer legal."""
        if not self.undone or self.undone[-1][0] != seat:
            return None
        text = self.undone[-1][1]
        return text if self.match.check(seat, text) is None else None

    def _note(self, index: int, act: Act) -> None:
        self.serial += 1
        row = act_row(self.match, index, self.serial, act, drawn(self.match.state.dice))
        self.pending.acts.append(row)
        if index % EVERY == 0:
            self.pending.positions.append(position_row(self.match.position, index))

    # -- writing -----------------------------------------------------------------------------------------------------

    def take_pending(self) -> Change:
        """What is yet to be written, with the header that goes with it; it is not given out again.

        The header becomes the chronicle's own when it is written: it never tells more than is kept.
        """
        pending, self.pending = self.pending, Pending()
        header = summed_up(self.header, self.match)
        return Change(header=header, acts=pending.acts, positions=pending.positions, cut=pending.cut)


def drawn(dice: Dice) -> int:
    """How far the match's own seed has been used up."""
    return dice.drawn if isinstance(dice, SeededDice) else 0


def summed_up(header: Header, match: Match) -> Header:
    """The header with what a list of matches shows as it is now."""
    decision = match.decision
    return replace(
        header,
        orders=len(match.entries) - 1,
        waiting=() if decision is None else decision.seats,
        place=match.game.flow.spoken(match.state.path()),
        outcome=match.outcome,
        changed=now(),
    )


def begun(header: Header, match: Match) -> Chronicle:
    """The chronicle of a match that is not stored yet, with all of it pending. What was played before stands.

    The dice to come are those of the header's seed; what the match has drawn so far may be from elsewhere.
    """
    chronicle = Chronicle(header, match, serial=len(match.entries) - 1)
    used = drawn(match.state.dice)
    match.state.dice = SeededDice(header.seed, used)
    for entry in match.entries:
        entry.before = None
    last = len(match.entries) - 1
    chronicle.pending = Pending(
        [act_row(match, index, index, "order" if index else "start", used) for index in range(last + 1)],
        [
            position_row(position, index)
            for index, position in replayed(match)
            if index % EVERY == 0 or index == last
        ],
    )
    chronicle.header = summed_up(header, match)
    return chronicle


def replayed(match: Match) -> Iterator[tuple[int, Position]]:
    """The position after every entry, played again with the dice that fell; each is changed when the next is asked for."""
    state = match.game.new(match.scenario, ScriptedDice(fallen(match.entries)))
    yield 0, state.position
    for index, entry in enumerate(match.entries[1:], start=1):
        assert entry.seat is not None
        assert entry.order is not None
        state.apply(entry.seat, entry.order)
        yield index, state.position


def fallen(entries: Iterable[Entry]) -> Iterator[int]:
    """All dice that fell in these entries."""
    return (value for entry in entries for draw in entry.draws for value in draw.values)


def load_scenario(header: Header, packs: Packs) -> tuple[Game[Any, Any], Scenario]:
    """The game and scenario of a match. Raises `CorruptMatch` when they, or its data packs, are no longer there.

    A pack that has changed will do if the data of the scenario are what they were: a briefing may be worded anew.
    """
    found = packs.needed(header.game, header.packs)
    others = changed(header.packs, found)
    try:
        game = registry.game(header.game)
        scenario: Scenario = game.load(header.scenario, header.options, found)
    except (LookupError, ValueError, ImportError) as error:
        raise others or CorruptMatch(f"{header.game} {header.scenario}: {error}") from error
    if others is not None and scenario.digest != header.data:
        raise others
    return game, scenario


def lacking(header: Header, packs: Packs) -> str:
    """What is to be said of a match that cannot be opened for want of a data pack; "" if it does not lack any."""
    if packs.exact(header.game, header.packs):
        return ""
    try:
        load_scenario(header, packs)
    except PackMissing as missing:
        return f"{missing}; {missing.hint}"
    except CorruptMatch:
        return ""  # that is told when it is opened
    return ""


def rebuilt(
    header: Header, acts: Sequence[ActRow], position_at: PositionAt, packs: Packs = NO_PACKS
) -> Chronicle:
    """The chronicle of a stored match: read from the last position before what can still be taken back, then replayed.

    A match that was played on other data is replayed from its beginning, and goes on with these if every position
    noted at the end of a phase is the same. Raises `CorruptMatch` when what is stored does not hold together.
    """
    try:
        return _rebuilt(header, acts, position_at, packs)
    except (CorruptMatch, SQLAlchemyError):
        raise
    except Exception as error:  # rules of another version may stumble over what is stored in any way
        raise CorruptMatch(f"the rules of now cannot read it: {type(error).__name__}: {error}") from error


def _rebuilt(header: Header, acts: Sequence[ActRow], position_at: PositionAt, packs: Packs) -> Chronicle:
    rows, undone = folded(acts)
    if not rows:
        raise CorruptMatch("nothing is stored of how it began")
    game, scenario = load_scenario(header, packs)
    if (scenario.digest, game.version) != (header.data, header.rules):
        match = _adopted(header, rows, game, scenario)
        header = replace(header, data=scenario.digest, rules=game.version)
    else:
        match = _read_on(header, rows, game, scenario, position_at)
    header = replace(header, packs=scenario.packs)
    _ = match.decision  # what it waits for must be told, too
    chronicle = Chronicle(header, match, serial=acts[-1].serial)
    chronicle.undone = undone
    return chronicle


def _read_on(
    header: Header, rows: Sequence[ActRow], game: Game[Any, Any], scenario: Scenario, position_at: PositionAt
) -> Match:
    """The match from the last position stored that cannot be taken back."""
    stored = position_at(max(row.entry for row in rows if row.sealed))
    if stored is None:
        raise CorruptMatch("no position is stored of it")
    position = position_of(stored, game.position_type)
    dice = SeededDice(header.seed, rows[stored.entry].drawn)
    seed = header.seed if header.commitment else None
    state = game.state_type(game, scenario, position, dice)
    match = Match(game, scenario, state, player_names(header), seed, header.commitment)
    match.entries = [entry_of(match, row) for row in rows[: stored.entry + 1]]
    for row in rows[stored.entry + 1 :]:
        _replay(match, row)
        if not (_same(match.entries[-1], row) and _told_alike(match.entries[-1], row)):
            raise CorruptMatch(f"entry {row.entry}, {row.notation!r}, does not go as it went then")
    return match


def _adopted(header: Header, rows: Sequence[ActRow], game: Game[Any, Any], scenario: Scenario) -> Match:
    """The match played again on the rules and data of now, with the dice that fell."""
    dice = ScriptedDice(
        value for row in rows for draw in msgspec.json.decode(row.draws) for value in draw["values"]
    )
    try:
        match = Match.new(game, scenario, players=player_names(header), dice=dice)
    except DiceExhausted as error:
        raise CorruptMatch(f"it begins otherwise now: {error}") from error
    match.seed, match.commitment = header.seed if header.commitment else None, header.commitment
    for row in rows:
        if row.entry:
            _replay(match, row)
        if not _same(match.entries[-1], row):
            raise _otherwise(game, row, "goes otherwise now")
    # The fingerprint at the end of a phase vouches for all before it; for the phase under way only what was told does.
    vouched = max((row.entry for row in rows if row.phase_ends != "[]"), default=-1)
    for entry, row in zip(match.entries[vouched + 1 :], rows[vouched + 1 :], strict=True):
        if not _told_still(entry, row):
            raise _otherwise(game, row, "does not do what was told of it then")
    for entry, row in zip(match.entries, rows, strict=True):
        if row.sealed:
            entry.before = None
    match.state.dice = SeededDice(header.seed, rows[-1].drawn)
    return match


def _otherwise(game: Game[Any, Any], row: ActRow, what: str) -> CorruptMatch:
    """Why a match of other rules or data cannot go on: its first entry that comes out otherwise."""
    return CorruptMatch(
        f"it was played by other rules or data of {game.title}, and entry {row.entry} "
        f"({row.notation or 'the start'}) {what}; "
        "play it on with the version of the program it was begun with"
    )


def folded(acts: Sequence[ActRow]) -> tuple[list[ActRow], list[tuple[int, str]]]:
    """The rows of the entries that stand, and the orders taken back that may be given again."""
    rows: list[ActRow] = []
    undone: list[tuple[int, str]] = []
    for row in acts:
        if row.act == "undo":
            assert row.seat is not None
            assert row.notation is not None
            undone.append((row.seat, row.notation))
            del rows[row.entry :]
            continue
        if row.entry != len(rows):
            raise CorruptMatch(f"act {row.serial} makes entry {row.entry}, but {len(rows)} comes next")
        rows.append(row)
        if row.act == "order":
            undone.clear()
        elif row.act == "redo":
            undone.pop()
    return rows, undone


def _replay(match: Match, row: ActRow) -> None:
    """Give the order of a row again."""
    assert row.seat is not None
    assert row.notation is not None
    try:
        match.submit(row.seat, row.notation)
    except (ValueError, RuntimeError, LookupError) as error:
        raise CorruptMatch(f"entry {row.entry}, {row.notation!r}: {error}") from error
    match.entries[-1].comment = row.comment


def _same(entry: Entry, row: ActRow) -> bool:
    """Whether an entry did what a row says: the same dice, and the same positions at the ends of phases.

    How events and steps are worded does not count; another version of the program may say more or other of them.
    """
    draws = canonical.decode(row.draws.encode(), list[Draw])
    ends = canonical.decode(row.phase_ends.encode(), list[tuple[str, ...]])
    dice = [(draw.sides, draw.values) for draw in entry.draws]
    return dice == [(draw.sides, draw.values) for draw in draws] and [
        end.digest for end in entry.phase_ends
    ] == [end[0] for end in ends]


def _told_alike(entry: Entry, row: ActRow) -> bool:
    """Whether an entry tells of the same events as a row: their kinds and their facts, of which there may be more now."""
    now, then = events_of(events_text(entry.events)), events_of(row.events)
    return len(now) == len(then) and all(map(_tells, now, then))


def _told_still(entry: Entry, row: ActRow) -> bool:
    """Whether an entry tells of all that a row tells of, in that order; another version may tell of more in between."""
    now = iter(events_of(events_text(entry.events)))
    return all(any(_tells(told, known) for told in now) for known in events_of(row.events))


def _tells(told: Event, known: Event) -> bool:
    """Whether an event is of the same kind as one that is known, and has its facts."""
    return told.kind == known.kind and all(told.facts.get(name) == fact for name, fact in known.facts.items())


def player_names(header: Header) -> dict[int, str]:
    """Who plays, as records name them."""
    return {
        seat: f"computer {player.agent}" if player.kind == "agent" else player.name or "human"
        for seat, player in enumerate(header.players)
    }
