"""What the page does while a map is dragged about: `python tools/measure_page.py [--story | --first] [GAME SCENARIO]`.

A service and Chromium run on this machine, the page is built (`./run page`). A new match is opened; its map is dragged to
and fro as it opens, from afar with all of it in view, and close by. The table tells the processor time of the page's own
thread between one frame and the next, and how long the worker took to paint the tiles that were needed.

With `--story` battles are fought and their cards come, and a computer has its turns, which recaps tell with arrows and play
again. Here all counts that the thread did since the frame before, up to the end of the frame: the first time for itself,
when the browser knows nothing of the page yet, then several times in which another match is opened in the same page. What
moves is clicked with the mouse, and nothing else is asked of the page meanwhile.

With `--first` matches are opened in new browser contexts, with nothing stored: milliseconds until the map, its pieces and all
that may be chosen are drawn. Graphics are drawn by the processor, in another process. Measure on an otherwise idle machine; the
load average is printed to tell.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, Locator, Page, ViewportSize, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.serving import serving
from tests.moments import moments

SWITCHES = ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"]
VIEW: ViewportSize = {"width": 1440, "height": 900}
READY = "() => window.__phaseline?.ready() === true"
STEPS = 90
"""So many moves of the mouse make a drag, one every 12 milliseconds."""
TARGET = 8.0
"""Milliseconds of its own that the page may spend on 19 of 20 frames."""

BATTLES = {"westfront": "fire-all", "skirmish": "roll", "eisenhower": "roll"}
"""With which order the dice of a game's battles fall."""
TIMES = 6
"""So many battles, and turns of a computer, are looked at."""
MATCHES = 20
"""So many matches are begun for that at most."""
OPENINGS = 5
"""So often a match is opened anew."""
QUIET = """localStorage.setItem("phaseline.settings", JSON.stringify({ briefing: false, ask: "never" }))"""
"""Steps end unasked."""
CARD = 3000
"""Milliseconds in which a battle card comes up, its dice are shown, and pieces fall or go back."""
CALM = 1500
"""Milliseconds after which nothing moves any more."""
AGAIN = 7000
"""Milliseconds for which a turn is played again at most."""

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


def work(events: list[Event]) -> list[float]:
    """Milliseconds that the page's own thread worked for each frame: all since the frame before, to the end of this one."""
    thread = next((e["pid"], e["tid"]) for e in events if e["name"] == "Layerize")
    own = sorted((e for e in events if (e["pid"], e["tid"]) == thread), key=lambda e: float(e["ts"]))
    frames, since = [], 0.0
    drawn = [float(e["ts"]) for e in own if e["name"] == "Layerize"]
    for task in (e for e in own if e["name"].endswith("RunTask")):
        since += spent(task)
        if drawn and task["ts"] <= drawn[0] < task["ts"] + task.get("dur", 0):
            drawn = [one for one in drawn if one >= task["ts"] + task["dur"]]
            frames.append(since)
            since = 0.0
    return frames


