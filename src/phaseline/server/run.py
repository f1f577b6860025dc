"""Runs the service: until it is told to stop, or in a thread of its own."""

from __future__ import annotations

import asyncio
import gc
import socket
import sys
import threading
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

from phaseline.server.app import make_app
from phaseline.server.settings import Settings

LARGEST_MESSAGE = 64_000
TURN = 0.001
"""Seconds after which one thread makes room for another. The store's thread has to come back several times for a commit,
and each time waits so long for a busy one that shows positions: with Python's 5 ms a commit took four times as long."""

COLLECTED = (5_000, 2, 800)
"""After so many new objects the garbage collector looks (Python: 700, 10, 10). Showing a position makes some thousands that
go by themselves; looking through them each time took 8 % of the processor. What stays (positions and events of orders) is
looked through in small lots, twice: with 20,000 and 20, lots of up to a tenth of a second held up whoever ordered meanwhile."""
PRESSED = 2
"""How hard messages are pressed, 1 to 9. A position is pressed to a fifth; to a sixth (6) takes three times as long."""


def run(settings: Settings, ready: Callable[[int], None]) -> None:
    """Serve until a signal says to stop. `ready` is called with the port once requests are answered.

    Raises `OSError` when the port cannot be taken.
    """
    with listen(settings.host, settings.port) as listening:
        asyncio.run(_serve(_server(settings), listening, ready))


class Running:
    """A service in a thread, for programs that talk to it; it answers when this returns, until `stop`."""

    def __init__(self, settings: Settings) -> None:
        self._server = _server(settings)
        self._listening = listen(settings.host, settings.port)
        self.port: int = self._listening.getsockname()[1]
        started = threading.Event()
        self._thread = threading.Thread(
            target=lambda: asyncio.run(_serve(self._server, self._listening, lambda _: started.set())),
            daemon=True,
        )
        self._thread.start()
        while not started.wait(0.01):
            if not self._thread.is_alive():
                raise RuntimeError("the service did not start; its log says why")

    def stop(self) -> None:
        """Stop in good order."""
        self._server.should_exit = True
        self._thread.join()
        self._listening.close()


def _server(settings: Settings) -> uvicorn.Server:
    return uvicorn.Server(
        uvicorn.Config(
            make_app(settings),
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            ws=LightlyPressed,
            ws_max_size=LARGEST_MESSAGE,
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=list(settings.proxies),
            timeout_graceful_shutdown=2,
        )
    )


class LightlyPressed(WebSocketsSansIOProtocol):
    """A websocket whose messages are pressed with less effort than is customary."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for extension in self.conn.available_extensions or ():
            if isinstance(extension, ServerPerMessageDeflateFactory):
                extension.compress_settings = {**(extension.compress_settings or {}), "level": PRESSED}


async def _serve(server: uvicorn.Server, listening: socket.socket, ready: Callable[[int], None]) -> None:
    sys.setswitchinterval(TURN)
    gc.set_threshold(*COLLECTED)
    serving = asyncio.ensure_future(server.serve([listening]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        ready(listening.getsockname()[1])
    await serving


def listen(host: str, port: int) -> socket.socket:
    """A socket that takes connections there; port 0 takes any that is free. Raises `OSError`."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    # Named TCP outright: event loops turn Nagle's algorithm off (40 ms on every order) only where the socket says so.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen(128)
        listening.setblocking(False)
    except OSError:
        listening.close()
        raise
    return listening
