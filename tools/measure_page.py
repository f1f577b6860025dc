"""What the page does while a map is dragged about: `python tools/measure_page.py [GAME SCENARIO]`; `--story`: while it tells.

A service and Chromium run on this machine, the page is built (`./run page`). A new match is opened; its map is dragged to
and fro as it opens, from afar with all of it in view, and close by. The table tells the processor time of the page's own
thread between one frame and the next, and how long the worker took to paint the tiles that were needed. With `--story` a battle is
fought and its card comes, and a computer has its turn, which a recap tells with arrows and plays again. Graphics are drawn by the
processor, in another process. Measure on an otherwise idle machine; the load average is printed to tell.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Page, ViewportSize, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.moments import moment

SWITCHES = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
VIEW: ViewportSize = {"width": 1440, "height": 900}
READY = "() => window.__phaseline?.ready() === true"
STEPS = 90
"""So many moves of the mouse make a drag, one every 12 milliseconds."""
TARGET = 8.0
"""Milliseconds of its own that the page may spend on 19 of 20 frames."""

BATTLES = {"westfront": "fire-all", "skirmish": "roll", "eisenhower": "roll"}
"""With which order the dice of a game's battles fall."""
QUIET = """localStorage.setItem("phaseline.settings", JSON.stringify({ briefing: false, ask: "never" }))"""
"""Steps end unasked."""
CARD = 3000
"""Milliseconds in which a battle card comes up, its dice are shown, and pieces fall or go back."""

TILE = 3.0
"""Milliseconds from which on a task of the worker is the painting of a tile."""

Event = dict[str, Any]


def traced(page: Page, act: Callable[[], None]) -> list[Event]:
    """What the browser did in the meantime."""
    session = page.context.new_cdp_session(page)
    events: list[Event] = []
    done: list[object] = []

    def ended(message: object) -> None:
        done.append(message)

    session.on("Tracing.dataCollected", lambda message: events.extend(message["value"]))
    session.on("Tracing.tracingComplete", ended)
    config = {"includedCategories": ["devtools.timeline", "toplevel"]}
    session.send("Tracing.start", {"traceConfig": config, "transferMode": "ReportEvents"})
    act()
    session.send("Tracing.end")
    while not done:
        page.wait_for_timeout(50)
    return [event for event in events if "name" in event]


def drag(page: Page) -> None:
    """To and fro across the middle of the map."""
    x, y = VIEW["width"] * 0.6, VIEW["height"] * 0.5
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(STEPS):
        way = min(step, STEPS - step)
        page.mouse.move(x - 3 * way, y - 2 * way)
        page.wait_for_timeout(12)
    page.mouse.up()


def wheel(page: Page, turn: int, times: int) -> None:
    """Closer (negative) or further away, until all is drawn."""
    page.mouse.move(VIEW["width"] / 2, VIEW["height"] / 2)
    for _ in range(times):
        page.mouse.wheel(0, turn)
        page.wait_for_timeout(40)
    page.wait_for_timeout(300)
    page.wait_for_function(READY)


def spent(event: Event) -> float:
    """Milliseconds of processor time."""
    return float(event["tdur"] if "tdur" in event else event.get("dur") or 0) / 1000


def row(title: str, moved: list[Event], dragged: list[Event]) -> str:
    """A line of the table, from what was done on the way to a distance and while the map was dragged there."""
    thread = next((e["pid"], e["tid"]) for e in dragged if e["name"] == "FireAnimationFrame")
    tasks = [e for e in (*moved, *dragged) if e["pid"] == thread[0] and e["name"].endswith("RunTask")]
    own = [e for e in tasks if e["tid"] == thread[1]]
    starts = sorted(e["ts"] for e in dragged if e["name"] == "FireAnimationFrame")
    frames = sorted(sum(spent(e) for e in own if one <= e["ts"] < end) for one, end in pairwise(starts))
    workers = {e["tid"] for e in (*moved, *dragged) if e["name"] == "HandlePostMessage"} - {thread[1]}
    tiles = sorted(spent(e) for e in tasks if e["tid"] in workers and spent(e) > TILE)
    painted = f"{len(tiles)}, {tiles[len(tiles) // 2]:.0f} ms" if tiles else "none"
    p95 = frames[int(len(frames) * 0.95)]
    return f"| {title} | {len(frames)} | {frames[len(frames) // 2]:.1f} ms | {p95:.1f} ms | {painted} |"


