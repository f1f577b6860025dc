"""What comes in turn by turn: points, units, withdrawals; and counters in the tray."""

from __future__ import annotations

import pytest

from phaseline.engine.dice import SeededDice
from phaseline.games.war_in_europe import GAME, orders
from phaseline.games.war_in_europe.names import NATIONS
from phaseline.games.war_in_europe.opening import first_position
from phaseline.games.war_in_europe.particulars import Count
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AXIS,
    BOX_SOUTH,
    DEAD,
    DUE,
    INFANTRY,
    MECHANIZED,
    OUT,
    SOUTH,
    SPARE,
    TRACK,
    WEST,
    PlayerTurn,
    Reinforcement,
    pool,
)
from phaseline.games.war_in_europe.rules import reinforcement, replacement, supply, victory, withdrawal
from phaseline.games.war_in_europe.scenario import Options, load
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes

GERMAN, AMERICAN, BRITISH = (NATIONS.index(name) for name in ("german", "american", "british"))


def count(s: WarState, what: str, side: int = ALLIED) -> Count:
    (found,) = (c for c in s.scenario.special.counts if c.rule.what == what and c.seat == side)
    return found


def state(key: str, turn: int = 1, seat: int = AXIS) -> WarState:
    """A scenario at the reinforcement phase of a side."""
    found = load(key, Options(), ())
    s = WarState(GAME, found, first_position(found), SeededDice(b"1" * 32))
    s.position.turn = turn
    s.position.stack += [PlayerTurn(seat=seat), Reinforcement(seat=seat)]
    return s


@pytest.mark.case("war_in_europe", "17.0a", "17.11a", "4.2B1")
def test_points_come_in_as_the_track_says() -> None:
    s = state("italy_1943", 4)
    p = s.position
    reinforcement.begin(s)
    infantry, armour = pool(GERMAN, INFANTRY, SOUTH), pool(GERMAN, MECHANIZED, SOUTH)
    assert p.pools == {infantry: 2, armour: 1}
    assert p.limits == {infantry: 1, armour: 1}
    for turn in (6, 7, 8, 10):
        p.turn = turn
        replacement.receive(s, AXIS)
    assert p.pools == {infantry: 8, armour: 2}
    assert p.limits == {infantry: 2, armour: 1}
    replacement.end(s)
    assert p.limits == {}
    p.turn = 6
    replacement.receive(s, ALLIED)
    british = pool(BRITISH, MECHANIZED, SOUTH)
    assert p.pools[british] == 1
    assert p.pools[pool(AMERICAN, INFANTRY, SOUTH)] == 2
    assert infantry not in p.limits, "each side in its own phase"
    assert p.pools[infantry] == 8


@pytest.mark.case("war_in_europe", "7.23", "17.14")
def test_a_promised_point_comes_in_its_owners_next_phase() -> None:
    s = state("overlord_1944", 3)
    p = s.position
    unit = (
        s.scenario.number["br-1-ss-bde"]
        if "br-1-ss-bde" in s.scenario.number
        else s.scenario.rosters[ALLIED][0]
    )
    naples = s.scenario.map.hex("D2912")
    bill = replacement.price(s, unit)
    assert bill is not None
    replacement.promise(s, unit, naples)
    key = pool(NATIONS.index(s.scenario.units[unit].nation), bill.kind, SOUTH)
    assert p.promised == {key: 1}
    replacement.receive(s, AXIS)
    assert p.promised == {key: 1}
    replacement.receive(s, ALLIED)
    assert p.promised == {}
    assert p.pools[key] == 1


@pytest.mark.case("war_in_europe", "4.2B1")
def test_withdrawals() -> None:
    s = state("italy_1943", 11, ALLIED)
    p, number = s.position, s.scenario.number
    assert p.at[number["us-82-abn"]] == BOX_SOUTH
    bit = 1 << number["br-1-abn"]
    p.steps[number["br-1-abn"]] = 1
    p.entrained = p.fortified = p.unsupplied = p.rebuilt = bit | 1
    reinforcement.begin(s)
    assert p.entrained == p.fortified == p.unsupplied == p.rebuilt == 1
    assert p.at[number["us-82-abn"]] == p.at[number["br-1-abn"]] == OUT
    assert p.steps[number["br-1-abn"]] == 0
    assert p.at[number["ge-2-fj"]] >= 0, "the other side's go in its own turn"
    assert p.flags == {"short br-1-abn": 11}
    reinforcement.withdraw(s, AXIS)
    assert p.at[number["ge-2-fj"]] == OUT
    assert "short ge-2-fj" not in p.flags
    p.turn = 12
    s.eliminate(number["ge-16-pz"], "12.2")
    reinforcement.withdraw(s, AXIS)
    assert p.at[number["ge-16-pz"]] == DEAD
    assert p.flags["short ge-16-pz"] == 12


