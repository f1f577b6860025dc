"""Who is posted where: the best are not for places that anybody could hold."""

import pytest
from tests.ai.france44.conftest import FRANCE, played, state_of, sweep
from tests.ai.staffs import at_turn

from phaseline.ai.agent import UNLIMITED
from phaseline.ai.france44.council import FranceCouncil
from phaseline.ai.france44.ground import Ground, ground
from phaseline.ai.france44.march import Goal, March
from phaseline.ai.france44.situation import Situation
from phaseline.ai.planning import reweighed
from phaseline.ai.sight import Clock
from phaseline.games.france44.position import GERMAN
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex

HANNOVER, DORTMUND, ESSEN = "6909", "5916", "5817"
STRONG, WEAK = "ge-ss6m", "ge-016v"


@pytest.fixture(scope="module")
def rhine() -> FranceScenario:
    """Cities near the front, and others far behind it."""
    scenario: FranceScenario = FRANCE.load("rhine")
    return scenario


@pytest.fixture
def ruhr(rhine: FranceScenario) -> FranceState:
    """Allied armour in Essen; far behind it one German division, in Hannover."""
    s = state_of(played(rhine, 1, at_turn(rhine.first_turn, "german movement"), staffs=()))
    sweep(s)
    for name in ("us-a02", "us-a05"):
        s.put(rhine.number[name], rhine.hex_at(ESSEN, "test"))
    s.position.control |= 1 << rhine.hex_at(ESSEN, "test")
    s.changed()
    return s


def placed(rhine: FranceScenario, ruhr: FranceState, name: str, grounds: Ground) -> Hex:
    """Where a division that stands in Hannover is sent."""
    unit = rhine.number[name]
    ruhr.put(unit, rhine.hex_at(HANNOVER, "test"))
    ruhr.position.steps[unit] = 2
    ruhr.changed()
    march = March(Situation(grounds, ruhr, GERMAN), 1 << unit, {}, Clock(UNLIMITED), {}, {})
    march.plan()
    return march.at[unit]


def general(rhine: FranceScenario) -> Ground:
    """As the general of the Germans sees it."""
    return ground(rhine).under(FranceCouncil(rhine, GERMAN)._weights[""])


def thrifty(rhine: FranceScenario) -> Ground:
    """As who wastes nothing sees it, and is an officer else."""
    usual = ground(rhine)
    return usual.under(reweighed(usual.by, {"march": {"thrift": 1.0}}))


def test_who_wastes_nothing_sends_his_best_from_a_safe_place_to_one_in_danger(
    rhine: FranceScenario, ruhr: FranceState
) -> None:
    hannover, near = rhine.hex_at(HANNOVER, "test"), ground(rhine).travel(rhine.hex_at(DORTMUND, "test"))
    assert placed(rhine, ruhr, STRONG, ground(rhine)) == hannover
    assert near[placed(rhine, ruhr, STRONG, thrifty(rhine))] < near[hannover]


def test_who_is_just_strong_enough_stays(rhine: FranceScenario, ruhr: FranceState) -> None:
    assert placed(rhine, ruhr, WEAK, thrifty(rhine)) == rhine.hex_at(HANNOVER, "test")


def test_only_what_is_beyond_the_need_is_wasted(rhine: FranceScenario, ruhr: FranceState) -> None:
    unit, hex = rhine.number[STRONG], rhine.hex_at(HANNOVER, "test")
    ruhr.put(unit, hex)
    ruhr.position.steps[unit] = 2
    ruhr.changed()
    factor = ruhr.factor(unit)
    # The general of the Germans counts half of it, who wastes nothing all, an officer none.
    for grounds, half in ((general(rhine), 0.75), (thrifty(rhine), 0.5), (ground(rhine), 1.0)):
        march = March(Situation(grounds, ruhr, GERMAN), 0, {}, Clock(UNLIMITED), {}, {})
        assert march._use(unit, Goal(hex, 20.0, factor + 3.0, "")) == 1.0
        assert march._use(unit, Goal(hex, 20.0, factor / 2, "")) == pytest.approx(half)
