"""The report: its figures, its charts, and that the page needs nothing else."""

import base64
import json
import re
import zlib
from pathlib import Path
from typing import Any

import pytest
import vl_convert

from phaseline.engine import record, registry
from phaseline.lab import tables
from phaseline.lab.experiment import read
from phaseline.lab.report import page
from phaseline.lab.report.figures import EXTREMES, Figures, Mean, gather
from phaseline.lab.runner import Here
from phaseline.lab.running import run
from phaseline.lab.store import Store

TEXT = """
title = "Greedy & <random>"
[keep]
records = "faults"
[stop]
matches = 8
[agents.quick]
agent = "greedy"
playouts = 3
[[play]]
games = ["skirmish"]
scenarios = ["ford"]
agents = ["quick", "random"]
[[play]]
games = ["westfront"]
scenarios = ["husky"]
agents = ["random", "random"]
stop = { matches = 3 }
"""


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    folder = tmp_path_factory.mktemp("report")
    (folder / "both.toml").write_text(TEXT, "utf-8")
    made = Store.create(folder / "both", folder / "both.toml", *read(folder / "both.toml"))
    run(made, Here())
    return made


@pytest.fixture(scope="module")
def found(store: Store) -> list[Figures]:
    return [gather(store, series) for series in store.series]


@pytest.fixture(scope="module")
def text(store: Store) -> str:
    path = store.folder / "report.html"
    page.write(store, path, page="http://127.0.0.1:8044/")
    return path.read_text("utf-8")


def embedded(text: str, name: str) -> dict[str, Any]:
    """Data of the page, as its script reads them."""
    ((kind, data),) = re.findall(rf'<script type="(.*?)" id="{name}">(.*?)</script>', text, re.DOTALL)
    held: dict[str, Any] = json.loads(data if kind == "application/json" else unpacked(data))
    return held


def unpacked(data: str) -> str:
    return zlib.decompress(base64.b64decode(data), wbits=-15).decode()


def test_the_figures_are_those_of_the_tables(store: Store, found: list[Figures]) -> None:
    ford, husky = found
    rows = tables.read(store.folder, "matches", series=ford.series.key).to_pylist()
    assert (ford.matches, ford.faults, ford.orders.count) == (8, 0, 8)
    for (seat, agent), party in ford.parties.items():
        mine = [row for row in rows if row["agents"][seat] == agent]
        assert (party.matches, party.wins) == (4, sum(row["winner"] == seat for row in mine))
        assert party.margin.mean == pytest.approx(sum(row["margins"][seat] for row in mine) / 4)
        assert party.luck.mean == pytest.approx(sum(row["luck"][seat] for row in mine) / 4)
    assert sum(ford.endings.values()) == sum(ford.lengths.values()) == sum(ford.margins.values()) == 8
    assert ford.attacks == sum(row["attacks"] for row in rows)
    lost = sum(mean.total for mean in ford.losses.values())
    assert lost == sum(sum(row["losses"]) for row in rows)
    fallen = {
        (row["number"], row["place"])
        for row in tables.read(store.folder, "places", series=ford.series.key).to_pylist()
    }
    assert sum(ford.fallen.values()) == len(fallen)
    assert husky.by_agent == {}, "an agent against itself has no record of its own"
    assert set(ford.by_agent) == {"quick", "random"}


def test_extreme_matches_are_the_most_extreme(store: Store, found: list[Figures]) -> None:
    rows = tables.read(store.folder, "matches", series=found[0].series.key).to_pylist()
    longest = [each for each in found[0].extremes if each.why == "most orders"]
    assert len(longest) == EXTREMES
    assert longest[0].value == f"{max(row['orders'] for row in rows)} orders"
    closest = next(each for each in found[0].extremes if each.why == "closest")
    assert abs(rows[closest.number]["margins"][0]) == min(abs(row["margins"][0]) for row in rows)


def test_attacks_are_held_against_their_table(found: list[Figures]) -> None:
    """Both are means of the same attacks, so they differ by luck alone."""
    for column in found[0].columns.values():
        assert column.attacker.count == column.by_table_attacker.count > 0
        gap = abs(column.defender.mean - column.by_table_defender.mean)
        assert gap <= 3 * max(column.defender.half, 1 / column.defender.count**0.5)


def test_all_charts_can_be_drawn(text: str) -> None:
    specs = embedded(text, "specs")
    assert {"wins", "s0-margins", "s0-lengths", "s0-losses", "s0-places", "s0-odds", "s0-luck"} <= set(specs)
    assert "s1-odds" not in specs, "WestFront has no table of odds"
    for spec in specs.values():
        assert vl_convert.vegalite_to_svg(spec, vl_version="6.4").startswith("<svg")
    assert re.findall(r"class=.?chart.? id='(.*?)'", text) == list(specs)


def test_the_page_asks_no_network_and_is_safe(text: str) -> None:
    assert "<title>Greedy &amp; &lt;random&gt;</title>" in text
    assert re.findall(r"<(?:script|link|img|iframe)[^>]*(?:src|href)=[^>]*>", text) == []
    (library,) = re.findall(r'id="library">(.*?)</script>', text)
    assert "window.vegaEmbed" in unpacked(library)
    assert len(text) < 600_000


def test_extreme_matches_come_along_and_replay(store: Store, text: str, found: list[Figures]) -> None:
    records = embedded(text, "records")
    assert set(records) == {
        f"{figures.series.key}/{each.number:06}" for figures in found for each in figures.extremes
    }
    name, packed = next(iter(records.items()))
    squeezed = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
    match = record.load(zlib.decompress(squeezed, wbits=-15).decode())
    row = tables.read(store.folder, "matches", series=found[0].series.key).to_pylist()[
        int(name.split("/")[1])
    ]
    assert match.position.digest() == row["digest"]


def test_a_mean_and_its_interval() -> None:
    mean = Mean()
    assert (str(mean), mean.half) == ("", 0.0)
    for value in (1.0, 2.0, 3.0, 6.0):
        mean.add(value)
    assert mean.mean == 3.0
    assert mean.half == pytest.approx(1.96 * (14 / 3 / 4) ** 0.5)


def test_a_game_for_one_has_a_report_too(tmp_path: Path) -> None:
    file = tmp_path / "alone.toml"
    file.write_text('[[play]]\ngames = ["midway"]\nagents = ["random"]\nstop = { matches = 2 }\n', "utf-8")
    made = Store.create(tmp_path / "alone", file, *read(file))
    (stand,) = run(made, Here())
    assert (stand.done, stand.faults) == (2, 0)
    (figures,) = (gather(made, series) for series in made.series)
    assert {figures.name(winner) for winner, _, _ in figures.endings} <= {"Player", "not won"}
    page.write(made, tmp_path / "report.html", page="http://127.0.0.1:8044/", records=False)
    for spec in embedded((tmp_path / "report.html").read_text("utf-8"), "specs").values():
        assert vl_convert.vegalite_to_svg(spec, vl_version="6.4").startswith("<svg")


def test_matches_are_not_played_again_by_other_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lean.toml").write_text(TEXT, "utf-8")
    made = Store.create(tmp_path / "lean", tmp_path / "lean.toml", *read(tmp_path / "lean.toml"))
    run(made, Here())
    page.write(made, tmp_path / "same.html", page="/")
    assert embedded((tmp_path / "same.html").read_text("utf-8"), "records")
    monkeypatch.setattr(type(registry.game("skirmish")), "version", "99")
    page.write(Store.open(made.folder, reading=True), tmp_path / "other.html", page="/")
    assert embedded((tmp_path / "other.html").read_text("utf-8"), "records") == {}
