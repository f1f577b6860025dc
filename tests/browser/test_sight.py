"""What the map shows by itself: where choices are, and how large pieces are drawn."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.sizes import PHONE
from tests.browser.table import AFRESH, Table
from tests.moments import moment

AIRBORNE = "Airborne Corps (air-drop mode)"
SEEN = """() => {
  const map = window.__phaseline;
  const { left, top, right, bottom } = document.querySelector('[role=application]').getBoundingClientRect();
  return map.targets().map(map.at).filter(({ x, y }) => x > left && x < right && y > top && y < bottom).length;
}"""
"""How many of the hexes that may be chosen are seen."""


def test_the_map_stays_where_it_is_when_choices_all_over_it_are_seen_there_too(table: Table) -> None:
    table.take_up(moment("eisenhower", "historical", "move", "drop"))
    table.sit()
    table.ready()
    x, y = table.where("Caen")
    table.page.mouse.move(x, y)
    for _ in range(4):
        table.page.mouse.wheel(0, -240)
        table.page.wait_for_timeout(200)
    table.page.evaluate(AFRESH)
    table.ready()
    before = table.where("Caen")
    airborne = table.page.locator(".tray .choice").filter(has_text=AIRBORNE).first
    expect(airborne).not_to_contain_text("_s")  # what only typed orders call it
    airborne.click()
    expect(table.prompt).to_contain_text("onto which hex")
    table.page.wait_for_timeout(600)
    table.page.evaluate(AFRESH)
    table.ready()
    assert table.page.evaluate(SEEN) > 3
    assert table.where("Caen") == pytest.approx(before, abs=60), "the map lies elsewhere"


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"])
def test_a_battle_is_seen_from_near_by(table: Table) -> None:
    table.take_up(moment("westfront", "husky", "fire-all"))
    table.sit()
    table.ready()
    assert table.page.evaluate("() => window.__phaseline.scale()") >= 0.42
