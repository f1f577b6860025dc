"""What a data pack may not say: amounts that make no sense are refused where they stand, before anything is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from phaseline.engine import registry
from phaseline.engine.packs import DataError, DataPack
from phaseline.engine.registry import game
from phaseline.games import skirmish

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
        "[terrain.forest]\nshift = -10000",
        "terrain.forest.shift: -10000 stands here; a whole number of at least -9999 is needed",
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
        "rail.hex: 1000000 stands here; a whole number of at most 9999 is needed",
    ),
    (
        "westfront",
        "types",
        "[armor]\nmud_speed = -1",
        "armor.mud_speed: -1 stands here; a whole number of at least 0 is needed",
    ),
]


IMPOSSIBLE = [
    (
        "france44",
        "anvil",
        '[hexes]\nge-242 = "6887"',
        "cannot begin so: both sides are in 6887; ge-242 is in",
    ),
    ("france44", "anvil", '[hexes]\nus-036 = "9999"', "units.us-036: there is no hex 9999"),
    ("france44", "anvil", '[hexes]\nge-242 = "5082"\nge-148r = "5082"', "German has too many units in 5082"),
    ("france44", "anvil", 'control = ["5082"]', "German units stand in hexes that the Allies control"),
    ("westfront", "husky", '[setup.Allied]\n"15 AG" = { cv = 9 }', "15 AG has a CV of 9, not 0 to 3"),
    ("westfront", "S43", 'allied = "W43"', "It 5 Inf is in Hamburg, too far from Italy"),
]


@pytest.mark.parametrize(("key", "scenario", "content", "complaint"), IMPOSSIBLE)
def test_a_match_that_cannot_begin_is_refused_before_it_does(
    tmp_path: Path, key: str, scenario: str, content: str, complaint: str
) -> None:
    """Each value is sound by itself; together they are not."""
    with pytest.raises(DataError) as refused:
        game(key).load(scenario, packs=[_pack(tmp_path, key, f"scenarios/{scenario}", content)])
    assert str(refused.value).startswith(str(tmp_path))
    assert complaint in str(refused.value)


def _pack(folder: Path, key: str, name: str, content: str) -> DataPack:
    (folder / "pack.toml").write_text(f'name = "Senseless"\ngame = "{key}"\n')
    path = folder / f"{name}.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(content + "\n", "utf-8")
    return DataPack(folder)


@pytest.mark.parametrize(("key", "name", "content", "complaint"), SENSELESS)
def test_amounts_without_sense_are_refused_with_their_place(
    tmp_path: Path, key: str, name: str, content: str, complaint: str
) -> None:
    """A march that costs nothing would never end, and a defence multiplied by nothing has no odds."""
    played = game(key)
    with pytest.raises(DataError) as refused:
        played.load(next(iter(played.scenarios())), packs=[_pack(tmp_path, key, name, content)])
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
    ("2nd Armoured", "", "units[2].name: a name is needed"),
    ("2nd Armoured", "2nd\\nArmoured", "units[2].name: line breaks, tabs and the like are no part of a name"),
    ("[6, 3]", "[3, 6]", "units[1].attack: 6 with one step is more than 3 with two"),
    ("[0, 0]", "[9, 9]", "units[7].attack: a decoy has no strength"),
    ("movement = 5", "movement = 999", "units[1].movement: 999 stands here"),
    ('at = "0301"', 'at = "0391"', "units[1].at: there is no hex 0391"),
    ('at = "0301"', 'at = "Tully"', 'units[1].at: there is no place "Tully"; did you mean Tilly?'),
    ('at = "0401"', 'at = "0305"', "The Ford cannot begin so: both sides are in 0305"),
    ('at = "0401"\n', 'at = "0202"\n', "The Ford cannot begin so: Blue has more than 2 units in 0202"),
]


@pytest.mark.parametrize(("written", "mistake", "complaint"), MISTAKES)
def test_mistakes_in_a_scenario_are_told_with_their_field(
    tmp_path: Path, written: str, mistake: str, complaint: str
) -> None:
    assert written in FORD
    text = FORD.replace(written, mistake, 1).replace('at = "0302"', 'at = "0202"')
    with pytest.raises(DataError) as refused:
        game("skirmish").load("ford", packs=[_pack(tmp_path, "skirmish", "scenarios/ford", text)])
    assert complaint in str(refused.value)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("[terrain.forrest]\ncost = 1\nshift = 1", 'no terrain "forrest"; did you mean forest?'),
        ('[results]\nrows.1 = ["-2/0", "1/0", "1/0", "1/0", "1/1", "0/1"]', 'a result is "1/2" or "1/2R"'),
        ('[results]\nrows.1 = ["99/0", "1/0", "1/0", "1/0", "1/1", "0/1"]', 'a result is "1/2" or "1/2R"'),
    ],
)
def test_mistakes_in_the_tables_are_told(tmp_path: Path, content: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=re.escape(complaint)):
        game("skirmish").load("ford", packs=[_pack(tmp_path, "skirmish", "tables", content)])


@pytest.mark.parametrize("key", registry.games())
def test_what_packs_are_asked_the_own_data_of_a_game_answers(tmp_path: Path, key: str) -> None:
    """A pack that changes nothing is in nobody's way: what is asked of packs is true of all scenarios."""
    (tmp_path / "pack.toml").write_text(f'name = "Nothing"\ngame = "{key}"\n')
    played = game(key)
    for scenario in played.scenarios():
        assert played.load(scenario, packs=[DataPack(tmp_path)]).key == scenario
