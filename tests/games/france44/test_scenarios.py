"""The smaller scenarios: set up as the rules ask, everybody in supply, and what is special to each."""

from __future__ import annotations

import pytest

from phaseline.engine.dice import ScriptedDice
from phaseline.engine.match import Match
from phaseline.games.france44 import GAME, orders
from phaseline.games.france44.position import ALLIED, AWAY, DUE, GERMAN, GONE, POOL, Plan
from phaseline.games.france44.rules import airborne, mulberry, odds, ports, setup, supply, turns, victory
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import hexes

SMALL = ("falaise", "anvil", "market", "ardennes", "rhine")
DONE = orders.Done()


def start(key: str) -> FranceState:
    scenario = GAME.load(key)
    return FranceState(GAME, scenario, GAME.start(scenario), ScriptedDice([]))


def begun(key: str, dice: list[int]) -> FranceState:
    """The first decision."""
    scenario = GAME.load(key)
    state = FranceState(GAME, scenario, GAME.start(scenario), ScriptedDice(dice))
    state.advance()
    assert state.decision is not None
    return state


def go_to(state: FranceState, label: str) -> int:
    """Everybody is done until this step; whose it is."""
    while (decision := state.decision) is not None and decision.step.label != label:
        seat = decision.seats[0]
        passing = GAME.passing(state, seat)
        assert passing is not None
        state.apply(seat, passing)
    assert decision is not None
    return decision.seats[0]


def hexed(state: FranceState, text: str) -> int:
    return state.scenario.map.hex(text)


@pytest.mark.parametrize("key", [*SMALL, "beachhead"])
@pytest.mark.case("france44", "2.3a", "9.22b")
def test_a_part_of_the_map_knows_what_lies_beyond_the_rhine(key: str) -> None:
    whole, part = GAME.load("campaign").board, GAME.load(key).board
    shown = part.cities & part.continent
    assert part.cities & part.east_of_rhine == shown & whole.east_of_rhine
    assert part.cities & part.west_of_rhine == shown & ~whole.east_of_rhine & ~whole.rhine


@pytest.mark.parametrize("key", SMALL)
@pytest.mark.case("france44", "4.2", "7.1a", "7.11", "4.26", "4.28")
def test_units_stand_on_their_own_side_within_the_limits(key: str) -> None:
    state = start(key)
    scenario, p = state.scenario, state.position
    assert GAME.faults(state) == []
    assert len(set(scenario.ids)) == len(scenario.ids) > 20
    for unit in hexes(state.on_map(ALLIED) | state.on_map(GERMAN)):
        assert scenario.board.playable >> p.at[unit] & 1, scenario.ids[unit]
        assert state.controlled(scenario.side_of[unit]) >> p.at[unit] & 1, scenario.ids[unit]
    for seat in (ALLIED, GERMAN):
        assert not state.crowded(seat)
        for wing in hexes(scenario.side_wings[seat]):
            assert state.bases(seat) >> p.wings[wing] & 1
        assert not state.occupied(1 - seat) & sum(1 << hex for hex in set(state.trucks(seat)))
        assert len(state.trucks(seat)) <= scenario.trucks[seat]


@pytest.mark.parametrize("key", SMALL)
@pytest.mark.parametrize("weather", ["clear", "mud"])
@pytest.mark.case("france44", "16.1", "16.3", "16.32b")
def test_everybody_is_in_supply_at_the_start(key: str, weather: str) -> None:
    state = start(key)
    state.position.turn = state.scenario.first_turn
    state.position.weather = "mud" if weather == "mud" else "clear"
    state.changed()
    for seat in (ALLIED, GERMAN):
        shared = supply.rations(state, seat)
        assert not shared.cut
        assert not shared.hungry()


@pytest.mark.parametrize("key", SMALL)
@pytest.mark.case("france44", "5.23b")
def test_arrivals_have_entries_at_the_edge_of_their_map(key: str) -> None:
    scenario = GAME.load(key)
    board, setup = scenario.board, scenario.setup
    assert isinstance(scenario, FranceScenario)
    grid = board.grid
    rim = sum(1 << hex for hex in grid if len(grid.neighbours(hex)) < 6)
    inside = board.playable & ~rim & ~grid.spread(grid.all & ~board.playable)
    for name, mask in scenario.entries.items():
        assert mask, name
        assert not mask & ~board.playable, name
        if name not in setup.landing_entries:
            assert not mask & inside, name
    for unit, arrival in scenario.arrivals.items():
        assert scenario.first_turn <= arrival.turn <= scenario.last_turn
        assert arrival.entry in scenario.entries
        named = sum(1 << scenario.map.hex(text) for text in arrival.hexes)
        assert not named & ~board.playable, scenario.ids[unit]


