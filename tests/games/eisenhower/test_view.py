"""Who may see what: all but the secret plans."""

import random

import pytest

from phaseline.engine.match import Match
from phaseline.games.eisenhower import GAME
from phaseline.games.eisenhower.position import ALLIED, GERMAN, NOWHERE, EisenhowerPosition


def match_with(*texts: str, key: str = "historical") -> Match:
    match = Match.new(GAME, GAME.load(key), seed=bytes(32))
    for text in texts:
        decision = match.decision
        assert decision is not None
        match.submit(decision.seats[0], text)
    return match


def seen(match: Match, seat: int | None) -> EisenhowerPosition:
    position = match.view(seat).position
    assert isinstance(position, EisenhowerPosition)
    return position


@pytest.mark.case("eisenhower", "3.2.3d")
def test_the_second_plan_is_hidden() -> None:
    match = match_with("plan-second 3 2006")
    assert seen(match, ALLIED).second_turn == 3
    for seat in (GERMAN, None):
        assert (seen(match, seat).second_turn, seen(match, seat).second_hex) == (0, NOWHERE)
    blank = match_with("plan-none")
    assert match.view(GERMAN).to_bytes() == blank.view(GERMAN).to_bytes()


@pytest.mark.case("eisenhower", "3.3.2c")
def test_the_first_plan_is_hidden_until_the_landing() -> None:
    match = match_with("done", "choose B1A-s", "plan-first 3303", "plan-none", key="alternate")
    assert seen(match, ALLIED).first_hex != NOWHERE
    assert seen(match, GERMAN).first_hex == NOWHERE
    match.submit(GERMAN, "done")
    assert seen(match, GERMAN).first_hex == match.scenario.map.hex("3303")


def test_a_guess_fits_what_the_germans_know() -> None:
    match = match_with("plan-second 4 2104")
    known = seen(match, GERMAN)
    for seed in range(20):
        guess = GAME.sample(GAME.load("historical"), known, GERMAN, random.Random(seed))
        assert GAME.redact(GAME.load("historical"), guess, GERMAN) == known
