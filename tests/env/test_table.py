"""A match played action by action."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from phaseline.engine import registry
from phaseline.engine.dice import SeededDice
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.engine.position import Outcome
from phaseline.engine.state import State
from phaseline.env.desk import Desk
from phaseline.env.encoding import FACTS, PLANES, UNIT
from phaseline.env.layout import CHOICES, Layout
from phaseline.env.table import Table

SCENARIOS = [
    ("skirmish", "ford"),
    ("westfront", "husky"),
    ("eisenhower", "historical"),
    ("france44", "beachhead"),
]


def play_on(table: Table, rng: random.Random, actions: int) -> int:
    """So many random choices, or until the match is over; how many there were."""
    given = 0
    while table.seat is not None and given < actions:
        table.act(rng.choice(sorted(table.offered())))
        given += 1
    return given


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_what_can_be_put_together_is_what_is_legal(game: str, scenario: str) -> None:
    """All orders that choices lead to, at decisions along a random match, are the legal orders: no more, no fewer."""
    kernel = registry.game(game)
    loaded = kernel.load(scenario)
    state: State[Any, Any] = kernel.new(loaded, SeededDice(bytes(32)))
    layout, rng, compared = Layout(kernel, loaded), random.Random(3), 0

    def all_orders(chosen: tuple[int, ...]) -> set[Order]:
        desk = Desk(layout)
        desk.open(state.legal(seat))
        for action in chosen:
            order = desk.choose(action)
            if order is not None:
                return {order}
        return {order for action in desk.offered() for order in all_orders((*chosen, action))}

    for _ in range(60):
        decision = state.waiting()
        if decision is None:
            break
        seat = decision.seats[0]
        legal = state.legal(seat)
        if len(legal) <= 300:
            assert all_orders(()) == set(legal)
            compared += 1
        state.play(seat, legal.sample(rng))
    assert compared >= 10


def test_an_action_that_is_not_offered_changes_nothing() -> None:
    table = Table("skirmish", "ford")
    before = table.state.position.to_bytes()
    forbidden = next(action for action in range(table.layout.size) if action not in table.offered())
    with pytest.raises(LookupError, match=f"action {forbidden} .* may not be chosen now"):
        table.act(forbidden)
    assert table.state.position.to_bytes() == before
    assert table.orders == []


def test_only_who_has_to_choose_has_a_mask() -> None:
    table = Table("skirmish", "ford")
    assert table.seat is not None
    assert set(np.flatnonzero(table.mask(table.seat)).tolist()) == set(table.offered())
    assert not table.mask(1 - table.seat).any()


def test_the_same_seed_gives_the_same_match_and_its_record_replays() -> None:
    one, other, third = Table("skirmish", "ford"), Table("skirmish", "ford"), Table("skirmish", "ford")
    for table, seed in ((one, 4), (other, 4), (third, 5)):
        table.reset(seed)
        play_on(table, random.Random(9), 400)
    assert one.state.position.to_bytes() == other.state.position.to_bytes()
    assert one.state.position.to_bytes() != third.state.position.to_bytes()
    match: Match = one.match()
    assert match.position.to_bytes() == one.state.position.to_bytes()
    assert match.outcome == one.outcome


@pytest.mark.parametrize("seed", ["x", 1.5, True])
def test_a_seed_is_a_whole_number(seed: object) -> None:
    table = Table("skirmish", "ford")
    before = table.state.position.to_bytes()
    with pytest.raises(TypeError, match="a seed is a whole number or None, not"):
        table.reset(seed)  # type: ignore[arg-type] # what is tested
    assert table.state.position.to_bytes() == before
    table.reset(np.int64(4))  # type: ignore[arg-type] # what libraries give
    drawn = table.state.position.to_bytes()
    table.reset(4)
    assert drawn == table.state.position.to_bytes()


def test_the_end_pays_what_the_match_was_worth() -> None:
    plain, scored = Table("skirmish", "ford"), Table("skirmish", "ford", rewards="score")
    paid: set[tuple[float, ...]] = set()
    for seed in range(8):
        for table in (plain, scored):
            table.reset(seed)
            assert table.returns() == (0.0, 0.0)
            play_on(table, random.Random(seed), 10_000)
        outcome = plain.outcome
        assert outcome is not None
        assert plain.over
        paid.add(plain.returns())
        blue, red = outcome.scores
        assert scored.returns() == (float(blue - red), float(red - blue))
        assert plain.returns()[0] == (0 if outcome.winner is None else 1 if outcome.winner == 0 else -1)
    assert {(1.0, -1.0), (-1.0, 1.0)} <= paid


def test_rewards_of_another_name_are_refused() -> None:
    with pytest.raises(ValueError, match='rewards: "points" is neither outcome nor score'):
        Table("skirmish", rewards="points")  # type: ignore[arg-type] # that is the point


def test_a_match_is_broken_off_at_the_longest_a_game_has(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("skirmish", "ford")
    monkeypatch.setattr(type(table.game), "longest", 5)
    table.reset(0)
    play_on(table, random.Random(0), 1000)
    assert table.truncated
    assert len(table.orders) == 5
    assert table.returns() == (0.0, 0.0)


@pytest.mark.parametrize(("game", "scenario"), SCENARIOS)
def test_arrays_keep_their_shapes_and_show_the_pieces(game: str, scenario: str) -> None:
    table = Table(game, scenario)
    rng = random.Random(1)
    encoding = table.encoding
    for _ in range(25):
        for seat in range(len(table.game.seats)):
            seen = table.observe(seat)
            assert seen["planes"].shape == encoding.planes
            assert seen["pieces"].shape == encoding.pieces
            assert seen["globals"].shape == encoding.globals
            sheet = table.game.sheet(table.scenario, table.game.view(table.state, seat))
            mine = [piece for piece in sheet.pieces if piece.side == seat and piece.hex is not None]
            assert int(seen["planes"][PLANES.index("my pieces")].sum()) == len(mine)
            shown = int(seen["pieces"][:, UNIT.index("shown")].sum())
            named = {piece.unit for piece in sheet.pieces if piece.unit is not None}
            unnamed = sum(piece.unit is None for piece in sheet.pieces)
            assert shown == len(named) + unnamed
            assert seen["globals"][FACTS.index("pieces without a row")] == 0
        if play_on(table, rng, 12) < 12:
            break


def test_a_piece_stands_where_the_arrays_say() -> None:
    table = Table("skirmish", "ford")
    seen = table.observe(0)
    sheet = table.game.sheet(table.scenario, table.game.view(table.state, 0))
    piece = next(piece for piece in sheet.pieces if piece.unit is not None and piece.hex is not None)
    assert piece.unit is not None
    assert piece.hex is not None
    col, row = table.scenario.map.grid.col_row(piece.hex)
    line = dict(zip(UNIT, seen["pieces"][piece.unit].tolist(), strict=True))
    assert (line["column"], line["row"]) == (col + 1, row + 1)
    assert line["owner"] == (1 if piece.side == 0 else 2)
    assert line["steps"] == piece.steps
    assert seen["planes"][PLANES.index("on the map"), row, col] == 1


def test_what_is_hidden_moves_no_number() -> None:
    """With other hidden facts behind the same view, a seat's arrays are the same, byte for byte."""
    table = Table("skirmish", "ford", options={"fog": True})
    rng, changed = random.Random(2), 0
    for _ in range(40):
        if play_on(table, rng, 3) < 3:
            break
        for seat in (0, 1):
            known = table.game.view(table.state, seat).position
            other = table.game.sample(table.scenario, known, seat, rng)
            changed += other.to_bytes() != table.state.position.to_bytes()
            twin = table.game.state_type(table.game, table.scenario, other, SeededDice(bytes(32)))
            seen = table.encoding.arrays(table.game.view(table.state, seat), seat)
            again = table.encoding.arrays(table.game.view(twin, seat), seat)
            assert all(seen[name].tobytes() == again[name].tobytes() for name in seen)
    assert changed > 10


def test_an_order_begun_is_seen_by_its_seat_alone() -> None:
    table = Table("skirmish", "ford")
    assert table.seat is not None
    seat = table.seat
    before = {other: table.observe(other) for other in (seat, 1 - seat)}
    begun = next(action for action, kind in table.offered().items() if kind.__struct_fields__)
    assert table.act(begun) is False
    assert table.observe(seat)["chosen"].tolist()[:2] == [begun, -1]
    assert table.observe(seat)["globals"][FACTS.index("kind of order begun")] == begun + 1
    for name, array in table.observe(1 - seat).items():
        assert (array == before[1 - seat][name]).all()


def test_numbers_have_names() -> None:
    table = Table("skirmish", "ford")
    layout = table.layout
    assert layout.named(layout.segments["unit"].start + 2) == "unit 2"
    assert layout.choice.size == CHOICES
    assert layout.choice.end == layout.size
    with pytest.raises(IndexError, match=f"there is no action {layout.size}"):
        layout.named(layout.size)


def test_who_plays_alone_is_paid_all_its_points() -> None:
    table = Table("midway", rewards="score")
    table.state.position.outcome = Outcome(winner=0, case="1", reason="it is over", scores=(7,))
    assert table.returns() == (7.0,)
