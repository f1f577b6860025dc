"""What the staff of WestFront does with a landing: second waves, BeachHeads, headquarters that stay or go."""

from typing import Any

import pytest
from msgspec.structs import replace
from tests.ai.staffs import play_on, sight_of
from tests.games.westfront.composed import number, state_of

from phaseline.ai.driver import observe
from phaseline.ai.search.bearings import altered
from phaseline.ai.staff1.westfront import OldPlanner
from phaseline.ai.westfront.council import WestFrontCouncil
from phaseline.ai.westfront.landings import Shores
from phaseline.ai.westfront.layout import Layout, Means
from phaseline.ai.westfront.marching import March
from phaseline.ai.westfront.parameters import parameters
from phaseline.ai.westfront.planner import WestFrontPlanner
from phaseline.ai.westfront.situation import Situation
from phaseline.engine.match import Match
from phaseline.engine.registry import game
from phaseline.games.westfront.orders.command import Mobilize
from phaseline.games.westfront.orders.strategic import Sail
from phaseline.games.westfront.position import ALLIED, AXIS, Movement
from phaseline.games.westfront.rules import sailing

WESTFRONT = game("westfront")


def landed(kind: type[WestFrontPlanner]) -> Match:
    """Husky when the Axis' first turn begins: the Allies have landed where nobody stands, with Blitz Invasions."""
    match = Match.new(WESTFRONT, WESTFRONT.load("husky"), seed=(1).to_bytes(32, "big"))
    scenario: Any = match.scenario
    bearing = WestFrontCouncil(scenario, ALLIED).bearings["hinterland"]
    planner = kind(scenario, ALLIED, 1).under(altered(parameters(), bearing))
    return play_on(match, {ALLIED: planner}, lambda match: "Axis turn" in match.state.path(), 1, 60)


@pytest.fixture(scope="module")
def today() -> Match:
    return landed(WestFrontPlanner)


@pytest.fixture(scope="module")
def before() -> Match:
    return landed(OldPlanner)


def ashore(match: Match) -> int:
    state: Any = match.state
    return int(state.standing.by_hex[ALLIED][state.board.map.hex("Licata")].bit_count())


def test_a_second_wave_follows_where_nobody_had_to_be_fought(today: Match, before: Match) -> None:
    """Blitz Movement is planned though no battle has come between; the headquarters pay for it in any case."""
    assert ashore(before) == 3
    assert ashore(today) == 4


def test_the_plan_of_a_phase_tells_of_its_landings_and_airstrikes() -> None:
    """Who asks for a hint while landing reads what lands where; an airstrike is not told of after "nothing"."""
    match = Match.new(WESTFRONT, WESTFRONT.load("husky"), seed=(1).to_bytes(32, "big"))
    scenario: Any = match.scenario
    planner = WestFrontPlanner(scenario, ALLIED, 1)
    told: dict[str, list[str]] = {}

    def until(match: Match) -> bool:
        told[match.state.path()[-1]] = planner.explain()
        return "Axis turn" in match.state.path()

    play_on(match, {ALLIED: planner}, until, 1, 60)
    said = [line for lines in told.values() for line in lines]
    assert any(" lands " in line and "Licata" in line for line in said)
    assert not any(lines[0].endswith("nothing.") and len(lines) > 1 for lines in told.values())


def test_one_beachhead_serves_a_hex(today: Match, before: Match) -> None:
    def count(match: Match, how: str) -> int:
        position: Any = match.state.position
        return list(position.beachheads.values()).count(how)

    assert (count(before, "placed"), count(before, "ready")) == (2, 0)
    assert (count(today, "placed"), count(today, "ready")) == (1, 1)


def test_a_headquarters_that_goes_nowhere_is_not_mobilized(today: Match, before: Match) -> None:
    """It loses its step when combat is over."""

    def stays(match: Match) -> list[str]:
        name = match.state.scenario.lexicon["unit"].title
        return [name(entry.order.hq) for entry in match.entries if isinstance(entry.order, Mobilize)]

    assert "AF" in stays(before)
    assert stays(today) == []