@pytest.mark.case("war_in_europe", "4.2B1", "8.51")
@pytest.mark.parametrize("key", sorted(GAME.titles))
def test_everybody_who_is_due_could_arrive_somewhere(key: str) -> None:
    """Every reinforcement has a hex on land in play; airborne units come as others do."""
    s = state(key)
    scenario = s.scenario
    for unit, place in enumerate(s.position.at):
        arrival = scenario.arrivals[unit]
        assert (place == DUE) == bool(arrival.turn)
        if arrival.turn:
            assert arrival.hexes & (scenario.board.dry_land | scenario.territory["closed"]), scenario.ids[
                unit
            ]
            assert arrival.turn <= scenario.last_turn


@pytest.mark.case("war_in_europe", "16.22", "17.15")
def test_a_counter_in_the_tray_for_every_security_and_static_division() -> None:
    s = state("overlord_1944")
    scenario = s.scenario
    assert scenario.twins
    for unit, twin in scenario.twins.items():
        assert scenario.units[unit].category in ("security", "static")
        assert scenario.units[unit].nation == "german"
        assert str(scenario.units[twin].full) == "6-5"
        assert s.position.at[twin] == SPARE
        assert s.position.steps[twin] == 0
    french = load("france_1940", Options(), ())
    static = [
        n for n, unit in enumerate(french.units) if unit.nation == "french" and unit.category == "static"
    ]
    assert static
    assert not set(static) & set(french.twins)


@pytest.mark.case("war_in_europe", "17.11a", "17.14")
def test_the_front_of_a_unit_is_that_of_its_hex() -> None:
    s = state("overlord_1944")
    unit = s.scenario.rosters[ALLIED][0]
    nation = NATIONS.index(s.scenario.units[unit].nation)
    for name, front in (("C1804", WEST), ("D2912", SOUTH)):
        assert replacement.pool_at(s, unit, INFANTRY, s.scenario.map.hex(name)) == pool(
            nation, INFANTRY, front
        )


@pytest.mark.case("war_in_europe", "17.12", "17.11b", "17.0b")
def test_a_unit_may_be_rebuilt_as_often_as_it_is_reduced() -> None:
    s = state("italy_1943", 3)
    p, unit = s.position, s.scenario.number["ge-16-pz"]
    place, key = p.at[unit], pool(GERMAN, MECHANIZED, SOUTH)
    rule = replacement.RebuildUnit()
    p.pools[key] = 3
    for left in (2, 1, 0):
        assert unit not in rule.unit(s)
        s.lose_step(unit, "12.2")
        p.rebuilt = 0
        replacement.receive(s, AXIS)
        assert unit in rule.unit(s)
        rule.apply(s, orders.Rebuild(unit=unit))
        assert p.steps[unit] == 2
        assert p.at[unit] == place
        assert p.pools[key] == left


@pytest.mark.case("war_in_europe", "4.2B1")
def test_a_unit_may_be_kept_at_the_price_of_a_point() -> None:
    s = state("diadem", turn=7, seat=ALLIED)
    one, other = s.scenario.number["us-36"], s.scenario.number["fr-1-dmi"]
    assert withdrawal.asked(s) == [ALLIED]
    rule = withdrawal.KeepUnit()
    assert set(hexes(rule.unit(s).mask)) == {one, other}
    rule.apply(s, orders.Keep(unit=one))
    assert rule.gate(s) is not None
    assert withdrawal.asked(s) == []
    before = victory.points(s)
    s.lose_step(other, "12.2")
    reinforcement.withdraw(s, ALLIED)
    assert s.position.at[one] >= 0
    assert s.position.at[other] == OUT
    assert victory.counted(s, count(s, "kept")) == 1
    assert victory.points(s) == before - 1, "he left as a battlegroup"


