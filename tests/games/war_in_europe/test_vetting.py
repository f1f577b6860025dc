"""What a data pack may not say of War in Europe, each with the place where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.games.packing import pack_of, refusal, told

from phaseline.engine.registry import game

FRAME = [
    ('title = ""', "title: a name is needed"),
    ('begins = "1943-13-01"', 'begins: "1943-13-01" is no day: write it as 1944-06-06'),
    ('begins = "19430903"', 'begins: "19430903" is no day: write it as 1944-06-06'),
    ('begins = "9999-12-31"', "begins: 9999 is long before or after"),
    ("weather = []", "weather: 0 turns stand here: a scenario has from 1 to 99"),
    ('fronts = ["south", "south"]', "fronts[2]: south stands in the list already"),
    ('tables = { Axis = "X" }', 'tables.Axis: there is no Combat Results Table "X"'),
    ('tables = { foul = "Z" }', 'tables.foul: there is no Combat Results Table "Z"'),
    ('tables = { axis = "C_attrition" }', 'tables.axis: there is no side, nor foul weather, called "axis"'),
    ("transport = { Axis = [3] }", "transport.Axis: 1 entry for 36 turns: give one a turn"),
    ('seas = { Axis = ["Med"] }', 'seas.Axis[1]: there is no sea area "Med"; known are High Seas'),
    (
        'squadrons = { Allied = { "High Seas" = 3 } }',
        'squadrons.Allied.High Seas: there is no sea area of this side called "High Seas"',
    ),
    ("sources = { Axis = [] }", "sources.Axis: at least one is needed: nobody would be in supply"),
    ('sources = { Axis = ["Z9999"] }', 'sources.Axis[1]: there is no place "Z9999"'),
    ('sources = { Axes = ["C3525"] }', 'sources.Axes: there is no side or nation "Axes"; did you mean Axis?'),
    ('sources = { Axis = ["C1501"] }', "sources.Axis[1]: C1501 is not in play"),
    ('sources = { Axis = ["D2721"] }', "sources.Axis: the enemy holds all of them at the start"),
    ("territory = []", "territory: whose land is it? name countries or hexes"),
    ('territory = [{ side = "Axis" }]', "territory[1]: name areas or hexes"),
    (
        'territory = [{ side = "Axis", areas = ["Itly"] }]',
        'territory[1].areas[1]: there is no country "Itly"',
    ),
    ('territory = [{ side = "Axis", hexes = ["D1"] }]', 'territory[1].hexes[1]: there is no place "D1"'),
    (
        'territory = [{ side = "Axis", hexes = ["D1208-"] }]',
        'territory[1].hexes[1]: "D1208-" is no run of hexes: write it as D1208-10',
    ),
    (
        'territory = [{ side = "Axis", hexes = ["D1210-08"] }]',
        "territory[1].hexes[1]: D1210-08 runs backwards",
    ),
    (
        'territory = [{ side = "Axis", hexes = ["D1208-10", "D1209"] }]',
        "territory[1].hexes[2]: D1209 stands in the list already",
    ),
    ('lines = [{ name = "", side = "Axis", hexes = ["D2910"] }]', "lines[1].name: a name is needed"),
    ('lines = [{ name = "x", side = "Axis", hexes = [] }]', "lines[1].hexes: a line has at least one hex"),
    (
        'lines = [{ name = "x", side = "Axis", hexes = ["D2910"], since = 99 }]',
        "lines[1].since: turn 99 is not one of this scenario, 1 to 36",
    ),
    (
        'lines = [{ name = "x", side = "Axis", hexes = ["D2910"], front = "border" }]',
        "lines[1].rear: name the hexes behind it, or write round",
    ),
    (
        'lines = [{ name = "x", side = "Axis", hexes = ["D2910"], rear = ["D2909"] }]',
        "lines[1].front: only a border line has a rear",
    ),
    (
        'lines = [{ name = "x", side = "Axis", hexes = ["D2910"], front = "border", rear = ["D2910"] }]',
        "lines[1].rear: a hex of the line itself is not behind it",
    ),
    ('air = [{ turn = 0, side = "Axis", front = "south", points = 5 }]', "air[1].turn: turn 0 is not one"),
    ('air = [{ turn = 99, side = "Axis", front = "south", points = 5 }]', "air[1].turn: turn 99 is not one"),
    (
        'air = [{ turn = 1, side = "Axis", front = "west", points = 5 }]',
        'air[1].front: there is no front of this scenario called "west"; known are south',
    ),
    ('air = [{ turn = 1, side = "Axis", front = "south" }]', "air[1].points: no points: leave it out"),
    (
        'air = [{ turn = 1, side = "Axis", front = "south", points = 9999 }]',
        "air[1].points: 9999 stands here; a whole number of at most 99",
    ),
    ("landings = [{ turn = 99, points = 6 }]", "landings[1].turn: turn 99 is not one of this scenario"),
    ("landings = [{ turn = 1, points = 0 }]", "landings[1].points: no points: leave it out"),
    (
        'landings = [{ turn = 1, points = 6, at = ["Tunesia"] }]',
        'landings[1].at[1]: there is no country "Tunesia"; did you mean Tunisia?',
    ),
    ('landings = [{ turn = 1, points = 6, at = ["Spain"] }]', "landings[1].at[1]: Spain is not in play"),
    (
        'landings = [{ turn = 1, points = 6, onto = ["D2707"] }]',
        "landings[1].onto[1]: D2707 is not a coast in play that can be assaulted",
    ),
    (
        "landings = [{ turn = 1, points = 6, divisions = 2 }]",
        "landings[1].onto: name the coasts onto which they must land",
    ),
    (
        'landings = [{ turn = 1, points = 1, onto = ["D2913"], divisions = 9 }]',
        "landings[1].divisions: 1 point lands 1 division at most",
    ),
]
PZGR = "[units.ge-29-pzgr]\n"
LATER = 'at = ""\nturn = 2\n'
FORCES = [
    (PZGR + 'name = ""', "units.ge-29-pzgr.name: a name is needed"),
    (PZGR + 'name = "26 pz"', "units.ge-26-pz.name: another unit is called 26 Pz; names must differ"),
    (PZGR + 'type = "ge_pzgrx"', "units.ge-29-pzgr.type: there is no type in counters.toml called"),
    (PZGR + 'nation = "american"', "units.ge-29-pzgr.nation: units of type ge_pzgr are german, on the other"),
    (PZGR + 'at = "D0101"', "units.ge-29-pzgr.at: D0101 is not in play"),
    (PZGR + 'at = ""', "units.ge-29-pzgr.at: where does it begin? name its hex, the turn it comes in"),
    (PZGR + 'at = "box-nord"', 'units.ge-29-pzgr.at: there is no place "box-nord"'),
    (PZGR + 'at = "box-south"', "units.ge-29-pzgr.at: only airborne units wait in a box"),
    ('[units.us-82-abn]\nat = "box-west"', "units.us-82-abn.at: there is no front of this scenario called"),
    (PZGR + "turn = 3", "units.ge-29-pzgr.turn: it stands in D3018 from the start: give a place or a turn"),
    (
        PZGR + 'at = ""\nturn = 99\nto = ["C2932"]',
        "units.ge-29-pzgr.turn: turn 99 is not one of this scenario",
    ),
    (PZGR + LATER, "units.ge-29-pzgr.to: where does it come in? name a hex at least"),
    (PZGR + LATER + 'to = ["Z99"]', 'units.ge-29-pzgr.to[1]: there is no place "Z99"'),
    (PZGR + LATER + 'to = ["C1501"]', "units.ge-29-pzgr.to[1]: C1501 is not in play"),
    (PZGR + LATER + 'to = ["box-south"]', "units.ge-29-pzgr.to[1]: name hexes: the box of a front is where"),
    (PZGR + 'to = ["C2932"]', "units.ge-29-pzgr.to: it does not come in: leave it out, or give a turn"),
    (
        "[units.ge-rfss-bde]\nreduced = true",
        "units.ge-rfss-bde.reduced: units of type ge_pzbde have one step",
    ),
    ('[units.x]\nname = "X"\ntype = "repair"\nat = "D2707"', "units.x.nation: units of type repair need a"),
    (
        '[units.ge-162-inf]\nname = "X"\ntype = "ge_inf"\nat = "D2707"',
        "units.ge-162-inf: ge-162-inf is the counter that may take the place of ge-162",
    ),
    (
        "\n".join(f'[units.x{n}]\nname = "X{n}"\ntype = "ge_inf"\nat = "D3018"' for n in range(4)),
        "units.x3.at: 5 units begin in D3018, where 4 may stand: ge-29-pzgr, x0, x1, x2, x3",
    ),
    ('withdrawals = [{ turn = 0, units = ["ge-44"] }]', "withdrawals[1].turn: turn 0 is not one of this"),
    ("withdrawals = [{ turn = 2, units = [] }]", "withdrawals[1].units: nobody is named"),
    ('withdrawals = [{ turn = 3, units = ["xyz"] }]', "withdrawals[1].units[1]: there is no unit of this"),
    (
        'withdrawals = [{ turn = 3, units = ["ge-44"] }, { turn = 4, units = ["ge-44"] }]',
        "withdrawals[2].units[1]: ge-44 is withdrawn already",
    ),
    ('withdrawals = [{ turn = 2, units = ["br-6-arm"] }]', "br-6-arm comes in turn 28 only"),
    (
        'replacements = [{ nation = "polish", front = "south", turns = [2], infantry = 2 }]',
        'replacements[1].nation: there is no unit of this scenario that is "polish"',
    ),
    (
        'replacements = [{ nation = "german", front = "west", turns = [2], infantry = 2 }]',
        'replacements[1].front: there is no front of this scenario called "west"',
    ),
    (
        'replacements = [{ nation = "german", front = "south", turns = [], infantry = 2 }]',
        "replacements[1].turns: at least one is needed",
    ),
    (
        'replacements = [{ nation = "german", front = "south", turns = [2, 99], infantry = 2 }]',
        "replacements[1].turns[2]: turn 99 is not one of this scenario",
    ),
    (
        'replacements = [{ nation = "german", front = "south", turns = [2, 2], infantry = 2 }]',
        "replacements[1].turns[2]: 2 stands in the list already",
    ),
    (
        'replacements = [{ nation = "german", front = "south", turns = [2] }]',
        "replacements[1].infantry: no points: leave it out",
    ),
    ('confined = [{ until = 99, units = ["ge-44"] }]', "confined[1].until: turn 99 is not one of this"),
    ('confined = [{ until = 5, units = ["xyz"] }]', "confined[1].units[1]: there is no unit of this"),
    ("confined = [{ until = 5 }]", "confined[1].units: whom does it concern? name units, or a side"),
    ('confined = [{ until = 5, side = "Axis" }]', "confined[1].posts: whom does it concern?"),
    (
        'confined = [{ until = 5, units = ["ge-44"], hexes = ["D2707"] }]',
        "confined[1].units[1]: ge-44 begins in C3426, which is not among the hexes it keeps to",
    ),
]
SPECIAL = [
    ("wrecks = { turns = -5 }", "special.wrecks.turns: -5 stands here; a whole number of at least 0"),
    ("wrecks = { turns = 4, longer = { D2910 = 3 } }", "wrecks.longer.D2910: D2910 is not a major port"),
    ("wrecks = { turns = 4, since = { D2912 = 9 } }", "wrecks.since.D2912: the scenario begins in turn 1"),
    (
        'approaches = [{ port = "D2910", side = "Allied", hexes = ["D2912"] }]',
        "special.approaches[1].port: D2910 is not a port in play",
    ),
    ('approaches = [{ port = "D2912", side = "Allied", hexes = [] }]', "approaches[1].hexes: at least one"),
    (
        """approaches = [{ port = "D2912", side = "Allied", hexes = ["D2910"] },
    { port = "D2912", side = "Axis", hexes = ["D2910"] }]""",
        "special.approaches[2]: another speaks of the port D2912",
    ),
    ('stocks = [{ side = "Axis", turns = 0, types = ["ge_inf"] }]', "special.stocks[1].turns: no turns"),
    ('stocks = [{ side = "Axis", turns = 1 }]', "special.stocks[1]: whom does it feed? name types or hexes"),
    ('stocks = [{ side = "Axis", turns = 1, types = ["foo"] }]', "special.stocks[1].types[1]: there is no"),
    ('lent = [{ side = "Axis", until = 99, hexes = ["D2707"] }]', "special.lent[1].until: turn 99 is not"),
    ('lent = [{ side = "Axis", until = 9, hexes = [] }]', "special.lent[1].hexes: at least one is needed"),
    (
        'ferries = [{ side = "Axis", start = [], goals = ["D2912"], why = "x" }]',
        "special.ferries[1].start: at least one is needed",
    ),
    (
        'ferries = [{ side = "Axis", start = ["D2912"], goals = ["D2707"], why = "x" }]',
        "special.ferries[1].goals[1]: D2707 is not a port or coast in play",
    ),
    (
        'harbour = { side = "Allied", since = 9, until = 3 }',
        "special.harbour.until: it ends before it begins",
    ),
    ('harbour = { side = "Allied", since = 9, until = 99 }', "special.harbour.until: turn 99 is not one"),
    ('harbour = { side = "Axis", since = 3, until = 9 }', "special.harbour: it needs an Amphibious Point"),
    (
        'allotments = [{ side = "Allied", divisions = 2, port = "D2910", opened = 4 }]',
        "special.allotments[1].port: D2910 is not a port in play",
    ),
    (
        'allotments = [{ side = "Allied", divisions = 2, port = "D2912", opened = 1 }]',
        "special.allotments[1].opened: a port that works lets no fewer attack",
    ),
    (
        'allotments = [{ side = "Allied", divisions = 2, opened = 4 }]',
        "special.allotments[1].port: name the port with which it begins",
    ),
    (
        'allotments = [{ side = "Allied", divisions = 2 }, { side = "Allied", divisions = 4 }]',
        "special.allotments[2]: another speaks of the side Allied",
    ),
    ('barred = ["Z9"]', 'special.barred[1]: there is no place "Z9"'),
    ('held_back = ["xyz"]', "special.held_back[1]: there is no unit of this scenario"),
    ('beaches = ["D2707"]', "special.beaches[1]: D2707 is not a coast that can be assaulted"),
    ('torn = ["D0101"]', "special.torn[1]: D0101 is not a rail hex in play"),
    ('joining = [{ name = "", countries = ["Italy"], side = "Axis" }]', "special.joining[1].name: a name"),
    (
        'joining = [{ name = "x", countries = ["Italy"], side = "Axis", turn = 2 }]',
        "special.joining[1].countries[1]: Italy is not neutral in this scenario (territory)",
    ),
    (
        'surprise = [{ turn = 99, side = "Axis", countries = ["Italy"] }]',
        "special.surprise[1].turn: turn 99 is not one of this scenario",
    ),
    ('surprise = [{ turn = 1, side = "Axis", countries = ["Itly"] }]', 'there is no country "Itly"'),
    (
        'surrenders = [{ nation = "german", country = "Italy", all_of = ["D2707"] }]',
        "special.surrenders[1].nation: german units are the Axis's, which takes surrenders",
    ),
    (
        'surrenders = [{ nation = "british", country = "Itly", all_of = ["D2707"] }]',
        'special.surrenders[1].country: there is no country "Itly"; did you mean Italy?',
    ),
    (
        'surrenders = [{ nation = "british", country = "Italy", all_of = [] }]',
        "special.surrenders[1].all_of: at least one is needed",
    ),
]
END = "special.armistice = { since = %d, all_of = [%s], least = %d, of = [%s], dice = [%s], kept = [] }"
ARMISTICE = [
    (END % (99, '"D2707"', 0, "", "1"), "special.armistice.since: turn 99 is not one of this scenario"),
    (END % (9, '"D2707"', 0, "", "7"), "special.armistice.dice[1]: 7 is on no die: they have 1 to 6"),
    (END % (9, '"D2707"', 0, "", "1, 1"), "special.armistice.dice[2]: 1 stands in the list already"),
    (END % (9, "", 0, '"D2707"', "1"), "special.armistice.all_of: nothing has to be held for it"),
    (END % (9, "", 2, '"D2707"', "1"), "special.armistice.least: only 1 are named (of)"),
]
TALLY = 'special.tallies = [{ what = "%s", text = "x", points = 1%s }]'
VICTORY = [
    (TALLY % ("held", ""), 'special.tallies[1].hex: "held" counts by it: name it'),
    (TALLY % ("trapped", ""), 'special.tallies[1].hex: "trapped" counts by it: name it'),
    (TALLY % ("home", ""), 'special.tallies[1].countries: "home" counts by it: name it'),
    (TALLY % ("starving", ""), 'special.tallies[1].hexes: "starving" counts by it: name it'),
    (TALLY % ("saved", ""), 'special.tallies[1].nations: "saved" counts by it: name it'),
    (TALLY % ("lost", ", per = 0"), "special.tallies[1].per: 0 stands here; a whole number of at least 1"),
    (TALLY % ("lost", ', units = ["foo"]'), "special.tallies[1].units[1]: there is no unit of this scenario"),
    (TALLY % ("lost", ', but = ["foo"]'), "special.tallies[1].but[1]: there is no unit of this scenario"),
    (
        TALLY % ("home", ', countries = ["Itly"]'),
        'special.tallies[1].countries[1]: there is no country "Itly"',
    ),
    (TALLY % ("held", ', hex = "D0101"'), "special.tallies[1].hex: D0101 is not in play"),
    (
        'special.tallies = [{ what = "lost", text = "x", points = 0 }]',
        "special.tallies[1].points: no points: leave it out",
    ),
    ('special.tallies = [{ what = "lost", text = "", points = 1 }]', "special.tallies[1].text: a name is"),
    ("victory.grades = []", "victory.grades: there is none: give one from -99 points on at least"),
    (
        'victory.grades = [{ least = 5, winner = "Allied", level = "x" }]',
        "victory.grades: fewer points than 5 have no result: let the last begin with -99",
    ),
    (
        'victory.grades = [{ least = -99, winner = "Alied", level = "x" }]',
        'victory.grades[1].winner: "Alied" is not possible here; possible are Allied, Axis',
    ),
    (
        'victory.places = [{ name = "Naples", hex = "Z9", points = 5 }]',
        'victory.places[1].hex: there is no place "Z9"',
    ),
    (
        'victory.places = [{ name = "Naples", hex = "D0101", points = 5 }]',
        "victory.places[1].hex: D0101 is not in play",
    ),
    (
        'victory.places = [{ name = "Naples", hex = "D2912", points = 0 }]',
        "victory.places[1].points: no points: leave the place out",
    ),
    (
        'victory.places = [{ name = "N", hex = "D2912", points = 5 }, { name = "M", hex = "D2912", points = 5 }]',
        "victory.places[2].hex: N is the same hex",
    ),
    (
        "special.tallies = []\nvictory.places = []\nvictory.divisions_lost = 0",
        "victory.places: nothing counts",
    ),
    ('victory.nations = ["german"]', "victory.nations[1]: german units are of the other side than Allied"),
]
SIX = '["Ae", "Ae", "Ae", "Ae", "Ae", "%s"]'
TABLES = [
    ("[terrain.forest]\nmechanized = 1\nfoot = 1", 'terrain.forest: there is no terrain "forest"'),
    ("[terrain.clear]\nfoot = 999", "terrain.clear.foot: 999 stands here; a whole number of at most 99"),
    ("[forced_march]\nattrition = [7]", "forced_march.attrition[1]: 7 is on no die: they have 1 to 6"),
    ("[airborne]\ntransport_lost = [0]", "airborne.transport_lost[1]: 0 is on no die"),
    ("[airborne]\nassault_lost = [1, 1]", "airborne.assault_lost[2]: 1 stands in the list already"),
    ("[airborne]\nregiments.german = 1", "airborne.regiments.german: a division of 1 regiment does not"),
    ("[airborne]\nregiments.german = 9", "airborne.regiments.german: a hex holds 4 units: 9 regiments"),
    ("[airborne]\nregiments.american = 3", "airborne.regiments.american: only divisions of the Axis"),
    ("[rail]\ncorps = 0", "rail.corps: 0 stands here; a whole number of at least 1 is needed"),
    ("[sea]\nrecycle = 0", "sea.recycle: 0 stands here; a whole number of at least 1 is needed"),
    ("[supply]\nhalved = 0.25", "supply.halved: nothing but 0.5 is known"),
    ("[air]\ninto = 5", "air.into: it follows from the 10 that leave each front: change out"),
    ("[air]\ngroup = 6", "air.group: 6 attack together, but sea_strikes has 5 rows"),
    ('[air]\nseasons.south.clear = "x"', 'air.seasons.south.clear: "x" is no share: write it as 2/3'),
    ('[air]\nseasons.south.clear = "1/0"', 'air.seasons.south.clear: "1/0" is no share'),
    ('[air]\nseasons.south.clear = "5"', "air.seasons.south.clear: 5 is no share: they run from 0 to 1"),
    ('[air_combat.odds]\n"8-1" = [1]', "air_combat.odds: 7-1 is missing: they follow each other"),
    ('[air_combat.odds]\n"1-1" = [7]', "air_combat.odds.1-1[1]: 7 is on no die"),
    ('[sea_strikes.rows]\n1 = ["L"]', "sea_strikes.rows.1: 1 result: give one for each of 6 dice"),
    (
        '[sea_strikes.rows]\n1 = ["X", "-", "-", "-", "-", "-"]',
        'sea_strikes.rows.1[1]: there is no result "X"; known are -, L, A, H, S',
    ),
    (
        '[sea_strikes.rows]\n7 = ["L", "-", "-", "-", "-", "-"]',
        "sea_strikes.rows: 6 is missing: they follow each other",
    ),
    ('[results.C_attrition.odds]\n"1-1" = ["Ae"]', "results.C_attrition.odds.1-1: 1 result: give one for"),
    (
        '[results.C_attrition.odds]\n"1-1" = ' + SIX % "X",
        "results.C_attrition: Attrition, row 6, column 1-1:",
    ),
    ('[results.C_attrition.odds]\n"1-4" = ' + SIX % "De", "results.C_attrition: odds columns must rise"),
    ('[results.C_attrition.odds]\n"9" = ' + SIX % "De", "results.C_attrition: '9' is not odds"),
    ('[results.Mine]\ntitle = "Mine"\nodds = {}', "results.Mine: an odds table needs at least one column"),
    ('[results.C_attrition]\ntitle = ""', "results.C_attrition.title: a name is needed"),
]
TYPES = [
    ('[types.ge_pz]\nfull = "x"', "types.ge_pz.full: 'x' is no value of a counter: write it as 6-5 or (5)-1"),
    ('[types.ge_pz]\nfull = "10-999"', "types.ge_pz.full: 999 is not possible: at most 99"),
    ('[types.ge_pz]\nfull = "0-8"', "types.ge_pz.full: without strength nobody could attack it"),
    ('[types.ge_pz]\nreduced = "x"', "types.ge_pz.reduced: 'x' is no value of a counter"),
    ('[types.ge_pz]\nreduced = "20-8"', "types.ge_pz.reduced: 20-8 is more than the whole unit has, 10-8"),
    ('[types.ge_inf]\nfortified = "x"', "types.ge_inf.fortified: 'x' is no value of a counter"),
]


@pytest.mark.parametrize(("content", "complaint"), [*FRAME, *FORCES, *ARMISTICE, *VICTORY])
def test_mistakes_in_a_scenario_are_told(tmp_path: Path, content: str, complaint: str) -> None:
    told(tmp_path, "war_in_europe", "italy_1943", "scenarios/italy_1943", content, complaint)


@pytest.mark.parametrize(("content", "complaint"), SPECIAL)
def test_mistakes_in_what_a_scenario_has_besides_the_rules_are_told(
    tmp_path: Path, content: str, complaint: str
) -> None:
    told(tmp_path, "war_in_europe", "italy_1943", "scenarios/italy_1943", f"[special]\n{content}", complaint)


@pytest.mark.parametrize(("content", "complaint"), TABLES)
def test_mistakes_in_the_tables_are_told(tmp_path: Path, content: str, complaint: str) -> None:
    told(tmp_path, "war_in_europe", "italy_1943", "tables", content, complaint)


@pytest.mark.parametrize(("content", "complaint"), TYPES)
def test_mistakes_in_the_types_are_told(tmp_path: Path, content: str, complaint: str) -> None:
    told(tmp_path, "war_in_europe", "italy_1943", "counters", content, complaint)


def test_two_countries_do_not_join_by_one_name(tmp_path: Path) -> None:
    content = """[[special.joining]]
