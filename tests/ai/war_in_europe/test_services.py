"""What serves the army in War in Europe: landings, air commitments, supply units, trains."""

import pytest
from tests.ai.staffs import at_turn
from tests.ai.war_in_europe.conftest import WAR, new_match, played, state_of

from phaseline.ai.war_in_europe.drops import Drops
from phaseline.ai.war_in_europe.ground import ground
from phaseline.ai.war_in_europe.rails import Railways
from phaseline.ai.war_in_europe.seas import Fleet
from phaseline.ai.war_in_europe.situation import Situation
from phaseline.ai.war_in_europe.skies import AirStaff
from phaseline.ai.war_in_europe.supplying import Quartermaster
from phaseline.games.war_in_europe import orders
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AVAILABLE,
    AXIS,
    BOX_OF_FRONT,
    EAST,
    GROUND,
    SOUTH,
    SUPERIORITY,
    TRANSFER,
    WEST,
    air_box,
)
from phaseline.games.war_in_europe.rules import commitment, rail, shipping
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes, mask_of


def loaded(key: str) -> WarScenario:
    """A scenario."""
    scenario: WarScenario = WAR.load(key)
    return scenario


def opening(key: str, seed: int = 1) -> WarState:
    """The first position of a scenario."""
    return state_of(new_match(loaded(key), seed))


def looked_at(s: WarState, seat: int) -> Situation:
    """A position as a seat sees it."""
    return Situation(ground(s.scenario), s, seat)


def test_the_first_landing_in_normandy_takes_its_beaches() -> None:
    match = played(loaded("overlord_1944"), 1, at_turn(1, "mechanized movement"), staffs=(ALLIED,), most=400)
    state = state_of(match)
    p, board = state.position, state.scenario.board
    onto = mask_of(board.map.hex(label) for label in ("C1703", "C1704", "C1804"))
    landed = [entry.order for entry in match.entries if isinstance(entry.order, orders.Assault)]
    assert len(landed) >= 6
    assert all(onto >> order.to & 1 for order in landed)
    assert any(isinstance(entry.order, orders.Drop) for entry in match.entries)
    assert (p.beaches & p.piers & onto).bit_count() >= 2


def test_a_commitment_does_not_depend_on_what_the_enemy_has_committed() -> None:
    s = opening("overlord_1944")
    air = s.position.air
    before = {front: AirStaff(looked_at(s, ALLIED)).wanted(front) for front in (EAST, SOUTH, WEST)}
    assert before[WEST][SUPERIORITY] > 2 * commitment.strength(s, AXIS, WEST)
    points = air[air_box(WEST, AXIS, AVAILABLE)]
    assert points
    air[air_box(WEST, AXIS, AVAILABLE)] = 0
    air[air_box(WEST, AXIS, SUPERIORITY)] = points
    s.changed()
    after = {front: AirStaff(looked_at(s, ALLIED)).wanted(front) for front in (EAST, SOUTH, WEST)}
    assert before == after


def test_who_is_far_weaker_in_the_air_stays_at_home() -> None:
    s = opening("overlord_1944")
    wanted = AirStaff(looked_at(s, AXIS)).wanted(WEST)
    assert not any(wanted.get(box) for box in (SUPERIORITY, GROUND, TRANSFER))


def test_supply_units_stay_in_supply_and_out_of_enemy_zones() -> None:
    match = played(loaded("diadem"), 1, at_turn(2, "initial movement"), staffs=(ALLIED,), most=400)
    s = state_of(match)
    view = looked_at(s, ALLIED)
    for order in Quartermaster(view).posts():
        assert isinstance(order, orders.Move)
        assert s.scenario.suppliers >> order.unit & 1
        assert s.scenario.board.playable >> order.to & 1
        assert not s.zone(AXIS) >> order.to & 1


def test_trains_keep_to_the_capacity_and_bring_units_nearer() -> None:
    s = opening("italy_1943")
    view = looked_at(s, AXIS)
    staff = Railways(view)
    rides = staff.rides()
    assert sum(rail.size(s, ride.unit) for ride in rides) <= rail.capacity(s, AXIS)
    for ride in rides:
        assert staff.fleet.distance(ride.to) < staff.fleet.distance(s.position.at[ride.unit])


