"""What is counted on in an attack is what the rules give: who is halved, and which ships can come."""

from collections.abc import Mapping

import pytest
from tests.ai.france44.conftest import FRANCE, played, state_of
from tests.ai.staffs import at_turn

from phaseline.ai.france44.attacks import Strikes
from phaseline.ai.france44.evaluator import FranceEvaluator
from phaseline.ai.france44.ground import ground
from phaseline.ai.france44.situation import Situation
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, DEAD, GERMAN, Plan
from phaseline.games.france44.rules import odds
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes, mask_of


@pytest.fixture(scope="module")
def market() -> FranceScenario:
    """It has a hex that is attacked as over a river."""
    scenario: FranceScenario = FRANCE.load("market")
    return scenario


def cleared(scenario: FranceScenario, turn: int) -> FranceState:
    """Allied attacks are announced, nobody is left on the map, and nothing flies."""
    s = state_of(played(scenario, 1, at_turn(turn, "announcing"), staffs=(ALLIED,)))
    s.position.beach.clear()
    s.position.air_left = 0
    for unit in hexes(s.on_map(ALLIED) | s.on_map(GERMAN)):
        s.put(unit, DEAD)
    return s


def moat(scenario: FranceScenario) -> tuple[FranceState, Hex, Hex]:
    """A German alone in the moated hex, and the Allied hex next to it that no river parts from it."""
    s, board = cleared(scenario, 0), scenario.board
    (target,) = hexes(scenario.moated)
    s.put(scenario.number["ge-fj6"], target)
    return s, target, next(hexes(board.dry.cross(1 << target) & board.continent))


def strengths(s: FranceState, target: Hex, force: Mapping[int, Hex]) -> tuple[int, int]:
    """Both sides in an attack by the rules."""
    return odds.weigh(
        s, Plan(attacker=ALLIED, target=target, targets=1 << target, attackers=mask_of(force))
    ).strengths


def test_a_moated_hex_is_attacked_as_over_a_river(market: FranceScenario) -> None:
    s, target, here = moat(market)
    unit = market.number["us-030"]
    s.put(unit, here)
    staff = Strikes(Situation(ground(market), s, ALLIED), {unit: 1 << here}, 0)
    attack, defence = strengths(s, target, {unit: here})
    assert (s.factor(unit), attack) == (5, 2)
    assert [(c.hex, c.strength) for c in staff.candidates(target)] == [(here, attack)]
    assert staff.assess(target, {unit: here}).odds == f"1-{defence // attack}" == "1-3"


def test_greed_begins_no_attack_with_who_brings_no_strength(market: FranceScenario) -> None:
    s, target, here = moat(market)
    strong, other, weak = (market.number[name] for name in ("br-ga", "us-030", "br-ab01"))
    for unit in (strong, other, weak):
        s.put(unit, here)
    for unit in (weak, *s.units_at(target, GERMAN)):
        s.position.steps[unit] = 1
    s.changed()
    assert strengths(s, target, {weak: here})[0] == 0
    assert all(s.legal(ALLIED).refusal(orders.Attack(unit, target)) is None for unit in (strong, weak))
    evaluator = FranceEvaluator(market, ALLIED)
    assert (evaluator.gain(s, orders.Attack(strong, target)) or 0.0) > 0.0
    assert evaluator.gain(s, orders.Attack(weak, target)) == -1.0
