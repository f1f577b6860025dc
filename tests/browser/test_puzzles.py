"""A puzzle is opened from the lobby, played by mouse, judged, and tried again."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from tests.browser.table import Table

pytestmark = pytest.mark.as_it_comes


def _enter(table: Table, key: str) -> None:
    """Open a puzzle of Skirmish from the lobby."""
    page = table.page
    page.get_by_test_id(key).click()
    page.wait_for_url(re.compile("#/match/"))
    table.match = page.url.rpartition("/")[2]
    table.ready()


def test_a_puzzle_is_solved_after_a_wrong_try(table: Table) -> None:
    page = table.page
    page.goto("/")
    section = page.get_by_test_id("puzzles")
    expect(section.get_by_role("radio", name="Skirmish")).to_be_checked()
    expect(section.get_by_test_id("puzzle-two-flags")).to_contain_text("Take both Le Moulin and La Croix")
    _enter(table, "puzzle-two-flags")
    aims = page.get_by_test_id("briefing")
    expect(aims).to_contain_text("The task")
    expect(aims).to_contain_text("La Croix is Blue's")

    table.piece("13th Foot")
    table.click("0608")
    table.orders(1)
    expect(page.get_by_test_id("outlook")).to_contain_text("Le Moulin is Blue's")
    table.verb("done").click()
    end = page.get_by_test_id("end")
    expect(end).to_contain_text("Not solved")
    expect(end).to_contain_text("Still to do: La Croix is Blue's")

    first = page.url
    end.get_by_role("button", name="Try it again").click()
    page.wait_for_function("(url) => location.href !== url", arg=first)
    table.ready()
    table.piece("13th Foot")
    table.click("0607")
    table.orders(1)

    second = page.url
    page.get_by_test_id("start-over").click()
    page.wait_for_function("(url) => location.href !== url", arg=second)
    table.ready()
    table.piece("13th Foot")
    table.click("0608")
    table.orders(1)
    table.piece("16th Hussars")
    table.click("0908")
    table.orders(2)
    table.verb("done").click()
    expect(end).to_contain_text("Solved")
    expect(page.get_by_test_id("lesson")).to_contain_text("An objective belongs to the side")

    end.get_by_role("button", name="Another puzzle").click()
    solved = page.get_by_test_id("puzzle-two-flags")
    expect(solved).to_have_attribute("data-solved", "true")
    expect(section.get_by_role("radio", name="Skirmish")).to_be_checked()


def test_whoever_looks_for_puzzles_of_a_game_finds_them(table: Table) -> None:
    page = table.page
    page.goto("/#/puzzles/war_in_europe")
    section = page.get_by_test_id("puzzles")
    expect(section.get_by_role("radio", name="War in Europe")).to_be_checked()
    expect(section.get_by_role("heading")).to_be_in_viewport()
    _enter(table, "puzzle-around-the-zone")
    expect(page.get_by_test_id("briefing")).to_contain_text("4 Arm US is in C2613")
    box = table.map.bounding_box()
    assert box is not None
    (left, top), (right, bottom) = table.where("C2510"), table.where("C2613")
    assert box["x"] < left < box["x"] + box["width"]
    assert box["y"] < bottom < box["y"] + box["height"]
    # Three hexes apart: what stands far away, in Britain, is not brought into view with them.
    assert abs(right - left) + abs(bottom - top) > 120


def test_puzzles_of_another_game_are_chosen(table: Table) -> None:
    page = table.page
    page.goto("/")
    section = page.get_by_test_id("puzzles")
    section.get_by_text("Eisenhower's War", exact=True).click()
    expect(section).to_contain_text("0 of 20 solved")
    _enter(table, "puzzle-five-ports")
    expect(page.get_by_test_id("briefing")).to_contain_text("three. Take two with your movement")
    page.get_by_test_id("briefing").get_by_role("button", name="it is about").click()
