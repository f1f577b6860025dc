"""Who stands in a line digs in, and leaves his works when nobody threatens him any more."""

from tests.ai.staffs import at_turn
from tests.ai.war_in_europe.conftest import WAR, played, state_of

from phaseline.ai.war_in_europe.ground import ground
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.ai.war_in_europe.works import Works
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import ALLIED, AXIS
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.hexgrid import hexes


def test_who_stands_in_a_threatened_line_digs_in_until_the_threat_is_gone() -> None:
    scenario: WarScenario = WAR.load("sichelschnitt", {"early_works": "1"})
    match = played(scenario, 1, at_turn(2, "fortify"), staffs=(ALLIED,), most=900)
    s = state_of(match)
    view = Situation(ground(scenario), s, ALLIED)
    order = Works(view).dig()
    assert isinstance(order, orders.Fortify)
    assert view.threat.area >> s.position.at[order.unit] & 1
    assert Works(Situation(ground(scenario), s, AXIS)).dig() is None
    match.submit(ALLIED, order)
    match.submit(ALLIED, orders.Done())
    s = state_of(match)
    assert s.path()[-1] == "unfortify"
    assert s.position.fortified == 1 << order.unit
    assert Works(Situation(ground(scenario), s, ALLIED)).leave() is None
    for unit in hexes(s.on_map(AXIS)):
        s.eliminate(unit, "11.31", "is gone")
    s.changed()
    left = Works(Situation(ground(scenario), s, ALLIED)).leave()
    assert left == orders.Unfortify(order.unit)
