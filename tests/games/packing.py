"""Data packs of one file, for tests of what a pack may not say."""

from __future__ import annotations

from pathlib import Path

import pytest

from phaseline.engine.packs import DataError, DataPack
from phaseline.engine.registry import game


def pack_of(folder: Path, key: str, name: str, content: str, *, whole: bool = False) -> DataPack:
    """A pack of a game in a folder, with this content of the data file `name`."""
    head = f'name = "Senseless"\ngame = "{key}"\n'
    (folder / "pack.toml").write_text(head + (f'whole = ["{name}.toml"]\n' if whole else ""))
    path = folder / f"{name}.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(content + "\n", "utf-8")
    return DataPack(folder)


def refusal(folder: Path, key: str, scenario: str, name: str, content: str, *, whole: bool = False) -> str:
    """Why a scenario with such a pack is refused, without the folder."""
    with pytest.raises(DataError) as refused:
        game(key).load(scenario, packs=[pack_of(folder, key, name, content, whole=whole)])
    return str(refused.value).replace(f"{folder}/", "").replace(f"{folder}", "pack")


def told(folder: Path, key: str, scenario: str, name: str, content: str, complaint: str) -> None:
    """Asserts that a mistake is told with the file in which it stands."""
    said = refusal(folder, key, scenario, name, content)
    assert said.startswith(f"{name}.toml: ")
    assert complaint in said
