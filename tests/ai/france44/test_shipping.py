"""Who is shipped where: nobody into a port that would hold one too many (7.2)."""

from tests.ai.france44.conftest import played, state_of
from tests.ai.staffs import at_turn

from phaseline.ai.france44.ground import ground
from phaseline.ai.france44.landings import Fleet
from phaseline.ai.france44.situation import Situation
from phaseline.games.france44.position import ALLIED
from phaseline.games.france44.rules import ports
from phaseline.games.france44.scenario import FranceScenario
from phaseline.hexgrid import hexes


def test_a_port_takes_in_as_many_as_can_march_away(beachhead: FranceScenario) -> None:
    state = state_of(played(beachhead, 1, at_turn(2, "sea and air transport"), staffs=(ALLIED,)))
    fleet = Fleet(Situation(ground(beachhead), state, ALLIED))
    port = next(hex for hex in hexes(ports.controlled(state)))
    waiting = state.units_in(beachhead.board.overseas, ALLIED) & beachhead.divisions & ~beachhead.airborne
    first, second, third, *_ = hexes(waiting)
    for unit in state.units_at(port, ALLIED):
        state.put(unit, state.position.at[third])
    assert fleet._takes_in(port, third), "an empty one takes him"
    for unit in (first, second):
        state.put(unit, port)
        state.position.moved &= ~(1 << unit)
    assert fleet._takes_in(port, third), "one of the two there can make room"
    state.position.moved |= 1 << first | 1 << second
    assert not fleet._takes_in(port, third), "both have moved, and none may stay as the third"
