"""War in Europe: combat results by table and date, and what case files cannot say."""

from __future__ import annotations

import datetime
from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from phaseline.engine.dice import SeededDice
from phaseline.games.war_in_europe import GAME, orders, results
from phaseline.games.war_in_europe.files import ResultsData, read_files
from phaseline.games.war_in_europe.position import (
    ALLIED,
    AXIS,
    Campaign,
    CombatPhase,
    InitialMovement,
    Overrun,
    Plan,
    PlayerTurn,
    Turn,
)
from phaseline.games.war_in_europe.rules import attack, battle, fortify, odds, overrun, turns
from phaseline.games.war_in_europe.scenario import Options
from phaseline.games.war_in_europe.state import WarState
from phaseline.hexgrid import hexes, mask_of
from phaseline.mechanics.prospects import in_percent
from phaseline.mechanics.tables import TableError


def state(key: str, **options: Any) -> WarState:
    """A scenario at its start."""
    scenario = GAME.scenario(key, Options(**options), ())
    return WarState(GAME, scenario, GAME.start(scenario), SeededDice(b"1" * 32))


@pytest.mark.case("war_in_europe", "18.0a", "18.12")
def test_nobody_digs_in_before_august_1940() -> None:
    s = state("france_1940")
    for turn in range(1, s.scenario.last_turn + 1):
        s.position.turn = turn
        assert fortify.too_early(s)
    early = state("france_1940", early_works=True)
    found = []
    for turn in range(1, 4):
        early.position.turn = turn
        found.append(fortify.too_early(early))
    assert found == [True, False, False], "never in the first turn"


@pytest.mark.case("war_in_europe", "18.0a")
@pytest.mark.parametrize(
    ("begins", "turn", "early"),
    [("1940-07-19", 2, True), ("1940-07-25", 2, False), ("1940-07-18", 3, False), ("1940-07-24", 2, True)],
)
def test_the_week_decides(begins: str, turn: int, early: bool) -> None:
    s = state("france_1940")
    s.scenario.setup = replace(s.scenario.setup, begins=begins)
    s.position.turn = turn
    assert fortify.too_early(s) is early
    assert datetime.date.fromisoformat(begins).year == 1940


@pytest.mark.case("war_in_europe", "18.0a")
@pytest.mark.parametrize(("begins", "early"), [("1940-01-01", False), ("1939-12-31", True)])
def test_the_other_reading_of_the_date(begins: str, early: bool) -> None:
    s = state("france_1940", early_works=True)
    s.scenario.setup = replace(s.scenario.setup, begins=begins)
    s.position.turn = 2
    assert fortify.too_early(s) is early


@pytest.mark.case("war_in_europe", "7.34b", "7.34a")
def test_the_guns_of_ships() -> None:
    s = state("italy_1943")
    hex = next(hexes(s.scenario.board.coastal & s.scenario.board.playable))
    s.position.beaches = 1 << hex
    reasons = {}
    for seat in (AXIS, ALLIED):
        unit = next(hexes(s.on_map(seat)))
        plan = Plan(attacker=seat, target=hex, attackers=1 << unit, targets=1 << hex)
        reasons[seat] = {change.case for change in odds.modifiers(s, plan, 0)}
        s.position.ashore |= 1 << unit
        reasons[seat] |= {f"ashore {change.case}" for change in odds.modifiers(s, plan, 0)}
    assert "7.34b" in reasons[AXIS]
    assert "ashore 7.34a" not in reasons[AXIS]
    assert "7.34b" not in reasons[ALLIED]
    assert "7.34a" not in reasons[ALLIED]
    assert "ashore 7.34a" in reasons[ALLIED]


@pytest.mark.case("war_in_europe", "12.62b", "10.21b")
def test_the_time_after_a_retreat_ends_in_hexes_that_are_left_too() -> None:
    s = state("diadem")
    own, other = (s.occupied(seat) for seat in (ALLIED, AXIS))
    left = s.scenario.board.playable & ~(own | other)
    s.position.stack = [Campaign(), Turn(turn=1), PlayerTurn(seat=ALLIED)]
    s.position.pressed = own | other | left
    turns.end_pressure(s)
    assert s.position.pressed == other, "the enemy's time is not up before he has moved"


