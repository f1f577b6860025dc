"""The thinking processes of a service: started when first needed, replaced when one must be stopped."""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack

import msgspec
from msgspec.structs import replace

from phaseline.server.computers.job import HURRY, PACKS, STORY, Heard, Job, Progress, Story, Thought
from phaseline.server.packs import NO_PACKS, Packs

PATIENCE = 20.0
"""Seconds beyond its budget after which a thinker is taken to hang: loading a game and its data comes first."""
LINE = 1 << 24


class ThinkingFailed(RuntimeError):
    """A computer player gave no usable answer; the message says why."""


class Computers:
    """At most `workers` processes that think, each about one job at a time.

    A job that comes while others are free may be shared out among as many for a while (`Job.processes`).
    """

    def __init__(self, workers: int, packs: Packs = NO_PACKS) -> None:
        self._workers = workers
        self._packs = packs
        self._free = asyncio.Semaphore(workers)
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()
        self._at_work: dict[str, asyncio.subprocess.Process] = {}
        """Who thinks for each player."""
        self._pressed: set[str] = set()
        """The players whose answers were wanted at once while they waited for a free process."""
        self._in_line: Counter[str] = Counter()
        """How many jobs of each player wait for one."""

    async def think(
        self,
        job: Job,
        far: Callable[[float], None] = lambda _: None,
        story: Callable[[Heard], Story] = lambda _: Story(),
    ) -> Thought:
        """The answer to a job. Raises `ThinkingFailed`. When cancelled, the process that thinks is stopped at once.

        `far` hears now and then how much of the thinking is done, from 0 to 1, of players that can tell; `story` tells what
        happened that the agent has not heard yet.
        """
        process = await self._wait(job.player)
        job = replace(job, processes=max(1, self._workers - len(self._at_work)))
        self._at_work[job.player] = process
        self._all.add(process)
        if job.player in self._pressed:
            self._pressed.discard(job.player)
            job = replace(job, hurry=True)
        whole = False
        try:
            async with asyncio.timeout(job.seconds + PATIENCE):
                thought = await _ask(process, job, far, story)
            whole = True
        except TimeoutError:
            raise ThinkingFailed(f"{job.agent} did not answer in time") from None
        finally:
            if self._at_work.get(job.player) is process:  # another page may have asked the same since
                del self._at_work[job.player]
            if whole:
                self._idle.append(process)
            else:
                _stop(process)
                self._all = {other for other in self._all if other.returncode is None}
            self._free.release()
        if thought.error:
            raise ThinkingFailed(f"{job.agent}: {thought.error}")
        return thought

    async def _wait(self, player: str) -> asyncio.subprocess.Process:
        """A process for a player, once one is free; it is to be released. Until then the player waits in line."""
        self._in_line[player] += 1
        try:
            await self._free.acquire()
            with ExitStack() as unless_started:
                unless_started.callback(self._free.release)
                process = self._idle.pop() if self._idle else await _start(self._packs)
                unless_started.pop_all()
        except asyncio.CancelledError:
            self._pressed.discard(player)
            raise
        finally:
            self._in_line[player] -= 1
            self._in_line += Counter()  # those who wait no more are forgotten
        return process

    def hurry(self, player: str) -> None:
        """Have a player answer at once: with what it has, or, if it waits for its turn to think, with the least it can think.

        Nothing happens if it has nothing to answer.
        """
        process = self._at_work.get(player)
        if process is None and self._in_line[player]:
            self._pressed.add(player)
        elif process is not None and process.stdin is not None and process.returncode is None:
            process.stdin.write(HURRY)

    async def close(self) -> None:
        """Stop all processes, and wait until they are gone."""
        self._idle.clear()
        for process in self._all:
            _stop(process)
        for process in self._all:
            await process.communicate()  # until its pipes are closed too
        self._all.clear()


async def _start(packs: Packs) -> asyncio.subprocess.Process:
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "phaseline.server.computers.worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LINE,
    )
    if packs:
        assert process.stdin is not None
        process.stdin.write(PACKS + packs.to_bytes() + b"\n")
    return process


async def _ask(
    process: asyncio.subprocess.Process,
    job: Job,
    far: Callable[[float], None],
    story: Callable[[Heard], Story],
) -> Thought:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(msgspec.json.encode(job) + b"\n")
        await process.stdin.drain()
        while line := await process.stdout.readline():
            said = msgspec.json.decode(line, type=Heard | Progress | Thought)
            if isinstance(said, Thought):
                return said
            if isinstance(said, Progress):
                far(said.share)
                continue
            process.stdin.write(STORY + msgspec.json.encode(story(said)) + b"\n")
            await process.stdin.drain()
        raise ThinkingFailed(f"{job.agent}: its process has ended")
    except (ConnectionError, msgspec.DecodeError) as error:
        raise ThinkingFailed(f"{job.agent}: {error}") from error


def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.kill()
