"""Data packs in the lobby: scenarios that they bring, those that they change, and matches that lack one."""

from __future__ import annotations

import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect
from tests.browser.serving import serving
from tests.browser.table import Table
from tests.packing import heavy, weir


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A service of its own, which knows packs. One has changed since a match was begun with it."""
    folder = tmp_path_factory.mktemp("packs")
    wanted = {"game": "skirmish", "scenario": "ford"}
    with (
        serving(folder, [heavy(folder / "going", cost=2)]) as address,
        httpx.Client(base_url=address) as client,
    ):
        client.post("/api/matches", json={**wanted, "title": "Slow", "packs": ["Heavy going"]})
        client.post("/api/matches", json={**wanted, "title": "Usual"})
    with serving(folder, [heavy(folder / "going"), weir(folder / "weir")]) as address:
        yield address


def test_a_scenario_of_a_pack_is_chosen_and_played(table: Table) -> None:
    page = table.page
    page.goto("/")
    card = page.get_by_test_id("game-skirmish")
    expect(card).to_contain_text("Data packs: Heavy going, The Weir")
    card.click()
    own = page.get_by_test_id("scenario-weir")
    expect(own).to_contain_text("6 turns by the weir")
    own.click()
    expect(page.get_by_test_id("from-pack")).to_contain_text("From the data pack The Weir. Version 2.")
    expect(page.get_by_text("With the data pack")).to_have_count(0)
    # It answers, but never attacks, whatever the dice are.
    page.get_by_role("button", name="More players").click()
    page.get_by_role("radiogroup", name="For research").get_by_text("Passive", exact=True).click()
    page.get_by_test_id("start").click()
    page.wait_for_url(re.compile("#/match/"))
    table.match = page.url.rpartition("/")[2]
    table.ready()
    order, bar = page.get_by_test_id("order-box"), page.locator("header").first
    # After the last one the computer has its part of the turn, then the next begins.
    for text, then in (
        ("stance hold", "Turn 1.*movement"),
        ("move 6th-Hussars 0504", "movement"),
        ("done", "Turn 2.*stances"),
    ):
        before = table.seen(0)
        order.fill(text)
        order.press("Enter")
        table.seen(before + 1)  # an order that comes before what the last one did is known is refused
        expect(bar).to_contain_text(re.compile(then))
        expect(order).to_have_value("")
    summary = table.summary()
    assert (summary["title"], summary["packs"][0]["name"]) == ("Skirmish: The Weir", "The Weir")
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_test_id("packs")).to_have_text("With the data pack The Weir (version 2)")


def test_a_pack_is_ticked_where_it_changes_the_scenario_and_not_sent_by_mail(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.get_by_test_id("game-skirmish").click()
    ticked = page.get_by_role("checkbox", name="With the data pack Heavy going")
    expect(ticked).not_to_be_checked()
    ticked.check()
    start = page.get_by_test_id("start")
    page.get_by_text("By mail", exact=True).last.click()
    expect(page.get_by_role("alert")).to_contain_text("by mail are played without data packs")
    expect(start).to_be_disabled()
    page.get_by_text("Alone, both sides open").click()
    expect(page.get_by_role("alert")).to_have_count(0)
    start.click()
    page.wait_for_url(re.compile("#/match/"))
    expect(page.get_by_text("Skirmish: The Ford, with Heavy going")).to_be_visible()


def test_a_match_that_lacks_its_pack_says_so_and_the_others_go_on(table: Table) -> None:
    page = table.page
    page.goto("/")
    expect(page.get_by_test_id("resume").first).to_be_visible()
    if (more := page.get_by_role("button", name="Show all")).count():
        more.click()
    slow, usual = (page.get_by_test_id("resume").filter(has_text=title) for title in ("Slow", "Usual"))
    expect(slow).to_contain_text("Needs its data pack")
    expect(usual).to_contain_text("to decide")
    page.get_by_role("button", name="More about Slow").click()
    expect(page.get_by_test_id("lacks")).to_contain_text(
        re.compile(r'with the data pack "Heavy going" .* which has changed since.* with --pack besides')
    )
    # Its secrets are kept until it goes on.
    expect(page.get_by_role("button", name=re.compile("Save"))).to_have_count(0)
    usual.click()
    expect(page.get_by_role("heading", name="Blue is to decide")).to_be_visible()