@pytest.mark.case("war_in_europe", "4.3")
def test_the_planned_landing_is_completed() -> None:
    """Whoever found that no assault paid would make it all the same: the phase does not end before five divisions are ashore."""
    s = state_of(played(loaded("overlord_1944"), 1, at_turn(1, "sea movement"), staffs=(ALLIED,), most=400))
    count = 0
    while (order := Fleet(looked_at(s, ALLIED)).complete()) is not None:
        assert isinstance(order, orders.Assault)
        assert shipping.planned(s, s.position.at[order.unit]) >> order.to & 1
        s.play(ALLIED, order)
        while (decision := s.waiting()) is not None and decision.seats[0] == AXIS:
            s.play(AXIS, orders.Waive())
        count += 1
    assert count == 5
    assert s.check(ALLIED, orders.Done()) is None


def test_units_beyond_the_sea_wait_for_ships() -> None:
    """In Britain all wait; who has no ships waits for none."""
    s = opening("overlord_1944")
    fleet = Railways(looked_at(s, ALLIED)).fleet
    britain = s.units_in(s.scenario.board.country("Britain"), ALLIED)
    assert fleet.overseas & britain == britain
    assert not fleet.foothold
    assert not Railways(looked_at(s, AXIS)).fleet.sailing


def near_paris(sichelschnitt: WarScenario, turn: int, armour: str) -> WarState:
    """The air movement of a turn, armour near Paris, where nothing but a repair unit stands."""
    s = state_of(played(sichelschnitt, 1, at_turn(1, "air movement"), staffs=(AXIS,), most=900))
    s.position.turn = turn
    s.put(sichelschnitt.number["ge-5-pz"], sichelschnitt.map.hex(armour))
    s.changed()
    return s


def test_airborne_units_take_a_capital_that_armour_can_enter(sichelschnitt: WarScenario) -> None:
    s = near_paris(sichelschnitt, 3, "C2209")
    paris = sichelschnitt.map.hex("C2109")
    first = Drops(Fleet(looked_at(s, AXIS))).drop()
    assert isinstance(first, orders.Drop)
    assert first.to == paris
    s.put(sichelschnitt.number["ge-5-pz"], sichelschnitt.map.hex("C3309"))
    s.changed()
    then = Drops(Fleet(looked_at(s, AXIS))).drop()
    assert not isinstance(then, orders.Drop) or then.to != paris


def test_airborne_units_wait_for_the_armour_while_there_is_time(sichelschnitt: WarScenario) -> None:
    """Flown to the front as infantry they could not come down on Paris when it is time."""
    s = state_of(played(sichelschnitt, 1, at_turn(1, "air movement"), staffs=(AXIS,), most=900))
    waiting = s.lying(AXIS, BOX_OF_FRONT[WEST])
    assert waiting.bit_count() == 6
    drops = Drops(Fleet(looked_at(s, AXIS)))
    assert all(drops.waits(unit) for unit in hexes(waiting))
    assert drops.fly() is None
    s.position.turn = sichelschnitt.last_turn
    s.changed()
    drops = Drops(Fleet(looked_at(s, AXIS)))
    assert not any(drops.waits(unit) for unit in hexes(waiting))


def test_airborne_units_wait_for_a_capital_that_nobody_guards_yet(sichelschnitt: WarScenario) -> None:
    """Somebody may guard it when it is time: the trains of its reserves arrive there."""
    s = state_of(played(sichelschnitt, 1, at_turn(1, "air movement"), staffs=(AXIS,), most=900))
    paris = sichelschnitt.map.hex("C2109")
    s.put(sichelschnitt.number["al-arr1"], sichelschnitt.map.hex("C2009"))
    s.position.turn = 2
    s.changed()
    assert not s.occupied(ALLIED) >> paris & 1
    drops = Drops(Fleet(looked_at(s, AXIS)))
    waiting = [*hexes(s.lying(AXIS, BOX_OF_FRONT[WEST]))]
    assert all(drops.waits(unit) for unit in waiting)
    assert drops.fly() is None
    s.position.neutral |= 1 << paris
    assert not any(Drops(Fleet(looked_at(s, AXIS))).waits(unit) for unit in waiting), (
        "a neutral one is no prize"
    )


def test_armour_that_has_outrun_its_supply_is_not_reckoned_with_while_there_is_time(
    sichelschnitt: WarScenario,
) -> None:
    """With half of its Movement Points it would not come to Paris; in the last turn that is tried all the same."""
    paris = sichelschnitt.map.hex("C2109")
    dropped = []
    for turn in (2, 3):
        order = Drops(Fleet(looked_at(near_paris(sichelschnitt, turn, "C2407"), AXIS))).drop()
        dropped.append(isinstance(order, orders.Drop) and order.to == paris)
    assert dropped == [False, True]
