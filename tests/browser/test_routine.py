"""Steps in which there is nothing to decide pass by themselves, and are taken back with what led to them."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.table import Table
from tests.browser.test_page import begin_movement


def test_a_step_with_nothing_to_decide_passes_by_itself(table: Table) -> None:
    begin_movement(table)
    table.verb("done").click()
    # Nobody is near an enemy: combat has one answer, and Red is asked next.
    table.orders(4)
    table.ready()
    expect(table.prompt).to_contain_text("Red")
    told = table.page.get_by_role("status").filter(has_text="Nothing to decide")
    expect(told).to_be_visible()
    record = table.http.get(f"/api/matches/{table.match}/record").text
    assert record.count("Blue: done") == 2
    table.page.keyboard.press("Control+z")
    table.orders(2)
    table.ready()
    expect(table.prompt).to_contain_text("Blue")
    expect(table.prompt).to_contain_text("move", ignore_case=True)
    assert table.summary()["orders"] == 2


def test_who_wants_to_be_asked_is_asked(table: Table) -> None:
    table.page.add_init_script(
        'localStorage.setItem("phaseline.settings", JSON.stringify({routine: false, briefing: false}))'
    )
    begin_movement(table)
    table.verb("done").click()
    table.orders(3)
    table.ready()
    table.page.wait_for_timeout(400)
    assert table.summary()["orders"] == 3
    expect(table.verb("done")).to_be_visible()
