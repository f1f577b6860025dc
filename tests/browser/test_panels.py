"""The panels beside the map: the rule that a number opens, whose dice fell, what is told of a battle."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import expect
from tests.browser.sizes import PHONE
from tests.browser.table import HUMAN, Table
from tests.moments import moment

AT_THE_TOP = """() => {
    const list = document.querySelector('.cases').getBoundingClientRect();
    const open = document.querySelector('.cases article.open');
    const shown = document.elementFromPoint(list.left + list.width / 2, list.top + 60)?.closest('article');
    return [open?.dataset.case, shown?.dataset.case];
}"""
"""The case that is marked, and the one that is seen at the top of the list."""


def test_the_log_has_dice_of_their_sides_colour_and_numbers_that_open_their_rule(table: Table) -> None:
    table.take_up(moment("westfront", "husky", "hit"))
    table.sit()
    table.ready()
    table.page.keyboard.press("l")
    rolls = table.page.get_by_test_id("log").locator(".roll")
    allied = rolls.filter(has_text="airstrike of 15 AG")
    axis = rolls.filter(has_text="PzGp C fires")
    expect(allied.last.locator(".dice")).to_have_attribute("data-side", "0")
    expect(axis.last.locator(".dice")).to_have_attribute("data-side", "1")
    # A number opens its rule whether or not the book was open.
    links = table.page.get_by_test_id("log").locator(".case")
    numbers = ("15.4", "7.31", "6.1a")
    for again in (False, True):
        for number in numbers:
            links.get_by_text(number, exact=True).last.click()
            table.page.wait_for_timeout(300)  # what would still move has moved
            assert table.page.evaluate(AT_THE_TOP) == [number, number]
            if not again:
                table.page.get_by_role("button", name="Close Rules").click()


def test_the_tables_open_while_the_rules_are_searched(table: Table) -> None:
    table.take_up(moment("westfront", "husky", "hit"))
    table.sit()
    table.page.keyboard.press("r")
    search = table.page.get_by_label("Search the rules")
    expect(search).to_be_focused()
    search.fill("river")
    table.page.keyboard.press("F2")
    expect(table.page.get_by_test_id("effects")).to_be_visible()


def test_the_rules_cover_nothing_and_are_searched_by_the_key_that_types_orders_elsewhere(
    table: Table,
) -> None:
    page = table.page
    table.take_up(moment("eisenhower", "historical", "roll"))
    table.sit()
    table.ready()
    table.verb("roll").first.click()
    card = page.get_by_test_id("battle-card")
    expect(card).to_be_visible()
    page.keyboard.press("r")
    rules = page.get_by_role("complementary", name="Rules")
    search = page.get_by_label("Search the rules")
    expect(search).to_be_focused()
    table.ready()
    wide, lies = rules.bounding_box(), card.bounding_box()
    assert wide is not None
    assert lies is not None
    assert lies["x"] >= wide["x"] + wide["width"]
    search.fill("river")
    table.map.focus()
    page.keyboard.press("/")
    expect(search).to_be_focused()
    page.keyboard.type("port")  # what was sought before is selected
    expect(search).to_have_value("port")
    page.get_by_role("button", name="Close Rules").click()
    table.map.focus()
    page.keyboard.press("/")
    expect(page.get_by_role("combobox", name="Order")).to_be_focused()
    # Where there is no room beside the map nothing looks out from behind the rules.
    page.keyboard.press("Escape")
    table.resize(PHONE)
    table.map.focus()
    page.keyboard.press("r")
    narrow = rules.bounding_box()
    assert narrow is not None
    assert narrow["width"] == PHONE["width"]


def test_escape_closes_one_panel_after_the_other_and_a_coming_battle_has_its_odds(table: Table) -> None:
    table.take_up(moment("westfront", "husky", "fight"))
    table.sit()
    table.ready()
    for key in "lrh":
        table.page.keyboard.press(key)
    names = ("Log", "Rules", "Replay")
    for name in names:
        expect(table.page.get_by_label(name, exact=True).first).to_be_visible()
    for _ in range(3):
        table.page.keyboard.press("Escape")
    expect(table.page.get_by_test_id("replay")).to_have_count(0)
    expect(table.page.locator("aside")).to_have_count(0)
    # A battle that must be fought has its odds before it is resolved.
    table.page.keyboard.press("b")
    expect(table.page.get_by_test_id("forecast")).to_contain_text("Battle in Palermo")


def test_a_match_under_way_says_what_of_it_can_be_saved(table: Table, tmp_path: Path) -> None:
    """What is open to all can be saved whole at any time; a match with secrets only as one side knows it."""
    page = table.page
    table.new("skirmish", "ford", open=True)
    table.sit()
    page.keyboard.press("F10")
    with page.expect_download() as whole:
        page.get_by_role("button", name="Record").click()
    whole.value.save_as(tmp_path / "whole.record")
    assert (tmp_path / "whole.record").read_text() == table.http.get(
        f"/api/matches/{table.match}/record"
    ).text
    table.new("skirmish", "ford", players=(HUMAN, {"kind": "agent", "agent": "passive"}))
    table.sit()
    page.keyboard.press("F10")
    expect(page.get_by_role("button", name="Record")).to_be_disabled()
    told = page.get_by_text("The match is kept by itself").first
    expect(told).to_contain_text("it can be saved when the match is over")
    with page.expect_download() as part:
        page.get_by_role("button", name="Transcript of Blue").click()
    assert part.value.suggested_filename.endswith(".txt")
    # The list of matches says the same.
    page.goto("/")
    page.get_by_role("button", name=re.compile("^More about")).first.click()
    expect(page.get_by_role("button", name="Save a transcript")).to_be_visible()
    expect(told).to_be_visible()
