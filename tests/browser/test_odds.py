"""Odds come into sight by themselves: in a line where an attack is pointed at, in their panel while one is put together."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.sizes import PHONE
from tests.browser.table import Table
from tests.moments import moment, until

from phaseline.engine import record
from phaseline.engine.match import Match
from phaseline.games.war_in_europe import orders

PLANS = [
    ("skirmish", "ford", "roll"),
    ("eisenhower", "historical", "roll"),
    ("france44", "beachhead", "close"),
]
INVASION = """() => {
    const page = window.__phaseline;
    return page.targets().map(hex => page.at(hex));
}"""


def test_an_attack_that_is_put_together_shows_its_odds(table: Table) -> None:
    panel = table.page.get_by_role("complementary", name="Odds")
    tip = table.page.get_by_test_id("odds-tip")
    for game, scenario, verb in PLANS:
        table.take_up(moment(game, scenario, verb))
        if table.map.count():
            table.change()
        else:
            table.sit()
            table.ready()
        expect(panel.get_by_test_id("forecast")).to_contain_text("ttack on")
        panel.get_by_role("button", name="Close Odds").click()
        expect(tip).to_contain_text("ttack on")
        table.page.keyboard.press("b")
        expect(tip).to_have_count(0)
        table.page.keyboard.press("b")
        expect(panel).to_have_count(0)


def test_a_landing_that_must_be_fought_for_has_its_odds_where_it_is_pointed_at(table: Table) -> None:
    table.take_up(moment("france44", "beachhead", "invade"))
    table.sit()
    table.ready()
    table.page.keyboard.press("n")
    table.page.wait_for_function("() => window.__phaseline.targets().length > 1")
    tip = table.page.get_by_test_id("odds-tip")
    # Milliseconds: a busy machine brings the beaches into view, and reckons, late.
    for patience in (700, 1500, 3000):
        table.ready()
        for point in table.page.evaluate(INVASION):
            table.page.mouse.move(point["x"], point["y"])
            table.page.wait_for_timeout(patience)
            if tip.count():
                break
        if tip.count():
            break
    expect(tip).to_contain_text("the attackers lose")


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"])
def test_without_room_for_a_panel_the_odds_stand_at_the_hex_and_codes_in_words_below_their_table(
    table: Table,
) -> None:
    table.take_up(moment("skirmish", "ford", "roll"))
    table.sit()
    table.ready()
    expect(table.page.get_by_test_id("odds-tip")).to_contain_text("% of cases")
    # What the codes of a long table stand for is said below it.
    table.take_up(moment("france44", "beachhead", "close"))
    table.change()
    table.page.keyboard.press("b")
    panel = table.page.get_by_role("complementary", name="Odds")
    told = panel.get_by_test_id("codes")
    expect(told.first).to_contain_text("step")
    counted = set(panel.locator("tbody td.counts").all_inner_texts())
    assert set(told.first.locator("dt").all_inner_texts()) == counted
    panel.get_by_text("The other results of the table").click()
    expect(told).to_have_count(2)
    everything = set(panel.locator("tbody td:not(.chance)").all_inner_texts())
    assert set(told.locator("dt").all_inner_texts()) == everything


def test_a_table_wider_than_its_panel_says_which_columns_go_on_and_shows_them(table: Table) -> None:
    table.take_up(moment("war_in_europe", "sichelschnitt", "join", "roll"))
    table.sit()
    table.ready()
    panel = table.page.get_by_role("complementary", name="Odds")
    scroll = panel.get_by_test_id("results")
    last = scroll.locator("thead th").nth(-2)
    more = panel.get_by_role("button", name=re.compile(rf"Show the columns .*{last.inner_text()}$"))
    for _ in range(3):
        if more.count() == 0:
            break
        more.click()
        table.page.wait_for_timeout(200)
    expect(more).to_have_count(0)
    expect(panel.get_by_role("button", name=re.compile("^Show the columns 1-"))).to_be_visible()
    box, chance = last.bounding_box(), scroll.locator("thead .chance").bounding_box()
    assert box is not None
    assert chance is not None
    assert box["x"] + box["width"] <= chance["x"] + 2, "the last column is cut"


def test_an_attack_of_which_nothing_can_come_is_not_recommended(table: Table) -> None:
    table.take_up(record.dump(hopeless(), reveal=True))
    table.sit()
    table.ready()
    told = table.page.get_by_test_id("hopeless")
    expect(told).to_contain_text("Whatever the dice show, this attack fails")
    assert told.evaluate("(one) => one.scrollWidth <= one.clientWidth + 1"), "all of it is read"
    roll = table.verb("roll")
    expect(roll).to_be_enabled()
    expect(roll).not_to_have_class(re.compile("primary"))
    before = table.seen(0)
    table.page.keyboard.press("Enter")
    table.page.wait_for_timeout(500)
    assert table.seen(0) == before, "Enter does not roll for it"
    roll.click()  # whoever wants to may
    table.seen(before + 1)


def hopeless() -> Match:
    """A match of War in Europe in which an attack has been begun that fails on every roll."""
    match = until("war_in_europe", "diadem", "attack")
    assert match.decision is not None
    seat = match.decision.seats[0]
    legal, view = match.legal(seat), match.view(seat)
    for unit in legal.values(orders.Attack):
        for target in legal.values(orders.Attack, unit):
            found = match.game.aids.forecast(match.state, view, orders.Attack, (unit, target))
            if found is not None and found.hopeless:
                match.submit(seat, orders.Attack(unit, target))
                return match
    raise AssertionError("every attack may succeed")
