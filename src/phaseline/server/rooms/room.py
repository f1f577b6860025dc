"""A room: one match under way, in which everything happens one after the other and nothing is said before it is kept."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Protocol, TypeVar

from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError

from phaseline.engine.match import CannotUndo, Match
from phaseline.engine.orders import Order
from phaseline.engine.refusal import IllegalOrder
from phaseline.server.problems import Refused, Wrong
from phaseline.server.rooms.chronicle import Chronicle
from phaseline.server.rooms.history import History
from phaseline.server.rooms.keeper import Keeper
from phaseline.server.storage.rows import Header
from phaseline.server.storage.store import Overtaken
from phaseline.server.storage.trouble import complaint, trouble
from phaseline.server.wire import Player

LOG = logging.getLogger(__name__)
T = TypeVar("T")


class Closed(Wrong):
    """What is in memory is no longer what is stored: the room must be left, and opened anew."""

    def __init__(self) -> None:
        super().__init__("this match must be opened again", status=503, hint="load the page anew")


class Onlooker(Protocol):
    """Whoever wants to hear of a room at once; it must not take long."""

    def changed(self, cut: int | None) -> None:
        """Something has changed; entries from `cut` on were taken back or made anew."""

    def thinking(self, seat: int, since: str | None, share: float | None = None) -> None:
        """The computer in this seat has begun to think, or (None) stopped; `share` of it is done, where that is known."""

    def closed(self) -> None:
        """The room must be left; there is nothing more to see in it."""


class Room:
    """One match. Orders, undos and changes of players are taken one at a time and are on the disk when they return.

    Whoever looks at the match does so at rest; in between, it may hold what is not kept yet, and may never be. The
    header tells only what is kept.
    """

    def __init__(self, chronicle: Chronicle, keeper: Keeper) -> None:
        self.chronicle = chronicle
        self.history = History(chronicle, lambda entry: keeper.store.position(chronicle.header.id, entry))
        self._lock = asyncio.Lock()
        self.onlookers: set[Onlooker] = set()
        self.plans: dict[int, list[str]] = {}
        """What each seat's computer said of its plan last. It is kept when the match ends."""
        self.broken = False
        """It is closed: what is in memory is no longer what is stored."""
        self._keeper = keeper

    @property
    def id(self) -> str:
        """The match's id."""
        return self.chronicle.header.id

    @property
    def match(self) -> Match:
        """The match."""
        return self.chronicle.match

    @property
    def header(self) -> Header:
        """What is stored of the match besides its entries."""
        return self.chronicle.header

    @property
    def players(self) -> tuple[Player, ...]:
        """Who plays, by seat."""
        return self.chronicle.header.players

    @property
    def bare(self) -> bool:
        """Whether everybody sees everything: the match is open, or it is over."""
        return self.header.open or self.header.outcome is not None

    def humans(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, player in enumerate(self.players) if player.kind == "human"]

    @asynccontextmanager
    async def at_rest(self) -> AsyncIterator[None]:
        """While nothing happens in it, and all that did is kept. Raises `Closed`."""
        async with self._lock:
            if self.broken:
                raise Closed
            yield

    # -- what changes it ---------------------------------------------------------------------------------------------

    async def do(self, act: Callable[[], None]) -> int:
        """Do something in memory at rest, keep it, and only then tell of it; returns the last entry.

        `act` uses `submit`, `undo` and `redo`, and may raise what it likes before it has changed anything. What has
        begun goes on to its end even if whoever asked has gone. Raises `Wrong` when it could not be kept: it has not
        happened then, and the room is closed.
        """
        return await _to_the_end(self._do(act))

    async def change(
        self,
        *,
        title: str | None = None,
        players: tuple[Player, ...] | None = None,
        pace: float | None = None,
    ) -> Header:
        """Change the header; what is None stays. Raises `Wrong` when that could not be kept."""
        return await _to_the_end(self._change(title, players, pace))

    def submit(self, seat: int, order: Order, *, entry: int, stamp: int | None = None) -> None:
        """Carry out an order that was chosen when `entry` was the last.

        Raises `Refused` when it is against the rules or comes too late.
        """
        self._check_fresh(seat, entry, stamp)
        try:
            self.chronicle.submit(seat, order)
        except IllegalOrder as error:
            raise Refused(error.refusal.case, error.refusal.reason) from error

    def undo(self, seat: int) -> None:
        """Take back the last order of `seat`. Raises `Refused`."""
        try:
            self.chronicle.undo(seat)
        except CannotUndo as reason:
            raise Refused(self._case(), str(reason)) from reason

    def redo(self, seat: int) -> None:
        """Give again the order that `seat` took back last. Raises `Refused`."""
        if self.chronicle.again(seat) is None:
            raise Refused(
                self._case(), "there is no order to give again: none was taken back, or it is no longer legal"
            )
        self.chronicle.redo(seat)

    def close(self) -> None:
        """Turn everybody out: what is in memory is no longer what is stored."""
        self.broken = True
        for onlooker in list(self.onlookers):
            onlooker.closed()

    # -- inside ------------------------------------------------------------------------------------------------------

    async def _do(self, act: Callable[[], None]) -> int:
        async with self.at_rest():
            act()
            change = self.chronicle.take_pending()
            if change.header.outcome is not None:
                change = replace(change, plans=dict(self.plans))
            if change.acts:
                kept = False
                try:
                    await self._keeper.keep(change)
                    kept = True
                except Exception as error:
                    raise self._not_kept(error) from error
                finally:
                    if not kept:
                        self.close()
                self.chronicle.header = change.header
                if change.cut is not None:
                    self.history.cut(change.cut)
                self._tell(change.cut)
            return len(self.match.entries) - 1

    async def _change(
        self, title: str | None, players: tuple[Player, ...] | None, pace: float | None
    ) -> Header:
        async with self.at_rest():
            old = self.header
            new = replace(
                old,
                title=old.title if title is None else title,
                players=old.players if players is None else players,
                pace=old.pace if pace is None else pace,
            )
            try:
                await self._keeper.run(self._keeper.store.change, new)
            except Exception as error:
                raise self._not_kept(error) from error
            self.chronicle.header = new
            self._tell(None)
            return new

    def _not_kept(self, error: Exception) -> Wrong:
        """What to say when the store has failed; the log is told too, once."""
        LOG.error("match %s: nothing was kept: %s", self.id, complaint(error))
        if isinstance(error, Overtaken):
            return Wrong(
                "this match was changed elsewhere meanwhile, so nothing was done here",
                status=409,
                hint="look again, then decide anew",
            )
        if isinstance(error, SQLAlchemyError):
            return trouble(error, "this could not be kept, so it has not happened")
        return Wrong(f"this could not be kept, so it has not happened: {complaint(error)}", status=503)

    def _check_fresh(self, seat: int, entry: int, stamp: int | None) -> None:
        """Orders given in secret at the same time do not make each other stale; everything else does."""
        last = len(self.match.entries) - 1
        if stamp is not None and stamp == self.chronicle.serial and entry == last:
            return
        since = self.match.entries[entry + 1 :]
        secret = all(
            other.simultaneous and other.seat != seat and other.before is not None for other in since
        )
        renumbered = stamp is not None and self.chronicle.serial - stamp != last - entry
        if entry > last or entry < 0 or not secret or renumbered:
            raise Refused(self._case(), "the position has changed since you looked; look again")

    def _case(self) -> str:
        decision, outcome = self.match.decision, self.match.outcome
        if decision is not None:
            return decision.case
        return "-" if outcome is None else outcome.case

    def _tell(self, cut: int | None) -> None:
        for onlooker in list(self.onlookers):
            onlooker.changed(cut)


async def _to_the_end(doing: Awaitable[T]) -> T:
    return await asyncio.shield(asyncio.ensure_future(doing))
