"""Data packs of Skirmish, for tests."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from phaseline.games import skirmish

DATA = Path(skirmish.__file__).parent / "data"


def heavy(folder: Path, cost: int = 3, files: Mapping[str, str] = MappingProxyType({})) -> Path:
    """A pack that changes The Ford and all else with forests: what these cost."""
    tables = f"[terrain.forest]\ncost = {cost}\nshift = 2\n"
    head = 'name = "Heavy going"\ngame = "skirmish"\nnote = "Forests slow everybody."\n'
    return written(folder, head, {"tables": tables, **files})


def weir(folder: Path, turns: int = 6) -> Path:
    """A pack with a scenario of its own, on a map of its own."""
    scenario, map, briefing = (
        (DATA / kind / "ford.toml").read_text("utf-8") for kind in ("scenarios", "maps", "briefings")
    )
    scenario = scenario.replace('"The Ford"', '"The Weir"').replace("turns = 6", f"turns = {turns}")
    files = {
        "scenarios/weir": scenario.replace('map = "ford"', 'map = "weir"'),
        "maps/weir": map.replace("0301 | . . . . T", "0301 | . . h h T"),
        "briefings/weir": briefing.replace("first = true", "").replace(
            "6 turns", f"{turns} turns by the weir"
        ),
    }
    head = 'name = "The Weir"\ngame = "skirmish"\nversion = "2"\nscenarios = ["weir"]\n'
    return written(folder, head, files)


def written(folder: Path, head: str, files: dict[str, str]) -> Path:
    """A pack in a folder."""
    for name, text in {"pack": head, **files}.items():
        path = folder / f"{name}.toml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder
