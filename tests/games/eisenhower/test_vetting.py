"""What a data pack may not say of Eisenhower's War, each with the place where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.games.packing import pack_of, refusal, told

from phaseline.engine.registry import game

HISTORICAL = [
    ('title = ""', "title: a name is needed"),
    ('beachheads = ["9999"]', "beachheads[1]: there is no hex 9999"),
    ('beachheads = ["2110"]', "beachheads[1]: 2110 is not a coastal hex in play"),
    ('beachheads = ["3304", "3304"]', "beachheads[2]: 3304 stands in the list already"),
    ('case = "3.99"', "case: there is no case 3.99; near it: "),
    ("beachheads = []", "beachheads: the invasion has landed: at least one is needed"),
    ('start_allied = ["9999"]', "start_allied[1]: there is no hex 9999"),
    ('start_allied = ["Berlin"]', "start_allied[1]: LG3 stands there (counters.toml)"),
    ('landing_force = ["US5"]', "landing_force: only the alternative invasion has one: leave it empty"),
]
ALTERNATE = [
    ("landing_force = []", "landing_force: somebody has to land: at least one is needed"),
    ('landing_force = ["US55"]', 'landing_force[1]: there is no unit "US55"; did you mean US5'),
    ('landing_force = ["US5", "US5"]', "landing_force[2]: US5 stands in the list already"),
    ('landing_force = ["US5", "1SS"]', "landing_force[2]: 1SS is no Allied unit"),
    (
        'landing_force = ["US5", "US7", "B1", "B30", "US8", "US19", "US15"]',
        "landing_force: a beachhead holds 6 units (tables.toml), not 7",
    ),
    ('beachheads = ["3304"]', "beachheads: nobody has landed yet: leave it empty"),
]
ROW = '["1/1", "1/1", "1/2", "0/2", "0/3", "0/3", "0/4", "0/4", "%s"]'
TABLES = [
    (
        "[crt]\nrows.1 = " + ROW % "x",
        'crt: Combat Results Table, row 1, column 7:1: a result is written "1/2"',
    ),
    ("[crt]\nrows.1 = " + ROW % "-3/99", 'a result is written "1/2", not "-3/99"'),
    ('[crt]\nrows.1 = ["1/1", "1/1", "1/2"]', "crt: Combat Results Table, row 1: 3 results for 9 columns"),
    ("[crt]\nrows.7 = " + ROW % "1/1", "crt.rows: 1d6 comes to 6 at most: leave out the rows beyond"),
    ('[crt]\ndice = "2d6"', "rows stand for 1 to 6, but 2d6 gives 2 to 12"),
    (
        '[crt]\ncolumns = ["1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "7:1", "6:1"]',
        "crt.columns: odds columns must rise from left to right, but 6:1 follows 7:1",
    ),
    ("[past_right]\nattacker = 9999", "past_right.attacker: 9999 stands here; a whole number of at most 99"),
    (
        "[terrain.swamp]\ncost = 1\nmountain_capable = 1\nshift = 0\nstack = 3",
        'terrain.swamp: there is no terrain "swamp"',
    ),
    ("[terrain.clear]\ncost = 999", "terrain.clear.cost: 999 stands here; a whole number of at most 99"),
    (
        "[terrain.mountain]\nstack = 7",
        "terrain.mountain.stack: rough ground and mountains have one limit, and rough has 3",
    ),
    (
        "[terrain.mountain]\nmountain_capable = 9",
        "terrain.mountain.mountain_capable: 9 is dearer than for all others, 3",
    ),
    ("[crossing]\nriver = 999", "crossing.river: 999 stands here; a whole number of at most 99"),
    ("[shifts]\nriver = -5", "shifts.river: 2 is less than a common river shifts, -5"),
    ("[shifts]\nrhine = 0", "shifts.rhine: 0 is less than a common river shifts, 1"),
    ('[stacking]\nwaived_hex = "9999"', "stacking.waived_hex: there is no hex 9999"),
]
BOX = '{ turn = %d, label = "%s", months = [%s], ports = %d }'


def track(turn: int = 1, label: str = "Jun 44", months: str = '"1944-06"', ports: int = 1) -> str:
    """A Turn Track with such a first box."""
    rest = [BOX % (n, "later", '"1944-07"', 0) for n in range(2, 10)]
    return f"turns = [{', '.join([BOX % (turn, label, months, ports), *rest])}]"


TURNS = [
    ("turns = []", "turns: 0 stand here; the rules count 9: give each its box"),
    (track(turn=2), "turns[1].turn: turn 1 has to stand here"),
    (track(label=""), "turns[1].label: a name is needed"),
    (track(months=""), "turns[1].months: at least one is needed"),
    (track(months='"June"'), 'turns[1].months[1]: "June" is no month: write it as 1944-06'),
    (track(ports=99), "turns[1].ports: the map has "),
]
COUNTERS = [
    ('[units.US5]\nname = ""', "units.US5.name: a name is needed"),
    ('[units.US7]\nname = "us v corps"', "units.US7.name: another unit is called us v corps"),
    ("[units.US5]\nfull = [0, 0, 0]", "units.US5.full: a unit without a defence could not be attacked"),
    ("[units.US5]\nfull = [9, 9, 999]", "units.US5.full[3]: 999 stands here; a whole number of at most 99"),
    ("[units.US5]\nreduced = [99, 4, 6]", "units.US5.reduced: it is more than at full strength"),
    ("[units.US5]\nreduced = [1, 0, 6]", "units.US5.reduced: a unit without a defence could not be attacked"),
    ("[units.US5]\nreduced = [1, 1, 0]", "units.US5.reduced: it moves at full strength and not reduced"),
    ('[units.US5]\nsetup = "9999"', "units.US5.setup: there is no hex 9999"),
    ('[units.US5]\nsetup = ""', "units.US5.setup: where does it begin? give its hex, or its entry"),
    (
        '[units.1SS]\nside = "allied"\ntype = "mechanized"',
        "units.1SS.side: the rules speak of 1SS as a unit of the german side",
    ),
    ('[units.US5]\nentry = "3"', "units.US5.entry: it stands in 3304 from the start"),
    ('[units.US8]\nentry = "99"', "units.US8.entry: there is no turn 99"),
    ('[units.US8]\nentry = "0"', "units.US8.entry: there is no turn 0"),
    ('[units.US8]\nentry = "3*?"', 'units.US8.entry: "3*?" is no entry: write 3, 3*, 8?, 4/2711'),
    ('[units.US8]\nentry = "3/Italy"', "units.US8.entry: Allied units come in by ports"),
    ('[units.2SS]\nentry = "3*"', "units.2SS.entry: * is for the French, who wait for FX"),
    ('[units.2SS]\nentry = "3/Cologn"', "units.2SS.entry: there is no place"),
    ('[units.US8]\narmy_group = ""', "units.US8.army_group: an airborne corps in static form has airborne"),
    ('[units.US8]\narmy_group = "airborne"', "every other Allied unit american or british"),
    ('[units.2SS]\narmy_group = "british"', "units.2SS.army_group: German units have none: leave it out"),
    ('[units.US8]\ntype = "panzer"', 'units.US8.type: there is no allied unit of type "panzer"'),
    ('[units.US8]\nother_form = "US19"', "units.US8.other_form: only airborne corps have two forms"),
    ('[units.B1A_g]\nother_form = ""', "units.B1A_g.other_form: an airborne corps has another form: name it"),
    ('[units.B1A_g]\nother_form = "US18A_s"', "units.B1A_g.other_form: US18A_s is no other form of it"),
    (
        """[units.B1A_g]
