"""Whose turn it was when an order was given: what is ordered in another's turn answers it."""

from __future__ import annotations

import pytest

from phaseline.ai import registry as agents
from phaseline.ai.agent import UNLIMITED
from phaseline.ai.driver import observe
from phaseline.engine import registry
from phaseline.engine.match import Match
from phaseline.server.viewing.turns import turn_of, turns


@pytest.mark.parametrize(
    ("key", "scenario", "orders"),
    [
        ("skirmish", "ford", 40),
        ("eisenhower", "historical", 90),
        ("war_in_europe", "diadem", 60),
        ("westfront", "W43", 40),
    ],
)
def test_every_order_is_of_the_turn_it_was_given_in_and_answers_are_of_the_others(
    key: str, scenario: str, orders: int
) -> None:
    game = registry.game(key)
    match = Match.new(game, game.load(scenario), seed=bytes(32))
    players = {seat: agents.make("greedy", seat) for seat in (0, 1)}
    given: list[int | None] = [None]
    answered = 0
    for _ in range(orders):
        assert match.decision is not None
        seat = match.decision.seats[0]
        given.append(turn_of(match.state.path(), game.seats))
        answered += given[-1] not in (None, seat)
        match.submit(seat, players[seat].order(observe(match, seat), UNLIMITED))
        # As it is told at once, while the phase is under way, and as it is told later.
        assert turns(match, len(match.entries) - 1) == given[-1:]
    assert turns(match)[1:] == given[1:]
    assert {0, 1} <= set(given)
    assert answered or key == "westfront"
