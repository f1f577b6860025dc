"""What the lobby tells of games and scenarios before anything is set up."""

from __future__ import annotations

import re
from itertools import product

import pytest
from playwright.sync_api import FilePayload, Route, expect
from tests.browser.sizes import PHONE, WIDE
from tests.browser.table import Table
from tests.moments import moment

from phaseline.engine import record, registry
from phaseline.lab.report.page import pack
from phaseline.lab.simulate import Setting, play_one


def test_length_size_and_difficulty_are_told_of_every_scenario(table: Table) -> None:
    page = table.page
    page.goto("/")
    for size, key in product((WIDE, PHONE), registry.games()):
        table.resize(size)
        game = registry.game(key)
        page.get_by_test_id(f"game-{key}").click()
        # How well a scenario plays alone is told to who wants to play it so.
        expect(page.get_by_test_id("alone")).to_have_count(0)
        if len(game.seats) > 1:
            page.get_by_text("Alone, both sides open").click()
        for name, title in game.scenarios().items():
            told = game.aids.prospectus(name)
            if told is None:  # a game that does not brief its players
                continue
            row = page.get_by_test_id(f"scenario-{name}")
            expect(row).to_contain_text(title)
            expect(row).to_contain_text(told.length)
            expect(row).to_contain_text(told.size.partition(" on ")[0])
            expect(row).to_contain_text(told.difficulty)
            assert row.evaluate("row => row.scrollWidth <= row.clientWidth")
            radio = page.get_by_role("radio", name=title)
            expect(radio).to_be_checked(checked=told.first)
            if told.first:
                if len(game.seats) > 1:
                    expect(row.get_by_test_id("alone")).to_contain_text(told.alone_text)
                expect(page.locator("[data-testid^=scenario-]").first).to_contain_text("to begin with")
        page.get_by_role("button", name="All games").click()


def test_players_are_told_right_below_the_title_where_the_place_takes_two_lines(table: Table) -> None:
    table.take_up(moment("eisenhower", "historical", "retreat"))
    table.page.goto("/")
    row = table.page.locator(".go").filter(has_text="retreat").first
    longer = "(place) => { place.textContent = `${place.textContent} \u203a ${place.textContent}`; }"
    row.locator(".where").evaluate(longer)
    title, place, players = (row.locator(part).bounding_box() for part in (".title", ".where", ".who"))
    assert title is not None
    assert place is not None
    assert players is not None
    assert place["height"] > title["height"] * 1.3, (title, place)
    assert players["y"] - (title["y"] + title["height"]) < title["height"] / 2


def test_what_a_game_offers_at_once_keeps_off_what_is_said_of_it(table: Table) -> None:
    table.page.goto("/")
    table.page.get_by_role("button", name="Eisenhower's War The campaign").click()
    guided = table.page.get_by_test_id("guided")
    button = guided.bounding_box()
    said = table.page.locator("header p").filter(has_text="D-Day").bounding_box()
    assert button is not None
    assert said is not None
    assert button["y"] - (said["y"] + said["height"]) >= 8


def test_every_computer_can_be_pointed_at_and_every_scenario_come_to_by_keys(table: Table) -> None:
    page = table.page
    for size in (WIDE, PHONE):
        table.resize(size)
        page.goto("/")
        page.get_by_test_id("game-westfront").click()
        levels = page.get_by_role("radiogroup", name="The computer as Axis")
        expect(levels.get_by_role("radio", name="Marshal")).to_be_attached()
        assert levels.evaluate("(row) => row.scrollWidth <= row.clientWidth + 1"), "some are cut off"
        levels.get_by_text("Marshal", exact=True).click()
        expect(levels.get_by_role("radio", name="Marshal")).to_be_checked()
        # Levels of strength come first; who is for comparing with is asked for.
        page.get_by_role("button", name="More players").click()
        expect(levels.get_by_role("radio")).to_have_count(4)
        others = page.get_by_role("radiogroup", name="For research")
        expect(others.get_by_role("radio", name="Rusher")).to_be_attached()
        expect(page.get_by_role("button", name="More players")).to_have_count(0)
        assert others.evaluate("(row) => row.scrollWidth <= row.clientWidth + 1"), "some are cut off"
        # The list of scenarios does not scroll by itself.
        listed = page.get_by_role("radiogroup", name="Scenario")
        assert listed.evaluate("(list) => list.scrollHeight <= list.clientHeight + 1")
    # Another scenario is chosen by the keyboard.
    table.resize(WIDE)
    page.goto("/")
    page.get_by_test_id("game-westfront").click()
    husky, summer = page.get_by_test_id("scenario-husky"), page.get_by_test_id("scenario-S43")
    page.get_by_text("Alone, both sides open").click()
    husky.click()
    ring = "(row) => getComputedStyle(row).outlineStyle"
    assert husky.evaluate(ring) == "none", "who clicks sees what he has chosen"
    page.keyboard.press("ArrowDown")
    expect(summer.get_by_role("radio")).to_be_checked()
    assert summer.evaluate(ring) == "solid"
    expect(summer.get_by_test_id("alone")).to_be_visible()
    expect(husky.get_by_test_id("alone")).to_have_count(0)


