"""The wire: the page's types are made from the structs, and messages stay small."""

from __future__ import annotations

import importlib.util
import re
import typing
from pathlib import Path
from types import ModuleType

import msgspec
import pytest

from phaseline.engine import registry
from phaseline.server import answers, catalogue, wire

TOOLS = Path(__file__).parents[2] / "tools"
LARGEST = 50_000


def tool(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_pages_types_are_those_of_the_structs() -> None:
    """If this fails: python tools/wire_ts.py"""
    wire_ts = tool("wire_ts")
    assert wire_ts.TARGET.read_text("utf-8") == wire_ts.typescript()


def test_types_say_what_may_be_missing() -> None:
    text = tool("wire_ts").typescript()
    assert 'export interface GiveOrder {\n  do: "order";\n  entry: number;\n  verb?: string | null;' in text
    assert "export interface Refusal {\n  case: string;\n  text: string;\n}" in text
    assert 'kind: "agent" | "human" | "remote";' in text
    assert "  packs?: PackMark[];\n  lacks?: string;\n}" in text


def test_every_message_has_an_answer() -> None:
    assert set(typing.get_args(wire.AnyAsk)) == set(wire.ASKS) == set(answers._ANSWERS)


@pytest.mark.parametrize(
    ("game", "scenario", "orders"),
    [("skirmish", "ridge", 150), ("westfront", "S44", 300), ("eisenhower", "historical", 150)],
)
def test_states_are_small(game: str, scenario: str, orders: int) -> None:
    """tools/measure_states.py measures how long they take, too."""
    sizes = [size for size, _ in tool("measure_states").measured(game, scenario, 1, orders)]
    assert len(sizes) > 50
    assert max(sizes) < LARGEST


def test_draws_and_outcomes_are_sent_as_they_are() -> None:
    state = {field.name for field in msgspec.structs.fields(wire.Moment)}
    assert {
        "entry",
        "seat",
        "waiting",
        "path",
        "prompt",
        "case",
        "sheet",
        "legal",
        "left",
        "undo",
        "redo",
    } <= state
    assert {"outcome", "players", "live"} <= state


def test_units_that_are_not_on_the_map_say_what_they_are_made_of() -> None:
    game = registry.game("westfront")
    scenario = game.load("husky", {})
    roster = catalogue._roster(game, scenario)
    assert {unit.shape for unit in roster} == {"block"}
    assert all(unit.group for unit in roster)


def test_rulings_can_be_looked_up_after_the_cases() -> None:
    rules = catalogue.Catalogue.rules.__wrapped__(
        catalogue.Catalogue.__new__(catalogue.Catalogue), "westfront"
    )
    last = rules.cases[-1]
    assert last.chapter == "Rulings"
    assert re.fullmatch(r"R\d+", last.case)


def test_the_key_to_a_map_has_the_colours_it_is_printed_in() -> None:
    game = registry.game("skirmish")
    entries = catalogue._legend(game, game.load("ford", {}))
    assert {entry.kind for entry in entries} == {"terrain", "hexside", "mark"}
    printed = [entry for entry in entries if entry.kind != "mark"]
    assert all(re.fullmatch("#[0-9a-f]{6}", entry.color) for entry in printed)
    assert not any(entry.color for entry in entries if entry.kind == "mark")
    assert any(entry.text for entry in entries)
