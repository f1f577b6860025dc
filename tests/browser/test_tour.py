"""The tour of a skirmish, where it leads through an attack."""

from __future__ import annotations

from playwright.sync_api import expect
from tests.browser.table import Table
from tests.moments import moment

AT_ATTACK = """(match) => localStorage.setItem("phaseline.tour",
    JSON.stringify([{ match, step: 9, guide: "ford" }]))"""
"""The tour has come so far that an attack is to be planned."""


def test_the_tour_shows_the_odds_and_the_roll_of_an_attack(table: Table) -> None:
    table.take_up(moment("skirmish", "ford", "attack"))
    table.page.goto("/")
    table.page.evaluate(AT_ATTACK, table.match)
    table.page.reload()
    table.sit()
    table.ready()
    tour = table.page.get_by_test_id("tour")
    expect(tour).to_have_attribute("data-step", "attack")
    for _ in range(2):  # the hex, then a unit beside it
        table.aim()
    expect(tour).to_have_attribute("data-step", "odds")
    tour.get_by_role("button", name="Next").click()
    expect(tour).to_have_attribute("data-step", "roll")
    ring = table.page.locator(".ring").bounding_box()
    button = table.verb("roll").bounding_box()
    assert ring is not None
    assert button is not None
    assert abs(ring["x"] + 4 - button["x"]) < 8, "the ring is not around the button that rolls"
    table.verb("roll").click()
    expect(tour).to_have_attribute("data-step", "result")
