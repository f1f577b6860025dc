"""From the beach at Flushing into the Ruhr in one turn: who comes in, by which way, and before what."""

import pytest
from tests.ai.eisenhower.conftest import at_step, played, state_of

from phaseline.ai.eisenhower.attacks import SURE, GeneralStaff
from phaseline.ai.eisenhower.lines import fed_on_the_march
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.ai.eisenhower.roads import decisive
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.stones import stepping_stone
from phaseline.ai.eisenhower.terrain import ground
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, BOX, ELIMINATED, GERMAN
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, hexes

FRESH = ("F1", "F2", "US8", "US12", "US20", "US6")


def hex_of(scenario: EisenhowerScenario, label: str) -> Hex:
    board = scenario.board
    return next(hex for hex in hexes(board.playable) if board.label(hex) == label)


@pytest.fixture
def landed(historical: EisenhowerScenario) -> EisenhowerState:
    """Turn 3: three corps are ashore at Flushing, six wait in the box, and the German one of Utrecht is in Amsterdam."""
    s = state_of(played(historical, 1, at_step(2, "allied movement"))).copy()
    number, p, beach = historical.number, s.position, hex_of(historical, "3510")
    p.turn, p.second_over, p.offensives = 3, True, 0
    for unit in hexes(s.in_box(ALLIED)):
        s.put(unit, ELIMINATED)
    for unit in s.units_at(beach, GERMAN):
        s.put(unit, ELIMINATED)
    for name in ("US15", "B12", "C2"):
        s.put(number[name], beach)
        p.ashore |= 1 << number[name]
    p.control |= 1 << beach
    p.beachheads |= 1 << beach
    for name in FRESH:
        s.put(number[name], BOX)
        p.steps[number[name]] = 2
    for hex in ("3511", "3512", "3513", "3414", "3314", "3612"):
        for unit in s.units_at(hex_of(historical, hex), GERMAN):
            s.put(unit, ELIMINATED)
    for unit in s.units_at(hex_of(historical, "3215"), GERMAN):
        if historical.mobile >> unit & 1:
            s.put(unit, ELIMINATED)
    s.put(number["88"], hex_of(historical, "3612"))
    return s


def places(s: EisenhowerState) -> dict[int, int]:
    """Where those in the box could go who come in over the beach, as if the zone of the Germans did not matter to who opens a port."""
    view = Situation(ground(s.scenario), s, ALLIED)
    beach = 1 << hex_of(s.scenario, "3510")
    found = {}
    for name in FRESH:
        unit = s.scenario.number[name]
        found[unit] = view.march_from(unit, beach, s.scenario.units[unit].factors(2)[2])
    return found


def test_a_port_is_opened_where_a_zone_holds_up_who_comes_over_the_beach(landed: EisenhowerState) -> None:
    scenario = landed.scenario
    study = ground(scenario)
    assert study.ruhr is not None
    beside = study.beside[study.ruhr]
    here = places(landed)
    assert not any(area & beside for area in here.values())
    stone = stepping_stone(Situation(study, landed, ALLIED), here, here)
    assert stone is not None
    assert scenario.board.label(stone.port) == "3511"
    assert scenario.ids[stone.opener] in ("F1", "F2")
    coming = {unit for unit, area in stone.places.items() if area & beside}
    assert coming == set(here) - {stone.opener}
    # Nothing is gained by a port once the Ruhr is theirs.
    landed.position.control |= 1 << study.ruhr
    assert stepping_stone(Situation(study, landed, ALLIED), here, here) is None


def test_it_is_opened_first_and_those_who_win_come_in_before_all_others(
    landed: EisenhowerState, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(EisenhowerPlanner, "_movement_first", lambda *_: True)
    scenario = landed.scenario
    study = ground(scenario)
    assert study.ruhr is not None
    staff = EisenhowerPlanner(scenario, ALLIED)
    view = Situation(study, landed, ALLIED)
    crowning = decisive(view, staff._massed(view))
    assert crowning
    assert staff._stone is not None
    opener = staff._stone.opener
    staff._plan_march(landed)
    moves = [intent.order.unit for intent in staff._book.intents if isinstance(intent.order, orders.Move)]
    assert moves[0] == opener
    assert set(moves[1 : 1 + len(crowning)]) == crowning
    book = [intent.order for intent in staff._book.intents]
    given = [order.unit for order in book if isinstance(order, orders.Move | orders.Place)]
    others = [unit for unit in given if unit not in crowning and unit != opener]
    assert given.index(others[0]) > max(given.index(unit) for unit in crowning)


def test_a_march_leads_the_line_along_with_it(landed: EisenhowerState) -> None:
    """Only somebody in the way cuts those off who come up to the Ruhr along the coast."""
    scenario = landed.scenario
    landed.put(scenario.number["88"], ELIMINATED)
    view = Situation(ground(scenario), landed, ALLIED)
    unit, before = scenario.number["US12"], hex_of(scenario, "3314")
    area = places(landed)[unit]
    assert area >> before & 1
    assert not view.fed >> before & 1
    assert fed_on_the_march(landed, ALLIED, area) >> before & 1
    ruhr = hex_of(scenario, "3215")
    staff = GeneralStaff(view, {unit: area}, landed.occupied(GERMAN))
    assert staff.factor(unit, before, ruhr) == 9
    landed.put(scenario.number["88"], hex_of(scenario, "3612"))
    assert not fed_on_the_march(landed, ALLIED, area) >> before & 1


def test_the_ruhr_comes_before_ports_that_each_seem_worth_as_much(landed: EisenhowerState) -> None:
    """All ports that are lacking count as the match does, one by one; only together they do no more than go on with it."""
    scenario = landed.scenario
    view = Situation(ground(scenario), landed, ALLIED)
    planner = EisenhowerPlanner(scenario, ALLIED)
    staff = planner._staff(view, moving=True)
    assert staff.lacking > 1
    plan = staff.plan()
    ruhr = next(way for way in plan if way.target == ground(scenario).ruhr)
    # It does not get just what the ports leave over.
    assert ruhr.exchange.success == 1.0
    assert staff._held(ruhr) >= SURE
    assert not staff._passes_by(plan)
    assert staff._passes_by([way for way in plan if way is not ruhr])
    # What it is worth is not what it was put before the ports by.
    assert ruhr.worth < ground(scenario).parameters.worth.win
