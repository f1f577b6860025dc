"""The map goes where something is to be chosen, and comes back to where the eye was when that is over."""

from __future__ import annotations

import math

from tests.browser.table import HUMAN, PATIENCE, Table

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
    table.page.wait_for_function(ENDED, arg=then, timeout=PATIENCE)


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
    table.page.wait_for_function(CHOICE_IN_SIGHT, timeout=PATIENCE)
    table.ready()
    assert not table.page.evaluate(ON_SCREEN, FRONT)
    end(table, "units and trucks")
    table.page.wait_for_function(ON_SCREEN, arg=FRONT, timeout=PATIENCE)
    table.ready()
    assert math.dist(table.where(FRONT), before) < 3
