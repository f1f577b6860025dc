"""What a match is about is told at its beginning, stays in sight, and is asked about before it is thrown away."""

import re

import pytest
from playwright.sync_api import expect
from tests.browser.table import HUMAN, Table

PASSIVE = {"kind": "agent", "agent": "passive"}
pytestmark = pytest.mark.as_it_comes


def test_a_match_opens_with_its_briefing_and_what_is_at_stake_stays_in_sight(table: Table) -> None:
    table.new("eisenhower", "historical", players=(HUMAN, PASSIVE))
    table.sit()
    table.ready()
    # What is at stake stays in sight.
    chip = table.page.get_by_test_id("stakes")
    expect(chip).to_contain_text("Ports 0 of 1 by the end of")
    assert chip.get_attribute("data-level") in ("amber", "red")
    briefing = table.page.get_by_test_id("briefing")
    expect(briefing).to_contain_text("Normandy")
    expect(briefing).to_contain_text("Allied (you)")
    expect(briefing.locator("ol li")).to_have_count(3)
    table.page.keyboard.press("i")
    expect(briefing).to_have_count(0)
    chip.click()
    stakes = table.page.get_by_test_id("outlook").get_by_test_id("stake")
    expect(stakes.first).to_contain_text("Ports")
    stakes.first.get_by_role("button").first.click()
    table.page.keyboard.press("i")
    expect(briefing).to_have_count(0)
    table.page.keyboard.press("i")
    expect(briefing).to_be_visible()
    briefing.get_by_role("button", name="4.3.2").first.click()
    expect(table.page.locator("aside[aria-label='Rules']")).to_contain_text("4.3.2")


FIRST = """() => {
  const [briefing, outlook] = ["briefing", "outlook"].map((id) => document.querySelector(`[data-testid=${id}]`));
  return Boolean(briefing.compareDocumentPosition(outlook) & Node.DOCUMENT_POSITION_FOLLOWING);
}"""
"""Whether the briefing stands before how the match stands."""


def test_the_briefing_comes_first_until_one_has_ordered_whatever_others_have_set_up(table: Table) -> None:
    table.new("westfront", "S44", players=(HUMAN, PASSIVE))
    table.sit(0)
    expect(table.prompt).to_contain_text("set up your units")
    expect(table.page.get_by_test_id("outlook")).to_be_attached()
    assert table.page.evaluate(FIRST)


def test_whoever_wants_no_briefing_gets_none(table: Table) -> None:
    table.page.add_init_script(
        'localStorage.setItem("phaseline.settings", JSON.stringify({briefing: false}))'
    )
    table.new("eisenhower", "historical", players=(HUMAN, PASSIVE))
    table.sit()
    table.ready()
    expect(table.page.get_by_test_id("stakes")).to_be_visible()
    expect(table.page.get_by_test_id("briefing")).to_have_count(0)


def test_a_step_is_not_ended_unasked_when_the_match_would_be_lost(table: Table) -> None:
    table.new("eisenhower", "historical", players=(HUMAN, PASSIVE))
    table.sit()
    table.ready()
    page = table.page
    asked = page.get_by_test_id("leaving")
    chip = page.get_by_test_id("stakes")
    first = page.locator('.tray .choice[data-token="movement"]')
    for _ in range(14):
        if first.count():
            expect(table.verb("begin")).to_have_count(0)  # the choices beside the map say all
            first.click()
        else:
            page.keyboard.press("Enter")
        page.wait_for_timeout(800)
        if asked.count():
            break
    expect(chip).to_have_attribute("data-level", "red")
    expect(asked).to_contain_text("Ports: 0 of 1 by the end of this turn")
    entry = table.seen(0)
    page.get_by_role("button", name="Stay").click()
    expect(asked).to_have_count(0)
    assert table.seen(0) == entry
    page.keyboard.press("Enter")
    expect(asked).to_have_count(0)
    table.seen(entry + 1)


def test_the_button_says_what_comes(table: Table) -> None:
    table.new("skirmish", "ford", players=(HUMAN, PASSIVE))
    table.sit()
    table.ready()
    table.page.locator(".tray .choice").first.click()
    expect(table.page.get_by_test_id("follows").first).to_have_text(re.compile(r"· to \w+"))


@pytest.mark.usefixtures("great_map")
def test_places_that_count_stand_side_by_side(table: Table) -> None:
    table.new("war_in_europe", "diadem", players=(PASSIVE, HUMAN))
    table.sit()
    table.ready()
    places = table.page.get_by_test_id("stake-places").get_by_test_id("stake")
    expect(places).to_have_count(21)
    boxes = [box for box in (place.bounding_box() for place in places.all()) if box]
    assert len({round(box["x"]) for box in boxes}) > 1, "they stand in one column"
    assert places.evaluate_all("(all) => all.every((one) => one.scrollWidth <= one.clientWidth + 1)")
    lone = table.page.get_by_test_id("outlook").get_by_test_id("stake").first
    expect(lone).to_contain_text("Allied points")


@pytest.mark.usefixtures("great_map")
def test_the_battle_for_a_front_opens_on_it(table: Table) -> None:
    """So near that its counters can be read."""
    table.new("war_in_europe", "diadem", players=(PASSIVE, HUMAN))
    table.sit()
    table.ready()
    assert table.page.evaluate("() => window.__phaseline.scale()") > 0.6
    for place in ("Rome", "Cassino", "Anzio", "Ortona"):
        x, y = table.where(place)
        assert (
            table.page.evaluate("([x, y]) => document.elementFromPoint(x, y)?.tagName", [x, y]) == "CANVAS"
        ), place
