"""Maps as drawn. Drawing takes seconds: it is done once, in a process of its own, and kept in the store."""

from __future__ import annotations

import asyncio
import functools
import hashlib
import inspect
import os
import pickle
import sys
from pathlib import Path

from phaseline.atlas import draw
from phaseline.atlas.model import HexMap
from phaseline.server.draughtsman import drawn
from phaseline.server.rooms.keeper import Keeper

SMALL = 400
"""A map of no more hexes is drawn before a process of its own would have started."""


class Drawings:
    """Draws maps that are not kept yet, as many at a time as there are processors. `close` must follow.

    Two at least, as one may be drawn before anybody has asked for it.
    """

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self._room = asyncio.Semaphore(max(2, os.cpu_count() or 1))
        self._under_way: dict[str, asyncio.Task[bytes]] = {}

    async def of(self, map: HexMap) -> bytes:
        """The drawing of a map, as JSON.

        What was drawn by this same program is kept, and scenarios that are played on the same map share its drawing. Whoever
        asks for a map that is being drawn waits for that; when he leaves it is drawn all the same, for the next.
        """
        key = hashlib.sha256(f"{map.fingerprint} {_drawing_code()}".encode()).hexdigest()
        task = self._under_way.get(key)
        if task is None:
            task = self._under_way[key] = asyncio.create_task(self._made(key, map))
            task.add_done_callback(lambda _: self._under_way.pop(key, None))
        return await asyncio.shield(task)

    async def close(self) -> None:
        """Leave what is not drawn yet."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _made(self, key: str, map: HexMap) -> bytes:
        store = self._keeper.store
        known = await self._keeper.run(store.drawing, key)
        if known is None:
            known = await self._draw(map)
            await self._keeper.run(store.keep_drawing, key, known)
        return known

    async def _draw(self, map: HexMap) -> bytes:
        async with self._room:
            if len(map.grid) <= SMALL:
                return await asyncio.to_thread(drawn, map)
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                "-m",
                "phaseline.server.draughtsman",
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl+C in the terminal is for the service, which ends it
            )
            try:
                body, _ = await process.communicate(pickle.dumps(map))
            finally:
                if process.returncode is None:
                    process.kill()
                    await process.communicate()  # until its pipes are closed too
            if process.returncode:
                raise RuntimeError(f"the map could not be drawn: exit status {process.returncode}")
            return body


@functools.cache
def _drawing_code() -> str:
    """The fingerprint of the code that draws: what other code has drawn may look different."""
    folder = Path(inspect.getfile(draw)).parent
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(folder.glob("*.py")))).hexdigest()
