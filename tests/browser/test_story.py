"""The page tells the story: battles as cards, and what others did."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.sizes import PHONE, WIDE
from tests.browser.table import HUMAN, Table
from tests.moments import moment


def test_a_battle_on_a_table_stays_as_a_card_until_it_is_put_away(table: Table) -> None:
    table.take_up(moment("eisenhower", "historical", "roll"))
    table.sit()
    table.ready()
    expect(table.page.get_by_test_id("battle-card")).to_have_count(0)
    table.verb("roll").first.click()
    card = table.page.get_by_test_id("battle-card")
    expect(card).to_be_visible()
    expect(card.locator(".dice")).to_have_attribute("data-side", "0")
    expect(card.get_by_test_id("battle-result")).to_contain_text(
        re.compile(r"The chance of this result was \d+%")
    )
    card.locator("summary").first.click()
    lit = card.locator("tr.fallen")
    expect(lit).to_have_count(1)
    shown = card.locator(".dice").get_attribute("aria-label")
    assert shown is not None
    expect(lit.locator("th")).to_have_text(shown.removeprefix("die: "))
    table.page.wait_for_timeout(3200)  # longer than the dice themselves are shown
    expect(card).to_be_visible()
    table.page.get_by_role("button", name="Put the battle away").click()
    expect(card).to_have_count(0)


def test_an_announced_attack_has_its_card_and_the_log_the_same(table: Table) -> None:
    table.take_up(moment("france44", "beachhead", "done", "scrap"))
    table.sit()
    table.ready()
    card = table.page.get_by_test_id("battle-card")
    done = table.verb("done").first
    for _ in range(3):  # the attacks are announced, and the defender has answered
        expect(done.or_(card.first).first).to_be_visible()
        if card.count():
            break
        done.click()
        table.page.wait_for_timeout(600)
    expect(card).to_be_visible()
    expect(card.locator(".roll")).to_contain_text("Attack on")
    expect(card.get_by_test_id("battle-result")).to_contain_text(
        re.compile(r"The chance of this result was \d+%")
    )
    card.locator("summary").first.click()
    expect(card.locator("tr.fallen")).to_have_count(1)
    result = card.get_by_test_id("battle-result").locator("b").inner_text()
    table.page.keyboard.press("l")
    told = table.page.get_by_test_id("log").get_by_test_id("battle-card").last
    expect(told.locator(".roll")).to_contain_text("Attack on")
    told.locator("summary").first.click()
    expect(told.get_by_test_id("battle-result").locator("b")).to_have_text(result)
    table.page.get_by_role("searchbox", name="Find in the log").fill("attack on")
    expect(table.page.get_by_test_id("log").get_by_test_id("battle-card")).to_have_count(0)
    expect(table.page.get_by_test_id("log").locator(".roll")).not_to_have_count(0)


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=str)
def test_a_battle_of_blocks_tells_hits_and_steps(table: Table) -> None:
    table.take_up(moment("westfront", "husky", "fire-all"))
    table.sit()
    table.ready()
    board = table.page.get_by_test_id("battle-board")
    for side in ("Allied", "Axis"):
        expect(board.get_by_role("group", name=f"{side} in the battle")).to_be_visible()
    expect(board.locator(".next")).to_have_count(1)
    expect(board.locator("li.able")).not_to_have_count(0)
    blocks = board.locator("li:not(.steps)").count()
    table.verb("fire-all").first.click()
    card = table.page.get_by_test_id("battle-card")
    expect(card).to_be_visible()
    expect(card.get_by_test_id("battle-result")).to_contain_text("of")
    label = card.locator(".dice").first.get_attribute("aria-label")
    assert label is not None
    assert "hit" in label
    # Whoever was in the battle stays on the board, with what was lost.
    assert board.locator("li:not(.steps)").count() >= blocks


def test_a_battle_of_ones_own_keeps_its_card_though_the_other_takes_the_losses(table: Table) -> None:
    table.new("skirmish", "ford", players=[HUMAN, {"kind": "agent", "agent": "passive"}])
    table.sit(0)
    table.ready()

    def turn(*moves: tuple[str, str]) -> None:
        table.page.get_by_role("button", name="assault").first.click()
        for start, goal in moves:
            expect(table.verb("done")).to_be_visible()
            here = table.page.evaluate("() => window.__phaseline.entry()")
            table.pick(start)
            table.click(goal)
            table.seen(here + 1)
        table.verb("done").click()

    turn(("0401", "0504"), ("0301", "0403"))
    turn(("0504", "0505"), ("0403", "0605"))
    expect(table.verb("attack")).to_be_visible()
    for hex in ("0506", "0505", "0605"):
        table.pick(hex)
    here = table.page.evaluate("() => window.__phaseline.entry()")
    table.verb("roll").click()
    table.seen(here + 2)
    expect(table.page.get_by_test_id("battle-card")).to_be_visible()
    table.page.wait_for_timeout(1500)  # what follows of itself has followed
    expect(table.page.get_by_test_id("battle-card")).to_be_visible()
    expect(table.page.get_by_text("moved unseen")).to_have_count(0)


@pytest.mark.parametrize("fog", [False, True])
def test_what_the_computer_did_is_told_shown_and_played_again(table: Table, fog: bool) -> None:
    staff = {"kind": "agent", "agent": "staff"}
    table.new("skirmish", "ford", players=[HUMAN, staff], options={"fog": fog})
    table.sit(0)
    table.ready()
    recap = table.page.get_by_test_id("recap")
    done, stance = table.verb("done"), table.page.get_by_role("button", name="assault")
    for _ in range(8):
        expect(done.or_(stance).first).to_be_visible()
        table.page.wait_for_timeout(1200)  # the computer may be about to act
        if recap.count():
            break
        here = table.page.evaluate("() => window.__phaseline.entry()")
        (done if done.count() else stance).first.click()
        table.seen(here + 1)
    else:
        pytest.fail("the computer has moved, and nothing tells of it")
    expect(recap).to_contain_text("unseen move" if fog else "Red: ")
    recap.locator("details").first.evaluate("(fold) => { fold.open = true; }")
    expect(recap).to_contain_text("face-down unit goes from" if fog else "move")
    # One thing scrolls, beneath a heading that stays.
    expect(recap.locator("ul").first).to_have_css("overflow-y", "visible")
    expect(recap.locator("header")).to_have_css("position", "sticky")
    expect(recap.get_by_text("Unseen pieces left")).to_have_count(0)  # that would say the same once more
    recap.get_by_role("button", name="Replay this turn").click()
    replay = table.page.get_by_test_id("replay")
    expect(replay).to_be_visible()
    expect(table.page.get_by_text("You look at the past")).to_have_count(0)
    expect(recap).to_be_visible()
    table.page.get_by_role("button", name="Put the recap away").click()
    expect(recap).to_have_count(0)


RECAP = "() => document.querySelector('[data-testid=recap]') !== null"
SOMETHING_TO_DO = "() => document.querySelector('footer [data-verb]') !== null && window.__phaseline.ready()"
LINES = (
    "(one) => Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"
)


@pytest.mark.parametrize("page", [WIDE, PHONE], indirect=True, ids=["wide", "phone"])
def test_a_recap_is_a_line_once_an_order_is_begun_and_told_again_on_demand(table: Table) -> None:
    table.new("westfront", "husky", players=[HUMAN, {"kind": "agent", "agent": "staff"}])
    table.sit(0)
    table.ready()
    recap, done = table.page.get_by_test_id("recap"), table.verb("done")
    for _ in range(8):
        expect(done.first).to_be_enabled()
        here = table.page.evaluate("() => window.__phaseline.entry()")
        done.first.click()
        table.seen(here + 1)
        table.page.wait_for_function(SOMETHING_TO_DO)
        if table.page.evaluate("() => window.__phaseline.targets().length") and table.heeded(RECAP, None):
            break
    else:
        pytest.fail("the computer has moved, and nothing tells of it")
    replay = recap.get_by_role("button", name="Replay this turn")
    expect(replay).to_be_visible()
    before = recap.bounding_box()
    table.aim()
    expect(replay).to_have_count(0)
    after = recap.bounding_box()
    assert before is not None
    assert after is not None
    assert after["height"] < 60 < before["height"]
    # However much there is to tell, the line ends before the buttons.
    recap.locator("h2").evaluate("(one) => { one.textContent = 'one more move, '.repeat(20); }")
    assert recap.locator("h2").evaluate(LINES) == 1
    away = recap.get_by_role("button", name="Put the recap away").bounding_box()
    assert away is not None
    assert away["x"] + away["width"] <= after["x"] + after["width"]
    # Whoever wants to read on does; the order that was begun stays.
    asked = table.prompt.inner_text()
    recap.get_by_role("button", name="Tell all of the recap").click()
    expect(replay).to_be_visible()
    assert table.prompt.inner_text() == asked


def test_a_turn_is_told_alike_when_the_match_is_opened_again(table: Table) -> None:
    staff = {"kind": "agent", "agent": "staff"}
    table.new("westfront", "husky", players=[HUMAN, staff])
    table.sit(0)
    table.ready()
    recap = table.page.get_by_test_id("recap")
    stirred = recap.get_by_text("Unseen pieces")
    done = table.verb("done")
    for _ in range(16):
        expect(done.or_(stirred).first).to_be_visible()
        table.page.wait_for_timeout(1200)  # the computer may be about to act
        if stirred.count():
            break
        here = table.page.evaluate("() => window.__phaseline.entry()")
        done.first.click()
        table.seen(here + 1)
    else:
        pytest.fail("the computer has moved unseen, and nothing tells of it")
    heading, told = recap.locator("h2").inner_text(), stirred.inner_text()
    assert "unseen" in heading
    table.page.reload()
    expect(stirred).to_have_text(told)
    expect(recap.locator("h2")).to_have_text(heading)


def test_the_end_has_a_page_of_its_own(table: Table) -> None:
    table.husky_over()
    end = table.page.get_by_test_id("end")
    expect(end).to_contain_text("Allied wins")
    expect(end.locator(".result .case")).to_have_text("husky.0")
    expect(end.get_by_test_id("luck")).to_contain_text("hits")
    expect(end.get_by_test_id("losses")).to_contain_text("July 1943")
    expect(end.get_by_role("button", name="Swap sides")).to_be_visible()
    end.get_by_role("button", name="Rematch").click()
    table.page.wait_for_function("(old) => !location.hash.includes(old)", arg=table.match)
