"""First turns of big games by mouse alone, as a person begins them."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser.table import HUMAN, Table

PASSIVE = {"kind": "agent", "agent": "passive"}


def go_on(table: Table, prompt: str) -> None:
    """End steps until this is asked."""
    for _ in range(12):
        if prompt in table.prompt.inner_text():
            return
        before = int(table.page.evaluate("() => window.__phaseline.entry()"))
        table.verb("done").first.click()
        table.seen(before + 1)
        table.ready()
    raise AssertionError(f"never asked: {prompt}")


def choose_target(table: Table) -> None:
    """Click the first hex that may be chosen; it gives an order."""
    before = table.seen(0)
    table.aim()
    table.seen(before + 1)
    table.ready()


def test_a_week_in_italy_by_mouse_from_the_air_to_a_battle(table: Table) -> None:
    table.new("war_in_europe", "italy_1943", players=[PASSIVE, HUMAN])
    table.sit(1)
    table.ready()
    expect(table.page.get_by_test_id("stakes")).to_have_text(re.compile(r"Allied points \d+ of 27"))
    for wanted in ("south", "superiority", "6"):
        table.option(wanted).click()
    left = table.page.locator('[data-tour="left"]')
    expect(left).to_contain_text("10 Air Points available, south front (6 superiority)")
    go_on(table, "Move your units")
    table.piece("1 Cdn")
    expect(table.prompt).to_contain_text("to which hex")
    table.ready()
    before = table.seen(0)
    table.click("D2921")
    table.seen(before + 1)
    go_on(table, "Attack the enemy")
    table.verb("attack").click()
    # The one that can attack is chosen by itself.
    expect(table.prompt).to_contain_text("1 Cdn")
    expect(table.prompt).to_contain_text("which hex")
    table.ready()
    at = table.where("D2921")
    box = table.map.bounding_box()
    assert box is not None
    assert box["x"] < at[0] < box["x"] + box["width"], "who can attack is not on the screen"
    assert box["y"] < at[1] < box["y"] + box["height"], "who can attack is not on the screen"
    table.aim()
    results = table.page.get_by_test_id("results")
    expect(results).to_be_visible()
    panel = table.page.get_by_test_id("forecast")
    assert panel.evaluate("(e) => e.scrollWidth <= e.clientWidth + 1"), "the odds are wider than their panel"
    expect(results.locator("th[aria-current]")).to_be_in_viewport()
    before = table.seen(0)
    table.verb("roll").click()
    table.seen(before + 1)
    expect(table.page.get_by_test_id("battle-card").first).to_be_visible()


def test_the_first_turn_of_the_beachhead_by_mouse(table: Table) -> None:
    table.new("france44", "beachhead", players=[HUMAN, PASSIVE])
    table.sit(0)
    table.ready()
    table.verb("base").click()
    table.ready()
    table.click("1821")
    # Only a number tells the two there apart: the upper one is taken, which is not asked.
    expect(table.prompt).to_contain_text("American air unit 2")
    choose_target(table)
    go_on(table, "Base your air units")
    left = table.page.locator('[data-tour="left"]')
    expect(left).to_contain_text("12 air units can be given a base")
    table.verb("land").click()
    table.aim("to which hex")
    choose_target(table)
    expect(left).to_contain_text("11 air units can be given a base")
    # Nobody is ashore: trucks would feed nobody, and are not asked for.
    table.verb("done").first.click()
    expect(table.prompt).to_contain_text("nvade")
    table.ready()
    table.page.keyboard.press("n")
    expect(table.prompt).to_contain_text("which beach")
    before = table.seen(0)
    for _ in range(2):  # the beach, and the sea hex before it where there are two
        if table.seen(0) == before:
            table.aim()
    table.seen(before + 1)
