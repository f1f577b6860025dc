"""Pointing at the map: stacks that fan out, the hex card, clicks that mean nothing, what is said before and after."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.table import AFRESH, HUMAN, Table
from tests.browser.test_page import begin_movement
from tests.moments import last_order, moment, moments, until

SETTLED = 900
"""Milliseconds after which whatever comes unasked has come."""


def unit(table: Table, title: str) -> tuple[float, float]:
    """Where on the screen a unit stands."""
    point = table.page.evaluate("(title) => window.__phaseline.unit(title)", title)
    assert point is not None, f"{title} is not on the map"
    return point["x"], point["y"]


def still(table: Table, title: str) -> tuple[float, float]:
    """Where a unit stands once the map goes nowhere any more: on a busy machine it opens late with what may be chosen."""
    found = unit(table, title)
    for _ in range(20):
        table.page.wait_for_timeout(SETTLED / 3)
        last, found = found, unit(table, title)
        if last == found:
            return found
    pytest.fail("the map does not come to rest")


@pytest.fixture
def allied_move(table: Table) -> Table:
    """Eisenhower's War where the Allies may move, with stacks on the coast of Normandy."""
    table.take_up(moment("eisenhower", "historical", "move"))
    table.sit()
    table.ready()
    return table


FANNED = "() => window.__phaseline.fanned() !== null"
LOW, TOP = "US V Corps (US5)", "US VII Corps (US7)"
"""Two that stand in one hex, the lower first."""


def test_a_stack_fans_out_beneath_the_pointer_and_the_nearer_block_is_meant(allied_move: Table) -> None:
    table = allied_move
    before = still(table, TOP)
    table.page.mouse.move(before[0] + 6, before[1] + 6)
    table.page.wait_for_function(FANNED)
    table.ready()
    assert unit(table, TOP) == before, "the block under the pointer went away"
    # Between two blocks of a fan the nearer is meant.
    table.page.mouse.move(*unit(table, TOP))
    table.page.evaluate(AFRESH)
    table.ready()
    (ax, ay), (bx, by) = unit(table, LOW), unit(table, TOP)
    table.page.mouse.click(ax + (bx - ax) * 0.485, ay + (by - ay) * 0.485)
    expect(table.prompt).to_contain_text(LOW)
    # A row of the hex card chooses its unit, too.
    table.page.keyboard.press("Escape")
    expect(table.prompt).not_to_contain_text(LOW)
    table.page.mouse.move(before[0], before[1] - 300)
    table.page.wait_for_function(f"() => !({FANNED})()")
    table.page.mouse.move(*unit(table, TOP))
    row = table.page.get_by_test_id("hex-card").get_by_role("button", name=LOW)
    expect(row).to_be_visible()
    box = row.bounding_box()
    assert box is not None
    table.page.mouse.move(box["x"] + 20, box["y"] + 5)
    row.click()
    expect(table.prompt).to_contain_text(LOW)


def test_the_card_of_a_hex_tells_several_facts_in_a_line(allied_move: Table) -> None:
    table = allied_move
    table.page.mouse.move(*unit(table, TOP))
    facts = table.page.get_by_test_id("hex-card").locator("ul li")
    expect(facts.first).to_be_visible()
    lines = facts.evaluate_all("(all) => all.map((one) => one.offsetTop)")
    assert len(lines) > 5
    assert len(set(lines)) < len(lines) - 1


UNDER_FAN = """() => {
  const page = window.__phaseline;
  const pieces = page.stack(page.fanned()).map((title) => page.unit(title));
  const isUnder = (at) => pieces.some((one) => Math.max(Math.abs(one.x - at.x), Math.abs(one.y - at.y)) < 22);
  return page.targets().find((hex) => hex !== page.fanned() && isUnder(page.at(hex))) ?? null;
}"""
"""A hex that may be chosen and lies under a stack that is fanned out; null when there is none."""


