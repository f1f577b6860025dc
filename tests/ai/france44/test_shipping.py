"""Who is shipped where: nobody into a port that would hold one too many (7.2)."""

import pytest
from tests.ai.france44.conftest import FRANCE, played, state_of
from tests.ai.staffs import at_turn

from phaseline.ai.france44.ground import ground
from phaseline.ai.france44.landings import Fleet
from phaseline.ai.france44.situation import Situation
from phaseline.games.france44 import orders
from phaseline.games.france44.position import ALLIED, DEAD, GERMAN
from phaseline.games.france44.rules import ports, shipping
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, hexes


@pytest.fixture
def state(beachhead: FranceScenario) -> FranceState:
    """Sea transport of the second turn; the first port that serves is empty."""
    s = state_of(played(beachhead, 1, at_turn(2, "sea and air transport"), staffs=(ALLIED,)))
    for unit in s.units_at(port_of(s), ALLIED):
        s.put(unit, s.position.at[waiting(s)[0]])
    return s


def port_of(s: FranceState) -> Hex:
    return next(hexes(ports.controlled(s)))


def waiting(s: FranceState) -> list[int]:
    """Divisions overseas that go by ship."""
    scenario = s.scenario
    return [*hexes(s.units_in(scenario.board.overseas, ALLIED) & scenario.divisions & ~scenario.airborne)]


def fleet(s: FranceState) -> Fleet:
    s.changed()
    return Fleet(Situation(ground(s.scenario), s, ALLIED))


def full(s: FranceState) -> tuple[int, int, int]:
    """Two divisions that fill the port and may march away, and one that waits."""
    first, second, third, *_ = waiting(s)
    for unit in (first, second):
        s.put(unit, port_of(s))
        s.position.moved &= ~(1 << unit)
    return first, second, third


def test_a_port_takes_in_as_many_as_can_march_away(state: FranceState) -> None:
    port = port_of(state)
    assert fleet(state)._takes_in(port, waiting(state)[2]), "an empty one takes him"
    first, second, third = full(state)
    assert fleet(state)._takes_in(port, third), "one of the two there can make room"
    state.position.moved |= 1 << first
    assert fleet(state)._takes_in(port, third), "the other still can"
    state.position.moved |= 1 << second
    assert not fleet(state)._takes_in(port, third), "both have moved, and none may stay as the third"


@pytest.mark.parametrize("kept", ["landed", "dropped", "restored"])
def test_who_may_not_move_makes_no_room(state: FranceState, kept: str) -> None:
    """13.3a, 15.5c and 18.4: with one who has moved and one who may not, the port stays full."""
    first, second, third = full(state)
    state.position.moved |= 1 << first
    setattr(state.position, kept, getattr(state.position, kept) | 1 << second)
    assert not fleet(state)._takes_in(port_of(state), third)


def test_who_comes_in_by_road_under_the_enemy_makes_no_room(state: FranceState) -> None:
    """8.3: who moves in in an enemy zone of control stops there; replacements that do not are used normally (15.7)."""
    port = port_of(state)
    first, second, third = full(state)
    state.position.moved |= 1 << first
    state.position.fresh |= 1 << second
    assert fleet(state)._takes_in(port, third), "no enemy is near"
    german = next(hexes(state.on_map(GERMAN) & state.scenario.divisions))
    board = state.scenario.board
    beside = board.grid.adjacent_mask(port) & board.continent & ~state.occupied(ALLIED)
    state.put(german, next(hexes(beside)))
    assert state.zone(GERMAN) >> port & 1
    assert fleet(state)._takes_in(port, third), "who has not moved gets away"
    state.position.active |= 1 << second
    assert not fleet(state)._takes_in(port, third)
    state.position.fresh &= ~(1 << second)
    assert fleet(state)._takes_in(port, third), "who has long been there gets away"