@pytest.mark.case("war_in_europe", "4.2B1")
def test_a_battlegroup_off_the_map_is_no_whole_unit_either() -> None:
    s = state("italy_1943", turn=11, seat=ALLIED)
    airborne = s.scenario.number["us-82-abn"]
    s.lose_step(airborne, "12.2")
    s.put(airborne, TRACK)
    late = s.scenario.number["br-1-abn"]
    s.put(late, DUE)
    s.position.steps[late] = 1
    reinforcement.withdraw(s, ALLIED)
    assert s.position.at[airborne] == s.position.at[late] == OUT
    assert victory.counted(s, count(s, "short")) == 1, "who has not even come counts for nobody"


@pytest.mark.case("war_in_europe", "4.2B1")
def test_who_began_as_a_battlegroup_may_leave_as_one() -> None:
    s = state("westwall", turn=3)
    rule, number = count(s, "short", AXIS), s.scenario.number
    s.eliminate(number["ge-2-pz"], "12.2")
    reinforcement.begin(s)
    assert s.position.at[number["ge-2-ss"]] == OUT
    assert victory.counted(s, rule) == 1, "the 2nd SS is no less than it was, the 2nd Panzer is lost"


@pytest.mark.case("war_in_europe", "4.2B1", "17.0b")
def test_who_would_have_been_withdrawn_is_not_raised_anew() -> None:
    s = state("italy_1943", turn=6, seat=ALLIED)
    brigade = s.scenario.number["br-231-bde"]
    s.eliminate(brigade, "12.2")
    reinforcement.begin(s)
    supply.judge(s)
    rule = replacement.RaiseUnit()
    assert rule.unit(s).mask >> brigade & 1, "a turn earlier it comes back"
    s.position.turn = 7
    reinforcement.begin(s)
    s.changed()
    refused = rule.unit(s).why_not(brigade)
    assert refused is not None
    assert refused.case == "4.2B1"


@pytest.mark.case("war_in_europe", "4.2B1")
def test_who_stands_by_for_a_drop_is_withdrawn_or_kept_like_others() -> None:
    s = state("diadem", turn=13, seat=ALLIED)
    force = s.scenario.number["us-1-ssf"]
    s.put(force, BOX_SOUTH)
    assert withdrawal.asked(s) == [ALLIED]
    withdrawal.KeepUnit().apply(s, orders.Keep(unit=force))
    reinforcement.withdraw(s, ALLIED)
    assert s.position.at[force] == BOX_SOUTH
    again = state("diadem", turn=13, seat=ALLIED)
    again.eliminate(force, "12.2")
    assert withdrawal.asked(again) == [], "nobody keeps who is lost"
    refused = withdrawal.KeepUnit().unit(again).why_not(force)
    assert refused is not None
    assert refused.case == "4.2B1"


@pytest.mark.case("war_in_europe", "17.0b", "17.11a")
@pytest.mark.parametrize(("key", "unit"), [("diadem", "ge-188-res"), ("italy_1943", "ge-fest-bde-corsica")])
def test_germans_of_italy_are_raised_in_austria_out_of_their_own_pool(key: str, unit: str) -> None:
    s = state(key, turn=2)
    lost, reduced = s.scenario.number[unit], s.scenario.number["ge-44"]
    innsbruck = s.scenario.map.hex("C3525")
    assert s.scenario.board.front_number(innsbruck) == WEST
    s.eliminate(lost, "12.2")
    s.lose_step(reduced, "12.2")
    s.put(reduced, innsbruck)
    reinforcement.begin(s)
    supply.judge(s)
    s.changed()
    assert replacement.RebuildUnit().unit(s).mask >> reduced & 1
    rule = replacement.RaiseUnit()
    assert rule.unit(s).mask >> lost & 1
    assert rule.to(s, lost).mask >> innsbruck & 1
    rule.apply(s, orders.Raise(unit=lost, to=innsbruck))
    assert s.position.at[lost] == innsbruck
    assert s.position.pools[pool(NATIONS.index("german"), INFANTRY, SOUTH)] == 1


@pytest.mark.case("war_in_europe", "4.2B1", "17.0a")
@pytest.mark.parametrize(("alive", "points"), [(True, 4), (False, 2)])
def test_a_division_broken_up_leaves_points(alive: bool, points: int) -> None:
    s = state("overlord_1944", turn=12, seat=ALLIED)
    if not alive:
        s.eliminate(s.scenario.number["br-59"], "12.2")
    reinforcement.begin(s)
    key = pool(NATIONS.index("british"), INFANTRY, WEST)
    assert s.position.pools[key] == points, "two in any case, and two for the 59th"
