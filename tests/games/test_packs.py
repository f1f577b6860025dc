"""What a data pack may not say: amounts that make no sense are refused where they stand, before anything is played."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest
from tests.games.packing import pack_of, refusal

from phaseline.engine import registry
from phaseline.engine.packs import DataError, DataPack
from phaseline.engine.registry import game
from phaseline.games import skirmish, westfront

SENSELESS = [
    (
        "skirmish",
        "tables",
        "[terrain.forest]\ncost = 0",
        "terrain.forest.cost: 0 stands here; a whole number of at least 1 is needed",
    ),
    (
        "skirmish",
        "tables",
        "[terrain.forest]\nshift = -100",
        "terrain.forest.shift: -100 stands here; a whole number of at least -99 is needed",
    ),
    (
        "skirmish",
        "tables",
        "[terrain.forest]\ncost = 999",
        "terrain.forest.cost: 999 stands here; a whole number of at most 99 is needed",
    ),
    (
        "france44",
        "tables",
        "[air]\nreach = 9999",
        "air.reach: 9999 stands here; a whole number of at most 99 is needed",
    ),
    (
        "westfront",
        "types",
        "[infantry]\ncost.Allied = [0, 0]",
        "infantry.cost.Allied[1]: 0 stands here; a whole number of at least 1 is needed",
    ),
    (
        "war_in_europe",
        "tables",
        "[crossing]\nrail_foot = 0",
        "crossing.rail_foot: 0 stands here; a whole number of at least 1 is needed",
    ),
    (
        "war_in_europe",
        "tables",
        "[sea]\nother = 0.0",
        "sea.other: 0.0 stands here; a number of more than 0 is needed",
    ),
    (
        "war_in_europe",
        "tables",
        "[sea]\nother = 99.0",
        "sea.other: 99.0 stands here; a number of at most 1 is needed",
    ),
    (
        "eisenhower",
        "tables",
        "[terrain.rough]\ncost = -1",
        "terrain.rough.cost: -1 stands here; a whole number of at least 1 is needed",
    ),
    (
        "eisenhower",
        "tables",
        "[crossing]\nrhine = -2",
        "crossing.rhine: -2 stands here; a whole number of at least 0 is needed",
    ),
    (
        "france44",
        "tables",
        "[places]\ncity = 0",
        "places.city: 0 stands here; a whole number of at least 1 is needed",
    ),
    (
        "war_in_europe",
        "tables",
        "[forced_march]\ntimes = 0",
        "forced_march.times: 0 stands here; a whole number of at least 1 is needed",
    ),
    (
        "war_in_europe",
        "tables",
        "[rail]\nhex = 1000000",
        "rail.hex: 1000000 stands here; a whole number of at most 99 is needed",
    ),
    (
        "westfront",
        "types",
        "[armor]\nmud_speed = -1",
        "armor.mud_speed: -1 stands here; a whole number of at least 0 is needed",
    ),
]


FRANCE = [
    ("scenarios/anvil", 'edge = ["9999"]', "edge[1]: there is no hex 9999: rows run 01 to 98"),
    ("scenarios/anvil", 'landing_beaches = ["x"]', 'landing_beaches[1]: there is no place "x"'),
    ("scenarios/anvil", "turns = [14, 11]", "turns: 14 to 11 runs backwards: the lesser number comes first"),
    ("scenarios/anvil", "turns = [11, 60]", "turns[2]: 60 is not possible: they run from 1 to 47"),
    ("scenarios/anvil", "columns = [44, 999]", "columns[2]: 999 is not possible: they run from 1 to 73"),
    ("scenarios/anvil", "trucks = [9999, 4]", "trucks[1]: 9999 stands here; a whole number of at most 99"),
    (
        "scenarios/anvil",
        'countries = ["Corsicca"]',
        'countries: there is no country "Corsicca"; did you mean Corsica?',
    ),
    ("scenarios/anvil", 'units = ["us-036", "us-036"]', "units[2]: us-036 stands in the list already"),
    (
        "scenarios/anvil",
        'wings = ["us-med-9"]',
        'wings[1]: there is no air unit "us-med-9"; did you mean us-med-3',
    ),
    ("scenarios/anvil", 'pool = ["us-999"]', 'pool[1]: there is no piece of this scenario called "us-999"'),
    ("scenarios/anvil", '[hexes]\nge-242 = "6887"', "hexes.ge-242: 6887 is not in play"),
    ("scenarios/anvil", '[hexes]\nus-036 = "9999"', "hexes.us-036: there is no hex 9999"),
    (
        "scenarios/anvil",
        '[hexes]\nge-air-1 = "4862"\nusn-86 = "5082"',
        "5082 is not at sea, in England or Corsica",
    ),
    ("scenarios/anvil", 'harbours = ["5082", "5483", "6079"]', "harbours: there are only 2 Mulberries"),
    ("scenarios/anvil", "[steps]\nus-036 = 9", "steps.us-036: 9 stands here; a whole number of at most 2"),
    (
        "scenarios/anvil",
        '[arrivals.ge-pz11]\nentry = "west"',
        'entry: there is no entry "west"; known are german, german_west',
    ),
    ("scenarios/anvil", "[arrivals.ge-pz11]\nturn = 99", "turn 99 is not one of this scenario, 11 to 14"),
    ("scenarios/anvil", '[exits]\nhexes = ["9999"]', "exits.hexes[1]: there is no hex 9999"),
    ("scenarios/anvil", "[ports.4877]\ntaken = 1", "ports.4877: 4877 is not a port of the Continent in play"),
    ("scenarios/anvil", "[late_heads]\n5082 = 12", "a head that comes late stands among the heads, too"),
    ("scenarios/anvil", "[victory]\ngrades = []", "victory.grades: there is none"),
    (
        "scenarios/anvil",
        '[victory]\ngrades = [{ least = 5, winner = "Allied", level = "A" }]',
        "victory.grades: fewer points than 5 have no result: let the last begin with -99",
    ),
    (
        "scenarios/anvil",
        '[victory]\ngrades = [{ least = -999, winner = "Alied", level = "A" }]',
        'grades[1].winner: "Alied" is not possible here; possible are Allied, German, and nothing for a draw',
    ),
    (
        "scenarios/anvil",
        "[victory]\ngrades = [{ least = -999, winner = 'Allied', level = 'A' }, { least = 5, winner = '', level = 'B' }]",
        "a draw from 5 points on, but Allied from -999: points count for Allied",
    ),
    ("scenarios/anvil", "[victory]\ngoals = [{ points = 1 }]", "goals[1]: for what are the points?"),
    (
        "scenarios/anvil",
        "[victory]\ngoals = [{ points = 1, hex = '0101' }]",
        "goals[1].hex: 0101 is not in play",
    ),
    (
        "scenarios/anvil",
        "[victory]\ngoals = [{ points = 1, hex = '5082', by = 9 }]",
        "goals[1].by: turn 9 is not one of this scenario, 11 to 14",
    ),
    (
        "counters",
        "[units.us-036]\nhalf = 50",
        "units.us-036.half: 50 on the reverse is more than 5 on the front",
    ),
    ("counters", "[units.us-036]\nmovement = 999", "units.us-036.movement: 999 stands here"),
    ("tables", '[weather]\nfixed.11 = "mud"', "weather.fixed: the weather of each turn is rolled for"),
    (
        "tables",
        '[weather.rolled]\nrows.15 = "fog"',
        'rows.15: there is no weather "fog"; known are clear, mud',
    ),
    ("tables", "[stacking]\nunits = 0", "stacking.units: nobody could stand anywhere"),
    ("tables", '[crt]\nrows.1 = ["x"]', "crt: "),
    ("tables", '[crt]\ndice = "2d6"', "crt: "),
    ("counters", '[wings.us-med-3]\nhex = "9999"', "wings.us-med-3.hex: there is no hex 9999"),
    (
        "turns",
        "turns = [{ turn = 11, first = '1944-08-15', last = '1944-08-21', weather = 0 }]",
        "turn 1 has to stand",
    ),
]


@pytest.mark.parametrize(("name", "content", "complaint"), FRANCE)
def test_mistakes_in_france_are_told_with_file_and_field(
    tmp_path: Path, name: str, content: str, complaint: str
) -> None:
    with pytest.raises(DataError, match=re.escape(complaint)) as refused:
        game("france44").load("anvil", packs=[pack_of(tmp_path, "france44", name, content)])
    assert str(refused.value).startswith(f"{tmp_path / name}.toml: ")


def test_a_unit_of_france_without_a_hex_in_play_is_told(tmp_path: Path) -> None:
    own = Path(str(files("phaseline.games.france44"))) / "data/scenarios/market.toml"
    text = own.read_text("utf-8").replace('br-050 = "5119"\n', "", 1)
    (tmp_path / "pack.toml").write_text(
        'name = "Mine"\ngame = "france44"\nversion = "1"\nscenarios = ["mine"]\n', "utf-8"
    )
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios/mine.toml").write_text(text, "utf-8")
    said = r"scenarios/mine\.toml: hexes: br-050 would stand in 2120 \(counters\.toml\), which is not in play: name its"
    with pytest.raises(DataError, match=said):
        game("france44").load("mine", packs=[DataPack(tmp_path)])


WEST = [
    ("scenarios/husky", 'book = "huskey"', 'book: there is no book "huskey"; did you mean husky?'),
    (
        "scenarios/husky",
        'first = "1943-09"',
        "first: 1943-09 is not one of the months of its book, 1943-07 to 1943-08",
    ),
    (
        "scenarios/husky",
        'allied = "S99"',
        'allied: there is no area of the layer allied_start "S99"; known are S43, W43',
    ),
    ("scenarios/husky", "deployments = []", "deployments: at least one is needed"),
    (
        "scenarios/husky",
        'flags = ["paras ground"]',
        'flags[1]: there is no flag "paras ground"; did you mean paras grounded?',
    ),
    (
        "scenarios/husky",
        'area.countries = ["Sicilly"]',
        'area.countries[1]: there is no country "Sicilly"; did you mean Sicily?',
    ),
    (
        "scenarios/husky",
        'area.origins.Axis = ["Rome"]',
        "area.origins.Axis[1]: Rome is not land in this scenario",
    ),
    ("scenarios/husky", "area.arrivals.Axis = []", "area.arrivals.Axis: at least one is needed"),
    (
        "scenarios/husky",
        'setup.Allied."15 AG".cv = 9',
        "setup.Allied.15 AG.cv: its highest strength is 3 (units.toml), not 9",
    ),
    (
        "scenarios/husky",
        'setup.Allied."15 AG".at = "Rome"',
        "setup.Allied.15 AG.at: Rome is not land in this scenario",
    ),
    (
        "scenarios/husky",
        'setup.Allied.OKW = { cv = 3, at = "Tunis" }',
        "setup.Allied.OKW: it is a unit of the Axis side",
    ),
    ("scenarios/husky", 'beachheads.prep = ["US 2 BH"]', "beachheads.prep[1]: US 2 BH is ready already"),
    (
        "scenarios/husky",
        "reinforcements = [{ month = '1943-09', unit = 'Pol Inf', cv = 4 }]",
        "reinforcements[1].month: 1943-09 is not one of the months of this scenario, 1943-07 to 1943-08",
    ),
    (
        "scenarios/husky",
        "reinforcements = [{ month = '1943-08', unit = '15 AG', cv = 3 }]",
        "reinforcements[1].unit: 15 AG stands on the map from the start (setup)",
    ),
    (
        "units",
        "[Allied.Brittish]\n'Br 9 Tk' = { kind = 'armor', limit = 4 }",
        "Allied.Brittish: there is no nation",
    ),
    (
        "units",
        "[Allied.British]\n'1 Para' = { kind = 'para', limit = 4 }",
        "1 Para of the Allied side is called so",
    ),
    (
        "units",
        "[Allied.British]\n'15 AG' = { limit = 0 }",
        "its lowest strength is 1 (types.toml), its highest cannot be 0",
    ),
    (
        "types",
        "[armor]\nspeed.Allied = 99",
        "armor.speed.Allied: 99 stands here; a whole number of at most 9 is needed",
    ),
    (
        "units",
        "[Axis.German]\n'9 Amph' = { kind = 'amphibious', limit = 4 }",
        "Axis.German.9 Amph.kind: amphibious units of the Axis side have no cost (types.toml)",
    ),
    ("books", '[husky]\nlast = "1943-13"', 'husky: last: "1943-13" is no month: write it as 1944-06'),
    ("scenarios/husky", 'first = "1943-13"', 'first: "1943-13" is no month: write it as 1944-06'),
    ("books", '[husky]\nlast = "1943-06"', "husky.last: 1943-06 is before 1943-07"),
    ("books", '[husky]\nnext = "husky"', "husky.next: husky begins in 1943-07, before this one is over"),
]


@pytest.mark.parametrize(("name", "content", "complaint"), WEST)
def test_mistakes_in_westfront_are_told_with_file_and_field(
    tmp_path: Path, name: str, content: str, complaint: str
) -> None:
    with pytest.raises(DataError, match=re.escape(complaint)) as refused:
        game("westfront").load("husky", packs=[pack_of(tmp_path, "westfront", name, content)])
    assert str(refused.value).startswith(f"{tmp_path / name}.toml: ")


IMPOSSIBLE = [
    (
        "france44",
        "anvil",
        '[hexes]\nus-036 = "5082"',
        "cannot begin so: both sides are in 5082; German supplies",
    ),
    ("france44", "anvil", '[hexes]\nge-242 = "5082"\nge-148r = "5082"', "German has too many units in 5082"),
    ("france44", "anvil", 'control = ["5082"]', ", which the Allies control"),
    ("france44", "anvil", '[hexes]\nus-036 = "5277"', "us-036 is in 5277, which the Germans control"),
    (
        "westfront",
        "husky",
        'setup.Allied."Br 5 Inf".at = "Palermo"',
        "both sides are in Palermo, and neither of them is the",
    ),
    ("westfront", "husky", 'setup.Allied."US 2 Amph".cv = 0', "US 2 Amph has a CV of 0, not 1 to 4"),
    ("westfront", "S43", 'allied = "W43"', "It 5 Inf is in Hamburg, too far from Italy"),
]


@pytest.mark.parametrize(("key", "scenario", "content", "complaint"), IMPOSSIBLE)
def test_a_match_that_cannot_begin_is_refused_before_it_does(
    tmp_path: Path, key: str, scenario: str, content: str, complaint: str
) -> None:
    """Each value is sound by itself; together they are not."""
    with pytest.raises(DataError) as refused:
        game(key).load(scenario, packs=[pack_of(tmp_path, key, f"scenarios/{scenario}", content)])
    assert str(refused.value).startswith(f"{tmp_path / 'scenarios' / scenario}.toml: ")
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("[stacking]\nwings_town = 0", "which takes 0 (tables.toml, stacking)"),
        ("[stacking]\nwings_city = 0", "which takes 0 (tables.toml, stacking)"),
    ],
)
def test_air_units_begin_where_there_is_room_for_them(tmp_path: Path, content: str, complaint: str) -> None:
    said = refusal(tmp_path, "france44", "campaign", "tables", content)
    assert "air unit" in said
    assert complaint in said


def test_a_chart_that_stands_alone_has_a_line_for_each_terrain(tmp_path: Path) -> None:
    own = (Path(skirmish.__file__).parent / "data" / "tables.toml").read_text("utf-8")
    content = own.replace("hill = { cost = 2, shift = 1 }\n", "")
    said = refusal(tmp_path, "skirmish", "ford", "tables", content, whole=True)
    assert said == "tables.toml: terrain: a line for hill is needed"


def test_a_type_of_westfront_has_a_speed_for_both_sides(tmp_path: Path) -> None:
    own = (Path(westfront.__file__).parent / "data" / "types.toml").read_text("utf-8")
    content = own.replace("speed = { Allied = 3, Axis = 3 }", "speed = { Allied = 3 }", 1)
    said = refusal(tmp_path, "westfront", "husky", "types", content, whole=True)
    assert said == "types.toml: armor: a speed of the Axis side is needed"


@pytest.mark.parametrize(("key", "name", "content", "complaint"), SENSELESS)
def test_amounts_without_sense_are_refused_with_their_place(
    tmp_path: Path, key: str, name: str, content: str, complaint: str
) -> None:
    """A march that costs nothing would never end, and a defence multiplied by nothing has no odds."""
    played = game(key)
    with pytest.raises(DataError) as refused:
        played.load(next(iter(played.scenarios())), packs=[pack_of(tmp_path, key, name, content)])
    assert str(refused.value) == f"{tmp_path / name}.toml: {complaint}"


FORD = (Path(skirmish.__file__).parent / "data" / "scenarios" / "ford.toml").read_text("utf-8")
MISTAKES = [
    ("turns = 6", "turns = 999", "turns: 999 stands here; a whole number of at most 99 is needed"),
    ('"0101"', '"0199"', "sources.Blue[1]: there is no hex 0199: rows run 01 to 07, columns 01 to 09"),
    ("Blue = [", "Bleu = [", 'sources: "Bleu" is not possible here; did you mean Blue?'),
    ('"Ferme Rouge" = 1', '"Ferme Rogue" = 1', "objectives.Ferme Rogue: there is no place"),
    ("Tilly = 2", 'Tilly = 2\n"0202" = 5', "objectives.0202: Tilly is the same hex"),
    (
        'Tilly = "Blue"',
        'Tilly = "Green"',
        'held_by.Tilly: "Green" is not possible here; possible are Blue, Red',
    ),
    ('Tilly = "Blue"', 'Tilly = "Blue"\n"0202" = "Red"', "held_by.0202: Tilly is the same hex"),
    ("2nd Armoured", "1st armoured", "units[2].name: another unit is called 1st armoured; names must differ"),
    (
        "2nd Armoured",
        "1st-Armoured",
        "units[2].name: another unit is called 1st Armoured: in orders both are 1st-Armoured",
    ),
    ("2nd Armoured", "[=]", "units[2].name: [=] has neither letters nor digits: orders could not name it"),
    ("2nd Armoured", "", "units[2].name: a name is needed"),
    ("2nd Armoured", "2nd\\nArmoured", "units[2].name: line breaks, tabs and the like are no part of a name"),
    ("[6, 3]", "[3, 6]", "units[1].attack: 6 with one step is more than 3 with two"),
    ("[0, 0]", "[9, 9]", "units[7].attack: a decoy has no strength"),
    ("movement = 5", "movement = 999", "units[1].movement: 999 stands here"),
    ('at = "0301"', 'at = "0391"', "units[1].at: there is no hex 0391"),
    ('at = "0301"', 'at = "Tully"', 'units[1].at: there is no place "Tully"; did you mean Tilly?'),
    ('at = "0401"', 'at = "0305"', "The Ford cannot begin so: both sides are in 0305"),
    ('map = "ford"', 'map = "fjord"', 'ford.toml: map: there is no map "fjord"; did you mean ford?'),
    ('at = "0401"\n', 'at = "0202"\n', "The Ford cannot begin so: Blue has more than 2 units in 0202"),
]


@pytest.mark.parametrize(("written", "mistake", "complaint"), MISTAKES)
def test_mistakes_in_a_scenario_are_told_with_their_field(
    tmp_path: Path, written: str, mistake: str, complaint: str
) -> None:
    assert written in FORD
    text = FORD.replace(written, mistake, 1).replace('at = "0302"', 'at = "0202"')
    with pytest.raises(DataError) as refused:
        game("skirmish").load("ford", packs=[pack_of(tmp_path, "skirmish", "scenarios/ford", text)])
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (
            "[weather]\nrows.1-4 = 'fog'",
            "tables.toml: weather: Weather, row 1-4: the weather is dry or mud",
        ),
        ("[results]\nrows.7 = ['0/0']", "tables.toml: results"),
        (
            "[results]\nrows.2 = ['1/0', 7]",
            "tables.toml: results: Combat results: rows.2[2]: 7 stands here; a text is needed",
        ),
        ("[weather]\ntitle = 7", "tables.toml: weather: table: title: 7 stands here; a text is needed"),
        ("[terrain.forrest]\ncost = 1\nshift = 1", 'no terrain "forrest"; did you mean forest?'),
        ('[results]\nrows.1 = ["-2/0", "1/0", "1/0", "1/0", "1/1", "0/1"]', 'a result is "1/2" or "1/2R"'),
        ('[results]\nrows.1 = ["99/0", "1/0", "1/0", "1/0", "1/1", "0/1"]', 'a result is "1/2" or "1/2R"'),
    ],
)
def test_mistakes_in_the_tables_are_told(tmp_path: Path, content: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        game("skirmish").load("ford", packs=[pack_of(tmp_path, "skirmish", "tables", content)])


@pytest.mark.parametrize("key", registry.games())
def test_what_packs_are_asked_the_own_data_of_a_game_answers(tmp_path: Path, key: str) -> None:
    """A pack that changes nothing is in nobody's way: what is asked of packs is true of all scenarios."""
    (tmp_path / "pack.toml").write_text(f'name = "Nothing"\ngame = "{key}"\n')
    played = game(key)
    for scenario in played.scenarios():
        assert played.load(scenario, packs=[DataPack(tmp_path)]).key == scenario


