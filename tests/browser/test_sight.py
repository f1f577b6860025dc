"""What the map shows by itself: where choices are, and how large pieces are drawn."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from tests.browser.sizes import PHONE, WIDE
from tests.browser.table import AFRESH, HUMAN, Table
from tests.moments import moment

AIRBORNE = "Airborne Corps (air-drop mode)"
SEEN = """() => {
  const map = window.__phaseline;
  const { left, top, right, bottom } = document.querySelector('[role=application]').getBoundingClientRect();
  return map.targets().map(map.at).filter(({ x, y }) => x > left && x < right && y > top && y < bottom).length;
}"""
"""How many of the hexes that may be chosen are seen."""


def test_the_map_stays_where_it_is_when_choices_all_over_it_are_seen_there_too(table: Table) -> None:
    table.take_up(moment("eisenhower", "historical", "move", "drop"))
    table.sit()
    table.ready()
    x, y = table.where("Caen")
    table.page.mouse.move(x, y)
    for _ in range(4):
        table.page.mouse.wheel(0, -240)
        table.page.wait_for_timeout(200)
    table.page.evaluate(AFRESH)
    table.ready()
    before = table.where("Caen")
    airborne = table.page.locator(".tray .choice").filter(has_text=AIRBORNE).first
    expect(airborne).not_to_contain_text("_s")  # what only typed orders call it
    airborne.click()
    expect(table.prompt).to_contain_text("onto which hex")
    table.page.wait_for_timeout(600)
    table.page.evaluate(AFRESH)
    table.ready()
    assert table.page.evaluate(SEEN) > 3
    assert table.where("Caen") == pytest.approx(before, abs=60), "the map lies elsewhere"


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"])
def test_a_battle_is_seen_from_near_by(table: Table) -> None:
    table.take_up(moment("westfront", "husky", "fire-all"))
    table.sit()
    table.ready()
    assert table.page.evaluate("() => window.__phaseline.scale()") >= 0.42


def test_the_odds_of_an_attack_do_not_cut_it_off(table: Table) -> None:
    table.take_up(moment("france44", "beachhead", "attack"))
    table.sit()
    table.ready()
    table.verb("attack").click()
    table.aim("which hex")
    table.ready()
    goal = table.page.evaluate("() => window.__phaseline.targets()[0]")
    at = table.page.evaluate("(hex) => window.__phaseline.at(hex)", goal)
    table.page.mouse.move(300, 600)
    table.page.mouse.down()
    table.page.mouse.move(300 + WIDE["width"] - 140 - at["x"], 600, steps=5)
    table.page.mouse.up()
    table.ready()
    assert table.page.evaluate("(hex) => window.__phaseline.at(hex).x", goal) > WIDE["width"] - 200
    table.aim("Add units")
    panel = table.page.get_by_role("complementary", name="Odds")
    expect(panel.get_by_test_id("forecast")).to_contain_text("ttack on")
    table.page.evaluate(AFRESH)
    table.ready()
    box = panel.bounding_box()
    assert box is not None
    # Others were announced before, further to the right: they do not hold the map.
    place = table.page.evaluate("(hex) => window.__phaseline.at(hex)", goal)
    reach = table.page.evaluate("() => 55 * window.__phaseline.scale()")
    assert place["x"] + reach <= box["x"]
    # Once the panel is put away the map lies where it lay.
    panel.get_by_role("button", name="Close Odds").click()
    expect(panel).to_have_count(0)
    table.page.evaluate(AFRESH)
    table.ready()
    back = table.page.evaluate("(hex) => window.__phaseline.at(hex).x", goal)
    assert back == pytest.approx(WIDE["width"] - 140, abs=3)


def test_who_waits_far_away_acts_where_the_map_lay_before(table: Table) -> None:
    table.new("france44", "market", players=(HUMAN, {"kind": "agent", "agent": "passive"}))
    table.sit()
    table.ready()
    assert sees(table, "Arnhem")
    drop = table.verb("drop")
    for _ in range(2):  # the air units are back, the trucks are where they are
        here = table.seen(0)
        table.verb("done").click()
        table.seen(here + 1)
        table.page.wait_for_function("() => window.__phaseline.ready()")
    expect(drop).to_be_visible()
    table.page.evaluate(AFRESH)
    table.ready()
    assert sees(table, "Harwich")
    assert not sees(table, "Arnhem")
    table.piece("101st Airborne Division (us-ab101)")
    table.page.evaluate(AFRESH)
    table.ready()
    assert sees(table, "Arnhem")


SCALE = "() => window.__phaseline.scale()"
"""Pixels a scene unit."""


IN_SIGHT = """(place) => {
  const map = window.__phaseline;
  const { left, top, right, bottom } = document.querySelector('[role=application]').getBoundingClientRect();
  const { x, y } = map.at(map.hex(place));
  return x > left && x < right && y > top && y < bottom;
}"""
"""Whether a place is seen."""


def sees(table: Table, place: str) -> bool:
    """Whether a place is seen."""
    return bool(table.page.evaluate(IN_SIGHT, place))


def wait_for_all(table: Table) -> None:
    """Wait until all the hexes that may be chosen are seen, and the map rests."""
    table.page.wait_for_function(f"() => window.__phaseline.targets().length === ({SEEN})()")
    table.page.evaluate(AFRESH)
    table.ready()


def come_to(table: Table, verb: str) -> None:
    """End steps until orders of a kind may be given, and the map rests."""
    for _ in range(6):
        table.page.evaluate(AFRESH)
        table.ready()
        if table.verb(verb).count():
            return
        here = table.seen(0)
        table.verb("done").click()
        table.seen(here + 1)
    raise AssertionError(f"no {verb}: {table.prompt.inner_text()}")


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["phone"])
def test_on_a_phone_the_map_is_near_while_it_is_chosen_where_an_order_goes_and_goes_back(
    table: Table,
) -> None:
    table.new("france44", "anvil", players=(HUMAN, {"kind": "agent", "agent": "passive"}))
    table.sit()
    table.ready()
    whole = table.page.evaluate(SCALE)
    come_to(table, "invade")
    table.page.wait_for_function("(whole) => window.__phaseline.scale() > 1.4 * whole", arg=whole)
    table.piece("36th Infantry Division (us-036)")
    expect(table.prompt).to_contain_text("which beach")
    wait_for_all(table)
    assert 1.4 * whole < table.page.evaluate(SCALE)
    assert not sees(table, "Calvi")
    # What is taken back brings back the sight of who can be sent.
    table.page.get_by_test_id("back").click()
    table.page.wait_for_function(IN_SIGHT, arg="Calvi")
    table.piece("36th Infantry Division (us-036)")
    wait_for_all(table)
    table.aim("from which sea hex")
    wait_for_all(table)
    given = table.seen(0)
    table.aim()
    table.seen(given + 1)
    table.page.wait_for_function(IN_SIGHT, arg="Calvi")
    table.page.evaluate(AFRESH)
    table.ready()
    assert sees(table, "Calvi")


def test_few_who_can_act_are_seen_from_near_by_where_all_of_the_map_is_shown(table: Table) -> None:
    table.new("westfront", "S43", players=(HUMAN, {"kind": "agent", "agent": "passive"}))
    table.sit()
    come_to(table, "activate")
    whole = table.page.evaluate(SCALE)
    assert whole < 0.42, "counters can be read as it is"
    table.pick("Bizerte")
    table.choose("Command")
    expect(table.prompt).to_contain_text("deploy to which hex")
    table.pick("Bizerte")
    come_to(table, "move")
    table.page.wait_for_function("() => window.__phaseline.scale() >= 0.42")
    table.page.evaluate(AFRESH)
    table.ready()
    assert table.page.evaluate(SEEN) == len(table.page.evaluate("() => window.__phaseline.targets()")) > 0


def test_a_match_that_goes_on_shows_no_empty_paper_for_places_off_the_map(table: Table) -> None:
    table.new("france44", "market", players=(HUMAN, {"kind": "agent", "agent": "passive"}))
    table.sit()
    come_to(table, "move")
    table.page.reload()
    table.page.evaluate(AFRESH)
    table.ready()
    box = table.map.bounding_box()
    assert box is not None
    # Its western edge is no further in the window than that all of the Low Countries and the Ruhr fit.
    assert table.where("4219")[0] - box["x"] < 0.15 * box["width"]
    assert table.where("Cologne")[0] < box["x"] + box["width"]