@pytest.mark.parametrize(
    ("key", "land", "allied"),
    [
        ("falaise", 367 + 1, 18),
        ("anvil", 374 + 41, 0),
        ("market", 199 + 4, 30),
        ("ardennes", 176, 111),
        ("rhine", 640 + 1, 149),
    ],
)
def test_the_cut_outs_are_as_large_as_meant(key: str, land: int, allied: int) -> None:
    """The land of the cut, with Corsica and boxes, and how much of it is Allied."""
    state = start(key)
    board = state.scenario.board
    assert board.playable.bit_count() == land
    assert state.position.control.bit_count() == allied


@pytest.mark.parametrize("key", [*SMALL, "beachhead", "seine"])
@pytest.mark.case("france44", "2.1")
def test_grades_fall_and_leave_no_gap(key: str) -> None:
    found = GAME.load(key).setup.victory
    assert found is not None
    least = [grade.least for grade in found.grades]
    assert least == sorted(least, reverse=True)
    assert [grade.winner for grade in found.grades] == ["Allied", "Allied", "", "German", "German"]


@pytest.mark.case("france44", "2.1")
def test_germans_who_stay_in_their_forests_lose_the_ardennes() -> None:
    """The four towns are Allied, and nobody has lost a step: a lead of four, where three win (R139)."""
    state = begun("ardennes", [3, 3, 4])
    victory.settle(state)
    assert state.position.outcome is not None
    assert state.position.outcome.scores == (4, 0)
    assert state.position.outcome.level == "Allied marginal"


@pytest.mark.parametrize(("seat", "lead"), [(ALLIED, 4 - 1), (GERMAN, 4 + 1)])
@pytest.mark.case("france44", "2.1")
def test_every_step_counts_in_the_ardennes(seat: int, lead: int) -> None:
    """R139: infantry like armour, on both sides."""
    seen = set()
    for unit in hexes(begun("ardennes", [3, 3, 4]).on_map(seat)):
        state = begun("ardennes", [3, 3, 4])
        seen.add(state.scenario.units[unit].type)
        state.lose_step(unit, "11.3a")
        allied, german = victory.tally(state)
        assert allied - german == lead, state.scenario.ids[unit]
    assert {"infantry", "hq", ("armored", "panzer")[seat]} <= seen


# -- what is special --------------------------------------------------------------------------------------------------


@pytest.mark.case("france44", "5.1")
def test_the_ardennes_begin_with_the_german_turn() -> None:
    state = begun("ardennes", [3, 3, 4])
    assert state.decision is not None
    assert state.decision.seats == (GERMAN,)
    assert (state.position.turn, state.position.weather) == (
        28,
        "snow" if state.position.weather == "snow" else "mud",
    )
    assert not turns.allies_begin(state)
    state.position.turn = 29
    assert turns.allies_begin(state)
    assert (begun("ardennes", [3, 2, 5]).position.weather, state.position.air_left) == ("snow", 7)


@pytest.mark.case("france44", "2.1", "16.1")
def test_a_town_of_the_ardennes_is_scored_once_and_for_good() -> None:
    state = start("ardennes")
    goals = state.scenario.setup.victory
    assert goals is not None
    number, goal = next((n, g) for n, g in enumerate(goals.goals) if g.once and g.hex == "5425")
    panzer = state.scenario.number["ge-pz2"]
    for unit in list(state.units_at(hexed(state, "5425"), ALLIED)):
        state.put(unit, GONE)
    victory.score_germans(state)
    assert victory.times(state, number, goal) == 0
    # One that is cut off does not count; one with a way to its own side does, and still does when it has gone on.
    state.put(panzer, hexed(state, "5425"))
    state.changed()
    assert supply.isolated(state, GERMAN) >> panzer & 1
    victory.score_germans(state)
    assert victory.times(state, number, goal) == 0
    for unit in list(hexes(state.on_map(ALLIED))):
        state.put(unit, GONE)
    state.changed()
    victory.score_germans(state)
    assert victory.times(state, number, goal) == 1
    state.put(panzer, hexed(state, "5625"))
    state.changed()
    victory.score_germans(state)
    assert victory.times(state, number, goal) == 1


@pytest.mark.case("france44", "2.1", "11.3a")
def test_steps_lost_count_when_they_are_lost() -> None:
    state = start("ardennes")
    goals = state.scenario.setup.victory
    assert goals is not None
    number, goal = next((n, g) for n, g in enumerate(goals.goals) if g.steps and g.side == "German")
    unit, other = (state.scenario.number[name] for name in ("us-106", "us-028"))
    state.lose_step(unit, "11.3a")
    state.position.steps[unit] = 2
    assert victory.times(state, number, goal) == 1
    state.eliminate(other, "11.3a")
    assert victory.times(state, number, goal) == 3
    german = next((n, g) for n, g in enumerate(goals.goals) if g.steps and g.side == "Allied")
    state.lose_step(state.scenario.number["ge-018v"], "11.3a")
    assert victory.times(state, *german) == 1, "infantry like panzers"
    state.lose_step(state.scenario.number["ge-pz2"], "11.3a")
    state.lose_step(state.scenario.number["ge-hq-geyr"], "11.3a")
    assert victory.times(state, *german) == 3