def test_a_hex_that_lights_up_is_clicked_through_a_fan(allied_move: Table) -> None:
    table = allied_move
    table.page.mouse.move(*unit(table, TOP))
    table.page.wait_for_timeout(SETTLED)
    table.page.keyboard.press("n")
    expect(table.prompt).to_contain_text("to which hex")
    hex = None
    for _ in range(6):
        table.ready()
        hex = table.page.evaluate(UNDER_FAN)
        if hex is not None:
            break
        table.page.mouse.wheel(0, 240)  # from further away a fan lies over more hexes
        table.page.wait_for_timeout(300)
    assert hex is not None
    before = table.seen(0)
    at = table.page.evaluate("(hex) => window.__phaseline.at(hex)", hex)
    table.page.mouse.click(at["x"], at["y"])
    table.seen(before + 1)
    assert LOW in table.page.evaluate("(hex) => window.__phaseline.stack(hex)", hex)


def test_a_stack_stays_open_while_one_of_it_must_be_chosen(table: Table) -> None:
    table.take_up(moment("westfront", "S44", "hit", least=2))
    table.sit()
    table.ready()
    table.page.mouse.move(640, 90)
    table.page.wait_for_timeout(SETTLED)
    where = table.page.evaluate("() => window.__phaseline.targets()[0]")
    titles = table.page.evaluate("(hex) => window.__phaseline.stack(hex)", where)
    places = [unit(table, title) for title in titles]
    sides = [max(abs(a[0] - b[0]), abs(a[1] - b[1])) for a in places for b in places if a is not b]
    assert min(sides) > 50, "blocks of the stack cover each other"


def test_a_stack_to_choose_from_comes_into_sight_with_its_hex(table: Table) -> None:
    record, order = last_order(until("westfront", "S44", "hit", least=2))
    table.take_up(record)
    table.sit()
    table.ready()
    for _ in range(14):
        table.page.keyboard.press("Shift+ArrowRight")
        table.page.keyboard.press("Shift+ArrowDown")
    table.ready()
    board = table.map.bounding_box()
    assert board is not None
    assert table.where(order.removeprefix("fight "))[1] < board["y"], (
        "the battle is to be out of sight at first"
    )
    scale = table.page.evaluate("() => window.__phaseline.scale()")
    table.page.keyboard.press("/")
    table.page.keyboard.type(order)
    table.page.keyboard.press("Enter")
    table.page.wait_for_function("() => window.__phaseline.fanned() !== null")
    table.ready()
    assert table.page.evaluate("() => window.__phaseline.scale()") == scale, "the map was to slide alone"
    fanned = table.page.evaluate("() => window.__phaseline.fanned()")
    middle = table.page.evaluate("(hex) => window.__phaseline.at(hex)", fanned)
    titles = table.page.evaluate("(hex) => window.__phaseline.stack(hex)", fanned)
    places = [unit(table, title) for title in titles]
    assert all(abs(y - middle["y"]) < 60 for _, y in places), "the stack does not lie on its hex"
    assert min(abs(x - middle["x"]) for x, _ in places) < 60, "the stack does not lie on its hex"
    right, bottom = board["x"] + board["width"], board["y"] + board["height"]
    assert all(board["x"] < x < right and board["y"] < y < bottom for x, y in places), (
        "pieces are out of sight"
    )


def test_a_hex_out_of_reach_says_why_until_what_was_begun_is_put_down(table: Table) -> None:
    begin_movement(table)
    table.click("0301")
    table.click("0109")
    refusal = table.page.get_by_test_id("refusal")
    expect(refusal).to_be_visible()
    table.hover("0305")
    table.page.mouse.move(700, 650)
    table.page.wait_for_timeout(SETTLED)
    expect(refusal).to_be_visible()
    expect(table.prompt).to_contain_text("1st Armoured")
    table.page.keyboard.press("Escape")
    expect(refusal).to_have_count(0)
    # What was begun is put down by a click beside the map as well.
    expect(table.prompt).not_to_contain_text("1st Armoured")
    table.click("0301")
    expect(table.prompt).to_contain_text("1st Armoured")
    box = table.map.bounding_box()
    assert box is not None
    table.page.mouse.click(box["x"] + 6, box["y"] + 6)
    expect(table.prompt).not_to_contain_text("1st Armoured")


