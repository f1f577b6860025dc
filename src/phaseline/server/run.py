"""Runs the service until it is told to stop."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from phaseline.server.app import make_app
from phaseline.server.settings import Settings

LARGEST_MESSAGE = 64_000


def run(settings: Settings, ready: Callable[[int], None]) -> None:
    """Serve until a signal says to stop. `ready` is called with the port once requests are answered.

    Raises `OSError` when the port cannot be taken.
    """
    listening = _listen(settings.host, settings.port)
    with listening:
        asyncio.run(_serve(settings, listening, ready))


async def _serve(settings: Settings, listening: socket.socket, ready: Callable[[int], None]) -> None:
    config = uvicorn.Config(
        make_app(settings),
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=LARGEST_MESSAGE,
        timeout_graceful_shutdown=2,
    )
    server = uvicorn.Server(config)
    serving = asyncio.ensure_future(server.serve([listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        ready(listening.getsockname()[1])
    await serving


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
        listening.setblocking(False)
    except OSError:
        listening.close()
        raise
    return listening
