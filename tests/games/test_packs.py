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


@pytest.mark.parametrize(("key", "name", "content", "complaint"), SENSELESS)
def test_amounts_without_sense_are_refused_with_their_place(
    tmp_path: Path, key: str, name: str, content: str, complaint: str
) -> None:
    """A march that costs nothing would never end, and a defence multiplied by nothing has no odds."""
    (tmp_path / "pack.toml").write_text(f'name = "Senseless"\ngame = "{key}"\n')
    path = tmp_path / f"{name}.toml"
    path.write_text(content + "\n")
    played = game(key)
    with pytest.raises(DataError) as refused:
        played.load(next(iter(played.scenarios())), packs=[DataPack(tmp_path)])
    assert str(refused.value) == f"{path}: {complaint}"
