"""What the staff of WestFront does with a landing: second waves, BeachHeads, headquarters that stay or go."""

from typing import Any

import pytest
from tests.ai.staffs import play_on
from tests.games.westfront.composed import number, state_of

from phaseline.ai.search.bearings import altered
from phaseline.ai.staff1.westfront import OldPlanner
from phaseline.ai.westfront.council import WestFrontCouncil
from phaseline.ai.westfront.layout import Layout, Means
from phaseline.ai.westfront.parameters import parameters
from phaseline.ai.westfront.planner import WestFrontPlanner
from phaseline.ai.westfront.situation import Situation
from phaseline.engine.match import Match
from phaseline.engine.registry import game
from phaseline.games.westfront.orders.command import Mobilize
from phaseline.games.westfront.position import ALLIED, AXIS

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
