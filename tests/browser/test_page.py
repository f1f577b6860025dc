"""The page as people use it, in a real browser: start, play by pointing, refusals, undo, reload, curtain, replay."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect
from tests.browser.sizes import LARGE, TABLET, WIDE
from tests.browser.table import Table
from tests.moments import moment

RANDOM = {"kind": "agent", "agent": "random"}
HOLDING = """window.Worker = class extends Worker {
    set onmessage(then) {
        super.onmessage = (event) => (window.held ? window.held.push(() => then(event)) : then(event));
    }
}"""
"""What is painted of a map is held back for as long as `window.held` is a list."""


def begin_movement(table: Table) -> None:
    """A skirmish with both sides open, at the point where Blue may move."""
    table.new("skirmish", "ford", open=True)
    table.sit()
    table.ready()
    for _ in range(2):
        before = table.seen(0)
        table.choose("hold")
        table.seen(before + 1)
    expect(table.prompt).to_contain_text("move", ignore_case=True)
    table.page.wait_for_timeout(400)
    table.ready()  # the map has made room for the choices that came and went


def test_a_newcomer_starts_within_three_clicks(table: Table) -> None:
    table.page.goto("/")
    table.page.get_by_test_id("game-skirmish").click()
    table.page.get_by_role("button", name=re.compile("^Start")).click()
    table.ready()
    expect(table.map).to_be_visible()
    (match,) = [one for one in table.http.get("/api/matches").json() if one["id"] in table.page.url]
    assert match["game"] == "skirmish"
    assert {player["kind"] for player in match["players"]} == {"human", "agent"}


def test_a_move_is_made_undone_and_redone_there_after_a_reload_and_left_for_a_branch(table: Table) -> None:
    begin_movement(table)
    table.click("0301")
    table.click("0303")
    table.orders(3)
    summary = table.summary()
    assert summary["orders"] == 3
    record = table.http.get(f"/api/matches/{table.match}/record").text
    assert "Blue: move 1st-Armoured 0303" in record
    # It is taken back and made again.
    table.page.keyboard.press("Control+z")
    table.orders(2)
    expect(table.page.get_by_test_id("redo")).to_be_enabled()
    table.page.get_by_test_id("redo").click()
    table.orders(3)
    assert table.summary()["orders"] == 3
    # A reload comes back to the same place.
    said = table.prompt.text_content()
    assert said
    table.page.reload()
    table.ready()
    table.orders(3)
    expect(table.prompt).to_have_text(said)
    # One looks back at what was before it, and plays on from there.
    table.page.keyboard.press("h")
    strip = table.page.get_by_test_id("replay")
    expect(strip).to_be_visible()
    strip.get_by_role("button", name="One order back").click()
    expect(strip).to_contain_text("2 of 3")
    strip.get_by_role("button", name="Play on from here").click()
    table.page.get_by_role("dialog").get_by_role(
        "button", name="Play on", exact=True
    ).click()  # both sides, as before
    table.page.wait_for_url(lambda url: table.match not in url)
    table.ready()
    table.orders(2)


def test_a_whole_turn_by_clicking(table: Table) -> None:
    begin_movement(table)
    for given, (start, end) in enumerate((("0301", "0303"), ("0302", "0203"), ("0602", "0603")), start=3):
        table.click(start)
        table.click(end)
        table.orders(given)
    for _ in range(30):
        if "Turn 2" in " ".join(table.summary()["where"]):
            break
        given = table.seen(0)  # what the page knows of: an order to an older position is refused
        table.page.locator(GOES_ON).click()
        table.seen(given + 1)
    assert table.summary()["where"][0] == "Turn 2"


def test_escape_puts_the_list_of_overlays_away_and_takes_nothing_back(table: Table) -> None:
    begin_movement(table)
    table.click("0301")
    back = table.page.get_by_test_id("back")
    expect(back).to_be_visible()
    table.page.get_by_role("button", name="Overlays").click()
    offers = table.page.get_by_test_id("overlays")
    expect(offers).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(offers).to_have_count(0)
    expect(back).to_be_visible()
    table.page.keyboard.press("Escape")
    expect(back).to_have_count(0)


def test_a_refusal_names_the_case_by_mouse_and_typed(table: Table) -> None:
    begin_movement(table)
    table.click("0301")
    table.hover("0109")
    refusal = table.page.get_by_test_id("refusal").first
    expect(refusal).to_be_visible()
    expect(refusal).to_contain_text(re.compile(r"\b6\.\d"))
    expect(table.page.get_by_role("alert").filter(has_text=re.compile(r"6\.\d"))).to_have_count(0)
    table.page.keyboard.press("Escape")
    table.page.keyboard.press("/")
    table.page.keyboard.type("move 1st-Armoured 0109")
    table.page.keyboard.press("Enter")
    expect(table.page.get_by_role("alert").filter(has_text=re.compile(r"6\.\d"))).to_be_visible()
    assert table.summary()["orders"] == 2


def frames_of(page: Page) -> list[str]:
    """What the service sends to the page from now on."""
    heard: list[str] = []
    page.on(
        "websocket",
        lambda socket: socket.on("framereceived", lambda frame: heard.append(str(frame))),
    )
    return heard


def test_the_curtain_hides_one_seat_from_the_other(table: Table) -> None:
    table.new("skirmish", "ford")
    heard = frames_of(table.page)
    table.page.goto(f"/#/match/{table.match}")
    table.page.get_by_test_id("raise-curtain").click()
    table.ready()
    assert any("1st Armoured" in frame for frame in heard)
    table.choose("screen")
    table.page.get_by_test_id("hand-over").click()
    expect(table.page.get_by_test_id("raise-curtain")).to_be_visible()
    expect(table.map).to_have_count(0)
    before = len(heard)
    table.page.get_by_test_id("raise-curtain").click()
    table.ready()
    states = [message["state"] for message in map(json.loads, heard[before:]) if message["type"] == "state"]
    assert states
    for state in states:
        seen = {piece["title"] for piece in state["sheet"]["pieces"] if piece["side"] == 0}
        assert seen == {"face-down unit"}, "Red sees the names of face-down units"
        tracks = {track["name"]: track["text"] for track in state["sheet"]["tracks"]}
        assert tracks["Blue stance"] == "?", "Red sees what Blue chose in secret"


def test_the_computer_answers(table: Table) -> None:
    table.new("skirmish", "ford", players=[{"kind": "human"}, RANDOM])
    table.sit()
    table.ready()
    table.choose("hold")
    expect(table.prompt).to_contain_text("move", ignore_case=True)
    assert table.summary()["orders"] == 2


def play_to_the_end(table: Table, answer: Callable[[], None]) -> None:
    """Give one answer after another until the match is over."""
    for _ in range(400):
        summary = table.summary()
        if summary["outcome"] is not None:
            return
        if 0 not in summary["waiting"]:
            table.page.wait_for_timeout(50)
            continue
        seen = table.seen(at_least=summary["orders"])
        answer()
        table.seen(at_least=seen + 1)
    pytest.fail("the match does not end")


WATCH = """() => {
  window.bare = 0;
  const [done, follows] = ['footer [data-verb="done"]', '[data-testid="follows"]'];
  new MutationObserver(() => {
    if (document.querySelector(done) && !document.querySelector(follows)) window.bare += 1;
  }).observe(document.querySelector("footer"), { childList: true, subtree: true });
}"""
"""How often the button that ends the step does not say what comes."""


def test_what_differs_by_a_number_is_one_choice_and_buttons_keep_their_width_through_a_step(
    table: Table,
) -> None:
    table.take_up(moment("france44", "beachhead", "truck", "move"))
    table.sit()
    table.ready()
    expect(table.page.get_by_test_id("follows")).to_be_visible()
    table.page.evaluate(WATCH)
    table.verb("truck").click()
    choices = table.page.locator(".tray .choice")
    expect(choices).to_have_count(1)
    expect(choices).to_contain_text(re.compile(r"Truck \W12"))
    choices.click()
    expect(table.prompt).to_contain_text("to which hex?")
    seen = table.seen(0)
    table.page.mouse.click(*table.first_target())
    table.seen(seen + 1)
    expect(table.page.get_by_test_id("follows")).to_be_visible()
    assert table.page.evaluate("() => window.bare") == 0


GOES_ON = "[data-verb]:has(.key)"
"""The button that Enter stands for. It is not filled while something would be lost by it."""


def by_mouse(table: Table) -> None:
    """The order that goes on; where one must choose, the first choice beside the map, or the first on it."""
    primary, tray = table.page.locator(GOES_ON), table.page.locator(".tray .choice")
    if primary.count():
        primary.click()
    elif tray.count():
        tray.first.click()
    else:
        table.page.mouse.click(*table.first_target())


def by_keyboard(table: Table) -> None:
    """The same without a mouse."""
    if table.page.locator(GOES_ON).count():
        table.page.keyboard.press("Control+Enter")
    else:
        table.page.keyboard.press("]")
        table.page.keyboard.press("Enter")


@pytest.mark.parametrize("answer", [by_mouse, by_keyboard])
def test_husky_to_the_end_against_staff(table: Table, answer: Callable[[Table], None]) -> None:
    """Sicily played by mouse alone, and by keyboard alone."""
    table.new("westfront", "husky", players=[{"kind": "human"}, {"kind": "agent", "agent": "staff"}])
    table.sit()
    table.ready()
    play_to_the_end(table, lambda: answer(table))
    expect(table.prompt).to_contain_text(re.compile("wins|Drawn"))


@pytest.mark.parametrize(
    ("game", "scenario"), [("skirmish", "ford"), ("westfront", "S44"), ("eisenhower", "historical")]
)
def test_every_game_is_shown_at_every_size(table: Table, game: str, scenario: str) -> None:
    table.new(game, scenario, open=True)
    table.sit()
    table.ready()
    for size in (WIDE, LARGE, TABLET):
        table.resize(size)
        footer = table.page.locator("footer").bounding_box()
        board = table.map.bounding_box()
        assert footer is not None
        assert board is not None
        assert footer["y"] + footer["height"] <= size["height"] + 1
        assert board["height"] > size["height"] * 0.6
        assert table.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), size


def test_a_second_match_is_no_bare_table_while_its_map_is_painted(table: Table) -> None:
    table.page.add_init_script(HOLDING)
    table.new("skirmish", "ford", open=True)
    table.sit()
    table.ready()
    word = table.page.get_by_text("Unfolding the map")
    expect(word).to_have_count(0)
    table.page.evaluate("() => { window.held = []; }")
    table.new("skirmish", "ridge", open=True)
    table.sit()
    expect(table.map).to_have_attribute("data-ready", "true")
    expect(word).to_be_visible()
    table.page.evaluate("() => { const { held } = window; window.held = null; held.forEach((go) => go()); }")
    expect(word).to_have_count(0)
    table.ready()
