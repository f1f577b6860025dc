"""Lets the computer players of a room think when it is their turn, and gives their orders."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass

from phaseline.ai import registry as agents
from phaseline.ai.driver import observe
from phaseline.engine.orders import NotationError, Order
from phaseline.server.computers.job import Heard, Job, Story, Thought, position_text
from phaseline.server.computers.pool import Computers, ThinkingFailed
from phaseline.server.problems import Refused
from phaseline.server.rooms.hearing import Hearing
from phaseline.server.rooms.room import Closed, Room
from phaseline.server.storage.rows import now

LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class _Asked:
    """What a computer is asked: `stamp` is the serial of the position, `story` what happened before."""

    seat: int
    stamp: int
    story: Callable[[Heard], Story]
    answering: bool
    """Whether a person has just ordered something: people are answered at once."""
    job: Job


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
        self._hearing = Hearing()
        self._hurried = asyncio.Event()
        """Set when people want to wait no longer, until they are asked again."""
        room.onlookers.add(self)

    def changed(self, cut: int | None = None) -> None:
        """See whether a computer has to think; one that thinks about what is no longer asked is stopped."""
        if cut is not None:
            self._hearing.cut(cut)
        self._news.set()
        if (self._task is None or self._task.done()) and self._next() is not None:
            self._task = asyncio.ensure_future(self._play())
            self._task.add_done_callback(self._report)

    def _report(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and (error := task.exception()) is not None:
            LOG.error("match %s: the computer players stopped", self._room.id, exc_info=error)

    def thinking(self, seat: int, since: str | None, share: float | None = None) -> None:
        """Nothing: that is their own doing."""

    def hurry(self) -> None:
        """Have orders given at once with what has been thought so far, until a person has to decide again."""
        self._hurried.set()
        for seat in self.at_work:
            self._computers.hurry(self._key(seat, "order"))

    def closed(self) -> None:
        """The room is closed: nothing is asked any more."""
        self._news.set()

    async def close(self) -> None:
        """Stop thinking."""
        self._room.onlookers.discard(self)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    def advice(self, seat: int, agent: str) -> Awaitable[Thought]:
        """What an agent would do in this seat in the position of now, and why. Raises `ThinkingFailed` when awaited."""
        return self._computers.think(self._job(seat, agent, "advice"), story=self._story(seat))

    def _next(self) -> int | None:
        room = self._room
        decision = room.match.decision
        if room.broken or decision is None or not (self.watched or room.humans()):
            return None
        return next((seat for seat in decision.seats if room.players[seat].kind == "agent"), None)

    async def _play(self) -> None:
        with suppress(Closed):  # then others play on, in a room of their own
            while (asked := await self._ask()) is not None:
                thinking = asyncio.ensure_future(self._think(asked))
                try:
                    if await self._wanted(asked, thinking):
                        await self._give(asked, thinking.result())
                finally:
                    thinking.cancel()

    async def _ask(self) -> _Asked | None:
        """What is asked of a computer now, made of what is kept; None when nothing is. Raises `Closed`."""
        room = self._room
        async with room.at_rest():
            seat = self._next()
            if seat is None:
                self._hurried.clear()
                return None
            last = room.match.entries[-1].seat
            answering = last is not None and room.players[last].kind == "human"
            if answering:
                self._hurried.clear()
            return _Asked(
                seat,
                room.chronicle.serial,
                self._story(seat),
                answering=answering,
                job=self._job(seat, room.players[seat].agent or "", "order"),
            )

    async def _wanted(self, asked: _Asked, thinking: asyncio.Task[Order | None]) -> bool:
        """Wait for the thought; False when it is no longer asked for."""
        while not thinking.done():
            self._news.clear()
            news = asyncio.ensure_future(self._news.wait())
            try:
                await asyncio.wait({thinking, news}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                news.cancel()
            if not self._still(asked):
                return False
        return True

    def _still(self, asked: _Asked) -> bool:
        """Whether what was asked is asked still: in secret choices, others' orders change nothing."""
        room, seat = self._room, asked.seat
        decision = room.match.decision
        if (
            room.broken
            or decision is None
            or seat not in decision.seats
            or room.players[seat].kind != "agent"
        ):
            return False
        return room.chronicle.serial == asked.stamp or decision.simultaneous

    async def _think(self, asked: _Asked) -> Order | None:
        """The order that the computer in this seat gives; None when it has failed."""
        room, seat = self._room, asked.seat
        clock = asyncio.get_running_loop().time
        started = clock()
        self._note(seat, now())
        try:
            thought = await self._computers.think(
                asked.job, lambda share: self._note(seat, self.at_work.get(seat), share), asked.story
            )
            self._room.plans[seat] = thought.plan
            for text in thought.dropped:
                LOG.warning(
                    "match %s: %s dropped an illegal order of its plan: %s",
                    room.id,
                    room.players[seat].agent,
                    text,
                )
            order = room.match.parse(thought.order)
        except (ThinkingFailed, NotationError) as error:
            LOG.warning("match %s: %s", room.id, error)
            order = None
        finally:
            self._note(seat, None)
        if not asked.answering:  # so that computers' orders can be followed
            with suppress(TimeoutError):
                async with asyncio.timeout(room.header.pace - (clock() - started)):
                    await self._hurried.wait()
        return order

    async def _give(self, asked: _Asked, order: Order | None) -> None:
        """Give the order, or another if that may not be given: the match goes on. Raises `Closed`."""
        room = self._room

        def giving() -> None:
            if self._still(asked):
                room.submit(asked.seat, self._legal(asked.seat, order), entry=len(room.match.entries) - 1)

        try:
            await room.do(giving)
        except Refused as error:
            LOG.warning("match %s: the computer's order came to nothing: %s", room.id, error)

    def _legal(self, seat: int, order: Order | None) -> Order:
        """The order if it is legal; otherwise any, which one rests on what the seat can see."""
        match = self._room.match
        if order is not None and match.check(seat, order) is None:
            return order
        if order is not None:
            LOG.warning("match %s: %s is refused to the computer", self._room.id, match.write(order))
        return match.legal(seat).sample(random.Random(f"{self._room.id} {self._room.chronicle.serial}"))

    def _note(self, seat: int, since: str | None, share: float | None = None) -> None:
        if since is None:
            self.at_work.pop(seat, None)
        else:
            self.at_work[seat] = since
        for onlooker in list(self._room.onlookers):
            onlooker.thinking(seat, since, share)

    def _key(self, seat: int, what: str) -> str:
        return f"{self._room.id} {seat} {what}"

    def _story(self, seat: int) -> Callable[[Heard], Story]:
        """What the seat was told of the match as it is now."""
        return self._hearing.told(self._room.match.entries, seat)

    def _job(self, seat: int, agent: str, what: str) -> Job:
        room = self._room
        view = observe(room.match, seat).view
        key = self._key(seat, what)
        return Job(
            player=key,
            agent=agent,
            seed=int.from_bytes(hashlib.sha256(key.encode()).digest()[:6], "big"),
            game=room.header.game,
            scenario=room.header.scenario,
            options=room.header.options,
            packs=tuple(mark.fingerprint for mark in room.match.scenario.packs),
            seat=seat,
            position=position_text(view),
            seats=view.seats,
            path=view.path,
            prompt=view.prompt,
            case=view.case,
            seconds=self._budget * agents.patience(agent),
            hurry=self._hurried.is_set() and what == "order",
        )
