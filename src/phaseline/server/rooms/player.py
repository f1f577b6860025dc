"""Lets the computer players of a room think when it is their turn, and gives their orders."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random

from phaseline.ai.driver import observe
from phaseline.engine.events import redact
from phaseline.engine.orders import NotationError, Order
from phaseline.server.computers.job import Job, Thought, position_text
from phaseline.server.computers.pool import Computers, ThinkingFailed
from phaseline.server.problems import Refused, Wrong
from phaseline.server.rooms.room import Room
from phaseline.server.storage.rows import now
from phaseline.server.storage.told import events_text

LOG = logging.getLogger(__name__)


class ComputerPlayers:
    """The computer players of one room, an onlooker of it: they think whenever one of them has to decide."""

    def __init__(self, room: Room, computers: Computers, budget: float) -> None:
        self._room = room
        self._computers = computers
        self._budget = budget
        self._news = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self.watched = False
        """Whether anybody looks on; without that, computers do not play against each other."""
        self.at_work: dict[int, str] = {}
        """Since when each seat's computer has been thinking."""
        self._heard: dict[int, int] = {}
        """How many entries each seat's computer has been told of."""
        self.plans: dict[int, list[str]] = {}
        """What each seat's computer said of its plan last."""
        room.onlookers.add(self)

    def changed(self, cut: int | None = None) -> None:
        """See whether a computer has to think; one that thinks about what is no longer asked is stopped."""
        if cut is not None:
            self._heard = {seat: min(heard, cut) for seat, heard in self._heard.items()}
        self._news.set()
        if (self._task is None or self._task.done()) and self._next() is not None:
            self._task = asyncio.ensure_future(self._play())
            self._task.add_done_callback(self._report)

    def _report(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("match %s: the computer players stopped", self._room.id, exc_info=error)

    def thinking(self, seat: int, since: str | None) -> None:
        """Nothing: that is their own doing."""

    async def close(self) -> None:
        """Stop thinking."""
        self._room.onlookers.discard(self)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def advice(self, seat: int, agent: str) -> Thought:
        """What an agent would do in this seat now, and why. Raises `ThinkingFailed`."""
        return await self._computers.think(self._job(seat, agent, "advice"))

    def _next(self) -> int | None:
        room = self._room
        decision = room.match.decision
        if room.broken or decision is None or not (self.watched or room.humans()):
            return None
        return next((seat for seat in decision.seats if room.players[seat].kind == "agent"), None)

    async def _play(self) -> None:
        while (seat := self._next()) is not None:
            thinking = asyncio.ensure_future(self._think(seat))
            try:
                if await self._wanted(seat, thinking):
                    await self._give(seat, thinking.result())
            finally:
                thinking.cancel()

    async def _wanted(self, seat: int, thinking: asyncio.Task[Order | None]) -> bool:
        """Wait for the thought; False when it is no longer asked for."""
        stamp = self._room.ledger.serial
        while not thinking.done():
            self._news.clear()
            news = asyncio.ensure_future(self._news.wait())
            try:
                await asyncio.wait({thinking, news}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                news.cancel()
            if not self._still_asked(seat, stamp):
                return False
        return True

    def _still_asked(self, seat: int, stamp: int) -> bool:
        """Whether what this seat was asked is asked still: in secret choices, others' orders change nothing."""
        room = self._room
        decision = room.match.decision
        if decision is None or seat not in decision.seats or room.players[seat].kind != "agent":
            return False
        return room.ledger.serial == stamp or decision.simultaneous

    async def _think(self, seat: int) -> Order | None:
        """The order that the computer in this seat gives; None when it has failed."""
        room = self._room
        agent = room.players[seat].agent or ""
        clock = asyncio.get_running_loop().time
        started = clock()
        self._note(seat, now())
        try:
            told = len(room.match.entries)
            thought = await self._computers.think(self._job(seat, agent, "order"))
            self._heard[seat] = told
            self.plans[seat] = thought.plan
            order = room.match.parse(thought.order)
        except (ThinkingFailed, NotationError) as error:
            LOG.warning("match %s: %s", room.id, error)
            order = None
        finally:
            self._note(seat, None)
        last = room.match.entries[-1].seat
        answering = last is not None and room.players[last].kind == "human"
        if not answering:  # so that computers' orders can be followed; a person is answered at once
            await asyncio.sleep(max(0.0, room.header.pace - (clock() - started)))
        return order

    async def _give(self, seat: int, order: Order | None) -> None:
        room = self._room
        if order is not None and room.match.check(seat, order) is not None:
            LOG.warning("match %s: %s is refused to the computer", room.id, room.match.write(order))
            order = None
        if order is None:
            # The match goes on; which order that is rests on what the seat can see.
            order = room.match.legal(seat).sample(random.Random(f"{room.id} {room.ledger.serial}"))
        try:
            await room.give(seat, order, entry=len(room.match.entries) - 1)
        except (Refused, Wrong) as error:
            LOG.warning("match %s: the computer's order came to nothing: %s", room.id, error)

    def _note(self, seat: int, since: str | None) -> None:
        if since is None:
            self.at_work.pop(seat, None)
        else:
            self.at_work[seat] = since
        for onlooker in list(self._room.onlookers):
            onlooker.thinking(seat, since)

    def _job(self, seat: int, agent: str, what: str) -> Job:
        room = self._room
        view = observe(room.match, seat).view
        new = room.match.entries[self._heard.get(seat, 0) :] if what == "order" else []
        heard = redact([event for entry in new for event in entry.events], seat)
        key = f"{room.id} {seat} {what}"
        return Job(
            player=key,
            agent=agent,
            seed=int.from_bytes(hashlib.sha256(key.encode()).digest()[:6], "big"),
            game=room.header.game,
            scenario=room.header.scenario,
            options=room.header.options,
            seat=seat,
            position=position_text(view),
            seats=view.seats,
            path=view.path,
            prompt=view.prompt,
            case=view.case,
            seconds=self._budget,
            heard=events_text(heard),
        )
