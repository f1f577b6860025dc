"""What the staff of WestFront reckons with over turns: a quiet enemy, the price of command, the census of the North."""

import pytest
from msgspec.structs import replace

from phaseline.ai.agent import Budget
from phaseline.ai.sight import Clock
from phaseline.ai.staff1.westfront import OldPlanner
from phaseline.ai.westfront.headquarters import CommandPlanner
from phaseline.ai.westfront.landings import Shores
from phaseline.ai.westfront.layout import Layout, Means
from phaseline.ai.westfront.planner import WestFrontPlanner
from phaseline.ai.westfront.situation import Situation
from phaseline.engine.events import Event
from phaseline.engine.match import Match
from phaseline.engine.registry import game
from phaseline.games.westfront.position import ALLIED, AXIS
from phaseline.games.westfront.rules import victory
from phaseline.games.westfront.state import WestFrontState
from phaseline.hexgrid import hexes

WESTFRONT = game("westfront")


@pytest.fixture
def winter() -> WestFrontState:
    """Winter '43 as it begins."""
    state = Match.new(WESTFRONT, WESTFRONT.load("W43"), seed=bytes(32)).state
    assert isinstance(state, WestFrontState)
    return state


def in_month(state: WestFrontState, left: int) -> WestFrontState:
    """The same position with so many months still to come."""
    state.position.month = state.scenario.last_month - left
    return state


def test_a_quiet_enemy_is_feared_less(winter: WestFrontState) -> None:
    wary, bold = Situation(winter, ALLIED), Situation(winter, ALLIED, quiet=3)
    near = next(hex for hex, felt in wary.threat.items() if felt > 1)
    assert bold.threat[near] == pytest.approx(bold.fear * wary.threat[near])
    assert bold.fear < wary.fear == 1.0


def test_whoever_activates_a_headquarters_stirs(winter: WestFrontState) -> None:
    planner = WestFrontPlanner(winter.scenario, ALLIED, 1)
    hqs = {
        seat: next(hexes(winter.scenario.hqs & winter.scenario.side_units[seat])) for seat in (ALLIED, AXIS)
    }

    def activation(seat: int) -> Event:
        return Event(kind="activation", case="5.2", text="", facts={"unit": hqs[seat]})

    assert [planner._vigilance.quiet(turn) for turn in (1, 2, 3)] == [0, 1, 2]
    planner.hear([activation(ALLIED)])
    assert planner._vigilance.quiet(3) == 2
    planner.hear([activation(AXIS)])
    assert planner._vigilance.quiet(4) == 0


def test_units_in_the_north_count_in_the_last_months_of_the_winter(winter: WestFrontState) -> None:
    assert Situation(in_month(winter, 4), ALLIED).census == (0, 0.0)
    late = in_month(winter, 0)
    assert Situation(late, AXIS).census == (0, 0.0)
    north, each = Situation(late, ALLIED).census
    short = victory.allied_units_north(late) < Situation(late, ALLIED).weights.worth.buildup_expected
    assert (each > 0) == short
    assert north >> winter.board.map.hex("London") & 1
    assert not north >> winter.board.map.hex("Naples") & 1


def test_a_unit_that_counts_where_it_stands_is_worth_more_there(
    winter: WestFrontState, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = Situation(in_month(winter, 0), ALLIED)
    unit = next(hexes(winter.on_map(ALLIED) & ~winter.scenario.hqs))
    london = winter.board.map.hex("London")
    values = []
    for each in (0.0, 1.0):
        monkeypatch.setitem(vars(seen), "census", (1 << london, each))
        layout = Layout(seen, {}, {}, Means())
        values.append(layout.value(london, 1 << unit))
    assert values[1] == pytest.approx(values[0] + 1.0)


def test_a_step_of_a_headquarters_is_dearer_than_the_points_it_counts_for(winter: WestFrontState) -> None:
    old = Situation(winter, ALLIED, OldPlanner.weights)
    new = Situation(winter, ALLIED)
    hq = next(hexes(winter.scenario.hqs & winter.on_map(ALLIED)))
    prices = [
        CommandPlanner(seen, winter.legal(ALLIED), Clock(Budget(None)))._price(hq) for seen in (old, new)
    ]
    assert prices[0] == 2.0 < prices[1]
    assert Shores(old)._dear == 0.0 < Shores(new)._dear


def test_an_open_beach_is_worth_more_than_it_was(winter: WestFrontState) -> None:
    weights = OldPlanner.weights
    assert weights is not None
    # What lies behind a beach is weighed apart from this.
    bare = replace(weights, landing=replace(weights.landing, hinterland=0.0))
    old, new = Shores(Situation(winter, ALLIED, bare)), Shores(Situation(winter, ALLIED))
    enemies = new.seen.enemy_hexes
    open_beach = next(hex for hex in hexes(new.beaches) if not enemies >> hex & 1)
    held_beach = next(hex for hex in hexes(new.beaches) if enemies >> hex & 1)
    assert new.shore(open_beach) > old.shore(open_beach)
    assert new.shore(held_beach) == pytest.approx(old.shore(held_beach))


def test_where_places_decide_the_last_steps_of_a_headquarters_are_there_to_be_spent() -> None:
    state = Match.new(WESTFRONT, WESTFRONT.load("husky"), seed=bytes(32)).state
    assert isinstance(state, WestFrontState)
    hq = next(hexes(state.scenario.hqs & state.on_map(ALLIED)))
    prices = []
    for left in (1, 0):
        state.position.month = state.scenario.last_month - left
        state.position.cv[hq] = 3
        planner = CommandPlanner(Situation(state, ALLIED), state.legal(ALLIED), Clock(Budget(None)))
        prices.append(planner._price(hq))
    state.position.cv[hq] = 1
    prices.append(
        CommandPlanner(Situation(state, ALLIED), state.legal(ALLIED), Clock(Budget(None)))._price(hq)
    )
    assert prices[0] == prices[2] > 5 * prices[1]
