"""The page about scenario files names every field that a scenario of each game may have."""

import re
from pathlib import Path

import pytest
from msgspec import Struct

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
