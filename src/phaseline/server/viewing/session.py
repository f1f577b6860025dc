"""One viewer of a room: what is sent to it, and what it asks."""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

from phaseline.engine.sheet import Sheet
from phaseline.server.problems import Wrong
from phaseline.server.rooms.house import Opened
from phaseline.server.rooms.room import Room
from phaseline.server.viewing.change import sheet_change
from phaseline.server.viewing.choices import Choices
from phaseline.server.viewing.lens import Lens, Lenses
from phaseline.server.viewing.scene import Stance, drawn, state_now, state_then
from phaseline.server.viewing.story import story
from phaseline.server.wire import ChangeMessage, Moment, ServerMessage, StateMessage, ThinkingMessage

PAUSE = 0.002
"""Seconds before a viewer is told of a change: showing it is work, and whoever gave the order hears of it first."""
_LENSES: WeakKeyDictionary[Room, Lenses] = WeakKeyDictionary()
"""What the viewers of each room look through."""


class Session:
    """A viewer and the seat it sits on (None: a spectator, or in an open match everybody).

    `seat` must be one of `eyes()`; raises `Wrong` otherwise. `since` is the first entry it wants to hear of.
    """

    def __init__(self, opened: Opened, seat: int | None, since: int = 0) -> None:
        self.opened = opened
        self.room = opened.room
        self.seat: int | None = seat
        self._told = max(since, 0)
        self._bare = self.room.bare
        self._sheet: Sheet | None = None
        """What it was shown last."""
        self._due = asyncio.Event()
        self._thoughts: list[ThinkingMessage] = []
        self._lenses = _LENSES.setdefault(self.room, Lenses(self.room.id))
        self.sit(seat)

    # -- whose eyes --------------------------------------------------------------------------------------------------

    def eyes(self) -> list[int]:
        """The seats it may sit on: all of an open or finished match, otherwise those that people play."""
        seats = range(len(self.room.match.game.seats))
        return list(seats) if self.room.bare else [seat for seat in self.room.humans() if seat in seats]

    def sit(self, seat: int | None) -> None:
        """See with the eyes of this seat from now on. Raises `Wrong`."""
        names = self.room.match.game.seats
        if seat is not None and not 0 <= seat < len(names):
            raise Wrong(f"there is no seat {seat}; the seats are 0 to {len(names) - 1}", field="seat")
        if seat is not None and seat not in self.eyes():
            raise Wrong(
                f"{names[seat]} is played by the computer; what it knows is hidden until the match is over",
                status=403,
                field="seat",
            )
        if seat != self.seat:
            self.seat = seat
            self.changed(0)
        self._due.set()

    def acting(self) -> int | None:
        """The seat whose orders it gives: its own, or in an open match a human one that has to decide."""
        room, seat = self.room, self.seat
        if not room.bare:  # its seat may have been given to a computer meanwhile
            return seat if seat is not None and room.players[seat].kind == "human" else None
        decision = room.match.decision
        if decision is None or seat in decision.seats:
            return seat
        return next((seat for seat in decision.seats if seat in room.humans()), self.seat)

    def lens(self) -> Lens:
        """What it sees through now."""
        room = self.room
        moment = room.chronicle.serial, len(room.match.entries)
        return self._lenses.at(moment, room.match.state, self.acting(), bare=room.bare)

    def choices(self) -> Choices:
        """What it may order. Raises `Wrong` for a spectator."""
        lens = self.lens()
        if lens.seat is None:
            raise Wrong("a spectator gives no orders; take a seat first", status=403)
        return Choices(self.room.match, lens, self.room.match.game.aids)

    # -- what it is sent ---------------------------------------------------------------------------------------------

    def changed(self, cut: int | None) -> None:
        """Something has changed: it will be told soon."""
        if cut is not None:
            self._told = min(self._told, cut)
        self._due.set()

    def thinking(self, seat: int, since: str | None, share: float | None = None) -> None:
        """A computer has begun or stopped to think, or is so far."""
        self._thoughts.append(ThinkingMessage(seat=seat, since=since, share=share))
        self._due.set()

    def closed(self) -> None:
        """The room must be left."""
        self._due.set()

    async def news(self) -> list[ServerMessage]:
        """What is to be sent next; waits until there is something. Changes in between are told of together.

        Raises `Closed` when the room must be left.
        """
        await self._due.wait()
        await asyncio.sleep(PAUSE)
        async with self.room.at_rest():
            self._due.clear()
            messages: list[ServerMessage] = list(self._thoughts)
            self._thoughts.clear()
            lens = self.lens()
            if lens.bare != self._bare:  # the match is over: nothing is hidden any more
                self._bare, self._told = lens.bare, 0
            messages.append(self._seen(lens))
            return messages

    def _seen(self, lens: Lens) -> StateMessage | ChangeMessage:
        """What it sees now, and what happened since it was told last."""
        match, since, before, sheet = self.room.match, self._told, self._sheet, lens.sheet
        state = state_now(self.room.chronicle, lens, self._stance(lens.seat))
        events = story(match, lens, since)
        self._told, self._sheet = len(match.entries), sheet
        if before is None:
            return StateMessage(since=since, events=events, state=drawn(state, sheet))
        return ChangeMessage(since=since, events=events, state=state, sheet=sheet_change(before, sheet))

    def state_after(self, entry: int) -> Moment:
        """What it saw after an earlier entry. Raises `Wrong`."""
        match = self.room.match
        if not 0 <= entry < len(match.entries):
            raise Wrong(f"entries are numbered 0 to {len(match.entries) - 1}", field="entry")
        position = self.room.history.position(entry).copy()
        state = match.game.state_type(match.game, match.scenario, position)
        acting = self.acting()
        lens = Lens(state, acting, bare=self.room.bare, salt="")
        return state_then(self.room.chronicle, lens, self._stance(acting), entry)

    def _stance(self, acting: int | None) -> Stance:
        return Stance(
            seat=self.seat,
            eyes=self.eyes(),
            undoer=self.undoer() if self.room.bare else acting,
            thinking=sorted(self.opened.players.at_work),
        )

    # -- what it does ------------------------------------------------------------------------------------------------

    def undoer(self) -> int | None:
        """The seat whose last order it takes back: its own, or in an open match that of whoever gave the last."""
        room = self.room
        if not room.bare:
            return self.acting()
        last = room.match.entries[-1].seat
        if room.chronicle.undone:
            undone = room.chronicle.undone[-1][0]
            last = undone if last is None or self._nothing_left(last) else last
        return last if last is not None and last in room.humans() else self.acting()

    def _nothing_left(self, seat: int) -> bool:
        return all(entry.before is None for entry in self.room.match.entries if entry.seat == seat)

    def giver(self) -> int:
        """The seat for which it may order now. Raises `Wrong`."""
        seat = self.acting()
        if seat is None:
            raise Wrong("a spectator gives no orders; take a seat first", status=403)
        if seat not in self.room.humans():
            raise Wrong(f"{self.room.match.game.seats[seat]} is played by the computer", status=403)
        return seat