@pytest.mark.case("war_in_europe", "12.0", "12.1")
def test_each_side_has_its_table() -> None:
    s = state("france_1940")
    names = {}
    for seat in (AXIS, ALLIED):
        unit = next(hexes(s.on_map(seat)))
        plan = Plan(attacker=seat, target=0, attackers=1 << unit, targets=1)
        names[seat] = odds.table(s, plan).results.data.title
    assert names == {AXIS: "Blitzkrieg", ALLIED: "Set piece"}
    s.scenario.setup = replace(s.scenario.setup, tables={})
    assert odds.table(s, Plan(attacker=AXIS, target=0, targets=1)).results.data.title == "Blitzkrieg"
    assert odds.table(s, Plan(attacker=ALLIED, target=0, targets=1)).results.data.title == "Set piece"
    s.scenario.setup = replace(s.scenario.setup, begins="1943-01-01")
    assert odds.table(s, Plan(attacker=AXIS, target=0, targets=1)).results.data.title == "Attrition"


@pytest.mark.case("war_in_europe", "12.2", "12.3")
@pytest.mark.parametrize("name", sorted(read_files(()).tables.results))
def test_the_ends_of_the_tables(name: str) -> None:
    table = results.crt(read_files(()).tables.results[name])
    assert table.columns[0] == "1-3"
    assert table.columns[-1] == "12-1"
    last = len(table.columns) - 1
    for die in range(1, 7):
        assert table.result(-1, die) == "Ae"
        assert table.result(last + 1, die) == "De"
    assert table.result(last, 7) == table.result(last, 6), "a six stays a six"
    assert table.result(3, 0) == table.result(3, 1)
    assert set(results.MEANINGS) == set(results.CODES)


def test_a_table_with_a_gap_is_refused() -> None:
    short = ResultsData(title="short", odds={"1-1": ("Ae", "AEx", "Br", "Br", "Dr")})
    with pytest.raises(TableError, match="short"):
        results.crt(short)
    with pytest.raises(TableError, match="no combat result"):
        results.crt(ResultsData(title="odd", odds={"1-1": ("Ae", "AEx", "Br", "Br", "Dr", "Xx")}))


@pytest.mark.case("war_in_europe", "5.7e", "5.76")
def test_only_weak_hexes_are_looked_at_for_overruns() -> None:
    s = state("sichelschnitt")
    s.advance()
    soft = overrun.soft(s, ALLIED)
    best = max(unit.full.attack() for n, unit in enumerate(s.scenario.units) if s.scenario.side_of[n] == AXIS)
    assert soft.area
    for hex in hexes(s.occupied(ALLIED)):
        strength = sum(line.strength for line in odds.defence(s, hex, ALLIED))
        assert (soft.area >> hex & 1 == 1) == (strength * 13 <= 3 * best)


@pytest.mark.case("war_in_europe", "tbl.5.8.fort")
def test_the_west_wall_can_be_turned() -> None:
    s = state("westwall")
    s.position.turn = 1
    wall = next(wall for wall in s.scenario.lines if wall.rear)
    front = odds.works(s, wall.seat, 0)
    assert wall.area & ~front == 0
    rear = wall.rear & -wall.rear
    assert not odds.works(s, wall.seat, rear) & wall.area
    s.position.razed = wall.area & -wall.area
    assert odds.works(s, wall.seat, 0) == front & ~s.position.razed
    assert not odds.works(s, 1 - wall.seat, 0) & wall.area


def at_combat(key: str) -> tuple[WarState, int]:
    """A scenario in the combat phase of its first player."""
    s = state(key)
    s.position.turn, seat = 1, s.scenario.first
    flow = GAME.flow
    s.position.stack = [
        flow.at(Campaign(), "turns", 1),
        flow.at(Turn(turn=1), "player turns", 1),
        flow.at(PlayerTurn(seat=seat), "attacks", 1),
        flow.at(CombatPhase(seat=seat), "combat"),
    ]
    s.changed()
    return s, seat


