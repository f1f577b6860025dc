"""The report of an experiment in a browser: unpacked, drawn, and asking nobody for anything."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from phaseline.lab.experiment import read
from phaseline.lab.report import page as report
from phaseline.lab.runner import Here
from phaseline.lab.running import run
from phaseline.lab.store import Store

TEXT = """
[stop]
matches = 4
[keep]
records = "faults"
[[play]]
games = ["skirmish"]
scenarios = ["ford"]
agents = ["random", "random"]
"""


def test_the_page_draws_its_charts_by_itself(browser: Browser, tmp_path: Path) -> None:
    file = tmp_path / "ford.toml"
    file.write_text(TEXT, "utf-8")
    store = Store.create(tmp_path / "ford", file, *read(file))
    run(store, Here())
    report.write(store, tmp_path / "report.html", page="http://127.0.0.1:9/")
    page = browser.new_page()
    asked: list[str] = []
    complaints: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto((tmp_path / "report.html").as_uri())
    for key in ("wins", "s0-margins", "s0-lengths", "s0-losses"):
        chart = page.locator(f"#{key}")
        chart.scroll_into_view_if_needed()
        expect(chart.locator("svg.marks, canvas.marks")).to_be_visible()
    replay = page.locator("a.replay").first.get_attribute("href") or ""
    assert replay.startswith("http://127.0.0.1:9/#record=")
    assert complaints == []
    assert {url.partition(":")[0] for url in asked} <= {"file", "blob", "data"}
    page.close()
