"""Guided first turns of the big games, from the lobby on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.table import PATIENCE, Table


def guided(table: Table, game: str) -> None:
    table.page.goto("/")
    table.page.get_by_test_id(f"game-{game}").click()
    table.page.get_by_test_id("guided").click()
    table.page.wait_for_url(re.compile("/match/"), timeout=PATIENCE)
    table.ready()


@pytest.mark.parametrize("game", ["westfront", "eisenhower", "france44", "war_in_europe"])
def test_a_guide_can_be_followed_to_its_end(table: Table, game: str) -> None:
    guided(table, game)
    bubble = table.page.get_by_test_id("tour")
    expect(bubble).to_have_attribute("data-step", "welcome")
    bubble.locator(".case").click()
    expect(table.page.get_by_role("complementary").or_(table.page.locator(".drawer")).first).to_be_visible()
    table.page.keyboard.press("Escape")
    for _ in range(20):
        if bubble.get_attribute("data-step") == "end":
            break
        bubble.get_by_role("button", name=re.compile("^(Next|Skip)$")).click()
    expect(bubble).to_have_attribute("data-step", "end")
    bubble.get_by_role("button", name="Play on").click()
    expect(bubble).to_have_count(0)


def test_the_guide_goes_on_when_the_second_landing_is_decided(table: Table) -> None:
    guided(table, "eisenhower")
    bubble = table.page.get_by_test_id("tour")
    bubble.get_by_role("button", name="Next").click()
    expect(bubble).to_have_attribute("data-step", "plan")
    table.verb("plan-none").click()
    expect(bubble).to_have_attribute("data-step", "aims")
    expect(table.page.locator('[data-tour="panel-aims"]')).to_be_visible()


def test_the_guide_through_the_landing_goes_on_with_what_is_done(table: Table) -> None:
    guided(table, "france44")
    bubble = table.page.get_by_test_id("tour")
    bubble.get_by_role("button", name="Next").click()
    for step in ("setup", "bases", "supply", "invade"):
        expect(bubble).to_have_attribute("data-step", step, timeout=PATIENCE)
        if step != "invade":
            table.verb("done").first.click()
    table.page.keyboard.press("n")
    table.page.wait_for_timeout(1500)  # the beaches are brought into view
    table.page.mouse.click(*table.first_target())
    sea = table.page.locator(".tray, .menu").get_by_role("button")
    expect(bubble.and_(table.page.locator('[data-step="points"]')).or_(sea.first).first).to_be_visible()
    if bubble.get_attribute("data-step") == "invade":
        table.page.mouse.click(*table.first_target())
    expect(bubble).to_have_attribute("data-step", "points", timeout=PATIENCE)


def answer(table: Table) -> None:
    """Do what a battle asks for: the first that is offered, or nothing more where that may be."""
    before = table.seen(0)
    done = table.page.locator('[data-tour="done"]')
    offered = table.page.locator(".tray button")
    if done.count():
        done.first.click()
    elif offered.count():
        offered.first.click()
    else:
        table.page.mouse.click(*table.first_target())
    table.page.wait_for_timeout(1500 if table.seen(0) == before else 300)


def test_the_guide_through_a_week_in_italy_is_played_to_its_last_step(table: Table) -> None:
    guided(table, "war_in_europe")
    bubble = table.page.get_by_test_id("tour")

    def at(step: str) -> None:
        expect(bubble).to_have_attribute("data-step", step, timeout=PATIENCE)

    bubble.get_by_role("button", name="Next").click()
    at("air")
    for mission in ("superiority", "ground"):
        for wanted in ("south", mission, "8"):
            table.option(wanted).click()
    table.verb("done").click()
    at("move")
    card = table.page.locator(".cards")
    expect(card).to_contain_text("Air combat, south front")
    expect(table.page.get_by_test_id("battle-result")).to_contain_text("air superiority on the south front")
    table.ready()
    table.piece("1 Cdn")
    table.click("D2921")
    at("others")
    table.verb("done").click()
    at("rail")
    table.verb("done").click()
    at("landing")
    table.verb("assault").click()
    table.ready()
    table.piece("36 US")
    table.ready()
    table.click("D2915")
    at("sea")
    table.verb("done").click()
    at("drop")
    table.verb("done").click()
    at("attack")
    table.verb("attack").click()
    table.ready()
    table.piece("1 Cdn")
    table.ready()
    table.page.mouse.click(*table.first_target())
    at("odds")
    table.verb("roll").click()
    expect(table.page.get_by_test_id("battle-card").first).to_be_visible(timeout=PATIENCE)
    for _ in range(20):
        if bubble.get_attribute("data-step") == "log":
            break
        if "thinks" in table.prompt.inner_text():
            table.page.wait_for_timeout(1000)
        else:
            answer(table)
    at("log")
    table.page.locator('[data-tour="panel-log"]').click()
    at("end")
    bubble.get_by_role("button", name="Play on").click()
    expect(bubble).to_have_count(0)
