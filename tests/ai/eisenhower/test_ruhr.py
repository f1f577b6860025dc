"""The Ruhr, by which the Allies win at once: who bars the way, who takes and holds it, and what still counts then (4.2.1)."""

import pytest
from tests.ai.eisenhower.conftest import at_step, new_match, played, state_of

from phaseline.ai.eisenhower import planner
from phaseline.ai.eisenhower.attacks import GeneralStaff, at_least
from phaseline.ai.eisenhower.march import March
from phaseline.ai.eisenhower.offensives import _helpers, _peril, at_the_gates, best_offensive
from phaseline.ai.eisenhower.planner import EisenhowerPlanner
from phaseline.ai.eisenhower.replies import Replies
from phaseline.ai.eisenhower.roads import bystanders, decisive, hastens, roadblocks
from phaseline.ai.eisenhower.situation import Situation
from phaseline.ai.eisenhower.terrain import ground
from phaseline.ai.field import Assault
from phaseline.ai.planning import Exchange
from phaseline.games.eisenhower import orders
from phaseline.games.eisenhower.position import ALLIED, BOX, ELIMINATED, GERMAN, Combat
from phaseline.games.eisenhower.scenario import EisenhowerScenario
from phaseline.games.eisenhower.state import EisenhowerState
from phaseline.hexgrid import Hex, hexes, union
from phaseline.mechanics.tables import Losses

LANDED = ("US5", "US7", "B1", "B30")


def hex_of(scenario: EisenhowerScenario, label: str) -> Hex:
    board = scenario.board
    return next(hex for hex in hexes(board.playable) if board.label(hex) == label)


def ashore(scenario: EisenhowerScenario) -> EisenhowerState:
    """Turn 1: four corps have landed at Flushing."""
    s = new_match(scenario, 1).state
    assert isinstance(s, EisenhowerState)
    s.position.turn = 1
    s.position.beachheads |= 1 << taken(s, "3510", *LANDED)
    return s


def taken(s: EisenhowerState, label: str, *names: str) -> Hex:
    """A hex that these corps have taken."""
    hex = hex_of(s.scenario, label)
    for unit in s.units_at(hex, GERMAN):
        s.put(unit, ELIMINATED)
    for name in names:
        s.put(s.scenario.number[name], hex)
    s.position.control |= 1 << hex
    return hex


def in_the_ruhr(scenario: EisenhowerScenario, *names: str) -> EisenhowerState:
    """Turn 2: these corps hold the Ruhr."""
    s = ashore(scenario)
    s.position.turn = 2
    s.position.taken |= 1 << taken(s, "3215", *names)
    return s


def test_on_turn_1_who_bars_the_way_to_the_ruhr_is_known(alternate: EisenhowerScenario) -> None:
    s = ashore(alternate)
    utrecht = hex_of(alternate, "3512")
    found = roadblocks(Situation(ground(alternate), s, ALLIED))
    assert found[utrecht].gone == 1.0  # without him it cannot but fall on Turn 2
    assert len(found) == 1
    s.position.turn = 2
    assert roadblocks(Situation(ground(alternate), s, ALLIED)) == {}


def test_who_is_driven_back_may_still_bar_the_way(alternate: EisenhowerScenario) -> None:
    """Of a loss of two the corps at Utrecht takes one and goes back a hex, where it stands in the way as before (11.2)."""
    s = ashore(alternate)
    utrecht = hex_of(alternate, "3512")
    block = roadblocks(Situation(ground(alternate), s, ALLIED))[utrecht]
    west, east, north = (hex_of(alternate, label) for label in ("3412", "3613", "3511"))
    for loss, gain in ((0, 0.0), (1, 0.0), (2, 0.0), (3, 0.0), (4, 1.0), (6, 1.0)):
        assert block.gain([Losses(0, loss)], [north]) == gain
    # From both sides: no way back is free of a zone, and the step that this costs is his last.
    for loss, gain in ((1, 0.0), (2, 1.0), (3, 1.0), (4, 1.0)):
        assert block.gain([Losses(0, loss)], [west, east]) == gain
    assert block.gain([Losses(0, 2), Losses(0, 4)], [north]) == 0.5
    # Nor does he go where he is attacked from.
    assert block.gain([Losses(0, 2)], [hex_of(alternate, "3413"), north]) == 1.0


