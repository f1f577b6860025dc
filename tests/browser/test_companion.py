"""A game without a map: the companion of Midway Solitaire."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser.table import HUMAN, Table


def test_a_companion_is_played_without_a_map(table: Table) -> None:
    table.new("midway", "pto", players=(HUMAN,), options={"incidents": 4, "nimitz": True})
    table.sit()
    page = table.page
    cards = page.get_by_role("region", name="On the table")
    expect(cards).to_contain_text("Operation counters in the pool 22")
    expect(table.map).to_have_count(0)
    table.verb("draw").click()
    expect(table.prompt).to_contain_text("play the operation")
    expect(cards).to_contain_text("Operation counters in the pool 21")
    table.choose("USN weather")
    expect(table.prompt).to_contain_text("does the Nimitz group arrive there?")
    table.choose("Rabaul SO")
    expect(cards).to_contain_text("CVN-68 Rabaul SO")
    page.get_by_test_id("undo").click()
    expect(cards).not_to_contain_text("CVN-68")


def test_a_companion_is_offered_with_a_picture_and_for_one_player(table: Table) -> None:
    page = table.page
    page.goto("/")
    card = page.get_by_test_id("game-midway")
    expect(card.get_by_test_id("table-picture")).to_be_visible()
    expect(page.get_by_test_id("game-skirmish").get_by_test_id("table-picture")).to_have_count(0)
    card.click()
    expect(page.get_by_role("button", name="Start")).to_be_visible()
    expect(page.get_by_text("Against the computer")).to_have_count(0)
    page.get_by_test_id("start").click()
    page.wait_for_url(re.compile("/match/"))
    table.match = page.url.rsplit("/", 1)[1].partition("?")[0]
    assert [player["kind"] for player in table.summary()["players"]] == ["human"]
