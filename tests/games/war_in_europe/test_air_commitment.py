"""The air war: what each side commits stays secret until both have, and who rolls then (13.1, 13.2)."""

from __future__ import annotations

import random

import pytest
from tests.games.war_in_europe.flying import begun, give, points

from phaseline.engine.dice import ScriptedDice
from phaseline.engine.events import Event, tell
from phaseline.engine.events import redact as told
from phaseline.engine.match import Match
from phaseline.engine.secrecy import Secrecy
from phaseline.games.war_in_europe import GAME, orders
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AVAILABLE,
    AXIS,
    FRONTS,
    GROUND,
    SEA,
    SOUTH,
    SUPERIORITY,
    WEST,
    WarPosition,
    air_box,
)
from phaseline.games.war_in_europe.rules import airbases, commitment
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState

COMMITMENTS = (
    ("commit south ground 3",),
    ("commit south superiority 6",),
    ("commit south sea 1", "commit south sea 1"),
    ("commit south sea 5", "commit south ground 1"),
)
IDLE = {("overlord_1944", AXIS, SOUTH)}
"""Points whose front has no hex of their side in play: they can only leave it."""


@pytest.mark.case("war_in_europe", "13.12a", "13.13b", "4.2A1")
@pytest.mark.parametrize("other", [AXIS, ALLIED])
def test_a_side_learns_nothing_of_what_the_other_commits(italy: WarScenario, other: int) -> None:
    """Views, drawings, orders, refusals and events of a side are the same, whatever the other commits and in which order."""
    seat = 1 - other
    seen = set()
    for texts in COMMITMENTS:
        match = begun(italy)
        events: list[Event] = []
        for text in texts:
            events += match.submit(other, text)
        listed = tuple(match.legal(seat))
        found = (
            match.view(seat).to_bytes(),
            match.view(None).to_bytes(),
            repr(GAME.sheet(italy, match.view(seat))),
            listed,
            str(match.check(seat, orders.Commit(front=WEST, box=GROUND, points=1))),
            tuple(told(events, seat)),
            tuple(told(events, None)),
        )
        match.submit(other, "done")
        seen.add((*found, match.view(seat).to_bytes(), tuple(match.legal(seat))))
    assert len(seen) == 1


@pytest.mark.case("war_in_europe", "13.12a")
def test_the_harness_finds_no_leak_at_any_point_of_the_commitment(italy: WarScenario) -> None:
    rng = random.Random(13)
    for _ in range(6):
        match = begun(italy)

        def require(condition: bool, message: str) -> None:
            assert condition, message

        secrecy = Secrecy(match, rng, require)
        while match.decision is not None and match.decision.step.label == "air commitment":
            for seat in (AXIS, ALLIED):
                secrecy.check_view(seat, [orders.Commit(front=SOUTH, box=SEA, points=n) for n in range(9)])
            seat = rng.choice(match.decision.seats)
            order = match.legal(seat).sample(rng)
            elsewhere = {who: secrecy.another(who) for who in (AXIS, ALLIED)}
            text = match.write(order)
            events = match.submit(seat, order)
            if match.entries[-1].before is not None:
                secrecy.check_own(seat, order, text, events, elsewhere[seat].copy())
                secrecy.check_others(seat, order, text, events, {1 - seat: elsewhere[1 - seat]})


@pytest.mark.case("war_in_europe", "13.12a", "13.13b")
def test_a_commitment_can_be_taken_back_until_both_have_finished(italy: WarScenario) -> None:
    match = begun(italy)
    match.submit(ALLIED, "commit south superiority 3")
    match.submit(AXIS, "commit south superiority 1")
    match.undo(ALLIED)
    position = match.position
    assert isinstance(position, WarPosition)
    assert position.air[air_box(SOUTH, ALLIED, SUPERIORITY)] == 0
    assert position.air[air_box(SOUTH, AXIS, SUPERIORITY)] == 1
    match.submit(ALLIED, "done")
    events = match.submit(AXIS, "done")
    assert any(event.case == "13.13b" and event.seats is None for event in events)
    assert match.entries[-1].before is None, "it has been shown"


