"""Thousands of malformed requests and messages: each is answered, none with a fault of the service.

How many is set by PHASELINE_HOSTILE (default 200); PHASELINE_HOSTILE_SEED makes them others.
"""

from __future__ import annotations

import gc
import logging
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.server.clients import Client, begin
from tests.server.hostile import Answered, Hostile
from websockets.sync.client import connect

from phaseline.server.mail.identity import Identity
from phaseline.server.run import Running
from phaseline.server.settings import Settings

COUNT = int(os.environ.get("PHASELINE_HOSTILE", "200"))
SEED = int(os.environ.get("PHASELINE_HOSTILE_SEED", "1"))


@pytest.fixture
def besieged(tmp_path: Path) -> Iterator[tuple[Client, Hostile]]:
    """A service, a well-meaning client and another. Each request of the other comes from another address."""
    service = Running(
        Settings(
            database=str(tmp_path / "matches.sqlite3"),
            keys=str(tmp_path),
            port=0,
            budget=0.05,
            proxies=("127.0.0.1",),
        )
    )
    client, hostile = Client(service.port), Hostile(service.port, SEED)
    yield client, hostile
    hostile.close()
    client.close()
    service.stop()


def check(answers: Iterator[Answered], caplog: pytest.LogCaptureFixture) -> Counter[int]:
    """How often each status came. Nothing is a fault of the service, nor leaves a trace in its log."""
    statuses: Counter[int] = Counter()
    for answer in answers:
        statuses[answer.status] += 1
        # Where nobody has built the page, saying so is no fault.
        assert answer.status < 500 or "The page is not built" in answer.text, (
            f"{answer.asked}\n{answer.text[:2000]}\n{caplog.text[-6000:]}"
        )
        assert "Traceback" not in answer.text, answer.asked
        faults = [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]
        assert not faults, f"{answer.asked}\n{caplog.text[-6000:]}"
    return statuses


def test_no_request_is_a_fault_of_the_service(
    besieged: tuple[Client, Hostile], caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    client, hostile = besieged
    closed, _, _ = begin(client)
    opened = client.new(open=True)
    client.play(opened).order("stance hold")
    record = client.http.get(f"/api/matches/{opened}/record").text
    wanted = {"game": "skirmish", "scenario": "ford", "seat": 0}
    mail = client.http.post("/api/mail/offer", json=wanted).json()["text"]
    Identity.kept_in(tmp_path, "Ada")
    statuses = check(hostile.requests(COUNT, [closed, opened], [record, mail]), caplog)
    assert statuses[400] > COUNT // 5  # they reach what they are aimed at
    assert statuses[200] + statuses[201] > COUNT // 50
    assert client.http.get("/api/about").status_code == 200


@pytest.mark.parametrize("seat", ["?seat=0", ""])
def test_no_message_is_a_fault_of_the_service(
    besieged: tuple[Client, Hostile], caplog: pytest.LogCaptureFixture, seat: str
) -> None:
    client, hostile = besieged
    match, _, _ = begin(client)
    check(hostile.messages(COUNT // 2, f"/api/matches/{match}/live{seat}"), caplog)
    assert client.play(match, 0).state["seat"] == 0


def test_whoever_leaves_before_the_answer_leaves_no_trace(
    besieged: tuple[Client, Hostile], caplog: pytest.LogCaptureFixture
) -> None:
    client, _ = besieged
    match, blue, _ = begin(client)
    address = f"ws://127.0.0.1:{client.port}/api/matches/{match}/live?seat=0"
    for _ in range(20):
        with connect(address, max_size=None) as line:
            for number in range(6):
                line.send(f'{{"do":"table","id":{number},"key":"order_of_battle"}}')
    gc.collect()
    assert blue.ask("turns")["turns"]
    assert "never retrieved" not in caplog.text
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
