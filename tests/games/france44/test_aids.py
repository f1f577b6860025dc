"""The play aids of France '44 never fail, tell the same of the same, and agree with the rules."""

from __future__ import annotations

import random
import re
from fractions import Fraction

import pytest
from tests.games.france44.stepping import DONE, ending, match_of

from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.engine.rehearsal import rehearse
from phaseline.games.france44 import GAME, orders
from phaseline.games.france44.aids import tables
from phaseline.games.france44.aids.places import hex_lines
from phaseline.games.france44.position import ALLIED, DEAD, GERMAN, Plan
from phaseline.games.france44.rules import movement, ports, supply
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import hexes
from phaseline.mechanics import prospects


def warlike(match: Match, seat: int, rng: random.Random) -> Order:
    """Invasions, attacks and moves more often than trucks."""
    legal = match.legal(seat)
    wanted = (orders.Invade, orders.Attack, orders.Join, orders.Drop)
    offered = [order for order in (legal.sample(rng) for _ in range(12)) if isinstance(order, wanted)]
    if offered:
        return offered[0]
    if DONE in legal and rng.random() < 0.4:
        return DONE
    return legal.sample(rng)


@pytest.mark.parametrize(("key", "seed"), [("beachhead", 3)])
def test_aids_serve_every_decision_and_tell_the_same_twice(key: str, seed: int) -> None:
    match = match_of(key, seed)
    rng = random.Random(seed)
    labels: set[str] = set()
    while (decision := match.decision) is not None and len(match.entries) < 900:
        seat = decision.seats[0]
        if decision.step.label not in labels or rng.random() < 0.01:
            labels.add(decision.step.label)
            draw = rng.randrange(1000)
            assert rehearse(match.state, seat, draw) == rehearse(match.state, seat, draw)
            rehearse(match.state, 1 - seat, draw)
        match.submit(seat, warlike(match, seat, rng))
    assert len(labels) > 10


def fought(seed: int) -> tuple[Match, FranceState]:
    """A match of which an attack is being put together."""
    match = match_of("beachhead", seed)
    rng = random.Random(seed)
    while match.decision is not None:
        state = match.state
        assert isinstance(state, FranceState)
        if state.within(Plan):
            return match, state
        seat = match.decision.seats[0]
        match.submit(seat, warlike(match, seat, rng))
    raise AssertionError("no attack was announced")


@pytest.mark.case("france44", "11.1a", "11.1b", "11.2")
def test_the_forecast_has_every_term_with_its_case_and_exact_chances() -> None:
    for seed in range(3):
        match, state = fought(seed)
        plan = state.frame(Plan)
        found = GAME.aids.forecast(state, match.view(plan.attacker))
        assert found is not None
        cases = {line.case for line in found.lines}
        assert cases >= {"11.1a"}
        assert all(line.case for line in found.lines)
        there = sum(state.position.steps[unit] for unit in state.units_at(plan.target, 1 - plan.attacker))
        assert f"all defenders lost: {prospects.steps(there)}" in [line.text for line in found.lines]
        if found.rows:
            assert sum(Fraction(row.chance) for row in found.rows) == 1
            assert re.search("no defender is left|a defender is always left", found.summary)
            assert " 0%" not in found.summary


@pytest.mark.case("france44", "11.6")
def test_better_than_the_table_no_column_counts_for_no_die_is_rolled() -> None:
    match, state = fought(0)
    plan = state.frame(Plan)
    everybody = state.on_map(plan.attacker) & state.scenario.divisions
    state.update(plan, attackers=everybody, targets=1 << plan.target)
    found = GAME.aids.forecast(state, match.view(plan.attacker))
    assert found is not None
    assert (found.columns, found.column, found.legend) == ((), None, ())
    assert [(row.label, row.percent) for row in found.rows] == [("all defenders are eliminated", 100.0)]
    told = next(line for line in found.lines if line.text.startswith("no die is rolled"))
    assert (told.case, told.value) == ("11.6", state.scenario.crt.columns[-1])


