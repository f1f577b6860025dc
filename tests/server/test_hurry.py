"""A computer that thinks long says how far it is, and orders at once when whoever waits has enough of it."""

from __future__ import annotations

import asyncio
import os
import random
import re
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from tests.server.clients import Client, Failed
from tests.server.jobs import job_of

from phaseline.engine import Match, registry
from phaseline.server.computers.job import Job, Thought
from phaseline.server.computers.pool import Computers, ThinkingFailed

HUMAN = {"kind": "human"}


def marching(agent: str = "general") -> Job:
    """Somebody in Skirmish who has to move, with all the time he wants."""
    match = Match.new(registry.game("skirmish"), registry.game("skirmish").load("ford"), seed=bytes(32))
    for seat in (0, 1):
        match.submit(seat, "stance hold")
    return job_of(match, 0, agent, seed=1)


def think(job: Job, *, hurried_at: float, workers: int = 1) -> tuple[Thought, list[float]]:
    """What comes of a job if it is hurried as soon as it is so far; and how far it said it was."""
    told: list[float] = []

    async def ask() -> Thought:
        computers = Computers(workers)

        def far(share: float) -> None:
            told.append(share)
            if share >= hurried_at:
                computers.hurry(job.player)

        try:
            return await computers.think(job, far)
        finally:
            await computers.close()

    return asyncio.run(ask()), told


def tries(thought: Thought) -> int:
    """How many playouts were made, by what was said of the plan."""
    return sum(int(found) for found in re.findall(r"of (\d+) tr", " ".join(thought.plan)))


@pytest.fixture(scope="module")
def alone() -> tuple[Thought, list[float]]:
    """What one process comes to that nobody hurries."""
    return think(marching(), hurried_at=2.0)


@pytest.fixture(scope="module")
def shared() -> tuple[Thought, list[float]]:
    """What three come to together."""
    return think(marching(), hurried_at=2.0, workers=3)


def test_processes_that_nobody_needs_share_the_thinking_and_it_comes_out_alike(
    alone: tuple[Thought, list[float]], shared: tuple[Thought, list[float]]
) -> None:
    thought, told = shared
    assert thought == alone[0]
    assert tries(thought) > 0
    assert told == sorted(told)


def test_a_general_whose_thinking_is_shared_can_be_cut_short(shared: tuple[Thought, list[float]]) -> None:
    hurried, _ = think(marching(), hurried_at=0.0, workers=3)
    assert 0 < tries(hurried) < tries(shared[0])


def test_a_general_tells_how_far_he_is_and_can_be_cut_short(alone: tuple[Thought, list[float]]) -> None:
    patient, told = alone
    assert told == sorted(told)
    assert 0.0 < told[0] < told[-1] <= 1.0
    hurried, _ = think(marching(), hurried_at=0.0)
    assert hurried.order
    assert 0 < tries(hurried) < tries(patient)


def test_players_hear_how_far_a_computer_is(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    async def think(self: Computers, job: Job, far: Callable[[float], None], story: object) -> Thought:  # noqa: ARG001
        while not looked_at.is_set():
            await asyncio.sleep(0.02)
        far(0.25)
        return Thought(order="stance hold")

    looked_at = threading.Event()
    monkeypatch.setattr(Computers, "think", think)
    match = client.new(players=[HUMAN, {"kind": "agent", "agent": "staff"}])
    blue = client.play(match, 0)
    blue.order("stance hold")
    looked_at.set()
    blue.until(lambda state: state["entry"] >= 2)
    told = [(thought["since"] is not None, thought["share"]) for thought in blue.thoughts]
    assert told[-2:] == [(True, 0.25), (False, None)]


def test_a_player_who_has_enough_of_waiting_is_asked_again_at_once(client: Client) -> None:
    match = client.new(players=[HUMAN, {"kind": "agent", "agent": "random"}], pace=60.0)
    blue = client.play(match, 0)
    rng = random.Random(2)
    begun = time.monotonic()
    while blue.state["entry"] < 12 and time.monotonic() - begun < 50.0:
        if blue.state["legal"]:
            blue.anything(rng)
        else:
            blue.ask("hurry")
            blue.until(lambda state: state["legal"] or state["outcome"])
    # Without that, one of the computer's orders alone takes a minute.
    assert time.monotonic() - begun < 50.0
    assert any(event.get("seat") == 1 for event in blue.events)


RANDOM = {"kind": "agent", "agent": "random"}


@pytest.mark.parametrize(("players", "open"), [([HUMAN, RANDOM], False), ([RANDOM, RANDOM], True)])
def test_who_only_looks_on_hurries_nobody(client: Client, players: list[dict[str, str]], open: bool) -> None:  # noqa: A002 - the wire's word
    match = client.new(players=players, open=open, pace=60.0)
    with pytest.raises(Failed, match="only who plays"):
        client.play(match).ask("hurry")


def test_whoever_sees_both_sides_and_plays_one_may_hurry_the_other(client: Client) -> None:
    match = client.new(players=[HUMAN, RANDOM], open=True, pace=60.0)
    both = client.play(match)
    begun = time.monotonic()
    both.order("stance hold")
    both.ask("hurry")
    both.until(lambda state: state["entry"] >= 2)
    assert time.monotonic() - begun < 50.0


def test_the_same_player_may_be_asked_twice_at_once() -> None:
    async def ask() -> list[Thought]:
        computers = Computers(2)
        try:
            return await asyncio.gather(*(computers.think(marching("staff")) for _ in range(2)))
        finally:
            await computers.close()

    first, second = asyncio.run(ask())
    assert first.order == second.order != ""


def test_a_computer_that_waits_for_its_turn_to_think_can_be_hurried(
    alone: tuple[Thought, list[float]],
) -> None:
    async def ask() -> Thought:
        computers = Computers(1)
        begun = asyncio.Event()
        try:
            first = asyncio.create_task(
                computers.think(replace(marching(), player="red"), lambda _: begun.set())
            )
            await begun.wait()
            second = asyncio.create_task(computers.think(marching()))
            await asyncio.sleep(0)  # it is in line now
            computers.hurry(marching().player)
            computers.hurry("red")
            await first
            return await second
        finally:
            await computers.close()

    hurried = asyncio.run(ask())
    assert hurried.order
    assert tries(hurried) < tries(alone[0])


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        ('raise KeyError("x")', r"mine: KeyError: 'x' \(mine\.py, line 5\)"),
        ('raise SystemExit("bye")', r"mine: SystemExit: bye \(mine\.py, line 5\)"),
    ],
)
def test_one_that_breaks_down_is_told_with_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str, said: str
) -> None:
    body = f"class Mine(PassiveAgent):\n    def order(self, seen, budget):\n        {ends}\n"
    (tmp_path / "mine.py").write_text(f"from phaseline.ai.passive import PassiveAgent\n\n{body}")
    monkeypatch.setenv("PHASELINE_AGENTS", "mine=mine:Mine")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path), prepend=os.pathsep)
    with pytest.raises(ThinkingFailed, match=said):
        think(marching("mine"), hurried_at=2.0)
