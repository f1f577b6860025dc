"""What viewers look through: one lens a seat, and samples that share what has been worked out."""

from __future__ import annotations

import random

from tests.moments import until

from phaseline.engine import registry
from phaseline.engine.match import Match
from phaseline.server.viewing.choices import Choices
from phaseline.server.viewing.lens import Lens, Lenses
from phaseline.server.viewing.scene import sole


def played(game: str, scenario: str, orders: int) -> Match:
    rules, rng = registry.game(game), random.Random(7)
    match = Match.new(rules, rules.load(scenario), seed=bytes(32))
    for _ in range(orders):
        assert match.decision is not None
        seat = match.decision.seats[0]
        match.submit(seat, match.legal(seat).sample(rng))
    return match


def test_all_who_sit_on_a_seat_look_through_one_lens_until_something_happens() -> None:
    state = played("skirmish", "ridge", 6).state
    lenses = Lenses("x")
    blue = lenses.at((1, 1), state, 0, bare=False)
    assert lenses.at((1, 1), state, 0, bare=False) is blue
    assert lenses.at((1, 1), state, 1, bare=False) is not blue
    assert lenses.at((1, 1), state, 0, bare=True) is not blue
    assert lenses.at((1, 1), state, None, bare=False).seat is None
    later = lenses.at((2, 2), state, 0, bare=False)
    assert later is not blue
    assert later.sample is not blue.sample


def test_what_is_guessed_of_the_enemy_stays_while_nothing_new_is_seen() -> None:
    rules = registry.game("westfront")
    match = Match.new(rules, rules.load("S44"), seed=bytes(32))
    lenses = Lenses("x")
    seen = []
    for serial, order in enumerate(("auto", "done", "auto", "auto")):
        assert match.decision is not None
        seat = match.decision.seats[0]
        match.submit(seat, order)
        if serial:
            lens = lenses.at((serial, len(match.entries)), match.state, 0, bare=False)
            seen.append(lens.game.aids.standing(lens.sample, lens.view).due)
    assert seen[0] == seen[1] == seen[2]


def test_a_sample_that_is_the_truth_takes_over_what_is_known_and_stays_apart() -> None:
    match = played("eisenhower", "historical", 30)
    assert match.decision is not None
    seat = match.decision.seats[0]
    state = match.state
    orders = list(match.legal(seat))
    sample = Lens(state, seat, bare=False, salt="x").sample
    assert sample.position == state.position
    assert sample.position is not state.position
    assert set(state.memory.lasting) <= set(sample.memory.lasting)
    assert list(sample.legal(seat)) == orders
    before = state.position.digest()
    sample.apply(seat, orders[-1])
    assert state.position.digest() == before


def test_values_that_lead_on_are_worked_out_once_and_handed_out_apart() -> None:
    match = played("skirmish", "ridge", 6)
    assert match.decision is not None
    legal = match.legal(match.decision.seats[0])
    kind = next(kind for kind in legal.kinds() if kind.__struct_fields__)
    first = legal.able(kind)
    first.clear()
    assert legal.able(kind) == [value for value in legal.values(kind) if legal.leads_on(kind, value)]


def test_an_order_that_gives_something_up_says_so() -> None:
    rules = registry.game("westfront")
    match = Match.new(rules, rules.load("husky"), seed=bytes(32))
    while match.decision is not None and match.decision.step.label != "building":
        seat = match.decision.seats[0]
        kinds = match.legal(seat).kinds()
        done = [kind for kind in kinds if not kind.__struct_fields__]
        match.submit(seat, done[0]() if done else next(iter(match.legal(seat))))
    offered = Choices(match, Lens(match.state, 0, bare=False, salt="x"), rules.aids).kinds()
    given_up = {kind.verb: kind.gives_up for kind in offered}
    assert given_up["disband"] is True
    assert given_up["step"] is given_up["done"] is False


def test_units_and_aircraft_that_are_added_to_an_attack_may_be_wanted_all_at_once() -> None:
    match = until("france44", "falaise", "join", "support", "air")
    assert match.decision is not None
    lens = Lens(match.state, match.decision.seats[0], bare=False, salt="x")
    adds = {kind.verb: kind.adds for kind in Choices(match, lens, match.game.aids).kinds()}
    assert adds["join"] is adds["air"] is True
    assert adds["support"] is False, "one headquarters is all there may be"


def test_a_war_that_costs_points_is_declared_by_name() -> None:
    """A country alone, among the choices below the map, would be taken for something else."""
    rules = registry.game("westfront")
    match = Match.new(rules, rules.load("S44"), seed=bytes(32))
    for order in ("auto", "done", "done"):
        assert match.decision is not None
        match.submit(match.decision.seats[0], order)
    offered = Choices(match, Lens(match.state, 0, bare=False, salt="x"), rules.aids).kinds()
    assert {kind.verb for kind in offered if kind.gives_up} == {"declare-war"}


def test_a_step_in_which_nothing_is_of_use_any_more_passes_by_itself() -> None:
    """Supplies put down in France '44: the first time they can be drawn on, in the last turn nobody will."""
    rules = registry.game("france44")
    match = Match.new(rules, rules.load("market"), seed=bytes(32))
    told = []
    while (decision := match.decision) is not None:
        seat = decision.seats[0]
        if decision.step.label == "stockpile":
            found = sole(match, Lens(match.state, seat, bare=False, salt="x"))
            told.append(None if found is None else (found.verb, found.values))
        order = rules.passing(match.state, seat)
        assert order is not None
        match.submit(seat, order)
    assert told == [None, None, ("done", [])]
