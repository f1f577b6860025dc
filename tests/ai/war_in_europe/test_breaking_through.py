"""How the armour gets through: attacks that bring it nearer, Air Points where they do most, no time lost on the way."""

import pytest
from tests.ai.staffs import at_turn, sight_of
from tests.ai.war_in_europe.conftest import looked_at, played, put

from phaseline.ai.driver import observe
from phaseline.ai.field import Assault
from phaseline.ai.planning import Exchange, reweighed
from phaseline.ai.war_in_europe import overruns
from phaseline.ai.war_in_europe.attacks import Strikes
from phaseline.ai.war_in_europe.ground import ground
from phaseline.ai.war_in_europe.overruns import Raids
from phaseline.ai.war_in_europe.parameters import parameters
from phaseline.ai.war_in_europe.planner import WarPlanner, guarded
from phaseline.ai.war_in_europe.pull import Pull
from phaseline.ai.war_in_europe.replies import Replies
from phaseline.ai.war_in_europe.situation import BESIDE, Situation
from phaseline.games.war_in_europe.position import AXIS
from phaseline.games.war_in_europe.rules import airbases, airground, commitment
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import Hex, hexes, mask_of

GUDERIAN = ("ge-1-pz", "ge-2-pz", "ge-10-pz", "ge-6-pz")
"""Four divisions, as many as find room in a hex."""


# -- attacks ----------------------------------------------------------------------------------------------------------


def test_an_attack_counts_how_much_nearer_it_brings(begun: WarState) -> None:
    """From the Meuse towards Paris it opens the way; back into the Ardennes it opens nothing."""
    hex = begun.scenario.map.hex
    panzers = put(begun, "C2910", *GUDERIAN)
    begun.changed()
    mild = reweighed(parameters(), {"attack": {"nearer": 1.0}})  # less than the most that anything is worth
    view = Situation(ground(begun.scenario).under(mild), begun, AXIS)
    staff, felt = Strikes(view, {}, 0), view.potential
    sedan, behind, here = hex("C2810"), hex("C3010"), hex("C2910")
    for target in (sedan, behind):
        staff.assess(target, panzers)
    assert felt[sedan] > felt[here] > felt[behind]
    nearer = felt[sedan] - felt[here]
    assert staff._sums[sedan].prize(panzers) == pytest.approx(view.worth(sedan) + nearer)
    assert staff._sums[behind].prize(panzers) == pytest.approx(view.worth(behind))
    # What has come nearer already opens no more than it has still to go.
    first, *others = panzers
    assert staff._sums[sedan].prize({first: sedan}) == pytest.approx(view.worth(sedan))
    assert staff._sums[sedan].prize({first: sedan, others[0]: here}) == pytest.approx(view.worth(sedan))


def test_who_is_thrown_back_bars_the_way_again(begun: WarState) -> None:
    """Half of the way is open then; who has no way out is gone."""
    hex = begun.scenario.map.hex
    panzers = put(begun, "C2910", *GUDERIAN)
    staff = Strikes(looked_at(begun), {}, 0)
    staff.assess(hex("C2810"), panzers)
    sums = staff._sums[hex("C2810")]
    stands, thrown = sums.by.stand, sums.by.thrown
    assert sums.out
    assert sums.exchange(["Dr"], panzers).success == pytest.approx(stands + (1.0 - stands) * thrown)
    sums.out = False
    assert sums.exchange(["Dr"], panzers).success == pytest.approx(1.0)


def test_what_needs_no_die_is_not_supported(begun: WarState) -> None:
    hex = begun.scenario.map.hex
    panzers = put(begun, "C2910", *GUDERIAN)
    staff = Strikes(looked_at(begun), {}, 0)
    assert staff.lift(hex("C3010"), panzers) == 0.0
    assert staff.lift(hex("C2810"), panzers) > 5.0


@pytest.mark.parametrize(("points", "at_sedan", "at_a_cavalry_division"), [(1, True, False), (2, True, True)])
def test_the_last_air_point_is_for_whom_it_does_most(
    begun: WarState,
    monkeypatch: pytest.MonkeyPatch,
    points: int,
    at_sedan: bool,
    at_a_cavalry_division: bool,
) -> None:
    hex, scenario = begun.scenario.map.hex, begun.scenario
    panzers = put(begun, "C2910", *GUDERIAN)
    horse = put(begun, "C3107", "ge-9-pz")
    view = looked_at(begun)
    staff, planner = Strikes(view, {}, 0), WarPlanner(scenario, AXIS)
    assert 0.0 < staff.lift(hex("C3207"), horse) < staff.lift(hex("C2810"), panzers)
    monkeypatch.setattr(commitment, "in_box", lambda *_: points)

    def other(target: str, force: dict[int, Hex]) -> list[Assault]:
        return [Assault(hex(target), force, "", Exchange(0.0, 0.0, 0.0), 0.0)]

    planner._later = other("C3207", horse)
    assert planner._backed(view, hex("C2810"), panzers) is at_sedan
    planner._later = other("C2810", panzers)
    assert planner._backed(view, hex("C3207"), horse) is at_a_cavalry_division


