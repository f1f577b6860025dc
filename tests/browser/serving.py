"""A service of its own and a browser, for the tests of the page and for the tools that work it."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

SERVED = re.compile(r"(http://\S+)/")
LAUNCHED = re.compile(r"(ws://\S+)")
"""Where the service and Chromium say that they are."""
SWITCHES = [
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",  # no graphics card is needed
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",  # to put a page together through WebGL takes three times as long without a card
    # The last of such switches counts: what Playwright turns off, and lists below the address bar that nobody sees,
    # which take a second of every page.
    "--disable-features=HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding,WebUIOmniboxAimPopup,WebUIOmniboxPopup",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


class CannotServe(RuntimeError):
    """The service or the browser did not start; the message says why."""


@contextmanager
def started(
    what: str, command: Sequence[str], says: re.Pattern[str], end: Callable[[subprocess.Popen[str]], None]
) -> Iterator[str]:
    """A program that is running: what it `says` to begin with, the first group of it; `end` asks it to end.

    Raises `CannotServe`.
    """
    with subprocess.Popen(
        command,
        start_new_session=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "COLUMNS": "200", "NO_COLOR": "1"},
    ) as process:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if found := says.search(line):
                break
        else:
            raise CannotServe(f"{what} did not start: {''.join(said)}")
        try:
            yield found[1]
        finally:
            end(process)
            try:
                process.wait(timeout=20)
            finally:
                process.kill()  # or leaving would wait for it for ever


def interrupted(process: subprocess.Popen[str]) -> None:
    """As by Ctrl-C."""
    process.send_signal(signal.SIGINT)


def terminated(process: subprocess.Popen[str]) -> None:
    """With all that it has started: an interrupt would be lost where whoever started the tests ignores it."""
    os.killpg(process.pid, signal.SIGTERM)


@contextmanager
def serving(folder: Path, packs: Sequence[Path] = ()) -> Iterator[str]:
    """The address of a service whose database lies in `folder`, with these data packs. Raises `CannotServe`."""
    command = [sys.executable, "-m", "phaseline", "serve", "--port", "0", "--workers", "1"]
    command += ["--database", str(folder / "matches.sqlite3")]
    for pack in packs:
        command += ["--pack", str(pack)]
    with started("the service", command, SERVED, interrupted) as address:
        yield address


@contextmanager
def chromium(folder: Path) -> Iterator[str]:
    """The address of a Chromium without a window, whose settings lie in `folder`. Raises `CannotServe`."""
    path = os.environ.get("PHASELINE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        raise CannotServe("no Chromium here: apt install chromium, or set PHASELINE_CHROMIUM to one")
    settings = folder / "chromium.json"
    settings.write_text(json.dumps({"executablePath": path, "args": SWITCHES}), "utf-8")
    command = [sys.executable, "-m", "playwright", "launch-server", "--browser", "chromium"]
    command += ["--config", str(settings)]
    with started("Chromium", command, LAUNCHED, terminated) as address:
        yield address


@contextmanager
def browsing(address: str) -> Iterator[Browser]:
    """The Chromium at an address, to open pages in. Those are closed at the end; it goes on."""
    with sync_playwright() as playwright:
        running = playwright.chromium.connect(address)
        yield running
        running.close()
