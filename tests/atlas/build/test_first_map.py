"""The first map of the how-to can be built as it is written there."""

import re
from pathlib import Path

from phaseline.atlas.build import build
from phaseline.atlas.validate import Severity, validate

PAGE = Path(__file__).parents[3] / "docs" / "how-to" / "build-a-map.md"


def test_the_first_map_of_the_how_to(tmp_path: Path) -> None:
    section = PAGE.read_text(encoding="utf-8").split("## A first map")[1].split("\n## ")[0]
    source, places = re.findall(r"```toml\n(.*?)```", section, flags=re.DOTALL)
    (tmp_path / "source.toml").write_text(source, encoding="utf-8")
    (tmp_path / "places.toml").write_text(places, encoding="utf-8")
    made = build(tmp_path)
    assert set(made.places) == {"Dublin", "Cork", "Belfast", "Galway"}
    assert all(made.land >> place.hex & 1 for place in made.places.values())
    assert [course.name for course in made.features["river"].courses] == ["Shannon"]
    assert [str(found) for found in validate(made) if found.severity is Severity.ERROR] == []
