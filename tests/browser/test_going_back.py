"""The map goes where something is to be chosen, and comes back to where the eye was when that is over."""

from __future__ import annotations

import math

from playwright.sync_api import expect
from tests.browser.table import AFRESH, HUMAN, Table
from tests.moments import moment

PASSIVE = {"kind": "agent", "agent": "passive"}
ENDED = "(title) => document.querySelector('[data-testid=prompt]').textContent.includes(title)"
ON_SCREEN = """(label) => {
  const at = window.__phaseline.at(window.__phaseline.hex(label));
  return at !== null && at.x > 0 && at.y > 0 && at.x < innerWidth && at.y < innerHeight;
}"""
CHOICE_IN_SIGHT = """() => window.__phaseline.targets().map(window.__phaseline.at)
    .some((at) => at !== null && at.x > 0 && at.y > 0 && at.x < innerWidth && at.y < innerHeight)"""
FRONT = "5018"


def end(table: Table, then: str) -> None:
    """End the step, and wait for what is asked then."""
    table.verb("done").click()
    table.page.wait_for_function(ENDED, arg=then)


def test_after_a_drop_the_map_comes_back_from_england_to_the_front(table: Table) -> None:
    table.new("france44", "market", players=[HUMAN, PASSIVE])
    table.sit()
    table.ready()
    end(table, "trucks")
    table.ready()
    table.hover(FRONT)
    table.page.mouse.wheel(0, -400)
    table.ready()
    before = table.where(FRONT)
    end(table, "airborne")
    table.page.wait_for_function(CHOICE_IN_SIGHT)
    table.ready()
    assert not table.page.evaluate(ON_SCREEN, FRONT)
    end(table, "units and trucks")
    table.page.wait_for_function(ON_SCREEN, arg=FRONT)
    table.ready()
    assert math.dist(table.where(FRONT), before) < 3


UNIT = "US VII Corps (US7)"
"""One who stands on the coast of Normandy."""


def place(table: Table) -> tuple[float, float]:
    """Where on the screen the unit stands, once the map is at rest."""
    table.page.evaluate(AFRESH)
    table.ready()
    point = table.page.evaluate("(title) => window.__phaseline.unit(title)", UNIT)
    assert point is not None
    return point["x"], point["y"]


def far_down(table: Table) -> None:
    """Where the Allies may move: see the unit from near, so low in the window that no hex is seen to which it could go."""
    table.take_up(moment("eisenhower", "historical", "move"))
    table.sit()
    for _ in range(3):
        table.page.mouse.move(*place(table))
        table.page.mouse.wheel(0, -600)
    _, y = place(table)
    table.page.mouse.move(900, 100)
    table.page.mouse.down()
    table.page.mouse.move(900, 100 + LOW - y, steps=4)
    table.page.mouse.up()


LOW = 720
"""Pixels from the top of the window to the order bar, or nearly so."""


def test_a_choice_taken_back_gives_back_the_view_that_it_moved(table: Table) -> None:
    far_down(table)
    before = place(table)
    table.piece(UNIT)
    assert math.dist(place(table), before) > 30, "the choice did not move the map"
    table.page.keyboard.press("Escape")
    expect(table.prompt).not_to_contain_text(UNIT)
    assert math.dist(place(table), before) < 3


def test_a_view_that_its_user_has_moved_since_stays(table: Table) -> None:
    far_down(table)
    before = place(table)
    table.piece(UNIT)
    place(table)
    table.page.keyboard.press("Shift+ArrowUp")
    moved = place(table)
    table.page.keyboard.press("Escape")
    expect(table.prompt).not_to_contain_text(UNIT)
    after = place(table)
    assert math.dist(after, moved) < 3
    assert math.dist(after, before) > 30
