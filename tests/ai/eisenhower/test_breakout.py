"""What the Allied staff minds in the first turns: who is moved up, who stays on guard, and which ports are spared."""

import pytest
from tests.ai.eisenhower.conftest import at_step, played, state_of

from phaseline.ai.eisenhower.ahead import next_attacks
from phaseline.ai.eisenhower.attacks import GeneralStaff
from phaseline.ai.eisenhower.exchange import Defence, prospect
from phaseline.ai.eisenhower.replies import LIKELY, NEVER, RUIN, Replies
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import ground
from phaseline.engine.match import Match
from phaseline.games.eisenhower.position import ALLIED, GERMAN, AlliedPhase, Combat
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import hexes


@pytest.fixture(scope="module")
def landed(historical: EisenhowerScenario) -> EisenhowerState:
    """Turn 1, when the attacks are over and the Allies move (3.2.4)."""
    return state_of(played(historical, 8, at_step(1, "allied movement")))


def test_on_turn_1_they_move_up_for_the_attacks_of_turn_2(landed: EisenhowerState) -> None:
    known = ground(landed.scenario)
    found = next_attacks(Situation(known, landed, ALLIED), GeneralStaff, errands=True)
    assert found
    ports = landed.ports
    assert any(ports >> way.target & 1 for way in found)
    for way in found:
        assert all(landed.position.at[unit] >= 0 for unit in way.places)
    assert next_attacks(Situation(known, landed, GERMAN), GeneralStaff, errands=True) == []


def test_later_the_enemy_moves_in_between(historical: EisenhowerScenario) -> None:
    s = state_of(played(historical, 8, at_step(2, "allied movement")))
    assert next_attacks(Situation(ground(historical), s, ALLIED), GeneralStaff, errands=True) == []


def test_nobody_is_left_to_go_in(historical: EisenhowerScenario) -> None:
    """One corps at 2:1 loses two steps with 5 and 6: the garrison is gone, and the port is not taken."""
    garrison = Defence(factors=3, steps=1, static=1, points=1.0, way_out=False)
    column = historical.crt.columns.index("2:1")
    known = ground(historical)
    assert prospect(known, column, garrison, 4.0, 2, 0.0).success == pytest.approx(1.0)
    assert prospect(known, column, garrison, 4.0, 2, 0.0, enters=True).success == pytest.approx(4 / 6)
    assert prospect(known, column, garrison, 4.0, 4, 0.0, enters=True).success == pytest.approx(1.0)


def test_guards_are_told_off_against_all_that_can_come_and_twice(landed: EisenhowerState) -> None:
    known = ground(landed.scenario)
    s = landed.copy()
    s.position.turn = 2
    s.position.offensives = 5
    usual, worst = Situation(known, s, ALLIED), Situation(known, s, ALLIED, worst=True)
    s2 = landed.copy()
    s2.position.turn = 2
    s2.position.offensives = 0
    once = Situation(known, s2, ALLIED, worst=True)
    beach = next(hexes(landed.position.beachheads))
    for factors, steps in ((5, 1), (9, 2), (17, 4)):
        assert worst.danger(beach, factors, steps) >= once.danger(beach, factors, steps)
        assert worst.danger(beach, factors, steps) >= usual.danger(beach, factors, steps)
    assert worst.danger(beach, 9, 2) > usual.danger(beach, 9, 2)


def test_a_hopeless_guard_is_as_good_as_none_and_never_worse(
    historical: EisenhowerScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What nobody holds may be passed by; that is no reason to leave it because a weak guard would surely be beaten."""

    def danger(_view: Situation, _hex: int, factors: int, steps: int) -> float:
        return 0.5 if not steps else 1.0 if factors < 5 else 0.1

    s = state_of(played(historical, 8, at_step(1, "plan")))
    monkeypatch.setattr(Situation, "danger", danger)
    replies = Replies(ground(historical), s, ALLIED)
    beach = next(hexes(s.position.beachheads))
    assert replies._safer(beach, (0, 0), (4, 1)) == 0.0
    assert replies._safer(beach, (0, 0), (9, 2)) == pytest.approx(0.4)


def test_bombers_spare_ports(historical: EisenhowerScenario) -> None:
    s = state_of(played(historical, 8, at_step(1, "plan")))
    replies = Replies(ground(historical), s, ALLIED)
    port = s.frame(Combat).target
    assert s.ports >> port & 1
    assert replies._ruin(port) == LIKELY
    assert replies._ruin(next(hexes(s.position.beachheads))) == RUIN


def test_bombers_never_destroy_the_last_port_that_the_check_asks_for(historical: EisenhowerScenario) -> None:
    """By a ruin the check fails as surely as by a port that falls (4.3.2, 10.10); what is to spare may be bombed."""
    s = state_of(played(historical, 8, at_step(1, "plan"))).copy()
    held = list(hexes(s.ports & s.scenario.board.interior))[:2]
    s.position.turn = 2
    s.position.control &= ~(s.ports & s.scenario.board.interior)
    s.position.control |= 1 << held[0]
    assert s.scenario.ports_required(2) == 1
    assert Replies(ground(historical), s, ALLIED)._ruin(held[0]) == NEVER
    s.position.control |= 1 << held[1]
    assert Replies(ground(historical), s, ALLIED)._ruin(held[0]) == LIKELY


def test_bombers_may_destroy_it_while_attacks_can_still_take_another(historical: EisenhowerScenario) -> None:
    """In an offensive that comes while the Allies move up, a port in ruins is better than one that the enemy holds."""

    def struck(match: Match) -> bool:
        return at_step(2, "interdiction")(match) and state_of(match).within(AlliedPhase)

    s = state_of(played(historical, 2, struck)).copy()
    assert s.frame(AlliedPhase).first == "movement"
    held = next(hexes(s.ports & s.scenario.board.interior))
    s.position.control &= ~(s.ports & s.scenario.board.interior)
    s.position.control |= 1 << held
    assert Replies(ground(historical), s, ALLIED)._ruin(held) == LIKELY
