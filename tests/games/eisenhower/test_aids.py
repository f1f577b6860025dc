"""The play aids of Eisenhower's War tell no secrets, never fail, and agree with the rules."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from tests.games.eisenhower.moments import GAME, first_turn
from tests.moments import until

from phaseline.engine.game import View
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.engine.rehearsal import rehearse, sampled
from phaseline.engine.routine import is_routine
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, BOX, GERMAN, Combat, Landing
from phaseline.games.eisenhower.rules import movement
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes
from phaseline.mechanics import prospects


def match_of(key: str, seed: int) -> Match:
    """A long match with these dice: too few ports do not end it."""
    scenario = GAME.load(key, {"ports_checked": False})
    return Match.new(GAME, scenario, seed=seed.to_bytes(32, "big"))


def warlike(match: Match, seat: int, rng: random.Random) -> Order:
    """Attacks, joined by whoever can; the rest is random."""
    legal = match.legal(seat)
    for unit in legal.values(orders.Join):
        return orders.Join(unit)
    for kind in (orders.Attack,):
        pairs = [(unit, to) for unit in legal.values(kind) for to in legal.values(kind, unit)]
        if pairs:
            return kind(*rng.choice(pairs))
    if orders.Roll in legal.kinds():
        return orders.Roll()
    return legal.sample(rng)


@pytest.mark.parametrize(("key", "seed", "share"), [("historical", 1, 0.1), ("alternate", 3, 0.1)])
def test_aids_serve_every_decision_and_do_not_depend_on_what_is_hidden(
    key: str, seed: int, share: float
) -> None:
    match = match_of(key, seed)
    rng = random.Random(seed)
    asked = 0
    while (decision := match.decision) is not None and len(match.entries) < 500:
        for seat in (ALLIED, GERMAN):
            if rng.random() < share or len(match.entries) < 8:
                other, _ = sampled(GAME, match.state, seat, rng.randrange(1000))
                draw = rng.randrange(1000)
                assert rehearse(match.state, seat, draw) == rehearse(other, seat, draw), match.state.path()
                asked += 1
        seat = decision.seats[0]
        match.submit(seat, warlike(match, seat, rng))
    assert asked > 20


def test_the_forecast_of_an_attack_is_that_of_the_question() -> None:
    match = match_of("historical", 4)
    rng = random.Random(4)
    compared = 0
    while (decision := match.decision) is not None and compared < 12:
        seat = decision.seats[0]
        state = match.state
        assert isinstance(state, EisenhowerState)
        if state.within(Combat) and (found := GAME.aids.forecast(state, match.view(seat))):
            fight = state.frame(Combat)
            asked = GAME.questions["odds"](
                state,
                {
                    "target": state.scenario.map.label(fight.target),
                    "attackers": [state.name(unit) for unit in hexes(fight.attackers)],
                    "bombers": fight.bombers,
                    "offensive": fight.offensive,
                },
            )
            assert found.column is not None
            assert found.columns[found.column] == asked["column"]
            shifts = [line.case for line in found.lines if line.value.endswith((" left", " right"))]
            assert [case for case in asked["shift_cases"] if case not in shifts] == []
            for index, spread in enumerate(found.spreads):
                chances: dict[str, Fraction] = {}
                for result, chance in asked["chances"].items():
                    lost = result.split("/")[index]
                    chances[lost] = chances.get(lost, Fraction(0)) + Fraction(chance)
                told = {row.label.split()[0].replace("nothing", "0"): row.chance for row in spread.rows}
                assert told == {lost: str(chance) for lost, chance in chances.items()}
            assert sum(Fraction(row.chance) for row in found.rows) == 1
            steps = sum(
                state.position.steps[unit] for unit in state.units_at(fight.target, 1 - fight.attacker)
            )
            clears = sum(
                (
                    Fraction(part)
                    for lost, part in asked["chances"].items()
                    if int(lost.split("/")[1]) >= steps
                ),
                Fraction(0),
            )
            (all_gone,) = [line.value for line in found.lines if line.text.startswith("all defenders lost")]
            assert all_gone == prospects.in_percent(clears)
            left = f"in {all_gone} of cases no defender is left" if clears else "a defender is always left"
            assert f"{left} in the hex, retreats not counted" in found.summary
            compared += 1
        match.submit(seat, warlike(match, seat, rng))
    assert compared == 12


def test_an_attack_is_told_alone_and_with_all_who_can_join() -> None:
    match = match_of("historical", 2)
    rng = random.Random(2)
    while True:
        decision = match.decision
        assert decision is not None
        seat = decision.seats[0]
        legal = match.legal(seat)
        for unit in legal.values(orders.Attack):
            for target in legal.values(orders.Attack, unit):
                found = GAME.aids.forecast(match.state, match.view(seat), orders.Attack, (unit, target))
                hint = GAME.aids.hint(match.state, seat, orders.Attack, (unit,), target)
                assert found is not None
                assert found.column is not None
                assert hint.text.startswith(f"odds {found.columns[found.column]} alone")
                together = [line.value for line in found.lines if line.text.startswith("with all")]
                if together:
                    assert hint.text.endswith(f"{together[0]} with all")
                    return
        match.submit(seat, warlike(match, seat, rng))


def column(state: EisenhowerState, view: View) -> str:
    """The odds of the attack that is being planned."""
    found = GAME.aids.forecast(state, view)
    assert found is not None
    assert found.column is not None
    return found.columns[found.column]


@pytest.mark.case("eisenhower", "3.2.4h")
def test_the_odds_with_all_count_only_those_who_may_join() -> None:
    """On Turn 1 Commonwealth units may not attack Germans elsewhere: they are not counted beside Americans."""
    compared = barred = once = 0
    for seed in range(4):
        match = match_of("historical", seed)
        rng = random.Random(seed)
        while (decision := match.decision) is not None and len(match.entries) < 60:
            seat = decision.seats[0]
            legal = match.legal(seat)
            for unit in legal.values(orders.Attack):
                for target in legal.values(orders.Attack, unit):
                    hint = GAME.aids.hint(match.state, seat, orders.Attack, (unit,), target)
                    twin = match.state.copy()
                    assert isinstance(twin, EisenhowerState)
                    twin.apply(seat, orders.Attack(unit, target))
                    near = twin.units_in(twin.scenario.board.land_sides.cross(1 << target), seat)
                    alone = column(twin, match.view(seat))
                    joiners = twin.legal(seat).values(orders.Join)
                    barred += len(joiners) + 1 < (near & ~twin.position.fought).bit_count()
                    for joiner in joiners:
                        twin.apply(seat, orders.Join(joiner))
                    together = column(twin, match.view(seat))
                    same = alone == together
                    assert hint.text == "odds " + (alone if same else f"{alone} alone, {together} with all")
                    compared += 1
                    once += same and len(joiners) > 0
            match.submit(seat, warlike(match, seat, rng))
    assert compared > 20
    assert barred
    assert once


def test_the_way_of_a_move_costs_what_the_hint_says() -> None:
    match = match_of("historical", 5)
    rng = random.Random(5)
    while orders.Move not in match.legal(ALLIED).kinds():
        assert match.decision is not None
        seat = match.decision.seats[0]
        begin = [order for order in match.legal(seat) if order == orders.Begin("movement")]
        match.submit(seat, begin[0] if begin else match.legal(seat).sample(rng))
    state = match.state
    assert isinstance(state, EisenhowerState)
    legal = state.legal(ALLIED)
    able = [unit for unit in legal.values(orders.Move) if legal.leads_on(orders.Move, unit)]
    said = GAME.aids.left(state, ALLIED)
    assert [line for line in said if "still move" in line] == (
        [f"{len(able)} unit{'s' * (len(able) != 1)} can still move"] if able else []
    )
    for unit in legal.values(orders.Move):
        for to in legal.values(orders.Move, unit):
            path = GAME.aids.path(state, ALLIED, orders.Move, (unit, to))
            hint = GAME.aids.hint(state, ALLIED, orders.Move, (unit,), to)
            assert path is not None
            assert path.cost == hint.text
            assert (path.hexes[0], path.hexes[-1]) == (state.position.at[unit], to)
            assert (
                hint.text == f"{movement.reachable(state, unit).cost(to)} of {movement.budget(state, unit)}"
            )
            assert (hint.tint == "engage") == bool(state.zone(GERMAN) >> to & 1)


def test_secret_plans_are_marked_for_the_allies_only() -> None:
    match = match_of("historical", 5)
    while orders.PlanSecond not in match.legal(ALLIED).kinds():
        assert match.decision is not None
        match.submit(match.decision.seats[0], next(iter(match.legal(match.decision.seats[0]))))
    order = next(order for order in match.legal(ALLIED) if isinstance(order, orders.PlanSecond))
    match.submit(ALLIED, order)
    state = match.state
    assert isinstance(state, EisenhowerState)
    seen = {
        seat: [mark for mark in GAME.sheet(state.scenario, match.view(seat)).marks if mark.kind == "plan"]
        for seat in (ALLIED, GERMAN, None)
    }
    assert [mark.hex for mark in seen[ALLIED]] == [order.to]
    assert seen[GERMAN] == seen[None] == []


def test_units_in_the_box_are_pieces_beside_the_map_in_their_colours() -> None:
    match = match_of("alternate", 1)
    state = match.state
    assert isinstance(state, EisenhowerState)
    sheet = GAME.sheet(state.scenario, match.view(GERMAN))
    beside = {piece.unit for piece in sheet.pieces if piece.hex is None}
    assert beside == {unit for unit, place in enumerate(state.position.at) if place == BOX}
    assert all(piece.place == "box" for piece in sheet.pieces if piece.hex is None)
    assert {piece.group for piece in sheet.pieces} >= {"American", "British", "mobile", "static"}


@pytest.mark.case("eisenhower", "5.3.5a")
def test_the_odds_of_a_landing_are_told_while_its_force_is_chosen() -> None:
    match = match_of("alternate", 5)
    rng = random.Random(5)
    while match.decision is not None and not match.state.within(Landing):
        seat = match.decision.seats[0]
        match.submit(seat, match.legal(seat).sample(rng))
    state = match.state
    assert isinstance(state, EisenhowerState)
    landing = state.frame(Landing)
    for unit in state.units_at(landing.hex, GERMAN):
        state.put(unit, BOX)
    assert not GAME.aids.weighing(state)
    assert GAME.aids.forecast(state, match.view(ALLIED)) is None
    state.put(state.scenario.number["84"], landing.hex)
    assert GAME.aids.weighing(state)
    found = GAME.aids.forecast(state, match.view(ALLIED))
    assert found is not None
    assert found.hex == landing.hex
    aboard = {state.spoken(unit) for unit in hexes(landing.force)}
    told = [line.text for line in found.lines]
    assert all(any(text.startswith(name) for text in told) for name in aboard), told


@pytest.mark.case("eisenhower", "12.3")
def test_rebuilding_that_would_lapse_is_told() -> None:
    match = until("eisenhower", "historical", "rebuild")
    assert match.decision is not None
    seat = match.decision.seats[0]
    found = GAME.aids.unspent(match.state, seat)
    assert [line.case for line in found] == ["12.3"]
    assert "to choose from for rebuilding" in found[0].text
    match.submit(seat, orders.Done())
    assert "12.3" not in [line.case for line in GAME.aids.unspent(match.state, seat)]


@pytest.mark.case("eisenhower", "6.2b", "6.3d")
def test_who_stays_in_a_hex_that_is_too_full_is_told_of_it_in_time() -> None:
    """Four corps begin Turn 1 in Pescara, where three may stay: without a word, one is gone at its end."""
    match = until("eisenhower", "historical", "move", "scheldt")
    state = match.state
    assert isinstance(state, EisenhowerState)
    pescara = state.scenario.map.hex("Pescara")
    assert state.position.turn == 1
    told = [(line.text, line.case) for line in GAME.aids.unspent(state, GERMAN)]
    assert told == [("Pescara: 4 units, 3 may stay; the rest is eliminated at the end of the turn", "6.3d")]
    unit = next(unit for unit in match.legal(GERMAN).able(orders.Move) if state.position.at[unit] == pescara)
    match.submit(GERMAN, orders.Move(unit, match.legal(GERMAN).values(orders.Move, unit)[0]))
    assert GAME.aids.unspent(match.state, GERMAN) == []


@pytest.mark.case("eisenhower", "6.2b")
def test_whoever_has_too_many_in_a_hex_is_told_how_many_and_what_becomes_of_them() -> None:
    match = until("eisenhower", "historical", "move", "scheldt")
    while not any(kind is orders.Remove for kind in match.legal(GERMAN).kinds()):
        assert match.decision is not None
        (seat, *_) = match.decision.seats
        legal = match.legal(seat)
        match.submit(seat, orders.Done() if orders.Done in legal.kinds() else legal.sample(random.Random(1)))
    assert GAME.aids.left(match.state, GERMAN)[0] == (
        "Pescara: 4 units, 3 may stay; whom you remove is eliminated"
    )


@pytest.mark.case("eisenhower", "7.11a", "12.3")
def test_rebuilding_is_not_asked_for_where_nobody_was_hit() -> None:
    """On Turn 1 all are whole; aerial supply alone, which keeps for the rest of the turn, is no reason to ask."""
    match = match_of("historical", 1)
    state = match.state
    assert isinstance(state, EisenhowerState)
    match.submit(ALLIED, orders.PlanNone())
    assert state.legal(ALLIED).kinds() == [orders.Aerial, orders.Done]
    assert GAME.aids.futile(state, ALLIED)
    assert is_routine([state], ALLIED, orders.Done(), futile=True)
    # Somebody who was hit and is out of supply could be rebuilt if aerial supply came first.
    unit = next(unit for unit in hexes(state.on_map(ALLIED)) if state.scenario.units[unit].steps == 2)
    state.position.steps[unit] = 1
    state.changed()
    assert not GAME.aids.futile(state, ALLIED)
    state.position.steps[unit] = 2
    state.changed()
    assert GAME.aids.futile(state, ALLIED)
    match.submit(ALLIED, orders.Done())
    assert not GAME.aids.futile(state, ALLIED), "other steps are asked for as ever"


@pytest.mark.case("eisenhower", "11.3a")
def test_a_city_that_could_be_entered_is_told_until_somebody_is_there() -> None:
    match = until("eisenhower", "historical", "advance")
    state = match.state
    assert match.decision is not None
    assert isinstance(state, EisenhowerState)
    seat, legal = match.decision.seats[0], match.legal(match.decision.seats[0])
    unit = legal.able(orders.Advance)[0]
    port = state.scenario.map.hex("Cherbourg")
    told = [(line.text, line.case) for line in GAME.aids.unspent(state, seat)]
    assert told == [("Cherbourg can be entered now, and not later in this battle", "11.3i")]
    match.submit(seat, orders.Advance(unit, port))
    assert "11.3a" not in [line.case for line in GAME.aids.unspent(match.state, seat)]


def test_the_turn_track_speaks_in_words_and_counters_bear_what_is_printed() -> None:
    match = match_of("historical", 1)
    state, view = match.state, match.view(ALLIED)
    told = [line.text for cell in GAME.aids.turns(state.scenario, view) for line in cell.lines]
    assert "West Wall: 1 column left" in told
    assert not {"FMO x5", "West Wall 1L", "1AAA"} & {*told}
    sections = GAME.aids.arrivals(state.scenario, view).sections
    shorts = [row.short for section in sections for row in section.rows]
    assert "US18A" in shorts
    assert not [short for short in shorts if "_" in short]


@pytest.mark.case("eisenhower", "10.10d", "4.3.2")
def test_bombers_over_a_city_are_told_to_cost_it_while_they_can_be_called_off() -> None:
    match = match_of("historical", 4)
    while orders.Attack not in match.legal(ALLIED).kinds():
        begin = [order for order in match.legal(ALLIED) if order == orders.Begin("combat")]
        order = begin[0] if begin else GAME.passing(match.state, ALLIED)
        assert order is not None
        match.submit(ALLIED, order)
    cherbourg = match.state.scenario.map.hex("3404")
    attack = next(
        order
        for order in match.legal(ALLIED)
        if isinstance(order, orders.Attack) and order.target == cherbourg
    )
    match.submit(ALLIED, attack)
    told = "the bombers will destroy the city and port of Cherbourg, which then counts for nobody"
    state = match.state
    assert isinstance(state, EisenhowerState)
    assert told not in GAME.aids.left(state, ALLIED)
    match.submit(ALLIED, orders.Bombers())
    assert next(iter(GAME.aids.left(state, ALLIED))) == told
    match.undo(ALLIED)
    assert told not in GAME.aids.left(match.state, ALLIED)


@pytest.mark.case("eisenhower", "3.2.3a", "3.3.2b")
def test_a_coast_that_the_allies_hold_stands_back_where_an_invasion_is_planned() -> None:
    match = Match.new(GAME, GAME.load("historical"), seed=bytes(32))
    state = match.state
    assert isinstance(state, EisenhowerState)
    coast = state.scenario.invasion_coast["second"]
    toulon, held = state.scenario.map.hex("Toulon"), next(hexes(coast & state.controlled(ALLIED)))
    told = [GAME.aids.hint(state, ALLIED, orders.PlanSecond, (3,), hex) for hex in (toulon, held)]
    assert [(hint.text, hint.tint) for hint in told] == [("", "sea"), ("yours already", "refuse")]


@pytest.mark.case("eisenhower", "3.3.2b")
def test_a_coast_says_which_invasion_may_land_while_that_is_planned() -> None:
    match = match_of("alternate", 5)
    rng = random.Random(5)
    while orders.PlanFirst not in match.legal(ALLIED).kinds():
        assert match.decision is not None
        seat = match.decision.seats[0]
        match.submit(seat, warlike(match, seat, rng))

    def told(label: str) -> list[str]:
        hex = match.state.scenario.map.hex(label)
        lines = GAME.aids.hex_text(match.state, match.view(ALLIED), hex).lines
        return [line.text for line in lines if "invasion may land" in line.text]

    assert told("3304") == ["the first invasion may land here"]
    assert told("3104") == []
    match.submit(ALLIED, orders.PlanFirst(match.state.scenario.map.hex("3304")))
    assert told("3304") == ["a second invasion may land here"]


def test_a_drop_says_only_of_defended_hexes_what_they_are() -> None:
    match = until("eisenhower", "historical", "drop", "move")
    state, seat = match.state, ALLIED
    assert isinstance(state, EisenhowerState)
    legal = match.legal(seat)
    unit = legal.values(orders.Drop)[0]
    shown = {
        (bool(state.occupied(GERMAN) >> hex & 1), hint.text, hint.tint)
        for hex in {*legal.values(orders.Drop, unit), *hexes(state.occupied(GERMAN))}
        for hint in [GAME.aids.hint(state, seat, orders.Drop, (unit,), hex)]
    }
    assert shown == {(False, "", "air"), (True, "defended", "attack")}


@pytest.mark.case("eisenhower", "3.2.3c", "3.2.3e")
def test_a_coast_is_told_to_be_one_to_land_on_only_while_an_invasion_may_come() -> None:
    state = first_turn()
    coast = state.scenario.map.hex("Marseille")

    def told() -> bool:
        lines = GAME.aids.hex_text(state, GAME.view(state, GERMAN), coast).lines
        return "a second invasion may land here" in [line.text for line in lines]

    assert told()
    state.position.second_over = True
    assert not told()