def test_a_hex_to_which_no_way_leads_says_why(table: Table) -> None:
    table.take_up(moment("eisenhower", "historical", "retreat"))
    table.sit()
    table.ready()
    table.verb("retreat").first.click()
    expect(table.prompt).to_contain_text("by which way?")
    table.click("3108")
    refusal = table.page.get_by_test_id("refusal")
    expect(refusal).to_contain_text("a retreat leads from hex to hex: choose the next one, ")
    expect(table.prompt).to_contain_text("by which way?")


def test_a_reason_goes_with_the_next_click_elsewhere(allied_move: Table) -> None:
    table = allied_move
    table.click("3105")
    refusal = table.page.get_by_test_id("refusal")
    expect(refusal).to_be_visible()
    table.page.mouse.click(*unit(table, TOP))
    table.page.wait_for_timeout(SETTLED)
    expect(refusal).to_have_count(0)


def test_no_reason_pops_up_after_a_click_that_was_right(table: Table) -> None:
    begin_movement(table)
    table.click("0301")
    x, y = table.where("0301")
    table.page.mouse.move(x + 3, y + 2)
    table.page.wait_for_timeout(SETTLED)
    expect(table.page.get_by_test_id("refusal")).to_have_count(0)
    table.click("0303")
    table.orders(3)
    x, y = table.where("0303")
    table.page.mouse.move(x + 3, y + 2)
    table.page.wait_for_timeout(SETTLED)
    expect(table.page.get_by_test_id("refusal")).to_have_count(0)


def test_what_cannot_be_taken_back_says_so_where_it_is_pointed_at(table: Table) -> None:
    table.take_up(moment("westfront", "husky", "fight"))
    table.sit()
    table.ready()
    table.page.mouse.move(*table.first_target())
    expect(table.page.get_by_test_id("final")).to_contain_text("cannot be taken back")


def test_what_cannot_be_taken_back_says_so_on_its_button_and_when_it_is_typed(table: Table) -> None:
    table.take_up(moment("eisenhower", "historical", "roll"))
    table.sit()
    table.ready()
    final = table.page.get_by_test_id("final")
    before = table.summary()["orders"]
    table.page.keyboard.press("/")
    table.page.keyboard.type("call-off")
    table.page.wait_for_timeout(SETTLED)
    expect(final).to_have_count(0)
    table.page.get_by_test_id("order-box").fill("roll")
    expect(final).to_contain_text("cannot be taken back")
    assert table.summary()["orders"] == before
    # The buttons say the same, and calling off is never the way on.
    expect(table.verb("roll")).to_have_attribute("data-final", "true")
    expect(table.verb("call-off")).to_have_attribute("data-final", "false")
    expect(table.page.locator("[data-verb].primary")).to_have_attribute("data-verb", "roll")


def test_the_last_advance_of_a_battle_is_shown_before_the_next_ones_dice_fall(table: Table) -> None:
    table.take_up(moments("france44", "falaise", "advance", count=3)[2])
    table.sit()
    table.ready()
    before = table.summary()["orders"]
    table.aim("which hex")
    table.click("2733")
    ready = table.page.get_by_role("menuitem", name="then dice: battle at 2335")
    expect(ready).to_be_visible()
    assert table.summary()["orders"] == before
    ready.click()
    table.orders(before + 1)


def test_a_hex_within_a_move_is_moved_to_without_being_asked_and_strategically_by_name(table: Table) -> None:
    table.take_up(moment("france44", "falaise", "move", "march"))
    table.sit()
    table.ready()
    before = table.summary()["orders"]
    for verb in ("move", "march"):
        table.piece("29th Infantry Division (us-029)")
        if verb == "march":
            table.page.get_by_test_id("choice-menu").locator('[data-verb="march"]').click()
        table.click("1830")
        table.orders(before + 1)
        record = table.http.get(f"/api/matches/{table.match}/record").text
        assert f"Allied: {verb} us-029 1830" in record
        table.page.keyboard.press("Control+z")
        table.orders(before)
        table.ready()


@pytest.mark.parametrize("page", [{"width": 390, "height": 844}], indirect=True, ids=str)
def test_a_finger_gives_what_cannot_be_taken_back_by_a_second_touch(table: Table) -> None:
    table.take_up(moment("westfront", "husky", "fight"))
    table.sit()
    table.ready()
    before = table.summary()["orders"]
    where = table.first_target()
    table.page.touchscreen.tap(*where)
    expect(table.page.get_by_test_id("final")).to_contain_text("touch again")
    table.page.wait_for_timeout(SETTLED)
    assert table.summary()["orders"] == before
    table.page.touchscreen.tap(*where)
    table.orders(before + 1)