def test_who_has_landed_gets_the_last_air_point(begun: WarState, monkeypatch: pytest.MonkeyPatch) -> None:
    """If his attack fails, all are lost."""
    hex, scenario = begun.scenario.map.hex, begun.scenario
    panzers, horse = put(begun, "C2910", *GUDERIAN), put(begun, "C3207", "ge-9-pz")
    begun.position.dropped |= mask_of(horse)
    view, planner = looked_at(begun), WarPlanner(scenario, AXIS)
    staff = Strikes(view, {}, 0)
    assert 0.0 < staff.lift(hex("C3207"), horse) < staff.lift(hex("C2810"), panzers)
    monkeypatch.setattr(commitment, "in_box", lambda *_: 1)
    landed, sedan = (
        [Assault(hex(target), force, "", Exchange(0.0, 0.0, 0.0), 0.0)]
        for target, force in (("C3207", horse), ("C2810", panzers))
    )
    planner._later = sedan
    assert planner._backed(view, hex("C3207"), horse)
    planner._later = landed
    assert not planner._backed(view, hex("C2810"), panzers)


def test_no_air_point_is_kept_for_an_attack_that_it_cannot_reach(
    begun: WarState, monkeypatch: pytest.MonkeyPatch
) -> None:
    hex = begun.scenario.map.hex
    panzers, horse = put(begun, "C2910", *GUDERIAN), put(begun, "C3107", "ge-9-pz")
    view, planner = looked_at(begun), WarPlanner(begun.scenario, AXIS)
    monkeypatch.setattr(commitment, "in_box", lambda *_: 1)
    monkeypatch.setattr(airground, "in_box", lambda *_: 1)
    planner._later = [Assault(hex("C2810"), panzers, "", Exchange(0.0, 0.0, 0.0), 0.0)]
    assert not planner._backed(view, hex("C3207"), horse)
    monkeypatch.setattr(airbases, "fliers", lambda _s, _seat, _front, target: target != hex("C2810"))
    assert planner._backed(view, hex("C3207"), horse)


# -- time -------------------------------------------------------------------------------------------------------------


def test_an_overrun_costs_the_way_that_is_not_gone(begun: WarState, monkeypatch: pytest.MonkeyPatch) -> None:
    """Much more in the second movement, after which nobody goes on in the turn."""
    hex = begun.scenario.map.hex
    (unit,) = put(begun, "C2910", "ge-1-pz")
    view = looked_at(begun)
    pull = Pull(view)
    raids, felt = Raids(view, pull), pull.at(unit)
    area = 1 << hex("C2910") | 1 << hex("C2909")
    lost = max(felt[hex("C2910")], felt[hex("C2909")]) - felt[hex("C3010")]
    assert lost > 10.0
    assert raids._away(unit, hex("C3010"), area) == pytest.approx(view.by.attack.away * lost)
    assert raids._away(unit, max(hexes(area), key=lambda each: felt[each]), area) == 0.0
    monkeypatch.setattr(overruns, "InitialMovement", int)
    assert raids._away(unit, hex("C3010"), area) == pytest.approx(lost)


def test_ways_are_looked_at_anew_in_each_phase(sichelschnitt: WarScenario) -> None:
    """Where a gap has been made, the way is shorter now."""
    march, later = (
        sight_of(observe(played(sichelschnitt, 4, at_turn(1, phase), staffs=(AXIS,), most=900), AXIS))
        for phase in ("initial movement", "mechanized movement")
    )
    steady = WarPlanner(sichelschnitt, AXIS)
    first = steady.view(march)
    assert steady.view(march)._travels is first._travels
    assert steady.view(later)._travels is not first._travels


# -- the place itself -------------------------------------------------------------------------------------------------


def test_who_stands_beside_paris_cuts_it_off(begun: WarState) -> None:
    hex = begun.scenario.map.hex
    view = looked_at(begun)
    paris, sides = (
        hex("C2109"),
        [hex(each) for each in ("C2008", "C2009", "C2108", "C2110", "C2208", "C2209")],
    )
    assert view.noose.keys() == {paris, *sides}
    assert {view.noose[each] for each in sides} == {view.noose[paris] / BESIDE}
    assert view.potential[hex("C2209")] >= view.noose[paris] / BESIDE


