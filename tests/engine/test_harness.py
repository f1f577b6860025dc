"""The common harness: it passes a sound game, and finds every kind of broken promise."""

import re

import pytest
from tests.engine.broken import BROKEN, AliasedView, Unspeakable

from phaseline.engine import record
from phaseline.engine.harness import STRETCH, Fault, Opening, Played, play_checked
from phaseline.engine.ledger import Ledger
from phaseline.games.skirmish import GAME
from phaseline.games.skirmish.game import Skirmish

CASES = frozenset(case.number for case in Ledger.read(GAME.package))
AT_THE_START = {"circles", "data", "loop", "mutable frame"}
"""These faults come before there is a match to record."""


def find_fault(game: Skirmish, *, thorough: float = 1.0, **options: object) -> Fault:
    """The first fault of a game in a few matches; there must be one."""
    for seed in range(12):
        try:
            play_checked(
                game, game.load("ford", options), seed, thorough=thorough, cases=CASES, max_orders=200
            )
        except Fault as fault:
            return fault
    raise AssertionError("the harness has found nothing")


@pytest.mark.parametrize("scenario", GAME.scenarios())
@pytest.mark.parametrize("fog", [True, False])
def test_a_sound_game_passes(scenario: str, fog: bool) -> None:
    played = play_checked(GAME, GAME.load(scenario, {"fog": fog}), int(fog), cases=CASES, thorough=0.4)
    assert played.orders > 20
    assert f"\nscenario: {scenario}\n" in played.record
    assert record.load(played.record).outcome is not None


def test_the_same_seed_gives_the_same_match_however_thoroughly_it_is_watched() -> None:
    def play(thorough: float) -> Played:
        return play_checked(GAME, GAME.load("ford"), 5, thorough=thorough)

    assert play(0) == play(0.5) == play(0.5)


@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_promise_is_found(name: str) -> None:
    game, message = BROKEN[name]
    fault = find_fault(game)
    assert re.search(message, fault.promise), fault
    assert str(fault).startswith(f"skirmish ford, seed {fault.seed}, after {fault.orders} orders: ")
    if name in AT_THE_START:
        assert fault.record == ""
    else:
        assert f"\nnote: {str(fault)[:60]}" in fault.record


@pytest.mark.parametrize("name", ["legality", "whose turn"])
def test_samples_are_compared_at_every_decision_however_seldom_all_is_checked(name: str) -> None:
    game, message = BROKEN[name]
    assert re.search(message, find_fault(game, thorough=0.0).promise)


def test_orders_at_the_end_of_a_long_listing_are_compared_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("phaseline.engine.secrecy.LISTED", 2)
    game, message = BROKEN["legality"]
    assert re.search(message, find_fault(game, thorough=0.0).promise)


def test_a_match_that_begins_in_another_plays_on_from_there_with_dice_of_its_own() -> None:
    scenario = GAME.load("ford")
    other = play_checked(GAME, scenario, 3, thorough=0)
    opening = Opening(other.record, 30)
    played = play_checked(GAME, scenario, 8, cases=CASES, opening=opening)
    assert played == play_checked(GAME, scenario, 8, thorough=0.1, opening=opening)
    assert not played.over or played.orders <= STRETCH
    begun = record.load(other.record, orders=30)
    replayed = record.load(played.record)
    assert len(replayed.entries) - 1 == 30 + played.orders
    assert replayed.entries[30].order == begun.entries[30].order
    assert (
        record.dump(record.load(played.record, orders=30)).splitlines()[-1]
        == f"= {begun.position.digest()} end"
    )


def test_a_fault_of_a_match_that_began_in_another_replays_too() -> None:
    game, message = BROKEN["legality"]
    opening = Opening(play_checked(GAME, GAME.load("ford"), 3, thorough=0).record, 20)
    with pytest.raises(Fault, match=message) as caught:
        play_checked(game, game.load("ford"), 1, opening=opening)
    assert caught.value.orders >= 20
    assert len(record.load(caught.value.record, game=game).entries) - 1 == caught.value.orders


def test_a_view_that_is_the_position_is_found() -> None:
    fault = find_fault(AliasedView(), fog=False)
    assert re.search(r"the view of Blue shares stack, .* with the position", fault.promise)


@pytest.mark.parametrize("name", ["view", "gossip", "mistake", "dead end", "wrong case"])
def test_the_record_of_a_fault_can_be_replayed_up_to_it(name: str) -> None:
    game, _ = BROKEN[name]
    fault = find_fault(game)
    match = record.load(fault.record, game=game)
    assert len(match.entries) - 1 == fault.orders
    assert record.dump(match, reveal=True, note=str(fault)) == fault.record


def test_a_fault_that_spoils_even_the_record_says_so() -> None:
    fault = find_fault(Unspeakable())
    assert fault.record == ""
    assert fault.promise.startswith("TypeError while")
    assert "its record cannot be written" in str(fault)