other_form = "X"
[units.X]
name = "X"
side = "allied"
type = "airborne_drop"
full = [1, 1, 1]
army_group = "airborne"
other_form = "B1A_g"
entry = "4"
""",
        "units.B1A_g.reduced: X has 1 step, and both are one corps",
    ),
    ("[units.US8]\nrebuild = false", "units.US8.rebuild: who is rebuilt follows from the rules of its army"),
]
STACKS = [
    ("tables", "[terrain.clear]\nstack = 1", "units.FX.setup: 3 units begin in 1213, where 1 may stand"),
    ("tables", "[stacking]\nbeachhead = 1", "4 units begin in 3304, where 1 may stand: US5, US7, B1, B30"),
    (
        "tables",
        "[stacking]\ngerman_mobile_in_italy = 1",
        "mobile German units begin in Italy, where 1 may be",
    ),
    (
        "scenarios/historical",
        'beachheads = ["3302"]',
        "both army groups begin in 3304, which is no beachhead",
    ),
]


@pytest.mark.parametrize(("content", "complaint"), HISTORICAL)
def test_mistakes_in_a_scenario_are_told(tmp_path: Path, content: str, complaint: str) -> None:
    told(tmp_path, "eisenhower", "historical", "scenarios/historical", content, complaint)


@pytest.mark.parametrize(("content", "complaint"), ALTERNATE)
def test_mistakes_in_the_other_scenario_are_told(tmp_path: Path, content: str, complaint: str) -> None:
    told(tmp_path, "eisenhower", "alternate", "scenarios/alternate", content, complaint)


@pytest.mark.parametrize(("content", "complaint"), TABLES)
def test_mistakes_in_the_tables_are_told(tmp_path: Path, content: str, complaint: str) -> None:
    told(tmp_path, "eisenhower", "historical", "tables", content, complaint)


@pytest.mark.parametrize(("content", "complaint"), TURNS)
def test_mistakes_in_the_turn_track_are_told(tmp_path: Path, content: str, complaint: str) -> None:
    told(tmp_path, "eisenhower", "historical", "turns", content, complaint)


@pytest.mark.parametrize(("content", "complaint"), COUNTERS)
def test_mistakes_in_the_counters_are_told(tmp_path: Path, content: str, complaint: str) -> None:
    told(tmp_path, "eisenhower", "historical", "counters", content, complaint)


@pytest.mark.parametrize(("name", "content", "complaint"), STACKS)
def test_a_stack_that_the_rules_forbid_is_told(
    tmp_path: Path, name: str, content: str, complaint: str
) -> None:
    """A limit and a unit are each sound by themselves; who stands there is named."""
    assert complaint in refusal(tmp_path, "eisenhower", "historical", name, content)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("tables", "[crossing]\nezoc = 0"),
        ("tables", "[terrain.clear]\nstack = 99"),
        ("tables", "[shifts]\nconcentric = 0"),
        ("turns", track(ports=0)),
        (
            "counters",
            '[units.NEW]\nname = "New"\nside = "german"\ntype = "panzer"\nfull = [0, 1, 0]\nentry = "9"',
        ),
    ],
)
def test_what_makes_sense_is_let_through(tmp_path: Path, name: str, content: str) -> None:
    pack = pack_of(tmp_path, "eisenhower", name, content)
    assert game("eisenhower").load("historical", packs=[pack]).key == "historical"
