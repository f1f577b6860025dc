"""The hint of the staff: what it is about is marked on the map, and an old one says so. Plans say whose they are."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect
from tests.browser.sizes import PHONE
from tests.browser.table import Table
from tests.browser.test_page import begin_movement

MARKED = "() => window.__phaseline.marked()"


def ask(table: Table) -> Locator:
    """Ask for a hint; the card with it."""
    table.page.get_by_role("button", name="Ask").first.click()
    card = table.page.get_by_test_id("hint")
    expect(card.get_by_role("button", name="Show on the map")).to_be_visible()
    return card


def sights(table: Table) -> list[dict[str, float]]:
    """Where on the screen what is marked lies."""
    table.ready()
    found: list[dict[str, float]] = table.page.evaluate(f"({MARKED})().map(window.__phaseline.at)")
    return found


def test_who_and_where_stay_marked_until_they_are_put_away_or_something_is_ordered(table: Table) -> None:
    begin_movement(table)
    page = table.page
    page.keyboard.press("j")
    card = ask(table)
    # However far away both are: they are brought into view.
    for _ in range(5):
        table.map.hover(position={"x": 200, "y": 200})
        page.mouse.wheel(0, -400)
    for _ in range(12):
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Shift+ArrowDown")
    card.get_by_role("button", name="Show on the map").click()
    board = table.map.bounding_box()
    assert board is not None
    shown = sights(table)
    assert len(shown) == 2
    assert all(board["x"] < one["x"] < board["x"] + board["width"] for one in shown)
    assert all(board["y"] < one["y"] < board["y"] + board["height"] for one in shown)
    page.wait_for_timeout(2_500)
    assert len(sights(table)) == 2, "the marks went by themselves"
    card.get_by_role("button", name="Take the marks away").click()
    assert sights(table) == []
    card.get_by_role("button", name="Show on the map").click()
    assert len(sights(table)) == 2
    page.keyboard.press("Escape")
    assert sights(table) == []
    card.get_by_role("button", name="Show on the map").click()
    card.get_by_role("button", name="Give this order").click()
    expect(card).to_have_count(0)
    assert sights(table) == []


def test_a_hint_that_is_out_of_date_says_so_and_keeps_its_title(table: Table) -> None:
    begin_movement(table)
    table.page.keyboard.press("j")
    card = ask(table)
    title = card.locator("b").inner_text()
    assert title.startswith("Move a unit: ")
    assert " to " in title  # whom and where, and not as one would type it
    table.page.keyboard.press("/")
    table.page.keyboard.type("done")
    table.page.keyboard.press("Enter")
    expect(card).to_contain_text("Out of date")
    expect(card.locator("b")).to_have_text(title)
    expect(card.get_by_role("button")).to_have_count(0)


def test_on_a_phone_the_map_is_seen_with_the_marks_and_the_hint_is_still_there_afterwards(
    table: Table,
) -> None:
    begin_movement(table)
    page = table.page
    table.resize(PHONE)
    page.keyboard.press("j")
    ask(table).get_by_role("button", name="Show on the map").click()
    expect(page.get_by_role("complementary", name="Advice")).to_have_count(0)
    for one in sights(table):
        tag = page.evaluate("({ x, y }) => document.elementFromPoint(x, y)?.tagName", one)
        assert tag == "CANVAS"
    page.keyboard.press("j")
    expect(page.get_by_test_id("hint").get_by_role("button", name="Take the marks away")).to_be_visible()


def test_plans_of_two_computers_say_whose_they_are(table: Table) -> None:
    officers = [{"kind": "agent", "agent": "staff"}] * 2
    table.new("skirmish", "ford", players=officers, open=True)
    table.sit()
    page = table.page
    # Two computers are quick: only when they are done does nothing come in between.
    expect(page.get_by_test_id("prompt").filter(has_text=re.compile("win|Drawn"))).to_be_visible(
        timeout=120_000
    )
    end = page.get_by_role("dialog", name="How it ended")
    if end.count() == 0:  # it was over before the page was there
        page.keyboard.press("F8")
    expect(end).to_be_visible()
    for side in ("Blue", "Red"):
        plan = end.get_by_role("region", name=f"Plan of {side}: Computer (Officer)")
        expect(plan.get_by_role("listitem").first).to_be_attached()
    # The window is closed before the dice of the last battle, which lie under it.
    page.keyboard.press("Escape")
    expect(end).to_be_hidden()
    page.keyboard.press("j")
    page.get_by_role("button", name="Ask for the plan").click()
    for side in ("Blue", "Red"):
        plan = page.get_by_role("region", name=f"Plan of {side}: Computer (Officer)")
        expect(plan.get_by_role("listitem").first).to_be_visible()
