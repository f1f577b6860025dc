"""Battles looked back upon: where they are fought, their prospects before the dice, and the luck of the dice."""

from __future__ import annotations

import itertools
from fractions import Fraction
from pathlib import Path

import pytest

from phaseline.ai import registry as agents
from phaseline.ai.driver import NoEnd, play_match
from phaseline.engine import record, registry
from phaseline.engine.aids.ground import hex_name
from phaseline.engine.match import Match
from phaseline.engine.position import Position
from phaseline.server.rooms.chronicle import Chronicle
from phaseline.server.rooms.history import History
from phaseline.server.viewing.battles import before, throws

GOLDEN = Path(__file__).parents[1] / "games" / "westfront" / "golden" / "husky.record"


class Kept(History):
    """The past with all its positions at hand."""

    def __init__(self, match: Match, positions: list[Position]) -> None:
        super().__init__(Chronicle.__new__(Chronicle), lambda _: None)
        self.match, self.positions = match, positions

    def position(self, entry: int) -> Position:
        return self.positions[entry]


def fought(game: str, scenario: str, orders: int, seed: int = 0) -> Kept:
    rules = registry.game(game)
    match = Match.new(rules, rules.load(scenario), seed=seed.to_bytes(32, "big"))
    positions = [match.position.copy()]
    seats = {seat: agents.make("greedy", seat) for seat in (0, 1)}
    try:
        play_match(match, seats, limit=orders, listener=lambda *_: positions.append(match.position.copy()))
    except NoEnd:
        assert len(match.entries) > orders
    return Kept(match, positions)


@pytest.fixture(scope="module")
def ford() -> Kept:
    return fought("skirmish", "ford", 80, seed=1)


def test_the_odds_before_the_dice_are_those_at_which_they_were_rolled(ford: Kept) -> None:
    seen = 0
    for index, entry in enumerate(ford.match.entries):
        for event in entry.events:
            if event.draw is None or event.battle is None:
                continue
            found = before(ford.match, ford, None, index, bare=True)
            assert found is not None
            assert found.hex == event.battle
            assert found.column is not None
            board = ford.match.scenario.map
            assert found.title == f"attack on {hex_name(board, event.battle)}"
            named = f"attack on {board.label(event.battle)} at {found.columns[found.column]}"
            assert event.draw.purpose == named
            assert [row.totals for row in found.rows if event.draw.values[0] in row.totals] == [
                event.draw.values
            ]
            seen += 1
    assert seen >= 3


def test_luck_is_what_the_result_takes_against_its_mean(ford: Kept) -> None:
    found = list(throws(ford.match, ford, None, bare=True))
    assert len(found) >= 3
    for throw in found:
        told = before(ford.match, ford, None, throw.entry, bare=True)
        assert told is not None
        (event,) = [one for one in ford.match.entries[throw.entry].events if one.draw is not None]
        assert event.draw is not None
        own, other = throw.side, 1 - throw.side
        means = [row.losses[other] - row.losses[own] for row in told.rows]
        assert throw.unit == "steps"
        assert throw.given == means[sum(event.draw.values) - 1]
        assert throw.exact == str(Fraction(sum(means), 6))


def test_who_does_not_see_the_defenders_is_not_told_how_lucky_it_was(ford: Kept) -> None:
    whole = {throw.entry for throw in throws(ford.match, ford, None, bare=True)}
    for seat in (0, 1):
        own = {throw.entry for throw in throws(ford.match, ford, seat, bare=False)}
        assert own < whole
    assert not list(throws(ford.match, ford, None, bare=False))


def test_every_event_of_a_battle_knows_where_it_is_fought(ford: Kept) -> None:
    label = ford.match.scenario.map.label
    for entry in ford.match.entries:
        for event in entry.events:
            if event.kind in ("battle", "retreat", "advance", "loss"):
                assert event.battle is not None
            if event.draw and event.by is not None:
                assert event.battle is not None
                assert f"attack on {label(event.battle)} " in event.draw.purpose
            if event.kind == "weather":
                assert event.battle is None


def test_of_several_battles_upon_one_order_each_has_its_odds_and_its_luck() -> None:
    kept = fought("france44", "beachhead", 420)
    match, label = kept.match, kept.match.scenario.map.label
    fallen = 0
    for index, entry in enumerate(match.entries):
        dice = [event for event in entry.events if event.draw and event.battle is not None]
        for event in dice:
            assert event.battle is not None
            assert event.draw is not None
            found = before(match, kept, None, index, event.battle, bare=True)
            assert found is not None, event.draw.purpose
            assert found.column is not None
            assert event.draw.purpose == f"attack on {label(event.battle)} at {found.columns[found.column]}"
        fallen += len(dice)
    assert fallen > 5
    told = list(throws(match, kept, None, bare=True))
    assert len(told) == fallen
    assert {throw.unit for throw in told} == {"steps"}


def test_dice_that_hit_by_themselves_are_counted_die_by_die() -> None:
    match = record.load(GOLDEN.read_text())
    found = list(throws(match, Kept(match, []), None, bare=True))
    assert found
    rolled = [
        event
        for event in itertools.chain.from_iterable(entry.events for entry in match.entries)
        if event.draw is not None and event.lit
    ]
    assert [throw.title for throw in found] == [event.draw.purpose for event in rolled if event.draw]
    first = found[0]
    # An airstrike of three dice that hit on 4 to 6: 6, 1 and 5 (13.12).
    assert (first.unit, first.side, first.given, first.exact) == ("hits", 0, 2.0, "3/2")