@pytest.mark.case("france44", "25.1a", "25.1b")
@pytest.mark.parametrize(
    ("turn", "told"),
    [
        (1, ("beach: no cover against the sea, as it is low tide", "25.1b", "")),
        (2, ("defence: beach, against the sea", "25.1a", "times 2")),
    ],
)
def test_a_beach_tells_what_it_gives_in_this_turn(turn: int, told: tuple[str, str, str]) -> None:
    match = match_of("beachhead", 1)
    state = match.state
    assert isinstance(state, FranceState)
    state.position.turn = turn
    beach = state.scenario.map.hex("2333")
    lines = [(line.text, line.case, line.value) for line in hex_lines(state, state.position, beach)]
    assert [line for line in lines if "beach" in line[0]] == [told]


@pytest.mark.case("france44", "13.11c", "16.31a")
def test_a_mulberry_in_flushing_feeds_as_many_again_and_each_is_told_for_itself() -> None:
    match = match_of("seine", 1)
    state = match.state
    assert isinstance(state, FranceState)
    flushing = state.scenario.map.hex("4317")
    state.position.control |= 1 << flushing
    state.position.mulberries[0] = flushing
    lines = [(line.text, line.value) for line in hex_lines(state, state.position, flushing)]
    assert ("Mulberry", "feeds 5") in lines
    assert ("port, feeds", "5") in lines
    assert ports.room(state, flushing) == 10


@pytest.mark.case("france44", "12.6a")
def test_an_invasion_of_a_held_beach_has_its_odds_before_and_after_sailing() -> None:
    match = match_of("beachhead", 4)
    while (decision := match.decision) is not None and orders.Invade not in match.legal(ALLIED).kinds():
        match.submit(decision.seats[0], DONE)
    state = match.state
    assert isinstance(state, FranceState)
    legal = state.legal(ALLIED)
    unit = legal.values(orders.Invade)[0]
    beaches = legal.values(orders.Invade, unit)
    held = [beach for beach in beaches if state.occupied(GERMAN) >> beach & 1]
    free = [beach for beach in beaches if beach not in held]
    view = match.view(ALLIED)
    assert GAME.aids.forecast(state, view, orders.Invade, (unit, free[0])) is None
    assert not GAME.aids.weighing(state)
    pointed = GAME.aids.forecast(state, view, orders.Invade, (unit, held[0]))
    assert pointed is not None
    assert pointed.hex == held[0]
    match.submit(ALLIED, orders.Invade(unit, held[0], legal.values(orders.Invade, unit, held[0])[0]))
    after = match.state
    assert isinstance(after, FranceState)
    assert GAME.aids.weighing(after)
    assert GAME.aids.forecast(after, match.view(ALLIED)) == pointed


@pytest.mark.case("france44", "6.2", "17.1a")
def test_a_move_costs_what_its_hint_and_its_way_say() -> None:
    match = match_of("beachhead", 1)
    while (decision := match.decision) is not None and orders.Move not in match.legal(
        decision.seats[0]
    ).kinds():
        match.submit(decision.seats[0], DONE)
    state = match.state
    assert isinstance(state, FranceState)
    assert decision is not None
    seat = decision.seats[0]
    compared = 0
    for kind, strategic in ((orders.Move, False), (orders.March, True)):
        legal = state.legal(seat)
        for unit in legal.values(kind)[:4]:
            for to in legal.values(kind, unit)[:6]:
                path = GAME.aids.path(state, seat, kind, (unit, to))
                hint = GAME.aids.hint(state, seat, kind, (unit,), to)
                assert path is not None
                cost = movement.reachable(state, unit, march=strategic).cost(to)
                assert path.cost == hint.text == f"{cost} of {movement.budget(state, unit, march=strategic)}"
                assert (path.hexes[0], path.hexes[-1]) == (state.position.at[unit], to)
                compared += 1
    assert compared > 10