def measure(page: Page) -> list[str]:
    """The lines of the table."""
    rows = []
    for title, turn, times in (("as it opens", 0, 1), ("all of it", 240, 14), ("close by", -240, 9)):
        moved = traced(page, lambda turn=turn, times=times: wheel(page, turn, times))  # type: ignore[misc]
        rows.append(row(title, moved, traced(page, lambda: drag(page))))
    return rows


def story(page: Page, url: str, game: str, scenario: str) -> list[str]:
    """The lines of the table while the page tells of a battle and of what a computer did."""
    record = {"text": moment(game, scenario, BATTLES[game]), "open": True}
    visit(page, url, "/api/matches/import", record, "")

    def fight() -> None:
        page.locator(f'[data-verb="{BATTLES[game]}"]').first.click()
        page.get_by_test_id("battle-card").first.wait_for()
        page.wait_for_timeout(CARD)

    rows = [row("a battle and its card", [], traced(page, fight))]
    players = [{"kind": "human"}, {"kind": "agent", "agent": "greedy"}]
    visit(page, url, "/api/matches", wish(game, scenario, players), "?seat=0")
    recap = page.get_by_test_id("recap")

    def turn() -> None:
        while not recap.count():
            order = page.locator('[data-tour="done"], .tray button')
            if order.count():
                order.first.click()
            page.wait_for_timeout(500)

    rows.append(row("the computer's turn, its recap and arrows", [], traced(page, turn)))

    def again() -> None:
        recap.get_by_role("button", name="Replay this turn").click()
        page.get_by_text("You look at the past").wait_for()
        page.get_by_text("You look at the past").wait_for(state="detached")

    rows.append(row("that turn played again", [], traced(page, again)))
    return rows


def wish(game: str, scenario: str, players: list[dict[str, str]]) -> dict[str, Any]:
    """A match to start."""
    return {"game": game, "scenario": scenario, "players": players, "seed": "11" * 32}


def visit(page: Page, url: str, address: str, body: dict[str, Any], seat: str) -> None:
    """Open a new match, and wait until its map is drawn."""
    match = httpx.post(f"{url}{address}", json=body, timeout=60).raise_for_status().json()["id"]
    page.goto(f"{url}/#/match/{match}{seat}")
    page.wait_for_function(READY)


def main() -> None:
    """Serve, open, drag, tell."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?", default="france44")
    parser.add_argument("scenario", nargs="?", default="campaign")
    parser.add_argument("--story", action="store_true", help="battles, recaps and replays instead")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "phaseline",
            "serve",
            "--port",
            "0",
            "--database",
            f"{folder}/matches.sqlite3",
        ]
        environment = {**os.environ, "COLUMNS": "200", "NO_COLOR": "1"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
            try:
                said = iter(process.stdout or ())
                url = next(found[0] for line in said if (found := re.search(r"http://\S+(?=/)", line)))
                with sync_playwright() as playwright:
                    path = os.environ.get("PHASELINE_CHROMIUM") or shutil.which("chromium")
                    browser = playwright.chromium.launch(executable_path=path, args=SWITCHES)
                    page = browser.new_page(viewport=VIEW)
                    page.set_default_timeout(120_000)
                    if asked.story:
                        page.add_init_script(QUIET)
                        rows = story(page, url, asked.game, asked.scenario)
                    else:
                        body = wish(asked.game, asked.scenario, [{"kind": "human"}] * 2)
                        visit(page, url, "/api/matches", {**body, "open": True}, "")
                        rows = measure(page)
                    browser.close()
            finally:
                process.send_signal(signal.SIGINT)
    print(
        f"{asked.game} {asked.scenario}; load average {os.getloadavg()[0]:.1f}; wanted: 95 % below {TARGET:g} ms\n"
    )
    print("| what moves | frames | a frame: median | 95 % | tiles, median |\n|---|---:|---:|---:|---:|")
    print("\n".join(rows))


if __name__ == "__main__":
    main()
