"""A running service and a real browser for the tests of the page.

The browser is Debian's Chromium, or the one that `PHASELINE_CHROMIUM` names; `./run test` sees to it that there is
one and that the page is built. Any error in the browser's console fails the test in which it came.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, ViewportSize
from tests.browser.serving import browsing, chromium, serving
from tests.browser.sizes import WIDE
from tests.browser.table import Table

from phaseline.server.routes.page import FOLDER

QUIET = """if (!localStorage.getItem("phaseline.settings"))
    localStorage.setItem("phaseline.settings", JSON.stringify({ briefing: false, ask: "never", speed: 2 }))"""
"""Matches open without their briefing, steps end unasked and moves are shown fast: most tests are about something else."""

EMPTY = """if (window.name !== "opened") {
    localStorage.clear();
    window.name = "opened";
}"""
"""What an earlier page has stored is gone when a new one opens, and stays when it is loaded again."""

READ_BACK = "GPU stall due to ReadPixels"
"""What Chromium says of every picture of WebGL that it has to fetch because the page is put together without a card."""

COARSE = 0.5
"""Pages of a quarter of the pixels take half the time without a graphics card, and everything lies where it lies.
Tests that look at the picture itself have the mark `sharp`."""

COARSER = "Object.defineProperty(window, 'devicePixelRatio', { get: () => 0.125 })"
"""What the page paints itself, map and counters, has yet fewer pixels: a big map opens in two thirds of the time. Its text
and its lines would lie elsewhere with so few."""


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a service with an empty database."""
    with serving(tmp_path_factory.mktemp("service")) as address:
        yield address


@pytest.fixture(scope="session")
def great_map(service: str) -> None:
    """The service has drawn the map of War in Europe. That takes longer than all else that a test of it waits for."""
    httpx.get(f"{service}/api/games/war_in_europe/scenarios/diadem/map", timeout=120).raise_for_status()


@pytest.fixture(scope="session")
def running_chromium(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a Chromium that serves all modules: to start one takes seconds, its first page as long again."""
    with chromium(tmp_path_factory.mktemp("chromium")) as address:
        yield address


@pytest.fixture(scope="module")
def browser(running_chromium: str) -> Iterator[Browser]:
    """A line to it. It ends with its module: while it is there, no other test can run a loop of its own."""
    with browsing(running_chromium) as line:
        yield line


class Kind(NamedTuple):
    """A kind of window: its size, whether its picture is looked at pixel by pixel, whether it is a newcomer's."""

    width: int
    height: int
    sharp: bool
    plain: bool


@pytest.fixture(scope="module")
def windows(browser: Browser, service: str) -> Callable[[Kind], BrowserContext]:
    """Windows of the browser. Those of a kind keep what they have fetched of the page, and nothing else."""

    @cache
    def opened(kind: Kind) -> BrowserContext:
        context = browser.new_context(
            viewport={"width": kind.width, "height": kind.height},
            base_url=service,
            has_touch=kind.width < WIDE["width"],
            device_scale_factor=1 if kind.sharp else COARSE,
            # Each picture of a glide costs a twentieth of a second.
            reduced_motion="no-preference" if kind.plain else "reduce",
        )
        context.add_init_script(EMPTY)
        if not kind.sharp:
            context.add_init_script(COARSER)
        if not kind.plain:
            context.add_init_script(QUIET)
        return context

    return opened


@pytest.fixture
def page(windows: Callable[[Kind], BrowserContext], request: pytest.FixtureRequest) -> Iterator[Page]:
    """A fresh page of the service. Its console must stay free of errors.

    Nothing is stored but what `QUIET` says, and not even that for tests with the mark `as_it_comes`.
    """
    size: ViewportSize = getattr(request, "param", WIDE)
    keep = os.environ.get("PHASELINE_SCREENSHOTS")
    sharp = keep is not None or request.node.get_closest_marker("sharp") is not None
    plain = request.node.get_closest_marker("as_it_comes") is not None
    fresh = windows(Kind(size["width"], size["height"], sharp, plain)).new_page()
    faults: list[str] = []

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and READ_BACK not in message.text:
            faults.append(f"{message.type}: {message.text}")

    fresh.on("console", heard)
    fresh.on("pageerror", lambda error: faults.append(f"uncaught: {error}"))
    yield fresh
    if keep:
        Path(keep).mkdir(parents=True, exist_ok=True)
        name = re.sub(r"\W+", "-", request.node.name).strip("-")
        fresh.screenshot(path=f"{keep}/{name}.png")
    fresh.close()
    assert not faults, faults


@pytest.fixture
def table(page: Page, service: str) -> Iterator[Table]:
    """The page, and a client of the service beside it that sees what everybody may see."""
    if not (FOLDER / "index.html").exists():
        pytest.fail("the page is not built: ./run test builds it")
    with httpx.Client(base_url=service, timeout=30) as client:
        yield Table(page, client)
