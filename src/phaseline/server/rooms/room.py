"""A room: one match under way, in which everything happens one after the other and nothing is said before it is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol, TypeVar

from msgspec.structs import replace

from phaseline.engine.match import CannotUndo, Match
from phaseline.engine.orders import Order
from phaseline.engine.refusal import IllegalOrder
from phaseline.server.problems import Refused, Wrong
from phaseline.server.rooms.history import History
from phaseline.server.rooms.keeper import Keeper
from phaseline.server.rooms.ledger import Ledger, Pending
from phaseline.server.storage.rows import Header
from phaseline.server.viewing.charts import Charts
from phaseline.server.wire import Player

T = TypeVar("T")


class Onlooker(Protocol):
    """Whoever wants to hear of a room at once; it must not take long."""

    def changed(self, cut: int | None) -> None:
        """Something has changed; entries from `cut` on were taken back or made anew."""

    def thinking(self, seat: int, since: str | None) -> None:
        """The computer in this seat has begun to think, or (None) stopped."""


class Room:
    """One match. Orders, undos and changes of players are taken one at a time and are on the disk when they return."""

    def __init__(self, ledger: Ledger, keeper: Keeper) -> None:
        self.ledger = ledger
        self.history = History(ledger, lambda entry: keeper.store.position(ledger.header.id, entry))
        self.charts = Charts(ledger, self.history)
        self.lock = asyncio.Lock()
        self.onlookers: set[Onlooker] = set()
        self.broken = False
        """What is in memory is no longer what is stored: the room must be left, and opened anew."""
        self._keeper = keeper

    @property
    def id(self) -> str:
        """The match's id."""
        return self.ledger.header.id

    @property
    def match(self) -> Match:
        """The match."""
        return self.ledger.match

    @property
    def header(self) -> Header:
        """What is stored of the match besides its entries."""
        return self.ledger.header

    @property
    def players(self) -> tuple[Player, ...]:
        """Who plays, by seat."""
        return self.ledger.header.players

    @property
    def bare(self) -> bool:
        """Whether everybody sees everything: the match is open, or it is over."""
        return self.header.open or self.match.outcome is not None

    def humans(self) -> list[int]:
        """The seats that people play."""
        return [seat for seat, player in enumerate(self.players) if player.kind == "human"]

    # -- what changes it ---------------------------------------------------------------------------------------------

    async def give(self, seat: int, order: Order, *, entry: int, stamp: int | None = None) -> int:
        """Carry out an order that was chosen when `entry` was the last; returns the entry it made.

        Raises `Refused` when it is against the rules or comes too late.
        """

        async def giving() -> int:
            self._check_fresh(seat, entry, stamp)
            try:
                self.ledger.submit(seat, order)
            except IllegalOrder as error:
                raise Refused(error.refusal.case, error.refusal.reason) from error
            return await self._keep()

        return await self._alone(giving())

    async def take_back(self, seat: int) -> int:
        """Take back the last order of `seat`; returns the last entry that is left. Raises `Refused`."""

        async def taking_back() -> int:
            try:
                self.ledger.undo(seat)
            except CannotUndo as reason:
                raise Refused(self._case(), str(reason)) from reason
            return await self._keep()

        return await self._alone(taking_back())

    async def give_again(self, seat: int) -> int:
        """Give again the order that `seat` took back last. Raises `Refused`."""

        async def giving_again() -> int:
            if self.ledger.again(seat) is None:
                raise Refused(
                    self._case(),
                    "there is no order to give again: none was taken back, or it is no longer legal",
                )
            self.ledger.redo(seat)
            return await self._keep()

        return await self._alone(giving_again())

    async def change(
        self,
        *,
        title: str | None = None,
        players: tuple[Player, ...] | None = None,
        pace: float | None = None,
    ) -> Header:
        """Change the header; what is None stays."""

        async def changing() -> Header:
            header = self.ledger.header
            self.ledger.header = replace(
                header,
                title=header.title if title is None else title,
                players=header.players if players is None else players,
                pace=header.pace if pace is None else pace,
            )
            try:
                await self._keeper.run(self._keeper.store.change, self.ledger.header)
            except BaseException:
                self.ledger.header = header
                raise
            self._tell(None)
            return self.ledger.header

        return await self._alone(changing())

    def close(self) -> None:
        """Turn everybody out: what is in memory is no longer what is stored."""
        self.broken = True
        self._tell(None)

    # -- inside ------------------------------------------------------------------------------------------------------

    async def _alone(self, doing: Coroutine[Any, Any, T]) -> T:
        """Do it while nobody else does anything, to the end even if whoever asked has gone."""

        async def locked() -> T:
            async with self.lock:
                if self.broken:
                    doing.close()
                    raise Wrong("this match must be opened again", status=503, hint="load the page anew")
                return await doing

        return await asyncio.shield(asyncio.ensure_future(locked()))

    async def _keep(self) -> int:
        """Write what was done in memory, then tell everybody; returns the last entry."""
        pending: Pending = self.ledger.take_pending()
        try:
            await self._keeper.run(
                self._keeper.store.append, self.header, pending.acts, pending.positions, pending.cut
            )
        except BaseException as error:
            self.close()
            raise Wrong(
                f"the order could not be kept: {error}",
                status=503,
                hint="see that the disk has room, then load the page anew",
            ) from error
        if pending.cut is not None:
            self.history.cut(pending.cut)
            self.charts.cut(pending.cut)
        self._tell(pending.cut)
        return len(self.match.entries) - 1

    def _check_fresh(self, seat: int, entry: int, stamp: int | None) -> None:
        """Orders given in secret at the same time do not make each other stale; everything else does."""
        last = len(self.match.entries) - 1
        if stamp is not None and stamp == self.ledger.serial and entry == last:
            return
        since = self.match.entries[entry + 1 :]
        secret = all(
            other.simultaneous and other.seat != seat and other.before is not None for other in since
        )
        renumbered = stamp is not None and self.ledger.serial - stamp != last - entry
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
