"""The study of every scenario: what it plays, and the blocks of pages that it writes."""

import importlib.util
import re
from pathlib import Path

import pytest

from phaseline.ai import registry as players
from phaseline.engine import registry
from phaseline.lab.experiment import read
from phaseline.lab.report.digest import digest, picture, rewritten
from phaseline.lab.report.figures import Figures, gather
from phaseline.lab.runner import Here
from phaseline.lab.running import run
from phaseline.lab.store import Store

DOCS = Path(__file__).parents[2] / "docs"
BLOCK = re.compile(r"<!-- study: (\S+) -->\n(.*?)<!-- end of study -->", re.DOTALL)
TEXT = """
[keep]
details = false
records = "faults"
[[play]]
games = ["skirmish"]
agents = ["random", "random"]
stop = { matches = 5 }
"""


@pytest.fixture(scope="module")
def skirmish(tmp_path_factory: pytest.TempPathFactory) -> list[Figures]:
    folder = tmp_path_factory.mktemp("study")
    (folder / "study.toml").write_text(TEXT, "utf-8")
    store = Store.create(folder / "run", folder / "study.toml", *read(folder / "study.toml"))
    run(store, Here())
    return [gather(store, series) for series in store.series]


def test_every_scenario_that_the_staff_plays_is_played_once() -> None:
    _, series = read(DOCS / "studies/every-scenario.toml")
    assert sorted((each.recipe.game, each.recipe.scenario) for each in series) == sorted(
        (key, scenario)
        for key, game in registry.games().items()
        if players.plays("staff", key)
        for scenario in game.scenarios()
    )


def test_every_marked_block_is_of_a_game_and_has_a_row_for_each_of_its_scenarios() -> None:
    marked = {
        (page.relative_to(DOCS).as_posix(), key): text
        for page in DOCS.rglob("*.md")
        for key, text in BLOCK.findall(page.read_text("utf-8"))
    }
    assert ("explanation/every-scenario.md", "*") in marked
    assert {key for _, key in marked} - {"*"} == {
        key for key in registry.games() if players.plays("staff", key)
    }
    for (_, key), text in marked.items():
        keys = registry.games() if key == "*" else [key]
        for game in (registry.game(each) for each in keys if players.plays("staff", each)):
            for scenario in game.scenarios():
                assert f"\n| *{game.load(scenario).title}* | " in text


def test_the_table_has_the_figures_of_the_matches(skirmish: list[Figures]) -> None:
    head, _, *rows = digest(skirmish)
    assert head == "| scenario | matches | Blue | Red | drawn | lead of Blue | over in turn | orders |"
    for row, figures in zip(rows, skirmish, strict=True):
        _, _, matches, blue, red, drawn, lead, _, orders, _ = (cell.strip() for cell in row.split("|"))
        wins = {party.seat: party.wins for party in figures.parties.values()}
        shares = (wins[0], wins[1], figures.draws)
        assert matches == "5"
        assert [cell.split()[0] for cell in (blue, red, drawn)] == [f"{won / 5:.0%}" for won in shares]
        margins = sorted(value for (value, _), count in figures.margins.items() for _ in range(count))
        assert float(lead.split()[0]) == margins[2]
        assert orders == f"{figures.orders.mean:,.0f}"


def test_blocks_are_made_anew_and_the_rest_of_a_page_stays(skirmish: list[Figures]) -> None:
    page = "# A\n<!-- study: {} -->\nold\n<!-- end of study -->\nafter\n"
    made = rewritten(page.format("skirmish"), {"skirmish": skirmish}, "Played.")
    assert made.startswith("# A\n<!-- study: skirmish -->\n\n| scenario |")
    assert made.endswith("|\n\nPlayed.\n\n<!-- end of study -->\nafter\n")
    assert "old" not in made
    assert rewritten(made, {"skirmish": skirmish}, "Played.") == made
    assert "### Skirmish\n" in rewritten(page.format("*"), {"skirmish": skirmish}, "Played.")
    assert rewritten(page.format("westfront"), {"skirmish": skirmish}, "") == page.format("westfront")
    assert rewritten(page.format("*"), {"skirmish": skirmish}, "", whole=False) == page.format("*")
    assert picture(skirmish).startswith("<svg")


def test_the_picture_shows_what_the_tables_say() -> None:
    """After a part of the study was played anew `tools/study_pages.py` draws it from them."""
    spec = importlib.util.spec_from_file_location("study_pages", DOCS.parent / "tools/study_pages.py")
    assert spec is not None
    assert spec.loader is not None
    pages = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pages)
    shown = pages.tabled(pages.STUDY.read_text("utf-8"))
    assert len(shown) == sum(
        len(registry.game(key).scenarios()) for key in registry.games() if players.plays("staff", key)
    )
    invasion = next(one for one in shown if "Historical Invasion" in one.title)
    assert invasion.seats == ("Allied", "German")
    assert [party.wins for party in invasion.parties.values()] == [62, 18]
    assert picture(shown) == pages.PICTURE.read_text("utf-8")
