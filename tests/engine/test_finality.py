"""What cannot be taken back is known before it is given."""

import random

import pytest
from tests.moments import until

from phaseline.engine import registry
from phaseline.engine.finality import Aftermath, tried, what_follows
from phaseline.engine.match import Match
from phaseline.engine.rehearsal import sampled


@pytest.mark.parametrize(
    ("key", "scenario", "orders"), [("skirmish", "ford", 150), ("westfront", "husky", 150)]
)
def test_what_can_be_taken_back_is_never_called_final(key: str, scenario: str, orders: int) -> None:
    game = registry.game(key)
    match = Match.new(game, game.load(scenario), seed=bytes([7]) * 32)
    rng = random.Random(7)
    told = {True: 0, False: 0}
    for _ in range(orders):
        decision = match.decision
        if decision is None:
            break
        seat = decision.seats[0]
        order = match.legal(seat).sample(rng)
        digest = match.position.digest()
        guess, _ = sampled(game, match.state, seat, rng.randrange(1000))
        known, guessed = (tried(state, seat, order).final for state in (match.state, guess))
        assert match.position.digest() == digest, "trying an order changed the match"
        rolled = match.state.dice.drawn
        match.submit(seat, order)
        stands = match.entries[-1].before is None
        assert known == stands
        assert stands or not guessed
        assert stands or match.state.dice.drawn == rolled
        told[known] += 1
    assert told[True] > 3
    assert told[False] > 3


def test_what_comes_of_an_order_tells_secrets_from_what_stands(begun: Match) -> None:
    found = tried(begun.state, 0, begun.parse("stance hold"))
    assert found == Aftermath(final=False, secret=True, over=False)


def test_an_order_that_ends_a_battle_tells_of_the_next_one_whose_dice_fall_with_it() -> None:
    match = until("france44", "falaise", "advance")
    decision = match.decision
    assert decision is not None
    fought = match.game.battle_in(match.position)
    ends = tried(match.state, decision.seats[0], match.parse("done"))
    assert ends.final
    assert ends.onward.startswith("battle at ")
    rolled = match.state.dice.drawn
    match.submit(decision.seats[0], "done")
    assert match.state.dice.drawn > rolled
    assert match.game.battle_in(match.position) != fought
    assert ends.onward in match.game.flow.spoken(match.state.path())


def test_the_dice_of_the_battle_under_way_are_not_those_of_the_next() -> None:
    match = until("eisenhower", "historical", "roll")
    decision = match.decision
    assert decision is not None
    assert tried(match.state, decision.seats[0], match.parse("roll")) == Aftermath(
        final=True, secret=False, over=False
    )


@pytest.mark.parametrize(
    ("key", "scenario"), [("skirmish", "ford"), ("eisenhower", "historical"), ("westfront", "husky")]
)
def test_what_follows_is_where_the_match_goes_when_the_seat_passes(key: str, scenario: str) -> None:
    game = registry.game(key)
    match = Match.new(game, game.load(scenario), seed=bytes([3]) * 32)
    rng = random.Random(3)
    told = set()
    for _ in range(60):
        decision = match.decision
        if decision is None:
            break
        seat = decision.seats[0]
        digest = match.position.digest()
        ahead = what_follows(match.state, seat)
        said = ahead.title
        assert match.position.digest() == digest
        passing = game.passing(match.state, seat)
        if passing is None or match.check(seat, passing) is not None:
            assert said == ""
            match.submit(seat, match.legal(seat).sample(rng))
            continue
        rolled = match.state.dice.drawn
        match.submit(seat, passing)
        if match.state.dice.drawn == rolled and match.outcome is None:
            assert said in ("", *game.flow.spoken(match.state.path()))
            assert ahead.more == (match.decision is not None and seat in match.decision.seats)
        told.add(said)
    assert len(told) > 3


def test_after_a_secret_choice_no_step_is_promised_that_hangs_on_the_others() -> None:
    game = registry.game("war_in_europe")
    match = Match.new(game, game.load("italy_1943"), seed=bytes([5]) * 32)
    decision = match.decision
    assert decision is not None
    assert decision.simultaneous
    match.submit(0, "done")
    told = {what_follows(sampled(game, match.state, 1, number)[0], 1).title for number in range(20)}
    assert "Air transfer" not in told, "nobody has Points in a Transfer box"
    assert len(told) == 1, "what the other side may have done shows"