@pytest.mark.case("france44", "18.1a", "18.3")
def test_airborne_divisions_drop_from_any_town_beside_the_map() -> None:
    state = start("market")
    unit = state.scenario.number["br-ab01"]
    ready = airborne.ready_to_drop(state)
    assert ready.bit_count() == 3
    reach = airborne.DropDivision().reach(state, unit)
    grid, map_ = state.scenario.map.grid, state.scenario.map
    last = {8: 54, 10: 53, 13: 53, 15: 52, 17: 53, 19: 53, 21: 52}
    for row, most in last.items():
        assert max(c for c in range(42, 59) if reach >> grid.hex(c - 1, row - 1) & 1) == most
    assert reach >> map_.hex("Arnhem") & 1


@pytest.mark.case("france44", "21.3")
def test_flushing_is_attacked_as_over_a_river() -> None:
    state = start("market")
    unit = state.scenario.number["ca-a04"]
    target = hexed(state, "4317")
    near = next(hexes(state.scenario.board.grid.adjacent_mask(target) & state.scenario.board.playable))
    state.put(unit, near)
    plan = Plan(attacker=ALLIED, target=target, targets=1 << target, attackers=1 << unit)
    assert odds.across(state, plan, unit)


@pytest.mark.case("france44", "13.13", "16.31b")
def test_antwerp_feeds_nobody_while_the_scheldt_is_barred() -> None:
    state = start("market")
    antwerp = hexed(state, "4618")
    state.position.levels[antwerp] = 5
    assert ports.room(state, antwerp) == 0
    for unit in list(hexes(state.on_map(GERMAN))):
        state.put(unit, POOL)
    state.changed()
    assert ports.room(state, antwerp) == 5


@pytest.mark.case("france44", "2.1", "16.32b")
def test_arnhem_counts_more_when_supply_reaches_it() -> None:
    state = start("market")
    goals = state.scenario.setup.victory
    assert goals is not None
    arnhem = [(n, g) for n, g in enumerate(goals.goals) if g.hex == "5313"]
    assert [g.points for _, g in arnhem] == [4, 6]
    state.put(state.scenario.number["br-ab01"], hexed(state, "5313"))
    state.position.control |= 1 << hexed(state, "5313")
    state.changed()
    assert [victory.times(state, n, g) for n, g in arnhem] == [1, 0]


@pytest.mark.case("france44", "9.31a", "9.31b")
def test_the_v_2_of_the_hague_stands_in_range_of_london_beyond_the_map() -> None:
    state = start("market")
    assert state.scenario.rocket_ids[0] == "v2-1"
    assert state.position.vs[0] == hexed(state, "4612")
    assert not state.scenario.v1


@pytest.mark.case("france44", "6.6a", "8.3")
def test_germans_leave_by_the_exits_and_are_safe() -> None:
    state = begun("falaise", [1])
    number = state.scenario.number["ge-hq-rundstedt"]
    division = state.scenario.number["ge-084"]
    exit_ = hexed(state, "3834")
    state.put(division, exit_)
    state.changed()
    seat = go_to(state, "german movement")
    assert seat == GERMAN
    refusal = state.check(GERMAN, orders.Leave(number))
    assert refusal is not None
    assert refusal.case == "6.6a"
    state.apply(GERMAN, orders.Leave(division))
    assert state.position.at[division] == AWAY
    assert state.position.exited == {division: 8}
    goals = state.scenario.setup.victory
    assert goals is not None
    saved = next((n, g) for n, g in enumerate(goals.goals) if g.saved)
    assert victory.times(state, *saved) == 0, "only those count that leave on turn 11 or 12"
    state.position.exited[division] = 11
    assert victory.times(state, *saved) == 1


@pytest.mark.case("france44", "13.3a", "16.5")
def test_divisions_land_on_the_beaches_of_falaise_and_move_no_further() -> None:
    state = begun("falaise", [1])
    unit = state.scenario.number["us-028"]
    assert state.position.at[unit] == DUE
    assert go_to(state, "allied movement") == ALLIED
    beach = hexed(state, "2132")
    refusal = state.check(ALLIED, orders.Enter(unit, hexed(state, "2131")))
    assert refusal is not None
    assert refusal.case == "5.23b"
    for other in list(state.units_at(beach, ALLIED)):
        state.put(other, POOL)
    state.changed()
    state.apply(ALLIED, orders.Enter(unit, beach))
    assert orders.Move not in state.legal(ALLIED).kinds() or unit not in state.legal(ALLIED).values(
        orders.Move
    )


