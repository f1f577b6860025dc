"""What a seat knows, and what could be true as far as it knows."""

from __future__ import annotations

import random

import pytest

from phaseline.engine.dice import ScriptedDice
from phaseline.engine.match import Match
from phaseline.games.skirmish import GAME
from phaseline.games.skirmish.position import UNSEEN, Battle, SkirmishPosition
from phaseline.games.skirmish.scenario import SkirmishScenario

BLUE, RED = 0, 1


@pytest.fixture(scope="module")
def scenario() -> SkirmishScenario:
    return GAME.load("ford", {"weather": "dry"})


@pytest.fixture
def match(scenario: SkirmishScenario) -> Match:
    return Match.new(GAME, scenario, dice=ScriptedDice([3]))


def known(match: Match, seat: int | None) -> SkirmishPosition:
    position = match.view(seat).position
    assert isinstance(position, SkirmishPosition)
    return position


def guesses(match: Match, seat: int, number: int = 60) -> list[SkirmishPosition]:
    rng = random.Random(1)
    scenario = match.scenario
    assert isinstance(scenario, SkirmishScenario)
    return [GAME.sample(scenario, known(match, seat), seat, rng) for _ in range(number)]


def unit(match: Match, name: str) -> int:
    return match.scenario.lexicon["unit"].value(name)


def begin(match: Match) -> None:
    match.submit(BLUE, "stance hold")
    match.submit(RED, "stance hold")


@pytest.mark.case("skirmish", "2.1")
def test_faces_are_hidden_and_hexes_are_not(match: Match, scenario: SkirmishScenario) -> None:
    begin(match)
    seen = known(match, RED)
    panzer, hussars = unit(match, "8th Panzer"), unit(match, "6th Hussars")
    position = match.position
    assert isinstance(position, SkirmishPosition)
    assert seen.at[panzer] == position.at[panzer]
    assert (seen.at[hussars], seen.steps[hussars]) == (UNSEEN, -1)
    backs = [hex for side, hex, _, _ in seen.unseen if side == BLUE]
    assert sorted(backs) == sorted(position.at[n] for n in scenario.rosters[BLUE])


@pytest.mark.case("skirmish", "2.1")
def test_a_plan_does_not_tell_which_face_down_units_are_in_it(match: Match) -> None:
    begin(match)
    for text in ("move 1st-Armoured 0304", "done", "attack 0305", "join 1st-Armoured"):
        match.submit(BLUE, text)

    def attackers(seat: int | None) -> int:
        return next(frame.attackers for frame in known(match, seat).stack if isinstance(frame, Battle))

    assert attackers(BLUE) == 1 << unit(match, "1st Armoured")
    assert attackers(RED) == attackers(None) == 0


@pytest.mark.case("skirmish", "2.1")
def test_what_could_be_true_puts_every_unit_behind_every_back(match: Match) -> None:
    begin(match)
    hussars = unit(match, "6th Hussars")
    found = guesses(match, RED)
    places = {guess.at[hussars] for guess in found}
    assert places == {hex for side, hex, _, _ in known(match, RED).unseen if side == BLUE}
    assert all(guess.steps[hussars] == 2 and not guess.unseen for guess in found)


@pytest.mark.case("skirmish", "2.1")
def test_what_could_be_true_looks_the_same(match: Match, scenario: SkirmishScenario) -> None:
    begin(match)
    match.submit(BLUE, "move 6th-Hussars 0504")
    match.submit(BLUE, "done")
    match.submit(BLUE, "done")
    for seat in (BLUE, RED):
        for guess in guesses(match, seat, 5):
            assert GAME.redact(scenario, guess, seat) == known(match, seat)
            assert -1 not in guess.steps


@pytest.mark.case("skirmish", "5.1")
def test_a_stance_could_be_any_once_it_is_chosen_and_none_before(match: Match) -> None:
    assert {guess.stances[RED] for guess in guesses(match, BLUE)} == {None}
    match.submit(RED, "stance screen")
    assert known(match, BLUE).stances == [None, None]
    assert {guess.stances[RED] for guess in guesses(match, BLUE)} == {"assault", "hold", "screen"}
    match.submit(BLUE, "stance hold")
    assert {tuple(guess.stances) for guess in guesses(match, BLUE)} == {("hold", "screen")}


def test_only_the_own_side_of_a_stack_is_drawn_with_its_strengths(
    match: Match, scenario: SkirmishScenario
) -> None:
    begin(match)
    match.submit(BLUE, "move 6th-Hussars 0504")
    label = scenario.map.label
    drawn = {
        label(piece.hex): piece
        for piece in GAME.sheet(scenario, match.view(RED)).pieces
        if piece.hex is not None
    }
    back = drawn["0504"]
    assert (back.face_down, back.unit, back.strength, back.marks) == (True, None, "", ("moved",))
    assert (drawn["0302"].face_down, drawn["0302"].marks) == (True, ())
    match.submit(BLUE, "done")
    # Who has moved may attack, and does not look as if it were spent.
    moved = [piece.marks for seat in (BLUE, RED) for piece in GAME.sheet(scenario, match.view(seat)).pieces]
    assert not any("moved" in marks for marks in moved)
    own = drawn["0408"]
    assert (own.face_down, own.title, own.strength, own.symbol) == (False, "8th Panzer", "7-5-5", "armour")