def test_germans_have_no_more_supplies_than_they_have(tmp_path: Path) -> None:
    pack = pack_of(tmp_path, "france44", "scenarios/campaign", "[german_dumps]\n3720 = 99")
    with pytest.raises(
        DataError, match=r"campaign.toml: german_dumps: \d+ points are more than the 100 that"
    ):
        game("france44").load("campaign", packs=[pack])


def test_a_place_of_midway_that_is_none_is_told(tmp_path: Path) -> None:
    ijn = '[[ijn]]\nname = "Rabaul"\nat = "Rabaul So"\n'
    pack = pack_of(tmp_path, "midway", "counters", ijn)
    with pytest.raises(
        DataError, match=r'counters.toml: ijn\[1\]: there is no place "Rabaul So"; did you mean'
    ):
        game("midway").load("pto", packs=[pack])


@pytest.mark.parametrize(
    ("left_out", "complaint"),
    [
        (r"Red = \[.*\]\n", "sources.Red: name the hexes that its supply comes from"),
        (r"Tilly = 2\n", "held_by.Tilly: it is worth no points: name it in objectives, too"),
    ],
)
def test_what_a_scenario_of_ones_own_leaves_out_is_told(
    tmp_path: Path, left_out: str, complaint: str
) -> None:
    text, found = re.subn(left_out, "", FORD, count=1)
    assert found
    said = refusal(tmp_path, "skirmish", "ford", "scenarios/ford", text, whole=True)
    assert said == f"scenarios/ford.toml: {complaint}"


def test_a_mistake_in_the_map_of_a_pack_is_told_with_its_file_and_line(tmp_path: Path) -> None:
    said = refusal(tmp_path, "skirmish", "ford", "maps/ford", "format = 1\nname = 3")
    assert said == "maps/ford.toml:2: name: 3 stands here; a text is needed"