@pytest.mark.case("france44", "16.4", "16.321")
def test_who_will_starve_is_who_the_rules_leave_without() -> None:
    match = match_of("beachhead", 2)
    rng = random.Random(2)
    while match.decision is not None and len(match.entries) < 500:
        match.submit(match.decision.seats[0], warlike(match, match.decision.seats[0], rng))
    state = match.state
    assert isinstance(state, FranceState)
    found = GAME.aids.overlay(state, match.view(None), "starving")
    for seat, name in ((ALLIED, "Allied"), (GERMAN, "German")):
        told = next(area.hexes for area in found.areas if area.title == f"{name} units without supply")
        shared = supply.rations(state, seat)
        wanted = {state.position.at[unit] for unit in hexes(shared.hungry() & ~shared.cut)}
        assert set(told) == wanted


@pytest.mark.case("france44", "2.1")
def test_the_outlook_counts_the_points_as_the_end_does() -> None:
    match = match_of("beachhead", 5)
    state = match.state
    assert isinstance(state, FranceState)
    first = GAME.aids.outlook(state, match.view(ALLIED))
    assert first.now[0].text == "if it ended now: German decisive, 0 points to 0"
    state.position.control |= 1 << state.scenario.map.hex("Cherbourg")
    state.changed()
    found = GAME.aids.outlook(state, match.view(ALLIED))
    assert found.now[0].text == "if it ended now: German decisive, 3 points to 0"
    stake = next(stake for stake in found.due if stake.title == "Cherbourg")
    assert (stake.text, stake.level) == ("3 points, held", "green")
    assert [line.value for line in found.ends[2:]] == [
        "12 and more",
        "9 to 11",
        "7 to 8",
        "4 to 6",
        "3 and less",
    ]


@pytest.mark.case("france44", "16.22a")
def test_only_who_was_isolated_when_his_turn_began_is_said_to_lose_a_step() -> None:
    # The 82nd drops on Nijmegen after supply was judged: no step of it is in danger in this turn (18.6).
    match = match_of("market", 5)
    while match.decision is not None and match.decision.step.label != "sea and air transport":
        match.submit(ALLIED, DONE)
    match.submit(ALLIED, match.parse("drop us-ab82 5214"))
    state = match.state
    assert isinstance(state, FranceState)

    def told() -> list[tuple[str, str, int]]:
        found = GAME.aids.outlook(state, match.view(ALLIED)).due
        return [
            (one.level, one.case, len(one.hexes)) for one in found if one.title == "Allied units isolated"
        ]

    assert told() == []
    state.position.cut |= 1 << state.scenario.ids.index("us-ab82")
    state.changed()
    assert told() == [("red", "16.22a", 1)]


@pytest.mark.case("france44", "16.22a")
def test_whether_a_step_is_in_danger_is_told_by_what_is_still_to_be_judged() -> None:
    match = match_of("market", 5)
    state = match.state
    assert isinstance(state, FranceState)

    def wait_for(step: str) -> None:
        while match.decision is not None and match.decision.step.label != step:
            order = GAME.passing(state, match.decision.seats[0])
            assert order is not None
            match.submit(match.decision.seats[0], order)

    def told(side: str) -> list[tuple[str, str]]:
        found = GAME.aids.outlook(state, match.view(ALLIED)).due
        return [(one.level, one.text) for one in found if one.title == f"{side} units isolated"]

    def stands(unit: int, hex: int) -> None:
        state.put(unit, hex)
        state.changed()

    def cut_off(unit: int, hex: int) -> bool:
        stands(unit, hex)
        return bool(supply.rations(state, GERMAN).cut >> unit & 1)

    # While V units are placed the Germans' turn has begun, and their supply is still to be judged.
    wait_for("V units")
    board = state.scenario.board
    german = next(iter(hexes(state.on_map(GERMAN) & state.scenario.divisions)))
    home, free = (
        state.position.at[german],
        board.continent & ~state.occupied(ALLIED) & state.controlled(ALLIED),
    )
    behind = next(hex for hex in hexes(free) if cut_off(german, hex))
    assert [level for level, _ in told("German")] == ["red"]
    stands(german, home)

    # When what was left over is stocked, both turns are over: nobody loses a step before the next one.
    wait_for("stockpile")
    airborne = state.scenario.ids.index("us-ab82")
    stands(airborne, state.scenario.map.hex("5214"))
    state.position.cut |= 1 << airborne
    later = "1 cut off: they lose a step if they are when their next turn begins and when it ends"
    assert told("Allied") == [("amber", later)]
    state.position.turn = state.scenario.last_turn
    assert cut_off(german, behind)
    for side in ("Allied", "German"):
        [(level, text)] = told(side)
        assert level == ""
        assert text.endswith(" cut off")