@pytest.mark.case("war_in_europe", "13.11", "13.0", "13.7")
def test_everybody_can_fly_where_he_has_points_on_turn_1() -> None:
    """Nobody loses Points to a front without a supplied hex before play begins."""
    for key in GAME.titles:
        scenario = GAME.load(key)
        assert isinstance(scenario, WarScenario)
        state = WarState(GAME, scenario, first_position(scenario), ScriptedDice())
        for front, seat in airbases.displays(state):
            if commitment.strength(state, seat, front) and (key, seat, front) not in IDLE:
                assert airbases.operable(state, seat, front), f"{key}: {GAME.seats[seat]} {FRONTS[front]}"


@pytest.mark.case("war_in_europe", "13.12a")
def test_whoever_commits_nothing_is_told_before_he_goes_on(italy: WarScenario) -> None:
    """One Point that flies says that the others are held back on purpose."""
    match = begun(italy)
    found = GAME.aids.unspent(match.state, AXIS)
    free = match.state.position.air[air_box(SOUTH, AXIS, AVAILABLE)]
    assert [(line.text, line.case) for line in found if "south" in line.text] == [
        (f"{free} Air Points on the south front: none flies in this turn", "13.12a")
    ]
    match.submit(AXIS, orders.Commit(front=SOUTH, box=GROUND, points=1))
    assert not [line for line in GAME.aids.unspent(match.state, AXIS) if "south" in line.text]


def rolled(match: Match, *texts: tuple[int, str]) -> list[tuple[str, int | None]]:
    """What is rolled, and by whom."""
    events = [event for seat, text in texts for event in match.submit(seat, text)]
    return [(event.draw.purpose, event.by) for event in events if event.draw]


@pytest.mark.case("war_in_europe", "13.21", "13.27", "13.31a")
def test_everybody_rolls_for_his_own_points(italy: WarScenario) -> None:
    match = begun(italy)
    match.submit(ALLIED, "commit south superiority 3")
    match.submit(AXIS, "commit south superiority 2")
    match.submit(ALLIED, "done")
    dice = rolled(match, (AXIS, "done"), (ALLIED, "against 1"))
    assert dice == [("air attack at 1-1", ALLIED), ("air attack at 2-1", ALLIED), ("air counterattack", AXIS)]
    other = begun(italy)
    for seat in (ALLIED, AXIS):
        other.submit(seat, "commit south superiority 2")
    other.submit(ALLIED, "done")
    assert rolled(other, (AXIS, "done")) == [("air attack at 1-1", ALLIED), ("air attack at 1-1", AXIS)]


@pytest.mark.case("war_in_europe", "13.62")
@pytest.mark.case("war_in_europe", "13.23a")
@pytest.mark.parametrize(
    ("axis", "allied", "verdicts"),
    [
        (0, 6, ["Allied has air superiority on the south front"]),
        (6, 6, ["nobody has air superiority on the south front"]),
        (0, 0, []),
    ],
)
def test_it_is_told_who_has_superiority_as_part_of_the_air_combat(
    italy: WarScenario, axis: int, allied: int, verdicts: list[str]
) -> None:
    match = begun(italy)
    for seat, count in ((AXIS, axis), (ALLIED, allied)):
        if count:
            match.submit(seat, f"commit south superiority {count}")
    for seat in (AXIS, ALLIED):
        match.submit(seat, "done")
    events = [event for entry in match.entries for event in entry.events]
    fought = [event for event in events if event.contest == "Air combat, south front"]
    assert [tell(event, italy.lexicon) for event in fought if event.kind == "verdict"] == verdicts
    assert any(event.draw for event in fought) == bool(axis)
    assert not any(event.contest for event in events if event not in fought)


def test_only_a_front_that_was_once_flown_from_can_be_lost(west: WarState) -> None:
    p = west.position
    give(west, AXIS, AVAILABLE, 3)
    owned, p.owner[AXIS] = p.owner[AXIS], 0
    west.changed()
    assert commitment.evacuations(west, 0) is None
    assert points(west, AXIS, AVAILABLE) == 3, "they wait for a hex of their own"
    p.owner[AXIS] = owned
    west.changed()
    assert commitment.evacuations(west, 0) is None
    p.owner[AXIS] = 0
    west.changed()
    assert commitment.evacuations(west, 0) is None
    assert points(west, AXIS, AVAILABLE) == 0