def test_who_finds_no_way_out_makes_no_room(state: FranceState, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three are there already: two of them must get away before a fourth may come."""
    port = port_of(state)
    first, second, third, fourth, *_ = waiting(state)
    for unit in (first, second, third):
        state.put(unit, port)
        state.position.moved &= ~(1 << unit)
    assert fleet(state)._takes_in(port, fourth)
    state.position.moved |= 1 << first
    assert fleet(state)._takes_in(port, fourth), "the two others get away"
    reach = Situation.reach
    monkeypatch.setattr(
        Situation, "reach", lambda view, unit: 1 << port if unit == second else reach(view, unit)
    )
    assert not fleet(state)._takes_in(port, fourth)


def test_who_finds_room_nowhere_makes_none(state: FranceState, monkeypatch: pytest.MonkeyPatch) -> None:
    port = port_of(state)
    first, _, third = full(state)
    state.position.moved |= 1 << first
    beside = next(hexes(state.scenario.board.grid.adjacent_mask(port) & state.scenario.board.continent))
    monkeypatch.setattr(Situation, "reach", lambda _view, _unit: 1 << port | 1 << beside)
    for unit in state.units_at(beside, ALLIED):
        state.put(unit, state.position.at[third])
    assert fleet(state)._takes_in(port, third)
    for unit in waiting(state)[1:3]:
        state.put(unit, beside)
    assert not fleet(state)._takes_in(port, third), "the only place to go is full"


def test_a_port_holds_one_headquarters_whatever_divisions_are_there(state: FranceState) -> None:
    """7.1b: they count for themselves."""
    port, scenario = port_of(state), state.scenario
    leader, other, *_ = hexes(scenario.side_units[ALLIED] & scenario.hqs)
    overseas = state.position.at[waiting(state)[0]]
    state.put(other, overseas)
    for unit in full(state)[:2]:
        state.position.moved |= 1 << unit
    assert fleet(state)._takes_in(port, other)
    state.put(leader, port)
    state.position.moved &= ~(1 << leader)
    assert fleet(state)._takes_in(port, other), "the one there can march away"
    state.position.moved |= 1 << leader
    assert not fleet(state)._takes_in(port, other)


def test_nobody_is_shipped_to_a_port_that_would_hold_one_too_many(beachhead: FranceScenario) -> None:
    s = state_of(played(beachhead, 1, at_turn(5, "sea and air transport"), staffs=(ALLIED,)))
    for leader in hexes(s.on_map(ALLIED) & beachhead.hqs):
        s.put(leader, DEAD)
    first = fleet(s).ship()
    assert isinstance(first, orders.Ship)
    ashore = s.units_in(beachhead.board.continent, ALLIED) & beachhead.divisions
    for unit in list(hexes(ashore))[:2]:
        s.put(unit, first.to)
        s.position.moved |= 1 << unit
    second = fleet(s).ship()
    assert s.legal(ALLIED).refusal(first) is None, "he would be lost, but may go there"
    assert isinstance(second, orders.Ship)
    assert second.to != first.to


def test_what_ships_could_bring_instead_of_an_invasion(state: FranceState) -> None:
    """13.61: divisions as far as transport points go, headquarters besides, who sail free; 13.7: as many as can be fed."""
    p, scenario = state.position, state.scenario
    leaders = state.units_in(scenario.board.overseas, ALLIED) & scenario.hqs
    lead = ground(scenario).by.landing.lead
    p.shipping = 100
    whole = fleet(state)._shipped()
    p.shipping = 0
    free = fleet(state)._shipped()
    assert free > 0
    assert free % lead == 0, "only headquarters sail without transport"
    p.shipping = 2 * min(fleet(state)._fare(p.at[unit]) for unit in waiting(state))
    two = fleet(state)._shipped()
    assert free < two < whole
    for unit in hexes(leaders):
        state.put(unit, DEAD)
    assert fleet(state)._shipped() == pytest.approx(two - free)
    p.harbours = 0
    assert fleet(state)._shipped() == 0, "no port serves"


@pytest.mark.parametrize(("berths", "divisions", "leaders"), [((1, 0), 1, 0), ((0, 1), 0, 1), ((0, 0), 0, 0)])
def test_no_more_are_counted_than_find_a_berth(
    state: FranceState, monkeypatch: pytest.MonkeyPatch, berths: tuple[int, int], divisions: int, leaders: int
) -> None:
    """13.3b: divisions and headquarters have berths of their own."""
    state.position.shipping = 100
    state.position.harbours = 1 << port_of(state)
    monkeypatch.setattr(shipping, "berths", lambda _state, _port: berths)
    sailing = fleet(state)
    strongest = max(waiting(state), key=state.factor)
    found = divisions * sailing._ashore(strongest) + leaders * ground(state.scenario).by.landing.lead
    assert sailing._shipped() == pytest.approx(found)


def test_headquarters_that_lead_nobody_are_not_waited_for(
    state: FranceState, monkeypatch: pytest.MonkeyPatch
) -> None:
    state.position.shipping = 0
    assert fleet(state)._shipped() > 0
    monkeypatch.setattr(Fleet, "_wanted_ashore", lambda _fleet, _unit: 0.0)
    assert fleet(state)._shipped() == 0


def test_nobody_is_shipped_whom_ports_cannot_feed(
    state: FranceState, monkeypatch: pytest.MonkeyPatch
) -> None:
    state.position.shipping = 100
    able = fleet(state)._shipped()
    monkeypatch.setattr(ports, "room_ashore", lambda _state: 1)
    assert 0 < fleet(state)._shipped() < able
    monkeypatch.setattr(ports, "room_ashore", lambda _state: 0)
    assert fleet(state)._shipped() == 0


def test_in_its_second_week_anvil_ships_divisions_and_headquarters() -> None:
    """They are worth more than one division that invades further west with all the transport there is."""
    anvil: FranceScenario = FRANCE.load("anvil")
    s = state_of(played(anvil, 3, at_turn(12, "invasion"), staffs=(ALLIED,)))
    sailing = fleet(s)
    able = sailing._landing(waiting(s), anvil.board.beaches)
    assert able[0] > sailing.by.least, "there is something to invade for"
    assert sailing.invade() == []
    s = state_of(played(anvil, 3, at_turn(13), staffs=(ALLIED,)))
    ashore = s.units_in(anvil.board.continent, ALLIED)
    assert ashore & anvil.hqs
    assert (ashore & anvil.divisions).bit_count() >= 6


def test_all_who_are_to_land_find_a_sea_hex_with_room(beachhead: FranceScenario) -> None:
    """Two beaches share a sea hex, in which there is room for two units only (12.3a): the third takes another one."""
    for seed in (1, 2, 5):
        before = state_of(played(beachhead, seed, at_turn(1, "invasion"), staffs=(ALLIED,)))
        planned = {ways[0].unit for ways in fleet(before).invade()}
        after = state_of(played(beachhead, seed, at_turn(1, "sea and air transport"), staffs=(ALLIED,)))
        assert len(planned) > 3
        assert planned == set(after.position.beach)
