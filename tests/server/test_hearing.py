"""Computers are told what their seats were told of a match: all of it, once, and nothing else, whoever thinks for them."""

from __future__ import annotations

import asyncio
import random
from typing import Any

import pytest
from msgspec.structs import replace
from tests.server.clients import Client
from tests.server.jobs import job_of

from phaseline.ai.agent import Budget
from phaseline.ai.brain import brains
from phaseline.ai.driver import observe
from phaseline.ai.search.general import GeneralAgent
from phaseline.engine import Match, registry
from phaseline.engine.events import Event, redact
from phaseline.engine.orders import write
from phaseline.server.computers import worker
from phaseline.server.computers.job import Heard, Job, Story, Thought
from phaseline.server.computers.pool import Computers
from phaseline.server.rooms.hearing import Hearing
from phaseline.server.storage.told import events_of

SKIRMISH = registry.game("skirmish")
HUMAN = {"kind": "human"}


def played(orders: int, seed: int = 1) -> Match:
    """A match of The Ford after so many orders by chance."""
    match, rng = Match.new(SKIRMISH, SKIRMISH.load("ford"), seed=bytes([seed]) * 32), random.Random(seed)
    for _ in range(orders):
        assert match.decision is not None
        seat = match.decision.seats[0]
        match.submit(seat, match.legal(seat).sample(rng))
    return match


def heard_by(match: Match, seat: int) -> list[Event]:
    """All that a seat was told."""
    return redact([event for entry in match.entries for event in entry.events], seat)


def test_each_is_told_what_it_has_not_heard_and_nothing_that_its_seat_may_not_know() -> None:
    match = played(30)
    for seat in (0, 1):
        hearing, heard = Hearing(), Heard()
        told: list[Event] = []
        for count in (1, 7, 8, 20, len(match.entries)):
            story = hearing.told(match.entries[:count], seat)(heard)
            assert story.since == heard.entries
            told += events_of(story.events)
            heard = Heard(entries=story.entries, mark=story.mark)
        assert told == list(events_of(Hearing().told(match.entries, seat)(Heard()).events))
        assert [event.kind for event in told] == [event.kind for event in heard_by(match, seat)]
        assert all(event.seats is None or seat in event.seats for event in told)
        stances = [event.facts for event in told if event.kind == "stance"]
        assert {facts["seat"]: "stance" in facts for facts in stances} == {seat: True, 1 - seat: False}


def test_the_mark_of_a_story_does_not_tell_what_is_hidden() -> None:
    marks = []
    for stance in ("hold", "assault"):
        match = Match.new(SKIRMISH, SKIRMISH.load("ford"), seed=bytes(32))
        match.submit(0, f"stance {stance}")
        marks.append([Hearing().told(match.entries, seat)(Heard()).mark for seat in (0, 1)])
    assert marks[0][1] == marks[1][1]
    assert marks[0][0] != marks[1][0]


def test_who_heard_what_was_taken_back_is_told_all_anew() -> None:
    hearing, one, other = Hearing(), played(12, seed=1), played(12, seed=2)
    story = hearing.told(one.entries, 0)(Heard())
    hearing.cut(5)
    entries = [*one.entries[:5], *other.entries[5:]]
    again = hearing.told(entries, 0)
    assert again(Heard(entries=story.entries, mark=story.mark)).since == 0
    kept = Hearing().told(one.entries[:5], 0)(Heard())
    assert again(Heard(entries=kept.entries, mark=kept.mark)).since == 5
    # Whoever has heard more than there is left knows of what is no longer so.
    assert hearing.told(entries, 0)(Heard(entries=99, mark=story.mark)).since == 0


def asker() -> worker.Asker:
    """Somebody with all the time in the world."""
    return worker.Asker(lambda _: None)


def test_a_process_that_takes_over_knows_what_happened_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """It answers like an agent that heard of every order when it was given, and has not been asked before."""
    monkeypatch.setattr(worker, "Budget", lambda *_args, **_more: Budget(playouts=24))
    match = played(26)
    assert match.decision is not None
    seat = match.decision.seats[0]
    agent = GeneralAgent(7)
    for entry in match.entries:
        agent.hear(redact(entry.events, seat))
    order = write(agent.order(observe(match, seat), Budget(playouts=24)), match.scenario.lexicon)
    listen = Hearing().told(match.entries, seat)
    found = [worker.Thinker().think(job_of(match, seat), asker(), listen) for _ in range(2)]
    assert found[0] == found[1]
    assert (found[0].order, found[0].plan) == (order, agent.explain())


def test_who_is_asked_again_where_nothing_happened_says_the_same() -> None:
    match, thinker, hearing = played(2), worker.Thinker(), Hearing()
    assert match.decision is not None
    seat = match.decision.seats[0]
    job = job_of(match, seat, "random")
    asked = [thinker.think(job, asker(), hearing.told(match.entries, seat)).order for _ in range(8)]
    assert len(set(asked)) == 1
    fresh = [worker.Thinker().think(replace(job, seed=n), asker(), lambda _: Story()).order for n in range(8)]
    assert len(set(fresh)) > 1


def test_processes_say_what_they_have_heard() -> None:
    """Two jobs of one player come to two processes: each is told all, and the first only the rest when it is asked again."""
    match, hearing = played(26), Hearing()
    assert match.decision is not None
    seat = match.decision.seats[0]
    job, asked = job_of(match, seat, "random"), []

    async def ask(computers: Computers, entries: int) -> Thought:
        rest = hearing.told(match.entries[:entries], seat)

        def story(heard: Heard) -> Story:
            found = rest(heard)
            asked.append((heard.entries, found.since, found.entries))
            return found

        return await computers.think(job, story=story)

    async def both() -> None:
        computers = Computers(2)
        try:
            await asyncio.gather(ask(computers, 10), ask(computers, 10))
            await ask(computers, 27)
        finally:
            await computers.close()

    asyncio.run(both())
    assert asked == [(0, 0, 10), (0, 0, 10), (10, 10, 27)]


def test_a_hint_rests_on_all_that_its_seat_was_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    stories: list[list[Any]] = []
    think = Computers.think

    async def listening(self: Computers, job: Job, far: Any = lambda _: None, story: Any = None) -> Thought:
        stories.append([(event.kind, event.facts) for event in events_of(story(Heard()).events)])
        return await think(self, job, far, story)

    monkeypatch.setattr(Computers, "think", listening)
    match = client.new(players=[HUMAN, HUMAN])
    blue, red = client.play(match, 0), client.play(match, 1)
    blue.order("stance hold")
    hint = red.ask("hint")["hint"]
    assert red.ask("hint")["hint"] == hint
    assert stories[0] == stories[1]
    chosen = [facts for kind, facts in stories[0] if kind == "stance"]
    assert chosen == [{"seat": 0}]


def test_a_staff_hears_of_what_happened_before_it_was_first_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[Event] = []
    match = played(26)
    assert match.decision is not None
    seat = match.decision.seats[0]
    planner = type(brains()["skirmish"].planner(match.scenario, seat, 1))
    monkeypatch.setattr(planner, "hear", lambda _self, events: heard.extend(events))
    worker.Thinker().think(job_of(match, seat, "staff"), asker(), Hearing().told(match.entries, seat))
    assert [event.kind for event in heard] == [event.kind for event in heard_by(match, seat)]