@pytest.mark.parametrize("planner", [WestFrontPlanner, OldPlanner])
def test_a_headquarters_is_not_left_alone_in_a_battle(planner: type[WestFrontPlanner]) -> None:
    """To the old staff it was worth nothing that its last companion stayed; it would lead him out."""
    state = state_of("""
map: {adjacent: [[A, B]]}
setup:
  active: axis
  phase: moves
  battles: [{at: B, original_attacker: allied, new: false}]
  hqs: [{id: HQ, side: axis, type: hq, cv: 2, at: B, active: true}]
  units:
  - {id: ours, side: axis, type: infantry, cv: 1, at: B, face_up: true}
  - {id: theirs, side: allied, type: infantry, cv: 3, at: B, face_up: true}
""")
    seen = Situation(state, AXIS, planner.weights)
    layout = Layout(seen, {}, {}, Means())
    hex, hq = state.board.hex("B"), number(state, "HQ")
    lost = layout.value(hex, 0) - layout.value(hex, 1 << hq)
    assert (lost > seen.value(hq) / 2) == (planner is WestFrontPlanner)


@pytest.fixture(scope="module")
def overlord() -> Match:
    """Summer '44 with the staff on both sides, when the Allies' first Movement Phase begins."""
    match = Match.new(WESTFRONT, WESTFRONT.load("S44"), seed=(4).to_bytes(32, "big"))
    scenario: Any = match.scenario
    planners = {seat: WestFrontPlanner(scenario, seat, seat) for seat in (ALLIED, AXIS)}
    return play_on(match, planners, lambda match: match.state.within(Movement), 1, 200)


def test_every_invasion_headquarters_has_somebody_with_a_beachhead(overlord: Match) -> None:
    """What an amphibious corps brings supplies a landing; three of them around one headquarters supply one."""
    state: Any = overlord.state
    invading = [hq for hq, role in state.position.role.items() if "invasion" in role]
    ready = {state.position.at[unit] for unit, how in state.position.beachheads.items() if how == "ready"}
    assert len(invading) == 3
    assert {state.position.at[hq] for hq in invading} == ready


def test_an_army_lands_where_there_is_room_for_it(overlord: Match) -> None:
    """Jutland is open, and the coast of France is held; but the peninsula leads nowhere, and not to Paris."""
    state: Any = overlord.state
    shores = Shores(Situation(state, ALLIED))
    assert shores.shore(state.board.map.hex("Esbjerg")) < shores.shore(state.board.map.hex("Amiens"))
    roomy = replace(parameters(), landing=replace(parameters().landing, narrow={}))
    shores = Shores(Situation(state, ALLIED, roomy.under({"pull": {"aims": {"Paris": 0.0}}})))
    assert shores.shore(state.board.map.hex("Esbjerg")) > shores.shore(state.board.map.hex("Amiens"))


def test_a_headquarters_commands_nobody_across_the_sea(overlord: Match) -> None:
    state: Any = overlord.state
    seen = Situation(state, ALLIED)
    dover, calais = state.board.map.hex("Dover"), state.board.map.hex("Calais")
    assert state.board.grid.distance(dover, calais) == 1
    assert seen.range_from(dover, 2) >> state.board.map.hex("London") & 1
    assert not seen.range_from(dover, 2) >> calais & 1


def test_a_voyage_is_weighed_by_the_supreme_moves_it_takes(overlord: Match) -> None:
    state: Any = overlord.state
    frame = state.frame(Movement)
    state.update(frame, supreme_left=6)
    sight = sight_of(observe(overlord, ALLIED))
    march = March(Situation(sight.state, ALLIED), sight, [], [])
    offers = march._journeys(sight.legal, Sail)
    long = [each for each in offers if not sailing.destinations(sight.state, each.unit, 2) >> each.to & 1]
    assert long
    for offer in long:
        assert abs(offer.gain) <= abs(march.layout.delta(offer.unit, offer.to, None)) / 3
