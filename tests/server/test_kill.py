"""The service is killed at random moments, again and again; nothing that it acknowledged or told may be lost.

Real processes, ended by SIGKILL while orders are on their way. How often is set by PHASELINE_KILLS (default 30).
"""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from httpx import HTTPError
from tests.server.clients import Client, Viewer
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from phaseline.engine import record, registry
from phaseline.engine.match import CannotUndo, Match

KILLS = int(os.environ.get("PHASELINE_KILLS", "30"))
AGAINST_COMPUTERS = max(1, KILLS // 10)
"""So many of them while a computer plays, which takes a while to start."""
GONE = (ConnectionClosed, ConnectionError, EOFError, HTTPError, InvalidHandshake)
ROOT = Path(__file__).parents[2]


class Life:
    """A service that is to be killed."""

    def __init__(self, pid: int, port: int) -> None:
        self.pid = pid
        self.client = Client(port)
        self._timer: threading.Timer | None = None

    def kill(self, after: float = 0.0) -> None:
        """End it, now or after so many seconds."""
        if after:
            self._timer = threading.Timer(after, self.kill)
            self._timer.start()
            return
        with suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)

    def bury(self) -> None:
        """Whatever was planned, it is dead now."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
        self.kill()
        with suppress(*GONE):
            self.client.close()


@pytest.fixture(scope="module")
def zygote() -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", "tests.server.zygote"]
    with subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield process
        process.kill()


@pytest.fixture
def live(zygote: subprocess.Popen[str], database: str) -> Callable[[], Any]:
    @contextmanager
    def living() -> Iterator[Life]:
        assert zygote.stdin is not None
        assert zygote.stdout is not None
        zygote.stdin.write(f"{database}\n")
        zygote.stdin.flush()
        pid, port = map(int, zygote.stdout.readline().split())
        life = Life(pid, port)
        try:
            yield life
        finally:
            life.bury()

    return living


class Person:
    """Plays both sides of an open match, and knows what was acknowledged: `twin` is the match as it must be."""

    def __init__(self, match: str, twin: Match, rng: random.Random) -> None:
        self.match = match
        self.twin = twin
        self.rng = rng
        self.acknowledged = 0
        self.open: tuple[str, int, str] | None = None
        """What was asked and not yet answered when the service was killed."""

    def play(self, life: Life) -> None:
        """Play until the service is gone or the match is over. It is killed some time after the next few orders."""
        viewer = life.client.play(self.match)
        self.check(viewer)
        left = self.rng.randrange(8)
        while self.twin.decision is not None:
            if left == 0:
                life.kill(after=self.rng.uniform(0.0001, 0.03))
            left -= 1
            self.step(viewer)

    def check(self, viewer: Viewer) -> None:
        """All that was acknowledged is there; what was under way is there wholly or not at all."""
        entry = viewer.state["entry"]
        if self.open is not None and entry != len(self.twin.entries) - 1:
            self.do(*self.open)
        self.open = None
        assert entry == len(self.twin.entries) - 1
        assert viewer.state["path"] == list(self.twin.state.path())

    def step(self, viewer: Viewer) -> None:
        """Give a random order, or take one back."""
        decision, stamp = self.twin.decision, viewer.state["stamp"]
        assert decision is not None
        seat = decision.seats[0]
        if self.rng.random() < 0.15 and (last := self.takes_back()) is not None:
            if viewer.state["acting"] != last:
                viewer.ask("sit", seat=last)
            self.open = ("undo", last, "")
            viewer.ask("undo")
        else:
            text = self.twin.write(self.twin.legal(seat).sample(self.rng))
            if viewer.state["acting"] != seat:
                viewer.ask("sit", seat=seat)
            self.open = ("order", seat, text)
            viewer.ask("order", entry=len(self.twin.entries) - 1, text=text)
        self.acknowledged += 1
        self.do(*self.open)
        self.open = None
        viewer.until(lambda state: state["stamp"] > stamp)

    def takes_back(self) -> int | None:
        """The seat that gave the last order, if it can be taken back."""
        seat = self.twin.entries[-1].seat
        if seat is None:
            return None
        with suppress(CannotUndo):
            self.twin.undoable(seat)
            return seat
        return None

    def do(self, what: str, seat: int, text: str) -> None:
        """Do it in the twin."""
        if what == "undo":
            self.twin.undo(seat)
        else:
            self.twin.submit(seat, text)


@pytest.mark.slow
def test_no_acknowledged_order_is_lost(live: Callable[[], Any]) -> None:
    rng = random.Random(5)
    game = registry.game("skirmish")
    person: Person | None = None
    acknowledged = 0
    for _ in range(KILLS - AGAINST_COMPUTERS):
        with live() as life, suppress(*GONE):
            if person is None:
                seed = rng.randbytes(32)
                twin = Match.new(game, game.load("ridge"), seed=seed)
                match = life.client.new("skirmish", "ridge", open=True, seed=seed.hex())
                person = Person(match, twin, rng)
            if rng.random() < 0.1:
                life.kill(after=rng.uniform(0.0001, 0.05))  # perhaps while the match is being read
            person.play(life)
            finish(life.client, person)
            acknowledged += person.acknowledged
            person = None
    if person is not None:
        with live() as life:
            person.check(life.client.play(person.match))
            finish(life.client, person)
        acknowledged += person.acknowledged
    assert acknowledged > KILLS


def finish(client: Client, person: Person) -> None:
    """What the service has is what it must have."""
    viewer = client.play(person.match)
    person.check(viewer)
    branch = client.http.get(f"/api/matches/{person.match}/record").text
    assert record.load(branch).position == person.twin.position


@pytest.mark.slow
def test_what_was_told_stays_true_while_a_computer_plays(live: Callable[[], Any]) -> None:
    """Against a computer: every event that a viewer was told of is told again in the next life, the same."""
    rng = random.Random(6)
    match: str | None = None
    told: list[dict[str, Any]] = []
    entries = 0
    for _ in range(AGAINST_COMPUTERS):
        with live() as life, suppress(*GONE):
            if match is None:
                players = [{"kind": "human"}, {"kind": "agent", "agent": "random"}]
                match = life.client.new("skirmish", "ridge", players=players, seed=rng.randbytes(32).hex())
                told = []
            viewer = life.client.play(match, 0)
            try:
                play_on(viewer, told, rng, life)
            finally:
                entries += check_told(viewer, told)
                told = viewer.events or told
            if viewer.state["outcome"]:
                match = None
    assert entries > AGAINST_COMPUTERS


def play_on(viewer: Viewer, told: list[dict[str, Any]], rng: random.Random, life: Life) -> None:
    """Give random orders as the viewer offers them; the service is killed soon after the computer has answered."""
    check_told(viewer, told)
    first = viewer.state["entry"]
    while not viewer.state["outcome"]:
        theirs = any(event["entry"] > first and event.get("seat") == 1 for event in viewer.events)
        if theirs or viewer.state["entry"] > first + 12:
            life.kill(after=rng.uniform(0.0001, 0.08))
            first = 10**6
        viewer.until(lambda state: state["legal"] or state["outcome"])
        if viewer.state["outcome"]:
            return
        viewer.anything(rng)


def check_told(viewer: Viewer, told: list[dict[str, Any]]) -> int:
    """What was told in an earlier life begins what is told now; returns how many entries are new."""
    if not viewer.events or viewer.state.get("outcome"):
        return 0
    assert viewer.events[: len(told)] == told
    last = told[-1]["entry"] if told else 0
    return int(viewer.events[-1]["entry"] - last)