def test_all_hexes_beside_paris_may_be_had_without_paris(begun: WarState) -> None:
    hex = begun.scenario.map.hex
    paris = hex("C2109")
    sides = begun.scenario.board.land_sides(frozen=begun.frozen).cross(1 << paris)
    begun.position.owner[AXIS] |= sides
    begun.position.owner[1 - AXIS] &= ~sides
    assert looked_at(begun).noose.keys() == {paris}


# -- the end ----------------------------------------------------------------------------------------------------------


def guderian_in_sedan(s: WarState) -> tuple[int, dict[int, int]]:
    """Sedan, which is the Axis' now, with armour in it and its garrison beside it; and where each of that armour is."""
    sedan = s.scenario.map.hex("C2810")
    for unit in list(hexes(s.units_in(1 << sedan, 1 - AXIS))):
        s.put(unit, s.scenario.map.hex("C2711"))
    panzers = put(s, "C2810", *GUDERIAN)
    s.position.owner[AXIS] |= 1 << sedan
    s.position.owner[1 - AXIS] &= ~(1 << sedan)
    return sedan, panzers


@pytest.mark.parametrize(("turn", "stay"), [(1, 0), (3, 1)])
def test_in_the_last_turn_somebody_stays_where_there_are_points(
    begun: WarState, turn: int, stay: int
) -> None:
    """Sedan is worth two points: less than an attack before the end, more than one at the end."""
    hex, scenario = begun.scenario.map.hex, begun.scenario
    sedan, panzers = guderian_in_sedan(begun)
    begun.position.turn = turn
    view = looked_at(begun)
    assert view.threat.area >> sedan & 1
    assert 0 < view.ground.points[sedan] * view.by.worth.point < view.by.march.guard
    going = guarded(view, dict.fromkeys(panzers, hex("C2710")))
    assert sum(where == sedan for where in going.values()) == stay
    assert scenario.last_turn == 3


def test_who_leaves_for_a_ring_does_not_count_as_staying(begun: WarState) -> None:
    hex = begun.scenario.map.hex
    sedan, panzers = guderian_in_sedan(begun)
    begun.position.turn = begun.scenario.last_turn
    view = looked_at(begun)
    post, *others = panzers
    attacking = dict.fromkeys(others, hex("C2710"))
    assert guarded(view, attacking) == attacking
    going = guarded(view, attacking, leaving=1 << post)
    assert sum(where == sedan for where in going.values()) == 1
    assert guarded(view, {}, leaving=mask_of(panzers)) == {}


def test_who_advances_thinks_of_what_he_leaves(begun: WarState, monkeypatch: pytest.MonkeyPatch) -> None:
    """The less it can be held by those who stay, the less he likes to go."""
    hex = begun.scenario.map.hex
    (unit,) = put(begun, "C2910", "ge-1-pz")
    view = looked_at(begun)
    here = hex("C2910")
    monkeypatch.setattr(type(view.threat), "area", 1 << here, raising=False)
    monkeypatch.setattr(Situation, "worth", lambda _view, hex: 50.0 if hex == here else 0.0)
    held = {True: 0.0, False: 1.0}
    monkeypatch.setattr(Situation, "danger", lambda _view, hex, defence: held[defence > 0 or hex != here])
    begun.position.owner[AXIS] |= 1 << here
    alone = Replies(view).gain(unit, hex("C2909"))
    put(begun, "C2910", "ge-2-pz")
    begun.changed()
    with_others = Replies(view).gain(unit, hex("C2909"))
    assert with_others - alone == pytest.approx(view.by.march.hold * 50.0)


def test_a_battlegroup_leaves_the_front_to_whole_divisions(
    begun: WarState, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An armoured division is a point: who has one step left of it does not advance to be lost."""
    hex = begun.scenario.map.hex
    (unit,) = put(begun, "C2910", "ge-1-pz")
    view = looked_at(begun)
    risk = {"now": 0.0}
    monkeypatch.setattr(Situation, "danger", lambda _view, _hex, _defence: risk["now"])

    def deterred() -> float:
        begun.changed()
        replies = Replies(looked_at(begun))
        risk["now"] = 0.0
        safe = replies.gain(unit, hex("C2909"))
        risk["now"] = 1.0
        return safe - replies.gain(unit, hex("C2909"))

    assert view.ground.last_stand(begun, unit) == 0
    whole = deterred()
    begun.lose_step(unit, "12.2")
    point = view.by.worth.point
    assert view.ground.last_stand(begun, unit) == pytest.approx(point)
    lighter = 0.3 * (view.ground.cost(begun, unit))
    assert deterred() == pytest.approx(lighter + view.by.march.brittle * point)
    assert deterred() > whole