def test_a_garrison_is_left_behind_and_pays_first(alternate: EisenhowerScenario) -> None:
    """Static units cannot go back, and their steps count as part of the loss (11.2, R100)."""
    s = ashore(alternate)
    utrecht, north = (hex_of(alternate, label) for label in ("3512", "3511"))
    garrison = next(
        unit for unit in hexes(s.on_map(GERMAN) & alternate.static) if s.position.steps[unit] == 1
    )
    s.put(garrison, utrecht)
    s.restore(s.position.copy())
    block = roadblocks(Situation(ground(alternate), s, ALLIED))[utrecht]
    assert block._units[0] == garrison
    assert block.gain([Losses(0, 3)], [north]) == 0.0  # the corps goes back whole, and bars the way there
    assert block.gain([Losses(0, 6)], [north]) == 1.0


def test_who_is_driven_into_the_ruhr_defends_it(alternate: EisenhowerScenario) -> None:
    s = ashore(alternate)
    utrecht, ruhr = (hex_of(alternate, label) for label in ("3512", "3215"))
    for name in ("1SS", "47Pz"):
        s.put(alternate.number[name], utrecht)
    s.restore(s.position.copy())
    block = roadblocks(Situation(ground(alternate), s, ALLIED))[utrecht]
    assert block._gain(ruhr, 1) < block.gone


def test_a_roadblock_is_attacked_from_where_it_cannot_get_away(alternate: EisenhowerScenario) -> None:
    s = ashore(alternate)
    number, utrecht = alternate.number, hex_of(alternate, "3512")
    north, west, east = (hex_of(alternate, label) for label in ("3511", "3412", "3613"))
    staff = GeneralStaff(Situation(ground(alternate), s, ALLIED), {}, 0)
    frontal = staff.assess(utrecht, {number["US5"]: north, number["US7"]: north})
    apart = staff.assess(utrecht, {number["US5"]: west, number["US7"]: east})
    assert apart.worth - frontal.worth > ground(alternate).parameters.attack.road / 4


def test_on_turn_1_a_city_of_the_north_may_be_passed_through(alternate: EisenhowerScenario) -> None:
    """The Germans there stand still (3.2.4); who comes after an offensive is feared, but for those who are attacked."""
    s = ashore(alternate)
    city, utrecht, beside = (hex_of(alternate, label) for label in ("3612", "3512", "3613"))
    view = Situation(ground(alternate), s, ALLIED)
    assert view.enterable >> city & 1  # from Utrecht alone
    before = s.position.control
    s.position.control |= 1 << city
    corps = alternate.number["B1"]
    assert March(view, s, {})._exposes(before)
    assert not March(view, s, {corps: beside})._exposes(before)
    s.position.turn = 2
    assert March(view, s, {corps: beside})._exposes(before)
    s.position.turn = 1
    near = next(unit for unit in s.units_at(utrecht, GERMAN) if alternate.mobile >> unit & 1)
    s.put(near, ELIMINATED)
    s.put(near, hex_of(alternate, "3614"))
    s.restore(s.position.copy())
    s.position.control |= 1 << city
    far = hex_of(alternate, "3410")
    assert March(Situation(ground(alternate), s, ALLIED), s, {corps: far})._exposes(before)


def test_in_the_south_all_who_can_come_are_feared_on_turn_1(alternate: EisenhowerScenario) -> None:
    s = ashore(alternate)
    view = Situation(ground(alternate), s, ALLIED)
    south = [unit for unit in view.mobile(GERMAN) if alternate.board.south >> s.position.at[unit] & 1]
    attackers = dict(zip(view.mobile(ALLIED), (s.position.at[unit] for unit in south), strict=False))
    assert union(map(view.reach, south)) & ~March(view, s, attackers)._enterable() == 0