@pytest.mark.case("war_in_europe", "12.3", "12.4a", "12.43a")
def test_an_attack_is_forecast_as_it_is_rolled() -> None:
    s, seat = at_combat("diadem")
    view = GAME.view(s, seat)
    legal = s.legal(seat)
    unit = legal.able(orders.Attack)[0]
    target = legal.values(orders.Attack, unit)[0]
    begun = GAME.aids.forecast(s, view, orders.Attack, (unit, target))
    assert begun is not None
    s.apply(seat, orders.Attack(unit, target))
    found = GAME.aids.forecast(s, view)
    assert found is not None
    assert found.columns[0] == "1-3"
    plan = s.frame(Plan)
    report = odds.odds(s, plan)
    assert (found.column, found.rows) == (report.column, begun.rows)
    assert sum(Fraction(row.chance) for row in found.rows) == 1
    assert not any("out of supply" in line.text for line in found.lines)
    assert {line.value for line in found.legend} == {cell for row in found.rows for cell in row.cells}
    assert "all attackers lose a step" in {line.text for line in found.legend}
    s.position.unsupplied |= 1 << unit
    s.changed()
    hungry = GAME.aids.forecast(s, view)
    assert hungry is not None
    owed = next(line for line in hungry.lines if line.case == "12.43a" and "out of supply" in line.text)
    assert owed.value == str(battle.defending_points(s, plan.targets, 1 - seat))
    helped = GAME.aids.forecast(s, view, orders.Support)
    assert helped is not None
    assert any(line.case == "12.46" for line in helped.lines)


@pytest.mark.case("war_in_europe", "12.2")
def test_an_attack_of_which_nothing_can_come_is_told_to_be_hopeless() -> None:
    s, seat = at_combat("diadem")
    legal, view = s.legal(seat), GAME.view(s, seat)
    pairs = [(unit, to) for unit in legal.able(orders.Attack) for to in legal.values(orders.Attack, unit)]
    told, hopelessly = {}, set[bool]()
    for pair in pairs:
        found = GAME.aids.forecast(s, view, orders.Attack, pair)
        assert found is not None
        assert found.column is not None
        chances = {row.cells[found.column] for row in found.rows}
        told[found.hopeless] = chances & {*results.DEFENDERS_LOST, *results.BACK}
        assert found.hopeless == (not told[found.hopeless])
        # That it fails is told with `hopeless`, once; else nothing that cannot be.
        assert (":" in found.summary) != found.hopeless
        weighed = next(line.value for line in found.lines if line.text == "odds")
        if undiced := any("worse than the first column" in line.text for line in found.lines):
            assert found.summary == weighed, "not the first column, which the odds do not reach"
        hopelessly.add(undiced)
        assert " 0%" not in found.summary
    assert told.keys() == hopelessly == {True, False}, "both come up"


@pytest.mark.case("war_in_europe", "12.2", "12.7b", "12.7c")
def test_an_attack_tells_how_likely_nobody_of_the_defenders_is_left() -> None:
    s, seat = at_combat("sichelschnitt")
    unit = s.legal(seat).able(orders.Attack)[0]
    s.apply(seat, orders.Attack(unit, s.legal(seat).values(orders.Attack, unit)[0]))
    while others := s.legal(seat).able(orders.Join):
        s.apply(seat, orders.Join(others[0]))
    plan, view = s.frame(Plan), GAME.view(s, seat)
    there = list(hexes(s.units_in(plan.targets, 1 - seat)))

    def told(steps: int) -> tuple[str, Fraction, Fraction]:
        for defender in there:
            s.position.steps[defender] = steps
        s.changed()
        found = GAME.aids.forecast(s, view)
        assert found is not None
        chances = odds.table(s, plan).outcomes(odds.odds(s, plan).landed, odds.weigh(s, plan).modifier)
        lost = chances.chance(lambda code: code in results.DEFENDERS_LOST)
        return found.summary, lost, chances.chance(lambda code: code in results.BACK)

    # Who stands in spite of a retreat becomes a battlegroup, or is gone where there is none to become.
    summary, lost, back = told(2)
    assert lost
    assert f"in {in_percent(back)} of cases no defender is left in the hex, if none stands" in summary
    assert summary.endswith(f"; defenders lose a step {in_percent(lost)}"), "what cannot be is left out"
    summary, lost, back = told(1)
    assert f"in {in_percent(lost + back)} of cases no defender is left in the hex; defenders lose" in summary
    assert summary.endswith(f", go back {in_percent(back)}")


