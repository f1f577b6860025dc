"""The record shown in the documentation is one: it reads and replays."""

from pathlib import Path

import pytest

from phaseline.engine import record

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "record-format.md"


def test_the_example_of_the_page_replays() -> None:
    if not PAGE.is_file():
        pytest.fail(f"{PAGE.name} is missing: the documentation shows a record there")
    text = PAGE.read_text("utf-8").split("```text\n")[1].split("```")[0]
    match = record.load(text, verify=False)
    assert match.players == {0: "Ann", 1: "random"}
    assert match.entries[3].comment == "a bold beginning"
    assert match.entries[-1].draws[0].values == (4,)
