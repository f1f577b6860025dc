"""What must be seen is seen, and what must be clicked can be: the first frame, the bar above, what lies over the map.

Where it matters at which size a match was opened, another one is opened at each size; else the window changes its size.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import ViewportSize, expect
from tests.browser.sizes import PHONE, PORTRAIT, TABLET, WIDE
from tests.browser.table import AFRESH, Table
from tests.moments import moment

HIDDEN = """() => window.__phaseline.targets().filter((hex) => {
  const at = window.__phaseline.at(hex);
  const there = document.elementFromPoint(at.x, at.y);
  return !there?.closest('[data-testid="map"]');
})"""
"""The hexes that may be chosen, but lie beyond the screen or beneath something."""


def opened(table: Table, size: ViewportSize) -> None:
    """Open the match at this size, in place of the one before."""
    table.resize(size)
    if table.map.count():
        table.change()
    else:
        table.sit()
        table.ready()


@pytest.mark.parametrize(("game", "scenario"), [("westfront", "S44"), ("westfront", "husky")])
def test_the_map_opens_with_all_that_can_act(table: Table, game: str, scenario: str) -> None:
    for size in (WIDE, TABLET, PHONE):
        table.new(game, scenario, open=True)
        opened(table, size)
        assert table.page.evaluate("() => window.__phaseline.targets().length") > 2, size
        assert table.page.evaluate(HIDDEN) == [], size


def test_the_whole_map_of_a_small_scenario_is_its_theatre(table: Table) -> None:
    table.new("westfront", "husky", open=True)
    table.sit()
    table.ready()
    table.page.get_by_role("button", name="The whole map").click()
    table.ready()
    west, east = table.where("Tunis"), table.where("Messina")
    assert east[0] - west[0] > 200


def test_the_bar_folds_what_has_no_room(table: Table) -> None:
    table.new("eisenhower", "historical", open=True)
    table.sit()
    table.ready()
    for size in (WIDE, TABLET, PHONE):
        table.resize(size)
        the_bar_is_whole(table, size)


def the_bar_is_whole(table: Table, size: ViewportSize) -> None:
    header = table.page.locator("header")
    assert header.evaluate("(bar) => bar.scrollWidth <= bar.clientWidth"), size
    menu = header.get_by_role("button", name="Menu")
    box = menu.bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= size["width"]
    shown = table.page.locator("dl[aria-label='Tracks'] .track")
    cut = shown.evaluate_all(
        """(tracks) => tracks.filter((one) => {
             const [own, row] = [one.getBoundingClientRect(), one.parentElement.getBoundingClientRect()];
             return own.top < row.bottom - 4 && (own.right > row.right + 1 || own.left < row.left - 1);
           }).length"""
    )
    assert cut == 0, size
    more = table.page.get_by_test_id("more-tracks")
    if more.count():
        folded = (more.get_attribute("title") or "").splitlines()
        expect(more).to_contain_text(f"{len(folded)} more")
        assert all(": " in line for line in folded), "it tells what each of them says"
        assert len(folded) < shown.count()
        more.click()
        others = table.page.get_by_label("More tracks").locator(".track")
        expect(others).to_have_count(len(folded))  # those that are not seen already
        expect(others.last).to_be_visible()
        expect(more).to_contain_text("Fold up")
        more.click()
        expect(others).to_have_count(0)
        more.click()
        table.page.keyboard.press("Escape")
        expect(others).to_have_count(0)
    menu.click()
    rename = table.page.get_by_role("button", name="Rename")
    expect(rename).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(rename).to_have_count(0)


def test_overlays_never_lie_over_what_must_be_clicked(table: Table) -> None:
    for size in (WIDE, PHONE):
        table.new("skirmish", "ford", open=True)
        opened(table, size)
        overlays_give_way(table, size)


def overlays_give_way(table: Table, size: ViewportSize) -> None:
    for _ in range(2):
        before = table.seen(0)
        table.choose("hold")
        table.seen(before + 1)
    expect(table.prompt).to_contain_text("move", ignore_case=True)
    table.page.get_by_role("button", name="Overlays").click()
    offers = table.page.locator(".menu[data-testid='overlays'] button")
    offers.last.click()
    expect(offers).to_have_count(0)
    expect(table.page.locator("[data-over-map].key")).to_be_visible()
    table.page.wait_for_timeout(500)
    table.ready()
    table.page.wait_for_function(f"() => ({HIDDEN})().length === 0")  # the map has moved out of the way
    # It stays so when the window, or what lies around the map, takes another size.
    table.page.set_viewport_size({"width": size["width"] - 20, "height": size["height"] - 60})
    table.page.wait_for_timeout(500)
    table.ready()
    table.page.wait_for_function(f"() => ({HIDDEN})().length === 0")
    # The list itself gives way to whatever else is done.
    table.page.get_by_role("button", name="Overlays").click()
    expect(offers.first).to_be_visible()
    table.page.wait_for_timeout(500)
    table.ready()
    table.page.wait_for_function(f"() => ({HIDDEN})().length === 0")  # the map has moved out of the way
    table.page.mouse.click(*table.first_target())
    expect(offers).to_have_count(0)
    expect(table.page.locator("[data-over-map].key")).to_be_visible()


def test_the_map_opens_close_to_an_attack_that_is_planned(table: Table) -> None:
    for size in (WIDE, TABLET, PHONE):
        table.take_up(moment("eisenhower", "historical", "roll"))
        opened(table, size)
        attack = table.page.evaluate("() => window.__phaseline.attack()")
        assert len(attack) >= 2
        points = [table.page.evaluate("(hex) => window.__phaseline.at(hex)", hex) for hex in attack]
        apart = ((points[0]["x"] - points[1]["x"]) ** 2 + (points[0]["y"] - points[1]["y"]) ** 2) ** 0.5
        assert apart > 60, f"the counters of the attack could not be read at {size}"
        board = table.map.bounding_box()
        assert board is not None
        for point in points:
            assert board["x"] + 20 < point["x"] < board["x"] + board["width"] - 20, size
            assert board["y"] + 20 < point["y"] < board["y"] + board["height"] - 20, size


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=str)
def test_hexes_have_the_room_below_where_what_may_be_chosen_is_at_the_edge(table: Table) -> None:
    table.take_up(moment("france44", "market", "truck", "move"))
    table.sit()
    table.ready()
    board = table.map.bounding_box()
    assert board is not None
    _, lowest = table.where("Brussels")
    below = board["y"] + board["height"] - lowest
    assert below < board["height"] / 6, "what is played on is less high than the map, but lies in its middle"


@pytest.mark.parametrize(
    ("game", "scenario", "verb"),
    [("westfront", "husky", "hit"), ("eisenhower", "historical", "attack"), ("skirmish", "ford", "attack")],
)
def test_no_panel_lies_over_what_must_be_clicked(table: Table, game: str, scenario: str, verb: str) -> None:
    for size in (WIDE, TABLET, PHONE):
        table.take_up(moment(game, scenario, verb))
        opened(table, size)
        table.page.wait_for_timeout(500)
        table.ready()
        assert table.page.evaluate("() => window.__phaseline.targets().length") > 0, size
        assert table.page.evaluate(HIDDEN) == [], size


@pytest.mark.parametrize("page", [TABLET], indirect=True, ids=str)
def test_where_play_stands_is_told_to_its_end(table: Table) -> None:
    table.take_up(moment("westfront", "husky", "hit"))
    table.sit()
    table.ready()
    nav = table.page.get_by_label("Place in the sequence of play")
    for size in (TABLET, PHONE):
        table.resize(size)
        room = nav.bounding_box()
        assert room is not None
        for last in (nav.locator(".now"), nav.locator(".case")):
            box = last.bounding_box()
            assert box is not None
            assert box["x"] + box["width"] <= room["x"] + room["width"] + 1, size


def test_the_title_and_the_orders_have_the_width_and_wide_tables_widen_nothing(table: Table) -> None:
    table.new("france44", "beachhead", open=True)
    table.sit()
    table.ready()
    wide_tables_have_their_room(table)
    for size in (PORTRAIT, PHONE):
        table.resize(size)
        title = table.page.locator("header .where").bounding_box()
        assert title is not None
        assert title["width"] > 0.6 * size["width"]
    orders = table.page.get_by_role("toolbar", name="Orders").bounding_box()
    assert orders is not None
    assert orders["width"] > 0.9 * PHONE["width"]
    wide_tables_have_their_room(table)


def wide_tables_have_their_room(table: Table) -> None:
    table.page.keyboard.press("F2")
    shown = table.page.get_by_role("dialog").get_by_test_id("effects")
    expect(shown).to_be_visible()
    room = shown.bounding_box()
    assert room is not None
    told = shown.locator("dd, dt, p, h3").evaluate_all(
        "(all) => all.map((one) => one.getBoundingClientRect().right)"
    )
    assert len(told) > 8
    assert max(told) <= room["x"] + room["width"]
    assert shown.evaluate("(all) => all.parentElement.scrollWidth <= all.parentElement.clientWidth")
    table.page.keyboard.press("Escape")
    expect(shown).to_have_count(0)


def test_a_notice_leaves_the_card_of_a_battle_free(table: Table) -> None:
    for size in (WIDE, PORTRAIT, PHONE):
        table.take_up(moment("eisenhower", "historical", "roll"))
        opened(table, size)
        notices = table.page.get_by_test_id("notices").locator(".notice")
        expect(notices).to_have_count(0)
        table.verb("roll").first.click()
        notice = notices.first
        expect(notice).to_be_visible()  # what had to be done of itself
        result = table.page.get_by_test_id("battle-result")
        expect(result).to_be_visible()
        table.page.wait_for_timeout(500)
        card = table.page.locator(".cards").bounding_box()
        box = notice.bounding_box()
        assert card is not None
        assert box is not None
        beside = box["x"] >= card["x"] + card["width"]
        above = box["y"] + box["height"] <= card["y"]
        assert beside or above, size


def test_a_notice_leaves_the_card_of_the_hex_pointed_at_free(table: Table) -> None:
    table.take_up(moment("eisenhower", "historical", "roll"))
    opened(table, WIDE)
    table.hover("3204")
    hex_card = table.page.get_by_test_id("hex-card")
    expect(hex_card).to_be_visible()
    table.verb("roll").first.dispatch_event("click")  # the pointer stays where it is
    notice = table.page.get_by_test_id("notices").locator(".notice").first
    expect(notice).to_be_visible()
    table.page.wait_for_timeout(500)
    card, box = hex_card.bounding_box(), notice.bounding_box()
    assert card is not None
    assert box is not None
    aside = box["x"] >= card["x"] + card["width"] or box["x"] + box["width"] <= card["x"]
    level = box["y"] + box["height"] <= card["y"] or box["y"] >= card["y"] + card["height"]
    assert aside or level, (card, box)


def test_what_is_offered_lies_over_an_open_panel(table: Table) -> None:
    table.new("eisenhower", "historical", open=True)
    table.sit()
    table.ready()
    offered = table.page.locator(".tray .choice").first
    panel = table.page.get_by_role("complementary")
    on_top = """(button) => {
      const box = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
    }"""
    for size, keys in ((WIDE, "r"), (PHONE, "ri")):
        table.resize(size)
        for key in keys:
            expect(offered).to_be_visible()
            table.page.keyboard.press(key)
            expect(panel).to_be_visible()
            assert offered.evaluate(on_top), (size, key)
            table.page.keyboard.press("Escape")
            expect(panel).to_have_count(0)


def test_the_turn_what_is_urgent_and_every_track_can_be_read(table: Table) -> None:
    table.take_up(moment("france44", "beachhead", "done", "scrap"))
    table.sit()
    table.ready()
    for size in (WIDE, PORTRAIT, PHONE):
        table.resize(size)
        the_turn_is_not_cut(table)
        cut = "(one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1"
        chip = table.page.get_by_test_id("stakes")
        expect(chip).to_be_visible()
        assert not chip.evaluate(cut), size
        table.page.get_by_test_id("more-tracks").click()
        listed = table.page.locator("dl[aria-label='More tracks'] .track")
        expect(listed.first).to_be_visible()
        assert not [one.inner_text() for one in listed.all() if one.evaluate(cut)], size
        table.page.keyboard.press("Escape")
        expect(listed).to_have_count(0)


def the_turn_is_not_cut(table: Table) -> None:
    turn = table.page.locator("dl[aria-label='Tracks'] .track").first
    expect(turn).to_contain_text("6-12 June 1944")
    row = table.page.locator("dl[aria-label='Tracks']").bounding_box()
    own = turn.bounding_box()
    assert row is not None
    assert own is not None
    assert own["x"] >= row["x"] - 1
    assert own["x"] + own["width"] <= row["x"] + row["width"] + 1
    assert turn.locator("dd").evaluate("(text) => text.scrollWidth <= text.clientWidth + 1")


def test_a_map_that_is_seen_whole_stays_as_large_when_a_panel_opens_beside_a_card(table: Table) -> None:
    table.take_up(moment("skirmish", "ford", "roll"))
    table.sit()
    table.ready()
    table.page.get_by_role("button", name="The whole map").click()
    table.verb("roll").click()
    card = table.page.get_by_test_id("battle-card")
    expect(card).to_be_visible()
    beside = scale_beside_the_rules(table)
    table.page.get_by_label("Put the battle away").click()
    expect(card).to_have_count(0)
    assert beside == pytest.approx(scale_beside_the_rules(table), rel=0.02)


def scale_beside_the_rules(table: Table) -> float:
    """How large the map is while the rules are open."""
    rules = table.page.get_by_role("toolbar", name="Panels").get_by_role("button", name="Rules")
    rules.click()
    table.page.wait_for_timeout(500)
    table.ready()  # the map has come to rest beside them
    scale: float = table.page.evaluate("() => window.__phaseline.scale()")
    rules.click()
    table.page.wait_for_timeout(500)
    table.ready()
    return scale


def test_the_map_stays_where_its_user_put_it_whatever_opens_and_closes(table: Table) -> None:
    page = table.page
    table.new("skirmish", "ford", open=True)
    table.sit()
    table.ready()
    board = table.map.bounding_box()
    assert board is not None
    page.mouse.move(board["x"] + 300, board["y"] + 300)
    page.mouse.wheel(0, -300)
    page.mouse.down()
    page.mouse.move(board["x"] + 420, board["y"] + 340, steps=4)
    page.mouse.up()
    table.ready()
    put = lying(table)
    panels = page.get_by_role("toolbar", name="Panels")
    for opened in (("Log",), ("Rules",), ("Log", "Rules"), ("Replay",), ("Odds", "Rules")):
        for name in opened:
            panels.get_by_role("button", name=name).click()
            assert lying(table) == pytest.approx(put, abs=1), f"{name} moved the map"
        for name in opened:
            panels.get_by_role("button", name=name).click()
    assert lying(table) == pytest.approx(put, abs=0.01)


def test_the_map_stays_where_it_is_when_choices_below_come_and_go(table: Table) -> None:
    table.take_up(moment("westfront", "husky", "activate"))
    table.sit()
    table.ready()
    hex = table.page.evaluate("() => window.__phaseline.targets()[0]")
    lies = f"() => {{ const {{ x, y }} = window.__phaseline.at({hex}); return [x, y, window.__phaseline.scale()]; }}"
    before = table.page.evaluate(lies)
    choices = table.page.locator(".tray .choice")
    for _ in range(2):
        table.page.mouse.click(*table.first_target())
        expect(choices.first).to_be_visible()
        table.page.wait_for_timeout(500)
        assert table.page.evaluate(lies) == pytest.approx(before, abs=0.01)
        table.page.keyboard.press("Escape")
        expect(choices).to_have_count(0)
        table.page.wait_for_timeout(500)
        assert table.page.evaluate(lies) == pytest.approx(before, abs=0.01)


def test_a_map_that_nobody_has_moved_shows_all_of_it_beside_a_panel_and_is_as_it_was_without(
    table: Table,
) -> None:
    table.new("skirmish", "ford", open=True)
    table.sit()
    page, panels = table.page, table.page.get_by_role("toolbar", name="Panels")
    table.ready()
    before = lying(table)
    for name in ("Log", "Rules"):
        panels.get_by_role("button", name=name).click()
        assert lying(table)[2] < before[2]
        corners = [table.where(label) for label in ("0101", "0709")]
        board = table.map.bounding_box()
        assert board is not None
        assert all(board["x"] < x < board["x"] + board["width"] for x, _ in corners)
        panels.get_by_role("button", name=name).click()
        assert lying(table) == pytest.approx(before, abs=0.01)
    page.keyboard.press("Escape")


def lying(table: Table) -> tuple[float, float, float]:
    """Where in the window a hex lies, and how large the map is, once it is at rest."""
    table.page.wait_for_timeout(500)
    table.page.evaluate(AFRESH)
    table.ready()
    return (*table.where("0403"), table.page.evaluate("() => window.__phaseline.scale()"))


PARTED = """() => {
  const box = (one) => one.getBoundingClientRect();
  const tops = (parts) => new Set([...parts].map((part) => Math.round(box(part).top))).size;
  const list = document.querySelector('[data-tour="left"] .list');
  const told = [...list.querySelectorAll('span')].filter((part) => getComputedStyle(part).visibility === 'visible');
  const tracks = [...document.querySelectorAll("dl[aria-label='Tracks'] .track")];
  const top = tracks[0].offsetTop;
  const seen = tracks.filter((one) => one.offsetParent !== null && one.offsetTop <= top + 4);
  return {
    rows: tops(document.querySelectorAll('.choosing > *')),
    ends: tops(document.querySelectorAll('.plain > *')),
    low: box(document.querySelector('[data-tour=done]')).bottom - box(document.querySelector('.choosing')).bottom,
    told: told.length,
    beyond: told.filter((part) => box(part).bottom > box(list).bottom + 2).length,
    cut: [...seen, document.querySelector('h1'), document.querySelector('[data-testid=order-box]')]
      .flatMap((one) => [one, ...one.children])
      .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflow !== 'visible').length,
  };
}"""
"""How many rows the orders take; what is told of what is left, and what is cut, in the bars above and below."""


def test_many_orders_lie_in_two_rows_with_done_beside_them_and_nothing_is_cut(table: Table) -> None:
    table.take_up(moment("war_in_europe", "italy_1943", "move", "march", "prepare", "scuttle"))
    table.sit()
    table.ready()
    for width in (1280, 1366, 1440, 1600, 1920):
        table.resize({"width": width, "height": 900})
        table.page.wait_for_timeout(200)
        parted = table.page.evaluate(PARTED)
        assert parted["rows"] <= 2, width
        assert parted["ends"] <= 2, width
        assert abs(parted["low"]) <= 1, "it stands beside them, not below"
        assert parted["told"] >= 2, width
        assert (parted["beyond"], parted["cut"]) == (0, 0), width
        more = table.page.get_by_test_id("more-left")
        if more.count():
            more.click()
            listed = table.page.get_by_label("More that is left to do").locator("li")
            expect(listed.last).to_be_visible()
            table.page.keyboard.press("Escape")
            expect(listed).to_have_count(0)


ROWS = """() => {
  const rows = {};
  for (const button of document.querySelectorAll('[role=toolbar][aria-label=Orders] button')) {
    const top = Math.round(button.getBoundingClientRect().top);
    rows[top] = (rows[top] ?? 0) + 1;
  }
  return Object.entries(rows).sort(([one], [other]) => one - other).map(([, count]) => count);
}"""
"""How many buttons of orders each row has."""


def test_no_order_of_an_attack_is_left_alone_in_a_row(table: Table) -> None:
    table.take_up(moment("war_in_europe", "sichelschnitt", "join", "roll", "off"))
    table.sit()
    table.ready()
    for width in (1280, 1366, 1440, 1920):
        table.resize({"width": width, "height": 800})
        table.page.wait_for_timeout(200)
        rows = table.page.evaluate(ROWS)
        assert len(rows) <= 2, width
        assert len(rows) == 1 or min(rows) > 1, (width, rows)


IN_SIGHT = """(label) => {
  const at = window.__phaseline.at(window.__phaseline.hex(label));
  return document.elementFromPoint(at.x, at.y)?.closest('[data-testid="map"]') !== null;
}"""


def test_a_match_opens_with_its_front_though_a_few_who_can_act_are_far_from_it(table: Table) -> None:
    """Air units in England may be given bases, after a step of which nothing is to be decided."""
    table.new("france44", "falaise", open=True)
    table.sit()
    table.orders(1)
    table.ready()
    front = ["Cherbourg", "Caen", "Rennes", "Paris"]
    for _ in range(2):
        assert [place for place in front if not table.page.evaluate(IN_SIGHT, place)] == []
        table.page.reload()  # still nothing has been ordered
        table.ready()