def test_remarks_of_neighbouring_hexes_do_not_cover_each_other(table: Table) -> None:
    table.take_up(moment("westfront", "husky", "fight", least=2))
    table.sit()
    table.ready()
    one, other = table.page.evaluate("() => window.__phaseline.remarks()")
    assert "against" in one["text"]
    across = abs(one["left"] + one["width"] / 2 - other["left"] - other["width"] / 2)
    down = abs(one["top"] + one["height"] / 2 - other["top"] - other["height"] / 2)
    assert across >= (one["width"] + other["width"]) / 2 or down >= (one["height"] + other["height"]) / 2


def test_a_lit_hex_without_a_counter_says_whose_it_is_in_two_lines(table: Table) -> None:
    table.take_up(moment("france44", "market", "truck", "move"))
    table.sit()
    table.ready()
    expect(table.prompt).to_contain_text("trucks")
    written = {remark["text"] for remark in table.page.evaluate("() => window.__phaseline.remarks()")}
    assert written == {"Truck, fed from Ghent\nand from Brussels"}


def test_who_can_be_chosen_and_has_gone_out_of_sight_is_shown_by_a_click(allied_move: Table) -> None:
    table, page = allied_move, allied_move.page
    unseen = page.get_by_test_id("unseen")
    expect(unseen).to_have_count(0)
    table.map.hover(position={"x": 400, "y": 300})
    for _ in range(6):
        page.mouse.wheel(0, -300)
    for _ in range(40):
        page.keyboard.press("Shift+ArrowRight")
        page.keyboard.press("Shift+ArrowDown")
    expect(unseen).to_contain_text("Who can be ordered is out of sight")
    unseen.click()
    expect(unseen).to_have_count(0)
    table.ready()
    table.first_target()


def test_an_overlay_of_one_unit_follows_the_unit_pointed_at_and_the_card_tells_where_it_lies(
    table: Table,
) -> None:
    begin_movement(table)
    page = table.page
    page.get_by_role("button", name="Overlays").click()
    page.get_by_test_id("overlays").get_by_role("button", name=re.compile("^Reach ")).click()
    whose = page.get_by_test_id("overlay-unit")
    expect(whose).to_have_count(0)
    table.ready()
    table.hover("0301")
    expect(whose).to_have_text("1st Armoured")
    table.hover("0303")
    expect(page.get_by_test_id("lying")).to_contain_text("Reach: ")
    expect(whose).to_have_text("1st Armoured")  # it stays until another is pointed at


def test_of_air_units_at_a_base_a_click_takes_the_uppermost_and_it_stands_out(table: Table) -> None:
    table.new("france44", "market", players=(HUMAN, {"kind": "agent", "agent": "passive"}))
    table.sit()
    table.ready()
    expect(table.verb("land")).to_be_visible()

    def there() -> list[str]:
        titles: list[str] = table.page.evaluate(
            "() => window.__phaseline.stack(window.__phaseline.hex('Ghent'))"
        )
        return [title.partition(" (")[0] for title in titles]

    stack = there()
    flying = [title for title in stack if "air unit" in title]
    assert len(flying) > 1
    # Who can be chosen lies on top of who cannot.
    assert stack[-1] == flying[-1]
    table.pick("Ghent")
    expect(table.prompt).to_contain_text(flying[-1])
    card = table.page.get_by_test_id("hex-card")
    expect(card.locator("button.chosen")).to_have_count(1)
    expect(card.locator("button.chosen")).to_contain_text(flying[-1])
    table.page.evaluate(AFRESH)
    table.ready()
    assert there()[-1] == flying[-1]
    # A row of the card chooses the other.
    table.page.keyboard.press("Escape")
    expect(table.prompt).not_to_contain_text(flying[-1])
    card.get_by_role("button", name=flying[0]).click()
    expect(table.prompt).to_contain_text(flying[0])
