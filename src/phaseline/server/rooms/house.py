"""All rooms of a service: opened when somebody comes, closed when nobody has been there for a while."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from phaseline.server.computers.pool import Computers
from phaseline.server.packs import PackMissing, Packs
from phaseline.server.problems import Wrong, not_found
from phaseline.server.rooms.chronicle import Chronicle, rebuilt
from phaseline.server.rooms.keeper import Keeper
from phaseline.server.rooms.player import ComputerPlayers
from phaseline.server.rooms.rescue import rescued
from phaseline.server.rooms.room import Room
from phaseline.server.storage.rows import ActRow, CorruptMatch, Header
from phaseline.server.storage.trouble import BACKUP, trouble
from phaseline.wording.shown import shown

OPEN = 64
"""So many rooms without viewers stay open; those longest left alone are closed first."""


@dataclass
class Opened:
    """A room with its computer players and the number of its viewers."""

    room: Room
    players: ComputerPlayers
    viewers: int = 0


class Unopened(Wrong):
    """A match is kept, but what is stored of it cannot be played on here.

    It is `sealed` if it has secrets still: it can be opened again as soon as its data pack is here.
    """

    def __init__(self, header: Header, why: CorruptMatch) -> None:
        self.sealed = isinstance(why, PackMissing) and not header.open and header.outcome is None
        hints = [why.hint] if isinstance(why, PackMissing) else []
        if not self.sealed:
            hints.append(f"its record can be taken out: /api/matches/{header.id}/record")
        super().__init__(
            f'the match "{header.title}" is kept, but cannot be opened: {why}',
            status=409,
            hint="; ".join(hints),
        )


@contextmanager
def _readable(name: str) -> Iterator[None]:
    """While something of a match is read from the store: what stands in the way is told. Raises `Wrong`."""
    try:
        yield
    except SQLAlchemyError as error:
        raise trouble(error, f'the match "{shown(name)}" cannot be read') from error
    except (ValueError, RecursionError) as error:  # what is stored is no row of ours any more
        raise Wrong(
            f'the match "{shown(name)}" cannot be read: what is stored of it is damaged',
            status=409,
            hint=BACKUP,
        ) from error


class House:
    """The rooms."""

    def __init__(self, keeper: Keeper, computers: Computers, budget: float, packs: Packs) -> None:
        self.keeper = keeper
        self._packs = packs
        self._computers = computers
        self._budget = budget
        self._opened: dict[str, Opened] = {}
        self._doors: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()  # one while it is used

    async def open(self, match_id: str) -> Opened:
        """The room of a match, read from the store if nobody is there. Raises `Wrong`."""
        door = self._doors.setdefault(match_id, asyncio.Lock())
        async with door:
            opened = self._opened.pop(match_id, None)
            if opened is not None and opened.room.broken:
                await opened.players.close()
                opened = None
            if opened is None:
                opened = await self._read(match_id)
            self._opened[match_id] = opened  # the latest last
        opened.players.changed()
        await self._tidy(keep=match_id)
        return opened

    async def enter(self, match_id: str) -> Opened:
        """Open a room to look on; `leave` must follow."""
        opened = await self.open(match_id)
        opened.viewers += 1
        opened.players.watched = True
        opened.players.changed()
        return opened

    def leave(self, opened: Opened) -> None:
        """A viewer has gone."""
        opened.viewers -= 1
        opened.players.watched = opened.viewers > 0

    async def close_room(self, match_id: str) -> None:
        """Close a room, because what is stored of its match is no longer what is in it. Viewers must come again."""
        door = self._doors.setdefault(match_id, asyncio.Lock())
        async with door:
            opened = self._opened.pop(match_id, None)
            if opened is not None:
                opened.room.close()
                await opened.players.close()

    async def close(self) -> None:
        """Close all."""
        for opened in list(self._opened.values()):
            await opened.players.close()
        self._opened.clear()

    def put(self, chronicle: Chronicle) -> Opened:
        """A room for a match that has just been stored."""
        opened = self._made(chronicle)
        self._opened[chronicle.header.id] = opened
        return opened

    async def _read(self, match_id: str) -> Opened:
        header, acts = await self.stored(match_id)
        store = self.keeper.store
        try:
            chronicle = await asyncio.to_thread(
                rebuilt, header, acts, lambda entry: store.position(match_id, entry), self._packs
            )
        except CorruptMatch as error:
            raise Unopened(header, error) from error
        except SQLAlchemyError as error:
            raise trouble(error, f'the match "{header.title}" cannot be read') from error
        opened = self._made(chronicle)
        if header.outcome is not None:
            with _readable(header.title):
                opened.room.plans = await self.keeper.run(store.plans, match_id)
        return opened

    async def stored(self, match_id: str) -> tuple[Header, list[ActRow]]:
        """What is stored of a match. Raises `Wrong`."""
        store = self.keeper.store
        with _readable(match_id):
            header = await self.keeper.run(store.header, match_id)
        if header is None:
            raise not_found(f'there is no match "{shown(match_id)}"', "GET /api/matches lists them")
        with _readable(header.title):
            return header, await self.keeper.run(store.acts, match_id)

    def _made(self, chronicle: Chronicle) -> Opened:
        room = Room(chronicle, self.keeper)
        return Opened(room, ComputerPlayers(room, self._computers, self._budget))

    async def rescued(self, match_id: str) -> str:
        """The record of a match that cannot be opened, from what is stored of it. Raises `Wrong`."""
        header, acts = await self.stored(match_id)
        try:
            return rescued(header, acts)
        except (CorruptMatch, ValueError, LookupError) as error:
            raise Wrong(
                f'of the match "{header.title}" not even the orders can be read: {error}',
                status=409,
                hint=BACKUP,
            ) from error

    async def _tidy(self, keep: str) -> None:
        idle = [key for key, opened in self._opened.items() if not opened.viewers and key != keep]
        for key in idle[: max(0, len(self._opened) - OPEN)]:
            opened = self._opened.pop(key)
            await opened.players.close()
