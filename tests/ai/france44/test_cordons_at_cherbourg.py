"""A German division at Cherbourg, whose lines run through a neck of land two hexes wide, and air units with it or above it."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace
from tests.ai.france44.conftest import FRANCE, new_match, state_of, sweep

from phaseline.ai.france44 import cordons
from phaseline.ai.france44.cordons import Gap, flights, reopening, worths
from phaseline.ai.france44.council import FranceCouncil
from phaseline.ai.france44.ground import Ground, ground
from phaseline.ai.france44.situation import Situation
from phaseline.ai.planning.cordon import Prey
from phaseline.games.france44.position import ALLIED, GERMAN, GONE
from phaseline.games.france44.rules import supply
from phaseline.games.france44.scenario import FranceScenario
from phaseline.games.france44.state import FranceState
from phaseline.hexgrid import Hex, Mask, hexes, mask_of

FALAISE: FranceScenario = FRANCE.load("falaise")


def seen(scenario: FranceScenario) -> Ground:
    """The ground as a general looks upon it."""
    return ground(scenario).under(FranceCouncil(scenario, ALLIED)._weights[""])


SEEING = seen(FALAISE)
INFANTRY, *GERMANS = (unit for unit in FALAISE.rosters[GERMAN] if FALAISE.divisions >> unit & 1)
ALLIES = [unit for unit in FALAISE.rosters[ALLIED] if FALAISE.divisions >> unit & 1]
PLANES = list(hexes(FALAISE.side_wings[ALLIED]))
FIGHTERS = list(hexes(FALAISE.side_wings[GERMAN]))
ENGLAND = "2220"
STEP = SEEING.step_cost(state_of(new_match(FALAISE, 1)), INFANTRY)
"""What a step of the division is worth."""


def at(*labels: str) -> Mask:
    return mask_of(FALAISE.hex_at(label, "test") for label in labels)


def hex_at(label: str) -> Hex:
    return FALAISE.hex_at(label, "test")


def position(wings: Mapping[int, str], units: Mapping[int, str] | None = None) -> FranceState:
    """The division at Cherbourg, an Allied one seven hexes away, and air units where they are based."""
    s = state_of(new_match(FALAISE, 1)).copy()
    p = s.position
    sweep(s)
    for unit, label in {INFANTRY: "1930", ALLIES[0]: "2435", **(units or {})}.items():
        s.put(unit, hex_at(label))
    for wing in range(len(p.wings)):
        p.wings[wing] = p.bases[wing] = hex_at(wings[wing]) if wing in wings else GONE
    return s


def raid(planes: int, fighters: Mapping[int, str] | None = None, **units: str) -> Situation:
    """Allied air units in England, and German ones somewhere."""
    where = dict.fromkeys(PLANES[:planes], ENGLAND) | {
        FIGHTERS[n]: hex for n, hex in (fighters or {}).items()
    }
    return Situation(SEEING, position(where, {ALLIES[0]: units["allies"]} if units else {}), ALLIED)


def flown(view: Situation, *, holding: bool = False) -> dict[str, int]:
    """How many air units fly where."""
    found: dict[str, int] = {}
    for flight in flights(view, holding=holding):
        label = FALAISE.map.label(flight.to)
        found[label] = found.get(label, 0) + 1
    return found


# -- barring ----------------------------------------------------------------------------------------------------------


def test_the_neck_is_barred_by_two_or_not_at_all() -> None:
    assert flown(raid(1)) == {}
    assert flown(raid(2)) == flown(raid(5)) == {"1931": 1, "2031": 1}


def test_nobody_is_cut_off_more_than_eight_hexes_from_all_own_units() -> None:
    assert flown(raid(2, allies="2436"))
    assert flown(raid(2, allies="2139")) == {}


def test_a_hex_with_an_enemy_air_unit_takes_one_more() -> None:
    assert flown(raid(2, {0: "1931"})) == {"1932": 1, "2031": 1}
    thick = raid(3, {0: "1931", 1: "1932"})
    # 2033 and 2133, further down, are free; one more is needed where there is no way round an air unit.
    assert sum(flown(thick).values()) == 2
    over = {hex_at("1931"): 2, hex_at("2031"): 1}
    wings = {wing: at("1931", "2031") for wing in PLANES[:3]}
    assert cordons._planned(raid(3, {0: "1931"}), wings) == over
    assert cordons._planned(raid(2, {0: "1931"}), dict(list(wings.items())[:2])) == {}


def test_who_stands_on_supplies_or_beside_them_is_not_cut_off() -> None:
    for dump, cut in (("1930", {}), ("1931", {}), ("2032", {"1931": 1, "2031": 1})):
        view = raid(2)
        view.s.position.german_dumps[hex_at(dump)] = 1
        assert flown(view) == cut


def test_an_air_unit_bars_nothing_any_more_where_it_was_based() -> None:
    """Over 1931 an Allied air unit bars it as it is; it is among those who fly."""
    s = position({PLANES[0]: "1931", PLANES[1]: ENGLAND})
    assert flown(Situation(SEEING, s, ALLIED)) == {"1932": 1, "2031": 1}


def test_lines_do_not_run_where_an_air_unit_leaves_an_own_units_zone() -> None:
    """The Allied division at 2133 bars the neck but for 1931 and 2031 by itself: its air unit bars nothing at 2133."""
    s = position(dict.fromkeys(PLANES[1:4], ENGLAND) | {PLANES[0]: "2133"}, {ALLIES[0]: "2133"})
    assert supply.isolated(s, GERMAN) == 1 << INFANTRY
    assert flown(Situation(SEEING, s, ALLIED)) == {}


def test_what_not_all_can_reach_at_once_is_given_up_for_what_each_reaches() -> None:
    view = raid(2)
    near, far = at("1931", "2031"), at("1932", "2032")
    assert set(hexes(far)) == set(cordons._planned(view, {PLANES[0]: near | far, PLANES[1]: far}))
    assert set(hexes(near)) == set(cordons._planned(view, {PLANES[0]: near | far, PLANES[1]: near}))
    assert cordons._planned(view, {PLANES[0]: near | far, PLANES[1]: at("1830")}) == {}
    assert set(hexes(near)) == set(cordons._planned(view, {PLANES[0]: at("1931"), PLANES[1]: at("2031")}))


def test_whom_it_is_worth_to_isolate_is_reckoned_alike_against_attacks_and_when_they_fly() -> None:
    """With a share of a step that is not worth two air units nobody flies, and nobody is kept from attacks."""
    for share, kept in ((2.1 / STEP, [1.05, 1.05]), (1.9 / STEP, [])):
        by = SEEING.by
        doubtful = SEEING.under(replace(by, air=replace(by.air, cut=share)))
        view = Situation(doubtful, raid(2).s, ALLIED)
        assert worths(view) == pytest.approx(kept)
        assert len(flights(view)) == len(kept)


def test_what_the_air_units_are_worth_elsewhere_is_shared_by_those_who_bar() -> None:
    assert worths(raid(5)) == pytest.approx([STEP / 2] * 2)
    assert worths(raid(1)) == []


def test_who_is_isolated_already_or_in_england_is_not_isolated_by_air_units() -> None:
    cut = position({PLANES[0]: "1931", PLANES[1]: "2031"}, {ALLIES[1]: ENGLAND})
    assert supply.isolated(cut, GERMAN) == 1 << INFANTRY
    assert cordons._caught(Situation(SEEING, cut, ALLIED), {}) == 0
    assert cordons._caught(Situation(SEEING, cut, GERMAN), {}) == 0
    assert cordons._caught(raid(0), {hex_at("1931"): 1, hex_at("2031"): 1}) == 1 << INFANTRY


# -- who flies --------------------------------------------------------------------------------------------------------


def test_the_air_units_that_may_fly() -> None:
    view = raid(4, {0: "3737", 1: "3737"})
    p = view.s.position
    assert list(cordons._free(view)) == PLANES[:4]
    p.pinned, p.flown = 1 << PLANES[0], 1 << PLANES[2]
    assert list(cordons._free(view)) == [PLANES[1], PLANES[3]]
    p.air_left = 1
    assert list(cordons._free(view)) == PLANES[1:2]
    assert list(cordons._free(Situation(SEEING, view.s, GERMAN))) == FIGHTERS
    p.air_left = 0
    assert cordons._free(view) == {}


def test_hexes_that_few_reach_and_air_units_that_reach_little_go_first() -> None:
    first, second, third = at("1931"), at("1931", "2031"), at("1931", "2031", "2033")
    wings = {0: third, 1: second, 2: first}
    assert dict(cordons._sent(wings, {hex_at("1931"): 1, hex_at("2031"): 1, hex_at("2033"): 1})) == {
        0: hex_at("2033"),
        1: hex_at("2031"),
        2: hex_at("1931"),
    }
    assert cordons._sent(wings, {hex_at("2031"): 3}) == [(1, hex_at("2031")), (0, hex_at("2031"))]


def test_a_hex_that_one_alone_reaches_has_him_before_those_that_others_reach() -> None:
    wings = {0: at("1931", "2033", "2133"), 1: at("1931", "2031")}
    assert dict(cordons._sent(wings, {hex_at("1931"): 1, hex_at("2031"): 1})) == {
        0: hex_at("1931"),
        1: hex_at("2031"),
    }


# -- stepping out -----------------------------------------------------------------------------------------------------


def prey(scenario: FranceScenario, german: str, allied: str) -> tuple[list[Prey], FranceState]:
    """A German division next to an Allied one, or close to it."""
    s = state_of(new_match(scenario, 1)).copy()
    sweep(s)
    for seat, label in ((GERMAN, german), (ALLIED, allied)):
        division = next(unit for unit in scenario.rosters[seat] if scenario.divisions >> unit & 1)
        s.put(division, scenario.hex_at(label, "test"))
    return list(cordons._prey(Situation(seen(scenario), s, ALLIED))), s


@pytest.mark.parametrize(
    ("key", "german", "allied", "doors"),
    [
        ("falaise", "3232", "3032", ("3132",)),
        ("falaise", "3233", "3032", ("3132",)),  # the Seine runs between it and 3133
        ("falaise", "3232", "3132", ()),  # an Allied unit is there
        ("falaise", "3232", "3231", ()),  # from zone to zone
        ("anvil", "5258", "5260", ("5259",)),  # 5359 is in the mountains
    ],
)
def test_who_can_step_out_counts_less(key: str, german: str, allied: str, doors: tuple[str, ...]) -> None:
    scenario: FranceScenario = FRANCE.load(key)
    grid, hex = scenario.board.grid, scenario.hex_at(german, "test")
    (here, stepping), s = prey(scenario, german, allied)
    near = grid.adjacent_mask(hex) | 1 << hex
    out = mask_of(scenario.hex_at(door, "test") for door in doors)
    assert (here.near, stepping.near) == (near, near | out | grid.spread(out))
    share, (unit,) = ground(scenario).by.air.held, s.units_at(hex, GERMAN)
    worth = ground(scenario).step_cost(s, unit)
    assert (here.worth, stepping.worth) == pytest.approx(((1.0 - share) * worth, share * worth))


# -- opening ----------------------------------------------------------------------------------------------------------


def besieged(over: Mapping[str, int], fighters: int, *, due: bool = True) -> Situation:
    """German air units close by, and Allied ones above the neck; the division loses a step now if it is `due`."""
    planes = iter(PLANES)
    wings = {next(planes): label for label, count in over.items() for _ in range(count)}
    s = position(wings | dict.fromkeys(FIGHTERS[:fighters], "2437"))
    assert supply.isolated(s, GERMAN) == 1 << INFANTRY
    s.position.cut = 1 << INFANTRY if due else 0
    return Situation(SEEING, s, GERMAN)


def test_a_gap_is_worth_what_it_saves_for_each_air_unit() -> None:
    found = reopening(besieged({"1931": 3, "2031": 2}, 2))
    assert found == {
        hex_at("1931"): Gap(1 << INFANTRY, STEP / 3),
        hex_at("2031"): Gap(1 << INFANTRY, STEP / 2),
    }
    assert reopening(besieged({"1931": 1, "2031": 1}, 2, due=False)) == {}
    half_open = position({PLANES[0]: "1931"})
    half_open.position.cut = 1 << INFANTRY
    assert reopening(Situation(SEEING, half_open, GERMAN)) == {}


def test_only_a_hex_that_opens_a_line_is_a_gap_and_only_who_would_lose_a_step_is_saved() -> None:
    """Those over 1931 bar nothing that the two behind them do not, the one over 2540 nobody; the division inland is fed."""
    above = dict(zip(PLANES, ("1931", "1931", "1932", "2032", "2540"), strict=False))
    s = position(above, {INFANTRY: "1930", GERMANS[0]: "2846"})
    s.position.cut = supply.isolated(s, GERMAN)
    assert reopening(Situation(SEEING, s, GERMAN)) == {
        hex_at("1932"): Gap(1 << INFANTRY, STEP),
        hex_at("2032"): Gap(1 << INFANTRY, STEP),
    }


def test_a_line_is_opened_where_it_takes_least() -> None:
    assert flown(besieged({"1931": 1, "2031": 1}, 1)) == {"1931": 1}
    assert flown(besieged({"1931": 2, "2031": 1}, 2)) == {"2031": 1}
    assert flown(besieged({"1931": 2, "2031": 2}, 2)) == {"1931": 2}
    assert flown(besieged({"1931": 2, "2031": 2}, 1)) == {}


def test_a_gap_that_too_few_reach_is_left_shut() -> None:
    view = besieged({"1931": 1, "2031": 2}, 2)
    for reached, opened in ((at("2031"), "2031"), (at("1931", "2031"), "1931"), (at("1932"), "")):
        found = cordons._opening(view, dict.fromkeys(FIGHTERS, reached))
        assert {FALAISE.map.label(flight.to) for flight in found} == ({opened} if opened else set())
    assert cordons._opening(view, {FIGHTERS[0]: at("2031")}) == {}


def test_no_gap_opens_where_an_enemy_stands_or_has_his_zone() -> None:
    view = besieged({"1931": 1, "2031": 1}, 1)
    view.s.put(ALLIES[0], hex_at("1931"))
    assert set(reopening(Situation(SEEING, view.s, GERMAN))) == set()
    view.s.put(ALLIES[0], hex_at("1932"))
    assert set(reopening(Situation(SEEING, view.s, GERMAN))) == set()


# -- holding ----------------------------------------------------------------------------------------------------------


def test_air_units_of_the_enemy_are_held_by_at_most_half_of_ones_own() -> None:
    cut = {"1931": 1, "2031": 1}
    assert flown(raid(4, {0: "2437"}), holding=True) == {"2437": 2, **cut}
    assert flown(raid(4, {0: "2437"})) == cut
    assert flown(raid(3, {0: "2437"}), holding=True) == cut
    assert flown(raid(5, {0: "2437", 1: "2438"}), holding=True) == cut
    assert flown(raid(8, {0: "2437", 1: "2438"}), holding=True) == {"2437": 2, "2438": 2, **cut}
    assert flown(raid(6, {0: "2437", 1: "2437"}), holding=True) == {"2437": 3, **cut}
    assert flown(raid(5, {0: "2437", 1: "2437"}), holding=True) == cut


def test_whoever_is_outnumbered_already_needs_nobody_to_hold_him() -> None:
    """One fighter with one, two or three Allied air units over it that have flown, the other with none."""
    for there, sent in ((1, 1), (2, 0), (3, 0)):
        above, england = PLANES[:there], PLANES[there : there + 6]
        bases = dict.fromkeys(above, "2437") | dict.fromkeys(england, ENGLAND)
        s = position(bases | {FIGHTERS[0]: "2437", FIGHTERS[1]: "2438"})
        s.position.flown = mask_of(above)
        for plane in above:
            s.position.bases[plane] = hex_at(ENGLAND)
        places = [
            FALAISE.map.label(flight.to) for flight in flights(Situation(SEEING, s, ALLIED), holding=True)
        ]
        assert sorted(places) == ["1931", "2031", *["2437"] * sent, "2438", "2438"]


def test_nobody_is_held_at_the_cost_of_the_cordon() -> None:
    """Closer to the mainland it takes three."""
    for planes, held in ((4, {}), (5, {"2437": 2})):
        s = position({**dict.fromkeys(PLANES[:planes], ENGLAND), FIGHTERS[0]: "2437"}, {INFANTRY: "2032"})
        cut = {"2132": 1, "2033": 1, "2133": 1}
        assert flown(Situation(SEEING, s, ALLIED), holding=True) == {**held, **cut}


# -- in words ---------------------------------------------------------------------------------------------------------


def test_the_reasons() -> None:
    assert set(flights(raid(4, {0: "2437"}), holding=True).values()) == {
        "Hold the enemy's air units where they are: 2 air units over 2437.",
        "Isolate 91st Air Landing: 2 air units over 1931, 2031.",
    }
    assert set(flights(raid(4, {0: "2437"})).values()) == {
        "Isolate 91st Air Landing: 2 air units over 1931, 2031."
    }
    # The division at 1932 isolates the German one, which would step to 2032.
    assert set(flights(raid(1, allies="1932")).values()) == {
        "Leave no way out to those who are isolated: 1 air unit over 2032."
    }
    assert set(flights(besieged({"1931": 1, "2031": 1}, 1)).values()) == {
        "Open a line to 91st Air Landing: 1 air unit over 1931."
    }


def test_of_many_units_the_strongest_are_named() -> None:
    view = raid(0)
    strong = sorted(GERMANS, key=lambda unit: -FALAISE.units[unit].combat)
    named = [FALAISE.spoken[unit] for unit in strong]
    for unit in strong:
        view.s.position.steps[unit] = 2
    assert cordons._named(view, mask_of(strong[:4])) == ", ".join(named[:4])
    assert cordons._named(view, mask_of(strong[:5])) == f"{', '.join(named[:3])} and 2 others"
