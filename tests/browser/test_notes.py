"""Notes on hexes and units, moments by name, and playing on from one."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser.table import HUMAN, Table

AGENT = {"kind": "agent", "agent": "random"}


def test_a_note_is_pinned_by_keys_and_is_there_after_a_reload(table: Table) -> None:
    table.new("skirmish", "ford", open=True)
    table.sit()
    table.ready()
    table.hover("0305")
    table.page.keyboard.press("k")
    field = table.page.get_by_role("textbox", name="Note on")
    expect(field).to_be_focused()
    field.fill("Mind the woods")
    field.press("Enter")
    expect(table.page.get_by_test_id("pin")).to_have_count(1)
    table.page.reload()
    table.ready()
    expect(table.page.get_by_test_id("pin")).to_have_count(1)
    table.hover("0305")
    expect(table.page.get_by_test_id("note")).to_have_text("Mind the woods")
    table.page.keyboard.press("k")
    expect(field).to_have_value("Mind the woods")
    table.page.keyboard.press("Escape")
    expect(field).to_have_count(0)


def test_a_moment_is_named_and_played_on_from_against_the_computer(table: Table) -> None:
    table.new("skirmish", "ford", players=(HUMAN, AGENT))
    table.sit()
    table.ready()
    table.choose("hold")
    table.seen(2)
    table.page.keyboard.press("h")
    replay = table.page.get_by_test_id("replay")
    replay.get_by_role("button", name="To the beginning").click()
    expect(replay).to_contain_text("0 of")
    replay.get_by_role("textbox", name="Name of this moment").fill("Before the stance")
    replay.get_by_role("button", name="Keep").click()
    expect(replay.get_by_role("combobox", name="Named moments")).to_contain_text("Before the stance")
    first = table.match
    # What comes of it is told first, and may be left.
    replay.get_by_role("button", name="Play on from here").click()
    asked = table.page.get_by_test_id("play-on")
    expect(asked).to_contain_text("A new match goes on from order 0")
    expect(table.page.get_by_test_id("play-on-rivals")).to_contain_text(
        re.compile(r"Against you: Computer \(.+\) as Red\.")
    )
    expect(asked.get_by_role("radiogroup")).to_have_count(0)
    asked.get_by_role("button", name="Stay here").click()
    expect(asked).to_have_count(0)
    replay.get_by_role("button", name="Play on from here").click()
    table.page.get_by_test_id("play-on-start").click()
    table.page.wait_for_url(lambda url: "/match/" in url and first not in url)
    table.ready()
    expect(table.page.get_by_text("Before the stance").first).to_be_visible()
    matches = table.http.get("/api/matches").json()
    branch = next(one for one in matches if "Before the stance" in one["title"])
    assert branch["open"] is False