@pytest.mark.case("war_in_europe", "7.33g", "8.24d", "8.24f")
def test_an_assault_is_forecast_by_its_own_rules() -> None:
    s = state("overlord_1944")
    beach, number = s.scenario.map.hex("C1703"), s.scenario.number
    landed, beside = number["us-1"], number["us-29"]
    s.put(landed, beach)
    s.position.ashore = 1 << landed
    alone = Plan(attacker=ALLIED, target=beach, attackers=1 << landed, targets=1 << beach)
    s.position.stack = [*s.position.stack[:1], PlayerTurn(seat=ALLIED), CombatPhase(seat=ALLIED), alone]
    s.changed()
    own, there = odds.printed(s, 1 << landed), battle.defending_points(s, alone.targets, AXIS)
    owed = min(own, there)
    assert there < own, "so that an exchange costs less than the whole assault"
    told = {code: battle.costs(s, alone, code) for code in results.CODES}
    # Who fails is lost altogether, and after a Br nobody goes back but the defenders.
    assert told["Ae"] == told["AEx"] == (own, 0)
    assert told["Br"] == (owed, 0)
    assert (told["Dr"], told["Ex"], told["De"]) == ((0, 0), (owed, there), (0, there))
    found = GAME.aids.forecast(s, GAME.view(s, ALLIED))
    assert found is not None
    texts = {row.text for row in found.rows} | {line.text for line in found.legend}
    assert not texts & set(results.MEANINGS.values())
    assert results.ASSAULT_FAILS in texts
    helped = replace(alone, attackers=alone.attackers | 1 << beside)
    help_owed = min(odds.printed(s, 1 << beside), there)
    assert battle.costs(s, helped, "AEx") == (own + help_owed, 0)
    assert "other attackers" in battle.explained(s, helped)("AEx")


@pytest.mark.case("war_in_europe", "5.7c", "5.7e")
def test_an_overrun_is_forecast() -> None:
    s = state("sichelschnitt")
    s.advance()
    view = GAME.view(s, AXIS)
    soft = overrun.soft(s, ALLIED)
    target = next(hexes(soft.area))
    unit = s.scenario.rosters[AXIS][0]
    start = next(iter(s.scenario.board.grid.neighbours(target)))
    s.put(unit, start)
    s.position.stack = [
        *s.position.stack[:1],
        PlayerTurn(seat=AXIS),
        InitialMovement(seat=AXIS),
        Overrun(seat=AXIS, start=start, target=target, units=1 << unit),
    ]
    s.changed()
    found = GAME.aids.forecast(s, view)
    assert found is not None
    assert found.title.startswith("overrun of ")
    lines = {line.text: line.value for line in found.lines}
    assert Fraction(lines["needed for 13 to 1"]) == 13 * soft.strengths[target]
    assert any(line.case == "5.7c" and int(line.value) >= 3 for line in found.lines)


@pytest.mark.case("war_in_europe", "11.12")
def test_the_odds_of_all_are_told_of_as_many_as_there_is_fuel_for() -> None:
    """Of six divisions and two brigades round a hex a division and a brigade can go in still: who joins first takes it (R156)."""
    s = state("westwall")
    scenario, p = s.scenario, s.position
    p.turn, target = 2, scenario.map.hex("C2914")
    near = s.units_in(scenario.board.land_sides(frozen=False).beyond(target), ALLIED) & scenario.divisions
    brigades = [*hexes(s.on_map(ALLIED) & scenario.combat_units & ~scenario.divisions)][:3]
    first, second, *_ = hexes(near)
    for unit in brigades[:2]:
        s.put(unit, p.at[first])
    p.stack = [Campaign(), Turn(turn=2), PlayerTurn(seat=ALLIED), CombatPhase(seat=ALLIED)]
    s.changed()
    s.advance()
    busy = mask_of([*hexes(s.on_map(ALLIED) & scenario.divisions & ~near)][:18]) | 1 << brigades[2]
    p.fought = busy
    s.changed()
    assert near.bit_count() == 6
    plan = attack.begun(s, ALLIED, first, target)
    everybody = attack.everybody(s, plan)
    assert (everybody & near, everybody.bit_count()) == (1 << first, 2), "a half is left: a brigade takes it"
    s.apply(ALLIED, orders.Attack(unit=first, target=target))
    joins = attack.JoinAttack()
    refused = joins.unit(s).why_not(second)
    assert refused is not None
    assert refused.case == "11.12"
    s.apply(ALLIED, orders.Join(unit=brigades[0]))
    assert joins.unit(s).why_not(brigades[1]) is not None, "nothing is left"
