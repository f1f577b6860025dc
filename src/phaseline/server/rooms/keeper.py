"""Runs the store's work in a thread of its own, so that waiting for the disk stops nobody."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from phaseline.server.storage.rows import Change
from phaseline.server.storage.store import Overtaken, Store

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(eq=False)
class _Waiting:
    """A change that waits to be written."""

    change: Change
    kept: bool = False
    fault: Exception | None = None


class Keeper:
    """A store and the one thread that uses it.

    Changes of matches that come while the disk is busy are written together when it is free again: however many they
    are, they wait for the disk once, and none is told kept before it is.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")
        self._waiting: deque[_Waiting] = deque()

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of `work`, done in the store's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(*args, **kwargs))

    async def keep(self, change: Change) -> None:
        """Write what was done in a match; it is on the disk when this returns.

        Raises `Overtaken` or `SQLAlchemyError`; then nothing of it is written, whatever became of others.
        """
        mine = _Waiting(change)
        self._waiting.append(mine)
        await self.run(self._write, mine)
        if mine.fault is not None:
            raise mine.fault
        if not mine.kept:
            raise RuntimeError("what was to be written together with others was not written")

    def close(self) -> None:
        """Finish what is being done, and let go of the database."""
        self._thread.shutdown(wait=True)
        self.store.close()

    def _write(self, mine: _Waiting) -> None:
        """Write all that waits, unless `mine` has been taken along by whoever came before."""
        if mine.kept or mine.fault is not None:
            return
        group = [self._waiting.popleft() for _ in range(len(self._waiting))]
        if not self._written(group):
            for one in group:  # each hears of its own fault, and of nobody else's
                self._written([one])

    def _written(self, group: list[_Waiting]) -> bool:
        """Try to write these in one go. A single one that cannot be written is told why."""
        try:
            self.store.append(*[one.change for one in group])
        except (Overtaken, SQLAlchemyError) as fault:
            if len(group) == 1:
                group[0].fault = fault
            return len(group) == 1
        for one in group:
            one.kept = True
        return True
