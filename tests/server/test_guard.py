"""Other sites' pages, other names, and floods are kept out."""

from __future__ import annotations

import asyncio
import functools
import socket
from typing import Any, cast

import httpx
import pytest
from litestar.response.base import ASGIResponse
from tests.server.clients import Client
from websockets.exceptions import InvalidStatus

from phaseline.cli.serving import is_loopback, is_running, page_address
from phaseline.server.guard import Guard
from phaseline.server.run import Running, listen
from phaseline.server.settings import Settings


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"host": "localhost:8044"}, 200),
        ({"host": "192.168.1.5:8044"}, 200),
        ({"host": "[::1]:8044"}, 200),
        ({"host": "rebound.example"}, 403),
        ({"host": "rebound.example:8044"}, 403),
        ({"host": ""}, 403),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://["}, 403),
        ({"host": "["}, 403),
        ({"host": "localhost:99999999"}, 403),
        ({"host": "localhost:x"}, 403),
        ({"host": "x@localhost"}, 403),
        ({"host": "LocalHost:8044"}, 200),
        ({"host": "localhost:8044", "origin": "http://localhost:8044"}, 200),
        ({"host": "localhost:8044", "origin": "http://localhost:9999"}, 403),
    ],
)
def test_who_may_ask(client: Client, headers: dict[str, str], status: int) -> None:
    answer = client.http.get("/api/about", headers=headers)
    assert answer.status_code == status
    if status == 403:
        assert answer.json()["error"]


def test_forms_of_other_sites_change_nothing(client: Client) -> None:
    wanted = {"game": "skirmish", "scenario": "ford"}
    crossed = client.http.post("/api/matches", json=wanted, headers={"sec-fetch-site": "cross-site"})
    assert crossed.status_code == 403
    form = client.http.post(
        "/api/matches", content=b'{"game":"skirmish"}', headers={"content-type": "text/plain"}
    )
    assert form.status_code in {400, 415}
    assert client.http.get("/api/matches").json() == []


def test_a_websocket_from_another_site_is_refused(client: Client) -> None:
    match = client.new()
    with pytest.raises(InvalidStatus) as refused:
        client.look(match, 0, origin="https://evil.example")
    assert refused.value.response.status_code == 403
    assert client.play(match, 0).state["seat"] == 0


def test_answers_tell_browsers_to_trust_nobody_else(client: Client) -> None:
    headers = client.http.get("/").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe-eval" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "server" not in headers


def test_a_flood_is_slowed_down() -> None:
    async def flood() -> list[int]:
        transport = httpx.ASGITransport(cast(Any, Guard(ASGIResponse(body=b"here"), rate=0.001, burst=3)))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as client:
            return [(await client.get("/")).status_code for _ in range(5)]

    assert asyncio.run(flood()) == [200, 200, 200, 429, 429]


@pytest.mark.parametrize(
    ("proxies", "statuses"),
    [((), [200, 200, 429, 429]), (("10.0.0.0/8",), [200, 200, 429, 429]), (("127.0.0.0/8",), [200] * 4)],
)
def test_only_a_named_proxy_is_believed_for_whom_it_speaks(
    database: str, monkeypatch: pytest.MonkeyPatch, proxies: tuple[str, ...], statuses: list[int]
) -> None:
    monkeypatch.setattr("phaseline.server.app.Guard", functools.partial(Guard, rate=0.001, burst=2))
    service = Running(Settings(database=database, keys=database, port=0, proxies=proxies))
    try:
        with httpx.Client(base_url=f"http://127.0.0.1:{service.port}") as client:
            said = [{"x-forwarded-for": f"192.0.2.{number}"} for number in range(4)]
            assert [client.get("/api/matches", headers=one).status_code for one in said] == statuses
    finally:
        service.stop()


def test_small_messages_do_not_wait_for_more() -> None:
    """Connections to the socket that the service listens on are without Nagle's algorithm."""

    async def accepted() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def connected(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            theirs = writer.get_extra_info("socket")
            found.set_result(theirs.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        listening = listen("127.0.0.1", 0)
        async with await asyncio.start_server(connected, sock=listening):
            _, writer = await asyncio.open_connection(*listening.getsockname())
            option = await found
            writer.close()
            await writer.wait_closed()
            return option

    assert asyncio.run(accepted()) != 0


def test_a_service_may_be_known_by_a_name(database: str, tmp_path: object) -> None:
    service = Running(Settings(database=database, keys=str(tmp_path), port=0, hosts=("games.example",)))
    try:
        address = f"http://127.0.0.1:{service.port}/"
        assert is_running(address)
        assert httpx.get(f"{address}api/about", headers={"host": "games.example"}).status_code == 200
        assert httpx.get(f"{address}api/about", headers={"host": "other.example"}).status_code == 403
    finally:
        service.stop()
    assert not is_running(address)


def test_addresses() -> None:
    assert page_address("0.0.0.0", 80) == "http://127.0.0.1:80/"
    assert page_address("::1", 8044) == "http://[::1]:8044/"
    assert is_loopback("127.0.0.1")
    assert is_loopback("localhost")
    assert not is_loopback("0.0.0.0")
    assert not is_loopback("games.example")
