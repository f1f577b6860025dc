"""Greed and invaders: it makes the attacks that must be made, and takes none back for ever."""

import pytest
from tests.ai.france44.conftest import cleared, off, state_of

from phaseline.ai import greedy
from phaseline.ai.agent import Budget
from phaseline.ai.brain import Brain, Evaluator
from phaseline.ai.driver import observe
from phaseline.ai.france44.planner import FrancePlanner
from phaseline.engine.match import Match
from phaseline.engine.orders import Order
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, Plan
from phaseline.games.france44.rules import announcing
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes


def two_beaches(scenario: FranceScenario) -> tuple[Match, Hex, Hex]:
    """Invaders off two beaches of the Mediterranean: at the first no support makes an attack possible, the second is due."""
    match = cleared(scenario, 1)
    s, board = state_of(match), scenario.board
    south = board.water_of(s.position.ships[scenario.ship_ids.index("usn-86")])
    hard, due = list(hexes(board.beaches & board.grid.spread(south)))[:2]
    for name, hex in (("ge-ss1", hard), ("ge-ss2", hard), ("ge-fj5", due)):
        s.put(scenario.number[name], hex)
    s.position.steps[scenario.number["ge-fj5"]] = 1
    first, second, *_ = hexes(scenario.side_units[ALLIED] & scenario.divisions)
    off(s, first, hard)
    off(s, second, due)
    s.position.steps[first] = 1
    s.changed()
    for unit, beach, must in ((first, hard, False), (second, due, True)):
        plan = Plan(attacker=ALLIED, target=beach, targets=1 << beach, attackers=1 << unit)
        assert announcing.compulsory(s, plan) == must
        assert s.legal(ALLIED).refusal(orders.Attack(unit, beach)) is None
    assert s.legal(ALLIED).refusal(orders.Done()) is not None
    return match, hard, due


def announced(match: Match, most: int) -> list[Order]:
    """The orders of greed until the attacks are announced: so many at most."""
    agent = greedy.GreedyAgent(1)
    given: list[Order] = []
    while {"announcing", "plan"} & {*match.state.path()}:
        given.append(agent.order(observe(match, ALLIED), Budget()))
        match.submit(ALLIED, given[-1])
        assert len(given) < most
    return given


def test_greed_attacks_where_invaders_must_and_not_where_nothing_makes_it_possible(
    campaign: FranceScenario,
) -> None:
    match, _, due = two_beaches(campaign)
    given = announced(match, 20)
    assert [order.target for order in given if isinstance(order, orders.Attack)] == [due]
    assert isinstance(given[-1], orders.Done)


class Stubborn(Evaluator[FranceState]):
    """Wants one attack that cannot be made, and nothing else."""

    def __init__(self, target: Hex) -> None:
        self.target = target

    def worth(self, state: FranceState) -> float:  # noqa: ARG002
        return 0.0

    def gain(self, state: FranceState, order: Order) -> float | None:  # noqa: ARG002
        return 1.0 if isinstance(order, orders.Attack) and order.target == self.target else -1.0


def test_greed_gives_any_order_when_what_looks_best_leads_nowhere(
    campaign: FranceScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, hard, due = two_beaches(campaign)
    brain = Brain(lambda *_: Stubborn(hard), FrancePlanner)
    monkeypatch.setattr(greedy, "brain_of", lambda _: brain)
    monkeypatch.setattr(greedy, "ENDURANCE", 20)
    given = announced(match, 2000)
    targets = [order.target for order in given if isinstance(order, orders.Attack)]
    assert targets[:20] == [hard] * 20, "it is patient"
    assert due in targets