def test_on_turn_1_who_advances_thinks_of_the_offensives_of_turn_2(alternate: EisenhowerScenario) -> None:
    """Antwerp, next to the reserve, is no place for a single corps: it may not be lost again (4.3.1)."""
    s = ashore(alternate)
    reserve, antwerp = (hex_of(alternate, label) for label in ("3112", "3311"))
    for unit in s.units_at(antwerp, GERMAN):
        s.put(unit, ELIMINATED)
    for name in ("1SS", "47Pz", "58Pz"):
        s.put(alternate.number[name], reserve)
    s.position.stack.append(Combat(attacker=ALLIED, target=antwerp, attackers=0))
    s.restore(s.position.copy())
    usual, wary = Situation(ground(alternate), s, ALLIED), Replies(ground(alternate), s, ALLIED).view
    assert wary.liability(antwerp, 7, 2) > usual.liability(antwerp, 7, 2)
    assert wary.liability(antwerp, 7, 2) > ground(alternate).parameters.worth.win / 5
    s.position.turn = 2
    assert not Replies(ground(alternate), s, ALLIED).view._wary


def at_the_ruhr(scenario: EisenhowerScenario, *names: str) -> EisenhowerState:
    """Turn 2: three German corps stand in reserve, these of the Allies beside the Ruhr."""
    s = ashore(scenario)
    s.position.turn, s.position.offensives = 2, 5
    reserve, beside = (hex_of(scenario, label) for label in ("3112", "3314"))
    for name in ("1SS", "47Pz", "58Pz"):
        s.put(scenario.number[name], reserve)
    for unit in s.units_at(hex_of(scenario, "3512"), GERMAN):
        s.put(unit, ELIMINATED)
    for name in names:
        s.put(scenario.number[name], beside)
    s.restore(s.position.copy())
    return s


def test_a_reserve_comes_to_the_help_of_the_ruhr_from_afar(alternate: EisenhowerScenario) -> None:
    """The nearest Allies are three hexes from it, and three corps beside the Ruhr are sure to take it from its garrison."""
    known, ruhr = ground(alternate), hex_of(alternate, "3215")
    away, there = at_the_ruhr(alternate), at_the_ruhr(alternate, "US5", "US7", "B1")
    assert not at_the_gates(known, away)
    assert at_the_gates(known, there)
    found = best_offensive(known, there)
    assert found is not None
    assert found.rescue > known.parameters.offensive.least
    there.position.control |= 1 << ruhr
    assert not at_the_gates(known, there)
    there.position.control &= ~(1 << ruhr)
    there.position.razed |= 1 << ruhr
    there.restore(there.position.copy())
    assert not at_the_gates(known, there)


def test_where_room_is_short_the_strongest_come_to_its_help(alternate: EisenhowerScenario) -> None:
    s, number = at_the_ruhr(alternate, "US5", "US7", "B1"), alternate.number
    ruhr = hex_of(alternate, "3215")
    for name in ("NA", "DP", "OS"):
        s.put(number[name], ruhr)
    for name in ("FBR", "84"):
        s.put(number[name], hex_of(alternate, "3216"))
    s.restore(s.position.copy())
    weak, strong = number["FBR"], number["84"]
    assert weak < strong
    assert _helpers(Situation(ground(alternate), s, GERMAN), 1 << weak | 1 << strong, ruhr) == [strong]


def test_the_ruhr_is_in_peril_by_all_who_can_come(alternate: EisenhowerScenario) -> None:
    known, ruhr = ground(alternate), hex_of(alternate, "3215")
    there = Situation(known, at_the_ruhr(alternate, "US5", "US7"), GERMAN)
    assert _peril(there, ruhr, 4, 2) > there.danger(ruhr, 4, 2)
    s = new_match(alternate, 1).state
    assert isinstance(s, EisenhowerState)
    assert _peril(Situation(known, s, GERMAN), ruhr, 0, 0) == 0.0  # empty, and nobody can come


