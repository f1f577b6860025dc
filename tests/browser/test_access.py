"""Keys alone are enough, everything has a name for who cannot see it, and windows keep the focus and give it back."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import Page, expect
from tests.browser.sizes import PHONE, WIDE
from tests.browser.table import HUMAN, Table
from tests.moments import moment

ROLES = "button|link|textbox|searchbox|combobox|checkbox|radio|slider|dialog|complementary|application|toolbar|table"
NAMELESS = re.compile(rf"^\s*- (?:{ROLES})(?: \[[^\]]*\])*:?$", re.MULTILINE)
"""A line of the page as a screen reader has it, of something to use or to go to that has no name."""
PANELS = "lboticjrh"
"""The keys of the panels beside, over and below the map."""
WINDOWS = ("F2", ",", "F1", "F10")
FOCUSED = """() => {
  const at = document.activeElement;
  return at?.closest("dialog") ? "inside" : at === document.body || at === null ? "browser" : "outside";
}"""
"""Where the focus is: in the window, in the page behind it, or with the browser itself, which Tab passes, too."""
NAME = """() => {
  const at = document.activeElement;
  const own = at?.getAttribute("aria-label") ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? "";
  return `${own.trim()} ${at?.dataset?.testid ?? ""}`;
}"""
STOPS = 60
"""So many stops of Tab lead to anything."""


def named(page: Page, where: str, part: str = "body") -> None:
    """Whether all that can be used has a name."""
    heard = page.locator(part).first.aria_snapshot()
    assert "button" in heard
    assert NAMELESS.findall(heard) == [], f"{where}:\n{heard}"


def tab_to(page: Page, name: str) -> None:
    """Go to something by Tab alone."""
    for _ in range(STOPS):
        if re.search(name, page.evaluate(NAME)):
            return
        page.keyboard.press("Tab")
    pytest.fail(f"Tab does not lead to {name}")


def closed(page: Page) -> None:
    """Wait until no window is open."""
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_lobby_has_names_for_everything(table: Table) -> None:
    table.new("skirmish", "ford")
    page = table.page
    page.goto("/")
    expect(page.get_by_test_id("puzzles")).to_be_visible()
    named(page, "lobby")
    for opener in ("By mail", "Bring in a record", "Settings", "About"):
        button = page.get_by_role("button", name=opener, exact=True)
        button.focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("dialog", name=re.compile(opener.replace("By", "by")))).to_be_visible()
        named(page, opener, "dialog")
        page.keyboard.press("Escape")
        closed(page)
        expect(button).to_be_focused()
    page.get_by_test_id("game-westfront").click()
    expect(page.get_by_test_id("start")).to_be_visible()
    named(page, "setting up")


def test_a_match_has_names_for_everything(table: Table) -> None:
    for size in (WIDE, PHONE):
        table.take_up(moment("eisenhower", "historical", "roll"))
        table.resize(size)
        if table.map.count():
            table.change()
        else:
            table.sit()
            table.ready()
        a_battle_has_names_for_everything(table)


def a_battle_has_names_for_everything(table: Table) -> None:
    page = table.page
    named(page, "match")
    if page.locator("aside").count():  # the odds have come by themselves
        page.keyboard.press("Escape")
    for key in PANELS:
        page.keyboard.press(key)
        panel = ".strip" if key == "h" else "aside"
        expect(page.locator(panel).first).to_be_visible()
        page.wait_for_timeout(200)  # it has what it asks the service for
        named(page, f"panel {key}", panel)
        page.keyboard.press("Escape")
    for key in WINDOWS:
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        named(page, f"window {key}", "dialog")
        page.keyboard.press("Escape")
        closed(page)
    table.verb("roll").first.click()
    expect(page.get_by_test_id("battle-card")).to_be_visible()
    named(page, "battle card")


def test_the_end_has_names_for_everything(table: Table) -> None:
    table.husky_over()
    expect(table.page.get_by_test_id("luck")).to_be_visible()
    named(table.page, "end", "dialog")
    tab_to(table.page, "^Replay")
    table.page.keyboard.press("Enter")
    expect(table.page.get_by_test_id("replay")).to_be_visible()


def test_a_window_opens_again_at_once_from_whatever_in_it_had_the_focus(table: Table) -> None:
    """A switch and a slider have a value, too, and Escape closes the window there as elsewhere."""
    table.new("skirmish", "ford", open=True)
    table.sit()
    table.ready()
    page = table.page
    window = page.get_by_role("dialog", name="Settings")
    table.map.focus()
    page.keyboard.press(",")
    for inner in ("input[type=range]", "[role=switch], input[type=checkbox]", "button"):
        for _ in range(3):
            window.locator(inner).first.focus()
            page.evaluate("() => { window.opened = document.querySelector('dialog'); }")
            page.keyboard.press("Escape")
            page.keyboard.press(",")
            expect(window).to_be_visible()
            assert page.evaluate("() => window.opened !== document.querySelector('dialog')"), inner


def test_a_window_keeps_the_focus_gives_it_back_and_stays_when_it_follows_another(table: Table) -> None:
    table.new("skirmish", "ford", open=True)
    table.sit()
    table.ready()
    page = table.page
    for leave, key in product(("Escape", "again"), WINDOWS):
        table.map.focus()
        page.keyboard.press(key)
        expect(page.get_by_role("dialog")).to_be_visible()
        if leave == "again":
            page.keyboard.press(key)
        else:
            stops = set()
            for _ in range(20):
                page.keyboard.press("Tab")
                stops.add(page.evaluate(FOCUSED))
            assert "inside" in stops
            assert "outside" not in stops, key
            page.keyboard.press("Escape")
        closed(page)
        expect(table.map).to_be_focused()
    # One that follows another at once stays.
    page.keyboard.press(",")
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()
    page.evaluate(
        """() => {
          document.querySelector("dialog").close();
          document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "F10", bubbles: true }));
        }"""
    )
    menu = page.get_by_role("dialog", name="Menu")
    expect(menu).to_be_visible()
    page.wait_for_timeout(400)  # what the browser still has to tell of the first is told
    expect(menu).to_be_visible()


def asked(table: Table, what: str) -> None:
    """Wait until it is asked for something."""
    expect(table.prompt).to_contain_text(re.compile(what, re.IGNORECASE))


def unit(table: Table, name: str) -> None:
    """Choose a unit with the key that goes from one to the next."""
    for _ in range(STOPS):
        table.page.keyboard.press("n")
        table.page.wait_for_timeout(60)
        if name in table.prompt.inner_text():
            return
    pytest.fail(f"{name} is not come to")


def hex_at(table: Table, label: str) -> None:
    """Choose a hex with the key that goes from one to the next."""
    for _ in range(STOPS):
        table.page.keyboard.press("]")
        table.page.wait_for_timeout(60)
        if f"Hex {label}" in table.page.get_by_test_id("cursor-words").inner_text():
            table.page.keyboard.press("Enter")
            return
    pytest.fail(f"the cursor does not come to {label}")


def move(table: Table, name: str, goal: str) -> None:
    """Move a unit."""
    before = table.seen(0)
    unit(table, name)
    hex_at(table, goal)
    table.seen(before + 1)


def test_the_map_has_a_ring_only_for_those_who_come_by_key(table: Table) -> None:
    table.new("skirmish", "ford", open=True)
    table.sit()
    table.ready()
    ring = "(stage) => getComputedStyle(stage).outlineStyle"
    table.map.click(position={"x": 30, "y": 300})
    table.page.keyboard.press("Escape")
    expect(table.map).to_be_focused()
    assert table.map.evaluate(ring) == "none"
    table.page.keyboard.press("Shift+Tab")
    table.page.keyboard.press("Tab")
    expect(table.map).to_be_focused()
    assert table.map.evaluate(ring) == "solid"


def test_a_skirmish_is_started_and_fought_by_keys_alone(table: Table) -> None:
    """From the lobby to a battle, its card, and what is told of it."""
    page = table.page
    page.goto("/")
    expect(page.get_by_test_id("game-skirmish")).to_be_visible()
    tab_to(page, "game-skirmish")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("start")).to_be_visible()
    tab_to(page, "^Against the computer")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Alone, both sides open")).to_be_checked()
    tab_to(page, "^Start")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile("/match/"))
    table.match = page.url.rsplit("/", 1)[1].partition("?")[0]
    table.ready()
    for side in ("Blue", "Red"):
        asked(table, f"{side}.*stance")
        tab_to(page, "(?i)^assault")
        page.keyboard.press("Enter")
    asked(table, "move your units")
    move(table, "2nd Armoured", "0504")
    page.keyboard.press("Control+Enter")
    asked(table, "Red.*move your units")


def test_a_battle_is_fought_and_its_card_put_away_by_keys_alone(table: Table) -> None:
    table.take_up(moment("skirmish", "ford", "attack"))
    table.sit()
    table.ready()
    page = table.page
    for _ in range(6):
        if table.verb("roll").count():
            break
        page.keyboard.press("]")
        page.wait_for_timeout(60)
        page.keyboard.press("Enter")
        page.wait_for_timeout(600)
    expect(table.verb("roll")).to_be_visible()
    page.keyboard.press("Control+Enter")
    card = page.get_by_test_id("battle-card")
    expect(card).to_be_visible()
    page.wait_for_timeout(3000)  # the dice have gone
    for _ in range(2):  # the odds came by themselves, and go first
        page.keyboard.press("Escape")
    expect(card).to_have_count(0)


def test_what_the_computer_did_is_read_and_replayed_by_keys_alone(table: Table) -> None:
    table.new("skirmish", "ford", players=[HUMAN, {"kind": "agent", "agent": "staff"}])
    table.sit(0)
    table.ready()
    page = table.page
    recap = page.get_by_test_id("recap")
    done, stance = table.verb("done"), page.get_by_role("button", name="assault")
    for _ in range(8):
        expect(done.or_(stance).first).to_be_visible()
        page.wait_for_timeout(1000)  # the computer may be about to act
        if recap.count():
            break
        expect(done.or_(stance).first).to_be_visible()
        before = table.seen(0)
        if done.count():
            page.keyboard.press("Control+Enter")
        else:
            tab_to(page, "(?i)^assault")
            page.keyboard.press("Enter")
        table.seen(before + 1)
    expect(recap).to_be_visible()
    tab_to(page, "^Replay this turn")
    page.keyboard.press("Enter")
    expect(page.get_by_test_id("replay")).to_be_visible()
    # The past has been fetched.
    expect(page.get_by_role("button", name="Back to the present")).to_be_visible()
    tab_to(page, "^Back to the present")
    page.keyboard.press("Enter")
    expect(page.get_by_text("You look at the past")).to_have_count(0)
    expect(recap).to_be_visible()  # it comes back with the present
    tab_to(page, "^Put the recap away")
    page.keyboard.press("Enter")
    expect(recap).to_have_count(0)
