"""On a phone: what is touched lies free, and the map has what is left of the screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.sizes import PHONE
from tests.browser.table import AFRESH, Table
from tests.moments import moment

ROWS = """() => {
  const rows = {};
  for (const button of document.querySelectorAll('[role=toolbar][aria-label=Orders] button')) {
    const { top, left, right } = button.getBoundingClientRect();
    const row = (rows[Math.round(top)] ??= { left, right });
    row.left = Math.min(row.left, left);
    row.right = Math.max(row.right, right);
  }
  return Object.values(rows).map(({ left, right }) => [left, innerWidth - right]);
}"""
"""How far each row of orders is from the left and from the right edge."""
STACK = """() => {
  const map = window.__phaseline;
  const stacks = [...new Set(map.targets())].filter((hex) => map.stack(hex).length > 2).map(map.at);
  const free = stacks.filter(({ x, y }) => document.elementFromPoint(x, y)?.tagName === 'CANVAS');
  return free.sort((one, other) => Math.abs(one.x - innerWidth / 2) - Math.abs(other.x - innerWidth / 2));
}"""
"""Where stacks are that can be ordered and lie free, those in the middle first."""
COVERED = """() => {
  const map = window.__phaseline;
  const field = document.querySelector('[role=application]').getBoundingClientRect();
  const pieces = map.stack(map.fanned()).map(map.unit);
  const [first, ...others] = pieces;
  const half = Math.min(...others.map(({ x, y }) => Math.hypot(x - first.x, y - first.y))) * 0.45;
  const ends = pieces.flatMap(({ x, y }) => [-half, half].flatMap((by) => [[x + by, y], [x, y + by]]));
  return ends.filter(([x, y]) => {
    const inside = x > field.left && x < field.right && y > field.top && y < field.bottom;
    return !inside || document.elementFromPoint(x, y)?.tagName !== 'CANVAS';
  }).length;
}"""
"""How many of the edges of the pieces of a fanned stack are off the map, or beneath something."""

on_a_phone = pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"])


@on_a_phone
def test_orders_lie_in_few_rows_each_as_wide_as_the_screen(table: Table) -> None:
    table.take_up(moment("war_in_europe", "sichelschnitt", "move", "march"))
    table.sit()
    table.ready()
    rows = table.page.evaluate(ROWS)
    assert len(rows) <= 3
    assert all(abs(left - right) <= 1 and left < 20 for left, right in rows), rows


BAR = "() => document.querySelector('[role=application]').getBoundingClientRect().top"
"""How high the bars are above the map."""


@on_a_phone
@pytest.mark.parametrize(
    ("game", "scenario", "verb", "most"),
    [
        ("war_in_europe", "sichelschnitt", "move", 100),
        ("france44", "market", "move", 130),
        ("westfront", "husky", "fire", 130),
    ],
)
def test_the_bars_above_the_map_are_low_and_name_the_match_for_those_who_listen(
    table: Table, game: str, scenario: str, verb: str, most: int
) -> None:
    table.take_up(moment(game, scenario, verb))
    table.sit()
    table.ready()
    assert table.page.evaluate(BAR) <= most
    expect(table.page.get_by_role("heading", level=1)).to_have_text(
        re.compile("Sichelschnitt|Market Garden|Husky")
    )
    chip = table.page.get_by_test_id("stakes").bounding_box()
    row = table.page.locator("dl[aria-label='Tracks']").bounding_box()
    assert chip is not None
    assert row is not None
    assert chip["height"] < 30, "what is urgent is told in one line"
    more = table.page.get_by_test_id("more-tracks").bounding_box()
    assert more is not None
    assert more["y"] < row["y"] + row["height"], "the button stands beside the tracks, not below"
    beside = chip["x"] + chip["width"] <= row["x"]
    assert beside or chip["y"] + chip["height"] <= row["y"]


@on_a_phone
@pytest.mark.parametrize("which", [0, -1], ids=["middle", "edge"])
def test_a_stack_that_is_fanned_out_lies_on_the_map_and_nothing_lies_on_it(table: Table, which: int) -> None:
    table.take_up(moment("war_in_europe", "sichelschnitt", "move", "march"))
    table.sit()
    table.ready()
    at = table.page.evaluate(STACK)[which]
    table.page.touchscreen.tap(at["x"], at["y"])
    table.page.wait_for_function("() => window.__phaseline.fanned() !== null")
    table.page.wait_for_timeout(700)  # the card comes, and finds its place
    table.page.evaluate(AFRESH)
    table.ready()
    assert table.page.evaluate(COVERED) == 0


ATTACKED = """() => window.__phaseline.attack().map(window.__phaseline.at)
    .filter(({ x, y }) => document.elementFromPoint(x, y)?.tagName === 'CANVAS')"""
"""Where the hexes of an attack are that lie free."""
OVERLAP = """() => {
  const boxes = ['odds-tip', 'hex-card'].map((id) => document.querySelector(`[data-testid=${id}]`)?.getBoundingClientRect());
  if (boxes.includes(undefined)) return null;
  const [one, other] = boxes;
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}"""
"""Whether the card of a hex lies over the odds of the attack; null where one of them is not told."""


@on_a_phone
def test_the_card_of_a_hex_leaves_the_odds_of_the_attack_to_be_read(table: Table) -> None:
    table.take_up(moment("france44", "beachhead", "close"))
    table.sit()
    table.ready()
    page = table.page
    expect(page.get_by_test_id("odds-tip")).to_be_visible()
    seen = page.evaluate(ATTACKED)
    assert seen
    for at in seen:
        page.mouse.move(at["x"], at["y"])
        expect(page.get_by_test_id("hex-card")).to_be_visible()
        page.wait_for_timeout(700)  # the card comes, and finds its place
        assert page.evaluate(OVERLAP) is False
