"""Every scenario has a briefing, and what it says is so."""

from __future__ import annotations

import re

import pytest

from phaseline.engine.ledger import Ledger
from phaseline.games.war_in_europe import GAME
from phaseline.games.war_in_europe.scenario import WarScenario
from phaseline.hexgrid import hexes

LEDGER = Ledger.read(GAME.package)
WORTH = re.compile(r": (?:a|(\d+)) points?\b")


def scenario(key: str) -> WarScenario:
    found = GAME.load(key)
    assert isinstance(found, WarScenario)
    return found


@pytest.mark.parametrize("key", GAME.scenarios())
@pytest.mark.parametrize("seat", [0, 1])
def test_every_scenario_has_a_briefing_whose_cases_and_places_exist(key: str, seat: int) -> None:
    found = scenario(key)
    briefing = GAME.aids.briefing(found, seat)
    assert briefing is not None
    lines = [*briefing.special, *(line for aim in briefing.aims for line in aim.lines)]
    cited = {line.case for line in lines} | {each.case for each in briefing.objectives}
    assert [number for number in sorted(cited) if number not in LEDGER] == []
    assert briefing.frame
    assert briefing.length == f"{found.last_turn} turns of a week"


@pytest.mark.case("war_in_europe", "4.3")
@pytest.mark.parametrize("key", GAME.scenarios())
def test_places_are_worth_what_the_briefing_says(key: str) -> None:
    found = scenario(key)
    briefing = GAME.aids.briefing(found, None)
    victory = found.setup.victory
    assert briefing is not None
    assert victory is not None
    worth = {found.map.hex(prize.hex): prize.points for prize in victory.places}
    told: dict[int, int] = {}
    for each in briefing.objectives:
        read = WORTH.search(each.title)
        assert read, each.title
        told |= dict.fromkeys(each.hexes, int(read[1] or 1))
    assert told == {hex: worth.get(hex) for hex in told}
    best = max(worth.values())
    assert {hex for hex, points in worth.items() if points == best} <= set(told)


@pytest.mark.case("war_in_europe", "4.3")
@pytest.mark.parametrize("key", GAME.scenarios())
def test_aims_name_the_grades_of_the_scenario(key: str) -> None:
    found = scenario(key)
    victory = found.setup.victory
    assert victory is not None
    seat = GAME.seats.index(victory.counted)
    briefing = GAME.aids.briefing(found, seat)
    assert briefing is not None
    by_level = {grade.level: grade.least for grade in victory.grades}
    own, other = (briefing.aims[n].lines[0].text for n in (0, 1))
    assert own.startswith(f"{by_level[f'{victory.counted} tactical']} points win, {by_level['Draw']} to ")
    assert f"below {by_level['Draw']} points" in other


def test_one_scenario_is_the_first() -> None:
    assert [key for key in GAME.scenarios() if (text := GAME.aids.prospectus(key)) and text.first] == [
        "diadem"
    ]


def test_the_frame_of_diadem_holds_the_front_and_not_the_whole_map() -> None:
    found = scenario("diadem")
    briefing = GAME.aids.briefing(found, None)
    assert briefing is not None
    grid = found.map.grid
    columns, rows = zip(*map(grid.col_row, briefing.frame), strict=True)
    stand = dict.fromkeys((0, 1), 0)
    for key, unit in found.setup.units.items():
        if unit.at:
            stand[found.side_of[found.number[key]]] |= 1 << found.map.hex(unit.at)
    front = [hex for side in (0, 1) for hex in hexes(stand[side] & grid.spread(stand[1 - side]))]
    assert len(front) > 5
    for col, row in map(grid.col_row, front):
        assert min(columns) <= col <= max(columns)
        assert min(rows) <= row <= max(rows)
    assert (max(columns) - min(columns)) * (max(rows) - min(rows)) < grid.all.bit_count() / 4


TOLD = {
    "lost": "division lost costs a point",
    "weak": "infantry divisions lost or reduced",
    "trapped": "cut off from Paris",
    "home": "BEF in Britain",
    "saved": "saved by Emergency Transport",
    "starving": "cut off south of the Arno",
    "short": "withdrawn|leaves",
    "kept": "may be kept",
}
"""What a briefing says of what else counts."""


@pytest.mark.case("war_in_europe", "4.3")
@pytest.mark.parametrize("key", GAME.scenarios())
def test_all_that_counts_is_told(key: str) -> None:
    found = scenario(key)
    briefing = GAME.aids.briefing(found, None)
    assert briefing is not None
    lines = [*briefing.special, *(line for aim in briefing.aims for line in aim.lines)]
    told = " ".join(line.text for line in lines)
    for count in found.special.counts:
        if count.rule.what == "held":
            assert found.map.written(count.rule.text.removesuffix(" in Axis hands")) in told
        else:
            assert re.search(TOLD[count.rule.what], told), count.rule.text


@pytest.mark.case("war_in_europe", "7.0g", "7.13a")
def test_advice_names_ports_that_are_open_and_no_more_ships_than_a_port_takes() -> None:
    for key, advice in (
        ("italy_1943", "Taranto and Brindisi by sea"),
        ("sichelschnitt", "four a port and turn"),
    ):
        briefing = GAME.aids.briefing(scenario(key), 1)
        assert briefing is not None
        assert advice in " ".join(briefing.advice)


@pytest.mark.case("war_in_europe", "tbl.5.8.river")
def test_the_gustav_line_is_to_be_broken_where_there_is_no_river() -> None:
    found = scenario("diadem")
    briefing = GAME.aids.briefing(found, 1)
    assert briefing is not None
    (text,) = (text for text in briefing.advice if "no river" in text)
    named = re.findall(r"from (\w+) against (\w+)", text)
    assert len(named) == 2
    for start, goal in named:
        line = found.map.hex(goal)
        assert found.lines[0].area >> line & 1, "it is of the Gustav Line"
        assert found.board.land_sides(frozen=False).has(found.map.hex(start), line)
        assert not found.board.rivers.has(found.map.hex(start), line)
