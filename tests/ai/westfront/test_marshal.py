"""The marshal in the half-years of WestFront: what he thinks about where a general has not the patience."""

from functools import cache

import pytest
from tests.ai.staffs import play_on

from phaseline.ai import registry
from phaseline.ai.agent import Budget
from phaseline.ai.driver import observe
from phaseline.ai.search import GeneralAgent, MarshalAgent
from phaseline.ai.weights import read_weights
from phaseline.ai.westfront.council import WestFrontCouncil
from phaseline.ai.westfront.planner import WestFrontPlanner
from phaseline.engine.match import Match
from phaseline.engine.registry import game
from phaseline.games.westfront.files import month_number
from phaseline.games.westfront.position import ALLIED, AXIS

WESTFRONT = game("westfront")
JUNE_44 = month_number("1944-06")
FEW = Budget(playouts=4)


@cache
def _summer() -> Match:
    """Summer '44 at the first Command Phase of the Allies, both set up by their staffs."""
    match = Match.new(WESTFRONT, WESTFRONT.load("S44"), seed=bytes(32))
    staffs = {seat: WestFrontPlanner(match.scenario, seat, 1) for seat in (ALLIED, AXIS)}  # type: ignore[arg-type]
    return play_on(match, staffs, _commands, 1, 400)


def _commands(match: Match) -> bool:
    decision = match.state.waiting()
    return decision is not None and decision.step.label == "command"


def _council(effort: int, seat: int = ALLIED) -> WestFrontCouncil:
    council = WestFrontCouncil(_summer().scenario, seat)  # type: ignore[arg-type]
    council.effort = effort
    return council


def test_only_marshals_have_the_patience_for_a_half_year() -> None:
    moments = [_council(effort).moment(_summer().state) for effort in (1, MarshalAgent.effort)]  # type: ignore[arg-type]
    assert moments == [None, (JUNE_44, 1)]
    alike = [
        registry.alike(level, "westfront", scenario)
        for scenario in ("W43", "S44")
        for level in ("general", "marshal")
    ]
    assert alike == ["", "general", "", ""]


def test_the_marshal_compares_main_efforts_to_the_end_of_the_match() -> None:
    match = _summer()
    marshal, general = MarshalAgent(1), GeneralAgent(1)
    for agent in (marshal, general):
        agent.hear([])
        assert match.state.legal(ALLIED).refusal(agent.order(observe(match, ALLIED), FEW)) is None
    assert marshal.chance is not None
    assert marshal.explain()[0].endswith("tries).")
    assert general.chance is None


def test_the_enemy_of_a_half_year_answers_as_a_general_would() -> None:
    """Not all out, as he does in the tries of Husky; and a point counts less, as there are hundreds."""
    husky = WestFrontCouncil(WESTFRONT.load("husky"), ALLIED)
    assert (_council(4).replies, husky.replies) == (("",), ("hold", "storm", "keep 3", ""))
    assert (_council(4).lead, husky.lead) == (5, 50)


@pytest.mark.parametrize(("weights", "guard"), [("", 2.5), ("pull.guard=x2", 5.0), ("pull.guard=0.1", 0.1)])
def test_a_bearing_counts_more_than_what_matches_have_told(weights: str, guard: float) -> None:
    """To hold what one has is to guard it, whatever a general weighs that half-year; what was asked for counts most."""
    make = WestFrontCouncil.weighed(read_weights(weights)) if weights else WestFrontCouncil
    council = make(_summer().scenario, AXIS)  # type: ignore[arg-type]
    usual, holding = (council.weights[name].within("S44", AXIS, JUNE_44) for name in ("", "hold"))
    assert holding.pull.guard == guard
    if not weights:
        assert usual.pull.guard == 0.52
    assert holding.pull.strength == usual.pull.strength == 0.064


def test_early_turns_are_thought_about_as_much_as_late_ones() -> None:
    council = _council(MarshalAgent.effort)
    assert MarshalAgent.effort * council.playouts((JUNE_44, 1)) == 24
    assert council.playouts((JUNE_44 + 5, 2)) == council.playouts((JUNE_44, 1))
