"""A service of its own and a browser, for the tests of the page and for the tools that work it."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

STARTING = re.compile(r"http://\S+/")
"""Where the service says it is."""
SWITCHES = [
    "--no-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",  # no graphics card is needed
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


class CannotServe(RuntimeError):
    """The service or the browser did not start; the message says why."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a service whose database lies in `folder`. Raises `CannotServe`."""
    command = [sys.executable, "-m", "phaseline", "serve", "--port", "0", "--workers", "1"]
    with subprocess.Popen(
        [*command, "--database", str(folder / "matches.sqlite3")],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env={**os.environ, "COLUMNS": "200", "NO_COLOR": "1"},
    ) as process:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if found := STARTING.search(line):
                break
        else:
            raise CannotServe(f"the service did not start: {''.join(said)}")
        try:
            yield found[0].rstrip("/")
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(timeout=20)


@contextmanager
def browsing() -> Iterator[Browser]:
    """Chromium without a window. Raises `CannotServe`."""
    path = os.environ.get("PHASELINE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        raise CannotServe("no Chromium here: apt install chromium, or set PHASELINE_CHROMIUM to one")
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=SWITCHES)
        yield running
        running.close()
