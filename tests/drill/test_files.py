"""A game's data files are read once a process; what a pack changes is read anew, and changes nothing for others."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from phaseline.atlas.model import HexMap
from phaseline.atlas.write import dumps
from phaseline.drill import files
from phaseline.drill.files import Library, Sourced, fingerprint
from phaseline.engine.packs import DataPack, HeldPack, digest
from phaseline.engine.registry import game
from phaseline.games.skirmish.scenario import PACKAGE, Tables


def soft(folder: Path, name: str = "tables.toml", text: str = "[terrain.forest]\ncost = 3\n") -> DataPack:
    (folder / "pack.toml").write_text('name = "Soft"\ngame = "skirmish"\n')
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    return DataPack(folder)


def test_a_file_is_read_once() -> None:
    library = Library(PACKAGE)
    assert library.data("tables.toml", Tables) is library.data("tables.toml", Tables)
    assert library.map(name="maps/ford.toml") is library.map(name="maps/ford.toml")


def test_what_a_pack_changes_is_read_anew_and_only_for_it(tmp_path: Path) -> None:
    library, pack = Library(PACKAGE), soft(tmp_path)
    own = library.data("tables.toml", Tables)
    assert library.data("tables.toml", Tables, [pack]).terrain["forest"].cost == 3
    assert library.data("tables.toml", Tables) is own
    assert own.terrain["forest"].cost == 2
    assert library.map([pack], "maps/ford.toml") is library.map(name="maps/ford.toml")


def test_a_pack_brings_its_own_map(tmp_path: Path) -> None:
    library = Library(PACKAGE)
    ridge = Path(files.__file__).parents[1] / "games/skirmish/data/maps/ridge.toml"
    pack = soft(tmp_path, "maps/ford.toml", ridge.read_text("utf-8"))
    assert library.map([pack], "maps/ford.toml").name == "ridge"
    assert library.map(name="maps/ford.toml").name == "ford"


def test_what_is_made_of_files_is_remembered_with_them(tmp_path: Path) -> None:
    library, pack = Library(PACKAGE), soft(tmp_path)
    made: list[Sequence[DataPack]] = []

    @library.reads("tables.toml")
    def costs(packs: Sequence[DataPack]) -> dict[str, int]:
        made.append(packs)
        tables = library.data("tables.toml", Tables, packs)
        return {name: terrain.cost for name, terrain in tables.terrain.items()}

    assert costs(()) is costs(())
    assert costs([pack])["forest"] == 3
    assert made == [(), [pack]]


def test_every_pack_hears_of_every_file(tmp_path: Path) -> None:
    """The data of a case file are a pack that refuses files nobody asked for."""
    asked: list[str] = []

    class Listening(DataPack):
        def has(self, name: str) -> bool:
            asked.append(name)
            return super().has(name)

    soft(tmp_path)
    library = Library(PACKAGE)

    @library.reads("tables.toml", "scenarios/ford.toml")
    def both(packs: Sequence[DataPack]) -> int:
        return len(packs)

    library.data("tables.toml", Tables)
    assert both([Listening(tmp_path)]) == 1
    assert {"tables.toml", "scenarios/ford.toml"} <= set(asked)


def test_sources_come_last_in_a_block() -> None:
    """A digest is of the fields in their order: a block that says where it comes from begins with its own."""

    class Cost(Sourced, frozen=True):
        river: int
        bridge: int = 0

    assert Cost.__struct_fields__ == ("river", "bridge", "case", "provenance")


@pytest.mark.parametrize("key", ["skirmish", "eisenhower", "westfront"])
def test_a_fingerprint_is_worked_out_when_it_is_asked_for(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writing a whole map takes longer than anything else about a scenario, and few ask."""
    written: list[HexMap] = []

    def noted(map: HexMap) -> str:
        written.append(map)
        return dumps(map)

    monkeypatch.setattr(files, "dumps", noted)
    scenario = game(key).load()
    assert written == []
    assert scenario.digest == scenario.digest
    assert len(written) == 1


def test_a_fingerprint_is_of_every_fact() -> None:
    ford = Library(PACKAGE).map(name="maps/ford.toml")
    assert fingerprint("a", ford, 1) == digest("a", dumps(ford), 1)
    assert len({fingerprint("a", ford, 1), fingerprint("b", ford, 1), fingerprint("a", ford, 2)}) == 3


def test_what_is_made_of_a_pack_that_is_held_is_remembered(tmp_path: Path) -> None:
    soft(tmp_path)
    library, held = Library(PACKAGE), HeldPack.of(DataPack(tmp_path))
    made = library.data("tables.toml", Tables, [held])
    assert library.data("tables.toml", Tables, [held]) is made
    assert library.data("tables.toml", Tables) is not made
    assert library.data("tables.toml", Tables, [DataPack(tmp_path)]) is not made