def test_nobody_is_expected_to_lose_more_steps_than_he_has() -> None:
    for seed in range(3):
        match, state = fought(seed)
        plan = state.frame(Plan)
        there = sum(state.position.steps[unit] for unit in state.units_at(plan.target, 1 - plan.attacker))
        found = GAME.aids.forecast(state, match.view(plan.attacker))
        assert found is not None
        lost = next(spread for spread in found.spreads if spread.title == "defenders lose")
        steps = [int(row.label.split()[0]) for row in lost.rows if row.label != "nothing"]
        assert steps
        assert max(steps) <= there


@pytest.mark.case("france44", "13.13", "16.3131")
def test_a_port_whose_waterway_is_watched_is_said_to_supply_nobody_yet() -> None:
    match = match_of("market", 5)
    while match.decision is not None and orders.Repair not in match.legal(match.decision.seats[0]).kinds():
        match.submit(match.decision.seats[0], DONE)
    state = match.state
    assert isinstance(state, FranceState)
    antwerp = state.scenario.map.hex("Antwerp")

    def told() -> str:
        return GAME.aids.hint(state, ALLIED, orders.Repair, (), antwerp).text

    assert told() == "then it supplies 5 units, once no German is at its waterway"
    for unit in hexes(state.on_map(GERMAN)):
        state.put(unit, DEAD)
    state.changed()
    assert told() == "then it supplies 5 units"


@pytest.mark.case("france44", "18.4", "16.21", "16.4")
def test_nobody_is_warned_of_divisions_in_the_turn_in_which_they_drop() -> None:
    match = match_of("market", 3)
    state = ending(match, "sea and air transport", 15)

    def warned() -> list[tuple[str, int]]:
        found = GAME.aids.outlook(state, GAME.view(state, ALLIED)).due
        return [(one.title, len(one.hexes)) for one in found if one.case in ("16.21", "16.22a", "16.4")]

    before = [one for one in warned() if one[0].startswith("Allied")]
    unit = state.legal(ALLIED).able(orders.Drop)[0]
    match.submit(ALLIED, orders.Drop(unit, min(state.legal(ALLIED).values(orders.Drop, unit))))
    dropped = match.state
    assert isinstance(dropped, FranceState)
    state = dropped
    assert supply.rations(state, ALLIED).cut >> unit & 1
    assert [one for one in warned() if one[0].startswith("Allied")] == before
    state = ending(match, "allied air return", 16)
    assert supply.rations(state, ALLIED).cut >> unit & 1
    assert ("Allied units isolated", 1) in warned()


@pytest.mark.case("france44", "5.23b")
def test_the_turn_track_calls_who_arrives_as_people_do() -> None:
    state = match_of("beachhead", 3).state
    assert isinstance(state, FranceState)
    cells = tables.turns(state.scenario, state.position)
    told = [line.text for cell in cells for line in cell.lines if line.case == "5.23b"]
    assert told[0] == "German: Dietrich, 17th SS Panzer Grenadier, 3rd Parachute, 2nd Panzer, 353rd Infantry"
    assert not [text for text in told if "ge-" in text or "us-" in text]
