"""Play aids: what is told to be left to do in a step, and what nobody is asked for."""

from __future__ import annotations

import pytest
from tests.games.france44.stepping import DONE, ending, match_of
from tests.moments import until

from phaseline.engine.routine import is_routine
from phaseline.games.france44 import GAME, orders
from phaseline.games.france44.aids import left
from phaseline.games.france44.position import ALLIED, ESCORT, GERMAN, Battle, Plan
from phaseline.games.france44.rules import bombing, victory
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import hexes, mask_of


@pytest.mark.case("france44", "13.1")
def test_it_is_told_that_ships_and_an_invasion_shut_each_other_out() -> None:
    match = match_of("anvil", 5)

    def until(turn: str, label: str) -> FranceState:
        while match.decision is not None and (
            match.state.path()[0],
            match.decision.step.label,
        ) != (turn, label):
            match.submit(match.decision.seats[0], DONE)
        assert isinstance(match.state, FranceState)
        return match.state

    first = until("Turn 11", "invasion")
    assert list(left.owed(first, ALLIED)) == ["18 transport points left"]
    poor = first.copy()
    poor.position.shipping = 1
    assert list(left.owed(poor, ALLIED)) == ["1 transport point left"]
    assert GAME.aids.unspent(first, ALLIED)
    match.submit(ALLIED, match.parse("invade us-003 5881 5981"))
    until("Turn 11", "mulberries")
    match.submit(ALLIED, match.parse("build mulberry-1 5881"))
    later = until("Turn 12", "invasion")
    assert list(left.owed(later, ALLIED))[1:] == [
        "room for 4 more units by ship in this turn, if nobody invades"
    ]
    assert GAME.aids.unspent(later, ALLIED) == []
    match.submit(ALLIED, match.parse("invade us-036 5583 5484"))
    invaded = until("Turn 12", "invasion")
    assert list(left.owed(invaded, ALLIED))[1:] == [
        "nobody is shipped to the Continent in a turn of invasion"
    ]
    assert [line.case for line in GAME.aids.unspent(invaded, ALLIED)] == ["5.14"]
    crowded = invaded.copy()
    crowded.position.capacity = 1
    assert list(left.owed(crowded, ALLIED))[2:] == ["1 unit more ashore than ports can supply"]
    moving = until("Turn 12", "allied movement")
    assert list(left.owed(moving, ALLIED)) == []
    moving.position.capacity = 1
    moving.changed()
    assert list(left.owed(moving, ALLIED)) == ["1 unit more ashore than ports can supply"]


def test_invaders_point_at_their_beach_and_who_must_attack_is_told() -> None:
    match = match_of("beachhead", 5)
    state = match.state
    assert isinstance(state, FranceState)
    scenario = state.scenario

    def until(label: str) -> None:
        while match.decision is not None and match.decision.step.label != label:
            match.submit(match.decision.seats[0], DONE)

    until("invasion")
    waiting = len(match.legal(ALLIED).able(orders.Invade))
    assert [(line.text, line.case) for line in GAME.aids.unspent(match.state, ALLIED)] == [
        (f"24 transport points: {waiting} more units could invade, only now", "5.14")
    ]
    board, unit = scenario.map, scenario.number["br-050"]
    beach, sea = board.hex("2333"), board.hex("2332")
    told = [
        GAME.aids.hint(match.state, ALLIED, orders.Invade, chosen, value).text
        for chosen, value in (((unit,), beach), ((unit, beach), sea))
    ]
    assert told == ["defended, 4 transport", "4 of 24 transport points"]
    state.position.control |= 1 << board.hex("2132")
    state.changed()
    held = GAME.aids.hint(state, ALLIED, orders.Invade, (unit,), board.hex("2132")).text
    assert held == "yours, 4 transport", "others have landed there"
    match.submit(ALLIED, orders.Invade(unit, beach, sea))
    marks = GAME.sheet(scenario, match.view(GERMAN)).marks
    arrows = [(mark.hex, mark.text, mark.to) for mark in marks if mark.kind == "attack"]
    assert arrows == [(sea, "invasion of 2333", beach)]
    until("announcing")
    now = match.state
    assert isinstance(now, FranceState)
    assert "invaders must attack 2333 before you are done" in list(left.owed(now, ALLIED))


@pytest.mark.case("france44", "9.2b", "15.2a")
def test_the_bomber_is_not_asked_for_where_there_is_nothing_to_bomb() -> None:
    match = match_of("beachhead", 3)
    state = ending(match, "allied tactical air", 1)
    assert "bombing would do nothing: the Germans get no replacements in this turn" in GAME.aids.left(
        state, ALLIED
    )
    assert not GAME.aids.futile(state, ALLIED)
    state.position.flown = state.scenario.side_wings[ALLIED]
    state.changed()
    assert state.legal(ALLIED).kinds() == [orders.Bomb, orders.Done]
    assert GAME.aids.futile(state, ALLIED)
    match = match_of("beachhead", 3)
    state = ending(match, "allied tactical air", 2)
    state.position.flown = state.scenario.side_wings[ALLIED]
    state.changed()
    assert not GAME.aids.futile(state, ALLIED)
    cost = bombing.bomber_factor(state)
    assert f"the bomber can cost the Germans {cost} of their 10 replacement factors" in GAME.aids.left(
        state, ALLIED
    )