def test_an_offensive_is_thought_of_at_every_move_while_allies_stand_beside_the_ruhr(
    alternate: EisenhowerScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    thought: list[int] = []

    def none_found(*_: object) -> None:
        thought.append(1)

    monkeypatch.setattr(planner, "best_offensive", none_found)
    for names, times in (((), 2), (("US5",), 12)):
        s = at_the_ruhr(alternate, *names)
        thought.clear()
        staff = EisenhowerPlanner(alternate, GERMAN)
        for _ in range(12):
            staff._window(s)
        assert len(thought) == times


def test_who_has_no_part_in_the_attack_on_the_ruhr_stays_where_he_is(alternate: EisenhowerScenario) -> None:
    s = at_the_ruhr(alternate, "US5", "US7")
    number = alternate.number
    s.put(number["US8"], BOX)
    still = bystanders(Situation(ground(alternate), s, ALLIED), {number["US5"], number["US7"]})
    names = ("US5", "US7", "US8", "B1", "B30")
    assert [name for name in names if still >> number[name] & 1] == ["US8", "B1", "B30"]
    assert not still & s.units_in(alternate.board.south, ALLIED)


def storming(s: EisenhowerState, worth: float) -> list[Assault]:
    """An attack on the Ruhr that is worth so much."""
    ruhr, beside = (hex_of(s.scenario, label) for label in ("3215", "3314"))
    force = {s.scenario.number[name]: beside for name in ("US5", "US7")}
    return [Assault(ruhr, force, "5:1", Exchange(0.0, 0.0, 1.0), worth)]


def test_haste_is_for_an_attack_that_likely_wins_and_may_be_forestalled(
    alternate: EisenhowerScenario,
) -> None:
    s = at_the_ruhr(alternate)
    win = ground(alternate).parameters.worth.win

    def hasty(worth: float) -> bool:
        return hastens(Situation(ground(alternate), s, ALLIED), storming(s, worth))

    assert hasty(0.9 * win)
    assert not hasty(0.2 * win)
    s.position.offensives = 0
    assert not hasty(0.9 * win)
    s.position.offensives, s.position.turn = 5, 1
    assert not hasty(0.9 * win)
    s.position.turn, s.position.waived = 2, 1 << GERMAN
    assert not hasty(0.9 * win)


@pytest.fixture(scope="module")
def turn_2(alternate: EisenhowerScenario) -> EisenhowerState:
    """A match in which the way to the Ruhr is open when the Allies march on Turn 2."""
    return state_of(played(alternate, 1, at_step(2, "allied movement")))


def moved(s: EisenhowerState) -> list[int]:
    """The units that the Allied staff moves, in their order."""
    staff = EisenhowerPlanner(s.scenario, ALLIED)
    staff._plan_march(s)
    return [intent.order.unit for intent in staff._book.intents if isinstance(intent.order, orders.Move)]


def test_they_go_first_and_nobody_else_of_the_north_goes(turn_2: EisenhowerState) -> None:
    """Each move of the Allies opens a window for an offensive (13.6), which none can begin in the south."""
    s = turn_2
    view = Situation(ground(s.scenario), s, ALLIED)
    ways = EisenhowerPlanner(s.scenario, ALLIED)._massed(view)
    assert hastens(view, ways)
    crowning = decisive(view, ways)
    units = moved(s)
    going = [unit for unit in units if unit in crowning]
    assert units[: len(going)] == going
    assert len(going) > 1
    still = bystanders(view, crowning)
    assert not any(still >> unit & 1 for unit in units)
    assert len(units) > len(going)


def test_they_go_before_those_who_go_on_guard(turn_2: EisenhowerState) -> None:
    s = turn_2
    staff = EisenhowerPlanner(s.scenario, ALLIED)
    view = Situation(ground(s.scenario), s, ALLIED)
    ways = staff._massed(view)
    crowning = decisive(view, ways)
    unit = next(unit for unit in moved(s) if unit not in crowning)
    post = next(hex for hex in s.legal(ALLIED).values(orders.Move, unit) if hex != s.position.at[unit])
    usual = staff._march(view, {}, {}, offensive=False, crowning=crowning)
    rush = staff._rush(view, ways, {unit: post}, crowning, usual)
    movers = [each.order.unit for each in rush.intents if isinstance(each.order, orders.Move)]
    assert movers.index(unit) >= len(crowning) > 1
    assert rush.trial.position.at[unit] == post


def test_who_stays_keeps_his_errand(turn_2: EisenhowerState) -> None:
    s = turn_2
    staff = EisenhowerPlanner(s.scenario, ALLIED)
    view = Situation(ground(s.scenario), s, ALLIED)
    still = bystanders(view, decisive(view, staff._massed(view)))
    unit, goal = next(hexes(still)), hex_of(s.scenario, "3120")
    staff._errands = {unit: goal}
    staff._plan_march(s)
    assert staff._errands[unit] == goal


def test_without_offensives_all_march(turn_2: EisenhowerState, monkeypatch: pytest.MonkeyPatch) -> None:
    s = turn_2
    view = Situation(ground(s.scenario), s, ALLIED)
    crowning = decisive(view, EisenhowerPlanner(s.scenario, ALLIED)._massed(view))
    monkeypatch.setattr(s.position, "offensives", 0)
    still = bystanders(view, crowning)
    assert any(still >> unit & 1 for unit in moved(s))


def test_who_would_not_get_there_so_is_not_left_behind(turn_2: EisenhowerState) -> None:
    """The usual march is kept if it brings somebody beside the Ruhr who finds no way when others stay where they are."""
    s = turn_2
    staff = EisenhowerPlanner(s.scenario, ALLIED)
    view = Situation(ground(s.scenario), s, ALLIED)
    ways = staff._massed(view)
    crowning = decisive(view, ways)
    usual = staff._march(view, dict(ways[0].places), {}, offensive=False, crowning=crowning)
    assert staff._rush(view, ways, {}, crowning, usual) is not usual
    far = {unit: hex_of(s.scenario, "3120") for unit in crowning}
    for unit, hex in far.items():
        usual.trial.put(unit, hex)
    beyond = [way._replace(places=far) if unit_of(way, crowning) else way for way in ways]
    assert staff._rush(view, beyond, {}, crowning, usual) is usual


def unit_of(way: Assault, crowning: frozenset[int]) -> bool:
    """Whether an attack is made by any of some units."""
    return not crowning.isdisjoint(way.places)


def test_nobody_bars_it_where_it_is_out_of_reach(historical: EisenhowerScenario) -> None:
    s = new_match(historical, 1).state
    assert isinstance(s, EisenhowerState)
    assert roadblocks(Situation(ground(historical), s, ALLIED)) == {}


def test_once_they_hold_the_ruhr_nothing_else_counts(alternate: EisenhowerScenario) -> None:
    s = in_the_ruhr(alternate, "US8")
    flushing, ruhr = (hex_of(alternate, label) for label in ("3510", "3215"))
    for seat in (ALLIED, GERMAN):
        view = Situation(ground(alternate), s, seat)
        assert view.crown == view.prizes == 1 << ruhr
        assert view.worths == {ruhr: ground(alternate).parameters.worth.win}
    s.position.turn = 7
    view = Situation(ground(alternate), s, ALLIED)
    assert not view.crown
    assert view.prizes >> flushing & 1


def test_a_destroyed_ruhr_wins_nothing(alternate: EisenhowerScenario) -> None:
    s = in_the_ruhr(alternate, "US8")
    s.position.razed |= 1 << hex_of(alternate, "3215")
    s.restore(s.position.copy())
    assert not Situation(ground(alternate), s, ALLIED).crown


def test_only_one_army_group_holds_what_it_takes(
    alternate: EisenhowerScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = ashore(alternate)
    s.position.turn = 2
    ruhr = hex_of(alternate, "3215")
    staff = GeneralStaff(Situation(ground(alternate), s, ALLIED), {}, 0)
    number = alternate.number

    def held(*names: str) -> tuple[int, int]:
        return staff._occupiers(ruhr, {number[name]: ruhr for name in names})

    assert held() == (0, 0)
    assert held("US5", "B1", "B30")[1] == held("B1", "B30")[1] == 3  # a step is lost in taking it
    assert held("US5", "US7", "B1", "B30") >= held("US5", "US7")
    s.position.aerial_used = True
    assert held("B1", "B30")[1] == 1  # unfed, each loses another
    staff.view.fed = 1 << ruhr
    assert held("B1", "B30")[1] == 3  # a line of supply leads there (7.12)
    monkeypatch.setattr(EisenhowerState, "limit", lambda _state, _hex: 1)
    assert held("B1", "B30")[1] < 3  # there is room for one


@pytest.mark.parametrize(
    ("seat", "turn", "razed", "many"),
    [
        (ALLIED, 1, False, 2),
        (ALLIED, 6, False, 2),
        (ALLIED, 7, False, 0),
        (ALLIED, 2, True, 0),
        (GERMAN, 1, False, 0),
    ],
)
def test_those_who_win_by_attacking_the_ruhr_are_known(
    alternate: EisenhowerScenario, seat: int, turn: int, razed: bool, many: int
) -> None:
    """It wins through Turn 6 (4.2.1), and no more when bombers have destroyed it (10.10)."""
    s = ashore(alternate)
    ruhr, ostend = (hex_of(alternate, label) for label in ("3215", "3509"))
    s.position.turn = turn
    s.position.razed |= razed << ruhr
    s.restore(s.position.copy())
    ways = [
        Assault(ruhr, {1: ruhr, 2: ruhr}, "3:1", Exchange(0.0, 0.0, 1.0), 1.0),
        Assault(ostend, {3: ostend}, "3:1", Exchange(0.0, 0.0, 1.0), 1.0),
    ]
    assert len(decisive(Situation(ground(alternate), s, seat), ways)) == many


def attacking(s: EisenhowerState) -> tuple[GeneralStaff, Hex, dict[int, Hex]]:
    """British and American corps beside the Ruhr."""
    scenario = s.scenario
    ruhr, beside = (hex_of(scenario, label) for label in ("3215", "3314"))
    force = {scenario.number[name]: beside for name in ("B1", "B30")}
    for unit, hex in force.items():
        s.put(unit, hex)
    s.restore(s.position.copy())
    return GeneralStaff(Situation(ground(scenario), s, ALLIED), {}, 0), ruhr, force


def test_the_ruhr_is_worth_the_match_as_far_as_it_is_held(
    alternate: EisenhowerScenario, monkeypatch: pytest.MonkeyPatch
) -> None:
    s = ashore(alternate)
    s.position.turn = 4
    staff, ruhr, force = attacking(s)
    win = ground(alternate).parameters.worth.win
    worth = {}
    for retaken in (0.0, 0.5, 1.0):
        monkeypatch.setattr(staff, "_retaken", lambda _target, _force, chance=retaken: chance)
        assert staff._prize(ruhr, force) == win * (1 - retaken)
        worth[retaken] = staff.assess(ruhr, force).worth
    assert worth[0.0] > worth[0.5] > worth[1.0]
    # What is taken out of a promise is what was put in: nothing that is not held remains.
    staff.lacking = 1
    way = staff.assess(ruhr, force)
    assert way.exchange.success > 0
    assert staff.promise([way]) == 0.0


def test_a_razed_ruhr_is_not_worth_the_match(alternate: EisenhowerScenario) -> None:
    s = ashore(alternate)
    s.position.turn = 4
    s.position.razed |= 1 << hex_of(alternate, "3215")
    staff, ruhr, force = attacking(s)
    assert not staff._wins(ruhr)
    assert staff._prize(ruhr, force) == staff.view.prize(ruhr) < 10


def test_where_no_port_is_lacking_enough_of_them_fall() -> None:
    assert at_least(0, [0.9, 0.5]) == at_least(0, []) == 1.0
    assert at_least(1, [0.9, 0.5]) == pytest.approx(0.95)


def test_germans_without_supply_take_a_victory_away_all_the_same(alternate: EisenhowerScenario) -> None:
    """4.1: who is in supply does not matter when it is looked who has won."""
    s = in_the_ruhr(alternate, "US8")
    view = Situation(ground(alternate), s, ALLIED)
    view.linkable = 0
    ruhr, other = hex_of(alternate, "3215"), next(hexes(s.cities & ~s.position.beachheads))
    assert view.crown == 1 << ruhr
    assert not view._cut_off(ruhr)
    assert other == ruhr or view._cut_off(other)


def test_a_staff_that_takes_over_keeps_supply_for_the_ruhr_too(alternate: EisenhowerScenario) -> None:
    live, other = (EisenhowerPlanner(alternate, ALLIED, seed) for seed in (1, 2))
    live._crowning = True
    assert other.take_over(live, live.ground)._crowning


def test_a_beachhead_is_open_once_its_only_guard_has_left(alternate: EisenhowerScenario) -> None:
    s = ashore(alternate)
    s.position.turn = 2
    flushing = hex_of(alternate, "3510")
    for name in LANDED[1:]:
        s.put(alternate.number[name], BOX)
    view = Situation(ground(alternate), s, ALLIED)
    assert not view.enterable >> flushing & 1  # somebody stands there
    assert view.danger(flushing, 0, 0) == 1.0
