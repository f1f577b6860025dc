"""Following a guide: from the lobby on, step by step, by doing what each step says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping

from playwright.sync_api import Locator, Route, expect
from tests.browser.table import Table

STEPS = 150
"""So many things to do are enough for any guide."""
SEED = "11" * 32

Deed = Callable[[Table], None]


def begin(table: Table, game: str, against: str = "") -> None:
    """Start the guide of a game from its page in the lobby. Its dice are those of all tests, and nobody waits for effect.

    The computer that newcomers meet draws differently each time: who needs another one says so.
    """

    def fix(route: Route) -> None:
        if route.request.method != "POST":
            route.fallback()
            return
        wish = json.loads(route.request.post_data or "{}")
        for player in wish["players"]:
            if against and player["kind"] == "agent":
                player["agent"] = against
        route.continue_(post_data=json.dumps({**wish, "seed": SEED, "pace": 0}))

    table.page.route("**/api/matches", fix)
    table.page.goto("/")
    table.page.get_by_test_id(f"game-{game}").click()
    table.page.get_by_test_id("guided").click()
    table.page.wait_for_url(re.compile("/match/"))
    table.match = table.page.url.rsplit("/", 1)[1].partition("?")[0]
    table.ready()


def bubble(table: Table) -> Locator:
    """What the guide says."""
    return table.page.get_by_test_id("tour")


def step(table: Table) -> str:
    """The step of the guide."""
    return bubble(table).get_attribute("data-step") or ""


def at(table: Table, key: str) -> None:
    """Wait until the guide is at a step."""
    expect(bubble(table)).to_have_attribute("data-step", key)


def answer(table: Table) -> None:
    """Do what is asked for: nothing more where that may be, or the first that is offered."""
    before = table.seen(0)
    done = table.page.locator('[data-tour="done"]')
    offered = table.page.locator(".tray button")
    if done.count():
        done.first.click()
    elif offered.count():
        offered.first.click()
    else:
        table.page.mouse.click(*table.first_target())
    table.page.wait_for_timeout(1500 if table.seen(0) == before else 300)


def followed(table: Table, key: str) -> None:
    """Wait until the guide has seen what was done at a step; some steps are done with more than that."""
    for _ in range(20):
        if bubble(table).count() == 0 or step(table) != key:
            return
        table.page.wait_for_timeout(100)


def follow(table: Table, game: str, deeds: Mapping[str, Deed], against: str = "") -> list[str]:
    """Play a guide to its last step: what a step asks for once, then what is asked. The steps that were met, in order."""
    begin(table, game, against)
    met: list[str] = []
    asked = ""
    for _ in range(STEPS):
        key = step(table)
        fresh = key not in met
        met += [key] * fresh
        panel = table.page.locator(f'[data-tour="panel-{key}"]')
        if key == "end":
            bubble(table).get_by_role("button", name="Play on").click()
            expect(bubble(table)).to_have_count(0)
            return met
        if key in deeds and fresh:
            expect(table.page.locator(".prompt.wait")).to_have_count(0)  # the other may be to act still
            table.ready()
            deeds[key](table)
            followed(table, key)
        elif bubble(table).locator(".task").count() == 0:
            bubble(table).get_by_role("button", name="Next").click()
        elif panel.count():
            panel.click()
        elif table.page.locator(".prompt.wait").count() == 0:
            table.ready()
            if asked != (asked := table.prompt.inner_text()):
                table.page.wait_for_timeout(600)  # the guide may have something to say to it
            else:
                answer(table)
        table.page.wait_for_timeout(150)
    raise AssertionError(f"the guide does not end: {met}, {table.prompt.inner_text()!r}")
