"""What a player is told can still be done is what can be done, in random matches and where planning players come to.

How many decisions are looked at goes with PHASELINE_EXAMPLES (default 50): that many of each random match.
"""

import os
import random
import re
from collections import defaultdict
from typing import Any

import pytest

from phaseline.engine import record, registry
from phaseline.engine.dice import SeededDice
from phaseline.engine.match import Match
from phaseline.lab import openings

EXAMPLES = int(os.environ.get("PHASELINE_EXAMPLES", "50"))
STRETCH = 20
"""So many decisions are looked at from each opening on."""


def counted_by_hand(match: Match, seat: int) -> list[str]:
    """The remarks, from the complete list of legal orders."""
    first: dict[type, set[Any]] = defaultdict(set)
    for order in match.legal(seat):
        for name in type(order).__struct_fields__[:1]:
            first[type(order)].add(getattr(order, name))
    counts = [(len(first[kind]), kind.text) for kind in match.game.flow.order_types() if kind.text.many]
    return sorted(f"{count} {text.one if count == 1 else text.many}" for count, text in counts if count)


def check(match: Match, orders: int, rng: random.Random) -> int:
    """Compare at so many decisions of random play; returns how many remarks were compared."""
    remarks = 0
    texts = [kind.text for kind in match.game.flow.order_types() if kind.text.many]
    for _ in range(orders):
        if match.decision is None:
            break
        for seat in match.decision.seats:
            told = match.game.aids.left(match.state, seat)
            expected = counted_by_hand(match, seat)
            assert sorted(told[len(told) - len(expected) :]) == expected
            words = [re.sub("^[0-9]+ ", "", line) for line in told[: len(told) - len(expected)]]
            assert not {word for text in texts for word in (text.one, text.many)} & set(words)
            remarks += len(expected)
        seat = rng.choice(match.decision.seats)
        match.submit(seat, match.legal(seat).sample(rng))
    return remarks


SCENARIOS = [
    (key, scenario)
    for key in ("skirmish", "eisenhower", "westfront")
    for scenario in registry.game(key).scenarios()
]


@pytest.mark.parametrize(("key", "name"), SCENARIOS)
def test_in_random_play_only_what_can_be_done_is_counted(key: str, name: str) -> None:
    game = registry.game(key)
    match = Match.new(game, game.load(name), seed=bytes(32))
    assert check(match, EXAMPLES, random.Random(1)) > 10


@pytest.mark.parametrize(("key", "name"), SCENARIOS)
def test_where_planning_players_come_to_only_what_can_be_done_is_counted(key: str, name: str) -> None:
    game = registry.game(key)
    scenario = game.load(name)
    remarks = 0
    for turn in range(max(3, EXAMPLES // STRETCH)):
        opening, _ = openings.pick(game, scenario, turn, turn)
        dice = SeededDice(bytes(32))
        match = record.load(opening.record, game=game, scenario=scenario, orders=opening.orders, then=dice)
        remarks += check(match, STRETCH, random.Random(turn))
    assert remarks > 10