def told(title: str, frames: list[float]) -> str:
    """A line of the table."""
    frames = sorted(frames)
    median, p95 = frames[len(frames) // 2], frames[int(len(frames) * 0.95)]
    return f"| {title} | {len(frames)} | {median:.1f} ms | {p95:.1f} ms | {frames[-1]:.1f} ms |"


def lines(title: str, traces: list[list[Event]]) -> list[str]:
    """The lines of the table for something that was done several times."""
    first, *others = [work(trace) for trace in traces]
    warm = [frame for frames in others for frame in frames]
    return [told(f"{title}: the first", first), told(f"{title}: {len(others)} more", warm)]


def press(page: Page, button: Locator) -> Callable[[], None]:
    """What clicks a button with the mouse, without asking the page for anything."""
    button.wait_for()
    box = button.bounding_box()
    assert box is not None, "the button is not to be seen"
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.wait_for_timeout(CALM)
    return lambda: page.mouse.click(x, y)


def battles(page: Page, url: str, game: str, scenario: str) -> list[str]:
    """The lines of the table while battles are fought."""
    verb = BATTLES[game]
    records = moments(game, scenario, verb, count=TIMES)
    if not records:
        raise SystemExit(
            f"Nobody may order {verb!r} in the first orders of {game} {scenario}: try another scenario."
        )
    traces = []
    for text in records:
        visit(page, url, "/api/matches/import", {"text": text, "open": True}, "")
        click = press(page, page.locator(f'[data-verb="{verb}"]').first)

        def fight(click: Callable[[], None] = click) -> None:
            click()
            page.wait_for_timeout(CARD)

        traces.append(traced(page, fight))
        page.get_by_role("region", name="The battle").wait_for()
    return lines("a battle and its card", traces)


def turns(page: Page, url: str, game: str, scenario: str) -> list[str]:
    """The lines of the table while a computer has its turns, and while they are played again."""
    played: list[list[Event]] = []
    replayed: list[list[Event]] = []
    for seed in range(MATCHES):
        for turn, replay in two_turns(page, url, game, scenario, seed):
            played.append(turn)
            replayed.append(replay)
            if len(played) == TIMES:
                return [
                    *lines("the computer's turn, its recap and arrows", played),
                    *lines("that turn played again", replayed),
                ]
    raise SystemExit(
        f"The computer has too few turns that need no answer in {game} {scenario}: try another scenario."
    )


def two_turns(
    page: Page, url: str, game: str, scenario: str, seed: int
) -> Iterator[tuple[list[Event], list[Event]]]:
    """A computer's first two turns against somebody who ends every step, as they come with their recaps, and played again.

    It ends before, when something else is asked than to end a step.
    """
    players = [{"kind": "human"}, {"kind": "agent", "agent": "greedy"}]
    match = visit(page, url, "/api/matches", wish(game, scenario, players, seed), "?seat=0")
    recap = page.get_by_test_id("recap")
    order = page.locator('[data-tour="done"], .tray button').first

    def waits() -> bool:
        found = httpx.get(f"{url}/api/matches/{match}", timeout=60).raise_for_status().json()
        return found["outcome"] is None and 0 not in found["waiting"]

    found = 0
    while found < 2 and order.count():
        click = press(page, order)

        def turn(click: Callable[[], None] = click) -> None:
            click()
            page.wait_for_timeout(CALM)
            while waits():
                page.wait_for_timeout(200)
            page.wait_for_timeout(CALM)

        trace = traced(page, turn)
        if not recap.count():
            continue
        found += 1
        click = press(page, recap.get_by_role("button", name="Replay this turn"))

        def again(click: Callable[[], None] = click) -> None:
            click()
            page.wait_for_timeout(AGAIN)

        yield trace, traced(page, again)
        page.keyboard.press("Escape")
        page.get_by_test_id("replay").wait_for(state="detached")
        page.wait_for_timeout(CALM)


def first(browser: Browser, url: str, game: str, scenario: str) -> str:
    """The line of the table for opening matches."""
    times = []
    body = wish(game, scenario, [{"kind": "human"}] * 2)
    for _ in range(OPENINGS):
        page = browser.new_page(viewport=VIEW)
        page.set_default_timeout(120_000)
        made = httpx.post(f"{url}/api/matches", json={**body, "open": True}, timeout=60).raise_for_status()
        page.goto(f"{url}/#/match/{made.json()['id']}", wait_until="commit")
        page.wait_for_function(READY)
        times.append(float(page.evaluate("performance.now()")))
        page.close()
    times.sort()
    return f"| {game} {scenario} | {times[len(times) // 2]:.0f} ms | {times[0]:.0f} ms | {times[-1]:.0f} ms |"


def wish(game: str, scenario: str, players: list[dict[str, str]], seed: int = 0x11) -> dict[str, Any]:
    """A match to start."""
    return {"game": game, "scenario": scenario, "players": players, "seed": bytes([seed] * 32).hex()}


def visit(page: Page, url: str, address: str, body: dict[str, Any], seat: str) -> str:
    """Open a new match, and wait until its map is drawn; its number."""
    match: str = httpx.post(f"{url}{address}", json=body, timeout=60).raise_for_status().json()["id"]
    page.goto(f"{url}/#/match/{match}{seat}")
    page.wait_for_function(f"() => location.hash.includes({match!r}) && ({READY})()")
    return match


def asked() -> argparse.Namespace:
    """What is to be measured, by the command line; without a game, a match in which there is much of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", nargs="?")
    parser.add_argument("scenario", nargs="?")
    parser.add_argument("--story", action="store_true", help="battles, recaps and replays instead")
    parser.add_argument(
        "--first", action="store_true", help="how long it takes until the first map is drawn instead"
    )
    found = parser.parse_args()
    if found.game is None:
        found.game, found.scenario = ("westfront", "husky") if found.story else ("france44", "campaign")
    elif found.scenario is None:
        parser.error("name the scenario, too")
    if found.story and found.game not in BATTLES:
        parser.error(
            f"--story knows no battles of {found.game}: one of {', '.join(BATTLES)} can be measured so"
        )
    return found


def rows(browser: Browser, url: str, wanted: argparse.Namespace) -> list[str]:
    """The lines of the table that is wanted."""
    game, scenario = wanted.game, wanted.scenario
    if wanted.first:
        return [first(browser, url, game, scenario)]
    page = browser.new_page(viewport=VIEW)
    page.set_default_timeout(120_000)
    if wanted.story:
        page.add_init_script(QUIET)
        return [*battles(page, url, game, scenario), *turns(page, url, game, scenario)]
    body = wish(game, scenario, [{"kind": "human"}] * 2)
    visit(page, url, "/api/matches", {**body, "open": True}, "")
    return measure(page)


def main() -> None:
    """Serve, open, drag, tell."""
    wanted = asked()
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(Path(folder)) as url,
        sync_playwright() as playwright,
    ):
        path = os.environ.get("PHASELINE_CHROMIUM") or shutil.which("chromium")
        with playwright.chromium.launch(executable_path=path, args=SWITCHES) as browser:
            found = rows(browser, url, wanted)
    aim = "" if wanted.first else f"; wanted: 95 % below {TARGET:g} ms"
    print(f"{wanted.game} {wanted.scenario}; load average {os.getloadavg()[0]:.1f}{aim}\n")
    if wanted.first:
        print("| opened | median | shortest | longest |\n|---|---:|---:|---:|")
    elif wanted.story:
        print("| what moves | frames | a frame: median | 95 % | longest |\n|---|---:|---:|---:|---:|")
    else:
        print("| what moves | frames | a frame: median | 95 % | tiles, median |\n|---|---:|---:|---:|---:|")
    print("\n".join(found))


if __name__ == "__main__":
    main()
