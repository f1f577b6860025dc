"""What a person does at the page, in a person's words: start a match, point at hexes, answer, take back."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import CDPSession, Locator, Page, ViewportSize, expect
from playwright.sync_api import TimeoutError as TookTooLong
from tests.browser.sizes import WIDE

PATIENCE = 45_000
"""Milliseconds that anything may take on a busy machine without a graphics card."""
expect.set_options(timeout=PATIENCE)
HUMAN = {"kind": "human"}
TRIES = 5
"""So often a person points at something before he gives up."""
HEED = 8_000
"""Milliseconds after which he takes it that the page has not heeded a click, on the slowest of machines."""


RESTS = """() => {
    const map = window.__phaseline;
    if (!map?.ready()) return false;
    const place = JSON.stringify([map.at(0), map.scale()]);
    if (window.rests?.place !== place) window.rests = { place, since: performance.now() };
    return performance.now() - window.rests.since > 150;
}"""
"""Whether the map is drawn and has not moved for a while."""
AFRESH = "() => { window.rests = undefined; }"
"""What `RESTS` has seen before counts no more."""
OF_SIZE = """([width, height, touched]) =>
    innerWidth === width && innerHeight === height && matchMedia("(pointer: coarse)").matches === touched"""
FREE = """() => window.__phaseline.targets().map(window.__phaseline.at)
    .find((at) => at !== null && document.elementFromPoint(at.x, at.y)?.tagName === "CANVAS") ?? null"""
"""Where the first hex that may be chosen is, of those that nothing lies over."""


ASKED = "() => JSON.stringify([document.querySelector('[data-testid=prompt]')?.innerText, window.__phaseline?.entry()])"
"""What is asked, and after how many orders."""
ELSE = f"(before) => ({ASKED})() !== before"
"""Whether something else is asked by now."""
ASKS = "(asked) => document.querySelector('[data-testid=prompt]')?.innerText.includes(asked) ?? false"
"""Whether this is asked."""
SLID = """([title, name, x, y]) => {
    if (document.querySelector('[data-testid=prompt]')?.innerText.includes(name)) return true;
    const at = window.__phaseline.unit(title);
    return at !== null && Math.hypot(at.x - x, at.y - y) > 1;
}"""
"""Whether a piece is chosen, or lies elsewhere than before: its stack has fanned out, or the map slid."""


class Table:
    """One browser page at a service. `http` speaks to the service directly, as any program might."""

    def __init__(self, page: Page, http: httpx.Client) -> None:
        self.page = page
        self.http = http
        self.match = ""
        self._hand: CDPSession | None = None
        page.set_default_timeout(PATIENCE)

    # -- matches ------------------------------------------------------------------------------------------------------

    def new(
        self,
        game: str,
        scenario: str,
        *,
        players: Sequence[Mapping[str, Any]] = (HUMAN, HUMAN),
        open: bool = False,  # noqa: A002 - the wire's word
        options: Mapping[str, Any] | None = None,
        seed: str = "11" * 32,
        pace: float = 0,
    ) -> str:
        """Start a match by the service's interface; the dice of all tests are the same."""
        body = {
            "game": game,
            "scenario": scenario,
            "players": list(players),
            "open": open,
            "options": dict(options or {}),
            "seed": seed,
            "pace": pace,
        }
        answer = self.http.post("/api/matches", json=body)
        assert answer.status_code == 201, answer.text
        self.match = answer.json()["id"]
        return self.match

    def take_up(self, record: str) -> str:
        """Go on with a record, both sides open."""
        answer = self.http.post("/api/matches/import", json={"text": record, "open": True})
        assert answer.status_code == 201, answer.text
        self.match = answer.json()["id"]
        return self.match

    def husky_over(self) -> None:
        """Show the end page of Husky as it was played in its golden record."""
        folder = Path(__file__).parents[1] / "games" / "westfront" / "golden"
        self.take_up((folder / "husky.record").read_text())
        self.page.goto(f"/#/match/{self.match}")
        self.ready()
        self.page.keyboard.press("F8")

    def sit(self, seat: int | None = None) -> None:
        """Open the match in the page: at one seat, or at every seat that people have."""
        self.page.goto(f"/#/match/{self.match}" + ("" if seat is None else f"?seat={seat}"))
        expect(self.prompt).not_to_be_empty()

    def change(self, seat: int | None = None) -> None:
        """Open the match in place of the one that the page shows, and wait until its map is there and rests."""
        shown = self.map.element_handle()
        self.sit(seat)
        self.page.wait_for_function("(map) => !map.isConnected", arg=shown)
        self.page.evaluate(AFRESH)
        self.ready()

    def summary(self) -> dict[str, Any]:
        """What the service says of the match."""
        found: dict[str, Any] = self.http.get(f"/api/matches/{self.match}").json()
        return found

    def resize(self, size: ViewportSize) -> None:
        """Give the window another size, and the screen what a page that opens at this size has: smaller ones are touched.

        Whatever is seen of a map comes to rest.
        """
        if self._hand is None:
            self._hand = self.page.context.new_cdp_session(self.page)  # while it lasts, so do the touches
        touched = size["width"] < WIDE["width"]
        self._hand.send("Emulation.setTouchEmulationEnabled", {"enabled": touched})
        self.page.set_viewport_size(size)
        self.page.wait_for_function(OF_SIZE, arg=[size["width"], size["height"], touched])
        if self.map.count():
            self.page.evaluate(AFRESH)
            self.ready()

    # -- the page -----------------------------------------------------------------------------------------------------

    @property
    def prompt(self) -> Locator:
        """What is asked."""
        return self.page.get_by_test_id("prompt")

    @property
    def map(self) -> Locator:
        """The map."""
        return self.page.get_by_role("application")

    def verb(self, verb: str) -> Locator:
        """The button of a kind of order."""
        return self.page.locator(f'[data-verb="{verb}"]')

    def ready(self) -> None:
        """Wait until the map is drawn and has come to rest: it slides when what is beside it changes its size."""
        self.page.wait_for_function(RESTS)

    def where(self, label: str) -> tuple[float, float]:
        """Where on the screen a hex is."""
        point = self.page.evaluate("(label) => window.__phaseline.at(window.__phaseline.hex(label))", label)
        assert point is not None, f"{label} is not on the map"
        return point["x"], point["y"]

    def first_target(self) -> tuple[float, float]:
        """Where on the screen the first hex is that may be chosen and lies free, once there is one."""
        found = self.page.wait_for_function(FREE).json_value()
        assert found is not None
        return found["x"], found["y"]

    def aim(self, asked: str = "") -> None:
        """Click the first hex that may be chosen until `asked`, or whatever else, is asked.

        A person clicks again when the map has slid away, and not before he has seen that nothing came of the first click.
        """
        for _ in range(TRIES):
            self.page.evaluate(AFRESH)
            self.ready()
            before = self.page.evaluate(ASKED)
            self.page.mouse.click(*self.first_target())
            # While an order is on its way another thing is asked for a moment.
            if self.heeded(ELSE, before) and self.heeded(ASKS, asked):
                return
        raise AssertionError(f"nothing could be chosen: {self.prompt.inner_text()}")

    def heeded(self, sign: str, arg: object) -> bool:
        """Whether the page shows a sign, while a person has the patience, that it has heeded a click."""
        try:
            self.page.wait_for_function(sign, arg=arg, timeout=HEED)
        except TookTooLong:
            return False
        return True

    def click(self, label: str) -> None:
        """Click the middle of a hex."""
        self.page.mouse.click(*self.where(label))

    def pick(self, label: str) -> None:
        """Click the middle of a hex until something else is asked: again where the map has slid away beneath the first click."""
        for _ in range(TRIES):
            self.ready()
            before = self.page.evaluate(ASKED)
            self.click(label)
            if self.heeded(ELSE, before):
                return
        raise AssertionError(f"nothing came of {label}: {self.prompt.inner_text()}")

    def hover(self, label: str) -> None:
        """Point at a hex."""
        self.page.mouse.move(*self.where(label))

    def piece(self, title: str) -> None:
        """Click a piece; a stack fans out at the first click on it, and is clicked again, as is a piece that slid away."""
        name = title.partition(" (")[0]
        for _ in range(TRIES):
            self.page.evaluate(AFRESH)
            self.ready()
            point = self.page.evaluate("(title) => window.__phaseline.unit(title)", title)
            assert point is not None, f"{title} is not on the map"
            self.page.mouse.click(point["x"], point["y"])
            self.heeded(SLID, [title, name, point["x"], point["y"]])
            if name in self.prompt.inner_text():
                return
        raise AssertionError(f"{title} cannot be chosen: {self.prompt.inner_text()}")

    def option(self, title: str) -> Locator:
        """What begins so among what is offered in the tray or the menu."""
        begins = re.compile(f"^{title}", re.IGNORECASE)
        offered = self.page.locator(".tray, .menu").get_by_role("button", name=begins)
        return offered.first

    def choose(self, title: str) -> None:
        """Pick from what is offered in the tray or the menu."""
        self.page.get_by_role("button", name=title).first.click()

    def orders(self, count: int) -> None:
        """Wait until the match has had so many orders."""
        self.page.wait_for_function("(count) => window.__phaseline?.entry() === count", arg=count)

    def seen(self, at_least: int) -> int:
        """Wait until the page knows of so many orders; the computer may give more meanwhile. How many it knows."""
        self.page.wait_for_function("(count) => window.__phaseline?.entry() >= count", arg=at_least)
        return int(self.page.evaluate("() => window.__phaseline.entry()"))
