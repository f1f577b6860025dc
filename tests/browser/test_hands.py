"""Hands on the map: dragging a unit, several units at once, a lasso, the ruler, and the same by keys."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from playwright.sync_api import expect
from tests.browser.sizes import TABLET
from tests.browser.table import Table
from tests.browser.test_page import begin_movement
from tests.moments import moment, until

from phaseline.engine import record
from phaseline.games.war_in_europe.orders.combat import Attack

RESTS = 700
"""Milliseconds after which a finger has rested."""


def drag(table: Table, start: str, end: str) -> None:
    (ax, ay), (bx, by) = table.where(start), table.where(end)
    table.page.mouse.move(ax, ay)
    table.page.mouse.down()
    table.page.mouse.move((ax + bx) / 2, (ay + by) / 2, steps=3)
    table.page.mouse.move(bx, by, steps=3)
    table.page.wait_for_timeout(300)
    table.page.mouse.up()


def test_a_unit_is_dragged_to_where_it_goes_and_goes_back_from_out_of_reach_and_the_map_follows(
    table: Table,
) -> None:
    begin_movement(table)
    drag(table, "0301", "0109")
    expect(table.page.get_by_test_id("refusal")).to_be_visible()
    assert table.summary()["orders"] == 2
    table.page.keyboard.press("Escape")
    table.ready()
    before = table.where("0109")
    drag(table, "0301", "0303")
    table.orders(3)
    assert table.where("0109") == before, "the map moved instead of the unit"
    titles = table.page.evaluate("() => window.__phaseline.stack(window.__phaseline.hex('0303'))")
    assert any("1st Armoured" in title for title in titles)
    # Dragging open ground moves the map.
    table.page.keyboard.press("+")
    table.page.wait_for_timeout(500)
    before = table.where("0303")
    drag(table, "0305", "0304")
    assert table.where("0303") != before


def test_a_lasso_gathers_units_and_each_gets_an_order_that_is_undone_by_itself(table: Table) -> None:
    begin_movement(table)
    chip = table.page.get_by_test_id("muster")
    box = table.map.bounding_box()
    assert box is not None
    table.page.keyboard.down("Shift")
    x, y = box["x"] + 4, box["y"] + 4
    right, low = box["x"] + box["width"] - 70, box["y"] + box["height"] - 4
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    for corner in ((right, y), (right, low), (x, low)):
        table.page.mouse.move(*corner, steps=3)
    table.page.mouse.up()
    table.page.keyboard.up("Shift")
    expect(chip).to_contain_text("units: choose where")
    table.page.mouse.click(*table.first_target())
    expect(chip).to_have_count(0)
    given = table.summary()["orders"] - 2
    assert given >= 1
    table.page.keyboard.press("Control+z")
    table.orders(2 + given - 1)


def test_a_stack_that_is_sent_to_attack_is_in_the_attack_with_all_its_units(table: Table) -> None:
    match = until("war_in_europe", "sichelschnitt", "attack")
    assert match.decision is not None
    able = match.legal(match.decision.seats[0]).values(Attack)
    standing = Counter(match.state.position.at[unit] for unit in able)
    table.take_up(record.dump(match, reveal=True))
    table.sit()
    table.ready()
    before = table.summary()["orders"]
    chip = table.page.get_by_test_id("muster")
    stack = max(standing, key=standing.__getitem__)
    assert standing[stack] == 4
    point = table.page.evaluate("(hex) => window.__phaseline.at(hex)", stack)
    table.page.mouse.move(point["x"], point["y"])
    table.page.keyboard.press("m")
    expect(chip).to_have_text(re.compile(r"4 units: choose what they are to attack\.\s+Esc lets them go\."))
    table.page.mouse.click(*table.first_target())
    expect(chip).to_have_count(0)
    table.orders(before + 4)
    expect(table.page.get_by_test_id("notices")).to_contain_text("All 4 are in the attack")


def test_all_that_may_join_an_attack_are_added_with_one_click(table: Table) -> None:
    table.take_up(moment("war_in_europe", "westwall", "join", least=2))
    table.sit()
    table.ready()
    before = table.summary()["orders"]
    able = int(table.verb("join").locator(".count").inner_text())
    assert able > 1
    table.page.get_by_role("button", name=f"Add a unit to the attack: all {able}").click()
    table.orders(before + able)
    expect(table.page.get_by_test_id("notices")).to_contain_text(f"All {able} are added")
    expect(table.verb("join")).to_have_count(0)


def stroke(table: Table, points: list[tuple[float, float]], rest: int = 0) -> None:
    """A finger goes from point to point; at the first it rests so many milliseconds."""
    hand = table.page.context.new_cdp_session(table.page)
    for index, (x, y) in enumerate(points):
        event = "touchMove" if index else "touchStart"
        hand.send("Input.dispatchTouchEvent", {"type": event, "touchPoints": [{"x": x, "y": y}]})
        table.page.wait_for_timeout(rest if not index else 120)
    hand.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@pytest.mark.parametrize("page", [TABLET], indirect=True, ids=["tablet"])
def test_a_finger_drags_a_unit_on_which_it_has_rested_and_else_the_map(table: Table) -> None:
    begin_movement(table)
    (ax, ay), (bx, by) = table.where("0301"), table.where("0303")
    stroke(table, [(ax, ay), ((ax + bx) / 2, (ay + by) / 2), (bx, by)])
    moved = table.where("0301")
    assert moved != (ax, ay), "the map moves with the finger"
    (ax, ay), (bx, by) = moved, table.where("0303")
    stroke(table, [(ax, ay), ((ax + bx) / 2, (ay + by) / 2), (bx, by), (bx, by)], RESTS)
    table.orders(3)
    assert table.where("0301") == moved
    titles = table.page.evaluate("() => window.__phaseline.stack(window.__phaseline.hex('0303'))")
    assert any("1st Armoured" in title for title in titles)


@pytest.mark.parametrize("page", [TABLET], indirect=True, ids=["tablet"])
def test_a_finger_that_has_rested_beside_all_units_draws_a_lasso(table: Table) -> None:
    begin_movement(table)
    box = table.map.bounding_box()
    assert box is not None
    x, y = box["x"] + 6, box["y"] + 6
    right, low = box["x"] + box["width"] - 80, box["y"] + box["height"] - 6
    ring = [(x, y), (right / 2, y), (right, y), (right, low / 2), (right, low), (right / 2, low), (x, low)]
    stroke(table, ring, RESTS)
    expect(table.page.get_by_test_id("muster")).to_contain_text("units: choose where")


def test_the_hands_work_by_keys(table: Table) -> None:
    begin_movement(table)
    chip = table.page.get_by_test_id("muster")
    table.hover("0301")
    table.page.keyboard.press("u")
    table.hover("0305")
    expect(chip).to_contain_text("4 hexes")
    table.page.keyboard.press("Escape")
    expect(chip).to_have_count(0)
    table.page.keyboard.press("n")
    table.page.wait_for_timeout(300)
    table.map.focus()
    for _ in range(12):  # to another unit that can act, and add it
        table.page.keyboard.press("]")
        table.page.keyboard.press("Shift+Enter")
        if chip.count():
            break
    expect(chip).to_contain_text("2 units")
    table.ready()
    table.page.keyboard.press("Escape")
    expect(chip).to_have_count(0)