def test_a_newcomer_attacks_and_who_has_chosen_a_side_keeps_it(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.get_by_test_id("game-war_in_europe").click()
    side = page.get_by_role("radiogroup", name="Your side")
    expect(side.get_by_role("radio", name="Allied")).to_be_checked()
    expect(page.get_by_test_id("attacker")).to_contain_text("Allied side attacks")
    page.get_by_test_id("scenario-sichelschnitt").click()
    expect(side.get_by_role("radio", name="Axis")).to_be_checked()
    expect(page.get_by_test_id("attacker")).to_contain_text("Axis side attacks")
    side.get_by_text("Allied", exact=True).click()
    page.get_by_test_id("scenario-france_1940").click()
    expect(side.get_by_role("radio", name="Allied")).to_be_checked()


@pytest.mark.parametrize("page", [PHONE], indirect=True, ids=["narrow"])
def test_no_setting_is_cut_off_when_the_text_is_large(table: Table) -> None:
    page = table.page
    page.add_init_script('localStorage.setItem("phaseline.settings", JSON.stringify({ text: 150 }))')
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    sizes = page.get_by_role("dialog").get_by_role("radiogroup")
    expect(sizes.first).to_be_visible()
    cut = sizes.evaluate_all("(rows) => rows.filter((row) => row.scrollWidth > row.clientWidth + 1).length")
    assert cut == 0
    assert sizes.count() > 4


def test_a_record_in_the_address_is_taken_in_and_replayed(table: Table) -> None:
    """As the links of a laboratory's report have it."""
    setting = Setting(registry.game("skirmish"), registry.game("skirmish").load("ford"), ("random", "random"))
    text = record.dump(play_one(setting, 0)[1])
    page = table.page
    page.goto(f"/#record={pack(text)}")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_label("Or paste the record")).to_have_value(text)
    expect(dialog.get_by_label("Open: all sides are seen")).to_be_checked()
    dialog.get_by_role("button", name="Take it in").click()
    page.wait_for_url(re.compile("#/match/"))
    expect(page.get_by_text("on points").first).to_be_visible()


def test_a_file_that_is_no_record_is_told_in_words(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.get_by_role("button", name="Bring in a record").click()
    problem, pasted = page.get_by_role("alert"), page.get_by_label("Or paste the record")
    page.locator("input[type=file]").set_input_files(
        FilePayload(name="map.png", mimeType="image/png", buffer=b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR")
    )
    expect(problem).to_contain_text("map.png is no record of a match")
    expect(problem).to_contain_text("ends with .match")
    expect(pasted).to_have_value("")


def test_the_level_that_was_chosen_is_kept_from_game_to_game(table: Table) -> None:
    page = table.page
    page.goto("/")
    page.get_by_test_id("game-westfront").click()
    levels = page.get_by_role("radiogroup", name="The computer as")
    expect(levels.get_by_role("radio", name="Recruit")).to_be_checked()
    levels.get_by_text("General", exact=True).click()
    page.reload()
    page.get_by_test_id("game-skirmish").click()
    expect(levels.get_by_role("radio", name="General")).to_be_checked()
    # Who was looked at for research is no opponent of every game from then on.
    page.get_by_role("button", name="More players").click()
    page.get_by_role("radiogroup", name="For research").get_by_text("Rusher", exact=True).click()
    page.get_by_role("button", name="All games").click()
    page.get_by_test_id("game-eisenhower").click()
    expect(levels.get_by_role("radio", name="General")).to_be_checked()


def test_who_plays_on_names_the_levels_before_all_others(table: Table) -> None:
    table.new("skirmish", "ford", players=[{"kind": "human"}, {"kind": "agent", "agent": "passive"}])
    table.sit()
    table.page.keyboard.press("F10")
    choice = table.page.get_by_role("combobox", name="Red")
    expect(choice).to_have_value("passive")
    named = choice.locator("> option").all_inner_texts()
    assert named == [
        "Person at this screen",
        *(f"Computer: {level}" for level in ("Recruit", "Officer", "General", "Marshal")),
    ]
    expect(choice.locator("optgroup[label='Computers for research'] option").first).to_have_text("Passive")


def test_a_card_shows_the_scenario_to_begin_with_and_says_what_is_wrong_without(table: Table) -> None:
    page = table.page
    asked: list[str] = []
    page.on("request", lambda one: asked.append(one.url) if one.url.endswith("/map") else None)
    page.goto("/")
    card = page.get_by_test_id("game-war_in_europe")
    expect(card.locator("canvas.shown")).to_be_attached()
    shown = {url.split("/games/")[1].removesuffix("/map") for url in asked}
    for key in registry.games():
        game = registry.game(key)
        told = {name: game.aids.prospectus(name) for name in game.scenarios()}
        first = next(name for name, prospectus in told.items() if prospectus and prospectus.first)
        assert f"{key}/scenarios/{first}" in shown
    expect(card.get_by_role("status")).to_have_count(0)


def test_a_picture_that_is_still_drawn_says_so(table: Table) -> None:
    page = table.page
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/map", hold)
    page.goto("/")
    told = page.get_by_test_id("game-skirmish").get_by_role("status")
    expect(told).to_have_text("Drawing the map ...")
    held[0].fulfill(json={})
    expect(told).to_have_text("No picture of the map could be had")
