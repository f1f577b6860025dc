"""Figures in README and documentation do not age: they are counted when the pages are built, dated, or left out."""

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

from phaseline.engine import registry
from phaseline.engine.coverage import coverage

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
COUNTED = re.compile(r"\b\d[\d,]*\+? (?:testable |rulebook |passing )?(?:cases|tests|orders a second)\b")
MEASURED = (
    "explanation/opponents-strength.md",
    "explanation/opponents-measured.md",
    "explanation/opponents-tried.md",
    *(f"explanation/tried/{page.name}" for page in (DOCS / "explanation/tried").glob("*.md")),
    "explanation/eisenhower-study.md",
)
DATED = re.compile(r"Measured in [A-Z][a-z]+ 20\d\d with Phaseline \d+\.\d+")
NUMBERS = {1: "one", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}


def written_by_hand() -> list[Path]:
    made = {"command-line.md", "case-words.md"}
    pages = [page for page in DOCS.rglob("*.md") if not {"_build", "_made", "api"} & set(page.parts)]
    readmes = [ROOT / "README.md", *(ROOT / "src/phaseline/games").glob("*/README.md")]
    return [*readmes, *(page for page in pages if page.name not in made)]


def extension(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(DOCS / "_ext"))
    spec = importlib.util.spec_from_file_location(name, DOCS / f"_ext/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, name, module)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("page", written_by_hand(), ids=lambda page: str(page.relative_to(ROOT)))
def test_no_page_states_how_many_cases_tests_or_orders_a_second_there_are(page: Path) -> None:
    assert COUNTED.findall(page.read_text("utf-8")) == []


@pytest.mark.parametrize("page", MEASURED)
def test_what_was_measured_is_dated_with_the_version(page: str) -> None:
    assert DATED.search((DOCS / page).read_text("utf-8"))


def test_the_readme_counts_scenarios_as_the_games_do() -> None:
    rows = [line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.startswith("| **")]
    for game in registry.games().values():
        (row,) = [line for line in rows if line.startswith(f"| **{game.title}**")]
        count = len(game.scenarios())
        assert f"{NUMBERS[count]} scenario{'s' * (count != 1)}" in row


@pytest.mark.parametrize("key", ["skirmish", "westfront", "eisenhower", "war_in_europe"])
def test_the_facts_of_a_game_are_those_of_the_game(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    pages = extension("game_pages", monkeypatch)
    game = registry.game(key)
    text = "\n".join(pages.game_facts(game))
    for scenario, title in game.scenarios().items():
        assert f"| `{scenario}` | {title} | " in text
    counts = coverage(game.key, game.package).counts
    assert (
        f" numbered cases {counts['testable']} can be tested; {counts['implemented']} are carried out" in text
    )
    assert f"| {game.title} | {len(game.scenarios())} | {counts['testable']} |" in "\n".join(
        pages.overview([game])
    )


def test_the_map_of_a_game_is_the_whole_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = extension("game_pages", monkeypatch)
    game = registry.game("westfront")
    (whole,) = pages.whole_maps(game).values()
    assert whole.land == game.load("S44").map.land
    assert whole.land != game.load("husky").map.land


def test_every_game_has_a_page_of_its_own() -> None:
    index = (DOCS / "games/index.md").read_text("utf-8")
    for key in ("skirmish", "westfront", "eisenhower", "france44", "war-in-europe", "midway"):
        assert f"({key}.md)" in index
        page = (DOCS / f"games/{key}.md").read_text("utf-8")
        game = key.replace("-", "_")
        assert game in registry.games()
        assert "**To come.**" not in page
        assert f"_made/{game}.md" in page
        assert "econstructed" in page


def test_captions_of_code_are_literal() -> None:
    """Else the underscores of a file's name would be read as emphasis."""
    captions = [
        caption
        for page in written_by_hand()
        for caption in re.findall(r"^:caption: (.*)$", page.read_text("utf-8"), re.MULTILINE)
    ]
    assert captions
    assert [caption for caption in captions if not re.fullmatch(r"'`[^`]+`'", caption)] == []
