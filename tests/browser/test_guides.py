"""Guided first turns, from the lobby on, played by doing what the guide says."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser import guide
from tests.browser.table import Table


def sees(table: Table, label: str) -> bool:
    """Whether a place lies within what the window shows of the map."""
    x, y = table.where(label)
    return 0 < x < 1280 and 60 < y < 740


@pytest.mark.parametrize("game", ["westfront", "eisenhower", "france44", "war_in_europe"])
def test_a_guide_can_be_followed_to_its_end(table: Table, game: str) -> None:
    guide.begin(table, game)
    bubble = guide.bubble(table)
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


def test_the_guide_goes_on_when_the_second_landing_is_decided_and_after_a_break(table: Table) -> None:
    guide.begin(table, "eisenhower")
    bubble = guide.bubble(table)
    bubble.get_by_role("button", name="Next").click()
    expect(bubble).to_have_attribute("data-step", "italy")
    table.ready()
    assert sees(table, "Rome")
    bubble.get_by_role("button", name="Next").click()
    expect(bubble).to_have_attribute("data-step", "plan")
    table.ready()
    assert sees(table, "Cherbourg")
    assert not sees(table, "Rome")
    ring = table.page.locator(".ring").bounding_box()
    button = table.verb("plan-none").bounding_box()
    assert ring is not None
    assert button is not None
    assert ring["y"] < button["y"] < button["y"] + button["height"] + 3 < ring["y"] + ring["height"]
    table.verb("plan-none").click()
    expect(bubble).to_have_attribute("data-step", "aims")
    expect(table.page.locator('[data-tour="panel-aims"]')).to_be_visible()
    table.ready()
    scale = table.page.evaluate("() => window.__phaseline.scale()")
    # Another session of the browser, which has kept what it stores for good: the guide goes on where it was left,
    # and shows what it is about.
    table.page.evaluate("() => sessionStorage.clear()")
    table.page.reload()
    table.ready()
    expect(bubble).to_have_attribute("data-step", "aims")
    assert sees(table, "Cherbourg")
    assert not sees(table, "Rome")
    assert table.page.evaluate("() => window.__phaseline.scale()") == pytest.approx(scale, rel=0.35)


def test_the_guide_through_the_landing_goes_on_with_what_is_done(table: Table) -> None:
    guide.begin(table, "france44")
    bubble = guide.bubble(table)
    bubble.get_by_role("button", name="Next").click()
    expect(bubble).to_have_attribute("data-step", "setup")
    table.verb("done").first.click()
    expect(bubble).to_have_attribute("data-step", "supply")
    bubble.get_by_role("button", name="Next").click()
    expect(bubble).to_have_attribute("data-step", "invade")
    expect(table.prompt).to_contain_text("invade")
    table.page.keyboard.press("n")
    expect(table.prompt).to_contain_text("which beach")
    table.aim("from which sea hex")
    table.aim()
    expect(bubble).to_have_attribute("data-step", "points")


def test_the_guide_through_a_week_in_italy_is_played_to_its_last_step(table: Table) -> None:
    guide.begin(table, "war_in_europe")
    bubble = guide.bubble(table)

    bubble.get_by_role("button", name="Next").click()
    guide.at(table, "air")
    for mission in ("superiority", "ground"):
        for wanted in ("south", mission, "8"):
            table.option(wanted).click()
    table.verb("done").click()
    guide.at(table, "move")
    card = table.page.locator(".cards")
    expect(card).to_contain_text("Air combat, south front")
    expect(table.page.get_by_test_id("battle-result")).to_contain_text("air superiority on the south front")
    table.page.wait_for_function("() => window.__phaseline.scale() > 0.6")  # Reggio is shown, to be read
    table.ready()
    table.piece("1 Cdn")
    table.pick("D2921")
    guide.at(table, "others")
    table.verb("done").click()
    guide.at(table, "rail")
    table.verb("done").click()
    guide.at(table, "landing")
    table.verb("assault").click()
    table.ready()
    table.piece("36 US")
    table.ready()
    table.pick("D2915")
    guide.at(table, "sea")
    table.verb("done").click()
    guide.at(table, "drop")
    table.verb("done").click()
    guide.at(table, "attack")
    table.verb("attack").click()
    table.ready()
    table.piece("1 Cdn")
    table.ready()
    table.page.mouse.click(*table.first_target())
    guide.at(table, "odds")
    table.verb("roll").click()
    expect(table.page.get_by_test_id("battle-card").first).to_be_visible()
    for _ in range(20):
        if bubble.get_attribute("data-step") == "log":
            break
        if "thinks" in table.prompt.inner_text():
            table.page.wait_for_timeout(1000)
        else:
            guide.answer(table)
    guide.at(table, "log")
    table.page.locator('[data-tour="panel-log"]').click()
    guide.at(table, "end")
    bubble.get_by_role("button", name="Play on").click()
    expect(bubble).to_have_count(0)


def test_the_tour_of_a_skirmish_is_played_to_its_last_step(table: Table) -> None:
    def move(table: Table) -> None:
        table.pick("0401")
        expect(table.prompt).to_contain_text("2nd Armoured")
        table.click("0504")
        table.seen(3)

    def approach(table: Table) -> None:
        table.choose("assault")
        expect(table.verb("done")).to_be_visible()
        table.piece("2nd Armoured")
        table.ready()
        before = table.seen(0)
        table.click("0505")
        table.seen(before + 1)

    def attack(table: Table) -> None:
        while table.verb("roll").count() == 0:
            table.aim()

    met = guide.follow(
        table,
        "skirmish",
        {
            "stance": lambda table: table.choose("assault"),
            "move": move,
            "book": lambda table: table.page.locator('[data-tour="panel-rules"]').click(),
            "approach": approach,
            "attack": attack,
            "roll": lambda table: table.verb("roll").click(),
        },
        against="passive",  # who comes or stays away would make it another match each time
    )
    assert met == [
        "welcome",
        "map",
        "stance",
        "move",
        "undo",
        "rules",
        "book",
        "done",
        "approach",
        "attack",
        "odds",
        "roll",
        "result",
        "log",
        "end",
    ]


def test_the_guide_through_husky_is_played_to_its_last_step(table: Table) -> None:
    def command(table: Table) -> None:
        table.piece("15 AG (British hq)")
        table.option("Invasion").click()
        table.ready()
        table.click("Tunis")

    def invade(table: Table) -> None:
        table.piece("15 AG (British hq)")
        table.piece("US 2 Amph (US amphibious)")
        table.ready()
        table.click("Palermo")

    def strike(table: Table) -> None:
        table.piece("15 AG (British hq)")
        table.ready()
        table.click("Palermo")

    met = guide.follow(table, "westfront", {"command": command, "invade": invade, "airstrikes": strike})
    # How long the computer is waited for is its own affair.
    assert [key for key in met if key != "axis"] == [
        "welcome",
        "blocks",
        "command",
        "commanded",
        "invade",
        "mobilization",
        "airstrikes",
        "battle",
        "supply",
        "log",
        "month",
        "production",
        "end",
    ]


def test_the_guide_through_the_first_turn_in_normandy_is_played_to_its_last_step(table: Table) -> None:
    def attack(table: Table) -> None:
        table.piece("US VII Corps (US7)")
        table.ready()
        table.click("Cherbourg")
        expect(table.verb("roll")).to_be_visible()

    def join(table: Table) -> None:
        before = table.seen(0)
        table.verb("join").click()
        table.ready()
        table.page.mouse.click(*table.first_target())
        table.seen(before + 1)

    def enter(table: Table) -> None:
        table.verb("advance").click()
        for _ in range(2):
            table.aim()

    met = guide.follow(
        table,
        "eisenhower",
        {
            "plan": lambda table: table.verb("plan-none").click(),
            "order": lambda table: table.option("Combat").click(),
            "attack": attack,
            "odds": join,
            "roll": lambda table: table.verb("roll").click(),
            "advance": enter,
        },
    )
    assert met == [
        "welcome",
        "italy",
        "plan",
        "aims",
        "reinforcement",
        "order",
        "attack",
        "odds",
        "roll",
        "advance",
        "log",
        "rest",
        "end",
    ]