@pytest.mark.case("france44", "5.31b")
def test_nobody_is_asked_to_stockpile_for_turns_that_do_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    match = match_of("market", 3)
    last = match.state.scenario.last_turn
    state = ending(match, "stockpile", last - 1)
    assert not GAME.aids.futile(state, ALLIED)
    state = ending(match, "stockpile", last)
    assert orders.Stock in state.legal(ALLIED).kinds()
    before = state.position.to_bytes()
    assert GAME.aids.futile(state, ALLIED)
    assert is_routine([state], ALLIED, DONE, futile=True)
    assert not is_routine([state], ALLIED, DONE)
    assert state.position.to_bytes() == before
    # Where supplies in a port would change the result, they are asked for.
    monkeypatch.setattr(victory, "tally", lambda s: (sum(s.position.allied_dumps.values()), 0))
    assert not GAME.aids.futile(state, ALLIED)


@pytest.mark.case("france44", "5.13a", "5.13b")
def test_nobody_is_asked_for_bases_and_trucks_before_anybody_is_ashore() -> None:
    match = match_of("beachhead", 3)
    state = ending(match, "allied air return", 1)
    assert {orders.Return, orders.Done} == set(state.legal(ALLIED).kinds())
    assert GAME.aids.futile(state, ALLIED)
    wing = next(hexes(state.scenario.side_wings[ALLIED]))
    base, board = state.position.wings[wing], state.scenario.board
    # Who cannot reach all beaches from where he is is asked, and who comes back from the bomber.
    reach = state.scenario.tables.air.reach
    state.position.wings[wing] = next(
        hex for hex in hexes(board.settled & board.england) if board.beaches & ~board.disk(hex, reach)
    )
    assert not GAME.aids.futile(state, ALLIED)
    state.position.wings[wing] = ESCORT
    assert not GAME.aids.futile(state, ALLIED)
    state.position.wings[wing] = base
    state = ending(match, "allied support", 1)
    assert orders.Haul in state.legal(ALLIED).kinds()
    assert GAME.aids.futile(state, ALLIED)
    # With a division ashore both are worth asking about.
    ending(match, "invasion", 1)
    match.submit(ALLIED, match.parse("invade us-001 2132 2131"))
    for label in ("allied air return", "allied support"):
        state = ending(match, label, 2)
        assert state.units_in(state.scenario.board.continent, ALLIED)
        assert not GAME.aids.futile(state, ALLIED)


@pytest.mark.case("france44", "12.2a")
def test_who_waits_in_a_port_overseas_has_nothing_to_gain_by_moving() -> None:
    state = ending(match_of("beachhead", 3), "allied movement", 1)
    board = state.scenario.board
    idle = GAME.aids.idle(state, ALLIED, orders.Move)
    able = mask_of(state.legal(ALLIED).able(orders.Move))
    assert idle & able
    assert not state.units_in(board.continent, ALLIED) & idle
    inland = state.units_in(board.england & ~board.ports & ~board.boxes, ALLIED)
    assert inland & able
    assert not inland & idle
    assert GAME.aids.idle(state, ALLIED, orders.March) == idle
    assert not GAME.aids.idle(state, ALLIED, orders.Haul)
    assert not GAME.aids.idle(state, GERMAN, orders.Move)


@pytest.mark.case("france44", "11.3c")
def test_whoever_leads_a_retreat_is_told_whom() -> None:
    match = until("france44", "falaise", "retreat")
    state = match.state
    assert isinstance(state, FranceState)
    battle = state.frame(Battle)
    names = ", ".join(state.spoken(unit) for unit in hexes(battle.fleeing))
    assert f"still to retreat: {names}" in GAME.aids.left(state, battle.attacker)


@pytest.mark.case("france44", "10.3")
def test_the_attack_that_is_put_together_is_marked_and_each_attack_once() -> None:
    match = until("france44", "beachhead", "close", "join")
    state = match.state
    assert isinstance(state, FranceState)
    plan = state.frame(Plan)
    seat = match.decision.seats[0] if match.decision else ALLIED

    def drawn() -> tuple[set[int], list[tuple[int, int | None]]]:
        marks = GAME.sheet(state.scenario, match.view(seat)).marks
        arrows = [(mark.hex, mark.to) for mark in marks if mark.text == "attack"]
        assert len(arrows) == len(set(arrows))
        return {mark.hex for mark in marks if mark.kind == "battle"}, arrows

    fought, arrows = drawn()
    start = {state.position.at[unit] for unit in hexes(plan.attackers)}
    assert set(hexes(plan.targets | 1 << plan.target)) <= fought
    assert {(hex, plan.target) for hex in start} <= set(arrows)
    # Announced it is marked in the same hexes.
    match.submit(seat, match.parse("close"))
    assert drawn() == (fought, arrows)