name = "Low Countries"
countries = ["Belgium"]
side = "Allied"
declared = { Axis = 1 }
[[special.joining]]
name = "Low Countries"
countries = ["Netherlands"]
side = "Allied"
"""
    complaint = "special.joining[2]: another speaks of the country Low Countries"
    told(tmp_path, "war_in_europe", "france_1940", "scenarios/france_1940", content, complaint)
    once = content.replace("Low Countries", "Holland", 1).replace("declared = { Axis = 1 }", "turn = 3")
    complaint = "special.joining[2].turn: when does it join? give a turn, or who may declare it"
    told(tmp_path, "war_in_europe", "france_1940", "scenarios/france_1940", once, complaint)


@pytest.mark.parametrize(
    ("name", "content", "complaint"),
    [
        ("tables", "[stacking]\nunits = 1", "2 units begin in D2912, where 1 may stand: ge-hg-pz, ax-ms1"),
        (
            "counters",
            '[types.mobile_supply]\nnation = "german"',
            "units.al-ams1.nation: units of type mobile",
        ),
    ],
)
def test_a_table_that_does_not_fit_the_scenario_is_told(
    tmp_path: Path, name: str, content: str, complaint: str
) -> None:
    """Each is sound by itself; who does not fit is named."""
    assert complaint in refusal(tmp_path, "war_in_europe", "italy_1943", name, content)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("scenarios/italy_1943", f"transport = {{ Allied = {[0] * 36} }}"),
        ("scenarios/italy_1943", "rail_capacity = { Axis = 9999 }\nno_rail = { german = 99 }"),
        ("scenarios/italy_1943", "landings = []\nair = []\nconfined = []\nreplacements = []"),
        ("scenarios/italy_1943", '[units.ge-29-pzgr]\nat = "tray"'),
        ("tables", "[prices]\noverrun = 0\nenter_zone = 0\nleave_zone = 0"),
        ("tables", '[air]\nrange = 0\nseasons.south.clear = "0"'),
        ("tables", "[sea]\nper_port = 0"),
        ("tables", '[results.C_attrition.odds]\n"14-1" = ["De", "De", "De", "De", "De", "De"]'),
        ("counters", '[types.ge_pz]\nfull = "99-20"'),
    ],
)
def test_what_makes_sense_is_let_through(tmp_path: Path, name: str, content: str) -> None:
    pack = pack_of(tmp_path, "war_in_europe", name, content)
    assert game("war_in_europe").load("italy_1943", packs=[pack]).key == "italy_1943"
