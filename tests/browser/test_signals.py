"""What is heard, told on the desktop and seen at a glance, each only for whoever asked for it."""

from __future__ import annotations

import base64
import json

import pytest
from playwright.sync_api import expect
from tests.browser.table import HUMAN, Table
from tests.browser.test_page import begin_movement

PASSIVE = {"kind": "agent", "agent": "passive"}
LISTEN = """
window.heard = { bands: 0, parts: 0, loud: [] };
const Real = window.AudioContext;
window.AudioContext = class extends Real {
  constructor() { super(); window.heard.bands += 1; }
  createBufferSource() { window.heard.parts += 1; return super.createBufferSource(); }
  createOscillator() { window.heard.parts += 1; return super.createOscillator(); }
};
const connect = AudioNode.prototype.connect;
AudioNode.prototype.connect = function (to, ...rest) {
  if (to instanceof AudioDestinationNode) window.heard.loud.push(this.gain.value);
  return connect.call(this, to, ...rest);
};
"""
"""Counts what the page makes sounds of, and how loud they leave it."""
DESKTOP = """
window.told = [];
window.Notification = class {
  static permission = "default";
  static requestPermission() { this.permission = "granted"; return Promise.resolve("granted"); }
  constructor(title, options) { window.told.push([title, options.body]); }
  close() {}
};
Object.defineProperty(document, "hidden", { get: () => window.away === true });
"""
"""A desktop that allows messages once it is asked, and a page that can be out of sight."""
COUNT = """async ([picture, colour]) => {
  const image = await createImageBitmap(await (await fetch("data:image/png;base64," + picture)).blob());
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let found = 0;
  for (let at = 0; at < data.length; at += 4)
    if (colour.every((one, index) => Math.abs(data[at + index] - one) < 12)) found += 1;
  return found;
}"""
"""How many dots of a picture have a colour."""
FRIEND, FOE = [0x1D, 0x4F, 0x8F], [0xD8, 0x40, 0x2C]


def settings(table: Table) -> None:
    """Open the settings."""
    table.page.keyboard.press(",")
    expect(table.page.get_by_role("dialog")).to_be_visible()


def heard(table: Table) -> dict[str, list[float]]:
    found: dict[str, list[float]] = table.page.evaluate("() => window.heard")
    return found


def test_nothing_is_heard_until_it_is_asked_for_and_then_as_loud_as_that(table: Table) -> None:
    table.page.add_init_script(LISTEN)
    fetched: list[str] = []
    table.page.on("request", lambda request: fetched.append(request.resource_type))
    begin_movement(table)
    table.click("0301")
    table.click("0303")
    table.orders(3)
    assert heard(table) == {"bands": 0, "parts": 0, "loud": []}
    settings(table)
    slider = table.page.get_by_role("slider", name="Sounds")
    expect(slider).to_have_attribute("aria-valuetext", "off")
    slider.focus()
    for _ in range(4):
        table.page.keyboard.press("ArrowRight")
    expect(slider).to_have_attribute("aria-valuetext", "40 per cent")
    table.page.keyboard.press("Escape")
    trial = heard(table)
    assert trial["parts"], "the volume is not tried out"
    table.ready()
    table.click("0302")
    table.page.wait_for_timeout(400)
    table.click("0203")
    table.orders(4)
    table.page.wait_for_function("(before) => window.heard.parts > before", arg=trial["parts"])
    assert heard(table)["loud"][-1] == pytest.approx(0.4**2 * 0.6, abs=1e-6)
    assert "media" not in fetched, "sounds are made, not loaded"


def test_the_desktop_is_asked_for_leave_when_its_messages_are_switched_on(table: Table) -> None:
    table.page.add_init_script(DESKTOP)
    table.new("skirmish", "ford", players=(HUMAN, PASSIVE))
    table.sit()
    table.ready()
    assert table.page.evaluate("() => Notification.permission") == "default"
    settings(table)
    wish = table.page.get_by_role("checkbox", name="Tell me on the desktop")
    expect(wish).not_to_be_checked()
    wish.click()
    expect(wish).to_be_checked()
    assert table.page.evaluate("() => Notification.permission") == "granted"


@pytest.mark.parametrize(
    ("wanted", "away"), [(True, True), (True, False), (False, True)], ids=["away", "in view", "off"]
)
def test_the_desktop_is_told_when_the_computer_has_moved_and_nobody_looks(
    table: Table, *, wanted: bool, away: bool
) -> None:
    wishes = json.dumps({"notify": wanted, "briefing": False})
    table.page.add_init_script(f"localStorage.setItem('phaseline.settings', '{wishes}')")
    granted = "Notification.permission = 'granted';"
    table.page.add_init_script(f"{DESKTOP} {granted} window.away = {str(away).lower()}")
    table.new("westfront", "husky")
    table.sit(1)
    expect(table.prompt).to_contain_text("Waiting")
    assert table.page.evaluate("() => window.told") == []
    # A computer takes the place of who is waited for, and moves.
    table.http.patch(f"/api/matches/{table.match}", json={"players": [PASSIVE, HUMAN]}).raise_for_status()
    expect(table.verb("done").first).to_be_visible()
    asked = table.prompt.inner_text()
    told = table.page.evaluate("() => window.told")
    title = table.summary()["title"]
    assert told == ([[f"Your turn: {title}", asked]] if wanted and away else [])


@pytest.mark.sharp
def test_rims_tell_friend_from_foe_for_whoever_wants_them(table: Table) -> None:
    table.new("skirmish", "ford", players=(HUMAN, PASSIVE))
    table.sit(0)
    table.ready()

    def counted() -> list[int]:
        table.page.wait_for_timeout(400)
        table.ready()
        picture = base64.b64encode(table.map.screenshot()).decode()
        return [table.page.evaluate(COUNT, [picture, colour]) for colour in (FRIEND, FOE)]

    before = counted()
    settings(table)
    table.page.get_by_role("checkbox", name="Rims for friend and foe").click()
    table.page.keyboard.press("Escape")
    after = counted()
    assert all(now > then + 200 for now, then in zip(after, before, strict=True)), (before, after)
    table.page.reload()
    expect(table.prompt).not_to_be_empty()
    table.ready()
    assert all(now > then + 200 for now, then in zip(counted(), before, strict=True))


HEADINGS = {
    ("skirmish", "ford"): ("Combat results", "Terrain", "Hexsides", "Weather and marks"),
    ("westfront", "husky"): ("Firepower (7.32)", "Terrain", "Weather and marks"),
    ("eisenhower", "historical"): ("Combat Results Table", "Terrain"),
    ("france44", "beachhead"): ("Combat Results Table", "Terrain", "Weather and marks"),
}


def test_results_terrain_and_weather_are_on_one_key(table: Table) -> None:
    for (game, scenario), headings in HEADINGS.items():
        table.new(game, scenario, open=True)
        if table.map.count():
            table.change()
        else:
            table.sit()
            table.ready()
        table.page.keyboard.press("F2")
        shown = table.page.get_by_role("dialog").get_by_test_id("effects")
        for heading in headings:
            expect(shown.get_by_role("heading", name=heading, exact=True)).to_be_visible()
        told = shown.locator("dd").all_inner_texts()
        assert len(told) > 3
        assert all(told)
        if game == "skirmish":
            expect(shown).to_contain_text("3:2")
            expect(shown.locator("tbody tr")).to_have_count(6)
        table.page.keyboard.press("Escape")
        expect(shown).to_have_count(0)
