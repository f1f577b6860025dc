"""The page about scenario files names every field that a scenario of each game may have."""

import re
from pathlib import Path

import pytest
from msgspec import Struct
from msgspec.structs import fields as fields_of

from phaseline.engine.aids.stakes import BriefingText
from phaseline.games.eisenhower.files import Setup as EisenhowerSetup
from phaseline.games.france44.files import Goal, Victory
from phaseline.games.france44.files import Setup as FranceSetup
from phaseline.games.skirmish.scenario import Setup as SkirmishSetup
from phaseline.games.skirmish.scenario import Unit
from phaseline.games.war_in_europe.files import Entry
from phaseline.games.war_in_europe.files import Setup as EuropeSetup
from phaseline.games.war_in_europe.special import Special
from phaseline.games.westfront.files import Reinforcement, ScenarioFile

PAGE = Path(__file__).parents[2] / "docs/reference/scenario-files.md"
SECTIONS: list[tuple[str, list[type[Struct]]]] = [
    ("Skirmish", [SkirmishSetup, Unit]),
    ("France '44", [FranceSetup, Victory, Goal]),
    ("War in Europe", [EuropeSetup, Entry, Special]),
    ("WestFront", [ScenarioFile, Reinforcement]),
    ("Eisenhower's War", [EisenhowerSetup]),
    ("Briefings", [BriefingText]),
]


@pytest.mark.parametrize(("title", "kinds"), SECTIONS, ids=[title for title, _ in SECTIONS])
def test_every_field_is_told(title: str, kinds: list[type[Struct]]) -> None:
    sections = dict(re.findall(r"(?ms)^## (.+?)\n(.*?)(?=^## |\Z)", PAGE.read_text("utf-8")))
    quoted = " ".join(re.findall(r"`([^`]+)`", sections[title]))
    told = set(re.findall(r"[a-z_0-9]+", quoted))
    fields = {name for kind in kinds for name in kind.__struct_fields__} - {"case", "provenance"}
    assert not fields - told
    # What the page calls a field of the file itself is one: it begins a line of a table.
    begun = re.findall(r"(?m)^\| ((?:`[^`]+`(?:, )?)+) \|", sections[title])
    named = {re.sub(r"^\[+|\]+$|\..*", "", word) for cell in begun for word in re.findall(r"`([^`]+)`", cell)}
    assert not named - {name for kind in kinds for name in kind.__struct_fields__}


@pytest.mark.parametrize(
    ("title", "kind", "said"),
    [
        ("Skirmish", SkirmishSetup, "All must be there; `held_by` may be empty."),
        ("War in Europe", EuropeSetup, r"There must be (.*?), and of a unit"),
        ("War in Europe", Entry, r"and of a unit its (.*?); of what else is left out there is none"),
        ("Eisenhower's War", EisenhowerSetup, "All must be there, empty if need be."),
    ],
)
def test_which_fields_must_be_there_is_told(title: str, kind: type[Struct], said: str) -> None:
    sections = dict(re.findall(r"(?ms)^## (.+?)\n(.*?)(?=^## |\Z)", PAGE.read_text("utf-8")))
    found = re.search(said, sections[title], re.DOTALL)
    assert found is not None
    needed = {field.name for field in fields_of(kind) if field.required}
    if found.groups():
        assert set(re.findall(r"`(\w+)`", found[1])) == needed
    else:
        assert needed == {field.name for field in fields_of(kind)} - {"case", "provenance"}


def test_what_a_briefing_may_leave_out_is_told() -> None:
    found = re.search(
        r"every game; a scenario without one has none\.\n(.*?) may be left out", PAGE.read_text("utf-8")
    )
    assert found is not None
    free = {field.name for field in fields_of(BriefingText) if not field.required}
    assert set(re.findall(r"`(\w+)`", found[1])) == free
