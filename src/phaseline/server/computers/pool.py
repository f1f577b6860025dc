"""The thinking processes of a service: started when first needed, replaced when one must be stopped."""

from __future__ import annotations

import asyncio
import sys

import msgspec

from phaseline.server.computers.job import Job, Thought

PATIENCE = 20.0
"""Seconds beyond its budget after which a thinker is taken to hang: loading a game and its data comes first."""
LINE = 1 << 24


class ThinkingFailed(RuntimeError):
    """A computer player gave no usable answer; the message says why."""


class Computers:
    """At most `workers` processes that think, each about one job at a time."""

    def __init__(self, workers: int) -> None:
        self._free = asyncio.Semaphore(workers)
        self._idle: list[asyncio.subprocess.Process] = []
        self._all: set[asyncio.subprocess.Process] = set()

    async def think(self, job: Job) -> Thought:
        """The answer to a job. Raises `ThinkingFailed`. When cancelled, the process that thinks is stopped at once."""
        async with self._free:
            process = self._idle.pop() if self._idle else await _start()
            self._all.add(process)
            whole = False
            try:
                async with asyncio.timeout(job.seconds + PATIENCE):
                    thought = await _ask(process, job)
                whole = True
            except TimeoutError:
                raise ThinkingFailed(f"{job.agent} did not answer in time") from None
            finally:
                if whole:
                    self._idle.append(process)
                else:
                    _stop(process)
                    self._all = {other for other in self._all if other.returncode is None}
        if thought.error:
            raise ThinkingFailed(f"{job.agent}: {thought.error}")
        return thought

    async def close(self) -> None:
        """Stop all processes, and wait until they are gone."""
        self._idle.clear()
        for process in self._all:
            _stop(process)
        for process in self._all:
            await process.communicate()  # until its pipes are closed too
        self._all.clear()


async def _start() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "phaseline.server.computers.worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=LINE,
    )


async def _ask(process: asyncio.subprocess.Process, job: Job) -> Thought:
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        process.stdin.write(msgspec.json.encode(job) + b"\n")
        await process.stdin.drain()
        line = await process.stdout.readline()
        if not line:
            raise ThinkingFailed(f"{job.agent}: its process has ended")
        return msgspec.json.decode(line, type=Thought)
    except (ConnectionError, msgspec.DecodeError) as error:
        raise ThinkingFailed(f"{job.agent}: {error}") from error


def _stop(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.kill()
