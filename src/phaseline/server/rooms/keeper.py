"""Runs the store's work in a thread of its own, so that waiting for the disk stops nobody."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from phaseline.server.storage.store import Store

P = ParamSpec("P")
T = TypeVar("T")


class Keeper:
    """A store and the one thread that uses it."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """The result of `work`, done in the store's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, lambda: work(*args, **kwargs))

    def close(self) -> None:
        """Finish what is being done, and let go of the database."""
        self._thread.shutdown(wait=True)
        self.store.close()
