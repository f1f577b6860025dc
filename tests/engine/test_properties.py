"""What must hold wherever random play of Skirmish leads."""

import itertools
import random
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engine.play import board, owing

from phaseline.engine import record
from phaseline.engine.ledger import Ledger
from phaseline.engine.match import CannotUndo, Match
from phaseline.engine.orders import Order, field_kinds
from phaseline.games.skirmish import GAME
from phaseline.hexgrid import hexes

CASES = frozenset(case.number for case in Ledger.read(GAME.package))
SCENARIOS = {key: GAME.load(key) for key in GAME.scenarios()}
SEATS = range(len(GAME.seats))

settings.register_profile(
    "play", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow], derandomize=True
)
play = settings.get_profile("play")


def played(scenario: str, seed: int, orders: int) -> Match:
    """A match after this many random orders, or at its end."""
    match = Match.new(GAME, SCENARIOS[scenario], seed=seed.to_bytes(32, "big"))
    rng = random.Random(seed)
    while (seats := owing(match)) and len(match.entries) <= orders:
        seat = rng.choice(seats)
        match.submit(seat, match.legal(seat).sample(rng))
    return match


matches = st.builds(
    played, st.sampled_from(sorted(SCENARIOS)), st.integers(0, 2**32 - 1), st.integers(0, 140)
)


def conceivable(match: Match, kind: type[Order]) -> Iterator[Order]:
    """Every order of this kind that can be written, and some that cannot."""
    map = match.scenario.map
    values: dict[str, list[int | str]] = {
        "unit": [-1, *range(len(board(match).at) + 2)],
        "hex": [-1, *hexes(map.on_map), map.grid.hex(map.grid.cols - 1, map.grid.rows - 1) + 1, 99_999],
        "str": ["assault", "hold", "screen", "retreat", ""],
    }
    fields = field_kinds(kind)
    for chosen in itertools.product(*(values[sort] for sort in fields.values())):
        yield kind(*chosen)


@play
@given(matches)
def test_what_is_listed_is_exactly_what_is_not_refused(match: Match) -> None:
    kinds = GAME.flow.order_types()
    for seat in SEATS:
        legal = match.legal(seat)
        listed = list(legal)
        assert len(set(listed)) == len(listed) == len(legal)
        assert bool(legal) == (seat in owing(match))
        allowed = set()
        for order in itertools.chain.from_iterable(conceivable(match, kind) for kind in kinds):
            refusal = match.check(seat, order)
            if refusal is None:
                allowed.add(order)
            else:
                assert refusal.case in CASES
                assert refusal.reason
            if seat in owing(match):
                assert (order in legal) == (refusal is None)
        assert allowed == set(listed)


@play
@given(matches)
def test_fields_are_narrowed_step_by_step_to_the_same_orders(match: Match) -> None:
    for seat in owing(match):
        legal = match.legal(seat)
        found: list[Order] = []
        for kind in legal.kinds():
            begun: list[tuple[object, ...]] = [()]
            for _ in field_kinds(kind):
                begun = [(*chosen, value) for chosen in begun for value in legal.values(kind, *chosen)]
            assert all(legal.why_not(kind, *chosen) is None for chosen in begun)
            found += [kind(*chosen) for chosen in begun]
        assert found == list(legal)


@settings(play, max_examples=15)
@given(matches, st.integers(0, 2**32 - 1))
def test_a_random_order_is_a_listed_one_and_every_listed_one_may_come(match: Match, seed: int) -> None:
    rng = random.Random(seed)
    for seat in SEATS:
        legal = match.legal(seat)
        if seat not in owing(match):
            with pytest.raises(LookupError, match="there is no legal order"):
                legal.sample(rng)
            continue
        missing = set(legal)
        listed = set(missing)
        for _ in range(20_000):
            order = legal.sample(rng)
            assert order in listed
            missing.discard(order)
            if not missing:
                break
        assert not missing


@play
@given(matches, st.integers(0, 2**32 - 1))
def test_playing_on_with_second_thoughts_leads_where_the_record_says(match: Match, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        seats = owing(match)
        if not seats:
            break
        if rng.random() < 0.4:
            seat = rng.choice(SEATS)
            data, entries = match.position.to_bytes(), list(match.entries)
            try:
                undone = match.undo(seat)
            except CannotUndo:
                assert match.position.to_bytes() == data
                assert match.entries == entries
            else:
                assert len(match.entries) == len(entries) - 1
                assert match.check(seat, undone) is None
        else:
            seat = rng.choice(seats)
            match.submit(seat, match.legal(seat).sample(rng))
    for reveal in (True, False):
        again = record.load(record.dump(match, reveal=reveal))
        assert again.position.to_bytes() == match.position.to_bytes()
        assert record.dump(again, reveal=reveal) == record.dump(match, reveal=reveal)


@play
@given(matches)
def test_the_last_order_taken_back_restores_the_very_bytes(match: Match) -> None:
    for seat in owing(match):
        data = match.position.to_bytes()
        for order in itertools.islice(match.legal(seat), 25):
            twin = match.branch()
            twin.submit(seat, order)
            try:
                assert twin.undo(seat) == order
            except CannotUndo:
                continue
            assert twin.position.to_bytes() == data
        assert match.position.to_bytes() == data


@play
@given(matches, st.integers(0, 2**32 - 1))
def test_a_seat_cannot_tell_the_true_position_from_a_sampled_one(match: Match, seed: int) -> None:
    rng = random.Random(seed)
    truth = match.position.to_bytes()
    for seat in SEATS:
        view = match.view(seat)
        for _ in range(3):
            guess = GAME.sample(SCENARIOS[match.scenario.key], board(match, seat), seat, rng)
            state = GAME.state_type(GAME, SCENARIOS[match.scenario.key], guess)
            assert GAME.faults(state) == []
            assert GAME.view(state, seat) == view
            assert GAME.view(state, None) == match.view(None)
            assert list(state.legal(seat)) == list(match.legal(seat))
    assert match.position.to_bytes() == truth


@play
@given(matches)
def test_a_transcript_names_no_unit_that_was_never_turned_up(match: Match) -> None:
    scenario = SCENARIOS[match.scenario.key]
    for seat in (*SEATS, None):
        text = record.transcript(match, seat)
        for unit, facts in enumerate(scenario.units):
            if scenario.side_of[unit] != seat and not board(match).face_up >> unit & 1:
                assert facts.name not in text
                assert facts.name.replace(" ", "-") not in text
    if match.outcome is None:
        assert match.position.digest() not in record.transcript(match, 0)
        with pytest.raises(record.RecordError, match="line 1: this is a transcript"):
            record.load(record.transcript(match, 0))


@play
@given(matches)
def test_copies_and_bytes_are_the_position_again(match: Match) -> None:
    position = board(match)
    assert position.copy() == position
    assert type(position).from_bytes(position.to_bytes()) == position
    state = match.state.copy()
    assert state.decision == match.decision
    for seat in SEATS:
        assert list(state.legal(seat)) == list(match.legal(seat))
