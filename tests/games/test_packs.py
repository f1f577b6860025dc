"""What a data pack may not say: amounts that make no sense are refused where they stand, before anything is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from phaseline.engine.packs import DataError, DataPack
from phaseline.engine.registry import game

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