@pytest.mark.case("france44", "9.22a")
def test_the_bomber_of_falaise_supports_three_attacks_and_bombs_nothing() -> None:
    state = start("falaise")
    for _ in range(3):
        state.position.bomber = "used"
        turns.begin_turn(state)
    assert state.position.sorties == 3
    assert state.position.bomber == "ready"
    assert go_to(begun("falaise", [1]), "allied tactical air") == ALLIED


@pytest.mark.case("france44", "16.14", "16.31a")
def test_the_last_head_of_the_rhine_serves_once_it_is_taken() -> None:
    state = start("rhine")
    head = hexed(state, "5832")
    for unit in list(state.units_at(head, GERMAN)):
        state.put(unit, POOL)
    state.position.turn = 42
    state.changed()
    assert not ports.controlled(state) >> head & 1
    state.position.control |= 1 << head
    state.changed()
    assert ports.controlled(state) >> head & 1
    state.position.turn = 41
    state.changed()
    assert not ports.controlled(state) >> head & 1


@pytest.mark.case("france44", "2.3a", "2.3b")
def test_nine_cities_beyond_the_rhine_count_week_by_week() -> None:
    state = start("rhine")
    board = state.scenario.board
    assert (board.cities & board.east_of_rhine).bit_count() == 9
    state.position.control |= board.cities
    state.position.turn = 45
    state.changed()
    victory.score(state)
    assert state.position.points == [9, 0]


@pytest.mark.case("france44", "18.1a", "13.11d")
def test_in_provence_drops_and_beach_groups_start_in_corsica() -> None:
    state = start("anvil")
    assert airborne.ready_to_drop(state) == 1 << state.scenario.number["us-abtf"]
    assert mulberry.joined(state) >> hexed(state, "5881") & 1


@pytest.mark.case("france44", "2.1")
def test_toulon_counts_more_if_it_was_held_at_the_end_of_turn_13() -> None:
    state = start("anvil")
    goals = state.scenario.setup.victory
    assert goals is not None
    early = next((n, g) for n, g in enumerate(goals.goals) if g.by and g.hex == "5483")
    state.position.turn = 13
    victory.score(state)
    state.position.control |= 1 << hexed(state, "5483")
    state.changed()
    state.position.turn = 14
    assert victory.times(state, *early) == 0
    state.position.turn = 13
    victory.score(state)
    state.position.turn = 14
    assert victory.times(state, *early) == 1


@pytest.mark.case("france44", "2.1", "16.1")
def test_germans_saved_up_the_rhone_count_by_steps() -> None:
    state = start("anvil")
    goals = state.scenario.setup.victory
    assert goals is not None
    saved = next((n, g) for n, g in enumerate(goals.goals) if g.saved)
    # The mountain reserve stands at Grenoble, north of Valence, from the start.
    assert victory.times(state, *saved) == 2
    state.lose_step(state.scenario.number["ge-157r"], "11.3a")
    assert victory.times(state, *saved) == 1


@pytest.mark.case("france44", "15.4a", "15.1")
def test_lost_units_come_back_where_the_scenario_says() -> None:
    state = begun("rhine", [1])
    rhine = state.scenario
    assert go_to(state, "allied replacement") == ALLIED
    unit = rhine.number["us-065"]
    assert state.position.at[unit] == POOL
    where = {rhine.map.label(hex) for hex in state.legal(ALLIED).values(orders.Raise, unit)}
    assert where <= {rhine.map.label(h) for n in rhine.setup.allied_entries for h in hexes(rhine.entries[n])}
    assert where
    market = begun("market", [1])
    dead = market.scenario.number["us-030"]
    market.eliminate(dead, "11.3a")
    market.changed()
    refusal = market.check(ALLIED, orders.Raise(dead, hexed(market, "4219")))
    assert refusal is not None
    assert "do not come back" in refusal.reason


def test_matches_begin_without_a_set_up() -> None:
    for key in SMALL:
        match = Match.new(GAME, GAME.load(key), seed=bytes(32))
        assert match.decision is not None
        assert "set-up" not in match.decision.step.label


@pytest.mark.case("france44", "4.27")
def test_no_more_supplies_lie_on_a_part_of_the_map_than_it_begins_with() -> None:
    assert setup.dump_points(start("beachhead")) == 0
    assert setup.dump_points(start("campaign")) == 0
    state = start("beachhead")
    state.position.german_dumps.pop(hexed(state, "1930"))
    assert setup.dump_points(state) == 10


def test_land_units_are_drawn_over_air_units_and_ships() -> None:
    state = start("beachhead")
    pieces = GAME.sheet(state.scenario, GAME.view(state, ALLIED)).pieces
    drawn = [piece.unit is not None for piece in pieces if piece.hex is not None]
    assert drawn == sorted(drawn)
    assert False in drawn
