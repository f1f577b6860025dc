"""Computers that play each other, looked at: the strip is there by itself, stops, steps and hurries them."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from tests.browser.table import Table

GREEDY = {"kind": "agent", "agent": "greedy"}
CAUGHT_UP = "(count) => Number(document.querySelector('.said b')?.textContent?.split(' ')[2]) >= count"


def test_who_looks_on_has_the_means_to_stop_to_step_and_to_hurry(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.get_by_test_id("game-skirmish").click()
    page.get_by_text("Watch computers play").click()
    page.get_by_test_id("start").click()
    page.wait_for_url(re.compile("/match/"))
    table.match = page.url.rsplit("/", 1)[1].partition("?")[0]
    strip = page.get_by_test_id("replay")
    expect(strip.get_by_role("button", name="Pause")).to_be_visible()
    for mine in ("undo", "redo", "order-box"):
        expect(page.get_by_test_id(mine)).to_have_count(0)  # who looks on gives no orders
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    expect(page.get_by_role("dialog").get_by_role("button", name="Undo")).to_have_count(0)
    page.keyboard.press("Escape")
    page.wait_for_function(CAUGHT_UP, arg=3)
    strip.get_by_role("button", name="Pause").click()
    page.wait_for_timeout(500)  # what is on its way arrives
    stood = strip.locator(".said b").inner_text().split()[0]
    page.wait_for_timeout(2500)  # the computers go on
    now, _, newest = strip.locator(".said b").inner_text().split()
    assert now == stood
    assert int(newest) > int(now)
    strip.get_by_role("button", name="One order on").click()
    expect(strip.locator(".said b")).to_have_text(re.compile(rf"^{int(now) + 1} of "))
    strip.locator("label").filter(has_text="20").click()
    strip.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_test_id("end")).to_be_visible(timeout=90_000)
    assert table.summary()["pace"] == 0.05


def test_who_plays_on_from_a_match_that_is_watched_is_asked_which_side_to_take(table: Table) -> None:
    page = table.page
    table.new("skirmish", "ford", players=[GREEDY, GREEDY], pace=0.3)
    watched = table.match
    table.sit()
    page.wait_for_function(CAUGHT_UP, arg=4)
    page.get_by_test_id("branch").click()
    asked = page.get_by_test_id("play-on")
    sides = asked.get_by_role("radiogroup", name="Which side do you take?")
    expect(sides.get_by_role("radio")).to_have_count(4)
    expect(sides.get_by_role("radio", checked=True)).to_have_count(1)
    sides.get_by_text("Just watch").click()
    expect(page.get_by_test_id("play-on-start")).to_have_text("Watch from here")
    sides.get_by_text("Red").click()
    expect(asked.get_by_role("radiogroup", name="The computer as Blue")).to_be_visible()
    page.get_by_test_id("play-on-start").click()
    expect(asked).to_have_count(0)
    page.wait_for_url(lambda url: watched not in url)
    table.match = page.url.rsplit("/", 1)[1].partition("?")[0]
    made = table.summary()
    assert [player["kind"] for player in made["players"]] == ["agent", "human"]
    assert (made["open"], made["pace"]) == (False, 0.5)
    # It waits for the person, whatever the computers that were watched go on to do.
    expect(page.get_by_test_id("replay")).to_have_count(0)
    expect(page.get_by_test_id("order-box")).to_be_enabled()


def test_who_looks_back_has_nothing_to_take_back_and_nothing_to_type(table: Table) -> None:
    table.new("skirmish", "ford", open=True)
    table.sit()
    table.ready()
    table.choose("hold")
    own = [table.page.get_by_test_id(name) for name in ("undo", "redo", "order-box")]
    for one in own:
        expect(one).to_be_visible()
    table.page.get_by_role("toolbar", name="Panels").get_by_role("button", name="Replay").click()
    table.page.get_by_role("button", name="One order back").click()
    for one in own:
        expect(one).to_have_count(0)
    table.page.get_by_role("button", name="Back to the present").click()
    for one in own:
        expect(one).to_be_visible()


def test_a_computer_that_takes_its_time_can_be_asked_to_move_now(table: Table) -> None:
    table.new("skirmish", "ford", players=[{"kind": "human"}, {"kind": "agent", "agent": "random"}], pace=60)
    table.sit(0)
    hurry = table.page.get_by_test_id("hurry")
    table.choose("hold")
    hurry.click()
    table.verb("done").click()
    expect(hurry).to_be_visible()
    expect(table.prompt).to_have_text(re.compile("Red thinks|Waiting for Red"))
    table.page.keyboard.press("Control+Enter")
    # Red's turn is over long before a single one of its orders would have come.
    expect(table.prompt).to_contain_text("a stance in secret")
    expect(hurry).to_have_count(0)
