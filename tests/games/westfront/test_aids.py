"""The play aids of WestFront tell no secrets, never fail, and agree with the rules."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction

import pytest
from tests.moments import until

from phaseline.engine.aids import Outlook
from phaseline.engine.dice import SeededDice
from phaseline.engine.match import Match
from phaseline.engine.orders import Order, verb_of
from phaseline.engine.rehearsal import rehearse, sampled
from phaseline.games.westfront import GAME
from phaseline.games.westfront.aids import battles, ways
from phaseline.games.westfront.orders import Done, combat, command, movement, politics, production
from phaseline.games.westfront.orders.deployment import Place
from phaseline.games.westfront.position import ALLIED, AXIS, Combat, Round, WestFrontPosition
from phaseline.games.westfront.rules import airstrike, ground
from phaseline.games.westfront.scenario import WestFrontScenario
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import hexes


def match_of(key: str, seed: int) -> Match:
    """A match with these dice."""
    return Match.new(GAME, GAME.load(key), seed=seed.to_bytes(32, "big"))


def warlike(match: Match, seat: int, rng: random.Random) -> Order:
    """Headquarters are activated and units engage wherever they can; the rest is random."""
    state, legal = match.state, match.legal(seat)
    assert isinstance(state, WestFrontState)
    roles = [order for order in legal if isinstance(order, command.Activate) and order.role == "command"]
    if roles:
        return rng.choice(roles)
    for unit in legal.values(movement.Move):
        for to in legal.values(movement.Move, unit):
            if state.occupied(1 - seat) >> to & 1:
                return movement.Move(unit, to, legal.values(movement.Move, unit, to)[0])
    return legal.sample(rng) if rng.random() < 0.5 or legal.refusal(Done()) is not None else Done()


@pytest.mark.parametrize(("key", "seed", "share"), [("husky", 1, 0.3), ("S43", 2, 0.15), ("W44", 5, 0.06)])
def test_aids_serve_every_decision_and_do_not_depend_on_what_is_hidden(
    key: str, seed: int, share: float
) -> None:
    match = match_of(key, seed)
    rng = random.Random(seed)
    asked = 0
    while (decision := match.decision) is not None and len(match.entries) < 400:
        for seat in (0, 1):
            if rng.random() < share:
                other, _ = sampled(GAME, match.state, seat, rng.randrange(1000))
                draw = rng.randrange(1000)
                assert rehearse(match.state, seat, draw) == rehearse(other, seat, draw), match.state.path()
                asked += 1
        seat = decision.seats[0]
        match.submit(seat, warlike(match, seat, rng))
    assert asked > 10


def test_the_forecast_of_a_battle_is_that_of_the_question() -> None:
    match = match_of("W44", 4)
    rng = random.Random(4)
    compared = 0
    while (decision := match.decision) is not None:
        seat = decision.seats[0]
        state = match.state
        assert isinstance(state, WestFrontState)
        for hex in match.legal(seat).values(combat.Fight):
            found = GAME.aids.forecast(state, match.view(seat), combat.Fight, (hex,))
            supported = bool(state.frame(Combat).supported >> hex & 1)
            label = state.board.map.label(hex)
            asked = GAME.questions["preview"](state, {"hex": label, "supported": supported})
            assert found is not None
            assert not found.guessed  # everybody in a battle that is due lies face-up (7.14)
            assert sum(Fraction(row.chance) for row in found.rows) == 1
            for spread in found.spreads[:2]:
                assert spread.side is not None
                mean = sum(
                    int(row.label.split()[0].replace("nothing", "0")) * Fraction(row.chance)
                    for row in spread.rows
                )
                assert round(float(mean), 4) == asked["losses"][GAME.seats[spread.side]]
            fates = {spread.title: spread for spread in found.spreads if spread.unit is not None}
            assert set(fates) == set(asked["units"])
            for name, spread in fates.items():
                chances = {row.label.removeprefix("CV "): row.chance for row in spread.rows}
                assert chances == asked["units"][name]
            compared += 1
        match.submit(seat, warlike(match, seat, rng))
    assert compared > 3


def test_the_rest_of_a_round_is_forecast_while_it_is_fought() -> None:
    match = match_of("W44", 2)
    rng = random.Random(2)
    seen: set[str] = set()
    while (decision := match.decision) is not None:
        seat = decision.seats[0]
        state = match.state
        assert isinstance(state, WestFrontState)
        if state.within(Round):
            for viewer in (0, 1):
                guess, view = sampled(GAME, state, viewer, 1)
                found = GAME.aids.forecast(guess, view)
                assert found is not None
                assert found.title.startswith("rest of the battle in")
                assert sum(Fraction(row.chance) for row in found.rows) == 1
                assert not found.guessed
            seen.add(type(state.position.stack[-1]).__name__)
        elif not battles.pending(state):
            assert GAME.aids.forecast(state, match.view(seat)) is None
        match.submit(seat, warlike(match, seat, rng))
    assert {"Volley", "Losses"} <= seen


@pytest.mark.case("westfront", "7.15a")
def test_a_battle_that_must_be_fought_is_forecast_before_it_is_resolved() -> None:
    match = until("westfront", "husky", "fight")
    state = match.state
    assert isinstance(state, WestFrontState)
    (first, *_) = match.legal(0).values(combat.Fight)
    for seat in (0, 1):
        guess, view = sampled(GAME, state, seat, 1)
        shown = GAME.aids.forecast(guess, view)
        assert shown is not None
        assert shown.title == f"battle in {state.board.map.label(first)}"
        assert shown.summary.startswith("Allied attack")
        assert sum(Fraction(row.chance) for row in shown.rows) == 1
    planned = GAME.aids.forecast(state, match.view(0), combat.Fight, (first,))
    assert GAME.aids.forecast(state, match.view(0)) == planned


def test_a_battle_just_begun_is_forecast_for_both_sides_while_units_move() -> None:
    match = until("westfront", "husky", "fight")
    entries = next(
        number
        for number, entry in enumerate(match.entries)
        if entry.order is not None and type(entry.order).__name__ == "Invade"
    )
    state = match.branch(entries + 1).state
    assert isinstance(state, WestFrontState)
    assert battles.pending(state)
    for seat in (0, 1):
        guess, view = sampled(GAME, state, seat, 1)
        found = GAME.aids.forecast(guess, view)
        assert found is not None
        assert found.summary.endswith(", without airstrikes")  # they are sent later, in the Combat Phase
        assert found.summary.startswith("Allied attack")


def test_a_move_into_upright_blocks_is_forecast_as_a_guess_without_touching_the_match() -> None:
    match = match_of("W44", 7)
    rng = random.Random(7)
    while True:
        decision = match.decision
        assert decision is not None
        seat = decision.seats[0]
        state = match.state
        assert isinstance(state, WestFrontState)
        guess, view = sampled(GAME, state, seat, 3)
        legal = guess.legal(seat)
        engaging = [
            (unit, to)
            for unit in legal.values(movement.Move)
            for to in legal.values(movement.Move, unit)
            if state.occupied(1 - seat) >> to & 1
        ]
        if engaging:
            before = guess.position.to_bytes()
            unit, to = engaging[0]
            found = GAME.aids.forecast(guess, view, movement.Move, (unit, to))
            assert found is not None
            assert (found.hex, found.guessed) == (to, True)
            assert guess.position.to_bytes() == before
            assert {spread.unit for spread in found.spreads if spread.unit is not None} == {unit}
            assert any("upright" in line.text for line in found.lines)
            assert sum(Fraction(row.chance) for row in found.rows) == 1
            return
        match.submit(seat, warlike(match, seat, rng))


def test_the_cost_of_every_hex_is_within_speed_and_its_path_is_as_long() -> None:
    state = GAME.new(GAME.load("S44"), SeededDice(bytes(32)))
    assert isinstance(state, WestFrontState)
    board = state.board
    checked = 0
    for seat in (0, 1):
        for unit in hexes(state.on_map(seat)):
            found, speed = ground.ways(state, unit), ground.speed(state, unit)
            reached = 0
            for wave in ways.steps_to(state, unit)[1:]:
                reached |= wave
            assert reached == found.quiet
            for to in hexes(found.quiet | found.engage):
                cost, path = ways.cost(state, unit, to), ways.path(state, unit, to, None)
                assert cost is not None
                assert cost <= speed
                assert (path[0], path[-1]) == (state.position.at[unit], to)
                assert all(board.traced.has(a, b) for a, b in itertools.pairwise(path))
                if not board.straits.has(path[0], path[-1]):
                    assert len(path) - 1 <= speed
                    assert len(path) - 1 == cost or found.engage >> to & 1
                checked += 1
    assert checked > 500


def test_what_is_left_tells_of_mandatory_battles_and_points() -> None:
    match = match_of("W44", 4)
    rng = random.Random(4)
    seen: set[str] = set()
    while (decision := match.decision) is not None:
        seat = decision.seats[0]
        for remark in GAME.aids.left(match.state, seat):
            seen.add(remark.lstrip("0123456789 "))
        match.submit(seat, warlike(match, seat, rng))
    assert {"production points left", "mandatory battle open", "units can still move"} <= seen


@pytest.mark.case("westfront", "7.13b", "13.11")
def test_airstrikes_that_find_no_battle_are_told() -> None:
    match = match_of("W44", 4)
    rng = random.Random(4)
    idle = 0
    while (decision := match.decision) is not None and idle < 5:
        seat = decision.seats[0]
        state = match.state
        assert isinstance(state, WestFrontState)
        if state.path()[-1] == "airstrikes":
            without = set(airstrike.strike_hqs(state)) - set(state.legal(seat).able(combat.Strike))
            told = [remark for remark in GAME.aids.left(state, seat) if "without a battle" in remark]
            assert [remark.partition(" ")[0] for remark in told] == [str(len(without))] * bool(without)
            idle += bool(without)
        match.submit(seat, warlike(match, seat, rng))
    assert idle


@pytest.mark.case("westfront", "11.3")
def test_a_set_up_that_nobody_has_touched_is_told_before_it_ends() -> None:
    match = Match.new(GAME, GAME.load("W43"), seed=bytes(32))
    assert match.state.path() == ("Axis set-up", "deployment")

    def told() -> list[str]:
        return [line.text for line in GAME.aids.unspent(match.state, AXIS) if line.case == "3.2"]

    assert len(told()) == 1
    assert "nobody has been placed" in told()[0]
    unit = next(iter(match.legal(AXIS).able(Place)))
    match.submit(AXIS, Place(unit, match.legal(AXIS).values(Place, unit)[0]))
    assert told() == []
    match.submit(AXIS, "auto")
    assert len(told()) == 1


def test_production_points_that_could_be_spent_are_told_to_be_lost() -> None:
    match = until("westfront", "husky", "step")
    state = match.state
    assert match.decision is not None
    assert isinstance(state, WestFrontState)
    points = state.position.points[ALLIED]
    found = GAME.aids.unspent(state, ALLIED)
    assert [(line.text, line.case) for line in found] == [
        (f"{points} production points will be lost unless spent now", "11.3")
    ]
    state.position.points[ALLIED] = 1
    state.changed()
    assert GAME.aids.unspent(state, ALLIED) == []  # a single point buys nothing


@pytest.mark.case("westfront", "15.42a", "14.2b")
def test_headquarters_that_have_sent_nobody_yet_are_told_before_the_movement_ends() -> None:
    match = match_of("husky", 1)

    def give(*texts: str) -> list[tuple[str, str | None]]:
        for text in texts:
            match.submit(ALLIED, match.parse(text))
        state = match.state
        assert isinstance(state, WestFrontState)
        return [(line.text, line.case) for line in GAME.aids.unspent(state, ALLIED)]

    landing = ("15 AG could still send an invasion, and wears out all the same", "15.42a")
    drop = ("AF could still drop a unit, and wears out all the same", "14.2b")
    assert give("activate 15-AG 'blitz invasion' Tunis", "activate AF paradrop Malta") == []
    assert give("done") == [landing, drop]
    assert give("invade 15-AG US-2-Amph Catania Central-Mediterranean") == [drop]
    assert give("drop AF Br-2-Para Catania") == []
    # Its first wave is ashore; in Blitz Movement another may follow.
    assert give("done", "done", "done", "fight Catania", "fire Br-2-Para") == [landing]


def test_a_block_of_ones_own_tells_strength_and_whether_the_enemy_sees_it() -> None:
    match = match_of("S44", 1)
    state = match.state
    assert isinstance(state, WestFrontState)
    sheet = GAME.sheet(state.scenario, match.view(ALLIED))
    for piece in sheet.pieces:
        if piece.unit is not None:
            assert piece.steps == state.position.cv[piece.unit]
            assert piece.max_steps == state.scenario.units[piece.unit].limit
            assert piece.hidden == (not state.position.revealed >> piece.unit & 1)
            assert piece.group
    backs = [piece for piece in sheet.pieces if piece.face_down]
    assert backs
    assert all(piece.steps is None and not piece.group and piece.unit is None for piece in backs)


def test_battles_are_marked_with_the_ways_into_them() -> None:
    match = match_of("W44", 4)
    rng = random.Random(4)
    while not any(isinstance(frame, Round) for frame in match.position.stack):
        decision = match.decision
        assert decision is not None
        state = match.state
        assert isinstance(state, WestFrontState)
        sheet = GAME.sheet(state.scenario, match.view(None))
        marked = {mark.hex for mark in sheet.marks if mark.kind == "battle"}
        assert marked == set(hexes(state.battles))
        defend = state.position.defends
        assert all(
            mark.text.startswith("Axis defenders: " if defend[AXIS] >> mark.hex & 1 else "Allied defenders: ")
            for mark in sheet.marks
            if mark.kind == "battle"
        )
        arrows = {(mark.hex, mark.to) for mark in sheet.marks if mark.kind == "attack"}
        came = state.position.came_from.items()
        assert arrows == {(start, state.position.at[unit]) for unit, start in came}
        match.submit(decision.seats[0], warlike(match, decision.seats[0], rng))
        if len(match.entries) > 400:
            break
    assert len(match.entries) < 400


def test_what_is_built_in_production_is_marked_for_its_owner_only() -> None:
    match = match_of("S44", 1)
    rng = random.Random(1)
    while production.Reinforce not in match.legal(ALLIED).kinds():
        assert match.decision is not None
        match.submit(
            match.decision.seats[0],
            GAME.passing(match.state, match.decision.seats[0])
            or match.legal(match.decision.seats[0]).sample(rng),
        )
    unit = match.legal(ALLIED).values(production.Reinforce)[0]
    hex = match.legal(ALLIED).values(production.Reinforce, unit)[0]
    match.submit(ALLIED, production.Reinforce(unit, hex))
    state = match.state
    assert isinstance(state, WestFrontState)
    plans = [
        [mark for mark in GAME.sheet(state.scenario, match.view(seat)).marks if mark.kind == "plan"]
        for seat in (0, 1)
    ]
    assert [(mark.hex, mark.side) for mark in plans[ALLIED]] == [(hex, ALLIED)]
    assert state.unit(unit).name in plans[ALLIED][0].text
    assert plans[1] == []


def outlook_of(key: str, **options: int) -> tuple[Outlook, Match]:
    match = Match.new(GAME, GAME.load(key, options), seed=bytes(32))
    return GAME.aids.outlook(match.state, match.view(ALLIED)), match


def test_the_outlook_of_husky_counts_the_ports_of_sicily() -> None:
    found, match = outlook_of("husky")
    allied, axis = found.due
    assert (allied.title, allied.text) == (
        "Ports of Sicily",
        "0 to 3, Axis decisive victory; counted after August 1943",
    )
    assert allied.short == "0 to 3, Axis decisive victory"
    assert (allied.case, allied.level, axis.level) == ("husky.0", "amber", "green")
    names = {match.scenario.map.places_at(hex)[0].name for hex in allied.hexes}
    assert names == {"Palermo", "Catania", "Messina"}
    assert found.now[0].text == "if the scenario ended now: Axis decisive victory"
    assert not found.guessed
    assert [(each.side, len(each.hexes)) for each in found.objectives] == [(1, 3)]


@pytest.mark.case("westfront", "15.51", "10.3", "10.4")
@pytest.mark.parametrize(
    ("coast", "told", "lost"),
    [
        (
            "Licata",
            "US 2 Amph in Licata needs a BeachHead for supply",
            ["1 unit in Licata, unsupplied without a BeachHead, will lose a step"],
        ),
        ("Catania", "US 2 Amph in Catania is in supply without a BeachHead", []),
    ],
)
def test_who_has_landed_is_told_whether_it_needs_a_beachhead(coast: str, told: str, lost: list[str]) -> None:
    match = match_of("husky", 1)
    state = match.state
    assert isinstance(state, WestFrontState)
    for garrison in state.units_at(state.board.hex("Catania"), AXIS):
        state.put(garrison, state.board.hex("Messina"))
    state.changed()
    match.submit(ALLIED, match.parse("activate 15-AG invasion Tunis"))
    match.submit(ALLIED, match.parse("done"))
    match.submit(ALLIED, match.parse(f"invade 15-AG US-2-Amph {coast} Central-Mediterranean"))
    while state.path()[-1] != "beachheads":
        match.submit(ALLIED, match.parse("done"))
    assert next(iter(GAME.aids.left(state, ALLIED))) == told
    # Whoever goes on without one is asked before.
    assert [line.text for line in GAME.aids.unspent(state, ALLIED)] == lost
    if lost:
        match.submit(ALLIED, match.parse("place-beachhead US-2-Amph"))
        assert GAME.aids.unspent(state, ALLIED) == []


@pytest.mark.case("westfront", "16.1a", "16.32a")
def test_who_could_raise_tito_is_told_that_a_surrender_ends_it() -> None:
    match = until("westfront", "S43", verb_of(politics.RaiseTito))
    state = match.state
    assert isinstance(state, WestFrontState)
    told = "Tito and the revolt only before a surrender is rolled for"
    legal = match.legal(ALLIED)
    assert {politics.RaiseTito, politics.RollRevolt, politics.RollSurrender} <= set(legal.kinds())
    left = GAME.aids.left(state, ALLIED)
    assert told in left
    assert "the French revolt cannot break out with one French hex" in left
    match.submit(ALLIED, match.parse("surrender Italy"))
    assert told not in GAME.aids.left(state, ALLIED)


@pytest.mark.case("westfront", "15.42c")
def test_a_landing_in_an_empty_port_counts_for_who_has_landed() -> None:
    _, match = outlook_of("husky")
    state = match.state
    assert isinstance(state, WestFrontState)
    position, port = state.position, state.board.hex("Catania")
    (garrison,) = state.units_at(port, AXIS)
    unit = state.units_at(state.board.hex("Tunis"), ALLIED)[0]
    state.put(garrison, state.board.hex("Messina"))
    state.put(unit, port)
    position.dispersed |= 1 << unit
    state.changed()
    found = GAME.aids.outlook(state, match.view(ALLIED))
    assert found.due[0].short == "1 to 2, Axis marginal victory"
    assert [(line.case, line.text) for line in found.now[1:]] == [
        ("15.42c", "who has landed takes its hex in its Supply Phase, and is counted so here: Catania")
    ]
    assert (ALLIED, (port,)) in [(each.side, each.hexes) for each in found.objectives]
    assert "15.42c" in [line.case for line in GAME.aids.hex_text(state, match.view(ALLIED), port).lines]
    assert not state.friendly(ALLIED) >> port & 1  # the rules are asked about the phase as it is
    state.put(garrison, port)  # it is fought for: nobody is counted for it yet
    state.changed()
    assert state.battles >> port & 1
    assert [line.case for line in GAME.aids.outlook(state, match.view(ALLIED)).now[1:]] == []


def test_who_is_behind_is_lost_in_the_last_month_alone() -> None:
    _, match = outlook_of("husky")
    assert isinstance(match.position, WestFrontPosition)
    match.position.month += 1
    allied, axis = GAME.aids.outlook(match.state, match.view(ALLIED)).due
    assert (allied.level, axis.level) == ("red", "green")


def test_the_outlook_counts_points_or_cities_as_the_scenario_does() -> None:
    points, _ = outlook_of("S44")
    assert (points.due[0].title, points.due[0].case, points.guessed) == ("Victory points", "17.2", True)
    cities, match = outlook_of("W44")
    assert (cities.due[0].title, cities.due[0].text[:8], cities.guessed) == (
        "Victory Cities",
        "2 to 10,",
        False,
    )
    scenario = match.scenario
    assert isinstance(scenario, WestFrontScenario)
    assert set(cities.due[0].hexes) == set(scenario.board.victory_cities)


def test_the_outlook_tells_what_follows_a_scenario() -> None:
    alone, _ = outlook_of("S43")
    assert [line.case for line in alone.ends] == ["3.11"]
    linked, _ = outlook_of("S43", linked=3)
    assert [line.case for line in linked.ends] == ["3.12", "3.14"]
    assert "Winter '43 follows" in linked.ends[0].text


def test_production_points_that_would_be_lost_are_told_to_their_owner() -> None:
    match = until("westfront", "husky", "step")
    for seat in (0, 1):
        state = match.state
        assert isinstance(state, WestFrontState)
        lost = [line for line in GAME.aids.unspent(state, seat) if line.case == "11.3"]
        assert [line.text.split()[0] for line in lost] == [str(state.position.points[seat])]


def test_the_cities_of_the_briefing_are_the_victory_cities() -> None:
    scenario = GAME.load("W44")
    briefing = GAME.aids.briefing(scenario, ALLIED)
    assert briefing is not None
    assert set(briefing.objectives[0].hexes) == set(scenario.board.victory_cities)
