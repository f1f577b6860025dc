"""Keeps strangers out: other sites' pages, rebound names, floods.

The service trusts whoever reaches its port, so a page of another site must not reach it through the user's browser.
Therefore every request must name the service by an address, by `localhost` or by a name it was told, and whatever a
browser says came from a page must come from a page of this very service.
"""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict
from urllib.parse import urlsplit

import msgspec
from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from phaseline.server.wire import Problem

CLIENTS = 1000
"""So many clients' allowances are remembered."""
POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "style-src 'self' 'unsafe-inline'",
        "worker-src 'self' blob:",
        "connect-src 'self' data: blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (b"content-security-policy", POLICY.encode()),
)

_STEERING = frozenset(map(chr, (*range(32), 127)))
"""Characters that name nothing, and that no file system or terminal should see."""


class Allowance:
    """How much a client may ask: `rate` a second on average, `burst` at once.

    >>> allowance = Allowance(rate=1.0, burst=2)
    >>> [allowance.take(at=5.0) for _ in range(3)], allowance.take(at=6.0)
    ([True, True, False], True)
    """

    def __init__(self, rate: float, burst: int) -> None:
        self._rate = rate
        self._burst = burst
        self._left = float(burst)
        self._at: float | None = None

    def take(self, at: float | None = None) -> bool:
        """Use up one; False when none is left just now. `at` is the time in seconds."""
        at = time.monotonic() if at is None else at
        passed = 0.0 if self._at is None else at - self._at
        self._left = min(self._burst, self._left + passed * self._rate)
        self._at = at
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Guard:
    """Wraps the application."""

    def __init__(
        self, app: ASGIApp, hosts: tuple[str, ...] = (), *, rate: float = 30.0, burst: int = 200
    ) -> None:
        self._app = app
        self._hosts = {host.casefold() for host in (*hosts, "localhost")}
        self._rate, self._burst = rate, burst
        self._clients: OrderedDict[str, Allowance] = OrderedDict()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request through, or answer it with what is wrong."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        problem = self._problem(scope)
        if problem is not None:
            await _refuse(scope, receive, send, *problem)
            return

        async def dressed(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = {name for name, _ in message["headers"]}
                message["headers"] = [
                    *message["headers"],
                    *[pair for pair in HEADERS if pair[0] not in known],
                ]
            await send(message)

        await self._app(scope, receive, dressed)

    def _problem(self, scope: Scope) -> tuple[int, Problem] | None:
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        if not self._known(host):
            name = host.rpartition(":")[0] or host
            return 403, Problem(
                error=f'this service is not called "{name}"',
                hint="use its address, or start it with --allow-host NAME",
            )
        if any(letter in _STEERING for letter in scope["path"]):
            return 400, Problem(error="an address holds no control characters")
        origin = headers.get(b"origin")
        if origin is not None and _host_of(origin) != host.casefold():
            return 403, Problem(error="the page of another site may not use this service")
        if headers.get(b"sec-fetch-site") in {"cross-site", "same-site"} and _does_something(scope):
            return 403, Problem(error="the page of another site may not use this service")
        if not self._allowance(scope).take():
            return 429, Problem(error="too many requests", hint="wait a second and try again")
        return None

    def _known(self, host: str) -> bool:
        """Whether we are called so: any address will do, because it cannot be rebound; of names only our own."""
        try:
            parts = urlsplit(f"//{host}")
            name, _ = parts.hostname or "", parts.port  # asking for a port that is none is an error
        except ValueError:
            return False
        if parts.netloc != host or "@" in host:
            return False
        try:
            ipaddress.ip_address(name)
        except ValueError:
            return name in self._hosts
        return True

    def _allowance(self, scope: Scope) -> Allowance:
        client = scope.get("client")
        key = client[0] if client else ""
        found = self._clients.pop(key, None) or Allowance(self._rate, self._burst)
        self._clients[key] = found
        while len(self._clients) > CLIENTS:
            self._clients.popitem(last=False)
        return found


def _host_of(origin: str) -> str | None:
    """The host that an origin names; None when it names none."""
    try:
        return urlsplit(origin).netloc.casefold()
    except ValueError:
        return None


def _does_something(scope: Scope) -> bool:
    return scope["type"] == ScopeType.WEBSOCKET or scope.get("method") not in {"GET", "HEAD", "OPTIONS"}


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, problem: Problem) -> None:
    if scope["type"] == ScopeType.WEBSOCKET:
        await receive()
        await send({"type": "websocket.close", "code": 4000 + status, "reason": problem.error})
        return
    body = msgspec.json.encode(problem)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode()), *HEADERS]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body, "more_body": False})
