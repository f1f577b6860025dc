"""The play aids of Skirmish tell no secrets, never fail, and agree with the rules."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from tests.moments import until

from phaseline.engine.dice import SeededDice
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.engine.rehearsal import rehearse, sampled
from phaseline.games.skirmish import orders
from phaseline.games.skirmish.game import Skirmish
from phaseline.games.skirmish.position import Battle, Retreat, SkirmishPosition
from phaseline.games.skirmish.state import SkirmishState
from phaseline.hexgrid import hexes

GAME = Skirmish()


def warlike(match: Match, seat: int, rng: random.Random) -> Order:
    """A random order, an attack where there can be one."""
    legal, state = match.legal(seat), match.state
    assert isinstance(state, SkirmishState)
    for kind in (orders.Join, orders.Attack):
        values = legal.values(kind)
        if values:
            return kind(rng.choice(values))
    if orders.Move in legal.kinds() and rng.random() < 0.95:
        unit = rng.choice(legal.values(orders.Move))
        enemies = list(hexes(state.occupied(1 - seat)))
        there = legal.values(orders.Move, unit)
        if there:
            grid = match.scenario.map.grid
            return orders.Move(
                unit, min(there, key=lambda hex: min(grid.distance(hex, foe) for foe in enemies))
            )
    return legal.sample(rng)


@pytest.mark.parametrize(("scenario", "seed"), [("ford", 1), ("ford", 2), ("ridge", 3)])
def test_aids_serve_every_decision_and_do_not_depend_on_what_is_hidden(scenario: str, seed: int) -> None:
    match = Match.new(GAME, GAME.load(scenario), seed=seed.to_bytes(32, "big"))
    rng = random.Random(seed)
    while (decision := match.decision) is not None:
        for seat in (0, 1):
            if rng.random() < 0.4:
                other, _ = sampled(GAME, match.state, seat, rng.randrange(1000))
                draw = rng.randrange(1000)
                assert rehearse(match.state, seat, draw) == rehearse(other, seat, draw)
        seat = decision.seats[0]
        match.submit(seat, match.legal(seat).sample(rng))


def test_the_forecast_is_that_of_the_question_when_everybody_is_seen() -> None:
    scenario = GAME.load("ford", {"fog": False})
    match = Match.new(GAME, scenario, seed=bytes(32))
    rng = random.Random(4)
    compared = 0
    while (decision := match.decision) is not None:
        seat = decision.seats[0]
        if match.state.within(Battle) and (known := GAME.aids.forecast(match.state, match.view(seat))):
            fight = match.state.frame(Battle)
            label = scenario.map.label(fight.target)
            attackers = [unit for unit in range(len(scenario.units)) if fight.attackers >> unit & 1]
            tokens = [scenario.lexicon["unit"].token(unit) for unit in attackers]
            asked = GAME.questions["odds"](match.state, {"target": label, "attackers": tokens})
            assert known.column is not None
            assert known.columns[known.column] == asked["column"]
            chances: dict[str, Fraction] = {}
            for row in known.rows:
                cell = row.cells[known.column]
                chances[cell] = chances.get(cell, Fraction(0)) + Fraction(row.chance)
            assert {cell: str(chance) for cell, chance in chances.items()} == asked["chances"]
            assert not known.guessed
            compared += 1
        match.submit(seat, warlike(match, seat, rng))
    assert compared > 5


def test_an_attack_on_unseen_units_averages_over_what_they_may_be() -> None:
    match = Match.new(GAME, GAME.load("ford"), seed=bytes(32))
    rng = random.Random(1)
    while True:
        decision = match.decision
        assert decision is not None
        seat = decision.seats[0]
        targets = match.legal(seat).values(orders.Attack)
        guess, view = sampled(GAME, match.state, seat, 7)
        hidden = [hex for hex in targets if any(back[1] == hex for back in view.position.unseen)]  # type: ignore[attr-defined]
        if hidden:
            found = GAME.aids.forecast(guess, view, orders.Attack, (hidden[0],))
            assert found is not None
            assert found.guessed
            assert sum(Fraction(row.chance) for row in found.rows) == 1
            labels = {row.label for row in found.spreads[0].rows}
            assert "decoys only" in labels
            assert len(labels) > 2
            return
        match.submit(seat, warlike(match, seat, rng))


def test_what_is_left_counts_down() -> None:
    state = GAME.new(GAME.load("ford", {"fog": False, "weather": "dry"}), SeededDice(bytes(32)))
    for seat in (0, 1):
        state.apply(seat, orders.Stance("hold"))
    units = state.legal(0).values(orders.Move)
    assert GAME.aids.left(state, 0) == [f"{len(units)} units can still move"]
    to = state.legal(0).values(orders.Move, units[0])[-1]
    state.apply(0, orders.Move(units[0], to))
    assert GAME.aids.left(state, 0) == [f"{len(units) - 1} units can still move"]


@pytest.mark.case("skirmish", "11.2")
def test_who_retreats_is_told_to_whoever_chooses_where_to() -> None:
    match = until("skirmish", "ford", "retreat")
    state = match.state
    assert isinstance(state, SkirmishState)
    retreat = state.frame(Retreat)
    assert GAME.aids.left(state, retreat.seat) == [f"{state.spoken(retreat.unit)} retreats"]
    assert GAME.aids.left(state, 1 - retreat.seat) == []


def test_the_way_of_a_move_costs_what_the_hint_says() -> None:
    state = GAME.new(GAME.load("ford", {"fog": False, "weather": "dry"}), SeededDice(bytes(32)))
    for seat in (0, 1):
        state.apply(seat, orders.Stance("hold"))
    unit = state.legal(0).values(orders.Move)[0]
    for to in state.legal(0).values(orders.Move, unit):
        hint = GAME.aids.hint(state, 0, orders.Move, (unit,), to)
        path = GAME.aids.path(state, 0, orders.Move, (unit, to))
        assert path is not None
        assert path.cost == hint.text
        assert (path.hexes[0], path.hexes[-1]) == (state.position.at[unit], to)


def test_the_outlook_counts_points_to_the_end() -> None:
    match = Match.new(GAME, GAME.load("ford"), seed=bytes(32))
    found = GAME.aids.outlook(match.state, match.view(0))
    blue, red = found.due
    assert (blue.side, blue.level, blue.case) == (0, "amber", "12.1")
    assert blue.text == "0 against 0; 12 against 18 at the end if nothing changes hands"
    assert red.level == "green"
    assert [(line.case, line.value) for line in found.now] == [("12.1", "+2"), ("12.1", "+3")]
    assert {line.case for line in found.ends} == {"12.3", "12.4"}
    assert isinstance(match.position, SkirmishPosition)
    match.position.turn = 6
    blue, red = GAME.aids.outlook(match.state, match.view(0)).due
    assert (blue.level, red.level) == ("red", "green")
    label = match.scenario.map.hex
    assert {(each.title, each.side, each.hexes) for each in found.objectives} == {
        ("2 points a turn", 0, (label("Tilly"),)),
        ("2 points a turn", 1, (label("Saint-Aubin"),)),
        ("2 points a turn", None, (label("Le Gué"),)),
        ("1 point a turn", 1, (label("Ferme Rouge"),)),
    }
    assert {match.scenario.map.label(hex) for hex in blue.hexes} >= {
        match.scenario.map.label(match.scenario.map.hex("Tilly"))
    }
