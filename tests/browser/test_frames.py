"""What the map shows first."""

import json
import time

import pytest
from playwright.sync_api import expect
from tests.browser.table import AFRESH, HUMAN, PATIENCE, Table

PASSIVE = {"kind": "agent", "agent": "passive"}


def seen(table: Table, place: str) -> bool:
    """Whether the middle of a hex lies on what is seen of the map."""
    box = table.map.bounding_box()
    assert box is not None
    x, y = table.where(place)
    return box["x"] <= x <= box["x"] + box["width"] and box["y"] <= y <= box["y"] + box["height"]


@pytest.mark.as_it_comes
def test_a_match_opens_with_what_its_briefing_frames_beside_the_briefing(table: Table) -> None:
    table.new("france44", "anvil", players=(HUMAN, PASSIVE))
    table.sit(0)
    expect(table.page.get_by_test_id("briefing")).to_be_visible()
    table.ready()
    corners = [table.where(label) for label in ("4674", "6278", "5084")]
    assert all(seen(table, label) for label in ("4674", "6278", "5084"))
    box = table.map.bounding_box()
    assert box is not None
    across = max(x for x, _ in corners) - min(x for x, _ in corners)
    down = max(y for _, y in corners) - min(y for _, y in corners)
    # The landing begins on Corsica, beyond the frame: what can be chosen there is shown with it, and nothing else.
    assert max(across / box["width"], down / box["height"]) > 0.45, "the map shows much more than the frame"
    assert seen(table, "Calvi")
    assert not seen(table, "Lyon")


def test_a_match_that_is_about_nearly_all_of_its_map_opens_with_all_of_it(table: Table) -> None:
    table.new("france44", "beachhead", players=(PASSIVE, HUMAN))
    table.sit(1)
    table.ready()
    table.page.wait_for_function("() => window.__phaseline.targets().length > 0")
    assert [place for place in ("Bristol", "Dover", "Southampton", "Rennes") if not seen(table, place)] == []


def test_a_match_that_goes_on_opens_where_it_stands(table: Table) -> None:
    table.new("france44", "anvil", players=(HUMAN, HUMAN), open=True)
    table.sit()
    table.ready()
    framed = table.where("4674")
    for _ in range(2):
        before = table.seen(0)
        table.verb("done").first.click()
        table.seen(before + 1)
        table.ready()
    table.page.reload()
    table.ready()
    assert table.where("4674") != framed
    assert table.page.evaluate(
        "() => window.__phaseline.targets().some((hex) => {"
        "  const at = window.__phaseline.at(hex);"
        "  return at.x > 0 && at.y > 0 && at.x < innerWidth && at.y < innerHeight; })"
    ), "nothing that can be chosen is seen"


def test_what_is_decided_beside_the_map_at_first_leaves_it_as_near_as_it_opened(table: Table) -> None:
    table.new("eisenhower", "historical", players=(HUMAN, PASSIVE))
    table.sit()
    table.ready()
    expect(table.page.get_by_test_id("tray-heading")).to_have_text("Plan a second invasion: on which turn?")
    opened = table.page.evaluate("() => window.__phaseline.scale()")
    table.page.get_by_role("button", name="Plan no second invasion").click()
    expect(table.prompt).to_contain_text("ovement or combat first")
    table.page.evaluate(AFRESH)
    table.ready()
    assert table.page.evaluate("() => window.__phaseline.scale()") == pytest.approx(opened, rel=0.1)


def test_at_rest_the_page_asks_for_no_frames(table: Table) -> None:
    """It would cost a laptop its battery."""
    table.page.add_init_script(
        "window.asked = 0; const ask = window.requestAnimationFrame.bind(window);"
        "window.requestAnimationFrame = (then) => { window.asked += 1; return ask(then); };"
    )
    table.new("skirmish", "ford", players=(HUMAN, HUMAN), open=True)
    table.sit()
    table.ready()
    deadline = time.monotonic() + PATIENCE / 1000
    asked = -1
    while (now := int(table.page.evaluate("() => window.asked"))) != asked:
        assert time.monotonic() < deadline, "it asks for frames for ever"
        asked = now
        table.page.wait_for_timeout(1000)
    assert asked > 0


def test_what_stays_the_same_is_asked_for_once(table: Table) -> None:
    asked: list[str] = []
    table.page.on(
        "websocket",
        lambda socket: socket.on("framesent", lambda frame: asked.append(json.loads(frame)["do"])),
    )
    table.new("skirmish", "ford", players=(HUMAN, HUMAN), open=True)
    table.sit()
    table.ready()
    for stance in ("screen", "hold"):
        before = table.seen(0)
        table.choose(stance)
        table.seen(before + 1)
        table.ready()
    assert asked.count("order") == 2
    assert asked.count("outlook") > 1, "how the match stands is asked for anew"
    assert asked.count("briefing") == 1


def test_pictures_give_their_memory_back_when_the_match_is_left(table: Table) -> None:
    """Else the browser stops to collect them while another match is being drawn."""
    table.page.add_init_script(
        "window.givenBack = 0; const close = ImageBitmap.prototype.close;"
        "ImageBitmap.prototype.close = function () { window.givenBack += 1; close.call(this); };"
    )
    table.new("skirmish", "ford", players=(HUMAN, HUMAN), open=True)
    table.sit()
    table.ready()
    table.page.get_by_role("button", name="All matches").click()
    expect(table.map).to_have_count(0)
    assert table.page.evaluate("() => window.givenBack") > 0
